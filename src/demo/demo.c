#define _GNU_SOURCE
#include "demo/demo.h"

#include "base/memory.h"
#include "calendar/civil.h"
#include "client/worker.h"
#include "demo/demo_child.h"
#include "demo/demo_receiver.h"
#include "demo/demo_seed.h"
#include "host/clock.h"
#include "server/serve.h"
#include "server/service.h"
#include "server/version.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	PATH_BYTES = 512,
	TEXT_BYTES = 512,
	TOLD_BYTES_MAX = 8192,
	WORKER_SLOTS = 4,
	GRACE_MS = 5000,
	SHORT_LIFE_MS = 3000, /* who dies sooner than this, again and again, is not started again */
	SHORT_LIVES_MAX = 3,
};

/* The history is of the day before. */
#define PAST_MS MSEC_DAY

struct demo {
	const struct demo_host *host;
	const struct demo_wish *wish;
	int signals;
	char folder[PATH_BYTES];
	char data[PATH_BYTES];
	char log[PATH_BYTES];
	char listen[64];
	char url[TEXT_BYTES];
	char link[TEXT_BYTES]; /* signs a browser in; empty: none */
	char token[TEXT_BYTES];
	json_t *filling;
	struct demo_child server;
	struct demo_child worker;
	struct demo_child receiver; /* of its webhooks */
	struct demo_receiver receiver_wish;
	struct clock_shift *shift; /* of the server that lives through the past; shared with it */
	bool is_past;
	msec began; /* whichever of them was last started */
	u32 short_lives;
};

/* ---- the server's process ---------------------------------------------------------------- */

static void log_line(void *context, str line)
{
	(void)context;
	write_out(STDERR_FILENO, line);
}

/* Tells two lines: the address, and the link; or one: why there is none. */
static int run_server(void *context, int told)
{
	const struct demo *demo = context;
	struct service *service = NULL;
	struct buf words;
	struct why why;
	if (demo->is_past) clock_set_shift(demo->shift);
	const struct service_host host = {
		.settings = demo->host->config->values,
		.log = log_line,
		.say = log_line,
	};
	enum err err = service_start(&host, &service, &why);
	buf_init(&words, TOLD_BYTES_MAX);
	if (err) buf_addf(&words, "! %s\n", why.text);
	else service_print_links(service, &words);
	write_out(told, buf_view(&words));
	(void)close(told);
	buf_done(&words);
	if (!err) err = service_run(service, &why);
	service_free(service);
	return err ? 1 : 0;
}

static enum err listen_at(struct demo *demo, unsigned port, struct why *why)
{
	struct settings *settings = &demo->host->config->settings;
	(void)snprintf(demo->listen, sizeof demo->listen, "127.0.0.1:%u", port);
	return settings_set(settings, CONFIG_LISTEN, str_from(demo->listen), ORIGIN_FLAG, why);
}

static void keep(char *room, size_t size, str text)
{
	(void)snprintf(room, size, "%.*s", STR_ARG(text));
}

static enum err start_server(struct demo *demo, struct why *why)
{
	struct buf told;
	buf_init(&told, TOLD_BYTES_MAX);
	demo->began = clock_now().boot;
	enum err err = demo_child_start(&demo->server, demo->log, &told, why);
	str rest = buf_view(&told);
	str first = str_split(&rest, '\n');
	if (!err && str_starts_with(first, STR("http"))) {
		keep(demo->url, sizeof demo->url, first);
		keep(demo->link, sizeof demo->link, str_split(&rest, '\n'));
	} else if (!err) {
		err = fail(why, ERR_IO, "%.*s",
			   STR_ARG(first.len > 2 ? str_from_offset(first, 2)
						 : STR("the server does not start")));
		demo_child_end(&demo->server, demo->signals, GRACE_MS);
	}
	buf_done(&told);
	return err;
}

/* The usual port, and when somebody else has it, any. */
static enum err start_somewhere(struct demo *demo, struct why *why)
{
	enum err err = listen_at(demo, demo->wish->port, why);
	if (!err) err = start_server(demo, why);
	if (!err || !demo->wish->port_may_change) return err;
	err = listen_at(demo, 0, why);
	return err ? err : start_server(demo, why);
}

/* ---- the worker's process ---------------------------------------------------------------- */

static int run_worker(void *context, int told)
{
	const struct demo *demo = context;
	struct talk talk;
	struct why why;
	struct work_wish wish = {
		.url = str_from(demo->url),
		.token = str_from(demo->token),
		.concurrency = WORKER_SLOTS,
		.worker_id = STR("demo-worker"),
		.batch = WORKER_SLOTS,
		.poll_ms = 1000,
		.quiet = true,
	};
	(void)close(told);
	demo_seed_programs(demo->filling, &wish);
	talk_init(&talk);
	const struct worker_host host = { &talk, log_line, NULL };
	enum err err = worker_run(&host, &wish, &why);
	talk_done(&talk);
	return err ? 1 : 0;
}

