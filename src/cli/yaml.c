/* Events of libyaml become a tree in an arena; the tree is written as JSON. A tree, because a key
 * that stands twice and a merge are known at the end of their object only. */
#include "cli/yaml.h"

#include "base/arena.h"
#include "cli/yaml_plain.h"

#include <stdlib.h>
#include <yaml.h>

enum { DEPTH_MAX = 64, ANCHORS_MAX = 1000, TREE_BYTES_MAX = 128 << 20 };

enum yaml_kind { KIND_SCALAR, KIND_LIST, KIND_OBJECT };

struct yaml_value {
	enum yaml_kind kind;
	bool is_merge; /* of a member: its key is a plain << */
	str key;       /* of a member */
	str json;      /* of a scalar */
	struct yaml_value *first;
	struct yaml_value *last;
	struct yaml_value *next;
	const struct yaml_value *meant; /* of an alias: what has the anchor */
	u32 count;                      /* of items or members */
	struct yaml_value **sorted; /* of an object: its members by key, as far as they are known */
	u32 sorted_count;
	struct yaml_place place;
};

struct anchor {
	str name;
	struct yaml_value *value;
};

struct yaml_reader {
	yaml_parser_t parser;
	struct arena arena;
	struct anchor anchors[ANCHORS_MAX];
	u32 anchor_count;
	u32 depth;
	struct yaml_place *place;
	struct why *why;
};

/* ---- mistakes ---------------------------------------------------------------------------- */

static struct yaml_place place_of(yaml_mark_t mark)
{
	return (struct yaml_place){ (u32)mark.line + 1, (u32)mark.column + 1 };
}

static enum err wrong_at(struct yaml_reader *reader, struct yaml_place place, const char *text)
{
	*reader->place = place;
	return fail(reader->why, ERR_JSON, "%s", text);
}

static enum err no_memory(struct yaml_reader *reader)
{
	return fail(reader->why, ERR_MEMORY, "no memory for the YAML");
}

static enum err wrong_syntax(struct yaml_reader *reader)
{
	const yaml_parser_t *parser = &reader->parser;
	if (parser->error == YAML_MEMORY_ERROR) return no_memory(reader);
	*reader->place = place_of(parser->problem_mark);
	return fail(reader->why, ERR_JSON, "not YAML: %s",
		    parser->problem ? parser->problem : "it cannot be read");
}

/* ---- the tree ---------------------------------------------------------------------------- */

static str name_of(const unsigned char *name)
{
	return name ? str_from((const char *)name) : STR("");
}

static str tag_of(const yaml_event_t *event)
{
	if (event->type == YAML_SCALAR_EVENT) return name_of(event->data.scalar.tag);
	if (event->type == YAML_SEQUENCE_START_EVENT)
		return name_of(event->data.sequence_start.tag);
	if (event->type == YAML_MAPPING_START_EVENT) return name_of(event->data.mapping_start.tag);
	return STR("");
}

static str anchor_of(const yaml_event_t *event)
{
	if (event->type == YAML_SCALAR_EVENT) return name_of(event->data.scalar.anchor);
	if (event->type == YAML_SEQUENCE_START_EVENT)
		return name_of(event->data.sequence_start.anchor);
	if (event->type == YAML_MAPPING_START_EVENT)
		return name_of(event->data.mapping_start.anchor);
	return STR("");
}

static struct yaml_value *anchor_find(struct yaml_reader *reader, str name)
{
	for (u32 i = reader->anchor_count; i > 0; i--) {
		if (str_eq(reader->anchors[i - 1].name, name)) return reader->anchors[i - 1].value;
	}
	return NULL;
}

/* Only what is complete has a name: so nothing can contain itself. */
static enum err anchor_add(struct yaml_reader *reader, str name, struct yaml_value *value)
{
	if (!name.len) return ERR_OK;
	if (reader->anchor_count == ANCHORS_MAX)
		return wrong_at(reader, value->place, "a document has at most 1000 anchors");
	reader->anchors[reader->anchor_count++] = (struct anchor){ name, value };
	return ERR_OK;
}

