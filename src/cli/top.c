/* belfry top: the server, live in the terminal. Plain ANSI; a picture a second; q ends it. */
#include "calendar/civil.h"
#include "cli/remote.h"
#include "cli/render.h"

enum { PICTURE_MS = 1000, ROWS_MAX = 200, BAR_COLUMNS = 10 };

/* From picture to picture. */
struct top {
	struct cli *cli;
	u64 ended; /* runs that ended since the server began, as of the last picture; UINT64_MAX:
		      there was none */
	msec at;
};

static enum err ask(struct top *top, const char *path, struct buf *out)
{
	str body;
	const struct remote_call call = { STR("GET"), str_from(path), STR(""), 0 };
	enum err err = remote_send(top->cli, &call, &body);
	buf_clear(out);
	if (!err) buf_add(out, body);
	return err;
}

/* The sum of a counter over all its labels, in Prometheus' text. */
static u64 sum_counter(str text, str name)
{
	u64 sum = 0;
	while (text.len) {
		str line = str_split(&text, '\n');
		u64 value;
		if (!str_starts_with(line, name)) continue;
		str rest = str_from_offset(line, name.len);
		if (rest.len && rest.at[0] == '{') {
			size_t end = str_find(rest, '}');
			rest = str_from_offset(rest, end + 1);
		}
		if (str_to_u64(str_trim(rest), UINT64_MAX, &value)) sum += value;
	}
	return sum;
}

static void add_member(struct top *top, str body, const char *member, const char *label)
{
	struct output *out = &top->cli->out;
	str value = render_member(body, member);
	if (!value.len) return;
	if (value.at[0] == '"') value = str_slice(value, 1, value.len - 1);
	output_styled(out, STYLE_DIM, str_from(label));
	buf_add_byte(&out->text, ' ');
	output_safe(out, value);
	buf_add(&out->text, STR("   "));
}

/* How many ended a second since the last picture. */
static void add_throughput(struct top *top, str metrics)
{
	const struct doors *doors = top->cli->doors;
	msec now = doors->clock(doors->context);
	u64 ended = sum_counter(metrics, STR("belfry_runs_done_total")) +
		    sum_counter(metrics, STR("belfry_runs_failed_total")) +
		    sum_counter(metrics, STR("belfry_runs_dead_total"));
	if (top->ended != UINT64_MAX && ended >= top->ended && now > top->at) {
		output_styled(&top->cli->out, STYLE_DIM, STR("ended/s"));
		buf_addf(&top->cli->out.text, " %.1f",
			 (double)(ended - top->ended) * 1000 / (double)(now - top->at));
	}
	top->ended = ended;
	top->at = now;
}

static void add_bar(const json_t *run, struct buf *out)
{
	const json_t *percent = json_object_get(run, "progress_percent");
	if (!json_is_integer(percent)) return;
	long long value = json_integer_value(percent);
	for (u32 i = 0; i < BAR_COLUMNS; i++)
		buf_add(out,
			(long long)i * 100 < value * BAR_COLUMNS ? STR("\u2588") : STR("\u2591"));
	buf_addf(out, " %lld%%", value);
}

static str text_of(const json_t *run, const char *member)
{
	return str_from(json_string_value(json_object_get(run, member)));
}

static void add_run(struct top *top, const json_t *run, struct table *table)
{
	msec since;
	table_add_cell(table, text_of(run, "id"));
	table_add_cell(table, text_of(run, "type"));
	table_add_cell(table, text_of(run, "worker_id"));
	if (instant_parse(text_of(run, "updated_at"), &since, NULL) == ERR_OK)
		render_distance(since, top->at, &table->text);
	table_close_cell(table);
	add_bar(run, &table->text);
	table_close_cell(table);
	for (str rest = text_of(run, "progress_message"); rest.len;
	     rest = str_from_offset(rest, 1)) {
		bool is_control = (unsigned char)rest.at[0] < 0x20 || rest.at[0] == 0x7f;
		buf_add_byte(&table->text, is_control ? '?' : rest.at[0]);
	}
	table_close_cell(table);
}

