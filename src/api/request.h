/* One request, from its first byte to its answer. It lives in its own arena, and goes through at
 * most four steps, each a function of its route:
 *
 *   read      looks at what is there (on a reader's thread)
 *   command   says what is to be done (on the loop's thread); the pump carries it out
 *   render    writes the answer from what came back (on the loop's thread)
 *   view      writes the answer from what is there now (on a reader's thread)
 *
 * Whichever thread has the request owns all of it (doors.h). */
#ifndef BELFRY_API_REQUEST_H
#define BELFRY_API_REQUEST_H

#include "api/auth.h"
#include "api/doors.h"
#include "api/fields.h"
#include "api/route.h"
#include "base/list.h"
#include "model/action.h"

struct api;
struct wave;

enum { PATH_PARTS_MAX = 3, REQUEST_ID_BYTES = 24, REQUEST_ID_MAX = 64, STEP_TRIES_MAX = 5 };

/* A command on its way to the pump. */
struct ask {
	struct reply reply;
	struct command command;
	struct request *request;
};

/* Leases name tenant and type by number; whoever renders them has no names at hand. */
struct lease_names {
	str tenant;
	str type;
};

/* How long a client may keep an answer. */
enum keep {
	KEEP_NOTHING,
	KEEP_ASKING, /* a copy, about which it asks each time */
	KEEP_FOR_GOOD,
};

enum request_phase {
	PHASE_START,
	PHASE_READ,
	PHASE_COMMAND,
	PHASE_VIEW,
	PHASE_SENDING,
	PHASE_RELEASE,
	PHASE_STREAM, /* streams.h */
};

/* The caller's identity beside `who`, and where the call came from. */
struct request_caller {
	str insider; /* the process itself asks, and is called so; empty: somebody outside */
	insider_respond *respond; /* gives that one the answer; NULL: the door */
	str session;              /* the cookie's value, where a browser asks */
	str *queues;              /* those the token is limited to; none: all */
	u32 queues_len;
	str source;     /* the client's address */
	str agent;      /* User-Agent, where somebody signs in */
	str proxy_user; /* what a declared proxy says of the person, where somebody signs in */
	str proxy_groups;
	bool is_own_page; /* one of our own pages asks */
	bool is_secure;
};

/* Of a signed event: webhook-id, webhook-timestamp and webhook-signature. */
struct request_signature {
	str id;
	str at;
	str all;
};

/* The versions that the client has seen. */
struct request_match {
	str if_match;
	str if_none_match;
	bool is_compared; /* If-Match was compared with something, or will be in the commit */
	u64 found;        /* the version of what `read` found */
};

/* Of a call that leases. */
struct request_lease {
	str worker;                 /* the caller's name, should the lease be given back */
	struct lease_names *names;  /* of the answer's leases */
	struct fleet_worker *fleet; /* whose lease call waits */
	struct list_node in_worker; /* its `waiting`, meanwhile */
	bool has_left;              /* the call was told to end */
};

/* For the audit: how the object stood, and its name where neither the path nor the command has it
 * (audit.h). */
struct request_audit {
	str before;
	str object;
};

/* Of a call that wants to be told as it happens. */
struct request_listening {
	bool is_wanted;
	str last_event;
	struct stream *stream; /* what the request has become; NULL: an ordinary one */
};

/* Of the readers that had it in hand. */
struct request_reading {
	bool is_skipped; /* nothing has to be read: the call is answered without the store */
	u64 times;
	u64 turns;                    /* reads of other tenants that came before, added up */
	struct damaged_rows *damaged; /* of the query that reads for it; NULL: none does */
};

/* The answer beside its status and body. */
struct request_reply {
	str content_type;
	struct api_field fields[OUT_FIELDS_MAX];
	u32 fields_len;
	u32 retry_after; /* seconds; 0: by the error */
	enum keep keep;  /* the answer, by the client */
	bool takes_gzip; /* the client understands compressed answers */
};

struct request {
	struct api *api;
	const struct api_route *route;
	struct arena arena;
	struct request *next_free;

