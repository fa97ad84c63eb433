/* Events, read from the journal row by row, with what its runs, jobs and executions say now. */
#include "base/must.h"
#include "store/sqlite/query_parts.h"

/* How much of the journal one call looks through, whatever it finds: entries that it may show, and
 * those of other tenants in the same turns, which are passed over at a glance. */
enum { ENTRIES_MAX = 20000, FOREIGN_MAX = 400000 };

/* An entry of the turn at hand, and which one it is. */
struct numbered_entry {
	struct journal_entry entry;
	u32 index;
};

struct event_reading {
	struct sqlite_query *query;
	struct arena *arena;
	const struct event_list *list;
	struct event_page *page;
	u32 tenant; /* 0: every tenant's */
	u32 type;   /* 0: any */
	u32 looked_at;
	u32 foreign;
	struct numbered_entry *entries; /* of the row at hand */
	u32 entries_max;
};

/* ---- what an entry is about --------------------------------------------------------------- */

static bool is_about_a_run(const struct journal_entry *entry)
{
	return entry->kind == JOURNAL_CREATED || entry->kind == JOURNAL_MOVED ||
	       entry->kind == JOURNAL_DEFERRED || entry->kind == JOURNAL_MOVED_TIME ||
	       entry->kind == JOURNAL_AUDIT || entry->kind == JOURNAL_DAILY;
}

static bool is_about_a_job(const struct journal_entry *entry)
{
	return entry->kind >= JOURNAL_JOB && entry->kind <= JOURNAL_JOB_UNPLANNED;
}

static enum err add_run(struct event_reading *reading, struct event_view *view)
{
	struct sqlite_query *query = reading->query;
	sqlite3_stmt *stmt = query_statement(query, QUERY_RUN_OF);
	struct run_row run;
	bool has_row = false, is_whole = false;
	bind_id(stmt, ":id", &view->entry.run);
	bind_number(stmt, ":tenant", view->entry.tenant.v);
	enum err err = query_step(query, stmt, &has_row);
	if (err || !has_row) return err;
	err = read_run_row(query, stmt, &is_whole, &run);
	if (!err && is_whole) {
		view->job = run.job;
		view->entity = str_copy(reading->arena, run.entity);
		view->user = str_copy(reading->arena, run.user);
	}
	sqlite3_reset(stmt);
	if (err || !is_whole) return err;
	return query_name(query, NAME_QUEUE, run.hot.queue.v, reading->arena, &view->queue);
}

/* How the attempt ended that the entry is about. */
static enum err add_end(struct event_reading *reading, struct event_view *view)
{
	sqlite3_stmt *stmt = NULL;
	struct execution_view execution = { 0 };
	enum err err = query_find(reading->query, QUERY_EXECUTION, view->entry.tenant.v,
				  &view->entry.execution, &stmt);
	if (err == ERR_NOT_FOUND) return ERR_OK;
	if (err) return err;
	bool is_whole = read_execution_view(stmt, &execution);
	view->has_end = is_whole && execution.end.outcome != OUTCOME_OPEN;
	if (view->has_end) {
		struct execution_end *end = &view->end;
		*end = execution.end;
		end->error_class = str_copy(reading->arena, end->error_class);
		end->error_message = str_copy(reading->arena, end->error_message);
		end->result = str_copy(reading->arena, end->result);
		end->result_hash = (str){ 0 };
	}
	if (!is_whole) query_damage(reading->query, stmt);
	sqlite3_reset(stmt);
	return ERR_OK;
}

static enum err add_job(struct event_reading *reading, struct event_view *view)
{
	struct job_view *job = arena_alloc_zeroed(reading->arena, sizeof *job);
	if (!job) return ERR_MEMORY;
	enum err err = view_job_of_id(reading->query, view->entry.tenant.v, &view->job,
				      reading->arena, job);
	sqlite3_reset(query_statement(reading->query, QUERY_JOB));
	if (err == ERR_NOT_FOUND || err == ERR_STORE_DAMAGED) return ERR_OK;
	if (err) return err;
	view->job_code = job->row.code;
	view->scheduled = job;
	return ERR_OK;
}

