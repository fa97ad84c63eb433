/* Ladders: runs around an instant of an entity; made, looked at, moved, stopped. What may be moved
 * is decided in the engine. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "model/ladder.h"
#include "store/query.h"

SHAPE_STRUCT(ladder_input, LADDER_FIELDS);
SHAPE(ladder_body, ladder_input, LADDER_FIELDS, "ladder", "runs around an instant of an entity");

SHAPE_STRUCT(move_input, LADDER_MOVE_FIELDS);
SHAPE_PLACES(MOVE, LADDER_MOVE_FIELDS);
SHAPE(ladder_move_body, move_input, LADDER_MOVE_FIELDS, "ladder_move",
      "another anchor for an entity's ladders");

SHAPE_STRUCT(stop_input, LADDER_STOP_FIELDS);
SHAPE_PLACES(STOP, LADDER_STOP_FIELDS);
SHAPE(ladder_stop_body, stop_input, LADDER_STOP_FIELDS, "ladder_stop",
      "which ladders of an entity end, and why");

SHAPE_STRUCT(ladder_params, LADDER_PARAMS);
SHAPE_PLACES(PARAM, LADDER_PARAMS);
SHAPE(ladder_list_query, ladder_params, LADDER_PARAMS, "ladder_list", "which ladders");

/* ---- making --------------------------------------------------------------------------------- */

static enum err take_offsets(struct request *request, const struct texts *texts, msec *offsets)
{
	for (u32 i = 0; i < texts->len; i++) {
		struct why why;
		if (offset_parse(texts->at[i], &offsets[i])) continue;
		(void)fail(&why, ERR_INVALID,
			   "\"%.*s\" must be a span before (-24h) or after (15m) the anchor, or 0",
			   STR_ARG(texts->at[i]));
		return request_fault(request, STR("/offsets"), &why);
	}
	return ERR_OK;
}

enum err ladder_decode(struct request *request)
{
	const struct ladder_input *input = request->input;
	struct ladder_command *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct enqueue_item *rung = arena_alloc_zeroed(&request->arena, sizeof *rung);
	msec *offsets = arena_alloc_array(&request->arena, input->offsets.len + 1, sizeof *offsets);
	if (!work || !rung || !offsets) return ERR_MEMORY;
	request->found = work;
	*rung = (struct enqueue_item){ .type = input->type,
				       .payload = input->payload.len ? input->payload : STR("{}"),
				       .trace = request->trace };
	*work = (struct ladder_command){ .entity = input->entity,
					 .user = input->user_id,
					 .name = input->name,
					 .offsets = offsets,
					 .len = input->offsets.len,
					 .rung = rung };
	enum err err = take_offsets(request, &input->offsets, offsets);
	if (err) return err;
	return request_when(request, &input->anchor, input->timezone, STR("/anchor"),
			    &work->anchor);
}

enum err ladder_create(struct request *request, struct command *command)
{
	command->kind = COMMAND_LADDER;
	command->ladder = *(const struct ladder_command *)request->found;
	return ERR_OK;
}

/* How its rungs stand has to be looked up. */
bool ladder_render(struct request *request)
{
	request->status = request->answer.ladder.is_duplicate ? 200 : 201;
	return false;
}

/* ---- looking -------------------------------------------------------------------------------- */

static void put_rung(struct buf *out, const struct ladder_view *view, const struct rung_view *rung)
{
	char text[OFFSET_TEXT_BYTES];
	str offset = { text, offset_print(rung->rung.offset, text) };
	bool is_sent = rung->rung.state == RUNG_MADE;
	bool is_gone = is_sent && !rung->found;
	msec at = msec_add(view->row.anchor, rung->rung.offset);
	write_open(out, '{');
	put_text(out, KEY(rung, offset), offset);
	put_instant(out, KEY(rung, run_at), is_sent && rung->found ? rung->run_at : at);
	if (is_sent) put_uuid(out, KEY(rung, run_id), &rung->rung.run);
	put_text(out, KEY(rung, state),
		 !is_sent  ? STR("passed")
		 : is_gone ? STR("purged")
			   : run_state_name(rung->state));
	write_close(out, '}');
}

