/* The world around the API: functions that the API calls, and data that it receives. server/
 * connects these to the HTTP server, the pump and the reader threads; tests provide their own.
 *
 * Three threads meet here. The loop's thread calls api_handle, api_gone and api_resume and owns a
 * request while it does. A request that was given to the pump (submit) or to a reader (read)
 * belongs to that thread until it posts the request back. So nothing in a request needs a lock. */
#ifndef BELFRY_API_DOORS_H
#define BELFRY_API_DOORS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"
#include "base/uuid.h"
#include "model/command.h"
#include "model/names.h"

struct metrics; /* observe/metrics.h */
struct query;   /* store/query.h */
struct request;
struct who;        /* api/auth.h */
struct slo_report; /* model/slo.h */
struct zone;

enum { OUT_FIELDS_MAX = 12 }; /* of a response */

struct api_field {
	str name;
	str value;
};

struct api_response;

typedef void insider_respond(void *connection, const struct api_response *response);

/* A call by the process itself: its identity, and the callback for the answer. */
struct api_insider {
	const struct who *who;
	str actor; /* the actor in the journal */
	insider_respond *respond;
};

/* A request from outside. Everything is borrowed: the head until api_handle returns, the body until
 * the response is given. */
struct api_call {
	void *connection; /* the caller's connection; returned with the response */
	str method;
	str path;  /* decoded once, and checked */
	str query; /* as received, without the question mark */
	str body;
	str source; /* the client's address, to slow down guessing of tokens */
	bool is_loopback;
	bool is_secure; /* came by TLS */
	/* The headers of a declared proxy about the person; empty: missing, or the call did not
	 * come from a declared proxy. */
	str proxy_user;
	str proxy_groups;
	/* The last verified token of this connection; NULL: nothing is remembered. */
	struct known_token *known;
	const struct api_field *fields;
	u32 fields_len;
	const struct api_insider *insider; /* NULL: the call is from outside, and needs a token */
};

/* An answered request, for the log: without its body, token and query. */
struct api_line {
	str request_id;
	str method;
	str route; /* as in the table of routes; empty: unknown */
	str tenant;
	str trace; /* in the form of model/trace.h; empty: none */
	int status;
	msec took;
	size_t bytes_in;
	size_t bytes_out;
	bool is_chatter; /* a frequent call of a machine: a worker or a probe */
};

struct api_response {
	int status;
	bool is_head; /* a HEAD request: the length is sent, but no body */
	str content_type;
	struct buf *body; /* borrowed until `respond` returns; `respond` may take it over */
	const struct api_field *fields;
	u32 fields_len;
	/* Not NULL: call api_sent when it is known whether the client received the response. */
	struct request *wants_sent;
};

struct api_doors {
	void *context;

	/* On the loop's thread. */
	struct now (*now)(void *context);
	void (*random)(void *context, u8 *out_bytes, size_t len);
	void (*respond)(void *context, void *connection, const struct api_response *response);
	/* An answer in pieces: its head, then bytes, then its end, which is required even if the
	 * client has left. False: the client has left, or reads too slowly. */
	void (*stream_begin)(void *context, void *connection, const struct api_response *response);
	bool (*stream_write)(void *context, void *connection, str bytes);
	void (*stream_end)(void *context, void *connection);
	/* how many bytes the client has not read yet */
	size_t (*stream_unsent)(void *context, void *connection);
	/* ERR_BUSY: the command was not accepted. Otherwise api_answer and api_closed follow. */
	enum err (*submit)(void *context, struct command *command);
	/* Passes the request to a reader thread, which calls api_read. ERR_BUSY: not accepted. */
	enum err (*read)(void *context, struct request *request);
	/* A zone by its name; valid as long as the process. */
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
	/* Whether a type's handler is valid, and who carries the type out; NULL: only workers do.
	 * ERR_INVALID: `why` names the field. */
	enum err (*handler)(void *context, str handler, enum carrier *out_carrier, struct why *why);
	/* Appends the signature of a message, as its sender writes it ("v1,..."), to `out`; on any
	 * thread. ERR_INVALID: the secret cannot sign. NULL: no signatures. */
	enum err (*sign)(str id, i64 timestamp, str body, str secret, struct buf *out);
	/* A webhook was created, changed or deleted; NULL: not needed. */
	void (*webhooks_changed)(void *context);
	/* Adds counters of other parts to the metrics; NULL: there are none. */
	void (*bring_counts)(void *context, struct metrics *metrics);
	/* The state of the service levels; NULL: they are not measured. */
	void (*slo)(void *context, struct slo_report *out_report);
	/* Each answer, for the log; NULL: not logged. */
	void (*told)(void *context, const struct api_line *line);
	/* Whether commands are being carried out; for /readyz. */
	bool (*is_ready)(void *context);

	/* On any thread: has api_resume called on the loop's thread. Cannot fail. */
	void (*post)(void *context, struct request *request);

	/* On the pump's thread, inside api_answer: the text of a number. */
	str (*name)(void *context, enum name_kind kind, u32 no);
};

#endif
