#include "base/map.h"

#include "check.h"

struct thing {
	u32 number;
	u64 key;
	struct uuid id;
	bool is_in; /* what the model believes */
	u32 visits;
};

/* A generic map over things by `key`, with a hash that the test chooses. */
static bool same_key(const void *item, const void *key)
{
	return ((const struct thing *)item)->key == *(const u64 *)key;
}

/* The promises of map.c, slot by slot. */
static void check_table(const struct map_table *table)
{
	u32 count = 0, empty = 0;
	for (u64 i = 0; table->slots && i <= table->mask; i++) {
		const struct map_slot *slot = &table->slots[i];
		const struct map_slot *next = &table->slots[(i + 1) & table->mask];
		u64 distance = (i - (slot->hash >> table->shift)) & table->mask;
		u64 next_distance = (i + 1 - (next->hash >> table->shift)) & table->mask;
		count += slot->item != NULL;
		empty += slot->item == NULL;
		if (next->item) assert_true(next_distance <= (slot->item ? distance + 1 : 0));
	}
	assert_int_equal(count, table->count);
	assert_true(table->count <= table->count_max);
	if (table->slots) assert_true(empty > 0);
}

static void what_goes_in_is_found_and_comes_out(void **state)
{
	(void)state;
	struct u64_map map;
	struct thing a = { .number = 1 }, b = { .number = 2 };
	u64_map_init(&map, 1);
	assert_null(u64_map_find(&map, 0));
	assert_null(u64_map_remove(&map, 0));
	assert_int_equal(u64_map_reserve(&map, 2), ERR_OK);
	u64_map_insert(&map, 0, &a);
	u64_map_insert(&map, UINT64_MAX, &b);
	assert_ptr_equal(u64_map_find(&map, 0), &a);
	assert_ptr_equal(u64_map_find(&map, UINT64_MAX), &b);
	assert_null(u64_map_find(&map, 1));
	assert_ptr_equal(u64_map_remove(&map, 0), &a);
	assert_null(u64_map_remove(&map, 0));
	assert_null(u64_map_find(&map, 0));
	assert_ptr_equal(u64_map_find(&map, UINT64_MAX), &b);
	u64_map_done(&map);
}

static void uuids_are_found_inside_their_items(void **state)
{
	(void)state;
	static struct thing things[1000];
	struct uuid_map map;
	struct uuid7_clock clock = { 0 };
	u8 random[UUID7_RANDOM_LEN] = { 0 };
	uuid_map_init(&map, 2, offsetof(struct thing, id));
	assert_int_equal(uuid_map_reserve(&map, countof(things)), ERR_OK);
	for (u32 i = 0; i < countof(things); i++) {
		things[i].id = uuid7_next(&clock, 1700000000000, random);
		uuid_map_insert(&map, &things[i]);
	}
	check_table(&map.table);
	for (u32 i = 0; i < countof(things); i++) {
		struct uuid id = things[i].id;
		assert_ptr_equal(uuid_map_find(&map, &id), &things[i]);
		id.bytes[15] ^= 1;
		assert_null(uuid_map_find(&map, &id));
	}
	for (u32 i = 0; i < countof(things); i++)
		assert_ptr_equal(uuid_map_remove(&map, &things[i].id), &things[i]);
	assert_int_equal(map.table.count, 0);
	assert_null(uuid_map_remove(&map, &things[0].id));
	uuid_map_done(&map);
}

static void names_are_compared_by_the_owner(void **state)
{
	(void)state;
	struct map map;
	struct thing things[6];
	/* All hashes alike: only the comparison tells them apart. */
	map_init(&map, same_key);
	assert_int_equal(map_reserve(&map, 6), ERR_OK);
	for (u64 i = 0; i < 6; i++) {
		things[i] = (struct thing){ .key = i };
		map_insert(&map, 99, &i, &things[i]);
	}
	check_table(&map.table);
	for (u64 i = 0; i < 6; i++) assert_ptr_equal(map_find(&map, 99, &i), &things[i]);
	assert_null(map_find(&map, 99, &(u64){ 6 }));
	assert_null(map_find(&map, 98, &(u64){ 1 }));
	assert_ptr_equal(map_remove(&map, 99, &(u64){ 2 }), &things[2]);
	assert_null(map_find(&map, 99, &(u64){ 2 }));
	assert_ptr_equal(map_find(&map, 99, &(u64){ 5 }), &things[5]);
	check_table(&map.table);
	map_done(&map);
}

