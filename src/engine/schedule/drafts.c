/* Drafts of commands about jobs and calendars: the parts that can fail or need memory, prepared
 * while reserving: rules are read, zones looked up, days listed. The step uses the draft or drops
 * it. */
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* ---- what a job may say ------------------------------------------------------------------- */

static enum err check_text(str text, size_t max, const char *field, struct why *why)
{
	if (text.len <= max) return ERR_OK;
	return fail(why, ERR_INVALID, "%s has %zu bytes; at most %zu are allowed", field, text.len,
		    max);
}

static enum err check_texts(const struct job_row *row, struct why *why)
{
	bool is_new = uuid_is_nil(&row->id);
	if (!row->code.len && !is_new) return fail(why, ERR_INVALID, "code is required");
	enum err err = check_text(row->code, LIMIT_JOB_CODE_BYTES, "code", why);
	if (!err) err = check_text(row->rule, LIMIT_JOB_RULE_BYTES, "the rule", why);
	if (!err) err = check_text(row->zone, LIMIT_JOB_ZONE_BYTES, "timezone", why);
	if (!err) err = check_text(row->start, LIMIT_JOB_START_BYTES, "start_at", why);
	if (!err) err = check_text(row->rdates, LIMIT_JOB_DATES_BYTES, "rdates", why);
	if (!err) err = check_text(row->exdates, LIMIT_JOB_DATES_BYTES, "exdates", why);
	if (!err) err = check_text(row->exclude, LIMIT_JOB_EXCLUDE_BYTES, "exclude", why);
	if (!err) err = check_text(row->parameters, LIMIT_PAYLOAD_BYTES, "parameters", why);
	if (!err) err = check_text(row->details, LIMIT_JOB_DETAILS_BYTES, "details", why);
	return err;
}

static enum err check_span(msec span, msec max, const char *field, struct why *why)
{
	if (span >= 0 && span <= max) return ERR_OK;
	return fail(why, ERR_INVALID, "%s must be 0 to %lld", field,
		    (long long)(max / MSEC_SECOND));
}

static enum err check_count(u32 count, u32 min, u32 max, const char *field, struct why *why)
{
	if (count >= min && count <= max) return ERR_OK;
	return fail(why, ERR_INVALID, "%s must be %u to %u, got %u", field, min, max, count);
}

static enum err check_numbers(const struct job_row *row, struct why *why)
{
	enum err err = check_count(row->priority, 0, LIMIT_PRIORITY_MAX, "priority", why);
	if (!err) err = check_count(row->max_attempts, 0, LIMIT_ATTEMPTS_MAX, "max_attempts", why);
	if (!err) err = check_count(row->catchup_max, 1, LIMIT_JOB_CATCHUP, "catchup_max", why);
	if (!err)
		err = check_count(row->max_instances, 0, LIMIT_JOB_INSTANCES, "max_instances", why);
	if (!err) err = check_span(row->timeout_ms, MSEC_DAY, "timeout_seconds", why);
	if (!err) err = check_span(row->grace_ms, 366 * MSEC_DAY, "grace_seconds", why);
	if (!err) err = check_span(row->catchup_spread_ms, MSEC_DAY, "catchup_spread_seconds", why);
	if (!err) err = check_span(row->jitter_ms, LIMIT_JOB_JITTER_MS, "jitter_seconds", why);
	if (!err) err = check_span(row->horizon_ms, LIMIT_JOB_HORIZON_MS, "horizon_seconds", why);
	if (err) return err;
	if (row->catchup_spread_ms % MSEC_SECOND)
		return fail(why, ERR_INVALID, "catchup_spread_seconds must be whole seconds");
	bool once = row->kind == JOB_ONCE;
	if (once && (row->run_at <= 0 || row->run_at > MSEC_YEAR_9999_END))
		return fail(why, ERR_INVALID, "run_at must be from 1970 to 9999");
	if (row->is_system_required && row->state != JOB_ACTIVE)
		return fail(why, ERR_CONFLICT, "a job that the system requires cannot be disabled");
	return ERR_OK;
}

