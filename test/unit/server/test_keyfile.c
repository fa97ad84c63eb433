/* The key that seals secrets: made once, read again, refused where others could look. */
#include "base/check.h"
#include "server/keyfile.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

struct place {
	char folder[64];
	char path[96];
};

static void place_make(struct place *place)
{
	snprintf(place->folder, sizeof place->folder, "/tmp/belfry-key-XXXXXX");
	assert_non_null(mkdtemp(place->folder));
	snprintf(place->path, sizeof place->path, "%s/data.key", place->folder);
}

static void place_remove(const struct place *place)
{
	(void)unlink(place->path);
	(void)rmdir(place->folder);
}

static u8 drawn;

static void draw(void *context, u8 *out_bytes, size_t len)
{
	(void)context;
	memset(out_bytes, ++drawn, len);
}

static void it_is_made_once_for_its_owner_alone(void **state)
{
	struct place place;
	struct seal_key first, again;
	struct stat status;
	struct why why;
	(void)state;
	place_make(&place);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &first, &why), ERR_OK);
	assert_int_equal(stat(place.path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &again, &why), ERR_OK);
	assert_memory_equal(first.bytes, again.bytes, sizeof first.bytes);
	place_remove(&place);
}

static void write_file(const char *path, const char *text, mode_t mode)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, mode), 0);
}

static void what_is_no_key_is_refused_and_never_repeated(void **state)
{
	static const char *const texts[] = {
		"",
		"short",
		"canary0000000000000000000000000000000000000000000000000000000000",
		"00000000000000000000000000000000000000000000000000000000000000000000\n",
	};
	struct place place;
	struct seal_key key;
	struct why why;
	(void)state;
	place_make(&place);
	for (u32 i = 0; i < countof(texts); i++) {
		write_file(place.path, texts[i], 0600);
		assert_int_equal(keyfile_open(str_from(place.path), draw, &key, &why), ERR_IO);
		assert_null(strstr(why.text, "canary"));
	}
	place_remove(&place);
}

static void one_that_others_may_read_or_a_link_is_refused(void **state)
{
	struct place place;
	struct seal_key key;
	struct why why;
	(void)state;
	place_make(&place);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &key, &why), ERR_OK);
	assert_int_equal(chmod(place.path, 0640), 0);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &key, &why), ERR_IO);
	assert_non_null(strstr(why.text, "chmod 600"));
	assert_int_equal(unlink(place.path), 0);
	assert_int_equal(symlink("/dev/null", place.path), 0);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &key, &why), ERR_IO);
	place_remove(&place);
}

/* The kernel ends it in the middle of the key: no file may grow past ten bytes. */
static void be_cut_off_while_it_is_written(const char *path)
{
	struct seal_key key;
	struct why why;
	const struct rlimit no_core = { 0, 0 }, ten_bytes = { 10, 10 };
	pid_t pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		(void)setrlimit(RLIMIT_CORE, &no_core);
		(void)setrlimit(RLIMIT_FSIZE, &ten_bytes);
		_exit(keyfile_open(str_from(path), draw, &key, &why) == ERR_OK);
	}
	int status = 0;
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
}

static void a_start_that_is_cut_off_leaves_no_half_key(void **state)
{
	struct place place;
	struct seal_key first, again;
	struct why why;
	(void)state;
	place_make(&place);
	be_cut_off_while_it_is_written(place.path);
	assert_int_not_equal(access(place.path, F_OK), 0);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &first, &why), ERR_OK);
	assert_int_equal(keyfile_open(str_from(place.path), draw, &again, &why), ERR_OK);
	assert_memory_equal(first.bytes, again.bytes, sizeof first.bytes);
	place_remove(&place);
	assert_int_not_equal(access(place.folder, F_OK), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_made_once_for_its_owner_alone),
		cmocka_unit_test(what_is_no_key_is_refused_and_never_repeated),
		cmocka_unit_test(one_that_others_may_read_or_a_link_is_refused),
		cmocka_unit_test(a_start_that_is_cut_off_leaves_no_half_key),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
