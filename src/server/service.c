/* Started from below: store, pump, API, network. Ended from above: nobody new comes in, what is
 * under way is answered, then the pump ends its last turn and the store is closed. */
#include "server/service_parts.h"

#include "base/memory.h"
#include "host/clock.h"
#include "host/folder.h"
#include "net/notify.h"
#include "server/checks.h"
#include "server/version.h"

#include <signal.h>

enum {
	REQUESTS_MAX = 10000,
	POSTS_MAX = 4 * REQUESTS_MAX + 4 * HANDLER_AT_ONCE_MAX + 4 + 4 * HOOKS_QUESTIONS_MAX +
		    WEBHOOKS_SENT_MAX + 8,
	READER_THREADS = 3, /* one tenant has two of them at once */
	READS_MAX = 1000,
	PATIENCE_MS = 10000,
	LOG_PAGES_AHEAD = 4500, /* as long as the log mostly becomes */
};
#define RESERVE_BYTES ((u64)64 << 20) /* for a full disk */
#define SERVICE_BYTES_MAX ((size_t)64 << 20)

/* ---- telling ------------------------------------------------------------------------------ */

static void write_line(void *context, str line)
{
	struct service *service = context;
	if (service->log_writer) log_writer_put(service->log_writer, line);
	else service->host.log(service->host.context, line); /* before there are threads */
}

static void write_out_lines(void *context, str lines)
{
	struct service *service = context;
	service->host.log(service->host.context, lines);
}

void service_log(struct service *service, enum log_phrase phrase, enum err err)
{
	struct log_about about = LOG_ABOUT;
	if (err) about.err_code = str_from(err_name(err));
	log_write(&service->log, clock_now().wall, phrase, &about);
}

void service_log_why(struct service *service, enum log_phrase phrase, const struct why *why)
{
	struct log_about about = LOG_ABOUT;
	about.detail = str_from(why->text);
	if (why->code) about.err_code = str_from(err_name(why->code));
	log_write(&service->log, clock_now().wall, phrase, &about);
}

void service_warn_of_name(struct service *service, const struct why *why)
{
	struct log_about about = LOG_ABOUT;
	about.detail = str_from(why->text);
	log_write(&service->log, clock_now().wall, PHRASE_SETTING_UNKNOWN, &about);
}

static void notify(struct service *service, str state)
{
	struct why why;
	if (notify_send(service->host.notify_socket, state, &why))
		service_log_why(service, PHRASE_NOTIFY_FAILED, &why);
}

/* ---- starting ----------------------------------------------------------------------------- */

static void init(struct service *service, const struct service_host *host)
{
	service->host = *host;
	arena_init(&service->arena, SERVICE_BYTES_MAX);
	buf_init(&service->store_path, 5000);
	service->log = (struct log_sink){ service,
					  (enum log_level)setting_number(service, CONFIG_LOG),
					  write_line };
	damage_log_init(&service->damage, &service->log);
}

static enum err find_store(struct service *service, struct why *why)
{
	enum err err = folder_open(setting_text(service, CONFIG_DATA), why);
	return err ? err : store_file(service->host.settings, &service->store_path, why);
}

/* Commits that stood behind damage in the log are gone, and nobody would notice. */
static void tell_log(struct service *service, struct sqlite_log_found log)
{
	struct log_about about = LOG_ABOUT;
	const struct log_number numbers[] = {
		{ "frames", (i64)log.frames * LOG_THOUSAND },
		{ "commits", (i64)log.commits * LOG_THOUSAND },
		{ "frames_dropped", (i64)log.frames_dropped * LOG_THOUSAND },
		{ "commits_dropped", (i64)log.commits_dropped * LOG_THOUSAND },
	};
	if (!log.commits_dropped) return;
	about.err_code = str_from(err_name(ERR_STORE_DAMAGED));
	about.numbers = numbers;
	about.numbers_len = countof(numbers);
	log_write(&service->log, clock_now().wall, PHRASE_STORE_LOG_CUT, &about);
}

/* An eighth of the memory for due work: at the default filters of 16 million keys. */
static u32 filters_kib(const struct service *service)
{
	return (u32)(setting_number(service, CONFIG_MEMORY_MB) * 1024 / 8);
}

static enum err start_store(struct service *service, struct why *why)
{
	enum err err = find_store(service, why);
	if (err) return err;
	const struct sqlite_config config = { .path = buf_view(&service->store_path),
					      .key_filters_kib = filters_kib(service),
					      .wal_ahead = LOG_PAGES_AHEAD,
					      .reserve_bytes = RESERVE_BYTES,
					      .damage = { service, service_on_damage } };
	err = sqlite_store_open(&config, why, &service->store);
	if (!err) tell_log(service, sqlite_store_log(service->store));
	return err;
}