static enum err check_enums(const struct job_row *row, struct why *why)
{
	if (row->kind >= JOB_KIND_COUNT) return fail(why, ERR_INVALID, "unknown schedule_type");
	if (row->misfire >= MISFIRE_COUNT) return fail(why, ERR_INVALID, "unknown misfire");
	if (row->overlap >= OVERLAP_COUNT) return fail(why, ERR_INVALID, "unknown overlap");
	if (row->dst_gap > GAP_SKIP) return fail(why, ERR_INVALID, "unknown dst_gap");
	if (row->dst_overlap > OVERLAP_BOTH) return fail(why, ERR_INVALID, "unknown dst_overlap");
	if (row->state != JOB_ACTIVE && row->state != JOB_DISABLED)
		return fail(why, ERR_INVALID, "status must be ACTIVE or DISABLED");
	return ERR_OK;
}

/* The tenant's settings say how close together occurrences may be. */
static enum err check_interval(const struct engine *engine, const struct draft *draft, msec now,
			       struct why *why)
{
	const struct tenant *tenant = tenant_find(engine, draft->row.tenant);
	msec least = tenant ? tenant->policy.min_interval_ms : 0;
	if (!least) least = DEFAULT_MIN_INTERVAL_MS;
	msec shortest = timetable_shortest(draft->timetable, now);
	if (shortest >= least) return ERR_OK;
	const char *field = draft->row.kind == JOB_CRON    ? "cron_expression"
			    : draft->row.kind == JOB_RRULE ? "recurrence_rule"
							   : "interval_seconds";
	return fail(why, ERR_INVALID,
		    "%s: the job would run every %lld s; this tenant allows at most every "
		    "%lld s",
		    field, (long long)(shortest / MSEC_SECOND), (long long)(least / MSEC_SECOND));
}

/* A disabled job may wait for its calendars to have days again. */
static enum err check_days(const struct draft *draft, msec now, struct why *why)
{
	if (draft->row.state != JOB_ACTIVE || !timetable_is_blocked(draft->timetable, now - 1))
		return ERR_OK;
	return fail(why, ERR_RULE_NEVER, TIMETABLE_BLOCKED);
}

/* ---- drafts ------------------------------------------------------------------------------- */

/* A rule that counts from a start keeps that start for good. */
static enum err choose_start(const struct engine *engine, struct draft *draft, msec now)
{
	struct job_row *row = &draft->row;
	const struct zone *zone = zone_utc();
	if ((row->kind != JOB_RRULE && row->kind != JOB_INTERVAL) || row->start.len) return ERR_OK;
	bool utc = !row->zone.len || str_eq(row->zone, STR("UTC"));
	enum err err = utc ? ERR_OK
			   : engine_find_zone((void *)(uintptr_t)engine, row->zone, &zone,
					      &draft->why);
	if (err) return err;
	row->start = timetable_start(row, zone, now, draft->start);
	return row->start.len ? ERR_OK : ERR_MEMORY;
}

/* Fills members that a call leaves out from the tenant's defaults. */
static enum err take_defaults(const struct engine *engine, struct draft *draft)
{
	static const struct tenant_defaults none = { 0 };
	const struct job_put *put = &draft->command->job_put;
	const struct tenant *tenant = tenant_find(engine, draft->row.tenant);
	const struct tenant_defaults *defaults = tenant ? &tenant->defaults : &none;
	struct job_row *row = &draft->row;
	if (put->takes_misfire && defaults->misfire)
		row->misfire = (enum misfire)(defaults->misfire - 1);
	if (put->takes_grace && defaults->grace_ms) row->grace_ms = defaults->grace_ms;
	if (!put->priority_is_scaled) return ERR_OK;
	return priority_from(row->priority, defaults->priority_steps, &row->priority, &draft->why);
}

static enum err check_parameters(const struct engine *engine, struct draft *draft)
{
	return payload_check(tenant_find(engine, draft->row.tenant), draft->row.parameters,
			     "parameters", &draft->row.flagged, &draft->why);
}

static enum err draft_job(struct engine *engine, struct turn *turn, struct draft *draft)
{
	msec now = turn->now.wall;
	const struct command *command = draft->command;
	draft->row = *command->job_put.row;
	draft->row.id = command->job_put.id;
	draft->row.tenant.v = name_find(engine, NAME_TENANT, command->tenant);
	draft->row.parameters_len = (u32)draft->row.parameters.len;
	enum err err = take_defaults(engine, draft);
	if (!err) err = check_enums(&draft->row, &draft->why);
	if (!err) err = check_texts(&draft->row, &draft->why);
	if (!err) err = check_parameters(engine, draft);
	if (!err) err = check_numbers(&draft->row, &draft->why);
	if (!err) err = draft_dependencies(engine, turn, draft);
	if (!err) err = choose_start(engine, draft, now);
	if (!err) err = job_compile(engine, &draft->row, &draft->timetable, &draft->why);
	if (!err) err = check_days(draft, now, &draft->why);
	if (!err) err = check_interval(engine, draft, now, &draft->why);
	return err;
}

