#include "host/entropy.h"

#include "base/must.h"

#include <errno.h>
#include <string.h>
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

void entropy_draw(struct entropy_pool *pool, u8 *out_bytes, size_t len)
{
	if (len > sizeof pool->bytes / 4) {
		entropy_fill(out_bytes, len);
		return;
	}
	if (len > pool->left) {
		entropy_fill(pool->bytes, sizeof pool->bytes);
		pool->left = sizeof pool->bytes;
	}
	u8 *from = pool->bytes + sizeof pool->bytes - pool->left;
	memcpy(out_bytes, from, len);
	memset(from, 0, len);
	pool->left -= (u32)len;
}
