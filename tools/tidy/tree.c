#include "tidy/tree.h"

#include "base/buf.h"
#include "base/must.h"
#include "tidy/lex.h"
#include "tidy/parse.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char *const skipped_folders[] = { ".git", "build", "node_modules", "__pycache__" };

void tree_init(struct tree *tree)
{
	*tree = (struct tree){ 0 };
	arena_init(&tree->arena, TREE_BYTES_MAX);
}

void tree_done(struct tree *tree)
{
	arena_done(&tree->arena);
	*tree = (struct tree){ 0 };
}

bool path_is_below(str path, const char *prefix)
{
	return str_starts_with(path, str_from(prefix));
}

bool path_ends_with(str path, const char *suffix)
{
	str end = str_from(suffix);
	return path.len >= end.len && str_eq(str_from_offset(path, path.len - end.len), end);
}

bool source_is_c(const struct source *source)
{
	return source->kind == SOURCE_C || source->kind == SOURCE_HEADER ||
	       source->kind == SOURCE_DEF;
}

u32 source_line_of(const struct source *source, size_t offset)
{
	must(offset <= source->text.len);
	u32 line = 1;
	for (size_t i = 0; i < offset; i++) line += source->text.at[i] == '\n';
	return line;
}

static enum source_kind kind_of(str path, str text)
{
	if (path_ends_with(path, ".c")) return SOURCE_C;
	if (path_ends_with(path, ".h")) return SOURCE_HEADER;
	if (path_ends_with(path, ".def")) return SOURCE_DEF;
	if (path_ends_with(path, ".sh") || path_ends_with(path, ".py")) return SOURCE_SCRIPT;
	if (path_ends_with(path, ".mk") || path_ends_with(path, "Makefile")) return SOURCE_SCRIPT;
	return str_starts_with(text, STR("#!")) ? SOURCE_SCRIPT : SOURCE_OTHER;
}

static u32 count_lines(str text)
{
	u32 lines = 0;
	for (size_t i = 0; i < text.len; i++) lines += text.at[i] == '\n';
	return lines + (text.len > 0 && text.at[text.len - 1] != '\n');
}

static enum err reserve_one(struct tree *tree, struct why *why)
{
	if (tree->len < tree->capacity) return ERR_OK;
	if (tree->len >= TREE_FILES_MAX)
		return fail(why, ERR_TOO_LONG, "more than %d files", TREE_FILES_MAX);
	u32 capacity = tree->capacity ? tree->capacity * 2 : 64;
	struct source **grown = arena_alloc_array(&tree->arena, capacity, sizeof(struct source *));
	if (!grown) return fail(why, ERR_MEMORY, "no memory for %u files", capacity);
	for (u32 i = 0; i < tree->len; i++) grown[i] = tree->sources[i];
	tree->sources = grown;
	tree->capacity = capacity;
	return ERR_OK;
}

static bool add_views(struct tree *tree, struct source *source)
{
	size_t len = source->text.len;
	char *code = arena_alloc(&tree->arena, len);
	char *shape = arena_alloc(&tree->arena, len);
	if (!code || !shape) return false;
	lex_blank(source->text, code, shape);
	source->code = (str){ code, len };
	source->shape = (str){ shape, len };
	return parse_functions(source, &tree->arena) && parse_includes(source, &tree->arena);
}

enum err tree_add(struct tree *tree, str path, str text, struct why *why)
{
	enum err err = reserve_one(tree, why);
	if (err) return err;
	struct source *source = arena_alloc_zeroed(&tree->arena, sizeof *source);
	if (!source) return fail(why, ERR_MEMORY, "no memory for %.*s", STR_ARG(path));
	source->path = str_copy(&tree->arena, path);
	source->text = str_copy(&tree->arena, text);
	source->kind = kind_of(path, text);
	source->lines = count_lines(text);
	bool complete = !source_is_c(source) || add_views(tree, source);
	if (!complete || arena_failed(&tree->arena))
		return fail(why, ERR_MEMORY, "no memory for %.*s", STR_ARG(path));
	tree->sources[tree->len++] = source;
	return ERR_OK;
}

static int compare_paths(const void *a, const void *b)
{
	str left = (*(struct source *const *)a)->path;
	str right = (*(struct source *const *)b)->path;
	size_t common = left.len < right.len ? left.len : right.len;
	int order = memcmp(left.at, right.at, common);
	if (order) return order;
	return (left.len > right.len) - (left.len < right.len);
}

