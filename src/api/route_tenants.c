/* Tenants and their settings: one object, seen from two paths. */
#include "api/daily.h"
#include "api/details.h"
#include "api/fleet.h"
#include "api/gates.h"
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/policy.h"
#include "api/shapes.h"
#include "api/show.h"
#include "model/guard.h"

struct quotas_input {
	struct given given;
	i64 most[QUOTA_KINDS];
};

static const struct field quotas_fields[] = {
#define X(id, word, greatest, wait, sentence)                                                   \
	FIELD_ROW(struct quotas_input, id, word, INTEGER, false, 1, greatest, most[QUOTA_##id], \
		  NULL, NULL, sentence)
	QUOTAS(X)
#undef X
};

const struct shape quotas_body = { "quotas", "what a tenant may have at most",
				   sizeof(struct quotas_input), quotas_fields,
				   countof(quotas_fields) };

SHAPE_STRUCT(tenant_input, TENANT_FIELDS);
SHAPE_PLACES(TENANT, TENANT_FIELDS);
SHAPE(tenant_body, tenant_input, TENANT_FIELDS, "tenant", "a tenant and its settings");

/* Members that are kept beside the policy: from `name` on. */
static const u64 detail_mask = (((u64)1 << TENANT_PLACES) - 1) & ~(((u64)1 << TENANT_NAME) - 1);

/* ---- seen --------------------------------------------------------------------------------- */

static void show_defaults(struct buf *out, const struct tenant_defaults *defaults)
{
	if (defaults->priority)
		put_u64(out, KEY(tenant, priority),
			priority_shown(defaults->priority, defaults->priority_steps));
	if (defaults->priority_steps)
		put_u64(out, KEY(tenant, priority_scale), defaults->priority_steps);
	if (defaults->misfire)
		put_text(out, KEY(tenant, misfire),
			 misfire_name((enum misfire)(defaults->misfire - 1)));
	if (defaults->grace_ms) put_i64(out, KEY(tenant, grace_seconds), defaults->grace_ms / 1000);
	if (defaults->scope) show_scope(out, defaults->scope, defaults->unique_ttl);
}

/* Its own alone: those of all are the server's settings, and GET tenants/:id/quotas has both. */
static void show_own_quotas(struct buf *out, const u32 quotas[QUOTA_KINDS])
{
	u32 own = 0;
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++) own += quotas[kind] > 0;
	if (!own) return;
	put_open(out, KEY(tenant, quotas), '{');
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++) {
		if (quotas[kind])
			put_u64(out, WORD_KEY(quota_word((enum quota_kind)kind)), quotas[kind]);
	}
	write_close(out, '}');
}

static void show_tenant(struct request *request, const struct tenant_view *tenant)
{
	struct buf *out = &request->out;
	const struct tenant_policy *policy = &tenant->policy;
	write_open(out, '{');
	put_text(out, KEY(tenant, id), tenant->id);
	details_put(out, tenant->details);
	put_u64(out, KEY(tenant, weight), policy->weight ? policy->weight : 1);
	put_u64(out, KEY(tenant, limit), policy->limit);
	if (policy->max_attempts) put_u64(out, KEY(tenant, max_attempts), policy->max_attempts);
	if (policy->lease_ms) put_i64(out, KEY(tenant, lease_ms), policy->lease_ms);
	if (policy->timeout_ms)
		put_i64(out, KEY(tenant, timeout_seconds), policy->timeout_ms / 1000);
	write_key(out, KEY(tenant, backoff));
	show_backoff(out, &policy->backoff);
	put_bool(out, KEY(tenant, require_key), policy->require_key);
	if (policy->min_interval_ms)
		put_i64(out, KEY(tenant, min_interval_seconds), policy->min_interval_ms / 1000);
	show_own_quotas(out, policy->quotas);
	show_defaults(out, &tenant->defaults);
	put_instant_or_null(out, KEY(tenant, created_at), tenant->created_at);
	put_u64(out, KEY(tenant, version), request_shown(request, tenant->version));
	write_close(out, '}');
}

/* A tenant sees itself; the system sees all. */
enum err tenant_decode(struct request *request)
{
	str id = request->parts[0];
	if (!who_is_system(&request->who) && !str_eq(id, request->who.tenant)) return ERR_NOT_FOUND;
	request->tenant = id;
	return ERR_OK;
}

