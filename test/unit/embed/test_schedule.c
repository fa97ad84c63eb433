/* Tasks: durable when the call returns, once by key, refused with words. */
#include "embed/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>

/* As if the process had died: the file is copied while the handle is open, and opened elsewhere. */
static void copy_file(const char *from, const char *to)
{
	char bytes[65536];
	ssize_t len;
	int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (in < 0) { /* there is no log */
		close(out);
		assert_int_equal(0, unlink(to));
		return;
	}
	assert_true(out >= 0);
	while ((len = read(in, bytes, sizeof bytes)) > 0)
		assert_int_equal(len, write(out, bytes, (size_t)len));
	close(in);
	close(out);
}

static void copy_store(const struct program *from, const struct program *to)
{
	static const char *const names[] = { "belfry.db", "belfry.db-wal" };
	for (size_t i = 0; i < countof(names); i++) {
		char source[PATH_MAX + 20], target[PATH_MAX + 20];
		snprintf(source, sizeof source, "%s/%s", from->folder, names[i]);
		snprintf(target, sizeof target, "%s/%s", to->folder, names[i]);
		copy_file(source, target);
	}
}

static void what_was_scheduled_is_there_after_a_crash(void **state)
{
	(void)state;
	struct program program, next;
	program_start(&program);
	belfry_id run = program_task(&program, (belfry_task){ .payload = " {\"n\": 1.10} " });
	program_begin(&next);
	copy_store(&program, &next);
	program_open(&next);
	assert_done(&next, belfry_handle(next.handle, "t", program_handler, &next, &next.why));
	program_step(&next);
	assert_int_equal(1, next.calls_len);
	assert_memory_equal(&run, &next.calls[0].run, sizeof run);
	assert_string_equal("{\"n\": 1.10}", next.calls[0].payload);
	program_end(&next);
	program_end(&program);
}

static void key_makes_a_second_task_the_first(void **state)
{
	(void)state;
	struct program program;
	belfry_scheduled first, second;
	belfry_task task = { .size = sizeof task, .type = "t", .key = "k" };
	program_start(&program);
	assert_done(&program, belfry_schedule(program.handle, &task, &first, &program.why));
	assert_done(&program, belfry_schedule(program.handle, &task, &second, &program.why));
	assert_int_equal(0, first.is_duplicate);
	assert_int_equal(1, second.is_duplicate);
	assert_memory_equal(&first.run, &second.run, sizeof first.run);
	program_step(&program);
	assert_int_equal(1, program.calls_len);
	assert_string_equal("k", program.calls[0].key);
	task.unique = BELFRY_UNIQUE_ACTIVE; /* the first is done */
	assert_done(&program, belfry_schedule(program.handle, &task, &second, &program.why));
	assert_int_equal(0, second.is_duplicate);
	program_end(&program);
}

static void task_runs_at_its_time(void **state)
{
	(void)state;
	struct program program;
	program_start(&program);
	program_task(&program, (belfry_task){ .run_at = PROGRAM_START + 60000, .key = "at" });
	program_task(&program, (belfry_task){ .delay_ms = 30000, .key = "in" });
	program_step(&program);
	program_advance(&program, 29999);
	assert_int_equal(0, program.calls_len);
	program_advance(&program, 1);
	assert_int_equal(1, program.calls_len);
	assert_string_equal("in", program.calls[0].key);
	program_advance(&program, 30000);
	assert_int_equal(2, program.calls_len);
	assert_int_equal(PROGRAM_START + 60000, program.calls[1].planned_at);
	program_end(&program);
}

static void many_tasks_are_made_all_or_none(void **state)
{
	(void)state;
	struct program program;
	belfry_task tasks[3] = { { .type = "t" }, { .type = "t" }, { .type = "no spaces" } };
	belfry_scheduled made[3];
	memset(made, 7, sizeof made);
	for (int i = 0; i < 3; i++) tasks[i].size = sizeof tasks[i];
	program_start(&program);
	belfry_why *why = &program.why;
	assert_refused(&program, belfry_schedule_all(program.handle, tasks, 3, made, why),
		       BELFRY_INVALID, "type");
	assert_int_equal(7, made[0].run.bytes[0]); /* untouched */
	program_step(&program);
	assert_int_equal(0, program.calls_len);
	assert_done(&program, belfry_schedule_all(program.handle, tasks, 2, made, why));
	for (int i = 0; i < 2; i++) program_step(&program);
	assert_int_equal(2, program.calls_len);
	assert_refused(&program, belfry_schedule_all(program.handle, tasks, 0, made, why),
		       BELFRY_INVALID, "count");
	tasks[1].size = 0;
	assert_refused(&program, belfry_schedule_all(program.handle, tasks, 2, made, why),
		       BELFRY_INVALID, "tasks[1].size");
	program_end(&program);
}

