/* A file is a job, an array of jobs, {"jobs": [...]}, or lines of jobs as `belfry export` writes
 * them. Members keep their bytes: numbers are sent with the digits they have. */
#include "cli/apply.h"

#include "cli/body.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/transfer.h"

enum { JOBS_MAX = 10000, JOB_BYTES_MAX = 1 << 20, CODE_BYTES_MAX = 256 };

struct apply {
	struct cli *cli;
	bool is_dry;
	u32 made;
	u32 changed;
	u32 kept;
};

typedef enum err job_function(struct apply *apply, str job, u32 number);

/* ---- the file ---------------------------------------------------------------------------- */

static enum err report_no_job(struct cli *cli, u32 number)
{
	struct why why;
	(void)fail(&why, ERR_JSON, "job %u of the file: an object with a code is expected", number);
	return report(cli, &why);
}

/* A text's inside; empty where it is none. */
static str unquoted(str value)
{
	bool is_text = value.len > 2 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : STR("");
}

static enum err check_job(struct apply *apply, str job, u32 number)
{
	str code = unquoted(render_member(job, "code"));
	bool is_code = code.len && code.len < CODE_BYTES_MAX && str_find(code, '\\') == code.len;
	return is_code ? ERR_OK : report_no_job(apply->cli, number);
}

static enum err for_each_of(struct apply *apply, str items, job_function *function)
{
	str item;
	enum err err = ERR_OK;
	for (u32 number = 1; !err && render_next_item(&items, &item); number++)
		err = number > JOBS_MAX ? report_no_job(apply->cli, number)
					: function(apply, item, number);
	return err;
}

/* Other kinds that an export has are not ours. */
static enum err for_each_line(struct apply *apply, str text, job_function *function)
{
	enum err err = ERR_OK;
	for (u32 number = 1; text.len && !err;) {
		str line = str_trim(str_split(&text, '\n'));
		str kind = unquoted(render_member(line, "kind"));
		if (!line.len || (kind.len && !str_eq(kind, STR("job")))) continue;
		json_t *value = render_parse(line);
		bool is_object = json_is_object(value);
		json_decref(value);
		if (!is_object || number > JOBS_MAX) return report_no_job(apply->cli, number);
		err = function(apply, kind.len ? render_member(line, "job") : line, number++);
	}
	return err;
}

/* The same JSON without the blanks between its parts. */
static void add_squeezed(str text, struct buf *out)
{
	bool in_string = false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
		if (in_string || !is_blank) buf_add_byte(out, c);
		if (in_string && c == '\\' && i + 1 < text.len) buf_add_byte(out, text.at[++i]);
		else if (c == '"') in_string = !in_string;
	}
}

static enum err for_each_job(struct apply *apply, str text, job_function *function)
{
	struct buf squeezed;
	json_t *whole = render_parse(text);
	bool is_array = json_is_array(whole);
	bool has_jobs = json_is_array(json_object_get(whole, "jobs"));
	bool is_one = whole && json_object_get(whole, "code");
	enum err err;
	json_decref(whole);
	buf_init(&squeezed, REMOTE_BODY_MAX + 1);
	add_squeezed(text, &squeezed);
	str same = buf_view(&squeezed);
	if (is_array) err = for_each_of(apply, str_slice(same, 1, same.len - 1), function);
	else if (has_jobs) err = for_each_of(apply, render_array(same, "jobs"), function);
	else if (is_one) err = function(apply, same, 1);
	else err = for_each_line(apply, text, function);
	buf_done(&squeezed);
	return err;
}

/* ---- what differs ------------------------------------------------------------------------ */

static bool is_same(str one, str other)
{
	if (str_eq(one, STR("null")) && !other.len) return true;
	json_t *a = render_parse(one);
	json_t *b = render_parse(other);
	bool same = a && b && json_equal(a, b);
	json_decref(a);
	json_decref(b);
	return same;
}

static void say_member(struct apply *apply, str key, str old, str new)
{
	struct output *out = &apply->cli->out;
	buf_add(&out->text, STR("    "));
	output_safe(out, key);
	buf_add(&out->text, STR(": "));
	output_begin(out, STYLE_DIM);
	if (old.len) output_safe(out, old);
	else buf_add(&out->text, STR("not set"));
	output_end(out, STYLE_DIM);
	buf_add(&out->text, STR(" \u2192 "));
	output_safe(out, new);
	buf_add_byte(&out->text, '\n');
}

/* The members of `job` that `there` has not, or has otherwise; all of them where it is not there.
 */
