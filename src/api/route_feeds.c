/* A person's reminders as a calendar behind a secret link. The link names its tenant and its person
 * and has 256 random bits, whose hash alone is kept, as a document of the tenant under the person's
 * name: a new link ends the one before. Nobody needs a token for it; who guesses is slowed down as
 * who guesses tokens is. */
#include "api/documents.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/token.h"
#include "model/ics.h"
#include "store/query.h"

enum {
	FEED_REMINDERS_MAX = 500, /* the soonest */
	SECRET_HEX = 2 * TOKEN_SECRET_BYTES,
	HASH_HEX = 2 * TOKEN_HASH_BYTES,
	WHOSE_MAX = 2 * LIMIT_TENANT_NAME_BYTES + 1,
};

/* ---- made and revoked ----------------------------------------------------------------------- */

struct new_feed {
	char link[2 * WHOSE_MAX + 1 + SECRET_HEX];
	u32 link_len;
};

enum err feed_decode(struct request *request)
{
	struct why why;
	if (str_eq(request->parts[0], STR("self")) && request->who.user.len)
		request->parts[0] = request->who.user;
	if (name_check(NAME_TENANT, request->parts[0], "user_id", &why)) return ERR_NOT_FOUND;
	bool is_another = request->who.role == ROLE_USER &&
			  !str_eq(request->parts[0], request->who.user);
	return is_another ? ERR_NOT_FOUND : ERR_OK;
}

/* A person who is unknown and never had a reminder is answered as not found. */
enum err feed_read_person(struct request *request, struct query *query)
{
	struct reminder_list list = { .tenant = request->tenant,
				      .user = request->parts[0],
				      .limit = 1 };
	struct reminder_page page = { 0 };
	struct document_view document;
	enum err err = document_find(request, query, DOCUMENT_USER, request->parts[0], &document);
	if (err != ERR_NOT_FOUND) return err;
	err = query->calls->reminders(query, &list, &request->arena, &page);
	return err || page.len ? err : ERR_NOT_FOUND;
}

static str print_hash(struct request *request, const u8 secret[TOKEN_SECRET_BYTES])
{
	struct token_hash hash = token_hash(secret);
	char *text = arena_alloc(&request->arena, HASH_HEX);
	if (!text) return (str){ 0 };
	hex_print(hash.bytes, sizeof hash.bytes, text);
	return (str){ text, HASH_HEX };
}

/* "acme/ann" and the secret, both as hexadecimal digits, with a hyphen between. */
static void print_link(struct request *request, const u8 secret[TOKEN_SECRET_BYTES],
		       struct new_feed *made)
{
	char room[WHOSE_MAX];
	struct buf whose = { .at = room, .capacity = sizeof room, .max = sizeof room };
	buf_add(&whose, request->tenant);
	buf_add_byte(&whose, '/');
	buf_add(&whose, request->parts[0]);
	hex_print((const u8 *)room, whose.len, made->link);
	made->link[2 * whose.len] = '-';
	hex_print(secret, TOKEN_SECRET_BYTES, made->link + 2 * whose.len + 1);
	made->link_len = (u32)(2 * whose.len + 1 + SECRET_HEX);
}

enum err feed_create(struct request *request, struct command *command)
{
	const struct api_doors *doors = api_doors(request->api);
	struct new_feed *made = arena_alloc_zeroed(&request->arena, sizeof *made);
	u8 secret[TOKEN_SECRET_BYTES];
	struct buf body;
	if (!made) return ERR_MEMORY;
	request->found = made;
	doors->random(doors->context, secret, sizeof secret);
	buf_init(&body, 256);
	write_open(&body, '{');
	put_text(&body, OWN_KEY("hash"), print_hash(request, secret));
	write_close(&body, '}');
	print_link(request, secret, made);
	secret_forget(secret, sizeof secret);
	command->kind = COMMAND_DOCUMENT_PUT;
	command->document = (struct document_command){ .kind = DOCUMENT_FEED,
						       .name = request->parts[0],
						       .body = str_copy(&request->arena,
									buf_view(&body)),
						       .expected = DOCUMENT_ANY };
	buf_done(&body);
	return ERR_OK;
}

/* The same call again made no other link, and nobody knows that one any more. */
bool feed_render(struct request *request)
{
	struct new_feed *made = request->found;
	struct buf *out = &request->out;
	struct buf url;
	str link = { made->link, made->link_len };
	buf_init(&url, 2048);
	buf_addf(&url, "%.*s/feeds/%.*s.ics", STR_ARG(api_origin(request->api)), STR_ARG(link));
	write_open(out, '{');
	put_text(out, KEY(feed, user_id), request->parts[0]);
	put_text_or_null(out, KEY(feed, url),
			 request->answer.is_replayed ? STR("") : buf_view(&url));
	write_close(out, '}');
	buf_done(&url);
	secret_forget(made->link, sizeof made->link);
	return true;
}

