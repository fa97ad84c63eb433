/* A stage for the command line: doors that write to memory, read from a text, stop the clock at
 * 2025-11-16T10:00:30Z and take zones from the system. */
#ifndef BELFRY_TEST_UNIT_CLI_STAGE_H
#define BELFRY_TEST_UNIT_CLI_STAGE_H

#include "base/check.h"
#include "calendar/zone_bytes.h"
#include "cli/cli.h"

enum { STAGE_WORDS_MAX = 64, STAGE_ANSWERS_MAX = 16, STAGE_FILES_MAX = 8 };

/* What the server says to a call: the first row whose call ("GET /api/v1/scheduler/jobs") is the
 * one that came, and that has not been used up. */
struct stage_answer {
	const char *call;
	int status;
	const char *body;
};

struct stage_file {
	char path[128];
	char text[4096];
};

struct stage {
	struct buf out;
	struct buf err;
	const char *wrong; /* what a server would refuse; NULL: nothing */
	/* What standard input has, and how much of it a read gets (0: all). */
	str input;
	size_t input_piece;
	bool input_fails;
	u32 flushes; /* writes to `out` */
	/* The first write to `out` answers this. */
	enum write_result out_result;
	bool color;
	char set[5][40]; /* what the settings were set to */
	u32 zones_read;
	/* The server: its answers in turn, what came, and whether it is there at all. */
	struct stage_answer answers[STAGE_ANSWERS_MAX];
	u32 answers_len;
	enum err http_err;
	struct buf sent; /* "POST URL PATH TOKEN BODY" lines */
	u32 columns;
	u32 pauses;
	msec clock;
	struct stage_file files[STAGE_FILES_MAX];
	u32 files_len;
	const char *url; /* of the setting; NULL: its default */
	const char *token;
	char ca_file[64]; /* what servers are verified by */
	struct doors doors;
};

static inline enum write_result stage_write(void *context, enum output_stream stream, str bytes,
					    struct why *why)
{
	struct stage *stage = context;
	if (stream == STREAM_ERR) {
		buf_add(&stage->err, bytes);
		return WRITE_DONE;
	}
	stage->flushes++;
	if (stage->out_result == WRITE_FAILED) (void)fail(why, ERR_IO, "the disk is full");
	if (stage->out_result == WRITE_DONE) buf_add(&stage->out, bytes);
	return stage->out_result;
}

static inline enum err stage_read(void *context, char *room, size_t size, size_t *out_len,
				  struct why *why)
{
	struct stage *stage = context;
	if (stage->input_fails) return fail(why, ERR_IO, "the input is gone");
	size_t len = stage->input.len < size ? stage->input.len : size;
	if (stage->input_piece && len > stage->input_piece) len = stage->input_piece;
	if (len) memcpy(room, stage->input.at, len);
	stage->input = str_from_offset(stage->input, len);
	*out_len = len;
	return ERR_OK;
}

static inline bool stage_use_color(void *context, enum output_stream stream)
{
	const struct stage *stage = context;
	(void)stream;
	return stage->color;
}

static inline enum err stage_set(void *context, u32 setting, str value, struct why *why)
{
	struct stage *stage = context;
	if (str_eq(value, STR("wrong"))) return fail(why, ERR_USAGE, "--shade: \"wrong\" is wrong");
	snprintf(stage->set[setting], sizeof stage->set[setting], "%.*s", STR_ARG(value));
	return ERR_OK;
}

static inline enum err stage_begin(void *context, u32 scopes, struct why *why)
{
	(void)context;
	(void)why;
	assert_true(scopes & SCOPE_COMMON);
	return ERR_OK;
}

static inline enum err stage_read_zone(void *context, str name, struct buf *out, struct why *why)
{
	struct stage *stage = context;
	char terminated[40];
	stage->zones_read++;
	snprintf(terminated, sizeof terminated, "%.*s", STR_ARG(name));
	if (str_eq(name, STR("Mars/Phobos")))
		return fail(why, ERR_ZONE_UNKNOWN, "\"Mars/Phobos\" is not a time zone");
	str bytes = load_zone_bytes(terminated);
	buf_add(out, bytes);
	free((void *)(uintptr_t)bytes.at);
	return ERR_OK;
}

static inline enum err stage_zone_data(void *context, struct buf *out, struct why *why)
{
	const struct stage *stage = context;
	if (stage->input_fails) return fail(why, ERR_ZONE_DATABASE, "no such folder");
	buf_add(out, STR("2025b in the attic"));
	return ERR_OK;
}

static inline enum err stage_serve(void *context, struct why *why)
{
	const struct stage *stage = context;
	return stage->input_fails ? fail(why, ERR_IO, "the disk is gone") : ERR_OK;
}

