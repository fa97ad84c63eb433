#include "server/watch.h"

#include "base/memory.h"
#include "base/must.h"
#include "engine/watch/slo.h"
#include "model/journal.h"
#include "model/stats_groups.h"
#include "model/turn.h"
#include "store/query.h"

#include <pthread.h>

enum {
	RECALL_MINUTES = 8, /* of due minutes in one question: all that a page can hold */
	RECALL_BYTES_MAX = 64 << 20,
};

struct watch {
	pthread_mutex_t lock;
	struct slo_watch *slo;
	/* For the metrics; the loop's alone. */
	struct slo_tick ticked; /* since they were last brought */
	struct spans ticks;
	u64 began[SLO_COUNT];
};

enum err watch_new(const struct slo_settings *settings, struct now now, struct watch **out_watch)
{
	struct watch *watch = mem_alloc_zeroed(sizeof *watch);
	enum err err = watch ? slo_watch_new(settings, now, &watch->slo) : ERR_MEMORY;
	if (err) {
		mem_free(watch);
		return err;
	}
	must(pthread_mutex_init(&watch->lock, NULL) == 0);
	*out_watch = watch;
	return ERR_OK;
}

void watch_free(struct watch *watch)
{
	if (!watch) return;
	slo_watch_free(watch->slo);
	pthread_mutex_destroy(&watch->lock);
	mem_free(watch);
}

/* ---- what was before the start --------------------------------------------------------------- */

static void recall_row(struct watch *watch, enum stats_kind kind, const struct stats_group *row)
{
	msec wall = row->at * MSEC_MINUTE;
	/* Numbers of due minutes begin at 1; 0 is those that were too many to be told apart. */
	u32 due = row->number ? row->number - 1 : UINT32_MAX;
	if (kind == STATS_OF_TYPE) {
		struct spans spans = stats_spans(row->cells, STATS_DURATION);
		slo_note_attempts(watch->slo, wall, &spans);
		return;
	}
	slo_note_days(watch->slo, wall, DAY_SUCCESS, due, (u32)row->cells[STATS_SUCCESS]);
	slo_note_days(watch->slo, wall, DAY_CUTOFF_REACHED, due, (u32)row->cells[STATS_CUTOFF]);
}

static enum err recall_some(struct watch *watch, struct query *query, const struct stats_list *list)
{
	struct arena arena;
	struct stats_page page = { 0 };
	arena_init(&arena, RECALL_BYTES_MAX);
	enum err err = query->calls->stats(query, list, &arena, &page);
	for (u32 i = 0; !err && i < page.len; i++) recall_row(watch, list->kind, &page.rows[i]);
	arena_done(&arena);
	return err;
}

enum err watch_recall(struct watch *watch, struct query *query, msec wall)
{
	struct slo_report report;
	slo_watch_report(watch->slo, &report);
	i64 to = stats_at(wall, 1) + 1;
	i64 from = to - 1 - report.settings.window_minutes;
	struct stats_list list = { .kind = STATS_OF_TYPE,
				   .span = 1,
				   .from = from,
				   .to = to,
				   .by = STATS_BY_TIME,
				   .step = 1 };
	enum err err = recall_some(watch, query, &list);
	list.kind = STATS_OF_DUE;
	list.by |= STATS_BY_NUMBER;
	for (list.from = from; !err && list.from < to; list.from = list.to) {
		list.to = list.from + RECALL_MINUTES < to ? list.from + RECALL_MINUTES : to;
		err = recall_some(watch, query, &list);
	}
	return err;
}

/* ---- the pump's thread ----------------------------------------------------------------------- */

void watch_turn(struct watch *watch, const struct engine_pulse *pulse, msec took)
{
	must(pthread_mutex_lock(&watch->lock) == 0);
	slo_note_turn(watch->slo, pulse, took);
	must(pthread_mutex_unlock(&watch->lock) == 0);
}

void watch_claims(struct watch *watch, const struct turn *turn)
{
	msec wall = turn->now.wall;
	must(pthread_mutex_lock(&watch->lock) == 0);
	for (u32 i = 0; i < turn->claims_len; i++) {
		const struct lease *lease = turn->claims[i];
		slo_note_start(watch->slo, wall, lease->priority, wall - lease->run_at);
	}
	must(pthread_mutex_unlock(&watch->lock) == 0);
}

static void note_entry(struct watch *watch, const struct journal_entry *entry, msec wall)
{
	msec took;
	enum day_status status;
	if (journal_duration(entry, wall, &took)) slo_note_attempt(watch->slo, wall, took);
	if (entry->kind == JOURNAL_DAILY && day_status_parse(entry->reason, &status))
		slo_note_days(watch->slo, wall, status, entry->attempts, 1);
}

