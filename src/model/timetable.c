/* From texts to a schedule. One block of memory: the struct, then its dates. */
#include "model/timetable.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"
#include "calendar/daybook.h"
#include "calendar/words.h"

enum { SHORTEST_WALK = 100 };

struct timetable {
	enum job_kind kind;
	msec run_at; /* ONCE */
	struct schedule schedule;
	const struct daybook *books[SCHEDULE_DAYBOOKS_MAX];
	msec dates[]; /* rdates, then exdates */
};

/* ---- reading ------------------------------------------------------------------------------ */

/* The message of a lower layer, with the field it is about before it. */
static enum err in_field(const char *field, const struct why *inner, struct why *why)
{
	return fail(why, inner->code, "%s: %s", field, inner->text);
}

/* Whether a time ends in Z or an offset, so that it says an instant by itself. */
static bool has_offset(str text)
{
	if (text.len < 6) return false;
	char last = text.at[text.len - 1];
	char sign = text.at[text.len - 6];
	if (last == 'Z' || last == 'z') return true;
	return text.at[text.len - 3] == ':' && (sign == '+' || sign == '-');
}

/* An instant, or a local time of the zone as the policy for clock changes reads it. */
static enum err read_time(const struct zone *zone, str text, msec *out_at, struct why *why)
{
	struct zone_reading reading;
	wall local;
	if (has_offset(text)) return instant_parse(text, out_at, why);
	enum err err = wall_parse(text, &local, why);
	if (err) return err;
	zone_read_wall(zone, local, &reading);
	*out_at = msec_from_seconds(reading.utc);
	return ERR_OK;
}

static enum err read_start(struct schedule *schedule, str text, struct why *why)
{
	struct why inner;
	msec at;
	if (!text.len) return ERR_OK;
	enum err err = read_time(schedule->zone, text, &at, &inner);
	if (!err && has_offset(text))
		schedule->start = zone_wall_at(schedule->zone, msec_to_seconds(at));
	else if (!err) err = wall_parse(text, &schedule->start, &inner);
	if (err) return in_field("start_at", &inner, why);
	if (schedule->start < WALL_MIN || schedule->start > WALL_MAX)
		return fail(why, ERR_TIME_SYNTAX, "start_at must lie in the years 1 to 9999");
	schedule->start_at = at;
	schedule->has_start = true;
	return ERR_OK;
}

/* Keeps `dates` ascending and each once. */
static enum err insert_date(msec *dates, u32 *len, msec at, struct why *why)
{
	u32 place = *len;
	while (place > 0 && dates[place - 1] > at) place--;
	if (place > 0 && dates[place - 1] == at) return ERR_OK;
	if (*len == SCHEDULE_DATES_MAX)
		return fail(why, ERR_TOO_LONG, "at most %d dates", SCHEDULE_DATES_MAX);
	memmove(dates + place + 1, dates + place, (*len - place) * sizeof *dates);
	dates[place] = at;
	*len += 1;
	return ERR_OK;
}

static enum err read_dates(const struct zone *zone, const char *field, str list, msec *dates,
			   u32 *out_len, struct why *why)
{
	struct why inner;
	while (list.len) {
		msec at;
		str item = str_trim(str_split(&list, ','));
		enum err err = read_time(zone, item, &at, &inner);
		if (!err) err = insert_date(dates, out_len, at, &inner);
		if (err) return in_field(field, &inner, why);
	}
	return ERR_OK;
}

static enum err read_excluded(struct timetable *timetable, str list,
			      const struct timetable_sources *sources, struct why *why)
{
	struct schedule *schedule = &timetable->schedule;
	while (list.len) {
		str name = str_trim(str_split(&list, ','));
		const struct daybook *book = sources->calendar
						     ? sources->calendar(sources->context, name)
						     : NULL;
		if (!book)
			return fail(why, ERR_INVALID, "exclude: there is no calendar \"%.*s\"",
				    STR_ARG(name));
		if (schedule->excluded_len == SCHEDULE_DAYBOOKS_MAX)
			return fail(why, ERR_TOO_LONG, "exclude: at most %d calendars",
				    SCHEDULE_DAYBOOKS_MAX);
		timetable->books[schedule->excluded_len++] = book;
	}
	schedule->excluded = timetable->books;
	return ERR_OK;
}

