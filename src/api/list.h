/* Lists: ?limit= and ?cursor=, {"data": [...], "next_cursor": ...}. */
#ifndef BELFRY_API_LIST_H
#define BELFRY_API_LIST_H

#include "api/request.h"
#include "api/shapes.h"

enum { LIST_LIMIT_DEFAULT = 50, LIST_LIMIT_MAX = 500, LIST_BYTES_MAX = 1 << 20 };

/* The members of every struct of a list's parameters. */
struct list_params {
	i64 limit;
	str cursor;
};

/* Of lists by id: from when, and before when, their rows came to be. */
struct span_params {
	struct given_when since;
	struct given_when until;
};

/* Of lists that know no other filter. */
SHAPE_STRUCT(page_params, PAGE_PARAMS);

/* How many, and behind which place (empty: from the start). ERR_INVALID: the cursor is not of this
 * list. */
MUST_USE enum err list_begin(struct request *request, const struct list_params *params,
			     u32 *out_limit, str *out_place);
/* The same where the place is an id; nil: from the start. */
MUST_USE enum err list_begin_by_id(struct request *request, const struct list_params *params,
				   u32 *out_limit, struct uuid *out_after);

/* Narrows a list by id, newest first, to a span: the ids of a time follow each other. */
MUST_USE enum err list_narrow(struct request *request, const struct span_params *span,
			      struct uuid *out_since, struct uuid *after);
/* An instant that may be left out: 0. */
MUST_USE enum err list_instant(struct request *request, const struct given_when *when, str pointer,
			       msec *out_at);

void list_open(struct request *request);
/* Whether the answer has room for another row; a page that is too long in bytes ends early. */
bool list_has_room(const struct request *request);
/* Names the damaged rows of the lists that were asked for. list_close does it, in a member of their
 * own, so that every entry of `data` has the same members; answers that are lines have to. */
void list_damaged(struct request *request, bool is_lines);
/* `place`: of the last row that was written; has_more: there is something behind it. */
void list_close(struct request *request, bool has_more, str place);
/* The cursor as a header field, for answers that are no object. */
void list_add_next(struct request *request, str place);
void list_close_by_id(struct request *request, bool has_more, const struct uuid *last);

/* The whole answer of a list by id: a page of store/query.h, while the answer has room. `show`
 * writes the row `i`. `after` is the place that the page began behind.
 *
 *   LIST_BY_ID(request, page, i, &list->after, show_run(&request->out, &page.rows[i])); */
#define LIST_BY_ID(request, page, i, after, show)                                   \
	do {                                                                        \
		u32 i = 0;                                                          \
		list_open(request);                                                 \
		for (; i < (page).len && list_has_room(request); i++) show;         \
		list_close_by_id(request, i && ((page).has_more || i < (page).len), \
				 i ? &(page).rows[i - 1].row.id : (after));         \
	} while (0)

#endif
