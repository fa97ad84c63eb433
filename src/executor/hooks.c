/* A question is on its way: read (its secret), in line, asked, told to the pump, gone. */
#include "executor/hooks.h"

#include "api/token.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "executor/hook_words.h"

#include <pthread.h>

enum { RETRY_MS = 200, QUESTION_BYTES = 1 << 20 };
/* Payloads of all questions together. */
#define ALL_BYTES ((size_t)32 << 20)

enum hook_stage {
	STAGE_NEW,
	STAGE_READING,
	STAGE_IN_LINE,
	STAGE_ASKED,
	STAGE_WITH_PUMP,
	STAGE_AGAIN
};

struct question {
	struct list_node node; /* of the inbox, then of all */
	struct policy_hooks *hooks;
	struct arena arena;
	enum hook_stage stage;
	struct uuid execution; /* what the handlers know it by */
	struct uuid run;
	u64 number;
	str tenant;
	str secret;
	str handler;
	str body;
	size_t weight;
	bool is_refused; /* there was no room to ask it */
	u32 attempt;
	struct now asked_at;
	msec deadline;
	struct invocation_wants wants;
	struct command command;
	struct reply reply;
};

struct policy_hooks {
	struct hooks_config config;
	struct handlers *handlers;
	struct list questions; /* all but those in the inbox */
	struct loop_timer *retry;
	bool is_abandoned;
	u64 made;

	pthread_mutex_t lock; /* of all below */
	struct list inbox;
	bool is_posted;
	u32 len; /* of all */
	size_t bytes;
};

/* ---- questions ---------------------------------------------------------------------------- */

static void forget(struct question *question)
{
	struct policy_hooks *hooks = question->hooks;
	list_remove(&question->node);
	pthread_mutex_lock(&hooks->lock);
	hooks->len--;
	hooks->bytes -= question->weight;
	pthread_mutex_unlock(&hooks->lock);
	for (u32 i = 0; i < question->wants.found_len; i++) {
		str value = question->wants.found[i].value;
		secret_forget((char *)(uintptr_t)value.at, value.len);
	}
	arena_done(&question->arena);
	mem_free(question);
}

static void tell(struct question *question)
{
	struct policy_hooks *hooks = question->hooks;
	question->stage = STAGE_AGAIN;
	if (hooks->is_abandoned) return;
	question->stage = STAGE_WITH_PUMP;
	if (!hooks->config.submit(hooks->config.context, &question->command)) return;
	question->stage = STAGE_AGAIN;
	loop_timer_start(hooks->retry, RETRY_MS);
}

static void conclude(struct question *question, enum hook_answer answer, msec until)
{
	question->command = (struct command){
		.kind = COMMAND_HOOK_SAID,
		.reply = &question->reply,
		.hook = { question->run, question->number, answer, until },
	};
	tell(question);
}

/* ---- sending ------------------------------------------------------------------------------ */

static msec left_of(const struct question *question)
{
	msec passed = msec_sub(loop_now(question->hooks->config.loop).boot,
			       question->asked_at.boot);
	return msec_sub(question->deadline, passed);
}

/* False: as many are under way as may be. */
static bool send_question(struct question *question)
{
	struct policy_hooks *hooks = question->hooks;
	char key[UUID_TEXT_LEN];
	uuid_print(question->run, key);
	const struct lease lease = { .execution = question->execution,
				     .run = question->run,
				     .attempt = question->attempt,
				     .payload = question->body,
				     .key = { key, sizeof key } };
	const struct handler_order order = { .lease = &lease,
					     .tenant = question->tenant,
					     .type = STR("policy_hook"),
					     .handler = question->handler,
					     .secrets = question->wants.found,
					     .secrets_len = question->wants.found_len,
					     .timeout_ms = left_of(question) };
	if (order.timeout_ms <= 0) {
		conclude(question, HOOK_FAILED, 0);
		return true;
	}
	enum err err = handlers_start(hooks->handlers, &order);
	if (err == ERR_BUSY) return false;
	if (err) conclude(question, HOOK_BUSY, 0);
	else question->stage = STAGE_ASKED;
	return true;
}

