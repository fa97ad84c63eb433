/* Fault loops. Every story is played with the first allocation refused, then the second, and so on
 * until it comes to its end untouched; the same with every call to the store, every write and sync
 * of its file, and every moment at which a process can die. Whatever failed, the story ends as it
 * would have: nothing is lost, doubled, half done or leaked, and nothing aborts.
 *
 * Over the store in memory every point of every story is tried. Over SQLite that is so in the
 * stories that say so (is_whole); there are 400,000 in all. Of the others FAULT_POINTS (0: all) of
 * each story and mode are tried, evenly spread, others with another FAULT_FROM.
 *
 *   fault [STORY [GROUND MODE N]]    all stories; one; one with one fault, to look at closely
 *   fault --stories                  their names */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "stories.h"

#include "base/must.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS_MAX = 1000000, POINTS_DEFAULT = 2 };

static const struct ground_kind *const grounds[] = { &ground_memory, &ground_sqlite };

struct score {
	u32 passed;
	u32 failed;
	u64 faults;
	u64 points; /* at which one could have been */
};

/* What is on trial. */
static struct rig rig;

static void promise_broken(const char *condition, const char *file, int line)
{
	printf("FAILED: %s over %s: %s %llu: must(%s) at %s:%d\n", rig.story, rig.kind->name,
	       fault_mode_name(rig.mode), (unsigned long long)rig.at, condition, file, line);
	printf("0 passed, 1 failed\n");
	fflush(stdout);
	_exit(1);
}

