/* belfry top: the server, live in the terminal. Plain ANSI; a picture a second; q ends it. A server
 * that goes away is waited for. */
#include "calendar/civil.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"

#include <string.h>

enum {
	PICTURE_MS = 1000,
	ROWS_MAX = 200,
	ROWS_FEW = 4,
	BAR_COLUMNS = 12,
	ENDED_MAX = 12,
	ENDED_LOOK = 100,
	SAMPLES = 11 /* ten seconds between the first and the last */
};
#define ENDED_STATES "done,failed,dlq,cancelled"

/* Runs that ended since the server began, as of one picture. */
struct sample {
	u64 ended;
	u64 failed; /* of them */
	msec at;
};

/* From picture to picture. */
struct top {
	struct cli *cli;
	struct sample samples[SAMPLES]; /* of the last pictures, the oldest first */
	u32 samples_len;
	msec at;     /* of this picture */
	bool is_own; /* the token may only ask about its own tenant */
	struct why why;
};

/* ---- asking ------------------------------------------------------------------------------ */

/* False: there is no good answer. */
static bool ask(struct top *top, const char *path, struct buf *out)
{
	struct client_response response;
	const struct remote_call call = { STR("GET"), str_from(path), STR(""), 0 };
	buf_clear(out);
	if (remote_try(top->cli, &call, &response, &top->why)) return false;
	bool is_good = response.status >= 200 && response.status <= 299;
	if (is_good) buf_add(out, response.body);
	else (void)fail(&top->why, ERR_IO, "status %d", response.status);
	return is_good;
}

/* Runs of every tenant, where the token may ask for them. */
static void ask_runs(struct top *top, const char *states, u32 limit, struct buf *out)
{
	char path[160];
	for (;;) {
		struct buf text;
		buf_init(&text, sizeof path - 1);
		buf_addf(&text, "queue?state=%s&limit=%u%s", states, limit,
			 top->is_own ? "" : "&tenant_id=%2A");
		memcpy(path, text.at, text.len);
		path[text.len] = '\0';
		buf_done(&text);
		if (ask(top, path, out) || top->is_own) return;
		top->is_own = true;
	}
}

/* ---- numbers ----------------------------------------------------------------------------- */

/* The sum of a counter over all its labels, in Prometheus' text. */
static u64 sum_counter(str text, str name)
{
	u64 sum = 0;
	while (text.len) {
		str line = str_split(&text, '\n');
		u64 value;
		if (!str_starts_with(line, name)) continue;
		str rest = str_from_offset(line, name.len);
		if (rest.len && rest.at[0] == '{') {
			size_t end = str_find(rest, '}');
			rest = str_from_offset(rest, end + 1);
		}
		if (str_to_u64(str_trim(rest), UINT64_MAX, &value)) sum += value;
	}
	return sum;
}

static void add_label(struct top *top, const char *label)
{
	buf_add(&top->cli->out.text, STR("   "));
	output_styled(&top->cli->out, STYLE_DIM, str_from(label));
	buf_add_byte(&top->cli->out.text, ' ');
}

static void add_member(struct top *top, str body, const char *member, const char *label)
{
	str value = render_member(body, member);
	if (!value.len) return;
	add_label(top, label);
	output_styled(&top->cli->out, STYLE_BOLD, value);
}

static void add_rate(struct top *top, const char *label, u64 before, u64 after, msec span)
{
	add_label(top, label);
	buf_addf(&top->cli->out.text, "%.1f/s", (double)(after - before) * 1000 / (double)span);
}

/* A server that began anew counts from nothing, and so do we. */
static void keep_sample(struct top *top, const struct sample *sample)
{
	struct sample *samples = top->samples;
	const struct sample *last = &samples[top->samples_len - 1];
	bool goes_on = top->samples_len && sample->ended >= last->ended &&
		       sample->failed >= last->failed && sample->at > last->at;
	if (!goes_on) top->samples_len = 0;
	if (top->samples_len == SAMPLES) {
		memmove(samples, samples + 1, sizeof samples[0] * (SAMPLES - 1));
		top->samples_len--;
	}
	samples[top->samples_len++] = *sample;
}

