#include "model/delivery.h"

#include "base/must.h"

str delivery_next_name(enum delivery_next next)
{
	static const str names[DELIVERY_NEXTS] = {
		[NEXT_NONE] = STR("none"),         [NEXT_RETRY] = STR("retry"),
		[NEXT_FALLBACK] = STR("fallback"), [NEXT_LATER] = STR("later"),
		[NEXT_COVERED] = STR("covered"),
	};
	must(next < DELIVERY_NEXTS);
	return names[next];
}
