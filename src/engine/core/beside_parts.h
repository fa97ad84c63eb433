/* Objects that are stored beside runs: documents, replays, effects, rates, settings, and tenants
 * that are being deleted; for engine/ alone. */
#ifndef BELFRY_ENGINE_CORE_BESIDE_PARTS_H
#define BELFRY_ENGINE_CORE_BESIDE_PARTS_H

#include "base/map.h"
#include "engine/engine.h"
#include "model/replay.h"
#include "model/turn.h"

struct tenant; /* engine/core/parts.h */
struct engine_run;

/* A run that the policy guard has to check, and the guard's epoch when it was noted. */
struct to_guard {
	struct uuid run;
	u32 epoch;
};

/* ---- documents.c ----------------------------------------------------------------------------- */
void documents_init(struct engine *engine);
/* Whether the command may carry a document. Most commands cannot; of tasks only those that an
 * incoming event makes. */
static inline bool command_may_have_document(const struct command *command)
{
	enum command_kind kind = command->kind;
	if (kind == COMMAND_ENQUEUE) return command->enqueue.webhook.len > 0;
	return kind == COMMAND_DOCUMENT_PUT || kind == COMMAND_DOCUMENT_DELETE ||
	       kind == COMMAND_SET_TYPE || kind == COMMAND_SET_LIMIT ||
	       kind == COMMAND_SET_TENANT || kind == COMMAND_TENANT_DROP;
}
bool command_has_document(const struct command *command);
u32 command_documents(const struct command *command);
void want_command_documents(const struct engine *engine, struct turn *turn,
			    const struct command *command);
MUST_USE enum err documents_index(struct engine *engine, struct turn *turn);
void documents_forget(struct engine *engine);
/* Whether the command's document may be stored, given the version that the caller expects. ERR_OK:
 * storing it cannot fail any more. */
MUST_USE enum err document_check(struct engine *engine, const struct command *command, u64 expected,
				 str body, struct why *why);
/* Checks the version alone. */
MUST_USE enum err document_check_version(const struct engine *engine, const struct command *command,
					 u64 expected, struct why *why);
/* documents_drop: deletes the documents of a page of WANT_DOCUMENTS. documents_drop_made: deletes
 * the tenant's documents that this turn has made. */
void documents_drop(struct engine *engine, const struct want *page);
void documents_drop_made(struct engine *engine, str tenant);
u64 document_keep(struct engine *engine, const struct command *command, str body, msec until);
void document_drop(struct engine *engine, const struct command *command);
/* Likewise, for the second document of a command: a webhook's position in the journal. */
MUST_USE enum err document_check_beside(struct engine *engine, const struct command *command,
					u64 expected, str body, struct why *why);
u64 document_keep_beside(struct engine *engine, const struct command *command, str body);
void document_drop_beside(struct engine *engine, const struct command *command);

/* ---- webhooks.c --------------------------------------------------------------------------- */
/* Checks the position in the journal that SET_TYPE names for a webhook. ERR_OK: the position is
 * stored with the type. */
MUST_USE enum err webhook_check(struct engine *engine, const struct command *command,
				struct why *why);
void webhook_keep(struct engine *engine, const struct command *command);
/* Whether deliveries may be made: the webhook's document and position are unchanged since the
 * deliveries were read. */
MUST_USE enum err delivery_check(struct engine *engine, const struct command *command,
				 struct why *why);

/* ---- replay.c ----------------------------------------------------------------------------- */
struct replay_state {
	struct uuid id; /* the digest of the key: a uuid map compares keys by itself */
	bool found;
	bool is_noted; /* in this turn */
	struct replay_row row;
};
void replays_init(struct engine *engine);
struct replay_state *replay_find(const struct engine *engine, const struct digest *key);
MUST_USE enum err replays_index(struct engine *engine, struct turn *turn);
void replays_forget(struct engine *engine);
/* Notes the result of a command with an Idempotency-Key. Does nothing for a command without a
 * key. */
void replay_note(struct engine *engine, const struct command *command,
		 const struct replay_entry *entries, u32 len);
void replay_note_id(struct engine *engine, const struct command *command, const struct uuid *id);
/* Likewise, with a number that a repeated call is answered with. */
enum { REPLAY_ENTRIES_OF_ONE = 2 };
void replay_note_number(struct engine *engine, const struct command *command, const struct uuid *id,
			u64 number);
void replay_note_enqueued(struct engine *engine, const struct command *command,
			  const struct enqueue_answer *items, u32 len);

/* ---- replays.c ---------------------------------------------------------------------------- */
/* Answers a command whose Idempotency-Key was used before. False: the key is new. */
bool replay_answers(struct engine *engine, const struct command *command);

/* ---- effects.c ---------------------------------------------------------------------------- */
void effects_init(struct engine *engine);
void want_effect(struct engine *engine, struct turn *turn, const struct command *command);
MUST_USE enum err effects_index(struct engine *engine, struct turn *turn);
void effects_forget(struct engine *engine);
/* Repeats the answer to a claim with the effect's present state; `was_first` as the first answer
 * said. */
