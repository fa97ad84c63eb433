/* Shapes that several routes share, and the structs they fill. */
#ifndef BELFRY_API_SHAPES_H
#define BELFRY_API_SHAPES_H

#include "api/fields.h"
#include "api/shapes.def"
#include "model/event.h"
#include "model/preview.h"

/* A table of fields says all there is to a body or query. From it are made the struct that it is
 * read into, the places of its fields (for is_given) and the shape that reads, refuses and
 * describes:
 *
 *   SHAPE_STRUCT(task_input, TASK_FIELDS);
 *   SHAPE_PLACES(TASK, TASK_FIELDS);
 *   SHAPE(task_body, task_input, TASK_FIELDS, "task", "what it is");
 *
 * Its rows: X(of, ID, "name", KIND, required, min, max, member, choices, inner, sentence). The rows
 * of a part that several structs share are X##_IN; X##_PART(of, type, member) declares it. */
#define SHAPE_STRUCT(input, rows)         \
	struct input {                    \
		struct given given;       \
		rows(FIELD_MEMBER, input) \
	}
#define SHAPE_PLACES(prefix, rows) enum { rows(FIELD_PLACE, prefix) prefix##_PLACES }
#define SHAPE(body, input, rows, word, meaning)                                         \
	static const struct field body##_fields[] = { rows(FIELD_ROW, struct input) };  \
	const struct shape body = { word, meaning, sizeof(struct input), body##_fields, \
				    countof(body##_fields) }
/* The same for a shape that its own file alone knows. */
#define SHAPE_OWN(body, input, rows, word, meaning)                                            \
	static const struct field body##_fields[] = { rows(FIELD_ROW, struct input) };         \
	static const struct shape body = { word, meaning, sizeof(struct input), body##_fields, \
					   countof(body##_fields) }

#define FIELD_ROW(type, id, word, of, required, least, most, place, words, inside, meaning) \
	{ .name = STR(word),                                                                \
	  .kind = FIELD_##of,                                                               \
	  .min = least,                                                                     \
	  .max = most,                                                                      \
	  .offset = offsetof(type, place),                                                  \
	  .sentence = meaning,                                                              \
	  .choices = words,                                                                 \
	  .inner = inside,                                                                  \
	  OTHERWISE_##required },
#define FIELD_ROW_IN FIELD_ROW
#define FIELD_ROW_PART(type, part, member)
/* The kind SHAPE names the struct of its shape. */
#define FIELD_SHAPE(type) FIELD_SHAPE

#define FIELD_MEMBER(of, id, word, kind, required, least, most, place, ...) MEMBER_##kind place;
#define FIELD_MEMBER_IN(...)
#define FIELD_MEMBER_PART(of, type, member) type member;
#define MEMBER_TEXT str
#define MEMBER_LINE str
#define MEMBER_WORD str
#define MEMBER_NAME str
#define MEMBER_ID struct uuid
#define MEMBER_INTEGER i64
#define MEMBER_BOOL bool
#define MEMBER_PRIORITY i64
#define MEMBER_WHEN struct given_when
#define MEMBER_SPAN msec
#define MEMBER_CHOICE u32
#define MEMBER_OBJECT str
#define MEMBER_ARRAY str
#define MEMBER_ANY str
#define MEMBER_CUT str
#define MEMBER_CUT_KEY str
#define MEMBER_CUT_ANY str
#define MEMBER_DELAYS struct delays
#define MEMBER_TEXTS struct texts
#define MEMBER_SHAPE(type) struct type *
#define MEMBER_SHAPES struct shapes
#define MEMBER_EACH struct shapes

#define FIELD_PLACE(prefix, id, ...) prefix##_##id,
#define FIELD_PLACE_IN FIELD_PLACE
#define FIELD_PLACE_PART(...)

/* The column `required`: true, false, or what counts where the field is left out. OR: the reader
 * fills it in. NEW: it counts for what is made; a change leaves the field as it is. FROM: as NEW,
 * where none of these has a setting of its own. */
#define OTHERWISE_true .is_required = true
#define OTHERWISE_false .is_required = false
#define OTHERWISE_OR(number) .preset = PRESET_NUMBER, .is_filled = true, .preset_number = (number)
#define OTHERWISE_NEW(number) .preset = PRESET_NUMBER, .preset_number = (number)
#define OTHERWISE_NEW_TEXT(text) .preset = PRESET_TEXT, .preset_text = (text)
#define OTHERWISE_FROM(whose, json) .preset = PRESET_FROM, .sources = (whose), .preset_text = (json)
#define OTHERWISE_NEW_JSON(text) .preset = PRESET_JSON, .preset_text = (text)

/* ?tenant_id= */
SHAPE_STRUCT(tenant_params, TENANT_FIELD);

/* {"reason"}: what is done to one run or execution. */
SHAPE_STRUCT(operate_input, OPERATE_FIELDS);

#endif