static inline enum err stage_settle(void *context, u32 scopes, struct why *why)
{
	(void)context;
	(void)scopes;
	(void)why;
	return ERR_OK;
}

/* The rows of stage_init: shade, attic, a long one, url, token. */
static inline u32 stage_check(void *context, void (*tell)(void *cli, const struct why *why),
			      void *cli, struct why *why)
{
	const struct stage *stage = context;
	if (!stage->wrong) return 0;
	(void)fail(why, ERR_USAGE, "%s", stage->wrong);
	tell(cli, why);
	return 1;
}

static inline void stage_setting(void *context, u32 setting, struct setting_shown *out)
{
	const struct stage *stage = context;
	*out = (struct setting_shown){ .name = "STAGE_SETTING",
				       .value = STR("dark"),
				       .origin = "default",
				       .is_default = true };
	if (setting < 3) return;
	const char *said = setting == 3 ? stage->url : stage->token;
	out->name = setting == 3 ? "STAGE_URL" : "STAGE_TOKEN";
	out->value = setting == 3 ? STR("http://127.0.0.1:1") : STR("");
	out->is_secret = setting == 4;
	if (!said) return;
	out->value = str_from(said);
	out->origin = "environment";
	out->is_default = false;
}

static inline void stage_note(struct stage *stage, str url, const struct client_request *request)
{
	struct buf *sent = &stage->sent;
	buf_add(sent, request->method);
	buf_add_byte(sent, ' ');
	buf_add(sent, url);
	buf_add(sent, request->path);
	for (u32 i = 0; i < request->pair_count; i++) {
		if (!str_eq(request->pairs[i].name, STR("Authorization"))) continue;
		buf_add_byte(sent, ' ');
		buf_add(sent, request->pairs[i].value);
	}
	buf_add_byte(sent, ' ');
	buf_add(sent, request->body);
	buf_add_byte(sent, '\n');
}

static inline void stage_trust(void *context, str ca_file)
{
	struct stage *stage = context;
	snprintf(stage->ca_file, sizeof stage->ca_file, "%.*s", STR_ARG(ca_file));
}

static inline enum err stage_http(void *context, str url, const struct client_request *request,
				  struct client_response *out, struct why *why)
{
	struct stage *stage = context;
	stage_note(stage, url, request);
	if (stage->http_err) return fail(why, stage->http_err, "nobody answers");
	for (u32 i = 0; i < stage->answers_len; i++) {
		struct stage_answer *answer = &stage->answers[i];
		if (!answer->call) continue;
		str path = str_from(answer->call);
		str method = str_split(&path, ' ');
		if (!str_eq(method, request->method)) continue;
		str wanted = request->path;
		if (str_starts_with(wanted, STR("/api/v1/scheduler/")))
			wanted = str_from_offset(wanted, sizeof "/api/v1/scheduler/" - 1);
		if (!str_eq(path, wanted)) continue;
		*out = (struct client_response){ answer->status, STR(""), str_from(answer->body) };
		answer->call = NULL;
		return ERR_OK;
	}
	fail_msg("nobody expects %.*s", STR_ARG(buf_view(&stage->sent)));
	return ERR_IO;
}

static inline void stage_expect(struct stage *stage, const char *call, int status, const char *body)
{
	assert_true(stage->answers_len < STAGE_ANSWERS_MAX);
	stage->answers[stage->answers_len++] = (struct stage_answer){ call, status, body };
}

static inline u32 stage_columns(void *context, enum output_stream stream)
{
	const struct stage *stage = context;
	(void)stream;
	return stage->columns;
}

static inline bool stage_pause(void *context, msec span)
{
	struct stage *stage = context;
	stage->pauses++;
	stage->clock += span;
	return stage->pauses < 1000;
}

static inline msec stage_clock(void *context)
{
	const struct stage *stage = context;
	return stage->clock;
}

static inline void stage_user_folder(void *context, struct buf *out)
{
	(void)context;
	buf_add(out, STR("/attic"));
}

static inline struct stage_file *stage_file(struct stage *stage, str path)
{
	for (u32 i = 0; i < stage->files_len; i++) {
		if (str_eq(path, str_from(stage->files[i].path))) return &stage->files[i];
	}
	return NULL;
}

static inline enum err stage_write_file(void *context, str path, str text, struct why *why)
{
	struct stage *stage = context;
	struct stage_file *file = stage_file(stage, path);
	if (stage->input_fails) return fail(why, ERR_IO, "the disk is full");
	if (!file) {
		assert_true(stage->files_len < STAGE_FILES_MAX);
		file = &stage->files[stage->files_len++];
	}
	snprintf(file->path, sizeof file->path, "%.*s", STR_ARG(path));
	snprintf(file->text, sizeof file->text, "%.*s", STR_ARG(text));
	return ERR_OK;
}

