#include "net/http_bounds.h"

#include "base/must.h"

/* clang-format off */
static const struct {
	int status;
	const char *sentence;
} rows[HTTP_REFUSAL_COUNT] = {
#define X(name, http_status, text) [HTTP_REFUSED_##name] = { http_status, text },
	HTTP_REFUSALS(X)
#undef X
};
/* clang-format on */

int http_refusal_status(enum http_refusal refusal)
{
	must(refusal > HTTP_REFUSED_NOT);
	must(refusal < HTTP_REFUSAL_COUNT);
	return rows[refusal].status;
}

const char *http_refusal_sentence(enum http_refusal refusal)
{
	must(refusal > HTTP_REFUSED_NOT);
	must(refusal < HTTP_REFUSAL_COUNT);
	return rows[refusal].sentence;
}
