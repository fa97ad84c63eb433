#include "observe/metrics.h"

#include "base/arena.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

enum metric_kind { KIND_COUNTER, KIND_GAUGE, KIND_HISTOGRAM };

/* clang-format off */
enum label {
#define X(id, name, seed_name, most, sentence) LABEL_##id,
	METRIC_LABELS(X)
#undef X
	LABEL_COUNT
};
/* clang-format on */

static const struct label_row {
	const char *name;
	const char *seed_name;
	u32 most;
} labels[LABEL_COUNT] = {
#define X(id, name, seed_name, most, sentence) { name, seed_name, most },
	METRIC_LABELS(X)
#undef X
};

static const struct metric_row {
	enum metric_kind kind;
	const char *name;
	enum label first;
	enum label second;
	const char *seeds;
	const char *help;
} rows[METRIC_COUNT] = {
#define X(id, kind, name, first, second, seeds, help) \
	{ KIND_##kind, name, LABEL_##first, LABEL_##second, seeds, help },
	METRICS(X)
#undef X
};

enum { SERIES_MAX = 20000, OTHER_LEN = 5, TEXTS_MAX = 8 << 20 };

struct series {
	enum metric metric;
	str first;
	str second;
	u64 value;
	struct spans spans;  /* of a histogram */
	struct series *next; /* of the same metric, in the order they came */
};

struct metric_value {
	enum label label;
	str text;
};

struct metrics {
	struct arena arena;
	struct hash_key key;
	struct map series;
	struct map values;
	u32 values_of[LABEL_COUNT];
	struct series *first[METRIC_COUNT];
	struct series **last[METRIC_COUNT];
};

static bool series_is(const void *item, const void *key)
{
	const struct series *a = item, *b = key;
	return a->metric == b->metric && str_eq(a->first, b->first) && str_eq(a->second, b->second);
}

static bool value_is(const void *item, const void *key)
{
	const struct metric_value *a = item, *b = key;
	return a->label == b->label && str_eq(a->text, b->text);
}

enum err metrics_new(u64 seed, struct metrics **out_metrics)
{
	struct metrics *metrics = mem_alloc_zeroed(sizeof *metrics);
	if (!metrics) return ERR_MEMORY;
	arena_init(&metrics->arena, TEXTS_MAX);
	metrics->key = hash_key_from_seed(seed);
	map_init(&metrics->series, series_is);
	map_init(&metrics->values, value_is);
	for (u32 i = 0; i < METRIC_COUNT; i++) metrics->last[i] = &metrics->first[i];
	*out_metrics = metrics;
	return ERR_OK;
}

void metrics_free(struct metrics *metrics)
{
	if (!metrics) return;
	map_done(&metrics->series);
	map_done(&metrics->values);
	arena_done(&metrics->arena);
	mem_free(metrics);
}

/* The value itself while its label has room, else "other": labels never grow without bound. */
static str bounded(struct metrics *metrics, enum label label, str text)
{
	struct metric_value asked = { label, text };
	if (label == LABEL_NONE) return STR("");
	u64 hash = hash_bytes(metrics->key, text) ^ hash_mix(label);
	const struct metric_value *found = map_find(&metrics->values, hash, &asked);
	if (found) return found->text;
	if (metrics->values_of[label] >= labels[label].most) return STR("other");
	struct metric_value *value = arena_alloc_zeroed(&metrics->arena, sizeof *value);
	str copy = str_copy(&metrics->arena, text);
	if (arena_failed(&metrics->arena) || map_reserve(&metrics->values, 1)) return STR("other");
	*value = (struct metric_value){ label, copy };
	map_insert(&metrics->values, hash, value, value);
	metrics->values_of[label]++;
	return copy;
}

static struct series *series_of(struct metrics *metrics, enum metric metric, str first, str second)
{
	const struct metric_row *row = &rows[metric];
	struct series asked = { .metric = metric };
	asked.first = bounded(metrics, row->first, first);
	asked.second = bounded(metrics, row->second, second);
	u64 hash = hash_bytes(metrics->key, asked.first) ^
		   hash_mix(hash_bytes(metrics->key, asked.second) + metric);
	struct series *series = map_find(&metrics->series, hash, &asked);
	if (series) return series;
	if (metrics->series.table.count >= SERIES_MAX || map_reserve(&metrics->series, 1))
		return NULL;
	series = arena_alloc_zeroed(&metrics->arena, sizeof *series);
	if (!series) return NULL;
	*series = asked;
	map_insert(&metrics->series, hash, series, series);
	*metrics->last[metric] = series;
	metrics->last[metric] = &series->next;
	return series;
}

void metrics_add(struct metrics *metrics, enum metric metric, str first, str second, u64 by)
{
	must(metric < METRIC_COUNT);
	must(rows[metric].kind == KIND_COUNTER);
	struct series *series = series_of(metrics, metric, first, second);
	if (series) series->value += by;
}

void metrics_put(struct metrics *metrics, enum metric metric, str first, str second, u64 value)
{
	must(metric < METRIC_COUNT);
	must(rows[metric].kind != KIND_HISTOGRAM);
	struct series *series = series_of(metrics, metric, first, second);
	if (series) series->value = value;
}

void metrics_set(struct metrics *metrics, enum metric metric, u64 value)
{
	must(rows[metric].kind == KIND_GAUGE);
	metrics_put(metrics, metric, STR(""), STR(""), value);
}

void metrics_observe_many(struct metrics *metrics, enum metric metric, str first, str second,
			  const struct spans *spans)
{
	must(metric < METRIC_COUNT);
	must(rows[metric].kind == KIND_HISTOGRAM);
	struct series *series = series_of(metrics, metric, first, second);
	if (series) spans_join(&series->spans, spans);
}

void metrics_observe(struct metrics *metrics, enum metric metric, str first, msec span)
{
	struct spans one = { 0 };
	spans_add(&one, span);
	metrics_observe_many(metrics, metric, first, STR(""), &one);
}

void metrics_count_response(struct metrics *metrics, int status)
{
	static const str classes[] = { STR("1xx"), STR("2xx"), STR("3xx"), STR("4xx"), STR("5xx") };
	must(status >= 100);
	must(status <= 599);
	metrics_add(metrics, METRIC_RESPONSES, classes[status / 100 - 1], STR(""), 1);
}

/* ---- printing ----------------------------------------------------------------------------- */

struct printing {
	const struct metrics *metrics;
	enum metric_names names;
	str name;
	struct buf *out;
};

static bool is_seconds(const struct printing *printing)
{
	return printing->names == METRIC_NAMES_OURS;
}

static void print_value(struct buf *out, str text)
{
	buf_add_byte(out, '"');
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		if (c == '\n') buf_add(out, STR("\\n"));
		else if (c == '"' || c == '\\') {
			buf_add_byte(out, '\\');
			buf_add_byte(out, c);
		} else buf_add_byte(out, c);
	}
	buf_add_byte(out, '"');
}

