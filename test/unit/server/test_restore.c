/* Where the settings say that the store and its key are, and whether the key opens the secrets. */
#include "server/restore.h"

#include "api/seal.h"
#include "server/keyfile.h"
#include "store/sqlite/sqlite_backup.h"
#include "store/sqlite/sqlite_scene.h"

#include <sys/wait.h>

struct ground {
	struct folder folder; /* holds the backup and the data folder */
	char data[300];
	char store[340];
	char key[340];
	char other_key[340];
	char backup[340];
	struct config config;
};

static u8 drawn;

static void draw(void *context, u8 *out_bytes, size_t len)
{
	(void)context;
	memset(out_bytes, ++drawn, len);
}

static void make_key(const char *path)
{
	struct seal_key key;
	struct why why;
	if (keyfile_open(str_from(path), draw, &key, &why)) fail_msg("%s", why.text);
}

/* "t1" has a secret, sealed under the key in place. */
static void put_secret(struct ground *ground, struct scene *scene)
{
	struct seal_key key;
	struct why why;
	struct arena arena;
	str sealed = { 0 };
	const u8 nonce[SEAL_NONCE_BYTES] = { 7 };
	arena_init(&arena, 65536);
	assert_int_equal(keyfile_read(str_from(ground->key), &key, &why), ERR_OK);
	assert_int_equal(seal(&key, STR("t1/pw"), STR("open sesame"), nonce, &arena, &sealed),
			 ERR_OK);
	add_put(scene, KIND_DOCUMENT)->document = (struct document_row){
		.key = { DOCUMENT_SECRET, { 1 }, text_of_turn(scene, STR("pw")) },
		.version = 1,
		.until = MSEC_MAX,
		.body = text_of_turn(scene, sealed)
	};
	arena_done(&arena);
}

static void make_store(struct ground *ground)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = open_file(ground->store);
	add_put(scene, KIND_NAME)->name = (struct name_row){
		.kind = NAME_TENANT, .no = 1, .text = text_of_turn(scene, STR("t1"))
	};
	put_secret(ground, scene);
	scene->turn.id = ++scene->last_turn;
	assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
	begin(scene);
	close_store(store);
	sqlite_scene_close(scene);
}

static void ground_open(struct ground *ground)
{
	struct examine_report report;
	struct why why;
	ground->folder = folder_make();
	snprintf(ground->data, sizeof ground->data, "%s/data", ground->folder.path);
	snprintf(ground->store, sizeof ground->store, "%s/belfry.db", ground->data);
	snprintf(ground->key, sizeof ground->key, "%s.key", ground->data);
	snprintf(ground->other_key, sizeof ground->other_key, "%s/other.key", ground->folder.path);
	snprintf(ground->backup, sizeof ground->backup, "%s/backup.db", ground->folder.path);
	config_init(&ground->config);
	assert_int_equal(settings_set(&ground->config.settings, CONFIG_DATA, str_from(ground->data),
				      ORIGIN_FLAG, &why),
			 ERR_OK);
	make_key(ground->key);
	make_key(ground->other_key);
	make_store(ground);
	if (sqlite_backup(str_from(ground->store), str_from(ground->backup), &report, &why))
		fail_msg("%s", why.text);
}

