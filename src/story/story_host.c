/* The host of the pump in a story: its clock, its chance, and what becomes of answers. */
#include "base/memory.h"
#include "base/must.h"
#include "story/story_parts.h"
#include <stdio.h>

/* ---- the host of the pump ------------------------------------------------------------------ */

struct now play_host_now(void *context)
{
	const struct play *play = context;
	return (struct now){ play_wall(play), BOOT_START + play->t };
}

/* Ids are made of pieces of UUID7_RANDOM_LEN bytes, and count from the first of a millisecond on.
 * Here the pieces of one millisecond grow, so that runs which a story creates together are in the
 * order of its lines also when the process dies between them; a server's start anew there. */
void play_host_random(void *context, u8 *out_bytes, size_t len)
{
	struct play *play = context;
	for (size_t i = 0; i < len; i++) out_bytes[i] = (u8)prng_next(&play->chance);
	if (len % UUID7_RANDOM_LEN) return;
	if (play->ids_at != play_wall(play)) play->ids = 0;
	play->ids_at = play_wall(play);
	for (size_t at = 0; at < len; at += UUID7_RANDOM_LEN) {
		u32 number = play->ids++;
		out_bytes[at] = (u8)(number >> 8);
		out_bytes[at + 1] = (u8)number;
	}
}

struct played_run *play_run_of(const struct play *play, const struct uuid *id)
{
	return uuid_map_find(&play->runs, id);
}

void play_note_lease(struct play *play, const struct lease *lease, str worker)
{
	struct played_run *run = play_run_of(play, &lease->run);
	/* A job's run may be handed out in the turn that makes it, before that is told. */
	if (!run) run = play_adopt(play, &lease->run);
	must(run != NULL);
	if (run->leases_len == PLAY_LEASES_MAX) {
		u32 rest = PLAY_LEASES_MAX - 1;
		memmove(run->leases, run->leases + 1, rest * sizeof run->leases[0]);
		memmove(run->attempts, run->attempts + 1, rest * sizeof run->attempts[0]);
		memmove(run->workers, run->workers + 1, rest * sizeof run->workers[0]);
		run->leases_len = rest;
	}
	run->leases[run->leases_len] = lease->execution;
	run->attempts[run->leases_len] = lease->attempt;
	run->workers[run->leases_len++] = worker;
	str hash = str_slice(lease->last_result_hash, 0, PLAY_REASON_BYTES - 1);
	if (hash.len) memcpy(run->last_hash, hash.at, hash.len);
	run->last_hash[hash.len] = '\0';
}

struct played_run *play_spare_run(struct play *play)
{
	if (!play->spare) play->spare = arena_alloc_zeroed(&play->arena, sizeof *play->spare);
	return play->spare;
}

static void note_enqueued(struct play *play, const struct enqueue_answer *item, struct said *said)
{
	said->err = item->err;
	said->why = item->why;
	said->duplicate = item->duplicate;
	said->replaced = item->replaced;
	said->purged = item->purged;
	said->run_id = item->run;
	if (item->err) return;
	said->run = play_run_of(play, &item->run);
	if (said->run) return;
	must(!item->duplicate);
	struct played_run *run = play->spare;
	must(run != NULL);
	play->spare = NULL;
	run->id = item->run;
	play_keep_run(play, run);
	said->run = run;
}

static void note_leases(struct play *play, const struct answer *answer, str worker,
			struct said *said)
{
	for (u32 i = 0; i < answer->lease.len; i++) {
		const struct lease *lease = &answer->lease.leases[i];
		play_note_lease(play, lease, worker);
		if (said->leased_len < STORY_WORDS_MAX)
			said->leased[said->leased_len++] = play_run_of(play, &lease->run);
	}
}

/* Texts of reasons belong to the engine, which may be gone when they are read. */
static void note_reasons(const struct why_answer *answer, struct said *said)
{
	said->reasons_len = answer->len;
	for (u32 i = 0; i < answer->len; i++) {
		str ref = str_slice(answer->reasons[i].ref, 0, PLAY_REASON_BYTES);
		said->reasons[i] = answer->reasons[i];
		if (ref.len) memcpy(said->refs[i], ref.at, ref.len);
		said->reasons[i].ref = (str){ said->refs[i], ref.len };
	}
}