/* How many end a second, over the last pictures: what ends now and then does not flicker. */
static void add_throughput(struct top *top, str metrics)
{
	struct sample now = { .at = top->at };
	now.failed = sum_counter(metrics, STR("belfry_runs_failed_total")) +
		     sum_counter(metrics, STR("belfry_runs_dead_total"));
	now.ended = sum_counter(metrics, STR("belfry_runs_done_total")) + now.failed;
	keep_sample(top, &now);
	const struct sample *oldest = &top->samples[0];
	if (top->samples_len < 2) return;
	add_rate(top, "ended", oldest->ended, now.ended, now.at - oldest->at);
	add_rate(top, "failed", oldest->failed, now.failed, now.at - oldest->at);
}

static void add_numbers(struct top *top, str status, struct buf *body)
{
	struct output *out = &top->cli->out;
	str state = render_member(status, "status");
	state = state.len > 2 ? str_slice(state, 1, state.len - 1) : STR("");
	output_styled(out, STYLE_BOLD, STR("belfry "));
	output_safe(out, top->cli->remote.url);
	buf_add(&out->text, STR("   "));
	output_begin(out, render_style(state));
	buf_add(&out->text, render_icon(state));
	output_safe(out, state);
	output_end(out, render_style(state));
	buf_add_byte(&out->text, '\n');
	static const char *const members[][2] = { { "due", "due" },
						  { "running", "running" },
						  { "workers", "workers" } };
	size_t begin = out->text.len;
	for (size_t i = 0; i < countof(members); i++)
		add_member(top, status, members[i][0], members[i][1]);
	if (ask(top, "/metrics", body)) add_throughput(top, buf_view(body));
	/* The first label needs no room before it. */
	if (out->text.len > begin + 3) {
		memmove(out->text.at + begin, out->text.at + begin + 3, out->text.len - begin - 3);
		out->text.len -= 3;
	}
	buf_add(&out->text, STR("\n\n"));
}

/* ---- runs -------------------------------------------------------------------------------- */

static void add_bar(const json_t *run, struct buf *out)
{
	const json_t *percent = json_object_get(run, "progress_percent");
	if (!json_is_integer(percent)) return;
	long long value = json_integer_value(percent);
	progress_add_bar((u32)value, BAR_COLUMNS, out);
	buf_addf(out, " %3lld%%", value);
}

static str text_of(const json_t *run, const char *member)
{
	return str_from(json_string_value(json_object_get(run, member)));
}

/* Foreign text: nothing in it may steer the terminal. */
static void add_text(struct table *table, str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		buf_add_byte(&table->text, c < 0x20 || c == 0x7f ? ' ' : text.at[i]);
	}
	table_close_cell(table);
}

/* How long ago; the two clocks may differ a little. */
static void add_age(const struct top *top, const json_t *run, const char *member,
		    struct table *table)
{
	msec since;
	if (instant_parse(text_of(run, member), &since, NULL) == ERR_OK) {
		msec age = top->at > since ? top->at - since : 0;
		if (age < MSEC_SECOND) buf_add(&table->text, STR("now"));
		else render_span(age - age % MSEC_SECOND, &table->text);
	}
	table_close_cell(table);
}

static void add_running(const struct top *top, const json_t *run, struct table *table)
{
	add_text(table, text_of(run, "type"));
	add_text(table, text_of(run, "tenant_id"));
	add_age(top, run, "updated_at", table);
	add_bar(run, &table->text);
	table_close_cell(table);
	add_text(table, text_of(run, "progress_message"));
	add_text(table, text_of(run, "worker_id"));
	add_text(table, text_of(run, "queue"));
}

static enum style style_of_end(str text)
{
	(void)str_split(&text, ' ');
	return render_style(text);
}

