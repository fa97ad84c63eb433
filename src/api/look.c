#include "api/look.h"

#include "api/audit.h"
#include "api/parts.h"

/* "tasks/:id/reschedule" is done to "tasks/:id". */
static str object_path(const struct api_route *route)
{
	str path = str_from(route->path);
	size_t last = path.len;
	while (last && path.at[last - 1] != '/') last--;
	bool is_act = last && path.at[last] != ':';
	return is_act ? str_slice(path, 0, last - 1) : path;
}

static bool shows(const struct api_route *view, str path)
{
	return view->method == METHOD_GET && view->view && !view->read && !view->command &&
	       str_eq(str_from(view->path), path);
}

static const struct api_route *find_view(const struct api_route *route, str path)
{
	u32 len;
	const struct api_route *all = routes(&len);
	for (u32 i = 0; i < len; i++) {
		const struct api_route *view = &all[i];
		if (!shows(view, path)) continue;
		bool is_alike = view->query == route->query &&
				(!view->decode || view->decode == route->decode);
		return is_alike ? view : NULL;
	}
	return NULL;
}

const struct api_route *look_route(const struct api_route *route)
{
	const struct api_route *view = find_view(route, str_from(route->path));
	return view ? view : find_view(route, object_path(route));
}

/* As the answer to a GET would have it: of the version, or of the bytes. */
static str tag_of(struct request *shown)
{
	if (!request_has_etag(shown)) request_put_etag_of_bytes(shown);
	for (u32 i = 0; i < shown->reply.fields_len; i++) {
		if (str_eq(shown->reply.fields[i].name, STR("ETag")))
			return shown->reply.fields[i].value;
	}
	return (str){ 0 };
}

enum err look_at(struct request *request, struct query *query, const struct api_route *view,
		 struct look *out_look)
{
	struct request kept = *request;
	/* The view writes an answer: all of it but its text and tag is taken back. */
	buf_init(&request->out, (size_t)4 << 20);
	enum err err = view->view(request, query);
	str tag = err ? (str){ 0 } : tag_of(request);
	struct buf shown = request->out;
	struct arena arena = request->arena;
	*request = kept;
	request->arena = arena;
	*out_look = (struct look){ .text = shown, .tag = tag };
	if (!err && (buf_failed(&shown) || arena_failed(&arena))) err = ERR_MEMORY;
	return err;
}

void look_done(struct look *look)
{
	buf_done(&look->text);
}

/* ---- If-Match ------------------------------------------------------------------------------- */

static bool is_change(const struct api_route *route)
{
	return route->method == METHOD_PUT || route->method == METHOD_DELETE;
}

bool look_is_demanded(const struct request *request)
{
	return request->match.if_match.len && is_change(request->route) &&
	       look_route(request->route);
}

/* ERR_VERSION: it stands otherwise than the request demands. */
static enum err compare(struct request *request, enum err found, const struct look *look)
{
	if (!look_is_demanded(request)) return ERR_OK;
	request->match.is_compared = true;
	if (found == ERR_NOT_FOUND)
		return request_refuse(request, ERR_VERSION,
				      "If-Match: the object does not exist yet");
	if (!found && !tags_have(request->match.if_match, look->tag))
		return request_refuse(request, ERR_VERSION,
				      "If-Match: the object has another version");
	return found;
}

enum err look_before(struct request *request, struct query *query)
{
	struct look look;
	bool wants = audit_wants_look(request->route) || look_is_demanded(request);
	audit_note_before(request, NULL);
	if (!wants) return ERR_OK;
	enum err err = look_at(request, query, look_route(request->route), &look);
	if (!err) audit_note_before(request, &look);
	err = compare(request, err, &look);
	look_done(&look);
	return err;
}

enum err look_was_made(struct request *request)
{
	bool is_any = str_eq(str_trim(request->match.if_match), STR("*"));
	if (!request->match.if_match.len || is_any || request->match.is_compared ||
	    !is_change(request->route))
		return ERR_OK;
	return request_refuse(request, ERR_VERSION, "If-Match: this object has no version");
}
