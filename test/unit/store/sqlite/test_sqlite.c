/* Opening, closing, and what the file is like afterwards. */
#include "store/sqlite/sqlite_scene.h"

#include <signal.h>
#include <sys/wait.h>

/* ---- one process at a time ----------------------------------------------------------------- */

static void a_second_process_is_refused_by_name(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_store *store = open_file(folder.file), *second = NULL;
	struct why why;
	char words[64];
	(void)state;
	assert_int_equal(try_open_file(folder.file, &why, &second), ERR_CONFLICT);
	snprintf(words, sizeof words, "belfry.db is in use by process %d", (int)getpid());
	assert_true(why_says(&why, words));
	assert_null(second);
	close_store(store);
	close_store(open_file(folder.file));
	folder_remove(&folder);
}

/* ---- a process that dies ------------------------------------------------------------------- */

enum { KILLS = 10, TURNS_MAX = 100000 };

/* Commits one run a turn and says each number down the pipe, until it is killed. */
static void live_until_killed(const char *path, u32 from, int pipe)
{
	struct sqlite_store *store = NULL;
	struct sqlite_config config = { .path = str_from(path), .wal_pages = 20 };
	struct why why;
	static struct turn turn;
	static struct change change;
	if (sqlite_store_open(&config, &why, &store)) _exit(3);
	arena_init(&turn.arena, 1 << 20);
	buf_init(&turn.journal, 1 << 20);
	for (u32 i = from; i < from + TURNS_MAX; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		row.payload_len = (u32)row.payload.len;
		change = (struct change){ .kind = CHANGE_RUN_NEW, .run = &row };
		turn.id = i;
		turn.changes = &change;
		turn.changes_len = 1;
		if (store_commit(sqlite_store_view(store), &turn)) _exit(4);
		if (write(pipe, &i, sizeof i) != sizeof i) _exit(5);
	}
	_exit(6);
}

/* Kills it after so many turns; returns the last that was said. */
static u32 live_and_kill(const char *path, u32 from, u32 turns)
{
	int ends[2];
	u32 last = from - 1, said;
	int status;
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(ends[0]);
		live_until_killed(path, from, ends[1]);
	}
	close(ends[1]);
	while (read(ends[0], &said, sizeof said) == sizeof said) {
		last = said;
		if (last + 1 == from + turns) kill(child, SIGKILL);
	}
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	return last;
}

static void what_was_answered_survives_a_killed_process(void **state)
{
	struct folder folder = folder_make();
	struct prng prng = prng_init(check_seed());
	u32 next = 1;
	(void)state;
	for (u32 i = 0; i < KILLS; i++) {
		u32 last = live_and_kill(folder.file, next, 1 + (u32)prng_below(&prng, 60));
		struct sqlite_store *store = open_file(folder.file);
		bool applied = false, later = false;
		struct store *view = sqlite_store_view(store);
		assert_int_equal(store_settle(view, last, &applied), ERR_OK);
		assert_true(applied);
		/* One more may be there: it was committed, and the process died before it spoke. */
		assert_int_equal(store_settle(view, last + 1, &later), ERR_OK);
		next = last + 1 + later;
		assert_int_equal(store_settle(view, next, &later), ERR_OK);
		assert_false(later);
		close_store(store);
	}
	folder_remove(&folder);
}

/* ---- after a fault of the disk ------------------------------------------------------------- */

static enum platter_fault fail_syncs(void *context, enum platter_call call, u64 number)
{
	(void)number;
	return call == PLATTER_SYNC && *(bool *)context ? PLATTER_ERROR : PLATTER_WELL;
}

static enum err reopen(struct scene *scene, struct why *why)
{
	struct sqlite_subject *subject = subject_of(scene);
	struct sqlite_config config = { .path = STR("conformance.db"), .vfs = subject->vfs };
	struct sqlite_store *store = NULL;
	enum err err = sqlite_store_open(&config, why, &store);
	if (!err) subject->store = store;
	return err;
}

static void commit_some(struct scene *scene)
{
	for (u32 i = 1; i <= 40; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		put_run(scene, &row);
	}
	commit(scene);
}

static void break_a_sync(struct scene *scene)
{
	bool fails = true;
	platter_set_faults(subject_of(scene)->disk, fail_syncs, &fails);
	put_queue(scene, 1, 1, 1);
	assert_int_equal(try_commit(scene), ERR_STORE_SYNC);
	fails = false;
	assert_int_equal(try_commit(scene), ERR_STORE_SYNC);
	platter_set_faults(subject_of(scene)->disk, NULL, NULL);
	begin(scene);
}

static bool is_marked(struct scene *scene)
{
	return platter_view(subject_of(scene)->disk, "conformance.db-check").len > 0;
}

