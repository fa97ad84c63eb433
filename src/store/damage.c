#include "store/damage.h"

#include "store/aside.def"

void damaged_row_print(const struct damaged_row *row, struct buf *out)
{
	char id[UUID_TEXT_LEN + 1];
	buf_add(out, str_from(row->table));
	if (!uuid_is_nil(&row->id)) {
		uuid_print(row->id, id);
		buf_addf(out, " %.*s", UUID_TEXT_LEN, id);
	}
	if (row->name_len) buf_addf(out, " \"%.*s\"", STR_ARG(damaged_row_name(row)));
	if (row->turn) buf_addf(out, " turn %llu", (unsigned long long)row->turn);
	if (row->tenant.len) buf_addf(out, ", tenant %.*s", STR_ARG(row->tenant));
	if (!uuid_is_nil(&row->run) && !uuid_eq(&row->run, &row->id)) {
		uuid_print(row->run, id);
		buf_addf(out, ", run %.*s", UUID_TEXT_LEN, id);
	}
}

/* ---- rows that memory always holds --------------------------------------------------------- */

static const struct aside_table aside_tables[] = {
#define X(name, start, consequence) { #name, DAMAGED_##start, consequence },
	ASIDE_TABLES(X)
#undef X
};

const struct aside_table *aside_table_find(str table)
{
	for (u32 i = 0; i < countof(aside_tables); i++) {
		if (str_eq(str_from(aside_tables[i].table), table)) return &aside_tables[i];
	}
	return NULL;
}

void aside_tables_print(struct buf *out)
{
	for (u32 i = 0; i < countof(aside_tables); i++)
		buf_addf(out, "%s%s", i ? ", " : "", aside_tables[i].table);
}