/* --- against a model that looks at everything --- */

enum { MODEL_THINGS = 1500, MODEL_STEPS = 100000 };

/* The three maps behind one face, so that one model tests them all. */
struct subject {
	enum { BY_NUMBER, BY_UUID, BY_NAME } kind;
	struct u64_map numbers;
	struct uuid_map uuids;
	struct map names;
	u64 hash_mask; /* fewer bits of the owner's hash: collisions of every kind */
};

static u64 weak_hash(const struct subject *subject, const struct thing *thing)
{
	return hash_mix(thing->key) & subject->hash_mask;
}

static const struct map_table *table_of(const struct subject *subject)
{
	if (subject->kind == BY_NUMBER) return &subject->numbers.table;
	return subject->kind == BY_UUID ? &subject->uuids.table : &subject->names.table;
}

static void subject_init(struct subject *subject, u64 seed)
{
	u64_map_init(&subject->numbers, seed);
	uuid_map_init(&subject->uuids, seed, offsetof(struct thing, id));
	map_init(&subject->names, same_key);
}

static void subject_done(struct subject *subject)
{
	u64_map_done(&subject->numbers);
	uuid_map_done(&subject->uuids);
	map_done(&subject->names);
}

static enum err subject_reserve(struct subject *subject, u32 more)
{
	if (subject->kind == BY_NUMBER) return u64_map_reserve(&subject->numbers, more);
	if (subject->kind == BY_UUID) return uuid_map_reserve(&subject->uuids, more);
	return map_reserve(&subject->names, more);
}

static void subject_insert(struct subject *subject, struct thing *thing)
{
	u64 hash = weak_hash(subject, thing);
	if (subject->kind == BY_NUMBER) u64_map_insert(&subject->numbers, thing->key, thing);
	else if (subject->kind == BY_UUID) uuid_map_insert(&subject->uuids, thing);
	else map_insert(&subject->names, hash, &thing->key, thing);
}

static void *subject_find(const struct subject *subject, const struct thing *thing)
{
	if (subject->kind == BY_NUMBER) return u64_map_find(&subject->numbers, thing->key);
	if (subject->kind == BY_UUID) return uuid_map_find(&subject->uuids, &thing->id);
	return map_find(&subject->names, weak_hash(subject, thing), &thing->key);
}

static void *subject_remove(struct subject *subject, const struct thing *thing)
{
	if (subject->kind == BY_NUMBER) return u64_map_remove(&subject->numbers, thing->key);
	if (subject->kind == BY_UUID) return uuid_map_remove(&subject->uuids, &thing->id);
	return map_remove(&subject->names, weak_hash(subject, thing), &thing->key);
}

static struct thing *subject_next(const struct subject *subject, struct map_cursor *cursor)
{
	if (subject->kind == BY_NUMBER) return u64_map_next(&subject->numbers, cursor);
	if (subject->kind == BY_UUID) return uuid_map_next(&subject->uuids, cursor);
	return map_next(&subject->names, cursor);
}

static void make_things(struct thing *things, u32 count, struct prng *prng)
{
	for (u32 i = 0; i < count; i++) {
		/* Distinct, and every second run of them regular. */
		u64 key = i / 100 % 2 ? i : prng_next(prng) << 32 | i;
		things[i] = (struct thing){ .number = i, .key = key };
		for (u32 k = 0; k < 8; k++) things[i].id.bytes[8 + k] = (u8)(key >> 8 * (7 - k));
	}
}

static void check_everything(struct subject *subject, struct thing *things)
{
	u32 expected = 0, met = 0;
	struct map_cursor cursor = { 0 };
	check_table(table_of(subject));
	for (u32 i = 0; i < MODEL_THINGS; i++) {
		expected += things[i].is_in;
		assert_ptr_equal(subject_find(subject, &things[i]),
				 things[i].is_in ? &things[i] : NULL);
	}
	assert_int_equal(table_of(subject)->count, expected);
	for (struct thing *thing; (thing = subject_next(subject, &cursor)); met++)
		assert_true(thing->is_in);
	assert_int_equal(met, expected);
}

