/* The project's files in memory, each with the views the checks read. Loaded once, never changed.
 * Everything lives in the tree's arena until tree_done. */
#ifndef BELFRY_TIDY_TREE_H
#define BELFRY_TIDY_TREE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum source_kind {
	SOURCE_C,
	SOURCE_HEADER,
	SOURCE_DEF,
	SOURCE_SCRIPT, /* shell, Python, make */
	SOURCE_OTHER,  /* documents, data */
};

struct function {
	struct function *next;
	str name;
	u32 line;    /* where its declaration begins */
	u32 length;  /* lines, from there to its closing brace */
	u32 nesting; /* blocks inside each other, the body counted */
	bool is_static;
	size_t body; /* offsets of its braces */
	size_t body_end;
};

struct include {
	struct include *next;
	str path;
	u32 line;
	bool quoted; /* "x", not <x> */
};

struct source {
	str path; /* from the project's root: src/base/str.c */
	enum source_kind kind;
	str text;
	str code;  /* lex.h; C kinds only */
	str shape; /* lex.h; C kinds only */
	u32 lines;
	struct function *functions;
	struct include *includes;
};

struct tree {
	struct arena arena;
	struct source **sources; /* by path */
	u32 len;
	u32 capacity;
};

enum { TREE_FILES_MAX = 20000, TREE_DEPTH_MAX = 32 };
#define TREE_FILE_BYTES_MAX ((size_t)16 << 20)
#define TREE_BYTES_MAX ((size_t)1 << 30)

void tree_init(struct tree *tree);
void tree_done(struct tree *tree);

/* Reads every file below `root`, without what is built (build, node_modules) and .git. */
MUST_USE enum err tree_load(struct tree *tree, const char *root, struct why *why);

/* One file by itself, which is not part of the tree. */
MUST_USE enum err tree_read(const char *path, struct arena *arena, str *out_text, struct why *why);

/* Adds one file; for tests too. Call tree_sort when all are there. */
MUST_USE enum err tree_add(struct tree *tree, str path, str text, struct why *why);
void tree_sort(struct tree *tree);

/* NULL when there is none. */
const struct source *tree_find(const struct tree *tree, str path);

bool source_is_c(const struct source *source);
/* The line that holds the byte at `offset`, from 1. */
u32 source_line_of(const struct source *source, size_t offset);

/* "src/base/str.c" is below "src/", and below "src/base/str.c" itself. */
bool path_is_below(str path, const char *prefix);
bool path_ends_with(str path, const char *suffix);

#endif
