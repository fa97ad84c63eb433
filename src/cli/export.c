/* belfry export: everything that a tenant has been told, as JSON lines. What the server fills in by
 * itself is left out, so that two exports of the same are the same. */
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

enum { EXPORT_BYTES_MAX = 256 << 20, EXPORT_ROWS_MAX = 1000000 };

/* The lines of a kind, to be written the other way round: the oldest first. */
struct exported {
	struct buf lines;
};

static void add_line(const struct transfer_kind *kind, str row, struct buf *out)
{
	buf_addf(out, "{\"kind\":\"%s\",\"%s\":", kind->word, kind->word);
	transfer_add_body(kind, row, true, out);
	buf_add(out, STR("}\n"));
}

/* A dependency by the other job's code: its id is another one in another place. */
static enum err name_dependencies(struct cli *cli, str row, struct buf *out)
{
	json_t *job = render_parse(row), *list = json_object_get(job, "dependencies"), *one;
	enum err err = ERR_OK;
	size_t i;
	json_array_foreach(list, i, one)
	{
		struct buf path;
		str body;
		buf_init(&path, REMOTE_PATH_MAX);
		buf_addf(&path, "jobs/%s",
			 json_string_value(json_object_get(one, "depends_on_job_id")));
		transfer_add_tenant(cli, &path);
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
		str code = err ? STR("") : render_text(body, "code");
		(void)json_object_set_new(one, "depends_on_job_id",
					  json_stringn(code.at ? code.at : "", code.len));
		buf_done(&path);
		if (err) break;
	}
	if (!err) (void)json_dump_callback(list, render_add_dumped, out, JSON_COMPACT);
	json_decref(job);
	return err;
}

/* A job by itself tells whose its values are, its list does not. */
static enum err export_job(struct cli *cli, const struct transfer_kind *kind, str row,
			   struct buf *out)
{
	struct buf path, job, needs;
	str body;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&job, TRANSFER_LINE_BYTES_MAX);
	buf_init(&needs, TRANSFER_LINE_BYTES_MAX);
	transfer_path(cli, kind, render_text(row, kind->name), &path);
	enum err err = remote_send(
		cli, &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 }, &body);
	if (!err) buf_add(&job, body);
	str list = err ? STR("") : render_member(buf_view(&job), "dependencies");
	if (!err && list.len > 2) err = name_dependencies(cli, buf_view(&job), &needs);
	if (!err && needs.len) {
		struct buf named;
		size_t at = (size_t)(list.at - job.at);
		buf_init(&named, TRANSFER_LINE_BYTES_MAX);
		buf_add(&named, str_slice(buf_view(&job), 0, at));
		buf_add(&named, buf_view(&needs));
		buf_add(&named, str_from_offset(buf_view(&job), at + list.len));
		add_line(kind, buf_view(&named), out);
		buf_done(&named);
	} else if (!err) {
		add_line(kind, buf_view(&job), out);
	}
	buf_done(&needs);
	buf_done(&job);
	buf_done(&path);
	return err;
}

static enum err export_row(struct cli *cli, const struct transfer_kind *kind, str row,
			   void *context)
{
	struct exported *exported = context;
	if (kind->way == TRANSFER_JOB) return export_job(cli, kind, row, &exported->lines);
	add_line(kind, row, &exported->lines);
	return ERR_OK;
}

/* Jobs and reminders are listed newest first, and are made again oldest first. */
static void write_lines(struct cli *cli, const struct transfer_kind *kind, str lines)
{
	bool is_reversed = kind->way == TRANSFER_JOB ||
			   str_eq(str_from(kind->word), STR("reminder"));
	if (!is_reversed) {
		buf_add(&cli->out.text, lines);
		return;
	}
	while (lines.len) {
		size_t begin = lines.len - 1;
		while (begin && lines.at[begin - 1] != '\n') begin--;
		buf_add(&cli->out.text, str_from_offset(lines, begin));
		lines = str_slice(lines, 0, begin);
	}
}

static enum err export_settings(struct cli *cli, const struct transfer_kind *kind)
{
	struct buf tenant, path;
	str body;
	buf_init(&tenant, 256);
	buf_init(&path, REMOTE_PATH_MAX);
	enum err err = transfer_tenant(cli, &tenant);
	transfer_path(cli, kind, buf_view(&tenant), &path);
	if (!err)
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
	if (!err) {
		buf_addf(&cli->out.text, "{\"kind\":\"%s\",\"%s\":", kind->word, kind->word);
		transfer_add_body(kind, body, false, &cli->out.text);
		buf_add(&cli->out.text, STR("}\n"));
	}
	buf_done(&path);
	buf_done(&tenant);
	return err;
}

static enum err export_kind(struct cli *cli, const struct transfer_kind *kind)
{
	struct exported exported;
	if (kind->way == TRANSFER_SETTINGS) return export_settings(cli, kind);
	buf_init(&exported.lines, EXPORT_BYTES_MAX);
	enum err err = transfer_walk(cli, kind, export_row, &exported);
	if (buf_failed(&exported.lines)) cli->out.text.failed = true;
	if (!err) write_lines(cli, kind, buf_view(&exported.lines));
	(void)output_flush_large(&cli->out);
	buf_done(&exported.lines);
	return err;
}

enum err cmd_export(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum err err = ERR_OK;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no arguments: it writes to standard output");
		return report_usage(cli, &why);
	}
	for (size_t i = 0; i < transfer_kinds_len && !err; i++)
		err = export_kind(cli, &transfer_kinds[i]);
	return err;
}