static enum err find_tenant(struct request *request, struct query *query, str id,
			    struct tenant_view *out_tenant)
{
	struct tenant_list list = { .id = id, .limit = 1 };
	struct tenant_page page = { 0 };
	enum err err = query->calls->tenants(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_tenant = page.rows[0];
	return ERR_OK;
}

enum err tenant_settings(struct request *request, struct query *query, str id, str *out_details)
{
	struct tenant_view tenant = { 0 };
	enum err err = find_tenant(request, query, id, &tenant);
	*out_details = tenant.details;
	return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err tenant_view(struct request *request, struct query *query)
{
	struct tenant_view tenant = { 0 };
	enum err err = find_tenant(request, query, request->tenant, &tenant);
	if (err) return err;
	show_tenant(request, &tenant);
	request_put_document_etag(request, tenant.version);
	return ERR_OK;
}

enum err tenant_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	struct tenant_list list = { 0 };
	struct tenant_page page = { 0 };
	enum err err = list_begin(request, &params->list, &list.limit, &list.after);
	if (!who_is_system(&request->who)) list.id = request->who.tenant;
	if (!err) err = query->calls->tenants(query, &list, &request->arena, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_tenant(request, &page.rows[i]);
	list_close(request, page.has_more && page.len,
		   page.len ? page.rows[page.len - 1].id : STR(""));
	return ERR_OK;
}

/* ---- changed ------------------------------------------------------------------------------ */

enum err tenant_read(struct request *request, struct query *query)
{
	struct tenant_view *tenant = arena_alloc_zeroed(&request->arena, sizeof *tenant);
	if (!tenant) return ERR_MEMORY;
	request->found = tenant;
	return find_tenant(request, query, request->tenant, tenant);
}

static u32 merged(const void *object, u32 field, i64 given, u32 old)
{
	if (is_null(object, field)) return 0;
	return is_given(object, field) ? (u32)given : old;
}

static void merge_quotas(const struct tenant_input *input, u32 quotas[QUOTA_KINDS])
{
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++) {
		if (is_null(input, TENANT_QUOTAS)) quotas[kind] = 0;
		else if (is_given(input, TENANT_QUOTAS))
			quotas[kind] = merged(input->quotas, kind, input->quotas->most[kind],
					      quotas[kind]);
	}
}

static enum err merge_policy(struct request *request, const struct tenant_input *input,
			     struct tenant_policy *policy)
{
	u32 seconds = merged(input, TENANT_TIMEOUT_SECONDS, input->timeout_seconds,
			     (u32)(policy->timeout_ms / 1000));
	policy->weight = merged(input, TENANT_WEIGHT, input->weight, policy->weight);
	policy->limit = merged(input, TENANT_LIMIT, input->limit, policy->limit);
	policy->max_attempts = merged(input, TENANT_MAX_ATTEMPTS, input->max_attempts,
				      policy->max_attempts);
	policy->lease_ms = merged(input, TENANT_LEASE_MS, input->lease_ms, (u32)policy->lease_ms);
	policy->timeout_ms = (msec)seconds * 1000;
	policy->require_key = merged(input, TENANT_REQUIRE_KEY, input->require_key,
				     policy->require_key);
	u32 interval = merged(input, TENANT_MIN_INTERVAL_SECONDS, input->min_interval_seconds,
			      (u32)(policy->min_interval_ms / 1000));
	policy->min_interval_ms = (msec)interval * 1000;
	merge_quotas(input, policy->quotas);
	if (is_null(input, TENANT_BACKOFF)) policy->backoff = (struct backoff){ 0 };
	if (!is_given(input, TENANT_BACKOFF)) return ERR_OK;
	return backoff_take(request, input->backoff, &policy->backoff);
}

static enum err merge_defaults(struct request *request, const struct tenant_input *input,
			       struct tenant_defaults *defaults)
{
	bool is_scaled;
	u32 priority = priority_take(input->priority, &is_scaled);
	u32 grace = merged(input, TENANT_GRACE_SECONDS, input->grace_seconds,
			   (u32)(defaults->grace_ms / 1000));
	defaults->priority_steps = merged(input, TENANT_PRIORITY_SCALE, input->priority_scale,
					  defaults->priority_steps);
	if (is_scaled &&
	    priority_from(priority, defaults->priority_steps, &priority, &request->why))
		return request_fault(request, STR("/priority"), &request->why);
	defaults->priority = merged(input, TENANT_PRIORITY, priority, defaults->priority);
	defaults->misfire = merged(input, TENANT_MISFIRE, (i64)input->misfire + 1,
				   defaults->misfire);
	defaults->grace_ms = (msec)grace * 1000;
	if (!is_given(input, TENANT_UNIQUE_SCOPE) && !is_null(input, TENANT_UNIQUE_SCOPE))
		return ERR_OK;
	return scope_set(request, input->unique_scope, &defaults->scope, &defaults->unique_ttl);
}

/* The profile's settings instead of those before it; the share of turns is not a profile's. */
static enum err take_profile(struct request *request, const struct tenant_input *input,
			     struct tenant_policy *policy, struct tenant_defaults *defaults)
{
	struct tenant_input settings = { 0 };
	if (!is_given(input, TENANT_PROFILE) && !is_null(input, TENANT_PROFILE)) return ERR_OK;
	struct tenant_policy share = { .weight = policy->weight, .limit = policy->limit };
	memcpy(share.quotas, policy->quotas, sizeof share.quotas);
	*policy = share;
	*defaults = (struct tenant_defaults){ 0 };
	policy->profile = input->profile; /* the words of the field are in the same order */
	const struct profile *profile = catalog_find_profile(api_catalog(request->api),
							     profile_word(policy->profile));
	if (!profile) return ERR_OK; /* "default" */
	if (!shape_read_body(&tenant_body, profile->settings, &request->faults, &settings))
		return ERR_MEMORY; /* built in, and checked by a test */
	enum err err = merge_defaults(request, &settings, defaults);
	if (!err) err = merge_policy(request, &settings, policy);
	msec lease = api_defaults(request->api)->enterprise_lease_ms;
	if (lease && str_eq(profile->code, STR("enterprise"))) policy->lease_ms = lease;
	return err;
}

static enum err check_owner(struct request *request, const struct tenant_input *input)
{
	static const u32 shares[] = { TENANT_WEIGHT, TENANT_LIMIT, TENANT_QUOTAS };
	bool touches_share = false;
	for (u32 i = 0; i < countof(shares); i++)
		touches_share |= is_given(input, shares[i]) || is_null(input, shares[i]);
	if (!touches_share || who_is_system(&request->who)) return ERR_OK;
	return request_refuse(request, ERR_FORBIDDEN,
			      "weight, limit and quotas may be set only by tokens of the tenant "
			      "system");
}

enum err tenant_settings_after(struct request *request, str details, str *out_details)
{
	struct buf text;
	buf_init(&text, REQUEST_TEXT_BYTES);
	details_merge(&text, &tenant_body, request->input, details, detail_mask);
	return request_keep(request, &text, LIMIT_DOCUMENT_BODY_BYTES, "a tenant's settings",
			    out_details);
}

static enum err fill_set(struct request *request, struct command *command, str id,
			 const struct tenant_view *old)
{
	const struct tenant_input *input = request->input;
	command->kind = COMMAND_SET_TENANT;
	command->set.name = id;
	command->set.tenant = old->policy;
	command->set.defaults = old->defaults;
	const struct zone *zone;
	enum err err = check_owner(request, input);
	if (!err && input->timezone.len) err = request_zone(request, input->timezone, &zone);
	if (!err) err = take_profile(request, input, &command->set.tenant, &command->set.defaults);
	if (!err) err = merge_defaults(request, input, &command->set.defaults);
	if (!err) err = merge_policy(request, input, &command->set.tenant);
	if (err) return err;
	err = tenant_settings_after(request, old->details, &command->set.details);
	command->set.has_gates = command->set.has_daily = true;
	if (!err) err = daily_of_tenant(request, command->set.details, &command->set.daily);
	return err ? err : gates_of_tenant(request, command->set.details, &command->set.gates);
}

enum err tenant_set(struct request *request, struct command *command)
{
	const struct tenant_view *old = request->found;
	const struct tenant_input *input = request->input;
	struct why why;
	u64 expected;
	enum err err = request_expected_document(request, &expected);
	if (err) return err;
	if (input->id.len && !str_eq(input->id, request->tenant)) {
		(void)fail(&why, ERR_INVALID, "must be as in the path: it cannot be changed");
		return request_fault(request, STR("/id"), &why);
	}
	command->set.expected = expected == DOCUMENT_ANY ? old->version : expected;
	return fill_set(request, command, request->tenant, old);
}

/* The rules of its profile count for a new tenant; one from before it had rules is never switched
 * on. */
static void rules_of_new(struct request *request)
{
	struct tenant_input *input = request->input;
	const struct catalog *catalog = api_catalog(request->api);
	if (is_given(input, TENANT_PROFILE_RULES) || is_null(input, TENANT_PROFILE_RULES)) return;
	for (u32 i = 0; i < catalog->rules_len; i++) {
		if (!catalog_rule_is_of(&catalog->rules[i], input->profile)) continue;
		input->profile_rules = true;
		input->given.there |= (u64)1 << TENANT_PROFILE_RULES;
	}
}

enum err tenant_create(struct request *request, struct command *command)
{
	const struct tenant_input *input = request->input;
	static const struct tenant_view nothing = { 0 };
	struct why why;
	if (!input->id.len) {
		(void)fail(&why, ERR_INVALID, "is required");
		return request_fault(request, STR("/id"), &why);
	}
	rules_of_new(request);
	command->set.expected = DOCUMENT_NEW;
	return fill_set(request, command, input->id, &nothing);
}

/* From now on. Without memory they stay as they were until the next start. */
static void take_rates(struct request *request, str tenant, const u32 quotas[QUOTA_KINDS])
{
	struct quota_rates rates = { quotas[QUOTA_REQUESTS], quotas[QUOTA_BYTES] };
	(void)!quota_set(api_quota(request->api), tenant, rates);
}

bool tenant_render(struct request *request)
{
	const struct set_command *set = &request->ask.command.set;
	struct tenant_view tenant = { .id = set->name,
				      .policy = set->tenant,
				      .defaults = set->defaults,
				      .version = request->answer.version,
				      .details = set->details };
	if (request->answer.is_replayed) {
		request->tenant = set->name;
		return false;
	}
	take_rates(request, set->name, set->tenant.quotas);
	if (request->route->method == METHOD_POST) {
		tenant.created_at = (msec)request->answer.number;
	} else {
		tenant.created_at = ((const struct tenant_view *)request->found)->created_at;
	}
	show_tenant(request, &tenant);
	request_put_document_etag(request, tenant.version);
	return true;
}

/* ---- deleted ------------------------------------------------------------------------------ */

enum err tenant_drop(struct request *request, struct command *command)
{
	command->kind = COMMAND_TENANT_DROP;
	command->tenant = (str){ 0 };
	command->set.name = request->tenant;
	return request_expected_document(request, &command->set.expected);
}

/* Committed: from now on nobody asks in its name. */
bool tenant_render_dropped(struct request *request)
{
	struct operation_view view = { .row = request->answer.operation,
				       .tenant = request->tenant };
	static const u32 none[QUOTA_KINDS] = { 0 };
	auth_remove_of(api_auth(request->api), request->tenant);
	take_rates(request, request->tenant, none);
	sessions_end_of_tenant(api_sessions(request->api), request->tenant);
	fleet_forget_tenant(api_fleet(request->api), request->tenant);
	show_operation(&request->out, &view);
	return true;
}

/* ---- quotas ------------------------------------------------------------------------------- */

enum err tenant_ask_quotas(struct request *request, struct command *command)
{
	command->kind = COMMAND_ASK_QUOTAS;
	command->tenant = request->tenant;
	return ERR_OK;
}

static void show_quota(struct buf *out, enum quota_kind kind, const struct quota_state *state)
{
	bool is_rate = kind == QUOTA_REQUESTS || kind == QUOTA_BYTES;
	write_open(out, '{');
	put_text(out, KEY(quota, quota), quota_word(kind));
	write_key(out, KEY(quota, limit));
	if (state->most) write_u64(out, state->most);
	else write_null(out);
	write_key(out, KEY(quota, used));
	if (is_rate) write_null(out);
	else write_u64(out, state->used);
	put_text(out, KEY(quota, set_by), state->is_own ? STR("tenant") : STR("server"));
	put_text(out, KEY(quota, counts), quota_sentence(kind));
	write_close(out, '}');
}

bool tenant_render_quotas(struct request *request)
{
	list_open(request);
	for (u32 kind = 0; kind < QUOTA_KINDS; kind++)
		show_quota(&request->out, (enum quota_kind)kind,
			   &request->answer.quotas.states[kind]);
	list_close(request, false, STR(""));
	return true;
}