static void send_more(struct policy_hooks *hooks)
{
	if (!hooks->handlers || hooks->is_abandoned) return;
	list_for_each_of(struct question, question, &hooks->questions, node)
	{
		if (question->stage == STAGE_IN_LINE && !send_question(question)) return;
	}
}

static void begin(struct question *question)
{
	const struct hooks_config *config = &question->hooks->config;
	if (question->is_refused) {
		conclude(question, HOOK_BUSY, 0);
		return;
	}
	question->stage = STAGE_IN_LINE;
	if (!question->secret.len) return;
	question->wants = (struct invocation_wants){ .tenant = question->tenant,
						     .names = { question->secret },
						     .len = 1,
						     .arena = &question->arena };
	question->stage = STAGE_READING;
	if (config->read(config->context, question)) conclude(question, HOOK_BUSY, 0);
}

static void secrets_came(void *context)
{
	struct question *question = context;
	struct policy_hooks *hooks = question->hooks;
	bool is_found = !question->wants.err && question->wants.found_len == 1;
	question->stage = STAGE_IN_LINE;
	if (!is_found) conclude(question, HOOK_FAILED, 0);
	send_more(hooks);
}

static struct question *find_asked(const struct policy_hooks *hooks, const struct uuid *execution)
{
	list_for_each_of(struct question, question, &hooks->questions, node)
	{
		if (question->stage == STAGE_ASKED && uuid_eq(&question->execution, execution))
			return question;
	}
	return NULL;
}

void hooks_ended(void *context, const struct handler_report *said)
{
	struct policy_hooks *hooks = context;
	struct question *question = find_asked(hooks, &said->report.execution);
	msec until = 0;
	must(question != NULL);
	enum hook_answer answer = HOOK_FAILED;
	if (said->report.outcome == OUTCOME_SUCCESS)
		answer = hook_read_answer(said->report.result, loop_now(hooks->config.loop).wall,
					  &until);
	conclude(question, answer, until);
	send_more(hooks);
}

/* ---- the pump's thread -------------------------------------------------------------------- */

static bool copy_ask(struct question *question, const struct policy_hook_ask *ask)
{
	struct arena *arena = &question->arena;
	struct buf text;
	buf_init(&text, QUESTION_BYTES / 2);
	hook_write_question(ask, &text);
	question->body = str_copy(arena, buf_view(&text));
	bool is_whole = !buf_failed(&text);
	buf_clear(&text);
	hook_write_handler(ask->url, ask->secret, &text);
	question->handler = str_copy(arena, buf_view(&text));
	is_whole = is_whole && !buf_failed(&text);
	buf_done(&text);
	question->tenant = str_copy(arena, ask->tenant);
	question->secret = str_copy(arena, ask->secret);
	return is_whole && !arena_failed(arena);
}

static void came_back(void *context)
{
	forget(context);
}

/* The pump's answer does not matter: there is nothing more to do. */
static void on_over(struct reply *reply)
{
	struct question *question = container_of(reply, struct question, reply);
	enum err err = loop_post(question->hooks->config.loop, came_back, question);
	must(!err); /* the loop has a place for each */
}

static struct question *question_new(struct policy_hooks *hooks, const struct policy_hook_ask *ask)
{
	struct question *question = mem_alloc_zeroed(sizeof *question);
	if (!question) return NULL;
	u64 number = ++hooks->made;
	memcpy(question->execution.bytes, &number, sizeof number);
	question->hooks = hooks;
	question->run = ask->run;
	question->number = ask->number;
	question->attempt = ask->attempt;
	question->deadline = ask->deadline;
	question->asked_at = loop_now(hooks->config.loop);
	question->reply.over = on_over;
	arena_init(&question->arena, QUESTION_BYTES);
	return question;
}

