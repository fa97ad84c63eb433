/* Routes: tokens, who shares them, what a change of the rate does, what a route remembers. */
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/routes_desk.h"

static u32 routes_known(const struct desk *desk)
{
	return pump_engine(desk->pump)->gates.routes.table.count;
}

static struct enqueue_item on(const char *route)
{
	return (struct enqueue_item){ .type = STR("send"), .route = str_from(route) };
}

static void no_span_sees_more_starts_than_rate_and_burst(void **state)
{
	(void)state;
	enum { RATE = 7, BURST = 3, SECONDS = 30, STEP = 13 };
	struct desk desk;
	u32 started[SECONDS * 1000 / STEP + 1] = { 0 };
	u32 len = 0;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ RATE, BURST, 1000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 500);
	for (msec at = 0; at < SECONDS * 1000; at += STEP) {
		started[len++] = desk_got(&desk);
		desk_advance(&desk, STEP);
	}
	u32 all = 0;
	for (u32 from = 0; from < len; from++) {
		u32 sum = 0;
		for (u32 to = from; to < len; to++) {
			sum += started[to];
			u32 span = (to - from) * STEP;
			assert_true(sum * 1000 <= RATE * span + BURST * 1000);
		}
		all += started[from];
	}
	/* And no fewer: nothing is lost by rounding. */
	assert_in_range(all, RATE * (SECONDS - 1), RATE * SECONDS + BURST);
	desk_close(&desk);
}

static void a_waiting_worker_is_served_with_the_next_token(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 5000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 2);
	assert_int_equal(1, desk_got(&desk));
	u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 30000 });
	desk_advance(&desk, 4999);
	assert_int_equal(0, desk.granted[call]);
	desk_advance(&desk, 1);
	assert_int_equal(1, desk.granted[call]);
	desk_close(&desk);
}

static void each_tenant_has_its_own_bucket_of_the_systems_rate(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 2, 2, 60000, RATE_TENANT, 0 });
	desk_route(&desk, "acme", "send", "chat");
	desk_route(&desk, "beta", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 5);
	desk_runs_of(&desk, "beta", "send", 5);
	assert_int_equal(4, desk_got(&desk));
	desk_same_as_fresh(&desk);
	/* Together from now on: tokens of the one bucket are new. */
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 3, 3, 60000, RATE_SYSTEM, 0 });
	assert_int_equal(3, desk_got(&desk));
	assert_int_equal(0, desk_got(&desk));
	/* Apart again. */
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 1, 1, 60000, RATE_TENANT, 0 });
	assert_int_equal(2, desk_got(&desk));
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 0 });
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void those_who_share_a_bucket_take_turns_at_it(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 1, 1, 20000, RATE_SYSTEM, 0 });
	desk_route(&desk, "acme", "send", "chat");
	desk_route(&desk, "beta", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 50);
	desk_runs_of(&desk, "beta", "send", 50);
	for (u32 i = 0; i < 20; i++) {
		assert_int_equal(1, desk_got(&desk));
		desk_advance(&desk, 20000);
	}
	assert_in_range(desk_leases_of(&desk, 0, "acme"), 9, 11);
	desk_close(&desk);
}

static void weights_count_at_a_shared_bucket_too(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_set_tenant(&desk, "acme", (struct tenant_policy){ .weight = 3 });
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 1, 1, 1000, RATE_SYSTEM, 0 });
	desk_route(&desk, "acme", "send", "chat");
	desk_route(&desk, "beta", "send", "chat");
	desk_runs_of(&desk, "acme", "send", 50);
	desk_runs_of(&desk, "beta", "send", 50);
	for (u32 i = 0; i < 40; i++) {
		assert_int_equal(1, desk_got(&desk));
		desk_advance(&desk, 1000);
	}
	assert_in_range(desk_leases_of(&desk, 0, "acme"), 28, 32);
	desk_close(&desk);
}

static void many_who_share_a_bucket_are_woken_together(void **state)
{
	(void)state;
	enum { TENANTS = 40 };
	struct desk desk;
	char room[32];
	desk_open(&desk);
	desk_rate(&desk, "system", "chat", (struct rate_policy){ 100, 20, 1000, RATE_SYSTEM, 0 });
	for (u32 i = 0; i < TENANTS; i++) {
		str tenant = desk_name(room, "t", i);
		room[tenant.len] = '\0';
		desk_route(&desk, room, "send", "chat");
		desk_runs_of(&desk, room, "send", 20);
	}
	assert_int_equal(20, desk_got(&desk));
	desk_advance(&desk, 99);
	assert_int_equal(0, desk_got(&desk));
	desk_advance(&desk, 1);
	assert_int_equal(10, desk_got(&desk));
	desk_advance(&desk, 1000);
	assert_int_equal(20, desk_got(&desk));
	desk_close(&desk);
}

