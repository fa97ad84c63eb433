/* The layer table: which folder of src may include which. It stands here once; ARCHITECTURE.md
 * tells it in prose. A folder always sees itself. */
#include "tidy/check.h"

enum { ALLOWED_MAX = 16 };

static const struct layer {
	const char *folder;
	const char
		*allowed[ALLOWED_MAX]; /* prefixes of an include; a whole file for a single door */
} layers[] = {
	{ "base/", { 0 } },
	{ "calendar/", { "base/" } },
	{ "model/", { "base/", "calendar/" } },
	{ "engine/", { "base/", "calendar/", "model/" } },
	{ "store/", { "base/", "model/" } },
	{ "net/", { "base/" } },
	{ "handler/", { "base/", "model/", "net/" } },
	{ "api/", { "base/", "model/", "net/", "observe/", "store/query.h" } },
	{ "observe/", { "base/", "model/", "store/query.h" } },
	{ "cli/", { "base/", "calendar/", "model/", "net/", "api/routes.def" } },
	{ "host/", { "base/", "calendar/" } },
	{ "pump/", { "base/", "model/", "engine/", "store/", "host/" } },
	/* Of the API it sees what JSON is and which JSON every reader reads alike. */
	{ "embed/",
	  { "base/", "calendar/", "model/", "engine/", "store/", "host/", "pump/", "api/json.h",
	    "api/plain.h" } },
	{ "deliver/", { "base/", "model/", "net/", "handler/", "api/", "store/query.h" } },
	{ "executor/", { "base/", "calendar/", "model/", "handler/", "api/", "deliver/" } },
	{ "story/",
	  { "base/", "calendar/", "model/", "store/", "api/", "cli/", "host/", "pump/" } },
	{ "client/", { "base/", "model/", "net/", "handler/capture.h", "cli/", "host/" } },
	{ "server/",
	  { "base/", "calendar/", "model/", "engine/", "store/", "net/", "handler/", "api/",
	    "observe/", "cli/", "host/", "pump/", "deliver/", "executor/" } },
	{ "demo/", { "base/", "calendar/", "net/", "cli/", "host/", "client/", "server/" } },
	{ "main/", { "" } }, /* knows everybody; nobody knows it */
};

static const struct layer *layer_of(str inner)
{
	for (size_t i = 0; i < countof(layers); i++) {
		if (path_is_below(inner, layers[i].folder)) return &layers[i];
	}
	return NULL;
}

static bool is_allowed(const struct layer *layer, str include)
{
	if (path_is_below(include, layer->folder)) return true;
	for (size_t i = 0; i < ALLOWED_MAX && layer->allowed[i]; i++) {
		str allowed = str_from(layer->allowed[i]);
		bool folder = allowed.len == 0 || path_ends_with(allowed, "/");
		if (folder ? str_starts_with(include, allowed) : str_eq(include, allowed))
			return true;
	}
	return false;
}

static str first_folder(str path)
{
	return str_slice(path, 0, str_find(path, '/'));
}

static void check_include(const struct source *source, const struct layer *layer,
			  const struct include *include, struct findings *findings)
{
	str path = include->path;
	if (!layer_of(path)) {
		findings_add(findings, CHECK_LAYER, source, include->line,
			     "\"%.*s\" is not written from src/ as \"folder/file.h\"",
			     STR_ARG(path));
		return;
	}
	if (is_allowed(layer, path)) return;
	str folder = first_folder(str_from(layer->folder));
	findings_add(findings, CHECK_LAYER, source, include->line, "%.*s may not include \"%.*s\"",
		     STR_ARG(folder), STR_ARG(path));
}

/* The tools stand beside the layers: they see base and themselves. */
static const struct layer tools_layer = { "tools/", { "base/", "tidy/" } };

static void check_source(const struct source *source, struct findings *findings)
{
	bool is_tool = path_is_below(source->path, "tools/");
	str inner = str_from_offset(source->path, sizeof "src/" - 1);
	const struct layer *layer = is_tool ? &tools_layer : layer_of(inner);
	if (!layer) {
		findings_add(findings, CHECK_LAYER, source, 0,
			     "%.*s is no layer: give it a row in the layer table",
			     STR_ARG(first_folder(inner)));
		return;
	}
	for (const struct include *it = source->includes; it; it = it->next) {
		if (!it->quoted) continue;
		if (!is_tool) check_include(source, layer, it, findings);
		else if (!is_allowed(layer, it->path))
			findings_add(findings, CHECK_LAYER, source, it->line,
				     "a tool may not include \"%.*s\"", STR_ARG(it->path));
	}
}

void check_layers(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		bool layered = path_is_below(source->path, "src/") ||
			       path_is_below(source->path, "tools/");
		if (source_is_c(source) && layered) check_source(source, findings);
	}
}
