/* What gates cost, in instructions: so many runs are made, a thousand a turn, and then drained, 50
 * a turn, as a worker does that reports and leases in one call, through the real pump and SQLite.
 * By callgrind the count is the same however busy the machine is (test/bench/gates).
 *
 *   bench_gates FOLDER GATES WHEN TENANTS RUNS
 *
 * GATES: none; limits (of tenant and type, a rate, maintenance and quiet hours to come); rule (a
 * rule of the policy guard that looks at the type); payload (one that looks at the payload, which
 * each run passes). WHEN: fresh (the runs that were made are drained), or stored (the server began
 * anew in between, so that what is known of them is in the store). Prints how many turns it took.
 */
#include "core_lives.h"

#include <valgrind/callgrind.h>

enum { MADE_A_TURN = 1000, LEASED_A_TURN = 50, TURNS_A_RUN_MAX = 20 };

static struct bench bench;

static str payload_of_mail(void)
{
	static char text[PAYLOAD_BYTES + 1];
	static const char head[] = "{\"order\":{\"id\":4711},\"text\":\"hello\",\"filler\":\"";
	if (!text[0]) {
		memset(text, 'x', PAYLOAD_BYTES);
		memcpy(text, head, sizeof head - 1);
		memcpy(text + PAYLOAD_BYTES - 2, "\"}", 2);
	}
	return (str){ text, PAYLOAD_BYTES };
}

static void set_rules(const char *rules, u32 tenants)
{
	for (u32 i = 0; i < tenants; i++) {
		struct command tenant = { .kind = COMMAND_SET_TENANT };
		tenant.set.name = str_from(tenant_name(i));
		tenant.set.has_gates = true;
		tenant.set.gates = str_from(rules);
		set(&bench, tenant);
	}
}

static bool set_gates(str gates, u32 tenants)
{
	if (str_eq(gates, STR("limits"))) set_limits(&bench);
	else if (str_eq(gates, STR("rule"))) set_rules("rule deny\ttype=other.*\n", tenants);
	else if (str_eq(gates, STR("payload")))
		set_rules("rule deny\tfield=text\tis=\"blocked\"\n", tenants);
	else return str_eq(gates, STR("none"));
	return true;
}

static void make_runs(u32 tenants, u32 runs)
{
	for (u32 made = 0; made < runs;) {
		u32 len = 0;
		for (u32 i = 0; i < MADE_A_TURN && made < runs; i++, made++) {
			bench.items[i] = (struct enqueue_item){ .type = STR("mail.send"),
								.payload = payload_of_mail() };
			submit(&bench, &len,
			       (struct command){ .kind = COMMAND_ENQUEUE,
						 .tenant = str_from(tenant_name(made % tenants)),
						 .enqueue = { &bench.items[i], 1, false } });
		}
		check(pump_turn(bench.pump), "a turn");
	}
}

/* As many turns as it took. */
static u32 drain(u32 runs)
{
	static struct report reported[TURN_MAX];
	u32 turns = 0;
	while (bench.finished < runs && turns < TURNS_A_RUN_MAX * runs) {
		u32 len = 0, held = bench.held;
		memcpy(reported, bench.reports, held * sizeof *reported);
		bench.held = 0;
		if (held)
			submit(&bench, &len,
			       (struct command){ .kind = COMMAND_REPORT,
						 .report = { STR("w"), reported, held, NULL } });
		bench.finished += held;
		submit_lease(&bench, &len, LEASED_A_TURN);
		do {
			check(pump_turn(bench.pump), "a turn");
			turns++;
		} while (!bench.held && pump_is_due(bench.pump, bench_now(&bench)));
	}
	return turns;
}

int main(int argc, char **argv)
{
	u64 tenants = 0, runs = 0;
	char path[1024];
	bool is_good = argc == 6 && str_to_u64(str_from(argv[4]), TENANTS, &tenants) && tenants &&
		       str_to_u64(str_from(argv[5]), 1000000, &runs);
	if (!is_good)
		return fprintf(stderr, "usage: bench_gates FOLDER GATES WHEN TENANTS RUNS\n"), 2;
	snprintf(path, sizeof path, "%s/gates.db", argv[1]);
	bench = (struct bench){ .path = path };
	remove_store(path);
	bench_open(&bench);
	if (!set_gates(str_from(argv[2]), (u32)tenants))
		return fprintf(stderr, "bench_gates: GATES is none, limits, rule or payload\n"), 2;
	CALLGRIND_START_INSTRUMENTATION;
	make_runs((u32)tenants, (u32)runs);
	CALLGRIND_STOP_INSTRUMENTATION;
	if (str_eq(str_from(argv[3]), STR("stored"))) {
		bench_close(&bench);
		bench_open(&bench);
		check(pump_turn(bench.pump), "the first turn");
	}
	CALLGRIND_START_INSTRUMENTATION;
	u32 turns = drain((u32)runs);
	CALLGRIND_STOP_INSTRUMENTATION;
	printf("%u\n", turns);
	bench_close(&bench);
	remove_store(path);
	return bench.finished < runs;
}
