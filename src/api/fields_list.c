/* Lists and objects inside of an object. */
#include "api/fields_parts.h"

#include "base/must.h"

enum { FIRST_ITEMS = 8 };

/* Room for one more of `size` bytes behind `len` of them; doubles, so that all of it stays within
 * twice what is needed. NULL: the arena is full. */
static void *grow(struct arena *arena, void *at, u32 len, size_t size)
{
	if (len && (len < FIRST_ITEMS || len & (len - 1))) return at;
	u32 room = len ? len * 2 : FIRST_ITEMS;
	void *more = arena_alloc_array(arena, room, size);
	if (more && len) memcpy(more, at, len * size);
	return more;
}

static bool too_many(const struct body_reading *reading)
{
	str bytes;
	do {
		if (!json_skip(reading->json, &bytes)) return false;
	} while (json_next_item(reading->json));
	struct body_reading whole = *reading;
	whole.index = -1;
	if (json_failed(reading->json)) return false;
	REFUSE(&whole, ERR_INVALID, "must have at most %lld items", (long long)reading->field->max);
}

static bool check_fewest(const struct body_reading *reading, u32 len)
{
	if (len >= (u32)reading->field->min) return true;
	REFUSE(reading, ERR_INVALID, "must have at least %lld", (long long)reading->field->min);
}

static bool read_texts(const struct body_reading *reading, struct texts *out_texts)
{
	struct body_reading item = *reading;
	struct field of_item = { .kind = FIELD_TEXT, .min = 1, .max = TEXTS_BYTES };
	str *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return value_wrong_kind(reading, "an array of strings");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, sizeof *all);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		item.field = &of_item;
		if (!value_read_text(&item, &all[len])) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_texts = (struct texts){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

static bool read_delays(const struct body_reading *reading, struct delays *out_delays)
{
	struct body_reading item = *reading;
	struct field of_item = { .kind = FIELD_INTEGER, .min = 0, .max = FIELD_DELAY_MAX };
	i64 *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return value_wrong_kind(reading, "an array of milliseconds");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	item.field = &of_item;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, sizeof *all);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		if (!value_read_integer(&item, &all[len])) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_delays = (struct delays){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

static bool read_shape(const struct body_reading *reading, void **out_object)
{
	const struct shape *inner = reading->field->inner;
	if (json_peek(reading->json) != VALUE_OBJECT) return value_wrong_kind(reading, "an object");
	void *object = arena_alloc_zeroed(reading->faults->arena, inner->size);
	if (!object) return json_fail(reading->json, 0, "out of memory");
	*out_object = object;
	return shape_read(inner, reading->json, value_pointer(reading), reading->faults, object);
}

/* A pointer for each item would cost more than the item: it is made when a fault needs it, by
 * reading the item again with it. */
static bool read_item(const struct body_reading *item, void *out)
{
	const struct shape *inner = item->field->inner;
	struct json again = *item->json;
	u32 faults = item->faults->len;
	if (json_peek(item->json) != VALUE_OBJECT) return value_wrong_kind(item, "an object");
	if (shape_read(inner, item->json, STR(""), item->faults, out)) return true;
	if (json_failed(item->json) || faults == FAULTS_MAX) return false;
	item->faults->len = faults;
	memset(out, 0, inner->size);
	return shape_read(inner, &again, value_pointer(item), item->faults, out);
}

/* The first fault since there were `before` is the item's own, and the others are forgotten. */
static bool keep_fault(const struct body_reading *item, u32 before, struct given *out)
{
	struct faults *faults = item->faults;
	if (faults->len == before) return false; /* there is no room: the body is refused anyway */
	struct fault *fault = arena_alloc(faults->arena, sizeof *fault);
	if (!fault) return json_fail(item->json, 0, "out of memory");
	*fault = faults->items[before];
	out->fault = fault;
	faults->len = before;
	return true;
}

/* An item that stands for itself: what is wrong with it is kept with it. */
static bool read_one(const struct body_reading *item, void *out)
{
	struct json before = *item->json;
	u32 faults = item->faults->len;
	struct why why;
	str bytes;
	item->json->is_lenient = true;
	bool is_read = read_item(item, out);
	if (item->json->is_too_deep) {
		*item->json = before;
		item->json->is_lenient = true;
		if (!json_pass_over(item->json, &bytes)) return false;
		item->faults->len = faults;
		(void)fail(&why, ERR_INVALID, "must not be nested deeper than %d levels",
			   JSON_DEPTH_MAX);
		is_read = value_refuse(item, &why);
	}
	item->json->is_lenient = before.is_lenient;
	if (is_read || json_failed(item->json)) return is_read;
	return keep_fault(item, faults, out);
}

static bool read_shapes(const struct body_reading *reading, struct shapes *out_shapes)
{
	size_t size = reading->field->inner->size;
	struct body_reading item = *reading;
	char *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return value_wrong_kind(reading, "an array of objects");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, size);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		bool is_read = reading->field->kind == FIELD_EACH
				       ? read_one(&item, all + len * size)
				       : read_item(&item, all + len * size);
		if (!is_read) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_shapes = (struct shapes){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

bool value_read_many(const struct body_reading *reading, void *at)
{
	enum field_kind kind = reading->field->kind;
	if (kind == FIELD_DELAYS) return read_delays(reading, at);
	if (kind == FIELD_TEXTS) return read_texts(reading, at);
	if (kind == FIELD_SHAPE) return read_shape(reading, at);
	must(kind == FIELD_SHAPES || kind == FIELD_EACH);
	return read_shapes(reading, at);
}
