#include "cli/batch.h"

#include "base/must.h"
#include "cli/plan.h"

#include <jansson.h>

/* ---- questions and answers --------------------------------------------------------------- */

/* jansson hands out the bytes it dumps. */
static int add_dumped(const char *bytes, size_t len, void *context)
{
	buf_add(context, (str){ bytes, len });
	return 0;
}

static void begin_answer(const json_t *id, struct buf *out)
{
	buf_add(out, STR("{\"id\":"));
	if (!id || json_dump_callback(id, add_dumped, out, JSON_ENCODE_ANY | JSON_COMPACT))
		buf_add(out, STR("null"));
}

static void answer_error(const json_t *id, const struct why *why, struct buf *out)
{
	begin_answer(id, out);
	buf_add(out, STR(",\"error\":"));
	buf_add_json(out, str_from(why->text));
	buf_add(out, STR("}\n"));
}

/* A rule that is right in itself but never meets a day has an answer too: nothing, and why. */
static void answer_never(const json_t *id, const struct why *why, struct buf *out)
{
	begin_answer(id, out);
	buf_add(out, STR(",\"next\":[],\"note\":"));
	buf_add_json(out, str_from(why->text));
	buf_add(out, STR("}\n"));
}

static void answer_next(const json_t *id, const struct plan *plan, u32 count, struct buf *out)
{
	msec at = plan->after;
	begin_answer(id, out);
	buf_add(out, STR(",\"next\":["));
	for (u32 i = 0; i < count && schedule_next(&plan->schedule, at, &at); i++) {
		buf_add(out, i ? STR(",\"") : STR("\""));
		instant_print(at, out);
		buf_add_byte(out, '"');
	}
	buf_add(out, STR("]}\n"));
}

/* ---- one line ------------------------------------------------------------------------------ */

/* Counts brackets outside strings, so that jansson never recurses deeper than we allow. */
static bool is_too_deep(str line)
{
	u32 depth = 0;
	bool in_string = false;
	for (size_t i = 0; i < line.len; i++) {
		char c = line.at[i];
		if (in_string && c == '\\') i++;
		else if (c == '"') in_string = !in_string;
		else if (!in_string && (c == '{' || c == '[') && ++depth > BATCH_DEPTH_MAX)
			return true;
		else if (!in_string && (c == '}' || c == ']') && depth > 0) depth--;
	}
	return false;
}

static enum err read_text(const json_t *line, const char *key, str *out_text, struct why *why)
{
	const json_t *value = json_object_get(line, key);
	if (!value || json_is_null(value)) return ERR_OK;
	if (!json_is_string(value)) return fail(why, ERR_JSON, "%s: a string is needed", key);
	*out_text = (str){ json_string_value(value), json_string_length(value) };
	return ERR_OK;
}

static enum err read_count(const json_t *line, u32 *out_count, struct why *why)
{
	const json_t *value = json_object_get(line, "count");
	json_int_t count = BATCH_COUNT_DEFAULT;
	/* Of what is no integer jansson says 0, which is refused like one. */
	if (value && !json_is_null(value)) count = json_integer_value(value);
	if (count < 1 || count > PLAN_COUNT_MAX)
		return fail(why, ERR_JSON, "count: a whole number from 1 to %d is needed",
			    PLAN_COUNT_MAX);
	*out_count = (u32)count;
	return ERR_OK;
}

static enum err read_request(const json_t *line, struct plan_request *request, u32 *out_count,
			     struct why *why)
{
	const struct {
		const char *key;
		str *text;
	} texts[] = {
		{ "rule", &request->rule },   { "kind", &request->kind },
		{ "tz", &request->zone },     { "dtstart", &request->start },
		{ "after", &request->after },
	};
	for (size_t i = 0; i < countof(texts); i++) {
		enum err err = read_text(line, texts[i].key, texts[i].text, why);
		if (err) return err;
	}
	if (!request->rule.at) return fail(why, ERR_JSON, "rule: missing");
	return read_count(line, out_count, why);
}

/* Says which key a message is about; of the rule it is clear. */
static void name_part(enum plan_part part, struct why *why)
{
	static const char *const keys[] = {
		[PLAN_RULE] = NULL,       [PLAN_KIND] = "kind",   [PLAN_ZONE] = "tz",
		[PLAN_START] = "dtstart", [PLAN_AFTER] = "after",
	};
	struct why plain = *why;
	if (keys[part]) (void)fail(why, plain.code, "%s: %s", keys[part], plain.text);
}

static void answer_plan(const json_t *id, struct plan *plan, u32 count, struct buf *out)
{
	struct why why;
	enum err err = plan_bind(plan, &why);
	if (err == ERR_RULE_NEVER) answer_never(id, &why, out);
	else if (err) answer_error(id, &why, out);
	else answer_next(id, plan, count, out);
}

