#include "api/in_force.h"

#include "api/member.h"
#include "api/show.h"
#include "model/scope.h"

/* All that has a say, in the order in which it is asked: the job (zero: it says nothing), its type
 * with what that inherits, the tenant, what is usual. */
struct voices {
	u32 own_priority, own_attempts;
	msec own_timeout;
	const struct backoff *own_backoff; /* NULL: there is none */
	const struct type_policy *type;
	enum type_source from[POLICY_FIELD_COUNT];
	const struct tenant_policy *tenant;
	const struct tenant_defaults *defaults;
	u32 usual_attempts;
	msec usual_timeout;
	const struct backoff *usual_backoff;
	str usual;            /* who says what is usual of attempts and waits */
	enum carrier by_name; /* who carries it out where no policy says */
	u32 steps;            /* of the tenant's scale */
	bool is_job;
};

static str whose(const struct voices *voices, enum policy_field field, bool by_job, bool by_tenant,
		 str usual)
{
	static const str types[] = { [TYPE_OWN] = STR("type"),
				     [TYPE_OF_SYSTEM] = STR("system"),
				     [TYPE_OF_PROFILE] = STR("profile") };
	enum type_source from = voices->from[field];
	if (by_job) return STR("job");
	if (from != TYPE_PLAIN) return types[from];
	return by_tenant ? STR("tenant") : usual;
}

static void begin(struct buf *out, enum policy_field field)
{
	write_open(out, '{');
	put_text(out, KEY(in_force, field), policy_field_word(field));
}

static void end(struct buf *out, str source)
{
	put_text(out, KEY(in_force, source), source);
	write_close(out, '}');
}

static void put_number(struct buf *out, enum policy_field field, i64 value, bool is_there,
		       str source)
{
	begin(out, field);
	write_key(out, KEY(in_force, value));
	if (is_there) write_i64(out, value);
	else write_null(out);
	end(out, source);
}

static void put_word(struct buf *out, enum policy_field field, str value, str source)
{
	begin(out, field);
	write_key(out, KEY(in_force, value));
	if (value.len) write_text(out, value);
	else write_null(out);
	end(out, source);
}

/* ---- what run, job, type and tenant may say ------------------------------------------------- */

static void put_attempts(struct buf *out, const struct voices *voices)
{
	const struct tenant_policy *tenant = voices->tenant;
	u32 priority = priority_in_force(voices->own_priority, voices->type,
					 voices->defaults->priority);
	put_number(out, SAYS_PRIORITY, priority_shown(priority, voices->steps), true,
		   whose(voices, SAYS_PRIORITY, voices->own_priority > 0,
			 voices->defaults->priority > 0, STR("default")));
	u32 attempts = attempts_in_force(voices->own_attempts, voices->type, tenant,
					 voices->usual_attempts);
	put_number(out, SAYS_MAX_ATTEMPTS, attempts, true,
		   whose(voices, SAYS_MAX_ATTEMPTS, voices->own_attempts > 0,
			 tenant->max_attempts > 0, voices->usual));
	msec timeout = timeout_in_force(voices->own_timeout, voices->type, tenant,
					voices->usual_timeout);
	put_number(out, SAYS_TIMEOUT_SECONDS, timeout / MSEC_SECOND, true,
		   whose(voices, SAYS_TIMEOUT_SECONDS, voices->own_timeout > 0,
			 tenant->timeout_ms > 0, STR("default")));
	msec lease = voices->type && voices->type->lease_ms ? voices->type->lease_ms
							    : tenant->lease_ms;
	put_number(out, SAYS_LEASE_MS, lease ? lease : DEFAULT_LEASE_MS, true,
		   whose(voices, SAYS_LEASE_MS, false, tenant->lease_ms > 0, STR("default")));
}

static void put_waits(struct buf *out, const struct voices *voices)
{
	const struct backoff *own = voices->own_backoff;
	bool by_job = own && own->kind != BACKOFF_UNSET;
	begin(out, SAYS_BACKOFF);
	write_key(out, KEY(in_force, value));
	show_backoff(out,
		     backoff_in_force(own, voices->type, voices->tenant, voices->usual_backoff));
	end(out, whose(voices, SAYS_BACKOFF, by_job, voices->tenant->backoff.kind != BACKOFF_UNSET,
		       voices->usual));
}

/* ---- what only types say -------------------------------------------------------------------- */

static void put_list(struct buf *out, const struct voices *voices, enum policy_field field,
		     const struct class_list *list)
{
	begin(out, field);
	show_classes(out, LOOSE(in_force, value), list);
	end(out, whose(voices, field, false, false, STR("default")));
}