static void print_label(const struct printing *printing, enum label label, str text, bool *is_first)
{
	const struct label_row *row = &labels[label];
	if (label == LABEL_NONE) return;
	buf_add_byte(printing->out, *is_first ? '{' : ',');
	*is_first = false;
	buf_add(printing->out,
		str_from(printing->names == METRIC_NAMES_SEED ? row->seed_name : row->name));
	buf_add_byte(printing->out, '=');
	print_value(printing->out, text);
}

/* Milliseconds under the seeds' names, seconds under ours. */
static void print_span(const struct printing *printing, u64 milliseconds)
{
	if (is_seconds(printing)) {
		buf_add_u64(printing->out, milliseconds / 1000);
		buf_add_byte(printing->out, '.');
		buf_add_padded(printing->out, milliseconds % 1000, 3);
	} else {
		buf_add_u64(printing->out, milliseconds);
	}
}

static void begin_line(const struct printing *printing, const struct series *series,
		       const char *suffix, bool *is_first)
{
	const struct metric_row *row = &rows[series->metric];
	buf_add(printing->out, printing->name);
	buf_add(printing->out, str_from(suffix));
	*is_first = true;
	print_label(printing, row->first, series->first, is_first);
	print_label(printing, row->second, series->second, is_first);
}

static void end_line(const struct printing *printing, bool is_first, u64 value)
{
	buf_add(printing->out, is_first ? STR(" ") : STR("} "));
	buf_add_u64(printing->out, value);
	buf_add_byte(printing->out, '\n');
}

static void print_histogram(const struct printing *printing, const struct series *series)
{
	bool is_first;
	for (size_t i = 0; i <= SPAN_BOUNDS; i++) {
		begin_line(printing, series, "_bucket", &is_first);
		buf_add(printing->out, is_first ? STR("{le=\"") : STR(",le=\""));
		if (i < SPAN_BOUNDS) print_span(printing, (u64)span_bound((u32)i));
		else buf_add(printing->out, STR("+Inf"));
		buf_add(printing->out, STR("\""));
		end_line(printing, false,
			 i < SPAN_BOUNDS ? series->spans.below[i] : series->spans.count);
	}
	begin_line(printing, series, "_sum", &is_first);
	buf_add(printing->out, is_first ? STR(" ") : STR("} "));
	print_span(printing, series->spans.sum);
	buf_add_byte(printing->out, '\n');
	begin_line(printing, series, "_count", &is_first);
	end_line(printing, is_first, series->spans.count);
}

static void print_metric(const struct printing *printing, enum metric metric)
{
	static const char *const kinds[] = { "counter", "gauge", "histogram" };
	const struct metric_row *row = &rows[metric];
	buf_addf(printing->out, "# HELP %.*s %s\n# TYPE %.*s %s\n", STR_ARG(printing->name),
		 row->help, STR_ARG(printing->name), kinds[row->kind]);
	for (const struct series *it = printing->metrics->first[metric]; it; it = it->next) {
		bool is_first;
		if (row->kind == KIND_HISTOGRAM) {
			print_histogram(printing, it);
			continue;
		}
		begin_line(printing, it, "", &is_first);
		end_line(printing, is_first, it->value);
	}
}

void metrics_print(const struct metrics *metrics, enum metric_names names, struct buf *out)
{
	struct printing printing = { metrics, names, { 0 }, out };
	for (u32 i = 0; i < METRIC_COUNT; i++) {
		str list = str_from(names == METRIC_NAMES_SEED ? rows[i].seeds : rows[i].name);
		while (list.len) {
			printing.name = str_split(&list, ',');
			print_metric(&printing, (enum metric)i);
		}
	}
}
