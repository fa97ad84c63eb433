/* Calls between the folders of the engine. A call is a symbol that one object needs and another one
 * defines; that includes functions which only a table names. */
#include "tidy/folders.h"

#include "base/must.h"
#include "tidy/folders.def"

enum { FILES_MAX = 256, SYMBOLS_MAX = 8192, CYCLE_FILES_MAX = 8 };

enum folder_kind {
	OPEN,    /* every folder that stands after it may call it */
	FEATURE, /* only those that have a row may */
	ABOVE,   /* may call every folder that stands before it */
};

static const struct folder_row {
	const char *name;
	enum folder_kind kind;
} rows[] = {
#define X(name, kind, sentence) { name, kind },
	FOLDERS(X)
#undef X
};

enum { ROWS = countof(rows) };

static const struct pair_row {
	const char *from;
	const char *to;
} pairs[] = {
#define X(from, to, sentence) { from, to },
	FOLDER_MAY(X)
#undef X
};

struct file {
	str path; /* core/runs, as it stands below src/engine */
	u32 folder;
};

struct symbol {
	str name;
	u32 file;
	bool is_defined;
};

struct graph {
	const struct tree *tree;
	struct findings *findings;
	struct file files[FILES_MAX];
	u32 files_len;
	struct symbol *symbols;
	u32 symbols_len;
	bool calls[FILES_MAX][FILES_MAX];
	u32 against; /* calls that the order forbids */
};

/* ---- reading ------------------------------------------------------------------------------- */

/* The last row is what stands in no folder. */
static u32 folder_of(str path)
{
	size_t slash = str_find(path, '/');
	for (u32 i = 0; i + 1 < ROWS; i++) {
		if (slash < path.len && str_eq(str_slice(path, 0, slash), str_from(rows[i].name)))
			return i;
	}
	return slash < path.len ? ROWS : ROWS - 1;
}

static const struct source *source_of(const struct graph *graph, u32 file)
{
	struct buf path;
	buf_init(&path, 512);
	buf_addf(&path, "src/engine/%.*s.c", STR_ARG(graph->files[file].path));
	const struct source *source = tree_find(graph->tree, buf_view(&path));
	buf_done(&path);
	return source;
}

static u32 file_of(struct graph *graph, str path)
{
	for (u32 i = 0; i < graph->files_len; i++) {
		if (str_eq(graph->files[i].path, path)) return i;
	}
	must(graph->files_len < FILES_MAX);
	graph->files[graph->files_len] = (struct file){ path, folder_of(path) };
	return graph->files_len++;
}

static bool skip_past(str *text, str mark)
{
	for (size_t i = 0; i + mark.len <= text->len; i++) {
		if (!str_eq(str_slice(*text, i, i + mark.len), mark)) continue;
		*text = str_from_offset(*text, i + mark.len);
		return true;
	}
	return false;
}

/* "core/runs" of "build/obj/src/engine/core/runs.o:0000 T run_find"; `line` is then what stands
 * behind the path. Empty: it is no such line. */
static str take_path(str *line)
{
	if (!skip_past(line, STR("obj/src/engine/"))) return STR("");
	str path = *line;
	if (!skip_past(line, STR(".o:")) || line->len < 20) return STR("");
	return str_slice(path, 0, path.len - line->len - 3);
}

static bool is_in_tree(const struct tree *tree, str path)
{
	struct buf name;
	buf_init(&name, 512);
	buf_addf(&name, "src/engine/%.*s.c", STR_ARG(path));
	bool is_there = tree_find(tree, buf_view(&name)) != NULL;
	buf_done(&name);
	return is_there;
}

static bool has_object(str symbols, str source)
{
	struct buf name;
	buf_init(&name, 512);
	buf_addf(&name, "obj/%.*s.o:", (int)(source.len - 2), source.at);
	bool is_there = skip_past(&symbols, buf_view(&name));
	buf_done(&name);
	return is_there;
}

enum err check_symbols(const struct tree *tree, str symbols, struct why *why)
{
	str lines = symbols;
	while (lines.len) {
		str line = str_split(&lines, '\n'), path = take_path(&line);
		if (path.len && !is_in_tree(tree, path))
			return fail(why, ERR_CONFLICT, "there is no src/engine/%.*s.c",
				    STR_ARG(path));
	}
	for (u32 i = 0; symbols.len && i < tree->len; i++) {
		str path = tree->sources[i]->path;
		bool is_ours = path_is_below(path, "src/engine/") && path_ends_with(path, ".c");
		if (is_ours && !has_object(symbols, path))
			return fail(why, ERR_CONFLICT, "%.*s is missing", STR_ARG(path));
	}
	return ERR_OK;
}

/* A symbol has no address where it is needed. */
static void read_line(struct graph *graph, str line)
{
	str path = take_path(&line);
	if (!path.len) return;
	char kind = line.at[17];
	bool is_defined = kind == 'T' || kind == 'R' || kind == 'D' || kind == 'B';
	if (!is_defined && kind != 'U') return;
	must(graph->symbols_len < SYMBOLS_MAX);
	graph->symbols[graph->symbols_len++] = (struct symbol){ str_from_offset(line, 19),
								file_of(graph, path), is_defined };
}

