/* Answers of the pump, as they reach the actors that asked. */
#include "sim/sim.h"

#include "base/hash.h"
#include "base/must.h"

enum { REPLY_MS_MAX = 30 };

static void reply_free(struct http_reply *reply)
{
	mem_free(reply->items);
	mem_free(reply->leases);
	mem_free(reply);
}

static void reply_arrives(void *context, u64 argument)
{
	struct http_reply *reply = context;
	(void)argument;
	if (!reply->actor->sim->is_over) reply->actor->on_reply(reply->actor, reply);
	reply_free(reply);
}

static struct http_reply *reply_new(const struct call *call, enum err err)
{
	struct http_reply *reply = mem_alloc_zeroed(sizeof *reply);
	must(reply != NULL);
	reply->actor = call->actor;
	reply->reply = call->reply;
	reply->start = call->actor->sim->node.starts;
	reply->kind = call->kind;
	reply->err = err;
	return reply;
}

void reply_send(struct sim *sim, struct http_reply *reply)
{
	struct prng *prng = sim->swarm.has_neighbour ? &reply->actor->prng : &sim->node.latency;
	msec delay = prng_between(prng, 0, REPLY_MS_MAX);
	/* In which order the answers of one turn leave may follow from ids. */
	if (sim->swarm.has_neighbour) delay = (sim->world.t / sim->world.grid) % REPLY_MS_MAX;
	world_at(&sim->world, prng, sim->world.t + delay, reply_arrives, reply, 0);
}

void reply_error(struct sim *sim, const struct call *call, enum err err)
{
	if (call->actor) reply_send(sim, reply_new(call, err));
}

static struct reply_item *reply_items(struct http_reply *reply, u32 len)
{
	reply->items = mem_alloc_zeroed((len ? len : 1) * sizeof *reply->items);
	must(reply->items != NULL);
	reply->items_len = len;
	return reply->items;
}

/* What a run does to its workers follows from its id; where two lives are compared, in which it has
 * two, from what it carries. */
static u64 lot_of(const struct sim *sim, const struct uuid *run)
{
	if (sim->swarm.has_neighbour) return hash_mix(oracle_run_ever(&sim->oracle, run)->payload);
	return (u64)run->bytes[14] << 8 | run->bytes[15];
}

static void reply_leases(struct sim *sim, struct http_reply *reply, const struct lease *leases,
			 u32 len)
{
	reply->leases = mem_alloc_zeroed((len ? len : 1) * sizeof *reply->leases);
	must(reply->leases != NULL);
	for (u32 i = 0; i < len; i++) {
		if (leases[i].damaged) continue;
		u64 lot = lot_of(sim, &leases[i].run);
		reply->leases[reply->leases_len++] = (struct reply_lease){
			.execution = leases[i].execution,
			.run = leases[i].run,
			.lease_ms = leases[i].lease_ms,
			.tenant = oracle_number(&sim->oracle, NAME_TENANT, leases[i].tenant.v) - 1,
			.is_poison = (lot & 0xff) % 16 == 0,
			.is_throttled = (lot >> 8 & 0xff) % 32 == 0,
		};
	}
}

struct http_reply *reply_of(struct sim *sim, const struct call *call, const struct answer *answer)
{
	struct http_reply *reply = reply_new(call, answer->err);
	if (answer->err) return reply;
	if (call->kind == COMMAND_ENQUEUE) {
		struct reply_item *items = reply_items(reply, answer->enqueue.len);
		for (u32 i = 0; i < answer->enqueue.len; i++) {
			const struct enqueue_answer *from = &answer->enqueue.items[i];
			items[i] = (struct reply_item){ .err = from->err,
							.run = from->run,
							.duplicate = from->duplicate,
							.state = from->state };
		}
	} else if (call->kind == COMMAND_LEASE) {
		reply_leases(sim, reply, answer->lease.leases, answer->lease.len);
	} else if (call->kind == COMMAND_BEAT || call->kind == COMMAND_REPORT) {
		struct reply_item *items = reply_items(reply, answer->held.len);
		for (u32 i = 0; i < answer->held.len; i++) {
			items[i].code = answer->held.items[i].code;
			items[i].run = answer->held.items[i].execution;
		}
		reply_leases(sim, reply, answer->held.leases, answer->held.leases_len);
	} else if (call->kind == COMMAND_OPERATION_START) {
		reply->operation = answer->operation.id;
	} else if (call->kind == COMMAND_BATCH) {
		reply->claim = answer->batch.id;
	} else if (call->kind == COMMAND_EFFECT_CLAIM) {
		reply->claim = answer->effect.claim;
	} else if (call->kind == COMMAND_DOCUMENT_PUT) {
		reply->version = answer->version;
	}
	return reply;
}

void reply_is_lost(struct sim *sim, const struct call *call, const struct answer *answer)
{
	if (call->kind == COMMAND_ENQUEUE) sim_mark(sim, MARK_REPLY_LOST_ENQUEUE);
	if (call->kind == COMMAND_REPORT) sim_mark(sim, MARK_REPLY_LOST_REPORT);
	if (call->kind == COMMAND_LEASE && !answer->err && answer->lease.len)
		sim_mark(sim, MARK_REPLY_LOST_LEASE);
}
