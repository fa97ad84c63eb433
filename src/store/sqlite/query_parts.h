/* The parts of the listings over SQLite; for the files query_*.c alone.
 *
 *   query_open.c        opening, statements, names, the bounds of a call
 *   query_runs.c        runs
 *   query_executions.c  executions
 *   query_jobs.c        jobs, occurrences, calendars
 *   query_types.c       types, with what they inherit
 *   query_settings.c    queues, tenants, pauses, documents, operations
 *   query_remind.c      reminders and inboxes
 *   query_daily.c       daily windows and their days
 *   query_counts.c      counts, workers
 *   query_depths.c      what stands in each queue
 *   query_timeline.c    a run's way through the journal
 *   query_events.c      events, read from the journal
 *   query_turns.c       which turns are about a tenant
 *   query_alerts.c      rules of alerts, and alerts
 *   query_stats.c       statistics, and what the journal has beyond them
 *   query_damage.c      rows that do not fit their checks, and what is known of them
 *
 * A call is one transaction, so all its statements see one moment; between calls none is open. Each
 * has a budget of work: one that asks for too much ends with ERR_BUSY, or with the part of its list
 * that it found. A row that does not fit its check is named in query->damaged instead of listed;
 * where one row was asked for, that is ERR_STORE_DAMAGED. */
#ifndef BELFRY_STORE_SQLITE_QUERY_PARTS_H
#define BELFRY_STORE_SQLITE_QUERY_PARTS_H

#include "store/sqlite/queries.def"
#include "store/sqlite/sqlite_cells.h"
#include "store/sqlite/sqlite_file.h"
#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_query.h"

enum query_statement {
#define X(name, scope, sql) QUERY_##name,
	QUERIES(X)
#undef X
		QUERY_COUNT
};

struct sqlite_query {
	struct query query;
	struct file_path path;
	sqlite3 *db;
	sqlite3_stmt *statements[QUERY_COUNT];
	u64 work_left; /* in thousands of SQLite's steps */
	u64 work_max;
	u64 damaged; /* rows that were found damaged so far */
	struct damage_sink sink;
	const struct catalog_facts *catalog; /* NULL: profiles have no types */
	/* Of the list at hand, bound by their addresses. */
	struct digest key;
	struct uuid after;
	struct uuid since; /* of a tenant's list: from where on rows are not in it yet */
	u32 recent;        /* runs that are shown with each job */
	/* The tenant whose scale was read last, and its steps; 0: none in this query. */
	u32 scale_tenant;
	u32 scale_steps;
};

static inline struct sqlite_query *sqlite_query_of(struct query *query)
{
	return container_of(query, struct sqlite_query, query);
}

/* A statement whose parameters are bound by name. */
sqlite3_stmt *query_statement(struct sqlite_query *query, enum query_statement statement);
void bind_number(sqlite3_stmt *stmt, const char *name, i64 value);
void bind_id(sqlite3_stmt *stmt, const char *name, const struct uuid *id);
void bind_bytes(sqlite3_stmt *stmt, const char *name, str bytes); /* empty: NULL */
void bind_name(sqlite3_stmt *stmt, const char *name, str text);   /* a text, also an empty one */
/* The cursor of a list from the newest on: nil is behind every id. */
void bind_after(sqlite3_stmt *stmt, const struct uuid *after);
void bind_since(sqlite3_stmt *stmt, const struct uuid *since);

/* A call begins and ends. The tenant's number is looked up: ERR_NOT_FOUND when there is none of
 * that id; 0 stands for every tenant. */
MUST_USE enum err query_begin(struct sqlite_query *query, str tenant, u32 *out_tenant);
void query_end(struct sqlite_query *query);

/* Moves to the next row; without one it is reset. */
MUST_USE enum err query_step(struct sqlite_query *query, sqlite3_stmt *stmt, bool *out_row);

/* The statement, on the row of that id; ERR_NOT_FOUND: there is none, or it is another tenant's. */
MUST_USE enum err query_find(struct sqlite_query *query, enum query_statement statement, u32 tenant,
			     const struct uuid *id, sqlite3_stmt **out_stmt);

/* ---- query_damage.c ------------------------------------------------------------------------ */

/* The row that the statement stands on does not fit its check: it is counted, and who watches for
 * such rows is told. */
void query_damage(struct sqlite_query *query, sqlite3_stmt *stmt);
/* The same of a row in `table` that belongs to this run and does not name itself. */
void query_damage_of(struct sqlite_query *query, const char *table, const struct run_row *run);
/* The list at hand names the row that the statement stands on instead of showing it: the first so
 * many, which tell as much as all would. */
void query_list_damaged(struct sqlite_query *query, sqlite3_stmt *stmt);

/* The text of a number, in the arena; empty: unknown. */
MUST_USE enum err query_name(struct sqlite_query *query, enum name_kind kind, u32 no,
			     struct arena *arena, str *out_name);
