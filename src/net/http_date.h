/* Instants as HTTP writes them (RFC 9110, 5.6.7). */
#ifndef BELFRY_NET_HTTP_DATE_H
#define BELFRY_NET_HTTP_DATE_H

#include "base/types.h"

enum { HTTP_DATE_BYTES = 29 };

/* "Sun, 06 Nov 1994 08:49:37 GMT" and a NUL. A clock that shows a time before 1970 or after 9999 is
 * wrong; then the nearest of these is written. */
void http_date_print(i64 seconds, char out[HTTP_DATE_BYTES + 1]);

#endif
