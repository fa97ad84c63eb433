/* Events that come in: by a token, or signed by a source. Rules say which runs they make; all of
 * one event are asked for by one command, whose replay key is the event's id: the same event again
 * is answered with what the first made, and makes nothing. */
#include "api/documents.h"
#include "api/handlers.h"
#include "api/json.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/rule.h"
#include "api/rules_in_force.h"
#include "api/seal.h"
#include "api/shapes.h"
#include "api/token.h"
#include "model/trace.h"
#include "store/query.h"

#define EVENT_WINDOW_MS (5 * MSEC_MINUTE)
#define EVENT_KEPT_MS (48 * MSEC_HOUR)

enum { SIGNATURES_BYTES = 1024 };

SHAPE_STRUCT(cloud_event, CLOUD_EVENT_FIELDS);
SHAPE(cloud_event_body, cloud_event, CLOUD_EVENT_FIELDS, "cloud_event",
      "an event: a CloudEvent of 1.0");

/* A rule that took the event and could make nothing of it, and why. */
struct rule_refusal {
	str rule;
	str reason;
};

/* The runs that rules make of an event. */
struct made {
	struct enqueue_item *items;
	str *rules; /* the id of whose each is */
	u32 len;
	u32 fit;                       /* rules that fit */
	struct rule_refusal *refusals; /* of these, by what the source may make, or by what the
				     event lacks */
	u32 refused;
	str resumes[LIMIT_RESUMES]; /* jobs, each once */
	u32 resumes_len;
	str types; /* that the source may make, as JSON; empty: any */
};

enum err event_in_decode(struct request *request)
{
	const struct cloud_event *event = request->input;
	struct made *made = arena_alloc_zeroed(&request->arena, sizeof *made);
	if (!made) return ERR_MEMORY;
	request->found = made;
	request->audit.object = event->id;
	if (trace_hops(request->trace) >= EVENT_HOPS_MAX)
		return request_refuse(request, ERR_INVALID,
				      "Belfry-Hops: the event passed through %u servers; at most "
				      "%d are allowed",
				      trace_hops(request->trace), EVENT_HOPS_MAX);
	return ERR_OK;
}

/* ---- rules ---------------------------------------------------------------------------------- */

static bool may_make(const struct made *made, str type, struct arena *arena)
{
	struct json json;
	struct json_string word;
	str name;
	if (!made->types.len) return true;
	json_init(&json, made->types);
	if (!json_enter(&json, VALUE_ARRAY)) return false;
	while (json_next_item(&json)) {
		if (!json_read_string(&json, &word) || !json_unescape(word, arena, &name))
			return false;
		if (str_eq(name, type)) return true;
	}
	return false;
}

/* For whoever looks, and for effects: nobody compares it. */
static str key_of_run(struct request *request, str rule)
{
	const struct cloud_event *event = request->input;
	struct buf text;
	buf_init(&text, 1024);
	buf_addf(&text, "%.*s:%.*s", STR_ARG(rule), STR_ARG(event->id));
	str key = str_copy(&request->arena, str_slice(buf_view(&text), 0, LIMIT_KEY_BYTES));
	buf_done(&text);
	return key;
}

/* Every rule that fits wakes its own job. */
static enum err add_resumed(struct request *request, struct made *made, str job)
{
	for (u32 i = 0; i < made->resumes_len; i++) {
		if (str_eq(made->resumes[i], job)) return ERR_OK;
	}
	if (!job.len) return ERR_OK;
	if (made->resumes_len == LIMIT_RESUMES)
		return request_refuse(request, ERR_QUOTA, "an event may resume at most %d jobs",
				      LIMIT_RESUMES);
	made->resumes[made->resumes_len++] = job;
	return ERR_OK;
}

static enum err make(struct request *request, const struct event_rule *rule,
		     const struct event_in *event, struct why *why)
{
	struct made *made = request->found;
	if (!may_make(made, rule->type, &request->arena))
		return fail(why, ERR_FORBIDDEN, "the source may not make runs of type %.*s",
			    STR_ARG(rule->type));
	return event_rule_make(rule, event, &request->arena, made->items, EVENT_RUNS_MAX,
			       &made->len, why);
}

static void add_refusal(struct request *request, str rule, const struct why *why)
{
	struct made *made = request->found;
	made->refusals[made->refused++] =
		(struct rule_refusal){ rule, str_copy(&request->arena, str_from(why->text)) };
}