	/* The incoming request. */
	void *connection;
	enum method method;
	str path;
	str parts[PATH_PARTS_MAX]; /* of the path: what stands where the route has a :name */
	str body;
	str replay_key;
	str trace;
	struct request_match match;
	struct request_signature signature;
	bool wants_json; /* of the page: a program asks for it, not a browser */
	bool is_head;
	bool is_peek; /* only its head was looked at: the request itself comes again */
	struct who who;
	struct request_caller caller;
	str tenant;   /* whom it is about */
	bool is_all;  /* every tenant: a system token said "*" */
	void *params; /* the query, by the route's shape */
	void *input;  /* the body, by the route's shape */
	struct faults faults;
	str part; /* the pointer of the part of the body that is looked at; empty: all of it */
	struct now now; /* when it came in; of a lease call, when it was answered */
	msec now_boot;  /* when it came in, for how long it took */
	char id_text[REQUEST_ID_MAX];
	str id; /* the client's own, where it gave a good one; else one of ours */

	/* The phase of its life. */
	enum request_phase phase;
	bool is_gone; /* the client left */
	bool is_done; /* `read` or `command` has written the answer: nothing follows */
	u32 tries;
	enum err err; /* of the step that came back */
	struct why why;
	struct uuid other;
	bool has_beside;
	u32 posts_due;        /* how many threads have it in hand; the loop's own count */
	struct answer answer; /* a copy, in the arena */
	void *found;          /* what `read` found, by the route */
	struct wave *wave;    /* the commands of a call that has many; NULL: it has one */
	struct request_reading reading;
	struct request_lease lease;
	struct request_audit audit;
	struct request_listening listening;

	/* The outgoing answer. */
	int status;
	struct buf out;
	struct request_reply reply;

	/* Not zeroed when a request begins, since they are most of its bytes: request_ask fills
	 * each before its first use. */
	struct ask ask;
	struct ask beside; /* another command that is kept with the first one */
	struct ask leave;  /* gives leases back, or ends the wait of a call whose client left */
};

/* For the steps: notes why and is the code. */
#define request_refuse(request, code, ...) fail(&(request)->why, code, __VA_ARGS__)
/* The same, about a field of the body or a parameter. */
enum err request_fault(struct request *request, str pointer, const struct why *why);
/* The same for one that is not allowed as it is. */
enum err request_bad(struct request *request, str pointer, const char *text);
/* The field that a text begins with ("run_at is from 1970 to 9999"), and what stands behind it;
 * NULL: it begins with none. */
const struct field *field_in_words(const struct shape *shape, str text, str *out_rest);
/* A field of the body that `why` names in words is shown as a pointer, too. */
void request_point_at_field(struct request *request, enum err code);
/* Whether a client's own X-Request-Id can go on with its request. */
bool request_id_is_good(str id);
/* Keeps a text that was written into a buf of REQUEST_TEXT_BYTES, which is done then: too long, or
 * without memory, are two different answers. */
enum { REQUEST_TEXT_BYTES = 1 << 20 };
MUST_USE enum err request_keep(struct request *request, struct buf *text, size_t most,
			       const char *what, str *out_text);
/* Tells the door `told` of the answered request. */
void request_report(struct request *request);
/* Adds a header field to the answer; both texts must outlive it. */
void request_add_field(struct request *request, str name, str value);
/* An id of the path; ERR_NOT_FOUND when it is none: whatever it names is not there. */
MUST_USE enum err request_part_id(struct request *request, u32 part, struct uuid *out_id);
/* A zone by name; the fault is the field timezone's. */
MUST_USE enum err request_zone(struct request *request, str name, const struct zone **out_zone);
/* An instant as it was given, with the zone it may need (empty: none). */
MUST_USE enum err request_when(struct request *request, const struct given_when *when, str zone,
			       str pointer, msec *out_at);
/* ETag of a version, into the answer; or, where there is none, of the answer's bytes. */
void request_put_etag(struct request *request, u64 version);
void request_put_etag_of_bytes(struct request *request);
bool request_has_etag(const struct request *request);
/* Whether a list of tags, "1", "2" or *, has this one. */
bool tags_have(str list, str tag);
/* The version that If-Match demands; DOCUMENT_ANY when it says nothing. */
MUST_USE enum err request_expected(struct request *request, u64 *out_version);
/* Of a document, whose versions are shown permuted (api/version.h). */
MUST_USE enum err request_expected_document(struct request *request, u64 *out_version);
u64 request_shown(const struct request *request, u64 version);
void request_put_document_etag(struct request *request, u64 version);

#endif
