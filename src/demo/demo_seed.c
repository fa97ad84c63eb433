#include "demo/demo_seed.h"

#include "cli/render.h"

enum { CALL_BYTES_MAX = 1 << 20, LEASE_ROUNDS_MAX = 100 };

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

/* A name of the file in front of `text`; its value. */
static const struct demo_word *word_at(const struct demo_word *words, u32 len, str text)
{
	for (u32 i = 0; i < len; i++) {
		if (str_starts_with(text, str_from(words[i].name))) return &words[i];
	}
	return NULL;
}

json_t *demo_seed_data(const struct demo_word *words, u32 words_len)
{
	str rest = demo_seed_text();
	struct buf text;
	json_t *data = NULL;
	buf_init(&text, CALL_BYTES_MAX);
	while (rest.len) {
		const struct demo_word *word = rest.at[0] == '$' ? word_at(words, words_len, rest)
								 : NULL;
		if (word) buf_add(&text, str_from(word->value));
		else buf_add_byte(&text, rest.at[0]);
		rest = str_from_offset(rest, word ? strlen(word->name) : 1);
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

enum { PARTS_MAX = 16, STEPS = 48, EVENING = 18, NIGHT = 22, MORNING = 6 };

/* A day that is lived through, half an hour at a time. */
struct past {
	const struct demo_target *target;
	const struct demo_time *time;
	const json_t *parts;
	u32 made[PARTS_MAX]; /* of each part, so far */
	u32 open;            /* of all, made and not done yet */
	u32 done[PARTS_MAX];
	u32 weight; /* of the steps so far */
	u32 weight_all;
};

/* How much happens at that hour (UTC); and in the evening it is more than can be done at once. */
static u32 weight_of(msec at)
{
	u32 hour = (u32)(at / MSEC_HOUR % 24);
	if (hour >= NIGHT || hour < MORNING) return 1;
	return hour >= EVENING ? 6 : 3;
}

static msec delay_of(msec at, u32 step)
{
	bool is_evening = weight_of(at) == 6;
	return is_evening ? 20 * MSEC_SECOND + step % 5 * 15 * MSEC_SECOND : 200 + step % 7 * 300;
}

static u32 count_of(const json_t *part)
{
	return (u32)json_integer_value(json_object_get(part, "count"));
}

/* Adds the tasks of a part that fall into this step. */
static void add_tasks(struct past *past, u32 which, struct buf *out)
{
	const json_t *part = json_array_get(past->parts, which);
	u32 until = (u32)((u64)count_of(part) * past->weight / past->weight_all);
	while (past->made[which] < until) {
		bool is_first = out->at[out->len - 1] == '[';
		buf_addf(out, "%s{\"type\":\"%.*s\",\"payload\":{\"demo\":true,\"n\":%u}}",
			 is_first ? "" : ",", STR_ARG(text_of(part, "type")), past->made[which]++);
		past->open++;
	}
}

/* Makes the tasks of the tenant of part `first`, which is the first of its parts, in one call. */
static enum err make_tasks(struct past *past, u32 first, struct why *why)
{
	str tenant = text_of(json_array_get(past->parts, first), "tenant_id");
	u32 before = past->open;
	struct buf body, call;
	enum err err = ERR_OK;
	for (u32 i = 0; i < first; i++) {
		if (str_eq(tenant, text_of(json_array_get(past->parts, i), "tenant_id")))
			return ERR_OK;
	}
	buf_init(&body, CALL_BYTES_MAX);
	buf_init(&call, 200);
	buf_addf(&call, "POST tasks/bulk?tenant_id=%.*s", STR_ARG(tenant));
	buf_add(&body, STR("{\"tasks\":["));
	for (u32 i = first; i < json_array_size(past->parts); i++) {
		if (str_eq(tenant, text_of(json_array_get(past->parts, i), "tenant_id")))
			add_tasks(past, i, &body);
	}
	buf_add(&body, STR("]}"));
	if (past->open > before)
		err = ask(past->target, buf_view(&call), buf_view(&body), NULL, why);
	buf_done(&body);
	buf_done(&call);
	return err;
}

static const json_t *part_of(const struct past *past, const json_t *lease, u32 *out_which)
{
	for (u32 i = 0; i < json_array_size(past->parts); i++) {
		const json_t *part = json_array_get(past->parts, i);
		bool is_it = str_eq(text_of(part, "type"), text_of(lease, "type")) &&
			     str_eq(text_of(part, "tenant_id"), text_of(lease, "tenant_id"));
		*out_which = i;
		if (is_it) return part;
	}
	return NULL;
}

static void add_result(struct past *past, str item, struct buf *out)
{
	json_t *lease = render_parse(item);
	u32 which;
	const json_t *part = part_of(past, lease, &which);
	bool is_first = out->at[out->len - 1] == '[';
	json_int_t each = json_integer_value(json_object_get(part, "fails_each"));
	bool fails = part && each > 0 && past->done[which]++ % (u32)each == (u32)each - 1;
	buf_addf(out, "%s{\"execution_id\":\"%.*s\",", is_first ? "" : ",",
		 STR_ARG(text_of(lease, "execution_id")));
	if (fails) {
		buf_add(out, STR("\"outcome\":\"fail\",\"error\":{\"class\":\"permanent\","
				 "\"message\":"));
		buf_add_json(out, text_of(part, "error"));
		buf_add(out, STR("}}"));
	} else {
		buf_add(out, STR("\"outcome\":\"success\",\"result\":{\"ok\":true}}"));
	}
	json_decref(lease);
}

/* Leases some, and reports how they ended a while later. False: there were none. */
static bool work_off_some(struct past *past, msec took, enum err *err, struct why *why)
{
	static const str wish = STR("{\"worker_id\":\"demo-history\",\"max\":100}");
	struct buf body;
	str answer, item;
	bool is_any = false;
	*err = ask(past->target, STR("POST worker/lease"), wish, &answer, why);
	str rest = *err ? STR("") : render_array(answer, "leases");
	buf_init(&body, CALL_BYTES_MAX);
	buf_add(&body, STR("{\"worker_id\":\"demo-history\",\"results\":["));
	for (; render_next_item(&rest, &item); is_any = true) {
		add_result(past, item, &body);
		if (past->open) past->open--;
	}
	buf_add(&body, STR("]}"));
	if (is_any) {
		past->time->pass(past->time->context, took);
		*err = ask(past->target, STR("POST worker/results"), buf_view(&body), NULL, why);
	}
	buf_done(&body);
	return is_any && !*err;
}

static enum err live_through(struct past *past, msec at, msec span, u32 step, struct why *why)
{
	msec delay = delay_of(at, step), took = 150 + step % 6 * 250;
	enum err err = ERR_OK;
	u32 rounds = 0;
	past->weight += weight_of(at);
	for (u32 i = 0; i < json_array_size(past->parts) && !err; i++)
		err = make_tasks(past, i, why);
	past->time->pass(past->time->context, delay);
	while (!err && past->open && rounds < LEASE_ROUNDS_MAX &&
	       work_off_some(past, took, &err, why))
		rounds++;
	past->time->pass(past->time->context, span - delay - took * rounds);
	return err;
}

static enum err live_history(const struct demo_target *target, const json_t *data,
			     const struct demo_time *time, struct why *why)
{
	struct past past = { .target = target,
			     .time = time,
			     .parts = json_object_get(data, "history") };
	msec span = time->span / STEPS;
	enum err err = ERR_OK;
	if (json_array_size(past.parts) > PARTS_MAX)
		return fail(why, ERR_INVALID, "the history has more than %d parts", PARTS_MAX);
	for (u32 i = 0; i < STEPS; i++) past.weight_all += weight_of(time->begin + i * span);
	for (u32 i = 0; i < STEPS && !err; i++)
		err = live_through(&past, time->begin + i * span, span, i, why);
	return err;
}

static enum err make_calls(const struct demo_target *target, const json_t *calls, struct why *why)
{
	enum err err = ERR_OK;
	for (size_t i = 0; i < json_array_size(calls) && !err; i++)
		err = make_call(target, json_array_get(calls, i), why);
	return err;
}

enum err demo_seed_live(const struct demo_target *target, const json_t *data,
			const struct demo_time *time, struct why *why)
{
	enum err err = make_calls(target, json_object_get(data, "setup"), why);
	return err ? err : live_history(target, data, time, why);
}

enum err demo_seed_fill(const struct demo_target *target, const json_t *data, struct why *why)
{
	return make_calls(target, json_object_get(data, "calls"), why);
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