static enum err add_reminder(struct event_reading *reading, struct event_view *view)
{
	struct reminder_view *reminder = arena_alloc_zeroed(reading->arena, sizeof *reminder);
	if (!reminder) return ERR_MEMORY;
	view->user = str_copy(reading->arena, view->entry.details);
	enum err err = view_reminder_of_id(reading->query, view->entry.tenant.v, &view->entry.run,
					   reading->arena, reminder);
	if (err == ERR_NOT_FOUND) return ERR_OK;
	if (err) return err;
	view->user = reminder->row.user;
	view->reminder = reminder;
	return ERR_OK;
}

static enum err add_notice(struct event_reading *reading, struct event_view *view)
{
	struct notice_row *notice = arena_alloc_zeroed(reading->arena, sizeof *notice);
	if (!notice) return ERR_MEMORY;
	view->user = str_copy(reading->arena, view->entry.details);
	enum err err = view_notice_of_id(reading->query, view->entry.tenant.v, &view->entry.run,
					 reading->arena, notice);
	if (err == ERR_NOT_FOUND) return ERR_OK;
	if (err) return err;
	view->user = notice->user;
	view->notice = notice;
	return ERR_OK;
}

static enum err add_names(struct event_reading *reading, struct event_view *view)
{
	struct sqlite_query *query = reading->query;
	struct arena *arena = reading->arena;
	const struct journal_entry *entry = &view->entry;
	enum err err = query_name(query, NAME_TENANT, entry->tenant.v, arena, &view->tenant);
	if (!err) err = query_name(query, NAME_TYPE, entry->type.v, arena, &view->type);
	return err;
}

/* All that is known of it, for each of its events alike. */
static enum err look_up(struct event_reading *reading, struct event_view *view)
{
	struct journal_entry *entry = &view->entry;
	enum err err = ERR_OK;
	if (is_about_a_job(entry)) view->job = entry->run;
	if (entry->kind == JOURNAL_ALERT) view->job = entry->job;
	if (is_about_a_run(entry)) err = add_run(reading, view);
	if (!err && entry->kind == JOURNAL_MOVED && entry->from == RUN_PROCESSING)
		err = add_end(reading, view);
	if (!err && !uuid_is_nil(&view->job)) err = add_job(reading, view);
	if (!err && entry->kind == JOURNAL_REMINDER) err = add_reminder(reading, view);
	if (!err && entry->kind == JOURNAL_NOTICE) err = add_notice(reading, view);
	if (!err) err = add_names(reading, view);
	entry->reason = str_copy(reading->arena, entry->reason);
	entry->details = str_copy(reading->arena, entry->details);
	entry->actor = str_copy(reading->arena, entry->actor);
	return !err && arena_failed(reading->arena) ? ERR_MEMORY : err;
}

/* ---- choosing ----------------------------------------------------------------------------- */

/* By the entry alone, before anything is looked up. */
static bool may_be_wanted(const struct event_reading *reading, const struct journal_entry *entry)
{
	const struct event_list *list = reading->list;
	if (reading->tenant && entry->tenant.v != reading->tenant) return false;
	if (list->of_time && (entry->actor.len || entry->kind == JOURNAL_AUDIT)) return false;
	if (list->type.len && entry->type.v != reading->type) return false;
	if (!uuid_is_nil(&list->run) && !uuid_eq(&list->run, &entry->run)) return false;
	bool is_dead = run_state_is_dead_letter(entry->to);
	if (list->but_internal && entry->is_internal && !is_dead) return false;
	return !list->kinds || events_possible(entry) & list->kinds;
}

/* Few types are webhooks', and an entry has one in a name's look-up. */
static enum err is_let_in(struct event_reading *reading, const struct journal_entry *entry,
			  bool *out)
{
	str type = { 0 };
	*out = true;
	if (!reading->list->but_deliveries || !entry->type.v) return ERR_OK;
	struct arena_mark mark = arena_mark(reading->arena);
	enum err err = query_name(reading->query, NAME_TYPE, entry->type.v, reading->arena, &type);
	*out = !type_is_webhooks(type);
	arena_release_to(reading->arena, mark);
	return err;
}

