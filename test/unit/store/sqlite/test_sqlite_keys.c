/* Unique keys over many segments: what is found is what was put last, whatever was merged, left out
 * or interrupted between. A model of them is a table that forgets nothing. */
#include "base/prng.h"
#include "store/key_records.h"
#include "store/sqlite/sqlite_compare.h"
#include "store/sqlite/sqlite_scene.h"

enum { KEYS = 240, TURNS = 1500, LOOKS = 12, RUNS = 8 };

/* ---- a model -------------------------------------------------------------------------------- */

struct model_key {
	bool is_taken;
	struct uuid run;
	msec until;
};

struct model {
	struct scene *scene;
	struct prng prng;
	struct model_key keys[KEYS];
};

/* A quarter each: by bucket, for a span, while active, for good. */
static struct unique_key key_of(u32 index)
{
	static const enum unique_scope scopes[] = { UNIQUE_BUCKET, UNIQUE_TTL, UNIQUE_ACTIVE,
						    UNIQUE_FOREVER };
	return (struct unique_key){ .bucket = index % 4 < 2 ? (i64)index - 50 : 0,
				    .tenant = { 1 + index % 3 },
				    .type = { 1 },
				    .scope = scopes[index % 4],
				    .key = { index / 4 + 1, 9 } };
}

/* The first runs are there, the others never were. */
static bool has_run(const struct uuid *run)
{
	for (u32 i = 1; i <= RUNS; i++) {
		struct uuid id = id_of(i);
		if (uuid_eq(&id, run)) return true;
	}
	return false;
}

static bool counts(const struct model *model, u32 index)
{
	const struct model_key *key = &model->keys[index];
	if (!key->is_taken) return false;
	if (key->until > model->scene->wall) return true;
	return index % 4 == 0 && has_run(&key->run);
}

static void look(struct model *model, u32 index)
{
	struct unique_key key = key_of(index);
	struct want want = see_unique(model->scene, &key);
	assert_int_equal(want.unique.found, counts(model, index));
	if (!want.unique.found) return;
	assert_uuid(want.unique.row.run, model->keys[index].run);
	assert_true(want.unique.row.until == model->keys[index].until);
}

static void change(struct model *model)
{
	u32 index = (u32)prng_below(&model->prng, KEYS);
	struct model_key *key = &model->keys[index];
	bool is_put = !counts(model, index) || prng_below(&model->prng, 4) == 0;
	if (!is_put) {
		add_delete(model->scene, KIND_UNIQUE)->unique.key = key_of(index);
		key->is_taken = false;
		return;
	}
	if (!counts(model, index)) key->run = id_of(1 + (u32)prng_below(&model->prng, 2 * RUNS));
	key->is_taken = true;
	key->until = MSEC_MAX;
	if (prng_below(&model->prng, 3))
		key->until = model->scene->wall + (msec)prng_below(&model->prng, 2 * MSEC_DAY);
	put_unique(model->scene, &(struct unique_row){ key_of(index), key->run, key->until });
}

static void tend_some(struct model *model, u32 steps)
{
	static const struct retention kept = { .finished_ms = MSEC_YEAR_9999_END,
					       .dead_ms = MSEC_YEAR_9999_END,
					       .rows_max = 50 };
	struct store *store = sqlite_store_view(subject_of(model->scene)->store);
	struct now now = { model->scene->wall, model->scene->wall };
	bool more = true;
	while (more && steps--) assert_int_equal(store_tend(store, now, &kept, &more), ERR_OK);
}

static void step(struct model *model)
{
	u32 changes = 1 + (u32)prng_below(&model->prng, 4);
	for (u32 i = 0; i < changes; i++) change(model);
	commit(model->scene);
	u32 steps = 1 + (u32)prng_below(&model->prng, 80);
	if (prng_below(&model->prng, 20) == 0) tend_some(model, steps);
	if (prng_below(&model->prng, 50) == 0) crash(model->scene);
	model->scene->wall += (msec)prng_below(&model->prng, MSEC_MINUTE * 10);
	begin(model->scene);
	for (u32 i = 0; i < LOOKS; i++) look(model, (u32)prng_below(&model->prng, KEYS));
}

