/* The set: takes orders, keeps their deadlines, tells their ends.
 *
 * An end is noted first and told by a timer that fires at once, so that nobody is called back from
 * within his own call, however early an order fails. */
#define _GNU_SOURCE
#include "handler/handler.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/exec.h"
#include "handler/parts.h"
#include "handler/redact.h"
#include "handler/smtp.h"

#include <stdio.h>
#include <strings.h>

enum { WORK_BYTES_MAX = 24 << 20, TOLD_A_PASS = 64 };

static void pull_start(struct work *work)
{
	work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION,
		  "handler.kind pull: runs of this type "
		  "are for workers");
}

static void pull_stop(struct work *work)
{
	must(work->is_ended);
}

static const struct handler_way pull_way = { pull_start, pull_stop };

/* clang-format off */
static const struct handler_way *const ways[HANDLER_KIND_COUNT] = {
	[HANDLER_PULL] = &pull_way, [HANDLER_HTTP] = &http_way, [HANDLER_EXEC] = &exec_way,
	[HANDLER_SMTP] = &smtp_way, [HANDLER_LOG] = &log_way,
};
/* clang-format on */

/* ---- what the kinds call --------------------------------------------------------------------- */

static str blot(struct work *work, str text)
{
	for (u32 i = 0; i < work->secrets_len; i++)
		text = redact(text, work->secrets[i].value, &work->arena);
	return text;
}

/* Output that was cut off must not keep the beginning of a secret. */
static str blot_stream(struct work *work, str text, u64 len_in_all)
{
	bool is_cut = len_in_all > text.len;
	text = blot(work, text);
	for (u32 i = 0; is_cut && i < work->secrets_len; i++)
		text = redact_end(text, work->secrets[i].value);
	return text;
}

/* Cut at a character, so that it stays UTF-8. */
static str cut(str text, size_t max)
{
	if (text.len <= max) return text;
	while (max > 0 && ((unsigned char)text.at[max] & 0xc0) == 0x80) max--;
	return str_slice(text, 0, max);
}

/* How somebody is reached by each kind, as the delivery log tells it. */
static const str channels[HANDLER_KIND_COUNT] = { [HANDLER_HTTP] = { "webhook", 7 },
						  [HANDLER_EXEC] = { "program", 7 },
						  [HANDLER_SMTP] = { "email", 5 },
						  [HANDLER_LOG] = { "log", 3 } };

void work_end(struct work *work, const struct handler_report *report)
{
	if (work->is_ended) return;
	struct handlers *handlers = work->handlers;
	work->is_ended = true;
	work->report = *report;
	struct report *said = &work->report.report;
	said->execution = work->execution;
	said->channel = channels[work->spec.kind];
	said->error_message = cut(blot(work, said->error_message), LIMIT_ERROR_MESSAGE_BYTES);
	said->result = blot(work, said->result);
	said->output.out = blot_stream(work, said->output.out, said->output.out_len);
	said->output.err = blot_stream(work, said->output.err, said->output.err_len);
	if (said->result.len > LIMIT_RESULT_BYTES) said->result = STR("");
	loop_timer_stop(work->deadline);
	list_remove(&work->node);
	list_push_back(&handlers->ended, &work->node);
	loop_timer_start(handlers->tell, 0);
}

void work_fail(struct work *work, enum outcome outcome, enum error_class class, const char *format,
	       ...)
{
	char text[WHY_TEXT_MAX * 2];
	va_list arguments;
	va_start(arguments, format);
	int len = vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	must(len >= 0);
	struct handler_report report = { .report = { .outcome = outcome } };
	report.report.error_class = error_class_name(class);
	report.report.error_message = str_copy(&work->arena, str_from(text));
	work_end(work, &report);
}

void work_end_stopped(struct work *work)
{
	must(work->stop != WORK_GOES_ON);
	if (work->stop == WORK_CANCELLED)
		work_fail(work, OUTCOME_FAIL, CLASS_CANCELLED, "stopped: the run has ended");
	else work_fail(work, OUTCOME_RETRY, CLASS_TIMEOUT, "the timeout was reached");
}

void work_limit(struct work *work, msec ms)
{
	if (ms >= work->timeout_ms) return;
	work->timeout_ms = ms;
	loop_timer_start(work->deadline, ms);
}

bool work_secret(const struct work *work, str name, str *out_value)
{
	for (u32 i = 0; i < work->secrets_len; i++) {
		if (!str_eq(work->secrets[i].name, name)) continue;
		*out_value = work->secrets[i].value;
		return true;
	}
	return false;
}

msec work_wall(const struct work *work)
{
	return loop_now(work->handlers->loop).wall;
}

