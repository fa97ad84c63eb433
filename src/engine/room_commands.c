/* Counts the most that each kind of command can take of a step: the functions that the column
 * `room` of commands.def names. Each returns how many bytes of text its entries bring into the
 * journal. */
#include "engine/room_parts.h"

#include "engine/core/beside_parts.h"

/* The actor stands in two entries where nothing else is known. */
static size_t room_plain(struct bounds *bounds, const struct command *command)
{
	(void)bounds;
	return 2 * command->actor.len;
}

static void count_lease(struct bounds *bounds, const struct lease_command *lease)
{
	bounds->calls++;
	bounds->runs_asked += least(lease->max, LIMIT_LEASE_MANY);
	bounds->names += 1 + least(lease->types_len, LIMIT_LEASE_TYPES) +
			 least(lease->tenants_len, LIMIT_LEASE_TENANTS) + 1;
	bounds->waits += least(call_combinations(lease), LIMIT_LEASE_COMBINATIONS);
}

static size_t room_lease(struct bounds *bounds, const struct command *command)
{
	count_lease(bounds, &command->lease);
	return room_plain(bounds, command);
}

static size_t room_beats(struct bounds *bounds, const struct command *command)
{
	bounds->beats += command->beat.len;
	return room_plain(bounds, command);
}

/* Commands about jobs are told of twice as often as others. */
static size_t room_job(struct bounds *bounds, const struct command *command)
{
	size_t said = command->job.reason.len;
	bounds->ids++;
	bounds->names += 2;
	bounds->operations++;
	bounds->touched += 3;
	bounds->settings++;
	if (command->kind == COMMAND_JOB_PUT || command->kind == COMMAND_TZ_CHANGED) said = 0;
	else if (command_subject(command->kind) == SUBJECT_CALENDAR)
		said = command->calendar.name.len;
	return 4 * (command->actor.len + said);
}

static size_t room_setting(struct bounds *bounds, const struct command *command)
{
	bounds->rates += command->kind == COMMAND_SET_LIMIT;
	bounds->types_set += command->kind == COMMAND_SET_TYPE;
	bounds->queues += command->kind == COMMAND_SET_QUEUE;
	bounds->names += 3;
	bounds->settings++;
	bounds->settings += command->kind == COMMAND_SET_TYPE && command->set.is_webhook;
	return room_plain(bounds, command);
}

static size_t room_alert(struct bounds *bounds, const struct command *command)
{
	bounds->settings++;
	return room_plain(bounds, command);
}

/* How many of them name a route. */
static u32 count_routes(const struct enqueue_item *items, u32 len)
{
	u32 named = 0;
	for (u32 i = 0; i < len; i++) named += items[i].route.len > 0;
	return named;
}

/* How many of them may replace a run. */
static u32 count_replacing(const struct enqueue_item *items, u32 len)
{
	u32 replacing = 0;
	for (u32 i = 0; i < len; i++) replacing += items[i].replaces;
	return replacing;
}

static size_t room_enqueue(struct bounds *bounds, const struct command *command)
{
	const struct enqueue_command *enqueue = &command->enqueue;
	bounds->created += enqueue->len;
	bounds->touched += count_replacing(enqueue->items, enqueue->len);
	bounds->tenants++; /* also of a call that makes nothing */
	bounds->names += 1 + enqueue->len;
	bounds->settings += enqueue->resumes_len;
	bounds->touched += 3 * enqueue->resumes_len;
	bounds->settings += enqueue->webhook.len > 0;
	bounds->routes_named += count_routes(enqueue->items, enqueue->len);
	return command->actor.len * (enqueue->len + 1);
}

/* Each run that the batch makes has an entry. */
static size_t room_batch(struct bounds *bounds, const struct command *command)
{
	u32 made = command->batch.len + 1;
	bounds->created += made;
	bounds->tenants++;
	bounds->names += 1 + made;
	bounds->batches++;
	bounds->routes_named += count_routes(command->batch.parent, 1) +
				count_routes(command->batch.children, command->batch.len);
	return command->actor.len * made;
}

static size_t room_effect(struct bounds *bounds, const struct command *command)
{
	bounds->effects++;
	bounds->names++;
	bounds->ids++;
	return room_plain(bounds, command);
}

