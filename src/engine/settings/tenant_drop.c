/* A tenant is deleted. At once nobody can ask for it or hand it work, and nothing of it is leased
 * any more; the rest is an operation, some rows a turn, with a durable place, so a crash goes on
 * where it was: first its jobs end, so that nothing is planned, then its runs are cancelled
 * (whoever holds one is told) and its dead letters given up, then what is kept beside is forgotten,
 * and at last its policies go and its name comes free. What has ended stays as history, under a
 * name that nobody can ask for, until its time is over. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/pause.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"

/* The operation's cursor shows its progress: nil while there are jobs, then the last run that was
 * handled, then this. */
static const struct uuid at_documents = { { 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
					    255, 255, 255, 255, 255 } };
/* Before every run. */
static const struct uuid at_runs = { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 } };

enum {
	DROPPED_STATES = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING |
			 1u << RUN_FAILED | 1u << RUN_DLQ
};

/* ---- what it needs ------------------------------------------------------------------------ */

static void want_documents(struct turn *turn, tenant_no tenant, u32 kinds,
			   const struct uuid *operation)
{
	struct want *want = want_add(turn, WANT_DOCUMENTS);
	want->documents.tenant = tenant;
	want->documents.kinds = kinds;
	want->documents.operation = *operation;
	want->documents.limit = kinds ? LIMIT_DROP_TOKENS : LIMIT_OPERATION_ROWS;
}

/* Requests, with the command, the tokens of the tenant. */
void want_for_drop(struct engine *engine, struct turn *turn, const struct command *command)
{
	static const struct uuid none = { { 0 } };
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->set.name) };
	if (tenant.v) want_documents(turn, tenant, 1u << DOCUMENT_TOKEN, &none);
}

static void want_jobs(struct turn *turn, const struct operation_row *row)
{
	struct want *want = want_add(turn, WANT_JOBS);
	want->jobs.operation = row->id;
	want->jobs.tenant = row->filter.tenant;
	want->jobs.every = true;
	want->jobs.limit = LIMIT_REPLAN_JOBS;
	want->jobs.runs_limit = LIMIT_REPLAN_RUNS;
}

void want_drop(struct turn *turn, const struct operation_row *row)
{
	if (uuid_is_nil(&row->cursor)) want_jobs(turn, row);
	else if (uuid_eq(&row->cursor, &at_documents))
		want_documents(turn, row->filter.tenant, 0, &row->id);
	else want_matching(turn, row);
}

/* ---- the command -------------------------------------------------------------------------- */

static const struct operation_row *drop_under_way(const struct engine *engine, tenant_no tenant)
{
	for (struct list_node *node = engine->core.operations.head.next;
	     node != &engine->core.operations.head; node = node->next) {
		const struct operation_row *row =
			&container_of(node, struct operation, in_engine)->row;
		if (row->kind == OPERATION_DROP && row->filter.tenant.v == tenant.v) return row;
	}
	return NULL;
}

void drop_recall(struct engine *engine, const struct operation_row *row)
{
	tenant_get(engine, row->filter.tenant)->is_leaving = true;
}

static void drop_tokens(struct engine *engine, tenant_no tenant)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_DOCUMENTS && uuid_is_nil(&want->documents.operation) &&
		    want->documents.tenant.v == tenant.v)
			documents_drop(engine, want);
	}
	/* And those that this turn has made. */
	documents_drop_made(engine, name_text(engine, NAME_TENANT, tenant.v));
}

static void journal_drop(struct engine *engine, tenant_no tenant, str actor)
{
	struct journal_entry entry = {
		.kind = JOURNAL_TENANT, .tenant = tenant, .reason = STR("deleted"), .actor = actor
	};
	journal_add(engine, &entry);
}

static enum err begin(struct engine *engine, const struct command *command, tenant_no no,
		      struct answer *answer)
{
	struct operation_row row = { .kind = OPERATION_DROP,
				     .filter = { .tenant = no, .states = DROPPED_STATES },
				     .reason = STR("the tenant was deleted") };
	enum err err = document_check_version(engine, command, command->set.expected, &answer->why);
	if (!err) err = operation_begin(engine, &row, &answer->why);
	if (err) return err;
	struct tenant *tenant = tenant_get(engine, no);
	tenant->is_leaving = true;
	tenant_update(engine, tenant);
	drop_tokens(engine, no);
	document_drop(engine, command);
	journal_drop(engine, no, command->actor);
	answer->operation = row;
	return ERR_OK;
}

