/* The HTTP/1.1 server: bytes become requests, answers become bytes. It knows nothing of what they
 * are about; a handler decides.
 *
 * Everything here belongs to the loop's thread. Another thread hands its answers over by loop_post.
 *
 * The life of a request:
 *   head      the head was read and is sound; the handler says how long the body may be, or
 *             answers (401, 404, 413), at once or while the body comes: then no more of it is read
 *   request   the whole request is there; from here on the handler owes one answer, now or later:
 *             http_answer, or http_stream_begin ... http_stream_end. Until then the request and all
 *             it borrows stay valid, also when the client has left
 *   gone      (if asked for) the client left before the answer; the answer is still owed, and goes
 *             nowhere. Before `request` was called nothing is owed: the request ends with `gone`,
 *             so whoever keeps one from `head` on asks for it
 *
 * Requests of one connection reach the handler in the order they came, up to `pipeline_max` of them
 * before the first is answered, and are answered in that order. A request is handled only once its
 * answer has room: answers that wait to be taken, and those that requests before it may yet get,
 * are together within `output_max`, the longest of these left out. Whoever starts what they ask for
 * in the order of the calls keeps their order of effect. */
#ifndef BELFRY_NET_HTTP_H
#define BELFRY_NET_HTTP_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"
#include "net/address.h"
#include "net/loop.h"

struct http_server;
struct http_exchange; /* the server's state of a request */

/* clang-format off */
#define HTTP_VERBS(X) X(GET) X(HEAD) X(POST) X(PUT) X(PATCH) X(DELETE) X(OPTIONS)
enum http_verb {
	HTTP_VERB_OTHER, /* well-formed, but none of these: see method_name */
#define X(name) HTTP_VERB_##name,
	HTTP_VERBS(X)
#undef X
};
/* clang-format on */

enum { HTTP_MEMORY_BYTES = 176 };

struct http_request {
	enum http_verb method;
	str method_name;
	str path;  /* decoded once; begins with a slash (uri_next_segment) */
	str query; /* raw (uri_query_next) */
	str host;  /* the Host field; empty only in HTTP/1.0 */
	str body;  /* empty until `request` */
	/* the client; behind a trusted proxy the client that the proxy names */
	struct address source;
	bool is_secure;  /* by TLS, here or at a trusted proxy */
	bool is_proxied; /* forwarded by a trusted proxy */
	void *context;   /* for the handler's use */
	/* HTTP_MEMORY_BYTES of each connection, for the handler's use, aligned for any type. Zeroed
	 * when the connection begins, wiped when it ends. */
	u8 *memory;
	struct http_exchange *exchange;
};

/* A header field's value by its name, in any case; empty if missing; the first of several. */
str http_field(const struct http_request *request, str name);
bool http_field_is_repeated(const struct http_request *request, str name);

struct http_pair {
	str name;
	str value;
};

/* True: the whole answer was passed to the client's socket. False: it was not, and will not be. May
 * be called during http_answer. */
typedef void http_sent(void *context, bool was_sent);
typedef void http_gone(void *context, struct http_request *request);

/* Everything is borrowed for the call. Names and values must be free of control characters; the
 * server itself adds Date, Content-Length, Connection and Transfer-Encoding. */
struct http_answer {
	int status;
	str content_type; /* empty: none */
	const struct http_pair *pairs;
	u32 pair_count;
	str body;
	/* instead of body: the server takes the content over and leaves it empty; a large one is
	 * not copied */
	struct buf *take;
	bool close;      /* close the connection afterwards */
	http_sent *sent; /* NULL: not needed */
	void *sent_context;
};

/* Answers and ends the request. If the client has left, that is not an error. */
void http_answer(struct http_request *request, const struct http_answer *answer);

/* An answer in pieces (server-sent events). Begin sends the head, without `answer`'s body; each
 * write is sent as soon as the socket accepts it. False: the client has left, or reads so slowly
 * that `output_max` bytes were waiting and it was disconnected; stop, and end. */
