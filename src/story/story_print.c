#include "story/story_print.h"

#include "base/must.h"
#include "calendar/civil.h"
#include "calendar/duration.h"
#include "cli/table.h"
#include "model/reminder.h"

enum { WIDTH_MAX = 24, UNMET_TEXT_MAX = 1 << 20, TIME_WIDTH = 10, TIME_WIDTH_OF_DAYS = 12 };

static const str words[STORY_EVENT_COUNT] = {
#define X(id, word, sentence) [EVENT_##id] = STR(word),
	STORY_EVENTS(X)
#undef X
};

/* The style of events that deserve to be seen from afar. */
static enum style style_of(enum story_event_kind kind)
{
	switch (kind) {
	case EVENT_CREATED:
	case EVENT_NOTE: return STYLE_DIM;
	case EVENT_PAUSED:
	case EVENT_RESUMED:
	case EVENT_JOB:
	case EVENT_WORLD: return STYLE_BOLD;
	case EVENT_RETRY:
	case EVENT_DEFERRED:
	case EVENT_STALLED:
	case EVENT_TIMEOUT:
	case EVENT_HELD_BACK:
	case EVENT_TOO_LATE:
	case EVENT_DUPLICATE:
	case EVENT_REFUSED: return STYLE_WARNING;
	case EVENT_FAILED:
	case EVENT_DLQ:
	case EVENT_UNMET: return STYLE_ERROR;
	case EVENT_STARTED:
	case EVENT_DONE:
	case EVENT_CANCELLED:
	case EVENT_EFFECT:
	case EVENT_READY:
	case EVENT_RETRIED:
	case EVENT_RESCHEDULED:
	case STORY_EVENT_COUNT: break;
	}
	return STYLE_PLAIN;
}

/* ---- widths -------------------------------------------------------------------------------- */

static void widen(int *width, str text)
{
	size_t len = table_text_width(text);
	if (len > WIDTH_MAX) len = WIDTH_MAX;
	if ((int)len > *width) *width = (int)len;
}

/* Its runs are JOB.1, JOB.2, ...; rarely are there more than 99. */
static void widen_for_runs(int *width, str label)
{
	int with_number = (int)table_text_width(label) + 3;
	if (with_number > WIDTH_MAX) with_number = WIDTH_MAX;
	if (with_number > *width) *width = with_number;
}

/* Types whose runs are made by a type, a window or a worker, not by a line of their own. */
static void widen_for_types(struct story_printer *printer, const struct story_line *line)
{
	static const enum story_option named[] = { STORY_ON_CUTOFF, STORY_FALLBACK,
						   STORY_ENQUEUES };
	if (line->verb == VERB_WINDOWS) widen(&printer->type_width, story_text(line, STORY_TYPE));
	for (u32 i = 0; i < countof(named); i++)
		widen(&printer->type_width, story_text(line, named[i]));
}

static bool has_runs(enum story_verb verb)
{
	return verb == VERB_JOB || verb == VERB_BATCH || verb == VERB_LADDER ||
	       verb == VERB_DAILY || verb == VERB_REMINDER;
}

void story_printer_init(struct story_printer *printer, const struct story *story,
			struct output *out)
{
	*printer = (struct story_printer){
		.out = out, .file = story->file, .day = MSEC_MIN, .time_width = TIME_WIDTH
	};
	buf_init(&printer->unmet, UNMET_TEXT_MAX);
	for (u32 i = 0; i < story->lines_len; i++) {
		const struct story_line *line = &story->lines[i];
		widen_for_types(printer, line);
		if (line->at > MSEC_DAY) printer->time_width = TIME_WIDTH_OF_DAYS;
		if (line->verb != VERB_ENQUEUE && !has_runs(line->verb)) continue;
		widen(&printer->tenant_width, story_text(line, STORY_TENANT));
		widen(&printer->type_width, story_text(line, STORY_TYPE));
		if (line->verb == VERB_REMINDER) widen(&printer->type_width, REMINDER_TYPE);
		widen(&printer->label_width, line->words[0]);
		if (has_runs(line->verb)) widen_for_runs(&printer->label_width, line->words[0]);
	}
}

