#include "sim/neighbours.h"

#include "sim/chronicle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Too few claims say nothing. */
enum { CLAIMS_LEAST = 10 };

static int compare_numbers(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

/* How they stand in one turn may follow from numbers that are not the same. */
static int compare_entries(const void *left, const void *right)
{
	const struct chronicle_entry *a = left, *b = right;
	int order = compare_numbers((u64)a->at, (u64)b->at);
	if (!order) order = compare_numbers(a->who, b->who);
	if (!order) order = compare_numbers(a->what, b->what);
	return order ? order : compare_numbers((u64)a->wait, (u64)b->wait);
}

static void sort(struct chronicle *chronicle)
{
	if (chronicle->len)
		qsort(chronicle->entries, chronicle->len, sizeof *chronicle->entries,
		      compare_entries);
}

/* The next one up to `end`; NULL: there is none. */
static const struct chronicle_entry *entry_at(const struct chronicle *chronicle, u32 i, msec end)
{
	if (i >= chronicle->len || chronicle->entries[i].at > end) return NULL;
	return &chronicle->entries[i];
}

/* The same but for a wait that a turn drew, which may reach a deadline: which of a turn's draws
 * somebody gets depends on who else draws. What is drawn must lie within its bounds, as everywhere;
 * but from there on it is another history. */
static bool is_drawn_apart(const struct chronicle_entry *a, const struct chronicle_entry *b)
{
	return a && b && a->at == b->at && a->who == b->who && a->is_drawn && b->is_drawn;
}

/* What begins at one moment: how many, and the last of them. */
static u32 find_beginning(const struct chronicle *chronicle, msec at,
			  const struct chronicle_entry **out_last)
{
	u32 len = 0;
	for (u32 i = 0; i < chronicle->len && chronicle->entries[i].at <= at; i++) {
		const struct chronicle_entry *entry = &chronicle->entries[i];
		if (entry->at != at || !entry->is_claim) continue;
		*out_last = entry;
		len++;
	}
	return len;
}

/* One of its own workers got what another one did. */
static bool is_another_worker(const struct chronicle_entry *a, const struct chronicle_entry *b)
{
	return a && b && a->at == b->at && a->who != b->who && a->gets_work && b->gets_work;
}

/* Of several that can begin at one moment, or were due at one, any may be first, and have any of
 * its own workers: nothing says which. A route that opens for one may let any of its types have it,
 * whichever was due first: whoever waits for that one type has waited, too. */
static bool is_another_first(const struct chronicle *with, const struct chronicle *without, msec at)
{
	const struct chronicle_entry *a = NULL, *b = NULL;
	u32 len = find_beginning(with, at, &a), other_len = find_beginning(without, at, &b);
	if (!len || !other_len) return false;
	if (len + other_len > 2) return true;
	bool is_open = a->wait == b->wait || with->has_routes;
	return is_open && (a->who != b->who || a->what != b->what);
}

/* ---- put off ------------------------------------------------------------------------------ */

static int compare_put_offs(const void *left, const void *right)
{
	const struct chronicle_put_off *a = left, *b = right;
	int order = compare_numbers(a->who, b->who);
	return order ? order : compare_numbers((u64)a->at, (u64)b->at);
}

/* The next run's last one up to then; NULL: there is none. */
static const struct chronicle_put_off *next_put_off(const struct chronicle *chronicle, u32 *i,
						    msec at)
{
	const struct chronicle_put_off *last = NULL;
	for (; *i < chronicle->put_offs_len; ++*i) {
		const struct chronicle_put_off *put_off = &chronicle->put_offs[*i];
		if (last && put_off->who != last->who) break;
		if (put_off->at <= at) last = put_off;
	}
	return last;
}

static void sort_put_offs(struct chronicle *chronicle)
{
	if (chronicle->put_offs_len)
		qsort(chronicle->put_offs, chronicle->put_offs_len, sizeof *chronicle->put_offs,
		      compare_put_offs);
}

/* Gates put off all that they hold, once a second and so many at a time: who was not yet stands
 * where he stood, before those who were. From there on it is another history. */
static bool is_put_off_apart(struct chronicle *with, struct chronicle *without, msec at)
{
	u32 i = 0, j = 0;
	sort_put_offs(with);
	sort_put_offs(without);
	for (;;) {
		const struct chronicle_put_off *a = next_put_off(with, &i, at);
		const struct chronicle_put_off *b = next_put_off(without, &j, at);
		if (!a && !b) return false;
		if (!a || !b || a->who != b->who || a->until != b->until) return true;
	}
}

/* ---- two lives ------------------------------------------------------------------------------ */

/* In the life that is told when it fails. */
static struct uuid run_of(const struct chronicle *with, const struct chronicle_entry *entry)
{
	for (u32 i = 0; i < with->len; i++) {
		if (with->entries[i].who == entry->who) return with->entries[i].run;
	}
	return (struct uuid){ 0 };
}

static void say_difference(struct sim_result *result, const struct chronicle *with,
			   const struct chronicle_entry *a, const struct chronicle_entry *b)
{
	bool is_missing = !a || (b && compare_entries(b, a) < 0);
	const struct chronicle_entry *first = is_missing ? b : a;
	result->has_failed = true;
	result->failed_at = first->at;
	result->violation_run = run_of(with, first);
	snprintf(result->violation, sizeof result->violation,
		 "I-21: only %s tenant %u there is: %s, to wait %" PRId64 " ms, at %" PRId64
		 " ms [run %08x]",
		 is_missing ? "without" : "with", with->stranger, first->words, first->wait,
		 first->at, uuid_short(&result->violation_run));
}

static void compare(struct chronicle *with, struct chronicle *without, struct marks *marks,
		    struct sim_result *result)
{
	msec end = with->end < without->end ? with->end : without->end;
	sort(with);
	sort(without);
	for (u32 i = 0;; i++) {
		const struct chronicle_entry *a = entry_at(with, i, end);
		const struct chronicle_entry *b = entry_at(without, i, end);
		if (!a && !b) break;
		if (a && b && !compare_entries(a, b)) continue;
		msec at = a && (!b || a->at < b->at) ? a->at : b->at;
		if (is_drawn_apart(a, b) || is_another_worker(a, b)) return;
		if (is_another_first(with, without, at)) return;
		if (is_put_off_apart(with, without, at)) return;
		say_difference(result, with, a, b);
		return;
	}
	if (with->claims >= CLAIMS_LEAST && with->claims_of_stranger >= CLAIMS_LEAST)
		marks->hits[MARK_NEIGHBOUR_UNSEEN]++;
}

struct sim_result neighbours_live(const struct swarm *swarm, struct marks *marks,
				  struct trace *trace)
{
	static struct chronicle with, without;
	if (!swarm->has_neighbour) return sim_run(swarm, marks, trace, NULL);
	struct swarm less = *swarm;
	less.left_out = swarm->tenants;
	with.len = without.len = with.put_offs_len = without.put_offs_len = 0;
	with.claims = with.claims_of_stranger = 0;
	with.stranger = without.stranger = less.left_out;
	with.has_routes = without.has_routes = swarm->actors & BIT(ACTOR_THROTTLER);
	struct sim_result result = sim_run(swarm, marks, trace, &with);
	if (result.has_failed) return result;
	struct sim_result second = sim_run(&less, marks, NULL, &without);
	if (second.has_failed) return second;
	compare(&with, &without, marks, &result);
	return result;
}
