#include "client/worker_words.h"

#include "cli/render.h"
#include "model/policy.h"

#include <jansson.h>

enum { RESULT_BYTES_MAX = LIMIT_RESULT_BYTES };

static bool is_json(str text)
{
	json_t *value = render_parse(text);
	json_decref(value);
	return value != NULL;
}

/* JSON as it is, other text as a text; what is longer than is kept is told by its length. */
void words_result(struct buf *out, str text, u64 bytes)
{
	struct buf written;
	while (text.len && (text.at[text.len - 1] == '\n' || text.at[text.len - 1] == '\r'))
		text.len--;
	if (!text.len) return;
	buf_add(out, STR(",\"result\":"));
	buf_init(&written, RESULT_BYTES_MAX);
	if (bytes <= RESULT_BYTES_MAX && is_json(text)) buf_add(&written, text);
	else buf_add_json(&written, text); /* fails where it is longer */
	if (bytes > RESULT_BYTES_MAX || buf_failed(&written))
		buf_addf(out, "{\"truncated\":true,\"bytes\":%llu}", (unsigned long long)bytes);
	else buf_add(out, buf_view(&written));
	buf_done(&written);
}

/* As a text of at most `max` bytes; what no JSON text can hold (bytes that are no character,
 * U+0000) is replaced. */
static void add_text(struct buf *out, str text, size_t max)
{
	struct buf plain;
	buf_init(&plain, max);
	while (text.len) {
		size_t len = text.at[0] ? str_utf8_length(text) : 0;
		str character = len ? str_slice(text, 0, len) : STR("\xef\xbf\xbd");
		if (plain.len + character.len > max) break;
		buf_add(&plain, character);
		text = str_from_offset(text, len ? len : 1);
	}
	buf_add_json(out, buf_view(&plain));
	if (buf_failed(&plain)) out->failed = true;
	buf_done(&plain);
}

/* All that it wrote, as far as it is kept. */
void words_output(struct buf *out, const struct child *child)
{
	if (!child->out.len && !child->errors.len) return;
	buf_addf(out, ",\"output\":{\"stdout_bytes\":%llu,\"stderr_bytes\":%llu,\"stdout\":",
		 (unsigned long long)child->out.len, (unsigned long long)child->errors.len);
	size_t room = LIMIT_OUTPUT_BYTES - child->out.kept.len;
	if (room < LIMIT_OUTPUT_ERRORS_BYTES) room = LIMIT_OUTPUT_ERRORS_BYTES;
	add_text(out, buf_view(&child->out.kept), LIMIT_OUTPUT_BYTES);
	buf_add(out, STR(",\"stderr\":"));
	add_text(out, buf_view(&child->errors.kept), room);
	buf_add_byte(out, '}');
}
