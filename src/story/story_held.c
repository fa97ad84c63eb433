/* The reasons for which runs of a story are held back, as the engine gives them. */
#include "base/must.h"
#include "calendar/civil.h"
#include "calendar/duration.h"
#include "model/journal.h"
#include "story/story_parts.h"

/* ---- what holds back ----------------------------------------------------------------------- */

void ask_all_again(struct play *play)
{
	for (u32 i = 0; i < play->open_len; i++) play->open[i]->asks = true;
}

static void add_paused(const struct play *play, const struct why_reason *reason,
		       const struct played_run *run, struct buf *out)
{
	str ref = reason->ref;
	if (str_eq(ref, STR("tenant"))) buf_addf(out, "tenant %.*s", STR_ARG(run->tenant));
	else if (str_eq(ref, STR("type"))) buf_addf(out, "type %.*s", STR_ARG(run->type));
	else buf_addf(out, "its %.*s", STR_ARG(ref));
	buf_add(out, STR(" is paused"));
	if (!reason->until) return;
	buf_add(out, STR(" until "));
	tell_add_instant(play, reason->until, out);
}

static void add_limit(const struct why_reason *reason, const struct played_run *run,
		      struct buf *out)
{
	str ref = reason->ref;
	if (str_eq(ref, STR("tenant")))
		buf_addf(out, "tenant %.*s is at its limit", STR_ARG(run->tenant));
	else if (str_eq(ref, STR("type")))
		buf_addf(out, "type %.*s is at its limit", STR_ARG(run->type));
	else if (str_eq(ref, STR("queue"))) buf_add(out, STR("its queue is at its limit"));
	else buf_add(out, STR("the server is at its limit"));
}

static void add_gate(const struct play *play, const struct why_reason *reason, struct buf *out)
{
	str what = why_sentence(reason->kind);
	buf_addf(out, "%.*s (%.*s)", STR_ARG(what), STR_ARG(reason->ref));
	if (!reason->until) return;
	buf_add(out, STR(" until "));
	tell_add_instant(play, reason->until, out);
}

/* Nothing is said about a run that only waits its turn. */
static void add_reason(const struct play *play, const struct why_reason *reason,
		       const struct played_run *run, struct buf *out)
{
	switch (reason->kind) {
	case WHY_PAUSED: add_paused(play, reason, run, out); return;
	case WHY_LIMIT: add_limit(reason, run, out); return;
	case WHY_NO_WORKER: buf_addf(out, "no worker asks for %.*s", STR_ARG(run->type)); return;
	case WHY_ROUTE_LIMIT:
		buf_addf(out, "route %.*s is at its limit", STR_ARG(reason->ref));
		return;
	case WHY_JOB_LIMIT: buf_add(out, STR("its job is at its limit")); return;
	case WHY_DISPATCH_OFF:
	case WHY_JOB_PAUSED:
	case WHY_CLOCK_BACK:
	case WHY_CLOCK: buf_add(out, why_sentence(reason->kind)); return;
	case WHY_MAINTENANCE:
	case WHY_QUIET_HOURS:
	case WHY_RATE_LIMIT:
	case WHY_POLICY_HOOK: add_gate(play, reason, out); return;
	case WHY_DEPENDENCY:
		if (reason->ref.len)
			buf_addf(out, "it waits for a run of %.*s", STR_ARG(reason->ref));
		else buf_add(out, why_sentence(reason->kind));
		return;
	case WHY_CHILDREN:
	case WHY_NOT_DUE:
	case WHY_BACKOFF:
	case WHY_DEFERRED:
	case WHY_RUNNING:
	case WHY_BEHIND:
	case WHY_FINISHED:
	case WHY_KINDS: return;
	}
}

/* Alike ones are told together: the first, and how many more. */
struct group {
	const struct played_run *first;
	u32 more;
	char text[WHY_TEXT_MAX];
};

static void tell_group(struct play *play, struct group *group)
{
	if (!group->first) return;
	struct story_event event = { .kind = EVENT_HELD_BACK,
				     .label = group->first->label,
				     .tenant = group->first->tenant,
				     .type = group->first->type,
				     .reason = str_from(group->text) };
	buf_clear(&play->text);
	buf_addf(&play->text, "held back: %s", group->text);
	if (group->more) buf_addf(&play->text, " (and %u more)", group->more);
	event.text = buf_view(&play->text);
	tell(play, &event);
	group->first = NULL;
}

static void add_to_group(struct play *play, struct group *group, const struct played_run *run,
			 str text)
{
	bool alike = group->first && str_eq(group->first->tenant, run->tenant) &&
		     str_eq(group->first->type, run->type) && str_eq(str_from(group->text), text);
	if (alike) {
		group->more++;
		return;
	}
	str kept = str_slice(text, 0, sizeof group->text - 1);
	struct group next = { .first = run };
	memcpy(next.text, kept.at, kept.len);
	tell_group(play, group);
	*group = next;
}

static void ask_why(struct play *play, struct played_run *run, struct group *group)
{
	struct command command = { .kind = COMMAND_ASK_WHY, .run = { .run = run->id } };
	play_submit(play, &command);
	run->asks = false;
	if (play->said.err || !play->said.reasons_len) return;
	buf_clear(&play->text);
	add_reason(play, &play->said.reasons[0], run, &play->text);
	str text = str_slice(buf_view(&play->text), 0, PLAY_REASON_BYTES - 1);
	if (!text.len || str_eq(text, str_from(run->told))) return;
	memcpy(run->told, text.at, text.len);
	run->told[text.len] = '\0';
	char copy[WHY_TEXT_MAX];
	str whole = str_slice(buf_view(&play->text), 0, sizeof copy);
	memcpy(copy, whole.at, whole.len);
	add_to_group(play, group, run, (str){ copy, whole.len });
}

void tell_held_back(struct play *play)
{
	struct group group = { 0 };
	if (!play->listener || !play->pump || play->retry_at > play->t) return;
	play_forget_ended(play);
	for (u32 i = 0; i < play->open_len; i++) {
		struct played_run *run = play->open[i];
		bool waits = run->is_queued || run->state == RUN_WAITING;
		if (run->asks && waits && run->run_at <= play_wall(play))
			ask_why(play, run, &group);
	}
	tell_group(play, &group);
}
