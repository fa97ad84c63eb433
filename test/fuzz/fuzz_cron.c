/* Cron expressions from any bytes. Properties: an error says why and where; what is accepted prints
 * to a normal form that parses to the same sets; the model (naive_cron.h) accepts and refuses the
 * same; the next wall is later, matches, nothing that matches lies between, and the same wall comes
 * from everywhere between. */
/* The model and these checks are not what is searched: count coverage in the product only. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "calendar/cron.h"
#include "fuzz_common.h"
#include "naive_cron.h"

enum { DAYS_WALKED = 1600, AFTERS = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same_sets(const struct cron *a, const struct cron *b)
{
	return a->seconds == b->seconds && a->minutes == b->minutes && a->hours == b->hours &&
	       a->days == b->days && a->days_nearest == b->days_nearest &&
	       a->days_last == b->days_last && a->months == b->months &&
	       a->weekdays == b->weekdays && a->weekdays_last == b->weekdays_last &&
	       memcmp(a->weekdays_nth, b->weekdays_nth, sizeof(a->weekdays_nth)) == 0 &&
	       a->last_weekday == b->last_weekday && a->any_day == b->any_day &&
	       a->any_weekday == b->any_weekday && a->has_seconds == b->has_seconds &&
	       a->interval_like == b->interval_like;
}

static void check_print(const struct cron *cron, const char *text)
{
	struct buf first, second;
	struct cron again;
	struct why why;
	buf_init(&first, 4000);
	buf_init(&second, 4000);
	cron_print(cron, &first);
	if (buf_failed(&first)) fuzz_stop("%s does not print", text);
	if (cron_parse(buf_view(&first), &again, &why) != ERR_OK)
		fuzz_stop("%s prints as %.*s: %s", text, STR_ARG(buf_view(&first)), why.text);
	cron_print(&again, &second);
	if (!same_sets(cron, &again) || !str_eq(buf_view(&first), buf_view(&second)))
		fuzz_stop("%s prints as %.*s, which is another rule", text,
			  STR_ARG(buf_view(&first)));
	buf_done(&first);
	buf_done(&second);
}

/* The first matching wall after `after`, looking at one day after the other; false when there is
 * none in DAYS_WALKED days. */
static bool walk(const struct naive_cron *model, int64_t after, int64_t *out_wall)
{
	int64_t day = naive_floor_div(after, 86400);
	for (int i = 0; i < DAYS_WALKED; i++, day++) {
		if (!naive_cron_match_day(model, day)) continue;
		int64_t from = i == 0 ? naive_floor_mod(after, 86400) + 1 : 0;
		for (int64_t second = from; second < 86400; second++) {
			if (!naive_cron_match_time(model, (int)second)) continue;
			*out_wall = day * 86400 + second;
			return true;
		}
	}
	return false;
}

static void check_between(const struct cron *cron, const char *text, int64_t after, int64_t next)
{
	const int64_t between[] = { after + 1, (after + next) / 2, next - 1 };
	for (size_t i = 0; i < countof(between); i++) {
		wall again;
		if (between[i] < after || between[i] >= next) continue;
		if (!cron_next_wall(cron, between[i], &again) || again != next)
			fuzz_stop("%s: %s after %s, but not after %s", text, show_wall(next),
				  show_wall(after), show_wall(between[i]));
	}
}

static void check_next(const struct cron *cron, const struct naive_cron *model, const char *text,
		       int64_t after)
{
	wall next;
	int64_t expected;
	bool has = cron_next_wall(cron, after, &next);
	bool expects = walk(model, after, &expected);
	if (has && next <= after) fuzz_stop("%s: next is not later", text);
	if (expects && (!has || next != expected))
		fuzz_stop("%s after %s: expected %s, got %s", text, show_wall(after),
			  show_wall(expected), has ? show_wall(next) : "nothing");
	if (!expects && has && next <= after + (int64_t)(DAYS_WALKED - 1) * 86400)
		fuzz_stop("%s after %s: %s does not match", text, show_wall(after),
			  show_wall(next));
	if (!has && after < (int64_t)6000 * 365 * 86400)
		fuzz_stop("%s after %s: nothing, but it was accepted", text, show_wall(after));
	if (has) check_between(cron, text, after, next);
}

static void check_walls(const struct cron *cron, const struct naive_cron *model, const char *text)
{
	u64 hash = 1469598103934665603;
	for (const char *at = text; *at; at++)
		hash = (hash ^ (u64)(unsigned char)*at) * 1099511628211;
	for (int i = 0; i < AFTERS; i++) {
		/* 1900 to 2160, mostly at odd seconds. */
		check_next(cron, model, text, (int64_t)(hash % 8200000000) - 2200000000);
		hash = hash * 6364136223846793005 + 1442695040888963407;
		hash ^= hash >> 29;
	}
}

static bool has_sunday_range(const char *text)
{
	for (; *text; text++)
		if (strncasecmp(text, "sun-sun", 7) == 0) return true;
	return false;
}

static bool has_huge_number(const char *text)
{
	int value = 0, len;
	for (; *text; text += len ? len : 1) {
		len = naive_cron_number(text, &value);
		if (len && value >= 1000000) return true;
	}
	return false;
}

/* Whether the policy decides if this text is an expression. It does not say what a range or a step
 * that begins at 7 (Sunday again) covers, or SUN-SUN, or how large a step may be. */
static bool policy_decides(const char *text)
{
	if (has_huge_number(text)) return false;
	return !strstr(text, "7-") && !strstr(text, "7/") && !has_sunday_range(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct naive_cron model;
	struct cron cron;
	struct why why = { 0 };
	str text = fuzz_copy(data, size);
	enum err err = cron_parse(text, &cron, &why);
	if (err) fuzz_check_why(text, err, &why);
	char copy[1002];
	bool plain = size <= 1000 && !memchr(data, '\0', size);
	if (plain) {
		memcpy(copy, data, size);
		copy[size] = '\0';
		bool accepts = naive_cron_parse(copy, &model);
		if (err == ERR_RULE_NEVER) {
			if (accepts && naive_cron_has_day(&model)) fuzz_stop("%s: never?", copy);
		} else if (accepts != (err == ERR_OK) && policy_decides(copy)) {
			fuzz_stop("'%s': %s", copy, err ? why.text : "accepted");
		}
		if (!err) check_print(&cron, copy);
		if (!err && accepts && policy_decides(copy)) check_walls(&cron, &model, copy);
	} else if (!err) {
		fuzz_stop("a NUL byte or 1001 bytes accepted");
	}
	fuzz_free(text);
	return 0;
}

#pragma clang attribute pop