static void note_effect(const struct effect_answer *answer, struct said *said)
{
	str result = str_slice(answer->result, 0, PLAY_REASON_BYTES - 1);
	said->is_effect = true;
	said->is_first = answer->is_first;
	said->effect = answer->state;
	said->claim = answer->claim;
	if (result.len) memcpy(said->result, result.at, result.len);
	said->result[result.len] = '\0';
}

/* The answer to the command that is being submitted. */
static void note_answer(struct play *play, const struct command *command,
			const struct answer *answer)
{
	struct said *said = &play->said;
	said->is_there = true;
	said->err = answer->err;
	said->why = answer->why;
	if (command->kind == COMMAND_RETRY || command->kind == COMMAND_RESCHEDULE)
		said->other = answer->run.other;
	if (command->kind == COMMAND_JOB_PUT) said->other = answer->job.other;
	if (answer->err) return;
	if (command_subject(command->kind) == SUBJECT_JOB) said->job = answer->job.job;
	if (command->kind == COMMAND_ENQUEUE) note_enqueued(play, &answer->enqueue.items[0], said);
	if (command->kind == COMMAND_LADDER) said->duplicate = answer->ladder.is_duplicate;
	if (command->kind == COMMAND_BATCH) play_note_batch(play, &answer->batch);
	if (command->kind == COMMAND_LEASE) note_leases(play, answer, command->lease.worker, said);
	if (command->kind == COMMAND_ASK_WHY) note_reasons(&answer->reasons, said);
	if (command->kind == COMMAND_EFFECT_CLAIM || command->kind == COMMAND_EFFECT_COMPLETE ||
	    command->kind == COMMAND_EFFECT_RELEASE)
		note_effect(&answer->effect, said);
	if (command->kind == COMMAND_REPORT || command->kind == COMMAND_BEAT)
		said->code = answer->held.items[0].code;
}

/* The answer to a lease statement that waited. */
static bool note_late_lease(struct play *play, const struct answer *answer)
{
	for (u32 i = 0; i < PLAY_CALLS_MAX; i++) {
		struct played_call *call = &play->calls[i];
		struct said said = { .reply = answer->reply, .is_there = true, .err = answer->err };
		if (!call->reply || call->reply != answer->reply) continue;
		call->reply = NULL;
		if (!answer->err) note_leases(play, answer, call->line->words[0], &said);
		if (play->asked == call->line) play->answered = said;
		return true;
	}
	return false;
}

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct play *play = container_of(reply, struct played_reply, reply)->play;
	if (play->is_dying) return;
	if (play->said.reply == answer->reply && play->said_command)
		note_answer(play, play->said_command, answer);
	else if (!note_late_lease(play, answer)) (void)workers_answer(play, answer);
}

/* A remote worker hears of it with its next heartbeat. */
void play_host_stop(void *context, struct uuid execution)
{
	(void)context;
	(void)execution;
}

void play_host_publish(void *context, u64 turn, str journal)
{
	struct play *play = context;
	(void)turn;
	if (!play->is_dying) tell_journal(play, journal);
}

/* Commands live in the play's arena, or are done with when their turn is. */
void play_on_over(struct reply *reply)
{
	struct played_reply *played = container_of(reply, struct played_reply, reply);
	list_push_back(&played->play->spare_replies, &played->in_spare);
}

/* NULL: no memory. */
struct reply *play_take_reply(struct play *play)
{
	struct list_node *spare = list_pop_front(&play->spare_replies);
	struct played_reply *played = list_item(spare, struct played_reply, in_spare);
	if (!played) played = arena_alloc_zeroed(&play->arena, sizeof *played);
	if (!played) return NULL;
	*played = (struct played_reply){ .reply = { .answered = on_answer, .over = play_on_over },
					 .play = play };
	return &played->reply;
}
