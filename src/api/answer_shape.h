/* The shapes of answers, as answers.def declares them: the members of an answer, their kinds,
 * whether each is always present, and what it means. The description of the API is made from
 * them. */
#ifndef BELFRY_API_ANSWER_SHAPE_H
#define BELFRY_API_ANSWER_SHAPE_H

#include "api/answers.def"
#include "api/fields.h"

enum answer_kind {
	ANSWER_TEXT,
	ANSWER_ID,
	ANSWER_INSTANT,     /* RFC 3339, in UTC */
	ANSWER_DATE,        /* 2030-01-07 */
	ANSWER_TIME_OF_DAY, /* 09:30 */
	ANSWER_COUNT,       /* an integer, 0 or more */
	ANSWER_NUMBER,      /* an integer */
	ANSWER_DECIMAL,
	ANSWER_BOOL,
	ANSWER_WORD, /* one of `words` */
	ANSWER_CODE, /* an error code of errors.def, or one of `words` */
	ANSWER_ANY,  /* any JSON, also null */
	ANSWER_OBJECT,
	ANSWER_TEXTS,
	ANSWER_WORDS, /* a list of `words` */
	ANSWER_IDS,
	ANSWER_COUNTS,
	ANSWER_COUNTS_BY, /* an object: a count for each of `words` */
	ANSWER_SHAPE,
	ANSWER_SHAPES,
	ANSWER_SAME, /* like the request's field of the same name */
	/* like the request's fields from the named one on, as the caller gave them */
	ANSWER_KEPT,
	ANSWER_NOTHING, /* always null: present so that all lists have the same form */
	ANSWER_KINDS
};

enum presence {
	PRESENCE_ALWAYS,   /* present, and not null */
	PRESENCE_NULLABLE, /* present, and may be null */
	PRESENCE_OPTIONAL, /* may be missing; if present, not null */
	PRESENCE_EITHER,   /* may be missing, and may be null */
};

/* The words of an enum, and further words ("a,b"). An empty word means: none. */
struct words {
	str (*word)(u32 place);
	u32 len;
	const char *others;
};

struct answer_field {
	str name;
	enum answer_kind kind;
	enum presence presence;
	const struct words *words;
	const struct answer_shape *inner;
	const char *sentence; /* empty: the sentence of the request's field */
};

struct answer_shape {
	const char *name; /* the name in the description */
	const char *sentence;
	const struct shape *like; /* NULL: no request has these fields */
	const struct answer_field *fields;
	u32 len;
};

#define X(id, name, rows, like, sentence) extern const struct answer_shape id##_answer;
ANSWER_SHAPES(X)
ANSWER_PARTS(X)
#undef X

/* Whether an answer has a member that its request does not: the server sets it. */
bool answer_is_read_only(const struct shape *request, str name);
/* Whether a field of a request is in no answer, though other fields of that request are. */
bool answer_is_write_only(const struct shape *request, const struct field *field);
/* The shape of an event's data. */
const struct answer_shape *event_data_shape(u32 event_kind);

#endif