static void a_change_of_the_rate_makes_no_tokens(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 4, 60000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 20);
	assert_int_equal(1, desk_lease(&desk, 1, (struct lease_command){ 0 }));
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 9, 60000, RATE_TENANT, 0 });
	assert_int_equal(3, desk_got(&desk));
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 5, 5, 5000, RATE_TENANT, 0 });
	assert_int_equal(0, desk_got(&desk));
	desk_advance(&desk, 1000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void what_was_used_is_remembered_when_no_type_is_left(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 2, 60000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 5);
	assert_int_equal(2, desk_got(&desk));
	desk_set_type(&desk, "acme", "send", (struct type_policy){ 0 });
	assert_int_equal(3, desk_got(&desk)); /* it uses the route no more */
	assert_int_equal(1, routes_known(&desk));
	desk_runs_of(&desk, "acme", "send", 5);
	desk_route(&desk, "acme", "send", "chat");
	assert_int_equal(0, desk_got(&desk));
	desk_set_type(&desk, "acme", "send", (struct type_policy){ .limit = 1 });
	desk_advance(&desk, 120000);
	assert_int_equal(0, routes_known(&desk)); /* all tokens are back */
	desk_close(&desk);
}

static void a_new_process_starts_with_an_empty_bucket(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 2, 2, 10000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 5);
	assert_int_equal(2, desk_got(&desk));
	desk_crash(&desk);
	assert_int_equal(0, desk_got(&desk));
	desk_advance(&desk, 5000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

/* Nor does it know what was used of a route that nobody stands on when it begins. */
static void nor_makes_a_new_process_up_tokens_for_who_comes_later(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 4, 60000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 20);
	assert_int_equal(4, desk_got(&desk));
	desk_set_type(&desk, "acme", "send", (struct type_policy){ .limit = 4 });
	desk_crash(&desk);
	desk_settle(&desk);
	desk_route(&desk, "acme", "send", "chat");
	assert_int_equal(0, desk_got(&desk));
	desk_advance(&desk, 60000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

/* A rate that is changed before anybody stands there makes up none, either; once its bucket must be
 * full, it is. */
static void a_changed_rate_of_an_empty_route_makes_up_none(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 4, 60000, RATE_TENANT, 0 });
	desk_crash(&desk);
	desk_settle(&desk);
	desk_advance(&desk, 60000);
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 2, 2, 60000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 20);
	desk_route(&desk, "acme", "send", "chat");
	assert_int_equal(0, desk_got(&desk));
	desk_set_type(&desk, "acme", "send", (struct type_policy){ .limit = 1 });
	desk_advance(&desk, 60000);
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 3, 60000, RATE_TENANT, 0 });
	desk_route(&desk, "acme", "send", "chat");
	assert_int_equal(3, desk_got(&desk));
	desk_close(&desk);
}

static void a_long_wait_puts_runs_off_and_a_short_one_does_not(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 9000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 1);
	assert_int_equal(1, desk_got(&desk));
	struct uuid run = desk_run(&desk, "acme", (struct enqueue_item){ .type = STR("send") });
	desk_advance(&desk, 8000);
	assert_int_equal(0, desk_row(&desk, run).hot.deferred_count);
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 60000, RATE_TENANT, 0 });
	msec opens = desk.now.wall + 60000;
	desk_advance(&desk, 1000);
	struct run_row row = desk_row(&desk, run);
	assert_int_equal(1, row.hot.deferred_count);
	assert_int_equal(GATE_RATE_LIMIT, row.hot.deferred_by);
	assert_int_equal(opens, row.hot.deferred_until);
	assert_int_equal(0, row.hot.attempts);
	desk_advance(&desk, 59000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void maintenance_behind_a_closed_route_is_seen_when_it_opens(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 5000, RATE_TENANT, 0 });
	desk_runs_of(&desk, "acme", "send", 2);
	assert_int_equal(1, desk_got(&desk));
	struct command gates = { .kind = COMMAND_SET_TENANT,
				 .set = { .name = STR("acme"),
					  .has_gates = true,
					  .gates_only = true,
					  .gates = STR("maintenance 0 open") } };
	assert_int_equal(ERR_OK, desk_do(&desk, gates)->err);
	desk_advance(&desk, 5000);
	assert_int_equal(0, desk_got(&desk));
	gates.set.gates = STR("");
	assert_int_equal(ERR_OK, desk_do(&desk, gates)->err);
	desk_advance(&desk, 5 * MSEC_MINUTE);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void a_tenant_that_goes_takes_its_routes_along(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 60000, RATE_TENANT, 0 });
	desk_run(&desk, "acme", on("chat"));
	desk_lease(&desk, 1, (struct lease_command){ 0 });
	desk_finish(&desk, desk.leases[0].execution, OUTCOME_SUCCESS, STR(""));
	struct command drop = { .kind = COMMAND_TENANT_DROP,
				.set = { .name = STR("acme"), .expected = DOCUMENT_ANY } };
	struct command tenant = { .kind = COMMAND_DOCUMENT_PUT,
				  .tenant = STR("acme"),
				  .document = { DOCUMENT_TENANT, STR("acme"), STR("{}"),
						DOCUMENT_ANY } };
	assert_int_equal(ERR_OK, desk_do(&desk, tenant)->err);
	assert_int_equal(1, routes_known(&desk));
	assert_int_equal(ERR_OK, desk_do(&desk, drop)->err);
	assert_int_equal(0, routes_known(&desk));
	desk_close(&desk);
}

