/* Who changed what, row by row, each with the digest of all rows before it. A row that is missing,
 * or was changed, breaks the chain of all that follow; so does one that the chain of the journal
 * was written with.
 *
 * The digest is half of a SHA-256: whoever has noted the last one (`belfry doctor` shows it) can
 * tell that nobody has written the rows before it anew. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

#include <openssl/sha.h>

enum { ROWS_A_STEP = 200 };

static struct digest digest_of_bytes(str bytes)
{
	u8 hash[SHA256_DIGEST_LENGTH];
	struct digest digest;
	SHA256((const u8 *)bytes.at, bytes.len, hash);
	memcpy(&digest.a, hash, sizeof digest.a);
	memcpy(&digest.b, hash + sizeof digest.a, sizeof digest.b);
	return digest;
}

struct digest audit_chain_on(struct digest chain, const struct audit_row *row)
{
	char room[sizeof chain + AUDIT_PACKED_MAX + 1];
	struct buf bytes = { .at = room, .capacity = sizeof room, .max = sizeof room - 1 };
	buf_add(&bytes, (str){ (const char *)&chain, sizeof chain });
	audit_pack(row, &bytes);
	must(!buf_failed(&bytes));
	return digest_of_bytes(buf_view(&bytes));
}

struct digest journal_chain_on(struct digest chain, const struct journal_row *row,
			       const struct audit_link *audit)
{
	struct digest packed = digest_of(row->packed);
	u64 link[] = { chain.a,  chain.b,        row->turn,      (u64)row->wall, packed.a,
		       packed.b, audit->chain.a, audit->chain.b, audit->rows };
	/* Turns without audit rows are linked as they were before there were any. */
	size_t bytes = audit->rows ? sizeof link : 6 * sizeof *link;
	return digest_of((str){ (const char *)link, bytes });
}

void audit_link_begin(struct sqlite_store *store)
{
	store->audit = (struct audit_link){ .chain = store->audit_chain };
}

enum err put_audit(struct sqlite_store *store, const struct audit_row *row)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_AUDIT_NEW]);
	struct audit_kept kept = { .row = *row };
	must(row->number == store->audit.rows + 1);
	kept.chain = audit_chain_on(store->audit.chain, row);
	cells_bind(&cells, GROUP_AUDIT, &kept, NULL);
	enum err err = statement_put(store, cells.stmt);
	if (err) return err;
	store->audit.chain = kept.chain;
	store->audit.rows++;
	return ERR_OK;
}

enum err find_last_audit(struct sqlite_store *store)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LAST_AUDIT];
	struct audit_kept last = { 0 };
	bool has_row;
	enum err err = statement_step(store, stmt, &has_row);
	if (err) return err;
	if (has_row) {
		struct cells cells = cells_to_read(stmt);
		/* The chain goes on from what is there; the doctor says what is wrong with it. */
		if (!cells_read(&cells, GROUP_AUDIT, NULL, &last)) damage_note(store);
		sqlite3_reset(stmt);
	}
	store->audit_chain = last.chain;
	return ERR_OK;
}

/* ---- retention ------------------------------------------------------------------------------ */

struct old_rows {
	u32 seen;
	i64 turn;
	i64 number;
	struct digest chain;
};

static enum err find_old_rows(struct sqlite_store *store, msec until, struct old_rows *old)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_AUDIT];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, until);
	cells_bind_i64(&cells, ROWS_A_STEP);
	for (old->seen = 0; !err; old->seen++) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		old->turn = sqlite3_column_int64(stmt, cells.at++);
		old->number = sqlite3_column_int64(stmt, cells.at++);
		str chain = cells_read_bytes(&cells);
		if (chain.len == sizeof old->chain) memcpy(&old->chain, chain.at, chain.len);
	}
	sqlite3_reset(stmt);
	return err;
}

/* What is removed leaves the digest of its last row behind: what stands after it can still be
 * verified. The last row always stays. */
enum err tend_audit(struct sqlite_store *store, msec wall, const struct retention *retention,
		    bool *out_more)
{
	struct old_rows old = { 0 };
	msec kept = retention->audit_ms > retention->journal_ms ? retention->audit_ms
								: retention->journal_ms;
	enum err err = find_old_rows(store, msec_sub(wall, kept), &old);
	*out_more = old.seen == ROWS_A_STEP;
	if (err || !old.seen) return err;
	struct cells cells = cells_to_bind(store->statements[STATEMENT_AUDIT_DELETE]);
	cells_bind_i64(&cells, old.turn);
	cells_bind_i64(&cells, old.number);
	err = statement_put(store, cells.stmt);
	if (err) return err;
	store->counters.removed += (u64)sqlite3_changes(store->db);
	cells = cells_to_bind(store->statements[STATEMENT_AUDIT_ANCHOR_PUT]);
	cells_bind_i64(&cells, old.turn);
	cells_bind_i64(&cells, old.number);
	cells_bind_digest(&cells, &old.chain);
	return statement_put(store, cells.stmt);
}
