/* A small HTTP client that waits for its answer: for the command line and for tests. Behind it is
 * libcurl; names are resolved, certificates verified and connections kept alive by it. Redirects
 * are not followed, and proxies of the environment are not used.
 *
 * One thread at a time; one request at a time. */
#ifndef BELFRY_NET_CLIENT_H
#define BELFRY_NET_CLIENT_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "base/str.h"

struct client;

struct client_config {
	str url;            /* "https://host:7654"; paths are put behind it */
	str authority_file; /* PEM certificates to trust instead of the system's; empty: the
			       system's */
	msec connect_ms;    /* 0: 5 seconds */
	msec timeout_ms; /* for a whole exchange; 0: 30 seconds. A long poll's wait comes on top */
	size_t body_max; /* of an answer; 0: 64 MiB */
};

struct client_pair {
	str name;
	str value;
};

enum { CLIENT_PAIRS_MAX = 32, CLIENT_HEAD_MAX = 65536 };

struct client_request {
	str method; /* "GET" */
	str path;   /* "/api/v1/...?...", encoded */
	const struct client_pair *pairs;
	u32 pair_count;
	str body;       /* empty: none */
	msec wait_ms;   /* how much longer the answer may take than timeout_ms */
	msec within_ms; /* instead of timeout_ms and wait_ms; 0: those */
	int wake_fd;    /* once something can be read there the request is given up; 0: none */
};

/* Borrowed until the client's next request. */
struct client_response {
	int status;
	str head; /* the raw header lines; client_field reads them */
	str body;
};

MUST_USE enum err client_new(const struct client_config *config, struct client **out_client,
			     struct why *why);
void client_free(struct client *client); /* NULL: nothing */

/* ERR_OK: there is an answer, whatever its status. Otherwise: ERR_NAME_UNKNOWN, ERR_UNREACHABLE
 * (refused, no route, broken off), ERR_TIMED_OUT (or given up), ERR_TLS (not trusted, or no TLS at
 * all), ERR_TOO_LONG (the answer is above its bound), ERR_MEMORY. */
MUST_USE enum err client_send(struct client *client, const struct client_request *request,
			      struct client_response *out_response, struct why *why);

/* A header field's value; empty when it is not there. */
str client_field(const struct client_response *response, str name);

#endif