static u64 number_of(const char *variable, u64 otherwise)
{
	const char *text = getenv(variable);
	return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static struct rig_plan plan_of(const struct story *story, const struct ground_kind *kind)
{
	return (struct rig_plan){ .story = story->name,
				  .kind = kind,
				  .runs_max = story->runs_max,
				  .from_nothing = story->from_nothing,
				  /* In memory there is little to it. */
				  .with_opening = story->with_opening || !kind->has_files };
}

/* How many points the story came by, and one; 0: a check failed. */
static u64 play(const struct story *story, const struct rig_plan *plan, struct buf *out_summary)
{
	rig_open(&rig, plan);
	story->play(&rig);
	rig_close(&rig, out_summary);
	return rig.has_failed ? 0 : rig.points[plan->mode] + 1;
}

static bool ends_as(const struct buf *summary, const struct buf *expected)
{
	if (str_eq(buf_view(summary), buf_view(expected))) return true;
	printf("FAILED: %s over %s: %s %llu: it ends differently\n%.*sand untouched:\n%.*s",
	       rig.story, rig.kind->name, fault_mode_name(rig.mode), (unsigned long long)rig.at,
	       STR_ARG(buf_view(summary)), STR_ARG(buf_view(expected)));
	return false;
}

/* ---- from the beginning each time ------------------------------------------------------------ */

static bool play_each(const struct story *story, struct rig_plan plan, const struct buf *expected,
		      struct score *score)
{
	struct buf summary;
	bool good = true;
	buf_init(&summary, RIG_SUMMARY_BYTES);
	for (plan.at = 1; good && plan.at < POINTS_MAX; plan.at++) {
		u64 points = play(story, &plan, &summary);
		good = points && ends_as(&summary, expected);
		if (points <= plan.at) break; /* untouched */
		score->faults++;
		score->points++;
	}
	buf_done(&summary);
	return good && plan.at > 1; /* at least one point was there */
}

/* ---- a child for each fault ------------------------------------------------------------------ */

/* A file takes longer to make than a story to play. So a story is played once, without a fault; at
 * every point that is chosen a child meets it, and tells how it went on from there. */
static struct {
	u64 step[FAULT_MODES]; /* every so many-th point is tried; 0: none of this mode */
	u64 from;
	u64 faults;
	bool has_failed[FAULT_MODES]; /* then no other one is tried */
	bool is_child;
} forking;

/* ---- what is known -------------------------------------------------------------------------- */

/* Most faults while a process starts leave the same behind: a file as it was. From the end of a
 * process the story goes on by what is left alone, so what one child has proven counts for all that
 * come by there. Children share the table with their parent, and add to it one after the other. */
enum { KNOWN_MAX = 1 << 20, PASSED_MAX = 256 };

static struct {
	u64 *states; /* a table of KNOWN_MAX, in memory that is shared; 0: empty */
	u64 *met;    /* how many children ended by it */
	u64 passed[PASSED_MAX];
	u32 passed_len;
} known;

static u64 *known_place(u64 state)
{
	u64 at = state % KNOWN_MAX;
	while (known.states[at] && known.states[at] != state) at = (at + 1) % KNOWN_MAX;
	return &known.states[at];
}

static void known_init(void)
{
	size_t bytes = (KNOWN_MAX + 1) * sizeof *known.states;
	known.states = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(known.states != MAP_FAILED);
	known.met = &known.states[KNOWN_MAX];
}

/* Another story, or another bound on memory: nothing is known of it. */
static void known_forget(void)
{
	memset(known.states, 0, KNOWN_MAX * sizeof *known.states);
}

static void known_add_passed(void)
{
	for (u32 i = 0; i < known.passed_len; i++) *known_place(known.passed[i]) = known.passed[i];
}

static void pass_between(const struct rig *child, u64 left)
{
	u64 state = left ? left : 1;
	if (!forking.is_child || child->has_failed) return;
	if (*known_place(state) == state) {
		known_add_passed();
		++*known.met;
		fflush(stdout);
		_exit(0);
	}
	if (known.passed_len < PASSED_MAX) known.passed[known.passed_len++] = state;
}

/* ---- one child ------------------------------------------------------------------------------ */

static bool meets(const struct rig *parent, enum fault_mode mode, u64 number)
{
	int status = 1;
	u64 step = forking.step[mode];
	/* Rows of refusals that begin one after the other in an opening differ little. */
	if (parent->is_opening && mode == FAULT_MEMORY_ROW && number % 10 != 1) return false;
	if (!step || number % step != forking.from % step || forking.has_failed[mode]) return false;
	forking.faults++;
	fflush(stdout);
	pid_t child = fork();
	must(child >= 0);
	forking.is_child = child == 0;
	if (child == 0) return true;
	must(waitpid(child, &status, 0) == child);
	forking.has_failed[mode] = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	if (WIFSIGNALED(status))
		printf("FAILED: %s over %s: %s %llu: ended by signal %d\n", parent->story,
		       parent->kind->name, fault_mode_name(mode), (unsigned long long)number,
		       WTERMSIG(status));
	return false;
}

/* From how many points there are. */
static void choose_steps(const struct story *story, const struct ground_kind *kind,
			 const u64 *points)
{
	u64 wanted = story->is_whole ? 0 : number_of("FAULT_POINTS", POINTS_DEFAULT);
	memset(&forking, 0, sizeof forking);
	forking.from = number_of("FAULT_FROM", 1);
	for (u32 mode = FAULT_NONE + 1; mode < FAULT_MODES; mode++) {
		if (!fault_mode_is_for((enum fault_mode)mode, kind)) continue;
		forking.step[mode] = wanted && points[mode] > wanted ? points[mode] / wanted : 1;
	}
}

static bool play_forking(const struct story *story, struct rig_plan plan,
			 const struct buf *expected)
{
	struct buf summary;
	buf_init(&summary, RIG_SUMMARY_BYTES);
	plan.is_chosen = meets;
	plan.between = pass_between;
	known_forget();
	bool good = play(story, &plan, &summary) && ends_as(&summary, expected);
	buf_done(&summary);
	if (forking.is_child) {
		if (good) known_add_passed();
		fflush(stdout);
		_exit(!good);
	}
	return good;
}

/* ---- stories --------------------------------------------------------------------------------- */

static void play_over_files(const struct story *story, const struct rig_plan *plan,
			    const struct buf *expected, struct score *score)
{
	u64 points[FAULT_MODES];
	memcpy(points, rig.points, sizeof points);
	choose_steps(story, plan->kind, points);
	bool good = play_forking(story, *plan, expected);
	for (u32 mode = FAULT_NONE + 1; mode < FAULT_MODES; mode++) {
		if (!forking.step[mode]) continue;
		bool holds = good && !forking.has_failed[mode] && points[mode] > 0;
		score->points += points[mode];
		score->passed += holds;
		score->failed += !holds;
	}
	score->faults += forking.faults;
}

static void play_in_memory(const struct story *story, struct rig_plan plan,
			   const struct buf *expected, struct score *score)
{
	for (u32 mode = FAULT_NONE + 1; mode < FAULT_MODES; mode++) {
		plan.mode = (enum fault_mode)mode;
		if (!fault_mode_is_for(plan.mode, plan.kind)) continue;
		bool holds = play_each(story, plan, expected, score);
		score->passed += holds;
		score->failed += !holds;
	}
}

static void play_story(const struct story *story, const struct ground_kind *kind,
		       struct score *score)
{
	struct buf expected;
	struct rig_plan plan = plan_of(story, kind);
	buf_init(&expected, RIG_SUMMARY_BYTES);
	bool good = play(story, &plan, &expected);
	score->failed += !good;
	if (good && kind->has_files) play_over_files(story, &plan, &expected, score);
	else if (good) play_in_memory(story, plan, &expected, score);
	buf_done(&expected);
}

/* fault STORY GROUND MODE N */
static void play_one(const struct story *story, char **words)
{
	struct buf summary;
	struct rig_plan plan = plan_of(story, grounds[strcmp(words[0], "sqlite") == 0]);
	plan.mode = (enum fault_mode)(strtoul(words[1], NULL, 10) % FAULT_MODES);
	plan.at = strtoull(words[2], NULL, 10);
	buf_init(&summary, RIG_SUMMARY_BYTES);
	play(story, &plan, &summary);
	printf("%.*s%s: %llu points\n", STR_ARG(buf_view(&summary)), fault_mode_name(plan.mode),
	       (unsigned long long)rig.points[plan.mode]);
	buf_done(&summary);
}

/* ---- all commands --------------------------------------------------------------------------- */

static bool is_played[COMMAND_COUNT];

static void note_commands(void)
{
	for (u64 reply = 1; reply <= rig.replies; reply++) is_played[rig.kinds[reply]] = true;
}

/* What asks changes nothing; what comes from a disk or a reader that is not here, or changes one
 * cell of what a host made, is told elsewhere: damage, inboxes, an alert's reader. A test of an
 * alert may be sent twice. An operation of a story is over before anybody could stop it. A record
 * is of what the edge did. */
static bool is_left_out(enum command_kind kind)
{
	return command_order(kind) == ORDER_ASK || kind == COMMAND_DAMAGED ||
	       kind == COMMAND_NOTICE_READ || kind == COMMAND_ALERT_ACKNOWLEDGE ||
	       kind == COMMAND_ALERT_TEST || kind == COMMAND_OPERATION_STOP ||
	       kind == COMMAND_RECORD;
}

static void check_commands(struct score *score)
{
	bool holds = true;
	for (u32 kind = 0; kind < COMMAND_COUNT; kind++) {
		if (is_played[kind] || is_left_out((enum command_kind)kind)) continue;
		printf("FAILED: no story tells of %.*s\n",
		       STR_ARG(command_name((enum command_kind)kind)));
		holds = false;
	}
	score->passed += holds;
	score->failed += !holds;
}

static void play_on(const struct ground_kind *kind, const char *only, struct score *score)
{
	struct score before = *score;
	u32 played = 0;
	for (u32 i = 0; i < stories_len; i++) {
		if (only && strcmp(only, stories[i].name) != 0) continue;
		play_story(&stories[i], kind, score);
		note_commands();
		played++;
	}
	printf("%s: %u stories, %llu faults at %llu points, %llu of them the same as another\n",
	       kind->name, played, (unsigned long long)(score->faults - before.faults),
	       (unsigned long long)(score->points - before.points), (unsigned long long)*known.met);
}

int main(int argc, char **argv)
{
	struct score score = { 0 };
	must_set_hook(promise_broken);
	known_init();
	bool lists = argc == 2 && strcmp(argv[1], "--stories") == 0;
	for (u32 i = 0; lists && i < stories_len; i++) printf("%s\n", stories[i].name);
	if (lists) return 0;
	for (u32 i = 0; argc > 4 && i < stories_len; i++) {
		if (strcmp(argv[1], stories[i].name) == 0) play_one(&stories[i], argv + 2);
	}
	if (argc > 4) return rig.has_failed;
	for (u32 i = 0; i < countof(grounds); i++)
		play_on(grounds[i], argc > 1 ? argv[1] : NULL, &score);
	if (argc == 1) check_commands(&score);
	printf("%u passed, %u failed\n", score.passed, score.failed);
	return score.failed != 0 || score.passed == 0; /* none: there is no such story */
}
