/* Statements about daily windows, the names of their runs, and what is expected of them. A label is
 * its person's id, too. */
#include "base/must.h"
#include "story/story_parts.h"
#include "story/story_value.h"

static struct played_job *daily_named(const struct play *play, str label)
{
	struct played_job *job = play_owner(play, label);
	return job && job->is_daily ? job : NULL;
}

struct played_job *play_daily_of(const struct play *play, const struct run_row *row)
{
	bool is_window = row->cause == CAUSE_DAILY || str_starts_with(row->key, STR("cutoff:"));
	str tenant = engine_name(pump_engine(play->pump), NAME_TENANT, row->tenant.v);
	struct played_job *job = is_window ? daily_named(play, row->user) : NULL;
	return job && str_eq(job->tenant, tenant) ? job : NULL;
}

/* ---- statements ---------------------------------------------------------------------------- */

static void put_daily(struct play *play, const struct story_line *line)
{
	struct played_job *job = daily_named(play, line->words[0]);
	struct command command = { .kind = COMMAND_DAILY_PUT,
				   .daily = { .user = line->words[0],
					      .zone = story_text(line, STORY_TZ) } };
	struct why why;
	if (daily_parse_time(story_text(line, STORY_DUE), &command.daily.due_minute, &why)) {
		play_refuse(play, why.text);
		return;
	}
	if (!job) {
		const struct played_job daily = { .label = line->words[0],
						  .tenant = story_text(line, STORY_TENANT),
						  .is_daily = true };
		job = play_add_owner(play, &daily);
	}
	command.tenant = job->tenant;
	play_submit(play, &command);
}

static void delete_daily(struct play *play, const struct story_line *line)
{
	const struct played_job *job = daily_named(play, line->words[0]);
	struct command command = { .kind = COMMAND_DAILY_DELETE,
				   .daily = { .user = line->words[0] } };
	if (!job) {
		play_refuse(play, "there is no such daily window");
		return;
	}
	command.tenant = job->tenant;
	play_submit(play, &command);
}

static void set_windows(struct play *play, const struct story_line *line)
{
	struct command command = {
		.kind = COMMAND_SET_TENANT,
		.set = { .name = line->words[0],
			 .gates_only = true,
			 .has_daily = true,
			 .daily = { .type = story_text(line, STORY_TYPE),
				    .on_cutoff = story_text(line, STORY_ON_CUTOFF),
				    .window_ms = story_number(line, STORY_WINDOW, 0),
				    .retry_delay_ms = story_number(line, STORY_DELAY, 0),
				    .timeout_ms = story_number(line, STORY_TIMEOUT, 0) } }
	};
	play_submit(play, &command);
}

void play_daily(struct play *play, const struct story_line *line)
{
	if (line->verb == VERB_WINDOWS) set_windows(play, line);
	else if (line->verb == VERB_DELETE_DAILY) delete_daily(play, line);
	else put_daily(play, line);
	ask_all_again(play);
}

/* ---- expectations -------------------------------------------------------------------------- */

static const struct daily_row *row_of(const struct play *play, str label, tenant_no *out_tenant)
{
	const struct played_job *job = daily_named(play, label);
	u32 no = 1;
	if (!job || !play->pump) return NULL;
	/* Names are few here. */
	for (;; no++) {
		str name = engine_name(pump_engine(play->pump), NAME_TENANT, no);
		if (!name.len) return NULL;
		if (str_eq(name, job->tenant)) break;
	}
	*out_tenant = (tenant_no){ no };
	return memory_store_find_daily(play->store, *out_tenant, label);
}

static void add_date(struct buf *out, i64 date)
{
	char text[DAILY_DATE_LEN];
	daily_print_date(date, text);
	buf_add(out, (str){ text, sizeof text });
}

static void add_day(void *context, const struct day_row *row)
{
	struct buf *out = context;
	if (out->len) buf_add_byte(out, ' ');
	add_date(out, row->date);
	if (row->through > row->date) buf_add(out, STR(".."));
	if (row->through > row->date) add_date(out, row->through);
	buf_addf(out, ":%.*s", STR_ARG(day_status_name(row->status)));
	if (row->attempts) buf_addf(out, "(%u)", row->attempts);
}

void expect_days(struct play *play, const struct story_line *line)
{
	struct buf got;
	tenant_no tenant = { 0 };
	buf_init(&got, 1 << 16);
	if (row_of(play, line->words[0], &tenant))
		memory_store_each_day(play->store, tenant, line->words[0], add_day, &got);
	play_expect_ledger(play, line, buf_view(&got));
	buf_done(&got);
}

/* Compares the window's row: "last=DATE:STATUS" is not told where no day was finalized. */
void expect_window(struct play *play, const struct story_line *line)
{
	tenant_no tenant = { 0 };
	const struct daily_row *row = row_of(play, line->words[0], &tenant);
	const struct story_given *run_at = story_find(line, STORY_RUN_AT);
	const struct story_given *deadline = story_find(line, STORY_DEADLINE);
	struct memory_run_seen seen;
	bool stands = row && !row->is_gone &&
		      memory_store_find_run(play->store, &row->hot.run, &seen);
	buf_clear(&play->text);
	if (!stands && (run_at || deadline)) buf_add(&play->text, STR("no window stands"));
	else if (stands && !run_at && !deadline) buf_add(&play->text, STR("a window stands"));
	else if (!stands) return;
	else if (run_at && play_time_differs(play, seen.row->hot.run_at, run_at)) {
	} else if (!deadline || !play_time_differs(play, row->hot.cutoff, deadline)) return;
	play_unmet(play, line, line->words[0]);
}
