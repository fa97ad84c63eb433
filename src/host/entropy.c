#include "host/entropy.h"

#include "base/must.h"

#include <errno.h>
#include <sys/random.h>

void entropy_fill(u8 *out_bytes, size_t len)
{
	while (len) {
		ssize_t got = getrandom(out_bytes, len, 0);
		if (got < 0 && errno == EINTR) continue;
		must(got > 0);
		out_bytes += got;
		len -= (size_t)got;
	}
}