/* ---- routes that runs name ----------------------------------------------------------------- */

static void a_route_of_a_run_holds_back_only_itself(void **state)
{
	(void)state;
	static const str send = STR("send");
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	desk_rate(&desk, "acme", "a", (struct rate_policy){ 1, 1, 5000, RATE_TENANT, 0 });
	desk_enqueue_many(&desk, "acme", on("a"), 3);
	desk_enqueue_many(&desk, "acme", on("b"), 3);
	desk_enqueue_many(&desk, "acme", on(""), 3);
	assert_int_equal(7, desk_got(&desk));
	desk_same_as_fresh(&desk);
	desk_enqueue_many(&desk, "acme", on("b"), 2);
	/* Also for who names the type. */
	assert_int_equal(2, desk_lease(&desk, 100,
				       (struct lease_command){ .types = &send, .types_len = 1 }));
	/* The type's own route is another's business, and the other way round. */
	desk_rate(&desk, "acme", "chat", (struct rate_policy){ 1, 1, 9000, RATE_TENANT, 0 });
	desk_enqueue_many(&desk, "acme", on(""), 2);
	desk_enqueue_many(&desk, "acme", on("b"), 2);
	assert_int_equal(3, desk_got(&desk));
	desk_advance(&desk, 5000);
	assert_int_equal(1, desk_got(&desk));
	/* A type that has another route takes only those along that say nothing. */
	desk_route(&desk, "acme", "send", "mail");
	assert_int_equal(1, desk_got(&desk));
	desk_advance(&desk, 5000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

/* What one says of its limit closes its own route, and no other of its type. */
static void a_refusal_closes_the_route_that_the_run_names(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_run(&desk, "acme", on("a"));
	assert_int_equal(1, desk_got(&desk));
	desk_said(&desk, 0, true, (struct rate_said){ .reset_after_ms = 8000 });
	desk_enqueue_many(&desk, "acme", on("a"), 1);
	desk_enqueue_many(&desk, "acme", on("b"), 1);
	desk_enqueue_many(&desk, "acme", on(""), 1);
	assert_int_equal(2, desk_got(&desk));
	desk_advance(&desk, 8000);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

/* Also where memory had no room for them, and in a process that begins anew. */
static void spilled_runs_come_back_by_their_route(void **state)
{
	(void)state;
	struct desk desk;
	desk_open_with(&desk, (struct engine_config){ .runs_max = 20 });
	desk_rate(&desk, "acme", "a", (struct rate_policy){ 1, 1, 9000, RATE_TENANT, 0 });
	desk_enqueue_many(&desk, "acme", on("a"), 60);
	desk_enqueue_many(&desk, "acme", on("b"), 60);
	desk_same_as_fresh(&desk);
	desk_crash(&desk);
	desk_settle(&desk);
	u32 got = 0;
	for (u32 i = 0; i < 40; i++) got += desk_got(&desk);
	assert_int_equal(60, got); /* those on b; the bucket of a began empty */
	desk_advance(&desk, 9000);
	got = desk_got(&desk);
	desk_settle(&desk);
	assert_int_equal(1, got + desk_got(&desk));
	desk_close(&desk);
}

static void runs_of_a_tenant_name_so_many_routes_at_once(void **state)
{
	(void)state;
	struct desk desk;
	struct uuid first = { 0 };
	desk_open(&desk);
	for (u32 i = 0; i <= LIMIT_ROUTES_PER_TENANT; i++) {
		char route[16];
		snprintf(route, sizeof route, "customer-%u", i);
		struct enqueue_answer answer = desk_enqueue(&desk, "acme", on(route));
		assert_int_equal(i < LIMIT_ROUTES_PER_TENANT ? ERR_OK : ERR_QUOTA, answer.err);
		if (!i) first = answer.run;
	}
	/* Those that are in use may be named as often as anybody likes; another tenant has its own.
	 */
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-7")).err);
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "beta", on("customer-7")).err);
	assert_int_equal(ERR_QUOTA, desk_enqueue(&desk, "acme", on("customer-x")).err);
	/* Nobody stands on it any more: that makes room for a name that is known. */
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "beta", on("customer-y")).err);
	assert_int_equal(ERR_QUOTA, desk_enqueue(&desk, "acme", on("customer-y")).err);
	desk_do(&desk, (struct command){ .kind = COMMAND_CANCEL, .run = { .run = first } });
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-y")).err);
	desk_close(&desk);
}

