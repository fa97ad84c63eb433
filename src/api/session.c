/* A fixed table of places, and how a full one makes room.
 *
 * A person has a bound, a tenant has a bound, and the table has one. Room is made by the one whose
 * bound is reached: the person's own oldest session goes, or that of the tenant's person with the
 * most sessions, or that of such a person of the tenant with the most. So nobody is signed out by
 * somebody who has more sessions than himself. */
#include "api/session.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

#include <stdlib.h>

enum { SOURCE_BYTES = 64, AGENT_BYTES = 200 };

enum entry_kind { ENTRY_FREE, ENTRY_CODE, ENTRY_SESSION };

struct session_entry {
	enum entry_kind kind;
	u8 value[SESSION_ID_BYTES]; /* of the cookie, or of the code */
	struct uuid id;
	enum sign_in by;
	struct now begun;
	msec used; /* by the boot clock */
	msec until;
	u64 tenant_hash; /* whose it is: two that are alike share their places */
	u64 person_hash;
	struct who who;
	u32 source_len;
	u32 agent_len;
	char tenant[LIMIT_TENANT_NAME_BYTES];
	char user[LIMIT_TENANT_NAME_BYTES];
	char source[SOURCE_BYTES];
	char agent[AGENT_BYTES];
};

struct sessions {
	struct hash_key key;
	struct map by_value; /* hashed by a secret: how long a look takes tells nothing of others */
	struct session_entry entries[LIMIT_SESSIONS_MAX];
	u64 scratch[LIMIT_SESSIONS_MAX];
};

str sign_in_word(enum sign_in by)
{
	static const str words[SIGN_IN_KINDS] = {
		[SIGN_IN_CODE] = STR("code"),
		[SIGN_IN_TOKEN] = STR("token"),
		[SIGN_IN_PROXY] = STR("proxy"),
	};
	must(by < SIGN_IN_KINDS);
	return words[by];
}

static bool is_same(const void *item, const void *key)
{
	const struct session_entry *entry = item;
	return secret_eq((str){ (const char *)entry->value, SESSION_ID_BYTES },
			 (str){ key, SESSION_ID_BYTES });
}

static u64 hash_of(const struct sessions *sessions, const u8 value[SESSION_ID_BYTES])
{
	return hash_bytes(sessions->key, (str){ (const char *)value, SESSION_ID_BYTES });
}

enum err sessions_new(u64 seed, struct sessions **out_sessions)
{
	struct sessions *sessions = mem_alloc_zeroed(sizeof *sessions);
	if (!sessions) return ERR_MEMORY;
	sessions->key = hash_key_from_seed(seed);
	map_init(&sessions->by_value, is_same);
	if (map_reserve(&sessions->by_value, LIMIT_SESSIONS_MAX)) {
		sessions_free(sessions);
		return ERR_MEMORY;
	}
	*out_sessions = sessions;
	return ERR_OK;
}

void sessions_free(struct sessions *sessions)
{
	if (!sessions) return;
	map_done(&sessions->by_value);
	secret_forget(sessions, sizeof *sessions);
	mem_free(sessions);
}

/* A token that is over ends its sessions by the wall clock, as the token itself; how long a session
 * lasts no clock that is set back can change. */
static bool is_over(const struct session_entry *entry, const struct now *now)
{
	msec age = now->boot - entry->begun.boot;
	if (entry->kind == ENTRY_CODE) return age >= SESSION_CODE_MS;
	return age >= SESSION_MS || now->boot - entry->used >= SESSION_IDLE_MS ||
	       now->wall >= entry->until;
}

static void forget(struct sessions *sessions, struct session_entry *entry)
{
	must(entry->kind != ENTRY_FREE);
	(void)map_remove(&sessions->by_value, hash_of(sessions, entry->value), entry->value);
	secret_forget(entry, sizeof *entry);
}

/* ---- room --------------------------------------------------------------------------------- */

