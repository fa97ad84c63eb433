/* Between the HTTP server and the API: a request of the one is a call of the other. All of it on
 * the loop's thread. */
#ifndef BELFRY_SERVER_HTTP_EDGE_H
#define BELFRY_SERVER_HTTP_EDGE_H

#include "api/api.h"
#include "net/http.h"

struct http_edge {
	struct api *api;                   /* set before the first request comes */
	const struct proxy_sign_in *proxy; /* whose header fields name people; NULL: none */
	struct http_edge_held *held;       /* calls whose clients may leave, and be told of it */
};

/* The handler for the HTTP server; `edge` must outlive it. */
struct http_handler http_edge_handler(struct http_edge *edge);

/* The API's door `respond`; its context is not used. */
void http_edge_respond(void *context, void *connection, const struct api_response *response);

/* And those of its streams. */
void http_edge_stream_begin(void *context, void *connection, const struct api_response *response);
bool http_edge_stream_write(void *context, void *connection, str bytes);
void http_edge_stream_end(void *context, void *connection);
size_t http_edge_stream_unsent(void *context, void *connection);

/* The server stops: whoever waits for a lease is answered without one. */
void http_edge_release(struct http_edge *edge);

#endif
