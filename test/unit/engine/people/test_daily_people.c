/* Many people over many days: daily_world.h says what must hold. The settings are small; `make
 * daily-proof` lives through 10,000 people and 400 days, in worlds of 1,000. */
#include "engine/daily_world.h"
#include "store/query.h"

static u32 setting(const char *name, u32 otherwise)
{
	const char *text = getenv(name);
	u64 number;
	if (!text || !str_to_u64(str_from(text), 1000000, &number)) return otherwise;
	return (u32)number;
}

struct sums {
	u64 good, cut, missed, late, deaths, away, moves, turns;
};

/* What the ledger says of somebody is what was judged, day by day; of long lives it has the end. */
struct ledger {
	struct person sum;
	i64 last;
};

static void count_day(void *context, const struct day_row *row)
{
	struct ledger *ledger = context;
	assert_true(row->date > ledger->last);
	ledger->last = row->through;
	ledger->sum.good += row->status == DAY_SUCCESS;
	ledger->sum.cut += row->status == DAY_CUTOFF_REACHED;
	ledger->sum.missed += row->status == DAY_MISSED ? (u32)(row->through - row->date + 1) : 0;
}

/* The file has the same days as the judge's own store, in the same order. */
static void compare_file(struct world *world)
{
	const struct sqlite_query_config config = { .path = str_from(world->path) };
	struct query *query = NULL;
	struct why why;
	if (sqlite_query_open(&config, &why, &query)) fail_msg("%s", why.text);
	for (u32 i = 0; i < world->len; i++) {
		const struct person *person = &world->people[i];
		struct ledger ledger = { 0 };
		struct arena arena;
		struct day_page page = { 0 };
		const struct day_list list = { .tenant = STR("acme"),
					       .user = str_from(person->name),
					       .limit = 500 };
		arena_init(&arena, (size_t)16 << 20);
		assert_int_equal(ERR_OK, query->calls->days(query, &list, &arena, &page));
		assert_false(page.has_more);
		while (page.len) count_day(&ledger, &page.rows[--page.len]); /* newest first */
		assert_int_equal(person->good, ledger.sum.good);
		assert_int_equal(person->cut, ledger.sum.cut);
		assert_int_equal(person->missed, ledger.sum.missed);
		arena_done(&arena);
	}
	query->calls->close(query);
}

static void compare_ledgers(struct world *world, bool is_whole, struct sums *sums)
{
	for (u32 i = 0; i < world->len; i++) {
		const struct person *person = &world->people[i];
		struct ledger ledger = { 0 };
		memory_store_each_day(world->store, (tenant_no){ 1 }, str_from(person->name),
				      count_day, &ledger);
		if (is_whole) {
			assert_int_equal(person->good, ledger.sum.good);
			assert_int_equal(person->cut, ledger.sum.cut);
			assert_int_equal(person->missed, ledger.sum.missed);
		}
		assert_true(person->decided == ledger.last);
		sums->good += person->good;
		sums->cut += person->cut;
		sums->missed += person->missed;
	}
}

/* A tenth comes in the first tenth of the time, and so on. */
static void live_through(u32 people, u32 days, u64 seed, enum world_store kind, struct sums *sums)
{
	u32 keep = setting("KEEP", 3000);
	struct world *world = calloc(1, sizeof *world);
	assert_non_null(world);
	world_open(world, people, seed, kind);
	(void)world_do(world, (struct command){ .kind = COMMAND_SET_TENANT,
						.set = { .name = STR("acme"),
							 .has_daily = true,
							 .daily = { .keep_days = keep } } });
	msec begun = world->now.wall, end = begun + days * MSEC_DAY;
	u32 come = 0;
	while (world->now.wall < end) {
		u32 due = (u32)((world->now.wall - begun) * 10 / (end - begun) + 1) * people / 8;
		while (come < people && come < due + 1) world_move(world, come++);
		world_live(world, 40, 60000 / people + 20);
	}
	compare_ledgers(world, keep > days, sums);
	if (kind == WORLD_ON_DISK) compare_file(world);
	sums->late += world->late;
	sums->deaths += world->deaths;
	sums->away += world->away;
	sums->moves += world->moves;
	sums->turns += world->turns;
	world_close(world);
	free(world);
}

static void each_day_of_each_person_is_finalized_exactly_once(void **state)
{
	u32 people = setting("PEOPLE", 30), days = setting("DAYS", 40);
	u32 worlds = setting("WORLDS", 3), seed = setting("SEED", 1);
	struct sums sums = { 0 };
	(void)state;
	for (u32 i = 0; i < worlds; i++) {
		live_through(people, days, seed + i, WORLD_IN_MEMORY, &sums);
		if (worlds > 3) print_message("world %u of %u\n", i + 1, worlds);
	}
	print_message("%u people, %u days: %llu successes, %llu cut off, %llu missed, %llu late "
		      "successes, %llu deaths, %llu times away, %llu moves, %llu turns\n",
		      people * worlds, days, (unsigned long long)sums.good,
		      (unsigned long long)sums.cut, (unsigned long long)sums.missed,
		      (unsigned long long)sums.late, (unsigned long long)sums.deaths,
		      (unsigned long long)sums.away, (unsigned long long)sums.moves,
		      (unsigned long long)sums.turns);
	/* All of it happened, and often enough to mean something. */
	assert_true(sums.good > (u64)people * days / 10 && sums.cut > people);
	assert_true(sums.missed > 0 && sums.late > 10);
	assert_true(sums.deaths > days && sums.away > 0 && sums.moves > people);
}

/* The same life over SQLite: each restart opens the file anew, as the last process left it. */
static void and_so_it_is_over_sqlite(void **state)
{
	u32 people = setting("DISK_PEOPLE", 8), days = setting("DISK_DAYS", 8);
	struct sums sums = { 0 };
	(void)state;
	live_through(people, days, setting("SEED", 2), WORLD_ON_DISK, &sums);
	assert_true(sums.good > people && sums.cut > 0 && sums.deaths > days && sums.late > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_day_of_each_person_is_finalized_exactly_once),
		cmocka_unit_test(and_so_it_is_over_sqlite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
