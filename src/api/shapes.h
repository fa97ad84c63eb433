/* Shapes that several routes share, and the structs they fill. */
#ifndef BELFRY_API_SHAPES_H
#define BELFRY_API_SHAPES_H

#include "api/fields.h"
#include "api/shapes.def"
#include "model/event.h"
#include "model/preview.h"

/* Rows of a table of fields: X(ID, "name", KIND, required, min, max, member, choices, inner,
 * sentence), from which the enum of places and the table are made alike. */
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

/* The column `required`: true, false, or what counts where the field is left out. OR: the reader
 * fills it in. NEW: it counts for what is made; a change leaves the field as it is. */
#define OTHERWISE_1 .is_required = true
#define OTHERWISE_0 .is_required = false
#define OTHERWISE_false .is_required = false
#define OTHERWISE_OR(number) .preset = PRESET_NUMBER, .is_filled = true, .preset_number = (number)
#define OTHERWISE_NEW(number) .preset = PRESET_NUMBER, .preset_number = (number)
#define OTHERWISE_NEW_TEXT(text) .preset = PRESET_TEXT, .preset_text = (text)
#define OTHERWISE_NEW_JSON(text) .preset = PRESET_JSON, .preset_text = (text)

/* ?tenant_id= */
struct tenant_params {
	struct given given;
	str tenant_id;
};

/* {"reason"}: what is done to one run or execution. */
struct operate_input {
	struct given given;
	str tenant_id;
	str reason;
};

#endif
