/* belfry forecast: which hours will be busy? */
#include "model/forecast.h"
#include "base/arena.h"
#include "cli/file.h"
#include "cli/remote.h"
#include "cli/render.h"
#include "cli/verb.h"

/* A server looks a week ahead, a story a month. */
enum { DAYS_DEFAULT = 7, DAYS_MAX = 31, SERVER_DAYS_MAX = 7, HOURS = 24, LEVELS = 5 };

struct heat {
	struct cli *cli;
	const struct zone *zone;
	const struct forecast *forecast;
	u32 peak;
};

/* ---- what is asked ------------------------------------------------------------------------ */

static enum err read_days(const struct arguments *arguments, u32 *out_days, struct why *why)
{
	u64 days = DAYS_DEFAULT;
	str text = arguments_value(arguments, OPTION_DAYS, STR(""));
	u32 most = arguments->operands_len ? DAYS_MAX : SERVER_DAYS_MAX;
	if (text.len && (!str_to_u64(text, most, &days) || days == 0))
		return fail(why, ERR_USAGE, "--days must be 1 to %u, got \"%.*s\"", most,
			    STR_ARG(text));
	*out_days = (u32)days;
	return ERR_OK;
}

static enum err find_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	struct cli *cli = context;
	return zones_get(cli->zones, name.len ? name : STR("UTC"), out_zone, why);
}

/* ---- the map ------------------------------------------------------------------------------ */

/* A step of shading for a count: none for nothing, the darkest for the peak. */
static u32 level_of(u32 count, u32 peak)
{
	if (!count) return 0;
	return 1 + (u32)((u64)(count - 1) * (LEVELS - 1) / peak);
}

static void print_cell(const struct heat *heat, u32 count)
{
	static const str shades[LEVELS] = { { " \u00b7", 3 },
					    { " \u2591", 4 },
					    { " \u2592", 4 },
					    { " \u2593", 4 },
					    { " \u2588", 4 } };
	u32 level = level_of(count, heat->peak);
	output_styled(&heat->cli->out, level ? STYLE_PLAIN : STYLE_DIM,
		      shades[level < LEVELS ? level : LEVELS - 1]);
}

static wall wall_of_hour(const struct heat *heat, u32 hour)
{
	msec at = msec_add(heat->forecast->from, heat->forecast->step * hour);
	i64 seconds = at / 1000;
	return seconds + zone_offset_at(heat->zone, seconds);
}

static i64 day_of(wall at)
{
	return at >= 0 ? at / DAY_SECONDS : (at - DAY_SECONDS + 1) / DAY_SECONDS;
}

struct day {
	u32 counts[HOURS];
	u32 total;
	i64 number;
};

static void print_day(const struct heat *heat, const struct day *day)
{
	struct buf *out = &heat->cli->out.text;
	struct buf text;
	u32 busiest = 0;
	buf_init(&text, 64);
	wall_print(day->number * DAY_SECONDS, &text);
	buf_add(out, str_slice(buf_view(&text), 0, 10));
	buf_done(&text);
	for (u32 hour = 0; hour < HOURS; hour++) {
		print_cell(heat, day->counts[hour]);
		if (day->counts[hour] > day->counts[busiest]) busiest = hour;
	}
	buf_addf(out, "  %6u", day->total);
	if (day->total) buf_addf(out, "  most at %02u: %u", busiest, day->counts[busiest]);
	buf_add_byte(out, '\n');
}

static void print_head(const struct heat *heat)
{
	struct buf *out = &heat->cli->out.text;
	buf_add(out, STR("          "));
	for (u32 hour = 0; hour < HOURS; hour++) {
		if (hour % 3 == 0) buf_addf(out, " %02u", hour);
		else if (hour % 3 == 2) buf_add(out, STR("   "));
	}
	buf_add(out, STR("    runs\n"));
}

/* Hours are put where the zone's clock has them: a day of a clock change has one more or less. */
static void print_days(const struct heat *heat)
{
	struct day day = { .number = day_of(wall_of_hour(heat, 0)) };
	for (u32 i = 0; i < heat->forecast->len; i++) {
		wall at = wall_of_hour(heat, i);
		if (day_of(at) != day.number) {
			print_day(heat, &day);
			day = (struct day){ .number = day_of(at) };
		}
		u32 hour = (u32)((at - day.number * DAY_SECONDS) / 3600);
		day.counts[hour] += heat->forecast->counts[i];
		day.total += heat->forecast->counts[i];
	}
	print_day(heat, &day);
}

static void print_map(struct cli *cli, const struct forecast *forecast, const struct zone *zone,
		      str zone_name)
{
	struct heat heat = { cli, zone, forecast, forecast_peak(forecast) };
	struct buf *out = &cli->out.text;
	print_head(&heat);
	print_days(&heat);
	buf_addf(out, "\n%llu runs of %u jobs in %u hours, %.*s; the busiest hour has %u\n",
		 (unsigned long long)forecast->total, forecast->jobs, forecast->len,
		 STR_ARG(zone_name), heat.peak);
	if (forecast->left_out)
		buf_addf(out, "left out: %u jobs that are disabled, manual or cannot be read\n",
			 forecast->left_out);
	if (forecast->is_cut) buf_addf(out, "cut after %d occurrences\n", FORECAST_WALK_MAX);
}

