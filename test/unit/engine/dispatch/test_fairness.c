/* Fairness, guarded: nineteen tenants whose runs come at random and take eight tenths of what
 * workers take, alone and beside one with a backlog that memory has no room for. Time is counted in
 * claims, so the same seed gives the same numbers everywhere. */
#include "engine/desk.h"

enum {
	TENANTS = 20, /* the first is the big one */
	BACKLOG = 20000,
	RUNS_IN_MEMORY = 2000,
	TURNS = 150,
	LEASES = 10, /* of a turn, of which the small ones want eight */
	WAITS_MAX = LEASES * TURNS,
};

struct line { /* of one tenant: what waits, and how many claims there had been when it came */
	u32 came_at[WAITS_MAX];
	u32 first, len;
};

struct market {
	struct desk desk;
	struct prng prng;
	struct line lines[TENANTS];
	u32 claims;
	u32 waits[WAITS_MAX];
	u32 waits_len;
	u32 held; /* leases that the next turn reports */
	/* [a][b]: b got one while a waited, since a came or was served last. */
	bool was_passed[TENANTS][TENANTS];
	u32 seconds; /* given before somebody who waited had a first */
};

static u32 number_of(const struct desk *desk, u32 lease)
{
	u64 number;
	assert_true(str_to_u64(str_from_offset(desk_tenant(desk, lease), 2), TENANTS, &number));
	return (u32)number;
}

static void note_claim(struct market *market, u32 who)
{
	struct line *line = &market->lines[who];
	market->claims++;
	for (u32 other = 1; other < TENANTS; other++) {
		if (other == who || market->lines[other].first == market->lines[other].len)
			continue;
		market->seconds += market->was_passed[other][who];
		market->was_passed[other][who] = true;
	}
	memset(market->was_passed[who], 0, sizeof market->was_passed[who]);
	if (!who) return;
	market->waits[market->waits_len++] = market->claims - line->came_at[line->first++];
}

static void one_turn(struct market *market)
{
	struct desk *desk = &market->desk;
	struct command commands[TENANTS + 2];
	char names[TENANTS][32];
	struct report reports[LEASES];
	const struct enqueue_item item = { .type = STR("mail"), .payload = STR("{}") };
	u32 len = 0, before = desk->leases_len;
	for (u32 i = 0; i < market->held; i++)
		reports[i] = (struct report){
			.execution = desk->leases[desk->leases_len - 1 - i].execution,
			.outcome = OUTCOME_SUCCESS,
		};
	commands[len++] = (struct command){ .kind = COMMAND_REPORT,
					    .report = { STR("w"), reports, market->held, NULL } };
	for (u32 who = 1; who < TENANTS; who++) {
		struct line *line = &market->lines[who];
		if (!prng_chance(&market->prng, 8, TENANTS - 1)) continue;
		line->came_at[line->len++] = market->claims;
		commands[len++] = (struct command){ .kind = COMMAND_ENQUEUE,
						    .tenant = desk_name(names[who], "t", who),
						    .enqueue = { &item, 1, false } };
	}
	commands[len++] = (struct command){ .kind = COMMAND_LEASE,
					    .lease = { .worker = STR("w"), .max = LEASES } };
	for (u32 i = 0; i < len; i++) desk_submit(desk, &commands[i]);
	desk_settle(desk);
	for (u32 i = before; i < desk->leases_len; i++) note_claim(market, number_of(desk, i));
	market->held = desk->leases_len - before;
	desk_advance(desk, 1);
}

static int by_size(const void *a, const void *b)
{
	const u32 *x = a, *y = b;
	return *x < *y ? -1 : *x > *y;
}

/* The wait that one in a hundred of the small ones' runs exceeds, in claims. */
static u32 slowest(u32 backlog)
{
	struct market *market = calloc(1, sizeof *market);
	assert_non_null(market);
	desk_open_with(&market->desk, (struct engine_config){ .runs_max = RUNS_IN_MEMORY });
	market->prng = prng_init(5);
	if (backlog)
		desk_enqueue_many(&market->desk, "t.0",
				  (struct enqueue_item){ .type = STR("mail") }, backlog);
	for (u32 i = 0; i < TURNS; i++) one_turn(market);
	assert_int_equal(0, market->seconds);
	assert_true(market->waits_len > TURNS * 7);
	/* The big one is not held back either: it has what nobody else wants. */
	if (backlog) assert_int_equal(TURNS * LEASES, market->claims);
	qsort(market->waits, market->waits_len, sizeof market->waits[0], by_size);
	u32 wait = market->waits[(u64)(market->waits_len - 1) * 99 / 100];
	desk_close(&market->desk);
	free(market);
	return wait;
}

static void nobody_notices_that_somebody_else_has_a_long_backlog(void **state)
{
	(void)state;
	u32 alone = slowest(0), beside = slowest(BACKLOG);
	if (2 * beside > 3 * alone) print_error("%u claims alone, %u beside\n", alone, beside);
	assert_true(2 * beside <= 3 * alone);
}

/* One by one: all who wait are served before anybody is served again. */
static void nobody_gets_a_second_before_everybody_had_a_first(void **state)
{
	(void)state;
	enum { EACH = 20 };
	static struct desk desk;
	char room[32];
	desk_open_with(&desk, (struct engine_config){ .runs_max = RUNS_IN_MEMORY });
	desk_enqueue_many(&desk, "t.0", (struct enqueue_item){ .type = STR("mail") }, BACKLOG);
	for (u32 who = 1; who < TENANTS; who++) {
		str name = desk_name(room, "t", who);
		room[name.len] = '\0';
		desk_enqueue_many(&desk, room, (struct enqueue_item){ .type = STR("mail") }, EACH);
	}
	for (u32 round = 0; round < EACH; round++) {
		u32 served = 0;
		for (u32 i = 0; i < TENANTS; i++) {
			assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
			served |= 1u << number_of(&desk, desk.leases_len - 1);
		}
		assert_int_equal((1u << TENANTS) - 1, served);
	}
	desk_close(&desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_notices_that_somebody_else_has_a_long_backlog),
		cmocka_unit_test(nobody_gets_a_second_before_everybody_had_a_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
