/* Declarations that the files of the HTTP server share. Not for others: those include net/http.h.
 *
 *   http_server.c      listeners, bounds over all connections, timers, stopping
 *   http_connection.c  reading: from bytes to the handler; leaving, lingering, deadlines
 *   http_exchange.c    a request and its answer: order, gone, sent
 *   http_answer.c      answers and streams as bytes
 *   http_forward.c     who asks, behind proxies
 *   tls.c              certificates
 *
 * Who frees: a connection is freed only by connection_settle, at the end of each call from the
 * loop; an exchange by exchange_over, when it is answered and neither side needs it any more. */
#ifndef BELFRY_NET_HTTP_PARTS_H
#define BELFRY_NET_HTTP_PARTS_H

#include "base/hash.h"
#include "base/heap.h"
#include "base/list.h"
#include "base/map.h"
#include "net/http.h"
#include "net/http_date.h"
#include "net/http_reader.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/listener.h>
#include <openssl/ssl.h>

enum {
	LISTENERS_MAX = 16,
	EXCHANGES_SPARE = 512, /* kept for reuse */
	EXCHANGE_BYTES_KEPT = 4096,
	INPUT_HIGH_BYTES = 16384,      /* of unread input, before the socket is left alone */
	ANSWER_SHORT_BYTES = 64 << 10, /* what an answer may have of which nobody says more */
	ANSWER_COPIED_MAX = 32768,     /* a longer body that may be taken is not copied */
	WRITE_AT_ONCE_BYTES = 1 << 18,
	LINGER_BYTES_MAX = 1 << 20,
	ACCEPT_PAUSE_MS = 100, /* when the process has no descriptor left */
	ANSWER_HEAD_MAX = 65536,
};

/* How many connections one source has. */
struct http_source {
	u8 key[17]; /* family and address */
	u32 connections;
};

struct http_listener {
	struct http_server *server;
	struct evconnlistener *listener;
	bool with_tls;
};

struct http_server {
	struct http_config config;
	SSL_CTX *tls; /* NULL: no certificate */
	struct http_listener listeners[LISTENERS_MAX];
	u32 listener_count;
	struct loop_timer *accept_timer; /* listens again */
	struct list connections;
	struct list dirty; /* connections with something to settle */
	struct event *settle_event;
	struct map sources;
	struct hash_key source_hash;
	struct heap deadlines; /* of connections */
	struct loop_timer *deadline_timer;
	msec deadline_armed; /* boot time the timer is set for; MSEC_MAX: not set */
	struct list spare;   /* exchanges */
	u32 spare_count;
	struct buf head;    /* scratch: the head of an answer */
	struct buf problem; /* scratch: the body of a refusal */
	char date[HTTP_DATE_BYTES + 1];
	i64 date_second; /* that `date` tells */
	struct http_counters counters;
	bool is_stopping;
	loop_function *stopped; /* NULL: told already, or nobody asked */
	void *stopped_context;
	struct loop_timer *stop_timer;
};

struct http_connection {
	struct http_server *server;
	struct bufferevent *stream;
	struct event *left;   /* sees a client leave while nothing is read; NULL: not needed yet */
	struct evbuffer *out; /* answers in order, not yet handed to the stream */
	struct http_source *source;    /* NULL: not counted */
	struct http_exchange *reading; /* whose bytes are coming; NULL: between requests */
	struct list exchanges;         /* those whose head is read, first to be answered first */
	struct list sending;           /* answered, wait for `sent` */
	struct list_node node;         /* in server->connections */
	struct list_node dirty;        /* in server->dirty */
	struct heap_node deadline_node;
	struct address peer;
	u32 exchange_count;
	u32 depth;          /* of calls that settle at their end */
	msec deadline;      /* boot time; MSEC_MAX: none */
	msec since;         /* when the state that has a deadline began */
	u64 written;        /* bytes ever handed to the stream */
	u64 write_seen;     /* of those, how many were sent when last looked */
	u64 lingered;       /* bytes thrown away */
	u64 output_counted; /* in counters.output_bytes */
	int fd;
	u8 waits; /* enum http_wait */
	bool is_tls;
	bool is_trusted; /* a proxy */
	bool is_left_watched;
	bool was_spared;   /* the wait of now began anew once */
	bool is_parked;    /* `reading` is complete, and waits until its answer has room */
	bool has_asked;    /* at least the first byte of a request came */
	bool is_last;      /* no further request is read */
	bool lingers;      /* when all is sent, the client is let finish sending */
	bool is_lingering; /* all is sent; what comes is thrown away */
	bool has_ended;    /* the client will send no more */
	bool is_broken;    /* to be freed */
	_Alignas(16) u8 memory[HTTP_MEMORY_BYTES]; /* the handler's (http.h) */
};

