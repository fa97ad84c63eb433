#include "api/auth.h"

#include "api/fields.h"
#include "api/write.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

enum {
	AUTH_TOKENS_MAX = 200000,
	SOURCES_MAX = 4096,       /* slots; two sources that meet in one share their penalty */
	WRONG_FREE = 10,          /* wrong tokens before a source has to wait */
	PENALTY_SECONDS_MAX = 60, /* and it forgets one a second */
};

struct token_entry {
	struct uuid id; /* where uuid_map looks for it */
	struct token_row row;
	struct arena texts;
};

struct token_source {
	msec since; /* boot clock, when `wrong` counted */
	u32 wrong;
};

struct auth {
	struct uuid_map tokens;
	struct hash_key hash_key;
	struct token_hasher *hasher;
	struct token_source sources[SOURCES_MAX];
};

enum err auth_new(u64 seed, struct auth **out_auth)
{
	struct auth *auth = mem_alloc_zeroed(sizeof *auth);
	if (!auth) return ERR_MEMORY;
	uuid_map_init(&auth->tokens, seed, offsetof(struct token_entry, id));
	auth->hash_key = hash_key_from_seed(seed);
	auth->hasher = token_hasher_new();
	if (!auth->hasher) {
		auth_free(auth);
		return ERR_MEMORY;
	}
	*out_auth = auth;
	return ERR_OK;
}

static void entry_free(struct token_entry *entry)
{
	if (!entry) return;
	arena_done(&entry->texts);
	secret_forget(entry, sizeof *entry);
	mem_free(entry);
}

void auth_free(struct auth *auth)
{
	struct map_cursor cursor = { 0 };
	struct token_entry *entry;
	if (!auth) return;
	while ((entry = uuid_map_next(&auth->tokens, &cursor))) entry_free(entry);
	uuid_map_done(&auth->tokens);
	token_hasher_free(auth->hasher);
	mem_free(auth);
}

static struct token_entry *entry_new(const struct token_row *row)
{
	struct token_entry *entry = mem_alloc_zeroed(sizeof *entry);
	if (!entry) return NULL;
	arena_init(&entry->texts, (size_t)64 << 10);
	entry->id = row->id;
	entry->row = *row;
	entry->row.tenant = str_copy(&entry->texts, row->tenant);
	entry->row.user = str_copy(&entry->texts, row->user);
	entry->row.name = str_copy(&entry->texts, row->name);
	for (u32 i = 0; i < row->queues_len; i++)
		entry->row.queues[i] = str_copy(&entry->texts, row->queues[i]);
	if (!arena_failed(&entry->texts)) return entry;
	entry_free(entry);
	return NULL;
}

enum err auth_put(struct auth *auth, const struct token_row *row)
{
	must(row->queues_len <= AUTH_QUEUES_MAX);
	struct token_entry *entry = entry_new(row);
	if (!entry) return ERR_MEMORY;
	auth_remove(auth, &row->id);
	enum err err = auth->tokens.table.count >= AUTH_TOKENS_MAX ? ERR_QUOTA : ERR_OK;
	if (!err) err = uuid_map_reserve(&auth->tokens, 1);
	if (err) entry_free(entry);
	else uuid_map_insert(&auth->tokens, entry);
	return err;
}

void auth_remove(struct auth *auth, const struct uuid *id)
{
	entry_free(uuid_map_remove(&auth->tokens, id));
}

void auth_remove_of(struct auth *auth, str tenant)
{
	struct map_cursor cursor = { 0 };
	struct token_entry *entry;
	while ((entry = uuid_map_next(&auth->tokens, &cursor))) {
		if (!str_eq(entry->row.tenant, tenant)) continue;
		entry_free(uuid_map_remove(&auth->tokens, &entry->id));
	}
}

u32 auth_count(const struct auth *auth)
{
	return auth->tokens.table.count;
}

