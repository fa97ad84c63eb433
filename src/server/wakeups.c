#include "server/wakeups.h"

#include "base/memory.h"
#include "base/must.h"

#include <pthread.h>

struct wakeup_slot {
	struct tally_pair of;
	u64 kinds;
};

/* The wake-ups that wait. */
struct wakeup_set {
	struct wakeup_slot slots[WAKEUPS_MAX];
	u32 len;
	bool is_all;
	u64 turn; /* 0: nothing waits */
};

struct wakeups {
	pthread_mutex_t lock; /* over `waiting` */
	struct wakeup_set waiting;
	struct wakeup_set taken; /* the loop's own */
	struct wakeup views[WAKEUPS_MAX];
};

enum err wakeups_new(struct wakeups **out_wakeups)
{
	struct wakeups *wakeups = mem_alloc_zeroed(sizeof *wakeups);
	if (!wakeups) return ERR_MEMORY;
	must(pthread_mutex_init(&wakeups->lock, NULL) == 0);
	*out_wakeups = wakeups;
	return ERR_OK;
}

void wakeups_free(struct wakeups *wakeups)
{
	if (!wakeups) return;
	pthread_mutex_destroy(&wakeups->lock);
	mem_free(wakeups);
}

/* ---- the pump's side ---------------------------------------------------------------------- */

static void add_slot(struct wakeup_set *waiting, const struct tally_names *names,
		     const struct journal_entry *entry)
{
	struct wakeup_slot *slot = &waiting->slots[waiting->len++];
	tally_pair_set(&slot->of, names, entry->tenant, entry->type);
	slot->kinds = events_possible(entry);
}

static struct wakeup_slot *find_slot(struct wakeup_set *waiting, const struct journal_entry *entry)
{
	/* From the end: entries of one kind come in rows. */
	for (u32 i = waiting->len; i > 0; i--) {
		struct wakeup_slot *slot = &waiting->slots[i - 1];
		const struct tally_pair *of = &slot->of;
		if (of->tenant.v == entry->tenant.v && of->type.v == entry->type.v) return slot;
	}
	return NULL;
}

static void add_entry(struct wakeup_set *waiting, const struct tally_names *names,
		      const struct journal_entry *entry)
{
	if (waiting->is_all) return;
	struct wakeup_slot *slot = find_slot(waiting, entry);
	if (slot) slot->kinds |= events_possible(entry);
	else if (waiting->len == WAKEUPS_MAX) waiting->is_all = true;
	else add_slot(waiting, names, entry);
}

bool wakeups_add(struct wakeups *wakeups, const struct tally_names *names, u64 turn, str journal)
{
	struct journal_entry entry;
	struct wakeup_set *waiting = &wakeups->waiting;
	pthread_mutex_lock(&wakeups->lock);
	bool is_first = waiting->turn == 0;
	waiting->turn = turn;
	while (journal_unpack(&journal, &entry)) add_entry(waiting, names, &entry);
	pthread_mutex_unlock(&wakeups->lock);
	return is_first;
}

/* ---- the loop's side ---------------------------------------------------------------------- */

struct wakeup_batch wakeups_take(struct wakeups *wakeups)
{
	struct wakeup_set *taken = &wakeups->taken, *waiting = &wakeups->waiting;
	pthread_mutex_lock(&wakeups->lock);
	taken->len = waiting->len;
	taken->is_all = waiting->is_all;
	taken->turn = waiting->turn;
	memcpy(taken->slots, waiting->slots, waiting->len * sizeof waiting->slots[0]);
	waiting->len = 0;
	waiting->is_all = false;
	waiting->turn = 0;
	pthread_mutex_unlock(&wakeups->lock);
	for (u32 i = 0; i < taken->len; i++) {
		const struct wakeup_slot *slot = &taken->slots[i];
		wakeups->views[i] = (struct wakeup){ tally_pair_tenant(&slot->of),
						     tally_pair_type(&slot->of), slot->kinds };
	}
	return (struct wakeup_batch){ wakeups->views, taken->len, taken->is_all, taken->turn };
}
