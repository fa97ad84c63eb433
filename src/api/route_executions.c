/* Executions: attempts, those under way and those that ended; and who carries them out. */
#include "api/handlers.h"
#include "api/json.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"

#include <openssl/evp.h>

SHAPE_STRUCT(execution_params, EXECUTION_PARAMS);
SHAPE_PLACES(EXECUTION_PARAM, EXECUTION_PARAMS);

enum {
	STATE_ANY,
	STATE_RUNNING,
	STATE_COMPLETED,
	STATE_FAILED,
	STATE_CANCELLED,
	STATE_TIMEOUT,
	STATE_STALLED,
	STATE_PENDING
};

/* An outcome that no execution has. */
#define OUTCOME_NONE_OF_ALL (1u << 31)

SHAPE(execution_list_query, execution_params, EXECUTION_PARAMS, "execution_list",
      "which executions");

static u32 outcomes_of(u32 state)
{
	switch (state) {
	case STATE_COMPLETED: return 1u << OUTCOME_SUCCESS | 1u << OUTCOME_NOOP;
	case STATE_FAILED: return 1u << OUTCOME_RETRY | 1u << OUTCOME_FAIL;
	case STATE_CANCELLED:
		return 1u << OUTCOME_CANCELLED | 1u << OUTCOME_RELEASED | 1u << OUTCOME_CUTOFF;
	case STATE_TIMEOUT: return 1u << OUTCOME_TIMEOUT;
	case STATE_STALLED: return 1u << OUTCOME_STALLED;
	case STATE_PENDING: return OUTCOME_NONE_OF_ALL; /* it begins when a worker takes its run */
	default: return 0;
	}
}

enum err execution_list_decode(struct request *request)
{
	const struct execution_params *params = request->params;
	struct execution_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->run = params->run_id;
	list->job = params->job_id;
	list->type = params->type;
	list->queue = params->queue;
	list->worker = params->worker_id;
	list->least = params->min_duration_ms;
	list->error_class = params->error_class;
	list->only_open = params->state == STATE_RUNNING;
	list->outcomes = outcomes_of(params->state);
	list->but_internal = !is_given(params, EXECUTION_PARAM_INCLUDE) &&
			     uuid_is_nil(&params->run_id);
	enum err err = list_begin_by_id(request, &params->list, &list->limit, &list->after);
	return err ? err : list_narrow(request, &params->span, &list->since, &list->after);
}

enum err execution_list_view(struct request *request, struct query *query)
{
	const struct execution_list *list = request->found;
	struct execution_page page = { 0 };
	enum err err = query->calls->executions(query, list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_execution(&request->out, &page.rows[i]));
	return ERR_OK;
}

static enum err find_execution(struct request *request, struct query *query,
			       struct execution_view *out_view)
{
	struct uuid id;
	enum err err = request_part_id(request, 0, &id);
	if (err) return err;
	return query->calls->execution(query, request->tenant, &id, &request->arena, out_view);
}

enum err execution_view(struct request *request, struct query *query)
{
	struct execution_view view = { 0 };
	enum err err = find_execution(request, query, &view);
	if (err) return err;
	show_execution(&request->out, &view);
	return err;
}

/* ---- what it left behind ------------------------------------------------------------------ */

/* Bytes that a text can say are a text; a character that the bound cut in two is left out. */
static bool is_text(str bytes, bool is_cut, size_t *out_len)
{
	enum { CHARACTER_MAX = 4 };
	size_t at = 0;
	while (at < bytes.len) {
		size_t len = str_utf8_length(str_from_offset(bytes, at));
		if (len == 0) break;
		at += len;
	}
	*out_len = at;
	return at == bytes.len || (is_cut && bytes.len - at < CHARACTER_MAX);
}

