/* Instants as HTTP writes them (RFC 9110, 5.6.7). */
#ifndef BELFRY_NET_HTTP_DATE_H
#define BELFRY_NET_HTTP_DATE_H

#include "base/types.h"

enum { HTTP_DATE_BYTES = 29 };

/* "Sun, 06 Nov 1994 08:49:37 GMT" and a NUL; from 1970 to 9999. */
void http_date_print(i64 seconds, char out[HTTP_DATE_BYTES + 1]);

#endif
