/* Between the HTTP server and the API: a request of the one is a call of the other. All of it on
 * the loop's thread. */
#ifndef BELFRY_SERVER_FRONT_H
#define BELFRY_SERVER_FRONT_H

#include "api/api.h"
#include "net/http.h"

struct front {
	struct api *api;                   /* set before the first request comes */
	const struct proxy_sign_in *proxy; /* whose header fields name people; NULL: none */
	struct front_held *held;           /* calls whose clients may leave, and be told of it */
};

/* What the HTTP server is given; `front` must outlive it. */
struct http_handler front_handler(struct front *front);

/* The API's door `respond`; its context is not used. */
void front_respond(void *context, void *connection, const struct api_response *response);

/* And those of its streams. */
void front_stream_begin(void *context, void *connection, const struct api_response *response);
bool front_stream_write(void *context, void *connection, str bytes);
void front_stream_end(void *context, void *connection);
size_t front_stream_unsent(void *context, void *connection);

/* The server stops: whoever waits for a lease is answered without one. */
void front_release(struct front *front);

#endif
