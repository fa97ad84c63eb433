/* The handlers of the server itself: the broker of programs, the key of secrets, the handlers, and
 * the executor between them and the pump. */
#include "api/json.h"
#include "api/place.h"
#include "base/must.h"
#include "handler/spec.h"
#include "host/folder.h"
#include "server/keyfile.h"
#include "server/service_parts.h"
#include "store/query.h"

#include <stdio.h>
#include <unistd.h>

/* ---- before anything else ------------------------------------------------------------------ */

/* "data" and "suffix", ended by a zero byte, for the service's life. */
static const char *beside_data(struct service *service, const char *suffix)
{
	str data = setting_text(service, CONFIG_DATA);
	size_t len = strlen(suffix);
	while (data.len > 1 && data.at[data.len - 1] == '/') data.len--;
	char *path = arena_alloc(&service->arena, data.len + len + 1);
	if (!path) return NULL;
	memcpy(path, data.at, data.len);
	memcpy(path + data.len, suffix, len + 1);
	return path;
}

static const char *terminated(struct service *service, str text)
{
	char *copy = arena_alloc(&service->arena, text.len + 1);
	if (!copy) return NULL;
	memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return copy;
}

static enum err read_programs(struct service *service, const char *path, struct why *why)
{
	struct why inner;
	enum err err = programs_read(path, &service->programs, &inner);
	return err ? fail(why, err, "BELFRY_PROGRAMS: %s: %s", path, inner.text) : ERR_OK;
}

/* Programs are started by a process that was forked while there was nothing yet to carry along: no
 * setting, no thread, no key, no store. What an earlier server left running ends here. */
enum err service_start_broker(struct service *service, struct why *why)
{
	str file = setting_text(service, CONFIG_PROGRAMS);
	enum err err = folder_open(setting_text(service, CONFIG_DATA), why);
	if (err || !file.len) return err;
	const char *path = terminated(service, file);
	const char *records = beside_data(service, "/programs");
	const char *work = beside_data(service, ".work");
	const char *claim = beside_data(service, "/programs.lock");
	if (!path || !records || !work || !claim)
		return fail(why, ERR_MEMORY, "no memory for the broker");
	/* Another server's programs are not what an earlier one left. */
	err = file_claim(claim, &service->programs_claim, why);
	if (!err) err = read_programs(service, path, why);
	if (err) return err;
	const struct broker_config config = { .programs = service->programs,
					      .record_folder = records,
					      .work_folder = work,
					      .standby = service->host.standby,
					      .programs_file = path };
	err = broker_start(&config, &service->broker, why);
	if (err || !broker_swept(service->broker)) return err;
	service_log(service, PHRASE_PROGRAMS_ENDED, ERR_OK);
	return ERR_OK;
}

enum err service_open_key(struct service *service, struct why *why)
{
	str path = setting_text(service, CONFIG_KEY_FILE);
	if (!path.len) {
		const char *preset = beside_data(service, ".key");
		if (!preset) return fail(why, ERR_MEMORY, "no memory for the key");
		path = str_from(preset);
	}
	return keyfile_open(path, service_random, &service->seal_key, why);
}

/* Every process has a name of its own: what the one before it held is void. */
void service_name_node(struct service *service)
{
	u32 number;
	str id = setting_text(service, CONFIG_WORKER_ID);
	service_random(NULL, (u8 *)&number, sizeof number);
	int len = snprintf(service->node, sizeof service->node, "@%.*s:%08x", STR_ARG(id), number);
	must(len > 0 && (size_t)len < sizeof service->node);
	(void)gethostname(service->machine,
			  sizeof service->machine - 1); /* unnamed: it is not told */
}

/* ---- secrets ------------------------------------------------------------------------------- */

static void find_secret(struct service *service, struct query *query,
			struct invocation_wants *wants, u32 index)
{
	str name = wants->names[index];
	str tenant = index < wants->foreign_len ? wants->foreign : wants->tenant;
	struct document_list list = { .kind = DOCUMENT_SECRET,
				      .tenant = tenant,
				      .name = name,
				      .limit = 1,
				      .now = clock_now().wall };
	struct document_page page = { 0 };
	char about[LIMIT_TENANT_NAME_BYTES + HANDLER_SECRET_NAME_BYTES + 2];
	str value;
	wants->err = query->calls->documents(query, &list, wants->arena, &page);
	if (wants->err || !page.len) return;
	int len = snprintf(about, sizeof about, "%.*s/%.*s", STR_ARG(tenant), STR_ARG(name));
	must(len > 0 && (size_t)len < sizeof about);
	wants->err = unseal(&service->seal_key, (str){ about, (size_t)len }, page.rows[0].row.body,
			    wants->arena, &value);
	if (wants->err) return;
	wants->found[wants->found_len++] = (struct handler_secret){ name, value };
}

static enum err find_body(struct query *query, struct invocation_wants *wants,
			  enum document_kind kind, str name, str *out_body)
{
	struct document_list list = { .kind = kind,
				      .tenant = wants->tenant,
				      .name = name,
				      .limit = 1,
				      .now = clock_now().wall };
	struct document_page page = { 0 };
	enum err err = query->calls->documents(query, &list, wants->arena, &page);
	if (!err && page.len) *out_body = page.rows[0].row.body;
	return err;
}

