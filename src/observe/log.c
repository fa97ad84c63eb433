#include "observe/log.h"

#include "base/must.h"
#include "model/when.h"

enum { LINE_BYTES = 16384 };

static const str level_names[LOG_LEVELS] = { STR("debug"), STR("info"), STR("warn"), STR("error") };

str log_level_name(enum log_level level)
{
	must(level < LOG_LEVELS);
	return level_names[level];
}

bool log_level_parse(str word, enum log_level *out_level)
{
	for (u32 i = 0; i < LOG_LEVELS; i++) {
		if (!str_eq(word, level_names[i])) continue;
		*out_level = (enum log_level)i;
		return true;
	}
	return false;
}

static const struct {
	str text;
	enum log_level level;
} phrases[LOG_PHRASE_COUNT] = {
#define X(name, phrase, level, meaning) { STR(phrase), LOG_##level },
	LOG_PHRASES(X)
#undef X
};

str log_phrase_text(enum log_phrase phrase)
{
	must(phrase < LOG_PHRASE_COUNT);
	return phrases[phrase].text;
}

enum log_level log_phrase_level(enum log_phrase phrase)
{
	must(phrase < LOG_PHRASE_COUNT);
	return phrases[phrase].level;
}

static void add_text(struct buf *line, const char *key, str value)
{
	if (!value.len) return;
	buf_add(line, STR(",\""));
	buf_add(line, str_from(key));
	buf_add(line, STR("\":"));
	buf_add_json(line, str_slice(value, 0, LOG_VALUE_BYTES));
}

static void add_id(struct buf *line, const char *key, const struct uuid *id)
{
	char text[UUID_TEXT_LEN];
	if (!id || uuid_is_nil(id)) return;
	uuid_print(*id, text);
	add_text(line, key, (str){ text, sizeof text });
}

static void add_number(struct buf *line, const char *key, i64 value)
{
	if (value < 0) return;
	buf_add(line, STR(",\""));
	buf_add(line, str_from(key));
	buf_add(line, STR("\":"));
	buf_add_i64(line, value);
}

static void add_thousandths(struct buf *line, const struct log_number *number)
{
	buf_add(line, STR(",\""));
	buf_add(line, str_from(number->key));
	buf_add(line, STR("\":"));
	buf_add_thousandths(line, number->thousandths);
}

static void add_instant(struct buf *line, const char *key, msec at)
{
	if (!at) return;
	buf_add(line, STR(",\""));
	buf_add(line, str_from(key));
	buf_add(line, STR("\":\""));
	when_print(at, line);
	buf_add(line, STR("\""));
}

static void add_about(struct buf *line, const struct log_about *about)
{
	add_text(line, "detail", about->detail);
	add_text(line, "tenant", about->tenant);
	add_id(line, "run_id", about->run);
	add_id(line, "job_id", about->job);
	add_text(line, "type", about->type);
	add_text(line, "user_id", about->user);
	add_text(line, "date", about->date);
	add_text(line, "state", about->state);
	add_number(line, "attempts", about->attempts);
	add_number(line, "duration_ms", about->duration_ms);
	add_text(line, "err_code", about->err_code);
	add_text(line, "table", about->table);
	add_id(line, "row_id", about->row);
	add_text(line, "name", about->name);
	add_text(line, "why", about->why);
	add_text(line, "ref", about->ref);
	add_instant(line, "until", about->until);
	add_text(line, "request_id", about->request_id);
	add_text(line, "trace_id", about->trace_id);
	add_text(line, "method", about->method);
	add_text(line, "route", about->route);
	add_number(line, "status", about->status);
	add_number(line, "bytes_in", about->bytes_in);
	add_number(line, "bytes_out", about->bytes_out);
	add_text(line, "slo", about->slo);
	add_text(line, "unit", about->unit);
	for (u32 i = 0; i < about->numbers_len; i++) add_thousandths(line, &about->numbers[i]);
}

void log_write_at(const struct log_sink *sink, enum log_level level, msec now,
		  enum log_phrase phrase, const struct log_about *about)
{
	struct buf line;
	must(level < LOG_LEVELS);
	if (level < sink->least || !sink->write) return;
	buf_init(&line, LINE_BYTES);
	buf_add(&line, STR("{\"time\":\""));
	when_print(now, &line);
	buf_add(&line, STR("\",\"level\":"));
	buf_add_json(&line, level_names[level]);
	add_text(&line, "msg", log_phrase_text(phrase));
	if (about) add_about(&line, about);
	buf_add(&line, STR("}\n"));
	if (!buf_failed(&line)) sink->write(sink->context, buf_view(&line));
	buf_done(&line);
}

void log_write(const struct log_sink *sink, msec now, enum log_phrase phrase,
	       const struct log_about *about)
{
	log_write_at(sink, log_phrase_level(phrase), now, phrase, about);
}

void log_pass(const struct log_sink *sink, msec now, str object)
{
	const str begin = STR("{\"level\":\"");
	enum log_level level = LOG_INFO;
	struct buf line;
	if (!str_starts_with(object, begin) || !sink->write) return;
	str rest = str_from_offset(object, begin.len);
	if (!log_level_parse(str_split(&rest, '"'), &level) || level < sink->least) return;
	buf_init(&line, object.len + 100);
	buf_add(&line, STR("{\"time\":\""));
	when_print(now, &line);
	buf_add(&line, STR("\","));
	buf_add(&line, str_from_offset(object, 1));
	buf_add_byte(&line, '\n');
	if (!buf_failed(&line)) sink->write(sink->context, buf_view(&line));
	buf_done(&line);
}