static bool is_behind(const struct event_list *list, struct event_place place)
{
	if (list->way == EVENTS_ON) return event_place_before(list->from, place);
	return !list->from.turn || event_place_before(place, list->from);
}

/* The events of one entry, as far as they are wanted. False: the page is full. */
static bool add_events(struct event_reading *reading, const struct event_view *entry, u32 index)
{
	const struct event_list *list = reading->list;
	struct event_page *page = reading->page;
	bool is_back = list->way == EVENTS_BACK;
	struct event_facts facts = { !uuid_is_nil(&entry->job), entry->end.outcome };
	enum event_kind kinds[EVENTS_AN_ENTRY];
	u32 len = events_of(&entry->entry, &facts, kinds);
	for (u32 i = 0; i < len; i++) {
		u32 nth = is_back ? len - 1 - i : i;
		struct event_place place = { entry->place.turn, index * EVENTS_AN_ENTRY + nth };
		bool is_wanted = !list->kinds || list->kinds & EVENT_BIT(kinds[nth]);
		if (is_wanted && is_behind(list, place)) {
			if (page->len == list->limit) return false;
			struct event_view *view = &page->rows[page->len++];
			*view = *entry;
			view->kind = kinds[nth];
			view->place = place;
			if (view->kind != EVENT_JOB_SCHEDULED) view->scheduled = NULL;
		}
		page->through = place;
	}
	return true;
}

static enum err take_entry(struct event_reading *reading, const struct journal_row *row,
			   const struct numbered_entry *numbered, bool *out_full)
{
	const struct event_list *list = reading->list;
	const struct journal_entry *entry = &numbered->entry;
	u32 index = numbered->index;
	struct event_view view = { .place = { row->turn, 0 }, .at = row->wall, .entry = *entry };
	struct event_place last = { row->turn, index * EVENTS_AN_ENTRY + EVENTS_AN_ENTRY - 1 };
	struct event_place first = { row->turn, index * EVENTS_AN_ENTRY };
	bool is_on = list->way == EVENTS_ON;
	bool is_then = row->wall >= list->since && (!list->until || row->wall < list->until);
	bool is_wanted = is_then && may_be_wanted(reading, entry) &&
			 is_behind(list, is_on ? last : first);
	if (is_wanted) {
		enum err err = is_let_in(reading, entry, &is_wanted);
		if (!err && is_wanted) err = look_up(reading, &view);
		if (err) return err;
	}
	if (is_wanted) {
		is_wanted = (uuid_is_nil(&list->job) || uuid_eq(&list->job, &view.job)) &&
			    (!list->user.len || str_eq(list->user, view.user));
	}
	*out_full = is_wanted && !add_events(reading, &view, index);
	if (!*out_full) reading->page->through = is_on ? last : first;
	return ERR_OK;
}

/* ---- rows --------------------------------------------------------------------------------- */

static enum err make_room(struct event_reading *reading, u32 entries)
{
	if (entries <= reading->entries_max) return ERR_OK;
	reading->entries = arena_alloc_array(reading->arena, entries, sizeof *reading->entries);
	if (!reading->entries) return ERR_MEMORY;
	reading->entries_max = entries;
	return ERR_OK;
}

/* Unpacks the entries that may be shown. */
static enum err unpack(struct event_reading *reading, const struct journal_row *row, u32 *out_len)
{
	str rest = row->packed, packed;
	tenant_no tenant;
	u32 len = 0, index = 0;
	enum err err = make_room(reading, row->entries);
	while (!err && index < row->entries && journal_skim(&rest, &packed, &tenant)) {
		bool is_its = !reading->tenant || tenant.v == reading->tenant;
		struct numbered_entry *next = &reading->entries[len];
		if (is_its && !journal_unpack(&packed, &next->entry)) break;
		if (is_its) len++;
		else reading->foreign++;
		next->index = index++;
	}
	*out_len = len;
	return err;
}

