/* One loop for each direction; what a column is stands in store/columns.def. */
#include "store/sqlite/sqlite_cells.h"

#include "base/must.h"

/* ---- binding ------------------------------------------------------------------------------ */

/* A bind fails only on a wrong index or an outsized value, both ours. */
static void bound(int code)
{
	must(code == SQLITE_OK);
}

void cells_bind_i64(struct cells *cells, i64 value)
{
	bound(sqlite3_bind_int64(cells->stmt, cells->at++, value));
}

void cells_bind_bytes(struct cells *cells, str bytes)
{
	int at = cells->at++;
	must(bytes.len <= INT32_MAX);
	if (bytes.len == 0) bound(sqlite3_bind_null(cells->stmt, at));
	else bound(sqlite3_bind_blob(cells->stmt, at, bytes.at, (int)bytes.len, SQLITE_STATIC));
}

void cells_bind_uuid(struct cells *cells, const struct uuid *id)
{
	cells_bind_bytes(cells, (str){ (const char *)id->bytes, sizeof id->bytes });
}

void cells_bind_link(struct cells *cells, const struct uuid *id)
{
	cells_bind_bytes(cells,
			 (str){ (const char *)id->bytes, uuid_is_nil(id) ? 0 : sizeof id->bytes });
}

/* As it stands in memory, so that nothing is copied; zero: NULL. */
void cells_bind_digest(struct cells *cells, const struct digest *digest)
{
	bool is_none = !digest->a && !digest->b;
	cells_bind_bytes(cells, (str){ (const char *)digest, is_none ? 0 : sizeof *digest });
}

void cells_bind_text(struct cells *cells, str text)
{
	bound(sqlite3_bind_text(cells->stmt, cells->at++, text.len ? text.at : "", (int)text.len,
				SQLITE_STATIC));
}

static void bind_column(struct cells *cells, enum column_kind kind, const void *at)
{
	const struct backoff *backoff = at;
	const struct class_list *classes = at;
	switch (kind) {
	case COLUMN_LATER:
	case COLUMN_U32: cells_bind_i64(cells, *(const u32 *)at); break;
	case COLUMN_LATER_I64:
	case COLUMN_I64: cells_bind_i64(cells, *(const i64 *)at); break;
	case COLUMN_BOOL: cells_bind_i64(cells, *(const bool *)at); break;
	case COLUMN_UUID: cells_bind_uuid(cells, at); break;
	case COLUMN_LATER_LINK:
	case COLUMN_LINK: cells_bind_link(cells, at); break;
	case COLUMN_DIGEST: cells_bind_digest(cells, at); break;
	case COLUMN_LATER_BYTES:
	case COLUMN_BYTES: cells_bind_bytes(cells, *(const str *)at); break;
	case COLUMN_TEXT: cells_bind_text(cells, *(const str *)at); break;
	case COLUMN_STEPS:
		cells_bind_bytes(cells, (str){ (const char *)backoff->steps,
					       backoff->steps_len * sizeof backoff->steps[0] });
		break;
	case COLUMN_LATER_CLASSES:
	case COLUMN_CLASSES: cells_bind_bytes(cells, (str){ classes->text, classes->len }); break;
	case COLUMN_ROUTE: cells_bind_bytes(cells, route_name_view(at)); break;
	case COLUMN_DEPENDENCIES:
	case COLUMN_LINKS: cells_bind_bytes(cells, counted_bytes(kind, at)); break;
	}
}

void cells_bind_first(struct cells *cells, const struct columns *columns, u32 len, const void *row)
{
	must(len <= columns->len);
	for (u32 i = 0; i < len; i++)
		bind_column(cells, (enum column_kind)columns->at[i].kind,
			    (const char *)row + columns->at[i].offset);
}

void cells_bind(struct cells *cells, enum column_group group, const void *row,
		const struct uuid *id)
{
	cells_bind_first(cells, &column_groups[group], column_groups[group].len, row);
	cells_bind_i64(cells, columns_check(group, row, id));
}

/* ---- reading ------------------------------------------------------------------------------ */

