/* Apply: jobs become what a file says of them. What differs is found here; the engine carries it
 * out as one, or not at all. */
#include "api/audit.h"
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "base/must.h"

enum { SHOWN_BYTES = 1 << 20, PRUNE_PAGE = 500 };

SHAPE_STRUCT(apply_input, APPLY_FIELDS);
SHAPE(apply_body, apply_input, APPLY_FIELDS, "apply", "jobs as they shall be");

enum apply_action { APPLY_CREATED, APPLY_CHANGED, APPLY_UNCHANGED, APPLY_DELETED, APPLY_ACTIONS };

static const str action_words[] = { STR("created"), STR("changed"), STR("unchanged"),
				    STR("deleted") };
static const str action_verbs[] = { STR("job.create"), STR("job.change"), STR(""),
				    STR("job.delete") };

/* A job of the body, or one that is deleted since the body does not have it. */
struct apply_item {
	struct job_input *input; /* NULL: it is deleted */
	bool is_there;
	struct job_view view; /* as it is, where it is there */
	struct job_row row;   /* as it shall be */
	enum apply_action action;
	u32 member; /* of the command, counted from 1; 0: there is nothing to do */
	str before; /* as the API shows it */
	str after;
};

struct apply_work {
	struct apply_item *items; /* those of the body, in its order, then those that go */
	u32 in_body;
	u32 len;
	struct command *members;
	u32 members_len;
};

/* The part of the body that is looked at from now on. */
static void turn_to(struct request *request, u32 item)
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
		turn_to(request, i);
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

static struct apply_item *find_code(const struct apply_work *work, str code)
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
		const struct apply_item *other = find_code(work, on[i].job);
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
			if (!find_code(work, job->row.code)) err = add_deleted(request, work, job);
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
		turn_to(request, i);
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
		turn_to(request, i);
		err = read_dependencies(request, query, work, &work->items[i]);
	}
	request->part = (str){ 0 };
	if (!err && input->prune.len) err = read_deleted(request, query, work);
	return err ? err : check_all_kept(request, work);
}

/* ---- what differs --------------------------------------------------------------------------- */

