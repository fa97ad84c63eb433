/* Wiring: the process's streams, words, environment and clock, made into the doors of the command
 * line. */
#include "api/catalog.h"
#include "base/must.h"
#include "cli/cli.h"
#include "client/talk.h"
#include "client/worker.h"
#include "demo/demo.h"
#include "handler/standby.h"
#include "host/clock.h"
#include "host/files.h"
#include "host/tzdir.h"
#include "server/checks.h"
#include "server/config_file.h"
#include "server/doctor.h"
#include "server/restore.h"
#include "server/serve.h"
#include "server/version.h"
#include "store/sqlite/sqlite_backup.h"
#include "story/story_forecast.h"
#include "story/story_run.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

enum { SETTINGS_BYTES_MAX = 1 << 20 };

struct process {
	struct standby *standby; /* of a server; NULL: none */
	struct config config;
	struct arena arena;  /* of values that were read from files */
	struct tzdir *tzdir; /* opened when the first zone is asked for */
	struct talk talk;
	const char *program; /* as it was called */
};

/* ---- streams --------------------------------------------------------------------------------- */

static int stream_fd(enum output_stream stream)
{
	return stream == STREAM_OUT ? STDOUT_FILENO : STDERR_FILENO;
}

/* A stream may have been set not to block by whoever shares it with us. True: try again. */
static bool wait_if_blocked(int fd, short events)
{
	struct pollfd waiting = { .fd = fd, .events = events };
	if (errno == EINTR) return true;
	if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
	return poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

static enum write_result write_stream(void *context, enum output_stream stream, str bytes,
				      struct why *why)
{
	(void)context;
	while (bytes.len) {
		ssize_t written = write(stream_fd(stream), bytes.at, bytes.len);
		if (written < 0 && wait_if_blocked(stream_fd(stream), POLLOUT)) continue;
		if (written < 0 && errno == EPIPE) return WRITE_CLOSED;
		if (written < 0) {
			(void)fail(why, ERR_IO, "cannot write to standard %s: %s",
				   stream == STREAM_OUT ? "output" : "error", strerror(errno));
			return WRITE_FAILED;
		}
		bytes = str_from_offset(bytes, (size_t)written);
	}
	return WRITE_DONE;
}

static enum err read_input(void *context, char *room, size_t size, size_t *out_len, struct why *why)
{
	(void)context;
	for (;;) {
		ssize_t got = read(STDIN_FILENO, room, size);
		if (got < 0 && wait_if_blocked(STDIN_FILENO, POLLIN)) continue;
		if (got < 0)
			return fail(why, ERR_IO, "cannot read standard input: %s", strerror(errno));
		*out_len = (size_t)got;
		return ERR_OK;
	}
}

static bool is_regular_file(int fd)
{
	struct stat status;
	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/* A stream that was closed before we came would give its number to the first file that is opened,
 * and answers would go there. Its number is taken by a door that opens the wrong way, so that every
 * use of it fails as it should. */
static bool keep_stream_numbers(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) != -1) continue;
		int wrong_way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;
		if (open("/dev/null", wrong_way) != fd) return false;
	}
	return true;
}

static bool use_color(void *context, enum output_stream stream)
{
	const struct process *process = context;
	const char *refused = getenv("NO_COLOR");
	const char *terminal = getenv("TERM");
	switch ((enum color_choice)process->config.values[CONFIG_COLOR].number) {
	case COLOR_ALWAYS: return true;
	case COLOR_NEVER: return false;
	case COLOR_AUTO: break;
	}
	if (refused && *refused) return false;
	if (!terminal || str_eq(str_from(terminal), STR("dumb"))) return false;
	return isatty(stream_fd(stream)) == 1;
}

/* ---- zones ----------------------------------------------------------------------------------- */

static enum err open_tzdir(struct process *process, struct why *why)
{
	if (process->tzdir) return ERR_OK;
	return tzdir_new(process->config.values[CONFIG_TZDIR].text, &process->tzdir, why);
}

static enum err read_zone(void *context, str name, struct buf *out, struct why *why)
{
	struct process *process = context;
	enum err err = open_tzdir(process, why);
	return err ? err : tzdir_read(process->tzdir, name, out, why);
}

static enum err tell_zone_data(void *context, struct buf *out, struct why *why)
{
	struct process *process = context;
	enum setting_origin origin = process->config.values[CONFIG_TZDIR].origin;
	enum err err = open_tzdir(process, why);
	if (err) return err;
	buf_add(out, tzdir_version(process->tzdir));
	buf_add(out, STR(" in "));
	buf_add(out, tzdir_folder(process->tzdir));
	if (origin != ORIGIN_DEFAULT) buf_addf(out, " (%s)", setting_origin_name(origin));
	return ERR_OK;
}

