/* People's rows that a clock ahead has decided, planned or written: daily windows and reminders. */
#include "base/must.h"
#include "store/memory/memory_parts.h"

/* The first row of a kind behind a place. */
static const struct memory_setting *behind(const struct memory_store *store, enum row_kind kind,
					   const void *key)
{
	const struct memory_setting *setting = setting_from(store, kind, key);
	bool is_place = setting && setting->row == memory_row(store, kind, key);
	return is_place ? setting_next(setting) : setting;
}

static struct run_seen see_owned_run(const struct memory_store *store, const struct turn *turn,
				     const struct uuid *id)
{
	const struct memory_run *run = uuid_map_find(&store->runs, id);
	return run ? memory_see_run(store, turn, run, turn->now.wall) : (struct run_seen){ 0 };
}

/* ---- daily windows ------------------------------------------------------------------------- */

/* The ledger of a person up to the last day that the row calls decided. */
struct days_back {
	const struct day_row **days; /* ascending */
	u32 len;
};

static void note_day(void *context, const struct day_row *row)
{
	struct days_back *ledger = context;
	if (ledger->days) ledger->days[ledger->len] = row;
	ledger->len++;
}

static enum err see_days(const struct memory_store *store, struct arena *arena, msec ahead_of,
			 struct daily_back *back)
{
	struct days_back ledger = { 0 };
	memory_store_each_day(store, back->row.tenant, back->row.user, note_day, &ledger);
	ledger.days = arena_alloc_array(arena, ledger.len + 1, sizeof *ledger.days);
	back->days = arena_alloc_array(arena, LIMIT_SET_BACK_DAYS, sizeof *back->days);
	if (!ledger.days || !back->days) return ERR_MEMORY;
	ledger.len = 0;
	memory_store_each_day(store, back->row.tenant, back->row.user, note_day, &ledger);
	while (ledger.len--) {
		const struct day_row *day = ledger.days[ledger.len];
		if (day->date > back->row.hot.decided) continue;
		back->settled = day->through;
		if (!day_is_ahead(day, ahead_of)) break;
		back->settled = 0;
		back->is_cut = back->days_len == LIMIT_SET_BACK_DAYS;
		if (back->is_cut) break;
		struct undone_day_row *seen = &back->days[back->days_len++];
		*seen = (struct undone_day_row){ .day = *day };
		seen->day.user = back->row.user;
	}
	return ERR_OK;
}

static enum err see_daily(struct memory_store *store, struct turn *turn, struct want *want,
			  const struct daily_row *row)
{
	struct daily_back *back = &want->dailies_ahead.rows[want->dailies_ahead.len];
	const struct daily_row *copy = row_copy_out(&turn->arena, &kind_shapes[KIND_DAILY], row);
	if (!copy) return ERR_MEMORY;
	*back = (struct daily_back){ .row = *copy };
	want->dailies_ahead.through_tenant = copy->tenant;
	want->dailies_ahead.through_user = copy->user;
	enum err err = see_days(store, &turn->arena, want->dailies_ahead.ahead_of, back);
	bool is_ahead = daily_is_ahead(&row->hot, want->dailies_ahead.ahead_of);
	if (err || (!back->days_len && !is_ahead)) return err;
	back->run = see_owned_run(store, turn, &row->hot.run);
	back->run.row.daily = &back->row;
	want->dailies_ahead.len++;
	return ERR_OK;
}

enum err memory_load_dailies_ahead(struct memory_store *store, struct turn *turn, struct want *want)
{
	const struct daily_row place = { .tenant = want->dailies_ahead.after_tenant,
					 .user = want->dailies_ahead.after_user };
	const struct memory_setting *setting = behind(store, KIND_DAILY, &place);
	enum err err = ERR_OK;
	want->dailies_ahead.len = 0;
	want->dailies_ahead.rows = arena_alloc_array(&turn->arena, LIMIT_SET_BACK_PEOPLE,
						     sizeof *want->dailies_ahead.rows);
	if (!want->dailies_ahead.rows) return ERR_MEMORY;
	for (u32 i = 0; i < want->dailies_ahead.scan && setting && !err; i++) {
		if (want->dailies_ahead.len == LIMIT_SET_BACK_PEOPLE) break;
		err = see_daily(store, turn, want, setting->row);
		setting = setting_next(setting);
	}
	want->dailies_ahead.is_last = !setting;
	return err;
}

/* ---- reminders ------------------------------------------------------------------------------ */

static enum err see_reminder(struct memory_store *store, struct turn *turn, struct want *want,
			     const struct reminder_row *row)
{
	struct reminder_back *back = &want->reminders_ahead.rows[want->reminders_ahead.len];
	want->reminders_ahead.through_id = row->id;
	if (!reminder_is_ahead(&row->hot, want->reminders_ahead.ahead_of)) return ERR_OK;
	const struct reminder_row *copy = memory_copy_reminder(&turn->arena, row);
	if (!copy) return ERR_MEMORY;
	*back = (struct reminder_back){ .row = *copy };
	back->run = see_owned_run(store, turn, &row->hot.run);
	back->run.row.reminder = &back->row;
	want->reminders_ahead.len++;
	return ERR_OK;
}

enum err memory_load_reminders_ahead(struct memory_store *store, struct turn *turn,
				     struct want *want)
{
	/* No tenant has the greatest number. */
	const struct reminder_row place = { .id = want->reminders_ahead.after_id,
					    .tenant = { UINT32_MAX } };
	const struct memory_setting *setting = behind(store, KIND_REMINDER, &place);
	enum err err = ERR_OK;
	want->reminders_ahead.len = 0;
	want->reminders_ahead.rows = arena_alloc_array(&turn->arena, LIMIT_SET_BACK_PEOPLE,
						       sizeof *want->reminders_ahead.rows);
	if (!want->reminders_ahead.rows) return ERR_MEMORY;
	for (u32 i = 0; i < want->reminders_ahead.scan && setting && !err; i++) {
		if (want->reminders_ahead.len == LIMIT_SET_BACK_PEOPLE) break;
		err = see_reminder(store, turn, want, setting->row);
		setting = setting_next(setting);
	}
	want->reminders_ahead.is_last = !setting;
	return err;
}