static enum err read_rule(const struct job_row *row, struct rule *rule, struct why *why)
{
	struct why inner;
	if (row->kind == JOB_INTERVAL) {
		*rule = (struct rule){ .kind = RULE_INTERVAL, .interval = row->interval_ms };
		if (row->interval_ms >= MSEC_SECOND) return ERR_OK;
		return fail(why, ERR_INTERVAL, "interval_seconds must be at least 1");
	}
	bool is_cron = row->kind == JOB_CRON;
	enum err err = rule_parse(is_cron ? RULE_CRON : RULE_RRULE, row->rule, rule, &inner);
	if (!err) return ERR_OK;
	return in_field(is_cron ? "cron_expression" : "recurrence_rule", &inner, why);
}

static enum err find_zone(const struct job_row *row, const struct timetable_sources *sources,
			  const struct zone **out_zone, struct why *why)
{
	struct why inner;
	if (!row->zone.len || str_eq(row->zone, STR("UTC"))) {
		*out_zone = zone_utc();
		return ERR_OK;
	}
	if (!sources->zone)
		return fail(why, ERR_ZONE_DATABASE, "timezone: the only time zone here is UTC");
	enum err err = sources->zone(sources->context, row->zone, out_zone, &inner);
	return err ? in_field("timezone", &inner, why) : ERR_OK;
}

static enum err fill(struct timetable *timetable, const struct job_row *row,
		     const struct timetable_sources *sources, struct why *why)
{
	struct schedule *schedule = &timetable->schedule;
	struct why inner;
	schedule->gap = row->dst_gap;
	schedule->overlap = row->dst_overlap;
	schedule->rdates = timetable->dates;
	enum err err = find_zone(row, sources, &schedule->zone, why);
	if (!err) err = read_rule(row, &schedule->rule, why);
	if (!err) err = read_start(schedule, row->start, why);
	if (!err)
		err = read_dates(schedule->zone, "rdates", row->rdates, timetable->dates,
				 &schedule->rdates_len, why);
	msec *exdates = timetable->dates + (row->rdates.len ? SCHEDULE_DATES_MAX : 0);
	schedule->exdates = exdates;
	if (!err)
		err = read_dates(schedule->zone, "exdates", row->exdates, exdates,
				 &schedule->exdates_len, why);
	if (err) return err;
	err = schedule_bind(schedule, &inner);
	if (err) return in_field("schedule", &inner, why);
	/* Days that calendars leave out come and go: they make no schedule unreadable. */
	return read_excluded(timetable, row->exclude, sources, why);
}

enum err timetable_new(const struct job_row *row, const struct timetable_sources *sources,
		       struct timetable **out_timetable, struct why *why)
{
	size_t dates = (row->rdates.len ? SCHEDULE_DATES_MAX : 0u) +
		       (row->exdates.len ? SCHEDULE_DATES_MAX : 0u);
	struct timetable *timetable = mem_alloc_zeroed(sizeof *timetable +
						       dates * sizeof timetable->dates[0]);
	enum err err = ERR_OK;
	if (!timetable) return fail(why, ERR_MEMORY, "no memory for a schedule");
	timetable->kind = row->kind;
	timetable->run_at = row->run_at;
	if (row->kind != JOB_ONCE && row->kind != JOB_MANUAL)
		err = fill(timetable, row, sources, why);
	if (err) {
		timetable_free(timetable);
		return err;
	}
	*out_timetable = timetable;
	return ERR_OK;
}

void timetable_free(struct timetable *timetable)
{
	mem_free(timetable);
}

/* ---- asking ------------------------------------------------------------------------------- */

bool timetable_next(const struct timetable *timetable, msec after, msec *out_at)
{
	if (timetable->kind == JOB_MANUAL) return false;
	if (timetable->kind != JOB_ONCE) return schedule_next(&timetable->schedule, after, out_at);
	if (timetable->run_at <= after) return false;
	*out_at = timetable->run_at;
	return true;
}

