/* Effects: claim, complete, release, and the ledger. What may happen to a claim is decided in the
 * engine; here it is only said who speaks. */
#include "model/effect.h"

#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "base/must.h"
#include "store/query.h"

SHAPE_STRUCT(claim_input, EFFECT_CLAIM_FIELDS);
SHAPE(effect_claim_body, claim_input, EFFECT_CLAIM_FIELDS, "effect_claim",
      "an outside change that is to happen once");

SHAPE_STRUCT(complete_input, EFFECT_COMPLETE_FIELDS);
SHAPE(effect_complete_body, complete_input, EFFECT_COMPLETE_FIELDS, "effect_complete",
      "what came of a claim");

SHAPE_STRUCT(release_input, EFFECT_RELEASE_FIELDS);
SHAPE(effect_release_body, release_input, EFFECT_RELEASE_FIELDS, "effect_release",
      "a claim that is given up");

/* ---- changing ------------------------------------------------------------------------------ */

enum err effect_claim(struct request *request, struct command *command)
{
	const struct claim_input *input = request->input;
	/* Without a lease whose tenant counts, a system token means its own. */
	if (uuid_is_nil(&input->execution_id)) command->tenant = request->tenant;
	command->kind = COMMAND_EFFECT_CLAIM;
	command->effect = (struct effect_command){
		.action_key = input->action_key,
		.idempotency_key = input->idempotency_key,
		.scope = input->scope,
		.execution = input->execution_id,
		.ttl_ms = input->ttl_seconds * MSEC_SECOND,
		.reopens = input->on_abandoned == 1,
	};
	return ERR_OK;
}

enum err effect_complete(struct request *request, struct command *command)
{
	const struct complete_input *input = request->input;
	if (input->resolve && request->who.role != ROLE_ADMIN)
		return request_refuse(request, ERR_FORBIDDEN, "resolve is for admins");
	command->kind = COMMAND_EFFECT_COMPLETE;
	command->effect = (struct effect_command){ .claim = input->claim_id,
						   .execution = input->execution_id,
						   .result = input->result,
						   .is_forced = input->resolve };
	return ERR_OK;
}

/* Operators of the service may take a claim away; a worker may only release its own. */
enum err effect_release(struct request *request, struct command *command)
{
	const struct release_input *input = request->input;
	command->kind = COMMAND_EFFECT_RELEASE;
	command->effect = (struct effect_command){ .claim = input->claim_id,
						   .execution = input->execution_id,
						   .reason = input->reason,
						   .is_forced = request->who.role != ROLE_WORKER };
	return ERR_OK;
}

static bool render(struct request *request, bool tells_first)
{
	const struct effect_answer *effect = &request->answer.effect;
	struct buf *out = &request->out;
	write_open(out, '{');
	if (tells_first) put_bool(out, KEY(effect_claim, first), effect->is_first);
	put_uuid(out, KEY(effect_claim, claim_id), &effect->claim);
	put_text(out, KEY(effect_claim, state), effect_state_name(effect->state));
	if (effect->result.len) put_raw(out, KEY(effect_claim, result), effect->result);
	put_instant_or_null(out, KEY(effect_claim, claimed_at), effect->claimed_at);
	put_instant_or_null(out, KEY(effect_claim, until), effect->until);
	put_instant_or_null(out, KEY(effect_claim, ended_at), effect->ended_at);
	put_uuid_or_null(out, KEY(effect_claim, run_id), &effect->run);
	write_close(out, '}');
	return true;
}

bool effect_render_claim(struct request *request)
{
	return render(request, true);
}

bool effect_render(struct request *request)
{
	return render(request, false);
}

/* ---- the ledger ----------------------------------------------------------------------------- */

SHAPE_STRUCT(effect_params, EFFECT_PARAMS);

enum { STATE_ANY, STATE_OPEN, STATE_DONE, STATE_RELEASED, STATE_IN_DOUBT };

SHAPE(effect_list_query, effect_params, EFFECT_PARAMS, "effect_list", "which effects");

/* One in doubt is open in its row. */
static u32 states_in_rows(u32 state)
{
	static const u32 states[] = { [STATE_ANY] = 0,
				      [STATE_OPEN] = 1u << EFFECT_OPEN,
				      [STATE_DONE] = 1u << EFFECT_DONE,
				      [STATE_RELEASED] = 1u << EFFECT_RELEASED,
				      [STATE_IN_DOUBT] = 1u << EFFECT_OPEN };
	must(state < countof(states));
	return states[state];
}

/* A worker may look up what it can name, and not look around. */
static enum err check_named(struct request *request, const struct effect_params *params)
{
	struct why why;
	if (params->action_key.len && params->idempotency_key.len) return ERR_OK;
	(void)fail(&why, ERR_INVALID, "is required for tokens of role worker");
	return request_fault(
		request, params->action_key.len ? STR("idempotency_key") : STR("action_key"), &why);
}

enum err effect_list_decode(struct request *request)
{
	const struct effect_params *params = request->params;
	struct effect_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (request->who.role == ROLE_WORKER) {
		enum err err = check_named(request, params);
		if (err) return err;
	}
	if (!request->is_all) list->tenant = request->tenant;
	list->action_key = params->action_key;
	list->idempotency_key = params->idempotency_key;
	list->states = states_in_rows(params->state);
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

static void show_effect(struct buf *out, const struct effect_view *view, enum effect_state state)
{
	const struct effect_row *row = &view->row;
	struct uuid claim = effect_claim_of(row);
	write_open(out, '{');
	put_uuid(out, KEY(effect, claim_id), &claim);
	put_text(out, KEY(effect, tenant_id), view->tenant);
	put_text(out, KEY(effect, action_key), row->action_key);
	put_text(out, KEY(effect, idempotency_key), row->idempotency_key);
	put_text_or_null(out, KEY(effect, scope), row->scope);
	put_text(out, KEY(effect, state), effect_state_name(state));
	put_raw(out, KEY(effect, result), row->result);
	put_text_or_null(out, KEY(effect, reason), row->reason);
	put_text(out, KEY(effect, on_abandoned), row->reopens ? STR("reopen") : STR("in_doubt"));
	put_u64(out, KEY(effect, claims), row->claims);
	put_uuid_or_null(out, KEY(effect, run_id), &row->run);
	put_instant(out, KEY(effect, claimed_at), row->claimed_at);
	put_instant(out, KEY(effect, until), row->until);
	put_instant_or_null(out, KEY(effect, ended_at), row->ended_at);
	write_close(out, '}');
}

static bool is_asked_for(const struct effect_params *params, enum effect_state state)
{
	if (params->state == STATE_OPEN) return state == EFFECT_OPEN;
	return params->state != STATE_IN_DOUBT || state == EFFECT_IN_DOUBT;
}

static void show_asked_for(struct request *request, const struct effect_view *view)
{
	enum effect_state state = effect_state_at(&view->row, view->attempt_is_open,
						  request->now.wall);
	if (is_asked_for(request->params, state)) show_effect(&request->out, view, state);
}

enum err effect_list_view(struct request *request, struct query *query)
{
	const struct effect_list *list = request->found;
	struct effect_page page = { 0 };
	enum err err = query->calls->effects(query, list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_asked_for(request, &page.rows[i]));
	return ERR_OK;
}