void http_stream_begin(struct http_request *request, const struct http_answer *answer);
MUST_USE bool http_stream_write(struct http_request *request, str bytes);
void http_stream_end(struct http_request *request);
/* How many bytes the client has not read yet; 0 if it has left. */
size_t http_stream_unsent(const struct http_request *request);

/* Calls `gone` once, as soon as the client leaves before the request is over: for what is worth
 * withdrawing. A client that only closed its sending side counts as gone, too, for such a request;
 * others are still answered. Never called from within a call of the handler's. False: it has left
 * already, and `gone` will not be called. */
MUST_USE bool http_on_gone(struct http_request *request, http_gone *gone, void *context);

struct http_handler {
	void *context;
	/* How many bytes the body may have; a longer one is refused with 413. May answer at
	 * once. */
	u64 (*head)(void *context, struct http_request *request);
	/* How long the answer to a complete request may become. Called only while other answers of
	 * its connection are waiting. NULL: as long as a short one. */
	u64 (*answer_max)(void *context, const struct http_request *request);
	void (*request)(void *context, struct http_request *request);
	/* The body of a refusal of the server's own (a malformed request); NULL: a plain problem
	 * document. Writes JSON of type application/problem+json. */
	void (*refused)(void *context, int status, const char *sentence, struct buf *out);
};

struct http_config {
	struct loop *loop;
	struct http_handler handler;
	/* for hash tables, so that a client cannot provoke collisions */
	u64 seed;
	struct cidrs trusted_proxies; /* proxies whose X-Forwarded-For and -Proto count */
	u32 connections_max;
	u32 connections_per_source; /* an IPv4 address, or an IPv6 network of 64 bits */
	u32 pipeline_max;           /* open requests of one connection */
	u64 bodies_max;             /* bytes of all bodies being read or handled */
	/* bytes of answers that one client has not read: above this, its further requests wait; a
	 * stream is cut */
	size_t output_max;
	/* of all clients: above this, the client with the most is disconnected */
	u64 outputs_max;
	msec head_ms; /* from the first byte to the end of the head; TLS included */
	msec body_ms;
	msec body_grace_ms; /* after which a body must have come at rate_min */
	u32 rate_min;       /* bytes a second on the average, of bodies and of readers */
	msec idle_ms;       /* between requests */
	msec write_ms;      /* in each such span a reader must have read at rate_min */
	msec linger_ms;     /* reading on after a refusal, so that the client can read it */
};

/* The defaults of everything that has one; loop, handler and seed are the caller's. */
void http_config_init(struct http_config *config);

MUST_USE enum err http_server_new(const struct http_config *config,
				  struct http_server **out_server);
/* Disconnects the remaining clients. Open requests must be answered before. */
void http_server_free(struct http_server *server);

/* Begins to accept. Port 0: any; `out_bound` (may be NULL) says which. May be called for several
 * addresses, plain and with TLS. ERR_IO: the address is taken, or may not be used. */
MUST_USE enum err http_server_listen(struct http_server *server, const struct address *address,
				     bool with_tls, struct address *out_bound, struct why *why);

/* Certificate (with its chain) and key, PEM files. Before listening with TLS; again when they were
 * renewed: new connections get the new ones. On an error the old ones stay. */
MUST_USE enum err http_server_set_certificate(struct http_server *server, str certificate_file,
					      str key_file, struct why *why);

/* Stops accepting, closes what is idle, answers what is under way with `Connection: close`. `done`
 * is called from the loop when the last connection is closed, at the latest after `patience`: then
 * the rest is cut. Long polls are the handler's to answer. */
void http_server_stop(struct http_server *server, msec patience, loop_function *done,
		      void *context);

struct http_counters {
	u64 accepted;    /* connections */
	u64 turned_away; /* connections above a bound */
	u64 requests;
	u64 refusals;     /* malformed, too large or too slow requests */
	u64 gone;         /* requests whose client left before the answer */
	u64 cut;          /* connections whose reader was too slow */
	u32 connections;  /* now */
	u32 handled;      /* requests in the handler's hands now */
	u64 output_bytes; /* of answers that their clients have not taken yet, now */
	u64 body_bytes;   /* held now */
};
struct http_counters http_server_counters(const struct http_server *server);

#endif