static void answer_object(struct cli *cli, const json_t *line, struct plan *plan)
{
	struct plan_request request = { .now = cli->doors->now };
	const json_t *id = json_object_get(line, "id");
	enum plan_part part = PLAN_RULE;
	struct why why;
	u32 count = 0;
	enum err err = read_request(line, &request, &count, &why);
	if (err) {
		answer_error(id, &why, &cli->out.text);
		return;
	}
	err = plan_init(plan, &request, cli->zones, &part, &why);
	if (err) {
		name_part(part, &why);
		answer_error(id, &why, &cli->out.text);
	} else {
		answer_plan(id, plan, count, &cli->out.text);
	}
	plan_done(plan);
}

static void answer_line(struct cli *cli, str line, struct plan *plan)
{
	struct why why;
	json_error_t error;
	json_t *parsed = NULL;
	if (is_too_deep(line)) {
		(void)fail(&why, ERR_JSON, "nested deeper than %d levels", BATCH_DEPTH_MAX);
		answer_error(NULL, &why, &cli->out.text);
		return;
	}
	parsed = json_loadb(line.at ? line.at : "", line.len,
			    JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
	if (!parsed) {
		(void)fail(&why, ERR_JSON, "not valid JSON: %s at byte %d", error.text,
			   error.position);
		answer_error(NULL, &why, &cli->out.text);
	} else if (!json_is_object(parsed)) {
		(void)fail(&why, ERR_JSON, "a JSON object is needed");
		answer_error(NULL, &why, &cli->out.text);
	} else {
		answer_object(cli, parsed, plan);
	}
	json_decref(parsed);
}

/* ---- all lines ----------------------------------------------------------------------------- */

enum { CHUNK = 64 << 10 };

/* Lines from chunks. What is longer than allowed is not kept, but its end is waited for. */
struct batch_lines {
	struct buf line; /* what there is of the line so far */
	bool begun;      /* it has at least a byte */
	enum err err;    /* why the line was not kept */
	struct why why;
};

static void keep_piece(struct batch_lines *lines, str piece)
{
	lines->begun = lines->begun || piece.len > 0;
	if (lines->err) return;
	if (piece.len > BATCH_LINE_MAX - lines->line.len)
		lines->err = fail(&lines->why, ERR_TOO_LONG, "a line has at most %d bytes",
				  BATCH_LINE_MAX);
	else buf_add(&lines->line, piece);
	if (buf_failed(&lines->line))
		lines->err = fail(&lines->why, ERR_MEMORY, "no memory for the line");
}

static bool end_line(struct cli *cli, struct batch_lines *lines, struct plan *plan)
{
	if (lines->err) answer_error(NULL, &lines->why, &cli->out.text);
	else answer_line(cli, buf_view(&lines->line), plan);
	buf_clear(&lines->line);
	lines->err = ERR_OK;
	lines->begun = false;
	return output_flush_large(&cli->out);
}

/* False when the answers cannot be written any more. */
static bool take_chunk(struct cli *cli, struct batch_lines *lines, str chunk, struct plan *plan)
{
	while (chunk.len) {
		size_t newline = str_find(chunk, '\n');
		keep_piece(lines, str_slice(chunk, 0, newline));
		if (newline == chunk.len) break;
		chunk = str_from_offset(chunk, newline + 1);
		if (!end_line(cli, lines, plan)) return false;
	}
	return !cli->doors->input_is_dialogue || output_flush(&cli->out);
}

static enum err read_all(struct cli *cli, struct batch_lines *lines, struct plan *plan)
{
	char chunk[CHUNK];
	struct why why;
	for (;;) {
		size_t len = 0;
		enum err err = cli->doors->read(cli->doors->context, chunk, sizeof chunk, &len,
						&why);
		if (err) return report(cli, &why);
		if (len == 0) break;
		must(len <= sizeof chunk);
		/* The one who closed has seen enough; a failed write is reported at the end. */
		if (!take_chunk(cli, lines, (str){ chunk, len }, plan)) return ERR_OK;
	}
	/* The last line may lack its newline. */
	if (lines->begun) (void)end_line(cli, lines, plan);
	return ERR_OK;
}

enum err batch_run(struct cli *cli, const struct arguments *arguments)
{
	struct batch_lines lines = { 0 };
	struct plan plan;
	struct why why;
	bool alone = arguments->operands_len == 0;
	for (u32 i = 0; i < arguments->given_len; i++) {
		u32 id = arguments->given[i].option;
		bool fits = id >= OPTIONS_LEN || id == OPTION_BATCH || id == OPTION_JSON ||
			    id == OPTION_NO_COLOR;
		alone = alone && fits;
	}
	if (!alone) {
		(void)fail(&why, ERR_USAGE,
			   "--batch reads rules and options from standard input, not from the "
			   "command line");
		return report_usage(cli, &why);
	}
	buf_init(&lines.line, BATCH_LINE_MAX);
	enum err err = read_all(cli, &lines, &plan);
	buf_done(&lines.line);
	return err;
}
