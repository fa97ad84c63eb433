/* Expectations: how a run stands, what started, what a statement was answered. */
#include "base/must.h"
#include "calendar/civil.h"
#include "calendar/duration.h"
#include "model/effect.h"
#include "story/story_parts.h"

/* clang-format off */
enum story_answer {
#define X(id, word, sentence) SAY_##id,
	STORY_ANSWERS(X)
#undef X
	STORY_ANSWER_COUNT
};
/* clang-format on */

static const str answer_words[STORY_ANSWER_COUNT] = {
#define X(id, word, sentence) STR(word),
	STORY_ANSWERS(X)
#undef X
};

void play_unmet(struct play *play, const struct story_line *line, str label)
{
	struct story_event event = { .kind = EVENT_UNMET, .label = label, .line = line->number };
	event.text = buf_view(&play->text);
	play->result->unmet++;
	tell(play, &event);
}

void play_unexpected(struct play *play, const struct story_line *line)
{
	buf_add(&play->text, STR("; the story does not expect this answer"));
	play_unmet(play, line, (str){ "", 0 });
}

void play_expect_ledger(struct play *play, const struct story_line *line, str got)
{
	struct buf expected;
	buf_init(&expected, 1 << 16);
	for (u32 i = 1; i < line->words_len; i++) {
		if (i > 1) buf_add_byte(&expected, ' ');
		buf_add(&expected, line->words[i]);
	}
	if (!str_eq(got, buf_view(&expected))) {
		buf_clear(&play->text);
		buf_addf(&play->text, "the ledger has: %.*s; expected: %.*s", STR_ARG(got),
			 STR_ARG(buf_view(&expected)));
		play_unmet(play, line, line->words[0]);
	}
	buf_done(&expected);
}

/* ---- expect -------------------------------------------------------------------------------- */

/* How a run stands: what an option of expect is compared with. */
struct run_now {
	struct memory_run_seen seen;
	const struct played_run *run;
	const struct execution_end *end;
	str worker;
};

static void look_at_execution(void *context, const struct memory_execution_seen *seen)
{
	struct run_now *now = context;
	now->end = seen->end ? seen->end : now->end;
}

static bool differs(struct play *play, const char *what, i64 got, i64 expected)
{
	if (got == expected) return false;
	buf_addf(&play->text, "%s is %lld, expected %lld", what, (long long)got,
		 (long long)expected);
	return true;
}

static bool text_differs(struct play *play, const char *what, str got, str expected)
{
	if (str_eq(got, expected)) return false;
	buf_addf(&play->text, "%s is \"%.*s\", expected \"%.*s\"", what, STR_ARG(got),
		 STR_ARG(expected));
	return true;
}

/* A time as the story tells it: since the start. */
static void add_time(msec since, struct buf *out)
{
	if (since < 0) buf_add_byte(out, '-');
	duration_print(since < 0 ? -since : since, out);
}

bool play_time_differs(struct play *play, msec got, const struct story_given *expected)
{
	msec since = msec_sub(got, play->story->start);
	if (since >= expected->low && since <= expected->high) return false;
	buf_add(&play->text, STR("run_at is "));
	add_time(since, &play->text);
	buf_add(&play->text, STR(" after the start, expected "));
	add_time(expected->low, &play->text);
	if (expected->high == expected->low) return true;
	buf_add(&play->text, STR(" to "));
	add_time(expected->high, &play->text);
	return true;
}

static void add_reasons(const struct said *said, struct buf *out)
{
	if (!said->reasons_len) buf_add(out, STR("none"));
	for (u32 i = 0; i < said->reasons_len; i++) {
		if (i) buf_add_byte(out, ' ');
		buf_add(out, why_word(said->reasons[i].kind));
		if (!said->reasons[i].ref.len) continue;
		buf_add_byte(out, ':');
		buf_add(out, said->reasons[i].ref);
	}
}

static bool why_differs(struct play *play, const struct played_run *run,
			const struct story_given *expected)
{
	struct command command = { .kind = COMMAND_ASK_WHY, .run = { .run = run->id } };
	str ref = expected->text;
	play_submit(play, &command);
	(void)str_split(&ref, ':');
	bool met = expected->low == WHY_KINDS && !play->said.reasons_len && !play->said.err;
	for (u32 i = 0; i < play->said.reasons_len; i++) {
		const struct why_reason *reason = &play->said.reasons[i];
		bool same_ref = !ref.len || str_eq(ref, reason->ref);
		if (reason->kind == expected->low && same_ref) met = true;
	}
	if (met) return false;
	buf_add(&play->text, STR("why is "));
	add_reasons(&play->said, &play->text);
	buf_addf(&play->text, ", expected %.*s", STR_ARG(expected->text));
	return true;
}