/* The places that are looked at; 0: any. */
struct scope {
	u64 tenant_hash;
	u64 person_hash;
};

static bool is_in(const struct session_entry *entry, struct scope scope)
{
	if (entry->kind == ENTRY_FREE) return false;
	if (scope.tenant_hash && entry->tenant_hash != scope.tenant_hash) return false;
	return !scope.person_hash || entry->person_hash == scope.person_hash;
}

static u32 count(const struct sessions *sessions, struct scope scope)
{
	u32 len = 0;
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) len += is_in(&sessions->entries[i], scope);
	return len;
}

static int by_value(const void *a, const void *b)
{
	u64 left = *(const u64 *)a, right = *(const u64 *)b;
	return (left > right) - (left < right);
}

/* The tenant, or the person, with the most sessions of the scope. */
static u64 busiest(struct sessions *sessions, struct scope scope, size_t hash_offset)
{
	u32 len = 0, most = 0, run = 0;
	u64 found = 0;
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		const struct session_entry *entry = &sessions->entries[i];
		if (!is_in(entry, scope)) continue;
		memcpy(&sessions->scratch[len++], (const char *)entry + hash_offset, sizeof(u64));
	}
	qsort(sessions->scratch, len, sizeof *sessions->scratch, by_value);
	for (u32 i = 0; i < len; i++) {
		bool goes_on = i && sessions->scratch[i] == sessions->scratch[i - 1];
		run = goes_on ? run + 1 : 1;
		if (run <= most) continue;
		most = run;
		found = sessions->scratch[i];
	}
	return found;
}

static struct session_entry *longest_unused(struct sessions *sessions, struct scope scope)
{
	struct session_entry *oldest = NULL;
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (is_in(entry, scope) && (!oldest || entry->used < oldest->used)) oldest = entry;
	}
	return oldest;
}

static void make_room(struct sessions *sessions, struct scope person)
{
	struct scope scope = { 0 }, tenant = { .tenant_hash = person.tenant_hash };
	if (count(sessions, person) >= LIMIT_SESSIONS_PER_PERSON) scope = person;
	else if (count(sessions, tenant) >= LIMIT_SESSIONS_PER_TENANT) scope = tenant;
	else if (count(sessions, scope) < LIMIT_SESSIONS_MAX) return;
	if (!scope.tenant_hash)
		scope.tenant_hash = busiest(sessions, scope,
					    offsetof(struct session_entry, tenant_hash));
	if (!scope.person_hash)
		scope.person_hash = busiest(sessions, scope,
					    offsetof(struct session_entry, person_hash));
	forget(sessions, longest_unused(sessions, scope));
}

static struct session_entry *free_entry(struct sessions *sessions, struct scope person,
					const struct now *now)
{
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_FREE && is_over(entry, now)) forget(sessions, entry);
	}
	make_room(sessions, person);
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		if (sessions->entries[i].kind == ENTRY_FREE) return &sessions->entries[i];
	}
	must(false);
	return NULL;
}

/* A person is a user of a tenant; a token that is nobody's in particular stands for itself. Never
 * 0, which is any. */
static struct scope scope_of(const struct sessions *sessions, const struct who *who)
{
	struct hash_key key = sessions->key;
	u64 tenant = hash_bytes(key, who->tenant) | 1;
	str bearer = { (const char *)who->token.bytes, sizeof who->token.bytes };
	key.a ^= tenant;
	key.b ^= who->user.len != 0;
	return (struct scope){ tenant, hash_bytes(key, who->user.len ? who->user : bearer) | 1 };
}