void tree_sort(struct tree *tree)
{
	if (tree->len) qsort(tree->sources, tree->len, sizeof *tree->sources, compare_paths);
}

const struct source *tree_find(const struct tree *tree, str path)
{
	struct source wanted = { .path = path };
	const struct source *key = &wanted;
	if (!tree->len) return NULL;
	struct source *const *found = bsearch(&key, tree->sources, tree->len, sizeof *tree->sources,
					      compare_paths);
	return found ? *found : NULL;
}

static enum err read_file(const char *path, size_t size, struct buf *out, struct why *why)
{
	if (size > TREE_FILE_BYTES_MAX)
		return fail(why, ERR_TOO_LONG, "%s is larger than %zu bytes", path,
			    TREE_FILE_BYTES_MAX);
	FILE *file = fopen(path, "rb");
	if (!file) return fail(why, ERR_IO, "cannot open %s", path);
	char *room = buf_extend(out, size);
	size_t len = room ? fread(room, 1, size, file) : 0;
	bool bad = ferror(file) != 0;
	fclose(file);
	if (!room) return fail(why, ERR_MEMORY, "no memory for %s", path);
	if (bad || len != size) return fail(why, ERR_IO, "cannot read %s", path);
	return ERR_OK;
}

enum err tree_read(const char *path, struct arena *arena, str *out_text, struct why *why)
{
	struct stat about;
	struct buf text;
	if (stat(path, &about)) return fail(why, ERR_IO, "cannot open %s", path);
	buf_init(&text, TREE_FILE_BYTES_MAX);
	enum err err = read_file(path, (size_t)about.st_size, &text, why);
	if (!err) *out_text = str_copy(arena, buf_view(&text));
	buf_done(&text);
	return err;
}

/* A walk knows the root's path, which the tree's own paths leave out. */
struct folder_walk {
	struct tree *tree;
	size_t root_len;
	struct why *why;
};

static enum err add_file(struct folder_walk *walk, const char *path, size_t size)
{
	struct buf text;
	buf_init(&text, TREE_FILE_BYTES_MAX);
	enum err err = read_file(path, size, &text, walk->why);
	if (err) goto done;
	str inner = str_from_offset(str_from(path), walk->root_len + 1);
	err = tree_add(walk->tree, inner, buf_view(&text), walk->why);
done:
	buf_done(&text);
	return err;
}

static bool is_skipped(const char *name)
{
	if (str_eq(str_from(name), STR(".")) || str_eq(str_from(name), STR(".."))) return true;
	for (size_t i = 0; i < countof(skipped_folders); i++) {
		if (str_eq(str_from(name), str_from(skipped_folders[i]))) return true;
	}
	return false;
}

static enum err walk_folder(struct folder_walk *walk, const char *folder, u32 depth);

static enum err walk_entry(struct folder_walk *walk, const char *folder, const char *name,
			   u32 depth)
{
	char path[4096];
	struct stat found;
	int len = snprintf(path, sizeof path, "%s/%s", folder, name);
	if (len < 0 || (size_t)len >= sizeof path)
		return fail(walk->why, ERR_TOO_LONG, "the path below %s is too long", folder);
	if (lstat(path, &found)) return fail(walk->why, ERR_IO, "cannot look at %s", path);
	if (S_ISDIR(found.st_mode)) return walk_folder(walk, path, depth + 1);
	if (S_ISREG(found.st_mode)) return add_file(walk, path, (size_t)found.st_size);
	return ERR_OK;
}

static enum err walk_folder(struct folder_walk *walk, const char *folder, u32 depth)
{
	if (depth > TREE_DEPTH_MAX)
		return fail(walk->why, ERR_TOO_LONG, "folders deeper than %d", TREE_DEPTH_MAX);
	DIR *dir = opendir(folder);
	if (!dir) return fail(walk->why, ERR_IO, "cannot open %s", folder);
	enum err err = ERR_OK;
	for (struct dirent *entry; !err && (entry = readdir(dir));) {
		if (!is_skipped(entry->d_name))
			err = walk_entry(walk, folder, entry->d_name, depth);
	}
	closedir(dir);
	return err;
}

enum err tree_load(struct tree *tree, const char *root, struct why *why)
{
	struct folder_walk walk = { .tree = tree, .root_len = str_from(root).len, .why = why };
	enum err err = walk_folder(&walk, root, 0);
	tree_sort(tree);
	return err;
}
