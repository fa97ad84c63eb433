/* Bytes come as they were written; whatever could steer a terminal is made visible here. */
#include "cli/said.h"

#include "cli/render.h"

#include <jansson.h>
#include <stdio.h>

enum { SAID_BYTES_MAX = 2 << 20 };

/* ---- base64 ------------------------------------------------------------------------------- */

static u32 digit_of(char c)
{
	if (c >= 'A' && c <= 'Z') return (u32)(c - 'A');
	if (c >= 'a' && c <= 'z') return (u32)(c - 'a') + 26;
	if (c >= '0' && c <= '9') return (u32)(c - '0') + 52;
	return c == '+' ? 62 : 63;
}

static void add_decoded(struct buf *out, str text)
{
	u32 bits = 0, held = 0;
	for (size_t i = 0; i < text.len && text.at[i] != '='; i++) {
		bits = (bits << 6 | digit_of(text.at[i])) & 0xffffff;
		held += 6;
		if (held < 8) continue;
		held -= 8;
		buf_add_byte(out, (char)(bits >> held & 0xff));
	}
}

/* ---- streams ------------------------------------------------------------------------------ */

static void write_lines(struct output *output, str text)
{
	while (text.len) {
		size_t end = str_find(text, '\n');
		output_safe(output, str_slice(text, 0, end));
		buf_add_byte(&output->text, '\n');
		text = str_from_offset(text, end + (end < text.len));
		if (!output_flush_large(output)) return;
	}
}

static void note_cut(struct cli *cli, const char *name, const json_t *stream)
{
	char text[160];
	if (!json_is_true(json_object_get(stream, "truncated"))) return;
	(void)snprintf(text, sizeof text, "%s: of %lld bytes the first %lld are kept", name,
		       (long long)json_integer_value(json_object_get(stream, "bytes")),
		       (long long)json_integer_value(json_object_get(stream, "kept")));
	report_note(cli, str_from(text));
}

/* False: there is none, or it is empty. */
static bool show_stream(struct cli *cli, const json_t *body, const char *name,
			struct output *output)
{
	const json_t *stream = json_object_get(body, name);
	const json_t *text = json_object_get(stream, "text");
	str bytes = { json_string_value(text), json_string_length(text) };
	str encoding = str_from(json_string_value(json_object_get(stream, "encoding")));
	struct buf decoded;
	if (!json_integer_value(json_object_get(stream, "bytes"))) return false;
	if (json_is_null(text)) {
		report_note(cli, STR("the receiver's answer is shown to operators only"));
		return true;
	}
	buf_init(&decoded, SAID_BYTES_MAX);
	if (str_eq(encoding, STR("base64"))) {
		add_decoded(&decoded, bytes);
		bytes = buf_view(&decoded);
	}
	write_lines(output, bytes);
	buf_done(&decoded);
	note_cut(cli, name, stream);
	return true;
}

void said_show(struct cli *cli, str body)
{
	json_t *answer = render_parse(body);
	bool any = show_stream(cli, answer, "stdout", &cli->out);
	any |= show_stream(cli, answer, "stderr", &cli->err);
	any |= show_stream(cli, answer, "response", &cli->out);
	if (!any) report_note(cli, STR("the attempt left no output"));
	json_decref(answer);
}