static enum err draft_calendar(struct draft *draft)
{
	const struct calendar_command *wish = &draft->command->calendar;
	struct calendar_row row = { .name = wish->name, .body = wish->body };
	return calendar_make(&row, &draft->calendar, &draft->why);
}

static enum err draft_person(const struct engine *engine, struct draft *draft)
{
	struct gates gates;
	return person_read(engine, NULL, draft->command->document.gates, false, &gates,
			   &draft->why);
}

static enum err draft_daily(const struct engine *engine, struct draft *draft)
{
	str name = draft->command->daily.zone;
	draft->zone = zone_utc();
	if (name.len > LIMIT_JOB_ZONE_BYTES)
		return check_text(name, LIMIT_JOB_ZONE_BYTES, "timezone", &draft->why);
	if (!name.len || str_eq(name, STR("UTC"))) return ERR_OK;
	return engine_find_zone((void *)(uintptr_t)engine, name, &draft->zone, &draft->why);
}

static enum err draft_reminder(const struct engine *engine, struct draft *draft)
{
	str name = draft->command->reminder.row->zone;
	draft->zone = zone_utc();
	if (name.len > LIMIT_JOB_ZONE_BYTES)
		return check_text(name, LIMIT_JOB_ZONE_BYTES, "timezone", &draft->why);
	if (!name.len || str_eq(name, STR("UTC"))) return ERR_OK;
	return engine_find_zone((void *)(uintptr_t)engine, name, &draft->zone, &draft->why);
}

static enum err draft_command(struct engine *engine, struct turn *turn,
			      const struct command *command)
{
	struct draft *draft = &engine->schedule.drafts[engine->schedule.drafts_len];
	if (!command_needs_draft(command)) return ERR_OK;
	*draft = (struct draft){ .command = command };
	engine->schedule.drafts_len++;
	if (command->kind == COMMAND_JOB_PUT) draft->err = draft_job(engine, turn, draft);
	else if (command->kind == COMMAND_JOB_APPLY) draft->err = draft_apply(turn, draft);
	else if (command->kind == COMMAND_CALENDAR_PUT) draft->err = draft_calendar(draft);
	else if (command->kind == COMMAND_DAILY_PUT) draft->err = draft_daily(engine, draft);
	else if (command->kind == COMMAND_REMINDER_PUT) draft->err = draft_reminder(engine, draft);
	else if (command->kind == COMMAND_DOCUMENT_PUT) draft->err = draft_person(engine, draft);
	else
		draft->err = gatekeeper_make(engine, command->set.gates, false, &draft->gates,
					     &draft->why);
	return draft->err == ERR_MEMORY ? ERR_MEMORY : ERR_OK;
}

enum err drafts_make(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	enum err err = ERR_OK;
	for (u32 i = 0; i < turn->commands_len; i++) most += command_needs_draft(turn->commands[i]);
	engine->schedule.drafts = arena_alloc_array(&turn->arena, most,
						    sizeof *engine->schedule.drafts);
	if (!engine->schedule.drafts) return ERR_MEMORY;
	err = pool_reserve(&engine->schedule.job_pool, most);
	if (!err) err = uuid_map_reserve(&engine->schedule.jobs, most);
	if (!err) err = map_reserve(&engine->schedule.calendars, most);
	for (u32 i = 0; i < turn->commands_len && !err; i++)
		err = draft_command(engine, turn, turn->commands[i]);
	return err;
}

struct draft *draft_of(struct engine *engine, const struct command *command)
{
	for (u32 i = 0; i < engine->schedule.drafts_len; i++) {
		if (engine->schedule.drafts[i].command == command)
			return &engine->schedule.drafts[i];
	}
	must(false);
	return NULL;
}

/* Frees what the step did not take over. */
void drafts_done(struct engine *engine)
{
	for (u32 i = 0; i < engine->schedule.drafts_len; i++) {
		timetable_free(engine->schedule.drafts[i].timetable);
		calendar_free(engine->schedule.drafts[i].calendar);
		gatekeeper_free(engine->schedule.drafts[i].gates);
	}
	engine->schedule.drafts_len = 0;
}