static void print_json(struct cli *cli, const struct forecast *forecast)
{
	struct buf *out = &cli->out.text;
	buf_add(out, STR("{\"from\":\""));
	instant_print(forecast->from, out);
	buf_addf(out, "\",\"step_seconds\":%lld,\"total\":%llu,\"jobs\":%u,\"left_out\":%u,",
		 (long long)(forecast->step / 1000), (unsigned long long)forecast->total,
		 forecast->jobs, forecast->left_out);
	buf_addf(out, "\"cut\":%s,\"counts\":[", forecast->is_cut ? "true" : "false");
	for (u32 i = 0; i < forecast->len; i++)
		buf_addf(out, "%s%u", i ? "," : "", forecast->counts[i]);
	buf_add(out, STR("]}\n"));
}

/* ---- the command -------------------------------------------------------------------------- */

static enum err forecast_file(struct cli *cli, const struct arguments *arguments, u32 days,
			      struct arena *arena, struct buf *text, struct why *why)
{
	str zone_name = arguments_value(arguments, OPTION_TZ, STR("UTC"));
	const struct zone *zone = NULL;
	struct forecast forecast;
	struct forecast_wish wish = { .file = arguments->operands[0],
				      .step = MSEC_HOUR,
				      .len = days * HOURS,
				      .zone_context = cli,
				      .zone = find_zone };
	enum err err = find_zone(cli, zone_name, &zone, why);
	if (!err) err = cli_read_text(cli, wish.file, text, why);
	if (err) return err;
	wish.text = buf_view(text);
	err = cli->doors->forecast(cli->doors->context, &wish, arena, &forecast, why);
	if (err) return err;
	if (arguments_have(arguments, OPTION_JSON)) print_json(cli, &forecast);
	else print_map(cli, &forecast, zone, zone_name);
	return ERR_OK;
}

static u64 number_of(str body, const char *member)
{
	u64 number = 0;
	return str_to_u64(render_member(body, member), UINT64_MAX, &number) ? number : 0;
}

/* Reads a server's answer; ERR_JSON: it is no forecast. */
static enum err read_answer(str body, struct arena *arena, struct forecast *out, struct why *why)
{
	msec from = 0;
	str text = render_member(body, "from");
	str rest = render_array(body, "counts");
	str item;
	u32 hours = 0;
	for (str left = rest; render_next_item(&left, &item);) hours++;
	if (!hours || text.len < 3 ||
	    instant_parse(str_slice(text, 1, text.len - 1), &from, NULL) ||
	    forecast_init(out, from, MSEC_HOUR, hours, arena))
		return fail(why, ERR_JSON, "the server's answer is no forecast");
	for (u32 i = 0; i < hours && render_next_item(&rest, &item); i++) {
		u64 count = 0;
		if (str_to_u64(item, UINT32_MAX, &count)) out->counts[i] = (u32)count;
	}
	out->total = number_of(body, "total");
	out->jobs = (u32)number_of(body, "jobs");
	out->left_out = (u32)number_of(body, "left_out");
	out->is_cut = str_eq(render_member(body, "is_cut"), STR("true"));
	return ERR_OK;
}

/* The load that the server's own jobs and tasks make. Reports. */
static enum err forecast_server(struct cli *cli, const struct arguments *arguments, u32 days)
{
	str zone_name = arguments_value(arguments, OPTION_TZ, STR("UTC"));
	str tenant = arguments_value(arguments, OPTION_TENANT, STR(""));
	const struct zone *zone = NULL;
	struct forecast forecast;
	struct arena arena;
	struct buf path;
	struct why why;
	str body;
	buf_init(&path, REMOTE_PATH_MAX);
	arena_init(&arena, (size_t)1 << 20);
	buf_addf(&path, "forecast?hours=%u", days * HOURS);
	if (tenant.len) buf_add(&path, STR("&tenant_id="));
	remote_encode(tenant, &path);
	enum err err = find_zone(cli, zone_name, &zone, &why);
	if (err) (void)report(cli, &why);
	if (!err)
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
	if (!err && !arguments_have(arguments, OPTION_JSON)) {
		err = read_answer(body, &arena, &forecast, &why);
		if (err) (void)report(cli, &why);
		else print_map(cli, &forecast, zone, zone_name);
	} else if (!err) {
		buf_add(&cli->out.text, body);
		buf_add_byte(&cli->out.text, '\n');
	}
	buf_done(&path);
	arena_done(&arena);
	return err;
}

enum err cmd_forecast(struct cli *cli, const struct arguments *arguments)
{
	struct arena arena;
	struct buf text;
	struct why why;
	u32 days = DAYS_DEFAULT;
	enum err err = read_days(arguments, &days, &why);
	if (!err && arguments->operands_len > 1)
		err = fail(&why, ERR_USAGE, "one file with jobs is expected, or none");
	if (err) return report_usage(cli, &why);
	if (!arguments->operands_len) return forecast_server(cli, arguments, days);
	arena_init(&arena, (size_t)64 << 20);
	buf_init(&text, CLI_TEXT_BYTES_MAX);
	err = forecast_file(cli, arguments, days, &arena, &text, &why);
	buf_done(&text);
	arena_done(&arena);
	return err ? report(cli, &why) : ERR_OK;
}
