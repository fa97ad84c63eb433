/* belfry bench: how much does this server take, from here? One connection, one call at a time: what
 * a single client gets, not what the server can do. */
#include "cli/act.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"

enum {
	TASKS_DEFAULT = 10000,
	TASKS_MAX = 1000000,
	SINGLE_MAX = 1000,
	BATCH = 500,
	ROUNDS_MAX = 100000,
	CALL_BYTES_MAX = 1 << 20,
};
#define BENCH_TYPE "belfry.bench"

struct bench {
	struct cli *cli;
	u32 tasks;
	struct buf body;
	struct table *table;
	bool json;
	u32 measures;
};

/* ---- telling ----------------------------------------------------------------------------- */

static void tell(struct bench *bench, const char *what, const char *key, u32 count, msec took)
{
	struct buf *out = bench->json ? &bench->cli->out.text : &bench->table->text;
	double seconds = took > 0 ? (double)took / 1000 : 0.001;
	if (bench->json) {
		buf_addf(out, "%s\"%s\":{\"count\":%u,\"seconds\":%.3f,\"per_second\":%.0f}",
			 bench->measures ? "," : "{", key, count, seconds, (double)count / seconds);
	} else {
		table_add_cell(bench->table, str_from(what));
		buf_addf(out, "%u", count);
		table_close_cell(bench->table);
		buf_addf(out, "%.2f s", seconds);
		table_close_cell(bench->table);
		buf_addf(out, "%.0f", (double)count / seconds);
		table_close_cell(bench->table);
	}
	bench->measures++;
}

static void show(struct bench *bench, const char *what, u32 done, u32 count)
{
	progress_show(bench->cli, (u32)((u64)done * 100 / count), str_from(what));
}

/* ---- measures ---------------------------------------------------------------------------- */

static enum err call(struct bench *bench, const char *path, str *out_body)
{
	const struct remote_call call = { STR("POST"), str_from(path), buf_view(&bench->body), 0 };
	return remote_send(bench->cli, &call, out_body);
}

static msec clock_of(const struct bench *bench)
{
	return bench->cli->doors->clock(bench->cli->doors->context);
}

static enum err make_singly(struct bench *bench, u32 count)
{
	enum err err = ERR_OK;
	msec began = clock_of(bench);
	str answer;
	buf_clear(&bench->body);
	buf_add(&bench->body, STR("{\"type\":\"" BENCH_TYPE "\",\"payload\":{\"n\":1}}"));
	for (u32 i = 0; i < count && !err; i++) {
		if (i % 100 == 0) show(bench, "tasks made, one a call", i, count);
		err = call(bench, "tasks", &answer);
	}
	if (!err) tell(bench, "tasks made, one a call", "single", count, clock_of(bench) - began);
	return err;
}

static void add_tasks(struct buf *out, u32 count)
{
	buf_clear(out);
	buf_add(out, STR("{\"tasks\":["));
	for (u32 i = 0; i < count; i++)
		buf_addf(out, "%s{\"type\":\"" BENCH_TYPE "\",\"payload\":{\"n\":%u}}",
			 i ? "," : "", i);
	buf_add(out, STR("]}"));
}

static enum err make_many(struct bench *bench, u32 count)
{
	enum err err = ERR_OK;
	msec began = clock_of(bench);
	str answer;
	for (u32 made = 0; made < count && !err;) {
		u32 some = count - made < BATCH ? count - made : BATCH;
		show(bench, "tasks made, 500 a call", made, count);
		add_tasks(&bench->body, some);
		err = call(bench, "tasks/bulk", &answer);
		made += some;
	}
	if (!err) tell(bench, "tasks made, 500 a call", "bulk", count, clock_of(bench) - began);
	return err;
}