static bool end_differs(struct play *play, const struct run_now *now,
			const struct story_given *expected)
{
	const struct execution_end *end = now->end;
	if (!end) {
		buf_add(&play->text, STR("no attempt has ended yet"));
		return true;
	}
	if (expected->option == STORY_HASH)
		return text_differs(play, "hash", end->result_hash, expected->text);
	if (expected->option == STORY_UNCHANGED)
		return differs(play, "unchanged", end->unchanged, expected->low);
	if (expected->option == STORY_OUTCOME)
		return text_differs(play, "outcome", outcome_name(end->outcome), expected->text);
	return text_differs(play, "class", end->error_class, expected->text);
}

static bool option_differs(struct play *play, const struct run_now *now,
			   const struct story_given *expected)
{
	const struct run_hot *hot = &now->seen.row->hot;
	const struct execution_row *open = now->seen.open;
	enum story_option option = expected->option;
	if (option == STORY_ATTEMPT)
		return differs(play, "attempt", open ? open->attempt : 0, expected->low);
	if (option == STORY_ATTEMPTS)
		return differs(play, "attempts", hot->attempts, expected->low);
	if (option == STORY_FENCE)
		return differs(play, "fence", open ? open->fence : hot->fence, expected->low);
	if (option == STORY_PRIORITY)
		return differs(play, "priority", hot->priority, expected->low);
	if (option == STORY_DEFERRED)
		return differs(play, "deferred", hot->deferred_count, expected->low);
	if (option == STORY_RUN_AT) return play_time_differs(play, hot->run_at, expected);
	if (option == STORY_WHY) return why_differs(play, now->run, expected);
	if (option == STORY_REASON)
		return text_differs(play, "reason", str_from(now->run->reason), expected->text);
	if (option == STORY_WORKER)
		return text_differs(play, "worker", now->worker, expected->text);
	if (option == STORY_HASH && open)
		return text_differs(play, "hash", str_from(now->run->last_hash), expected->text);
	return end_differs(play, now, expected);
}

static bool state_differs(struct play *play, str got, str expected)
{
	if (str_eq(got, expected)) return false;
	buf_addf(&play->text, "it is %.*s, expected %.*s", STR_ARG(got), STR_ARG(expected));
	return true;
}

static void expect_run(struct play *play, const struct story_line *line)
{
	const struct played_label *label = play_label(play, line->words[0]);
	struct run_now now = { .run = label ? label->run : NULL };
	str expected = line->words[1];
	const struct played_run *run = now.run;
	bool found = run && memory_store_find_run(play->store, &run->id, &now.seen);
	str state = found ? run_state_name(now.seen.state) : STR("absent");
	buf_clear(&play->text);
	if (state_differs(play, state, expected)) {
		play_unmet(play, line, line->words[0]);
		return;
	}
	if (!found) return;
	memory_store_each_execution(play->store, &run->id, look_at_execution, &now);
	if (now.seen.open && play->pump)
		now.worker = engine_name(pump_engine(play->pump), NAME_WORKER,
					 now.seen.open->worker.v);
	for (u32 i = 0; i < line->given_len; i++) {
		buf_clear(&play->text);
		if (option_differs(play, &now, &line->given[i]))
			play_unmet(play, line, line->words[0]);
	}
}

/* ---- expect-started ------------------------------------------------------------------------ */

static void add_labels(struct played_run *const *runs, u32 len, struct buf *out)
{
	if (!len) buf_add(out, STR("nothing"));
	for (u32 i = 0; i < len; i++) {
		if (i) buf_add_byte(out, ' ');
		buf_add(out, runs[i]->label);
	}
}

static bool are_labels(struct played_run *const *runs, u32 len, const str *labels, u32 labels_len)
{
	if (len != labels_len) return false;
	for (u32 i = 0; i < len; i++) {
		if (!str_eq(runs[i]->label, labels[i])) return false;
	}
	return true;
}

static void expect_started(struct play *play, const struct story_line *line)
{
	bool met = are_labels(play->started, play->started_len, line->words, line->words_len);
	if (!met) {
		buf_clear(&play->text);
		buf_add(&play->text, STR("started: "));
		add_labels(play->started, play->started_len, &play->text);
		buf_add(&play->text, STR("; expected:"));
		for (u32 i = 0; i < line->words_len; i++)
			buf_addf(&play->text, " %.*s", STR_ARG(line->words[i]));
		play_unmet(play, line, STR(""));
	}
	play->started_len = 0;
}

/* ---- expect-answer ------------------------------------------------------------------------- */

static bool contains(str text, const struct story_line *line)
{
	struct buf words;
	bool found = false;
	buf_init(&words, 4096);
	for (u32 i = 1; i < line->words_len; i++) {
		if (i > 1) buf_add_byte(&words, ' ');
		buf_add(&words, line->words[i]);
	}
	for (size_t at = 0; at + words.len <= text.len && !found; at++)
		found = str_eq(str_slice(text, at, at + words.len), buf_view(&words));
	buf_done(&words);
	return found;
}

static bool is_run_of_label(const struct play *play, const struct uuid *id,
			    const struct story_line *line)
{
	if (line->words_len < 2) return true;
	const struct played_label *label = play_label(play, line->words[1]);
	return label && label->run && uuid_eq(&label->run->id, id);
}

