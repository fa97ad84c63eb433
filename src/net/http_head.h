/* Judges a head that was parsed: version, target, Host, and how the body is framed. Between
 * http_reader.c, which parses it, and the server, which trusts it. */
#ifndef BELFRY_NET_HTTP_HEAD_H
#define BELFRY_NET_HTTP_HEAD_H

#include "net/http_reader.h"

/* Fills what the head says. The path is decoded in place. */
enum http_refusal http_head_judge(struct http_reader *reader);

#endif
