/* Counts the most that each kind of command can take of a step: the functions that the column
 * `room` of commands.def names. Each returns how many bytes of text its entries bring into the
 * journal. */
#include "engine/dispatch/dispatch.h"
#include "engine/room_parts.h"

#include "engine/core/beside_parts.h"

enum { BATCH_KEY_BYTES = 64 }; /* a child's key, and rounding */

/* The actor stands in two entries where nothing else is known. */
static size_t room_plain(struct room *room, const struct command *command)
{
	(void)room;
	return 2 * command->actor.len;
}

static void count_lease(struct room *room, const struct lease_command *lease)
{
	room->calls++;
	room->runs_asked += least(lease->max, LIMIT_LEASE_MANY);
	room->names += 1 + least(lease->types_len, LIMIT_LEASE_TYPES) +
		       least(lease->tenants_len, LIMIT_LEASE_TENANTS) + 1;
	room->waits += least(call_combinations(lease), LIMIT_LEASE_COMBINATIONS);
}

static size_t room_lease(struct room *room, const struct command *command)
{
	count_lease(room, &command->lease);
	return room_plain(room, command);
}

static size_t room_beats(struct room *room, const struct command *command)
{
	room->beats += command->beat.len;
	return room_plain(room, command);
}

/* Commands about jobs are told of twice as often as others. */
static size_t room_job(struct room *room, const struct command *command)
{
	size_t said = command->job.reason.len;
	room->ids++;
	room->names += 2;
	room->operations++;
	room->touched += 3;
	room->settings++;
	if (command->kind == COMMAND_JOB_PUT || command->kind == COMMAND_TZ_CHANGED) said = 0;
	else if (command_subject(command->kind) == SUBJECT_CALENDAR)
		said = command->calendar.name.len;
	return 4 * (command->actor.len + said);
}

static size_t room_setting(struct room *room, const struct command *command)
{
	room->rates += command->kind == COMMAND_SET_LIMIT;
	room->types_set += command->kind == COMMAND_SET_TYPE;
	room->queues += command->kind == COMMAND_SET_QUEUE;
	room->names += 3;
	room->settings++;
	room->settings += command->kind == COMMAND_SET_TYPE && command->set.is_webhook;
	return room_plain(room, command);
}