/* An unknown id is compared, too, with a hash that nothing has: it takes as long as a known one. */
enum err auth_check(const struct auth *auth, str token, msec now, const struct token_row **out_row)
{
	static const struct token_hash nobodys = { { 0 } };
	struct uuid id;
	u8 secret[TOKEN_SECRET_BYTES];
	if (!token_parse(token, &id, secret)) return ERR_UNAUTHORIZED;
	struct token_hash hash = token_hash_with(auth->hasher, secret);
	secret_forget(secret, sizeof secret);
	const struct token_entry *entry = uuid_map_find(&auth->tokens, &id);
	bool is_right = token_hash_eq(entry ? &entry->row.hash : &nobodys, &hash);
	if (!entry || !is_right || now >= entry->row.until) return ERR_UNAUTHORIZED;
	*out_row = &entry->row;
	return ERR_OK;
}

enum err auth_check_again(const struct auth *auth, const struct uuid *id, msec now,
			  const struct token_row **out_row)
{
	const struct token_entry *entry = uuid_map_find(&auth->tokens, id);
	if (!entry || now >= entry->row.until) return ERR_UNAUTHORIZED;
	*out_row = &entry->row;
	return ERR_OK;
}

/* ---- those who guess ---------------------------------------------------------------------- */

static struct token_source *source_of(struct auth *auth, str source, msec boot)
{
	struct token_source *found =
		&auth->sources[hash_bytes(auth->hash_key, source) % SOURCES_MAX];
	msec seconds = (boot - found->since) / MSEC_SECOND;
	if (seconds > 0) {
		found->wrong = (msec)found->wrong > seconds ? found->wrong - (u32)seconds : 0;
		found->since += seconds * MSEC_SECOND;
	}
	return found;
}

u32 auth_penalty(struct auth *auth, str source, msec boot)
{
	u32 wrong = source_of(auth, source, boot)->wrong;
	return wrong > WRONG_FREE ? wrong - WRONG_FREE : 0;
}

void auth_note_wrong(struct auth *auth, str source, msec boot)
{
	struct token_source *found = source_of(auth, source, boot);
	if (found->wrong < WRONG_FREE + PENALTY_SECONDS_MAX) found->wrong++;
}

/* ---- the body of a token's row ------------------------------------------------------------ */

struct token_body {
	struct given given;
	str hash;
	u32 role;
	str user;
	str name;
	struct texts queues;
};

#define ROLE_WORDS "viewer,producer,operator,worker,user,admin"
#define AT(member) .offset = offsetof(struct token_body, member)

static const struct field token_fields[] = {
	{ STR("hash"), FIELD_TEXT, true, 64, 64, AT(hash), .sentence = "SHA-256 of the secret" },
	{ STR("role"), FIELD_CHOICE, true, 0, 0, AT(role), .choices = ROLE_WORDS },
	{ STR("user_id"), FIELD_TEXT, false, 0, 64, AT(user) },
	{ STR("name"), FIELD_TEXT, false, 0, 200, AT(name) },
	{ STR("queues"), FIELD_TEXTS, false, 0, AUTH_QUEUES_MAX, AT(queues) },
};

static const struct shape row_shape = { "token_row", "a token as it is kept",
					sizeof(struct token_body), token_fields,
					countof(token_fields) };

void token_row_write(const struct token_row *row, struct buf *out)
{
	char hash[2 * TOKEN_HASH_BYTES];
	hex_print(row->hash.bytes, sizeof row->hash.bytes, hash);
	write_open(out, '{');
	put_text(out, STR("hash"), (str){ hash, sizeof hash });
	put_text(out, STR("role"), role_name(row->role));
	if (row->user.len) put_text(out, STR("user_id"), row->user);
	if (row->name.len) put_text(out, STR("name"), row->name);
	if (row->queues_len) put_open(out, STR("queues"), '[');
	for (u32 i = 0; i < row->queues_len; i++) write_text(out, row->queues[i]);
	if (row->queues_len) write_close(out, ']');
	write_close(out, '}');
}

bool token_row_read(str body, struct arena *arena, struct token_row *out_row)
{
	struct token_body read = { 0 };
	struct faults faults = { .arena = arena };
	if (!shape_read_body(&row_shape, body, &faults, &read)) return false;
	if (!hex_parse(read.hash, out_row->hash.bytes, sizeof out_row->hash.bytes)) return false;
	out_row->role = (enum role)read.role;
	out_row->user = read.user;
	out_row->name = read.name;
	out_row->queues_len = read.queues.len;
	for (u32 i = 0; i < read.queues.len; i++) out_row->queues[i] = read.queues.at[i];
	return true;
}