static const struct symbol *definition_of(const struct graph *graph, str name)
{
	for (u32 i = 0; i < graph->symbols_len; i++) {
		const struct symbol *symbol = &graph->symbols[i];
		if (symbol->is_defined && str_eq(symbol->name, name)) return symbol;
	}
	return NULL;
}

/* ---- judging ------------------------------------------------------------------------------- */

static bool has_row(u32 from, u32 to)
{
	for (u32 i = 0; i < countof(pairs); i++) {
		if (str_eq(str_from(pairs[i].from), str_from(rows[from].name)) &&
		    str_eq(str_from(pairs[i].to), str_from(rows[to].name)))
			return true;
	}
	return false;
}

static bool is_allowed(u32 from, u32 to)
{
	if (to >= from) return false;
	return rows[to].kind == OPEN || rows[from].kind == ABOVE || has_row(from, to);
}

static void judge_call(struct graph *graph, const struct symbol *need, u32 target)
{
	u32 from = graph->files[need->file].folder, to = graph->files[target].folder;
	const struct source *source = source_of(graph, need->file);
	if (from == ROWS) {
		findings_add(graph->findings, CHECK_FOLDER_CALL, source, 0,
			     "is in a folder without a row in folders.def");
		return;
	}
	if (to == ROWS || from == to || is_allowed(from, to)) return;
	graph->against++;
	findings_add(graph->findings, CHECK_FOLDER_CALL, source, 0,
		     "%s may not call %s, here %.*s of %.*s.c", rows[from].name, rows[to].name,
		     STR_ARG(need->name), STR_ARG(graph->files[target].path));
}

static void link_calls(struct graph *graph)
{
	for (u32 i = 0; i < graph->symbols_len; i++) {
		const struct symbol *need = &graph->symbols[i];
		const struct symbol *met = need->is_defined ? NULL
							    : definition_of(graph, need->name);
		if (!met || met->file == need->file) continue;
		graph->calls[need->file][met->file] = true;
		judge_call(graph, need, met->file);
	}
}

/* ---- measuring ----------------------------------------------------------------------------- */

static void close_over(bool reach[FILES_MAX][FILES_MAX], u32 len)
{
	for (u32 k = 0; k < len; k++) {
		for (u32 i = 0; i < len; i++) {
			for (u32 j = 0; reach[i][k] && j < len; j++) reach[i][j] |= reach[k][j];
		}
	}
}

/* `out_file`: one of its files. */
static u32 largest_cycle(bool reach[FILES_MAX][FILES_MAX], u32 len, u32 *out_file)
{
	u32 most = 0;
	close_over(reach, len);
	for (u32 i = 0; i < len; i++) {
		u32 count = 0;
		for (u32 j = 0; j < len; j++) count += reach[i][j] && reach[j][i];
		if (count > most) *out_file = i;
		if (count > most) most = count;
	}
	return most;
}

static void measure(struct graph *graph, struct folder_measures *out)
{
	bool(*inner)[FILES_MAX] = arena_alloc_zeroed(graph->findings->arena, sizeof graph->calls);
	if (!inner) {
		graph->findings->failed = true;
		return;
	}
	for (u32 i = 0; i < graph->files_len; i++) {
		for (u32 j = 0; j < graph->files_len; j++)
			inner[i][j] = graph->calls[i][j] &&
				      graph->files[i].folder == graph->files[j].folder;
	}
	out->files = graph->files_len;
	u32 file = 0;
	out->inner_cycle = largest_cycle(inner, graph->files_len, &file);
	if (out->inner_cycle > CYCLE_FILES_MAX)
		findings_add(graph->findings, CHECK_FOLDER_CALL, source_of(graph, file), 0,
			     "is in a cycle of calls with %u files of its folder, at most %d may "
			     "be in one",
			     out->inner_cycle, CYCLE_FILES_MAX);
	out->cycle = largest_cycle(graph->calls, graph->files_len, &file);
}

void check_folder_calls(const struct tree *tree, str symbols, struct findings *findings,
			struct folder_measures *out_measures)
{
	struct graph *graph = arena_alloc_zeroed(findings->arena, sizeof *graph);
	struct symbol *room = arena_alloc_array(findings->arena, SYMBOLS_MAX, sizeof *room);
	*out_measures = (struct folder_measures){ 0 };
	if (!graph || !room) {
		findings->failed = true;
		return;
	}
	graph->tree = tree;
	graph->findings = findings;
	graph->symbols = room;
	while (symbols.len) read_line(graph, str_split(&symbols, '\n'));
	link_calls(graph);
	out_measures->against = graph->against;
	measure(graph, out_measures);
}

void folder_measures_print(const struct folder_measures *measures, struct buf *out)
{
	buf_addf(out, "engine files in one call cycle   %u of %u\n", measures->cycle,
		 measures->files);
	buf_addf(out, "the same inside one folder       %u  (target 8)\n", measures->inner_cycle);
	buf_addf(out, "calls against the folders' order %u  (target 0)\n", measures->against);
}
