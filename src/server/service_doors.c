/* The world around the pump and the API: time, chance, zones, each other. */
#include "api/request.h"
#include "base/must.h"
#include "engine/engine.h"
#include "handler/sign.h"
#include "host/clock.h"
#include "model/trace.h"
#include "server/run_log.h"
#include "server/service_parts.h"
#include "store/sqlite/sqlite_query.h"

#include <openssl/rand.h>

enum { TICK_MS = 1000 };

/* ---- time and chance ---------------------------------------------------------------------- */

struct now service_now(void *context)
{
	(void)context;
	return clock_now();
}

void service_random(void *context, u8 *out_bytes, size_t len)
{
	(void)context;
	must(len <= INT32_MAX);
	must(RAND_bytes(out_bytes, (int)len) == 1);
}

static void draw_on_loop(void *context, u8 *out_bytes, size_t len)
{
	struct service *service = context;
	entropy_draw(&service->loop_entropy, out_bytes, len);
}

static void draw_on_pump(void *context, u8 *out_bytes, size_t len)
{
	struct service *service = context;
	entropy_draw(&service->pump_entropy, out_bytes, len);
}

/* ---- the pump's --------------------------------------------------------------------------- */

static void on_ask_hook(void *context, const struct policy_hook_ask *ask)
{
	struct service *service = context;
	hooks_ask(service->hooks, ask);
}

/* Workers of other processes learn of it by their next heartbeat. */
static void on_stop(void *context, struct uuid execution)
{
	struct service *service = context;
	executor_stop(service->executor, execution);
}

static str tell_name(void *context, enum name_kind kind, u32 no)
{
	struct service *service = context;
	return engine_name(pump_thread_engine(service->pump), kind, no);
}

static void on_wakeups(void *context)
{
	struct service *service = context;
	struct wakeup_batch batch = wakeups_take(service->wakeups);
	if (!batch.turn) return;
	api_wake(service->api, batch.wakeups, batch.len, batch.is_all, batch.turn);
	webhook_sender_wake(service->webhook_sender, batch.wakeups, batch.len, batch.is_all,
			    batch.turn);
}

/* The loop's ring has a place for each of its posters; full, the next tick looks. */
static void wake_listeners(struct service *service, const struct tally_names *names, u64 turn,
			   str journal)
{
	if (!atomic_load(&service->is_listened_to)) return;
	if (wakeups_add(service->wakeups, names, turn, journal))
		(void)!loop_post(service->loop, on_wakeups, service);
}

static void on_tick(void *context)
{
	struct service *service = context;
	on_wakeups(service);
	api_tick(service->api);
	webhook_sender_tick(service->webhook_sender, clock_now());
	watch_look(service->watch, clock_now(), &service->log);
	if (trim_is_due(&service->trim, http_server_counters(service->http).output_bytes))
		trim_now();
	bool is_listened_to = api_streams(service->api) ||
			      webhook_sender_count(service->webhook_sender);
	atomic_store(&service->is_listened_to, is_listened_to);
	loop_timer_start(service->tick_timer, TICK_MS);
}

enum err service_start_ticking(struct service *service)
{
	enum err err = loop_timer_new(service->loop, on_tick, service, &service->tick_timer);
	if (!err) loop_timer_start(service->tick_timer, TICK_MS);
	return err;
}

void service_look_at_webhooks(void *context)
{
	struct service *service = context;
	atomic_store(&service->is_listened_to, true);
	webhook_sender_look(service->webhook_sender);
}

/* Before its first page is read: what is committed from here on is told to it. */
static void begin_stream(void *context, void *connection, const struct api_response *response)
{
	struct service *service = context;
	atomic_store(&service->is_listened_to, true);
	http_edge_stream_begin(NULL, connection, response);
}

static void on_publish(void *context, u64 turn, str journal)
{
	struct service *service = context;
	const struct tally_names names = { service, tell_name };
	msec now = clock_now().wall;
	watch_journal(service->watch, journal, now);
	wake_listeners(service, &names, turn, journal);
}