static void put_gates(struct buf *out, const struct voices *voices)
{
	static const str modes[] = {
		[MAINTENANCE_DEFER] = STR("defer"), [MAINTENANCE_PASS] = STR("pass")
	};
	static const str quiets[] = { [QUIET_HOLD] = STR("hold"),
				      [QUIET_PASS] = STR("pass"),
				      [QUIET_OPT_IN] = STR("opt_in") };
	const struct type_policy *type = voices->type;
	str usual = STR("default");
	put_word(out, SAYS_MAINTENANCE, modes[type->maintenance],
		 whose(voices, SAYS_MAINTENANCE, false, false, usual));
	put_word(out, SAYS_QUIET, quiets[type->quiet],
		 whose(voices, SAYS_QUIET, false, false, usual));
	begin(out, SAYS_NOTIFIES);
	write_key(out, KEY(in_force, value));
	write_bool(out, type->notifies);
	end(out, whose(voices, SAYS_NOTIFIES, false, false, usual));
	put_word(out, SAYS_ROUTE, route_name_view(&type->route),
		 whose(voices, SAYS_ROUTE, false, false, usual));
}

static void put_scope(struct buf *out, const struct voices *voices)
{
	struct scope_said said = scope_of_policy(voices->type);
	bool by_type = said.scope != UNIQUE_NONE;
	struct buf text;
	if (voices->is_job) return; /* an occurrence has its instant */
	if (!by_type)
		said = (struct scope_said){ voices->defaults->scope, voices->defaults->unique_ttl };
	buf_init(&text, 64);
	unique_scope_print(said.scope, said.ttl, &text);
	put_word(
		out, SAYS_UNIQUE_SCOPE, buf_view(&text),
		whose(voices, SAYS_UNIQUE_SCOPE, false, said.scope != UNIQUE_NONE, STR("default")));
	buf_done(&text);
}

static void put_rest(struct buf *out, const struct voices *voices)
{
	const struct type_policy *type = voices->type;
	enum carrier carrier = type->carrier ? type->carrier : voices->by_name;
	str usual = STR("default");
	put_word(out, SAYS_HANDLER, carrier == CARRIER_NODE ? STR("server") : STR("pull"),
		 whose(voices, SAYS_HANDLER, false, false, usual));
	put_number(out, SAYS_LIMIT, type->limit, type->limit > 0,
		   whose(voices, SAYS_LIMIT, false, false, usual));
	put_list(out, voices, SAYS_RETRYABLE, &type->retryable);
	put_list(out, voices, SAYS_FATAL, &type->fatal);
	put_number(out, SAYS_RETENTION_DAYS, type->retention_days, type->retention_days > 0,
		   whose(voices, SAYS_RETENTION_DAYS, false, false, usual));
	put_number(out, SAYS_LADDER_CRITICAL_LAST, type->ladder_critical_last, true,
		   whose(voices, SAYS_LADDER_CRITICAL_LAST, false, false, usual));
}

static void put_all(struct buf *out, const struct voices *voices)
{
	put_attempts(out, voices);
	put_waits(out, voices);
	put_scope(out, voices);
	put_gates(out, voices);
	put_rest(out, voices);
	write_close(out, ']');
}

void show_type_in_force(struct buf *out, const struct type_ground *ground, str type)
{
	struct type_policy policy = policy_of_sources(&ground->from);
	struct voices voices = { .type = &policy,
				 .tenant = &ground->tenant,
				 .defaults = &ground->defaults,
				 .usual_attempts = DEFAULT_TASK_ATTEMPTS,
				 .usual_timeout = DEFAULT_TASK_TIMEOUT_MS,
				 .usual_backoff = backoff_default_for_tasks(),
				 .usual = STR("default"),
				 .by_name = carrier_of_type(type),
				 .steps = ground->defaults.priority_steps };
	for (u32 i = 0; i < POLICY_FIELD_COUNT; i++)
		voices.from[i] = type_source_of(&ground->from, (enum policy_field)i);
	put_open(out, KEY(type, in_force), '[');
	put_all(out, &voices);
}

void show_job_in_force(struct buf *out, const struct job_view *job,
		       const struct api_defaults *defaults)
{
	const struct job_row *row = &job->row;
	struct backoff usual = *backoff_default_for_jobs();
	struct voices voices = { .own_priority = row->priority,
				 .own_attempts = row->max_attempts,
				 .own_timeout = row->timeout_ms,
				 .own_backoff = &row->backoff,
				 .type = &job->type_policy,
				 .tenant = &job->tenant_policy,
				 .defaults = &job->tenant_defaults,
				 .usual_attempts = defaults->job_attempts,
				 .usual_timeout = DEFAULT_JOB_TIMEOUT_MS,
				 .usual_backoff = &usual,
				 .usual = STR("server"),
				 .by_name = carrier_of_type(job->type),
				 .steps = job->tenant_defaults.priority_steps,
				 .is_job = true };
	usual.base = defaults->job_delay;
	memcpy(voices.from, job->type_says, sizeof voices.from);
	put_open(out, KEY(job, in_force), '[');
	put_all(out, &voices);
}