static void add_running(struct top *top, str body, u32 rows, u32 columns)
{
	static const char *const heads[] = { "RUNNING", "TYPE", "WORKER", "SINCE", "PROGRESS", "" };
	struct table *table = &top->cli->table;
	str rest = render_array(body, "data");
	str item;
	table_init(table, countof(heads));
	table->width_max = columns;
	for (size_t i = 0; i < countof(heads); i++) table_add_cell(table, str_from(heads[i]));
	while (table->rows <= rows && render_next_item(&rest, &item)) {
		json_t *run = render_parse(item);
		add_run(top, run, table);
		json_decref(run);
	}
	if (table->rows > 1) table_print(table, 0, &top->cli->out);
	else output_styled(&top->cli->out, STYLE_DIM, STR("nothing is running\n"));
	table_done(table);
}

static void add_queues(struct top *top, str body)
{
	struct output *out = &top->cli->out;
	str rest = render_array(body, "data");
	str item;
	output_styled(out, STYLE_DIM, STR("queues  "));
	while (render_next_item(&rest, &item)) {
		str name = render_member(item, "name");
		if (name.len > 2) output_safe(out, str_slice(name, 1, name.len - 1));
		buf_addf(&out->text, " (weight %.*s)  ", STR_ARG(render_member(item, "weight")));
	}
	buf_add(&out->text, STR("\n\n"));
}

static enum err draw(struct top *top, u32 rows, u32 columns)
{
	struct output *out = &top->cli->out;
	struct buf body;
	buf_init(&body, REMOTE_BODY_MAX);
	enum err err = ask(top, "status", &body);
	if (err) goto done;
	output_styled(out, STYLE_BOLD, STR("belfry "));
	output_safe(out, top->cli->remote.url);
	buf_add(&out->text, STR("   "));
	add_member(top, buf_view(&body), "status", "is");
	add_member(top, buf_view(&body), "due", "due");
	add_member(top, buf_view(&body), "running", "running");
	add_member(top, buf_view(&body), "workers", "workers");
	err = ask(top, "/metrics", &body);
	if (err) goto done;
	add_throughput(top, buf_view(&body));
	buf_add_byte(&out->text, '\n');
	err = ask(top, "queues", &body);
	if (err) goto done;
	add_queues(top, buf_view(&body));
	err = ask(top, "queue?state=processing&limit=200&tenant_id=%2A", &body);
	if (!err) add_running(top, buf_view(&body), rows > 6 ? rows - 6 : 1, columns);
done:
	buf_done(&body);
	return err;
}

/* Pictures until q is pressed, or nobody is there to see them. */
static enum err show(struct top *top)
{
	const struct doors *doors = top->cli->doors;
	struct output *out = &top->cli->out;
	for (;;) {
		u32 columns = doors->columns(doors->context, STREAM_OUT);
		u32 rows = doors->rows(doors->context);
		buf_add(&out->text, STR("\x1b[H\x1b[2J"));
		enum err err = draw(top, rows, columns);
		if (err) return err;
		output_styled(out, STYLE_DIM, STR("\nq ends it\n"));
		if (!output_flush(out)) return ERR_OK;
		char key = doors->key(doors->context, PICTURE_MS);
		if (key == 'q' || key == 'Q' || key == 3 || key == 27) return ERR_OK;
	}
}

enum err cmd_top(struct cli *cli, const struct arguments *arguments)
{
	struct top top = { .cli = cli, .ended = UINT64_MAX };
	const struct doors *doors = cli->doors;
	struct why why;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no words, only options");
		return report_usage(cli, &why);
	}
	if (arguments_have(arguments, OPTION_ONCE))
		return draw(&top, ROWS_MAX, doors->columns(doors->context, STREAM_OUT));
	if (!doors->can_ask || !doors->columns(doors->context, STREAM_OUT)) {
		(void)fail(&why, ERR_USAGE, "a terminal is needed; --once prints one picture");
		return report(cli, &why);
	}
	/* A screen of its own, given back at the end. */
	buf_add(&cli->out.text, STR("\x1b[?1049h\x1b[?25l"));
	doors->raw(doors->context, true);
	enum err err = show(&top);
	doors->raw(doors->context, false);
	buf_add(&cli->out.text, STR("\x1b[?25h\x1b[?1049l"));
	(void)output_flush(&cli->out);
	return err;
}