void effect_answer_again(struct engine *engine, const struct uuid *claim, bool was_first,
			 struct answer *answer);

/* ---- ladders.c ---------------------------------------------------------------------------- */
struct ladder; /* engine/together/ladder_parts.h */
struct ladder_entity;

/* The ladders that a turn knows, and reserved memory for those that it makes. */
struct ladders_known {
	struct uuid_map entities; /* of struct ladder_entity */
	struct ladder_entity *entity_room;
	struct ladder *room;
	struct rung *rung_room;
	struct run_seen *seen_room; /* of runs that ladders make */
	u32 runs;                   /* how many runs they may load or make */
};

void ladders_init(struct engine *engine);
void want_ladders(struct engine *engine, struct turn *turn, const struct command *command);
/* ladder_makes: at most how many rungs a command makes or finds made in this turn. The other counts
 * those of a want. */
u32 ladder_makes(const struct turn *turn, const struct command *command);
u32 ladders_wanted_rungs(const struct want *want);
MUST_USE enum err ladders_index(struct engine *engine, struct turn *turn);
void ladders_forget(struct engine *engine);

/* ---- ladder_moves.c ----------------------------------------------------------------------- */

/* ---- tenant_drop.c ------------------------------------------------------------------------ */
bool tenant_is_leaving(const struct engine *engine, tenant_no no);
void want_for_drop(struct engine *engine, struct turn *turn, const struct command *command);
void want_drop(struct turn *turn, const struct operation_row *row);
void drop_recall(struct engine *engine, const struct operation_row *row);
/* Deletes a page of the tenant's rows. True: it was the last page. */
bool drop_step(struct engine *engine, struct operation_row *row, const struct want *page);

/* ---- rates.c ------------------------------------------------------------------------------ */
bool rate_is_of(const void *item, const void *key);
MUST_USE enum err rate_recall(struct engine *engine, const struct rate_row *row);
/* The rate in force for a tenant's use of a route: the tenant's own, else the system's; NULL:
 * none. */
const struct rate *rate_for(const struct engine *engine, tenant_no tenant, str route);
/* How full the bucket is, in parts of a token, for a rate that was not in memory. */
u64 rate_first_level(const struct engine *engine, const struct rate *rate);
void rates_forget(struct engine *engine, tenant_no tenant); /* every rate of the tenant */

/* ---- enqueue.c ---------------------------------------------------------------------------- */
/* Whether the tenant's rules accept a payload, and what the payload is flagged with. */
MUST_USE enum err payload_check(const struct tenant *tenant, str payload, const char *field,
				enum lint_kind *out_flagged, struct why *why);

/* ---- settings.c --------------------------------------------------------------------------- */
void queue_make(struct engine *engine, str name, const struct queue_policy *policy);
/* How many priorities callers of this tenant may use. */
u32 priority_steps(const struct engine *engine, str tenant);

/* ---- audits.c ----------------------------------------------------------------------------- */

/* The reason in the history of a dead letter that was discarded. */
str discard_reason(str given);

/* The state before a command, for its audit row; taken before the command is carried out. */
struct audit_mark {
	u32 changes;
	u32 actions;
	bool has_run; /* the command is about a run that exists */
	enum run_state state;
	msec run_at;
	bool has_reminder; /* the command is about a reminder that exists */
	struct reminder_hot reminder;
};
/* At most how many bytes of the turn's arena the audit row of a command takes, beside itself. */
size_t audit_bytes(const struct command *command);
struct audit_mark audit_begin(const struct engine *engine, const struct command *command);
void audit_end(struct engine *engine, const struct command *command, struct audit_mark mark);

/* ---- audit.c ------------------------------------------------------------------------------ */
/* the columns of the row are no longer than this */
enum { AUDIT_COLUMN_BYTES = 255 };
struct audit_row *audit_row_add(struct engine *engine); /* adds a row for this turn */
/* Writes the name of the object with this id into the row. */
void audit_name(struct engine *engine, struct audit_row *row, const struct uuid *id);
/* Adds the events that a handler reports. */
void audit_handler(struct engine *engine, const struct engine_run *run,
		   const struct audit_event *event);

/* ---- operate.c, copy.c: what people do to single runs --------------------------------------- */

/* Whether another run has the key of this dead letter. */
bool run_key_is_taken(const struct engine *engine, const struct run_row *row,
		      struct uuid *out_other);
/* Whether the run exists and the command's tenant may see it; and the run's state. */
bool run_may_be_known(const struct engine *engine, const struct command *command,
		      enum run_state *out_state);
/* The row of a dead letter; NULL: there is no such run, or it is not a dead letter. */
const struct run_seen *dead_letter(const struct engine *engine, const struct uuid *id);
/* Fills in why a command about a run in `state` is refused. */
enum err refuse_run(const struct command *command, enum err err, enum run_state state,
		    const struct uuid *other, struct why *why);
/* The key of a row; scope NONE: the row has no key. */
struct unique_key unique_key_of_row(const struct run_row *row);

#endif
