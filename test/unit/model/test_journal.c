#include "model/journal.h"

#include "base/check.h"
#include "model/rows.h"

enum { JOURNAL_BYTES_MAX = 1 << 20 };

static struct uuid random_uuid(struct prng *prng)
{
	struct uuid uuid;
	for (u32 i = 0; i < sizeof uuid.bytes; i++) uuid.bytes[i] = (u8)prng_below(prng, 256);
	return uuid;
}

/* Numbers of every length, so that every length of their form is met. */
static u64 random_number(struct prng *prng)
{
	return prng_next(prng) >> prng_below(prng, 64);
}

static str random_text(struct prng *prng, char *room)
{
	static const u32 lengths[] = { 0, 1, 2, 17, 254, 255 };
	size_t len = lengths[prng_below(prng, countof(lengths))];
	for (size_t i = 0; i < len; i++) room[i] = (char)prng_below(prng, 256);
	return (str){ len ? room : NULL, len };
}

/* Of bytes that stay where they are. */
static str random_details(struct prng *prng)
{
	static const u32 lengths[] = { 0, 1, 127, 128, LIMIT_JOURNAL_DETAILS_BYTES };
	static char room[LIMIT_JOURNAL_DETAILS_BYTES];
	if (!room[0]) memset(room, 0xa5, sizeof room);
	return (str){ room, lengths[prng_below(prng, countof(lengths))] };
}

static struct journal_entry random_entry(struct prng *prng, char reason[255], char actor[255])
{
	struct journal_entry entry = {
		.kind = (enum journal_kind)prng_below(prng, JOURNAL_KINDS),
		.tenant = { (u32)random_number(prng) },
		.from = (enum run_state)prng_below(prng, RUN_STATE_COUNT),
		.to = (enum run_state)prng_below(prng, RUN_STATE_COUNT),
		.is_internal = prng_chance(prng, 1, 4),
		.attempts = (u32)random_number(prng),
		.run_at = (msec)random_number(prng),
		.previous_turn = random_number(prng),
		.reason = random_text(prng, reason),
		.actor = random_text(prng, actor),
	};
	if (prng_chance(prng, 1, 2)) entry.run_at = -entry.run_at;
	if (prng_chance(prng, 3, 4)) entry.run = random_uuid(prng);
	if (prng_chance(prng, 1, 2)) entry.execution = random_uuid(prng);
	if (prng_chance(prng, 1, 2)) entry.type.v = (u32)random_number(prng);
	bool is_persons = entry.kind == JOURNAL_REMINDER || entry.kind == JOURNAL_NOTICE ||
			  entry.kind == JOURNAL_DAILY;
	if (journal_has_details(entry.kind) || (is_persons && prng_chance(prng, 1, 2)))
		entry.details = random_details(prng);
	if (!is_persons && prng_chance(prng, 1, 2)) entry.job = random_uuid(prng);
	return entry;
}

static void assert_same(const struct journal_entry *a, const struct journal_entry *b)
{
	assert_int_equal(a->kind, b->kind);
	assert_int_equal(a->tenant.v, b->tenant.v);
	assert_int_equal(a->type.v, b->type.v);
	assert_true(uuid_eq(&a->run, &b->run));
	assert_true(uuid_eq(&a->execution, &b->execution));
	assert_true(uuid_eq(&a->job, &b->job));
	assert_int_equal(a->from, b->from);
	assert_int_equal(a->to, b->to);
	assert_int_equal(a->is_internal, b->is_internal);
	assert_int_equal(a->attempts, b->attempts);
	assert_true(a->run_at == b->run_at);
	assert_true(a->previous_turn == b->previous_turn);
	assert_str(a->reason, b->reason);
	assert_str(a->actor, b->actor);
	assert_str(a->details, b->details);
}

/* In a piece of memory of exactly their size, so that a sanitizer sees a byte read past them. */
static str exact_copy(str bytes)
{
	char *copy = malloc(bytes.len ? bytes.len : 1);
	assert_non_null(copy);
	if (bytes.len) memcpy(copy, bytes.at, bytes.len);
	return (str){ copy, bytes.len };
}

static void free_copy(str copy)
{
	free((void *)(uintptr_t)copy.at);
}

static void an_entry_comes_back_as_it_was(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	char reason[255], actor[255];
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < 20000; i++) {
		struct journal_entry entry = random_entry(&prng, reason, actor), read;
		buf_clear(&buf);
		journal_pack(&buf, &entry);
		assert_false(buf_failed(&buf));
		assert_true(buf.len <= JOURNAL_ENTRY_BYTES_MAX);
		str copy = exact_copy(buf_view(&buf)), rest = copy;
		assert_true(journal_unpack(&rest, &read));
		assert_int_equal(rest.len, 0);
		assert_same(&read, &entry);
		free_copy(copy);
	}
	buf_done(&buf);
}

