#include "server/tally.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"
#include "model/daily.h"
#include "model/gate.h"
#include "model/journal.h"
#include "model/limits.def"
#include "model/turn.h"
#include "server/turn_ends.h"

#include <pthread.h>
#include <stdio.h>

enum {
	ROWS = 1024,   /* tenant and type, at most; the first one is everybody else's */
	PLACES = 2048, /* of the table that finds them */
	ENDS = 64,     /* ways that attempts end: result and error class */
	RETRIES = 256, /* retries by type and error class; the first is everybody else's */
};

/* The outcomes after which a run is queued again. */
static const enum outcome retry_outcomes[] = { OUTCOME_RETRY, OUTCOME_STALLED, OUTCOME_TIMEOUT };

/* Metrics by tenant and type alone. */
static const enum metric plain_metrics[] = { METRIC_ENQUEUED, METRIC_STARTED, METRIC_DONE,
					     METRIC_FAILED,   METRIC_DEAD,    METRIC_CANCELLED };

enum plain_tally { ENQUEUED, STARTED, DONE, FAILED, DEAD, CANCELLED, PLAIN_COUNT };

_Static_assert(countof(plain_metrics) == PLAIN_COUNT, "each has its metric");

struct tally_line {
	struct tally_pair of;
	u64 plain[PLAIN_COUNT];
	u64 deferred;
	u64 put_off[GATE_COUNT];
	u64 stalled;
	u64 windows[DAY_STATUS_COUNT];
	struct spans duration;
	struct spans lease_wait;
};

enum result { RESULT_OK, RESULT_ERROR, RESULT_TIMEOUT, RESULT_COUNT };

static const str result_words[RESULT_COUNT] = { STR("ok"), STR("error"), STR("timeout") };

/* Attempts that ended in one way. */
struct ends {
	enum result result;
	u8 class_len;
	char class_text[LIMIT_CLASS_NAME_BYTES];
	struct spans spans;
};

/* Attempts of a type that will be followed by another. */
struct retries {
	u16 row; /* whose type it is */
	u8 class_len;
	char class_text[LIMIT_CLASS_NAME_BYTES];
	u64 count;
};

struct tally {
	pthread_mutex_t lock;
	struct hash_key key;
	u32 rows_len;
	struct tally_line rows[ROWS];
	u16 places[PLACES];     /* a row; 0: none */
	struct ends ends[ENDS]; /* the first of each result is of all classes that are too many */
	u32 ends_len;
	struct retries retries[RETRIES];
	u32 retries_len;
	u64 due_days[DAY_STATUS_COUNT][DAY_MINUTES];
	u64 pauses;
	u64 job_pauses;
	u64 in_maintenance; /* runs that it put off */
};

static u8 keep(char *room, size_t size, str text)
{
	must(text.len <= size);
	memcpy(room, text.at, text.len);
	return (u8)text.len;
}

void tally_pair_set(struct tally_pair *pair, const struct tally_names *names, tenant_no tenant,
		    type_no type)
{
	str tenant_name = names->name(names->context, NAME_TENANT, tenant.v);
	str type_name = names->name(names->context, NAME_TYPE, type.v);
	pair->tenant = tenant;
	pair->type = type;
	pair->tenant_len = keep(pair->tenant_text, sizeof pair->tenant_text, tenant_name);
	pair->type_len = keep(pair->type_text, sizeof pair->type_text, type_name);
}

static void begin(struct tally *tally)
{
	static const str other = STR("other");
	memset(tally->rows, 0, tally->rows_len * sizeof tally->rows[0]);
	memset(tally->places, 0, sizeof tally->places);
	struct tally_line *rest = &tally->rows[0];
	rest->of.tenant_len = keep(rest->of.tenant_text, sizeof rest->of.tenant_text, other);
	rest->of.type_len = keep(rest->of.type_text, sizeof rest->of.type_text, other);
	tally->rows_len = 1;
	memset(tally->ends, 0, sizeof tally->ends);
	memset(tally->due_days, 0, sizeof tally->due_days);
	for (tally->ends_len = 0; tally->ends_len < RESULT_COUNT; tally->ends_len++) {
		struct ends *ends = &tally->ends[tally->ends_len];
		ends->result = (enum result)tally->ends_len;
		ends->class_len = keep(ends->class_text, sizeof ends->class_text, other);
	}
	tally->retries_len = 1;
	tally->retries[0] = (struct retries){ 0 };
	tally->retries[0].class_len = keep(tally->retries[0].class_text,
					   sizeof tally->retries[0].class_text, other);
	tally->pauses = tally->job_pauses = tally->in_maintenance = 0;
}