char *work_terminated(struct work *work, str text)
{
	char *copy = arena_alloc(&work->arena, text.len + 1);
	if (!copy) return NULL;
	if (text.len) memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return copy;
}

/* ---- the life of an order -------------------------------------------------------------------- */

static void work_free(struct work *work)
{
	for (u32 i = 0; i < work->secrets_len; i++) {
		str value = work->secrets[i].value;
		if (value.len) explicit_bzero((char *)(uintptr_t)value.at, value.len);
	}
	loop_timer_free(work->deadline);
	arena_done(&work->arena);
	mem_free(work);
}

static void stop_work(struct work *work, enum work_stop stop)
{
	if (work->is_ended || work->stop != WORK_GOES_ON) return;
	work->stop = stop;
	ways[work->spec.kind]->stop(work);
}

static void on_deadline(void *context)
{
	stop_work(context, WORK_TIMED_OUT);
}

static void on_tell(void *context)
{
	struct handlers *handlers = context;
	struct list_node *node = NULL;
	for (u32 i = 0; i < TOLD_A_PASS && (node = list_pop_front(&handlers->ended)) != NULL; i++) {
		struct work *work = list_item(node, struct work, node);
		uuid_map_remove(&handlers->running, &work->execution);
		handlers->config.ended(handlers->config.context, &work->report);
		work_free(work);
	}
	if (!list_is_empty(&handlers->ended)) loop_timer_start(handlers->tell, 0);
}

static enum err copy_secrets(struct work *work, const struct handler_order *order)
{
	for (u32 i = 0; i < order->secrets_len && i < HANDLER_SECRETS_MAX; i++) {
		work->secrets[i].name = str_copy(&work->arena, order->secrets[i].name);
		work->secrets[i].value = str_copy(&work->arena, order->secrets[i].value);
		work->secrets_len++;
	}
	return arena_failed(&work->arena) ? ERR_MEMORY : ERR_OK;
}

static enum err copy_order(struct work *work, const struct handler_order *order)
{
	const struct lease *lease = order->lease;
	work->execution = lease->execution;
	work->run = lease->run;
	uuid_print(lease->run, work->run_text);
	work->attempt = lease->attempt;
	work->hops = order->hops;
	work->timeout_ms = order->timeout_ms;
	work->tenant = str_copy(&work->arena, order->tenant);
	work->type = str_copy(&work->arena, order->type);
	work->payload = str_copy(&work->arena, lease->payload.len ? lease->payload : STR("{}"));
	work->trace = str_copy(&work->arena, lease->trace);
	str run_text = { work->run_text, UUID_TEXT_LEN };
	work->key = str_copy(&work->arena, lease->key.len ? lease->key : run_text);
	return copy_secrets(work, order);
}

static enum err work_new(struct handlers *handlers, const struct handler_order *order,
			 struct work **out_work)
{
	struct work *work = mem_alloc_zeroed(sizeof *work);
	if (!work) return ERR_MEMORY;
	work->handlers = handlers;
	arena_init(&work->arena, WORK_BYTES_MAX);
	enum err err = loop_timer_new(handlers->loop, on_deadline, work, &work->deadline);
	if (!err) err = copy_order(work, order);
	if (err) work_free(work);
	else *out_work = work;
	return err;
}

/* Secrets that the description names are all there, or the run fails with the names of the rest. */
static bool has_secrets(struct work *work)
{
	str names[HANDLER_SECRETS_MAX];
	str value;
	u32 len = spec_secrets(&work->spec, names);
	for (u32 i = 0; i < len; i++) {
		if (work_secret(work, names[i], &value)) continue;
		work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION, "there is no secret \"%.*s\"",
			  STR_ARG(names[i]));
		return false;
	}
	return true;
}

static void begin(struct work *work, str handler)
{
	struct why why;
	enum err err = spec_parse(handler, &work->arena, &work->spec, &why);
	if (err == ERR_MEMORY) work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
	else if (err) work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION, "%s", why.text);
	else if (has_secrets(work)) ways[work->spec.kind]->start(work);
}

enum err handlers_start(struct handlers *handlers, const struct handler_order *order)
{
	struct work *work;
	if (handlers_room(handlers) == 0) return ERR_BUSY;
	must(!uuid_map_find(&handlers->running, &order->lease->execution));
	if (uuid_map_reserve(&handlers->running, 1) != ERR_OK) return ERR_MEMORY;
	enum err err = work_new(handlers, order, &work);
	if (err) return err;
	uuid_map_insert(&handlers->running, work);
	list_push_back(&handlers->works, &work->node);
	loop_timer_start(work->deadline, work->timeout_ms);
	begin(work, order->handler);
	return ERR_OK;
}

