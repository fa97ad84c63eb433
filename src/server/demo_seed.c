#include "server/demo_seed.h"

#include "cli/render.h"

enum { CALL_BYTES_MAX = 1 << 20, LEASES_AT_ONCE = 100, LEASE_ROUNDS_MAX = 100 };

/* Stands in the file where the address of the webhooks' receiver belongs. */
#define RECEIVER_NAME "${RECEIVER}"

/* The file itself, between two marks; found from the folder the program is built in. */
__asm__(".section .rodata\n"
	"belfry_demo_begin:\n"
	".incbin \"catalog/demo.json\"\n"
	"belfry_demo_end:\n"
	".byte 0\n"
	".previous\n");

extern const char belfry_demo_begin[];
extern const char belfry_demo_end[];

str demo_seed_text(void)
{
	return (str){ belfry_demo_begin, (size_t)(belfry_demo_end - belfry_demo_begin) };
}

json_t *demo_seed_data(const char *receiver)
{
	str rest = demo_seed_text();
	struct buf text;
	json_t *data = NULL;
	buf_init(&text, CALL_BYTES_MAX);
	while (rest.len) {
		if (str_starts_with(rest, STR(RECEIVER_NAME))) {
			buf_add(&text, str_from(receiver));
			rest = str_from_offset(rest, strlen(RECEIVER_NAME));
			continue;
		}
		buf_add_byte(&text, rest.at[0]);
		rest = str_from_offset(rest, 1);
	}
	if (!buf_failed(&text)) data = json_loadb(text.at, text.len, 0, NULL);
	buf_done(&text);
	return data;
}

/* ---- calls ------------------------------------------------------------------------------- */

/* `call` is a method and a path below the API. The answer's body is borrowed until the next one. */
static enum err ask(const struct demo_target *target, str call, str body, str *out_body,
		    struct why *why)
{
	char bearer[256] = "Bearer ";
	struct client_response response;
	struct buf path;
	str rest = call;
	str method = str_split(&rest, ' ');
	size_t token_len = target->token.len < 200 ? target->token.len : 200;
	if (token_len) memcpy(bearer + 7, target->token.at, token_len);
	const struct client_pair pairs[] = {
		{ STR("Authorization"), { bearer, 7 + token_len } },
		{ STR("Content-Type"), STR("application/json") },
	};
	buf_init(&path, 8192);
	buf_add(&path, STR("/api/v1/scheduler/"));
	buf_add(&path, rest);
	const struct client_request request = { .method = method,
						.path = buf_view(&path),
						.pairs = pairs,
						.pair_count = countof(pairs),
						.body = body };
	enum err err = talk_http(target->talk, target->url, &request, &response, why);
	buf_done(&path);
	if (err) return err;
	if (response.status < 200 || response.status > 299)
		return fail(why, ERR_INVALID, "%.*s is refused: %.*s", STR_ARG(call),
			    STR_ARG(str_slice(response.body, 0, 300)));
	if (out_body) *out_body = response.body;
	return ERR_OK;
}

static int add_dumped(const char *bytes, size_t len, void *context)
{
	buf_add(context, (str){ bytes, len });
	return 0;
}

static str text_of(const json_t *object, const char *member)
{
	return str_from(json_string_value(json_object_get(object, member)));
}

static enum err make_call(const struct demo_target *target, const json_t *call, struct why *why)
{
	struct buf body;
	buf_init(&body, CALL_BYTES_MAX);
	(void)json_dump_callback(json_object_get(call, "body"), add_dumped, &body, JSON_COMPACT);
	enum err err = ask(target, text_of(call, "call"), buf_view(&body), NULL, why);
	buf_done(&body);
	return err;
}

/* ---- history ----------------------------------------------------------------------------- */

