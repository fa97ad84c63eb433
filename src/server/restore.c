#include "server/restore.h"

#include "api/seal.h"
#include "api/token.h"
#include "server/doctor.h"
#include "server/keyfile.h"
#include "server/stamp.h"
#include "store/sqlite/sqlite_query.h"
#include "store/sqlite/sqlite_restore.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4200, PAGE = 100, PAGE_BYTES = 16 << 20, NAME_BYTES = 512 };

struct restore_job {
	const struct restore_host *host;
	const struct restore_wish *wish;
	struct restored *restored;
	char stamp[STAMP_BYTES];
	struct buf key_path; /* of the server's key, as the settings say */
	struct seal_key key; /* that is to open the secrets */
	bool has_key;
};

/* ---- secrets -------------------------------------------------------------------------------- */

static bool opens(const struct restore_job *work, const struct document_view *secret,
		  struct arena *arena)
{
	struct buf about;
	str plain = { 0 };
	if (!work->has_key) return false;
	buf_init(&about, 1024);
	buf_addf(&about, "%.*s/%.*s", STR_ARG(secret->tenant), STR_ARG(secret->row.key.name));
	bool is_open = !buf_failed(&about) &&
		       !unseal(&work->key, buf_view(&about), secret->row.body, arena, &plain);
	if (is_open && plain.len) secret_forget((char *)plain.at, plain.len);
	buf_done(&about);
	return is_open;
}

static enum err count_secrets(struct restore_job *work, struct query *query, struct arena *arena)
{
	struct document_list list = { .kind = DOCUMENT_SECRET,
				      .limit = PAGE,
				      .now = work->host->now };
	struct document_page page = { .has_more = true };
	char tenant[NAME_BYTES], name[NAME_BYTES];
	enum err err = ERR_OK;
	while (!err && page.has_more) {
		arena_reset(arena);
		page = (struct document_page){ 0 };
		err = query->calls->documents(query, &list, arena, &page);
		for (u32 i = 0; !err && i < page.len; i++) {
			work->restored->secrets++;
			work->restored->secrets_lost += !opens(work, &page.rows[i], arena);
		}
		if (err || !page.len) break;
		const struct document_view *last = &page.rows[page.len - 1];
		snprintf(tenant, sizeof tenant, "%.*s", STR_ARG(last->tenant));
		snprintf(name, sizeof name, "%.*s", STR_ARG(last->row.key.name));
		list.after_tenant = str_from(tenant);
		list.after_name = str_from(name);
	}
	return err;
}

/* Nothing is replaced yet. */
static enum err judge_secrets(void *context, str copy, struct why *why)
{
	struct restore_job *work = context;
	const struct restored *restored = work->restored;
	const struct sqlite_query_config config = { .path = copy };
	struct query *query = NULL;
	struct arena arena;
	enum err err = sqlite_query_open(&config, why, &query);
	if (err) return err;
	arena_init(&arena, PAGE_BYTES);
	err = count_secrets(work, query, &arena);
	arena_done(&arena);
	query->calls->close(query);
	if (err) return fail(why, err, "the secrets of the backup cannot be read");
	if (!restored->secrets_lost || work->wish->forces) return ERR_OK;
	return fail(why, ERR_CONFLICT,
		    "the key file %.*s %s %u of %u secrets in the backup; nothing was "
		    "changed; name the key file of the server that made the backup "
		    "(--restore-key FILE), or restore without these secrets (--force)",
		    STR_ARG(work->wish->key.len ? work->wish->key : buf_view(&work->key_path)),
		    work->has_key ? "does not open" : "does not exist; it is needed for",
		    restored->secrets_lost, restored->secrets);
}

/* ---- the key -------------------------------------------------------------------------------- */

static void find_key(struct restore_job *work)
{
	const struct config *config = work->host->config;
	str file = config->values[CONFIG_KEY_FILE].text, data = config->values[CONFIG_DATA].text;
	while (data.len > 1 && data.at[data.len - 1] == '/') data.len--;
	buf_add(&work->key_path, file.len ? file : data);
	if (!file.len) buf_add(&work->key_path, STR(".key"));
}