bool timetable_next_noted(const struct timetable *timetable, msec after,
			  struct occurrence *out_occurrence)
{
	if (timetable->kind != JOB_ONCE && timetable->kind != JOB_MANUAL)
		return schedule_next_noted(&timetable->schedule, after, out_occurrence);
	msec at;
	if (!timetable_next(timetable, after, &at)) return false;
	wall shown = zone_wall_at(zone_utc(), msec_to_seconds(at));
	*out_occurrence = (struct occurrence){ .at = at, .planned = shown, .shown = shown };
	return true;
}

void timetable_words(const struct timetable *timetable, struct buf *out)
{
	if (timetable->kind != JOB_ONCE) words_rule(&timetable->schedule.rule, out);
}

void timetable_words_of(const struct job_row *row, struct buf *out)
{
	const struct timetable_sources none = { 0 };
	struct timetable *timetable = NULL;
	struct why why;
	if (row->kind == JOB_MANUAL) return;
	if (row->kind == JOB_RRULE && row->zone.len && has_offset(row->start)) return;
	struct job_row rule = *row;
	rule.zone = rule.rdates = rule.exdates = rule.exclude = (str){ 0 };
	if (timetable_new(&rule, &none, &timetable, &why)) return;
	timetable_words(timetable, out);
	timetable_free(timetable);
}

bool timetable_excludes(const struct timetable *timetable, const struct daybook *book)
{
	for (u32 i = 0; i < timetable->schedule.excluded_len; i++) {
		if (timetable->books[i] == book) return true;
	}
	return false;
}

bool timetable_is_blocked(const struct timetable *timetable, msec after)
{
	struct schedule open = timetable->schedule;
	msec at;
	if (!open.excluded_len || timetable_next(timetable, after, &at)) return false;
	open.excluded_len = 0;
	return schedule_next(&open, after, &at);
}

void timetable_swap(struct timetable *timetable, const struct daybook *old,
		    const struct daybook *book)
{
	must(book != NULL);
	for (u32 i = 0; i < timetable->schedule.excluded_len; i++) {
		if (timetable->books[i] == old) timetable->books[i] = book;
	}
}

u32 timetable_count(const struct timetable *timetable, msec after, msec until, u32 most,
		    bool *out_more)
{
	u32 count = 0;
	*out_more = false;
	while (timetable_next(timetable, after, &after) && after <= until) {
		if (count == most) {
			*out_more = true;
			break;
		}
		count++;
	}
	return count;
}

msec timetable_shortest(const struct timetable *timetable, msec after)
{
	msec shortest = MSEC_MAX, last;
	if (!timetable_next(timetable, after, &last)) return shortest;
	for (u32 i = 0; i < SHORTEST_WALK; i++) {
		msec next;
		if (!timetable_next(timetable, last, &next)) break;
		if (next - last < shortest) shortest = next - last;
		last = next;
	}
	return shortest;
}

/* ---- what follows from now and from the job ------------------------------------------------ */

str timetable_start(const struct job_row *row, const struct zone *zone, msec now,
		    char room[TIMETABLE_START_BYTES])
{
	struct buf out;
	i64 utc = msec_to_seconds(now);
	wall local = zone_wall_at(zone, utc);
	buf_init(&out, TIMETABLE_START_BYTES);
	if (row->kind == JOB_RRULE) wall_print(local + 60 - wall_second_of_day(local) % 60, &out);
	else instant_print(msec_add(msec_from_seconds(utc), row->interval_ms), &out);
	str text = buf_failed(&out) ? (str){ room, 0 } : buf_view(&out);
	must(text.len <= TIMETABLE_START_BYTES);
	if (text.len) memcpy(room, text.at, text.len);
	buf_done(&out);
	return (str){ room, text.len };
}

msec timetable_jitter(const struct uuid *job, msec planned_at, msec span)
{
	must(span > 0);
	u64 hash = hash_mix(hash_load_u64(job->bytes)) ^ hash_load_u64(job->bytes + 8);
	return (msec)(hash_mix(hash_mix(hash) ^ (u64)planned_at) % (u64)span);
}

msec timetable_run_at(const struct timetable *timetable, const struct uuid *job, msec jitter_ms,
		      msec planned_at)
{
	msec span = jitter_ms + 1;
	msec next;
	if (!jitter_ms) return planned_at;
	if (timetable_next(timetable, planned_at, &next) && next - planned_at < span)
		span = next - planned_at;
	return msec_add(planned_at, timetable_jitter(job, planned_at, span));
}