static void after_a_failed_sync_the_next_start_looks_first(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	struct why why;
	(void)state;
	commit_some(scene);
	assert_false(is_marked(scene));
	break_a_sync(scene);
	assert_true(is_marked(scene));
	store_close(sqlite_store_view(subject->store));
	assert_true(is_marked(scene));
	assert_int_equal(reopen(scene, &why), ERR_OK);
	assert_false(is_marked(scene)); /* it was found sound */
	assert_int_equal(state_of(scene, 40), RUN_QUEUED);
	sqlite_scene_close(scene);
}

/* The process dies, the machine goes on: what it had written still reads as written, although the
 * disk has lost it for good. The next process builds on it, and then the power is cut. */
static void live_on_after_a_failed_sync(u64 seed, u32 turns, bool has_mark)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	struct why why;
	platter_set_seed(subject->disk, seed);
	commit_some(scene);
	break_a_sync(scene);
	/* A disk that is ill may not take the mark. */
	if (!has_mark) mark_remove(&(struct file_path){ "conformance.db", 14 }, subject->vfs);
	platter_kill(subject->disk);
	sqlite_store_abandon(subject->store);
	assert_int_equal(reopen(scene, &why), ERR_OK);
	scene->last_turn++; /* the turn may be there: its number is used up */
	begin(scene);
	for (u32 i = 0; i < turns; i++) {
		struct run_row row = a_run(100 + i);
		put_run(scene, &row);
		commit(scene);
	}
	platter_crash(subject->disk);
	sqlite_store_abandon(subject->store);
	assert_int_equal(reopen(scene, &why), ERR_OK);
	assert_int_equal(state_of(scene, 40), RUN_QUEUED);
	for (u32 i = 0; i < turns; i++) assert_int_equal(state_of(scene, 100 + i), RUN_QUEUED);
	sqlite_scene_close(scene);
}

static void after_a_failed_sync_nothing_rests_on_what_was_lost(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= 20; seed++)
		live_on_after_a_failed_sync(seed, (u32)seed % 4, seed % 3);
}

/* A page of the tree is turned into nonsense: marked, the file is refused, and stays as it is. */
static void a_marked_file_that_is_damaged_is_refused(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	struct why why;
	(void)state;
	commit_some(scene);
	store_close(sqlite_store_view(subject->store)); /* all is in the file now */
	str file = platter_view(subject->disk, "conformance.db");
	for (u64 page = 1; page < file.len / 4096; page++)
		platter_flip(subject->disk, "conformance.db", (page * 4096 + 3) * 8 + 6);
	mark_leave(&(struct file_path){ "conformance.db", 14 }, subject->vfs);
	enum err err = reopen(scene, &why);
	assert_int_equal(err, ERR_STORE_DAMAGED);
	assert_true(is_marked(scene));
	for (u64 page = 1; page < file.len / 4096; page++)
		platter_flip(subject->disk, "conformance.db", (page * 4096 + 3) * 8 + 6);
	assert_int_equal(reopen(scene, &why), ERR_OK);
	sqlite_scene_close(scene);
}

/* ---- files --------------------------------------------------------------------------------- */

static void all_files_are_their_owners_alone(void **state)
{
	static const char *const suffixes[] = { "", "-wal", "-shm", ".lock" };
	struct folder folder = folder_make();
	struct sqlite_store *store = open_file(folder.file);
	(void)state;
	assert_int_equal(store_probe(sqlite_store_view(store)), ERR_OK);
	for (u32 i = 0; i < countof(suffixes); i++) {
		char path[400];
		struct stat about;
		snprintf(path, sizeof path, "%s%s", folder.file, suffixes[i]);
		assert_int_equal(stat(path, &about), 0);
		assert_int_equal(about.st_mode & 0777, 0600);
	}
	close_store(store);
	folder_remove(&folder);
}

static void a_bad_path_is_refused_before_anything_is_touched(void **state)
{
	struct sqlite_store *store = NULL;
	struct why why;
	(void)state;
	assert_int_equal(try_open_file("", &why, &store), ERR_INVALID);
	assert_int_equal(try_open_file("/no/such/folder/belfry.db", &why, &store), ERR_IO);
	assert_true(why_says(&why, "/no/such/folder"));
	assert_null(store);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_second_process_is_refused_by_name),
		cmocka_unit_test(what_was_answered_survives_a_killed_process),
		cmocka_unit_test(after_a_failed_sync_the_next_start_looks_first),
		cmocka_unit_test(after_a_failed_sync_nothing_rests_on_what_was_lost),
		cmocka_unit_test(a_marked_file_that_is_damaged_is_refused),
		cmocka_unit_test(all_files_are_their_owners_alone),
		cmocka_unit_test(a_bad_path_is_refused_before_anything_is_touched),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
