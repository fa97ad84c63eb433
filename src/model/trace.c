#include "model/trace.h"

#include "base/must.h"

#define HOPS STR(";hops=")

str trace_make(struct arena *arena, str parent, u32 hops)
{
	must(hops <= TRACE_HOPS_MAX);
	if (!hops) return str_copy(arena, parent);
	str word = HOPS;
	size_t len = parent.len + word.len + 2;
	char *text = arena_alloc(arena, len);
	if (!text) return (str){ 0 };
	if (parent.len) memcpy(text, parent.at, parent.len);
	memcpy(text + parent.len, word.at, word.len);
	text[len - 2] = (char)('0' + hops / 10);
	text[len - 1] = (char)('0' + hops % 10);
	return (str){ text, len };
}

str trace_parent(str trace)
{
	return str_split(&trace, ';');
}

str trace_id(str trace)
{
	str parent = trace_parent(trace);
	(void)str_split(&parent, '-');
	return str_split(&parent, '-');
}

u32 trace_hops(str trace)
{
	u64 hops = 0;
	str rest = str_from_offset(trace, trace_parent(trace).len);
	if (!str_starts_with(rest, HOPS)) return 0;
	return str_to_u64(str_from_offset(rest, HOPS.len), TRACE_HOPS_MAX, &hops) ? (u32)hops : 0;
}
