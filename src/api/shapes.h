/* Shapes that several routes share, and the structs they fill. */
#ifndef BELFRY_API_SHAPES_H
#define BELFRY_API_SHAPES_H

#include "api/fields.h"
#include "api/shapes.def"
#include "model/event.h"
#include "model/preview.h"

/* Rows of a table of fields: X(ID, "name", KIND, required, min, max, member, choices, inner,
 * sentence), from which the enum of places and the table are made alike. */
#define FIELD_ROW(type, id, name, kind, required, min, max, member, choices, inner, sentence) \
	{ STR(name), FIELD_##kind, required, min, max, offsetof(type, member),                \
	  sentence,  choices,      inner },

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
