#include "sim/chronicle.h"

#include "base/hash.h"
#include "sim/sim.h"

#include <stdio.h>

static u64 mix(u64 hash, u64 value)
{
	return hash_mix(hash ^ value) + 1;
}

static u64 mix_text(u64 hash, str text)
{
	return mix(hash, oracle_hash(text));
}

/* NULL: it is full, and told no further. */
static struct chronicle_entry *add(struct chronicle *chronicle, const struct sim *sim)
{
	if (chronicle->len == CHRONICLE_MAX) return NULL;
	struct chronicle_entry *entry = &chronicle->entries[chronicle->len++];
	*entry = (struct chronicle_entry){ .at = sim->world.t };
	chronicle->end = sim->world.t;
	return entry;
}

/* ---- the journal -------------------------------------------------------------------------- */

u64 chronicle_who(const struct oracle_run *run)
{
	u64 hash = mix(run->payload, run->tenant);
	hash = mix(mix(hash, run->type), run->queue);
	/* Those of a batch have its id in their keys, those that follow a failure that run's. */
	if (!run->batch && !run->hops) hash = mix(mix(hash, run->key.a), run->key.b);
	hash = mix(mix(hash, run->priority), run->max_attempts);
	return mix(mix(hash, run->hops), (u64)run->timeout_ms);
}

/* Which run has moved to where, by whom and why; how its attempt has ended. */
static u64 what_is(const struct oracle *oracle, const struct journal_entry *entry)
{
	const struct oracle_execution *execution = oracle_execution_of(oracle, &entry->execution);
	u64 hash = mix((u64)entry->kind << 32 | (u64)entry->from << 16 | entry->to,
		       entry->attempts);
	hash = mix_text(mix_text(hash, entry->reason), entry->actor);
	if (!execution) return hash;
	hash = mix(mix(hash, (u64)execution->lease_ms), (u64)execution->timeout_ms);
	hash = mix(mix(hash, execution->fence), (u64)execution->outcome);
	return mix_text(hash, str_from(execution->error_class));
}

/* Retries that time has ended, also where a deadline comes first: who reports says when to come
 * again. */
static bool is_drawn(const struct journal_entry *entry, msec wait)
{
	return wait > 0 && entry->from == RUN_PROCESSING &&
	       (entry->to == RUN_QUEUED || entry->to == RUN_CANCELLED);
}

/* Once a second all that is held is put off: when that is depends on everybody, and to when it is
 * put off does not. So that is not a part of what is compared; but whoever was not yet put off
 * stands elsewhere in line. */
static void note_put_off(struct chronicle *chronicle, const struct sim *sim,
			 const struct oracle_run *run, msec until)
{
	if (chronicle->put_offs_len == CHRONICLE_MAX) return;
	chronicle->put_offs[chronicle->put_offs_len++] = (struct chronicle_put_off){
		.who = chronicle_who(run), .at = sim->world.t, .until = until
	};
}

void chronicle_entry(struct chronicle *chronicle, struct sim *sim, const struct oracle_run *run,
		     const struct journal_entry *entry)
{
	const struct oracle *oracle = &sim->oracle;
	if (!chronicle || sim->is_healing) return;
	bool is_claim = entry->to == RUN_PROCESSING;
	msec wait = entry->run_at - oracle->now.wall;
	if (run->tenant == chronicle->stranger) {
		chronicle->claims_of_stranger += is_claim;
		return;
	}
	if (entry->kind == JOURNAL_DEFERRED) {
		note_put_off(chronicle, sim, run, entry->run_at);
		return;
	}
	chronicle->claims += is_claim;
	struct chronicle_entry *told = add(chronicle, sim);
	if (!told) return;
	told->who = chronicle_who(run);
	told->what = what_is(oracle, entry);
	told->wait = wait;
	told->run = run->id;
	told->is_claim = is_claim;
	told->is_drawn = is_drawn(entry, wait);
	snprintf(told->words, sizeof told->words, "run %08x of tenant %u: %s -> %s, %u attempts",
		 uuid_short(&run->id), run->tenant, oracle_state_word(entry->from),
		 oracle_state_word(entry->to), entry->attempts);
}

