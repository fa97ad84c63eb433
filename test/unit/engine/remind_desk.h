/* A desk with people who are reminded. It is Tuesday, 2023-11-14, 22:13:20 UTC. */
#ifndef BELFRY_TEST_UNIT_ENGINE_REMIND_DESK_H
#define BELFRY_TEST_UNIT_ENGINE_REMIND_DESK_H

#include "engine/desk.h"

/* With handlers of its own, as the server has. */
static inline void remind_desk_open(struct desk *desk, struct engine_config config)
{
	config.hash_seed = 1;
	config.node = STR("@node");
	desk_open_with(desk, config);
}

static inline struct reminder_row a_reminder(const struct desk *desk, const char *rule)
{
	return (struct reminder_row){ .user = STR("ann"),
				      .title = STR("call"),
				      .channels = STR("[\"in_app\"]"),
				      .is_recurring = rule != NULL,
				      .rule = rule ? str_from(rule) : (str){ "", 0 },
				      .starts_at = desk->now.wall + MSEC_HOUR };
}

static inline struct command reminder_put(const struct reminder_row *row, const struct uuid *id)
{
	struct command command = { .kind = COMMAND_REMINDER_PUT,
				   .tenant = STR("acme"),
				   .reminder = { .row = row, .moves = true } };
	if (id) command.reminder.id = *id;
	return command;
}

static inline struct uuid desk_reminder(struct desk *desk, const char *rule)
{
	struct reminder_row row = a_reminder(desk, rule);
	const struct answer *answer = desk_do(desk, reminder_put(&row, NULL));
	assert_int_equal(ERR_OK, answer->err);
	assert_true(answer->reminder.is_new);
	return answer->reminder.id;
}

static inline struct command reminder_act(enum command_kind kind, const struct uuid *id)
{
	return (struct command){ .kind = kind, .tenant = STR("acme"), .reminder = { .id = *id } };
}

static inline const struct reminder_row *desk_reminder_row(const struct desk *desk,
							   const struct uuid *id)
{
	return memory_store_find_reminder(desk->store, (tenant_no){ 1 }, id);
}

/* The server's own handlers take what is due. */
static inline u32 desk_own_lease(struct desk *desk)
{
	struct command lease = {
		.kind = COMMAND_LEASE,
		.lease = { .carrier = CARRIER_NODE, .worker = STR("@node"), .max = 10 }
	};
	return desk_do(desk, lease)->lease.len;
}

static inline const struct lease *desk_last_lease(const struct desk *desk)
{
	assert_true(desk->leases_len > 0);
	return &desk->leases[desk->leases_len - 1];
}

static inline void desk_own_report(struct desk *desk, struct report report)
{
	report.execution = desk_last_lease(desk)->execution;
	struct command command = { .kind = COMMAND_REPORT,
				   .report = {
					   .worker = STR("@node"), .reports = &report, .len = 1 } };
	assert_int_equal(ERR_OK, desk_do(desk, command)->err);
}

/* How often the journal says it. */
struct said_count {
	str word;
	u32 count;
};

static inline void count_said(void *context, const struct memory_turn_seen *turn)
{
	struct said_count *said = context;
	struct journal_entry entry;
	str rest = turn->journal;
	while (journal_unpack(&rest, &entry))
		said->count += entry.kind == JOURNAL_REMINDER && str_eq(entry.reason, said->word);
}

static inline u32 desk_said(const struct desk *desk, const char *word)
{
	struct said_count said = { .word = str_from(word) };
	memory_store_each_turn(desk->store, 0, count_said, &said);
	return said.count;
}

#endif