/* ---- settings -------------------------------------------------------------------------------- */

static enum err set_setting(void *context, u32 setting, str value, struct why *why)
{
	struct process *process = context;
	return settings_set(&process->config.settings, setting, value, ORIGIN_FLAG, why);
}

static enum err begin_settings(void *context, u32 scopes, struct why *why)
{
	struct process *process = context;
	struct settings *settings = &process->config.settings;
	const char *const *environment = (const char *const *)environ;
	enum err err = settings_read_environment(settings, scopes, environment, why);
	if (!err) err = settings_read_secrets(settings, scopes, environment, &process->arena, why);
	return err;
}

static enum err settle_settings(void *context, u32 scopes, struct why *why)
{
	struct process *process = context;
	if (!(scopes & (SCOPE_SERVE | SCOPE_STORE | SCOPE_CLIENT))) return ERR_OK;
	return serve_read_config(&process->config, &process->arena, why);
}

static void show_setting(void *context, u32 setting, struct setting_shown *out)
{
	const struct process *process = context;
	const struct setting *row = &process->config.settings.table[setting];
	const struct setting_value *value = &process->config.values[setting];
	*out = (struct setting_shown){
		.name = row->name,
		.value = value->text,
		.origin = setting_origin_name(value->origin),
		.is_default = value->origin == ORIGIN_DEFAULT,
		.is_secret = row->type == SETTING_SECRET,
		.is_live = row->reload == RELOAD_LIVE,
	};
}

struct checking {
	void (*tell)(void *cli, const struct why *why);
	void *cli;
	u32 wrong;
	struct why *first;
};

static void tell_wrong(void *context, const struct why *why)
{
	struct checking *checking = context;
	if (!checking->wrong++) *checking->first = *why;
	checking->tell(checking->cli, why);
}

static u32 check_settings(void *context, void (*tell)(void *cli, const struct why *why), void *cli,
			  struct why *why)
{
	const struct process *process = context;
	struct checking checking = { tell, cli, 0, why };
	struct why ignored;
	enum err err = settings_check(process->config.values, tell_wrong, &checking, &ignored);
	u32 names = settings_check_names(&process->config.settings, (const char *const *)environ,
					 tell_wrong, &checking);
	must(!err == (checking.wrong == names));
	return checking.wrong;
}

