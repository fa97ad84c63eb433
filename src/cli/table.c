#include "cli/table.h"

#include "base/must.h"

void table_init(struct table *table, u32 columns)
{
	must(columns >= 1 && columns <= TABLE_COLUMNS_MAX);
	*table = (struct table){ .columns = columns };
	buf_init(&table->text, TABLE_TEXT_MAX);
}

void table_done(struct table *table)
{
	buf_done(&table->text);
}

void table_close_cell(struct table *table)
{
	must(table->rows < TABLE_ROWS_MAX);
	table->ends[table->rows][table->cells++] = (u32)table->text.len;
	if (table->cells < table->columns) return;
	table->cells = 0;
	table->rows++;
}

void table_add_cell(struct table *table, str text)
{
	buf_add(&table->text, text);
	table_close_cell(table);
}

static str cell(const struct table *table, u32 row, u32 column)
{
	u32 begin = 0;
	if (column) begin = table->ends[row][column - 1];
	else if (row) begin = table->ends[row - 1][table->columns - 1];
	return str_slice(buf_view(&table->text), begin, table->ends[row][column]);
}

static size_t column_width(const struct table *table, u32 column)
{
	size_t width = 0;
	for (u32 row = 1; row < table->rows; row++) {
		size_t len = cell(table, row, column).len;
		if (len > width) width = len;
	}
	if (width == 0) return 0;
	size_t head = cell(table, 0, column).len;
	return head > width ? head : width;
}

static u32 last_column(const size_t widths[TABLE_COLUMNS_MAX], u32 columns)
{
	u32 last = columns - 1;
	while (last > 0 && widths[last] == 0) last--;
	return last;
}

static void add_spaces(struct buf *out, size_t count)
{
	for (size_t i = 0; i < count; i++) buf_add_byte(out, ' ');
}

static void print_row(const struct table *table, u32 row, const size_t widths[TABLE_COLUMNS_MAX],
		      struct output *out)
{
	u32 last = last_column(widths, table->columns);
	size_t owed = 0; /* spaces that are only written if something follows them */
	for (u32 column = 0; column <= last; column++) {
		if (widths[column] == 0) continue;
		str text = cell(table, row, column);
		size_t missing = widths[column] - text.len;
		if (table->right[column]) owed += missing;
		if (text.len) {
			add_spaces(&out->text, owed);
			owed = 0;
			output_styled(out, row ? table->styles[column] : STYLE_DIM, text);
		}
		owed += table->right[column] ? 2 : missing + 2;
	}
	buf_add_byte(&out->text, '\n');
}

void table_print(const struct table *table, u32 indent, struct output *out)
{
	size_t widths[TABLE_COLUMNS_MAX];
	must(table->cells == 0);
	for (u32 column = 0; column < table->columns; column++)
		widths[column] = column_width(table, column);
	for (u32 row = 0; row < table->rows; row++) {
		add_spaces(&out->text, indent);
		print_row(table, row, widths, out);
	}
	if (buf_failed(&table->text)) out->text.failed = true;
}