static struct model *model_open(u64 seed)
{
	struct model *model = calloc(1, sizeof *model);
	assert_non_null(model);
	model->scene = sqlite_scene_open();
	model->prng = prng_init(seed);
	for (u32 i = 1; i <= RUNS; i++) {
		struct run_row row = a_run(i);
		put_run(model->scene, &row);
	}
	commit(model->scene);
	return model;
}

static void a_key_is_what_was_put_last(void **state)
{
	(void)state;
	for (u64 seed = 1; seed <= 4; seed++) {
		struct model *model = model_open(seed);
		for (u32 i = 0; i < TURNS; i++) step(model);
		assert_true(number_by(model->scene, "SELECT max(level) FROM key_segments") >= 2);
		model->scene->wall += 3 * MSEC_DAY;
		begin(model->scene);
		tend_some(model, 100000);
		for (u32 i = 0; i < KEYS; i++) look(model, i);
		crash(model->scene);
		for (u32 i = 0; i < KEYS; i++) look(model, i);
		sqlite_scene_close(model->scene);
		free(model);
	}
}

/* ---- segments ------------------------------------------------------------------------------- */

static void put_many(struct scene *scene, u32 first, u32 count, msec until)
{
	for (u32 i = 0; i < count; i++) {
		struct unique_key key = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { first + i, 3 } };
		put_unique(scene, &(struct unique_row){ key, id_of(1), until });
		if (i % 64 == 63) commit(scene);
	}
	commit(scene);
}

static u32 found_of(struct scene *scene, u32 first, u32 count)
{
	u32 found = 0;
	for (u32 i = 0; i < count; i++) {
		struct unique_key key = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { first + i, 3 } };
		found += see_unique(scene, &key).unique.found;
	}
	return found;
}

/* More than a page of each holds. */
static void a_segment_of_many_blocks_and_parts_has_all_its_keys(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_many(scene, 0, 9000, MSEC_MAX);
	assert_true(number_by(scene, "SELECT max(parts) FROM key_segments WHERE state = 1") > 1);
	assert_int_equal(found_of(scene, 0, 9000), 9000);
	assert_int_equal(found_of(scene, 9000, 9000), 0);
	crash(scene);
	assert_int_equal(found_of(scene, 0, 9000), 9000);
	sqlite_scene_close(scene);
}

/* Of one segment at most seven stand beside each other, of each size. */
static void segments_stay_few_without_retention(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_many(scene, 0, 6400, MSEC_MAX);
	assert_true(number_by(scene, "SELECT count(*) FROM key_segments WHERE state = 1") <= 40);
	sqlite_scene_close(scene);
}

static void a_merge_that_a_crash_ends_begins_anew(void **state)
{
	struct model *model = model_open(7);
	(void)state;
	struct scene *scene = model->scene;
	put_many(scene, 0, 9064, MSEC_MAX);
	while (!number_by(scene, "SELECT count(*) FROM key_segments WHERE state = 2"))
		put_many(scene, 9000, 64, MSEC_MAX);
	crash(scene);
	assert_int_equal(found_of(scene, 0, 9064), 9064);
	tend_some(model, 100000);
	assert_int_equal(number_by(scene, "SELECT count(*) FROM key_segments WHERE state <> 1"), 0);
	assert_int_equal(number_by(scene, "SELECT count(*) FROM key_blocks WHERE (id >> 31) NOT IN"
					  " (SELECT segment FROM key_segments)"),
			 0);
	assert_int_equal(found_of(scene, 0, 9064), 9064);
	sqlite_scene_close(scene);
	free(model);
}

/* ---- damage ------------------------------------------------------------------------------- */

static void a_damaged_filter_denies_nothing(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_many(scene, 0, 64, MSEC_MAX);
	tamper(scene, "UPDATE key_filters SET packed = zeroblob(3968)");
	crash(scene);
	assert_int_equal(found_of(scene, 0, 64), 64);
	sqlite_scene_close(scene);
}