void story_printer_done(struct story_printer *printer)
{
	buf_done(&printer->unmet);
}

/* ---- lines for a person -------------------------------------------------------------------- */

static void add_spaces(struct buf *out, int count)
{
	for (int i = 0; i < count; i++) buf_add_byte(out, ' ');
}

/* The text, filled up to `width`, and two blanks: also behind one that is wider. */
static void add_column(struct story_printer *printer, enum style style, str text, int width)
{
	output_begin(printer->out, style);
	output_safe(printer->out, text);
	output_end(printer->out, style);
	int rest = width - (int)table_text_width(text);
	add_spaces(&printer->out->text, rest > 0 ? rest + 2 : 2);
}

/* The date, where it is another one than in the line before. */
static void print_day(struct story_printer *printer, msec at)
{
	struct buf text;
	msec day = at / MSEC_DAY;
	if (day == printer->day) return;
	printer->day = day;
	buf_init(&text, 64);
	instant_print(day * MSEC_DAY, &text);
	output_begin(printer->out, STYLE_DIM);
	add_spaces(&printer->out->text, printer->time_width + 2);
	buf_add(&printer->out->text, str_slice(buf_view(&text), 0, 10));
	output_end(printer->out, STYLE_DIM);
	buf_add_byte(&printer->out->text, '\n');
	buf_done(&text);
}

/* Since the start; to a tenth of a second in the first hour: 500ms, 12s, 1m43.6s, 1h2m40s. */
static void add_since(msec span, struct buf *out)
{
	msec whole = span / MSEC_SECOND * MSEC_SECOND;
	if (span >= MSEC_HOUR) span = whole;
	if (span < MSEC_SECOND || span == whole) {
		duration_print(span, out);
		return;
	}
	if (whole >= MSEC_MINUTE) duration_print(whole / MSEC_MINUTE * MSEC_MINUTE, out);
	buf_addf(out, "%d.%ds", (int)(whole % MSEC_MINUTE / MSEC_SECOND),
		 (int)((span - whole) / (MSEC_SECOND / 10)));
}

static void print_times(struct story_printer *printer, const struct story_event *event)
{
	struct buf text;
	buf_init(&text, 64);
	add_since(event->at, &text);
	add_spaces(&printer->out->text, printer->time_width - (int)text.len);
	buf_add(&printer->out->text, buf_view(&text));
	buf_add(&printer->out->text, STR("  "));
	buf_clear(&text);
	instant_print(event->wall / MSEC_SECOND * MSEC_SECOND, &text);
	add_column(printer, STYLE_DIM, str_slice(buf_view(&text), 11, 19), 8);
	buf_done(&text);
}

static void print_line(struct story_printer *printer, const struct story_event *event)
{
	enum style style = style_of(event->kind);
	print_day(printer, event->wall);
	print_times(printer, event);
	add_column(printer, STYLE_PLAIN, event->tenant, printer->tenant_width);
	if (event->label.len && event->type.len) {
		add_column(printer, STYLE_BOLD, event->label, printer->label_width);
		add_column(printer, STYLE_DIM, event->type, printer->type_width);
	}
	output_begin(printer->out, style);
	if (event->kind == EVENT_NOTE) buf_add(&printer->out->text, STR("# "));
	if (event->kind == EVENT_UNMET) {
		buf_addf(&printer->out->text, "line %u: ", event->line);
		output_safe(printer->out, event->label);
		if (event->label.len) buf_add(&printer->out->text, STR(": "));
	}
	output_safe(printer->out, event->text);
	output_end(printer->out, style);
	buf_add_byte(&printer->out->text, '\n');
}

/* ---- runs that come to be together --------------------------------------------------------- */

static void flush_created(struct story_printer *printer)
{
	struct story_event event = printer->created;
	struct buf text;
	if (!printer->created_len) return;
	buf_init(&text, 200);
	if (printer->created_len == 1) buf_add(&text, STR("is created"));
	else
		buf_addf(&text, "to %.*s are created: %u runs", STR_ARG(printer->created_last),
			 printer->created_len);
	event.text = buf_view(&text);
	print_line(printer, &event);
	buf_done(&text);
	printer->created_len = 0;
}