static size_t room_daily(struct bounds *bounds, const struct command *command)
{
	bounds->names += 2;
	bounds->touched++;
	bounds->settings++;
	return room_plain(bounds, command);
}

/* Commands about reminders are told of twice as often as others. */
static size_t room_reminder(struct bounds *bounds, const struct command *command)
{
	bounds->ids++;
	bounds->names += 2;
	bounds->touched++;
	bounds->settings++;
	return 2 * room_plain(bounds, command);
}

static size_t room_run(struct bounds *bounds, const struct command *command)
{
	bounds->touched++;
	bounds->created += command->kind == COMMAND_COPY;
	bounds->tenants += command->kind == COMMAND_COPY;
	return 2 * (command->actor.len + command->run.reason.len);
}

static size_t room_hook(struct bounds *bounds, const struct command *command)
{
	bounds->touched++;
	bounds->denied++;
	return room_plain(bounds, command);
}

static size_t room_pause(struct bounds *bounds, const struct command *command)
{
	bounds->names += 2;
	bounds->pauses++;
	return 2 * (command->actor.len + command->pause.reason.len);
}

/* Audit events of a handler, and the pause of a job by its result, are entries of their own. */
static void count_report(struct bounds *bounds, const struct report *report, size_t apiece)
{
	u32 audits = least(report->audit_len, LIMIT_AUDIT_EVENTS);
	bounds->audits += audits;
	for (u32 i = 0; i < audits; i++)
		bounds->journal_texts += apiece + report->audit[i].name.len +
					 report->audit[i].details.len;
	if (str_eq(report->error_class, error_class_name(CLASS_HTTP_429)))
		bounds->journal_texts += JOURNAL_BYTES + LIMIT_ROUTE_BYTES;
	if (report->notice) bounds->journal_texts += JOURNAL_BYTES;
	if (!report->pauses_job) return;
	bounds->settings++;
	bounds->journal_texts += apiece;
}

static size_t room_reports(struct bounds *bounds, const struct command *command)
{
	const struct report_command *reports = &command->report;
	bounds->ended += reports->len;
	if (reports->lease) count_lease(bounds, reports->lease);
	for (u32 i = 0; i < reports->len; i++)
		count_report(bounds, &reports->reports[i], JOURNAL_BYTES + command->actor.len);
	return command->actor.len * reports->len;
}

static size_t room_notice(struct bounds *bounds, const struct command *command)
{
	bounds->settings++;
	return JOURNAL_BYTES + room_plain(bounds, command);
}

static size_t room_ladder(struct bounds *bounds, const struct command *command)
{
	u32 made = ladder_makes(bounds->turn, command);
	bounds->created += made;
	bounds->tenants++;
	bounds->names += 2 + made;
	bounds->ids++;
	bounds->ladders += 1 + made;
	bounds->rungs += made;
	if (command->ladder.rung) bounds->routes_named += count_routes(command->ladder.rung, 1);
	if (command->kind != COMMAND_LADDER) bounds->touched += made;
	return (2 * (size_t)made + 1) * (command->actor.len + command->ladder.reason.len) +
	       room_plain(bounds, command);
}

static size_t room_drop(struct bounds *bounds, const struct command *command)
{
	bounds->settings++;
	bounds->touched++;
	bounds->operations++;
	return room_plain(bounds, command);
}

static size_t room_operation(struct bounds *bounds, const struct command *command)
{
	bounds->names += 3;
	bounds->operations++;
	return room_plain(bounds, command);
}

static size_t room_routes(struct bounds *bounds, const struct command *command)
{
	bounds->asks_routes++;
	return room_plain(bounds, command);
}

static size_t room_why(struct bounds *bounds, const struct command *command)
{
	bounds->whys++;
	return room_plain(bounds, command);
}

void count_command(struct bounds *bounds, const struct command *command)
{
	static size_t (*const rooms[COMMAND_COUNT])(struct bounds *, const struct command *) = {
#define X(name, word, order, subject, wants, room, ...) [COMMAND_##name] = room_##room,
		COMMANDS(X)
#undef X
	};
	bounds->journal_texts += rooms[command->kind](bounds, command);
}
