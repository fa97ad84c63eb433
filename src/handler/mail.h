/* A mail as text: from {to, subject, text, html} to the bytes to be sent. Pure. The sender of a
 * payload cannot inject headers: control characters are refused, bodies are base64. */
#ifndef BELFRY_HANDLER_MAIL_H
#define BELFRY_HANDLER_MAIL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"
#include "handler/limits.h"

struct mail {
	str from;
	str recipients[HANDLER_RECIPIENTS_MAX]; /* to, then cc */
	u32 recipients_len;
	u32 to_len;   /* how many of them are in To */
	str reply_to; /* empty: none */
	str subject;
	str text; /* text or html may be empty */
	str html;
};

struct mail_defaults {
	str to;
	str subject;
};

/* Reads a payload; the texts are in the arena. ERR_INVALID, ERR_TOO_LONG, ERR_JSON: `why` names the
 * field. */
MUST_USE enum err mail_read(str payload, const struct mail_defaults *defaults, struct arena *arena,
			    struct mail *out_mail, struct why *why);

/* name@domain: printable ASCII, no quotes, brackets or lists. */
bool mail_is_address(str text);

/* RFC 5322 and MIME. Message-ID and boundary are made from `id`, so they are equal in all
 * attempts. */
void mail_print(const struct mail *mail, str id, msec wall, struct buf *out);

#endif
