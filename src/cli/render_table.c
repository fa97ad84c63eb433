/* Lists of the API as tables, as names, or as they came. */
#include "cli/render_parts.h"
#include "cli/table.h"

enum { WIDE_COLUMNS = 120 };

struct table_columns {
	str names[TABLE_COLUMNS_MAX];
	u32 len;
};

static void choose_columns(const struct render *render, const json_t *first,
			   struct table_columns *out)
{
	str word;
	str tenant = arguments_value(render->cli->arguments, OPTION_TENANT, STR(""));
	bool is_all = str_eq(tenant, STR("*"));
	str wished = arguments_value(render->cli->arguments, OPTION_COLUMNS, STR(""));
	out->len = 0;
	while (wished.len && out->len < TABLE_COLUMNS_MAX) {
		word = str_trim(str_split(&wished, ','));
		if (word.len) out->names[out->len++] = word;
	}
	if (out->len) return;
	for (u32 i = 0; (word = list_word(render->columns, i)).len; i++) {
		bool is_wide = word.at[0] == '+';
		bool is_told = render->form == FORM_WIDE ||
			       (is_all && str_eq(word, STR("+tenant_id")));
		if (is_wide && !is_told) continue;
		if (out->len < TABLE_COLUMNS_MAX)
			out->names[out->len++] = str_from_offset(word, is_wide ? 1 : 0);
	}
	if (out->len) return;
	void *at = json_object_iter((json_t *)(uintptr_t)first);
	while (at && out->len < TABLE_COLUMNS_MAX) {
		out->names[out->len++] = str_from(json_object_iter_key(at));
		at = json_object_iter_next((json_t *)(uintptr_t)first, at);
	}
}

/* Whether rows have such a field: in the first of them, or among the usual columns. */
static bool is_column(const struct render *render, const json_t *first, str name)
{
	char key[64];
	str word;
	for (u32 i = 0; (word = list_word(render->columns, i)).len; i++) {
		if (str_eq(name, str_from_offset(word, word.at[0] == '+'))) return true;
	}
	if (name.len >= sizeof key) return false;
	memcpy(key, name.at, name.len);
	key[name.len] = '\0';
	return json_object_get(first, key) != NULL;
}

/* A column that no row has would be empty, and nobody would know why. */
static enum err check_columns(const struct render *render, str items)
{
	str wished = arguments_value(render->cli->arguments, OPTION_COLUMNS, STR(""));
	enum err err = ERR_OK;
	str item;
	json_t *first = render_next_item(&items, &item) ? render_parse(item) : NULL;
	while (first && wished.len && !err) {
		str name = str_trim(str_split(&wished, ','));
		if (!name.len || is_column(render, first, name)) continue;
		struct buf names;
		struct why why;
		buf_init(&names, WHY_TEXT_MAX);
		for (void *at = json_object_iter(first); at; at = json_object_iter_next(first, at))
			buf_addf(&names, "%s%s", names.len ? ", " : "", json_object_iter_key(at));
		err = fail(&why, ERR_USAGE, "--columns: there is no \"%.*s\"; there are %.*s",
			   STR_ARG(str_slice(name, 0, 60)), STR_ARG(buf_view(&names)));
		buf_done(&names);
		(void)report_usage(render->cli, &why);
	}
	json_decref(first);
	return err;
}

static void add_heading(str name, struct buf *out)
{
	static const struct {
		str name;
		str heading;
	} rows[] = {
		{ STR("last_run_status"), STR("last") },   { STR("next_run_at"), STR("next") },
		{ STR("attempt_number"), STR("attempt") }, { STR("duration_ms"), STR("took") },
		{ STR("tenant_id"), STR("tenant") },       { STR("worker_id"), STR("worker") },
		{ STR("error_message"), STR("error") },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		if (str_eq(name, rows[i].name)) name = rows[i].heading;
	}
	if (str_ends_with(name, STR("_at"))) name.len -= 3;
	for (size_t i = 0; i < name.len; i++)
		buf_add_byte(out, name.at[i] == '_' ? ' ' : ascii_upper(name.at[i]));
}

