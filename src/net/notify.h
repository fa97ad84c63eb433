/* Tells the service manager how we are (systemd's notify protocol: one datagram to the socket that
 * NOTIFY_SOCKET names). */
#ifndef BELFRY_NET_NOTIFY_H
#define BELFRY_NET_NOTIFY_H

#include "base/err.h"
#include "base/str.h"

/* `socket_name`: what NOTIFY_SOCKET says, a path or (behind an @) an abstract name; empty: nobody
 * wants to know, and nothing is done. `state`: "READY=1", "STOPPING=1", "WATCHDOG=1", "STATUS=...".
 * A failure is for a log line; nothing else depends on it. */
MUST_USE enum err notify_send(str socket_name, str state, struct why *why);

#endif