static void a_tenant_brings_so_many_new_names_of_routes(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	const struct engine *engine = pump_engine(desk.pump);
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-1")).err);
	tenant_no acme = { name_find(engine, NAME_TENANT, STR("acme")) };
	assert_int_equal(1, tenant_find(engine, acme)->routes_named);
	tenant_find(engine, acme)->routes_named = LIMIT_ROUTE_NAMES_PER_TENANT - 1;
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-2")).err);
	assert_int_equal(ERR_QUOTA, desk_enqueue(&desk, "acme", on("customer-3")).err);
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-1")).err);
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "beta", on("customer-3")).err);
	assert_int_equal(ERR_OK, desk_enqueue(&desk, "acme", on("customer-3")).err);
	desk_close(&desk);
}

/* ---- places ------------------------------------------------------------------------------- */

static void places(struct desk *desk, const char *tenant, const char *route, u32 most)
{
	desk_rate(desk, tenant, route, (struct rate_policy){ .concurrency = most });
}

static u32 waiting_on_limit(struct desk *desk, struct uuid run)
{
	struct command ask = { .kind = COMMAND_ASK_WHY, .run = { .run = run } };
	const struct why_answer *why = &desk_do(desk, ask)->reasons;
	u32 found = 0;
	for (u32 i = 0; i < why->len; i++) found += why->reasons[i].kind == WHY_ROUTE_LIMIT;
	return found;
}