static size_t room_alert(struct room *room, const struct command *command)
{
	room->settings++;
	room->alert_commands++;
	room->alert_puts += command->kind == COMMAND_ALERT_PUT;
	return room_plain(room, command);
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

static size_t room_enqueue(struct room *room, const struct command *command)
{
	const struct enqueue_command *enqueue = &command->enqueue;
	room->created += enqueue->len;
	room->touched += count_replacing(enqueue->items, enqueue->len);
	room->after += command_after_len(command);
	room->tenants++; /* also of a call that makes nothing */
	room->names += 1 + enqueue->len;
	room->settings += enqueue->resumes_len;
	room->touched += 3 * enqueue->resumes_len;
	room->settings += enqueue->webhook.len > 0;
	room->routes_named += count_routes(enqueue->items, enqueue->len);
	return command->actor.len * (enqueue->len + 1);
}

/* Each run that the batch makes has an entry. */
static size_t room_batch(struct room *room, const struct command *command)
{
	u32 made = command->batch.len + 1;
	room->created += made;
	room->tenants++;
	room->names += 1 + made;
	room->batches++;
	room->bytes += (size_t)made * BATCH_KEY_BYTES;
	room->routes_named += count_routes(command->batch.parent, 1) +
			      count_routes(command->batch.children, command->batch.len);
	return command->actor.len * made;
}

static size_t room_effect(struct room *room, const struct command *command)
{
	room->effects++;
	room->names++;
	room->ids++;
	return room_plain(room, command);
}

static size_t room_daily(struct room *room, const struct command *command)
{
	room->days += command->kind == COMMAND_DAILY_PUT;
	room->names += 2;
	room->touched++;
	room->settings++;
	return room_plain(room, command);
}

/* Commands about reminders are told of twice as often as others. */
static size_t room_reminder(struct room *room, const struct command *command)
{
	room->reminders += 2;
	room->ids++;
	room->names += 2;
	room->touched++;
	room->settings++;
	return 2 * room_plain(room, command);
}

static size_t room_run(struct room *room, const struct command *command)
{
	room->touched++;
	room->created += command->kind == COMMAND_COPY;
	room->tenants += command->kind == COMMAND_COPY;
	return 2 * (command->actor.len + command->run.reason.len);
}

static size_t room_hook(struct room *room, const struct command *command)
{
	room->touched++;
	room->denied++;
	return room_plain(room, command);
}

static size_t room_pause(struct room *room, const struct command *command)
{
	room->names += 2;
	room->pauses++;
	return 2 * (command->actor.len + command->pause.reason.len);
}

/* Audit events of a handler, and the pause of a job by its result, are entries of their own. */
static void count_report(struct room *room, const struct report *report, size_t apiece)
{
	u32 audits = least(report->audit_len, LIMIT_AUDIT_EVENTS);
	room->audits += audits;
	for (u32 i = 0; i < audits; i++)
		room->texts += apiece + report->audit[i].name.len + report->audit[i].details.len;
	if (str_eq(report->error_class, error_class_name(CLASS_HTTP_429)))
		room->texts += ENTRY_BYTES + LIMIT_ROUTE_BYTES;
	if (report->notice) room->texts += ENTRY_BYTES;
	if (!report->pauses_job) return;
	room->settings++;
	room->texts += apiece;
}

static size_t room_reports(struct room *room, const struct command *command)
{
	const struct report_command *reports = &command->report;
	room->ended += reports->len;
	if (reports->lease) count_lease(room, reports->lease);
	for (u32 i = 0; i < reports->len; i++)
		count_report(room, &reports->reports[i], ENTRY_BYTES + command->actor.len);
	return command->actor.len * reports->len;
}

static size_t room_notice(struct room *room, const struct command *command)
{
	room->settings++;
	return ENTRY_BYTES + room_plain(room, command);
}

static size_t room_ladder(struct room *room, const struct command *command)
{
	u32 made = ladder_makes(room->turn, command);
	room->created += made;
	room->tenants++;
	room->names += 2 + made;
	room->ids++;
	room->ladders += 1 + made;
	room->rungs += made;
	if (command->ladder.rung) room->routes_named += count_routes(command->ladder.rung, 1);
	if (command->kind != COMMAND_LADDER) room->touched += made;
	return (2 * (size_t)made + 1) * (command->actor.len + command->ladder.reason.len) +
	       room_plain(room, command);
}

static size_t room_drop(struct room *room, const struct command *command)
{
	room->settings++;
	room->touched++;
	room->operations++;
	return room_plain(room, command);
}

static size_t room_operation(struct room *room, const struct command *command)
{
	room->names += 3;
	room->operations++;
	return room_plain(room, command);
}

static size_t room_routes(struct room *room, const struct command *command)
{
	room->route_asks++;
	return room_plain(room, command);
}

static size_t room_why(struct room *room, const struct command *command)
{
	room->whys++;
	return room_plain(room, command);
}

/* The objects that a call made, twice: as entries and as their bytes. */
static void count_replay(struct room *room, const struct command *command)
{
	u32 made = command->kind == COMMAND_ENQUEUE ? command->enqueue.len : REPLAY_ENTRIES_OF_ONE;
	room->replays++;
	room->bytes += (size_t)made * (sizeof(struct replay_entry) + REPLAY_ENTRY_BYTES) + 64;
}

void count_command(struct room *room, const struct command *command)
{
	static size_t (*const rooms[COMMAND_COUNT])(struct room *, const struct command *) = {
#define X(name, word, order, subject, wants, parts, ...) [COMMAND_##name] = room_##parts,
		COMMANDS(X)
#undef X
	};
	room->texts += rooms[command->kind](room, command);
	if (command->has_replay) count_replay(room, command);
	if (!command->audit) return;
	room->audits++;
	room->bytes += audit_bytes(command);
}