static void on_clock_stepped(void *context, msec step)
{
	struct service *service = context;
	struct log_about about = LOG_ABOUT;
	bool is_back = step < 0;
	about.duration_ms = is_back ? -step : step;
	atomic_fetch_add(&service->clock_steps[is_back], 1);
	log_write(&service->log, clock_now().wall, is_back ? PHRASE_CLOCK_BACK : PHRASE_CLOCK_AHEAD,
		  &about);
}

static void on_turned(void *context, const struct turn *turn, const struct engine_pulse *pulse,
		      msec took)
{
	struct service *service = context;
	const struct tally_names names = { service, tell_name };
	str journal = buf_view(&turn->journal);
	tally_add(service->tally, &names, turn, journal, turn->now.wall);
	tally_add_ends(service->tally, turn);
	run_log_write(&service->run_log, &service->log, &names, turn, journal, turn->now.wall);
	watch_claims(service->watch, turn);
	watch_turn(service->watch, pulse, took);
}

struct pump_host service_pump_host(struct service *service)
{
	return (struct pump_host){ .context = service,
				   .now = service_now,
				   .random = draw_on_pump,
				   .ask_hook = on_ask_hook,
				   .clock_stepped = on_clock_stepped,
				   .stop = on_stop,
				   .publish = on_publish,
				   .turned = on_turned };
}

static void stop_loop(void *context)
{
	struct service *service = context;
	loop_stop(service->loop);
}

static void on_broken(void *context, enum err err)
{
	struct service *service = context;
	service->ended_by = err;
	service_log(service, PHRASE_FSYNC_FAILED, err);
	if (loop_post(service->loop, stop_loop, service)) stop_loop(service);
}

static void on_doubt(void *context)
{
	struct service *service = context;
	api_doubt(service->api, true);
	webhook_sender_doubt(service->webhook_sender, true);
}

static void on_trust(void *context)
{
	struct service *service = context;
	api_doubt(service->api, false);
	webhook_sender_doubt(service->webhook_sender, false);
}

static void on_health(void *context, enum err err)
{
	struct service *service = context;
	enum err before = atomic_exchange(&service->health, err);
	if (before == err) return;
	if (!before || !err) (void)!loop_post(service->loop, err ? on_doubt : on_trust, service);
	if (err) service_log(service, PHRASE_STORE_BLOCKED, err);
	else service_log(service, PHRASE_STORE_RESUMED, ERR_OK);
}

/* The loop's thread goes through all sockets: in the first pass it accepts whoever waits, in the
 * next ones it reads what they sent. What lay there when it began is submitted after the last. */
static void on_listen(void *context)
{
	struct service *service = context;
	struct listening *listening = &service->listening;
	enum { PASSES = 4 };
	if (service->is_ending) return; /* the pump is gone, or about to */
	if (!listening->passes++) listening->since = service_now(service).boot;
	if (listening->passes < PASSES && !loop_post(service->loop, on_listen, service)) return;
	/* Without room for another post the loop is at its bound: better late than never. */
	listening->passes = 0;
	pump_thread_heard(service->pump, listening->since);
}

static bool on_lease_end(void *context)
{
	struct service *service = context;
	return loop_post(service->loop, on_listen, service) == ERR_OK;
}

struct pump_thread_host service_thread_host(struct service *service)
{
	return (struct pump_thread_host){ service, on_broken, on_health, on_lease_end };
}

/* ---- the API's ---------------------------------------------------------------------------- */

static enum err submit(void *context, struct command *command)
{
	struct service *service = context;
	return pump_thread_submit(service->pump, command);
}

static enum err read_for(void *context, struct request *request)
{
	struct service *service = context;
	return readers_submit(service->readers, request->who.tenant, request);
}

static bool is_ready(void *context)
{
	struct service *service = context;
	return atomic_load(&service->health) == ERR_OK && !service->is_stopping;
}

static void resume(void *context)
{
	api_resume(context);
}