static inline enum err stage_read_file(void *context, str path, size_t max, struct buf *out,
				       struct why *why)
{
	const struct stage_file *file = stage_file(context, path);
	if (!file) return fail(why, ERR_NOT_FOUND, "%.*s does not exist", STR_ARG(path));
	if (strlen(file->text) > max) return fail(why, ERR_TOO_LONG, "too long");
	buf_add(out, str_from(file->text));
	return ERR_OK;
}

/* Files whose path has a slash are in a folder; those of a folder below it stand together. */
static inline enum err stage_list_folder(void *context, str path, bool *out_is_folder,
					 struct buf *out, struct why *why)
{
	const struct stage *stage = context;
	(void)why;
	*out_is_folder = false;
	if (path.len && path.at[path.len - 1] == '/') path.len--;
	for (u32 i = 0; i < stage->files_len; i++) {
		str file = str_from(stage->files[i].path);
		if (file.len <= path.len || !str_starts_with(file, path)) continue;
		if (file.at[path.len] != '/') continue;
		*out_is_folder = true;
		str name = str_from_offset(file, path.len + 1);
		size_t slash = str_find(name, '/');
		if (slash < name.len) name.len = slash + 1;
		str known = buf_view(out);
		bool is_known = known.len > name.len &&
				str_eq(str_slice(known, known.len - name.len - 1, known.len - 1),
				       name);
		if (is_known) continue;
		buf_add(out, name);
		buf_add_byte(out, '\n');
	}
	return ERR_OK;
}

static inline void stage_init(struct stage *stage)
{
	static const struct option settings[] = {
		{ "shade", 0, "HOW", false, "how dark it is (STAGE_SHADE)", SCOPE_COMMON },
		{ "attic", 'A', "FOLDER", false, "where things are kept (STAGE_ATTIC)",
		  SCOPE_COMMON },
		{ "a-name-that-is-rather-long", 0, "NAME", false, "beside it is no room",
		  SCOPE_COMMON },
		{ "url", 0, "URL", false, "the server (STAGE_URL)", SCOPE_CLIENT },
		{ "token", 0, "TOKEN", false, "who asks (STAGE_TOKEN)", SCOPE_CLIENT },
	};
	static const struct fact facts[] = { { "compiler", "cc 1" } };
	*stage = (struct stage){ .input = STR("") };
	buf_init(&stage->out, 16 << 20);
	buf_init(&stage->err, 1 << 20);
	buf_init(&stage->sent, 1 << 20);
	stage->doors = (struct doors){
		.context = stage,
		.now = seconds_of("2025-11-16T10:00:30") * 1000,
		.write = stage_write,
		.read = stage_read,
		.use_color = stage_use_color,
		.settings = settings,
		.settings_len = countof(settings),
		.set = stage_set,
		.begin = stage_begin,
		.zone_source = { stage_read_zone, stage },
		.zone_data = stage_zone_data,
		.serve = stage_serve,
		.settle = stage_settle,
		.check = stage_check,
		.setting = stage_setting,
		.trust = stage_trust,
		.http = stage_http,
		.columns = stage_columns,
		.pause = stage_pause,
		.clock = stage_clock,
		.user_folder = stage_user_folder,
		.read_file = stage_read_file,
		.list_folder = stage_list_folder,
		.write_file = stage_write_file,
		.version = "1.2.3",
		.facts = facts,
		.facts_len = countof(facts),
	};
}

static inline void stage_done(struct stage *stage)
{
	buf_done(&stage->out);
	buf_done(&stage->err);
	buf_done(&stage->sent);
}

/* Runs `belfry` with these words; output starts anew. */
static inline int stage_run_words(struct stage *stage, const char *const *words)
{
	u32 len = 0;
	while (words[len]) len++;
	buf_clear(&stage->out);
	buf_clear(&stage->err);
	buf_clear(&stage->sent);
	stage->flushes = 0;
	return cli_run(&stage->doors, words, len);
}

#define stage_run(stage, ...) stage_run_words(stage, (const char *const[]){ __VA_ARGS__, NULL })

static inline void assert_has(const struct buf *text, const char *part)
{
	for (size_t i = 0; i + strlen(part) <= text->len; i++) {
		if (str_starts_with(str_from_offset(buf_view(text), i), str_from(part))) return;
	}
	fail_msg("\"%.*s\" does not have \"%s\"", STR_ARG(buf_view(text)), part);
}

static inline bool has_text(const struct buf *text, const char *part)
{
	for (size_t i = 0; i + strlen(part) <= text->len; i++) {
		if (str_starts_with(str_from_offset(buf_view(text), i), str_from(part)))
			return true;
	}
	return false;
}

/* A story on a stage of its own. */
#define STAGE(stage)        \
	struct stage stage; \
	(void)state;        \
	stage_init(&(stage))

#endif
