/* An engine without pump and store: a test plays their part, and looks at wants, changes and memory
 * itself. What is wanted is answered with "there is no such row". */
#ifndef BELFRY_TEST_UNIT_ENGINE_BARE_H
#define BELFRY_TEST_UNIT_ENGINE_BARE_H

#include "engine/whole.h"
#include "numbered.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#undef fail

enum { BARE_COMMANDS_MAX = 64, BARE_RANDOM_BYTES = 1 << 16 };

struct bare {
	struct engine *engine;
	struct turn turn;
	struct now now;
	struct command *commands[BARE_COMMANDS_MAX];
	struct prng random;
	u8 bytes[BARE_RANDOM_BYTES];
};

static inline void bare_open(struct bare *bare)
{
	struct engine_config config = { .hash_seed = 3 };
	*bare = (struct bare){ .now = { 1700000000000, 5000 }, .random = prng_init(9) };
	assert_int_equal(ERR_OK, engine_new(&config, &bare->engine));
	arena_init(&bare->turn.arena, (size_t)256 << 20);
	buf_init(&bare->turn.journal, (size_t)16 << 20);
}

static inline void bare_close(struct bare *bare)
{
	engine_free(bare->engine);
	arena_done(&bare->turn.arena);
	buf_done(&bare->turn.journal);
}

/* A new turn with these commands; what is wanted stands in turn.wants. */
static inline void bare_begin(struct bare *bare, struct command *commands, u32 len)
{
	struct turn *turn = &bare->turn;
	assert_true(len <= BARE_COMMANDS_MAX);
	arena_reset(&turn->arena);
	buf_clear(&turn->journal);
	for (u32 i = 0; i < len; i++) {
		bare->commands[i] = &commands[i];
		if (!commands[i].reply) commands[i].reply = bare_reply(i + 1);
	}
	turn->id++;
	turn->now = bare->now;
	turn->heard = bare->now.boot;
	turn->commands = bare->commands;
	turn->commands_len = len;
	turn->random_used = 0;
	turn->wants_len = turn->changes_len = turn->actions_len = turn->claims_len = 0;
	turn->journal_entries = 0;
	assert_int_equal(ERR_OK, engine_wants(bare->engine, turn));
}

static inline void bare_reserve(struct bare *bare)
{
	struct turn *turn = &bare->turn;
	turn->random_len = engine_random_bytes(bare->engine, turn);
	assert_true(turn->random_len <= sizeof bare->bytes);
	for (u32 i = 0; i < turn->random_len; i++) bare->bytes[i] = (u8)prng_next(&bare->random);
	turn->random = bare->bytes;
	assert_int_equal(ERR_OK, engine_reserve(bare->engine, turn));
}

/* The whole turn; changes and actions stand in it until the next. */
static inline void bare_turn(struct bare *bare, struct command *commands, u32 len)
{
	bare_begin(bare, commands, len);
	bare_reserve(bare);
	engine_step(bare->engine, &bare->turn);
}

static inline void bare_do(struct bare *bare, struct command command)
{
	bare_turn(bare, &command, 1);
}

static inline u32 bare_changes(const struct bare *bare, enum change_kind kind)
{
	u32 count = 0;
	for (u32 i = 0; i < bare->turn.changes_len; i++)
		count += bare->turn.changes[i].kind == kind;
	return count;
}

static inline u32 bare_puts(const struct bare *bare, enum row_kind kind)
{
	u32 count = 0;
	for (u32 i = 0; i < bare->turn.changes_len; i++)
		count += change_puts(&bare->turn.changes[i], kind);
	return count;
}

static inline u32 bare_deletes(const struct bare *bare, enum row_kind kind)
{
	u32 count = 0;
	for (u32 i = 0; i < bare->turn.changes_len; i++)
		count += change_deletes(&bare->turn.changes[i], kind);
	return count;
}

static inline u32 bare_wants(const struct bare *bare, enum want_kind kind)
{
	u32 count = 0;
	for (u32 i = 0; i < bare->turn.wants_len; i++) count += bare->turn.wants[i].kind == kind;
	return count;
}

/* The answer to the command with this reply, of the last turn; NULL: none. */
static inline const struct answer *bare_answer(const struct bare *bare, u64 reply)
{
	for (u32 i = 0; i < bare->turn.actions_len; i++) {
		const struct action *action = &bare->turn.actions[i];
		if (action->kind == ACTION_ANSWER && action->answer->reply == bare_reply(reply))
			return action->answer;
	}
	return NULL;
}

/* One run of that tenant and type, due now unless the item says otherwise; its id. */
static inline struct uuid bare_run(struct bare *bare, const char *tenant, struct enqueue_item item)
{
	if (!item.type.len) item.type = STR("mail.send");
	bare_do(bare, (struct command){ .kind = COMMAND_ENQUEUE,
					.tenant = str_from(tenant),
					.enqueue = { &item, 1, true } });
	const struct answer *answer = bare_answer(bare, 1);
	assert_non_null(answer);
	assert_int_equal(ERR_OK, answer->err);
	return answer->enqueue.items[0].run;
}

/* The lease of the one run that is due. */
static inline struct lease bare_claim(struct bare *bare)
{
	bare_do(bare, (struct command){ .kind = COMMAND_LEASE,
					.lease = { .worker = STR("w1"), .max = 1 } });
	const struct answer *answer = bare_answer(bare, 1);
	assert_non_null(answer);
	assert_int_equal(1, answer->lease.len);
	return answer->lease.leases[0];
}

#endif
