#include "api/shapes.h"

#include "api/handlers.h"
#include "model/policy.h"

SHAPE(tenant_query, tenant_params, TENANT_FIELD, "tenant_query", "whom it is about");