static enum err start_worker(struct demo *demo, struct why *why)
{
	struct buf told;
	buf_init(&told, TOLD_BYTES_MAX);
	demo->began = clock_now().boot;
	enum err err = demo_child_start(&demo->worker, demo->log, &told, why);
	buf_done(&told);
	return err;
}

/* ---- the receiver's process ------------------------------------------------------------- */

/* The first time at any port; started again it comes back to that one. */
static enum err start_receiver(struct demo *demo, struct why *why)
{
	struct buf told;
	u64 port = 0;
	buf_init(&told, TOLD_BYTES_MAX);
	demo->began = clock_now().boot;
	enum err err = demo_child_start(&demo->receiver, demo->log, &told, why);
	str rest = buf_view(&told);
	if (!err && !str_to_u64(str_split(&rest, '\n'), UINT16_MAX, &port))
		err = fail(why, ERR_IO, "the webhook receiver does not start");
	demo->receiver_wish.port = (u16)port;
	buf_done(&told);
	return err;
}

/* As a string that ends in a zero. */
static void print_instant(msec at, struct buf *out)
{
	buf_init(out, 64);
	instant_print(at, out);
	buf_add_byte(out, '\0');
}

/* The filling names the receiver, hours that are quiet just now, this instant and tomorrow: it is
 * read when they are known. */
static enum err read_filling(struct demo *demo, struct why *why)
{
	enum { QUIET_BEFORE = 1, QUIET_AFTER = 8 };
	char receiver[64], quiet[64];
	u32 hour = (u32)(clock_now().wall / MSEC_HOUR % 24);
	(void)snprintf(receiver, sizeof receiver, "http://127.0.0.1:%u",
		       (unsigned)demo->receiver_wish.port);
	(void)snprintf(quiet, sizeof quiet, "%02u:00-%02u:00", (hour + 24 - QUIET_BEFORE) % 24,
		       (hour + QUIET_AFTER) % 24);
	struct buf now, tomorrow;
	print_instant(clock_now().wall, &now);
	print_instant(msec_add(clock_now().wall, MSEC_DAY), &tomorrow);
	bool has_room = !buf_failed(&now) && !buf_failed(&tomorrow);
	const struct demo_word words[] = { { "${RECEIVER}", receiver },
					   { "${QUIET}", quiet },
					   { "${NOW}", has_room ? now.at : "" },
					   { "${TOMORROW}", has_room ? tomorrow.at : "" } };
	if (has_room) demo->filling = demo_seed_data(words, countof(words));
	buf_done(&now);
	buf_done(&tomorrow);
	return demo->filling ? ERR_OK : fail(why, ERR_MEMORY, "no memory for the demo");
}

/* ---- the folder -------------------------------------------------------------------------- */

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)kind;
	(void)walk;
	return remove(path);
}

