/* The tables of answers.def. */
#include "api/answer_shape.h"

#include "api/access.h"
#include "api/catalog.h"
#include "api/event_shapes.def"
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/policy.h"
#include "api/session.h"
#include "api/show.h"
#include "base/must.h"
#include "model/delivery.h"
#include "model/effect.h"
#include "model/event.h"
#include "model/quota.h"
#include "model/slo.h"
#include "model/stats.def"
#include "model/whys.h"

/* ---- words -------------------------------------------------------------------------------- */

/* Some of an enum's words; an empty one stands for none. */

static str batch_state_name(enum run_state state)
{
	bool can_be = state == RUN_WAITING || state == RUN_DONE || state == RUN_CANCELLED;
	return can_be ? run_state_name(state) : STR("");
}

static str batch_state_status(enum run_state state)
{
	return batch_state_name(state).len ? run_state_status(state) : STR("");
}

static str gate_ahead(enum gate gate)
{
	bool is_ahead = gate == GATE_MAINTENANCE || gate == GATE_QUIET_HOURS;
	return is_ahead ? gate_name(gate) : STR("");
}

static str dead_letter_state(enum run_state state)
{
	return run_state_is_dead_letter(state) ? run_state_name(state) : STR("");
}

static str ended_status(enum run_state state)
{
	return run_state_is_final(state) ? run_state_status(state) : STR("");
}

/* A day that was missed stands in the ledger alone: it was nobody's doing. */
static str decided_status(enum day_status status)
{
	return status == DAY_MISSED ? STR("") : day_status_name(status);
}

/* The ledger of a deleted job is not listed. */
static str listed_reason(enum occurrence_reason reason)
{
	return reason == OCCURRENCE_BY_DELETED ? STR("") : occurrence_reason_name(reason);
}

/* No role has what nobody reaches. */
static str role_reach_word(enum reach reach)
{
	return reach == REACH_NOBODY ? STR("") : reach_word(reach);
}

#define X(id, type, function, count, others, sentence) \
	static str id##_word(u32 place)                \
	{                                              \
		return function((type)place);          \
	}                                              \
	static const struct words id##_words = { id##_word, count, others };
ENUM_WORDS(X)
#undef X

#define X(id, others, sentence) static const struct words id##_words = { NULL, 0, others };
OTHER_WORDS(X)
#undef X

/* ---- shapes ------------------------------------------------------------------------------- */

#define NONE .words = NULL
#define IN(id) .words = &id##_words
#define OF(id) .inner = &id##_answer
#define X(field, type, there, about, meaning) \
	{ .name = STR(#field),                \
	  .kind = ANSWER_##type,              \
	  .presence = PRESENCE_##there,       \
	  about,                              \
	  .sentence = meaning },

/* A count of statistics is a member. */
#define STATS_COUNT_ROW(id, word, of, meaning) \
	{ .name = STR(word),                   \
	  .kind = ANSWER_COUNT,                \
	  .presence = PRESENCE_OPTIONAL,       \
	  .sentence = meaning },

#define TABLE(id, name, rows, like, sentence) \
	static const struct answer_field id##_rows[] = { rows(X) };
ANSWER_SHAPES(TABLE)
ANSWER_PARTS(TABLE)
#undef X

#define X(id, name, rows, like, sentence)                                          \
	const struct answer_shape id##_answer = { name, sentence, like, id##_rows, \
						  countof(id##_rows) };
ANSWER_SHAPES(X)
ANSWER_PARTS(X)
#undef X

const struct answer_shape *event_data_shape(u32 event_kind)
{
	static const struct answer_shape *const shapes[] = {
#define X(id, shape) [EVENT_##id] = &shape##_answer,
		EVENT_SHAPES(X)
#undef X
	};
	_Static_assert(countof(shapes) == EVENT_COUNT, "a shape for each event");
	must(event_kind < countof(shapes) && shapes[event_kind]);
	return shapes[event_kind];
}

/* ---- what only one side has ---------------------------------------------------------------- */

static const struct answer_shape *const all_shapes[] = {
#define X(id, name, rows, like, sentence) &id##_answer,
	ANSWER_SHAPES(X)
#undef X
};

/* KEPT stands for the request's fields from that one on. */
static bool has_member(const struct answer_shape *shape, str name)
{
	const struct field *field = shape_find(shape->like, name);
	for (u32 i = 0; i < shape->len; i++) {
		const struct answer_field *row = &shape->fields[i];
		if (str_eq(row->name, name)) return true;
		if (row->kind == ANSWER_KEPT && field &&
		    field >= shape_find(shape->like, row->name))
			return true;
	}
	return false;
}

bool answer_is_read_only(const struct shape *request, str name)
{
	for (size_t i = 0; i < countof(all_shapes); i++) {
		if (all_shapes[i]->like == request && !shape_find(request, name) &&
		    has_member(all_shapes[i], name))
			return true;
	}
	return false;
}

bool answer_is_write_only(const struct shape *request, const struct field *field)
{
	bool has_answer = false;
	for (size_t i = 0; i < countof(all_shapes); i++) {
		if (all_shapes[i]->like != request) continue;
		if (has_member(all_shapes[i], field->name)) return false;
		has_answer = true;
	}
	return has_answer;
}