enum err tally_new(u64 seed, struct tally **out_tally)
{
	struct tally *tally = mem_alloc_zeroed(sizeof *tally);
	if (!tally) return ERR_MEMORY;
	must(pthread_mutex_init(&tally->lock, NULL) == 0);
	tally->key = hash_key_from_seed(seed);
	begin(tally);
	*out_tally = tally;
	return ERR_OK;
}

void tally_free(struct tally *tally)
{
	if (!tally) return;
	pthread_mutex_destroy(&tally->lock);
	mem_free(tally);
}

/* ---- adding ------------------------------------------------------------------------------- */

static struct tally_line *row_of(struct tally *tally, const struct tally_names *names,
				 const struct journal_entry *entry)
{
	u64 place = hash_u64(tally->key, (u64)entry->tenant.v << 32 | entry->type.v) % PLACES;
	for (; tally->places[place]; place = (place + 1) % PLACES) {
		struct tally_line *row = &tally->rows[tally->places[place]];
		const struct tally_pair *of = &row->of;
		if (of->tenant.v == entry->tenant.v && of->type.v == entry->type.v) return row;
	}
	if (tally->rows_len == ROWS) return &tally->rows[0];
	struct tally_line *row = &tally->rows[tally->rows_len];
	tally_pair_set(&row->of, names, entry->tenant, entry->type);
	tally->places[place] = (u16)tally->rows_len++;
	return row;
}

static struct retries *retries_of(struct tally *tally, u16 row, str class)
{
	for (u32 i = 1; i < tally->retries_len; i++) {
		struct retries *retries = &tally->retries[i];
		str text = { retries->class_text, retries->class_len };
		if (retries->row == row && str_eq(text, class)) return retries;
	}
	if (tally->retries_len == RETRIES || class.len > LIMIT_CLASS_NAME_BYTES)
		return &tally->retries[0];
	struct retries *retries = &tally->retries[tally->retries_len++];
	*retries = (struct retries){ .row = row };
	retries->class_len = keep(retries->class_text, sizeof retries->class_text, class);
	return retries;
}

static void count_again(struct tally *tally, struct tally_line *row,
			const struct journal_entry *entry, struct turn_ends *ends)
{
	bool is_retry = false;
	if (str_eq(entry->reason, outcome_name(OUTCOME_DEFER))) row->deferred++;
	for (u32 i = 0; i < countof(retry_outcomes); i++)
		is_retry = is_retry || str_eq(entry->reason, outcome_name(retry_outcomes[i]));
	if (!is_retry) return;
	const struct execution_end *end = turn_end_of(ends, &entry->execution);
	str class = end && end->error_class.len ? end->error_class : STR("unknown");
	retries_of(tally, (u16)(row - tally->rows), class)->count++;
}

static void count_end(struct tally *tally, struct tally_line *row,
		      const struct journal_entry *entry, struct turn_ends *ends)
{
	bool was_dead = run_state_is_dead_letter(entry->from);
	switch (entry->to) {
	case RUN_DONE: row->plain[DONE]++; break;
	case RUN_FAILED: row->plain[FAILED]++; break;
	case RUN_DLQ: row->plain[DEAD]++; break;
	case RUN_CANCELLED: row->plain[CANCELLED] += !was_dead; break;
	case RUN_QUEUED:
		if (entry->from == RUN_PROCESSING) count_again(tally, row, entry, ends);
		break;
	case RUN_PROCESSING:
	case RUN_WAITING:
	case RUN_STATE_COUNT: break;
	}
}

