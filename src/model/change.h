/* The writes of a turn: puts and deletes of rows, all or none. */
#ifndef BELFRY_MODEL_CHANGE_H
#define BELFRY_MODEL_CHANGE_H

#include "model/audit.h"
#include "model/kinds.def"
#include "model/rows.h"

/* The kinds of stored rows. */
enum row_kind {
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) KIND_##NAME,
	ROW_KINDS(X)
#undef X
		KIND_COUNT
};

enum change_kind {
	CHANGE_PUT,     /* row_kind, and the row in the member of that kind */
	CHANGE_DELETE,  /* likewise; only the key of the row is used. The row may not exist */
	CHANGE_RUN_NEW, /* run */
	CHANGE_RUN_HOT, /* id, hot: changes in the life of a run; sets `spilled`, too */
	/* spilled: for a queued run that is not leased; sets hot.spilled and nothing else. From now
	 * on WANT_DUE leaves it out, and WANT_SPILLED has it. */
	CHANGE_RUN_SPILLED,
	/* replaced: for an existing, unfinished run without execution: its payload and the members
	 * that belong to it. A RUN_HOT of the same run follows. */
	CHANGE_RUN_REPLACED,
	CHANGE_EXECUTION_NEW,  /* execution: a claim; touches nothing else */
	CHANGE_EXECUTION_BEAT, /* execution id, lease_until: only sometimes, see engine/lease.c */
	CHANGE_EXECUTION_END,  /* end */
	CHANGE_UNIQUE_PUT,     /* unique: must not be there for another run */
	CHANGE_JOB_PUT,        /* job: a new job, whole; an existing one except pause and hot */
	CHANGE_JOB_STATE,  /* job_state: version, updated_at, state and pause of an existing job */
	CHANGE_JOB_HOT,    /* job_hot */
	CHANGE_TYPE_NAMED, /* type_named: the tenant knows the type (may be there already), or no
			    * more. For listings alone */
	/* tenant_drop: deletes the rows of every kind that belongs to the tenant, and gives its
	 * number this name. */
	CHANGE_TENANT_DROP,
	CHANGE_LADDER_PUT, /* ladder: an existing one except its payload */
	CHANGE_DAILY_HOT,  /* daily_hot: of an existing window */
	/* daily_gone: deletes the row and its ledger; the row may not exist */
	CHANGE_DAILY_GONE,
	CHANGE_REMINDER_HOT,  /* reminder_hot: of an existing reminder */
	CHANGE_REMINDER_GONE, /* reminder_gone: deletes an existing reminder */
	CHANGE_NOTICE_READ,   /* notice_read: of a notice that may exist and may be unread */
	CHANGE_AUDIT_PUT,     /* audit: must not be there; a turn's in the order of numbers */
	CHANGE_KINDS
};

struct change {
	enum change_kind kind;
	enum row_kind row_kind; /* of a PUT or a DELETE */
	union {
#define CHANGE_HERE(row, name) row name;
#define CHANGE_THERE(row, name) const row *name;
#define CHANGE_OWN(row, name)
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) \
	CHANGE_##where(row, name)
		ROW_KINDS(X)
#undef X
		const struct run_row *run;
		struct {
			struct uuid id;
			tenant_no tenant;
			struct run_hot hot;
		} run_hot;
		struct {
			struct uuid id;
			tenant_no tenant;
		} spilled;
		const struct run_replaced *replaced;
		struct execution_row execution;
		const struct execution_end *end;
		const struct job_row *job;
		struct {
			struct uuid id;
			tenant_no tenant;
			u64 version;
			msec updated_at;
			enum job_state state;
			struct job_pause pause;
		} job_state;
		struct {
			struct uuid id;
			tenant_no tenant;
			struct job_hot hot;
		} job_hot;
		struct {
			tenant_no tenant;
			type_no type;
			bool is_gone;
		} type_named;
		struct {
			tenant_no tenant;
			str name;
		} tenant_drop;
		struct {
			tenant_no tenant;
			str user;
			struct daily_hot hot;
		} daily_hot;
		struct {
			tenant_no tenant;
			str user;
		} daily_gone;
		struct {
			tenant_no tenant;
			struct uuid id;
			struct reminder_hot hot;
		} reminder_hot;
		struct {
			tenant_no tenant;
			struct uuid id;
		} reminder_gone;
		struct {
			tenant_no tenant;
			struct uuid id;
			str user; /* empty: anybody's */
			msec at;
		} notice_read;
		const struct audit_row *audit;
	};
};

/* The row of a PUT or a DELETE. */
static inline const void *change_row(const struct change *change)
{
	enum { AT_HERE, AT_THERE, AT_OWN };
	static const u8 places[KIND_COUNT] = {
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) AT_##where,
		ROW_KINDS(X)
#undef X
	};
	const void *at = &change->pause; /* the address of every member of the union */
	return places[change->row_kind] == AT_HERE ? at : *(const void *const *)at;
}

static inline bool change_puts(const struct change *change, enum row_kind kind)
{
	return change->kind == CHANGE_PUT && change->row_kind == kind;
}

static inline bool change_deletes(const struct change *change, enum row_kind kind)
{
	return change->kind == CHANGE_DELETE && change->row_kind == kind;
}

#endif
