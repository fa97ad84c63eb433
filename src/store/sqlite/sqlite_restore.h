/* A backup takes the place of the store, whole or not at all.
 *
 * Until its last step the new file is stamped as a backup, which a start refuses with the line that
 * finishes the work. So a restore that is cut off leaves the old store as it was, the new one, or a
 * file that nobody opens by mistake; never the new file beside the old log. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_RESTORE_H
#define BELFRY_STORE_SQLITE_SQLITE_RESTORE_H

#include "store/sqlite/sqlite_examine.h"
#include "store/sqlite/sqlite_file.h"

enum restore_step {
	RESTORE_COPY,    /* the backup is copied beside the store */
	RESTORE_BRING,   /* the copy becomes a store of this program's version */
	RESTORE_EXAMINE, /* each row of it is read */
	RESTORE_STAMP,   /* it is a backup again */
	RESTORE_KEEP,    /* the old files get second names */
	RESTORE_REPLACE, /* the copy takes the store's name */
	RESTORE_CLEAR,   /* the old log goes */
	RESTORE_SETTLE,  /* what belongs to it outside of the store */
	RESTORE_NAME,    /* what was kept is named */
	RESTORE_OPEN,    /* the new file is stamped as a store */
	RESTORE_STEPS,
};

struct restore_config {
	str backup; /* or a store without a server, with its log */
	str store;
	str stamp; /* names what is kept: "20261118T040500Z" */
	bool accepts_damage;
	bool discards;                   /* what was replaced is removed at the end */
	const struct examine_sink *sink; /* as in sqlite_examine */
	void *context;
	/* Whether the copy at this path may take the place; nothing is replaced yet. */
	enum err (*judge)(void *context, str copy, struct why *why);
	/* Puts right what belongs to the store and is outside of it. NULL: nothing. */
	enum err (*settle)(void *context, struct why *why);
	void (*begins)(void *context, enum restore_step step); /* each step; NULL: nobody asks */
};

struct restore_report {
	struct examine_report found;
	u32 backup_version; /* before it was brought up */
	bool has_kept;
	bool has_discarded;
	struct file_path kept; /* the folder with what was replaced */
};

/* Refused, with nothing changed: ERR_CONFLICT: a server has the store; ERR_NOT_FOUND: there is no
 * such backup; ERR_STORE: the file is no backup of ours, or of a newer version; ERR_STORE_DAMAGED:
 * the backup is damaged; only damaged rows can be accepted. Other errors say what failed: then a
 * start works as before, or is refused with the line that finishes the restore. */
MUST_USE enum err sqlite_restore(const struct restore_config *config,
				 struct restore_report *out_report, struct why *why);

/* Removes what restores have kept beside the store; how many. */
MUST_USE enum err sqlite_restore_discard(str store, u32 *out_folders, struct why *why);

#endif
