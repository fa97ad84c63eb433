/* Memory as sorted text, so that the memory that lived through everything can be compared with one
 * that was made from the store a moment ago. Left out is what a restart may lose: turns, what
 * waits, when a run was found due, progress. */
#include "base/memory.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"

#include <stdlib.h>

static int by_id(const void *a, const void *b)
{
	const struct engine_run *const *x = a;
	const struct engine_run *const *y = b;
	return uuid_compare(&(*x)->id, &(*y)->id);
}

/* With a bound on runs what is in memory depends on how it came to be; who is next does not. */
static bool is_told(const struct engine *engine, const struct engine_run *run)
{
	if (run->execution) return true;
	if (run_is_put_off(run) && !run_belongs_in_memory(engine, run->run_at, &run->id))
		return false;
	if (!engine->config.runs_max) return true;
	const struct lane *lane = run->lane;
	if (lane->route) return false; /* whether it is open is not kept */
	if (!pairing_is_in(&run->in_band) || !lane->is_open) return false;
	return lane->bands[run->priority - 1u] == &run->in_band;
}

static void dump_run(const struct engine *engine, const struct engine_run *run, struct buf *out)
{
	char id[UUID_TEXT_LEN];
	uuid_print(run->id, id);
	buf_add(out, STR("run "));
	buf_add(out, (str){ id, sizeof id });
	buf_add_byte(out, ' ');
	buf_add(out, name_text(engine, NAME_TENANT, run_tenant(run).v));
	buf_add_byte(out, ' ');
	buf_add(out, name_text(engine, NAME_TYPE, run->lane->type->no.v));
	buf_add_byte(out, ' ');
	buf_add(out, name_text(engine, NAME_QUEUE, run->lane->share->queue->no.v));
	if (run->lane->own.v) {
		buf_add_byte(out, ' ');
		buf_add(out, name_text(engine, NAME_ROUTE, run->lane->own.v));
	}
	buf_addf(out,
		 " p%u at %lld attempts %u/%u deferred %u streak %u fence %u scope %u bucket %lld "
		 "journal %llu",
		 run->priority, (long long)run->run_at, run->attempts, run->max_attempts,
		 run->deferred_count, run->free_429_streak, run->fence, run->scope,
		 (long long)run->bucket, (unsigned long long)run->journal_turn);
	if (run->job) {
		uuid_print(run->job->row.id, id);
		buf_addf(out, " standing %u cause %u%s of ", run->plan_state, run->cause,
			 run->is_waiting ? " waiting" : "");
		buf_add(out, (str){ id, sizeof id });
	}
	if (run->daily) {
		const struct daily_hot *hot = &run->daily->hot;
		buf_addf(out, " of %.*s due %u date %lld cutoff %lld decided %lld",
			 (int)run->daily->user_len, run->daily->user, run->daily->due_minute,
			 (long long)hot->date, (long long)hot->cutoff, (long long)hot->decided);
	}
	if (run->reminder) {
		const struct reminder_hot *hot = &run->reminder->hot;
		uuid_print(run->reminder->id, id);
		buf_add(out, STR(" reminds "));
		buf_add(out, (str){ id, sizeof id });
		buf_addf(out,
			 " status %u stands %u due %d snoozes %u at %lld next %lld version %llu",
			 hot->status, hot->stands, hot->is_due, hot->snooze_count,
			 (long long)hot->remind_at, (long long)hot->next_at,
			 (unsigned long long)hot->version);
	}
	if (run->execution) {
		uuid_print(run->execution->id, id);
		buf_add(out, STR(" held "));
		buf_add(out, (str){ id, sizeof id });
		buf_addf(out, " attempt %u", run->execution->attempt);
	}
	buf_add_byte(out, '\n');
}

static void dump_runs(const struct engine *engine, struct buf *out)
{
	u32 count = engine->core.runs.table.count;
	const struct engine_run **runs = mem_alloc((count + 1) * sizeof *runs);
	struct map_cursor cursor = { 0 };
	if (!runs) {
		out->failed = true;
		return;
	}
	for (u32 i = 0; i < count; i++) runs[i] = uuid_map_next(&engine->core.runs, &cursor);
	qsort(runs, count, sizeof *runs, by_id);
	for (u32 i = 0; i < count; i++) {
		if (is_told(engine, runs[i])) dump_run(engine, runs[i], out);
	}
	mem_free(runs);
}