static u32 add_difference(struct apply *apply, str job, str there, struct buf *body, bool says)
{
	str rest = str_from_offset(str_trim(job), 1);
	str member;
	u32 count = 0;
	buf_clear(body);
	buf_add_byte(body, '{');
	while (render_next_item(&rest, &member)) {
		char name[128];
		str value = member;
		str key = str_trim(str_split(&value, ':'));
		value = str_trim(value);
		if (member.at[0] == '}' || key.len < 3 || key.len >= sizeof name) break;
		memcpy(name, key.at + 1, key.len - 2);
		name[key.len - 2] = '\0';
		if (there.len && transfer_is_own_of_job(key)) continue;
		str old = there.len ? render_member(there, name) : STR("");
		if (there.len && is_same(value, old)) continue;
		if (count++) buf_add_byte(body, ',');
		buf_add(body, member);
		if (says) say_member(apply, str_from(name), old, value);
	}
	buf_add_byte(body, '}');
	return count;
}

/* ---- one job ----------------------------------------------------------------------------- */

static void say_job(struct apply *apply, const char *what, enum style style, str code)
{
	struct output *out = &apply->cli->out;
	output_styled(out, style, str_from(what));
	buf_add_byte(&out->text, ' ');
	output_safe(out, code);
	buf_add_byte(&out->text, '\n');
}

static enum err make_job(struct apply *apply, str job, str code, struct buf *path)
{
	struct buf body;
	str answer;
	enum err err = ERR_OK;
	buf_init(&body, JOB_BYTES_MAX);
	say_job(apply, apply->is_dry ? "would make" : "make", STYLE_BOLD, code);
	(void)add_difference(apply, job, STR(""), &body, false);
	buf_clear(path);
	buf_add(path, STR("jobs"));
	transfer_add_tenant(apply->cli, path);
	const struct remote_call call = { STR("POST"), buf_view(path), buf_view(&body), 0 };
	if (!apply->is_dry) err = remote_send(apply->cli, &call, &answer);
	apply->made++;
	buf_done(&body);
	return err;
}

static enum err change_job(struct apply *apply, str job, str there, str code, str path)
{
	struct buf body;
	str answer;
	enum err err = ERR_OK;
	buf_init(&body, JOB_BYTES_MAX);
	if (add_difference(apply, job, there, &body, false)) {
		say_job(apply, apply->is_dry ? "would change" : "change", STYLE_BOLD, code);
		(void)add_difference(apply, job, there, &body, true);
		const struct remote_call call = { STR("PUT"), path, buf_view(&body), 0 };
		if (!apply->is_dry) err = remote_send(apply->cli, &call, &answer);
		apply->changed++;
	} else {
		say_job(apply, "as it is", STYLE_DIM, code);
		apply->kept++;
	}
	buf_done(&body);
	return err;
}

static enum err apply_job(struct apply *apply, str job, u32 number)
{
	struct cli *cli = apply->cli;
	struct client_response response;
	struct buf path, there;
	struct why why;
	str code = unquoted(render_member(job, "code"));
	(void)number;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&there, REMOTE_BODY_MAX);
	buf_add(&path, STR("jobs/"));
	remote_encode(code, &path);
	transfer_add_tenant(cli, &path);
	const struct remote_call look = { STR("GET"), buf_view(&path), STR(""), 0 };
	enum err err = remote_find(cli);
	if (!err && remote_try(cli, &look, &response, &why)) err = remote_report_none(cli, &why);
	if (err) goto done;
	buf_add(&there, response.body);
	if (response.status == 404) err = make_job(apply, job, code, &path);
	else if (response.status != 200) err = remote_report(cli, &response);
	else err = change_job(apply, job, buf_view(&there), code, buf_view(&path));
done:
	buf_done(&path);
	buf_done(&there);
	return err;
}

enum err apply_jobs(struct cli *cli, str file)
{
	struct apply apply = { .cli = cli,
			       .is_dry = arguments_have(cli->arguments, OPTION_FIELD_DRY_RUN) };
	struct buf text, word, note;
	struct why why;
	buf_init(&text, REMOTE_BODY_MAX + 1);
	buf_init(&word, 4096);
	buf_init(&note, 200);
	if (!str_eq(file, STR("-"))) buf_add_byte(&word, '@');
	buf_add(&word, file);
	enum err err = body_text(cli, buf_view(&word), &text, &why);
	if (err) (void)report(cli, &why);
	/* All of it is looked at before anything is done. */
	if (!err) err = for_each_job(&apply, buf_view(&text), check_job);
	if (!err) err = for_each_job(&apply, buf_view(&text), apply_job);
	buf_addf(&note, "%u made, %u changed, %u as they were%s", apply.made, apply.changed,
		 apply.kept, apply.is_dry ? "; nothing was done" : "");
	if (!err && !arguments_have(cli->arguments, OPTION_QUIET))
		report_note(cli, buf_view(&note));
	buf_done(&text);
	buf_done(&word);
	buf_done(&note);
	return err;
}
