/* Daily windows in bodies: what a tenant's settings say of them. */
#ifndef BELFRY_API_DAILY_H
#define BELFRY_API_DAILY_H

#include "api/request.h"

extern const struct shape daily_settings_body; /* for the API's description */

/* From the settings as they shall be (a checked object). Faults name the field. */
MUST_USE enum err daily_of_tenant(struct request *request, str details,
				  struct daily_settings *out_settings);

#endif