/* The event that a connection waits for, and so its deadline. */
enum http_wait { WAIT_NOTHING, WAIT_IDLE, WAIT_HEAD, WAIT_BODY, WAIT_WRITE, WAIT_LINGER };

struct http_exchange {
	struct http_request request;
	struct http_server *server;
	struct http_connection *connection; /* NULL: it is gone */
	struct list_node node;              /* in exchanges, sending or spare */
	struct evbuffer *out; /* answer bytes, while another is before it; NULL: none */
	http_gone *gone;
	void *gone_context;
	http_sent *sent;
	void *sent_context;
	u64 body_counted; /* in counters.body_bytes */
	u64 answer_max;   /* how long its answer may become; 0: not asked yet */
	bool is_owed;     /* the handler has it and must answer */
	bool is_over;     /* answered */
	bool is_streaming;
	bool is_headless;          /* answered without a body: HEAD, 204, 304 */
	bool is_chunked;           /* the answer */
	bool closes;               /* the connection afterwards */
	struct http_reader reader; /* last: what stands before it is cleared for reuse */
};

/* http_server.c */
void server_note_connection(struct http_server *server, struct http_connection *connection);
void server_forget_source(struct http_server *server, struct http_source *source);
void server_forget_connection(struct http_server *server, struct http_connection *connection);
void server_schedule_settle(struct http_server *server, struct http_connection *connection);
/* The connection's deadline has changed. It is only ever looked at when it may have passed. */
void server_set_deadline(struct http_server *server, struct http_connection *connection,
			 msec deadline);
str server_date(struct http_server *server);

/* http_connection.c */
/* Takes the socket; on failure it is closed. */
void connection_open(struct http_server *server, int fd, const struct address *peer,
		     struct http_source *source, SSL_CTX *tls);
/* Sends, reads on, sets the deadline, frees: whatever is due. The connection may be gone after it.
 */
void connection_settle(struct http_connection *connection);
void connection_check_deadline(struct http_connection *connection, msec now);
void connection_break(struct http_connection *connection);
size_t connection_unsent(const struct http_connection *connection);
/* These bytes, together with the output gathered behind the first answer. */
u64 connection_output(const struct http_connection *connection);

/* http_exchange.c */
MUST_USE struct http_exchange *exchange_new(struct http_connection *connection);
void exchange_free(struct http_exchange *exchange);
void exchange_free_spare(struct http_server *server);
/* Head read: it has its place among the answers. */
void exchange_line_up(struct http_exchange *exchange);
void exchange_fill_request(struct http_exchange *exchange);
/* Where its bytes go now; NULL: nowhere, or out of memory. */
struct evbuffer *exchange_out(struct http_exchange *exchange);
/* Answered: later ones move up. */
void exchange_over(struct http_exchange *exchange);
/* The client has left: every exchange is told and let go. */
void exchanges_leave(struct http_connection *connection);
void exchanges_were_sent(struct http_connection *connection, bool was_sent);
void exchange_count_body(struct http_exchange *exchange, u64 bytes);

/* http_answer.c */
void answer_refuse(struct http_exchange *exchange, enum http_refusal refusal);
void answer_continue(struct http_exchange *exchange);
/* The bytes of a refusal for whom there is no connection. */
void answer_turn_away(struct http_server *server, enum http_refusal refusal, struct buf *out);

/* http_forward.c */
void forward_apply(struct http_exchange *exchange);

/* http_deadline.c */
void connection_refuse(struct http_connection *connection, enum http_refusal refusal);
void connection_update_deadline(struct http_connection *connection);

#endif
