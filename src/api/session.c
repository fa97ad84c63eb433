#include "api/session.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"

#include <stdlib.h>

/* A fixed table: whoever signs in when it is full takes the place of what was unused longest. */

enum { SOURCE_BYTES = 64, AGENT_BYTES = 200 };

enum entry_kind { ENTRY_FREE, ENTRY_CODE, ENTRY_SESSION };

struct entry {
	enum entry_kind kind;
	u8 value[SESSION_ID_BYTES]; /* of the cookie, or of the code */
	struct uuid id;
	enum sign_in by;
	struct now begun;
	msec used; /* by the boot clock */
	msec until;
	struct who who;
	u32 source_len;
	u32 agent_len;
	char tenant[LIMIT_TENANT_NAME_BYTES];
	char user[LIMIT_TENANT_NAME_BYTES];
	char source[SOURCE_BYTES];
	char agent[AGENT_BYTES];
};

struct sessions {
	struct entry entries[SESSIONS_MAX];
};

str sign_in_word(enum sign_in by)
{
	static const str words[SIGN_IN_KINDS] = {
		[SIGN_IN_CODE] = STR("code"), [SIGN_IN_TOKEN] = STR("token")
	};
	must(by < SIGN_IN_KINDS);
	return words[by];
}

enum err sessions_new(struct sessions **out_sessions)
{
	struct sessions *sessions = mem_alloc_zeroed(sizeof *sessions);
	if (!sessions) return ERR_MEMORY;
	*out_sessions = sessions;
	return ERR_OK;
}

void sessions_free(struct sessions *sessions)
{
	if (sessions) secret_forget(sessions, sizeof *sessions);
	mem_free(sessions);
}

/* A token that is over ends its sessions by the wall clock, as the token itself; how long a session
 * lasts no clock that is set back can change. */
static bool is_over(const struct entry *entry, const struct now *now)
{
	msec age = now->boot - entry->begun.boot;
	if (entry->kind == ENTRY_CODE) return age >= SESSION_CODE_MS;
	return age >= SESSION_MS || now->boot - entry->used >= SESSION_IDLE_MS ||
	       now->wall >= entry->until;
}

static struct entry *free_entry(struct sessions *sessions)
{
	struct entry *oldest = &sessions->entries[0];
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind == ENTRY_FREE) return entry;
		if (entry->used < oldest->used) oldest = entry;
	}
	return oldest;
}

static struct entry *add(struct sessions *sessions, enum entry_kind kind, const struct who *who,
			 const u8 random[SESSION_ID_BYTES], struct now now)
{
	struct entry *entry = free_entry(sessions);
	must(who->tenant.len <= sizeof entry->tenant);
	must(who->user.len <= sizeof entry->user);
	*entry = (struct entry){ .kind = kind, .begun = now, .used = now.boot, .who = *who };
	memcpy(entry->value, random, sizeof entry->value);
	if (who->tenant.len) memcpy(entry->tenant, who->tenant.at, who->tenant.len);
	if (who->user.len) memcpy(entry->user, who->user.at, who->user.len);
	entry->who.tenant.at = entry->tenant;
	entry->who.user.at = entry->user;
	entry->who.is_session = true;
	return entry;
}

/* Every entry is compared, whatever is found: how long it takes says nothing. */
static struct entry *find(struct sessions *sessions, enum entry_kind kind, str text,
			  const struct now *now)
{
	u8 value[SESSION_ID_BYTES];
	struct entry *found = NULL;
	if (!hex_parse(text, value, sizeof value)) return NULL;
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind != kind) continue;
		if (secret_eq((str){ (const char *)entry->value, sizeof value },
			      (str){ (const char *)value, sizeof value }))
			found = entry;
	}
	if (found && is_over(found, now)) {
		secret_forget(found, sizeof *found);
		found = NULL;
	}
	return found;
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
	struct entry *entry = find(sessions, ENTRY_CODE, code, &(struct now){ .boot = boot });
	if (!entry) return false;
	entry->kind = ENTRY_FREE;
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
	struct entry *entry = add(sessions, ENTRY_SESSION, &who, start->random, start->now);
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
	struct entry *entry = find(sessions, ENTRY_SESSION, value, now);
	if (!entry) return false;
	entry->used = now->boot;
	*out_who = entry->who;
	return true;
}

void sessions_end(struct sessions *sessions, str value)
{
	struct entry *entry = find(sessions, ENTRY_SESSION, value, &(struct now){ 0 });
	if (entry) secret_forget(entry, sizeof *entry);
}

void sessions_end_of(struct sessions *sessions, const struct uuid *token)
{
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_FREE && uuid_eq(&entry->who.token, token))
			secret_forget(entry, sizeof *entry);
	}
}

void sessions_end_of_tenant(struct sessions *sessions, str tenant)
{
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_FREE && str_eq(entry->who.tenant, tenant))
			secret_forget(entry, sizeof *entry);
	}
}

/* ---- as people see them -------------------------------------------------------------------- */

bool who_is_same(const struct who *a, const struct who *b)
{
	if (!str_eq(a->tenant, b->tenant) || !str_eq(a->user, b->user)) return false;
	return a->user.len > 0 || uuid_eq(&a->token, &b->token);
}

static bool matches(const struct entry *entry, const struct session_filter *filter,
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
static struct session_view view_of(const struct entry *entry, const struct now *now)
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
	const struct entry *const *one = a, *const *other = b;
	return uuid_compare(&(*other)->id, &(*one)->id);
}

u32 sessions_list(const struct sessions *sessions, const struct session_filter *filter,
		  const struct now *now, const struct uuid *after, struct session_view *out_views,
		  u32 max, bool *out_more)
{
	const struct entry *found[SESSIONS_MAX];
	u32 len = 0;
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		const struct entry *entry = &sessions->entries[i];
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
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		const struct entry *entry = &sessions->entries[i];
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
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (!matches(entry, filter, now)) continue;
		secret_forget(entry, sizeof *entry);
		ended++;
	}
	return ended;
}

bool sessions_end_by_id(struct sessions *sessions, const struct uuid *id)
{
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind != ENTRY_SESSION || !uuid_eq(&entry->id, id)) continue;
		secret_forget(entry, sizeof *entry);
		return true;
	}
	return false;
}
