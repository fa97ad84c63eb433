#include "server/run_log.h"

#include "api/json.h"
#include "model/journal.h"
#include "model/whys.h"
#include "server/turn_ends.h"

/* An attempt of it did, or the run itself. */
static bool went_wrong(const struct journal_entry *entry)
{
	if (entry->kind != JOURNAL_MOVED) return false;
	bool is_tried_again = entry->from == RUN_PROCESSING && entry->to == RUN_QUEUED;
	return is_tried_again || run_state_is_dead_letter(entry->to);
}

static enum log_phrase phrase_of(const struct journal_entry *entry)
{
	if (entry->kind == JOURNAL_ALERT)
		return str_eq(entry->reason, STR("raised")) ? PHRASE_ALERT_RAISED
							    : PHRASE_ALERT_RESOLVED;
	if (entry->kind == JOURNAL_CREATED) return PHRASE_RUN_CREATED;
	if (entry->kind == JOURNAL_DEFERRED) return PHRASE_RUN_DEFERRED;
	if (entry->kind == JOURNAL_MOVED_TIME) return PHRASE_RUN_RESCHEDULED;
	if (entry->kind == JOURNAL_DAILY)
		return entry->run_at ? PHRASE_DAY_FINALIZED : PHRASE_LATE_SUCCESS;
	switch (entry->to) {
	case RUN_PROCESSING: return PHRASE_RUN_STARTED;
	case RUN_DONE: return PHRASE_RUN_DONE;
	case RUN_FAILED: return PHRASE_RUN_FAILED;
	case RUN_DLQ: return PHRASE_ATTEMPTS_EXHAUSTED;
	case RUN_CANCELLED: return PHRASE_RUN_CANCELLED;
	case RUN_QUEUED:
		return entry->from == RUN_PROCESSING ? PHRASE_RUN_REQUEUED : PHRASE_RUN_QUEUED;
	case RUN_WAITING:
	case RUN_STATE_COUNT: break;
	}
	return PHRASE_RUN_HELD;
}

static bool is_about_a_run(const struct journal_entry *entry)
{
	bool is_told = entry->kind == JOURNAL_CREATED || entry->kind == JOURNAL_MOVED ||
		       entry->kind == JOURNAL_DEFERRED || entry->kind == JOURNAL_MOVED_TIME;
	if (entry->kind == JOURNAL_DAILY || entry->kind == JOURNAL_ALERT) return entry->tenant.v;
	return is_told && entry->type.v && entry->tenant.v;
}

/* A text of what the journal tells of an alert, as it stands there. */
static str told(str details, str key)
{
	str bytes = { 0 };
	if (!json_find(details, key, &bytes) || bytes.len < 2) return (str){ 0 };
	return str_slice(bytes, 1, bytes.len - 1);
}

static void about_alert(str details, struct log_about *about)
{
	about->run = NULL;
	about->why = told(details, STR("alert_type"));
	about->ref = told(details, STR("subject"));
	if (!about->ref.len) about->ref = told(details, STR("job_code"));
}

/* ---- people --------------------------------------------------------------------------------- */

static struct run_log_person *place_of(struct run_log *log, const struct uuid *execution)
{
	u32 number = (u32)execution->bytes[14] << 8 | execution->bytes[15];
	return &log->people[number % RUN_LOG_PEOPLE];
}

/* The key of a daily window ends with its date: "daily:ann:2026-11-19". */
static void keep_date(struct run_log_person *person, str key)
{
	i64 date;
	person->date[0] = 0;
	if (!str_starts_with(key, STR("daily:")) || key.len < DAILY_DATE_LEN) return;
	str text = str_from_offset(key, key.len - DAILY_DATE_LEN);
	if (daily_parse_date(text, &date)) memcpy(person->date, text.at, DAILY_DATE_LEN);
}