static void ground_close(struct ground *ground)
{
	char command[400];
	pid_t child = fork();
	snprintf(command, sizeof command, "%s", ground->folder.path);
	if (!child) {
		execlp("rm", "rm", "-rf", command, (char *)NULL);
		_exit(1);
	}
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void restored_open(struct restored *restored)
{
	*restored = (struct restored){ 0 };
	buf_init(&restored->place, 5000);
	buf_init(&restored->kept, 5000);
	buf_init(&restored->kept_store, 5000);
	buf_init(&restored->kept_key, 5000);
}

static void restored_close(struct restored *restored)
{
	buf_done(&restored->place);
	buf_done(&restored->kept);
	buf_done(&restored->kept_store);
	buf_done(&restored->kept_key);
}

static enum err try_restore(const struct ground *ground, struct restore_wish wish,
			    struct restored *restored, struct why *why)
{
	const struct restore_host host = { &ground->config, 1763438700000, NULL, NULL };
	wish.file = str_from(ground->backup);
	restored_open(restored);
	return restore_run(&host, &wish, restored, why);
}

static bool ends_with(const struct buf *text, const char *end)
{
	size_t len = strlen(end);
	return text->len >= len && !memcmp(text->at + text->len - len, end, len);
}

static void the_key_in_place_opens_the_secrets(void **state)
{
	struct ground ground;
	struct restored restored;
	struct why why;
	(void)state;
	ground_open(&ground);
	if (try_restore(&ground, (struct restore_wish){ 0 }, &restored, &why))
		fail_msg("%s", why.text);
	assert_int_equal(restored.secrets, 1);
	assert_int_equal(restored.secrets_lost, 0);
	assert_true(restored.rows > 0);
	assert_true(ends_with(&restored.kept, "/belfry.db-replaced-20251118T040500Z"));
	assert_true(ends_with(&restored.kept_store, "Z/belfry.db"));
	assert_int_equal(restored.kept_key.len, 0);
	restored_close(&restored);
	ground_close(&ground);
}

static void another_key_is_refused_until_the_right_one_is_named(void **state)
{
	struct ground ground;
	struct restored restored;
	struct why why;
	char saved[400];
	struct seal_key right, now;
	(void)state;
	ground_open(&ground);
	snprintf(saved, sizeof saved, "%s/saved.key", ground.folder.path);
	assert_int_equal(rename(ground.key, saved), 0);
	assert_int_equal(try_restore(&ground, (struct restore_wish){ 0 }, &restored, &why),
			 ERR_CONFLICT);
	assert_true(why_says(&why, "does not exist; it is needed for 1 of 1 secrets"));
	restored_close(&restored);
	assert_int_equal(rename(ground.other_key, ground.key), 0);
	assert_int_equal(try_restore(&ground, (struct restore_wish){ 0 }, &restored, &why),
			 ERR_CONFLICT);
	assert_true(why_says(&why, "does not open 1 of 1 secrets"));
	assert_true(why_says(&why, "--restore-key FILE"));
	restored_close(&restored);
	const struct restore_wish wish = { .key = str_from(saved) };
	if (try_restore(&ground, wish, &restored, &why)) fail_msg("%s", why.text);
	assert_int_equal(restored.secrets_lost, 0);
	assert_true(ends_with(&restored.kept_key, "data.key-replaced-20251118T040500Z"));
	assert_int_equal(keyfile_read(str_from(saved), &right, &why), ERR_OK);
	assert_int_equal(keyfile_read(str_from(ground.key), &now, &why), ERR_OK);
	assert_memory_equal(&right, &now, sizeof now);
	assert_int_equal(keyfile_read(buf_view(&restored.kept_key), &now, &why), ERR_OK);
	restored_close(&restored);
	ground_close(&ground);
}

static void secrets_can_be_given_up(void **state)
{
	struct ground ground;
	struct restored restored;
	struct why why;
	(void)state;
	ground_open(&ground);
	assert_int_equal(rename(ground.other_key, ground.key), 0);
	const struct restore_wish wish = { .forces = true, .discards = true };
	if (try_restore(&ground, wish, &restored, &why)) fail_msg("%s", why.text);
	assert_int_equal(restored.secrets_lost, 1);
	assert_int_equal(restored.discarded, 1);
	assert_int_equal(restored.kept.len, 0);
	restored_close(&restored);
	ground_close(&ground);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_key_in_place_opens_the_secrets),
		cmocka_unit_test(another_key_is_refused_until_the_right_one_is_named),
		cmocka_unit_test(secrets_can_be_given_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
