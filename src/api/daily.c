#include "api/daily.h"

#include "api/json.h"
#include "api/parts.h"
#include "api/shapes.h"

SHAPE_STRUCT(settings_input, DAILY_SETTINGS_FIELDS);
SHAPE(daily_settings_body, settings_input, DAILY_SETTINGS_FIELDS, "daily_settings",
      "what daily windows are like");

enum err daily_of_tenant(struct request *request, str details, struct daily_settings *out_settings)
{
	struct settings_input input = { 0 };
	struct json json;
	str bytes;
	*out_settings = (struct daily_settings){ 0 };
	if (!details.len || !json_find(details, STR("daily"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (!shape_read(&daily_settings_body, &json, STR("/daily"), &request->faults, &input))
		return faults_fail(&request->faults, &request->why);
	*out_settings = (struct daily_settings){
		.type = input.type,
		.on_cutoff = input.on_cutoff,
		.window_ms = input.window_minutes * MSEC_MINUTE,
		.retry_delay_ms = input.retry_delay_minutes * MSEC_MINUTE,
		.timeout_ms = input.job_timeout_ms,
		.keep_days = (u32)input.keep_days,
	};
	return ERR_OK;
}