static void on_inbox(void *context)
{
	struct policy_hooks *hooks = context;
	struct list_node *node;
	pthread_mutex_lock(&hooks->lock);
	hooks->is_posted = false;
	while ((node = list_pop_front(&hooks->inbox))) list_push_back(&hooks->questions, node);
	pthread_mutex_unlock(&hooks->lock);
	list_for_each_of(struct question, question, &hooks->questions, node)
	{
		if (question->stage == STAGE_NEW) begin(question);
	}
	send_more(hooks);
}

static bool enters(struct policy_hooks *hooks)
{
	pthread_mutex_lock(&hooks->lock);
	bool has_room = hooks->len < HOOKS_QUESTIONS_MAX;
	pthread_mutex_unlock(&hooks->lock);
	return has_room;
}

/* False: the others are heavy enough. */
static bool weighs_in(struct question *question, size_t bytes)
{
	struct policy_hooks *hooks = question->hooks;
	pthread_mutex_lock(&hooks->lock);
	bool has_room = hooks->bytes + bytes <= ALL_BYTES;
	if (has_room) question->weight = bytes;
	hooks->bytes += question->weight;
	pthread_mutex_unlock(&hooks->lock);
	return has_room;
}

/* Without memory for it, or a place, the engine's own deadline passes. */
void hooks_ask(struct policy_hooks *hooks, const struct policy_hook_ask *ask)
{
	struct question *question = enters(hooks) ? question_new(hooks, ask) : NULL;
	if (!question) return;
	question->is_refused = !weighs_in(question, ask->payload.len) || !copy_ask(question, ask);
	pthread_mutex_lock(&hooks->lock);
	list_push_back(&hooks->inbox, &question->node);
	hooks->len++;
	bool is_to_post = !hooks->is_posted;
	hooks->is_posted = true;
	pthread_mutex_unlock(&hooks->lock);
	if (!is_to_post) return;
	enum err err = loop_post(hooks->config.loop, on_inbox, hooks);
	must(!err); /* the loop has a place for it */
}

/* ---- readers ------------------------------------------------------------------------------ */

struct invocation_wants *hooks_wants(void *question)
{
	return &((struct question *)question)->wants;
}

void *hooks_context(void *question)
{
	return ((struct question *)question)->hooks->config.context;
}

void hooks_brought(void *context)
{
	struct question *question = context;
	enum err err = loop_post(question->hooks->config.loop, secrets_came, question);
	must(!err); /* the loop has a place for each */
}

/* ---- beginning and end -------------------------------------------------------------------- */

static void on_retry(void *context)
{
	struct policy_hooks *hooks = context;
	list_for_each_of(struct question, question, &hooks->questions, node)
	{
		if (question->stage == STAGE_AGAIN) tell(question);
	}
}

enum err hooks_new(const struct hooks_config *config, struct policy_hooks **out_hooks)
{
	struct policy_hooks *hooks = mem_alloc_zeroed(sizeof *hooks);
	if (!hooks) return ERR_MEMORY;
	hooks->config = *config;
	list_init(&hooks->questions);
	list_init(&hooks->inbox);
	must(pthread_mutex_init(&hooks->lock, NULL) == 0);
	enum err err = loop_timer_new(config->loop, on_retry, hooks, &hooks->retry);
	if (err) hooks_free(hooks);
	else *out_hooks = hooks;
	return err;
}

void hooks_free(struct policy_hooks *hooks)
{
	if (!hooks) return;
	list_for_each_of(struct question, question, &hooks->questions, node) forget(question);
	list_for_each_of(struct question, question, &hooks->inbox, node) forget(question);
	loop_timer_free(hooks->retry);
	pthread_mutex_destroy(&hooks->lock);
	mem_free(hooks);
}

void hooks_serve(struct policy_hooks *hooks, struct handlers *handlers)
{
	hooks->handlers = handlers;
	send_more(hooks);
}

void hooks_abandon(struct policy_hooks *hooks)
{
	if (hooks) hooks->is_abandoned = true;
}

bool hooks_have_asked(const struct policy_hooks *hooks)
{
	if (!hooks) return false;
	list_for_each_of(struct question, question, &hooks->questions, node)
	{
		if (question->stage == STAGE_WITH_PUMP) return true;
	}
	return false;
}