/* ERR_BUSY: the page ends here. */
static enum err take_row(struct event_reading *reading, const struct journal_row *row)
{
	bool is_back = reading->list->way == EVENTS_BACK, is_full = false;
	u32 len = 0;
	enum err err = unpack(reading, row, &len);
	for (u32 i = 0; i < len && !err; i++) {
		u32 at = is_back ? len - 1 - i : i;
		err = take_entry(reading, row, &reading->entries[at], &is_full);
		if (!err && (is_full || ++reading->looked_at == ENTRIES_MAX)) err = ERR_BUSY;
	}
	if (err) return err;
	u32 last = row->entries ? row->entries * EVENTS_AN_ENTRY - 1 : 0;
	reading->page->through = (struct event_place){ row->turn, is_back ? 0 : last };
	return reading->foreign >= FOREIGN_MAX ? ERR_BUSY : ERR_OK;
}

/* The row that the statement stands on. */
static enum err read_row(struct event_reading *reading, sqlite3_stmt *stmt, u64 *out_turn)
{
	struct journal_row row = { 0 };
	struct cells cells = cells_to_read(stmt);
	bool is_whole = cells_read(&cells, GROUP_JOURNAL, NULL, &row);
	*out_turn = row.turn;
	if (is_whole) return take_row(reading, &row);
	query_damage(reading->query, stmt);
	query_list_damaged(reading->query, stmt);
	return ERR_OK;
}

/* Every turn, for whoever may see all tenants. */
static enum err read_rows(struct event_reading *reading)
{
	const struct event_list *list = reading->list;
	struct event_page *page = reading->page;
	bool is_on = list->way == EVENTS_ON, has_row = true, is_first = true;
	sqlite3_stmt *stmt = query_statement(reading->query,
					     is_on ? QUERY_TURNS_ON : QUERY_TURNS_BACK);
	enum err err = ERR_OK;
	bind_number(stmt, ":tenant", reading->tenant);
	bind_number(stmt, ":turn", is_on || list->from.turn ? (i64)list->from.turn : INT64_MAX);
	while (!err) {
		u64 turn = 0;
		err = query_step(reading->query, stmt, &has_row);
		if (err || !has_row) break;
		err = read_row(reading, stmt, &turn);
		if (is_first) page->is_cut = is_on && list->from.turn && turn != list->from.turn;
		is_first = false;
	}
	if (is_first && is_on) page->is_cut = list->from.turn > 0;
	return err;
}

/* ---- one tenant's turns --------------------------------------------------------------------- */

static enum err find_turn(struct event_reading *reading, u64 turn, sqlite3_stmt **out_stmt,
			  bool *out_row)
{
	sqlite3_stmt *stmt = query_statement(reading->query, QUERY_TURN);
	bind_number(stmt, ":tenant", reading->tenant);
	bind_number(stmt, ":turn", (i64)turn);
	*out_stmt = stmt;
	return query_step(reading->query, stmt, out_row);
}

/* Whether what `from` names is still there. */
static enum err check_start(struct event_reading *reading)
{
	const struct event_list *list = reading->list;
	sqlite3_stmt *stmt;
	bool has_row = false;
	if (list->way != EVENTS_ON || !list->from.turn) return ERR_OK;
	enum err err = find_turn(reading, list->from.turn, &stmt, &has_row);
	sqlite3_reset(stmt);
	reading->page->is_cut = !err && !has_row;
	return err;
}

/* A turn that the list has and the journal no longer does was removed by retention. */
static enum err read_turn(struct event_reading *reading, u64 turn)
{
	sqlite3_stmt *stmt;
	bool has_row = false;
	enum err err = find_turn(reading, turn, &stmt, &has_row);
	if (!err && has_row) err = read_row(reading, stmt, &turn);
	sqlite3_reset(stmt);
	return err;
}

