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
	request->lease.names = arena_alloc_array(arena, len, sizeof *request->lease.names);
	for (u32 i = 0; copies && request->lease.names && i < len; i++) {
		struct lease_names *names = &request->lease.names[i];
		copies[i] = leases[i];
		copy_text(arena, &copies[i].payload);
		copy_text(arena, &copies[i].key);
		copy_text(arena, &copies[i].trace);
		copy_text(arena, &copies[i].last_result_hash);
		copy_text(arena, &copies[i].user);
		copy_text(arena, &copies[i].entity);
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

/* ---- the parts by kind, as the column `answer` of commands.def names them -------------------- */

static void keep_none(struct request *request, struct answer *copy)
{
	(void)request;
	(void)copy;
}

static void keep_enqueued(struct request *request, struct answer *copy)
{
	copy->enqueue.items = copy_array(&request->arena, copy->enqueue.items, copy->enqueue.len,
					 sizeof *copy->enqueue.items);
}

static void keep_leases(struct request *request, struct answer *copy)
{
	copy->lease.leases = copy_leases(request, copy->lease.leases, copy->lease.len);
}

static void keep_held(struct request *request, struct answer *copy)
{
	copy->held.items = copy_array(&request->arena, copy->held.items, copy->held.len,
				      sizeof *copy->held.items);
	copy->held.leases = copy_leases(request, copy->held.leases, copy->held.leases_len);
}

static void keep_status(struct request *request, struct answer *copy)
{
	copy_routes(&request->arena, &copy->status.refused);
}

static void keep_routes(struct request *request, struct answer *copy)
{
	copy_routes(&request->arena, &copy->routes);
}

static void keep_reasons(struct request *request, struct answer *copy)
{
	copy_reasons(&request->arena, &copy->reasons);
}

static void keep_operation(struct request *request, struct answer *copy)
{
	copy_operation(&request->arena, &copy->operation);
}

static void keep_applied(struct request *request, struct answer *copy)
{
	copy->apply.jobs = copy_array(&request->arena, copy->apply.jobs, copy->apply.jobs_len,
				      sizeof *copy->apply.jobs);
}

static void keep_ladder(struct request *request, struct answer *copy)
{
	copy_ladder(&request->arena, &copy->ladder.row);
}

static void keep_effect(struct request *request, struct answer *copy)
{
	copy_text(&request->arena, &copy->effect.result);
}

static void copy_parts(struct request *request, struct answer *copy)
{
	static void (*const keeps[COMMAND_COUNT])(struct request *, struct answer *) = {
#define X(name, word, order, subject, wants, room, act, answer, ...) \
	[COMMAND_##name] = keep_##answer,
		COMMANDS(X)
#undef X
	};
	keeps[request->ask.command.kind](request, copy);
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
