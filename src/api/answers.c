#include "api/answers.h"

#include "api/jobs.h"
#include "api/parts.h"
#include "base/must.h"

static void copy_text(struct arena *arena, str *text)
{
	*text = str_copy(arena, *text);
}

static struct lease *copy_leases(struct request *request, const struct lease *leases, u32 len)
{
	const struct api_doors *doors = api_doors(request->api);
	struct arena *arena = &request->arena;
	struct lease *copies = arena_alloc_array(arena, len, sizeof *copies);
	request->names = arena_alloc_array(arena, len, sizeof *request->names);
	for (u32 i = 0; copies && request->names && i < len; i++) {
		struct lease_names *names = &request->names[i];
		copies[i] = leases[i];
		copy_text(arena, &copies[i].payload);
		copy_text(arena, &copies[i].key);
		copy_text(arena, &copies[i].trace);
		copy_text(arena, &copies[i].last_result_hash);
		names->tenant = str_copy(
			arena, doors->name(doors->context, NAME_TENANT, leases[i].tenant.v));
		names->type = str_copy(arena,
				       doors->name(doors->context, NAME_TYPE, leases[i].type.v));
	}
	return copies;
}

static void *copy_array(struct arena *arena, const void *items, u32 len, size_t size)
{
	void *copies = arena_alloc_array(arena, len, size);
	if (copies && len) memcpy(copies, items, len * size);
	return copies;
}

static void copy_reasons(struct arena *arena, struct why_answer *reasons)
{
	for (u32 i = 0; i < reasons->len; i++) {
		copy_text(arena, &reasons->reasons[i].ref);
		copy_text(arena, &reasons->reasons[i].worker);
		copy_text(arena, &reasons->reasons[i].words);
		copy_text(arena, &reasons->reasons[i].author);
	}
}

static void copy_routes(struct arena *arena, struct routes_answer *routes)
{
	routes->items = copy_array(arena, routes->items, routes->len, sizeof *routes->items);
	for (u32 i = 0; routes->items && i < routes->len; i++) {
		copy_text(arena, &routes->items[i].tenant);
		copy_text(arena, &routes->items[i].route);
		copy_text(arena, &routes->items[i].bucket);
	}
}

static void copy_operation(struct arena *arena, struct operation_row *operation)
{
	copy_text(arena, &operation->reason);
	copy_text(arena, &operation->filter.entity);
	copy_text(arena, &operation->filter.key);
}

static void copy_ladder(struct arena *arena, struct ladder_row *row)
{
	str *texts[] = { &row->rungs, &row->entity, &row->user,
			 &row->name,  &row->reason, &row->alert_key };
	for (u32 i = 0; i < countof(texts); i++) copy_text(arena, texts[i]);
}

static void copy_held(struct request *request, struct answer *copy)
{
	copy->held.items = copy_array(&request->arena, copy->held.items, copy->held.len,
				      sizeof *copy->held.items);
	copy->held.leases = copy_leases(request, copy->held.leases, copy->held.leases_len);
}

static void copy_applied(struct arena *arena, struct apply_answer *apply)
{
	apply->jobs = copy_array(arena, apply->jobs, apply->jobs_len, sizeof *apply->jobs);
}

