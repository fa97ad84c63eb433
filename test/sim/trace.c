#include "sim/trace.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void trace_mix(struct trace *trace, u64 value)
{
	trace->hash = hash_mix(trace->hash ^ value) + 0x9e3779b97f4a7c15;
}

void trace_mix_text(struct trace *trace, str text)
{
	trace_mix(trace, text.len);
	trace_mix(trace, hash_bytes((struct hash_key){ 0 }, text));
}

PRINTF_LIKE(3, 0)
static void tell(struct trace *trace, i64 at, const char *format, va_list arguments)
{
	char *line = trace->ring[trace->lines++ % TRACE_LINES_MAX];
	int len = snprintf(line, TRACE_LINE_BYTES,
			   "%3" PRId64 ":%02" PRId64 ":%02" PRId64 ".%03" PRId64 " ", at / 3600000,
			   at / 60000 % 60, at / 1000 % 60, at % 1000);
	vsnprintf(line + len, (size_t)(TRACE_LINE_BYTES - len), format, arguments);
}

void trace_say(struct trace *trace, i64 at, const char *format, ...)
{
	if (!trace->is_told) return;
	va_list arguments;
	va_start(arguments, format);
	tell(trace, at, format, arguments);
	va_end(arguments);
}

void trace_say_of(struct trace *trace, i64 at, const struct uuid *run, const char *format, ...)
{
	if (!trace->is_told) return;
	if (!uuid_is_nil(&trace->focus) && !uuid_eq(&trace->focus, run)) return;
	va_list arguments;
	va_start(arguments, format);
	tell(trace, at, format, arguments);
	va_end(arguments);
}

void trace_print(const struct trace *trace)
{
	u64 first = trace->lines > TRACE_LINES_MAX ? trace->lines - TRACE_LINES_MAX : 0;
	if (first) printf("    (%" PRIu64 " earlier lines left out)\n", first);
	for (u64 i = first; i < trace->lines; i++)
		printf("    %s\n", trace->ring[i % TRACE_LINES_MAX]);
}