/* One setting each, in the order of their kinds. */
static void take_quotas(const struct service *service, u32 out_quotas[QUOTA_KINDS])
{
	static const enum setting_id settings[QUOTA_KINDS] = {
#define X(name, word, greatest, wait, sentence) [QUOTA_##name] = CONFIG_QUOTA_##name,
		QUOTAS(X)
#undef X
	};
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++)
		out_quotas[kind] = (u32)setting_number(service, settings[kind]);
}

/* Of numbers 0 means: not watched. */
static i64 threshold(const struct service *service, enum setting_id id)
{
	i64 number = setting_number(service, id);
	return number ? number * SLO_THOUSAND : -1;
}

/* Statistics tell about the time before the start; without them the window begins empty. */
static enum err start_watch(struct service *service, struct why *why)
{
	const struct slo_settings settings = {
		.tick_ms = setting_number(service, CONFIG_TICK_MS),
		.eval_ms = setting_number(service, CONFIG_SLO_EVAL_MS),
		.window_minutes = (u32)setting_number(service, CONFIG_SLO_WINDOW),
		.breach_consecutive = (u32)setting_number(service, CONFIG_BREACH_CONSECUTIVE),
		.max_concurrency = (u32)setting_number(service, CONFIG_MAX_CONCURRENCY),
		.threshold = { [SLO_TICK] = threshold(service, CONFIG_TICK_BUDGET),
			       [SLO_SATURATION] = setting_number(service, CONFIG_SAT_RATIO),
			       [SLO_QUEUE] = threshold(service, CONFIG_DEPTH_AVG),
			       [SLO_LATENCY] = threshold(service, CONFIG_JOB_P95_MS),
			       [SLO_CUTOFF] = setting_number(service, CONFIG_CUTOFF_RATE),
			       [SLO_START] = setting_number(service, CONFIG_LATE_START) },
	};
	struct query *query = NULL;
	struct now now = clock_now();
	enum err err = watch_new(&settings, now, &service->watch);
	if (err) return fail(why, err, "no memory");
	err = service_open_query(service, &query, why);
	if (err) return err;
	err = watch_recall(service->watch, query, now.wall);
	service_close_query(service, query);
	if (err) service_log(service, PHRASE_SLO_HISTORY_LOST, err);
	return ERR_OK;
}

/* A row that memory has to hold is damaged: doctor knows all such rows, and the way out of each. */
static enum err refuse_store(struct service *service, enum err err, struct why *why)
{
	char row[DAMAGE_LOG_WORDS];
	bool has_store = setting_text(service, CONFIG_STORE).len > 0;
	damage_log_last(&service->damage, row);
	if (err != ERR_STORE_DAMAGED || !*row)
		return fail(why, err, "the store cannot be read: %s", err_sentence(err));
	return fail(why, err,
		    "the store cannot be read: %s: the row does not match its checksum; run: "
		    "belfry doctor %s %.*s (it names each damaged row and its fix)",
		    row, has_store ? "--store" : "--data",
		    STR_ARG(setting_text(service, has_store ? CONFIG_STORE : CONFIG_DATA)));
}

static enum err start_pump(struct service *service, struct why *why)
{
	u64 memory = (u64)setting_number(service, CONFIG_MEMORY_MB) << 20;
	struct pump_config config = {
		.engine = { .max_concurrency = (u32)setting_number(service, CONFIG_MAX_CONCURRENCY),
			    .runs_max = engine_runs_of_memory(memory),
			    .is_idle = !setting_number(service, CONFIG_ENABLED),
			    .scan_rows = (u32)setting_number(service, CONFIG_BATCH),
			    .job_attempts = (u32)setting_number(service, CONFIG_MAX_RETRIES) + 1,
			    .job_delay = setting_number(service, CONFIG_RETRY_DELAY) * MSEC_SECOND,
			    .daily_window_ms = setting_number(service, CONFIG_WINDOW_MINUTES) *
					       MSEC_MINUTE,
			    .daily_retry_ms = setting_number(service, CONFIG_RETRY_MINUTES) *
					      MSEC_MINUTE,
			    .daily_timeout_ms = setting_number(service, CONFIG_JOB_TIMEOUT_MS),
			    .snooze_ms = setting_number(service, CONFIG_SNOOZE) * MSEC_MINUTE,
			    .snooze_most = (u32)setting_number(service, CONFIG_SNOOZE_MOST),
			    .node = str_from(service->node),
			    .catalog = &service->catalog.facts,
			    .reports_errors = setting_text(service, CONFIG_SENTRY_DSN).len > 0,
			    .zone = service_pump_zone,
			    .zone_context = service },
		.queue_max = REQUESTS_MAX,
		.retention = { .finished_ms = setting_number(service, CONFIG_RETENTION),
			       .dead_ms = setting_number(service, CONFIG_RETENTION_DEAD),
			       .journal_ms = setting_number(service, CONFIG_RETENTION_JOURNAL),
			       .audit_ms = setting_number(service, CONFIG_RETENTION_AUDIT),
			       .ledger_ms = setting_number(service, CONFIG_RETENTION_LEDGER),
			       .inbox_ms = setting_number(service, CONFIG_RETENTION_INBOX),
			       .hours_ms = setting_number(service, CONFIG_RETENTION_STATS) },
		.sleep_max = setting_number(service, CONFIG_POLL_MS),
	};
	u64 tally_seed;
	take_quotas(service, config.engine.quotas);
	service_random(NULL, (u8 *)&config.engine.hash_seed, sizeof config.engine.hash_seed);
	service_random(NULL, (u8 *)&tally_seed, sizeof tally_seed);
	if (tally_new(tally_seed, &service->tally)) return fail(why, ERR_MEMORY, "no memory");
	if (wakeups_new(&service->wakeups)) return fail(why, ERR_MEMORY, "no memory");
	struct pump_host host = service_pump_host(service);
	struct pump_thread_host owner = service_thread_host(service);
	enum err err = pump_thread_start(&config, &host, &owner, sqlite_store_view(service->store),
					 &service->pump);
	return err ? refuse_store(service, err, why) : ERR_OK;
}

