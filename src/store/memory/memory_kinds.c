/* Rows of every kind in one ordered index, and what no correct engine may ask for, kind by kind. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

/* ---- rows ----------------------------------------------------------------------------------- */

static struct memory_setting *setting_at(const struct treap_node *node)
{
	return node ? container_of(node, struct memory_setting, in_settings) : NULL;
}

static struct memory_setting *setting_find(const struct memory_store *store, enum row_kind kind,
					   const void *key)
{
	struct setting_key wanted = { kind, key };
	return setting_at(treap_find(&store->settings, &wanted));
}

void *memory_row(const struct memory_store *store, enum row_kind kind, const void *key)
{
	const struct memory_setting *setting = setting_find(store, kind, key);
	return setting ? setting->row : NULL;
}

struct memory_setting *setting_from(const struct memory_store *store, enum row_kind kind,
				    const void *key)
{
	struct setting_key place = { kind, key };
	struct memory_setting *setting = key ? setting_find(store, kind, key) : NULL;
	if (!setting) setting = setting_at(treap_after(&store->settings, &place));
	return setting && setting->kind == kind ? setting : NULL;
}

struct memory_setting *setting_next(const struct memory_setting *setting)
{
	struct memory_setting *next = setting_at(treap_next(&setting->in_settings));
	return next && next->kind == setting->kind ? next : NULL;
}

struct memory_setting *copy_setting(enum row_kind kind, const void *row)
{
	const struct row_shape *shape = &kind_shapes[kind];
	struct memory_setting *setting = mem_alloc(sizeof *setting + shape->size +
						   row_text_bytes(shape, row));
	if (!setting) return NULL;
	*setting = (struct memory_setting){ .kind = kind, .row = setting + 1 };
	row_copy(shape, setting->row, row, (char *)(setting + 1) + shape->size);
	return setting;
}

void setting_remove(struct memory_store *store, struct memory_setting *setting)
{
	treap_remove(&store->settings, &setting->in_settings);
	mem_free(setting);
}

void setting_delete(struct memory_store *store, enum row_kind kind, const void *key)
{
	struct memory_setting *setting = setting_find(store, kind, key);
	if (setting) setting_remove(store, setting);
}

void setting_keep(struct memory_store *store, struct memory_setting *setting)
{
	struct setting_key key = { setting->kind, setting->row };
	setting_delete(store, setting->kind, setting->row);
	treap_insert(&store->settings, &setting->in_settings, &key);
}

void drop_rows(struct memory_store *store, tenant_no tenant)
{
	must(tenant.v != 0);
	for (u32 kind = 0; kind < KIND_COUNT; kind++) {
		if (!row_kinds[kind].is_dropped) continue;
		u32 at = kind_tenant_at(&row_kinds[kind]);
		struct memory_setting *setting = setting_from(store, kind, NULL);
		while (setting) {
			struct memory_setting *next = setting_next(setting);
			const tenant_no *owner = (const void *)((char *)setting->row + at);
			if (owner->v == tenant.v) setting_remove(store, setting);
			setting = next;
		}
	}
}

/* ---- what a row of each kind must be ----------------------------------------------------------
 */

/* A number means one name for good: rows and memory hold only the number. */
static void check_name(const struct name_row *name, const struct name_row *there)
{
	must(name->no > 0);
	must(!there || str_eq(there->text, name->text));
}

static void check_document(const struct document_row *document, const struct document_row *there)
{
	must(document->key.kind < DOCUMENT_KINDS);
	must(document->version > (there ? there->version : 0));
}

/* They are of a run that waits, and of one that was. */
static void check_links(const struct memory_store *store, const struct links_row *row)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &row->run);
	must(run != NULL);
	must(run->row.tenant.v == row->tenant.v);
	must(!uuid_is_nil(&run->row.job));
	must(row->len <= LIMIT_JOB_DEPENDENCIES);
}

/* They are of a task. */
static void check_after(const struct memory_store *store, const struct after_row *row)
{
	const struct memory_run *run = uuid_map_find(&store->runs, &row->run);
	must(run != NULL);
	must(run->row.tenant.v == row->tenant.v);
	must(uuid_is_nil(&run->row.job));
	must(row->place < LIMIT_TASK_AFTER);
}

/* A child is counted once, and a parent is done when all of them are. */
static void check_batch(const struct memory_store *store, const struct batch_row *row)
{
	const struct memory_run *parent = uuid_map_find(&store->runs, &row->id);
	must(parent != NULL);
	must(parent->row.hot.state == row->state);
	must((u64)row->done + row->failed + row->cancelled <= row->total);
	must(row->is_live == (batch_left(row) > 0));
	must(row->state != RUN_WAITING || row->is_live);
}

/* One call is answered with what it made; a second one must not have made more. */
static void check_replay(const struct turn *turn, const struct replay_row *there)
{
	must(!there || there->until <= turn->now.wall);
}

static void check_progress(const struct memory_store *store, const struct progress_row *row)
{
	(void)open_execution(store, &row->execution); /* must be there */
}

static void check_row(const struct memory_store *store, const struct turn *turn, enum row_kind kind,
		      const void *row)
{
	const void *there = memory_row(store, kind, row);
	must(row_kinds[kind].put != PUT_NEW || !there);
	if (kind == KIND_NAME) check_name(row, there);
	if (kind == KIND_DOCUMENT) check_document(row, there);
	if (kind == KIND_LINKS) check_links(store, row);
	if (kind == KIND_AFTER) check_after(store, row);
	if (kind == KIND_BATCH) check_batch(store, row);
	if (kind == KIND_REPLAY) check_replay(turn, there);
	if (kind == KIND_PROGRESS) check_progress(store, row);
	if (kind == KIND_DAILY) check_daily(store, row, there);
	if (kind == KIND_DAY) check_day(store, row);
	if (kind == KIND_UNDONE_DAY) check_undone_day(store, row);
	if (kind == KIND_REMINDER) check_reminder(row, there);
	if (kind == KIND_NOTICE) must(((const struct notice_row *)row)->user.len > 0);
}

void keep_row(struct memory_store *store, const struct turn *turn, enum row_kind kind, void *made)
{
	struct memory_setting *setting = made;
	if (kind == KIND_EFFECT) {
		keep_effect(store, made);
		return;
	}
	if (kind == KIND_OCCURRENCE) {
		keep_occurrence(store, made);
		return;
	}
	check_row(store, turn, kind, setting->row);
	bool stays = row_kinds[kind].put == PUT_FIRST && memory_row(store, kind, setting->row);
	if (stays) mem_free(setting);
	else setting_keep(store, setting);
	if (kind == KIND_DAY) forget_days_of(store, setting->row);
}