/* Finds the channels that earlier attempts have reached. */
static enum err find_earlier(struct query *query, const struct invocation_wants *wants,
			     struct notification_facts *facts)
{
	struct execution_list list = { .tenant = wants->tenant,
				       .run = wants->run,
				       .limit = NOTIFICATION_EARLIER_MAX };
	struct execution_page page = { 0 };
	enum err err = query->calls->executions(query, &list, wants->arena, &page);
	for (u32 i = 0; !err && i < page.len; i++)
		if (page.rows[i].end.result.len)
			facts->earlier[facts->earlier_len++] = page.rows[i].end.result;
	return err;
}

/* Secrets that the channels of a notification name. */
static enum err name_secrets(struct invocation_wants *wants)
{
	for (u32 i = 0; i < wants->notification->len; i++) {
		struct notification_step *step = &wants->notification->steps[i];
		struct handler_spec spec;
		struct why why;
		str names[HANDLER_SECRETS_MAX];
		if (!step->handler.len) continue;
		enum err err = spec_parse(step->handler, wants->arena, &spec, &why);
		if (err == ERR_MEMORY) return err;
		if (err) continue; /* its handler says what is wrong */
		u32 len = spec_secrets(&spec, names);
		for (u32 k = 0; k < len && wants->len < HANDLER_SECRETS_MAX; k++)
			wants->names[wants->len++] = str_copy(wants->arena, names[k]);
	}
	return arena_failed(wants->arena) ? ERR_MEMORY : ERR_OK;
}

/* Finds the reminder or alert, and the person to notify. */
static enum err find_about(struct invocation_wants *wants, struct query *query,
			   struct notification_facts *facts)
{
	struct reminder_list list = { .tenant = wants->tenant,
				      .id = wants->notification->reminder,
				      .limit = 1 };
	struct reminder_page page = { 0 };
	str person = { 0 };
	enum err err = ERR_OK;
	if (uuid_is_nil(&wants->notification->reminder))
		person = notification_person(wants->notification, wants->arena);
	else err = query->calls->reminders(query, &list, wants->arena, &page);
	if (page.len) {
		facts->reminder = &page.rows[0];
		person = page.rows[0].row.user;
	}
	if (err || !person.len) return err;
	return find_body(query, wants, DOCUMENT_USER, person, &facts->person);
}

static enum err bring_notification(struct invocation_wants *wants, struct query *query)
{
	struct notification_facts facts = { 0 };
	enum err err = find_about(wants, query, &facts);
	/* Of that kind a tenant has one, without a name. */
	if (!err) err = find_body(query, wants, DOCUMENT_TENANT, STR(""), &facts.tenant);
	if (!err) err = find_earlier(query, wants, &facts);
	if (!err) err = notification_plan(&facts, wants->arena, wants->notification);
	return err ? err : name_secrets(wants);
}

/* On a reader's thread. */
static void bring_secrets(struct service *service, struct invocation_wants *wants,
			  struct query *query)
{
	wants->err = wants->notification ? bring_notification(wants, query) : ERR_OK;
	if (wants->err) return;
	wants->found = arena_alloc_array(wants->arena, wants->len, sizeof *wants->found);
	wants->err = wants->found ? ERR_OK : ERR_MEMORY;
	for (u32 i = 0; i < wants->len && !wants->err; i++) find_secret(service, query, wants, i);
}

/* An item for a reader is a request of the API; or an invocation: then its address is odd; or a
 * policy hook's question: then its second bit is set; or the webhook sender's: then both are. */
void service_read(void *item, struct query *query, u64 turns)
{
	uintptr_t address = (uintptr_t)item;
	void *asker = (void *)(address & ~(uintptr_t)3);
	if ((address & 3) == 3) {
		webhook_sender_read(asker, query);
	} else if (address & 1) {
		bring_secrets(executor_context(asker), executor_wants(asker), query);
		executor_brought(asker);
	} else if (address & 2) {
		bring_secrets(hooks_context(asker), hooks_wants(asker), query);
		hooks_brought(asker);
	} else {
		api_read(item, query, turns);
	}
}

static enum err read_for_hook(void *context, void *question)
{
	struct service *service = context;
	must(((uintptr_t)question & 3) == 0);
	return readers_submit(service->readers, hooks_wants(question)->tenant,
			      (void *)((uintptr_t)question | 2));
}

static enum err read_for_webhook_sender(void *context, void *item)
{
	struct service *service = context;
	must(((uintptr_t)item & 3) == 0);
	return readers_submit(service->readers, STR(""), (void *)((uintptr_t)item | 3));
}

static enum err read_for_invocation(void *context, void *invocation)
{
	struct service *service = context;
	must(((uintptr_t)invocation & 1) == 0);
	return readers_submit(service->readers, executor_wants(invocation)->tenant,
			      (void *)((uintptr_t)invocation | 1));
}

/* ---- handlers ------------------------------------------------------------------------------ */

