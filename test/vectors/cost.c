/* What each line of the vectors costs, in instructions: the rule parsed, bound and asked for ten
 * instants. Runs under callgrind, which counts the same on every machine:
 *
 *   valgrind --tool=callgrind --callgrind-out-file=OUT cost FILE...
 *
 * The counters are set to zero before each line and written out after it, under the line's id; the
 * `run` beside this reads them. */
#include "vector.h"

#include <valgrind/callgrind.h>

static void ask_counted(void *context, const struct vector *vector)
{
	struct vector_zones *zones = context;
	struct answer answer;
	const struct zone *zone = vector_zone(zones, vector->zone);
	if (!zone) return; /* the zone is what is wrong with this line */
	CALLGRIND_ZERO_STATS;
	vector_ask(vector, zone, &answer);
	CALLGRIND_DUMP_STATS_AT(vector->id);
}

int main(int argc, char **argv)
{
	static struct vector_zones zones;
	for (int i = 1; i < argc; i++) {
		if (vector_file(argv[i], ask_counted, &zones) > 0) continue;
		fprintf(stderr, "cannot read %s\n", argv[i]);
		return 1;
	}
	vector_zones_done(&zones);
	return 0;
}