static str shown(struct request *request, const struct job_view *job)
{
	struct buf text;
	buf_init(&text, SHOWN_BYTES);
	show_job(&text, job, api_defaults(request->api), request->now.wall);
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

/* From one member that differs to the next. */
struct differences {
	struct json before;
	struct json after;
};

static void differences_begin(struct differences *walk, const struct apply_item *item)
{
	json_init(&walk->before, item->before);
	json_init(&walk->after, item->after);
	bool is_object = json_enter(&walk->before, VALUE_OBJECT) &&
			 json_enter(&walk->after, VALUE_OBJECT);
	must(is_object);
}

/* Members of both sides stand in the same order; a member given beside a job may be in one side
 * alone. */
static bool differences_next(struct differences *walk, const struct apply_item *item, str *out_key,
			     str *out_before, str *out_after)
{
	struct json_string key;
	while (json_next_key(&walk->after, &key) && json_skip(&walk->after, out_after)) {
		*out_key = key.raw;
		*out_before = json_member(item->before, key.raw);
		/* The rule itself is told. */
		if (str_eq(key.raw, KEY(job, schedule_in_words).name)) continue;
		if (!str_eq(*out_before, *out_after)) return true;
	}
	while (json_next_key(&walk->before, &key) && json_skip(&walk->before, out_before)) {
		*out_key = key.raw;
		*out_after = json_member(item->after, key.raw);
		if (!out_after->len) return true;
	}
	return false;
}

static bool differs(const struct apply_item *item)
{
	struct differences walk;
	str key, before, after;
	differences_begin(&walk, item);
	return differences_next(&walk, item, &key, &before, &after);
}

/* As it will be shown. What only the engine decides for it is taken as it is now. */
static void show_after(struct request *request, struct apply_item *item, const struct job_put *put)
{
	struct job_view job = item->view;
	struct why why;
	job.row = item->row;
	job.type = put->type;
	job.queue = put->queue.len ? put->queue : STR("default");
	job.tenant = request->tenant;
	u32 steps = item->view.tenant_defaults.priority_steps;
	if (put->priority_is_scaled &&
	    priority_from(item->row.priority, steps, &job.row.priority, &why))
		job.row.priority = item->row.priority; /* the engine refuses it */
	item->after = shown(request, &job);
	item->before = item->is_there ? shown(request, &item->view) : STR("{}");
}

/* ---- the command ---------------------------------------------------------------------------- */

static struct command *add_member(struct request *request, struct apply_work *work,
				  struct apply_item *item)
{
	struct command *member = &work->members[work->members_len++];
	const struct command *whole = &request->ask.command;
	*member =
		(struct command){ .tenant = whole->tenant, .actor = whole->actor, .apply = whole };
	item->member = work->members_len;
	return member;
}

static str id_text(struct request *request, const struct uuid *id)
{
	char *text = arena_alloc(&request->arena, UUID_TEXT_LEN);
	if (!text) return (str){ 0 };
	uuid_print(*id, text);
	return (str){ text, UUID_TEXT_LEN };
}

/* Of a new job what the body says of it; of a changed one what differs. */
static bool is_audited(const struct apply_item *item, str key)
{
	const struct field *field = shape_find(&job_body, key);
	if (item->action == APPLY_CHANGED) return true;
	return field && is_given(item->input, (u32)(field - job_body.fields));
}

static void audit_change(struct request *request, const struct apply_item *item,
			 struct audit_ask *ask)
{
	struct buf before, after;
	struct differences walk;
	str key, old, new;
	buf_init(&before, SHOWN_BYTES);
	buf_init(&after, SHOWN_BYTES);
	write_open(&before, '{');
	write_open(&after, '{');
	differences_begin(&walk, item);
	while (differences_next(&walk, item, &key, &old, &new)) {
		if (!is_audited(item, key)) continue;
		if (old.len) put_raw(&before, WORD_KEY(key), old);
		if (new.len) put_raw(&after, WORD_KEY(key), new);
	}
	write_close(&before, '}');
	write_close(&after, '}');
	ask->before = audit_redact(&request->arena, buf_view(&before), (str){ 0 });
	ask->after = audit_redact(&request->arena, buf_view(&after), (str){ 0 });
	buf_done(&before);
	buf_done(&after);
}

/* Each job has an audit row of its own. */
static void add_audit(struct request *request, const struct apply_item *item,
		      const struct audit_ask *whole, struct command *member)
{
	struct audit_ask *ask = whole ? arena_alloc(&request->arena, sizeof *ask) : NULL;
	if (!ask) return;
	*ask = *whole;
	ask->action = action_verbs[item->action];
	ask->object = item->is_there ? id_text(request, &item->view.row.id) : (str){ 0 };
	ask->before = ask->after = (str){ 0 };
	if (item->input) audit_change(request, item, ask);
	member->audit = ask;
}

static enum err merge(struct request *request, struct apply_item *item, struct job_put *put)
{
	item->row = item->is_there ? item->view.row : job_defaults();
	*put = (struct job_put){ .row = &item->row };
	if (item->is_there) {
		put->id = item->view.row.id;
		put->version = item->view.row.version;
		put->type = item->view.type;
		put->queue = item->view.queue;
	}
	u32 faults = request->faults.len;
	enum err err = job_merge(request, item->input, &item->row, put);
	/* A fault that names no field belongs to the whole job. */
	if (err && err != ERR_MEMORY && request->faults.len == faults) {
		struct why why = request->why;
		err = request_fault(request, STR(""), &why);
	}
	return err;
}

/* The job of the same body that is depended on; NULL: it is no such one. */
static const struct apply_item *item_beside(const struct apply_work *work,
					    const struct dependency_input *on)
{
	return on->is_beside ? find_code(work, on->job) : NULL;
}

static bool is_after(const struct apply_work *work, const struct apply_item *item)
{
	const struct dependency_input *on = item->input->dependencies.at;
	for (u32 i = 0; i < item->input->dependencies.len; i++) {
		const struct apply_item *other = item_beside(work, &on[i]);
		if (other && other != item && other->action != APPLY_UNCHANGED && !other->member)
			return false;
	}
	return true;
}

/* New jobs have no id yet: they are meant by their place. */
static enum err point_at_members(struct request *request, const struct apply_work *work,
				 struct apply_item *item, struct job_put *put)
{
	const struct dependency_input *on = item->input->dependencies.at;
	u32 len = item->input->dependencies.len;
	u32 *numbers = arena_alloc_array(&request->arena, len, sizeof *numbers);
	if (!numbers) return ERR_MEMORY;
	for (u32 i = 0; i < len; i++) {
		const struct apply_item *other = item_beside(work, &on[i]);
		if (other && !other->is_there) numbers[i] = other->member;
	}
	if (len) put->on_members = numbers;
	return ERR_OK;
}

/* Puts behind those that they depend on; those that wait for each other in any order, for the
 * engine to refuse. */
static void order_puts(struct request *request, struct apply_work *work, const struct job_put *puts)
{
	for (bool is_forced = false;;) {
		u32 before = work->members_len, left = 0;
		for (u32 i = 0; i < work->in_body; i++) {
			struct apply_item *item = &work->items[i];
			if (item->action == APPLY_UNCHANGED || item->member) continue;
			if (!is_forced && !is_after(work, item)) {
				left++;
				continue;
			}
			struct command *member = add_member(request, work, item);
			member->kind = COMMAND_JOB_PUT;
			member->job_put = puts[i];
		}
		if (!left) return;
		is_forced = work->members_len == before;
	}
}

static enum err merge_all(struct request *request, struct apply_work *work, struct job_put *puts)
{
	enum err first = ERR_OK;
	struct why why = { 0 };
	for (u32 i = 0; i < work->in_body && first != ERR_MEMORY; i++) {
		struct apply_item *item = &work->items[i];
		turn_to(request, i);
		enum err err = merge(request, item, &puts[i]);
		if (err && !first) why = request->why;
		if (!first) first = err;
		if (err) continue;
		show_after(request, item, &puts[i]);
		if (arena_failed(&request->arena)) return ERR_MEMORY;
		if (!item->is_there) item->action = APPLY_CREATED;
		else item->action = differs(item) ? APPLY_CHANGED : APPLY_UNCHANGED;
	}
	request->part = (str){ 0 };
	if (first) request->why = why;
	return first;
}

static enum err make_members(struct request *request, struct apply_work *work,
			     struct command *command)
{
	struct job_put *puts = arena_alloc_array(&request->arena, work->in_body, sizeof *puts);
	if (!puts && work->in_body) return ERR_MEMORY;
	enum err err = merge_all(request, work, puts);
	if (err) return err;
	for (u32 i = work->in_body; i < work->len; i++) {
		struct command *member = add_member(request, work, &work->items[i]);
		member->kind = COMMAND_JOB_DELETE;
		member->job.job = work->items[i].view.row.id;
		member->job.reason = STR("pruned");
	}
	order_puts(request, work, puts);
	for (u32 i = 0; i < work->len && !err; i++) {
		struct apply_item *item = &work->items[i];
		struct command *member = item->member ? &work->members[item->member - 1] : NULL;
		if (!member) continue;
		add_audit(request, item, command->audit, member);
		if (item->input) err = point_at_members(request, work, item, &member->job_put);
	}
	return err;
}

enum err apply_command(struct request *request, struct command *command)
{
	const struct apply_input *input = request->input;
	struct apply_work *work = request->found;
	work->members = arena_alloc_array(&request->arena, work->len, sizeof *work->members);
	if (!work->members && work->len) return ERR_MEMORY;
	enum err err = make_members(request, work, command);
	if (err) return err;
	if (work->members_len > LIMIT_APPLY_JOBS)
		return request_bad(request, STR("/prune"),
				   "would delete more jobs than one call may "
				   "delete");
	command->kind = COMMAND_JOB_APPLY;
	command->audit = NULL;
	command->job_apply = (struct job_apply){ .members = work->members,
						 .len = work->members_len,
						 .is_dry = input->dry_run };
	return ERR_OK;
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
	struct differences walk;
	str key, before, after;
	put_open(out, KEY(apply_job, changes), '[');
	if (item->action == APPLY_CHANGED) {
		differences_begin(&walk, item);
		while (differences_next(&walk, item, &key, &before, &after)) {
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