/* Labels, tenants and types live as long as the story. True: it is kept, to be told later. */
static bool keep_created(struct story_printer *printer, const struct story_event *event)
{
	bool plain = event->kind == EVENT_CREATED && str_eq(event->text, STR("is created"));
	const struct story_event *first = &printer->created;
	bool alike = plain && printer->created_len && first->at == event->at &&
		     str_eq(first->tenant, event->tenant) && str_eq(first->type, event->type);
	if (!alike) flush_created(printer);
	if (!plain) return false;
	if (!alike) printer->created = *event;
	printer->created_last = event->label;
	printer->created_len++;
	return true;
}

/* ---- lines for a program ------------------------------------------------------------------- */

static void add_member(struct buf *out, const char *name, str text)
{
	if (!text.len) return;
	buf_addf(out, ",\"%s\":", name);
	buf_add_json(out, text);
}

static void add_instant(struct buf *out, const char *name, msec at)
{
	buf_addf(out, ",\"%s\":\"", name);
	instant_print(at, out);
	buf_add_byte(out, '"');
}

static void print_json(struct story_printer *printer, const struct story_event *event)
{
	struct buf *out = &printer->out->text;
	buf_addf(out, "{\"at_ms\":%lld", (long long)event->at);
	add_instant(out, "time", event->wall);
	add_member(out, "event", words[event->kind]);
	add_member(out, "tenant", event->tenant);
	add_member(out, "label", event->label);
	add_member(out, "type", event->type);
	add_member(out, "worker", event->worker);
	add_member(out, "reason", event->reason);
	if (event->attempt) buf_addf(out, ",\"attempt\":%u", event->attempt);
	if (event->until) add_instant(out, "until", event->until);
	if (event->took) buf_addf(out, ",\"took_ms\":%lld", (long long)event->took);
	if (event->line) buf_addf(out, ",\"line\":%u", event->line);
	add_member(out, "text", event->text);
	buf_add(out, STR("}\n"));
}

/* ---- events -------------------------------------------------------------------------------- */

static void keep_unmet(struct story_printer *printer, const struct story_event *event)
{
	struct buf *out = &printer->unmet;
	buf_addf(out, "%.*s:%u: ", STR_ARG(printer->file), event->line);
	if (event->label.len) buf_addf(out, "%.*s: ", STR_ARG(event->label));
	buf_add(out, event->text);
	buf_add_byte(out, '\n');
}

/* Events of the world, and unmet expectations, belong to every type. */
static bool is_wanted(const struct story_printer *printer, str type)
{
	return !printer->only.len || !type.len || str_eq(printer->only, type);
}

static void on_event(void *context, const struct story_event *event)
{
	struct story_printer *printer = context;
	must(event->kind < STORY_EVENT_COUNT);
	if (event->kind == EVENT_UNMET) keep_unmet(printer, event);
	if (printer->quiet || !is_wanted(printer, event->type)) return;
	if (printer->json) print_json(printer, event);
	else if (!keep_created(printer, event)) print_line(printer, event);
	(void)output_flush_large(printer->out);
}

struct story_listener story_printer_listener(struct story_printer *printer)
{
	return (struct story_listener){ printer, on_event };
}

/* ---- the end ------------------------------------------------------------------------------- */

static void add_number(struct table *table, u32 number)
{
	buf_add_u64(&table->text, number);
	table_close_cell(table);
}

static void add_tally(struct table *table, const struct story_tally *tally)
{
	const u32 numbers[] = { tally->runs, tally->delivered, tally->late,   tally->cut_off,
				tally->dead, tally->cancelled, tally->waiting };
	table_add_cell(table, str_from(tally->tenant));
	table_add_cell(table, str_from(tally->type));
	for (u32 i = 0; i < countof(numbers); i++) add_number(table, numbers[i]);
	add_since(tally->longest_wait, &table->text);
	table_close_cell(table);
}

static void add_to(struct story_tally *all, const struct story_tally *one)
{
	all->runs += one->runs;
	all->delivered += one->delivered;
	all->late += one->late;
	all->cut_off += one->cut_off;
	all->dead += one->dead;
	all->cancelled += one->cancelled;
	all->waiting += one->waiting;
	if (one->longest_wait > all->longest_wait) all->longest_wait = one->longest_wait;
}

