/* Texts to numbers and back. A new name is a row of the turn that first used it. */
#include "base/memory.h"
#include "engine/parts.h"

static bool is_same_text(const void *item, const void *key)
{
	const struct name_entry *entry = item;
	const str *text = key;
	return str_eq((str){ entry->text, entry->len }, *text);
}

void names_init(struct engine *engine)
{
	pool_init(&engine->name_pool, sizeof(struct name_entry));
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		map_init(&engine->names[kind].by_text, is_same_text);
		engine->names[kind].len = 1;
	}
}

void names_done(struct engine *engine)
{
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		map_done(&engine->names[kind].by_text);
		mem_free(engine->names[kind].entries);
	}
	pool_done(&engine->name_pool);
}

static enum err reserve_numbers(struct names *names, u32 more)
{
	u32 needed = names->len + more;
	if (needed <= names->capacity) return ERR_OK;
	u32 capacity = names->capacity ? names->capacity : 64;
	while (capacity < needed) capacity *= 2;
	struct name_entry **grown = mem_resize(names->entries, capacity * sizeof *grown);
	if (!grown) return ERR_MEMORY;
	names->entries = grown;
	names->capacity = capacity;
	return ERR_OK;
}

enum err names_reserve(struct engine *engine, u32 more)
{
	enum err err = pool_reserve(&engine->name_pool, more * NAME_KINDS);
	for (u32 kind = 0; kind < NAME_KINDS && !err; kind++) {
		err = map_reserve(&engine->names[kind].by_text, more);
		if (!err) err = reserve_numbers(&engine->names[kind], more);
	}
	return err;
}

u32 name_find(const struct engine *engine, enum name_kind kind, str text)
{
	u64 hash = hash_bytes(engine->hash_key, text);
	const struct name_entry *entry = map_find(&engine->names[kind].by_text, hash, &text);
	return entry ? entry->no : 0;
}

static void insert(struct engine *engine, enum name_kind kind, u32 no, str text)
{
	struct names *names = &engine->names[kind];
	struct name_entry *entry = pool_take(&engine->name_pool);
	must(text.len <= sizeof entry->text);
	entry->no = no;
	entry->len = (u32)text.len;
	memcpy(entry->text, text.at, text.len);
	map_insert(&names->by_text, hash_bytes(engine->hash_key, text), &text, entry);
	while (names->len <= no) names->entries[names->len++] = NULL;
	names->entries[no] = entry;
}

u32 name_intern(struct engine *engine, enum name_kind kind, str text)
{
	u32 no = name_find(engine, kind, text);
	if (no) return no;
	no = engine->names[kind].len;
	insert(engine, kind, no, text);
	change_add(engine, CHANGE_NAME_PUT)->name =
		(struct name_row){ .kind = kind, .no = no, .text = name_text(engine, kind, no) };
	return no;
}

enum err name_recall(struct engine *engine, const struct name_row *row)
{
	must(row->kind < NAME_KINDS);
	u32 have = engine->names[row->kind].len;
	enum err err = names_reserve(engine, row->no >= have ? row->no - have + 1 : 1);
	if (err) return err;
	insert(engine, row->kind, row->no, row->text);
	return ERR_OK;
}

str name_text(const struct engine *engine, enum name_kind kind, u32 no)
{
	const struct names *names = &engine->names[kind];
	if (no == 0 || no >= names->len || !names->entries[no]) return (str){ "", 0 };
	return (str){ names->entries[no]->text, names->entries[no]->len };
}
