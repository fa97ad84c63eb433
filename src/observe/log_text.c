/* Turns JSON log lines into lines that a person reads. */
#include "observe/log_text.h"

#include <jansson.h>
#include <string.h>

/* A value that holds a space, a quote, an equals sign or a control character would run into the
 * next one: it is written as JSON writes it. */
static bool is_plain(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char byte = (unsigned char)text.at[i];
		if (byte <= ' ' || byte == '"' || byte == '=' || byte == 127) return false;
	}
	return text.len > 0;
}

static int add_piece(const char *bytes, size_t len, void *out)
{
	buf_add(out, (str){ bytes, len });
	return 0;
}

static void add_value(struct buf *out, const json_t *value)
{
	str text = { json_string_value(value), json_string_length(value) };
	if (json_is_string(value) && is_plain(text)) {
		buf_add(out, text);
		return;
	}
	(void)json_dump_callback(value, add_piece, out,
				 JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12));
}

/* "2026-01-31T18:00:00.250Z" without the letter between date and time. */
static void add_time(struct buf *out, const char *time)
{
	for (; time && *time; time++) buf_add_byte(out, *time == 'T' ? ' ' : *time);
}

static bool is_head(const char *key)
{
	return !strcmp(key, "time") || !strcmp(key, "level") || !strcmp(key, "msg");
}

/* The message is one of our own phrases, but a handler's log line may say anything. */
static void add_message(struct buf *out, const char *message)
{
	for (; message && *message; message++)
		buf_add_byte(out,
			     (unsigned char)*message < ' ' || *message == 127 ? ' ' : *message);
}

static void add_line(struct buf *out, json_t *line)
{
	const char *level = json_string_value(json_object_get(line, "level"));
	const char *key;
	json_t *value;
	add_time(out, json_string_value(json_object_get(line, "time")));
	buf_addf(out, " %-5s ", level ? level : "info");
	add_message(out, json_string_value(json_object_get(line, "msg")));
	json_object_foreach(line, key, value)
	{
		if (is_head(key)) continue;
		buf_addf(out, " %s=", key);
		add_value(out, value);
	}
	buf_add_byte(out, '\n');
}

void log_text_add(str lines, struct buf *out)
{
	while (lines.len) {
		str line = str_split(&lines, '\n');
		json_t *parsed = json_loadb(line.at, line.len, 0, NULL);
		if (json_is_object(parsed)) {
			add_line(out, parsed);
		} else if (line.len) {
			buf_add(out, line);
			buf_add_byte(out, '\n');
		}
		json_decref(parsed);
	}
}