static struct session_entry *add(struct sessions *sessions, enum entry_kind kind,
				 const struct who *who, const u8 random[SESSION_ID_BYTES],
				 struct now now)
{
	struct scope person = scope_of(sessions, who);
	struct session_entry *entry = free_entry(sessions, person, &now);
	must(who->tenant.len <= sizeof entry->tenant);
	must(who->user.len <= sizeof entry->user);
	*entry = (struct session_entry){ .kind = kind,
					 .begun = now,
					 .used = now.boot,
					 .until = MSEC_MAX,
					 .tenant_hash = person.tenant_hash,
					 .person_hash = person.person_hash,
					 .who = *who };
	memcpy(entry->value, random, sizeof entry->value);
	if (who->tenant.len) memcpy(entry->tenant, who->tenant.at, who->tenant.len);
	if (who->user.len) memcpy(entry->user, who->user.at, who->user.len);
	entry->who.tenant.at = entry->tenant;
	entry->who.user.at = entry->user;
	entry->who.is_session = true;
	map_insert(&sessions->by_value, hash_of(sessions, entry->value), entry->value, entry);
	return entry;
}

static struct session_entry *find(struct sessions *sessions, enum entry_kind kind, str text,
				  const struct now *now)
{
	u8 value[SESSION_ID_BYTES];
	if (!hex_parse(text, value, sizeof value)) return NULL;
	struct session_entry *found = map_find(&sessions->by_value, hash_of(sessions, value),
					       value);
	if (!found || found->kind != kind) return NULL;
	if (!is_over(found, now)) return found;
	forget(sessions, found);
	return NULL;
}

enum err sessions_add_code(struct sessions *sessions, const struct who *who,
			   const u8 random[SESSION_ID_BYTES], msec boot, char *out_code)
{
	(void)add(sessions, ENTRY_CODE, who, random, (struct now){ .boot = boot });
	hex_print(random, SESSION_ID_BYTES, out_code);
	return ERR_OK;
}

bool sessions_take_code(struct sessions *sessions, str code, msec boot, struct who *out_who)
{
	struct session_entry *entry = find(sessions, ENTRY_CODE, code,
					   &(struct now){ .boot = boot });
	if (!entry) return false;
	(void)map_remove(&sessions->by_value, hash_of(sessions, entry->value), entry->value);
	entry->kind = ENTRY_FREE; /* its texts stay until the place is taken */
	*out_who = entry->who;
	return true;
}

static u32 keep(char *room, size_t most, str text)
{
	str cut = str_slice(text, 0, most);
	if (cut.len) memcpy(room, cut.at, cut.len);
	return (u32)cut.len;
}

enum err sessions_begin(struct sessions *sessions, const struct session_start *start,
			char *out_value)
{
	/* The texts may stand in the very entry that is taken: a code that was used up. */
	char tenant[LIMIT_TENANT_NAME_BYTES], user[LIMIT_TENANT_NAME_BYTES];
	struct who who = *start->who;
	must(who.tenant.len <= sizeof tenant);
	must(who.user.len <= sizeof user);
	(void)keep(tenant, sizeof tenant, who.tenant);
	(void)keep(user, sizeof user, who.user);
	who.tenant.at = tenant;
	who.user.at = user;
	struct session_entry *entry = add(sessions, ENTRY_SESSION, &who, start->random, start->now);
	entry->id = entry->who.session = start->id;
	entry->until = start->until;
	entry->by = start->by;
	entry->source_len = keep(entry->source, sizeof entry->source, start->source);
	entry->agent_len = keep(entry->agent, sizeof entry->agent, start->agent);
	hex_print(start->random, SESSION_ID_BYTES, out_value);
	return ERR_OK;
}

bool sessions_find(struct sessions *sessions, str value, const struct now *now, struct who *out_who)
{
	struct session_entry *entry = find(sessions, ENTRY_SESSION, value, now);
	if (!entry) return false;
	entry->used = now->boot;
	*out_who = entry->who;
	return true;
}

void sessions_end(struct sessions *sessions, str value)
{
	struct session_entry *entry = find(sessions, ENTRY_SESSION, value, &(struct now){ 0 });
	if (entry) forget(sessions, entry);
}

