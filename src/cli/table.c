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

size_t table_text_width(str text)
{
	size_t width = 0;
	for (size_t i = 0; i < text.len; i++) width += ((unsigned char)text.at[i] & 0xc0) != 0x80;
	return width;
}

/* The front of a text that is so many characters wide. */
static str cut_text(str text, size_t width)
{
	size_t seen = 0;
	for (size_t i = 0; i < text.len; i++) {
		bool begins = ((unsigned char)text.at[i] & 0xc0) != 0x80;
		if (begins && seen == width) return str_slice(text, 0, i);
		seen += begins;
	}
	return text;
}

static size_t column_width(const struct table *table, u32 column)
{
	size_t width = 0;
	for (u32 row = 1; row < table->rows; row++) {
		size_t len = table_text_width(cell(table, row, column));
		if (len > width) width = len;
	}
	if (width == 0) return 0;
	size_t head = table_text_width(cell(table, 0, column));
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

static enum style cell_style(const struct table *table, u32 row, u32 column)
{
	if (!table->style_of[column]) return table->styles[column];
	return table->style_of[column](cell(table, row, column));
}

static void print_row(const struct table *table, u32 row, const size_t widths[TABLE_COLUMNS_MAX],
		      struct output *out)
{
	u32 last = last_column(widths, table->columns);
	size_t owed = 0; /* spaces that are only written if something follows them */
	for (u32 column = 0; column <= last; column++) {
		if (widths[column] == 0) continue;
		str text = cell(table, row, column);
		size_t width = table_text_width(text);
		bool is_cut = width > widths[column];
		if (is_cut) text = cut_text(text, widths[column] - 1);
		size_t missing = is_cut ? 0 : widths[column] - width;
		if (table->right[column]) owed += missing;
		if (text.len) {
			add_spaces(&out->text, owed);
			owed = 0;
			enum style style = row ? cell_style(table, row, column) : STYLE_DIM;
			output_styled(out, style, text);
			if (is_cut) output_styled(out, style, STR("\u2026"));
		}
		owed += table->right[column] ? 2 : missing + 2;
	}
	buf_add_byte(&out->text, '\n');
}

/* The least useful width of a column: all of it, but no more than this. */
static size_t least_width(u32 column, size_t width)
{
	enum { NARROW = 16 };
	return column && width > NARROW ? NARROW : width;
}

/* Makes a line fit: columns from the right are left out until the others can have what they need
 * (two are always shown); then the widest but the first give way. */
static void fit_widths(const struct table *table, u32 indent, size_t widths[TABLE_COLUMNS_MAX])
{
	size_t room = (size_t)table->width_max + 2;
	size_t needed = indent, line = indent;
	for (u32 i = 0; i < table->columns; i++)
		needed += widths[i] ? least_width(i, widths[i]) + 2 : 0;
	for (u32 i = table->columns - 1; i > 1 && needed > room; i--) {
		if (table->stays[i]) continue;
		needed -= widths[i] ? least_width(i, widths[i]) + 2 : 0;
		widths[i] = 0;
	}
	for (u32 i = 0; i < table->columns; i++) line += widths[i] ? widths[i] + 2 : 0;
	while (line > room) {
		u32 widest = 0;
		for (u32 i = 1; i < table->columns; i++) {
			if (!widest || widths[i] > widths[widest]) widest = i;
		}
		if (!widest || widths[widest] <= 2) return;
		widths[widest]--;
		line--;
	}
}

void table_print(const struct table *table, u32 indent, struct output *out)
{
	size_t widths[TABLE_COLUMNS_MAX];
	must(table->cells == 0);
	for (u32 column = 0; column < table->columns; column++)
		widths[column] = column_width(table, column);
	if (table->width_max) fit_widths(table, indent, widths);
	for (u32 row = 0; row < table->rows; row++) {
		add_spaces(&out->text, indent);
		print_row(table, row, widths, out);
	}
	if (buf_failed(&table->text)) out->text.failed = true;
}