static void the_greatest_and_the_least_fit(void **state)
{
	(void)state;
	char text[255];
	memset(text, 0xff, sizeof text);
	struct journal_entry most = {
		.kind = JOURNAL_RESUMED,
		.tenant = { UINT32_MAX },
		.from = RUN_CANCELLED,
		.to = RUN_CANCELLED,
		.attempts = UINT32_MAX,
		.run_at = MSEC_MIN,
		.previous_turn = UINT64_MAX,
		.reason = { text, sizeof text },
		.actor = { text, sizeof text },
	};
	memset(&most.run, 0xff, sizeof most.run);
	memset(&most.execution, 0xff, sizeof most.execution);
	struct journal_entry least = { 0 }, read;
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	journal_pack(&buf, &most);
	assert_true(buf.len <= JOURNAL_ENTRY_BYTES_MAX);
	journal_pack(&buf, &least);
	most.run_at = MSEC_MAX;
	journal_pack(&buf, &most);
	str rest = buf_view(&buf);
	most.run_at = MSEC_MIN;
	assert_true(journal_unpack(&rest, &read));
	assert_same(&read, &most);
	assert_true(journal_unpack(&rest, &read));
	assert_same(&read, &least);
	most.run_at = MSEC_MAX;
	assert_true(journal_unpack(&rest, &read));
	assert_same(&read, &most);
	assert_int_equal(rest.len, 0);
	buf_done(&buf);
}

static void a_usual_entry_is_short(void **state)
{
	(void)state;
	struct prng prng = prng_init(4);
	struct journal_entry entry = {
		.kind = JOURNAL_MOVED,
		.tenant = { 1200 },
		.type = { 100 },
		.run = random_uuid(&prng),
		.execution = random_uuid(&prng),
		.from = RUN_PROCESSING,
		.to = RUN_DONE,
		.attempts = 1,
		.run_at = 1700000000000,
		.previous_turn = 1000000,
	};
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	journal_pack(&buf, &entry);
	assert_true(buf.len <= 61);
	buf_done(&buf);
}

static void a_turn_is_read_entry_by_entry_to_its_end(void **state)
{
	(void)state;
	enum { ENTRIES = 300 };
	struct prng prng = prng_init(11), again = prng_init(11);
	char reason[255], actor[255];
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < ENTRIES; i++) {
		struct journal_entry entry = random_entry(&prng, reason, actor);
		journal_pack(&buf, &entry);
	}
	str rest = buf_view(&buf);
	struct journal_entry read;
	for (u32 i = 0; i < ENTRIES; i++) {
		struct journal_entry entry = random_entry(&again, reason, actor);
		assert_true(journal_unpack(&rest, &read));
		assert_same(&read, &entry);
	}
	assert_int_equal(rest.len, 0);
	assert_false(journal_unpack(&rest, &read));
	assert_int_equal(rest.len, 0);
	buf_done(&buf);
}

/* --- damage --- */

/* The damaged bytes must be refused, with the rest and the entry left alone. */
static void expect_damage(str bytes)
{
	struct journal_entry read = { .attempts = 4711 };
	str rest = bytes;
	if (journal_unpack(&rest, &read)) fail_msg("damaged bytes were read");
	assert_true(rest.len == bytes.len && rest.at == bytes.at);
	assert_int_equal(read.attempts, 4711);
}

static void every_flipped_bit_is_noticed(void **state)
{
	(void)state;
	struct prng prng = prng_init(21);
	char reason[255], actor[255];
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < 200; i++) {
		struct journal_entry entry = random_entry(&prng, reason, actor);
		buf_clear(&buf);
		journal_pack(&buf, &entry);
		str copy = exact_copy(buf_view(&buf));
		char *bytes = (char *)(uintptr_t)copy.at;
		for (size_t bit = 0; bit < copy.len * 8; bit++) {
			bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
			expect_damage(copy);
			bytes[bit / 8] = (char)(bytes[bit / 8] ^ 1 << bit % 8);
		}
		free_copy(copy);
	}
	buf_done(&buf);
}

static void a_cut_entry_is_noticed_at_every_length(void **state)
{
	(void)state;
	struct prng prng = prng_init(22);
	char reason[255], actor[255];
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < 200; i++) {
		struct journal_entry entry = random_entry(&prng, reason, actor);
		buf_clear(&buf);
		journal_pack(&buf, &entry);
		for (size_t len = 1; len < buf.len; len++) {
			str copy = exact_copy((str){ buf.at, len });
			expect_damage(copy);
			free_copy(copy);
		}
	}
	buf_done(&buf);
}

