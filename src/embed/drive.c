/* The calling thread drives: it turns the pump for the commands in its inbox and lets due timers
 * act.
 */
#include "embed/parts.h"

#include "base/memory.h"
#include "base/must.h"
#include "host/alarm.h"
#include "host/clock.h"
#include "host/entropy.h"

#include <errno.h>
#include <unistd.h>

/* Turns of one look: a burst does not keep a caller for ever. */
enum { TURNS_MAX = 64 };

struct now world_now(const struct belfry *handle)
{
	if (!handle->options.clock) return clock_now();
	struct now now = { 0 };
	handle->options.clock(handle->options.clock_user, &now.wall, &now.boot);
	return now;
}

bool is_own_process(const struct belfry *handle)
{
	return getpid() == handle->process;
}

void log_text(struct belfry *handle, belfry_level level, const char *text)
{
	struct callback callback;
	if (!handle->options.log) return;
	callback_enter(&callback, handle);
	handle->options.log(handle->options.log_user, level, text);
	callback_leave(&callback);
}

/* ---- what the pump asks of its host -------------------------------------------------------- */

static struct now host_now(void *context)
{
	return world_now(context);
}

static void host_random(void *context, u8 *out_bytes, size_t len)
{
	(void)context;
	entropy_fill(out_bytes, len);
}

static void host_stop(void *context, struct uuid execution)
{
	work_stop(context, &execution, world_now(context));
}

static void host_publish(void *context, u64 turn, str journal)
{
	(void)context;
	(void)turn;
	(void)journal;
}

static void host_clock_stepped(void *context, msec step)
{
	log_text(context, BELFRY_LOG_WARNING,
		 step < 0 ? "clock stepped back" : "clock stepped ahead");
}

static void host_damaged(void *context, const struct damaged_row *row)
{
	struct buf text;
	buf_init(&text, 1024);
	buf_add(&text, STR("damaged row found"));
	if (row) {
		buf_add(&text, STR(": "));
		damaged_row_print(row, &text);
	}
	buf_add_byte(&text, '\0');
	log_text(context, BELFRY_LOG_ERROR, buf_failed(&text) ? "damaged row found" : text.at);
	buf_done(&text);
}

/* ---- asking -------------------------------------------------------------------------------- */

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct embed_ask *ask = container_of(reply, struct embed_ask, reply);
	ask->err = answer->err;
	ask->why = answer->why;
	if (ask->answered) ask->answered(ask, answer);
}

static void on_over(struct reply *reply)
{
	struct embed_ask *ask = container_of(reply, struct embed_ask, reply);
	ask->is_over = true;
	if (ask->over) ask->over(ask);
}

void ask_send(struct belfry *handle, struct embed_ask *ask)
{
	ask->reply = (struct reply){ .answered = on_answer, .over = on_over };
	ask->is_over = false;
	ask->err = ERR_OK;
	ask->why = (struct why){ 0 };
	ask->command.reply = &ask->reply;
	enum err err = pump_submit(handle->pump, &ask->command);
	must(!err); /* its inbox has no bound but that of the askers */
}

/* ---- driving ------------------------------------------------------------------------------- */

static void note_health(struct belfry *handle, enum err err)
{
	if (err == handle->health) return;
	handle->health = err;
	if (err) log_text(handle, BELFRY_LOG_ERROR, err_sentence(err));
	else log_text(handle, BELFRY_LOG_INFO, "store writes resumed");
}

/* The disk did not keep what was written: no turn may come any more. */
static enum err break_down(struct belfry *handle)
{
	note_health(handle, ERR_STORE_SYNC);
	atomic_store(&handle->broken, ERR_STORE_SYNC);
	pump_refuse_waiting(handle->pump, ERR_STORE_SYNC);
	(void)!pump_turn(handle->pump); /* a store that broke takes none: nobody waits any more */
	return ERR_STORE_SYNC;
}

static enum err turn(struct belfry *handle, struct now now)
{
	enum err err = pump_turn(handle->pump);
	if (err == ERR_STORE_SYNC) return err;
	note_health(handle, err);
	msec rest = pace_after(&handle->pace, err);
	handle->rest_until = rest ? msec_add(now.boot, rest) : MSEC_MIN;
	return err;
}

void look_by(struct belfry *handle, msec at, struct now now)
{
	handle->look_at = at;
	msec span = handle->driver == DRIVEN_BY_NOBODY ? 0 : msec_sub(at, now.boot);
	if (handle->alarm >= 0) alarm_set(handle->alarm, span < SLEEP_MAX_MS ? span : SLEEP_MAX_MS);
	pthread_cond_signal(&handle->changed);
}