/* The runs of one rule join the others; a rule that cannot be followed holds up none of them. */
static enum err apply(struct request *request, const struct document_row *row,
		      const struct event_in *event)
{
	struct made *made = request->found;
	struct event_rule rule;
	u32 before = made->len;
	struct why why;
	enum err err = event_rule_read(row->body, &request->arena, &rule, &why);
	if (err == ERR_MEMORY) return err;
	if (err || !event_rule_fits(&rule, event)) return ERR_OK;
	made->fit++;
	err = make(request, &rule, event, &why);
	if (err == ERR_QUOTA) return request_refuse(request, err, "%s", why.text);
	if (err == ERR_MEMORY) return err;
	if (err) add_refusal(request, row->key.name, &why);
	err = err ? ERR_OK : add_resumed(request, made, rule.resumes);
	if (err) return err;
	for (u32 i = before; i < made->len; i++) {
		made->items[i].trace = request->trace;
		made->items[i].key = key_of_run(request, row->key.name);
		made->items[i].is_rung = true;
		made->rules[i] = row->key.name;
	}
	return ERR_OK;
}

static enum err apply_rules(struct request *request, struct query *query, str source)
{
	const struct cloud_event *input = request->input;
	struct made *made = request->found;
	const struct event_in event = { .body = request->body,
					.type = input->type,
					.source = source,
					.at = request->now.wall };
	struct rule_set rules = { 0 };
	enum err err = rules_in_force(request, query, &rules);
	if (err) return err;
	made->len = made->fit = made->refused = made->resumes_len = 0;
	made->items = arena_alloc_array(&request->arena, EVENT_RUNS_MAX, sizeof *made->items);
	made->rules = arena_alloc_array(&request->arena, EVENT_RUNS_MAX, sizeof *made->rules);
	made->refusals = arena_alloc_array(&request->arena, rules.len + 1, sizeof *made->refusals);
	if (!made->items || !made->rules || !made->refusals) return ERR_MEMORY;
	for (u32 i = 0; i < rules.len && !err; i++)
		err = apply(request, &rules.rows[i].row, &event);
	return err;
}

enum err event_in_read(struct request *request, struct query *query)
{
	return apply_rules(request, query, (str){ 0 });
}

/* ---- signatures ----------------------------------------------------------------------------- */

