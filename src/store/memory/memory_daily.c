/* Daily windows: people's rows, and the ledger of their days. Both stand among the settings, a
 * person's days side by side in their order. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

struct setting_key daily_setting_key(tenant_no tenant, str user)
{
	return (struct setting_key){ SETTING_DAILY, { tenant.v }, digest_as_uuid(digest_of(user)) };
}

struct setting_key day_setting_key(tenant_no tenant, str user, i64 date)
{
	struct digest digest = digest_of(user);
	return (struct setting_key){ SETTING_DAY,
				     { tenant.v, (u32)digest.a, (u32)date },
				     digest_as_uuid(digest) };
}

static struct daily_row *find_row(const struct memory_store *store, tenant_no tenant, str user)
{
	struct setting_key key = daily_setting_key(tenant, user);
	const struct treap_node *node = treap_find(&store->settings, &key);
	return node ? container_of(node, struct memory_setting, in_settings)->row : NULL;
}

/* ---- keeping ------------------------------------------------------------------------------- */

/* No day is ever given back. */
static void check_hot(const struct daily_hot *there, const struct daily_hot *hot)
{
	must(hot->decided >= there->decided);
	must(hot->last_date >= there->last_date);
	must(hot->last_date <= hot->decided);
	must(uuid_is_nil(&hot->run) || hot->date > hot->decided);
}

void keep_daily(struct memory_store *store, struct memory_setting *setting)
{
	const struct daily_row *row = setting->row;
	const struct daily_row *there = find_row(store, row->tenant, row->user);
	static const struct daily_hot none;
	must(row->tenant.v > 0);
	must(row->user.len > 0);
	must(row->due_minute < DAY_MINUTES);
	must(row->is_gone == uuid_is_nil(&row->hot.run));
	check_hot(there ? &there->hot : &none, &row->hot);
	memory_setting_keep(store, setting);
}

void keep_daily_hot(struct memory_store *store, const struct change *change)
{
	struct daily_row *row = find_row(store, change->daily_hot.tenant, change->daily_hot.user);
	must(row != NULL);
	must(!row->is_gone);
	check_hot(&row->hot, &change->daily_hot.hot);
	row->hot = change->daily_hot.hot;
}

static bool is_day_of(const struct setting_key *key, const struct setting_key *like)
{
	return key->kind == SETTING_DAY && key->number[0] == like->number[0] &&
	       key->number[1] == like->number[1];
}

/* Those of a person that are older. */
static void forget_days(struct memory_store *store, tenant_no tenant, str user, i64 before)
{
	struct setting_key first = day_setting_key(tenant, user, 0);
	struct uuid whose = first.id;
	first.id = (struct uuid){ { 0 } };
	struct treap_node *node = treap_after(&store->settings, &first);
	while (node) {
		struct memory_setting *setting = container_of(node, struct memory_setting,
							      in_settings);
		const struct day_row *row = setting->row;
		node = treap_next(node);
		if (!is_day_of(&setting->key, &first)) return;
		if (!uuid_eq(&setting->key.id, &whose)) continue;
		if (row->date >= before) return;
		treap_remove(&store->settings, &setting->in_settings);
		mem_free(setting);
	}
}

void keep_day(struct memory_store *store, struct memory_setting *setting)
{
	const struct day_row *row = setting->row;
	must(row->status > DAY_NONE && row->status < DAY_STATUS_COUNT);
	must(row->status == DAY_MISSED ? row->through >= row->date : row->through == row->date);
	must(find_row(store, row->tenant, row->user) != NULL);
	must(memory_setting_row(store, &setting->key) == NULL); /* a day is finalized once */
	memory_setting_keep(store, setting);
	forget_days(store, row->tenant, row->user, row->forget_before);
}

void keep_daily_gone(struct memory_store *store, const struct change *change)
{
	tenant_no tenant = change->daily_gone.tenant;
	struct setting_key key = daily_setting_key(tenant, change->daily_gone.user);
	memory_setting_delete(store, &key);
	forget_days(store, tenant, change->daily_gone.user, INT64_MAX);
}

/* ---- loading ------------------------------------------------------------------------------- */

struct daily_row *memory_daily_of(const struct memory_store *store, struct arena *arena,
				  const struct run_row *row)
{
	const struct daily_row *daily = find_row(store, row->tenant, row->user);
	must(daily != NULL);
	return row_copy_out(arena, &daily_shape, daily);
}

enum err memory_load_daily(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct daily_row *row = find_row(store, want->daily.tenant, want->daily.user);
	want->daily.found = row != NULL;
	want->daily.run = (struct run_seen){ 0 };
	if (!row) return ERR_OK;
	const struct daily_row *copy = row_copy_out(&turn->arena, &daily_shape, row);
	if (!copy) return ERR_MEMORY;
	want->daily.row = *copy;
	const struct memory_run *run = uuid_map_find(&store->runs, &row->hot.run);
	if (!run) return ERR_OK;
	want->daily.run = memory_see_run(store, turn, run, turn->now.wall);
	want->daily.run.row.daily = &want->daily.row;
	return ERR_OK;
}

/* ---- looking ------------------------------------------------------------------------------- */

const struct daily_row *memory_store_find_daily(const struct memory_store *store, tenant_no tenant,
						str user)
{
	return find_row(store, tenant, user);
}

void memory_store_each_day(const struct memory_store *store, tenant_no tenant, str user,
			   memory_day_visit *visit, void *context)
{
	struct setting_key first = day_setting_key(tenant, user, 0);
	struct uuid whose = first.id;
	first.id = (struct uuid){ { 0 } };
	const struct treap_node *node = treap_after(&store->settings, &first);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		if (!is_day_of(&setting->key, &first)) return;
		if (uuid_eq(&setting->key.id, &whose)) visit(context, setting->row);
	}
}