static str refusal(const struct said *said)
{
	return str_from(said->why.text[0] ? said->why.text : err_sentence(said->err));
}

/* How an effect stands, and nobody was told to go ahead; with its result where one is named. */
static bool stands_so(const struct said *said, enum effect_state state,
		      const struct story_line *line)
{
	if (!said->is_there || said->err || !said->is_effect || said->is_first) return false;
	bool has_result = line->words_len > 1;
	return said->effect == state &&
	       (!has_result || str_eq(line->words[1], str_from(said->result)));
}

static bool is_answered(const struct play *play, const struct story_line *line,
			enum story_answer expected)
{
	const struct said *said = &play->answered;
	bool fine = said->is_there && !said->err;
	switch (expected) {
	case SAY_OK: return fine && !said->duplicate && said->code == HOLDER_OK;
	case SAY_DUPLICATE:
		return fine && said->duplicate && !said->purged && !said->replaced &&
		       is_run_of_label(play, &said->run_id, line);
	case SAY_REPLACED:
		return fine && said->replaced && is_run_of_label(play, &said->run_id, line);
	case SAY_PURGED: return fine && said->purged && is_run_of_label(play, &said->run_id, line);
	case SAY_CONFLICT:
		return (said->err == ERR_CONFLICT && is_run_of_label(play, &said->other, line)) ||
		       (fine && said->code != HOLDER_OK && line->words_len == 1);
	case SAY_REFUSED: return said->err && contains(refusal(said), line);
	case SAY_LEASED:
		return fine && are_labels(said->leased, said->leased_len, line->words + 1,
					  line->words_len - 1);
	case SAY_EMPTY: return fine && !said->leased_len && play->asked->verb == VERB_LEASE;
	case SAY_WAITING: return !said->is_there;
	case SAY_LOST:
		return (fine && said->code == HOLDER_LEASE_LOST) || said->err == ERR_LEASE_LOST;
	case SAY_CANCELLED: return fine && said->code == HOLDER_CANCELLED;
	case SAY_FINISHED: return fine && said->code == HOLDER_FINISHED;
	case SAY_FIRST: return fine && said->is_effect && said->is_first;
	case SAY_OPEN: return stands_so(said, EFFECT_OPEN, line);
	case SAY_DONE: return stands_so(said, EFFECT_DONE, line);
	case SAY_IN_DOUBT: return stands_so(said, EFFECT_IN_DOUBT, line);
	case SAY_RELEASED: return stands_so(said, EFFECT_RELEASED, line);
	case STORY_ANSWER_COUNT: break;
	}
	must(false);
	return false;
}

static void add_answer(const struct said *said, struct buf *out)
{
	static const char *const codes[] = { [HOLDER_OK] = "ok",
					     [HOLDER_LEASE_LOST] = "lost",
					     [HOLDER_CANCELLED] = "cancelled",
					     [HOLDER_FINISHED] = "finished" };
	if (!said->is_there) buf_add(out, STR("waiting"));
	else if (said->err) buf_addf(out, "refused %.*s", STR_ARG(refusal(said)));
	else if (said->is_effect) {
		buf_add(out, said->is_first ? STR("first") : effect_state_name(said->effect));
		if (said->result[0]) buf_addf(out, " %s", said->result);
	} else if (said->duplicate) {
		buf_add(out, said->purged     ? STR("purged")
			     : said->replaced ? STR("replaced")
					      : STR("duplicate"));
		if (said->run) buf_addf(out, " %.*s", STR_ARG(said->run->label));
	} else if (said->leased_len) {
		buf_add(out, STR("leased "));
		add_labels(said->leased, said->leased_len, out);
	} else buf_add(out, str_from(codes[said->code]));
}

static void expect_answer(struct play *play, const struct story_line *line)
{
	u32 expected = 0;
	while (!str_eq(line->words[0], answer_words[expected])) expected++;
	must(expected < STORY_ANSWER_COUNT);
	if (play->asked && is_answered(play, line, (enum story_answer)expected)) return;
	buf_clear(&play->text);
	buf_add(&play->text, STR("the answer was "));
	add_answer(&play->answered, &play->text);
	buf_add(&play->text, STR("; expected"));
	for (u32 i = 0; i < line->words_len; i++)
		buf_addf(&play->text, " %.*s", STR_ARG(line->words[i]));
	play_unmet(play, line, STR(""));
}

void play_expect(struct play *play, const struct story_line *line)
{
	play->result->expected++;
	if (line->verb == VERB_EXPECT) expect_run(play, line);
	else if (line->verb == VERB_EXPECT_NEXT) expect_next(play, line);
	else if (line->verb == VERB_EXPECT_LEDGER) expect_ledger(play, line);
	else if (line->verb == VERB_EXPECT_DAYS) expect_days(play, line);
	else if (line->verb == VERB_EXPECT_WINDOW) expect_window(play, line);
	else if (line->verb == VERB_EXPECT_REMINDER) expect_reminder(play, line);
	else if (line->verb == VERB_EXPECT_STARTED) expect_started(play, line);
	else expect_answer(play, line);
}
