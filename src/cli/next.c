/* belfry next: when does a rule run? */
#include "cli/batch.h"
#include "cli/rules.h"

enum { NEXT_COUNT_DEFAULT = 10 };

static void print_json(const struct plan *plan, const struct runs *runs, struct buf *out)
{
	buf_addf(out, "{\"kind\":\"%s\",\"rule\":", rule_kind_name(plan->kind));
	buf_add_json(out, plan->text);
	buf_add(out, STR(",\"timezone\":"));
	buf_add_json(out, zone_name(plan->schedule.zone));
	buf_add(out, STR(",\"next\":["));
	for (u32 i = 0; i < runs->len; i++) {
		buf_add(out, i ? STR(",\"") : STR("\""));
		instant_print(runs->at[i].at, out);
		buf_add_byte(out, '"');
	}
	buf_add(out, STR("]}\n"));
}

static void print_table(struct cli *cli, const struct plan *plan, const struct runs *runs,
			bool from_now)
{
	const struct show show = { plan, runs, cli->doors->now, from_now };
	if (runs->len) show_table(&show, 0, &cli->out);
	if (!runs->ended) return;
	report_note(cli, runs->len ? STR("these are all: the rule ends there")
				   : STR("the rule has ended: there are no more runs"));
}

enum err cmd_next(struct cli *cli, const struct arguments *arguments)
{
	struct plan plan;
	struct runs runs;
	u32 count;
	if (arguments_have(arguments, OPTION_BATCH)) return batch_run(cli, arguments);
	enum err err = rules_count(cli, arguments, NEXT_COUNT_DEFAULT, &count);
	if (!err) err = rules_plan(cli, arguments, &plan);
	if (err) return err;
	runs_find(&runs, &plan, count);
	if (arguments_have(arguments, OPTION_JSON)) print_json(&plan, &runs, &cli->out.text);
	else print_table(cli, &plan, &runs, !arguments_have(arguments, OPTION_AFTER));
	plan_done(&plan);
	return ERR_OK;
}
