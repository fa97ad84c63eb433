/* Fault loops. Every story is played with the first allocation refused, then the second, and so on
 * until it comes to its end untouched; the same with every call to the store. Whatever failed, the
 * story ends as it would have: nothing is lost, doubled, half done or leaked, and nothing aborts.
 *
 *   fault [STORY [MODE N]]    all stories; one; one with one fault, to look at closely */
#include "stories.h"

#include "base/must.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS_MAX = 100000 };

/* Which fault was in force, for the last word of a broken promise. */
static const struct rig *on_trial;

static void promise_broken(const char *condition, const char *file, int line)
{
	printf("FAILED: %s: mode %d, fault %llu: must(%s) at %s:%d\n", on_trial->story,
	       (int)on_trial->mode, (unsigned long long)on_trial->at, condition, file, line);
	printf("0 passed, 1 failed\n");
	fflush(stdout);
	exit(1);
}

/* How many points the story came by; 0: a check failed. */
static u64 play(const struct story *story, enum fault_mode mode, u64 at, char *out_summary)
{
	static struct rig rig;
	on_trial = &rig;
	rig_open(&rig, story->name, story->runs_max, mode, at);
	story->play(&rig);
	rig_close(&rig, out_summary);
	return rig.has_failed ? 0 : rig.counted + 1;
}

static bool play_all(const struct story *story, enum fault_mode mode, const char *expected,
		     u64 *faults)
{
	static char summary[RIG_SUMMARY_BYTES];
	for (u64 at = 1; at < POINTS_MAX; at++) {
		u64 points = play(story, mode, at, summary);
		if (!points) return false;
		if (strcmp(summary, expected) != 0) {
			printf("FAILED: %s: mode %d, fault %llu: it ends differently\n%s"
			       "and untouched:\n%s",
			       story->name, (int)mode, (unsigned long long)at, summary, expected);
			return false;
		}
		if (points - 1 < at) return at > 1; /* untouched; at least one point was there */
		(*faults)++;
	}
	return false;
}

static u32 run_story(const struct story *story, u32 *failed, u64 *faults)
{
	static char expected[RIG_SUMMARY_BYTES];
	u32 passed = 0;
	if (!play(story, FAULT_NONE, 0, expected)) {
		(*failed)++;
		return 0;
	}
	for (u32 mode = FAULT_NONE + 1; mode < FAULT_MODES; mode++) {
		bool good = play_all(story, (enum fault_mode)mode, expected, faults);
		passed += good;
		*failed += !good;
	}
	return passed;
}

int main(int argc, char **argv)
{
	u32 passed = 0, failed = 0;
	u64 faults = 0;
	must_set_hook(promise_broken);
	for (u32 i = 0; i < stories_len; i++) {
		if (argc > 1 && strcmp(argv[1], stories[i].name) != 0) continue;
		if (argc > 3) {
			static char summary[RIG_SUMMARY_BYTES];
			play(&stories[i], (enum fault_mode)strtoul(argv[2], NULL, 10),
			     strtoull(argv[3], NULL, 10), summary);
			printf("%s", summary);
			continue;
		}
		passed += run_story(&stories[i], &failed, &faults);
	}
	printf("%u stories, %llu faults\n", stories_len, (unsigned long long)faults);
	printf("%u passed, %u failed\n", passed, failed);
	return failed != 0;
}
