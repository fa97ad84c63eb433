/* Routes: the rows of routes.def, and finding one by method and path. */
#ifndef BELFRY_API_ROUTE_H
#define BELFRY_API_ROUTE_H

#include "api/access.h"
#include "api/fields.h"

struct answer_shape;
struct command;
struct query;
struct request;

enum method { METHOD_GET, METHOD_POST, METHOD_PUT, METHOD_DELETE, METHOD_COUNT };

/* Special properties of a route; bits. */
enum route_flag {
	ROUTE_ALL = 1,       /* tenant_id=* is understood */
	ROUTE_SYSTEM = 2,    /* only for tokens of the tenant system */
	ROUTE_REPLAYS = 4,   /* Idempotency-Key counts */
	ROUTE_HOLDS = 8,     /* may wait long: the client's leaving is worth knowing */
	ROUTE_ANYBODYS = 16, /* a system token that names nobody means everybody */
	ROUTE_REPEATS = 128, /* Idempotency-Key may be sent, and means nothing */
	ROUTE_CHATTER = 256, /* machines ask it all the time: the log says so only to who asks */
	ROUTE_ANYWAY = 32,   /* rendered also when the pump refuses: request->err says so */
	ROUTE_STREAMS = 64,  /* who accepts text/event-stream is told as it happens */
	ROUTE_PAGE = 512,    /* a page: the query is its script's, not the server's */
};

typedef enum err route_decode(struct request *request);
typedef enum err route_read(struct request *request, struct query *query);
typedef enum err route_command(struct request *request, struct command *command);
/* False: the answer is not enough, the view is asked. */
typedef bool route_render(struct request *request);

enum answer_form {
	ANSWERS_NOTHING, /* a status alone */
	ANSWERS_ONE,     /* an object of the shape */
	ANSWERS_LIST,  /* {"data": [...], "next_cursor"} of the shape; "damaged" rows beside them */
	ANSWERS_WHOLE, /* the same of what is in memory: no row of it can be damaged */
	ANSWERS_BYTES, /* of the media type */
};

/* How a call that is carried out is answered. */
struct route_answer {
	int status; /* 0: there are no more */
	enum answer_form form;
	const struct answer_shape *shape;
	const char *media;
};

static inline bool route_answer_is_list(const struct route_answer *answer)
{
	return answer->form == ANSWERS_LIST || answer->form == ANSWERS_WHOLE;
}

enum { ROUTE_ANSWERS_MAX = 3 };

struct api_route {
	enum method method;
	const char *path; /* below the base; with a slash in front: outside of it */
	const char *name; /* in the description, and in programs made from it */
	enum reach reach;
	u32 flags;
	size_t body_max; /* 0: no body */
	const struct shape *body;
	const struct shape *query;
	struct route_answer answers[ROUTE_ANSWERS_MAX];
	route_decode *decode;
	route_read *read;
	route_command *command;
	route_render *render;
	route_read *view;
	const char *sentence;
};

#define API_BASE "/api/v1/scheduler/"

str method_name(enum method method);
/* HEAD is GET, and said to be HEAD. */
MUST_USE bool method_parse(str name, enum method *out_method, bool *out_is_head);
/* "GET, POST" of a bit each. */
str methods_text(u32 methods);

/* All of them; the table's order is the order of matching. */
const struct api_route *routes(u32 *out_len);

enum { ROUTE_PARTS_MAX = 3 };

/* NULL: no route has this method and path; out_allowed says with which methods there are some (a
 * bit each; 0: the path is not known at all). HEAD is asked for as GET. */
const struct api_route *route_find(enum method method, str path, str out_parts[ROUTE_PARTS_MAX],
				   u32 *out_allowed);

/* How long the answer to a call may become, in bytes: by its route, and by how much it sends. */
u64 route_answer_max(str method, str path, size_t body_len);

#endif