static const struct yaml_value *meant_by(const struct yaml_value *value)
{
	while (value->meant) value = value->meant;
	return value;
}

static struct yaml_value *value_new(struct yaml_reader *reader, enum yaml_kind kind,
				    struct yaml_place place)
{
	struct yaml_value *value = arena_alloc_zeroed(&reader->arena, sizeof *value);
	if (value) *value = (struct yaml_value){ .kind = kind, .place = place };
	return value;
}

static void value_add(struct yaml_value *parent, struct yaml_value *child)
{
	if (parent->last) parent->last->next = child;
	else parent->first = child;
	parent->last = child;
	parent->count++;
}

static enum err next_event(struct yaml_reader *reader, yaml_event_t *out_event)
{
	return yaml_parser_parse(&reader->parser, out_event) ? ERR_OK : wrong_syntax(reader);
}

static str text_of(const yaml_event_t *event)
{
	return (str){ (const char *)event->data.scalar.value, event->data.scalar.length };
}

static bool is_plain(const yaml_event_t *event)
{
	return event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	       event->data.scalar.plain_implicit;
}

static enum err read_scalar(struct yaml_reader *reader, const yaml_event_t *event,
			    struct yaml_value *value)
{
	struct buf json;
	enum err err = ERR_OK;
	buf_init(&json, TREE_BYTES_MAX);
	const char *mistake = NULL;
	if (is_plain(event)) mistake = yaml_write_plain(text_of(event), &json);
	else buf_add_json(&json, text_of(event));
	if (mistake) err = wrong_at(reader, value->place, mistake);
	value->json = str_copy(&reader->arena, buf_view(&json));
	if (!err && (buf_failed(&json) || !value->json.at)) err = no_memory(reader);
	buf_done(&json);
	return err;
}

static enum err read_value(struct yaml_reader *reader, const yaml_event_t *event,
			   struct yaml_value **out_value);

static enum err read_list(struct yaml_reader *reader, struct yaml_value *list)
{
	for (;;) {
		yaml_event_t event;
		struct yaml_value *item = NULL;
		enum err err = next_event(reader, &event);
		if (err) return err;
		bool is_end = event.type == YAML_SEQUENCE_END_EVENT;
		if (!is_end) err = read_value(reader, &event, &item);
		yaml_event_delete(&event);
		if (err || is_end) return err;
		value_add(list, item);
	}
}

static enum err read_key(struct yaml_reader *reader, const yaml_event_t *event, str *out_key,
			 bool *out_is_merge)
{
	if (event->type != YAML_SCALAR_EVENT)
		return wrong_at(reader, place_of(event->start_mark), "a key is a text");
	*out_key = str_copy(&reader->arena, text_of(event));
	*out_is_merge = is_plain(event) && str_eq(*out_key, STR("<<"));
	return out_key->at ? ERR_OK : no_memory(reader);
}

static enum err read_member(struct yaml_reader *reader, const yaml_event_t *key_event,
			    struct yaml_value *object)
{
	yaml_event_t event;
	struct yaml_value *value = NULL;
	str key;
	bool is_merge;
	struct yaml_place place = place_of(key_event->start_mark);
	enum err err = read_key(reader, key_event, &key, &is_merge);
	if (!err) err = next_event(reader, &event);
	if (err) return err;
	err = read_value(reader, &event, &value);
	yaml_event_delete(&event);
	if (err) return err;
	value->key = key;
	value->is_merge = is_merge;
	value->place = place;
	value_add(object, value);
	return ERR_OK;
}

static int compare_keys(str a, str b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.at, b.at, len) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

static int compare_members(const void *a, const void *b)
{
	return compare_keys((*(struct yaml_value *const *)a)->key,
			    (*(struct yaml_value *const *)b)->key);
}

static int compare_key_with_member(const void *key, const void *member)
{
	return compare_keys(*(const str *)key, (*(struct yaml_value *const *)member)->key);
}

static bool has_member(const struct yaml_value *object, str key)
{
	return object->sorted_count && bsearch(&key, object->sorted, object->sorted_count,
					       sizeof *object->sorted, compare_key_with_member);
}

