/* Reminders, and what lies in inboxes; both stand among the settings. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

static struct reminder_row *find_row(const struct memory_store *store, tenant_no tenant,
				     const struct uuid *id)
{
	const struct reminder_row key = { .id = *id, .tenant = tenant };
	return memory_row(store, KIND_REMINDER, &key);
}

static struct notice_row *find_notice(const struct memory_store *store, tenant_no tenant,
				      const struct uuid *id)
{
	const struct notice_row key = { .id = *id, .tenant = tenant };
	return memory_row(store, KIND_NOTICE, &key);
}

/* ---- keeping ------------------------------------------------------------------------------- */

static void check_hot(const struct reminder_hot *there, const struct reminder_hot *hot)
{
	must(hot->status < REMINDER_STATUS_COUNT);
	must(hot->stands < STANDS_COUNT);
	must(hot->remind_at > 0);
	must(!there || hot->version > there->version);
	must((hot->status == REMINDER_SNOOZED) == (hot->snoozed_until > 0));
	must(hot->status != REMINDER_SENT || hot->sent_at > 0);
}

void check_reminder(const struct reminder_row *row, const struct reminder_row *there)
{
	must(row->tenant.v > 0);
	must(row->user.len > 0);
	must(row->title.len > 0);
	must(!row->is_recurring || row->rule.len > 0);
	check_hot(there ? &there->hot : NULL, &row->hot);
}

void keep_reminder_hot(struct memory_store *store, const struct change *change)
{
	struct reminder_row *row = find_row(store, change->reminder_hot.tenant,
					    &change->reminder_hot.id);
	must(row != NULL);
	check_hot(&row->hot, &change->reminder_hot.hot);
	row->hot = change->reminder_hot.hot;
}

void keep_reminder_gone(struct memory_store *store, const struct change *change)
{
	const struct reminder_row key = { .id = change->reminder_gone.id,
					  .tenant = change->reminder_gone.tenant };
	must(memory_row(store, KIND_REMINDER, &key) != NULL);
	setting_delete(store, KIND_REMINDER, &key);
}

void keep_notice_read(struct memory_store *store, const struct change *change)
{
	struct notice_row *row = find_notice(store, change->notice_read.tenant,
					     &change->notice_read.id);
	str user = change->notice_read.user;
	if (!row || row->read_at || (user.len && !str_eq(user, row->user))) return;
	row->read_at = change->notice_read.at;
}

/* ---- loading ------------------------------------------------------------------------------- */

struct reminder_row *memory_copy_reminder(struct arena *arena, const struct reminder_row *row)
{
	struct reminder_row shown = *row;
	shown.title = shown.description = shown.channels = (str){ 0 };
	shown.reference_type = shown.reference_id = shown.reference_url = (str){ 0 };
	return row_copy_out(arena, &kind_shapes[KIND_REMINDER], &shown);
}

/* A run that a reminder stood as once, and does not any more, is a task like others. */
enum err memory_add_reminder(const struct memory_store *store, struct arena *arena,
			     struct run_row *row)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &row->id);
	const struct reminder_row *reminder = NULL;
	struct uuid id;
	must(run != NULL);
	row->reminder = NULL;
	if (reminder_parse_entity(run->row.entity, &id))
		reminder = find_row(store, row->tenant, &id);
	if (!reminder || !uuid_eq(&reminder->hot.run, &row->id)) return ERR_OK;
	row->reminder = memory_copy_reminder(arena, reminder);
	return row->reminder ? ERR_OK : ERR_MEMORY;
}

struct reminder_counting {
	const struct want *want;
	u32 count;
};

static void count_one(void *context, const struct reminder_row *row)
{
	struct reminder_counting *counting = context;
	const struct want *want = counting->want;
	bool is_theirs = row->tenant.v == want->reminder.tenant.v &&
			 str_eq(row->user, want->reminder.user);
	if (is_theirs && row->hot.run_at)
		counting->count += counting->count < want->reminder.count_most;
}

enum err memory_load_reminder(struct memory_store *store, struct turn *turn, struct want *want)
{
	struct reminder_counting counting = { .want = want };
	want->reminder.found = false;
	want->reminder.run = (struct run_seen){ 0 };
	if (uuid_is_nil(&want->reminder.id)) {
		memory_store_each_reminder(store, count_one, &counting);
		want->reminder.count = counting.count;
		return ERR_OK;
	}
	const struct reminder_row *row = find_row(store, want->reminder.tenant, &want->reminder.id);
	if (!row) return ERR_OK;
	const struct reminder_row *copy = memory_copy_reminder(&turn->arena, row);
	if (!copy) return ERR_MEMORY;
	want->reminder.found = true;
	want->reminder.row = *copy;
	const struct memory_run *run = uuid_map_find(&store->runs, &row->hot.run);
	if (!run) return ERR_OK;
	want->reminder.run = memory_see_run(store, turn, run, turn->now.wall);
	want->reminder.run.row.reminder = &want->reminder.row;
	return ERR_OK;
}

/* ---- looking ------------------------------------------------------------------------------- */

const struct reminder_row *memory_store_find_reminder(const struct memory_store *store,
						      tenant_no tenant, const struct uuid *id)
{
	return find_row(store, tenant, id);
}

const struct notice_row *memory_store_find_notice(const struct memory_store *store,
						  tenant_no tenant, const struct uuid *run)
{
	return find_notice(store, tenant, run);
}

void memory_store_each_reminder(const struct memory_store *store, memory_reminder_visit *visit,
				void *context)
{
	const struct memory_setting *setting = setting_from(store, KIND_REMINDER, NULL);
	for (; setting; setting = setting_next(setting)) visit(context, setting->row);
}
