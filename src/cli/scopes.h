/* Which commands take a setting (server/config.def): bits. */
#ifndef BELFRY_CLI_SCOPES_H
#define BELFRY_CLI_SCOPES_H

enum setting_scope {
	SCOPE_COMMON = 1, /* every command */
	SCOPE_SERVE = 2,  /* what runs a server, or looks at its store */
	SCOPE_CLIENT = 4, /* what talks to one */
	SCOPE_WORKER = 8, /* what carries runs out */
	SCOPE_ALL = 15,
};

#endif
