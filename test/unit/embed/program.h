/* A program with the library inside: a store in a folder of its own, a clock that only the test
 * moves, and handlers that note what they were given. */
#ifndef BELFRY_TEST_PROGRAM_H
#define BELFRY_TEST_PROGRAM_H

#include "base/check.h"

#include <belfry.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRAM_START ((belfry_time)1772355600000) /* 2026-03-01T09:00:00Z, a Sunday */

enum { CALLS_MAX = 100 };

struct program;

struct call {
	belfry_id run;
	belfry_id execution;
	uint32_t attempt;
	belfry_time planned_at;
	char type[40];
	char key[40];
	char payload[200];
};

struct program {
	char folder[PATH_MAX];
	belfry *handle;
	belfry_options options;
	belfry_why why;
	belfry_time wall, boot;
	/* The handler's orders: its outcome, and everything else it does. */
	belfry_outcome outcome;
	void (*act)(struct program *program, belfry_execution *execution);
	struct call calls[CALLS_MAX];
	uint32_t calls_len;
	belfry_execution *later, *second;
	char log[400];
};

static inline void program_clock(void *user, belfry_time *out_wall, belfry_time *out_boot)
{
	struct program *program = user;
	*out_wall = program->wall;
	*out_boot = program->boot;
}

static inline void program_log(void *user, belfry_level level, const char *text)
{
	struct program *program = user;
	(void)level;
	snprintf(program->log, sizeof program->log, "%s", text);
}

static inline belfry_outcome program_handler(void *user, belfry_execution *execution)
{
	struct program *program = user;
	struct call *call = &program->calls[program->calls_len];
	assert_true(program->calls_len++ < CALLS_MAX);
	call->run = belfry_execution_run(execution);
	call->execution = belfry_execution_id(execution);
	call->attempt = belfry_execution_attempt(execution);
	call->planned_at = belfry_execution_planned_at(execution);
	snprintf(call->type, sizeof call->type, "%s", belfry_execution_type(execution));
	snprintf(call->key, sizeof call->key, "%s", belfry_execution_key(execution));
	snprintf(call->payload, sizeof call->payload, "%s",
		 belfry_execution_payload(execution, NULL));
	if (program->act) program->act(program, execution);
	return program->outcome;
}

#define assert_done(program, call) assert_done_at(program, call, __FILE__, __LINE__)

static inline void assert_done_at(const struct program *program, belfry_error error,
				  const char *file, int line)
{
	if (!error) return;
	print_error("%d: %s\n", (int)error, program->why.text);
	_fail(file, line);
}

/* The answer is that error, and its sentence has these words. */
#define assert_refused(program, call, error, words) \
	assert_refused_at(program, call, error, words, __FILE__, __LINE__)

static inline void assert_refused_at(struct program *program, belfry_error error,
				     belfry_error expected, const char *words, const char *file,
				     int line)
{
	if (error == expected && program->why.code == expected && strstr(program->why.text, words))
		return;
	print_error("%d, not %d: %s\n", (int)error, (int)expected, program->why.text);
	_fail(file, line);
}

static inline void program_open(struct program *program)
{
	assert_done(program, belfry_open(&program->options, &program->handle, &program->why));
}

static inline void program_begin(struct program *program)
{
	const char *base = getenv("TMPDIR");
	memset(program, 0, sizeof *program);
	snprintf(program->folder, sizeof program->folder, "%s/belfry-embed-XXXXXX",
		 base ? base : "/tmp");
	assert_non_null(mkdtemp(program->folder));
	program->wall = PROGRAM_START;
	program->boot = 5000;
	BELFRY_INIT(&program->options);
	program->options.folder = program->folder;
	program->options.clock = program_clock;
	program->options.clock_user = program;
	program->options.log = program_log;
	program->options.log_user = program;
}

static inline int program_remove(const char *path, const struct stat *status, int kind,
				 struct FTW *where)
{
	(void)status;
	(void)kind;
	(void)where;
	return remove(path);
}

static inline void program_end(struct program *program)
{
	assert_done(program, belfry_close(program->handle, &program->why));
	assert_int_equal(0, nftw(program->folder, program_remove, 8, FTW_DEPTH | FTW_PHYS));
}

/* Opened, with a handler for the type "t". */
static inline void program_start(struct program *program)
{
	program_begin(program);
	program_open(program);
	assert_done(program,
		    belfry_handle(program->handle, "t", program_handler, program, &program->why));
}

static inline void program_step(struct program *program)
{
	assert_done(program, belfry_step(program->handle, &program->why));
}

/* Time goes on, both clocks alike, and the program steps as often as it is told to. */
static inline void program_advance(struct program *program, int64_t span)
{
	belfry_time end = program->boot + span;
	for (uint32_t steps = 0; program->boot < end; steps++) {
		int64_t wait = belfry_wait_ms(program->handle);
		if (wait < 1) wait = 1;
		if (wait > end - program->boot) wait = end - program->boot;
		program->boot += wait;
		program->wall += wait;
		program_step(program);
		assert_true(steps < 100000);
	}
}

static inline belfry_id program_task(struct program *program, belfry_task task)
{
	belfry_scheduled made;
	task.size = sizeof task;
	if (!task.type) task.type = "t";
	assert_done(program, belfry_schedule(program->handle, &task, &made, &program->why));
	return made.run;
}

static inline belfry_error program_put(struct program *program, belfry_job job)
{
	job.size = sizeof job;
	if (!job.type) job.type = "t";
	return belfry_put_job(program->handle, &job, NULL, &program->why);
}

/* A run as the store has it; what is borrowed is the list's. */
struct seen {
	belfry_run_list *list;
	const belfry_run *run;
};

static inline struct seen program_see(struct program *program, const belfry_id *run)
{
	struct seen seen = { 0 };
	belfry_filter filter;
	BELFRY_INIT(&filter);
	filter.run = run;
	assert_done(program, belfry_list_runs(program->handle, &filter, &seen.list, &program->why));
	assert_int_equal(1, belfry_run_list_len(seen.list));
	seen.run = belfry_run_list_at(seen.list, 0);
	return seen;
}

static inline belfry_state program_state(struct program *program, belfry_id run)
{
	struct seen seen = program_see(program, &run);
	belfry_state state = seen.run->state;
	belfry_run_list_free(seen.list);
	return state;
}

#endif
