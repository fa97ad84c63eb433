/* Recurrence rules from any bytes: four bytes choose the start, four how far after it to ask, the
 * rest is the rule's text. Properties: an error says why and where; what is accepted prints to a
 * normal form that parses to the same rule; next is later, monotone, and the same as the model's
 * (naive_rrule.h) wherever that can look; a rule refused as never firing has no instance there. */
/* The model and these checks are not what is searched: count coverage in the product only. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "calendar/rrule.h"
#include "fuzz_common.h"
#include "naive_rrule.h"

enum { PERIODS_MAX = 3000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct found {
	int64_t wall;
	bool any;
};

static bool take_first(void *context, int64_t at)
{
	*(struct found *)context = (struct found){ at, true };
	return false;
}

static void print_rule(const struct rrule *rule, struct buf *out, const char *text)
{
	buf_init(out, 20000);
	rrule_print(rule, out);
	if (buf_failed(out)) fuzz_stop("%s does not print", text);
}

static void check_print(const struct rrule *rule, const char *text)
{
	struct buf first, second;
	struct rrule again;
	struct why why;
	print_rule(rule, &first, text);
	if (rrule_parse(buf_view(&first), &again, &why) != ERR_OK)
		fuzz_stop("%s prints as %.*s: %s", text, STR_ARG(buf_view(&first)), why.text);
	print_rule(&again, &second, text);
	if (!str_eq(buf_view(&first), buf_view(&second)))
		fuzz_stop("%s prints as %.*s, then as %.*s", text, STR_ARG(buf_view(&first)),
			  STR_ARG(buf_view(&second)));
	buf_done(&first);
	buf_done(&second);
}

/* How far the model looks, in seconds: some thousand periods, at most some years. */
static int64_t model_span(const struct naive_rrule *rule)
{
	static const int64_t spans[] = { 2000,         2000 * 60,    2000 * 3600,   2000 * 86400,
					 2500 * 86400, 2500 * 86400, 4500 * 86400LL };
	int64_t span = spans[rule->freq] * (rule->freq < NAIVE_YEARLY ? rule->interval : 1);
	int64_t most = rule->freq < NAIVE_DAILY ? 700 * 86400LL : 4500 * 86400LL;
	return span > most ? most : span;
}

static void check_between(const struct rrule *rule, const char *text, wall after, wall next)
{
	const wall between[] = { after + 1, after + (next - after) / 2, next - 1 };
	for (size_t i = 0; i < countof(between); i++) {
		wall again;
		if (between[i] < after || between[i] >= next) continue;
		if (!rrule_next_wall(rule, between[i], &again) || again != next)
			fuzz_stop("%s from %s: %s after %s, but not after %s", text,
				  show_wall(rule->start), show_wall(next), show_wall(after),
				  show_wall(between[i]));
	}
}

/* Bound rule against the model from `after` on. */
static void check_next(const struct rrule *rule, const struct naive_rrule *model, const char *text,
		       wall after)
{
	static int times[86400];
	struct found found = { 0 };
	wall next = 0;
	bool has = rrule_next_wall(rule, after, &next);
	if (has && next <= after) fuzz_stop("%s: next is not later", text);
	if (has && next < rule->start) fuzz_stop("%s: next lies before the start", text);
	if (has) check_between(rule, text, after, next);
	if (!naive_rrule_is_decided(model)) return;
	int64_t from = after + 1 > model->start ? after + 1 : model->start;
	int64_t to = from + model_span(model);
	bool sure = naive_rrule_expand(model, from, to, PERIODS_MAX, times, take_first, &found);
	if (found.any && (!has || next != found.wall))
		fuzz_stop("%s from %s after %s: expected %s, got %s", text, show_wall(model->start),
			  show_wall(after), show_wall(found.wall),
			  has ? show_wall(next) : "nothing");
	if (!found.any && sure && has && next < to)
		fuzz_stop("%s from %s after %s: %s is no instance", text, show_wall(model->start),
			  show_wall(after), show_wall(next));
}

static void check_never(const struct naive_rrule *model, const char *text)
{
	static int times[86400];
	struct found found = { 0 };
	if (!naive_rrule_is_decided(model)) return;
	naive_rrule_expand(model, model->start, model->start + model_span(model), PERIODS_MAX,
			   times, take_first, &found);
	if (found.any)
		fuzz_stop("%s from %s is refused as never firing, but %s", text,
			  show_wall(model->start), show_wall(found.wall));
}

static void check_rule(struct rrule *rule, const char *text, wall start, int64_t ahead)
{
	static struct naive_rrule model;
	struct why why = { 0 };
	check_print(rule, text);
	bool has_model = naive_rrule_parse(text, &model);
	if (!has_model) fuzz_stop("%s is accepted, and no rule to the model", text);
	naive_rrule_bind(&model, start);
	enum err err = rrule_bind(rule, start, &why);
	if (err == ERR_RULE_NEVER) {
		check_never(&model, text);
		return;
	}
	/* Counting that many instances is more work than binding may be; it says so. */
	/* A COUNT is walked through within a bound; below a day it may be used up sooner. */
	bool may_be_too_far = rule->count > RRULE_COUNT_WALK_MAX || rule->freq < FREQ_DAILY;
	if (err == ERR_RRULE_RANGE && rule->count && may_be_too_far) return;
	if (err) fuzz_stop("%s from %s: %s", text, show_wall(start), why.text);
	check_next(rule, &model, text, start - 1);
	check_next(rule, &model, text, start + ahead);
	check_next(rule, &model, text, start + ahead / 4096);
	check_next(rule, &model, text, start - 1 - ahead);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rrule rule;
	struct why why = { 0 };
	struct choices choices = { data, size };
	/* 1960 to 2063, and up to 68 years after that. */
	wall start = (wall)(choose_bits(&choices, 4) % 3250000000) - 315619200;
	int64_t ahead = (int64_t)(choose_bits(&choices, 4) % 2150000000);
	str text = fuzz_copy(choices.at, choices.len);
	char copy[RRULE_TEXT_MAX + 1];
	enum err err = rrule_parse(text, &rule, &why);
	if (err) {
		fuzz_check_why(text, err, &why);
	} else {
		if (text.len > RRULE_TEXT_MAX) fuzz_stop("%zu bytes accepted", text.len);
		if (memchr(text.at, '\0', text.len)) fuzz_stop("a NUL byte accepted");
		memcpy(copy, text.at, text.len);
		copy[text.len] = '\0';
		check_rule(&rule, copy, start, ahead);
	}
	fuzz_free(text);
	return 0;
}

#pragma clang attribute pop
