/* Apply: jobs become what a file says of them. What differs is found here and in apply_merge.c; the
 * engine carries it out as one, or not at all. */
#include "api/apply_parts.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"

enum { PRUNE_PAGE = 500 };

SHAPE(apply_body, apply_input, APPLY_FIELDS, "apply", "jobs as they shall be");

static const str action_words[] = { STR("created"), STR("changed"), STR("unchanged"),
				    STR("deleted") };

/* The part of the body that is looked at from now on. */
void apply_turn_to(struct request *request, u32 item)
{
	char text[32];
	struct buf buf = { .at = text, .capacity = sizeof text, .max = sizeof text - 1 };
	buf_addf(&buf, "/jobs/%u", item);
	request->part = str_copy(&request->arena, buf_view(&buf));
}

/* ---- what is asked for ---------------------------------------------------------------------- */

static struct job_input *job_at(const struct apply_input *input, u32 i)
{
	return (struct job_input *)input->jobs.at + i;
}

static enum err check_item(struct request *request, const struct apply_input *input, u32 i)
{
	const struct job_input *job = job_at(input, i);
	if (!job->code.len) return request_bad(request, STR("/code"), "is required");
	if (job->tenant_id.len && !str_eq(job->tenant_id, request->tenant))
		return request_bad(request, STR("/tenant_id"),
				   "differs from the source_system of the "
				   "call");
	for (u32 k = 0; k < i; k++) {
		if (str_eq(job_at(input, k)->code, job->code))
			return request_bad(request, STR("/code"), "is in the body twice");
	}
	return ERR_OK;
}

enum err apply_decode(struct request *request)
{
	const struct apply_input *input = request->input;
	enum err first = ERR_OK;
	for (u32 i = 0; i < input->jobs.len; i++) {
		apply_turn_to(request, i);
		enum err err = check_item(request, input, i);
		if (!first) first = err;
		if (input->prune.len) job_input_label(job_at(input, i), input->prune);
	}
	request->part = (str){ 0 };
	return first;
}

/* ---- what is there -------------------------------------------------------------------------- */

static enum err read_job(struct request *request, struct query *query, struct apply_item *item)
{
	struct job_page page = { 0 };
	struct job_list list = { .tenant = request->tenant, .code = item->input->code, .limit = 1 };
	enum err err = query->calls->jobs(query, &list, &request->arena, &page);
	if (err || !page.len) return err;
	item->is_there = true;
	item->view = page.rows[0];
	return ERR_OK;
}

struct apply_item *apply_find(const struct apply_work *work, str code)
{
	for (u32 i = 0; i < work->in_body; i++) {
		if (str_eq(work->items[i].input->code, code)) return &work->items[i];
	}
	return NULL;
}

/* A job that this one depends on may be in the same body, or exist already. */
static enum err read_dependencies(struct request *request, struct query *query,
				  const struct apply_work *work, const struct apply_item *item)
{
	struct dependency_input *on = item->input->dependencies.at;
	for (u32 i = 0; i < item->input->dependencies.len; i++) {
		const struct apply_item *other = apply_find(work, on[i].job);
		on[i].is_beside = other != NULL;
		if (other) on[i].id = other->view.row.id;
	}
	return job_look_up_dependencies_of(request, query, item->input);
}

static bool is_labelled(struct request *request, const struct job_view *job, str label)
{
	str bytes = json_member(job->row.details, STR("source_system"));
	return str_eq(json_text(bytes, &request->arena), label);
}

static enum err add_deleted(struct request *request, struct apply_work *work,
			    const struct job_view *job)
{
	if (work->len == 2 * LIMIT_APPLY_JOBS)
		return request_bad(request, STR("/prune"),
				   "would delete more jobs than one call may "
				   "delete");
	work->items[work->len++] =
		(struct apply_item){ .is_there = true, .view = *job, .action = APPLY_DELETED };
	return ERR_OK;
}

static enum err read_deleted(struct request *request, struct query *query, struct apply_work *work)
{
	const struct apply_input *input = request->input;
	struct job_list list = { .tenant = request->tenant, .limit = PRUNE_PAGE };
	struct job_page page = { .has_more = true };
	enum err err = ERR_OK;
	while (!err && page.has_more) {
		page = (struct job_page){ 0 };
		err = query->calls->jobs(query, &list, &request->arena, &page);
		for (u32 i = 0; !err && i < page.len; i++) {
			const struct job_view *job = &page.rows[i];
			if (!is_labelled(request, job, input->prune)) continue;
			if (!apply_find(work, job->row.code)) err = add_deleted(request, work, job);
		}
		if (page.len) list.after = page.rows[page.len - 1].row.id;
	}
	return err;
}

/* A body that depends on what it has deleted contradicts itself. */
static enum err check_kept(struct request *request, const struct apply_work *work, u32 item)
{
	const struct job_input *input = work->items[item].input;
	const struct dependency_input *on = input->dependencies.at;
	char text[64];
	for (u32 i = 0; i < input->dependencies.len; i++) {
		struct uuid id = on[i].id;
		(void)!uuid_parse(on[i].job, &id);
		struct buf pointer = { .at = text,
				       .capacity = sizeof text,
				       .max = sizeof text - 1 };
		buf_addf(&pointer, "/dependencies/%u/depends_on_job_id", i);
		for (u32 k = work->in_body; k < work->len; k++) {
			if (uuid_eq(&work->items[k].view.row.id, &id))
				return request_bad(request, buf_view(&pointer),
						   "prune would delete it");
		}
	}
	return ERR_OK;
}