static void put_ladder(struct buf *out, const struct ladder_view *view)
{
	const struct ladder_row *row = &view->row;
	u32 passed = 0;
	put_uuid(out, KEY(ladder, id), &row->id);
	put_text(out, KEY(ladder, tenant_id), view->tenant);
	put_text(out, KEY(ladder, entity), row->entity);
	put_text_or_null(out, KEY(ladder, user_id), row->user);
	put_text_or_null(out, KEY(ladder, name), row->name);
	put_text(out, KEY(ladder, type), view->type);
	put_instant(out, KEY(ladder, anchor), row->anchor);
	put_instant(out, KEY(ladder, created_at), row->created_at);
	put_instant(out, KEY(ladder, updated_at), row->updated_at);
	put_instant_or_null(out, KEY(ladder, stopped_at), row->stopped_at);
	put_text_or_null(out, KEY(ladder, reason), row->reason);
	put_open(out, KEY(ladder, rungs), '[');
	for (u32 i = 0; i < view->rungs_len; i++) {
		put_rung(out, view, &view->rungs[i]);
		passed += view->rungs[i].rung.state == RUNG_PASSED;
	}
	write_close(out, ']');
	put_u64(out, KEY(ladder, passed), passed);
}

enum err ladder_view(struct request *request, struct query *query)
{
	const struct ladder_command *work = request->found;
	struct ladder_list list = { .tenant = request->tenant,
				    .entity = work->entity,
				    .has_user = true,
				    .has_name = true,
				    .user = work->user,
				    .name = work->name,
				    .limit = 1 };
	struct ladder_page page = { 0 };
	enum err err = query->calls->ladders(query, &list, &request->arena, &page);
	if (!err && !page.len) err = ERR_NOT_FOUND;
	if (err) return err;
	write_open(&request->out, '{');
	put_ladder(&request->out, &page.rows[0]);
	put_bool(&request->out, KEY(ladder, duplicate), request->answer.ladder.is_duplicate);
	write_close(&request->out, '}');
	return ERR_OK;
}

/* Ladders of every entity, or of the one in the path. */
enum err ladder_list_decode(struct request *request)
{
	const struct ladder_params *params = request->params;
	struct ladder_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	*list = (struct ladder_list){ .tenant = request->is_all ? STR("") : request->tenant,
				      .entity = request->parts[0],
				      .has_user = is_given(params, PARAM_USER_ID),
				      .has_name = is_given(params, PARAM_NAME),
				      .user = params->user_id,
				      .name = params->name };
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

static void show_ladder(struct buf *out, const struct ladder_view *view)
{
	write_open(out, '{');
	put_ladder(out, view);
	write_close(out, '}');
}

enum err ladder_list_view(struct request *request, struct query *query)
{
	const struct ladder_list *list = request->found;
	struct ladder_page page = { 0 };
	enum err err = query->calls->ladders(query, list, &request->arena, &page);
	bool is_first = uuid_is_nil(&list->after);
	if (!err && !page.len && is_first && list->entity.len) err = ERR_NOT_FOUND;
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_ladder(&request->out, &page.rows[i]));
	return ERR_OK;
}

/* ---- changing ------------------------------------------------------------------------------- */

enum err ladder_move(struct request *request, struct command *command)
{
	const struct move_input *input = request->input;
	command->kind = COMMAND_LADDER_MOVE;
	command->ladder = (struct ladder_command){ .entity = request->parts[0],
						   .user = input->user_id,
						   .name = input->name,
						   .has_user = is_given(input, MOVE_USER_ID),
						   .has_name = is_given(input, MOVE_NAME) };
	return request_when(request, &input->anchor, input->timezone, STR("/anchor"),
			    &command->ladder.anchor);
}

enum err ladder_stop(struct request *request, struct command *command)
{
	const struct stop_input *input = request->input;
	command->kind = COMMAND_LADDER_STOP;
	command->ladder = (struct ladder_command){ .entity = request->parts[0],
						   .user = input->user_id,
						   .name = input->name,
						   .has_user = is_given(input, STOP_USER_ID),
						   .has_name = is_given(input, STOP_NAME),
						   .reason = input->reason };
	return ERR_OK;
}

bool ladder_render_change(struct request *request)
{
	const struct ladder_answer *answer = &request->answer.ladder;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(ladder_change, entity), request->parts[0]);
	put_text(out, KEY(ladder_change, tenant_id), request->tenant);
	put_u64(out, KEY(ladder_change, ladders), answer->ladders);
	put_u64(out, KEY(ladder_change, moved), answer->moved);
	put_u64(out, KEY(ladder_change, made), answer->made);
	put_u64(out, KEY(ladder_change, passed), answer->passed);
	put_u64(out, KEY(ladder_change, cancelled), answer->cancelled);
	write_close(out, '}');
	return true;
}
