/* Statistics. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

#define RANGE_MAX (90 * MSEC_DAY)
/* Without a step: rows of hours are read where the range is longer. */
#define FINE_MAX (2 * MSEC_DAY)

SHAPE_STRUCT(stats_params, STATS_PARAMS);
SHAPE_PLACES(STATS_PARAM, STATS_PARAMS);
SHAPE(stats_query, stats_params, STATS_PARAMS, "stats", "of when, and added up by what");

/* ---- what is asked ------------------------------------------------------------------------ */

struct by_word {
	str word;
	u32 by;
	u32 step; /* minutes; 0: it is none of time */
	enum stats_kind kind;
};

static const struct by_word by_words[] = {
	{ STR("minute"), STATS_BY_TIME, 1, STATS_OF_TYPE },
	{ STR("hour"), STATS_BY_TIME, STATS_HOUR, STATS_OF_TYPE },
	{ STR("day"), STATS_BY_TIME, 24 * STATS_HOUR, STATS_OF_TYPE },
	{ STR("tenant"), STATS_BY_TENANT, 0, STATS_OF_TYPE },
	{ STR("type"), STATS_BY_NUMBER, 0, STATS_OF_TYPE },
	{ STR("due_minute"), STATS_BY_NUMBER, 0, STATS_OF_DUE },
	{ STR("route"), STATS_BY_ROUTE, 0, STATS_OF_ROUTE },
};

static const struct by_word *find_word(str word)
{
	for (u32 i = 0; i < countof(by_words); i++) {
		if (str_eq(by_words[i].word, word)) return &by_words[i];
	}
	return NULL;
}

static enum err fault(struct request *request, str pointer, const char *what)
{
	struct why why;
	(void)fail(&why, ERR_INVALID, "%s", what);
	return request_fault(request, pointer, &why);
}

static enum err read_by(struct request *request, str words, struct stats_list *list)
{
	u32 kinds = 0;
	while (words.len) {
		const struct by_word *word = find_word(str_trim(str_split(&words, ',')));
		if (!word)
			return fault(request, STR("by"),
				     "must be of minute, hour, day, type, tenant, route, "
				     "due_minute");
		if (word->step && list->step && list->step != word->step)
			return fault(request, STR("by"), "must name only one of minute, hour, day");
		if (word->step) list->step = word->step;
		list->by |= word->by;
		bool is_of_its_own = word->by & (STATS_BY_NUMBER | STATS_BY_ROUTE);
		if (!is_of_its_own) continue;
		list->kind = word->kind;
		kinds++;
	}
	return kinds > 1 ? fault(request, STR("by"),
				 "must name only one of type, route, "
				 "due_minute")
			 : ERR_OK;
}

static enum err read_step(struct request *request, const struct stats_params *params,
			  struct stats_list *list)
{
	if (!is_given(params, STATS_PARAM_STEP)) return ERR_OK;
	if (params->step % MSEC_MINUTE) return fault(request, STR("step"), "must be whole minutes");
	if (list->step)
		return fault(request, STR("step"),
			     "must not be combined with minute, "
			     "hour or day");
	list->step = (u32)(params->step / MSEC_MINUTE);
	list->by |= STATS_BY_TIME;
	return ERR_OK;
}

/* To whole spans, outwards. */
static i64 minute_down(msec at, u32 step)
{
	return stats_at(at, step);
}

static i64 minute_up(msec at, u32 step)
{
	i64 down = stats_at(at, step);
	return down * MSEC_MINUTE == at ? down : down + step;
}

static enum err read_range(struct request *request, const struct stats_params *params,
			   struct stats_list *list)
{
	msec to = request->now.wall, from = 0;
	enum err err = ERR_OK;
	if (is_given(params, STATS_PARAM_TO))
		err = request_when(request, &params->to, STR(""), STR("to"), &to);
	if (err) return err;
	/* Rounded up to a step, it still has a year of four digits. */
	if (to > MSEC_YEAR_9999_END - 7 * MSEC_DAY) to = MSEC_YEAR_9999_END - 7 * MSEC_DAY;
	from = to - MSEC_HOUR;
	if (is_given(params, STATS_PARAM_FROM))
		err = request_when(request, &params->from, STR(""), STR("from"), &from);
	if (err) return err;
	if (from >= to) return fault(request, STR("from"), "must be before `to`");
	if (to - from > RANGE_MAX)
		return fault(request, STR("from"), "must be at most 90 days before `to`");
	bool by_time = list->by & STATS_BY_TIME;
	bool is_coarse = by_time ? list->step % STATS_HOUR == 0 : to - from > FINE_MAX;
	list->span = is_coarse ? STATS_HOUR : 1;
	if (!by_time) list->step = list->span;
	list->from = minute_down(from, list->step);
	list->to = minute_up(to, list->step);
	if (by_time && (list->to - list->from) / list->step > STATS_GROUPS_MAX)
		return fault(request, STR("from"),
			     "asks for more than 5,000 rows; choose a longer step");
	return ERR_OK;
}

