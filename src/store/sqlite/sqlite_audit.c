/* The audit: the rows of a turn, packed, with the digest of all turns before. A turn that is
 * missing, or was changed, breaks the chain of all that follow, and that of the journal, which was
 * written with it.
 *
 * The digest is half of a SHA-256: whoever has noted the last one (`belfry doctor` shows it) can
 * tell that nobody has written the rows before it anew. */
#include "base/must.h"
#include "store/sqlite/sqlite_parts.h"

#include <openssl/sha.h>
#include <stdlib.h>

enum {
	TURNS_A_STEP = 20,
	PACKED_BYTES_MAX = 1 << 29,
	ARENA_BYTES = 1 << 29,
};

/* The beginning of the digest of a turn. */
struct audit_head {
	struct digest chain; /* before it */
	u64 turn;
	u64 at;
	u64 rows;
};

static struct digest digest_of_bytes(str bytes)
{
	u8 hash[SHA256_DIGEST_LENGTH];
	struct digest digest;
	SHA256((const u8 *)bytes.at, bytes.len, hash);
	memcpy(&digest.a, hash, sizeof digest.a);
	memcpy(&digest.b, hash + sizeof digest.a, sizeof digest.b);
	return digest;
}

/* ---- links ---------------------------------------------------------------------------------- */

/* `bytes` has room for the head before the packed rows. */
static struct digest chain_on_turn(struct digest chain, const struct audit_turn *turn,
				   struct buf *bytes)
{
	struct audit_head head = { chain, turn->turn, (u64)turn->at, turn->rows };
	memcpy(bytes->at, &head, sizeof head);
	return digest_of_bytes(buf_view(bytes));
}

static bool chain_on_kept(struct digest chain, const struct audit_turn *turn,
			  struct digest *out_chain)
{
	struct audit_head none = { 0 };
	struct buf bytes;
	buf_init(&bytes, sizeof none + PACKED_BYTES_MAX);
	buf_add(&bytes, (str){ (const char *)&none, sizeof none });
	buf_add(&bytes, turn->packed);
	bool is_whole = !buf_failed(&bytes);
	if (is_whole) *out_chain = chain_on_turn(chain, turn, &bytes);
	buf_done(&bytes);
	return is_whole;
}

static struct digest chain_on_row(struct digest chain, const struct audit_row *row)
{
	char room[sizeof chain + AUDIT_PACKED_MAX + 1];
	struct buf bytes = { .at = room, .capacity = sizeof room, .max = sizeof room - 1 };
	buf_add(&bytes, (str){ (const char *)&chain, sizeof chain });
	audit_pack(row, &bytes);
	return buf_failed(&bytes) ? (struct digest){ 0 } : digest_of_bytes(buf_view(&bytes));
}

/* As they were linked before the rows of a turn were packed. */
static bool chain_on_rows(struct digest chain, const struct audit_turn *turn,
			  struct digest *out_chain)
{
	struct audit_row row = { .turn = turn->turn, .at = turn->at };
	str rest = turn->packed;
	struct arena arena;
	arena_init(&arena, ARENA_BYTES);
	while (audit_take(&rest, &arena, &row)) chain = chain_on_row(chain, &row);
	arena_done(&arena);
	*out_chain = chain;
	return rest.len == 0;
}

