/* Calendars behind secret links: who has the link, and who has not. */
#include "api/shelf.h"
#include "api/stage.h"

enum { SECRET_AT = 2 * 8 + 1 }; /* behind acme/ann in hexadecimal digits */

struct scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token producer;
	char path[200];
	char body[100];
};

static void open_scene(struct scene *scene)
{
	struct stage *stage = &scene->stage;
	struct shelf *shelf = &scene->shelf;
	stage_open(stage);
	shelf_init(shelf);
	stage->query = &shelf->query;
	scene->producer = stage_add_token(stage, STR("acme"), ROLE_PRODUCER);
	shelf->documents[0] = (struct document_view){ .tenant = STR("acme") };
	shelf->documents[0].row.key = (struct document_key){ DOCUMENT_USER, { 1 }, STR("ann") };
	shelf->documents[0].row.body = STR("{}");
	shelf->documents_len = 1;
	shelf->reminders[0] = (struct reminder_view){ .tenant = STR("acme") };
	shelf->reminders[0].row = (struct reminder_row){ .id = { { 1 } },
							 .user = STR("ann"),
							 .title = STR("Call back"),
							 .hot = { .run_at = 86400000 } };
	shelf->reminders_len = 1;
}

/* Makes a link, and lays what is kept of it onto the shelf. */
static void make_link(struct scene *scene)
{
	struct shelf *shelf = &scene->shelf;
	u8 secret[TOKEN_SECRET_BYTES];
	char hash[2 * TOKEN_HASH_BYTES];
	str made = stage_call(&scene->stage, &scene->producer, "POST", AT_BASE("users/ann/feed"),
			      STR("{}"));
	assert_int_equal(201, scene->stage.status);
	assert_str(member(made, "user_id"), STR("ann"));
	str url = member(made, "url");
	while (!str_starts_with(url, STR("/feeds/"))) url = str_from_offset(url, 1);
	assert_in_range(url.len, 60, sizeof scene->path - 1);
	memcpy(scene->path, url.at, url.len);
	scene->path[url.len] = 0;
	str link = str_from_offset(url, 7);
	assert_true(hex_parse(str_slice(link, SECRET_AT, SECRET_AT + 2 * sizeof secret), secret,
			      sizeof secret));
	struct token_hash kept = token_hash(secret);
	hex_print(kept.bytes, sizeof kept.bytes, hash);
	(void)!snprintf(scene->body, sizeof scene->body, "{\"hash\":\"%.*s\"}", (int)sizeof hash,
			hash);
	shelf->documents[0].row.key = (struct document_key){ DOCUMENT_FEED, { 1 }, STR("ann") };
	shelf->documents[0].row.body = str_from(scene->body);
}

static void who_has_the_link_reads_the_calendar(void **state)
{
	static struct scene scene;
	(void)state;
	open_scene(&scene);
	make_link(&scene);
	str calendar = stage_call(&scene.stage, NULL, "GET", scene.path, STR(""));
	assert_int_equal(200, scene.stage.status);
	expect_has(calendar, "BEGIN:VCALENDAR\r\n");
	expect_has(calendar, "DTSTART:19700102T000000Z\r\n");
	expect_has(calendar, "SUMMARY:Call back\r\n");
	expect_has(buf_view(&scene.stage.fields), "ETag: ");
	stage_close(&scene.stage);
}

static void who_has_not_finds_nothing_and_has_to_wait_in_the_end(void **state)
{
	static struct scene scene;
	(void)state;
	open_scene(&scene);
	make_link(&scene);
	char *digit = scene.path + strlen("/feeds/") + SECRET_AT;
	*digit = *digit == '0' ? '1' : '0';
	for (u32 i = 0; i < 11; i++) {
		stage_call(&scene.stage, NULL, "GET", scene.path, STR(""));
		assert_int_equal(404, scene.stage.status);
	}
	*digit = *digit == '0' ? '1' : '0';
	stage_call(&scene.stage, NULL, "GET", scene.path, STR(""));
	assert_int_equal(429, scene.stage.status);
	expect_has(buf_view(&scene.stage.fields), "Retry-After: ");
	stage_close(&scene.stage);
}

static void what_is_no_link_at_all_is_not_there(void **state)
{
	static const char *const bad[] = { "/feeds/.ics", "/feeds/a-b.ics", "/feeds/2f-.ics",
					   "/feeds/6163-00" };
	static struct scene scene;
	(void)state;
	open_scene(&scene);
	for (u32 i = 0; i < countof(bad); i++) {
		stage_call(&scene.stage, NULL, "GET", bad[i], STR(""));
		assert_int_equal(404, scene.stage.status);
	}
	stage_close(&scene.stage);
}

static void who_is_not_known_gets_no_link(void **state)
{
	static struct scene scene;
	(void)state;
	open_scene(&scene);
	scene.shelf.documents_len = 0;
	scene.shelf.reminders_len = 0;
	stage_call(&scene.stage, &scene.producer, "POST", AT_BASE("users/bob/feed"), STR("{}"));
	assert_int_equal(404, scene.stage.status);
	stage_call(&scene.stage, &scene.producer, "DELETE", AT_BASE("users/bob/feed"), STR(""));
	assert_int_equal(404, scene.stage.status);
	stage_close(&scene.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_has_the_link_reads_the_calendar),
		cmocka_unit_test(who_has_not_finds_nothing_and_has_to_wait_in_the_end),
		cmocka_unit_test(what_is_no_link_at_all_is_not_there),
		cmocka_unit_test(who_is_not_known_gets_no_link),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
