#include "api/shapes.h"

#include "api/handlers.h"
#include "model/policy.h"

static const struct field tenant_fields[] = {
#define X(...) FIELD_ROW(struct tenant_params, __VA_ARGS__)
	TENANT_FIELD(X)
#undef X
};

const struct shape tenant_query = { "tenant_query", "whom it is about",
				    sizeof(struct tenant_params), tenant_fields,
				    countof(tenant_fields) };