static enum err find_source(struct request *request, struct query *query,
			    struct document_view *out_source)
{
	struct document_list list = { .kind = DOCUMENT_SOURCE,
				      .name = request->parts[0],
				      .limit = 1,
				      .now = request->now.wall };
	struct document_page page = { 0 };
	struct uuid id;
	if (!uuid_parse(request->parts[0], &id)) return ERR_UNAUTHORIZED;
	enum err err = query->calls->documents(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_UNAUTHORIZED;
	*out_source = page.rows[0];
	return ERR_OK;
}

/* The secret of that name, opened; empty: there is none. */
static enum err open_secret(struct request *request, struct query *query, str name, str *out)
{
	struct document_view secret;
	struct buf about;
	*out = (str){ 0 };
	enum err err = document_find(request, query, DOCUMENT_SECRET, name, &secret);
	if (err) return err == ERR_NOT_FOUND ? ERR_OK : err;
	buf_init(&about, 512);
	buf_addf(&about, "%.*s/%.*s", STR_ARG(request->tenant), STR_ARG(name));
	err = unseal(api_seal_key(request->api), buf_view(&about), secret.row.body, &request->arena,
		     out);
	buf_done(&about);
	return err;
}

/* Whether one of the signatures is by this secret. All are compared, in the same time. */
static bool is_signed_by(const struct request *request, i64 timestamp, str secret)
{
	const struct api_doors *doors = api_doors(request->api);
	str rest = request->signature.all;
	struct buf expected;
	bool is_good = false;
	if (!secret.len || !doors->sign) return false;
	buf_init(&expected, SIGNATURES_BYTES);
	enum err err = doors->sign(request->signature.id, timestamp, request->body, secret,
				   &expected);
	while (!err && rest.len) is_good |= secret_eq(str_split(&rest, ' '), buf_view(&expected));
	buf_done(&expected);
	return is_good && !err;
}

static enum err check_signature(struct request *request, struct query *query, str names,
				i64 timestamp)
{
	struct json json;
	struct json_string word;
	str name, secret;
	bool is_good = false;
	json_init(&json, names);
	if (!json_enter(&json, VALUE_ARRAY)) return ERR_UNAUTHORIZED;
	while (json_next_item(&json)) {
		if (!json_read_string(&json, &word) || !json_unescape(word, &request->arena, &name))
			return ERR_UNAUTHORIZED;
		enum err err = open_secret(request, query, name, &secret);
		if (err) return err;
		is_good |= is_signed_by(request, timestamp, secret);
		if (secret.len) secret_forget((char *)(uintptr_t)secret.at, secret.len);
	}
	return is_good ? ERR_OK : ERR_UNAUTHORIZED;
}

static enum err check_source(struct request *request, struct query *query,
			     const struct document_view *source)
{
	struct made *made = request->found;
	str names, state;
	u64 timestamp = 0;
	str body = source->row.body;
	if (!str_to_u64(request->signature.at, (u64)(MSEC_YEAR_9999_END / MSEC_SECOND),
			&timestamp) ||
	    !json_find(body, STR("secrets"), &names))
		return ERR_UNAUTHORIZED;
	enum err err = check_signature(request, query, names, (i64)timestamp);
	if (err) return err;
	msec off = (msec)timestamp * MSEC_SECOND - request->now.wall;
	if (off > EVENT_WINDOW_MS || off < -EVENT_WINDOW_MS)
		return request_refuse(request, ERR_UNAUTHORIZED,
				      "webhook-timestamp must be within 5 minutes of now");
	if (json_find(body, STR("state"), &state) && str_eq(state, STR("\"paused\"")))
		return request_refuse(request, ERR_FORBIDDEN, "the source is paused");
	if (!json_find(body, STR("types"), &made->types)) made->types = (str){ 0 };
	return ERR_OK;
}

/* A source that is not there, and a signature that is not its own, are answered alike. */
enum err event_signed_read(struct request *request, struct query *query)
{
	struct document_view source;
	enum err err = find_source(request, query, &source);
	if (err) return err;
	request->tenant = source.tenant;
	err = check_source(request, query, &source);
	return err ? err : apply_rules(request, query, request->parts[0]);
}

/* ---- taken ---------------------------------------------------------------------------------- */

static struct digest key_of(const struct request *request)
{
	const struct cloud_event *event = request->input;
	struct buf text;
	buf_init(&text, 4096);
	buf_addf(&text, "%.*s\nevent\n%.*s\n%.*s\n%.*s", STR_ARG(request->tenant),
		 STR_ARG(request->parts[0]), STR_ARG(event->source), STR_ARG(event->id));
	struct digest key = digest_of(buf_view(&text));
	buf_done(&text);
	return key;
}

enum err event_in_take(struct request *request, struct command *command)
{
	const struct made *made = request->found;
	struct buf actor;
	command->kind = COMMAND_ENQUEUE;
	command->tenant = request->tenant;
	command->enqueue = (struct enqueue_command){ .items = made->items,
						     .len = made->len,
						     .is_event = true,
						     .resumes = made->resumes,
						     .resumes_len = made->resumes_len };
	command->has_replay = true;
	command->replay_key = key_of(request);
	command->replay_body = (struct digest){ 0 };
	command->replay_ms = EVENT_KEPT_MS;
	if (!request->parts[0].len) return ERR_OK;
	buf_init(&actor, 64);
	buf_addf(&actor, "source:%.*s", STR_ARG(request->parts[0]));
	command->actor = str_copy(&request->arena, buf_view(&actor));
	buf_done(&actor);
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

static void show_refusals(struct buf *out, const struct made *made)
{
	for (u32 i = 0; i < made->refused; i++) {
		write_open(out, '{');
		put_text(out, LOOSE(event_run, rule_id), made->refusals[i].rule);
		put_text(out, KEY(event_run, error), made->refusals[i].reason);
		write_close(out, '}');
	}
}

bool event_in_render(struct request *request)
{
	const struct cloud_event *event = request->input;
	const struct made *made = request->found;
	const struct answer *answer = &request->answer;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, KEY(event_receipt, id), event->id);
	put_bool(out, KEY(event_receipt, duplicate), answer->is_replayed);
	if (!answer->is_replayed) {
		put_u64(out, KEY(event_receipt, rules), made->fit);
		put_u64(out, KEY(event_receipt, refused), made->refused);
	}
	put_open(out, KEY(event_receipt, runs), '[');
	for (u32 i = 0; i < answer->enqueue.len; i++) {
		const struct enqueue_answer *item = &answer->enqueue.items[i];
		write_open(out, '{');
		if (!answer->is_replayed) put_text(out, LOOSE(event_run, rule_id), made->rules[i]);
		if (item->err) put_text(out, KEY(event_run, error), str_from(item->why.text));
		else put_uuid(out, KEY(event_run, id), &item->run);
		write_close(out, '}');
	}
	if (!answer->is_replayed) show_refusals(out, made);
	write_close(out, ']');
	write_close(out, '}');
	return true;
}
