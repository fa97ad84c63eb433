/* Quotas: each tenant's share of the resources of all, and its bound. Counted where it comes to
 * be and where it goes, never by looking: runs by the journal, the rest beside its table. Only who
 * asks for more is refused; what time makes (occurrences, fallbacks, deliveries of events, the
 * attempts that people give a dead letter) counts, and is made all the same.
 *
 * A tally is in memory while it is not all zero: a start is told of those that have rows nowhere in
 * memory (runs, jobs, open effects), and counts the others as they come in. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

static struct quota_tally *tally_find(const struct engine *engine, tenant_no tenant)
{
	return u64_map_find(&engine->gates.tallies, tenant.v);
}

static struct quota_tally *tally_get(struct engine *engine, tenant_no tenant)
{
	struct quota_tally *tally = tally_find(engine, tenant);
	if (tally) return tally;
	tally = pool_take(&engine->gates.tally_pool);
	tally->tenant = tenant;
	u64_map_insert(&engine->gates.tallies, tenant.v, tally);
	return tally;
}

static bool is_empty(const struct quota_tally *tally)
{
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++) {
		if (tally->counts[kind]) return false;
	}
	return true;
}

void quota_count(struct engine *engine, tenant_no tenant, enum quota_kind kind)
{
	if (!tenant.v) return; /* the system's, for all tenants */
	struct quota_tally *tally = tally_get(engine, tenant);
	must(tally->counts[kind] < UINT32_MAX);
	tally->counts[kind]++;
}

void quota_uncount(struct engine *engine, tenant_no tenant, enum quota_kind kind)
{
	if (!tenant.v) return;
	struct quota_tally *tally = tally_find(engine, tenant);
	/* A damaged store may have reported too few at the start. */
	if (!tally || !tally->counts[kind]) return;
	if (--tally->counts[kind] || !is_empty(tally)) return;
	u64_map_remove(&engine->gates.tallies, tenant.v);
	pool_give(&engine->gates.tally_pool, tally);
}

void quota_see(struct engine *engine, const struct journal_entry *entry)
{
	bool was_live = entry->kind == JOURNAL_MOVED && !run_state_is_final(entry->from);
	bool is_live = !run_state_is_final(entry->to);
	if (entry->kind != JOURNAL_MOVED && entry->kind != JOURNAL_CREATED) return;
	if (is_live && !was_live) quota_count(engine, entry->tenant, QUOTA_RUNS);
	if (was_live && !is_live) quota_uncount(engine, entry->tenant, QUOTA_RUNS);
}

enum err quotas_reserve(struct engine *engine, u32 more)
{
	enum err err = pool_reserve(&engine->gates.tally_pool, more);
	return err ? err : u64_map_reserve(&engine->gates.tallies, more);
}

enum err quota_recall(struct engine *engine, const struct tally_row *row)
{
	enum err err = quotas_reserve(engine, 1);
	if (err) return err;
	must(row->kind < QUOTA_KINDS && row->count > 0);
	tally_get(engine, row->tenant)->counts[row->kind] += row->count;
	return ERR_OK;
}

/* ---- what is in force ----------------------------------------------------------------------- */

static struct quota_state state_of(const struct engine *engine, tenant_no no, enum quota_kind kind)
{
	const struct tenant *tenant = no.v ? tenant_find(engine, no) : NULL;
	const struct quota_tally *tally = no.v ? tally_find(engine, no) : NULL;
	u32 own = tenant ? tenant->policy.quotas[kind] : 0;
	return (struct quota_state){ .most = own ? own : engine->config.quotas[kind],
				     .used = tally ? tally->counts[kind] : 0,
				     .is_own = own > 0 };
}

enum err quota_check(const struct engine *engine, tenant_no tenant, enum quota_kind kind, u32 more,
		     struct why *why)
{
	struct quota_state state = state_of(engine, tenant, kind);
	if (!tenant.v || !state.most || (u64)state.used + more <= state.most) return ERR_OK;
	return quota_refuse(kind, state.most, state.used, why);
}

void on_ask_quotas(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++)
		answer->quotas.states[kind] = state_of(engine, tenant, (enum quota_kind)kind);
}

/* ---- seen as a whole ------------------------------------------------------------------------ */

void quotas_dump(const struct engine *engine, struct buf *out)
{
	for (u32 no = 1; no < engine->core.names[NAME_TENANT].len; no++) {
		const struct quota_tally *tally = tally_find(engine, (tenant_no){ no });
		if (!tally) continue;
		buf_addf(out, "tally %u:", no);
		for (u32 kind = 0; kind < QUOTA_KINDS; kind++)
			buf_addf(out, " %u", tally->counts[kind]);
		buf_add_byte(out, '\n');
	}
}
