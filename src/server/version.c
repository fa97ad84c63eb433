#include "server/version.h"

/* Both come from the Makefile. */
#ifndef BELFRY_VERSION
#define BELFRY_VERSION "unknown"
#endif
#ifndef BELFRY_COMMIT
#define BELFRY_COMMIT ""
#endif

const char *version_number(void)
{
	return BELFRY_VERSION;
}

const char *version_commit(void)
{
	return BELFRY_COMMIT;
}

const char *version_compiler(void)
{
#ifdef __clang__
	return "clang " __clang_version__;
#else
	return "gcc " __VERSION__;
#endif
}
