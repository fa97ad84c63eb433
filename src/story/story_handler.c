/* The handler of an automatic worker, beside the time that it takes: it claims an effect before it
 * works, completes or releases it at its end, and enqueues a follow-up. Both are safe to repeat, as
 * in a real handler: a report that the store cannot take begins here again. */
#include "base/must.h"
#include "story/story_parts.h"

struct story_event held_event(enum story_event_kind kind, const struct played_worker *worker,
			      const struct held *held)
{
	return (struct story_event){ .kind = kind,
				     .label = held->run->label,
				     .tenant = held->run->tenant,
				     .type = held->run->type,
				     .worker = worker->name,
				     .attempt = held->attempt };
}

static void tell_effect(struct play *play, const struct played_worker *worker,
			const struct held *held, const char *words)
{
	str action = story_text(worker->line, STORY_CLAIMS);
	struct story_event event = held_event(EVENT_EFFECT, worker, held);
	buf_clear(&play->text);
	buf_addf(&play->text, "%.*s %s", STR_ARG(action), words);
	event.text = buf_view(&play->text);
	tell(play, &event);
}

static enum held_effect effect_of(const struct said *said)
{
	if (said->err) return HELD_EFFECT_DOUBT;
	if (said->is_first) return HELD_EFFECT_OWN;
	return said->effect == EFFECT_DONE ? HELD_EFFECT_DONE : HELD_EFFECT_DOUBT;
}

static void submit_effect(struct play *play, const struct held *held, enum command_kind kind,
			  str action)
{
	struct command command = { .kind = kind,
				   .tenant = held->run->tenant,
				   .effect = { .action_key = action,
					       .claim = held->run->claim,
					       .execution = held->execution } };
	play_submit(play, &command);
}

/* An earlier attempt began it and left no word. The other side may know. */
static void resolve(struct play *play, struct played_worker *worker, struct held *held)
{
	str found = story_text(worker->line, STORY_FINDS);
	bool is_done = str_eq(found, STR("done"));
	if (!found.len) {
		tell_effect(play, worker, held, "is in doubt: an earlier attempt left no word");
		return;
	}
	submit_effect(play, held, is_done ? COMMAND_EFFECT_COMPLETE : COMMAND_EFFECT_RELEASE,
		      STR(""));
	if (!play->said.err && is_done) held->effect = HELD_EFFECT_DONE;
	else if (!play->said.err) held->begins_at = play->t; /* claims it again */
	tell_effect(play, worker, held,
		    is_done ? "is in doubt, and found done" : "is in doubt, and found not done");
}

void handler_begin(struct play *play, struct played_worker *worker, struct held *held)
{
	msec ends_at = msec_add(play->t, story_number(worker->line, STORY_TAKES, MSEC_SECOND));
	held->run->claim = (struct uuid){ 0 };
	submit_effect(play, held, COMMAND_EFFECT_CLAIM, story_text(worker->line, STORY_CLAIMS));
	held->begins_at = MSEC_MAX;
	held->effect = effect_of(&play->said);
	held->run->claim = play->said.claim;
	held->ends_at = held->effect == HELD_EFFECT_OWN ? ends_at : play->t; /* nothing to do */
	if (play->said.err) tell_effect(play, worker, held, "is refused");
	else if (held->effect == HELD_EFFECT_OWN) tell_effect(play, worker, held, "is claimed");
	else if (held->effect == HELD_EFFECT_DOUBT) resolve(play, worker, held);
	else tell_effect(play, worker, held, "was done by an earlier attempt: not again");
}

/* A success completes the effect; a failure knows that it did not happen. */
static void end_effect(struct play *play, const struct held *held, bool is_good)
{
	if (held->effect != HELD_EFFECT_OWN) return;
	submit_effect(play, held, is_good ? COMMAND_EFFECT_COMPLETE : COMMAND_EFFECT_RELEASE,
		      STR(""));
}

/* Its key is the run's: an attempt that comes again enqueues nothing new. */
static void follow_up(struct play *play, const struct played_worker *worker, struct held *held)
{
	char key[64];
	str type = story_text(worker->line, STORY_ENQUEUES);
	if (!type.len) return;
	struct played_run *run = play_spare_run(play);
	if (!run) return;
	memcpy(key, "follow-up:", 10);
	uuid_print(held->run->id, key + 10);
	struct enqueue_item item = { .type = type,
				     .key = { key, 10 + UUID_TEXT_LEN },
				     .scope = UNIQUE_FOREVER };
	struct command command = { .kind = COMMAND_ENQUEUE,
				   .tenant = held->run->tenant,
				   .enqueue = { .items = &item, .len = 1 } };
	run->tenant = held->run->tenant;
	run->type = type;
	run->label = play_numbered_label(play, held->run->label, held->run->fallbacks + 1);
	play_submit(play, &command);
	if (play->said.err || play->said.duplicate) return;
	held->run->fallbacks++;
	(void)play_add_label(play, run->label, run);
}

void handler_end(struct play *play, const struct played_worker *worker, struct held *held,
		 struct report *report)
{
	if (held->effect == HELD_EFFECT_DOUBT) {
		report->outcome = OUTCOME_RETRY;
		report->error_class = STR("effect_in_doubt");
	}
	bool is_good = report->outcome == OUTCOME_SUCCESS || report->outcome == OUTCOME_NOOP;
	end_effect(play, held, is_good);
	if (is_good) follow_up(play, worker, held);
}