static enum err read_owned(struct event_reading *reading)
{
	const struct event_list *list = reading->list;
	struct event_page *page = reading->page;
	bool is_on = list->way == EVENTS_ON;
	u64 from = is_on || list->from.turn ? list->from.turn : INT64_MAX, turn = 1;
	struct turn_walk walk;
	enum err err = check_start(reading);
	if (!err)
		err = turn_walk_begin(reading->query, TURNS_OF_JOURNAL, reading->tenant, is_on,
				      from, &walk);
	if (err) return err;
	while (!err && turn) {
		err = turn_walk_next(&walk, &turn);
		if (!err && turn) err = read_turn(reading, turn);
	}
	turn_walk_end(&walk);
	/* Turns of others up to the list's end need not be passed over again. */
	if (!err && is_on && page->through.turn < walk.through)
		page->through = (struct event_place){ walk.through, UINT32_MAX };
	return err;
}

/* The first row from a turn on, or back; without its entries. Turn 0: there is none. */
static enum err row_from(struct event_reading *reading, enum query_statement id, i64 turn,
			 struct journal_row *out_row)
{
	sqlite3_stmt *stmt = query_statement(reading->query, id);
	bool has_row = false;
	*out_row = (struct journal_row){ 0 };
	bind_number(stmt, ":tenant", reading->tenant);
	bind_number(stmt, ":turn", turn);
	enum err err = query_step(reading->query, stmt, &has_row);
	if (err || !has_row) return err;
	struct cells cells = cells_to_read(stmt);
	if (!cells_read(&cells, GROUP_JOURNAL, NULL, out_row)) {
		query_damage(reading->query, stmt);
		*out_row = (struct journal_row){ .turn = (u64)sqlite3_column_int64(stmt, 0) };
	}
	out_row->packed = (str){ 0 };
	sqlite3_reset(stmt);
	return ERR_OK;
}

/* Where the journal ends, behind every event there is; or where it ended at an instant: turns are
 * in the order of time, as far as the clock was. */
static enum err read_end(struct event_reading *reading)
{
	const struct event_list *list = reading->list;
	struct journal_row row;
	enum err err = row_from(reading, QUERY_TURNS_BACK, INT64_MAX, &row);
	u64 low = list->until ? 0 : row.turn, high = row.turn;
	while (!err && low < high) {
		u64 middle = low + (high - low + 1) / 2;
		err = row_from(reading, QUERY_TURNS_ON, (i64)middle, &row);
		bool is_before = row.turn && row.turn <= high && row.wall < list->until;
		if (is_before) low = row.turn;
		else high = middle - 1;
	}
	if (!err && low) reading->page->through = (struct event_place){ low, UINT32_MAX };
	return err;
}

static enum err read_page(struct event_reading *reading)
{
	const struct event_list *list = reading->list;
	if (list->way == EVENTS_NEWEST) return read_end(reading);
	if (list->type.len) {
		enum err err = query_number(reading->query, NAME_TYPE, list->type, &reading->type);
		if (err) return err;
	}
	enum err err = reading->tenant ? read_owned(reading) : read_rows(reading);
	reading->page->has_more = err == ERR_BUSY;
	return err == ERR_BUSY ? ERR_OK : err;
}

enum err query_events(struct query *base, const struct event_list *list, struct arena *arena,
		      struct event_page *out_page)
{
	struct sqlite_query *query = sqlite_query_of(base);
	struct event_page page = { .through = list->from };
	struct event_reading reading = {
		.query = query, .arena = arena, .list = list, .page = &page
	};
	must(list->limit > 0 || list->way == EVENTS_NEWEST);
	enum err err = query_begin(query, list->tenant, &reading.tenant);
	page.rows = arena_alloc_array(arena, list->limit ? list->limit : 1, sizeof *page.rows);
	if (!err && !page.rows) err = ERR_MEMORY;
	if (!err) err = read_page(&reading);
	query_end(query);
	if (err == ERR_NOT_FOUND) err = ERR_OK; /* a tenant nobody knows has none */
	if (!err) *out_page = page;
	return err;
}