static void model_step(struct subject *subject, struct thing *thing, struct prng *prng, u64 odds)
{
	assert_ptr_equal(subject_find(subject, thing), thing->is_in ? thing : NULL);
	if (!thing->is_in && prng_chance(prng, odds, 10)) {
		assert_int_equal(subject_reserve(subject, 1), ERR_OK);
		subject_insert(subject, thing);
		thing->is_in = true;
	} else if (prng_chance(prng, 10 - odds, 10)) {
		assert_ptr_equal(subject_remove(subject, thing), thing->is_in ? thing : NULL);
		thing->is_in = false;
	}
}

static void run_model(struct subject *subject, struct prng *prng)
{
	static struct thing things[MODEL_THINGS];
	make_things(things, MODEL_THINGS, prng);
	subject_init(subject, prng_next(prng));
	for (u32 step = 0; step < MODEL_STEPS; step++) {
		/* The tide: the map fills and empties several times. */
		u64 odds = step / 8000 % 2 ? 2 : 9;
		model_step(subject, &things[prng_below(prng, MODEL_THINGS)], prng, odds);
		if (step % 1000 == 0) check_everything(subject, things);
	}
	check_everything(subject, things);
	subject_done(subject);
}

static void random_steps_over_numbers_agree_with_a_naive_model(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	run_model(&(struct subject){ .kind = BY_NUMBER }, &prng);
}

static void random_steps_over_uuids_agree_with_a_naive_model(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	run_model(&(struct subject){ .kind = BY_UUID }, &prng);
}

static void random_steps_over_names_agree_with_a_naive_model(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	/* A good hash; one that often repeats whole; one whose home is always the last slot or the
	 * first, so that runs go round the end. */
	run_model(&(struct subject){ .kind = BY_NAME, .hash_mask = UINT64_MAX }, &prng);
	run_model(&(struct subject){ .kind = BY_NAME, .hash_mask = 0xff00000000000000 }, &prng);
	run_model(&(struct subject){ .kind = BY_NAME, .hash_mask = 0x8000000000000fff }, &prng);
}

/* --- iteration --- */

static void check_removal_on_the_way(struct subject *subject, struct prng *prng, u64 remove_odds)
{
	static struct thing things[MODEL_THINGS];
	u32 count = 1 + (u32)prng_below(prng, MODEL_THINGS);
	struct map_cursor cursor = { 0 };
	u32 left = count;
	make_things(things, MODEL_THINGS, prng);
	subject_init(subject, prng_next(prng));
	assert_int_equal(subject_reserve(subject, count), ERR_OK);
	for (u32 i = 0; i < count; i++) subject_insert(subject, &things[i]);
	for (struct thing *thing; (thing = subject_next(subject, &cursor));) {
		thing->visits++;
		if (!prng_chance(prng, remove_odds, 4)) continue;
		assert_ptr_equal(subject_remove(subject, thing), thing);
		left--;
	}
	for (u32 i = 0; i < count; i++) assert_int_equal(things[i].visits, 1);
	assert_int_equal(table_of(subject)->count, left);
	check_table(table_of(subject));
	subject_done(subject);
}

static void the_item_just_met_may_be_removed(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u64 odds = 0; odds <= 4; odds++) {
		check_removal_on_the_way(&(struct subject){ .kind = BY_NUMBER }, &prng, odds);
		check_removal_on_the_way(&(struct subject){ .kind = BY_UUID }, &prng, odds);
		check_removal_on_the_way(
			&(struct subject){ .kind = BY_NAME, .hash_mask = 0x8000000000000fff },
			&prng, odds);
	}
}

static void an_empty_map_has_nothing_to_meet(void **state)
{
	(void)state;
	struct u64_map map;
	struct map_cursor cursor = { 0 };
	u64_map_init(&map, 1);
	assert_null(u64_map_next(&map, &cursor));
	assert_int_equal(u64_map_reserve(&map, 10), ERR_OK);
	assert_null(u64_map_next(&map, &cursor));
	u64_map_done(&map);
}