/* Its object without a time, which is put in front. */
static void log_of_handler(void *context, str line)
{
	struct service *service = context;
	log_pass(&service->log, clock_now().wall, line);
}

static enum err submit(void *context, struct command *command)
{
	struct service *service = context;
	return pump_thread_submit(service->pump, command);
}

static str tell_name(void *context, enum name_kind kind, u32 no)
{
	struct service *service = context;
	return engine_name(pump_thread_engine(service->pump), kind, no);
}

/* Several fit into a lease, whatever the setting says. */
static msec beat_interval(const struct service *service)
{
	msec wanted = setting_number(service, CONFIG_HEARTBEAT_MS);
	return wanted < DEFAULT_LEASE_MS / 4 ? wanted : DEFAULT_LEASE_MS / 4;
}

static void on_ended(void *context, const struct handler_report *report)
{
	struct service *service = context;
	executor_ended(service->executor, report);
}

static void make(void *context, const struct lease *lease, str tenant)
{
	struct service *service = context;
	service->maker = (struct maker){ service->api, service, on_ended };
	maker_start(&service->maker, lease, tenant);
}

enum err service_make_executor(struct service *service, struct why *why)
{
	const struct executor_config config = {
		.loop = service->loop,
		.at_once = (u32)setting_number(service, CONFIG_WORKER_COUNT),
		.node = str_from(service->node),
		.host = str_from(service->machine),
		/* The type's policy does not count here: heartbeats come by this lease. */
		.lease_ms = DEFAULT_LEASE_MS,
		.beat_ms = beat_interval(service),
		.sentry_dsn = setting_text(service, CONFIG_SENTRY_DSN),
		.context = service,
		.submit = submit,
		.name = tell_name,
		.read = read_for_invocation,
		.make = make,
	};
	const struct hooks_config hooks = {
		.loop = service->loop, .context = service, .submit = submit, .read = read_for_hook
	};
	const struct webhook_sender_config webhook_sender = { .loop = service->loop,
							      .places = place_key(
								      &service->seal_key),
							      .context = service,
							      .submit = submit,
							      .read = read_for_webhook_sender };
	enum err err = executor_new(&config, &service->executor);
	if (!err) err = hooks_new(&hooks, &service->hooks);
	if (!err) err = webhook_sender_new(&webhook_sender, &service->webhook_sender);
	return err ? fail(why, err, "no memory for the handlers") : ERR_OK;
}

static void on_progress(void *context, struct uuid execution, u32 percent, str message)
{
	struct service *service = context;
	executor_progress(service->executor, execution, percent, message);
}

static void on_hook_ended(void *context, const struct handler_report *report)
{
	struct service *service = context;
	hooks_ended(service->hooks, report);
}

/* A set of their own: a policy hook takes nobody's place, and nobody takes its. */
static enum err start_hooks(struct service *service, struct handlers_config config, struct why *why)
{
	config.at_once = HOOKS_AT_ONCE;
	config.smtp_url = config.smtp_from = (str){ "", 0 };
	config.broker = NULL;
	config.ended = on_hook_ended;
	enum err err = handlers_new(&config, &service->hook_handlers, why);
	if (!err) hooks_serve(service->hooks, service->hook_handlers);
	return err;
}

/* Once it is known where the server listens: no webhook goes there. */
enum err service_start_handlers(struct service *service, struct why *why)
{
	struct handlers_config config = {
		.loop = service->loop,
		.at_once = (u32)setting_number(service, CONFIG_WORKER_COUNT),
		.webhook_allow = setting_text(service, CONFIG_WEBHOOK_ALLOW),
		.own = service->bound,
		.own_len = service->bound_len,
		.smtp_url = setting_text(service, CONFIG_SMTP_URL),
		.smtp_from = setting_text(service, CONFIG_SMTP_FROM),
		.broker = service->broker,
		.context = service,
		.ended = on_ended,
		.progress = on_progress,
		.log = log_of_handler,
	};
	service_random(NULL, (u8 *)&config.seed, sizeof config.seed);
	enum err err = handlers_new(&config, &service->handlers, why);
	if (!err) executor_serve(service->executor, service->handlers);
	return err ? err : start_hooks(service, config, why);
}

/* For PUT types: whether a description can be kept, and who carries the type out then. */
enum err service_judge_handler(void *context, str handler, enum carrier *out_carrier,
			       struct why *why)
{
	struct service *service = context;
	str kind = { 0 };
	enum err err = handlers_check(service->handlers, handler, why);
	if (err) return err;
	must(json_find(handler, STR("kind"), &kind));
	*out_carrier = str_eq(kind, STR("\"pull\"")) ? CARRIER_WORKERS : CARRIER_NODE;
	return ERR_OK;
}

void service_free_handlers(struct service *service)
{
	handlers_free(service->handlers);
	handlers_free(service->hook_handlers);
	hooks_free(service->hooks);
	webhook_sender_free(service->webhook_sender);
	executor_free(service->executor);
	broker_stop(service->broker);
	programs_free(service->programs);
	if (service->programs_claim > 0) (void)close(service->programs_claim);
}