static enum err add_tasks(const struct demo_target *target, const json_t *part, struct why *why)
{
	struct buf body, call;
	buf_init(&body, CALL_BYTES_MAX);
	buf_init(&call, 200);
	buf_addf(&call, "POST tasks/bulk?tenant_id=%s",
		 json_string_value(json_object_get(part, "tenant_id")));
	buf_add(&body, STR("{\"tasks\":["));
	for (json_int_t i = 0; i < json_integer_value(json_object_get(part, "count")); i++) {
		buf_addf(&body, "%s{\"type\":\"%s\",\"payload\":{\"demo\":true,\"n\":%lld}}",
			 i ? "," : "", json_string_value(json_object_get(part, "type")),
			 (long long)i);
	}
	buf_add(&body, STR("]}"));
	enum err err = ask(target, buf_view(&call), buf_view(&body), NULL, why);
	buf_done(&body);
	buf_done(&call);
	return err;
}

static void add_result(const json_t *part, str execution, u32 number, struct buf *out)
{
	bool is_first = out->at[out->len - 1] == '[';
	json_int_t each = json_integer_value(json_object_get(part, "fails_each"));
	bool fails = each > 0 && number % (u32)each == (u32)each - 1;
	buf_addf(out, "%s{\"execution_id\":%.*s,", is_first ? "" : ",", STR_ARG(execution));
	if (!fails) {
		buf_add(out, STR("\"outcome\":\"success\",\"result\":{\"ok\":true}}"));
		return;
	}
	buf_add(out, STR("\"outcome\":\"fail\",\"error\":{\"class\":\"permanent\",\"message\":"));
	buf_add_json(out, text_of(part, "error"));
	buf_add(out, STR("}}"));
}

/* Leases some, and reports how they ended. */
static enum err work_off_some(const struct demo_target *target, const json_t *part, u32 *done,
			      struct why *why)
{
	struct buf body;
	str answer, lease;
	u32 before = *done;
	buf_init(&body, CALL_BYTES_MAX);
	buf_addf(&body,
		 "{\"worker_id\":\"demo-history\",\"max\":%d,"
		 "\"tenants\":[\"%s\"],\"types\":[\"%s\"]}",
		 LEASES_AT_ONCE, json_string_value(json_object_get(part, "tenant_id")),
		 json_string_value(json_object_get(part, "type")));
	enum err err = ask(target, STR("POST worker/lease"), buf_view(&body), &answer, why);
	str rest = err ? STR("") : render_array(answer, "leases");
	buf_clear(&body);
	buf_add(&body, STR("{\"worker_id\":\"demo-history\",\"results\":["));
	while (render_next_item(&rest, &lease))
		add_result(part, render_member(lease, "execution_id"), (*done)++, &body);
	buf_add(&body, STR("]}"));
	if (!err && *done > before)
		err = ask(target, STR("POST worker/results"), buf_view(&body), NULL, why);
	buf_done(&body);
	return err;
}

/* Nobody else works yet: all leases are ours. */
static enum err live_through(const struct demo_target *target, const json_t *part, struct why *why)
{
	u32 done = 0;
	u32 count = (u32)json_integer_value(json_object_get(part, "count"));
	enum err err = add_tasks(target, part, why);
	for (u32 round = 0; !err && done < count && round < LEASE_ROUNDS_MAX; round++)
		err = work_off_some(target, part, &done, why);
	return err;
}

static enum err make_calls(const struct demo_target *target, const json_t *calls, struct why *why)
{
	enum err err = ERR_OK;
	for (size_t i = 0; i < json_array_size(calls) && !err; i++)
		err = make_call(target, json_array_get(calls, i), why);
	return err;
}

enum err demo_seed_fill(const struct demo_target *target, const json_t *data, struct why *why)
{
	const json_t *history = json_object_get(data, "history");
	enum err err = make_calls(target, json_object_get(data, "setup"), why);
	for (size_t i = 0; i < json_array_size(history) && !err; i++)
		err = live_through(target, json_array_get(history, i), why);
	return err ? err : make_calls(target, json_object_get(data, "calls"), why);
}

void demo_seed_programs(const json_t *data, struct work_wish *wish)
{
	const char *type;
	json_t *command;
	json_object_foreach(json_object_get(data, "programs"), type, command)
	{
		if (wish->programs_len == WORK_PROGRAMS_MAX) return;
		wish->programs[wish->programs_len++] = (struct work_program){
			str_from(type), str_from(json_string_value(command))
		};
	}
}
