/* A tenant's turns by its list and above it are those that a walk over all turns finds, whenever
 * the list was written, wherever a page begins and whichever way it goes. */
#include "base/prng.h"
#include "conformance/audit_rows.h"
#include "store/sqlite/query_scene.h"

enum { TURNS = 120, PLACES_MAX = 4 * TURNS };

static void tend_all(struct scene *scene)
{
	struct retention retention = { .journal_ms = 365 * MSEC_DAY, .audit_ms = 365 * MSEC_DAY };
	bool more = true;
	static msec wall = SCENE_START;
	wall += MSEC_HOUR;
	for (u32 i = 0; i < 100 && more; i++) {
		more = false;
		assert_int_equal(
			store_tend(scene->store, (struct now){ wall, wall }, &retention, &more),
			ERR_OK);
	}
}

/* Turns about nobody, one tenant, or both, in any order of entries; the list is written now and
 * then. */
static void live(struct query_scene *it, struct prng *prng)
{
	struct scene *scene = it->scene;
	for (u32 turn = 0; turn < TURNS; turn++) {
		u32 rows = 0;
		for (u64 i = prng_below(prng, 4); i > 0; i--) {
			u32 tenant = 1 + (u32)prng_below(prng, 2);
			put_journal(scene, &(struct journal_entry){ .kind = JOURNAL_CREATED,
								    .tenant = { tenant },
								    .type = { 1 },
								    .run = id_of((u32)i),
								    .to = RUN_QUEUED });
			if (prng_below(prng, 2))
				put_audit(scene, an_audit_row(scene, ++rows, tenant));
		}
		commit(scene);
		if (prng_below(prng, 9) == 0) tend_all(scene);
	}
}

static u32 events_of_page(struct query_scene *it, struct event_list list, struct event_place *out)
{
	u32 len = 0;
	for (u32 pages = 0; pages < PLACES_MAX; pages++) {
		struct event_page page = { 0 };
		assert_int_equal(it->query->calls->events(it->query, &list, &it->arena, &page),
				 ERR_OK);
		for (u32 i = 0; i < page.len; i++) {
			bool is_its = page.rows[i].entry.tenant.v == 1;
			if (is_its) out[len++] = page.rows[i].place;
			assert_true(is_its || !list.tenant.len);
		}
		if (!page.has_more) return len;
		list.from = page.through;
	}
	fail_msg("the pages do not end");
	return 0;
}

static u32 audit_of_page(struct query_scene *it, struct audit_list list, struct event_place *out)
{
	u32 len = 0;
	for (u32 pages = 0; pages < PLACES_MAX; pages++) {
		struct audit_page page = { 0 };
		assert_int_equal(it->query->calls->audit(it->query, &list, &it->arena, &page),
				 ERR_OK);
		for (u32 i = 0; i < page.len; i++) {
			const struct audit_row *row = &page.rows[i].row;
			bool is_its = row->tenant.v == 1;
			if (is_its) out[len++] = (struct event_place){ row->turn, row->number };
			assert_true(is_its || !list.tenant.len);
		}
		if (!page.has_more) return len;
		list.from = page.through;
	}
	fail_msg("the pages do not end");
	return 0;
}

static void expect_same(const struct event_place *own, const struct event_place *all, u32 len)
{
	for (u32 i = 0; i < len; i++)
		assert_true(own[i].turn == all[i].turn && own[i].at == all[i].at);
}

static void compare_from(struct query_scene *it, enum event_way way, struct event_place from,
			 u32 limit)
{
	struct event_place all[PLACES_MAX], own[PLACES_MAX];
	struct event_list events = { .way = way, .from = from, .limit = limit };
	struct audit_list audit = { .way = way, .from = from, .limit = limit };
	u32 expected = events_of_page(it, events, all);
	events.tenant = acme;
	assert_int_equal(events_of_page(it, events, own), expected);
	expect_same(own, all, expected);
	expected = audit_of_page(it, audit, all);
	audit.tenant = acme;
	assert_int_equal(audit_of_page(it, audit, own), expected);
	expect_same(own, all, expected);
}

static void a_tenants_pages_are_those_of_all_without_the_others(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= 6; seed++) {
		struct query_scene it = query_scene_open();
		struct prng prng = prng_init(seed);
		live(&it, &prng);
		for (u32 i = 0; i < 40; i++) {
			struct event_place from = { prng_below(&prng, TURNS + 2),
						    (u32)prng_below(&prng, 12) };
			if (i % 5 == 0) from = (struct event_place){ 0 };
			compare_from(&it, i % 2 ? EVENTS_ON : EVENTS_BACK, from,
				     1 + (u32)prng_below(&prng, 7));
			arena_reset(&it.arena);
		}
		query_scene_close(&it);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tenants_pages_are_those_of_all_without_the_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
