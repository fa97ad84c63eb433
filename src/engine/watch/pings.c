/* Pings: when a run of a group has succeeded, a run of PING_TYPE is made in the same commit. It
 * calls the URL that the tenant has set for the group. The group is the job's; without one the
 * type's. */
#include "engine/core/core.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/alert.h"

/* The bytes around group, URL and ids in a payload. */
enum { FRAME_BYTES = 128 };

size_t ping_bytes(const struct engine *engine)
{
	return engine->gates.ping_longest + FRAME_BYTES + 2 * UUID_TEXT_LEN;
}

static u64 group_of(const struct engine_run *run)
{
	const struct type *type = run->lane->type;
	if (run->job && run->job->row.group) return run->job->row.group;
	return type->policy ? type->policy->group : 0;
}

/* In the form of a WEBHOOK's payload: the URL and the body. */
static str print_ping(struct engine *engine, const struct engine_run *run, const struct ping *ping)
{
	char job[UUID_TEXT_LEN], id[UUID_TEXT_LEN];
	uuid_print(run->id, id);
	if (run->job) uuid_print(run->job->row.id, job);
	const str parts[] = { STR("{\"url\":\""),
			      ping->url,
			      STR("\",\"body\":{\"group\":\""),
			      ping->group,
			      run->job ? STR("\",\"job_id\":\"") : STR(""),
			      { job, run->job ? sizeof job : 0 },
			      STR("\",\"run_id\":\""),
			      { id, sizeof id },
			      STR("\"}}") };
	char *text = arena_alloc(&now_turn(engine)->arena, ping_bytes(engine));
	size_t at = 0;
	must(text != NULL);
	for (u32 i = 0; i < countof(parts); i++) {
		must(at + parts[i].len <= ping_bytes(engine));
		if (parts[i].len) memcpy(text + at, parts[i].at, parts[i].len);
		at += parts[i].len;
	}
	return (str){ text, at };
}

/* Nothing pings because of a ping. */
static bool may_ping(struct engine *engine, const struct engine_run *run)
{
	struct why why;
	const struct tenant *tenant = run->lane->type->tenant;
	if (!engine->watch.pings_left || !tenant->gates || !tenant->gates->pings ||
	    tenant->is_leaving)
		return false;
	if (str_eq(name_text(engine, NAME_TYPE, run_type(run).v), PING_TYPE)) return false;
	return !name_check_room(engine, NAME_TYPE, PING_TYPE, &why);
}

void ping_attempted(struct engine *engine, const struct engine_run *run,
		    const struct ending *ending, enum run_state state)
{
	(void)ending;
	if (state != RUN_DONE) return;
	const struct tenant *tenant = run->lane->type->tenant;
	struct ping ping;
	if (!may_ping(engine, run)) return;
	const struct gatekeeper *keeper = tenant->gates;
	if (!gates_ping((str){ keeper->body, keeper->len }, group_of(run), &ping)) return;
	engine->watch.pings_left--;
	type_no type = { name_intern(engine, NAME_TYPE, PING_TYPE) };
	struct run_row *row = own_run_make(engine, tenant, type, 0);
	row->cause = CAUSE_PING;
	row->payload = print_ping(engine, run, &ping);
	row->payload_len = (u32)row->payload.len;
	own_run_keep(engine, row, STR("ping"), (str){ "", 0 });
}
