/* What lies behind a job, whatever keeps the jobs. */
#include "store/behind.h"

#include "base/check.h"

enum { JOBS = 5, LIMIT = 4 };

/* Job n depends on those of its word: "12" is jobs 1 and 2; 9 is nowhere. */
struct shelf {
	const char *on[JOBS];
};

static struct uuid id_of(u32 number)
{
	struct uuid id = { { 0 } };
	id.bytes[15] = (u8)(number + 1);
	return id;
}

static enum err find(void *store, struct turn *turn, const struct uuid *job, bool *out_found,
		     struct job_row *out_row)
{
	struct shelf *shelf = store;
	u32 number = job->bytes[15] - 1u;
	(void)turn;
	*out_found = number < JOBS;
	if (!*out_found) return ERR_OK;
	*out_row = (struct job_row){ .id = *job };
	for (const char *at = shelf->on[number]; *at; at++)
		out_row->dependencies.at[out_row->dependencies.len++].job = id_of((u32)(*at - '0'));
	return ERR_OK;
}

/* The numbers of what lies behind job 0, and "..." where it is cut. */
static void expect(struct shelf *shelf, const char *expected)
{
	struct dependencies from = { 0 };
	struct turn turn = { 0 };
	char got[32] = "";
	arena_init(&turn.arena, 1 << 20);
	for (const char *at = shelf->on[0]; *at; at++)
		from.at[from.len++].job = id_of((u32)(*at - '0'));
	struct want want = { .kind = WANT_BEHIND };
	want.behind.from = from.at;
	want.behind.from_len = from.len;
	want.behind.limit = LIMIT;
	assert_int_equal(ERR_OK, behind_load(shelf, find, &turn, &want));
	size_t len = 0;
	for (u32 i = 0; i < want.behind.len; i++)
		got[len++] = (char)('0' + want.behind.rows[i].id.bytes[15] - 1);
	(void)snprintf(got + len, sizeof got - len, "%s", want.behind.is_cut ? "..." : "");
	assert_string_equal(expected, got);
	arena_done(&turn.arena);
}

static void the_nearest_come_first_and_each_once(void **state)
{
	(void)state;
	expect(&(struct shelf){ { "12", "3", "3", "", "" } }, "123");
	expect(&(struct shelf){ { "", "3", "3", "", "" } }, "");
}

static void a_circle_ends(void **state)
{
	(void)state;
	expect(&(struct shelf){ { "1", "2", "1", "", "" } }, "12");
	expect(&(struct shelf){ { "1", "0", "", "", "" } }, "10");
}

static void what_is_not_there_has_nothing_behind_it(void **state)
{
	(void)state;
	expect(&(struct shelf){ { "91", "", "", "", "" } }, "1");
}

static void more_than_the_limit_is_said(void **state)
{
	(void)state;
	expect(&(struct shelf){ { "1234", "", "", "", "0" } }, "1234...");
}

static void without_memory_nothing_is_looked_at(void **state)
{
	(void)state;
	struct turn turn = { 0 };
	struct want want = { .kind = WANT_BEHIND };
	want.behind.limit = LIMIT;
	arena_init(&turn.arena, 1);
	assert_int_equal(ERR_MEMORY, behind_load(NULL, find, &turn, &want));
	arena_done(&turn.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_come_first_and_each_once),
		cmocka_unit_test(a_circle_ends),
		cmocka_unit_test(what_is_not_there_has_nothing_behind_it),
		cmocka_unit_test(more_than_the_limit_is_said),
		cmocka_unit_test(without_memory_nothing_is_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