/* The keys in the order they are met, after a history full of growth and removal. */
static void record_order(u64 seed, struct thing *things, u32 *out_order)
{
	struct u64_map map;
	struct map_cursor cursor = { 0 };
	u32 met = 0;
	u64_map_init(&map, seed);
	for (u32 i = 0; i < 500; i++) {
		things[i].number = i;
		assert_int_equal(u64_map_reserve(&map, 1), ERR_OK);
		u64_map_insert(&map, i, &things[i]);
		if (i % 3 == 0) assert_non_null(u64_map_remove(&map, i / 3));
	}
	for (struct thing *thing; (thing = u64_map_next(&map, &cursor));)
		out_order[met++] = thing->number;
	assert_int_equal(met, map.table.count);
	u64_map_done(&map);
}

static void order_depends_on_seed_and_history_not_on_addresses(void **state)
{
	(void)state;
	static struct thing here[500];
	struct thing *there = calloc(500, sizeof *there);
	u32 first[500] = { 0 }, second[500] = { 0 }, other_seed[500] = { 0 };
	assert_non_null(there);
	record_order(7, here, first);
	record_order(7, there, second);
	record_order(8, here, other_seed);
	assert_memory_equal(first, second, sizeof first);
	assert_memory_not_equal(first, other_seed, sizeof first);
	free(there);
}

/* --- memory --- */

static void insertions_after_a_reserve_ask_for_no_memory(void **state)
{
	(void)state;
	static struct thing things[1000];
	for (u32 more = 1; more < 1000; more = more * 3 / 2 + 1) {
		struct u64_map map;
		struct mem_watch watch = { .refuse = check_refuse_all };
		u64_map_init(&map, more);
		assert_int_equal(u64_map_reserve(&map, more), ERR_OK);
		mem_set_watch(&watch);
		for (u32 i = 0; i < more; i++) u64_map_insert(&map, i, &things[i]);
		for (u32 i = 0; i < more; i++) assert_non_null(u64_map_remove(&map, i));
		assert_int_equal(u64_map_reserve(&map, more), ERR_OK);
		mem_set_watch(NULL);
		assert_int_equal(watch.asked, 0);
		u64_map_done(&map);
	}
}

/* Turns of two kinds, one of which needs much room: no turn pays for the other. */
static void room_that_every_other_turn_needs_is_kept(void **state)
{
	(void)state;
	struct u64_map map;
	struct mem_watch watch = { .refuse = check_refuse_all };
	u64_map_init(&map, 1);
	assert_int_equal(u64_map_reserve(&map, 4000), ERR_OK);
	mem_set_watch(&watch);
	for (u32 turn = 0; turn < 1000; turn++)
		assert_int_equal(u64_map_reserve(&map, turn % 2 ? 4000 : 1), ERR_OK);
	mem_set_watch(NULL);
	assert_int_equal(watch.asked, 0);
	u64_map_done(&map);
}

static void room_that_no_turn_needs_any_more_is_given_back(void **state)
{
	(void)state;
	struct u64_map map;
	struct thing thing = { 0 };
	u64_map_init(&map, 1);
	assert_int_equal(u64_map_reserve(&map, 100000), ERR_OK);
	u64_map_insert(&map, 7, &thing);
	u32 most = map.table.count_max;
	for (u32 turn = 0; turn < 1000; turn++) assert_int_equal(u64_map_reserve(&map, 1), ERR_OK);
	assert_true(map.table.count_max < most / 10);
	assert_ptr_equal(u64_map_find(&map, 7), &thing);
	check_table(&map.table);
	u64_map_done(&map);
}

static bool grow_step_by_step(void *context)
{
	struct subject *subject = context;
	static struct thing things[MODEL_THINGS];
	struct prng prng = prng_init(3);
	bool met_fault = false;
	make_things(things, MODEL_THINGS, &prng);
	subject_init(subject, 3);
	for (u32 i = 0; i < 300; i++) {
		struct map_table before = *table_of(subject);
		if (subject_reserve(subject, 1) == ERR_OK) {
			subject_insert(subject, &things[i]);
			things[i].is_in = true;
			continue;
		}
		assert_memory_equal(table_of(subject), &before, sizeof before);
		check_everything(subject, things);
		met_fault = true;
	}
	check_everything(subject, things);
	subject_done(subject);
	return met_fault;
}