/* A worker's, and where it runs. */
MUST_USE enum err query_worker(struct sqlite_query *query, worker_no no, struct arena *arena,
			       str *out_name, str *out_host);
/* The number of a text; 0: unknown. */
MUST_USE enum err query_number(struct sqlite_query *query, enum name_kind kind, str name,
			       u32 *out_no);
/* The same of a filter: 0 for an empty word; ERR_NOT_FOUND for one that nobody knows, so that there
 * are no rows of it. */
MUST_USE enum err query_word(struct sqlite_query *query, enum name_kind kind, str word,
			     u32 *out_no);

/* Turns an error of a list into its end: work that was used up ends the page where it stands. */
enum err page_end(enum err err, u32 len, bool *out_more);

/* A list that is asked for: how its statement is bound, and how a row of it is seen.
 *
 * `bind` may answer ERR_NOT_FOUND (a word that nobody knows): there are no rows of it. `view` reads
 * the statement's row; *out_whole is false, and nothing is kept, if it is damaged. */
typedef enum err bind_list(struct sqlite_query *query, const void *list, u32 tenant,
			   sqlite3_stmt **out_stmt);
typedef enum err view_row(struct sqlite_query *query, sqlite3_stmt *stmt, struct arena *arena,
			  bool *out_whole, void *view);
struct listing {
	const void *list;
	str tenant;
	u32 limit;
	bind_list *bind;
	view_row *view;
	size_t size; /* of a view */
};
struct listed {
	void *rows;
	u32 len;
	bool has_more;
};
/* A walk over the turns that are about one tenant, or above its list: those of others are among the
 * latter. */
struct turn_walk {
	struct sqlite_query *query;
	sqlite3_stmt *above, *listed;
	bool is_on; /* from older to newer turns */
	u64 from;
	u64 through; /* the list has every turn up to here */
	u32 stage;
	u64 turns[OWNED_TURNS_MAX]; /* of the list's row at hand */
	u32 len, at;
};
MUST_USE enum err turn_walk_begin(struct sqlite_query *query, enum turn_kind kind, u32 tenant,
				  bool is_on, u64 from, struct turn_walk *out_walk);
/* The next one; 0: there are no more. */
MUST_USE enum err turn_walk_next(struct turn_walk *walk, u64 *out_turn);
void turn_walk_end(struct turn_walk *walk);

/* Up to where a list goes; nil: nobody can tell. */
MUST_USE enum err query_place(struct sqlite_query *query, enum owned_list list,
			      struct uuid *out_place);
/* From where on rows are not in the tenants' lists yet, into query->since; not before `since`. */
MUST_USE enum err query_behind(struct sqlite_query *query, enum owned_list list,
			       const struct uuid *since);
/* Behind those the list follows: where it begins, for a page that goes on at `after`; false: it has
 * nothing. */
MUST_USE bool query_owned_after(const struct sqlite_query *query, const struct uuid *after,
				struct uuid *out_after);
/* A page of it, as a call of its own. A tenant nobody knows has none. */
MUST_USE enum err query_list(struct query *base, const struct listing *listing, struct arena *arena,
			     struct listed *out_page);
/* The same in two parts: of one tenant's rows those that its list does not have yet, then those
 * that it has. `bind_owned` may leave the statement as it is: then there is no second part. */
MUST_USE enum err query_owned_list(struct query *base, const struct listing *listing,
				   bind_list *bind_owned, struct arena *arena,
				   struct listed *out_page);
/* Hands what was listed on as the page of its kind. */
#define LISTED(page, listed) ((page){ (listed).rows, (listed).len, (listed).has_more })

/* Shared between the listings. `into` is a struct execution_view. */
MUST_USE enum err view_execution(struct sqlite_query *query, sqlite3_stmt *stmt,
				 struct arena *arena, bool *out_whole, void *into);
MUST_USE enum err read_run_row(struct sqlite_query *query, sqlite3_stmt *stmt, bool *out_whole,
			       struct run_row *out_row);
/* Its row and its end, without what others say of it; false: damaged. Texts borrow. */
MUST_USE bool read_execution_view(sqlite3_stmt *stmt, struct execution_view *out_view);
/* ERR_NOT_FOUND: there is none, or it is another tenant's. */
MUST_USE enum err view_job_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
				 struct arena *arena, struct job_view *out_view);
/* ERR_NOT_FOUND also when it is damaged. */
MUST_USE enum err view_reminder_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
				      struct arena *arena, struct reminder_view *out_view);
MUST_USE enum err view_notice_of_id(struct sqlite_query *query, u32 tenant, const struct uuid *id,
				    struct arena *arena, struct notice_row *out_row);