static void a_damaged_segment_refuses_the_start(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct store *store;
	u64 last_turn;
	(void)state;
	put_many(scene, 0, 64, MSEC_MAX);
	tamper(scene, "UPDATE key_segments SET records = records + 1");
	crash(scene);
	store = sqlite_store_view(subject_of(scene)->store);
	assert_int_equal(store_recall(store, &(struct recall_sink){ 0 }, &last_turn),
			 ERR_STORE_DAMAGED);
	sqlite_scene_close(scene);
}

/* ---- doctor ------------------------------------------------------------------------------- */

static u32 faults_of(struct scene *scene, struct why *why)
{
	u64 wrong = 0;
	(void)sqlite_kind_look(subject_of(scene), "SELECT 1", NULL);
	assert_int_equal(keys_compare(subject_of(scene)->looker, &wrong, why), ERR_OK);
	sqlite_kind_stop_looking(subject_of(scene));
	return (u32)wrong;
}

static void doctor_finds_what_filters_deny_and_runs_lack(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct why why;
	(void)state;
	for (u32 i = 1; i <= 20; i++) {
		struct run_row row = a_run(i);
		row.scope = UNIQUE_ACTIVE;
		row.key_digest = (struct digest){ i, 8 };
		put_run(scene, &row);
		struct unique_row unique = {
			{ 0, row.tenant, row.type, row.scope, row.key_digest }, row.id, MSEC_MAX
		};
		put_unique(scene, &unique);
	}
	commit(scene);
	assert_int_equal(faults_of(scene, &why), 0);
	tamper(scene, "DELETE FROM key_blocks");
	assert_int_equal(faults_of(scene, &why), 20 + 20);
	sqlite_scene_close(scene);
}

/* ---- rows of before ------------------------------------------------------------------------- */

static struct unique_row old_row(u32 number, enum unique_scope scope, msec until)
{
	i64 bucket = scope == UNIQUE_TTL ? 20000 : 0;
	return (struct unique_row){ { bucket, { 1 }, { 1 }, scope, { number, 5 } },
				    id_of(1),
				    until };
}

static void keys_of_the_forty_sixth_version_count_and_move(void **state)
{
	struct model *model = model_open(3);
	struct scene *scene = model->scene;
	(void)state;
	for (u32 i = 1; i <= 120; i++) {
		struct unique_row good = old_row(i, UNIQUE_FOREVER, MSEC_MAX);
		struct unique_row past = old_row(i, UNIQUE_TTL, SCENE_START - 1);
		put_old_key(scene, &good);
		put_old_key(scene, &past);
	}
	crash(scene);
	struct unique_row first = old_row(1, UNIQUE_FOREVER, MSEC_MAX);
	struct unique_row second = old_row(2, UNIQUE_FOREVER, SCENE_START + 5);
	assert_true(see_unique(scene, &first.key).unique.found);
	add_delete(scene, KIND_UNIQUE)->unique.key = first.key;
	put_unique(scene, &second);
	commit(scene);
	assert_false(see_unique(scene, &first.key).unique.found);
	assert_true(see_unique(scene, &second.key).unique.row.until == SCENE_START + 5);
	tend_some(model, 100000);
	assert_int_equal(number_by(scene, "SELECT count(*) FROM unique_keys"), 0);
	crash(scene);
	assert_false(see_unique(scene, &first.key).unique.found);
	assert_true(see_unique(scene, &second.key).unique.row.until == SCENE_START + 5);
	for (u32 i = 3; i <= 120; i++) {
		struct unique_row good = old_row(i, UNIQUE_FOREVER, MSEC_MAX);
		assert_true(see_unique(scene, &good.key).unique.found);
	}
	sqlite_scene_close(scene);
	free(model);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_key_is_what_was_put_last),
		cmocka_unit_test(a_segment_of_many_blocks_and_parts_has_all_its_keys),
		cmocka_unit_test(segments_stay_few_without_retention),
		cmocka_unit_test(a_merge_that_a_crash_ends_begins_anew),
		cmocka_unit_test(a_damaged_filter_denies_nothing),
		cmocka_unit_test(a_damaged_segment_refuses_the_start),
		cmocka_unit_test(doctor_finds_what_filters_deny_and_runs_lack),
		cmocka_unit_test(keys_of_the_forty_sixth_version_count_and_move),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
