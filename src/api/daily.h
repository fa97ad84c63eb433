/* The daily windows in a tenant's settings. */
#ifndef BELFRY_API_DAILY_H
#define BELFRY_API_DAILY_H

#include "api/request.h"

extern const struct shape daily_settings_body; /* for the API's description */

/* Reads them from the new settings, a checked object. Faults name the field. */
MUST_USE enum err daily_of_tenant(struct request *request, str details,
				  struct daily_settings *out_settings);

#endif
