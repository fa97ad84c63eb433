/* Connects the HTTP server with the API: a request of the server becomes a call of the API. Runs on
 * the loop's thread alone. */
#ifndef BELFRY_SERVER_HTTP_EDGE_H
#define BELFRY_SERVER_HTTP_EDGE_H

#include "api/api.h"
#include "net/http.h"

struct http_edge {
	struct api *api;                   /* set before the first request comes */
	const struct proxy_sign_in *proxy; /* whose header fields name people; NULL: none */
	struct http_edge_held *held;       /* calls that are cancelled if their clients leave */
};

/* The handler for the HTTP server; `edge` must live longer than the server. */
struct http_handler http_edge_handler(struct http_edge *edge);

/* The API's callback `respond`; its context is not used. */
void http_edge_respond(void *context, void *connection, const struct api_response *response);

/* The API's callbacks for streams. */
void http_edge_stream_begin(void *context, void *connection, const struct api_response *response);
bool http_edge_stream_write(void *context, void *connection, str bytes);
void http_edge_stream_end(void *context, void *connection);
size_t http_edge_stream_unsent(void *context, void *connection);

/* The server stops: answers waiting lease calls without a lease. */
void http_edge_release(struct http_edge *edge);

#endif
