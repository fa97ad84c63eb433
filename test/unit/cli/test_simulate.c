/* Stories about `belfry simulate`: what it hands to the player, and its exit codes. */
#include "cli/output.h"
#include "stage.h"

/* What the player was asked for, and what it answers. */
struct player {
	struct stage stage; /* first: the doors' context */
	struct simulation wish;
	char text[100];
	u32 plays;
	u32 unmet;
	enum err err;
};

static enum err play(void *context, const struct simulation *wish, struct output *out,
		     u32 *out_unmet, struct why *why)
{
	struct player *player = context;
	player->plays++;
	player->wish = *wish;
	snprintf(player->text, sizeof player->text, "%.*s", STR_ARG(wish->text));
	if (player->err) return fail(why, player->err, "tale:1:1: a verb is missing");
	buf_add(&out->text, STR("played\n"));
	*out_unmet = player->unmet;
	return ERR_OK;
}

static enum err read_file(void *context, str path, size_t max, struct buf *out, struct why *why)
{
	(void)context;
	(void)max;
	if (!str_eq(path, STR("tale")))
		return fail(why, ERR_NOT_FOUND, "%.*s: there is no such file", STR_ARG(path));
	buf_add(out, STR("at 0 crash\n"));
	return ERR_OK;
}

static void player_init(struct player *player)
{
	*player = (struct player){ .plays = 0 };
	stage_init(&player->stage);
	player->stage.doors.simulate = play;
	player->stage.doors.read_file = read_file;
}

#define PLAYER(player)        \
	struct player player; \
	(void)state;          \
	player_init(&(player))

static void a_file_is_played_as_it_stands(void **state)
{
	PLAYER(player);
	assert_int_equal(stage_run(&player.stage, "simulate", "tale"), 0);
	assert_str(buf_view(&player.stage.out), STR("played\n"));
	assert_string_equal(player.text, "at 0 crash\n");
	assert_false(player.wish.json || player.wish.quiet || player.wish.has_seed);
	assert_int_equal(player.wish.until, 0);
	stage_done(&player.stage);
}

static void options_are_handed_on(void **state)
{
	PLAYER(player);
	assert_int_equal(stage_run(&player.stage, "simulate", "tale", "--json", "--quiet", "--seed",
				   "7", "--until", "1h30m"),
			 0);
	assert_true(player.wish.json && player.wish.quiet && player.wish.has_seed);
	assert_int_equal(player.wish.seed, 7);
	assert_int_equal(player.wish.until, 90 * MSEC_MINUTE);
	stage_done(&player.stage);
}

static void a_dash_is_standard_input(void **state)
{
	PLAYER(player);
	player.stage.input = STR("at 1s crash\nat 2s crash\n");
	player.stage.input_piece = 5;
	assert_int_equal(stage_run(&player.stage, "simulate", "-"), 0);
	assert_string_equal(player.text, "at 1s crash\nat 2s crash\n");
	player.stage.input_fails = true;
	assert_int_equal(stage_run(&player.stage, "simulate", "-"), 1);
	stage_done(&player.stage);
}

static void too_long_an_input_is_refused(void **state)
{
	PLAYER(player);
	static char large[(8 << 20) + 1];
	memset(large, '#', sizeof large);
	player.stage.input = (str){ large, sizeof large };
	assert_int_equal(stage_run(&player.stage, "simulate", "-"), 2);
	assert_has(&player.stage.err, "longer than 8388608 bytes");
	assert_int_equal(player.plays, 0);
	stage_done(&player.stage);
}

static void what_did_not_hold_makes_it_fail(void **state)
{
	PLAYER(player);
	player.unmet = 2;
	assert_int_equal(stage_run(&player.stage, "simulate", "tale"), 1);
	assert_has(&player.stage.out, "played\n");
	assert_has(&player.stage.err, "belfry simulate: 2 expectations not met\n");
	player.unmet = 1;
	assert_int_equal(stage_run(&player.stage, "simulate", "tale"), 1);
	assert_has(&player.stage.err, "belfry simulate: 1 expectation not met\n");
	stage_done(&player.stage);
}

static void a_bad_story_is_exit_code_two(void **state)
{
	PLAYER(player);
	player.err = ERR_INVALID;
	assert_int_equal(stage_run(&player.stage, "simulate", "tale"), 2);
	assert_has(&player.stage.err, "belfry simulate: tale:1:1: a verb is missing\n");
	assert_int_equal(stage_run(&player.stage, "simulate", "lost"), 3);
	assert_has(&player.stage.err, "lost: there is no such file");
	stage_done(&player.stage);
}

static void a_wrong_call_says_what_is_expected(void **state)
{
	PLAYER(player);
	assert_int_equal(stage_run(&player.stage, "simulate"), 2);
	assert_has(&player.stage.err, "one file with a story is expected");
	assert_int_equal(stage_run(&player.stage, "simulate", "tale", "tale"), 2);
	assert_int_equal(stage_run(&player.stage, "simulate", "tale", "--seed", "x"), 2);
	assert_has(&player.stage.err, "--seed must be a whole number");
	assert_int_equal(stage_run(&player.stage, "simulate", "tale", "--until", "0"), 2);
	assert_has(&player.stage.err, "--until must be a span such as 90s");
	assert_int_equal(player.plays, 0);
	stage_done(&player.stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_is_played_as_it_stands),
		cmocka_unit_test(options_are_handed_on),
		cmocka_unit_test(a_dash_is_standard_input),
		cmocka_unit_test(too_long_an_input_is_refused),
		cmocka_unit_test(what_did_not_hold_makes_it_fail),
		cmocka_unit_test(a_bad_story_is_exit_code_two),
		cmocka_unit_test(a_wrong_call_says_what_is_expected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
