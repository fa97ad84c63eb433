#include "api/daily.h"

#include "api/json.h"
#include "api/parts.h"
#include "api/shapes.h"

struct settings_input {
	struct given given;
	str type;
	i64 window_minutes;
	i64 retry_delay_minutes;
	i64 job_timeout_ms;
	str on_cutoff;
	i64 keep_days;
};

static const struct field settings_fields[] = {
#define X(...) FIELD_ROW(struct settings_input, __VA_ARGS__)
	DAILY_SETTINGS_FIELDS(X)
#undef X
};

const struct shape daily_settings_body = { "daily_settings", "what daily windows are like",
					   sizeof(struct settings_input), settings_fields,
					   countof(settings_fields) };

enum err daily_of_tenant(struct request *request, str details, struct daily_settings *out_settings)
{
	struct settings_input input = { 0 };
	struct json json;
	str bytes;
	*out_settings = (struct daily_settings){ 0 };
	if (!details.len || !json_find(details, STR("daily"), &bytes)) return ERR_OK;
	json_init(&json, bytes);
	if (!shape_read(&daily_settings_body, &json, STR("/daily"), &request->faults, &input)) {
		if (!request->faults.len) return ERR_MEMORY;
		const struct fault *first = &request->faults.items[0];
		return request_refuse(request, first->code, "%.*s %.*s", STR_ARG(first->pointer),
				      STR_ARG(first->reason));
	}
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
