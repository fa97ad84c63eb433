/* Errors about one field of what a caller gave. */
#ifndef BELFRY_BASE_FIELD_ERROR_H
#define BELFRY_BASE_FIELD_ERROR_H

#include "base/err.h"
#include "base/str.h"

/* Joins field and reason into a sentence: `priority must be 1 to 10, got 11`, or `timezone: "Mars"
 * is not a time zone`. Without a field's name the reason stands alone. */
enum err fail_field(struct why *why, enum err code, str field, str reason);

#endif