void sessions_end_of(struct sessions *sessions, const struct uuid *token)
{
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_FREE && uuid_eq(&entry->who.token, token))
			forget(sessions, entry);
	}
}

void sessions_end_of_tenant(struct sessions *sessions, str tenant)
{
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_FREE && str_eq(entry->who.tenant, tenant))
			forget(sessions, entry);
	}
}

/* ---- as people see them -------------------------------------------------------------------- */

bool who_is_same(const struct who *a, const struct who *b)
{
	if (!str_eq(a->tenant, b->tenant) || !str_eq(a->user, b->user)) return false;
	return a->user.len > 0 || uuid_eq(&a->token, &b->token);
}

static bool matches(const struct session_entry *entry, const struct session_filter *filter,
		    const struct now *now)
{
	const struct who *who = &entry->who;
	if (entry->kind != ENTRY_SESSION || is_over(entry, now)) return false;
	if (filter->tenant.len && !str_eq(who->tenant, filter->tenant)) return false;
	if (filter->user.len && !str_eq(who->user, filter->user)) return false;
	if (filter->owner && !who_is_same(who, filter->owner)) return false;
	return uuid_is_nil(&filter->but) || !uuid_eq(&entry->id, &filter->but);
}

static msec earlier(msec a, msec b)
{
	return a < b ? a : b;
}

/* Its spans are measured by the boot clock: they are told from now on back and forth. */
static struct session_view view_of(const struct session_entry *entry, const struct now *now)
{
	msec age = now->boot - entry->begun.boot, unused = now->boot - entry->used;
	msec expires = earlier(now->wall + SESSION_MS - age, entry->until);
	return (struct session_view){
		.id = entry->id,
		.who = entry->who,
		.by = entry->by,
		.begun = entry->begun.wall,
		.used = now->wall - unused,
		.expires = expires,
		.idle_expires = earlier(now->wall + SESSION_IDLE_MS - unused, expires),
		.source = { entry->source, entry->source_len },
		.agent = { entry->agent, entry->agent_len },
	};
}

static int by_newest(const void *a, const void *b)
{
	const struct session_entry *const *one = a, *const *other = b;
	return uuid_compare(&(*other)->id, &(*one)->id);
}

u32 sessions_list(const struct sessions *sessions, const struct session_filter *filter,
		  const struct now *now, const struct uuid *after, struct session_view *out_views,
		  u32 max, bool *out_more)
{
	const struct session_entry *found[LIMIT_SESSIONS_MAX];
	u32 len = 0;
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		const struct session_entry *entry = &sessions->entries[i];
		bool is_behind = uuid_is_nil(after) || uuid_compare(&entry->id, after) < 0;
		if (is_behind && matches(entry, filter, now)) found[len++] = entry;
	}
	qsort(found, len, sizeof found[0], by_newest);
	*out_more = len > max;
	if (len > max) len = max;
	for (u32 i = 0; i < len; i++) out_views[i] = view_of(found[i], now);
	return len;
}

bool sessions_find_by_id(const struct sessions *sessions, const struct session_filter *filter,
			 const struct uuid *id, const struct now *now,
			 struct session_view *out_view)
{
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		const struct session_entry *entry = &sessions->entries[i];
		if (!uuid_eq(&entry->id, id) || !matches(entry, filter, now)) continue;
		*out_view = view_of(entry, now);
		return true;
	}
	return false;
}

u32 sessions_end_matching(struct sessions *sessions, const struct session_filter *filter,
			  const struct now *now)
{
	u32 ended = 0;
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (!matches(entry, filter, now)) continue;
		forget(sessions, entry);
		ended++;
	}
	return ended;
}

bool sessions_end_by_id(struct sessions *sessions, const struct uuid *id)
{
	for (u32 i = 0; i < LIMIT_SESSIONS_MAX; i++) {
		struct session_entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_SESSION || !uuid_eq(&entry->id, id)) continue;
		forget(sessions, entry);
		return true;
	}
	return false;
}
