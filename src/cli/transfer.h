/* Shared by export and import: the kinds of things that a tenant has, and the members of each that
 * say what it is, without those that the server fills in. */
#ifndef BELFRY_CLI_TRANSFER_H
#define BELFRY_CLI_TRANSFER_H

#include "cli/verb.h"

#include <jansson.h>

enum transfer_way {
	TRANSFER_SETTINGS, /* one for a tenant: PUT */
	TRANSFER_PUT,      /* by its name: PUT */
	TRANSFER_LISTED,   /* the same; it is seen in its list alone */
	TRANSFER_JOB,      /* by its code: PUT where it is there, else POST */
	TRANSFER_MAKE,     /* has an id of the server's: POST unless an equal one is there */
};

/* In an order in which nothing names what does not exist yet. */
struct transfer_kind {
	const char *word; /* of a line: {"kind": word, word: {...}} */
	const char *list; /* the path */
	const char *name; /* the member that names it; empty: none does */
	const char *own;  /* members that the server fills in */
	const char *only; /* only rows whose member has one of these values: "source tenant" */
	enum transfer_way way;
};

extern const struct transfer_kind transfer_kinds[];
extern const size_t transfer_kinds_len;

enum { TRANSFER_PAGES_MAX = 2000, TRANSFER_LINE_BYTES_MAX = 1 << 20 };

/* Whether a member of a job, by its key in quotes, is the server's own to fill in. */
bool transfer_is_own_of_job(str key);
/* Whether a row is the tenant's own: not learned, inherited or over. */
bool transfer_is_wanted(const struct transfer_kind *kind, str row);
/* The members of a row that say what it is: as they stand, without nulls. */
void transfer_add_body(const struct transfer_kind *kind, str row, bool with_name, struct buf *out);

/* Adds the tenant that was asked for to a path, as its query. */
void transfer_add_tenant(struct cli *cli, struct buf *path);
/* The path of one thing. */
void transfer_path(struct cli *cli, const struct transfer_kind *kind, str name, struct buf *path);
/* The tenant: that of --tenant, else the token's own. Reports. */
MUST_USE enum err transfer_tenant(struct cli *cli, struct buf *out_tenant);

/* import.c: sets what a line of an export says, and tells what that did. Reports. */
MUST_USE enum err transfer_import_line(struct cli *cli, str line, u32 number);

/* Every row of a kind that is wanted, page by page, as `told` likes it. Reports. */
typedef enum err transfer_row(struct cli *cli, const struct transfer_kind *kind, str row,
			      void *context);
MUST_USE enum err transfer_walk(struct cli *cli, const struct transfer_kind *kind,
				transfer_row *told, void *context);

#endif
