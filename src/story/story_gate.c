/* Statements about gates: maintenance, quiet hours, rates of routes, and what types say about them.
 */
#include "base/must.h"
#include "model/gates.h"
#include "story/story_parts.h"
#include "story/story_value.h"

/* As model/gates.h reads it. */
static void add_maintenance(const struct play *play, const struct story_line *line,
			    struct buf *body)
{
	const struct story_given *from = story_find(line, STORY_FROM);
	const struct story_given *until = story_find(line, STORY_UNTIL);
	msec begin = from ? msec_add(play->story->start, from->low) : 0;
	if (!str_eq(story_text(line, STORY_MAINTENANCE), STR("on"))) return;
	buf_addf(body, "maintenance %lld ", (long long)begin);
	if (until) buf_addf(body, "%lld\n", (long long)msec_add(play->story->start, until->low));
	else buf_add(body, STR("open\n"));
}

static void add_hours(const struct story_line *line, enum story_option option, const char *word,
		      str default_zone, struct buf *body)
{
	str windows = story_text(line, option);
	str zone = story_text(line, STORY_TZ);
	if (!windows.len) return;
	if (!zone.len) zone = default_zone;
	buf_addf(body, "%s %.*s %.*s\n", word, STR_ARG(zone), STR_ARG(windows));
}

/* "deny type=mail* hours=UTC@22:00-07:00": blanks part what the engine parts by tabs, and @ stands
 * for a blank. */
static void add_rule(str words, struct buf *body)
{
	buf_add(body, STR("rule "));
	for (size_t i = 0; i < words.len; i++) {
		char c = words.at[i];
		buf_add_byte(body, c == ' ' ? '\t' : c == '@' ? ' ' : c);
	}
	buf_add_byte(body, '\n');
}

void play_gates(struct play *play, const struct story_line *line)
{
	struct command command = {
		.kind = COMMAND_SET_TENANT,
		.set = { .name = line->words[0], .has_gates = true, .gates_only = true }
	};
	struct buf body;
	buf_init(&body, LIMIT_GATES_BYTES);
	add_maintenance(play, line, &body);
	add_hours(line, STORY_MAINTENANCE_HOURS, "maintenance_hours", STR("UTC"), &body);
	add_hours(line, STORY_QUIET_HOURS, "quiet_hours", STR("UTC"), &body);
	if (story_find(line, STORY_TZ))
		buf_addf(&body, "zone %.*s\n", STR_ARG(story_text(line, STORY_TZ)));
	for (u32 i = 1; i < line->words_len; i++) add_rule(line->words[i], &body);
	if (story_find(line, STORY_HOOK))
		buf_addf(&body, "hook %.*s 5000 300000 - https://hook.example/\n",
			 STR_ARG(story_text(line, STORY_HOOK)));
	command.set.gates = buf_view(&body);
	play_submit(play, &command);
	buf_done(&body);
	ask_all_again(play);
}

void play_user(struct play *play, const struct story_line *line)
{
	str user = line->words[0];
	str types = story_text(line, STORY_OPT_INS);
	struct command command = { .kind = COMMAND_DOCUMENT_PUT, .tenant = str_split(&user, '/') };
	struct buf body;
	buf_init(&body, LIMIT_GATES_BYTES);
	add_hours(line, STORY_QUIET_HOURS, "quiet_hours", GATES_TENANT_ZONE, &body);
	while (types.len) {
		str type = str_split(&types, ',');
		buf_addf(&body, "opt_in %.*s\n", STR_ARG(type));
	}
	command.document = (struct document_command){ .kind = DOCUMENT_USER,
						      .name = user,
						      .body = STR("{}"),
						      .expected = DOCUMENT_ANY,
						      .has_gates = true,
						      .gates = buf_view(&body) };
	play_submit(play, &command);
	buf_done(&body);
	ask_all_again(play);
}

/* The place of a word in a list; the first where it is another. */
static u32 place_of(str word, const str *words, u32 len)
{
	for (u32 i = 0; i < len; i++) {
		if (str_eq(word, words[i])) return i;
	}
	return 0;
}

void play_fill_gates(const struct story_line *line, struct type_policy *policy)
{
	static const str maintenance[MAINTENANCE_MODES] = { { "defer", 5 }, { "pass", 4 } };
	static const str quiet[QUIET_MODES] = { { "hold", 4 }, { "pass", 4 }, { "opt_in", 6 } };
	policy->maintenance = place_of(story_text(line, STORY_MAINTENANCE), maintenance,
				       countof(maintenance));
	policy->quiet = place_of(story_text(line, STORY_QUIET), quiet, countof(quiet));
	policy->ladder_critical_last = (u32)story_number(line, STORY_CRITICAL_LAST, 0);
	policy->notifies = story_number(line, STORY_NOTIFIES, 0) != 0;
	must(route_name_set(&policy->route,
			    str_slice(story_text(line, STORY_ROUTE), 0, LIMIT_ROUTE_BYTES)));
}

/* ---- routes -------------------------------------------------------------------------------- */

void play_rate(struct play *play, const struct story_line *line)
{
	str route = line->words[0];
	str tenant = str_split(&route, '/');
	u32 starts = (u32)story_number(line, STORY_STARTS, 0);
	struct command command = { .kind = COMMAND_SET_LIMIT, .tenant = tenant };
	command.set.name = route;
	command.set.expected = DOCUMENT_ANY;
	u32 at_once = (u32)story_number(line, STORY_CONCURRENCY, 0);
	command.set.is_delete = !starts && !at_once;
	command.set.details = command.set.is_delete ? (str){ "", 0 } : STR("{}");
	command.set.rate = (struct rate_policy){
		.rate = starts,
		.burst = starts ? (u32)story_number(line, STORY_BURST, starts) : 0,
		.per_ms = starts ? story_number(line, STORY_EVERY, MSEC_SECOND) : 0,
		.concurrency = at_once,
		.scope = story_number(line, STORY_SHARED, 0) ? RATE_SYSTEM : RATE_TENANT,
	};
	play_submit(play, &command);
	ask_all_again(play);
}

void play_fill_rate_said(const struct story_line *line, struct rate_said *out_rate)
{
	bool has_remaining = story_find(line, STORY_REMAINING) != NULL;
	*out_rate = (struct rate_said){
		.is_global = story_number(line, STORY_GLOBAL, 0) != 0,
		.has_remaining = has_remaining,
		.remaining = (u32)story_number(line, STORY_REMAINING, 0),
		.reset_after_ms = story_number(line, STORY_RESET, 0),
		.bucket = story_text(line, STORY_BUCKET),
	};
	out_rate->is_said = has_remaining || out_rate->is_global || out_rate->reset_after_ms ||
			    out_rate->bucket.len;
}
