#include "api/streams.h"

#include "api/event.h"
#include "api/parts.h"
#include "api/place.h"
#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"

enum {
	PAGE_EVENTS = 100,
	PAGE_BYTES_MAX = 128 << 10, /* and the rest of the event that goes beyond it */
	OUT_BYTES_MAX = 8 << 20,
	UNSENT_MAX = 256 << 10, /* bytes that a client has yet to read: nothing more for it */
	LIFE_MS = 15000,        /* a sign of life, when there is nothing to tell */
};

/* A page that a reader found. Apart from what the loop looks at meanwhile. */
struct found_page {
	bool has_more;
	bool is_cut; /* what it goes on from has been removed */
	enum err err;
};

struct stream {
	struct list_node node;
	struct request *request;
	struct event_list list; /* what it is about, and how far it was told */
	struct arena arena;     /* of one page */
	struct buf out;
	struct found_page found;
	msec told_at;    /* boot: when the last bytes were written */
	bool is_reading; /* a reader's thread has it: list, arena, out and found are its own */
	bool is_due;     /* there may be something to tell */
	bool is_gone;
};

struct streams {
	struct list all;
	u32 count;
	bool is_in_doubt;
};

enum err streams_new(struct streams **out_streams)
{
	struct streams *streams = mem_alloc_zeroed(sizeof *streams);
	if (!streams) return ERR_MEMORY;
	list_init(&streams->all);
	*out_streams = streams;
	return ERR_OK;
}

void streams_free(struct streams *streams)
{
	if (!streams) return;
	must(streams->count == 0);
	mem_free(streams);
}

u32 streams_count(const struct streams *streams)
{
	return streams->count;
}

static struct hash_key place_key_of(const struct stream *stream)
{
	return api_place_key(stream->request->api);
}

static const struct api_doors *doors_of(const struct stream *stream)
{
	return api_doors(stream->request->api);
}

/* ---- its end ------------------------------------------------------------------------------ */

static void stream_end(struct streams *streams, struct stream *stream)
{
	struct request *request = stream->request;
	const struct api_doors *doors = api_doors(request->api);
	must(!stream->is_reading);
	list_remove(&stream->node);
	streams->count--;
	arena_done(&stream->arena);
	buf_done(&stream->out);
	mem_free(stream);
	request->listening.stream = NULL;
	doors->stream_end(doors->context, request->connection);
	request_end(request);
}

/* Once no reader has it. */
static void end_soon(struct streams *streams, struct stream *stream)
{
	stream->is_gone = true;
	if (!stream->is_reading) stream_end(streams, stream);
}

void streams_gone(struct streams *streams, struct request *request)
{
	if (request->listening.stream) end_soon(streams, request->listening.stream);
}

/* ---- reading ------------------------------------------------------------------------------ */

/* When nobody is free to read, the next tick asks again. */
static void read_on(struct stream *stream)
{
	const struct api_doors *doors = doors_of(stream);
	if (stream->is_reading || stream->is_gone || !stream->is_due) return;
	if (doors->stream_unsent(doors->context, stream->request->connection) > UNSENT_MAX) return;
	if (doors->read(doors->context, stream->request)) return;
	stream->is_reading = true;
	stream->is_due = false;
	stream->request->posts_due++;
}

static void write_page(struct stream *stream, const struct event_page *page)
{
	u32 told = 0;
	while (told < page->len && stream->out.len < PAGE_BYTES_MAX)
		event_write_sent(&stream->out, &page->rows[told++], place_key_of(stream));
	bool is_whole = told == page->len;
	stream->list.from = is_whole ? page->through : page->rows[told - 1].place;
	stream->list.way = EVENTS_ON;
	stream->found.is_cut = page->is_cut;
	stream->found.has_more = page->has_more || !is_whole;
}

void streams_read(struct request *request, struct query *query)
{
	struct stream *stream = request->listening.stream;
	struct event_page page = { 0 };
	arena_reset(&stream->arena);
	buf_clear(&stream->out);
	stream->found = (struct found_page){ 0 };
	enum err err = query->calls->events(query, &stream->list, &stream->arena, &page);
	if (!err) write_page(stream, &page);
	if (!err && buf_failed(&stream->out)) err = ERR_MEMORY;
	stream->found.err = err;
}