static void keep_people(struct run_log *log, const struct turn *turn)
{
	for (u32 i = 0; turn && i < turn->claims_len; i++) {
		const struct lease *lease = turn->claims[i];
		struct run_log_person *person = place_of(log, &lease->execution);
		if (!lease->user.len || lease->user.len > sizeof person->user) continue;
		person->execution = lease->execution;
		person->user_len = (u8)lease->user.len;
		memcpy(person->user, lease->user.at, lease->user.len);
		keep_date(person, lease->key);
	}
}

static void about_person(struct run_log *log, const struct journal_entry *entry,
			 struct log_about *about)
{
	const struct run_log_person *person = place_of(log, &entry->execution);
	if (uuid_is_nil(&entry->execution) || !uuid_eq(&person->execution, &entry->execution))
		return;
	about->user = (str){ person->user, person->user_len };
	if (person->date[0]) about->date = (str){ person->date, DAILY_DATE_LEN };
}

/* The details of an ended day: "2026-11-19 ann". */
static void about_day(str details, struct log_about *about)
{
	if (details.len <= DAILY_DATE_LEN) return;
	about->date = str_slice(details, 0, DAILY_DATE_LEN);
	about->user = str_from_offset(details, DAILY_DATE_LEN + 1);
}

/* ---- entries -------------------------------------------------------------------------------- */

/* The class; and which rule of the policy guard it was, as `why` names it. What the handler said
 * stands only in lines for those who ask for all: it may name people. */
static void about_error(const struct journal_entry *entry, const struct execution_end *end,
			enum log_phrase phrase, struct log_about *about)
{
	str rest = entry->reason;
	str class = str_split(&rest, ':');
	bool is_denied = rest.len && str_eq(class, error_class_name(CLASS_POLICY_DENIED));
	about->err_code = is_denied ? class : entry->reason;
	if (is_denied) about->ref = entry->reason;
	if (!end) return;
	about->err_code = end->error_class.len ? end->error_class : STR("unknown");
	if (log_phrase_level(phrase) == LOG_DEBUG) about->detail = end->error_message;
}

static void write_entry(struct run_log *log, const struct log_sink *sink,
			const struct tally_names *names, const struct journal_entry *entry,
			struct turn_ends *ends, msec now)
{
	enum log_phrase phrase = phrase_of(entry);
	if (log_phrase_level(phrase) < sink->least) return;
	struct log_about about = LOG_ABOUT;
	about.tenant = names->name(names->context, NAME_TENANT, entry->tenant.v);
	if (entry->type.v) about.type = names->name(names->context, NAME_TYPE, entry->type.v);
	about.run = &entry->run;
	about.job = &entry->job;
	bool is_day = entry->kind == JOURNAL_DAILY;
	bool is_alert = entry->kind == JOURNAL_ALERT;
	about.state = is_day || is_alert ? entry->reason : run_state_name(entry->to);
	if (is_alert) about_alert(entry->details, &about);
	if (!is_day && !is_alert) about.attempts = entry->attempts;
	if (!journal_duration(entry, now, &about.duration_ms)) about.duration_ms = -1;
	about_person(log, entry, &about);
	if (is_day) about_day(entry->details, &about);
	if (went_wrong(entry))
		about_error(entry, turn_end_of(ends, &entry->execution), phrase, &about);
	if (entry->kind == JOURNAL_DEFERRED) {
		about.why = why_word(WHY_DEFERRED);
		about.ref = entry->reason;
		about.until = entry->run_at;
	}
	log_write(sink, now, phrase, &about);
}

void run_log_write(struct run_log *log, const struct log_sink *sink,
		   const struct tally_names *names, const struct turn *turn, str journal, msec now)
{
	struct journal_entry entry;
	struct turn_ends ends = { .turn = turn };
	keep_people(log, turn);
	while (journal_unpack(&journal, &entry)) {
		if (is_about_a_run(&entry)) write_entry(log, sink, names, &entry, &ends, now);
	}
}