static enum err sort_members(struct yaml_reader *reader, struct yaml_value *object)
{
	u32 count = 0;
	object->sorted = arena_alloc_array(&reader->arena, object->count + 1,
					   sizeof *object->sorted);
	if (!object->sorted) return no_memory(reader);
	for (struct yaml_value *member = object->first; member; member = member->next)
		object->sorted[count++] = member;
	object->sorted_count = count;
	if (count) qsort(object->sorted, count, sizeof *object->sorted, compare_members);
	for (u32 i = 1; i < count; i++) {
		const struct yaml_value *before = object->sorted[i - 1],
					*member = object->sorted[i];
		if (compare_keys(before->key, member->key) != 0) continue;
		bool is_later = member->place.line > before->place.line ||
				(member->place.line == before->place.line &&
				 member->place.column > before->place.column);
		return wrong_at(reader, is_later ? member->place : before->place,
				"this key stands twice in its object");
	}
	return ERR_OK;
}

/* Members of the other object whose keys this one does not have. */
static enum err merge(struct yaml_reader *reader, struct yaml_value *object,
		      const struct yaml_value *other)
{
	for (const struct yaml_value *member = other->first; member; member = member->next) {
		if (has_member(object, member->key)) continue;
		struct yaml_value *copy = value_new(reader, member->kind, object->place);
		if (!copy) return no_memory(reader);
		*copy = *member;
		copy->next = NULL;
		copy->place = object->place;
		value_add(object, copy);
	}
	return sort_members(reader, object);
}

static enum err merge_all(struct yaml_reader *reader, struct yaml_value *object,
			  const struct yaml_value *value)
{
	static const char text[] = "<< takes an object, or a list of objects";
	const struct yaml_value *meant = meant_by(value);
	enum err err = ERR_OK;
	if (meant->kind == KIND_OBJECT) return merge(reader, object, meant);
	if (meant->kind != KIND_LIST) return wrong_at(reader, value->place, text);
	for (const struct yaml_value *item = meant->first; item && !err; item = item->next) {
		const struct yaml_value *each = meant_by(item);
		err = each->kind == KIND_OBJECT ? merge(reader, object, each)
						: wrong_at(reader, item->place, text);
	}
	return err;
}

static struct yaml_value *cut_merge(struct yaml_value *object)
{
	struct yaml_value *members = object->first, *found = NULL;
	object->first = object->last = NULL;
	object->count = 0;
	while (members) {
		struct yaml_value *member = members;
		members = member->next;
		member->next = NULL;
		if (member->is_merge) found = member;
		else value_add(object, member);
	}
	return found;
}

static enum err end_object(struct yaml_reader *reader, struct yaml_value *object)
{
	enum err err = sort_members(reader, object);
	if (err || !has_member(object, STR("<<"))) return err;
	const struct yaml_value *merged = cut_merge(object);
	err = sort_members(reader, object);
	return err || !merged ? err : merge_all(reader, object, merged);
}

static enum err read_object(struct yaml_reader *reader, struct yaml_value *object)
{
	for (;;) {
		yaml_event_t event;
		enum err err = next_event(reader, &event);
		if (err) return err;
		bool is_end = event.type == YAML_MAPPING_END_EVENT;
		if (!is_end) err = read_member(reader, &event, object);
		yaml_event_delete(&event);
		if (err) return err;
		if (is_end) return end_object(reader, object);
	}
}

static enum err read_alias(struct yaml_reader *reader, const yaml_event_t *event,
			   struct yaml_value *value)
{
	const struct yaml_value *meant = anchor_find(reader, name_of(event->data.alias.anchor));
	if (!meant) return wrong_at(reader, value->place, "no value before this has that anchor");
	value->kind = meant->kind;
	value->meant = meant;
	return ERR_OK;
}

