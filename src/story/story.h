/* A story: a text that tells what people, workers and bad luck do to Belfry, one statement a line.
 * It is read (story_read), played on a fake clock over the real pump and the memory store
 * (story_play), and printed (story_print.h). `belfry simulate` and the scenario tests are the same
 * reader and player. The words of the language stand in story.def.
 *
 * The same story and seed give the same events on every machine. */
#ifndef BELFRY_STORY_STORY_H
#define BELFRY_STORY_STORY_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "model/limits.def"
#include "story/story.def"

enum {
	STORY_BYTES_MAX = 8 << 20,
	STORY_LINES_MAX = 100000, /* after `times=` has been spelled out */
	STORY_WORDS_MAX = 32,     /* behind a verb */
	STORY_GIVEN_MAX = 24,     /* options of one line */
	STORY_TENANTS_MAX = 64,   /* with a policy hook */
	STORY_TALLIES_MAX = 256,  /* tenants and types with a row of their own in the summary */
	STORY_WORKERS_MAX = 64,
	STORY_SLOTS_MAX = 64,
	STORY_EVENTS_MAX = 1000000, /* steps of one play */
};
#define STORY_SPAN_MAX (366 * MSEC_DAY)

/* clang-format off */
/* A bit for each option. */
__extension__ typedef unsigned __int128 story_options;

enum story_verb {
#define X(id, word, form, options, sentence) VERB_##id,
	STORY_VERBS(X)
#undef X
	STORY_VERB_COUNT
};

enum story_option {
#define X(id, word, value, sentence) STORY_##id,
	STORY_OPTIONS(X)
#undef X
	STORY_OPTION_COUNT
};

enum story_event_kind {
#define X(id, word, sentence) EVENT_##id,
	STORY_EVENTS(X)
#undef X
	STORY_EVENT_COUNT
};
/* clang-format on */

/* ---- a story as read ----------------------------------------------------------------------- */

/* An option of a line. Times are since the start of the story. */
struct story_given {
	enum story_option option;
	str text;
	i64 low;  /* of a number, span, time, range */
	i64 high; /* of a range; else as low */
};

struct story_line {
	enum story_verb verb;
	u32 number; /* in the file, from 1 */
	msec at;    /* since the start */
	str *words;
	u32 words_len;
	struct story_given *given;
	u32 given_len;
};

struct story {
	struct arena arena;
	str file;
	msec start;
	u64 seed;
	u32 max_concurrency; /* 0: none */
	msec aging;          /* 0: the default */
	msec retention;      /* 0: for good; of dead letters, too: */
	msec retention_dead;
	bool crash_check;
	/* the automatic ones: the story is played until they have nothing left to do */
	bool has_workers;
	struct story_line *lines;
	u32 lines_len;
	u32 lines_max; /* for which there is room */
};

/* `file` is used for messages alone. ERR_INVALID: `why` has file, line, column and what is allowed
 * there. */
MUST_USE enum err story_read(str file, str text, struct story **out_story, struct why *why);
void story_free(struct story *story);

/* NULL: the line does not say. */
const struct story_given *story_find(const struct story_line *line, enum story_option option);
str story_text(const struct story_line *line, enum story_option option); /* empty: not given */
i64 story_number(const struct story_line *line, enum story_option option, i64 fallback);
str story_verb_word(enum story_verb verb);
bool story_verb_expects(enum story_verb verb); /* an expectation: it changes nothing */

struct job_row; /* model/job.h */
/* The job that a line (job, change-job) defines; texts borrow. False: a word that is no policy. */
MUST_USE bool story_job_row(const struct story *story, const struct story_line *line,
			    struct job_row *row);

/* ---- playing it ---------------------------------------------------------------------------- */

/* Something that happened. Texts are borrowed during the call. */
struct story_event {
	enum story_event_kind kind;
	msec at;   /* since the start */
	msec wall; /* the time of the server's clock */
	str tenant;
	str label;
	str type;
	str worker;
	u32 attempt;
	msec until; /* wall: when it runs next, or when a pause ends; 0: none */
	/* for an attempt that ended, its duration; for a start, how long it had waited */
	msec took;
	str reason;
	str text; /* what happened, in words */
	u32 line; /* the statement's line; 0: none */
};

struct story_listener {
	void *context;
	void (*event)(void *context, const struct story_event *event);
};

struct story_wish {
	bool has_seed;
	u64 seed;           /* instead of the story's own */
	msec until;         /* 0: as the story states */
	u32 crash_after;    /* the server dies after that statement, from 1; 0: never */
	bool crash_always;  /* after every one */
	struct buf *states; /* NULL, or where "label state" is written for each run at the end */
};

/* How the runs of a tenant and type ended. Each run counts once, behind `runs`. */
struct story_tally {
	char tenant[LIMIT_TENANT_NAME_BYTES + 1];
	char type[LIMIT_TYPE_NAME_BYTES + 1];
	u32 runs;
	u32 delivered;
	u32 late;    /* delivered, but after its deadline or the cutoff of its day */
	u32 cut_off; /* ended by its deadline or by the cutoff of its day */
	u32 dead;
	u32 cancelled; /* otherwise */
	u32 waiting;
	msec longest_wait; /* from run_at to the start */
};

struct story_result {
	u32 expected; /* expectations that were looked at */
	u32 unmet;
	msec ended_at;
	u64 turns;
	u32 tallies_len;
	struct story_tally tallies[STORY_TALLIES_MAX];
};

/* ERR_QUOTA: the story does not end; `why` says where it was stopped. */
MUST_USE enum err story_play(const struct story *story, const struct story_wish *wish,
			     const struct story_listener *listener, struct story_result *out_result,
			     struct why *why);

#endif
