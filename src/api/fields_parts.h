/* The parts of fields.c: single values (fields_value.c), lists and objects inside (fields_list.c)
 * and queries (fields_query.c). Each reader returns false where a fault was added or the text
 * ended. */
#ifndef BELFRY_API_FIELDS_PARTS_H
#define BELFRY_API_FIELDS_PARTS_H

#include "api/fields.h"

/* A value that is being read. Its JSON pointer is computed only for a fault. */
struct body_reading {
	struct json *json;
	struct faults *faults;
	const struct field *field;
	str base; /* pointer of the object it is in */
	str key;
	i64 index; /* index in the list; -1: not in a list */
};

/* ---- faults ------------------------------------------------------------------------------- */

/* The value's place as a JSON pointer; in a query the parameter's name. */
str value_pointer(const struct body_reading *reading);
/* Adds a fault. False: the value is refused. */
bool value_refuse(const struct body_reading *reading, const struct why *why);
/* Adds a fault for a value of the wrong kind, and skips the value. */
bool value_wrong_kind(const struct body_reading *reading, const char *due);

#define REFUSE(reading, code, ...)                           \
	do {                                                 \
		struct why refused_why;                      \
		(void)fail(&refused_why, code, __VA_ARGS__); \
		return value_refuse(reading, &refused_why);  \
	} while (0)

/* ---- checks that bodies and queries share --------------------------------------------------- */

bool value_check_text(const struct body_reading *reading, str text);
bool value_check_integer(const struct body_reading *reading, str digits, i64 *out_value);
bool value_check_id(const struct body_reading *reading, str text, struct uuid *out_id);
/* Reads high, normal or low. */
bool value_check_priority(const struct body_reading *reading, str text, i64 *out_value);
bool value_check_span(const struct body_reading *reading, str text, msec *out_span);
bool value_check_choice(const struct body_reading *reading, str text, u32 *out_place);

/* ---- reading ------------------------------------------------------------------------------ */

/* Reads a field of any kind into its member of `given`, whose bit is `bit`. */
bool value_read(const struct body_reading *reading, struct given *given, u64 bit);
bool value_read_text(const struct body_reading *reading, str *out_text);
bool value_read_integer(const struct body_reading *reading, i64 *out_value);
/* Reads a list or an inner object. */
bool value_read_many(const struct body_reading *reading, void *at);
/* Skips a value that is stored as bytes, and refuses what a strict reader would refuse in it. A
 * value that a shape reads later is checked there. */
bool value_take_free(const struct body_reading *reading, str *out_bytes);

/* Whether the field of that name may be read: it is known, and given for the first time. */
bool shape_take_field(struct body_reading *reading, const struct shape *shape, struct given *given,
		      u64 *out_bit);
/* Gives a missing field the default of its row, or refuses it if it is required. */
bool shape_check_left_out(struct body_reading *reading, const struct shape *shape,
			  struct given *given);

#endif