static void add_ended(const struct top *top, const json_t *run, struct table *table)
{
	add_text(table, text_of(run, "type"));
	add_text(table, text_of(run, "tenant_id"));
	add_age(top, run, "finished_at", table);
	buf_add(&table->text, render_icon(text_of(run, "state")));
	add_text(table, text_of(run, "state"));
	add_text(table, text_of(run, "error_message"));
	add_text(table, text_of(run, "worker_id"));
	add_text(table, text_of(run, "queue"));
}

typedef void add_row(const struct top *top, const json_t *run, struct table *table);

enum { COLUMNS = 7 };

static void add_runs(struct top *top, const char *const heads[COLUMNS], str body, u32 rows,
		     u32 columns, add_row *add)
{
	struct table *table = &top->cli->table;
	str rest = render_array(body, "data");
	str item;
	table_init(table, COLUMNS);
	table->width_max = columns;
	table->styles[0] = STYLE_BOLD;
	if (add == add_ended) table->style_of[3] = style_of_end;
	for (size_t i = 0; i < COLUMNS; i++) table_add_cell(table, str_from(heads[i]));
	while (table->rows <= rows && render_next_item(&rest, &item)) {
		json_t *run = render_parse(item);
		add(top, run, table);
		json_decref(run);
	}
	if (table->rows > 1) table_print(table, 0, &top->cli->out);
	else output_styled(&top->cli->out, STYLE_DIM, STR("nothing is running\n"));
	table_done(table);
}

/* ---- pictures ---------------------------------------------------------------------------- */

/* Running runs have the room that ended runs leave; both have at least a few lines. */
static msec end_of(const json_t *run)
{
	msec at = 0;
	return instant_parse(text_of(run, "finished_at"), &at, NULL) ? 0 : at;
}

/* The list is by when runs were made; here those that ended last come first. */
static void sort_ended(str body, u32 count, struct buf *out)
{
	str items[ENDED_LOOK], rest = render_array(body, "data"), item;
	msec ends[ENDED_LOOK];
	u32 len = 0;
	while (len < ENDED_LOOK && render_next_item(&rest, &item)) {
		json_t *run = render_parse(item);
		msec at = end_of(run);
		u32 place = len++;
		json_decref(run);
		for (; place && ends[place - 1] < at; place--) {
			ends[place] = ends[place - 1];
			items[place] = items[place - 1];
		}
		ends[place] = at;
		items[place] = item;
	}
	buf_add(out, STR("{\"data\":["));
	for (u32 i = 0; i < len && i < count; i++) {
		if (i) buf_add_byte(out, ',');
		buf_add(out, items[i]);
	}
	buf_add(out, STR("]}"));
}

static void draw_runs(struct top *top, u32 rows, u32 columns, struct buf *body)
{
	static const char *const running[COLUMNS] = { "RUNNING", "TENANT", "FOR",  "PROGRESS",
						      "",        "WORKER", "QUEUE" };
	static const char *const ended[COLUMNS] = { "ENDED", "TENANT", "AGO",  "HOW",
						    "ERROR", "WORKER", "QUEUE" };
	u32 room = rows > 2 * ROWS_FEW ? rows - 6 : ROWS_FEW;
	u32 least = room / 2 < ENDED_MAX ? room / 2 : ENDED_MAX;
	ask_runs(top, "processing", ROWS_MAX, body);
	add_runs(top, running, buf_view(body), room - least, columns, add_running);
	ask_runs(top, ENDED_STATES, ENDED_LOOK, body);
	if (!render_array(buf_view(body), "data").len) return;
	struct buf sorted;
	buf_init(&sorted, REMOTE_BODY_MAX);
	sort_ended(buf_view(body), least, &sorted);
	buf_add_byte(&top->cli->out.text, '\n');
	add_runs(top, ended, buf_view(&sorted), least, columns, add_ended);
	buf_done(&sorted);
}