static void tasks_out_of_bounds_are_named(void **state)
{
	(void)state;
	struct program program;
	static char long_payload[300000];
	memset(long_payload, ' ', sizeof long_payload - 1);
	static const struct {
		belfry_task task;
		const char *words;
	} rows[] = {
		{ { .type = NULL }, "type must not be empty" },
		{ { .type = "t", .payload = "[1]" }, "payload must be a JSON object" },
		{ { .type = "t", .payload = "{\"a\": }" }, "payload is not JSON" },
		{ { .type = "t", .payload = "{} x" }, "payload is not JSON" },
		{ { .type = "t", .payload = "{\"a\": 1, \"a\": 2}" }, "the same name twice" },
		{ { .type = "t", .payload = long_payload }, "at most 262144" },
		{ { .type = "t", .payload_len = 4 }, "payload is NULL" },
		{ { .type = "t", .priority = 11 }, "priority must be 1 to 10" },
		{ { .type = "t", .max_attempts = 1001 }, "max_attempts" },
		{ { .type = "t", .timeout_ms = 10 }, "timeout" },
		{ { .type = "t", .timeout_ms = -1 }, "timeout_ms" },
		{ { .type = "t", .run_at = 5, .delay_ms = 5 }, "either run_at or delay_ms" },
		{ { .type = "t", .delay_ms = -5 }, "delay_ms" },
		{ { .type = "t", .queue = "nowhere" }, "queue \"nowhere\" does not exist" },
		{ { .type = "t", .unique = (belfry_unique)9 }, "unique must not be 9" },
		{ { .type = "t", .key = "k", .unique_ms = -1 }, "unique_ms" },
	};
	program_start(&program);
	for (size_t i = 0; i < countof(rows); i++) {
		belfry_task task = rows[i].task;
		task.size = sizeof task;
		assert_refused(&program, belfry_schedule(program.handle, &task, NULL, &program.why),
			       BELFRY_INVALID, rows[i].words);
	}
	program_step(&program);
	assert_int_equal(0, program.calls_len);
	program_end(&program);
}

static void run_is_cancelled_and_moved(void **state)
{
	(void)state;
	struct program program;
	belfry_id nobody = { { 1 } };
	program_start(&program);
	belfry_why *why = &program.why;
	belfry_id run = program_task(&program, (belfry_task){ .delay_ms = 1000 });
	belfry_id moved = program_task(&program, (belfry_task){ .delay_ms = 1000 });
	assert_done(&program, belfry_cancel(program.handle, &run, "not needed", why));
	assert_done(&program, belfry_reschedule(program.handle, &moved, program.wall + 5000, why));
	program_step(&program);
	program_advance(&program, 4999);
	assert_int_equal(0, program.calls_len);
	program_advance(&program, 1);
	assert_int_equal(1, program.calls_len);
	assert_int_equal(BELFRY_RUN_CANCELLED, program_state(&program, run));
	assert_refused(&program, belfry_cancel(program.handle, &run, NULL, why), BELFRY_CONFLICT,
		       "");
	assert_refused(&program, belfry_cancel(program.handle, &nobody, NULL, why),
		       BELFRY_NOT_FOUND, "");
	assert_refused(&program, belfry_reschedule(program.handle, &moved, -1, why), BELFRY_INVALID,
		       "run_at");
	program_end(&program);
}

/* ---- disks that fail ----------------------------------------------------------------------- */

/* The system's files, but that a write may find the disk full. */
static sqlite3_vfs faulty_vfs;
static sqlite3_vfs *sound_vfs;
/* Databases and logs have methods of their own, which write alike. */
static sqlite3_io_methods faulty_methods[2];
static const sqlite3_io_methods *sound_methods[2];
static bool disk_is_full;

static int write_or_not(sqlite3_file *file, const void *bytes, int len, sqlite3_int64 at)
{
	return disk_is_full ? SQLITE_FULL : sound_methods[0]->xWrite(file, bytes, len, at);
}

static int open_faulty(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
		       int *out_flags)
{
	(void)vfs;
	int code = sound_vfs->xOpen(sound_vfs, name, file, flags, out_flags);
	if (code != SQLITE_OK || !file->pMethods) return code;
	size_t kind = flags & SQLITE_OPEN_MAIN_DB ? 0 : 1;
	sound_methods[kind] = file->pMethods;
	faulty_methods[kind] = *file->pMethods;
	faulty_methods[kind].xWrite = write_or_not;
	file->pMethods = &faulty_methods[kind];
	return code;
}

static void begin_faulty(void)
{
	sound_vfs = sqlite3_vfs_find(NULL);
	faulty_vfs = *sound_vfs;
	faulty_vfs.zName = "faulty";
	faulty_vfs.pNext = NULL;
	faulty_vfs.xOpen = open_faulty;
	assert_int_equal(SQLITE_OK, sqlite3_vfs_register(&faulty_vfs, 1));
}

static void end_faulty(void)
{
	assert_int_equal(SQLITE_OK, sqlite3_vfs_unregister(&faulty_vfs));
	assert_int_equal(SQLITE_OK, sqlite3_vfs_register(sound_vfs, 1));
}