bool audit_chain_on(struct digest chain, const struct audit_turn *turn, struct digest *out_chain)
{
	return turn->is_by_row ? chain_on_rows(chain, turn, out_chain)
			       : chain_on_kept(chain, turn, out_chain);
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

/* ---- writing -------------------------------------------------------------------------------- */

void auditing_init(struct audit_pending *auditing)
{
	buf_init(&auditing->bytes, sizeof(struct audit_head) + PACKED_BYTES_MAX);
	buf_init(&auditing->tenants, PACKED_BYTES_MAX);
}

void auditing_done(struct audit_pending *auditing)
{
	buf_done(&auditing->bytes);
	buf_done(&auditing->tenants);
}

void audit_link_begin(struct sqlite_store *store)
{
	struct audit_pending *auditing = &store->auditing;
	store->audit = (struct audit_link){ .chain = store->audit_chain };
	buf_clear(&auditing->bytes);
	buf_clear(&auditing->tenants);
	auditing->last = (struct audit_row){ 0 };
}

static void add_tenant(struct buf *tenants, tenant_no tenant)
{
	buf_add(tenants, (str){ (const char *)&tenant.v, sizeof tenant.v });
}

enum err put_audit(struct sqlite_store *store, const struct audit_row *row)
{
	struct audit_pending *auditing = &store->auditing;
	struct audit_head none = { 0 };
	must(row->number == store->audit.rows + 1);
	if (!store->audit.rows++)
		buf_add(&auditing->bytes, (str){ (const char *)&none, sizeof none });
	audit_add(&auditing->bytes, row, &auditing->last);
	add_tenant(&auditing->tenants, row->tenant);
	auditing->last = *row;
	return ERR_OK;
}

enum err put_audit_turn(struct sqlite_store *store, const struct turn *turn)
{
	struct audit_pending *auditing = &store->auditing;
	struct audit_turn kept = { .turn = turn->id,
				   .at = turn->now.wall,
				   .rows = store->audit.rows };
	if (!kept.rows) return ERR_OK;
	if (buf_failed(&auditing->bytes) || buf_failed(&auditing->tenants)) return ERR_MEMORY;
	kept.packed = str_from_offset(buf_view(&auditing->bytes), sizeof(struct audit_head));
	kept.chain = chain_on_turn(store->audit.chain, &kept, &auditing->bytes);
	struct cells cells = cells_to_bind(store->statements[STATEMENT_AUDIT_NEW]);
	cells_bind(&cells, GROUP_AUDIT, &kept, NULL);
	enum err err = statement_put(store, cells.stmt);
	store->audit.chain = kept.chain;
	return err;
}

enum err find_last_audit(struct sqlite_store *store)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_LAST_AUDIT];
	struct audit_turn last = { 0 };
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

struct old_turns {
	struct audit_turn last;
	u32 seen;
};

static enum err find_old_turns(struct sqlite_store *store, msec until, struct old_turns *old)
{
	sqlite3_stmt *stmt = store->statements[STATEMENT_OLD_AUDIT];
	struct cells cells = cells_to_bind(stmt);
	bool has_row = true;
	enum err err = ERR_OK;
	cells_bind_i64(&cells, until);
	cells_bind_i64(&cells, TURNS_A_STEP);
	for (old->seen = 0; !err; old->seen++) {
		err = statement_step(store, stmt, &has_row);
		if (err || !has_row) break;
		cells = cells_to_read(stmt);
		if (!cells_read(&cells, GROUP_AUDIT, NULL, &old->last)) damage_note(store);
	}
	sqlite3_reset(stmt);
	return err;
}

static enum err remove_turns(struct sqlite_store *store, const struct old_turns *old, u32 rows_max,
			     bool *out_more)
{
	struct cells cells = cells_to_bind(store->statements[STATEMENT_AUDIT_DELETE]);
	cells_bind_i64(&cells, (i64)old->last.turn);
	enum err err = statement_put(store, cells.stmt);
	if (err) return err;
	store->counters.removed += (u64)sqlite3_changes(store->db);
	err = owned_turns_remove(store, TURNS_OF_AUDIT, old->last.turn, rows_max, out_more);
	if (err) return err;
	cells = cells_to_bind(store->statements[STATEMENT_AUDIT_ANCHOR_PUT]);
	cells_bind_i64(&cells, (i64)old->last.turn);
	cells_bind_digest(&cells, &old->last.chain);
	return statement_put(store, cells.stmt);
}

/* Removed rows leave the digest of their last turn behind: later rows can still be verified. The
 * last turn always stays. */
enum err tend_audit(struct sqlite_store *store, msec wall, const struct retention *retention,
		    bool *out_more)
{
	struct old_turns old = { 0 };
	msec kept = retention->audit_ms > retention->journal_ms ? retention->audit_ms
								: retention->journal_ms;
	enum err err = find_old_turns(store, msec_sub(wall, kept), &old);
	*out_more = old.seen == TURNS_A_STEP;
	if (!err && old.seen) err = remove_turns(store, &old, retention->rows_max, out_more);
	return err;
}
