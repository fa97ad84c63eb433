#include "deliver/maker.h"

#include "api/json.h"
#include "api/route.h"
#include "base/memory.h"
#include "base/must.h"

/* One that is asked for. */
struct making {
	const struct maker *maker;
	struct uuid execution;
};

enum { MESSAGE_BYTES = 1024, RESULT_BYTES = 128 };

static const struct {
	str word;
	str path;
} kinds[] = {
	{ STR("reminder"), STR(API_BASE "reminders") },
	{ STR("job"), STR(API_BASE "jobs") },
};

/* The inside of a JSON string; empty: it is none. */
static str inside(str bytes)
{
	bool is_text = bytes.len >= 2 && bytes.at[0] == '"';
	return is_text ? str_slice(bytes, 1, bytes.len - 1) : (str){ 0 };
}

static void end(const struct maker *maker, const struct report *report)
{
	const struct handler_report said = { .report = *report };
	maker->ended(maker->context, &said);
}

static void refuse(const struct maker *maker, const struct lease *lease, enum error_class class,
		   str message)
{
	end(maker,
	    &(struct report){ .execution = lease->execution,
			      .outcome = class == CLASS_TRANSIENT ? OUTCOME_RETRY : OUTCOME_FAIL,
			      .error_class = error_class_name(class),
			      .error_message = message });
}

/* A refusal for now is retried; a refusal of the content is final. */
static void hear_refusal(const struct making *making, int status, str problem)
{
	bool is_passing = status == 429 || status >= 500;
	str detail = inside(json_member(problem, STR("detail")));
	struct report report = {
		.execution = making->execution,
		.outcome = is_passing ? OUTCOME_RETRY : OUTCOME_FAIL,
		.error_class = error_class_name(is_passing ? CLASS_TRANSIENT : CLASS_VALIDATION),
		.error_message = str_slice(detail, 0,
					   detail.len < MESSAGE_BYTES ? detail.len : MESSAGE_BYTES),
	};
	end(making->maker, &report);
}

static void hear_made(const struct making *making, str made)
{
	struct buf result;
	buf_init(&result, RESULT_BYTES);
	buf_addf(&result, "{\"id\":\"%.*s\"}", STR_ARG(inside(json_member(made, STR("id")))));
	struct report report = { .execution = making->execution,
				 .outcome = OUTCOME_SUCCESS,
				 .result = buf_failed(&result) ? STR("{}") : buf_view(&result) };
	end(making->maker, &report);
	buf_done(&result);
}

static void on_response(void *connection, const struct api_response *response)
{
	struct making *making = connection;
	str body = buf_view(response->body);
	if (response->status == 200 || response->status == 201) hear_made(making, body);
	else hear_refusal(making, response->status, body);
	mem_free(making);
}

/* As a producer of the tenant would. */
static void ask(const struct maker *maker, struct making *making, const struct lease *lease,
		str tenant, str path, str body)
{
	char key[UUID_TEXT_LEN];
	const struct who who = { .tenant = tenant, .role = ROLE_PRODUCER };
	const struct api_insider insider = { .who = &who,
					     .actor = STR("SYSTEM"),
					     .respond = on_response };
	uuid_print(lease->run, key);
	const struct api_field fields[] = {
		{ STR("content-type"), STR("application/json") },
		{ STR("idempotency-key"), { key, sizeof key } },
	};
	const struct api_call call = { .connection = making,
				       .method = STR("POST"),
				       .path = path,
				       .body = body,
				       .fields = fields,
				       .fields_len = countof(fields),
				       .insider = &insider };
	struct request *request = api_handle(maker->api, &call);
	must(request == NULL); /* neither of them waits long */
}

void maker_start(const struct maker *maker, const struct lease *lease, str tenant)
{
	str word = inside(json_member(lease->payload, STR("make")));
	str body = json_member(lease->payload, STR("body"));
	for (size_t i = 0; i < countof(kinds); i++) {
		if (!str_eq(word, kinds[i].word) || !body.len) continue;
		struct making *making = mem_alloc(sizeof *making);
		if (!making) {
			refuse(maker, lease, CLASS_TRANSIENT, STR("the server is short of memory"));
			return;
		}
		*making = (struct making){ maker, lease->execution };
		ask(maker, making, lease, tenant, kinds[i].path, body);
		return;
	}
	refuse(maker, lease, CLASS_VALIDATION,
	       STR("the payload of a belfry.make must name what to create (reminder or job) "
		   "and its body"));
}
