/* Talking to a server: whom (flags, environment, then the context in use), as whom, and what to say
 * when it does not work. */
#ifndef BELFRY_CLI_REMOTE_H
#define BELFRY_CLI_REMOTE_H

#include "cli/verb.h"

#define REMOTE_BASE "/api/v1/scheduler/"

enum { REMOTE_PATH_MAX = 8192, REMOTE_BODY_MAX = 16 << 20, CONTEXTS_BYTES_MAX = 1 << 20 };

struct remote_call {
	str method;
	str path; /* below REMOTE_BASE, or from the root where it begins with a slash; encoded */
	str body;
	msec within_ms; /* the longest it may take; 0: the usual */
};

/* A setting by the name of its flag; an empty one where there is none. */
void remote_setting(struct cli *cli, const char *flag, struct setting_shown *out);

/* Finds out whom to talk to. Reports. */
MUST_USE enum err remote_find(struct cli *cli);

/* The answer's body, borrowed until the next call. What is no success (2xx) is reported and
 * returned as the error it is. */
MUST_USE enum err remote_send(struct cli *cli, const struct remote_call *call, str *out_body);

/* The same without a report: an answer of any status, or the reason why there is none. */
MUST_USE enum err remote_try(struct cli *cli, const struct remote_call *call,
			     struct client_response *out, struct why *why);

/* The error that an answer names, or else that its status stands for. */
enum err remote_err_of(str code, int status);

/* Says on `err` that there is no answer, and what may be done about it; returns the error. */
enum err remote_report_none(struct cli *cli, const struct why *why);

/* Says on `err` what an answer means that is no success: title, fields, request id. */
enum err remote_report(struct cli *cli, const struct client_response *response);

/* "a b/c" becomes "a%20b%2Fc". */
void remote_encode(str text, struct buf *out);

/* Where contexts are kept; empty: nowhere. */
void remote_contexts_file(struct cli *cli, struct buf *out);

#endif
