/* Sends mails through the operator's server. */
#ifndef BELFRY_HANDLER_SMTP_H
#define BELFRY_HANDLER_SMTP_H

#include "base/err.h"
#include "base/str.h"

/* Whether BELFRY_SMTP_URL (smtp:// or smtps://) and BELFRY_SMTP_FROM are valid; both empty: no
 * mail. The message never contains the URL, which may have a password. */
MUST_USE enum err smtp_check_settings(str url, str from, struct why *why);

#endif