static void remove_folder(const struct demo *demo)
{
	enum { OPEN_FOLDERS = 8 };
	if (demo->folder[0])
		(void)nftw(demo->folder, remove_entry, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}

static enum err make_folder(struct demo *demo, struct why *why)
{
	struct settings *settings = &demo->host->config->settings;
	const char *above = getenv("TMPDIR");
	int len = snprintf(demo->folder, sizeof demo->folder - 40, "%s/belfry-demo.XXXXXX",
			   above && *above ? above : "/tmp");
	if (len < 0 || (size_t)len >= sizeof demo->folder - 40 || !mkdtemp(demo->folder)) {
		demo->folder[0] = '\0';
		return fail(why, ERR_IO, "no temporary folder: %s", strerror(errno));
	}
	(void)snprintf(demo->data, sizeof demo->data, "%.*s/data", PATH_BYTES - 40, demo->folder);
	(void)snprintf(demo->log, sizeof demo->log, "%.*s/log", PATH_BYTES - 40, demo->folder);
	enum err err = settings_set(settings, CONFIG_DATA, str_from(demo->data), ORIGIN_FLAG, why);
	if (!err) err = settings_set(settings, CONFIG_LOG, STR("warn"), ORIGIN_FLAG, why);
	if (!err)
		err = settings_set(settings, CONFIG_WEBHOOK_ALLOW, STR("127.0.0.1"), ORIGIN_FLAG,
				   why);
	return err;
}

/* The token for the demo itself; and a header file for curl, so that it stands on no command line.
 */
static enum err read_token(struct demo *demo, struct why *why)
{
	char path[PATH_BYTES + 16], text[TEXT_BYTES + 32];
	(void)snprintf(path, sizeof path, "%s/admin.token", demo->data);
	FILE *file = fopen(path, "re");
	if (!file || !fgets(demo->token, (int)sizeof demo->token, file)) demo->token[0] = '\0';
	if (file) (void)fclose(file);
	demo->token[strcspn(demo->token, "\n")] = '\0';
	if (!demo->token[0]) return fail(why, ERR_IO, "%s cannot be read", path);
	(void)snprintf(path, sizeof path, "%s/auth", demo->folder);
	int len = snprintf(text, sizeof text, "Authorization: Bearer %s\n", demo->token);
	return talk_write_file(str_from(path), (str){ text, (size_t)len }, why);
}

/* ---- words ------------------------------------------------------------------------------- */

static void say_head(const struct demo *demo)
{
	struct output *out = demo->host->out;
	output_styled(out, STYLE_BOLD, STR("Belfry "));
	output_styled(out, STYLE_BOLD, str_from(version_number()));
	buf_addf(&out->text, ", a demo for this machine alone, in %s\n", demo->folder);
	buf_add(&out->text,
		STR("it first plays a day of history, so that there is something to see\n"));
	(void)output_flush(out);
}

static void say_commands(const struct demo *demo)
{
	struct output *out = demo->host->out;
	const char *program = demo->host->program;
	if (demo->link[0]) {
		output_styled(out, STYLE_BOLD, STR("\nopen in a browser"));
		buf_addf(&out->text, " (the link works once, within 15 minutes)\n  %s\n",
			 demo->link);
	}
	output_styled(out, STYLE_BOLD, STR("\nin another terminal\n"));
	buf_addf(&out->text, "  export BELFRY_URL=%s\n", demo->url);
	buf_addf(&out->text, "  export BELFRY_TOKEN_FILE=%s/admin.token\n", demo->data);
	buf_addf(&out->text, "  %s top\n", program);
	buf_addf(&out->text, "  %s queue list --state failed,dlq --tenant '*'\n", program);
}

/* The second line keeps what the third one reports. */
static void say_curl(const struct demo *demo)
{
	struct output *out = demo->host->out;
	output_styled(out, STYLE_BOLD, STR("\nact as a producer, then as a worker"));
	buf_add(&out->text, STR(" (run the first curl twice: the second answer says "
				"\"duplicate\":true)\n"));
	buf_addf(&out->text, "  A=@%s/auth U=%s/api/v1/scheduler\n", demo->folder, demo->url);
	buf_add(&out->text,
		STR("  curl -sH $A --json '{\"type\":\"hello\",\"idempotency_key\":\"first\"}' "
		    "$U/tasks\n"
		    "  E=$(curl -sH $A $U/worker/lease \\\n"
		    "    --json '{\"worker_id\":\"me\",\"types\":[\"hello\"]}' |\n"
		    "    grep -o '\"execution_id\":\"[^\"]*\"'); echo \"$E\"\n"
		    "  curl -sH $A $U/worker/results --json \\\n"
		    "    \"{\\\"worker_id\\\":\\\"me\\\",\\\"results\\\":"
		    "[{$E,\\\"outcome\\\":\\\"success\\\"}]}\"\n"));
}

static void say_end(const struct demo *demo)
{
	struct output *out = demo->host->out;
	output_styled(out, STYLE_BOLD, STR("\nbreak something\n"));
	buf_addf(&out->text,
		 "  kill -9 %ld    the server: it is started again and has lost "
		 "nothing\n",
		 (long)demo->server.pid);
	buf_addf(&out->text,
		 "  kill -9 %ld    the worker: its runs are leased again after a minute\n\n",
		 (long)demo->worker.pid);
	buf_add(&out->text, STR("Ctrl-C ends the demo and removes its folder.\n"));
}

static void say_what_to_try(const struct demo *demo)
{
	say_commands(demo);
	say_curl(demo);
	say_end(demo);
	(void)output_flush(demo->host->out);
}

/* ---- the demo ---------------------------------------------------------------------------- */

static void say_started_again(const struct demo *demo, const struct demo_child *child, int status)
{
	struct output *out = demo->host->out;
	if (WIFSIGNALED(status))
		buf_addf(&out->text, "the %s was ended by signal %d", child->name,
			 WTERMSIG(status));
	else buf_addf(&out->text, "the %s ended with %d", child->name, WEXITSTATUS(status));
	buf_addf(&out->text, "; started again as process %ld\n", (long)child->pid);
	(void)output_flush(out);
}

static enum err start_again(struct demo *demo, struct demo_child *child, struct why *why)
{
	bool lived_shortly = clock_now().boot - demo->began < SHORT_LIFE_MS;
	int status = child->status;
	demo->short_lives = lived_shortly ? demo->short_lives + 1 : 0;
	if (demo->short_lives > SHORT_LIVES_MAX)
		return fail(why, ERR_IO, "the %s exits as soon as it is started", child->name);
	enum err err = child == &demo->server   ? start_server(demo, why)
		       : child == &demo->worker ? start_worker(demo, why)
						: start_receiver(demo, why);
	if (!err) say_started_again(demo, child, status);
	return err;
}

/* The address as it was bound: a server that is started again comes back to it. */
static enum err keep_address(struct demo *demo, struct why *why)
{
	u64 port;
	str rest = str_from(demo->url);
	for (u32 i = 0; i < 2; i++) (void)str_split(&rest, ':');
	if (!str_to_u64(rest, 65535, &port)) return fail(why, ERR_IO, "no port in %s", demo->url);
	return listen_at(demo, (unsigned)port, why);
}

static enum err watch(struct demo *demo, struct why *why)
{
	msec end = msec_add(clock_now().boot, demo->wish->span);
	for (;;) {
		msec left = end - clock_now().boot;
		if (left <= 0) return ERR_OK;
		int number = demo_signals_wait(demo->signals, left);
		if (number && number != SIGCHLD) return ERR_OK;
		struct demo_child *children[] = { &demo->receiver, &demo->server, &demo->worker };
		for (size_t i = 0; i < countof(children); i++) {
			if (!demo_child_has_ended(children[i])) continue;
			enum err err = start_again(demo, children[i], why);
			if (err) return err;
		}
	}
}

static void pass_time(void *context, msec span)
{
	const struct demo *demo = context;
	atomic_fetch_add(&demo->shift->boot, span);
	atomic_fetch_add(&demo->shift->wall, span);
}

/* A server whose clock lies a day behind lives through it in a moment, half an hour at a time; the
 * one that is started afterwards finds a history that came about as any other. */
static enum err live_past(struct demo *demo, struct why *why)
{
	atomic_store(&demo->shift->wall, -PAST_MS);
	demo->is_past = true;
	enum err err = start_somewhere(demo, why);
	if (!err) err = keep_address(demo, why);
	if (!err) err = read_token(demo, why);
	const struct demo_target target = { demo->host->talk, str_from(demo->url),
					    str_from(demo->token) };
	const struct demo_time time = { .begin = clock_now().wall - PAST_MS,
					.span = PAST_MS,
					.pass = pass_time,
					.context = demo };
	if (!err) err = demo_seed_live(&target, demo->filling, &time, why);
	demo_child_end(&demo->server, demo->signals, 2 * GRACE_MS);
	demo->is_past = false;
	return err;
}

static enum err begin(struct demo *demo, struct why *why)
{
	enum err err = make_folder(demo, why);
	if (!err) say_head(demo);
	if (!err) err = start_receiver(demo, why);
	if (!err) err = read_filling(demo, why);
	if (!err) err = live_past(demo, why);
	if (!err) err = start_server(demo, why);
	if (err) return err;
	const struct demo_target target = { demo->host->talk, str_from(demo->url),
					    str_from(demo->token) };
	err = demo_seed_fill(&target, demo->filling, why);
	return err ? err : start_worker(demo, why);
}

static void end(struct demo *demo)
{
	if (demo->worker.pid || demo->server.pid) {
		buf_add(&demo->host->out->text, STR("ending\n"));
		(void)output_flush(demo->host->out);
	}
	demo_child_end(&demo->worker, demo->signals, GRACE_MS);
	demo_child_end(&demo->server, demo->signals, 2 * GRACE_MS);
	demo_child_end(&demo->receiver, demo->signals, GRACE_MS);
	remove_folder(demo);
	json_decref(demo->filling);
	demo_signals_close(demo->signals);
	if (demo->shift != MAP_FAILED) (void)munmap(demo->shift, sizeof *demo->shift);
}

enum err demo_run(const struct demo_host *host, const struct demo_wish *wish, struct why *why)
{
	struct demo *demo = mem_alloc_zeroed(sizeof *demo);
	if (!demo) return fail(why, ERR_MEMORY, "no memory for the demo");
	demo->host = host;
	demo->wish = wish;
	demo->server = (struct demo_child){ .name = "server", .work = run_server, .context = demo };
	demo->worker = (struct demo_child){ .name = "worker", .work = run_worker, .context = demo };
	demo->receiver = (struct demo_child){ .name = "webhook receiver",
					      .work = demo_receiver_run,
					      .context = &demo->receiver_wish };
	demo->signals = demo_signals_open();
	demo->shift = mmap(NULL, sizeof *demo->shift, PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	enum err err = demo->signals < 0           ? fail(why, ERR_IO, "cannot wait for signals")
		       : demo->shift == MAP_FAILED ? fail(why, ERR_MEMORY, "no memory for a clock")
						   : begin(demo, why);
	if (!err) {
		say_what_to_try(demo);
		err = watch(demo, why);
	}
	end(demo);
	mem_free(demo);
	return err;
}