static const struct option setting_options[CONFIG_COUNT] = {
#define X(id, name, flag, scope, type, min, max, choices, fallback, value_name, reload, help) \
	{ flag, 0, value_name, false, help " (" name ")", SCOPE_##scope },
	SETTINGS(X)
#undef X
};

static enum err run_server(void *context, struct why *why)
{
	struct process *process = context;
	return serve(&process->config, process->standby, &process->arena, why);
}

static enum err run_demo(void *context, const struct demo_wish *wish, struct output *out,
			 struct why *why)
{
	struct process *process = context;
	const struct demo_host host = { &process->config, &process->talk, out, process->program };
	return demo_run(&host, wish, why);
}

/* ---- talking to a server ----------------------------------------------------------------------
 */

static void trust(void *context, str ca_file)
{
	struct process *process = context;
	talk_trust(&process->talk, ca_file);
}

static enum err send_http(void *context, str url, const struct client_request *request,
			  struct client_response *out, struct why *why)
{
	struct process *process = context;
	return talk_http(&process->talk, url, request, out, why);
}

static u32 count_columns(void *context, enum output_stream stream)
{
	(void)context;
	return talk_columns(stream_fd(stream));
}

static u32 count_rows(void *context)
{
	(void)context;
	return talk_rows();
}

static void set_raw(void *context, bool is_raw)
{
	struct process *process = context;
	talk_raw(&process->talk, is_raw);
}

static char read_key(void *context, msec span)
{
	(void)context;
	return talk_key(span);
}

static bool pause_for(void *context, msec span)
{
	(void)context;
	return talk_pause(span);
}

static msec read_clock(void *context)
{
	(void)context;
	return clock_now().wall;
}

static void tell_user_folder(void *context, struct buf *out)
{
	(void)context;
	talk_user_folder(out);
}

static enum err write_file(void *context, str path, str text, struct why *why)
{
	(void)context;
	return talk_write_file(path, text, why);
}

static void say_line(void *context, str line)
{
	struct why ignored;
	(void)write_stream(context, STREAM_ERR, line, &ignored);
}

static enum err run_worker(void *context, const struct work_wish *wish, struct why *why)
{
	struct process *process = context;
	const struct worker_host host = { &process->talk, say_line, process };
	return worker_run(&host, wish, why);
}

static void examine(void *context, finding_report *tell, finding_progress *progress,
		    void *tell_context)
{
	struct process *process = context;
	struct why why = { .text = "" };
	(void)open_tzdir(process, &why);
	const struct doctor_host host = { &process->config, process->tzdir, why.text,
					  clock_now().wall };
	doctor_examine(&host, tell, progress, tell_context);
}

static enum err repair_lists(void *context, u64 *out_entries, struct why *why)
{
	const struct process *process = context;
	return doctor_repair_lists(&process->config, out_entries, why);
}

static enum err set_aside(void *context, str table, struct buf *out, struct why *why)
{
	const struct process *process = context;
	return doctor_set_aside(&process->config, table, clock_now().wall, out, why);
}

static enum err back_up(void *context, str file, u64 *out_damaged, struct why *why)
{
	const struct process *process = context;
	struct examine_report report;
	struct buf store;
	buf_init(&store, SETTINGS_BYTES_MAX);
	enum err err = doctor_store_path(&process->config, &store, why);
	if (!err) err = sqlite_backup(buf_view(&store), file, &report, why);
	if (!err) *out_damaged = report.damaged;
	buf_done(&store);
	return err;
}

static enum err restore(void *context, const struct restore_wish *wish, finding_progress *progress,
			void *progress_context, struct restored *out_restored, struct why *why)
{
	const struct process *process = context;
	const struct restore_host host = { &process->config, clock_now().wall, progress,
					   progress_context };
	return restore_run(&host, wish, out_restored, why);
}

/* ---- the process ----------------------------------------------------------------------------- */

/* The last word before an abort. */
static void tell_broken_promise(const char *condition, const char *file, int line)
{
	struct why why;
	(void)fail(&why, ERR_IO, "belfry: broken promise: %s (%s:%d)", condition, file, line);
	struct why ignored;
	(void)write_stream(NULL, STREAM_ERR, str_from(why.text), &ignored);
	(void)write_stream(NULL, STREAM_ERR, STR("\n"), &ignored);
}

static int run(struct process *process, const char *const *words, u32 words_len)
{
	const struct fact facts[] = {
		{ "commit", *version_commit() ? version_commit() : "unknown" },
		{ "compiler", version_compiler() },
		{ "jansson", jansson_version_str() },
	};
	const struct doors doors = {
		.context = process,
		.now = clock_now().wall,
		.write = write_stream,
		.read = read_input,
		.input_is_dialogue = !is_regular_file(STDIN_FILENO),
		.use_color = use_color,
		.settings = setting_options,
		.settings_len = CONFIG_COUNT,
		.set = set_setting,
		.begin = begin_settings,
		.zone_source = { read_zone, process },
		.zone_data = tell_zone_data,
		.read_file = file_read,
		.list_folder = folder_list,
		.simulate = story_run,
		.forecast = story_forecast,
		.serve = run_server,
		.demo = run_demo,
		.settle = settle_settings,
		.check = check_settings,
		.setting = show_setting,
		.trust = trust,
		.http = send_http,
		.columns = count_columns,
		.rows = count_rows,
		.raw = set_raw,
		.key = read_key,
		.can_ask = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
		.pause = pause_for,
		.clock = read_clock,
		.user_folder = tell_user_folder,
		.write_file = write_file,
		.work = run_worker,
		.examine = examine,
		.repair_lists = repair_lists,
		.set_aside = set_aside,
		.backup = back_up,
		.restore = restore,
		.catalog = { catalog_profiles_text(), catalog_templates_text(),
			     catalog_types_text(), catalog_rules_text() },
		.version = version_number(),
		.facts = facts,
		.facts_len = countof(facts),
	};
	return cli_run(&doors, words, words_len);
}

/* A server may need a broker, and that may not know what is read from here on. */
static struct standby *standby_for(char **words)
{
	for (char **word = words; *word; word++) {
		if (word != words && str_eq(str_from(*word), STR("serve")))
			return standby_take(words, environ);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	struct process process = { .program = argc > 0 ? argv[0] : "belfry" };
	if (!keep_stream_numbers()) return EXIT_FAILURE;
	process.standby = standby_for(argv);
	must_set_hook(tell_broken_promise);
	/* A reader that has seen enough is told apart from a failure by EPIPE, not by dying. */
	signal(SIGPIPE, SIG_IGN);
	config_init(&process.config);
	arena_init(&process.arena, SETTINGS_BYTES_MAX);
	talk_init(&process.talk);
	u32 words_len = argc > 1 ? (u32)argc - 1 : 0;
	int code = run(&process, (const char *const *)argv + 1, words_len);
	standby_free(process.standby);
	tzdir_free(process.tzdir);
	talk_done(&process.talk);
	arena_done(&process.arena);
	return code;
}
