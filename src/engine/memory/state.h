/* The part of the engine's memory that names, workers and the step under way have. */
#ifndef BELFRY_ENGINE_MEMORY_STATE_H
#define BELFRY_ENGINE_MEMORY_STATE_H

#include "base/list.h"
#include "base/map.h"
#include "base/prng.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

struct worker_memory {
	struct u64_map by_number; /* entries that have a number */
	struct map by_text;       /* one entry for each text and owner */
	struct map owners;        /* by text */
	struct pool pool, owner_pool;
	struct list all, idle;
};

/* Used within one turn. */
struct step_memory {
	struct turn *turn;
	struct prng jitter;
	bool has_work;   /* the turn's bounds left work for the next turn */
	struct map keys; /* unique_key -> struct key_state */
	struct key_state *key_first;
	struct key_state *key_room; /* reserved memory for keys whose names are new in this turn */
	u32 new_keys;
	/* executions that ended in this turn; the last of them that is in the map `ended` */
	struct ended *ended_last, *ended_indexed;
	struct uuid_map ended; /* filled on first use */
	/* of struct run_seen: rows that were loaded, kept up to date during the step */
	struct uuid_map wanted;
	struct uuid_map wanted_executions; /* of struct want */
	struct map results;                /* of struct want: WANT_RESULT */
	struct uuid_map replays;           /* of struct replay_state, see replay.c */
	struct map documents;              /* of struct document_state, see documents.c */
	/* versions given to documents, and rows written for the audit */
	u32 versions_given, audit_rows;
	u32 wanted_kinds; /* bits by enum want_kind: of the turn's wants */
};

#endif