/* ---- telling ------------------------------------------------------------------------------ */

static bool tell(struct stream *stream, str bytes, msec boot)
{
	const struct api_doors *doors = doors_of(stream);
	stream->told_at = boot;
	return doors->stream_write(doors->context, stream->request->connection, bytes);
}

/* Between what it was told before and what follows, something is missing. */
static bool tell_cut(struct stream *stream, msec boot)
{
	return tell(stream,
		    STR("event: events.cut\ndata: {\"detail\":\"events before this have been "
			"removed\"}\n\n"),
		    boot);
}

/* Also says how far it has come, so that who comes back does not begin far behind. */
static bool tell_life(struct stream *stream, msec boot)
{
	struct buf text;
	buf_init(&text, 100);
	if (stream->list.from.turn && stream->list.way == EVENTS_ON) {
		buf_add(&text, STR("id: "));
		place_print(place_key_of(stream), stream->list.from, &text);
		buf_add_byte(&text, '\n');
	}
	buf_add(&text, STR(": still here\n\n"));
	bool is_told = tell(stream, buf_view(&text), boot);
	buf_done(&text);
	return is_told;
}

void streams_resume(struct streams *streams, struct request *request)
{
	struct stream *stream = request->listening.stream;
	const struct api_doors *doors = doors_of(stream);
	const struct found_page *found = &stream->found;
	msec boot = doors->now(doors->context).boot;
	bool is_told = true;
	stream->is_reading = false;
	if (stream->is_gone) {
		stream_end(streams, stream);
		return;
	}
	/* A store that cannot be read now may be in a while. */
	if (found->err == ERR_MEMORY || found->err == ERR_STORE_DAMAGED) is_told = false;
	else if (found->err || found->has_more) stream->is_due = true;
	if (is_told && !found->err && found->is_cut) is_told = tell_cut(stream, boot);
	if (is_told && !found->err && stream->out.len)
		is_told = tell(stream, buf_view(&stream->out), boot);
	if (!is_told) stream_end(streams, stream);
	else if (!found->err) read_on(stream);
}

/* ---- its beginning ------------------------------------------------------------------------ */

bool stream_is_wanted(const struct request *request, const struct api_call *call)
{
	if (!(request->route->flags & ROUTE_STREAMS) || request->is_head) return false;
	return call_accepts(call, STR("text/event-stream"));
}

static u32 count_of_token(const struct streams *streams, const struct uuid *token)
{
	u32 count = 0;
	list_for_each_of(struct stream, stream, &streams->all, node)
		count += uuid_eq(&stream->request->who.token, token);
	return count;
}

static enum err admit(struct streams *streams, struct request *request)
{
	if (streams->count == STREAMS_MAX)
		return request_refuse(request, ERR_BUSY, "%d streams are already open",
				      STREAMS_MAX);
	if (count_of_token(streams, &request->who.token) >= STREAMS_A_TOKEN)
		return request_refuse(request, ERR_QUOTA, "this token already has %d streams open",
				      STREAMS_A_TOKEN);
	return ERR_OK;
}

static void open_answer(struct stream *stream)
{
	const struct api_doors *doors = doors_of(stream);
	struct request *request = stream->request;
	const struct api_field fields[] = { { STR("Cache-Control"), STR("no-store") },
					    { STR("X-Content-Type-Options"), STR("nosniff") },
					    { STR("X-Accel-Buffering"), STR("no") },
					    { STR("X-Request-Id"), request->id } };
	const struct api_response response = { .status = 200,
					       .is_head = request->is_head,
					       .content_type = STR("text/event-stream"),
					       .fields = fields,
					       .fields_len = countof(fields) };
	doors->stream_begin(doors->context, request->connection, &response);
}