static enum err start_loop(struct service *service, struct why *why)
{
	struct http_config http;
	const struct loop_config config = { .now = service_now, .posts_max = POSTS_MAX };
	enum err err = loop_new(&config, &service->loop);
	if (err) return fail(why, err, "no event loop");
	http_config_init(&http);
	http.loop = service->loop;
	http.handler = http_edge_handler(&service->http_edge);
	service_random(NULL, (u8 *)&http.seed, sizeof http.seed);
	err = cidrs_parse(setting_text(service, CONFIG_PROXIES), &http.trusted_proxies, why);
	if (err) return err;
	return http_server_new(&http, &service->http);
}

static enum err start_api(struct service *service, struct why *why)
{
	struct readers_config readers = { .threads = READER_THREADS,
					  .queue_max = READS_MAX,
					  .context = service,
					  .open = service_open_query,
					  .close = service_close_query,
					  .work = service_read };
	struct api_config config = { .doors = service_api_doors(service),
				     .requests_max = REQUESTS_MAX,
				     .catalog = &service->catalog,
				     .version = str_from(version_number()) };
	config.defaults = (struct api_defaults){
		.job_attempts = (u32)setting_number(service, CONFIG_MAX_RETRIES) + 1,
		.job_delay = setting_number(service, CONFIG_RETRY_DELAY) * MSEC_SECOND,
		.heartbeat_ms = setting_number(service, CONFIG_HEARTBEAT_MS),
		.enterprise_lease_ms = setting_number(service, CONFIG_LOCK_TTL) * MSEC_SECOND,
	};
	u32 quotas[QUOTA_KINDS];
	take_quotas(service, quotas);
	config.rates = (struct quota_rates){ quotas[QUOTA_REQUESTS], quotas[QUOTA_BYTES] };
	u64 seeds[3];
	service_random(NULL, (u8 *)seeds, sizeof seeds);
	service_random(NULL, config.cursor_key.bytes, sizeof config.cursor_key.bytes);
	config.seed = seeds[0];
	readers.seed = seeds[2];
	config.seal_key = service->seal_key;
	enum err err = metrics_new(seeds[1], &service->metrics);
	if (err) return fail(why, err, "no memory for the API");
	config.metrics = service->metrics;
	err = hosts_parse(setting_text(service, CONFIG_HOSTS), &service->hosts, why);
	if (err) return err;
	config.hosts = &service->hosts;
	err = proxy_parse(setting_text(service, CONFIG_PROXY_USER),
			  setting_text(service, CONFIG_PROXY_GROUPS),
			  setting_text(service, CONFIG_PROXY_ROLES), &service->proxy, why);
	if (err) return err;
	config.proxy = service->http_edge.proxy = &service->proxy;
	err = api_new(&config, &service->api);
	if (err) return fail(why, err, "no memory for the API");
	service->http_edge.api = service->api;
	return readers_start(&readers, &service->readers, why);
}

/* ---- signals ------------------------------------------------------------------------------ */

/* The HTTP server and the executor end each in its own time. */
static void on_drained(void *context)
{
	struct service *service = context;
	if (service->is_drained) loop_stop(service->loop);
	service->is_drained = true;
}