static enum err check_all_kept(struct request *request, const struct apply_work *work)
{
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < work->in_body; i++) {
		apply_turn_to(request, i);
		err = check_kept(request, work, i);
	}
	request->part = (str){ 0 };
	return err;
}

enum err apply_read(struct request *request, struct query *query)
{
	const struct apply_input *input = request->input;
	struct apply_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	request->faults.len = 0;
	work->len = work->in_body = input->jobs.len;
	work->items = arena_alloc_array(&request->arena, 2 * (size_t)LIMIT_APPLY_JOBS,
					sizeof *work->items);
	enum err err = work->items ? ERR_OK : ERR_MEMORY;
	for (u32 i = 0; !err && i < work->in_body; i++) {
		work->items[i].input = job_at(input, i);
		err = read_job(request, query, &work->items[i]);
	}
	for (u32 i = 0; !err && i < work->in_body; i++) {
		apply_turn_to(request, i);
		err = read_dependencies(request, query, work, &work->items[i]);
	}
	request->part = (str){ 0 };
	if (!err && input->prune.len) err = read_deleted(request, query, work);
	return err ? err : check_all_kept(request, work);
}

/* ---- what was refused ----------------------------------------------------------------------- */

static const struct apply_item *item_of(const struct apply_work *work, u32 member)
{
	for (u32 i = 0; i < work->len; i++) {
		if (work->items[i].member == member + 1) return &work->items[i];
	}
	must(false);
	return NULL;
}

/* "cron_expression: ..." is about that field of the job. */
static void take_fault(struct request *request, const struct apply_work *work,
		       const struct apply_fault *given)
{
	const struct apply_item *item = item_of(work, given->member);
	str rest;
	struct why why;
	struct buf pointer;
	const struct field *field = field_in_words(&job_body, str_from(given->why.text), &rest);
	(void)fail(&why, given->why.code, "%.*s", STR_ARG(rest));
	buf_init(&pointer, 256);
	if (item->input) buf_addf(&pointer, "/jobs/%u", (u32)(item - work->items));
	else buf_add(&pointer, STR("/prune"));
	if (item->input && field) buf_addf(&pointer, "/%.*s", STR_ARG(field->name));
	enum err ignored = request_fault(request, buf_view(&pointer), &why);
	(void)ignored;
	buf_done(&pointer);
}

void apply_take_faults(struct request *request, const struct answer *answer)
{
	struct why first = { 0 };
	if (!answer->err) return;
	for (u32 i = 0; i < answer->apply.faults_len; i++) {
		take_fault(request, request->found, &answer->apply.faults[i]);
		if (!i) first = request->why;
	}
	if (answer->apply.faults_len) request->why = first;
}

/* ---- the answer ----------------------------------------------------------------------------- */

static void put_changes(struct buf *out, const struct apply_item *item)
{
	struct apply_differences walk;
	str key, before, after;
	put_open(out, KEY(apply_job, changes), '[');
	if (item->action == APPLY_CHANGED) {
		apply_differences_begin(&walk, item);
		while (apply_differences_next(&walk, item, &key, &before, &after)) {
			write_open(out, '{');
			put_text(out, KEY(apply_change, field), key);
			put_raw(out, KEY(apply_change, before), before);
			put_raw(out, KEY(apply_change, after), after);
			write_close(out, '}');
		}
	}
	write_close(out, ']');
}

static void put_item(struct request *request, const struct apply_item *item)
{
	struct buf *out = &request->out;
	static const struct uuid none;
	const struct uuid *id = item->is_there ? &item->view.row.id : &none;
	if (!item->is_there && item->member && request->answer.apply.jobs_len)
		id = &request->answer.apply.jobs[item->member - 1];
	write_open(out, '{');
	put_text(out, KEY(apply_job, code), item->input ? item->input->code : item->view.row.code);
	put_uuid_or_null(out, KEY(apply_job, id), id);
	put_text(out, KEY(apply_job, action), action_words[item->action]);
	put_changes(out, item);
	write_close(out, '}');
}

bool apply_render(struct request *request)
{
	const struct apply_input *input = request->input;
	const struct apply_work *work = request->found;
	struct buf *out = &request->out;
	u32 counts[APPLY_ACTIONS] = { 0 };
	for (u32 i = 0; i < work->len; i++) counts[work->items[i].action]++;
	write_open(out, '{');
	put_bool(out, KEY(apply, dry_run), input->dry_run);
	for (u32 i = 0; i < APPLY_ACTIONS; i++) put_u64(out, WORD_KEY(action_words[i]), counts[i]);
	put_open(out, KEY(apply, jobs), '[');
	for (u32 i = 0; i < work->len; i++) put_item(request, &work->items[i]);
	write_close(out, ']');
	write_close(out, '}');
	return true;
}