static void bring_counts(void *context, struct metrics *metrics)
{
	struct service *service = context;
	tally_bring(service->tally, metrics);
	watch_bring(service->watch, metrics);
	metrics_set(metrics, METRIC_LOG_DROPPED, log_writer_dropped(service->log_writer));
	metrics_set(metrics, METRIC_OUTPUT, http_server_counters(service->http).output_bytes);
	metrics_put(metrics, METRIC_DAMAGED_ROWS, STR(""), STR(""),
		    damage_log_found(&service->damage));
	metrics_set(metrics, METRIC_LOG_COMMITS_DROPPED,
		    sqlite_store_log(service->store).commits_dropped);
	metrics_put(metrics, METRIC_CLOCK_STEPS, STR("ahead"), STR(""),
		    atomic_load(&service->clock_steps[0]));
	metrics_put(metrics, METRIC_CLOCK_STEPS, STR("back"), STR(""),
		    atomic_load(&service->clock_steps[1]));
}

static void tell_slo(void *context, struct slo_report *out_report)
{
	struct service *service = context;
	watch_report(service->watch, out_report);
}

/* A refused request is the caller's mistake: warnings are for the operator of the server. */
static enum log_level level_of(const struct api_line *line)
{
	if (line->status >= 500) return line->status == 503 ? LOG_WARN : LOG_ERROR;
	return line->is_chatter ? LOG_DEBUG : LOG_INFO;
}

static void log_request(void *context, const struct api_line *line)
{
	struct service *service = context;
	enum log_level level = level_of(line);
	if (level < service->log.least) return;
	struct log_about about = LOG_ABOUT;
	about.tenant = line->tenant;
	about.request_id = line->request_id;
	about.trace_id = trace_id(line->trace);
	about.method = line->method;
	about.route = line->route;
	about.status = line->status;
	about.duration_ms = line->took;
	about.bytes_in = (i64)line->bytes_in;
	about.bytes_out = (i64)line->bytes_out;
	log_write_at(&service->log, level, clock_now().wall, PHRASE_REQUEST_ANSWERED, &about);
}

/* The loop has a place for every request there can be. */
static void post(void *context, struct request *request)
{
	struct service *service = context;
	enum err err = loop_post(service->loop, resume, request);
	must(!err);
}

static enum err sign(str id, i64 timestamp, str body, str secret, struct buf *out)
{
	const struct signed_message message = { id, timestamp, body };
	struct why why;
	return sign_add(&message, secret, out, &why);
}

struct api_doors service_api_doors(struct service *service)
{
	return (struct api_doors){ .context = service,
				   .now = service_now,
				   .random = draw_on_loop,
				   .respond = http_edge_respond,
				   .stream_begin = begin_stream,
				   .stream_write = http_edge_stream_write,
				   .stream_end = http_edge_stream_end,
				   .stream_unsent = http_edge_stream_unsent,
				   .submit = submit,
				   .read = read_for,
				   .zone = service_zone,
				   .bring_counts = bring_counts,
				   .slo = tell_slo,
				   .told = setting_number(service, CONFIG_LOG_REQUESTS)
						   ? log_request
						   : NULL,
				   .is_ready = is_ready,
				   .post = post,
				   .handler = service_judge_handler,
				   .sign = sign,
				   .webhooks_changed = service_look_at_webhooks,
				   .name = tell_name };
}

/* On the pump's thread, on the starter's before there is one, and on readers' threads. */
void service_on_damage(void *context, const struct damaged_row *row)
{
	struct service *service = context;
	if (!row) damage_log_count(&service->damage, clock_now().wall);
	else damage_log_report(&service->damage, clock_now().wall, row);
}

enum err service_open_query(void *context, struct query **out_query, struct why *why)
{
	struct service *service = context;
	const struct sqlite_query_config config = { .path = buf_view(&service->store_path),
						    .catalog = &service->catalog.facts,
						    .damage = { service, service_on_damage } };
	return sqlite_query_open(&config, why, out_query);
}

void service_close_query(void *context, struct query *query)
{
	(void)context;
	query->calls->close(query);
}