enum err feed_delete(struct request *request, struct command *command)
{
	command->kind = COMMAND_DOCUMENT_DELETE;
	command->document.kind = DOCUMENT_FEED;
	command->document.name = request->parts[0];
	return request_expected_document(request, &command->document.expected);
}

/* ---- read ----------------------------------------------------------------------------------- */

struct feed {
	str user;
	u8 secret[TOKEN_SECRET_BYTES];
	bool is_known;
	struct reminder_page page;
};

static enum err refuse(struct request *request)
{
	struct auth *auth = api_auth(request->api);
	auth_note_wrong(auth, request->caller.source, request->now.boot);
	return request_refuse(request, ERR_NOT_FOUND, "there is no such feed");
}

static bool parse_link(struct request *request, struct feed *feed)
{
	str link = request->parts[0], end = STR(".ics");
	if (link.len <= end.len || !str_eq(str_from_offset(link, link.len - end.len), end))
		return false;
	link = str_slice(link, 0, link.len - end.len);
	str whose = str_split(&link, '-');
	if (whose.len < 2 || whose.len % 2 || whose.len > 2 * (size_t)WHOSE_MAX) return false;
	char *room = arena_alloc(&request->arena, whose.len / 2);
	if (!room || !hex_parse(whose, (u8 *)room, whose.len / 2)) return false;
	if (!hex_parse(link, feed->secret, sizeof feed->secret)) return false;
	str names = { room, whose.len / 2 };
	request->tenant = str_split(&names, '/');
	feed->user = names;
	return request->tenant.len && feed->user.len;
}

enum err feed_decode_link(struct request *request)
{
	struct auth *auth = api_auth(request->api);
	struct feed *feed = arena_alloc_zeroed(&request->arena, sizeof *feed);
	if (!feed) return ERR_MEMORY;
	request->found = feed;
	request->reply.retry_after = auth_penalty(auth, request->caller.source, request->now.boot);
	if (request->reply.retry_after)
		return request_refuse(request, ERR_QUOTA,
				      "too many wrong links or tokens from this address; try "
				      "again later");
	return parse_link(request, feed) ? ERR_OK : refuse(request);
}

static bool is_the_one(struct request *request, const struct feed *feed, str body)
{
	str kept;
	if (!json_find(body, STR("hash"), &kept) || kept.len != HASH_HEX + 2) return false;
	str given = print_hash(request, feed->secret);
	return given.len && secret_eq(given, str_slice(kept, 1, kept.len - 1));
}

enum err feed_read(struct request *request, struct query *query)
{
	struct feed *feed = request->found;
	struct reminder_list list = { .tenant = request->tenant,
				      .user = feed->user,
				      .is_upcoming = true,
				      .until = MSEC_MAX,
				      .limit = FEED_REMINDERS_MAX };
	struct document_view document;
	enum err err = document_find(request, query, DOCUMENT_FEED, feed->user, &document);
	if (err == ERR_NOT_FOUND) return ERR_OK;
	if (err) return err;
	feed->is_known = is_the_one(request, feed, document.row.body);
	if (!feed->is_known) return ERR_OK;
	return query->calls->reminders(query, &list, &request->arena, &feed->page);
}

/* On the loop's thread, where zones are known. */
enum err feed_write(struct request *request, struct command *command)
{
	const struct api_doors *doors = api_doors(request->api);
	const struct feed *feed = request->found;
	(void)command;
	if (!feed->is_known) return refuse(request);
	struct ics_item *items = arena_alloc_array(&request->arena, feed->page.len + 1,
						   sizeof *items);
	if (!items) return ERR_MEMORY;
	for (u32 i = 0; i < feed->page.len; i++) {
		const struct reminder_row *row = &feed->page.rows[i].row;
		str zone = row->zone.len ? row->zone : STR("UTC");
		struct why why;
		items[i] = (struct ics_item){ .row = row };
		if (doors->zone(doors->context, zone, &items[i].zone, &why)) items[i].zone = NULL;
	}
	ics_write(&request->out, items, feed->page.len, request->now.wall);
	request->reply.content_type = STR("text/calendar; charset=utf-8");
	request->is_done = true;
	if (!buf_failed(&request->out)) request_put_etag_of_bytes(request);
	return ERR_OK;
}
