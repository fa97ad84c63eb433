/* The shapes of answers, as answers.def declares them: which members an answer has, of which kind,
 * whether each is always there, and what it means. The description of the API is made from them. */
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
	ANSWER_CODE, /* of an error, as errors.def has them, or one of `words` */
	ANSWER_ANY,  /* any JSON, also null */
	ANSWER_OBJECT,
	ANSWER_TEXTS,
	ANSWER_WORDS, /* a list of `words` */
	ANSWER_IDS,
	ANSWER_COUNTS,
	ANSWER_COUNTS_BY, /* an object: a count for each of `words` */
	ANSWER_SHAPE,
	ANSWER_SHAPES,
	ANSWER_SAME,    /* as the request's field of that name */
	ANSWER_KEPT,    /* the request's fields from that one on, as they were given */
	ANSWER_NOTHING, /* always null: kept so that all lists have one form */
	ANSWER_KINDS
};

enum presence {
	PRESENCE_ALWAYS,   /* there, and not null */
	PRESENCE_NULLABLE, /* there, and may be null */
	PRESENCE_OPTIONAL, /* may be left out; where it is there it is not null */
	PRESENCE_EITHER,   /* may be left out, and may be null */
};

/* The words of an enum, and others beside them ("a,b"). An empty word stands for none. */
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
	const char *sentence; /* empty: as the request's field of that name */
};

struct answer_shape {
	const char *name; /* in the description */
	const char *sentence;
	const struct shape *like; /* NULL: no request has such fields */
	const struct answer_field *fields;
	u32 len;
};

#define X(id, name, rows, like, sentence) extern const struct answer_shape id##_answer;
ANSWER_SHAPES(X)
ANSWER_PARTS(X)
#undef X

/* Whether an answer that has the fields of this request has a member of that name besides: the
 * server alone sets it. */
bool answer_is_read_only(const struct shape *request, str name);
/* Whether no answer shows this field of a request, though some show others of it. */
bool answer_is_write_only(const struct shape *request, const struct field *field);
/* The shape of an event's data. */
const struct answer_shape *event_data_shape(u32 event_kind);

#endif
