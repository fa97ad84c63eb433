#include "cli/rules.h"

#include "base/must.h"
#include "cli/fault.h"

static const str not_given = { NULL, 0 };

/* "--tz: ..." so that it is clear which of the options is meant. */
static enum err report_option(struct cli *cli, enum option_id id, const struct why *why)
{
	struct why named;
	(void)fail(&named, why->code, "--%s: %s", option_row(id)->name, why->text);
	return report(cli, &named);
}

static enum err report_part(struct cli *cli, const struct plan *plan, enum plan_part part,
			    const struct why *why)
{
	static const enum option_id options[] = {
		[PLAN_KIND] = OPTION_KIND,
		[PLAN_ZONE] = OPTION_TZ,
		[PLAN_START] = OPTION_START,
		[PLAN_AFTER] = OPTION_AFTER,
	};
	if (part == PLAN_RULE) return report_rule(cli, plan->kind, plan->text, why);
	return report_option(cli, options[part], why);
}

static enum err read_choice(struct cli *cli, const struct arguments *arguments, enum option_id id,
			    const char *const *choices, u32 *out_choice)
{
	struct why why;
	str value = arguments_value(arguments, id, not_given);
	if (!value.at) return ERR_OK;
	for (u32 i = 0; choices[i]; i++) {
		if (!str_eq(value, str_from(choices[i]))) continue;
		*out_choice = i;
		return ERR_OK;
	}
	(void)fail(&why, ERR_USAGE, "\"%.*s\" is not %s, %s or %s", STR_ARG(value), choices[0],
		   choices[1], choices[2]);
	return report_option(cli, id, &why);
}

static enum err read_clock_changes(struct cli *cli, const struct arguments *arguments,
				   struct schedule *schedule)
{
	static const char *const gaps[] = { "shift", "next", "skip", NULL };
	static const char *const overlaps[] = { "first", "second", "both", NULL };
	u32 gap = GAP_SHIFT;
	u32 overlap = UINT32_MAX;
	enum err err = read_choice(cli, arguments, OPTION_DST_GAP, gaps, &gap);
	if (err) return err;
	err = read_choice(cli, arguments, OPTION_DST_OVERLAP, overlaps, &overlap);
	if (err) return err;
	schedule->gap = (enum dst_gap)gap;
	if (overlap != UINT32_MAX) schedule->overlap = (enum dst_overlap)(OVERLAP_FIRST + overlap);
	return ERR_OK;
}

static enum err read_dates(struct cli *cli, const struct arguments *arguments, struct plan *plan)
{
	for (u32 i = 0; i < arguments->given_len; i++) {
		const struct given_option *given = &arguments->given[i];
		struct why why;
		enum err err = ERR_OK;
		if (given->option == OPTION_RDATE) err = plan_add_rdates(plan, given->value, &why);
		if (given->option == OPTION_EXDATE)
			err = plan_add_exdates(plan, given->value, &why);
		if (given->option == OPTION_EXCLUDE)
			err = plan_add_excluded(plan, given->value, &why);
		if (err) return report_option(cli, (enum option_id)given->option, &why);
	}
	return ERR_OK;
}

static void tell_chosen_start(struct cli *cli, const struct plan *plan)
{
	struct buf text;
	buf_init(&text, WHY_TEXT_MAX);
	buf_add(&text, STR("no --start, so the rule starts at "));
	wall_print(plan->schedule.start, &text);
	buf_add(&text, STR(", the next full minute"));
	report_note(cli, buf_view(&text));
	buf_done(&text);
}

static enum err read_rule(struct cli *cli, const struct arguments *arguments, str *out_rule)
{
	struct why why;
	if (arguments->operands_len == 1) {
		*out_rule = arguments->operands[0];
		return ERR_OK;
	}
	if (arguments->operands_len == 0)
		(void)fail(&why, ERR_USAGE,
			   "a rule is needed, such as '0 9 * * 1-5' or 'FREQ=WEEKLY;BYDAY=MO'");
	else
		(void)fail(&why, ERR_USAGE,
			   "expected one rule, got %u arguments: put the rule into quotes, as in "
			   "belfry %s '0 9 * * 1-5'",
			   arguments->operands_len, cli->command->name);
	return report_usage(cli, &why);
}

enum err rules_plan(struct cli *cli, const struct arguments *arguments, struct plan *plan)
{
	struct plan_request request = {
		.kind = arguments_value(arguments, OPTION_KIND, not_given),
		.zone = arguments_value(arguments, OPTION_TZ, not_given),
		.start = arguments_value(arguments, OPTION_START, not_given),
		.after = arguments_value(arguments, OPTION_AFTER, not_given),
		.now = cli->doors->now,
	};
	enum plan_part part;
	struct why why;
	enum err err = read_rule(cli, arguments, &request.rule);
	if (err) return err;
	err = plan_init(plan, &request, cli->zones, &part, &why);
	if (err) return report_part(cli, plan, part, &why);
	err = read_clock_changes(cli, arguments, &plan->schedule);
	if (!err) err = read_dates(cli, arguments, plan);
	if (!err && plan_bind(plan, &why)) err = report_rule(cli, plan->kind, plan->text, &why);
	if (!err && plan->start_chosen) tell_chosen_start(cli, plan);
	if (err) plan_done(plan);
	return err;
}

enum err rules_count(struct cli *cli, const struct arguments *arguments, u32 fallback,
		     u32 *out_count)
{
	struct why why;
	u64 count = fallback;
	str value = arguments_value(arguments, OPTION_COUNT, not_given);
	if (value.at && (!str_to_u64(value, PLAN_COUNT_MAX, &count) || count == 0)) {
		(void)fail(&why, ERR_USAGE, "\"%.*s\" is not a number from 1 to %d", STR_ARG(value),
			   PLAN_COUNT_MAX);
		return report_option(cli, OPTION_COUNT, &why);
	}
	*out_count = (u32)count;
	return ERR_OK;
}