/* An execution's id tells when its lease began. */
static void count_move(struct tally *tally, struct tally_line *row,
		       const struct journal_entry *entry, struct turn_ends *ends, msec now)
{
	bool has_time = uuid_version(&entry->execution) == 7;
	msec began = has_time ? uuid7_msec(&entry->execution) : 0;
	msec took;
	if (entry->to == RUN_PROCESSING) row->plain[STARTED]++;
	else count_end(tally, row, entry, ends);
	if (entry->to == RUN_PROCESSING && has_time)
		spans_add(&row->lease_wait, began - entry->run_at);
	if (journal_duration(entry, now, &took)) spans_add(&row->duration, took);
	if (entry->from == RUN_PROCESSING)
		row->stalled += str_eq(entry->reason, outcome_name(OUTCOME_STALLED));
}

/* "policy: rule 3" counts as its first word. */
static void count_deferral(struct tally *tally, struct tally_line *row, str reason)
{
	str word = str_split(&reason, ':');
	for (enum gate gate = GATE_NONE + 1; gate < GATE_COUNT; gate++)
		row->put_off[gate] += str_eq(word, gate_name(gate));
	tally->in_maintenance += str_eq(word, gate_name(GATE_MAINTENANCE));
}

static void count_window(struct tally *tally, struct tally_line *row,
			 const struct journal_entry *entry)
{
	enum day_status status;
	if (!day_status_parse(entry->reason, &status)) return; /* a late success */
	row->windows[status]++;
	if (entry->attempts < DAY_MINUTES) tally->due_days[status][entry->attempts]++;
}

static void count_entry(struct tally *tally, const struct tally_names *names,
			const struct journal_entry *entry, struct turn_ends *ends, msec now)
{
	if (entry->kind == JOURNAL_PAUSED) tally->pauses++;
	if (entry->kind == JOURNAL_JOB_PAUSED) tally->job_pauses++;
	if (!entry->type.v || !entry->tenant.v) return;
	if (entry->kind == JOURNAL_CREATED) row_of(tally, names, entry)->plain[ENQUEUED]++;
	if (entry->kind == JOURNAL_MOVED)
		count_move(tally, row_of(tally, names, entry), entry, ends, now);
	if (entry->kind == JOURNAL_DAILY) count_window(tally, row_of(tally, names, entry), entry);
	if (entry->kind == JOURNAL_DEFERRED)
		count_deferral(tally, row_of(tally, names, entry), entry->reason);
}

void tally_add(struct tally *tally, const struct tally_names *names, const struct turn *turn,
	       str journal, msec now)
{
	struct journal_entry entry;
	struct turn_ends ends = { .turn = turn };
	must(pthread_mutex_lock(&tally->lock) == 0);
	while (journal_unpack(&journal, &entry)) count_entry(tally, names, &entry, &ends, now);
	must(pthread_mutex_unlock(&tally->lock) == 0);
}

/* False: its handler was not at an end. */
static bool result_of(enum outcome outcome, enum result *out_result)
{
	switch (outcome) {
	case OUTCOME_SUCCESS:
	case OUTCOME_NOOP: *out_result = RESULT_OK; return true;
	case OUTCOME_RETRY:
	case OUTCOME_FAIL: *out_result = RESULT_ERROR; return true;
	case OUTCOME_TIMEOUT:
	case OUTCOME_STALLED: *out_result = RESULT_TIMEOUT; return true;
	case OUTCOME_OPEN:
	case OUTCOME_DEFER:
	case OUTCOME_CANCELLED:
	case OUTCOME_RELEASED:
	case OUTCOME_CUTOFF:
	case OUTCOME_COUNT: break;
	}
	return false;
}

static struct ends *ends_of(struct tally *tally, enum result result, str class)
{
	for (u32 i = RESULT_COUNT; i < tally->ends_len; i++) {
		struct ends *ends = &tally->ends[i];
		bool is_same = str_eq((str){ ends->class_text, ends->class_len }, class);
		if (ends->result == result && is_same) return ends;
	}
	if (tally->ends_len == ENDS || class.len > LIMIT_CLASS_NAME_BYTES)
		return &tally->ends[result];
	struct ends *ends = &tally->ends[tally->ends_len++];
	ends->result = result;
	ends->class_len = keep(ends->class_text, sizeof ends->class_text, class);
	return ends;
}

static void count_ended(struct tally *tally, const struct execution_end *end)
{
	enum result result;
	str class = end->error_class;
	if (!result_of(end->outcome, &result) || uuid_version(&end->id) != 7) return;
	if (result == RESULT_OK) class = STR("");
	else if (!class.len) class = STR("unknown");
	spans_add(&ends_of(tally, result, class)->spans, end->ended_at - uuid7_msec(&end->id));
}

