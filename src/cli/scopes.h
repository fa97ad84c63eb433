/* Which commands take a setting (server/config.def): bits. */
#ifndef BELFRY_CLI_SCOPES_H
#define BELFRY_CLI_SCOPES_H

enum setting_scope {
	SCOPE_COMMON = 1, /* every command */
	SCOPE_SERVE = 2,  /* commands that run a server, or check its settings */
	SCOPE_CLIENT = 4, /* what talks to one */
	SCOPE_WORKER = 8, /* what carries runs out */
	SCOPE_STORE = 16, /* commands that open a server's store: they need to know where it is */
	SCOPE_ALL = 31,
};

#endif