static bool draw(struct top *top, u32 rows, u32 columns)
{
	struct buf status, body;
	buf_init(&status, REMOTE_BODY_MAX);
	buf_init(&body, REMOTE_BODY_MAX);
	bool is_there = ask(top, "status", &status);
	if (is_there) {
		top->at = top->cli->doors->clock(top->cli->doors->context);
		add_numbers(top, buf_view(&status), &body);
		draw_runs(top, rows, columns, &body);
	}
	buf_done(&status);
	buf_done(&body);
	return is_there;
}

static void draw_absence(struct top *top)
{
	struct output *out = &top->cli->out;
	output_styled(out, STYLE_BOLD, STR("belfry "));
	output_safe(out, top->cli->remote.url);
	buf_add(&out->text, STR("\n\n"));
	output_styled(out, STYLE_ERROR, STR("no answer: "));
	output_safe(out, str_from(top->why.text));
	buf_add(&out->text, STR("\ntrying again each second\n"));
	top->samples_len = 0;
}

/* Over the last picture, so that nothing flickers: what is left of each line is wiped. */
static void place_picture(struct output *out, size_t begin, u32 rows)
{
	struct buf picture;
	u32 lines = 1;
	buf_init(&picture, OUTPUT_TEXT_MAX);
	buf_add(&picture, str_from_offset(buf_view(&out->text), begin));
	out->text.len = begin;
	buf_add(&out->text, STR("\x1b[H"));
	for (str rest = buf_view(&picture); rest.len && lines < rows; lines++) {
		buf_add(&out->text, str_split(&rest, '\n'));
		buf_add(&out->text, STR("\x1b[K\r\n"));
	}
	buf_add(&out->text, STR("\x1b[J"));
	output_styled(out, STYLE_DIM, STR("q quits"));
	buf_done(&picture);
}

/* Pictures until q is pressed, or nobody is there to see them. */
static void show(struct top *top)
{
	const struct doors *doors = top->cli->doors;
	struct output *out = &top->cli->out;
	for (;;) {
		u32 columns = doors->columns(doors->context, STREAM_OUT);
		u32 rows = doors->rows(doors->context);
		size_t begin = out->text.len;
		if (!draw(top, rows, columns)) draw_absence(top);
		place_picture(out, begin, rows);
		if (!output_flush(out)) return;
		char key = doors->key(doors->context, PICTURE_MS);
		if (key == 'q' || key == 'Q' || key == 3 || key == 27) return;
	}
}

/* Tells a caller without a server, or without permission, before the terminal is taken. */
static enum err look_first(struct cli *cli)
{
	str body;
	return remote_send(cli, &(struct remote_call){ STR("GET"), STR("status"), STR(""), 0 },
			   &body);
}

enum err cmd_top(struct cli *cli, const struct arguments *arguments)
{
	struct top top = { .cli = cli };
	const struct doors *doors = cli->doors;
	struct why why;
	bool is_once = arguments_have(arguments, OPTION_ONCE);
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no arguments, only options");
		return report_usage(cli, &why);
	}
	if (!is_once && (!doors->can_ask || !doors->columns(doors->context, STREAM_OUT))) {
		(void)fail(&why, ERR_USAGE,
			   "needs a terminal; --once prints one picture and "
			   "exits");
		return report(cli, &why);
	}
	enum err err = look_first(cli);
	if (err) return err;
	if (is_once) {
		(void)draw(&top, ROWS_MAX, doors->columns(doors->context, STREAM_OUT));
		return ERR_OK;
	}
	/* A screen of its own, given back at the end. */
	buf_add(&cli->out.text, STR("\x1b[?1049h\x1b[?25l"));
	doors->raw(doors->context, true);
	show(&top);
	doors->raw(doors->context, false);
	buf_add(&cli->out.text, STR("\x1b[?25h\x1b[?1049l"));
	(void)output_flush(&cli->out);
	return ERR_OK;
}