static u32 terminal_columns(const struct render *render)
{
	const struct doors *doors = render->cli->doors;
	return doors->columns(doors->context, STREAM_OUT);
}

/* Of a state with its icon. */
static enum style style_of_cell(str text)
{
	(void)str_split(&text, ' ');
	return render_style(text);
}

static void begin_table(struct table *table, const struct table_columns *columns, u32 width)
{
	table_init(table, columns->len);
	table->width_max = width;
	for (u32 i = 0; i < columns->len; i++) {
		if (render_is_state(columns->names[i])) table->style_of[i] = style_of_cell;
		bool is_error = str_eq(columns->names[i], STR("error_message"));
		if (is_error) table->styles[i] = STYLE_DIM;
		/* How it stands, and what a dead letter is looked at for. */
		table->stays[i] = is_error || render_is_state(columns->names[i]);
		add_heading(columns->names[i], &table->text);
		table_close_cell(table);
	}
}

static void add_row(const struct render *render, const struct table_columns *columns,
		    const json_t *row, bool is_short, struct table *table)
{
	for (u32 i = 0; i < columns->len; i++) {
		render_value(render, columns->names[i], render_column(row, columns->names[i]),
			     is_short, &table->text);
		table_close_cell(table);
	}
}

/* Tables of more rows than one holds are printed one behind the other. */
void render_rows(const struct render *render, str items)
{
	struct table *table = &render->cli->table;
	struct table_columns columns;
	str item;
	json_t *first =
		NULL; /* the columns' names may be its keys: kept until the table is printed */
	bool begun = false;
	u32 width = terminal_columns(render);
	bool is_short = render->form != FORM_WIDE && width && width < WIDE_COLUMNS;
	while (render_next_item(&items, &item)) {
		json_t *row = render_parse(item);
		if (!row) continue;
		if (!first) first = json_incref(row);
		if (!begun) {
			choose_columns(render, first, &columns);
			begin_table(table, &columns, render->form == FORM_WIDE ? 0 : width);
			begun = true;
		}
		add_row(render, &columns, row, is_short, table);
		json_decref(row);
		if (table->rows < TABLE_ROWS_MAX) continue;
		table_print(table, 0, &render->cli->out);
		table_done(table);
		begun = false;
	}
	if (begun) {
		table_print(table, 0, &render->cli->out);
		table_done(table);
	}
	json_decref(first);
}

void render_name(const struct render *render, str item)
{
	json_t *row = render_parse(item);
	const json_t *name = json_object_get(row, render->name_field);
	if (json_is_string(name)) {
		render_safe(str_from(json_string_value(name)), &render->cli->out.text);
		buf_add_byte(&render->cli->out.text, '\n');
	}
	json_decref(row);
}

enum err render_list(const struct render *render, str items)
{
	struct buf *out = &render->cli->out.text;
	str rest = items;
	str item;
	switch (render->form) {
	case FORM_JSON:
		buf_add(out, STR("{\"data\":["));
		buf_add(out, items);
		buf_add(out, STR("]}\n"));
		return ERR_OK;
	case FORM_NDJSON:
		while (render_next_item(&rest, &item)) {
			buf_add(out, item);
			buf_add_byte(out, '\n');
			(void)output_flush_large(&render->cli->out);
		}
		return ERR_OK;
	case FORM_NAME:
		while (render_next_item(&rest, &item)) render_name(render, item);
		return ERR_OK;
	case FORM_TABLE:
	case FORM_WIDE: break;
	}
	enum err err = check_columns(render, items);
	if (err) return err;
	if (render_next_item(&rest, &item)) render_rows(render, items);
	else if (!arguments_have(render->cli->arguments, OPTION_QUIET))
		report_note(render->cli, STR("(none)"));
	return ERR_OK;
}
