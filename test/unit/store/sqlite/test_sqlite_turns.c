/* Turns by tenant, written behind the commits: packed, complete after a crash, gone with what they
 * list. */
#include "store/sqlite/query_parts.h"

#include "conformance/audit_rows.h"
#include "store/sqlite/query_scene.h"

static void tend_all(struct scene *scene, msec wall, msec kept)
{
	struct retention retention = {
		.finished_ms = kept, .dead_ms = kept, .journal_ms = kept, .audit_ms = kept
	};
	bool more = true;
	for (u32 i = 0; i < 2000 && more; i++) {
		more = false;
		assert_int_equal(
			store_tend(scene->store, (struct now){ wall, wall }, &retention, &more),
			ERR_OK);
	}
}

/* Two entries of a tenant and a row of the audit, in a turn of their own. */
static void live(struct scene *scene, u32 tenant, u32 turns)
{
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = { tenant },
				       .type = { 1 },
				       .run = id_of(1),
				       .to = RUN_QUEUED };
	for (u32 i = 0; i < turns; i++) {
		put_journal(scene, &entry);
		put_journal(scene, &entry);
		put_audit(scene, an_audit_row(scene, 1, tenant));
		commit(scene);
	}
}

static void turns_share_a_row_up_to_its_bound(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2, OWNED_TURNS_MAX + 1);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_turns"), 0);
	tend_all(it.scene, SCENE_START, 99 * MSEC_DAY);
	/* Two of the journal, two of the audit. */
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_turns WHERE tenant = 2"),
			 4);
	assert_int_equal(number_by(it.scene, "SELECT sum(length(later)) FROM tenant_turns"
					     " WHERE tenant = 2 AND kind = 0"),
			 OWNED_TURNS_MAX - 1);
	query_scene_close(&it);
}

static u32 events_of_globex(struct query_scene *it)
{
	struct event_list list = { .tenant = globex, .way = EVENTS_BACK, .limit = 2000 };
	struct event_page page = { 0 };
	assert_int_equal(it->query->calls->events(it->query, &list, &it->arena, &page), ERR_OK);
	return page.len;
}

/* More than memory should hold is read from the file, some turns at a time. */
static void a_file_that_says_not_how_far_is_listed_as_a_whole(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2, 700);
	tend_all(it.scene, SCENE_START, 99 * MSEC_DAY);
	u64 listed = number_by(it.scene, "SELECT count(*) + sum(length(later)) FROM tenant_turns");
	assert_int_equal(events_of_globex(&it), 1400);
	(void)tamper(it.scene, "DELETE FROM tenant_turns");
	(void)tamper(it.scene, "DELETE FROM tenant_lists");
	crash(it.scene);
	tend_all(it.scene, SCENE_START, 99 * MSEC_DAY);
	assert_int_equal(
		number_by(it.scene, "SELECT count(*) + sum(length(later)) FROM tenant_turns"),
		listed);
	sqlite_kind_stop_looking(subject_of(it.scene));
	query_scene_close(&it);
}

static void turns_behind_a_crash_follow_those_before(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	live(it.scene, 2, 3);
	crash(it.scene);
	live(it.scene, 2, 3);
	tend_all(it.scene, SCENE_START, 99 * MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_turns"
					     " WHERE tenant = 2 AND length(later) = 5"),
			 2);
	sqlite_kind_stop_looking(subject_of(it.scene));
	query_scene_close(&it);
}

static void lists_leave_with_the_turns_that_they_list(void **state)
{
	struct query_scene it = query_scene_open();
	(void)state;
	for (u32 i = 0; i < 30; i++) {
		live(it.scene, 2, 2);
		tend_all(it.scene, SCENE_START + i * MSEC_HOUR, 99 * MSEC_DAY);
	}
	assert_true(number_by(it.scene, "SELECT count(*) FROM tenant_turns WHERE tenant = 2") > 9);
	tend_all(it.scene, SCENE_START + 200 * MSEC_DAY, MSEC_DAY);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM journal"), 1);
	assert_int_equal(number_by(it.scene, "SELECT count(*) FROM tenant_turns WHERE tenant = 2"),
			 2);
	query_scene_close(&it);
}

static void a_row_that_cannot_be_one_is_not_unpacked(void **state)
{
	u64 turns[OWNED_TURNS_MAX];
	u32 len = 0;
	struct owned_turns_row row = { .first = 7, .last = 9, .later = STR("\x01\x01") };
	(void)state;
	assert_true(owned_turns_unpack(&row, turns, &len));
	assert_int_equal(len, 3);
	assert_int_equal(turns[2], 9);
	row.last = 10;
	assert_false(owned_turns_unpack(&row, turns, &len));
	row.later = STR("\x81");
	assert_false(owned_turns_unpack(&row, turns, &len));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(turns_share_a_row_up_to_its_bound),
		cmocka_unit_test(a_file_that_says_not_how_far_is_listed_as_a_whole),
		cmocka_unit_test(turns_behind_a_crash_follow_those_before),
		cmocka_unit_test(lists_leave_with_the_turns_that_they_list),
		cmocka_unit_test(a_row_that_cannot_be_one_is_not_unpacked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
