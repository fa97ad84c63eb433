/* Texts to numbers and back. A name is kept from the turn that makes the first row with it; what
 * only lease calls name is borrowed, and forgotten with them, its number to be given again. Names
 * of workers are with the workers (objects.c): they come and go. */
#include "base/memory.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

static bool is_same_text(const void *item, const void *key)
{
	const struct name_entry *entry = item;
	const str *text = key;
	return str_eq((str){ entry->text, entry->len }, *text);
}

void names_init(struct engine *engine)
{
	pool_init(&engine->core.name_pool, sizeof(struct name_entry));
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		map_init(&engine->core.names[kind].by_text, is_same_text);
		engine->core.names[kind].len = 1;
	}
}

void names_done(struct engine *engine)
{
	for (u32 kind = 0; kind < NAME_KINDS; kind++) {
		map_done(&engine->core.names[kind].by_text);
		mem_free(engine->core.names[kind].entries);
	}
	pool_done(&engine->core.name_pool);
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

static enum err reserve_kind(struct engine *engine, enum name_kind kind, u32 more)
{
	enum err err = map_reserve(&engine->core.names[kind].by_text, more);
	return err ? err : reserve_numbers(&engine->core.names[kind], more);
}

enum err names_reserve(struct engine *engine, u32 more, u32 routes)
{
	enum err err = pool_reserve(&engine->core.name_pool, more * NAME_WORKER + routes);
	if (!err && routes) err = reserve_kind(engine, NAME_ROUTE, routes);
	for (u32 kind = 0; kind < NAME_WORKER && !err; kind++)
		err = reserve_kind(engine, (enum name_kind)kind, more);
	return err;
}

static struct name_entry *entry_find(const struct engine *engine, enum name_kind kind, str text)
{
	u64 hash = hash_bytes(engine->core.hash_key, text);
	return map_find(&engine->core.names[kind].by_text, hash, &text);
}

u32 name_find(const struct engine *engine, enum name_kind kind, str text)
{
	const struct name_entry *entry = entry_find(engine, kind, text);
	return entry ? entry->no : 0;
}

u32 name_find_kept(const struct engine *engine, enum name_kind kind, str text)
{
	const struct name_entry *entry = entry_find(engine, kind, text);
	return entry && entry->is_kept ? entry->no : 0;
}

static struct name_entry *insert(struct engine *engine, enum name_kind kind, u32 no, str text)
{
	struct names *names = &engine->core.names[kind];
	struct name_entry *entry = pool_take(&engine->core.name_pool);
	must(text.len <= sizeof entry->text);
	entry->no = no;
	entry->len = (u16)text.len;
	memcpy(entry->text, text.at, text.len);
	map_insert(&names->by_text, hash_bytes(engine->core.hash_key, text), &text, entry);
	while (names->len <= no) names->entries[names->len++] = NULL;
	names->entries[no] = entry;
	return entry;
}

/* The least number that was never written, or the next new one. */
static u32 number_take(struct names *names)
{
	u32 no = names->free_first;
	if (!no) return names->len;
	names->free_first = (u32)(uintptr_t)names->entries[no] >> 1;
	return no;
}

/* Frees a number that no row uses, by adding it to the chain. */
static void number_give(struct names *names, u32 no)
{
	names->entries[no] = (struct name_entry *)(uintptr_t)((u64)names->free_first << 1 | 1);
	names->free_first = no;
}

static const struct name_entry *entry_at(const struct names *names, u32 no)
{
	if (no == 0 || no >= names->len) return NULL;
	const struct name_entry *entry = names->entries[no];
	return (uintptr_t)entry & 1 ? NULL : entry;
}

u32 name_intern(struct engine *engine, enum name_kind kind, str text)
{
	must(kind != NAME_WORKER);
	struct names *names = &engine->core.names[kind];
	struct name_entry *entry = entry_find(engine, kind, text);
	if (!entry) entry = insert(engine, kind, number_take(names), text);
	if (entry->is_kept) return entry->no;
	entry->is_kept = true;
	names->kept++;
	change_put(engine, KIND_NAME)->name = (struct name_row){
		.kind = kind, .no = entry->no, .text = { entry->text, entry->len }
	};
	return entry->no;
}

u32 name_borrow(struct engine *engine, enum name_kind kind, str text)
{
	struct name_entry *entry = entry_find(engine, kind, text);
	if (!entry) entry = insert(engine, kind, number_take(&engine->core.names[kind]), text);
	entry->borrowed++;
	return entry->no;
}

void name_give_back(struct engine *engine, enum name_kind kind, u32 no)
{
	struct names *names = &engine->core.names[kind];
	struct name_entry *entry = names->entries[no];
	must(entry->borrowed > 0);
	if (--entry->borrowed || entry->is_kept) return;
	str text = { entry->text, entry->len };
	map_remove(&names->by_text, hash_bytes(engine->core.hash_key, text), &text);
	number_give(names, no);
	pool_give(&engine->core.name_pool, entry);
}

/* "acme#7": a number means one text for good, up to here. */
str name_retire(struct engine *engine, enum name_kind kind, u32 no)
{
	struct names *names = &engine->core.names[kind];
	struct name_entry *entry = names->entries[no];
	str text = { entry->text, entry->len };
	char digits[10];
	u32 len = 0;
	map_remove(&names->by_text, hash_bytes(engine->core.hash_key, text), &text);
	for (u32 rest = no; rest; rest /= 10) digits[len++] = (char)('0' + rest % 10);
	must(entry->len + 1 + len <= sizeof entry->text);
	entry->text[entry->len++] = '#';
	while (len) entry->text[entry->len++] = digits[--len];
	text.len = entry->len;
	map_insert(&names->by_text, hash_bytes(engine->core.hash_key, text), &text, entry);
	return text;
}

enum err name_check_room(const struct engine *engine, enum name_kind kind, str text,
			 struct why *why)
{
	static const struct {
		u32 most;
		const char *what;
	} bounds[NAME_KINDS] = {
		[NAME_TENANT] = { LIMIT_TENANTS_MAX, "tenants" },
		[NAME_TYPE] = { LIMIT_TYPE_NAMES_MAX, "names of types" },
		[NAME_QUEUE] = { LIMIT_QUEUES_MAX, "queues" },
		[NAME_ROUTE] = { LIMIT_ROUTE_NAMES_MAX, "names of routes" },
	};
	const struct name_entry *entry = entry_find(engine, kind, text);
	must(kind != NAME_WORKER);
	if (entry && entry->is_kept) return ERR_OK;
	if (engine->core.names[kind].kept < bounds[kind].most) return ERR_OK;
	return fail(why, ERR_QUOTA, "there may be at most %u %s", bounds[kind].most,
		    bounds[kind].what);
}

enum err name_recall(struct engine *engine, const struct name_row *row)
{
	must(row->kind < NAME_KINDS);
	if (row->kind == NAME_WORKER) return worker_recall(engine, row);
	u32 have = engine->core.names[row->kind].len;
	u32 more = row->no >= have ? row->no - have + 1 : 1;
	enum err err = pool_reserve(&engine->core.name_pool, 1);
	if (!err) err = reserve_kind(engine, row->kind, more);
	if (err) return err;
	insert(engine, row->kind, row->no, row->text)->is_kept = true;
	engine->core.names[row->kind].kept++;
	return ERR_OK;
}

str name_text(const struct engine *engine, enum name_kind kind, u32 no)
{
	if (kind == NAME_WORKER) return worker_text(engine, no);
	const struct name_entry *entry = entry_at(&engine->core.names[kind], no);
	return entry ? (str){ entry->text, entry->len } : (str){ "", 0 };
}
