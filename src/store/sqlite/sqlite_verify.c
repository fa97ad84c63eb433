/* Two walks side by side: turns of the journal, and of the audit, each in its order. A turn's link
 * holds its own entries and the audit rows of its commit, so a row that is gone is missed by both.
 * Where retention has cut, the chain goes on from the digest that it left behind. */
#include "store/sqlite/sqlite_verify.h"

#include "store/sqlite/sqlite_parts.h"
#include "store/sqlite/sqlite_schema.h"

enum { CACHE_KIB = 8192 };

struct verifying {
	sqlite3 *db;
	struct why *why;
	sqlite3_stmt *turns;
	sqlite3_stmt *rows; /* turns of the audit */
	struct chain_report report;
	struct digest journal; /* the chain so far */
	struct audit_link audit;
	u64 cut_turn;              /* audit rows up to this turn may have been removed */
	struct audit_turn rows_of; /* the turn at hand, if any */
	bool has_rows;
};

static enum err broken(struct verifying *verifying, u64 turn, const char *what)
{
	return fail(verifying->why, ERR_STORE_DAMAGED, "turn %llu: %s", (unsigned long long)turn,
		    what);
}

static enum err prepare(struct verifying *verifying, const char *sql, sqlite3_stmt **out_stmt)
{
	int code = sqlite3_prepare_v2(verifying->db, sql, -1, out_stmt, NULL);
	return code ? link_fail(verifying->db, code, verifying->why, "verify the chain") : ERR_OK;
}

static enum err step(struct verifying *verifying, sqlite3_stmt *stmt, bool *out_row)
{
	int code = sqlite3_step(stmt);
	*out_row = code == SQLITE_ROW;
	if (code == SQLITE_ROW || code == SQLITE_DONE) return ERR_OK;
	return link_fail(verifying->db, code, verifying->why, "verify the chain");
}

/* The anchor that retention left behind; none: zeros, as the chain begins. */
static enum err read_anchor(struct verifying *verifying, const char *sql, u64 *out_turn,
			    struct digest *out_chain)
{
	sqlite3_stmt *stmt = NULL;
	bool has_row = false;
	enum err err = prepare(verifying, sql, &stmt);
	if (!err) err = step(verifying, stmt, &has_row);
	if (!err && has_row) {
		struct cells cells = cells_to_read(stmt);
		*out_turn = (u64)sqlite3_column_int64(stmt, cells.at++);
		str chain = cells_read_bytes(&cells);
		if (chain.len == sizeof *out_chain) memcpy(out_chain, chain.at, chain.len);
	}
	sqlite3_finalize(stmt);
	return err;
}

/* ---- the audit ------------------------------------------------------------------------------ */

static enum err next_rows(struct verifying *verifying)
{
	enum err err = step(verifying, verifying->rows, &verifying->has_rows);
	if (err || !verifying->has_rows) return err;
	struct cells cells = cells_to_read(verifying->rows);
	if (cells_read(&cells, GROUP_AUDIT, NULL, &verifying->rows_of)) return ERR_OK;
	return broken(verifying, verifying->rows_of.turn, "its audit rows are damaged");
}

static enum err take_rows(struct verifying *verifying)
{
	const struct audit_turn *kept = &verifying->rows_of;
	struct digest chain;
	if (!audit_chain_on(verifying->audit.chain, kept, &chain) || !digest_eq(chain, kept->chain))
		return broken(verifying, kept->turn,
			      "its audit rows do not continue the chain: a row was altered or "
			      "removed");
	verifying->audit.chain = chain;
	verifying->audit.rows = kept->rows;
	verifying->report.rows += kept->rows;
	return next_rows(verifying);
}

/* Takes the rows whose turns the journal has forgotten. */
static enum err take_rows_before(struct verifying *verifying, u64 turn, bool is_first)
{
	enum err err = ERR_OK;
	while (!err && verifying->has_rows && verifying->rows_of.turn < turn) {
		if (!is_first)
			return broken(verifying, verifying->rows_of.turn,
				      "its audit rows have no turn in the journal");
		err = take_rows(verifying);
	}
	return err;
}

