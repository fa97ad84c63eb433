/* Whether nobody has touched what was written: the chains of the journal and of the audit. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_VERIFY_H
#define BELFRY_STORE_SQLITE_SQLITE_VERIFY_H

#include "base/err.h"
#include "base/str.h"

enum { CHAIN_TEXT_BYTES = 33 };

struct chain_report {
	u64 turns; /* of the journal */
	u64 rows;  /* of the audit */
	/* Of all that was ever written, in hexadecimal: whoever notes them down can tell later that
	 * what stood before them still stands. */
	char journal[CHAIN_TEXT_BYTES];
	char audit[CHAIN_TEXT_BYTES];
};

/* Walks over all of it, in order, as it is at one moment; only reads. ERR_STORE_DAMAGED: `why`
 * names the first link that does not hold. What was cut off at the end leaves no trace. */
MUST_USE enum err sqlite_verify(str path, struct chain_report *out_report, struct why *why);

#endif
