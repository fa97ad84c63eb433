/* belfry explain: what does a rule mean? */
#include "base/must.h"
#include "calendar/words.h"
#include "cli/rules.h"

enum {
	EXPLAIN_COUNT_DEFAULT = 5,
	EXPLAIN_TEXT_MAX = 256 << 10,
	YEAR_SECONDS = 366 * DAY_SECONDS,
	CHANGES_MAX = 20, /* in a year; no zone comes near it */
	DATE_COLUMNS = sizeof "28 September 2027 ",
};

/* The clock changes of the year after `after` that touch the rule. */
struct change_list {
	struct zone_change at[CHANGES_MAX];
	u32 len;
	u32 seen; /* changes in all */
};

static void find_changes(const struct plan *plan, struct change_list *list)
{
	i64 begin = msec_to_seconds(plan->after);
	struct zone_change change = { .at = begin };
	struct buf words;
	buf_init(&words, EXPLAIN_TEXT_MAX);
	*list = (struct change_list){ 0 };
	while (list->seen < CHANGES_MAX &&
	       zone_next_change(plan->schedule.zone, change.at, &change)) {
		if (change.at > begin + YEAR_SECONDS) break;
		list->seen++;
		if (words_change(&plan->schedule, &change, &words)) list->at[list->len++] = change;
	}
	buf_done(&words);
}

static void begin_line(struct cli *cli, const char *name)
{
	output_begin(&cli->out, STYLE_DIM);
	buf_addf(&cli->out.text, "  %-12s", name);
	output_end(&cli->out, STYLE_DIM);
}

static void print_words(struct cli *cli, const struct plan *plan)
{
	struct buf *out = &cli->out.text;
	buf_add(out, STR("  "));
	output_begin(&cli->out, STYLE_BOLD);
	words_rule(&plan->schedule.rule, out);
	buf_add(out, STR(", "));
	buf_add(out, zone_name(plan->schedule.zone));
	output_end(&cli->out, STYLE_BOLD);
	buf_add(out, STR("\n\n"));
}

static void print_facts(struct cli *cli, const struct plan *plan)
{
	struct buf *out = &cli->out.text;
	begin_line(cli, "kind");
	buf_addf(out, "%s\n", rule_kind_name(plan->kind));
	begin_line(cli, "normal form");
	rule_print(&plan->schedule.rule, out);
	buf_add_byte(out, '\n');
	if (!plan->schedule.has_start) return;
	begin_line(cli, "start");
	wall_print(plan->schedule.start, out);
	buf_add_byte(out, '\n');
}

static void print_change(struct cli *cli, const struct plan *plan, const struct zone_change *change)
{
	struct buf *out = &cli->out.text;
	buf_add(out, STR("    "));
	size_t begin = out->len;
	/* The day on which people put their clocks: before the change, also at midnight. */
	words_date(change->at + change->offset_before - 1, out);
	while (!buf_failed(out) && out->len - begin < DATE_COLUMNS) buf_add_byte(out, ' ');
	output_begin(&cli->out, STYLE_WARNING);
	(void)words_change(&plan->schedule, change, out);
	output_end(&cli->out, STYLE_WARNING);
	buf_add_byte(out, '\n');
}

static void print_changes(struct cli *cli, const struct plan *plan)
{
	struct change_list list;
	find_changes(plan, &list);
	if (list.seen == 0) return;
	buf_add_byte(&cli->out.text, '\n');
	output_styled(&cli->out, STYLE_DIM,
		      list.len ? STR("  clock changes in the year ahead that touch it")
			       : STR("  no clock change in the year ahead touches it"));
	buf_add_byte(&cli->out.text, '\n');
	for (u32 i = 0; i < list.len; i++) print_change(cli, plan, &list.at[i]);
}