/* A start makes a key where there is none: that is no error here. */
static enum err read_key(struct restore_job *work, struct why *why)
{
	find_key(work);
	if (buf_failed(&work->key_path)) return fail(why, ERR_MEMORY, "no memory for the key");
	str path = work->wish->key.len ? work->wish->key : buf_view(&work->key_path);
	enum err err = keyfile_read(path, &work->key, why);
	work->has_key = !err;
	return err == ERR_NOT_FOUND && !work->wish->key.len ? ERR_OK : err;
}

static enum err put_key(void *context, struct why *why)
{
	struct restore_job *work = context;
	struct seal_key now;
	struct why ignored;
	str path = buf_view(&work->key_path);
	if (!work->wish->key.len) return ERR_OK;
	enum err err = keyfile_read(path, &now, &ignored);
	bool is_there = err != ERR_NOT_FOUND;
	bool is_same = !err && memcmp(&now, &work->key, sizeof now) == 0;
	secret_forget(&now, sizeof now);
	if (is_same) return ERR_OK;
	struct buf *kept = &work->restored->kept_key;
	if (is_there) buf_addf(kept, "%.*s-replaced-%s", STR_ARG(path), work->stamp);
	if (buf_failed(kept)) return fail(why, ERR_MEMORY, "no memory for the key");
	return keyfile_replace(path, &work->key, buf_view(kept), why);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void on_progress(void *context, const char *table, u64 done, u64 all)
{
	const struct restore_host *host = ((struct restore_job *)context)->host;
	if (host->progress) host->progress(host->progress_context, table, done, all);
}

/* As flags: what serve and another restore take. */
static void name_place(const struct restore_host *host, struct buf *out)
{
	str store = host->config->values[CONFIG_STORE].text;
	str data = host->config->values[CONFIG_DATA].text;
	if (store.len) buf_addf(out, "--store %.*s", STR_ARG(store));
	else buf_addf(out, "--data %.*s", STR_ARG(data));
}

static void name_kept(struct restored *restored, str store, const struct file_path *kept)
{
	size_t name = store.len;
	while (name > 0 && store.at[name - 1] != '/') name--;
	buf_add(&restored->kept, (str){ kept->text, kept->len });
	buf_addf(&restored->kept_store, "%s/%.*s", kept->text,
		 STR_ARG(str_from_offset(store, name)));
}

static enum err restore_file(struct restore_job *work, str store, struct why *why)
{
	const struct examine_sink sink = { .context = work, .progress = on_progress };
	struct restored *restored = work->restored;
	struct restore_report report = { 0 };
	const struct restore_config config = { .backup = work->wish->file,
					       .store = store,
					       .stamp = str_from(work->stamp),
					       .accepts_damage = work->wish->forces,
					       .discards = work->wish->discards,
					       .sink = &sink,
					       .context = work,
					       .judge = judge_secrets,
					       .settle = put_key };
	enum err err = read_key(work, why);
	if (!err) err = sqlite_restore(&config, &report, why);
	if (err) return err;
	restored->rows = report.found.rows;
	restored->damaged = report.found.damaged;
	restored->version_before = report.backup_version;
	restored->version = report.found.version;
	restored->discarded = report.has_discarded;
	if (report.has_kept) name_kept(restored, store, &report.kept);
	return ERR_OK;
}

enum err restore_run(const struct restore_host *host, const struct restore_wish *wish,
		     struct restored *out_restored, struct why *why)
{
	struct restore_job work = { .host = host, .wish = wish, .restored = out_restored };
	struct buf store;
	buf_init(&store, PATH_BYTES);
	buf_init(&work.key_path, PATH_BYTES);
	stamp_print(work.host->now, work.stamp);
	name_place(host, &out_restored->place);
	enum err err = doctor_store_path(host->config, &store, why);
	if (!err && wish->file.len) err = restore_file(&work, buf_view(&store), why);
	if (!err && wish->discards && !wish->file.len)
		err = sqlite_restore_discard(buf_view(&store), &out_restored->discarded, why);
	secret_forget(&work.key, sizeof work.key);
	buf_done(&work.key_path);
	buf_done(&store);
	return err;
}
