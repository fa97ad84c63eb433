/* The command of an apply: jobs as they are and as they shall be, and a member for each that
 * differs. */
#include "api/apply_parts.h"
#include "api/audit.h"
#include "api/handlers.h"
#include "api/member.h"
#include "api/parts.h"
#include "base/must.h"

enum { SHOWN_BYTES = 1 << 20 };

static const str action_verbs[] = { STR("job.create"), STR("job.change"), STR(""),
				    STR("job.delete") };

static str shown(struct request *request, const struct job_view *job)
{
	struct buf text;
	buf_init(&text, SHOWN_BYTES);
	show_job(&text, job, api_defaults(request->api), request->now.wall);
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

void apply_differences_begin(struct apply_differences *walk, const struct apply_item *item)
{
	json_init(&walk->before, item->before);
	json_init(&walk->after, item->after);
	bool is_object = json_enter(&walk->before, VALUE_OBJECT) &&
			 json_enter(&walk->after, VALUE_OBJECT);
	must(is_object);
}

bool apply_differences_next(struct apply_differences *walk, const struct apply_item *item,
			    str *out_key, str *out_before, str *out_after)
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
	struct apply_differences walk;
	str key, before, after;
	apply_differences_begin(&walk, item);
	return apply_differences_next(&walk, item, &key, &before, &after);
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
	struct apply_differences walk;
	str key, old, new;
	buf_init(&before, SHOWN_BYTES);
	buf_init(&after, SHOWN_BYTES);
	write_open(&before, '{');
	write_open(&after, '{');
	apply_differences_begin(&walk, item);
	while (apply_differences_next(&walk, item, &key, &old, &new)) {
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
	return on->is_beside ? apply_find(work, on->job) : NULL;
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
		apply_turn_to(request, i);
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