static void print_tallies(struct story_printer *printer, const struct story_result *result)
{
	static const char *const head[] = { "tenant",  "type",        "runs", "delivered",
					    "late",    "cut off",     "dead", "cancelled",
					    "waiting", "longest wait" };
	struct story_tally all = { .tenant = "in all" };
	struct table table;
	u32 rows = 0;
	table_init(&table, countof(head));
	for (u32 i = 0; i < countof(head); i++) {
		table.right[i] = i > 1;
		table_add_cell(&table, str_from(head[i]));
	}
	for (u32 i = 0; i < result->tallies_len; i++) {
		const struct story_tally *tally = &result->tallies[i];
		if (!is_wanted(printer, str_from(tally->type))) continue;
		add_tally(&table, tally);
		add_to(&all, tally);
		rows++;
	}
	if (rows > 1) add_tally(&table, &all);
	if (!printer->quiet) buf_add_byte(&printer->out->text, '\n');
	if (rows) table_print(&table, 0, printer->out);
	else if (printer->only.len) {
		buf_add(&printer->out->text, STR("no run has the type "));
		output_safe(printer->out, printer->only);
		buf_add_byte(&printer->out->text, '\n');
	}
	table_done(&table);
}

static void print_expectations(struct story_printer *printer, const struct story_result *result)
{
	struct buf *out = &printer->out->text;
	buf_add(out, STR("played "));
	duration_print(result->ended_at, out);
	buf_addf(out, " in %llu turns", (unsigned long long)result->turns);
	if (!result->expected && !result->unmet)
		buf_add(out, STR("; the story states no expectations\n"));
	else if (!result->unmet)
		buf_addf(out, "; all expectations are met (%u)\n", result->expected);
	else {
		buf_add(out, STR("; "));
		output_begin(printer->out, STYLE_ERROR);
		buf_addf(out, "%u expectation%s not met:", result->unmet,
			 result->unmet == 1 ? "" : "s");
		output_end(printer->out, STYLE_ERROR);
		buf_add_byte(out, '\n');
	}
	str rest = buf_view(&printer->unmet);
	while (rest.len) {
		buf_add(out, STR("  "));
		output_safe(printer->out, str_split(&rest, '\n'));
		buf_add_byte(out, '\n');
	}
	if (buf_failed(&printer->unmet)) out->failed = true;
}

static void print_json_summary(struct story_printer *printer, const struct story_result *result)
{
	struct buf *out = &printer->out->text;
	buf_addf(out,
		 "{\"summary\":{\"ended_at_ms\":%lld,\"turns\":%llu,\"expected\":%u,\"unmet\":%u",
		 (long long)result->ended_at, (unsigned long long)result->turns, result->expected,
		 result->unmet);
	buf_add(out, STR(",\"types\":["));
	for (u32 i = 0, rows = 0; i < result->tallies_len; i++) {
		const struct story_tally *tally = &result->tallies[i];
		if (!is_wanted(printer, str_from(tally->type))) continue;
		buf_add(out, rows++ ? STR(",{\"tenant\":") : STR("{\"tenant\":"));
		buf_add_json(out, str_from(tally->tenant));
		buf_add(out, STR(",\"type\":"));
		buf_add_json(out, str_from(tally->type));
		buf_addf(out,
			 ",\"runs\":%u,\"delivered\":%u,\"late\":%u,\"cut_off\":%u,\"dead\":%u,"
			 "\"cancelled\":%u,\"waiting\":%u,\"longest_wait_ms\":%lld}",
			 tally->runs, tally->delivered, tally->late, tally->cut_off, tally->dead,
			 tally->cancelled, tally->waiting, (long long)tally->longest_wait);
	}
	buf_add(out, STR("]}}\n"));
}

void story_print_summary(struct story_printer *printer, const struct story_result *result)
{
	if (printer->json) {
		print_json_summary(printer, result);
		return;
	}
	flush_created(printer);
	print_tallies(printer, result);
	print_expectations(printer, result);
}
