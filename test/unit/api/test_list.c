#include "api/list.h"

#include "api/parts.h"
#include "api/stage.h"
#include "api/write.h"
#include "store/query.h"

static void open_request(struct request *request, struct stage *stage, const char *path,
			 const char *tenant)
{
	*request = (struct request){ .api = stage->api,
				     .path = str_from(path),
				     .tenant = str_from(tenant) };
	arena_init(&request->arena, 65536);
	buf_init(&request->out, 65536);
	request->faults.arena = &request->arena;
}

static void done(struct request *request)
{
	arena_done(&request->arena);
	buf_done(&request->out);
}

static void a_page_leads_to_the_next_of_the_same_list_alone(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct uuid last = { { 1, 2, 3 } }, after;
	u32 limit;
	stage_open(&stage);
	struct request request;
	open_request(&request, &stage, "/tasks", "acme");
	list_open(&request);
	assert_true(list_has_room(&request));
	write_u64(&request.out, 1);
	list_close_by_id(&request, true, &last);
	str body = buf_view(&request.out);
	struct list_params params = { .limit = 7, .cursor = member(body, "next_cursor") };
	struct request next;
	open_request(&next, &stage, "/tasks", "acme");
	assert_int_equal(ERR_OK, list_begin_by_id(&next, &params, &limit, &after));
	assert_int_equal(7, limit);
	assert_true(uuid_eq(&last, &after));
	struct request other;
	open_request(&other, &stage, "/tasks", "rival");
	assert_int_equal(ERR_INVALID, list_begin_by_id(&other, &params, &limit, &after));
	assert_str(other.faults.items[0].pointer, STR("cursor"));
	struct request elsewhere;
	open_request(&elsewhere, &stage, "/jobs", "acme");
	assert_int_equal(ERR_INVALID, list_begin_by_id(&elsewhere, &params, &limit, &after));
	done(&request);
	done(&next);
	done(&other);
	done(&elsewhere);
	stage_close(&stage);
}

/* A row of 400 KB of text. */
static void show_long(struct buf *out, const struct alert_view *view)
{
	buf_add_byte(out, out->at[out->len - 1] == '[' ? '"' : ',');
	for (u32 i = 0; i < 400000; i++) buf_add_byte(out, 'x');
	(void)view;
}

static void a_page_ends_at_its_bound_of_bytes_and_leads_on(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct alert_view rows[5] = { 0 };
	struct alert_page page = { .rows = rows, .len = countof(rows) };
	struct uuid begin = { 0 }, after;
	struct request request, next;
	u32 limit;
	stage_open(&stage);
	for (u32 i = 0; i < countof(rows); i++) rows[i].row.id.bytes[0] = (u8)(i + 1);
	open_request(&request, &stage, "/alerts", "acme");
	buf_done(&request.out);
	buf_init(&request.out, (size_t)4 << 20);
	LIST_BY_ID(&request, page, i, &begin, show_long(&request.out, &page.rows[i]));
	/* The third row begins below the mebibyte, the fourth would not. */
	assert_in_range(request.out.len, 1200000, 1210000);
	str tail = str_slice(buf_view(&request.out), request.out.len - 200, request.out.len);
	str cursor = tail;
	while (cursor.len && !str_starts_with(cursor, STR("\"next_cursor\":\"")))
		cursor = str_from_offset(cursor, 1);
	cursor = str_from_offset(cursor, STR("\"next_cursor\":\"").len);
	struct list_params params = { .limit = 5, .cursor = str_slice(cursor, 0, cursor.len - 2) };
	open_request(&next, &stage, "/alerts", "acme");
	assert_int_equal(ERR_OK, list_begin_by_id(&next, &params, &limit, &after));
	assert_true(uuid_eq(&rows[2].row.id, &after));
	done(&request);
	done(&next);
	stage_close(&stage);
}

static void the_last_page_has_no_next(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	u32 limit;
	str place;
	struct list_params params = { .limit = LIST_LIMIT_DEFAULT };
	stage_open(&stage);
	struct request request;
	open_request(&request, &stage, "/tasks", "acme");
	assert_int_equal(ERR_OK, list_begin(&request, &params, &limit, &place));
	assert_int_equal(LIST_LIMIT_DEFAULT, limit);
	assert_int_equal(0, place.len);
	list_open(&request);
	list_close(&request, false, STR(""));
	assert_str(buf_view(&request.out), STR("{\"data\":[],\"next_cursor\":null}"));
	done(&request);
	stage_close(&stage);
}

static void damaged_rows_have_a_member_of_their_own(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct damaged_rows damaged = { .len = 3 };
	stage_open(&stage);
	damaged.rows[0] = (struct damaged_row){ .id = { { 1, 2, 3 } }, .name = "x", .name_len = 1 };
	damaged.rows[1] = (struct damaged_row){ .name = "ann", .name_len = 3, .turn = 5 };
	damaged.rows[2] = (struct damaged_row){ .turn = 7 };
	struct request request;
	open_request(&request, &stage, "/tasks", "acme");
	request.reading.damaged = &damaged;
	list_open(&request);
	write_u64(&request.out, 1);
	list_close(&request, false, STR(""));
	assert_str(buf_view(&request.out),
		   STR("{\"data\":[1],\"damaged\":["
		       "{\"id\":\"01020300-0000-0000-0000-000000000000\",\"damaged\":true,"
		       "\"code\":\"store_damaged\"},"
		       "{\"name\":\"ann\",\"damaged\":true,\"code\":\"store_damaged\"},"
		       "{\"turn\":7,\"damaged\":true,\"code\":\"store_damaged\"}],"
		       "\"next_cursor\":null}"));
	assert_int_equal(damaged.len, 0); /* the next list has its own */
	buf_clear(&request.out);
	damaged.len = 2;
	list_damaged(&request, true);
	assert_str(buf_view(&request.out),
		   STR("{\"id\":\"01020300-0000-0000-0000-000000000000\",\"damaged\":true,"
		       "\"code\":\"store_damaged\"}\n"
		       "{\"name\":\"ann\",\"damaged\":true,\"code\":\"store_damaged\"}"));
	done(&request);
	stage_close(&stage);
}

static void a_place_of_another_kind_is_refused(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct uuid after;
	u32 limit;
	stage_open(&stage);
	struct request request;
	open_request(&request, &stage, "/tasks", "acme");
	list_open(&request);
	list_close(&request, true, STR("a name"));
	struct list_params params = { .cursor = member(buf_view(&request.out), "next_cursor") };
	assert_int_equal(ERR_INVALID, list_begin_by_id(&request, &params, &limit, &after));
	done(&request);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_page_leads_to_the_next_of_the_same_list_alone),
		cmocka_unit_test(a_page_ends_at_its_bound_of_bytes_and_leads_on),
		cmocka_unit_test(the_last_page_has_no_next),
		cmocka_unit_test(a_place_of_another_kind_is_refused),
		cmocka_unit_test(damaged_rows_have_a_member_of_their_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
