/* What no history may depend on. The linker leads every call of these, by engine, store, pump and
 * simulator alike, to here (-Wl,--wrap): it is a broken promise. */
#include "base/must.h"
#include "base/types.h"

/* clang-format off */
#define WRAPPED(X) \
	X(time) X(clock_gettime) X(gettimeofday) X(timespec_get) X(clock)        \
	X(getrandom) X(getentropy) X(random)                                     \
	X(nanosleep) X(usleep) X(sleep)                                          \
	X(socket) X(connect) X(open) X(fopen) X(pthread_create) X(getenv)

#define X(name)                                                                \
	void __wrap_##name(void);                                              \
	void __wrap_##name(void)                                               \
	{                                                                      \
		must_fail("no history calls " #name, __FILE__, __LINE__);      \
	}
WRAPPED(X)
#undef X
/* clang-format on */
