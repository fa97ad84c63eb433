/* A store of real files whose process died: its last commits are in the log alone. */
#ifndef BELFRY_TEST_HOT_STORE_H
#define BELFRY_TEST_HOT_STORE_H

#include "store/sqlite/sqlite_look.h"
#include "store/sqlite/sqlite_scene.h"

enum { HOT_FRAME = 24 + 4096, HOT_HEAD = 32 };

struct hot_store {
	struct folder folder;
	struct file_path path;
	char log[320];
};

/* Commits `turns` of `runs` runs each, and dies. */
static inline void hot_live(struct hot_store *hot, u32 turns, u32 runs, u32 wal_pages)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = NULL;
	struct sqlite_config config = { .path = str_from(hot->folder.file),
					.wal_pages = wal_pages };
	struct why why;
	if (sqlite_store_open(&config, &why, &store)) fail_msg("%s", why.text);
	for (u32 turn = 0; turn < turns; turn++) {
		for (u32 i = 0; i < runs; i++) {
			struct run_row row = a_run(1 + turn * runs + i);
			row.payload = STR("{\"to\": \"ann\"}");
			row.payload_len = (u32)row.payload.len;
			put_run(scene, &row);
		}
		scene->turn.id = ++scene->last_turn;
		assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
		begin(scene);
	}
	sqlite_store_abandon(store);
	sqlite_scene_close(scene);
}

/* Three jobs: one is disabled, one was decided a day ahead of SCENE_START. */
static inline void hot_live_jobs(struct hot_store *hot)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store = NULL;
	struct sqlite_config config = { .path = str_from(hot->folder.file) };
	struct job_row jobs[] = { a_job(1), a_job(2), a_job(3) };
	struct why why;
	if (sqlite_store_open(&config, &why, &store)) fail_msg("%s", why.text);
	jobs[1].code = STR("ahead");
	jobs[1].hot.decided_through = SCENE_START + MSEC_DAY;
	jobs[2].code = STR("disabled");
	jobs[2].state = JOB_DISABLED;
	jobs[2].hot.decided_through = SCENE_START + 2 * MSEC_DAY;
	for (u32 i = 0; i < countof(jobs); i++) put_job(scene, &jobs[i]);
	scene->turn.id = ++scene->last_turn;
	assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
	sqlite_store_abandon(store);
	sqlite_scene_close(scene);
}

static inline struct hot_store hot_open(void)
{
	struct hot_store hot = { .folder = folder_make() };
	struct why why;
	assert_int_equal(file_path_init(&hot.path, str_from(hot.folder.file), &why), ERR_OK);
	snprintf(hot.log, sizeof hot.log, "%s-wal", hot.folder.file);
	return hot;
}

static inline void hot_close(struct hot_store *hot)
{
	folder_remove(&hot->folder);
}

static inline u64 hot_size(const char *path)
{
	struct stat about;
	assert_int_equal(stat(path, &about), 0);
	return (u64)about.st_size;
}

static inline void hot_flip(const char *path, u64 at, u32 bit)
{
	FILE *file = fopen(path, "r+b");
	assert_non_null(file);
	assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
	int byte = fgetc(file);
	assert_true(byte >= 0);
	assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
	assert_true(fputc(byte ^ 1 << bit, file) != EOF);
	assert_int_equal(fclose(file), 0);
}

static inline struct log_report hot_read(const struct hot_store *hot, u64 file_pages)
{
	struct log_report report = { 0 };
	struct why why;
	if (log_read(&hot->path, NULL, file_pages, &report, &why)) fail_msg("%s", why.text);
	return report;
}

#endif
