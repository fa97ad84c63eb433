/* Events: journal entries under public names (events.def). An event is not stored: it is made from
 * the journal, so there is exactly one for every change. */
#ifndef BELFRY_MODEL_EVENT_H
#define BELFRY_MODEL_EVENT_H

#include "base/buf.h"
#include "model/events.def"
#include "model/journal.h"

enum event_kind {
#define X(id, name, sentence) EVENT_##id,
	EVENTS(X)
#undef X
		EVENT_COUNT
};

_Static_assert(EVENT_COUNT <= 64, "a set of kinds is 64 bits");
#define EVENT_BIT(kind) ((u64)1 << (kind))
#define EVENTS_ALL (EVENT_BIT(EVENT_COUNT) - 1)

str event_name(enum event_kind kind);
str event_sentence(enum event_kind kind);
/* "job.failed", or "job.*" for all whose name begins so: as bits; 0: there is none. */
u64 event_parse(str word);

/* The place of an event: after all events of earlier turns, and of lower places in its turn. The
 * zero place comes before every event. */
struct event_place {
	u64 turn;
	u32 at; /* twice the entry's number in its turn, and 1 more for its second event */
};

enum { EVENT_PLACE_BYTES = 40, EVENTS_AN_ENTRY = 2 };
static inline bool event_place_before(struct event_place a, struct event_place b)
{
	return a.turn < b.turn || (a.turn == b.turn && a.at < b.at);
}
/* "1204-6", as stored; clients see it in the form of api/place.h. */
void event_place_print(struct buf *out, struct event_place place);
MUST_USE bool event_place_parse(str text, struct event_place *out_place);

/* Facts about an entry's run and execution, on which its event depends. If they have been removed
 * (earlier than the journal), the entry's own text decides. */
struct event_facts {
	bool has_job;
	enum outcome outcome; /* of the entry's execution; OPEN: not known */
};
/* How many events the entry has, and which, in their order. */
u32 events_of(const struct journal_entry *entry, const struct event_facts *facts,
	      enum event_kind out_kinds[EVENTS_AN_ENTRY]);
/* All events that the entry may have, whatever the facts are. */
u64 events_possible(const struct journal_entry *entry);

#endif