/* ---- answers ------------------------------------------------------------------------------ */

static u64 mix_leases(const struct oracle *oracle, u64 hash, const struct lease *leases, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		const struct lease *lease = &leases[i];
		hash = mix_text(mix(hash, chronicle_who(oracle_run_ever(oracle, &lease->run))),
				lease->last_result_hash);
		hash = mix(hash, lease->attempt);
		hash = mix(mix(hash, lease->fence), (u64)lease->lease_ms);
	}
	return mix(hash, len);
}

static u64 mix_holders(u64 hash, const struct holder_answer *items, u32 len)
{
	for (u32 i = 0; i < len; i++) hash = mix(hash, (u64)items[i].code);
	return hash;
}

static u64 mix_enqueued(u64 hash, const struct enqueue_answer *items, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		hash = mix(hash, (u64)items[i].err << 8 | items[i].duplicate);
		hash = mix(hash, items[i].err ? 0 : (u64)items[i].state);
	}
	return hash;
}

static u64 mix_whys(u64 hash, const struct why_answer *why)
{
	for (u32 i = 0; i < why->len; i++) hash = mix(hash, (u64)why->reasons[i].kind);
	return mix(mix(hash, why->found), (u64)why->state);
}

static bool is_about_run(enum command_kind kind)
{
	return kind == COMMAND_CANCEL || kind == COMMAND_RETRY || kind == COMMAND_DISCARD ||
	       kind == COMMAND_RESCHEDULE;
}

static u64 what_was_said(const struct oracle *oracle, const struct call *call,
			 const struct answer *answer)
{
	u64 hash = mix((u64)call->kind, (u64)answer->err);
	if (answer->err || answer->is_replayed) return mix(hash, answer->is_replayed);
	if (call->kind == COMMAND_ENQUEUE)
		return mix_enqueued(hash, answer->enqueue.items, answer->enqueue.len);
	if (call->kind == COMMAND_LEASE)
		return mix_leases(oracle, hash, answer->lease.leases, answer->lease.len);
	if (call->kind == COMMAND_BEAT || call->kind == COMMAND_REPORT) {
		hash = mix_holders(hash, answer->held.items, answer->held.len);
		return mix_leases(oracle, hash, answer->held.leases, answer->held.leases_len);
	}
	if (is_about_run(call->kind)) return mix(hash, (u64)answer->run.state);
	if (call->kind == COMMAND_EFFECT_CLAIM) {
		hash = mix_text(hash, answer->effect.result);
		return mix(mix(hash, answer->effect.is_first), (u64)answer->effect.state);
	}
	return call->kind == COMMAND_ASK_WHY ? mix_whys(hash, &answer->reasons) : hash;
}

static bool gets_work(const struct call *call, const struct answer *answer)
{
	if (answer->err || answer->is_replayed) return false;
	if (call->kind == COMMAND_LEASE) return answer->lease.len > 0;
	return call->kind == COMMAND_REPORT && answer->held.leases_len > 0;
}

void chronicle_answer(struct chronicle *chronicle, struct sim *sim, const struct call *call,
		      const struct answer *answer)
{
	if (!chronicle || sim->is_healing || !call->actor->is_bound) return;
	if (call->actor->tenant + 1 == chronicle->stranger) return;
	struct chronicle_entry *told = add(chronicle, sim);
	if (!told) return;
	told->who = mix(call->actor->kind, call->actor->copy);
	told->what = what_was_said(&sim->oracle, call, answer);
	told->gets_work = gets_work(call, answer);
	snprintf(told->words, sizeof told->words, "%s %u is answered: %.*s, %s",
		 actor_word(call->actor->kind), call->actor->copy,
		 STR_ARG(command_name(call->kind)), err_name(answer->err));
}
