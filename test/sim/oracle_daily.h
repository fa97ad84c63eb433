/* Daily windows as the oracle knows them, for oracle_daily.c and oracle_daily_back.c. */
#ifndef BELFRY_TEST_ORACLE_DAILY_H
#define BELFRY_TEST_ORACLE_DAILY_H

#include "sim/sim.h"

enum { DAYS_MAX = 1024, TOUCHED_MAX = 4096, ZONE_BYTES = 16 };

struct ledger_day {
	i64 date;
	i64 through;
	enum day_status status;
	msec at;
	msec cutoff;
};

struct oracle_person {
	u32 tenant;
	u32 number;
	tenant_no row_tenant;
	bool is_there;
	char zone[ZONE_BYTES];
	u32 due_minute;
	struct daily_hot hot; /* as the last row had it */
	struct oracle_run *run;
	/* Of the attempts for one day: when the last was enqueued, and the next may be. */
	i64 tried_day;
	msec tried_at;
	msec next_at;
	u64 start_tried; /* of the process that began the last one */
	struct ledger_day days[DAYS_MAX];
	u32 days_len;
	/* Of the turn that is judged. */
	u64 turn;
	struct oracle_run *made;        /* a window that no row has named yet */
	u64 turn_back;                  /* the last in which a clock ahead was undone */
	u32 undone;                     /* days that left the ledger in it, and are not kept yet */
	const struct day_row *untold;   /* its day ended, and no row of the person says so yet */
	const struct oracle_run *ended; /* whose window that was */
	i64 cut_date; /* a day that its cutoff ended, and nobody was told of; 0: none */
	u32 days_ended;
	u32 days_told;
	u32 writes;              /* of the window */
	struct daily_hot before; /* the window as the turn found it */
	bool was_there;          /* then */
};

struct oracle_days {
	struct oracle_person *of[ORACLE_TENANTS][ORACLE_SUBSCRIBERS];
	struct daily_policy policies[ORACLE_TENANTS];
	u64 policy_turns[ORACLE_TENANTS];
	struct oracle_person *touched[TOUCHED_MAX];
	u32 touched_len;
	u32 len; /* people that there ever were */
};

struct oracle_person *days_person_of(struct oracle *oracle, tenant_no tenant, str user);
struct oracle_person *days_person_at(const struct oracle *oracle, u32 index);
/* The turn is about this person. */
void days_touch(struct oracle *oracle, struct oracle_person *person);
msec days_cutoff_of(const struct oracle *oracle, const struct oracle_person *person, i64 date);
i64 days_date_of(const struct oracle *oracle, const struct oracle_person *person, msec at);
/* The first day behind those that have ended whose cutoff is still to come. */
i64 days_next_of(const struct oracle *oracle, const struct oracle_person *person);
/* The window that stands from now on, as a row of its person has it. `soonest`: what the attempts
 * before ask for, at the least and at the most. */
void days_check_stands(struct oracle *oracle, struct oracle_person *person,
		       const struct daily_hot *hot, i64 date, const msec soonest[2]);

/* ---- oracle_daily_back.c: a clock that was ahead -------------------------------------------- */
void days_take_undone(struct oracle *oracle, const struct day_row *row);
void days_keep_undone(struct oracle *oracle, const struct undone_day_row *row);
void days_take_decided(struct oracle *oracle, struct oracle_person *person,
		       const struct daily_hot *hot);
void days_take_set_back(struct oracle *oracle, struct oracle_person *person,
			const struct daily_hot *hot);

#endif
