/* The lines of test/data for test programs: one JSON object each, asked of the calendar
 * directly (no command line between). */
#ifndef BELFRY_TEST_VECTOR_H
#define BELFRY_TEST_VECTOR_H

#include "../zones/zone_files.h"
#include "calendar/next.h"

#include <jansson.h>

enum { VECTOR_ASKED = 10, VECTOR_LINE_MAX = 64 * 1024, VECTOR_ZONES_MAX = 200 };

struct vector {
	json_t *line; /* owns the texts below */
	const char *id;
	enum rule_kind kind;
	str rule, zone, start, after;
	const char *class; /* "" when it has none */
	msec expected[VECTOR_ASKED];
	u32 expected_len;
	bool complete;
};

struct answer {
	enum err err; /* refused: the reason is in why */
	struct why why;
	msec at[VECTOR_ASKED];
	u32 len;
};

/* Zones that were read, by name, so that asking a line costs no file. */
struct vector_zones {
	str names[VECTOR_ZONES_MAX];
	struct zone *zones[VECTOR_ZONES_MAX];
	u32 len;
};

static inline str vector_text(const json_t *line, const char *key)
{
	const json_t *value = json_object_get(line, key);
	return value ? (str){ json_string_value(value), json_string_length(value) } : STR("");
}

static inline bool vector_expected(struct vector *vector)
{
	const json_t *list = json_object_get(vector->line, "expect");
	vector->expected_len = (u32)json_array_size(list);
	if (vector->expected_len > VECTOR_ASKED) return false;
	for (u32 i = 0; i < vector->expected_len; i++) {
		str text = str_from(json_string_value(json_array_get(list, i)));
		if (instant_parse(text, &vector->expected[i], NULL) != ERR_OK) return false;
	}
	return true;
}

/* The caller ends it with vector_done. False: not a line of ours. */
static inline bool vector_read(const char *text, struct vector *vector)
{
	*vector = (struct vector){ .line = json_loads(text, JSON_REJECT_DUPLICATES, NULL) };
	if (!vector->line) return false;
	vector->id = json_string_value(json_object_get(vector->line, "id"));
	vector->kind = str_eq(vector_text(vector->line, "kind"), STR("cron")) ? RULE_CRON
									      : RULE_RRULE;
	vector->rule = vector_text(vector->line, "rule");
	vector->zone = vector_text(vector->line, "tz");
	vector->start = vector_text(vector->line, "dtstart");
	vector->after = vector_text(vector->line, "after");
	const char *class = json_string_value(json_object_get(vector->line, "class"));
	vector->class = class ? class : "";
	vector->complete = json_is_true(json_object_get(vector->line, "complete"));
	return vector->id && vector_expected(vector);
}

static inline void vector_done(struct vector *vector)
{
	json_decref(vector->line);
}

static inline void vector_zones_done(struct vector_zones *zones)
{
	for (u32 i = 0; i < zones->len; i++) {
		zone_file_free(zones->names[i]);
		zone_free(zones->zones[i]);
	}
	zones->len = 0;
}

/* NULL when the zone is refused or not there. */
static inline const struct zone *vector_zone(struct vector_zones *zones, str name)
{
	if (str_eq(name, STR("UTC"))) return zone_utc();
	for (u32 i = 0; i < zones->len; i++)
		if (str_eq(zones->names[i], name)) return zones->zones[i];
	struct zone *zone = zone_file_load(name);
	if (!zone) return NULL;
	if (zones->len == VECTOR_ZONES_MAX) abort();
	char *copy = malloc(name.len + 1);
	if (!copy) abort();
	memcpy(copy, name.at, name.len);
	zones->names[zones->len] = (str){ copy, name.len };
	zones->zones[zones->len++] = zone;
	return zone;
}

/* Parses, binds and asks: what a caller pays for a line of which it has the zone. */
static inline void vector_ask(const struct vector *vector, const struct zone *zone,
			      struct answer *out_answer)
{
	struct schedule schedule = { .zone = zone };
	msec after;
	out_answer->len = 0;
	out_answer->err = rule_parse(vector->kind, vector->rule, &schedule.rule, &out_answer->why);
	if (out_answer->err) return;
	out_answer->err = instant_parse(vector->after, &after, &out_answer->why);
	if (out_answer->err) return;
	if (vector->kind == RULE_RRULE) {
		schedule.has_start = true;
		out_answer->err = wall_parse(vector->start, &schedule.start, &out_answer->why);
		if (out_answer->err) return;
	}
	out_answer->err = schedule_bind(&schedule, &out_answer->why);
	if (out_answer->err) return;
	while (out_answer->len < VECTOR_ASKED && schedule_next(&schedule, after, &after))
		out_answer->at[out_answer->len++] = after;
}

/* The first len(expect) are the expected ones; with `complete` there are no more. Binding a rule
 * that never fires refuses it: the same as an empty answer. */
static inline bool vector_is_answered(const struct vector *vector, const struct answer *answer)
{
	if (answer->err == ERR_RULE_NEVER) return vector->complete && vector->expected_len == 0;
	if (answer->err || answer->len < vector->expected_len) return false;
	if (vector->complete && answer->len != vector->expected_len) return false;
	return memcmp(answer->at, vector->expected, vector->expected_len * sizeof(msec)) == 0;
}

/* Calls `each` for every line of a file of test/data; how many lines, -1 when it cannot be read. */
typedef void vector_each(void *context, const struct vector *vector);

static inline int vector_file(const char *name, vector_each *each, void *context)
{
	char path[200], *line = malloc(VECTOR_LINE_MAX);
	const char *folder = getenv("TEST_DATA");
	int count = 0;
	snprintf(path, sizeof(path), "%s/%s", folder ? folder : "test/data", name);
	FILE *file = fopen(path, "r");
	if (!file || !line) count = -1;
	while (count >= 0 && fgets(line, VECTOR_LINE_MAX, file)) {
		struct vector vector;
		count = vector_read(line, &vector) ? count + 1 : -1;
		if (count >= 0) each(context, &vector);
		vector_done(&vector);
	}
	if (file) fclose(file);
	free(line);
	return count;
}

#endif