/* Nothing that is read is believed: a value of another type or length becomes a zero, and then
 * the check tells. */

str cells_read_bytes(struct cells *cells)
{
	int at = cells->at++;
	const void *bytes = sqlite3_column_blob(cells->stmt, at);
	int len = sqlite3_column_bytes(cells->stmt, at);
	return bytes && len > 0 ? (str){ bytes, (size_t)len } : (str){ 0 };
}

struct uuid cells_read_uuid(struct cells *cells)
{
	struct uuid id = { 0 };
	str bytes = cells_read_bytes(cells);
	if (bytes.len == sizeof id.bytes) memcpy(id.bytes, bytes.at, sizeof id.bytes);
	return id;
}

static struct digest read_digest(struct cells *cells)
{
	struct digest digest = { 0 };
	str bytes = cells_read_bytes(cells);
	if (bytes.len == sizeof digest) memcpy(&digest, bytes.at, sizeof digest);
	return digest;
}

static void read_steps(struct cells *cells, struct backoff *backoff)
{
	str bytes = cells_read_bytes(cells);
	backoff->steps_len = 0;
	if (bytes.len > sizeof backoff->steps || bytes.len % sizeof backoff->steps[0]) return;
	if (bytes.len) memcpy(backoff->steps, bytes.at, bytes.len);
	backoff->steps_len = (u32)(bytes.len / sizeof backoff->steps[0]);
}

static void read_classes(struct cells *cells, struct class_list *list)
{
	str bytes = cells_read_bytes(cells);
	list->len = 0;
	if (bytes.len > sizeof list->text) return;
	if (bytes.len) memcpy(list->text, bytes.at, bytes.len);
	list->len = (u16)bytes.len;
}

static void read_route(struct cells *cells, struct route_name *route)
{
	str bytes = cells_read_bytes(cells);
	if (!route_name_set(route, bytes)) *route = (struct route_name){ 0 };
}

static void read_counted(struct cells *cells, enum column_kind kind, void *at)
{
	str bytes = cells_read_bytes(cells);
	size_t size = counted_size(kind);
	u32 *len = at;
	*len = 0;
	if (bytes.len > LIMIT_JOB_DEPENDENCIES * size || bytes.len % size) return;
	if (bytes.len) memcpy((char *)at + sizeof *len, bytes.at, bytes.len);
	*len = (u32)(bytes.len / size);
}

static i64 read_i64(struct cells *cells)
{
	return sqlite3_column_int64(cells->stmt, cells->at++);
}

static void read_column(struct cells *cells, enum column_kind kind, void *at)
{
	switch (kind) {
	case COLUMN_LATER:
	case COLUMN_U32: *(u32 *)at = (u32)read_i64(cells); break;
	case COLUMN_LATER_I64:
	case COLUMN_I64: *(i64 *)at = read_i64(cells); break;
	case COLUMN_BOOL: *(bool *)at = read_i64(cells) != 0; break;
	case COLUMN_LATER_LINK:
	case COLUMN_LINK:
	case COLUMN_UUID: *(struct uuid *)at = cells_read_uuid(cells); break;
	case COLUMN_DIGEST: *(struct digest *)at = read_digest(cells); break;
	case COLUMN_LATER_BYTES:
	case COLUMN_BYTES:
	case COLUMN_TEXT: *(str *)at = cells_read_bytes(cells); break;
	case COLUMN_STEPS: read_steps(cells, at); break;
	case COLUMN_LATER_CLASSES:
	case COLUMN_CLASSES: read_classes(cells, at); break;
	case COLUMN_ROUTE: read_route(cells, at); break;
	case COLUMN_DEPENDENCIES:
	case COLUMN_LINKS: read_counted(cells, kind, at); break;
	}
}

bool cells_read(struct cells *cells, enum column_group group, const struct uuid *id, void *out_row)
{
	const struct columns *columns = &column_groups[group];
	for (u32 i = 0; i < columns->len; i++)
		read_column(cells, (enum column_kind)columns->at[i].kind,
			    (char *)out_row + columns->at[i].offset);
	return read_i64(cells) == columns_check(group, out_row, id);
}