enum err stats_decode(struct request *request)
{
	const struct stats_params *params = request->params;
	struct stats_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	bool has_words = is_given(params, STATS_PARAM_BY) || is_given(params, STATS_PARAM_STEP);
	if (!request->is_all) list->tenant = request->tenant;
	list->type = params->type;
	enum err err = read_by(request, has_words ? params->by : STR("minute"), list);
	if (!err) err = read_step(request, params, list);
	if (!err && list->type.len && list->kind != STATS_OF_TYPE)
		err = fault(request, STR("type"), "must not be combined with route or due_minute");
	return err ? err : read_range(request, params, list);
}

/* ---- what is answered --------------------------------------------------------------------- */

static void write_spans(struct buf *out, struct key_loose key, const u64 *cells, u32 first)
{
	struct spans spans = stats_spans(cells, first);
	put_open(out, key, '{');
	put_u64(out, KEY(stats_spans, count), spans.count);
	if (spans.count) {
		put_u64(out, KEY(stats_spans, mean_ms), spans.sum / spans.count);
		put_i64(out, KEY(stats_spans, p50_ms), spans_quantile(&spans, 50));
		put_i64(out, KEY(stats_spans, p95_ms), spans_quantile(&spans, 95));
		put_i64(out, KEY(stats_spans, p99_ms), spans_quantile(&spans, 99));
		put_open(out, KEY(stats_spans, buckets), '[');
		for (u32 i = 0; i <= SPAN_BOUNDS; i++) write_u64(out, cells[first + 1 + i]);
		write_close(out, ']');
	}
	write_close(out, '}');
}

static void write_due(struct buf *out, u32 number)
{
	if (!number) put_null(out, KEY(stats_row, due_minute));
	else put_u64(out, KEY(stats_row, due_minute), number - 1);
}

static void write_group(struct buf *out, const struct stats_list *list,
			const struct stats_group *group)
{
	str other = STR("other");
	write_open(out, '{');
	if (list->by & STATS_BY_TIME) put_instant(out, KEY(stats_row, at), group->at * MSEC_MINUTE);
	if (list->by & STATS_BY_TENANT)
		put_text(out, KEY(stats_row, tenant_id),
			 group->tenant ? group->tenant_text : other);
	if (list->by & STATS_BY_ROUTE)
		put_text(out, KEY(stats_row, route), group->name.len ? group->name : other);
	if (list->by & STATS_BY_NUMBER && list->kind == STATS_OF_TYPE)
		put_text(out, KEY(stats_row, type), group->number ? group->type_text : other);
	if (list->by & STATS_BY_NUMBER && list->kind == STATS_OF_DUE) write_due(out, group->number);
	for (u32 i = 0; i < STATS_COUNT; i++) {
		if (stats_kind_of((enum stats_count)i) == list->kind)
			put_u64(out, WORD_KEY(stats_word((enum stats_count)i)), group->cells[i]);
	}
	if (list->kind == STATS_OF_TYPE) {
		write_spans(out, LOOSE(stats_row, start_delay), group->cells, STATS_DELAY);
		write_spans(out, LOOSE(stats_row, duration), group->cells, STATS_DURATION);
	}
	write_close(out, '}');
}

static void write_head(struct request *request, const struct stats_list *list,
		       const struct stats_page *page)
{
	struct buf *out = &request->out;
	msec through = page->through < request->now.wall ? page->through : request->now.wall;
	put_instant(out, KEY(stats, from), list->from * MSEC_MINUTE);
	put_instant(out, KEY(stats, to), list->to * MSEC_MINUTE);
	if (list->by & STATS_BY_TIME) put_u64(out, KEY(stats, step_seconds), (u64)list->step * 60);
	put_instant(out, KEY(stats, complete_through), through);
	put_open(out, KEY(stats, bounds_ms), '[');
	for (u32 i = 0; i < SPAN_BOUNDS; i++) write_i64(out, span_bound(i));
	write_close(out, ']');
}

enum err stats_view(struct request *request, struct query *query)
{
	const struct stats_list *list = request->found;
	struct stats_page page = { 0 };
	struct buf *out = &request->out;
	enum err err = query->calls->stats(query, list, &request->arena, &page);
	if (err == ERR_BUSY)
		return request_refuse(request, ERR_BUSY,
				      "too many rows to add up: choose a shorter span, or group "
				      "by hour");
	if (err) return err;
	if (page.is_cut)
		return fault(request, STR("by"),
			     "asks for more than 5,000 rows; choose a "
			     "shorter span or fewer groups");
	write_open(out, '{');
	write_head(request, list, &page);
	put_open(out, KEY(stats, data), '[');
	for (u32 i = 0; i < page.len; i++) write_group(out, list, &page.rows[i]);
	write_close(out, ']');
	put_null(out, KEY(stats, next_cursor));
	write_close(out, '}');
	return ERR_OK;
}
