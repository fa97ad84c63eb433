/* The version of Belfry, and how it was built. The only file that is compiled again for each
 * commit. */
#ifndef BELFRY_SERVER_VERSION_H
#define BELFRY_SERVER_VERSION_H

#include "base/types.h"

const char *version_number(void);   /* "0.1.0" */
const char *version_commit(void);   /* "1a2b3c4"; "" if it was not built from a repository */
const char *version_compiler(void); /* "gcc 12.2.0" */

#endif