void watch_journal(struct watch *watch, str journal, msec wall)
{
	struct journal_entry entry;
	must(pthread_mutex_lock(&watch->lock) == 0);
	while (journal_unpack(&journal, &entry)) note_entry(watch, &entry, wall);
	must(pthread_mutex_unlock(&watch->lock) == 0);
}

/* ---- the loop's ------------------------------------------------------------------------------ */

static void log_tick(const struct log_sink *log, msec wall, const struct slo_tick *tick)
{
	const struct log_number numbers[] = {
		{ "users_scanned", (i64)tick->users_scanned * LOG_THOUSAND },
		{ "eligible_in_window", (i64)tick->eligible_in_window * LOG_THOUSAND },
		{ "enqueued", (i64)tick->enqueued * LOG_THOUSAND },
		{ "cutoff_finalized", (i64)tick->cutoff_finalized * LOG_THOUSAND },
	};
	struct log_about about = LOG_ABOUT;
	about.duration_ms = tick->duration_ms;
	about.numbers = numbers;
	about.numbers_len = countof(numbers);
	log_write(log, wall, PHRASE_TICK_FINISHED, &about);
}

static void log_slo(const struct log_sink *log, msec wall, const struct slo_report *report,
		    enum slo slo, bool begins)
{
	const struct slo_state *state = &report->states[slo];
	const struct log_number numbers[] = {
		{ "window_minutes", (i64)report->settings.window_minutes * LOG_THOUSAND },
		{ "value", state->value },
		{ "threshold", state->threshold },
		{ "breaches", (i64)state->breaches * LOG_THOUSAND },
		{ "due_bucket", (i64)state->due_bucket * LOG_THOUSAND },
	};
	struct log_about about = LOG_ABOUT;
	about.slo = slo_word(slo);
	about.unit = slo_unit(slo);
	about.state = slo_verdict_word(state->verdict);
	if (state->is_rising) about.why = STR("rising");
	about.numbers = numbers;
	about.numbers_len = countof(numbers) - (state->due_bucket == SLO_NO_BUCKET);
	log_write(log, wall, begins ? PHRASE_SLO_BREACHED : PHRASE_SLO_RESTORED, &about);
}

static void count_tick(struct watch *watch, const struct slo_tick *tick)
{
	spans_add(&watch->ticks, tick->duration_ms);
	watch->ticked.users_scanned += tick->users_scanned;
	watch->ticked.enqueued += tick->enqueued;
	watch->ticked.cutoff_finalized += tick->cutoff_finalized;
	watch->ticked.eligible_in_window = tick->eligible_in_window;
}

void watch_look(struct watch *watch, struct now now, const struct log_sink *log)
{
	struct slo_news news;
	struct slo_report report;
	must(pthread_mutex_lock(&watch->lock) == 0);
	slo_look(watch->slo, now, &news);
	slo_watch_report(watch->slo, &report);
	must(pthread_mutex_unlock(&watch->lock) == 0);
	if (news.has_tick) {
		count_tick(watch, &news.tick);
		log_tick(log, now.wall, &news.tick);
	}
	for (u32 i = 0; i < SLO_COUNT; i++) {
		watch->began[i] += news.began[i];
		if (!news.began[i] && !news.ended[i]) continue;
		log_slo(log, now.wall, &report, (enum slo)i, news.began[i]);
	}
}

void watch_report(struct watch *watch, struct slo_report *out_report)
{
	must(pthread_mutex_lock(&watch->lock) == 0);
	slo_watch_report(watch->slo, out_report);
	must(pthread_mutex_unlock(&watch->lock) == 0);
}

void watch_bring(struct watch *watch, struct metrics *metrics)
{
	const struct slo_tick *ticked = &watch->ticked;
	const str none = STR("");
	struct slo_report report;
	watch_report(watch, &report);
	for (u32 i = 0; i < SLO_COUNT; i++) {
		const struct slo_state *state = &report.states[i];
		str word = slo_word((enum slo)i);
		bool is_breached = state->verdict == SLO_IS_BREACHED;
		metrics_put(metrics, METRIC_SLO_BREACHED, word, none, is_breached);
		metrics_put(metrics, METRIC_SLO_IN_A_ROW, word, none, state->breaches);
		metrics_add(metrics, METRIC_SLO_BREACHES, word, none, watch->began[i]);
		watch->began[i] = 0;
	}
	metrics_observe_many(metrics, METRIC_TICKS, none, none, &watch->ticks);
	metrics_add(metrics, METRIC_TICK_SCANNED, none, none, ticked->users_scanned);
	metrics_add(metrics, METRIC_TICK_ENQUEUED, none, none, ticked->enqueued);
	metrics_add(metrics, METRIC_TICK_CUT_OFF, none, none, ticked->cutoff_finalized);
	metrics_set(metrics, METRIC_TICK_ELIGIBLE, ticked->eligible_in_window);
	watch->ticked = (struct slo_tick){ .eligible_in_window = ticked->eligible_in_window };
	watch->ticks = (struct spans){ 0 };
}