/* The results of what was leased, and the wish for more. */
static u32 add_results(struct bench *bench, str answer)
{
	struct buf *out = &bench->body;
	str rest = render_array(answer, "leases");
	str lease;
	u32 count = 0;
	buf_clear(out);
	buf_add(out, STR("{\"worker_id\":\"belfry-bench\",\"results\":["));
	while (render_next_item(&rest, &lease)) {
		buf_addf(out, "%s{\"execution_id\":%.*s,\"outcome\":\"success\"}", count ? "," : "",
			 STR_ARG(render_member(lease, "execution_id")));
		count++;
	}
	buf_addf(out,
		 "],\"lease\":{\"worker_id\":\"belfry-bench\",\"max\":%d,"
		 "\"types\":[\"" BENCH_TYPE "\"]}}",
		 BATCH);
	return count;
}

static enum err carry_out(struct bench *bench, u32 count)
{
	msec began = clock_of(bench);
	u32 done = 0;
	str answer;
	buf_clear(&bench->body);
	buf_addf(&bench->body,
		 "{\"worker_id\":\"belfry-bench\",\"max\":%d,\"types\":[\"" BENCH_TYPE "\"]}",
		 BATCH);
	enum err err = call(bench, "worker/lease", &answer);
	for (u32 round = 0; round < ROUNDS_MAX && !err; round++) {
		u32 some = add_results(bench, answer);
		if (!some) break;
		done += some;
		show(bench, "runs carried out, 500 a call", done < count ? done : count, count);
		err = call(bench, "worker/results", &answer);
	}
	if (!err)
		tell(bench, "runs carried out, 500 a call", "carried_out", done,
		     clock_of(bench) - began);
	return err;
}

/* ---- the command ------------------------------------------------------------------------- */

static enum err measure(struct bench *bench)
{
	static const char *const heads[] = { "MEASURE", "COUNT", "TOOK", "A SECOND" };
	u32 single = bench->tasks < SINGLE_MAX ? bench->tasks : SINGLE_MAX;
	table_init(bench->table, countof(heads));
	for (size_t i = 0; i < countof(heads); i++) {
		bench->table->right[i] = i > 0;
		table_add_cell(bench->table, str_from(heads[i]));
	}
	enum err err = make_singly(bench, single);
	if (!err) err = make_many(bench, bench->tasks);
	if (!err) err = carry_out(bench, bench->tasks + single);
	progress_end(bench->cli);
	if (!err && bench->json) buf_add(&bench->cli->out.text, STR("}\n"));
	else if (!err) table_print(bench->table, 0, &bench->cli->out);
	table_done(bench->table);
	return err;
}

static enum err read_tasks(const struct arguments *arguments, u32 *out_tasks, struct why *why)
{
	u64 tasks = TASKS_DEFAULT;
	str text = arguments_value(arguments, OPTION_BENCH_TASKS, STR(""));
	if (arguments->operands_len)
		return fail(why, ERR_USAGE, "takes no arguments, only options");
	if (text.len && (!str_to_u64(text, TASKS_MAX, &tasks) || !tasks))
		return fail(why, ERR_USAGE, "--runs must be 1 to %d, got \"%.*s\"", TASKS_MAX,
			    STR_ARG(text));
	*out_tasks = (u32)tasks;
	return ERR_OK;
}

/* Asks first: a benchmark is work for the server, and stays in its history. */
static enum err ask_first(struct bench *bench)
{
	struct buf question;
	buf_init(&question, REMOTE_PATH_MAX);
	buf_addf(&question, "put %u tasks on %.*s", bench->tasks, STR_ARG(bench->cli->remote.url));
	enum err err = act_ask(bench->cli, buf_view(&question));
	buf_done(&question);
	return err;
}

enum err cmd_bench(struct cli *cli, const struct arguments *arguments)
{
	struct bench bench = { .cli = cli, .table = &cli->table };
	struct why why;
	enum output_form form;
	enum err err = read_tasks(arguments, &bench.tasks, &why);
	if (err) return report_usage(cli, &why);
	err = render_form(cli, &form);
	if (!err) err = remote_find(cli);
	if (!err) err = ask_first(&bench);
	if (err) return err;
	bench.json = form == FORM_JSON || form == FORM_NDJSON;
	buf_init(&bench.body, CALL_BYTES_MAX);
	err = measure(&bench);
	buf_done(&bench.body);
	return err;
}
