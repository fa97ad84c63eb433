/* The world around the API: functions that the API calls, and data that it is handed. server/
 * connects these to the HTTP server, the pump and the reader threads; tests hand in their own.
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

/* The process itself asks: as whom, and who is told the answer. */
struct api_insider {
	const struct who *who;
	str actor; /* who did it, for the journal */
	insider_respond *respond;
};

/* One request from outside. All of it is borrowed: the head until api_handle returns, the body
 * until the response is given. */
struct api_call {
	void *connection; /* the door's own; comes back with the response */
	str method;
	str path;  /* decoded once, and known to be harmless */
	str query; /* as it came, without the question mark */
	str body;
	str source; /* the client's address, for those who guess tokens */
	bool is_loopback;
	bool is_secure; /* came by TLS */
	/* The headers of a declared proxy about the person, once each; empty: there is none, or the
	 * call came from anybody else. */
	str proxy_user;
	str proxy_groups;
	/* The right token that came last by this connection; NULL: nothing is carried over. */
	struct known_token *known;
	const struct api_field *fields;
	u32 fields_len;
	const struct api_insider *insider; /* NULL: it is from outside, and needs a token */
};

/* One answered request, for the log: nothing of its body, its token or its query. */
struct api_line {
	str request_id;
	str method;
	str route; /* as the table has it; empty: there is none */
	str tenant;
	str trace; /* as model/trace.h keeps it; empty: none */
	int status;
	msec took;
	size_t bytes_in;
	size_t bytes_out;
	bool is_chatter; /* what machines ask all the time: workers, probes */
};

struct api_response {
	int status;
	bool is_head; /* the body's length is told, its bytes are not sent */
	str content_type;
	struct buf *body; /* borrowed until `respond` returns, or moved out of */
	const struct api_field *fields;
	u32 fields_len;
	/* Not NULL: api_sent must be called once it is known whether the client got it. */
	struct request *wants_sent;
};

struct api_doors {
	void *context;

	/* On the loop's thread. */
	struct now (*now)(void *context);
	void (*random)(void *context, u8 *out_bytes, size_t len);
	void (*respond)(void *context, void *connection, const struct api_response *response);
	/* An answer that comes bit by bit: its head, then bytes, then its end, which is owed also
	 * when the client has left. False: it has left, or reads too slowly. */
	void (*stream_begin)(void *context, void *connection, const struct api_response *response);
	bool (*stream_write)(void *context, void *connection, str bytes);
	void (*stream_end)(void *context, void *connection);
	size_t (*stream_unsent)(void *context, void *connection); /* what it has yet to read */
	/* ERR_BUSY: nothing was taken. Otherwise api_answer and api_closed follow. */
	enum err (*submit)(void *context, struct command *command);
	/* Hands the request to a reader thread, which calls api_read. ERR_BUSY: nothing was taken.
	 */
	enum err (*read)(void *context, struct request *request);
	/* A zone by its name; valid for good. */
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
	/* Whether a type's handler can be kept, and who carries the type out then; NULL: only
	 * workers do. ERR_INVALID: `why` names the field. */
	enum err (*handler)(void *context, str handler, enum carrier *out_carrier, struct why *why);
	/* The signature of a message, as its sender writes it ("v1,..."), behind what stands in
	 * `out`; on any thread. ERR_INVALID: the secret is none that signs. NULL: nobody can. */
	enum err (*sign)(str id, i64 timestamp, str body, str secret, struct buf *out);
	/* A webhook of events was made, changed or deleted; NULL: nobody asks. */
	void (*webhooks_changed)(void *context);
	/* Brings what was counted elsewhere into the metrics; NULL: nothing is. */
	void (*bring_counts)(void *context, struct metrics *metrics);
	/* How service levels stand; NULL: nobody watches them. */
	void (*slo)(void *context, struct slo_report *out_report);
	/* Each answer, for the log; NULL: they are not told. */
	void (*told)(void *context, const struct api_line *line);
	/* Whether commands are carried out at the moment; for /readyz. */
	bool (*is_ready)(void *context);

	/* On any thread: has api_resume called on the loop's. Cannot fail. */
	void (*post)(void *context, struct request *request);

	/* On the pump's thread, inside api_answer: the text of a number. */
	str (*name)(void *context, enum name_kind kind, u32 no);
};

#endif
