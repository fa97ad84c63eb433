/* Names, workers, and what a step writes: the functions that every folder calls. */
#ifndef BELFRY_ENGINE_MEMORY_MEMORY_H
#define BELFRY_ENGINE_MEMORY_MEMORY_H

#include "engine/whole.h"

/* ---- names.c --------------------------------------------------------------------------------- */
void names_init(struct engine *engine);
void names_done(struct engine *engine);
u32 name_find(const struct engine *engine, enum name_kind kind, str text); /* 0: unknown */
/* Likewise, for a number that goes into a row: a borrowed number is not returned, since another
 * name may soon have it. */
u32 name_find_kept(const struct engine *engine, enum name_kind kind, str text);
/* The number of a text. A new text gets a number and a row; the memory was reserved before. */
u32 name_intern(struct engine *engine, enum name_kind kind, str text);
/* Likewise, without a row: the number lasts until it is given back as often as it was borrowed. */
u32 name_borrow(struct engine *engine, enum name_kind kind, str text);
void name_give_back(struct engine *engine, enum name_kind kind, u32 no);
/* Frees the text for a new number. The old number keeps its row, under a text that no name can
 * have. */
str name_retire(struct engine *engine, enum name_kind kind, u32 no);
/* ERR_QUOTA: the text is new, and the number of names is at its limit. */
MUST_USE enum err name_check_room(const struct engine *engine, enum name_kind kind, str text,
				  struct why *why);
MUST_USE enum err names_reserve(struct engine *engine, u32 more, u32 routes); /* of each kind */
MUST_USE enum err name_recall(struct engine *engine, const struct name_row *row);
str name_text(const struct engine *engine, enum name_kind kind, u32 no);

/* ---- workers.c ------------------------------------------------------------------------------- */
struct worker *worker_known(const struct engine *engine, str owner, str text);
/* `host`: where the worker runs, if it has reported that. NULL: there are too many workers. */
struct worker *worker_get(struct engine *engine, str owner, str name, str host);
/* Counts a call or a run of the worker. The worker is not idle until the count is given back. */
void worker_take(struct engine *engine, struct worker *worker, u32 *count);
void worker_give(struct engine *engine, struct worker *worker, u32 *count);
bool worker_is_idle(const struct worker *worker);
MUST_USE enum err workers_reserve(struct engine *engine, u32 calls, u32 claims);
/* the worker's row is written with its first run */
worker_no worker_number(struct engine *engine, struct worker *worker);
void worker_seen(struct engine *engine, struct worker *worker);
void worker_forget(struct engine *engine, struct worker *worker);
bool worker_is_named(const void *item, const void *name);
bool worker_owner_is_named(const void *item, const void *text);
MUST_USE enum err worker_recall(struct engine *engine, const struct name_row *row);
str worker_text(const struct engine *engine, u32 no);

/* ---- note.c ---------------------------------------------------------------------------------- */
struct change *change_add(struct engine *engine, enum change_kind kind);
/* The caller fills in the member of the kind; for a delete, the key. */
struct change *change_put(struct engine *engine, enum row_kind kind);
struct change *change_delete(struct engine *engine, enum row_kind kind);
void journal_add(struct engine *engine, struct journal_entry *entry);
struct answer *answer_add(struct engine *engine, struct reply *reply);
struct answer *answer_error(struct engine *engine, struct reply *reply, enum err err,
			    const char *what);
struct action *action_add(struct engine *engine, enum action_kind kind);
void action_stop(struct engine *engine, const struct uuid *execution);
struct uuid id_make(struct engine *engine);
/* an id that need not be hard to guess; takes no random bytes */
struct uuid id_make_planned(struct engine *engine);

/* ---- seen.c ---------------------------------------------------------------------------------- */
/* The row that the store returned for a run, with the changes of this turn; NULL: it returned
 * none. */
struct run_seen *seen_find(const struct engine *engine, const struct uuid *id);
struct want *want_add(struct turn *turn, enum want_kind kind);
struct want *want_for_execution(const struct engine *engine, const struct uuid *id);

#endif
