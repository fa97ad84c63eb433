/* The callbacks of commands that talk to a server: HTTP, the terminal, waiting, and files of the
 * user. */
#ifndef BELFRY_CLIENT_TALK_H
#define BELFRY_CLIENT_TALK_H

#include "base/buf.h"
#include "base/msec.h"
#include "cli/doors.h"
#include "net/client.h"

#include <termios.h>

/* One client at a time: another address takes the place of the last. */
struct talk {
	struct client *client;
	struct buf url;     /* the client's */
	struct buf ca_file; /* certificates to trust; empty: the system's */
	bool is_raw;
	struct termios before; /* the terminal's settings before raw mode */
};

void talk_init(struct talk *talk);
void talk_done(struct talk *talk);

/* For the calls to come. */
void talk_trust(struct talk *talk, str ca_file);

MUST_USE enum err talk_http(struct talk *talk, str url, const struct client_request *request,
			    struct client_response *out, struct why *why);

/* The columns of the terminal at `fd`; 0: not a terminal. COLUMNS is used if the terminal does not
 * say. */
u32 talk_columns(int fd);

/* The lines of the terminal at standard output; 24 if it does not say. */
u32 talk_rows(void);

/* Turns lines and echo of standard input off, and on again. Does nothing if it is not a
 * terminal. */
void talk_raw(struct talk *talk, bool is_raw);
/* The key pressed within that time; 0: none. The end of standard input is Ctrl-C. */
char talk_key(msec span);

/* Waits so long; false when SIGINT or SIGTERM came. */
bool talk_pause(msec span);

/* "$XDG_CONFIG_HOME/belfry", else "$HOME/.config/belfry"; nothing without either. */
void talk_user_folder(struct buf *out);

/* Replaces a file by a new one (0600) in one step; creates missing folders (0700). */
MUST_USE enum err talk_write_file(str path, str text, struct why *why);

#endif
