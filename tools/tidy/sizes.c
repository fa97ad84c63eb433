/* Functions, files, lines and nesting within their limits. */
#include "tidy/check.h"

static void check_functions(const struct source *source, struct findings *findings)
{
	for (const struct function *it = source->functions; it; it = it->next) {
		if (it->length > FUNCTION_LINES_MAX)
			findings_add(findings, CHECK_FUNCTION_LENGTH, source, it->line,
				     "%.*s has %u lines, at most %d are allowed", STR_ARG(it->name),
				     it->length, FUNCTION_LINES_MAX);
		if (it->nesting > NESTING_MAX)
			findings_add(findings, CHECK_NESTING, source, it->line,
				     "%.*s is nested %u deep, at most %d is allowed",
				     STR_ARG(it->name), it->nesting, NESTING_MAX);
	}
}

/* Columns on the screen: a tab goes to the next multiple of eight, a character is one however many
 * bytes UTF-8 gives it. */
static u32 columns_of(str line)
{
	u32 columns = 0;
	for (size_t i = 0; i < line.len; i++) {
		unsigned char byte = (unsigned char)line.at[i];
		if (byte == '\t') columns += TAB_COLUMNS - columns % TAB_COLUMNS;
		else if ((byte & 0xc0) != 0x80) columns++;
	}
	return columns;
}

static void check_lines(const struct source *source, struct findings *findings)
{
	str rest = source->text;
	for (u32 line = 1; rest.len; line++) {
		u32 columns = columns_of(str_split(&rest, '\n'));
		u32 allowed = source->kind == SOURCE_DEF ? ROW_COLUMNS_MAX : LINE_COLUMNS_MAX;
		if (columns <= allowed) continue;
		findings_add(findings, CHECK_LINE_LENGTH, source, line,
			     "%u columns, at most %u are allowed", columns, allowed);
	}
}

void check_sizes(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (source->kind == SOURCE_OTHER) continue;
		check_functions(source, findings);
		check_lines(source, findings);
		if (source->lines > FILE_LINES_MAX)
			findings_add(findings, CHECK_FILE_LENGTH, source, 0,
				     "%u lines, at most %d are allowed", source->lines,
				     FILE_LINES_MAX);
	}
}