static enum err put_base64(struct request *request, str bytes)
{
	u8 *text = arena_alloc(&request->arena, (bytes.len + 2) / 3 * 4 + 1);
	if (!text) return ERR_MEMORY;
	int len = EVP_EncodeBlock(text, (const u8 *)bytes.at, (int)bytes.len);
	must(len >= 0);
	put_text(&request->out, KEY(output_stream, encoding), STR("base64"));
	put_text(&request->out, KEY(output_stream, text), (str){ (char *)text, (size_t)len });
	return ERR_OK;
}

static enum err put_stream(struct request *request, struct key_loose key, str kept, u64 bytes,
			   bool is_hidden)
{
	struct buf *out = &request->out;
	enum err err = ERR_OK;
	size_t text_len;
	put_open(out, key, '{');
	put_u64(out, KEY(output_stream, bytes), bytes);
	put_u64(out, KEY(output_stream, kept), kept.len);
	put_bool(out, KEY(output_stream, truncated), bytes > kept.len);
	if (is_hidden) {
		put_null(out, KEY(output_stream, encoding));
		put_null(out, KEY(output_stream, text));
	} else if (is_text(kept, bytes > kept.len, &text_len)) {
		put_text(out, KEY(output_stream, encoding), STR("utf-8"));
		put_text(out, KEY(output_stream, text), str_slice(kept, 0, text_len));
	} else {
		err = put_base64(request, kept);
	}
	write_close(out, '}');
	return err;
}

/* An answer of a stranger's server may hold content that is not for everybody: a viewer is told
 * only its length. */
static enum err put_output(struct request *request, const struct attempt_output *output)
{
	bool is_hidden = request->who.role != ROLE_OPERATOR && request->who.role != ROLE_ADMIN;
	if (output->kind == OUTPUT_RESPONSE)
		return put_stream(request, LOOSE(output, response), output->out, output->out_len,
				  is_hidden);
	if (output->kind != OUTPUT_PROGRAM) return ERR_OK;
	enum err err = put_stream(request, LOOSE(output, stdout), output->out, output->out_len,
				  false);
	return err ? err
		   : put_stream(request, LOOSE(output, stderr), output->err, output->err_len,
				false);
}

enum err execution_output_view(struct request *request, struct query *query)
{
	struct execution_view view = { 0 };
	struct attempt_output output = { 0 };
	enum err err = find_execution(request, query, &view);
	if (err) return err;
	err = query->calls->output(query, request->tenant, &view.row.id, &request->arena, &output);
	if (err && err != ERR_NOT_FOUND) return err;
	write_open(&request->out, '{');
	put_uuid(&request->out, KEY(output, execution_id), &view.row.id);
	put_text(&request->out, KEY(output, kind), output_kind_name(output.kind));
	err = put_output(request, &output);
	write_close(&request->out, '}');
	return err;
}

/* ---- acting on them ----------------------------------------------------------------------- */

/* Cancel and retry are about the run behind the execution. */
enum err execution_read(struct request *request, struct query *query)
{
	struct execution_view *view = arena_alloc_zeroed(&request->arena, sizeof *view);
	if (!view) return ERR_MEMORY;
	request->found = view;
	return find_execution(request, query, view);
}

static enum err operate_on_run(struct request *request, struct command *command,
			       enum command_kind kind)
{
	const struct execution_view *view = request->found;
	const struct operate_input *input = request->input;
	command->kind = kind;
	command->run.run = view->row.run;
	command->run.reason = input->reason;
	return ERR_OK;
}

enum err execution_cancel(struct request *request, struct command *command)
{
	const struct execution_view *view = request->found;
	/* The same call again is for the engine to know. */
	if (view->end.outcome != OUTCOME_OPEN && !request->replay_key.len)
		return request_refuse(request, ERR_CONFLICT, "the execution has ended: it is %.*s",
				      STR_ARG(execution_status(view->end.outcome)));
	command->run.execution = view->row.id;
	return operate_on_run(request, command, COMMAND_CANCEL);
}

enum err execution_retry(struct request *request, struct command *command)
{
	return operate_on_run(request, command, COMMAND_RETRY);
}
