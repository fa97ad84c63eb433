#include "model/books.h"

#include "calendar/daybook.h"

static enum err add_line(struct daybook *book, str line, struct why *why)
{
	str rule = line;
	str date = str_split(&rule, ' ');
	if (!rule.len) return daybook_add_date(book, date, why);
	return daybook_add_rule(book, str_trim(rule), date, why);
}

enum err calendar_read(struct daybook *book, str body, struct why *why)
{
	u32 number = 0;
	while (body.len) {
		struct why inner;
		str line = str_trim(str_split(&body, '\n'));
		number++;
		if (!line.len) continue;
		enum err err = add_line(book, line, &inner);
		if (err) return fail(why, err, "entry %u: %s", number, inner.text);
	}
	return ERR_OK;
}

void books_init(struct books *books, const struct books_sources *sources)
{
	*books = (struct books){ .sources = sources };
}

void books_done(struct books *books)
{
	for (u32 i = 0; i < books->len; i++) daybook_free(books->all[i]);
	books->len = 0;
}

static const struct daybook *make_book(struct books *books, const struct calendar_row *row)
{
	struct daybook *book = NULL;
	books->err = daybook_new(&book);
	if (books->err) return NULL;
	books->all[books->len++] = book;
	books->err = calendar_read(book, row->body, &books->why);
	return books->err ? NULL : book;
}

static const struct daybook *find_book(void *context, str name)
{
	struct books *books = context;
	for (u32 i = 0; i < books->sources->calendars_len; i++) {
		const struct calendar_row *row = &books->sources->calendars[i];
		if (str_eq(row->name, name) && books->len < countof(books->all))
			return make_book(books, row);
	}
	return NULL;
}

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	const struct books_sources *sources = ((struct books *)context)->sources;
	return sources->zone(sources->context, name, out_zone, why);
}

struct timetable_sources books_timetable_sources(struct books *books)
{
	return (struct timetable_sources){ books, find_zone, find_book };
}