static void a_refused_reserve_changes_nothing(void **state)
{
	(void)state;
	struct subject numbers = { .kind = BY_NUMBER };
	struct subject uuids = { .kind = BY_UUID };
	struct subject names = { .kind = BY_NAME, .hash_mask = UINT64_MAX };
	assert_in_range(for_each_fault(grow_step_by_step, &numbers), 5, 10);
	assert_in_range(for_each_fault(grow_step_by_step, &uuids), 5, 10);
	assert_in_range(for_each_fault(grow_step_by_step, &names), 5, 10);
}

static void more_than_the_bound_is_refused_before_memory_is_asked(void **state)
{
	(void)state;
	struct u64_map map;
	struct mem_watch watch = { .refuse = check_refuse_all };
	u64_map_init(&map, 1);
	mem_set_watch(&watch);
	assert_int_equal(u64_map_reserve(&map, MAP_COUNT_MAX + 1), ERR_MEMORY);
	assert_int_equal(u64_map_reserve(&map, UINT32_MAX), ERR_MEMORY);
	assert_int_equal(watch.asked, 0);
	assert_int_equal(u64_map_reserve(&map, MAP_COUNT_MAX), ERR_MEMORY);
	assert_int_equal(watch.asked, 1);
	mem_set_watch(NULL);
	u64_map_done(&map);
}

/* --- broken promises --- */

static void insert_one(void *context)
{
	u64_map_insert(context, 1, context);
}

static void insert_null(void *context)
{
	u64_map_insert(context, 2, NULL);
}

static void insert_null_uuid(void *context)
{
	uuid_map_insert(context, NULL);
}

static void init_without_comparison(void *context)
{
	map_init(context, NULL);
}

static void misuse_is_a_broken_promise(void **state)
{
	(void)state;
	struct u64_map numbers;
	struct uuid_map uuids;
	struct map names;
	u64_map_init(&numbers, 1);
	uuid_map_init(&uuids, 1, 0);
	assert_true(breaks_promise(insert_one, &numbers)); /* nothing reserved */
	assert_int_equal(u64_map_reserve(&numbers, 3), ERR_OK);
	assert_int_equal(uuid_map_reserve(&uuids, 3), ERR_OK);
	assert_false(breaks_promise(insert_one, &numbers));
	assert_true(breaks_promise(insert_one, &numbers)); /* twice */
	assert_true(breaks_promise(insert_null, &numbers));
	assert_true(breaks_promise(insert_null_uuid, &uuids));
	assert_true(breaks_promise(init_without_comparison, &names));
	u64_map_done(&numbers);
	uuid_map_done(&uuids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_goes_in_is_found_and_comes_out),
		cmocka_unit_test(uuids_are_found_inside_their_items),
		cmocka_unit_test(names_are_compared_by_the_owner),
		cmocka_unit_test(random_steps_over_numbers_agree_with_a_naive_model),
		cmocka_unit_test(random_steps_over_uuids_agree_with_a_naive_model),
		cmocka_unit_test(random_steps_over_names_agree_with_a_naive_model),
		cmocka_unit_test(the_item_just_met_may_be_removed),
		cmocka_unit_test(an_empty_map_has_nothing_to_meet),
		cmocka_unit_test(order_depends_on_seed_and_history_not_on_addresses),
		cmocka_unit_test(insertions_after_a_reserve_ask_for_no_memory),
		cmocka_unit_test(room_that_every_other_turn_needs_is_kept),
		cmocka_unit_test(room_that_no_turn_needs_any_more_is_given_back),
		cmocka_unit_test(a_refused_reserve_changes_nothing),
		cmocka_unit_test(more_than_the_bound_is_refused_before_memory_is_asked),
		cmocka_unit_test(misuse_is_a_broken_promise),
	};
	return cmocka_run_group_tests_name("base/map", tests, NULL, NULL);
}