static void on_end(void *context)
{
	struct service *service = context;
	if (service->is_stopping) return;
	service->is_stopping = true;
	notify(service, STR("STOPPING=1"));
	service_log(service, PHRASE_SHUTDOWN_STARTED, ERR_OK);
	http_edge_release(&service->http_edge);
	executor_end(service->executor, PATIENCE_MS, on_drained, service);
	http_server_stop(service->http, PATIENCE_MS, on_drained, service);
}

static void on_reload(void *context)
{
	struct service *service = context;
	struct why why;
	enum err err = service_load_certificate(service, &why);
	if (err) service_log_why(service, PHRASE_CERTIFICATE_REFUSED, &why);
	else service_log(service, PHRASE_CERTIFICATE_LOADED, ERR_OK);
	service_look_at_zones(service);
}

/* Before anybody can know that it is there: who then ends it ends it well. */
static enum err watch_signals(struct service *service, struct why *why)
{
	enum err err = loop_on_signal(service->loop, SIGTERM, on_end, service);
	if (!err) err = loop_on_signal(service->loop, SIGINT, on_end, service);
	if (!err) err = loop_on_signal(service->loop, SIGHUP, on_reload, service);
	return err ? fail(why, err, "signals cannot be handled") : ERR_OK;
}

/* ---- the whole ---------------------------------------------------------------------------- */

enum err service_start(const struct service_host *host, struct service **out_service,
		       struct why *why)
{
	struct service *service = mem_alloc_zeroed(sizeof *service);
	if (!service) return fail(why, ERR_MEMORY, "no memory for the server");
	trim_prepare();
	init(service, host);
	service_name_node(service);
	enum err err = settings_check(host->settings, NULL, NULL, why);
	if (!err) err = service_start_broker(service, why);
	if (!err) err = catalog_take(&service->arena, &service->catalog, why);
	if (!err) err = log_writer_start(write_out_lines, service, &service->log_writer, why);
	/* Before the key: a store that is refused leaves nothing behind. */
	if (!err) err = start_store(service, why);
	if (!err) err = service_open_key(service, why);
	if (!err) err = service_open_zones(service);
	if (!err) err = start_watch(service, why);
	if (!err) err = start_loop(service, why);
	if (!err) err = service_make_executor(service, why);
	if (!err) err = start_pump(service, why);
	if (!err) err = start_api(service, why);
	if (!err) err = service_start_ticking(service);
	if (!err) err = service_make_queues(service, why);
	if (!err) err = service_make_tokens(service, why);
	if (!err) err = service_settle_zones(service, why);
	if (!err) err = service_watch_zones(service);
	if (!err) err = watch_signals(service, why);
	if (!err) err = service_listen(service, why);
	if (!err) err = service_start_handlers(service, why);
	if (!err) service_look_at_webhooks(service);
	if (err) {
		/* Nothing is brought into the file of a store that was not taken into service. */
		if (service->store) service->is_refused = true;
		service_free(service);
		return err;
	}
	*out_service = service;
	return ERR_OK;
}

/* ---- running ------------------------------------------------------------------------------ */

enum err service_run(struct service *service, struct why *why)
{
	notify(service, STR("READY=1"));
	service_log(service, PHRASE_SERVER_STARTED, ERR_OK);
	if (service->host.prints_what_to_try) service_say_what_to_try(service);
	loop_run(service->loop);
	if (service->ended_by)
		return fail(why, service->ended_by, "%s", err_sentence(service->ended_by));
	return ERR_OK;
}

/* ---- ending ------------------------------------------------------------------------------- */

/* The pump's answers at its end are rendered and go nowhere: their connections are cut. */
static void answer_the_last(struct service *service)
{
	while (api_under_way(service->api) || executor_has_asked(service->executor) ||
	       hooks_have_asked(service->hooks) ||
	       webhook_sender_has_asked(service->webhook_sender))
		loop_run_once(service->loop);
}

void service_free(struct service *service)
{
	if (!service) return;
	service->is_ending = true;
	executor_abandon(service->executor);
	hooks_abandon(service->hooks);
	webhook_sender_abandon(service->webhook_sender);
	pump_thread_stop(service->pump);
	if (service->api) answer_the_last(service);
	readers_stop(service->readers);
	http_server_free(service->http);
	api_free(service->api);
	service_free_handlers(service);
	metrics_free(service->metrics);
	tally_free(service->tally);
	wakeups_free(service->wakeups);
	watch_free(service->watch);
	loop_timer_free(service->zone_timer);
	loop_timer_free(service->tick_timer);
	loop_free(service->loop);
	if (service->is_refused) sqlite_store_abandon(service->store);
	else if (service->store) store_close(sqlite_store_view(service->store));
	service_close_zones(service);
	log_writer_stop(service->log_writer);
	damage_log_done(&service->damage);
	arena_done(&service->arena);
	buf_done(&service->store_path);
	mem_free(service);
}
