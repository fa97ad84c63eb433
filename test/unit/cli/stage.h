/* A stage for the command line: doors that write to memory, read from a text, stop the clock at
 * 2025-11-16T10:00:30Z and take zones from the system. */
#ifndef BELFRY_TEST_UNIT_CLI_STAGE_H
#define BELFRY_TEST_UNIT_CLI_STAGE_H

#include "base/check.h"
#include "calendar/zone_bytes.h"
#include "cli/cli.h"

enum { STAGE_WORDS_MAX = 64 };

struct stage {
	struct buf out;
	struct buf err;
	/* What standard input has, and how much of it a read gets (0: all). */
	str input;
	size_t input_piece;
	bool input_fails;
	u32 flushes; /* writes to `out` */
	/* The first write to `out` answers this. */
	enum write_result out_result;
	bool color;
	char set[3][40]; /* what the settings were set to */
	u32 zones_read;
	struct doors doors;
};

static inline enum write_result stage_write(void *context, enum stream stream, str bytes,
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

static inline bool stage_use_color(void *context, enum stream stream)
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

static inline void stage_init(struct stage *stage)
{
	static const struct option settings[] = {
		{ "shade", 0, "HOW", false, "how dark it is (STAGE_SHADE)", SCOPE_COMMON },
		{ "attic", 'A', "FOLDER", false, "where things are kept (STAGE_ATTIC)",
		  SCOPE_COMMON },
		{ "a-name-that-is-rather-long", 0, "NAME", false, "beside it is no room",
		  SCOPE_COMMON },
	};
	static const struct fact facts[] = { { "compiler", "cc 1" } };
	*stage = (struct stage){ .input = STR("") };
	buf_init(&stage->out, 16 << 20);
	buf_init(&stage->err, 1 << 20);
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
		.version = "1.2.3",
		.facts = facts,
		.facts_len = countof(facts),
	};
}

static inline void stage_done(struct stage *stage)
{
	buf_done(&stage->out);
	buf_done(&stage->err);
}

/* Runs `belfry` with these words; output starts anew. */
static inline int stage_run_words(struct stage *stage, const char *const *words)
{
	u32 len = 0;
	while (words[len]) len++;
	buf_clear(&stage->out);
	buf_clear(&stage->err);
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
