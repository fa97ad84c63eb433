/* Audit rows as files of versions 24 to 28 have them, one by one, become those of their turns,
 * packed. Each was a link of the chain by itself, and still is one to who verifies it: nothing of
 * what was vouched for is vouched for anew. */
#include "store/sqlite/sqlite_repack.h"

#include "store/sqlite/sqlite_link.h"
#include "store/sqlite/sqlite_parts.h"

/* Which tenants had rows was then known for spans of so many turns. */
enum { TURN_BYTES_MAX = 1 << 29, SPAN_TURNS = 64 };

struct repacking {
	sqlite3 *db;
	struct why *why;
	sqlite3_stmt *rows;
	sqlite3_stmt *put;
	sqlite3_stmt *put_tenant;
	struct arena arena; /* the last row's texts */
	struct buf packed;
	struct audit_turn turn; /* at hand; 0 rows: none */
	struct audit_row last;
};

#define OLD_ROWS                                                                                 \
	"SELECT turn, number, at, tenant, made, run, token, chain, actor, action, kind, object," \
	" request, source, before, after FROM audit_rows ORDER BY turn, number"

static enum err prepare(struct repacking *work, const char *sql, sqlite3_stmt **out_stmt)
{
	int code = sqlite3_prepare_v2(work->db, sql, -1, out_stmt, NULL);
	return code ? link_fail(work->db, code, work->why, "pack the audit") : ERR_OK;
}

static enum err step(struct repacking *work, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	if (code == SQLITE_ROW || code == SQLITE_DONE) return ERR_OK;
	return link_fail(work->db, code, work->why, "pack the audit");
}

static enum err put(struct repacking *work, sqlite3_stmt *stmt)
{
	bool has_row;
	enum err err = step(work, stmt, &has_row);
	sqlite3_reset(stmt);
	return err;
}

static enum err put_turn(struct repacking *work)
{
	if (!work->turn.rows) return ERR_OK;
	if (buf_failed(&work->packed) || arena_failed(&work->arena)) return ERR_MEMORY;
	work->turn.packed = buf_view(&work->packed);
	struct cells cells = cells_to_bind(work->put);
	cells_bind(&cells, GROUP_AUDIT, &work->turn, NULL);
	enum err err = put(work, work->put);
	work->turn = (struct audit_turn){ .is_by_row = true };
	work->last = (struct audit_row){ 0 };
	buf_clear(&work->packed);
	arena_reset(&work->arena);
	return err;
}

static struct audit_row read_row(struct repacking *work, struct digest *out_chain)
{
	sqlite3_stmt *stmt = work->rows;
	struct cells cells = cells_to_read(stmt);
	struct audit_row row = { .turn = (u64)sqlite3_column_int64(stmt, cells.at++) };
	row.number = (u32)sqlite3_column_int64(stmt, cells.at++);
	row.at = sqlite3_column_int64(stmt, cells.at++);
	row.tenant.v = (u32)sqlite3_column_int64(stmt, cells.at++);
	row.made = (u32)sqlite3_column_int64(stmt, cells.at++);
	row.run = cells_read_uuid(&cells);
	row.token = cells_read_uuid(&cells);
	str chain = cells_read_bytes(&cells);
	if (chain.len == sizeof *out_chain) memcpy(out_chain, chain.at, chain.len);
	str *texts[] = { &row.actor,   &row.action, &row.kind,   &row.object,
			 &row.request, &row.source, &row.before, &row.after };
	for (u32 i = 0; i < countof(texts); i++)
		*texts[i] = str_copy(&work->arena, cells_read_bytes(&cells));
	return row;
}

static enum err take_row(struct repacking *work)
{
	u64 turn = (u64)sqlite3_column_int64(work->rows, 0);
	enum err err = turn == work->turn.turn ? ERR_OK : put_turn(work);
	if (err) return err;
	struct audit_row row = read_row(work, &work->turn.chain);
	work->turn.turn = row.turn;
	work->turn.at = row.at;
	work->turn.rows++;
	audit_add(&work->packed, &row, &work->last);
	work->last = row;
	struct cells cells = cells_to_bind(work->put_tenant);
	cells_bind_i64(&cells, row.tenant.v);
	cells_bind_i64(&cells, (i64)(row.turn / SPAN_TURNS));
	return put(work, work->put_tenant);
}

static enum err take_rows(struct repacking *work)
{
	bool has_row = true;
	enum err err = prepare(work, OLD_ROWS, &work->rows);
	if (!err)
		err = prepare(work,
			      "INSERT INTO audit (" ROW_NAMES(AUDIT_COLUMNS) ") VALUES (" ROW_MARKS(
				      AUDIT_COLUMNS) ")",
			      &work->put);
	if (!err)
		err = prepare(work, "INSERT OR IGNORE INTO audit_tenants VALUES (?, ?)",
			      &work->put_tenant);
	while (!err) {
		err = step(work, work->rows, &has_row);
		if (err || !has_row) break;
		err = take_row(work);
	}
	return err ? err : put_turn(work);
}

enum err audit_repack(sqlite3 *db, struct why *why)
{
	struct repacking work = { .db = db, .why = why, .turn = { .is_by_row = true } };
	arena_init(&work.arena, TURN_BYTES_MAX);
	buf_init(&work.packed, TURN_BYTES_MAX);
	enum err err = take_rows(&work);
	sqlite3_finalize(work.rows);
	sqlite3_finalize(work.put);
	sqlite3_finalize(work.put_tenant);
	buf_done(&work.packed);
	arena_done(&work.arena);
	return err ? err : link_run(db, "DROP TABLE audit_rows", why);
}