static void publish_next_look(struct belfry *handle)
{
	struct now now = world_now(handle);
	msec at = MSEC_MAX;
	if (!handle->broken) {
		struct now wake = pump_next_wake(handle->pump);
		at = msec_add(now.boot, pace_sleep(&handle->pace, wake, now, SLEEP_MAX_MS));
		msec due = work_due(handle);
		if (due < at) at = due;
		if (at < handle->rest_until) at = handle->rest_until;
	}
	pthread_mutex_lock(&handle->lock);
	bool is_theirs = handle->driver == DRIVEN_BY_HOST;
	if (is_theirs && !list_is_empty(&handle->ready)) at = now.boot;
	/* A step claims what a call of the program has brought; a store that rests gives nothing.
	 */
	if (is_theirs && handle->step_soon && !handle->broken)
		at = now.boot < handle->rest_until ? handle->rest_until : now.boot;
	look_by(handle, at, now);
	pthread_mutex_unlock(&handle->lock);
}

/* `is_asked`: a caller waits for its command, so a store that failed is asked again at once. */
static enum err look(struct belfry *handle, enum looker looker, bool is_asked)
{
	struct now now = world_now(handle);
	enum err err = ERR_OK;
	if (handle->broken) return break_down(handle);
	pace_look(&handle->pace, handle->pump, now);
	if (pace_tend(&handle->pace, handle->pump, now)) return break_down(handle);
	for (u32 turns = 0; turns < TURNS_MAX && !err; turns++) {
		bool rests = now.boot < handle->rest_until;
		if (rests) work_leave(handle, looker);
		else work_gather(handle, looker, now);
		bool has_asked = is_asked || inbox_len(pump_inbox(handle->pump));
		if (rests && !has_asked) return handle->health;
		if (!pump_is_due(handle->pump, now)) break;
		err = turn(handle, now);
		now = world_now(handle);
	}
	return err == ERR_STORE_SYNC ? break_down(handle) : err;
}

enum err drive_now(struct belfry *handle, enum looker looker)
{
	if (!is_own_process(handle)) return ERR_USAGE;
	if (pthread_mutex_lock(&handle->drive) == EDEADLK) return ERR_USAGE;
	enum err err = look(handle, looker, false);
	publish_next_look(handle);
	pthread_mutex_unlock(&handle->drive);
	return err;
}

enum err drive_last(struct belfry *handle)
{
	if (pthread_mutex_lock(&handle->drive) == EDEADLK) return ERR_USAGE;
	handle->rest_until = MSEC_MIN;
	enum err err = look(handle, CALLER_LOOKS, false);
	pthread_mutex_unlock(&handle->drive);
	return err;
}

/* The thread that had the lock meanwhile may have carried the command out, too. */
enum err ask_now(struct belfry *handle, struct embed_ask *ask, struct why *why)
{
	if (!is_own_process(handle)) return fail(why, ERR_USAGE, FORKED);
	work_leave(handle, CALLER_LOOKS);
	ask_send(handle, ask);
	if (pthread_mutex_lock(&handle->drive) == EDEADLK) {
		inbox_withdraw(pump_inbox(handle->pump), &ask->command);
		return fail(why, ERR_USAGE, "the log function must not call the library");
	}
	bool drives = !ask->is_over;
	while (!ask->is_over) (void)look(handle, CALLER_LOOKS, true);
	if (drives) publish_next_look(handle);
	pthread_mutex_unlock(&handle->drive);
	if (ask->err) *why = ask->why;
	return ask->err;
}

/* ---- beginning and end --------------------------------------------------------------------- */

static enum err open_store(struct belfry *handle, struct why *why)
{
	const struct sqlite_config config = { .path = buf_view(&handle->store_path),
					      .damage = { handle, host_damaged } };
	return sqlite_store_open(&config, why, &handle->store);
}

enum err drive_open(struct belfry *handle, struct why *why)
{
	const struct belfry_options *options = &handle->options;
	u64 memory = (u64)(options->memory_mb ? options->memory_mb : 64) << 20;
	struct pump_config config = {
		.engine = { .runs_max = engine_runs_of_memory(memory),
			    .node = str_from(handle->node),
			    .zone = zones_for_pump,
			    .zone_context = handle },
		.retention = { .finished_ms = options->keep_done_ms ? options->keep_done_ms
								    : 30 * MSEC_DAY,
			       .dead_ms = options->keep_dead_ms ? options->keep_dead_ms
								: 90 * MSEC_DAY,
			       .journal_ms = 30 * MSEC_DAY,
			       .audit_ms = 400 * MSEC_DAY,
			       .ledger_ms = 400 * MSEC_DAY },
		.queue_max = UINT32_MAX,
	};
	const struct pump_host host = { .context = handle,
					.now = host_now,
					.random = host_random,
					.stop = host_stop,
					.publish = host_publish,
					.clock_stepped = host_clock_stepped };
	entropy_fill((u8 *)&config.engine.hash_seed, sizeof config.engine.hash_seed);
	enum err err = open_store(handle, why);
	if (err) return err;
	err = pump_new(&config, &host, sqlite_store_view(handle->store), &handle->pump);
	if (err) return fail(why, err, "the store cannot be read: %s", err_sentence(err));
	return ERR_OK;
}

void drive_close(struct belfry *handle)
{
	pump_free(handle->pump);
	handle->pump = NULL;
	if (!handle->store) return;
	if (handle->broken) sqlite_store_abandon(handle->store);
	else store_close(sqlite_store_view(handle->store));
	handle->store = NULL;
}
