/* Bodies and queries by tables. A shape lists the fields of an object: name, kind, bounds, the
 * place of its value, and its meaning. The reader fills a struct from it, refuses unknown names
 * (and suggests the nearest known one), and collects the faults, each with its JSON pointer and the
 * allowed values. The same tables make the API's description. */
#ifndef BELFRY_API_FIELDS_H
#define BELFRY_API_FIELDS_H

#include "api/json.h"
#include "base/msec.h"
#include "base/uuid.h"
#include "model/names.h"

enum field_kind {
	FIELD_TEXT,    /* str, `min` to `max` bytes */
	FIELD_LINE,    /* str for people, `min` to `max` characters */
	FIELD_WORD,    /* str: a text of `min` to `max` bytes, or an integer as its digits */
	FIELD_NAME,    /* str; `min` is the enum name_kind */
	FIELD_ID,      /* struct uuid */
	FIELD_INTEGER, /* i64, `min` to `max` */
	FIELD_BOOL,    /* bool */
	/* i64, 1 to 10; high, normal, low are -1, -5, -9: which mean the same on every scale */
	FIELD_PRIORITY,
	FIELD_WHEN,   /* struct given_when: an instant, or a local time */
	FIELD_SPAN,   /* msec: "10m", or a number of seconds; up to `max` milliseconds */
	FIELD_CHOICE, /* u32: the place in `choices` */
	FIELD_OBJECT, /* str: the bytes of an object, at most `max` */
	/* str: the bytes of an array, at most `max`. Its reader refuses more than `min` items; 0:
	 * no bound but the bytes */
	FIELD_ARRAY,
	FIELD_ANY,     /* str: the bytes of any value, at most `max` */
	FIELD_CUT,     /* str: a text, cut if it is longer than `max` bytes (cut.h) */
	FIELD_CUT_KEY, /* likewise for a text that is compared */
	FIELD_CUT_ANY, /* str: the bytes of any value, replaced if it is longer than `max` */
	FIELD_DELAYS,  /* struct delays: `min` to `max`, each 0 to FIELD_DELAY_MAX milliseconds */
	FIELD_TEXTS,   /* struct texts: `min` to `max`, each 1 to TEXTS_BYTES */
	FIELD_SHAPE,   /* a pointer to the struct of `inner` */
	FIELD_SHAPES,  /* struct shapes: `min` to `max` of `inner` */
	FIELD_EACH,    /* likewise; an invalid item does not refuse the others: given.fault */
	FIELD_KINDS
};

#define FIELD_DELAY_MAX (31 * MSEC_DAY)

enum { TEXTS_BYTES = 255, FAULTS_MAX = 16, FIELDS_MAX = 64 };

struct shape;

enum preset { PRESET_NONE, PRESET_NUMBER, PRESET_TEXT, PRESET_JSON, PRESET_FROM };

struct field {
	str name;
	enum field_kind kind;
	bool is_required;
	i64 min;
	i64 max;
	size_t offset;
	const char *sentence;
	const char *choices; /* "a,b,c" */
	const struct shape *inner;
	enum preset preset; /* the value of a field that is left out */
	/* the reader fills the preset in. Otherwise it applies to a new object only: a change
	 * leaves the field as it is */
	bool is_filled;
	i64 preset_number; /* for a choice: its index */
	const char *preset_text;
	/* For PRESET_FROM: the settings that are searched for a value, in order ("type,tenant");
	 * else `preset_text` as JSON, or what the sentence says. */
	const char *sources;
};

/* The first member of every struct that a shape fills: bit n for field n. */
struct given {
	u64 there;                 /* given with a value */
	u64 nulls;                 /* given as null: for a change, back to the default */
	u64 cut;                   /* cut: FIELD_CUT and its variants */
	const struct fault *fault; /* for an item of FIELD_EACH; NULL: the item is valid */
};

struct shape {
	const char *name;
	const char *sentence;
	size_t size; /* of the struct */
	const struct field *fields;
	u32 len;
};

struct given_when {
	str text; /* empty: `epoch` was given */
	i64 epoch;
};

struct texts {
	const str *at;
	u32 len;
};

struct delays {
	const i64 *at;
	u32 len;
};

struct shapes {
	void *at;
	u32 len;
};

/* ---- what was wrong ----------------------------------------------------------------------- */

struct fault {
	enum err code;
	str pointer; /* "/tasks/3/priority"; for a query the parameter's name */
	str reason;
};

struct faults {
	struct arena *arena;
	struct fault items[FAULTS_MAX];
	u32 len; /* at most FAULTS_MAX; further faults are left out */
	bool is_query;
	struct plain *plain; /* for checking free values; NULL: there were none yet */
};

/* Writes a fault as one sentence: `priority must be 1 to 10, got 11`, `timezone: "Mars" is not a
 * time zone`. The place is a pointer into the body or a parameter's name. */
enum err fault_fail(struct why *why, enum err code, str pointer, str reason);
/* Of a field with choices (separated by commas): `must be viewer or producer, got "x"`. */
enum err fault_fail_choice(struct why *why, const char *choices, str got);
/* Likewise for the first fault; ERR_MEMORY: it could not be stored. */
enum err faults_fail(const struct faults *faults, struct why *why);
/* Both texts are copied; the field's name at the beginning of a reason is removed. Always false, so
 * that a reader may `return fault_add(...)`. */
bool fault_add(struct faults *faults, str pointer, const struct why *why);

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads the object at the cursor into `out` (zeroed, shape->size bytes). The texts are borrowed
 * from the body, or live in the faults' arena. False: there are faults, or json->why says why the
 * text is not JSON. */
MUST_USE bool shape_read(const struct shape *shape, struct json *json, str pointer,
			 struct faults *faults, void *out);
/* Reads a whole body. An empty body is an empty object. */
MUST_USE bool shape_read_body(const struct shape *shape, str body, struct faults *faults,
			      void *out);
/* A query string: a=1&b=2, percent-encoded, each parameter once. */
MUST_USE bool shape_read_query(const struct shape *shape, str query, struct faults *faults,
			       void *out);

/* Whether unknown fields are ignored: the shape's last field is "*". */
bool shape_is_open(const struct shape *shape);
/* The field with that name or alias; NULL: none. */
const struct field *shape_find(const struct shape *shape, str name);

static inline bool is_given(const void *object, u32 field)
{
	return ((const struct given *)object)->there >> field & 1;
}

static inline bool is_null(const void *object, u32 field)
{
	return ((const struct given *)object)->nulls >> field & 1;
}

/* Percent-decoding, once; "+" is a space. False: a broken or forbidden sequence (%00). */
MUST_USE bool percent_decode(str text, struct arena *arena, str *out_text);

#endif