static enum err read_inside(struct yaml_reader *reader, const yaml_event_t *event,
			    struct yaml_value *value)
{
	enum err err;
	if (event->type == YAML_SCALAR_EVENT) return read_scalar(reader, event, value);
	if (event->type == YAML_ALIAS_EVENT) return read_alias(reader, event, value);
	if (reader->depth == DEPTH_MAX)
		return wrong_at(reader, value->place, "nested deeper than 64 levels");
	reader->depth++;
	err = value->kind == KIND_LIST ? read_list(reader, value) : read_object(reader, value);
	reader->depth--;
	return err;
}

static enum err read_value(struct yaml_reader *reader, const yaml_event_t *event,
			   struct yaml_value **out_value)
{
	str tag = tag_of(event), anchor = anchor_of(event);
	enum yaml_kind kind = event->type == YAML_SEQUENCE_START_EVENT  ? KIND_LIST
			      : event->type == YAML_MAPPING_START_EVENT ? KIND_OBJECT
									: KIND_SCALAR;
	struct yaml_value *value = value_new(reader, kind, place_of(event->start_mark));
	if (!value) return no_memory(reader);
	bool is_text = kind == KIND_SCALAR && str_eq(tag, STR(YAML_STR_TAG));
	if (tag.len && !is_text) return wrong_at(reader, value->place, "no tag but !!str is known");
	if (anchor.len) anchor = str_copy(&reader->arena, anchor);
	if (arena_failed(&reader->arena)) return no_memory(reader);
	enum err err = read_inside(reader, event, value);
	if (!err) err = anchor_add(reader, anchor, value);
	*out_value = value;
	return err;
}

/* ---- as JSON ----------------------------------------------------------------------------- */

/* Each step writes at least a byte, so that the buffer's bound also bounds the time: an alias of
 * aliases of aliases ends there. */
static void write_value(const struct yaml_value *value, struct buf *out)
{
	value = meant_by(value);
	if (buf_failed(out)) return;
	if (value->kind == KIND_SCALAR) {
		buf_add(out, value->json);
		return;
	}
	bool is_object = value->kind == KIND_OBJECT;
	buf_add_byte(out, is_object ? '{' : '[');
	for (const struct yaml_value *each = value->first; each && !buf_failed(out);
	     each = each->next) {
		if (each != value->first) buf_add_byte(out, ',');
		if (is_object) {
			buf_add_json(out, each->key);
			buf_add_byte(out, ':');
		}
		write_value(each, out);
	}
	buf_add_byte(out, is_object ? '}' : ']');
}

static enum err read_document(struct yaml_reader *reader, struct buf *out)
{
	yaml_event_t event;
	struct yaml_value *value = NULL;
	reader->anchor_count = 0;
	enum err err = next_event(reader, &event);
	if (err) return err;
	err = read_value(reader, &event, &value);
	yaml_event_delete(&event);
	if (err) return err;
	write_value(value, out);
	buf_add_byte(out, '\n');
	if (buf_failed(out))
		return wrong_at(reader, value->place, "too long once its aliases are written out");
	err = next_event(reader, &event); /* the document's end */
	if (!err) yaml_event_delete(&event);
	arena_reset(&reader->arena);
	return err;
}

static enum err read_stream(struct yaml_reader *reader, struct buf *out)
{
	for (;;) {
		yaml_event_t event;
		enum err err = next_event(reader, &event);
		if (err) return err;
		yaml_event_type_t type = event.type;
		yaml_event_delete(&event);
		if (type == YAML_STREAM_END_EVENT) return ERR_OK;
		if (type == YAML_DOCUMENT_START_EVENT) err = read_document(reader, out);
		if (err) return err;
	}
}

enum err yaml_to_json(str text, struct buf *out, struct yaml_place *out_place, struct why *why)
{
	struct yaml_reader reader = { .place = out_place, .why = why };
	*out_place = (struct yaml_place){ 1, 1 };
	if (!yaml_parser_initialize(&reader.parser)) return no_memory(&reader);
	arena_init(&reader.arena, TREE_BYTES_MAX);
	yaml_parser_set_input_string(&reader.parser,
				     (const unsigned char *)(text.at ? text.at : ""), text.len);
	enum err err = read_stream(&reader, out);
	arena_done(&reader.arena);
	yaml_parser_delete(&reader.parser);
	return err;
}