void on_tenant_drop(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	tenant_no tenant = { name_find_kept(engine, NAME_TENANT, command->set.name) };
	if (str_eq(command->set.name, STR("system"))) {
		answer->err = fail(&answer->why, ERR_CONFLICT,
				   "the tenant system cannot be deleted");
		return;
	}
	if (!tenant.v) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such tenant");
		return;
	}
	const struct operation_row *row = drop_under_way(engine, tenant);
	if (row) answer->operation = *row;
	else answer->err = begin(engine, command, tenant, answer);
}

/* ---- steps -------------------------------------------------------------------------------- */

static void drop_jobs(struct engine *engine, struct operation_row *row, const struct want *page)
{
	for (u32 i = 0; i < page->jobs.len; i++) {
		struct job *job = job_find(engine, &page->jobs.rows[i].row.id);
		row->seen++;
		if (!job || job->row.state == JOB_DELETED) continue;
		job_end(engine, job, STR("deleted"));
		row->changed++;
	}
	if (page->jobs.is_last) row->cursor = at_runs;
}

/* Removes all of the tenant's runs: no new ones can have been made. */
static void drop_runs(struct engine *engine, struct operation_row *row, const struct want *page)
{
	str nobody = { "", 0 };
	for (u32 i = 0; i < page->matching.len; i++) {
		const struct uuid *id = &page->matching.rows[i].row.id;
		row->cursor = *id;
		row->seen++;
		enum err err = run_cancel(engine, id, row->reason, nobody);
		if (err) err = run_discard(engine, id, row->reason, nobody);
		if (!err) row->changed++;
	}
	if (page->matching.len < page->matching.limit) row->cursor = at_documents;
}

static void forget_types(struct engine *engine, const struct tenant *tenant)
{
	struct map_cursor cursor = { 0 };
	struct type *type;
	while ((type = u64_map_next(&engine->dispatch.types, &cursor))) {
		if (type->tenant != tenant) continue;
		type_leave_route(engine, type);
		list_for_each_of(struct lane, lane, &type->lanes, in_type)
			lane_leave_route(engine, lane);
		fallbacks_count(engine, type->row ? &type->row->policy : NULL, NULL);
		if (type->row) pool_give(&engine->dispatch.type_row_pool, type->row);
		type->row = NULL;
		type_part(engine, type);
		type_settle_policy(engine, type);
		type_update(engine, type);
		type_release(engine, type);
	}
}

/* The last step: the tenant's name is free from now on. */
static void let_go(struct engine *engine, tenant_no no)
{
	struct tenant *tenant = tenant_get(engine, no);
	struct change *change = change_add(engine, CHANGE_TENANT_DROP);
	change->tenant_drop.tenant = no;
	change->tenant_drop.name = name_retire(engine, NAME_TENANT, no.v);
	pauses_forget(engine, no);
	calendars_forget(engine, no);
	rates_forget(engine, no);
	cooldowns_forget(engine, no);
	alerts_forget(engine, no);
	gates_forget(engine, tenant);
	forget_types(engine, tenant);
	routes_forget(engine, tenant);
	tenant->policy = (struct tenant_policy){ 0 };
	tenant->defaults = (struct tenant_defaults){ 0 };
	tenant->daily = (struct daily_policy){ 0 };
	tenant->has_row = false;
	tenant->is_leaving = false;
	tenant->types_named = 0;
	tenant_update(engine, tenant);
	tenant_release(engine, tenant);
}

static bool drop_documents(struct engine *engine, struct operation_row *row,
			   const struct want *page)
{
	row->seen += page->documents.len;
	row->changed += page->documents.len;
	documents_drop(engine, page);
	if (page->documents.len == page->documents.limit) return false;
	let_go(engine, row->filter.tenant);
	return true;
}

bool drop_step(struct engine *engine, struct operation_row *row, const struct want *page)
{
	if (page->kind == WANT_JOBS) drop_jobs(engine, row, page);
	else if (page->kind == WANT_MATCHING) drop_runs(engine, row, page);
	else return drop_documents(engine, row, page);
	return false;
}
