#include "api/session.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/must.h"

/* A fixed table: whoever signs in when it is full takes the place of what was unused longest. */
enum { SESSIONS_MAX = 1024 };

enum entry_kind { ENTRY_FREE, ENTRY_CODE, ENTRY_SESSION };

struct entry {
	enum entry_kind kind;
	u8 id[SESSION_ID_BYTES];
	msec begun; /* both by the boot clock */
	msec used;
	struct who who;
	char tenant[LIMIT_TENANT_NAME_BYTES];
	char user[LIMIT_TENANT_NAME_BYTES];
};

struct sessions {
	struct entry entries[SESSIONS_MAX];
};

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

static bool is_over(const struct entry *entry, msec boot)
{
	if (entry->kind == ENTRY_CODE) return boot - entry->begun >= SESSION_CODE_MS;
	return boot - entry->begun >= SESSION_MS || boot - entry->used >= SESSION_IDLE_MS;
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

static enum err add(struct sessions *sessions, enum entry_kind kind, const struct who *who,
		    const u8 random[SESSION_ID_BYTES], msec boot, char *out_id)
{
	struct entry *entry = free_entry(sessions);
	must(who->tenant.len <= sizeof entry->tenant);
	must(who->user.len <= sizeof entry->user);
	*entry = (struct entry){ .kind = kind, .begun = boot, .used = boot, .who = *who };
	memcpy(entry->id, random, sizeof entry->id);
	if (who->tenant.len) memcpy(entry->tenant, who->tenant.at, who->tenant.len);
	if (who->user.len) memcpy(entry->user, who->user.at, who->user.len);
	entry->who.tenant.at = entry->tenant;
	entry->who.user.at = entry->user;
	entry->who.is_session = true;
	hex_print(random, SESSION_ID_BYTES, out_id);
	return ERR_OK;
}

/* Every entry is compared, whatever is found: how long it takes says nothing. */
static struct entry *find(struct sessions *sessions, enum entry_kind kind, str text, msec boot)
{
	u8 id[SESSION_ID_BYTES];
	struct entry *found = NULL;
	if (!hex_parse(text, id, sizeof id)) return NULL;
	for (u32 i = 0; i < SESSIONS_MAX; i++) {
		struct entry *entry = &sessions->entries[i];
		if (entry->kind != kind) continue;
		if (secret_eq((str){ (const char *)entry->id, sizeof id },
			      (str){ (const char *)id, sizeof id }))
			found = entry;
	}
	if (found && is_over(found, boot)) {
		secret_forget(found, sizeof *found);
		found = NULL;
	}
	return found;
}

enum err sessions_add_code(struct sessions *sessions, const struct who *who,
			   const u8 random[SESSION_ID_BYTES], msec boot, char *out_code)
{
	return add(sessions, ENTRY_CODE, who, random, boot, out_code);
}

bool sessions_take_code(struct sessions *sessions, str code, msec boot, struct who *out_who)
{
	struct entry *entry = find(sessions, ENTRY_CODE, code, boot);
	if (!entry) return false;
	entry->kind = ENTRY_FREE;
	*out_who = entry->who;
	return true;
}

enum err sessions_begin(struct sessions *sessions, const struct who *who,
			const u8 random[SESSION_ID_BYTES], msec boot, char *out_id)
{
	/* The texts may stand in the very entry that is taken: a code that was used up. */
	char tenant[LIMIT_TENANT_NAME_BYTES], user[LIMIT_TENANT_NAME_BYTES];
	struct who copy = *who;
	must(who->tenant.len <= sizeof tenant);
	must(who->user.len <= sizeof user);
	if (who->tenant.len) memcpy(tenant, who->tenant.at, who->tenant.len);
	if (who->user.len) memcpy(user, who->user.at, who->user.len);
	copy.tenant.at = tenant;
	copy.user.at = user;
	return add(sessions, ENTRY_SESSION, &copy, random, boot, out_id);
}

bool sessions_find(struct sessions *sessions, str id, msec boot, struct who *out_who)
{
	struct entry *entry = find(sessions, ENTRY_SESSION, id, boot);
	if (!entry) return false;
	entry->used = boot;
	*out_who = entry->who;
	return true;
}

void sessions_end(struct sessions *sessions, str id)
{
	struct entry *entry = find(sessions, ENTRY_SESSION, id, 0);
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