enum err streams_begin(struct streams *streams, struct request *request, str last)
{
	struct event_place from = { 0 };
	enum err err = admit(streams, request);
	if (err) return err;
	if (last.len && !place_parse(api_place_key(request->api), last, &from))
		return request_refuse(request, ERR_INVALID, "Last-Event-ID " PLACE_REFUSED);
	struct stream *stream = mem_alloc_zeroed(sizeof *stream);
	if (!stream) return ERR_MEMORY;
	stream->request = request;
	stream->list = *(const struct event_list *)request->found;
	if (last.len) {
		stream->list.way = EVENTS_ON;
		stream->list.from = from;
	} else if (stream->list.way == EVENTS_BACK) {
		stream->list.way = EVENTS_NEWEST;
	}
	stream->list.limit = PAGE_EVENTS;
	arena_init(&stream->arena, OUT_BYTES_MAX);
	buf_init(&stream->out, OUT_BYTES_MAX);
	stream->is_due = true;
	list_push_back(&streams->all, &stream->node);
	streams->count++;
	request->listening.stream = stream;
	open_answer(stream);
	/* A client that has left already is noticed in a moment. */
	(void)!tell(stream, STR("retry: 2000\n\n"), request->now.boot);
	read_on(stream);
	return ERR_OK;
}

/* ---- what happens ------------------------------------------------------------------------- */

static bool is_about(const struct event_list *list, const struct wakeup *wakeup)
{
	if (list->tenant.len && !str_eq(list->tenant, wakeup->tenant)) return false;
	if (list->type.len && !str_eq(list->type, wakeup->type)) return false;
	return !list->kinds || list->kinds & wakeup->kinds;
}

static bool is_woken(const struct stream *stream, const struct wakeup *wakeups, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (is_about(&stream->list, &wakeups[i])) return true;
	}
	return false;
}

/* Events that do not concern the stream count as seen: nobody reads for it. */
static void see(const struct streams *streams, struct stream *stream, u64 turn)
{
	bool is_idle = !stream->is_reading && !stream->is_due && stream->list.way == EVENTS_ON;
	if (!is_idle || streams->is_in_doubt || stream->list.from.turn >= turn) return;
	stream->list.from = (struct event_place){ turn, UINT32_MAX };
}

void streams_wake(struct streams *streams, const struct wakeup *wakeups, u32 len, bool is_all,
		  u64 turn)
{
	list_for_each_of(struct stream, stream, &streams->all, node)
	{
		if (is_all || is_woken(stream, wakeups, len)) {
			stream->is_due = true;
			read_on(stream);
		} else {
			see(streams, stream, turn);
		}
	}
}

void streams_doubt(struct streams *streams, bool is_in_doubt)
{
	streams->is_in_doubt = is_in_doubt;
	if (!is_in_doubt) streams_wake(streams, NULL, 0, true, 0);
}

static bool is_welcome(const struct request *request, struct now now)
{
	const struct token_row *row;
	struct who who;
	if (request->caller.session.len)
		return sessions_find(api_sessions(request->api), request->caller.session, &now,
				     &who);
	return !auth_check_again(api_auth(request->api), &request->who.token, now.wall, &row);
}

void streams_tick(struct streams *streams, struct now now)
{
	list_for_each_of(struct stream, stream, &streams->all, node)
	{
		bool lives = !stream->is_gone && is_welcome(stream->request, now);
		if (lives && !stream->is_reading && now.boot - stream->told_at >= LIFE_MS)
			lives = tell_life(stream, now.boot);
		if (!lives) end_soon(streams, stream);
		else read_on(stream);
	}
}

/* ---- the API's side ----------------------------------------------------------------------- */

void api_wake(struct api *api, const struct wakeup *wakeups, u32 len, bool is_all, u64 turn)
{
	streams_wake(api_streams_of(api), wakeups, len, is_all, turn);
}

void api_doubt(struct api *api, bool is_in_doubt)
{
	streams_doubt(api_streams_of(api), is_in_doubt);
}

void api_tick(struct api *api)
{
	const struct api_doors *doors = api_doors(api);
	streams_tick(api_streams_of(api), doors->now(doors->context));
}

u32 api_streams(const struct api *api)
{
	return streams_count(api_streams_of(api));
}