/* What an answer holds follows from its command. */
static void copy_parts(struct request *request, struct answer *copy)
{
	struct arena *arena = &request->arena;
	switch (request->ask.command.kind) {
	case COMMAND_ENQUEUE:
		copy->enqueue.items = copy_array(arena, copy->enqueue.items, copy->enqueue.len,
						 sizeof *copy->enqueue.items);
		break;
	case COMMAND_LEASE:
		copy->lease.leases = copy_leases(request, copy->lease.leases, copy->lease.len);
		break;
	case COMMAND_BEAT:
	case COMMAND_REPORT: copy_held(request, copy); break;
	case COMMAND_ASK_STATUS: copy_routes(arena, &copy->status.refused); break;
	case COMMAND_ASK_ROUTES: copy_routes(arena, &copy->routes); break;
	case COMMAND_ASK_WHY: copy_reasons(arena, &copy->reasons); break;
	case COMMAND_TENANT_DROP:
	case COMMAND_OPERATION_START:
	case COMMAND_OPERATION_STOP: copy_operation(arena, &copy->operation); break;
	case COMMAND_JOB_APPLY: copy_applied(arena, &copy->apply); break;
	case COMMAND_ASK_QUOTAS:
	case COMMAND_BATCH: break;
	case COMMAND_LADDER:
	case COMMAND_LADDER_MOVE:
	case COMMAND_LADDER_STOP: copy_ladder(arena, &copy->ladder.row); break;
	case COMMAND_EFFECT_CLAIM:
	case COMMAND_EFFECT_COMPLETE:
	case COMMAND_EFFECT_RELEASE: copy_text(arena, &copy->effect.result); break;
	case COMMAND_ALERT_PUT:
	case COMMAND_ALERT_DELETE:
	case COMMAND_ALERT_ACKNOWLEDGE:
	case COMMAND_ALERT_TEST:
	case COMMAND_LEAVE:
	case COMMAND_CANCEL:
	case COMMAND_RESCHEDULE:
	case COMMAND_RETRY:
	case COMMAND_COPY:
	case COMMAND_DISCARD:
	case COMMAND_PAUSE:
	case COMMAND_RESUME:
	case COMMAND_SET_TYPE:
	case COMMAND_SET_QUEUE:
	case COMMAND_SET_TENANT:
	case COMMAND_SET_LIMIT:
	case COMMAND_THING_PUT:
	case COMMAND_THING_DELETE:
	case COMMAND_JOB_PUT:
	case COMMAND_JOB_DELETE:
	case COMMAND_JOB_PAUSE:
	case COMMAND_JOB_RESUME:
	case COMMAND_JOB_RUN:
	case COMMAND_JOB_SKIP_NEXT:
	case COMMAND_JOB_BACKFILL:
	case COMMAND_CALENDAR_PUT:
	case COMMAND_CALENDAR_DELETE:
	case COMMAND_DAILY_PUT:
	case COMMAND_DAILY_DELETE:
	case COMMAND_REMINDER_PUT:
	case COMMAND_REMINDER_SNOOZE:
	case COMMAND_REMINDER_DISMISS:
	case COMMAND_REMINDER_COMPLETE:
	case COMMAND_REMINDER_DELETE:
	case COMMAND_NOTICE_READ:
	case COMMAND_TZ_CHANGED:
	case COMMAND_DAMAGED:
	case COMMAND_HOOK_SAID:
	case COMMAND_RECORD:
	case COMMAND_COUNT: break;
	}
}

/* Only these answers name somebody who stands in the way. */
static bool is_about_run(enum command_kind kind)
{
	return kind == COMMAND_CANCEL || kind == COMMAND_RETRY || kind == COMMAND_COPY ||
	       kind == COMMAND_DISCARD || kind == COMMAND_RESCHEDULE;
}

void answer_take(struct request *request, const struct answer *answer)
{
	request->answer = *answer;
	request->answer.replay = (str){ 0 };
	request->answer.claimed = NULL;
	request->answer.claimed_len = NULL;
	request->err = answer->err;
	request->why = answer->why;
	if (is_about_run(request->ask.command.kind)) request->other = answer->run.other;
	if (request->ask.command.kind == COMMAND_JOB_PUT) request->other = answer->job.other;
	if (request->ask.command.kind == COMMAND_JOB_APPLY) apply_take_faults(request, answer);
	if (answer->err) return;
	copy_parts(request, &request->answer);
	if (!arena_failed(&request->arena)) return;
	request->answer = (struct answer){ .err = ERR_MEMORY };
	request->err = ERR_MEMORY;
}

const struct lease *answer_leases(const struct request *request, u32 *out_len)
{
	const struct answer *answer = &request->answer;
	enum command_kind kind = request->ask.command.kind;
	*out_len = 0;
	if (answer->err) return NULL;
	if (kind == COMMAND_LEASE) {
		*out_len = answer->lease.len;
		return answer->lease.leases;
	}
	if (kind != COMMAND_REPORT) return NULL;
	*out_len = answer->held.leases_len;
	return answer->held.leases;
}