static void dump_places(const struct engine *engine, struct buf *out)
{
	buf_addf(out, "running %u\n", engine->dispatch.running);
	for (u32 no = 1; no < engine->core.names[NAME_QUEUE].len; no++) {
		const struct queue *queue = &engine->dispatch.queues[no];
		buf_addf(out, "queue %u running %u weight %u limit %u%s\n", no, queue->running,
			 queue->policy.weight, queue->policy.limit, queue->pause ? " paused" : "");
	}
	for (u32 no = 1; no < engine->core.names[NAME_TENANT].len; no++) {
		const struct tenant *tenant = tenant_find(engine, (tenant_no){ no });
		if (!tenant) continue;
		bool plain = !tenant->running && !tenant->policy.weight && !tenant->policy.limit &&
			     !tenant->pause;
		if (plain) continue; /* one that was only ever named */
		buf_addf(out, "tenant %u running %u weight %u limit %u%s\n", no, tenant->running,
			 tenant->policy.weight, tenant->policy.limit,
			 tenant->pause ? " paused" : "");
	}
	buf_addf(out, "pauses %u operations %u\n", engine->gates.pauses_len,
		 engine->core.operations_len);
}

/* In no order, so as one number. */
static void dump_rates(const struct engine *engine, struct buf *out)
{
	struct map_cursor cursor = { 0 };
	const struct rate *rate;
	u64 sum = 0;
	while ((rate = map_next(&engine->gates.rates, &cursor))) {
		const struct rate_policy *policy = &rate->row.policy;
		u64 hash = hash_bytes(engine->core.hash_key, rate->row.route) ^ rate->row.tenant.v;
		hash = hash_mix(hash ^ pair_key(policy->rate, policy->burst));
		hash = hash_mix(hash ^ policy->concurrency);
		sum += hash_mix(hash ^ (u64)policy->per_ms ^ policy->scope);
	}
	buf_addf(out, "rates %u: %llx\n", engine->gates.rates.table.count, (unsigned long long)sum);
}

static void dump_cooldowns(const struct engine *engine, struct buf *out)
{
	struct map_cursor cursor = { 0 };
	const struct cooldown *cooldown;
	u64 sum = 0;
	while ((cooldown = map_next(&engine->together.cooldowns, &cursor))) {
		const struct cooldown_row *row = &cooldown->row;
		u64 hash = hash_mix(row->alert ^ pair_key(row->tenant.v, row->type.v));
		hash = hash_mix(hash ^ hash_load_u64(row->run.bytes) ^ row->is_live);
		sum += hash_mix(hash ^ (u64)row->until ^ (u64)row->window_ms);
	}
	buf_addf(out, "cooldowns %u: %llx, fallbacks %u\n", engine->together.cooldowns.table.count,
		 (unsigned long long)sum, engine->together.fallbacks);
}

static void dump_followers(const struct engine *engine, struct buf *out)
{
	const struct followers *followers = &engine->together.followers;
	struct map_cursor cursor = { 0 };
	const struct follower *follower;
	u64 sum = 0;
	while ((follower = uuid_map_next(&followers->by_run, &cursor))) {
		u64 hash = hash_mix(hash_load_u64(follower->run.bytes + 8) ^
				    (u64)follower->deadline_at ^ follower->needs);
		const struct after_link *link = follower->links;
		for (; link; link = link->next)
			hash = hash_mix(hash ^ hash_load_u64(link->on->id.bytes + 8) ^ link->place);
		sum += hash;
	}
	buf_addf(out, "followers %u: %llx, links %u\n", followers->by_run.table.count,
		 (unsigned long long)sum, followers->link_pool.used_count);
}

static int by_batch(const void *a, const void *b)
{
	const struct batch *const *x = a;
	const struct batch *const *y = b;
	return uuid_compare(&(*x)->row.id, &(*y)->row.id);
}

static void dump_batch(const struct batch_row *row, struct buf *out)
{
	char id[UUID_TEXT_LEN];
	uuid_print(row->id, id);
	buf_addf(out,
		 "batch %.*s state %u total %u done %u failed %u cancelled %u begun %u "
		 "items %u scope %u bucket %lld%s\n",
		 UUID_TEXT_LEN, id, row->state, row->total, row->done, row->failed, row->cancelled,
		 row->has_begun, row->items_failed, row->scope, (long long)row->bucket,
		 row->is_sweeping ? " sweeping" : "");
}

static void dump_batches(const struct engine *engine, struct buf *out)
{
	u32 count = engine->together.batches.table.count;
	const struct batch **batches = mem_alloc((count + 1) * sizeof *batches);
	struct map_cursor cursor = { 0 };
	if (!batches) {
		out->failed = true;
		return;
	}
	for (u32 i = 0; i < count; i++)
		batches[i] = uuid_map_next(&engine->together.batches, &cursor);
	qsort(batches, count, sizeof *batches, by_batch);
	for (u32 i = 0; i < count; i++) dump_batch(&batches[i]->row, out);
	mem_free(batches);
}

void engine_dump(const struct engine *engine, struct buf *out)
{
	dump_runs(engine, out);
	dump_places(engine, out);
	dump_rates(engine, out);
	dump_cooldowns(engine, out);
	alerts_dump(engine, out);
	dump_batches(engine, out);
	dump_followers(engine, out);
	quotas_dump(engine, out);
}
