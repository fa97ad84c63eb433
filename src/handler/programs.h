/* The programs that exec may run: a file of the operator's (BELFRY_PROGRAMS), one section each.
 * Nothing else is ever run, and of an entry a run decides nothing but its stdin and the slots left
 * open.
 *
 *   [resize]
 *   path = /usr/local/bin/resize
 *   argument = --strip
 *   slot = size [0-9]{1,4}x[0-9]{1,4}
 *   user = belfry-jobs
 *
 * Read once, before the broker is forked; not changed afterwards. */
#ifndef BELFRY_HANDLER_PROGRAMS_H
#define BELFRY_HANDLER_PROGRAMS_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/limits.h"
#include "handler/programs.def"
#include "model/rows.h"

#include <regex.h>
#include <sys/types.h>

/* clang-format off */
enum program_setting {
#define X(id, name, form, least, greatest, preset, sentence) PROGRAM_##id,
	PROGRAM_SETTINGS(X)
#undef X
	PROGRAM_SETTING_COUNT
};
/* clang-format on */

struct program_slot {
	const char *name;
	regex_t pattern;
};

struct program {
	const char *name;
	const char *path;
	const char *arguments[HANDLER_PROGRAM_ARGUMENTS];
	u32 arguments_len;
	struct program_slot slots[HANDLER_PROGRAM_SLOTS];
	u32 slots_len;
	const char *readable[HANDLER_PROGRAM_FOLDERS];
	u32 readable_len;
	const char *writable[HANDLER_PROGRAM_FOLDERS];
	u32 writable_len;
	u32 numbers[PROGRAM_SETTING_COUNT]; /* for forms NUMBER and FLAG */
	bool has_user;
	uid_t uid;
	gid_t gid;
};

struct programs {
	struct arena arena;
	u32 len;
	struct program at[HANDLER_PROGRAMS_MAX];
};

/* ERR_IO: the file cannot be read, or another user may write it. ERR_INVALID: `why` names section,
 * setting and what is allowed. */
MUST_USE enum err programs_read(const char *path, struct programs **out_programs, struct why *why);
void programs_free(struct programs *programs); /* NULL: does nothing */

/* A digest of everything in the file: equal for equal content. */
struct digest programs_digest(const struct programs *programs);

/* The index of the program; false: there is none of that name. */
MUST_USE bool programs_find(const struct programs *programs, str name, u32 *out_index);

/* Whether the slot accepts the value. */
bool program_slot_takes(const struct program_slot *slot, str value);

#endif
