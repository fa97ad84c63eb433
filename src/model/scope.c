#include "model/scope.h"

#include "base/must.h"
#include "calendar/duration.h"

void unique_scope_print(enum unique_scope scope, msec ttl, struct buf *out)
{
	switch (scope) {
	case UNIQUE_NONE: return;
	case UNIQUE_BUCKET: buf_add(out, STR("bucket")); return;
	case UNIQUE_TTL: duration_print(ttl, out); return;
	case UNIQUE_ACTIVE: buf_add(out, STR("active")); return;
	case UNIQUE_SUCCEEDED: buf_add(out, STR("succeeded")); return;
	case UNIQUE_FOREVER: buf_add(out, STR("forever")); return;
	}
	must(false);
}