/* Bytes set, swapped, cut out, doubled, and pure noise: whatever is read does not reach past its
 * end, and what passes for an entry packs into the same bytes again. */
static void mutate(struct prng *prng, char *bytes, size_t *len)
{
	size_t at = (size_t)prng_below(prng, *len);
	size_t other = (size_t)prng_below(prng, *len);
	switch (prng_below(prng, 5)) {
	case 0: bytes[at] = (char)prng_below(prng, 256); break;
	case 1: {
		char byte = bytes[at];
		bytes[at] = bytes[other];
		bytes[other] = byte;
		break;
	}
	case 2: *len = at + 1; break;
	case 3:
		memmove(bytes + at, bytes + at + 1, *len - at - 1);
		*len -= *len > 1;
		break;
	default: memset(bytes + at, bytes[other], *len - at);
	}
}

static void read_whatever_it_is(str bytes)
{
	struct journal_entry read;
	struct buf again;
	buf_init(&again, JOURNAL_ENTRY_BYTES_MAX);
	str rest = bytes;
	while (rest.len) {
		str before = rest;
		if (!journal_unpack(&rest, &read)) break;
		assert_true(rest.len < before.len);
		buf_clear(&again);
		journal_pack(&again, &read);
		assert_str(buf_view(&again), str_slice(before, 0, before.len - rest.len));
	}
	buf_done(&again);
}

static void mutated_bytes_are_never_read_past_their_end(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	char reason[255], actor[255];
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < 30000; i++) {
		buf_clear(&buf);
		for (u64 entries = 1 + prng_below(&prng, 3); entries; entries--) {
			struct journal_entry entry = random_entry(&prng, reason, actor);
			journal_pack(&buf, &entry);
		}
		for (u64 times = prng_below(&prng, 4); times; times--)
			mutate(&prng, buf.at, &buf.len);
		str copy = exact_copy(buf_view(&buf));
		read_whatever_it_is(copy);
		free_copy(copy);
	}
	buf_done(&buf);
}

/* Bodies that carry a right check, as a writer with a fault (or a newer one) would leave them: the
 * check does not vouch for sense. */
static void refit_check(char *bytes, size_t len)
{
	u32 check = (u32)digest_of((str){ bytes, len - 4 }).b;
	for (u32 i = 0; i < 4; i++) bytes[len - 4 + i] = (char)(check >> 8 * i);
}

static void a_right_check_does_not_make_sense_of_nonsense(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	char reason[255], actor[255];
	struct buf buf;
	u32 refused = 0;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	for (u32 i = 0; i < 30000; i++) {
		struct journal_entry entry = random_entry(&prng, reason, actor), read;
		buf_clear(&buf);
		journal_pack(&buf, &entry);
		mutate(&prng, buf.at, &buf.len);
		if (buf.len < 8) continue;
		refit_check(buf.at, buf.len);
		str copy = exact_copy(buf_view(&buf)), rest = copy;
		refused += !journal_unpack(&rest, &read);
		read_whatever_it_is(copy);
		free_copy(copy);
	}
	assert_true(refused > 1000);
	buf_done(&buf);
}

static void expect_nonsense(const char *bytes, size_t len)
{
	char entry[64];
	memcpy(entry, bytes, len);
	refit_check(entry, len + 4);
	expect_damage((str){ entry, len + 4 });
}