static void a_route_has_so_many_places_and_no_more(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	places(&desk, "acme", "c7", 2);
	struct uuid runs[5];
	for (u32 i = 0; i < countof(runs); i++) {
		struct enqueue_item item = on("c7");
		if (i % 2) item.type = STR("other"), item.queue = (str){ "", 0 };
		runs[i] = desk_run(&desk, "acme", item);
	}
	struct uuid free_run = desk_run(&desk, "acme", on("c8"));
	assert_int_equal(3, desk_got(&desk));
	assert_int_equal(RUN_PROCESSING, desk_state(&desk, free_run));
	assert_int_equal(1, waiting_on_limit(&desk, runs[4]));
	desk_check(&desk);
	desk_same_as_fresh(&desk);
	desk_finish(&desk, desk.leases[0].execution, OUTCOME_SUCCESS, (str){ "", 0 });
	assert_int_equal(1, desk_got(&desk));
	assert_int_equal(0, desk_got(&desk));
	/* Fewer places take nothing from those who have one. */
	places(&desk, "acme", "c7", 1);
	desk_check(&desk);
	desk_same_as_fresh(&desk);
	desk_finish(&desk, desk.leases[1].execution, OUTCOME_SUCCESS, (str){ "", 0 });
	assert_int_equal(0, desk_got(&desk));
	/* More let in at once, none bounds nothing. */
	places(&desk, "acme", "c7", 2);
	assert_int_equal(1, desk_got(&desk));
	places(&desk, "acme", "c7", 0);
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void a_waiting_worker_gets_the_place_that_comes_free(void **state)
{
	static const enum outcome ends[] = { OUTCOME_SUCCESS, OUTCOME_FAIL, OUTCOME_RETRY };
	(void)state;
	for (u32 i = 0; i <= countof(ends); i++) {
		struct desk desk;
		desk_open(&desk);
		places(&desk, "acme", "c7", 1);
		struct uuid first = desk_run(&desk, "acme", on("c7"));
		desk_run(&desk, "acme", on("c7"));
		struct lease lease = desk_claim(&desk);
		u64 call = desk_call(&desk, 1, (struct lease_command){ .wait_ms = 30000 });
		assert_int_equal(0, desk.granted[call]);
		if (i < countof(ends)) desk_finish(&desk, lease.execution, ends[i], (str){ "", 0 });
		else desk_run_command(&desk, COMMAND_CANCEL, first);
		assert_int_equal(1, desk.granted[call]);
		desk_close(&desk);
	}
}

/* The places of a type's route are those of all its runs that name none themselves. */
static void places_move_with_the_route_of_a_type(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	desk_route(&desk, "acme", "send", "chat");
	places(&desk, "acme", "chat", 1);
	places(&desk, "acme", "mail", 3);
	desk_runs_of(&desk, "acme", "send", 4);
	assert_int_equal(1, desk_got(&desk));
	desk_route(&desk, "acme", "send", "mail");
	desk_check(&desk);
	assert_int_equal(2, desk_got(&desk));
	desk_route(&desk, "acme", "send", "chat");
	desk_check(&desk);
	assert_int_equal(0, desk_got(&desk));
	desk_route(&desk, "acme", "send", "");
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

static void places_are_each_tenants_own(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	places(&desk, "system", "c7", 1);
	for (u32 i = 0; i < 3; i++) {
		desk_run(&desk, "acme", on("c7"));
		desk_run(&desk, "globex", on("c7"));
	}
	assert_int_equal(2, desk_got(&desk));
	assert_int_equal(1, desk_leases_of(&desk, 0, "acme"));
	struct command shared = { .kind = COMMAND_SET_LIMIT,
				  .tenant = STR("system"),
				  .set = { .name = STR("c7"),
					   .expected = DOCUMENT_ANY,
					   .details = STR("{}"),
					   .rate = { .concurrency = 1, .scope = RATE_SYSTEM } } };
	assert_int_equal(ERR_INVALID, desk_do(&desk, shared)->err);
	shared.set.rate = (struct rate_policy){ .concurrency = LIMIT_ROUTE_CONCURRENCY + 1 };
	assert_int_equal(ERR_INVALID, desk_do(&desk, shared)->err);
	shared.set.rate = (struct rate_policy){ 0 };
	assert_int_equal(ERR_INVALID, desk_do(&desk, shared)->err);
	desk_close(&desk);
}

static void places_that_are_taken_are_so_after_a_crash(void **state)
{
	(void)state;
	struct desk desk;
	desk_open(&desk);
	places(&desk, "acme", "c7", 1);
	desk_run(&desk, "acme", on("c7"));
	desk_run(&desk, "acme", on("c7"));
	struct lease lease = desk_claim(&desk);
	desk_crash(&desk);
	assert_int_equal(0, desk_got(&desk));
	desk_check(&desk);
	desk_finish(&desk, lease.execution, OUTCOME_SUCCESS, (str){ "", 0 });
	assert_int_equal(1, desk_got(&desk));
	desk_close(&desk);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_span_sees_more_starts_than_rate_and_burst),
		cmocka_unit_test(a_waiting_worker_is_served_with_the_next_token),
		cmocka_unit_test(each_tenant_has_its_own_bucket_of_the_systems_rate),
		cmocka_unit_test(those_who_share_a_bucket_take_turns_at_it),
		cmocka_unit_test(weights_count_at_a_shared_bucket_too),
		cmocka_unit_test(many_who_share_a_bucket_are_woken_together),
		cmocka_unit_test(a_change_of_the_rate_makes_no_tokens),
		cmocka_unit_test(what_was_used_is_remembered_when_no_type_is_left),
		cmocka_unit_test(a_new_process_starts_with_an_empty_bucket),
		cmocka_unit_test(nor_makes_a_new_process_up_tokens_for_who_comes_later),
		cmocka_unit_test(a_changed_rate_of_an_empty_route_makes_up_none),
		cmocka_unit_test(a_long_wait_puts_runs_off_and_a_short_one_does_not),
		cmocka_unit_test(maintenance_behind_a_closed_route_is_seen_when_it_opens),
		cmocka_unit_test(a_tenant_that_goes_takes_its_routes_along),
		cmocka_unit_test(a_route_of_a_run_holds_back_only_itself),
		cmocka_unit_test(a_refusal_closes_the_route_that_the_run_names),
		cmocka_unit_test(spilled_runs_come_back_by_their_route),
		cmocka_unit_test(runs_of_a_tenant_name_so_many_routes_at_once),
		cmocka_unit_test(a_tenant_brings_so_many_new_names_of_routes),
		cmocka_unit_test(a_route_has_so_many_places_and_no_more),
		cmocka_unit_test(a_waiting_worker_gets_the_place_that_comes_free),
		cmocka_unit_test(places_move_with_the_route_of_a_type),
		cmocka_unit_test(places_are_each_tenants_own),
		cmocka_unit_test(places_that_are_taken_are_so_after_a_crash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