void handlers_cancel(struct handlers *handlers, struct uuid execution)
{
	struct work *work = uuid_map_find(&handlers->running, &execution);
	if (work) stop_work(work, WORK_CANCELLED);
}

u32 handlers_running(const struct handlers *handlers)
{
	return handlers->running.table.count;
}

u32 handlers_room(const struct handlers *handlers)
{
	must(handlers_running(handlers) <= handlers->config.at_once);
	return handlers->config.at_once - handlers_running(handlers);
}

/* ---- making and ending the set --------------------------------------------------------------- */

static enum err make_parts(struct handlers *handlers, struct why *why)
{
	const struct handlers_config *config = &handlers->config;
	struct guard_config guard = { config->webhook_allow, config->own, config->own_len };
	struct resolver_config resolver = { .loop = config->loop,
					    .function = config->resolve,
					    .context = config->resolve_context };
	enum err err = guard_new(&guard, &handlers->guard, why);
	if (err) return err;
	err = loop_timer_new(config->loop, on_tell, handlers, &handlers->tell);
	if (!err) err = hosts_new(&config->hosts, &handlers->hosts);
	if (!err) err = transfers_new(config->loop, &handlers->transfers);
	if (!err) err = resolver_new(&resolver, &handlers->resolver);
	if (!err && config->broker) err = exec_line_new(handlers, config->broker, &handlers->exec);
	if (err) return fail(why, err, "the handlers cannot be set up: %s", err_sentence(err));
	return ERR_OK;
}

static void set_defaults(struct handlers_config *config)
{
	if (!config->http_ms_max) config->http_ms_max = 30 * MSEC_SECOND;
	if (!config->connect_ms) config->connect_ms = 5 * MSEC_SECOND;
	config->hosts.seed = config->seed;
}

enum err handlers_new(const struct handlers_config *config, struct handlers **out_handlers,
		      struct why *why)
{
	must(config->ended != NULL);
	if (config->at_once == 0 || config->at_once > HANDLER_AT_ONCE_MAX)
		return fail(why, ERR_INVALID, "the number of runs at once must be 1 to %d, got %u",
			    HANDLER_AT_ONCE_MAX, config->at_once);
	enum err err = smtp_check_settings(config->smtp_url, config->smtp_from, why);
	if (err) return err;
	struct handlers *handlers = mem_alloc_zeroed(sizeof *handlers);
	if (!handlers) return fail(why, ERR_MEMORY, "no memory for the handlers");
	handlers->config = *config;
	handlers->loop = config->loop;
	set_defaults(&handlers->config);
	uuid_map_init(&handlers->running, config->seed, offsetof(struct work, execution));
	list_init(&handlers->works);
	list_init(&handlers->ended);
	err = make_parts(handlers, why);
	if (err) handlers_free(handlers);
	else *out_handlers = handlers;
	return err;
}

static void free_works(struct list *works)
{
	struct list_node *node;
	while ((node = list_pop_front(works)) != NULL)
		work_free(list_item(node, struct work, node));
}

void handlers_free(struct handlers *handlers)
{
	if (!handlers) return;
	list_for_each_of(struct work, work, &handlers->works, node) stop_work(work, WORK_CANCELLED);
	exec_line_free(handlers->exec);
	free_works(&handlers->works);
	free_works(&handlers->ended);
	resolver_free(handlers->resolver);
	transfers_free(handlers->transfers);
	hosts_free(handlers->hosts);
	guard_free(handlers->guard);
	loop_timer_free(handlers->tell);
	uuid_map_done(&handlers->running);
	mem_free(handlers);
}

static enum err check_url(const struct handlers *handlers, const struct handler_spec *spec,
			  struct arena *arena, struct why *why)
{
	struct url url;
	enum err err = url_parse(spec->url, arena, &url, why);
	return err ? err : guard_check_url(handlers->guard, &url, why);
}

enum err handlers_check(const struct handlers *handlers, str handler, struct why *why)
{
	struct arena arena;
	struct handler_spec spec;
	arena_init(&arena, 4 * HANDLER_SPEC_BYTES);
	enum err err = spec_parse(handler, &arena, &spec, why);
	if (!err && spec.kind == HANDLER_HTTP) err = check_url(handlers, &spec, &arena, why);
	if (!err && spec.kind == HANDLER_EXEC) err = exec_check(handlers, &spec, why);
	if (!err && spec.kind == HANDLER_SMTP && !handlers->config.smtp_url.len)
		err = fail(why, ERR_INVALID,
			   "handler.kind smtp: the server has no mail server "
			   "(--smtp-url)");
	arena_done(&arena);
	return err;
}