static void each_kind_of_nonsense_is_refused(void **state)
{
	(void)state;
	char entry[64] = { 0x11, 3, 0, 0x23, 5 };
	struct journal_entry read;
	refit_check(entry, 9);
	str rest = { entry, 9 };
	assert_true(journal_unpack(&rest, &read)); /* the measure: this one is sound */
	assert_int_equal(read.tenant.v, 5);
	expect_nonsense("\x01\x03\x00\x23\x05", 5);         /* before the first kind */
	expect_nonsense("\x7f\x03\x00\x23\x05", 5);         /* a kind nobody knows */
	expect_nonsense("\x21\x03\x00\x23\x05", 5);         /* no details where there must be */
	expect_nonsense("\x21\x05\x00\x23\x05\x80\x00", 7); /* their length with a zero */
	expect_nonsense("\x21\x05\x00\x23\x05\x02x", 7);    /* details that are cut */
	expect_nonsense("\x11\x83\x00\x00\x23\x05", 6);     /* a length with a needless zero */
	expect_nonsense("\x11\x04\x00\x23\x05\x00", 6);     /* a byte too many */
	expect_nonsense("\x11\x03\x80\x23\x05", 5);         /* a part nobody knows */
	expect_nonsense("\x11\x03\x00\x73\x05", 5);         /* from a state nobody knows */
	expect_nonsense("\x11\x03\x00\x27\x05", 5);         /* to one */
	expect_nonsense("\x11\x04\x00\x23\x85\x00", 6);     /* a tenant with a needless zero */
	expect_nonsense("\x11\x04\x20\x23\x05\x00", 6);     /* a reason that is empty */
	expect_nonsense("\x11\x05\x20\x23\x05\x02x", 7);    /* a reason that is cut */
	expect_nonsense("\x11\x04\x04\x23\x05\x00", 6);     /* no attempts, said aloud */
	expect_nonsense("\x11\x04\x08\x23\x05\x00", 6);     /* no run_at, said aloud */
	expect_nonsense("\x11\x04\x10\x23\x05\x00", 6);     /* no previous turn, said aloud */
	expect_nonsense("\x11\x07\x00\x23\xff\xff\xff\xff\x1f", 9); /* a tenant past 32 bits */
	expect_nonsense("\x11\x0d\x10\x23\x05\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 15);
	expect_nonsense("\x11\x0d\x10\x23\x05\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 15);
	expect_nonsense("\x11\x13\x01\x23\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 21); /* run nil */
	expect_nonsense("\x11\xff\x7f", 3); /* a body longer than any */
}

/* As a store of the first version has it. */
static void an_entry_that_was_written_before_details_is_read(void **state)
{
	(void)state;
	char entry[64] = { 0x1f, 3, 0, 0, 7 };
	struct journal_entry read;
	refit_check(entry, 9);
	str rest = { entry, 9 };
	assert_true(journal_unpack(&rest, &read));
	assert_int_equal(read.kind, JOURNAL_MAINTENANCE);
	assert_int_equal(read.tenant.v, 7);
	assert_int_equal(read.details.len, 0);
	assert_int_equal(rest.len, 0);
}

/* --- the buffer and its bounds --- */

static void an_entry_that_does_not_fit_leaves_nothing_behind(void **state)
{
	(void)state;
	struct journal_entry entry = { .kind = JOURNAL_PAUSED, .reason = STR("too much mail") };
	struct buf buf;
	buf_init(&buf, 12);
	journal_pack(&buf, &entry);
	assert_true(buf_failed(&buf));
	assert_int_equal(buf.len, 0);
	buf_done(&buf);
}

static void pack_what_context_says(void *context)
{
	struct buf buf;
	buf_init(&buf, JOURNAL_BYTES_MAX);
	journal_pack(&buf, context);
	buf_done(&buf);
}

static void texts_past_their_bound_are_a_bug(void **state)
{
	(void)state;
	char text[256] = { 0 };
	struct journal_entry reason = { .reason = { text, sizeof text } };
	struct journal_entry actor = { .actor = { text, sizeof text } };
	char long_text[LIMIT_JOURNAL_DETAILS_BYTES + 1] = { 0 };
	struct journal_entry details = { .kind = JOURNAL_AUDIT,
					 .details = { long_text, sizeof long_text } };
	struct journal_entry elsewhere = { .details = { text, 1 } };
	struct journal_entry job = { .kind = JOURNAL_REMINDER, .job = { { 1 } } };
	struct journal_entry kind = { .kind = JOURNAL_KINDS };
	struct journal_entry from = { .from = RUN_STATE_COUNT }, to = { .to = RUN_STATE_COUNT };
	assert_true(breaks_promise(pack_what_context_says, &reason));
	assert_true(breaks_promise(pack_what_context_says, &actor));
	assert_true(breaks_promise(pack_what_context_says, &details));
	assert_true(breaks_promise(pack_what_context_says, &elsewhere));
	assert_true(breaks_promise(pack_what_context_says, &job));
	assert_true(breaks_promise(pack_what_context_says, &kind));
	assert_true(breaks_promise(pack_what_context_says, &from));
	assert_true(breaks_promise(pack_what_context_says, &to));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_entry_comes_back_as_it_was),
		cmocka_unit_test(an_entry_that_was_written_before_details_is_read),
		cmocka_unit_test(the_greatest_and_the_least_fit),
		cmocka_unit_test(a_usual_entry_is_short),
		cmocka_unit_test(a_turn_is_read_entry_by_entry_to_its_end),
		cmocka_unit_test(every_flipped_bit_is_noticed),
		cmocka_unit_test(a_cut_entry_is_noticed_at_every_length),
		cmocka_unit_test(mutated_bytes_are_never_read_past_their_end),
		cmocka_unit_test(a_right_check_does_not_make_sense_of_nonsense),
		cmocka_unit_test(each_kind_of_nonsense_is_refused),
		cmocka_unit_test(an_entry_that_does_not_fit_leaves_nothing_behind),
		cmocka_unit_test(texts_past_their_bound_are_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