static void full_disk_makes_nothing_and_loses_nothing(void **state)
{
	(void)state;
	struct program program;
	begin_faulty();
	program_start(&program);
	belfry_task task = { .size = sizeof task, .type = "t" };
	program_task(&program, task);
	disk_is_full = true;
	belfry_error refused = belfry_schedule(program.handle, &task, NULL, &program.why);
	belfry_error stepped = belfry_step(program.handle, NULL);
	disk_is_full = false;
	assert_int_equal(BELFRY_STORE, refused);
	assert_int_equal(BELFRY_STORE, stepped);
	assert_int_equal(0, program.calls_len);
	assert_true(belfry_wait_ms(program.handle) > 0); /* the store is left alone for a while */
	program.boot += 5000;
	program_step(&program);
	assert_string_equal("store writes resumed", program.log);
	assert_int_equal(1, program.calls_len);
	program_end(&program);
	end_faulty();
}

static void fill_disk(struct program *program, belfry_execution *execution)
{
	(void)program;
	(void)execution;
	disk_is_full = true;
}

/* The handler has run: its end is told again, and it does not run twice. */
static void end_that_the_store_did_not_take_is_told_again(void **state)
{
	(void)state;
	struct program program;
	begin_faulty();
	program_start(&program);
	program.act = fill_disk;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	belfry_error stepped = belfry_step(program.handle, &program.why);
	assert_int_equal(BELFRY_STORE, stepped);
	assert_int_equal(BELFRY_RUN_PROCESSING, program_state(&program, run));
	disk_is_full = false;
	program.boot += 5000;
	program_step(&program);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	assert_int_equal(1, program.calls_len);
	program_end(&program);
	end_faulty();
}

/* Closed meanwhile: nobody can know that the handler has run, so it runs again. */
static void end_that_the_store_never_took_runs_again(void **state)
{
	(void)state;
	struct program program;
	begin_faulty();
	program_start(&program);
	program.act = fill_disk;
	belfry_id run = program_task(&program, (belfry_task){ 0 });
	assert_int_equal(BELFRY_STORE, belfry_step(program.handle, NULL));
	assert_done(&program, belfry_close(program.handle, &program.why));
	disk_is_full = false;
	program.act = NULL;
	program_open(&program);
	assert_done(&program,
		    belfry_handle(program.handle, "t", program_handler, &program, &program.why));
	program_step(&program);
	program_advance(&program, 90000); /* the first step of the backoff, with its jitter */
	assert_int_equal(2, program.calls_len);
	assert_int_equal(2, program.calls[1].attempt);
	assert_int_equal(BELFRY_RUN_DONE, program_state(&program, run));
	program_end(&program);
	end_faulty();
}

/* A write that the disk half kept: nothing of this handle can be trusted any more, all that was
 * acknowledged before can. */
static void broken_disk_ends_the_handle_and_not_the_store(void **state)
{
	(void)state;
	struct program program;
	struct rlimit before, none;
	program_start(&program);
	belfry_id kept = program_task(&program, (belfry_task){ 0 });
	assert_int_equal(0, getrlimit(RLIMIT_FSIZE, &before));
	signal(SIGXFSZ, SIG_IGN);
	none = (struct rlimit){ .rlim_cur = 4096, .rlim_max = before.rlim_max };
	assert_int_equal(0, setrlimit(RLIMIT_FSIZE, &none));
	belfry_task task = { .size = sizeof task, .type = "t" };
	belfry_error first = belfry_schedule(program.handle, &task, NULL, &program.why);
	belfry_error second = belfry_schedule(program.handle, &task, NULL, NULL);
	belfry_error stepped = belfry_step(program.handle, NULL);
	assert_int_equal(0, setrlimit(RLIMIT_FSIZE, &before));
	assert_refused(&program, first, BELFRY_BROKEN, "fsync failed");
	assert_int_equal(BELFRY_BROKEN, second);
	assert_int_equal(BELFRY_BROKEN, stepped);
	assert_int_equal(0, program.calls_len);
	assert_done(&program, belfry_close(program.handle, &program.why));
	program_open(&program);
	assert_int_equal(BELFRY_RUN_QUEUED, program_state(&program, kept));
	program_end(&program);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_scheduled_is_there_after_a_crash),
		cmocka_unit_test(key_makes_a_second_task_the_first),
		cmocka_unit_test(task_runs_at_its_time),
		cmocka_unit_test(many_tasks_are_made_all_or_none),
		cmocka_unit_test(tasks_out_of_bounds_are_named),
		cmocka_unit_test(run_is_cancelled_and_moved),
		cmocka_unit_test(full_disk_makes_nothing_and_loses_nothing),
		cmocka_unit_test(end_that_the_store_did_not_take_is_told_again),
		cmocka_unit_test(end_that_the_store_never_took_runs_again),
		cmocka_unit_test(broken_disk_ends_the_handle_and_not_the_store),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
