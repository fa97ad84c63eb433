/* Log lines: one JSON object each, handed to an output function of the caller (server/). Each has a
 * fixed phrase of phrases.def. Values are cut and escaped, so that nothing from outside can forge a
 * second line or grow without bound. */
#ifndef BELFRY_OBSERVE_LOG_H
#define BELFRY_OBSERVE_LOG_H

#include "base/buf.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "observe/phrases.def"

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_LEVELS };

str log_level_name(enum log_level level);
MUST_USE bool log_level_parse(str word, enum log_level *out_level);

#define X(name, phrase, level, meaning) PHRASE_##name,
enum log_phrase { LOG_PHRASES(X) LOG_PHRASE_COUNT };
#undef X

str log_phrase_text(enum log_phrase phrase);
enum log_level log_phrase_level(enum log_phrase phrase);

struct log_sink {
	void *context;
	enum log_level least;
	void (*write)(void *context, str line); /* writes a line with its line feed */
};

/* A number with up to three decimals. */
struct log_number {
	const char *key;
	i64 thousandths;
};
enum { LOG_THOUSAND = 1000 };

/* The fields of a line beside its phrase. Empty, nil and -1 are left out. */
struct log_about {
	str detail; /* a sentence for people: which setting, why a file was refused */
	str tenant;
	const struct uuid *run;
	const struct uuid *job;
	str type;
	str user; /* the person whom a run is for, and of a daily window the day */
	str date;
	str state;
	i64 attempts;
	i64 duration_ms;
	str err_code;
	str table; /* the store's table, and the key of a row in it */
	const struct uuid *row;
	str name;
	/* the reason that holds a run back, as in whys.def, the object it refers to, and until
	 * when */
	str why;
	str ref;
	msec until; /* 0: not known */
	str request_id;
	str trace_id;
	str method; /* of a request, with its route as in the table: without id and query */
	str route;
	i64 status;
	i64 bytes_in;
	i64 bytes_out;
	str slo; /* the service level (model/slo.h), and the unit of its numbers */
	str unit;
	const struct log_number *numbers; /* further numbers, with their names */
	u32 numbers_len;
};
#define LOG_ABOUT                               \
	((struct log_about){ .attempts = -1,    \
			     .duration_ms = -1, \
			     .status = -1,      \
			     .bytes_in = -1,    \
			     .bytes_out = -1 })

enum { LOG_VALUE_BYTES = 1024 };

/* Passes on a line made elsewhere, an object that begins with its level, with the time added in
 * front; dropped if its level is too low. */
void log_pass(const struct log_sink *sink, msec now, str object);

/* At the level of the phrase. */
void log_write(const struct log_sink *sink, msec now, enum log_phrase phrase,
	       const struct log_about *about);
void log_write_at(const struct log_sink *sink, enum log_level level, msec now,
		  enum log_phrase phrase, const struct log_about *about);

#endif
