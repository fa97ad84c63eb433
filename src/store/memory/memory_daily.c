/* Daily windows: people's rows, and the ledger of their days. Both stand among the settings, a
 * person's days side by side in their order. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

static struct daily_row *find_row(const struct memory_store *store, tenant_no tenant, str user)
{
	const struct daily_row key = { .tenant = tenant, .user = user };
	return memory_row(store, KIND_DAILY, &key);
}

/* ---- keeping ------------------------------------------------------------------------------- */

static struct memory_setting *first_day(const struct memory_store *store, tenant_no tenant,
					str user)
{
	const struct day_row first = { .tenant = tenant, .user = user, .date = INT64_MIN };
	return setting_from(store, KIND_DAY, &first);
}

static bool is_day_of(const struct memory_setting *setting, tenant_no tenant, str user)
{
	const struct day_row *row = setting ? setting->row : NULL;
	return row && row->tenant.v == tenant.v && str_eq(row->user, user);
}

/* No day is ever given back: one behind `decided` that the ledger has is known to lie ahead. */
static void check_hot(const struct memory_store *store, tenant_no tenant, str user,
		      const struct daily_hot *there, const struct daily_hot *hot)
{
	const struct memory_setting *setting = first_day(store, tenant, user);
	bool is_set_back = decided_len(&there->ahead) || decided_len(&hot->ahead) ||
			   hot->decided < there->decided;
	for (; is_day_of(setting, tenant, user); setting = setting_next(setting)) {
		i64 date = ((const struct day_row *)setting->row)->date;
		must(date <= hot->decided || decided_has(&hot->ahead, date));
	}
	must(is_set_back || hot->last_date >= there->last_date);
	must(is_set_back || hot->last_date <= hot->decided);
	must(uuid_is_nil(&hot->run) || !decided_has(&hot->ahead, hot->date));
	must(uuid_is_nil(&hot->run) || hot->date > hot->decided);
}

void check_daily(const struct memory_store *store, const struct daily_row *row,
		 const struct daily_row *there)
{
	static const struct daily_hot none;
	must(row->tenant.v > 0);
	must(row->user.len > 0);
	must(row->due_minute < DAY_MINUTES);
	must(row->is_gone == uuid_is_nil(&row->hot.run));
	check_hot(store, row->tenant, row->user, there ? &there->hot : &none, &row->hot);
}

void keep_daily_hot(struct memory_store *store, const struct change *change)
{
	struct daily_row *row = find_row(store, change->daily_hot.tenant, change->daily_hot.user);
	must(row != NULL);
	must(!row->is_gone);
	check_hot(store, row->tenant, row->user, &row->hot, &change->daily_hot.hot);
	row->hot = change->daily_hot.hot;
}

/* Forgets the undone days of a person that are older, too. */
static void forget_undone(struct memory_store *store, tenant_no tenant, str user, i64 before)
{
	const struct undone_day_row first = { .day = { .tenant = tenant, .user = user } };
	struct memory_setting *setting = setting_from(store, KIND_UNDONE_DAY, &first);
	while (setting) {
		const struct undone_day_row *row = setting->row;
		struct memory_setting *next = setting_next(setting);
		bool is_theirs = row->day.tenant.v == tenant.v && str_eq(row->day.user, user);
		if (!is_theirs) break;
		if (row->day.date < before) setting_remove(store, setting);
		setting = next;
	}
}

/* Forgets the days of a person that are older. */
static void forget_days(struct memory_store *store, tenant_no tenant, str user, i64 before)
{
	struct memory_setting *setting = first_day(store, tenant, user);
	while (is_day_of(setting, tenant, user) &&
	       ((const struct day_row *)setting->row)->date < before) {
		struct memory_setting *next = setting_next(setting);
		setting_remove(store, setting);
		setting = next;
	}
	forget_undone(store, tenant, user, before);
}

void check_day(const struct memory_store *store, const struct day_row *row)
{
	must(row->status > DAY_NONE && row->status < DAY_STATUS_COUNT);
	must(row->status == DAY_MISSED ? row->through >= row->date : row->through == row->date);
	must(find_row(store, row->tenant, row->user) != NULL);
}

/* It left the ledger before. */
void check_undone_day(const struct memory_store *store, const struct undone_day_row *row)
{
	must(row->undone_at > 0);
	must(memory_row(store, KIND_DAY, &row->day) == NULL);
}

void forget_days_of(struct memory_store *store, const struct day_row *row)
{
	forget_days(store, row->tenant, row->user, row->forget_before);
}

void keep_daily_gone(struct memory_store *store, const struct change *change)
{
	const struct daily_row key = { .tenant = change->daily_gone.tenant,
				       .user = change->daily_gone.user };
	setting_delete(store, KIND_DAILY, &key);
	forget_days(store, key.tenant, key.user, INT64_MAX);
}

/* ---- loading ------------------------------------------------------------------------------- */

struct daily_row *memory_daily_of(const struct memory_store *store, struct arena *arena,
				  const struct run_row *row)
{
	const struct daily_row *daily = find_row(store, row->tenant, row->user);
	must(daily != NULL);
	return row_copy_out(arena, &kind_shapes[KIND_DAILY], daily);
}

enum err memory_load_daily(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct daily_row *row = find_row(store, want->daily.tenant, want->daily.user);
	want->daily.found = row != NULL;
	want->daily.run = (struct run_seen){ 0 };
	if (!row) return ERR_OK;
	const struct daily_row *copy = row_copy_out(&turn->arena, &kind_shapes[KIND_DAILY], row);
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

void memory_store_each_undone(const struct memory_store *store, tenant_no tenant, str user,
			      memory_undone_visit *visit, void *context)
{
	const struct undone_day_row first = { .day = { .tenant = tenant, .user = user } };
	const struct memory_setting *setting = setting_from(store, KIND_UNDONE_DAY, &first);
	for (; setting; setting = setting_next(setting)) {
		const struct undone_day_row *row = setting->row;
		if (row->day.tenant.v != tenant.v || !str_eq(row->day.user, user)) return;
		visit(context, row);
	}
}

void memory_store_each_day(const struct memory_store *store, tenant_no tenant, str user,
			   memory_day_visit *visit, void *context)
{
	const struct memory_setting *setting = first_day(store, tenant, user);
	for (; is_day_of(setting, tenant, user); setting = setting_next(setting))
		visit(context, setting->row);
}