/* ---- the journal ---------------------------------------------------------------------------- */

static enum err take_turn(struct verifying *verifying, const struct journal_row *turn)
{
	bool is_first = verifying->report.turns++ == 0;
	enum err err = take_rows_before(verifying, turn->turn, is_first);
	verifying->audit.rows = 0;
	if (!err && verifying->has_rows && verifying->rows_of.turn == turn->turn)
		err = take_rows(verifying);
	if (err) return err;
	struct digest chain = journal_chain_on(verifying->journal, turn, &verifying->audit);
	bool may_be_cut = turn->turn <= verifying->cut_turn;
	if (!digest_eq(chain, turn->chain) && !may_be_cut)
		return broken(verifying, turn->turn,
			      "it does not continue the chain: a turn or one of its audit rows "
			      "was altered or removed");
	verifying->journal = turn->chain;
	return ERR_OK;
}

static enum err take_turns(struct verifying *verifying)
{
	bool has_row = true;
	enum err err = next_rows(verifying);
	while (!err) {
		struct journal_row turn = { 0 };
		err = step(verifying, verifying->turns, &has_row);
		if (err || !has_row) break;
		struct cells cells = cells_to_read(verifying->turns);
		if (cells_read(&cells, GROUP_JOURNAL, NULL, &turn))
			err = take_turn(verifying, &turn);
		else err = broken(verifying, turn.turn, "its row is damaged");
	}
	return err ? err : take_rows_before(verifying, UINT64_MAX, !verifying->report.turns);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum err begin(struct verifying *verifying)
{
	u64 turn = 0;
	enum err err = link_run(verifying->db, "BEGIN", verifying->why);
	if (!err)
		err = read_anchor(verifying,
				  "SELECT turn, chain FROM anchors ORDER BY turn DESC LIMIT 1",
				  &turn, &verifying->journal);
	if (!err)
		err = read_anchor(verifying, "SELECT turn, chain FROM audit_anchor",
				  &verifying->cut_turn, &verifying->audit.chain);
	if (!err)
		err = prepare(verifying,
			      "SELECT " ROW_NAMES(JOURNAL_COLUMNS) " FROM journal ORDER BY turn",
			      &verifying->turns);
	if (!err)
		err = prepare(verifying,
			      "SELECT " ROW_NAMES(AUDIT_COLUMNS) " FROM audit ORDER BY turn",
			      &verifying->rows);
	return err;
}

static void print_digest(struct digest digest, char out[CHAIN_TEXT_BYTES])
{
	struct buf text = { .at = out, .capacity = CHAIN_TEXT_BYTES, .max = CHAIN_TEXT_BYTES - 1 };
	buf_addf(&text, "%016llx%016llx", (unsigned long long)digest.a,
		 (unsigned long long)digest.b);
	out[text.len] = '\0';
}

enum err sqlite_verify(str path, struct chain_report *out_report, struct why *why)
{
	struct file_path file;
	struct verifying verifying = { .why = why };
	u32 version = 0;
	enum err err = file_path_init(&file, path, why);
	struct link_config config = { .path = &file, .kind = LINK_READER, .cache_kib = CACHE_KIB };
	if (!err) err = link_open(&config, why, &verifying.db);
	if (!err) err = schema_check(verifying.db, why, &version);
	if (!err && version < schema_version())
		err = fail(why, ERR_STORE,
			   "the store has an older version: the next start upgrades it");
	if (!err) err = begin(&verifying);
	if (!err) err = take_turns(&verifying);
	sqlite3_finalize(verifying.turns);
	sqlite3_finalize(verifying.rows);
	link_close(verifying.db);
	if (err) return err;
	print_digest(verifying.journal, verifying.report.journal);
	print_digest(verifying.audit.chain, verifying.report.audit);
	*out_report = verifying.report;
	return ERR_OK;
}