void tally_add_ends(struct tally *tally, const struct turn *turn)
{
	must(pthread_mutex_lock(&tally->lock) == 0);
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind == CHANGE_EXECUTION_END) count_ended(tally, change->end);
	}
	must(pthread_mutex_unlock(&tally->lock) == 0);
}

/* ---- bringing ----------------------------------------------------------------------------- */

static void add_some(struct metrics *metrics, enum metric metric, str first, str second, u64 by)
{
	if (by) metrics_add(metrics, metric, first, second, by);
}

static void bring_row(struct metrics *metrics, const struct tally_line *row)
{
	str type = tally_pair_type(&row->of);
	str tenant = tally_pair_tenant(&row->of);
	/* Once a tenant's type is known, each of its counts is there, if only as 0: else the first
	 * failure would not show as an increase. */
	bool is_known = row->of.tenant.v != 0;
	for (u32 i = 0; i < PLAIN_COUNT; i++) {
		if (!is_known && !row->plain[i]) continue;
		metrics_add(metrics, plain_metrics[i], type, tenant, row->plain[i]);
	}
	add_some(metrics, METRIC_DEFERRED, type, outcome_name(OUTCOME_DEFER), row->deferred);
	for (enum gate gate = GATE_NONE + 1; gate < GATE_COUNT; gate++)
		add_some(metrics, METRIC_DEFERRED, type, gate_name(gate), row->put_off[gate]);
	add_some(metrics, METRIC_STALLED, type, STR(""), row->stalled);
	for (u32 i = DAY_NONE + 1; i < DAY_STATUS_COUNT; i++)
		add_some(metrics, METRIC_WINDOWS, day_status_name((enum day_status)i), tenant,
			 row->windows[i]);
	if (row->duration.count)
		metrics_observe_many(metrics, METRIC_DURATION, type, STR(""), &row->duration);
	if (row->lease_wait.count)
		metrics_observe_many(metrics, METRIC_LEASE_WAIT, type, STR(""), &row->lease_wait);
}

static void bring_retries(struct metrics *metrics, const struct tally *tally)
{
	for (u32 i = 0; i < tally->retries_len; i++) {
		const struct retries *retries = &tally->retries[i];
		str class = { retries->class_text, retries->class_len };
		add_some(metrics, METRIC_RETRIES, tally_pair_type(&tally->rows[retries->row].of),
			 class, retries->count);
	}
}

static void bring_ends(struct metrics *metrics, const struct ends *ends)
{
	str class = { ends->class_text, ends->class_len };
	if (!ends->spans.count) return;
	metrics_observe_many(metrics, METRIC_ATTEMPTS, result_words[ends->result], class,
			     &ends->spans);
}

static void bring_due_days(struct metrics *metrics, enum day_status status, const u64 *days)
{
	char digits[5];
	for (u32 due = 0; due < DAY_MINUTES; due++) {
		if (!days[due]) continue;
		int len = snprintf(digits, sizeof digits, "%u", due);
		metrics_add(metrics, METRIC_DUE_DAYS, day_status_name(status),
			    (str){ digits, (size_t)len }, days[due]);
	}
}

void tally_bring(struct tally *tally, struct metrics *metrics)
{
	must(pthread_mutex_lock(&tally->lock) == 0);
	for (u32 i = 0; i < tally->rows_len; i++) bring_row(metrics, &tally->rows[i]);
	bring_retries(metrics, tally);
	for (u32 i = 0; i < tally->ends_len; i++) bring_ends(metrics, &tally->ends[i]);
	for (u32 i = DAY_NONE + 1; i < DAY_STATUS_COUNT; i++)
		bring_due_days(metrics, (enum day_status)i, tally->due_days[i]);
	metrics_add(metrics, METRIC_PAUSED, STR("pause"), STR(""), tally->pauses);
	metrics_add(metrics, METRIC_PAUSED, STR("job"), STR(""), tally->job_pauses);
	metrics_add(metrics, METRIC_PAUSED, gate_name(GATE_MAINTENANCE), STR(""),
		    tally->in_maintenance);
	begin(tally);
	must(pthread_mutex_unlock(&tally->lock) == 0);
}