/* query_types.c: what a type says itself, and what it inherits; `type` may be 0. */
MUST_USE enum err query_type_ground(struct sqlite_query *query, u32 tenant, u32 type, str name,
				    struct type_ground *out_ground);
/* The policies of a type and a tenant; left as they are where there is no row. */
MUST_USE enum err query_type_policy(struct sqlite_query *query, u32 tenant, u32 type,
				    struct type_policy *out_policy);
MUST_USE enum err query_tenant_policy(struct sqlite_query *query, u32 no,
				      struct tenant_policy *out_policy,
				      struct tenant_defaults *out_defaults);
/* Of a tenant's scale of priorities; 0: ten. */
MUST_USE enum err query_priority_steps(struct sqlite_query *query, u32 tenant, u32 *out_steps);
MUST_USE enum err query_document(struct sqlite_query *query, enum document_kind kind, u32 tenant,
				 str name, struct arena *arena, struct document_row *out_row);

enum err query_run(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
		   struct run_view *out_run);
enum err query_runs(struct query *base, const struct run_list *list, struct arena *arena,
		    struct run_page *out_page);
enum err query_execution(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
			 struct execution_view *out_execution);
enum err query_output(struct query *base, str tenant, const struct uuid *execution,
		      struct arena *arena, struct attempt_output *out_output);
enum err query_executions(struct query *base, const struct execution_list *list,
			  struct arena *arena, struct execution_page *out_page);
enum err query_documents(struct query *base, const struct document_list *list, struct arena *arena,
			 struct document_page *out_page);
enum err query_types(struct query *base, const struct type_list *list, struct arena *arena,
		     struct type_page *out_page);
enum err query_type(struct query *base, str tenant, str name, struct arena *arena,
		    struct type_view *out_type, struct type_ground *out_ground);
enum err query_queues(struct query *base, struct arena *arena, struct queue_page *out_page);
enum err query_pauses(struct query *base, const struct pause_list *list, struct arena *arena,
		      struct pause_page *out_page);
enum err query_tenants(struct query *base, const struct tenant_list *list, struct arena *arena,
		       struct tenant_page *out_page);
enum err query_operation(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
			 struct operation_view *out_operation);
enum err query_counts(struct query *base, str tenant, struct run_counts *counts);
enum err query_job_counts(struct query *base, str tenant, msec now, struct jobs_by_state *counts);
enum err query_depths(struct query *base, str tenant, msec now, msec since,
		      struct queue_page *page);
enum err query_workers(struct query *base, str tenant, u32 limit, struct arena *arena,
		       struct worker_page *out_page);
enum err query_job(struct query *base, str tenant, const struct uuid *id, struct arena *arena,
		   struct job_view *out_job);
enum err query_jobs(struct query *base, const struct job_list *list, struct arena *arena,
		    struct job_page *out_page);
enum err query_occurrences(struct query *base, const struct occurrence_list *list,
			   struct arena *arena, struct occurrence_page *out_page);
enum err query_calendars(struct query *base, str tenant, str name, struct arena *arena,
			 struct calendar_page *out_page);
enum err query_deliveries(struct query *base, const struct delivery_list *list, struct arena *arena,
			  struct delivery_page *out_page);
enum err query_ladders(struct query *base, const struct ladder_list *list, struct arena *arena,
		       struct ladder_page *out_page);
enum err query_batches(struct query *base, const struct batch_list *list, struct arena *arena,
		       struct batch_page *out_page);
enum err query_effects(struct query *base, const struct effect_list *list, struct arena *arena,
		       struct effect_page *out_page);
enum err query_events(struct query *base, const struct event_list *list, struct arena *arena,
		      struct event_page *out_page);
enum err query_audit(struct query *base, const struct audit_list *list, struct arena *arena,
		     struct audit_page *out_page);
enum err query_reminders(struct query *base, const struct reminder_list *list, struct arena *arena,
			 struct reminder_page *out_page);
enum err query_notices(struct query *base, const struct notice_list *list, struct arena *arena,
		       struct notice_page *out_page);
enum err query_unread(struct query *base, str tenant, str user, u32 most, u32 *out_count);
enum err query_dailies(struct query *base, const struct daily_list *list, struct arena *arena,
		       struct daily_page *out_page);
enum err query_days(struct query *base, const struct day_list *list, struct arena *arena,
		    struct day_page *out_page);
enum err query_alert_rules(struct query *base, str tenant, const struct uuid *job,
			   struct arena *arena, struct alert_rule_page *out_page);
enum err query_alerts(struct query *base, const struct alert_list *list, struct arena *arena,
		      struct alert_page *out_page);
enum err query_stats(struct query *base, const struct stats_list *list, struct arena *arena,
		     struct stats_page *out_page);
enum err query_timeline(struct query *base, str tenant, const struct uuid *run, u64 before,
			u32 limit, struct arena *arena, struct timeline_page *out_page);

#endif