static void print_text(struct cli *cli, const struct show *show)
{
	struct buf *out = &cli->out.text;
	print_words(cli, show->plan);
	print_facts(cli, show->plan);
	buf_add_byte(out, '\n');
	if (show->runs->len) show_table(show, 2, &cli->out);
	if (show->runs->ended)
		output_styled(&cli->out, STYLE_DIM,
			      show->runs->len ? STR("  these are all: the rule ends there\n")
					      : STR("  no more runs: the rule has ended\n"));
	print_changes(cli, show->plan);
}

static void print_json_run(const struct plan *plan, const struct occurrence *run, struct buf *note,
			   struct buf *out)
{
	buf_clear(note);
	words_note(&plan->schedule, run, note);
	buf_add(out, STR("{\"at\":\""));
	instant_print(run->at, out);
	buf_add(out, STR("\",\"local\":\""));
	show_local_iso(plan, run->at, out);
	buf_add(out, STR("\",\"note\":"));
	if (note->len) buf_add_json(out, buf_view(note));
	else buf_add(out, STR("null"));
	buf_add_byte(out, '}');
}

static void print_json_changes(const struct plan *plan, struct buf *note, struct buf *out)
{
	struct change_list list;
	find_changes(plan, &list);
	buf_add(out, STR("],\"clock_changes\":["));
	for (u32 i = 0; i < list.len; i++) {
		buf_clear(note);
		(void)words_change(&plan->schedule, &list.at[i], note);
		buf_add(out, i ? STR(",{\"at\":\"") : STR("{\"at\":\""));
		instant_print(list.at[i].at * 1000, out);
		buf_add(out, STR("\",\"note\":"));
		buf_add_json(out, buf_view(note));
		buf_add_byte(out, '}');
	}
	buf_add(out, STR("]}\n"));
}

static void print_json_rule(const struct plan *plan, struct buf *text, struct buf *out)
{
	buf_addf(out, "{\"kind\":\"%s\",\"rule\":", rule_kind_name(plan->kind));
	buf_add_json(out, plan->text);
	buf_add(out, STR(",\"normal\":"));
	rule_print(&plan->schedule.rule, text);
	buf_add_json(out, buf_view(text));
	buf_clear(text);
	buf_add(out, STR(",\"words\":"));
	words_rule(&plan->schedule.rule, text);
	buf_add_json(out, buf_view(text));
	buf_add(out, STR(",\"timezone\":"));
	buf_add_json(out, zone_name(plan->schedule.zone));
	buf_add(out, STR(",\"start\":"));
	if (plan->schedule.has_start) {
		buf_add_byte(out, '"');
		wall_print(plan->schedule.start, out);
		buf_add_byte(out, '"');
	} else {
		buf_add(out, STR("null"));
	}
	if (buf_failed(text)) out->failed = true;
}

static void print_json(const struct plan *plan, const struct runs *runs, struct buf *out)
{
	struct buf text;
	buf_init(&text, EXPLAIN_TEXT_MAX);
	print_json_rule(plan, &text, out);
	buf_add(out, STR(",\"next\":["));
	for (u32 i = 0; i < runs->len; i++) {
		if (i) buf_add_byte(out, ',');
		print_json_run(plan, &runs->at[i], &text, out);
	}
	print_json_changes(plan, &text, out);
	buf_done(&text);
}

enum err cmd_explain(struct cli *cli, const struct arguments *arguments)
{
	struct plan plan;
	struct runs runs;
	u32 count;
	enum err err = rules_count(cli, arguments, EXPLAIN_COUNT_DEFAULT, &count);
	if (!err) err = rules_plan(cli, arguments, &plan);
	if (err) return err;
	runs_find(&runs, &plan, count);
	const struct show show = { &plan, &runs, cli->doors->now,
				   !arguments_have(arguments, OPTION_AFTER) };
	if (arguments_have(arguments, OPTION_JSON)) print_json(&plan, &runs, &cli->out.text);
	else print_text(cli, &show);
	plan_done(&plan);
	return ERR_OK;
}
