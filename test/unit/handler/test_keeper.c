/* The keeper in a process of its own, between us and a program. */
#define _GNU_SOURCE
#include "handler/keeper.h"

#include "handler/programs_place.h"
#include "handler/scratch.h"

#include <signal.h>
#include <sys/wait.h>

struct scene {
	struct programs_place there;
	struct wire_order order;
	int input, output; /* our ends */
	int go, status;
	pid_t keeper;
};

static void start(struct scene *scene, const char *program, bool let_go)
{
	int in[2], out[2], go[2], status[2], scratch;
	struct why why;
	u32 index;
	programs_place_open(&scene->there);
	assert_true(programs_find(scene->there.programs, str_from(program), &index));
	assert_int_equal(scratch_open(scene->there.work, &scratch, &why), ERR_OK);
	assert_int_equal(pipe(in) | pipe(out) | pipe(go) | pipe2(status, O_CLOEXEC), 0);
	scene->keeper = fork();
	if (scene->keeper == 0) {
		struct keeper_task task = { .program = &scene->there.programs->at[index],
					    .order = &scene->order,
					    .fds = { in[0], out[1], out[1] },
					    .status = status[1],
					    .go = go[0],
					    .scratch = scratch,
					    .scratch_path = scene->there.work };
		keeper_run(&task);
	}
	close(in[0]), close(out[1]), close(go[0]), close(status[1]), close(scratch);
	scene->input = in[1], scene->output = out[0], scene->go = go[1], scene->status = status[0];
	if (let_go) assert_int_equal(write(go[1], "g", 1), 1);
	close(scene->go);
}

static struct wire_end finish(struct scene *scene)
{
	struct wire_end end = { .stage = STAGE_BROKER };
	ssize_t got = read(scene->status, &end, sizeof end);
	assert_true(got == 0 || got == (ssize_t)sizeof end);
	assert_int_equal(waitpid(scene->keeper, NULL, 0), scene->keeper);
	close(scene->output), close(scene->status);
	if (scene->input >= 0) close(scene->input);
	mkdir(scene->there.records, 0700);
	programs_place_close(&scene->there);
	return end;
}

static void it_runs_a_program_and_says_how_it_ended(void **state)
{
	(void)state;
	struct scene scene = { .order = { .attempt = 1 } };
	char text[16];
	start(&scene, "echo", true);
	assert_int_equal(write(scene.input, "hello", 5), 5);
	close(scene.input);
	scene.input = -1;
	size_t len = 0;
	ssize_t got;
	while ((got = read(scene.output, text + len, sizeof text - len)) > 0) len += (size_t)got;
	assert_str(((str){ text, len }), STR("hello"));
	struct wire_end end = finish(&scene);
	assert_int_equal(end.stage, STAGE_NONE);
	assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0);
	assert_false(end.was_killed);
}

static void without_leave_nothing_is_run(void **state)
{
	(void)state;
	struct scene scene = { .order = { .attempt = 1 } };
	start(&scene, "echo", false);
	assert_int_equal(finish(&scene).stage, STAGE_BROKER); /* not a word */
}

static void term_is_followed_by_kill_when_the_grace_is_over(void **state)
{
	(void)state;
	struct scene scene = { .order = { .attempt = 1 } };
	char byte;
	start(&scene, "stubborn", true);
	assert_int_equal(read(scene.output, &byte, 1), 1);
	kill(scene.keeper, SIGTERM);
	kill(scene.keeper, SIGTERM); /* a second one does not begin it anew */
	struct wire_end end = finish(&scene);
	assert_true(end.was_killed);
	assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGKILL);
}

static void quit_kills_at_once(void **state)
{
	(void)state;
	struct scene scene = { .order = { .attempt = 1 } };
	char byte;
	start(&scene, "tells", true);
	assert_int_equal(read(scene.output, &byte, 1), 1);
	kill(scene.keeper, SIGQUIT);
	struct wire_end end = finish(&scene);
	assert_true(end.was_killed);
	assert_int_equal(WTERMSIG(end.status), SIGKILL);
}

static void slots_follow_the_fixed_arguments_behind_two_dashes(void **state)
{
	(void)state;
	struct program program = {
		.path = "/p", .arguments = { "-x" }, .arguments_len = 1, .slots_len = 2
	};
	struct wire_order order = { .slots = { "one", "-rf" }, .slots_len = 2 };
	const char *arguments[KEEPER_ARGUMENTS_MAX];
	keeper_arguments(&program, &order, arguments);
	static const char *const wanted[] = { "/p", "-x", "--", "one", "-rf" };
	for (size_t i = 0; i < countof(wanted); i++) assert_string_equal(arguments[i], wanted[i]);
	assert_null(arguments[countof(wanted)]);
	program.slots_len = 0;
	keeper_arguments(&program, &order, arguments);
	assert_null(arguments[2]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_runs_a_program_and_says_how_it_ended),
		cmocka_unit_test(without_leave_nothing_is_run),
		cmocka_unit_test(term_is_followed_by_kill_when_the_grace_is_over),
		cmocka_unit_test(quit_kills_at_once),
		cmocka_unit_test(slots_follow_the_fixed_arguments_behind_two_dashes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
