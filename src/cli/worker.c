/* belfry worker: the workers there are, or one more, made of programs. */
#include "calendar/duration.h"
#include "cli/act.h"
#include "cli/remote.h"
#include "cli/unused.h"

enum { CONCURRENCY_MAX = 256 };

#define GRACE_DEFAULT "20s" /* within what keepers of processes wait before they kill: 30 s */
#define GRACE_MAX (24 * MSEC_HOUR)

static enum err read_program(str text, struct work_wish *wish, struct why *why)
{
	str command = text;
	str type = str_trim(str_split(&command, '='));
	command = str_trim(command);
	if (!type.len || !command.len)
		return fail(why, ERR_USAGE, "--exec must be TYPE=PROGRAM, got \"%.*s\"",
			    STR_ARG(text));
	if (wish->programs_len == WORK_PROGRAMS_MAX)
		return fail(why, ERR_USAGE, "--exec: at most %d may be given", WORK_PROGRAMS_MAX);
	for (u32 i = 0; i < wish->programs_len; i++) {
		if (str_eq(wish->programs[i].type, type))
			return fail(why, ERR_USAGE, "--exec: \"%.*s\" is given twice",
				    STR_ARG(type));
	}
	wish->programs[wish->programs_len++] = (struct work_program){ type, command };
	return ERR_OK;
}

/* A setting that was checked when it was read; `fallback` where there is none. */
static u64 setting_number(struct cli *cli, const char *flag, u64 fallback)
{
	struct setting_shown shown;
	u64 number;
	remote_setting(cli, flag, &shown);
	return str_to_u64(shown.value, UINT32_MAX, &number) ? number : fallback;
}

/* Of what types and tenants have a word in, too, only what somebody said counts; else 0. */
static u64 number_said(struct cli *cli, const char *flag)
{
	struct setting_shown shown;
	remote_setting(cli, flag, &shown);
	return shown.is_default ? 0 : setting_number(cli, flag, 0);
}

static void read_settings(struct cli *cli, struct work_wish *wish)
{
	wish->poll_ms = (msec)setting_number(cli, "worker-poll-ms", 1000);
	wish->batch = (u32)setting_number(cli, "worker-batch", 10);
	wish->lease_ms = (msec)number_said(cli, "worker-lease-ms");
	wish->max_attempts = (u32)number_said(cli, "worker-max-attempts");
}

static enum err read_grace(const struct arguments *arguments, struct work_wish *wish,
			   struct why *why)
{
	str grace = arguments_value(arguments, OPTION_GRACE, STR(GRACE_DEFAULT));
	if (!duration_parse(grace, &wish->grace_ms, NULL) && wish->grace_ms >= 0 &&
	    wish->grace_ms <= GRACE_MAX)
		return ERR_OK;
	return fail(why, ERR_USAGE, "--grace must be a span up to 24h, got \"%.*s\"",
		    STR_ARG(grace));
}

static enum err read_wish(const struct arguments *arguments, struct work_wish *wish,
			  struct why *why)
{
	str many = arguments_value(arguments, OPTION_CONCURRENCY, STR("1"));
	str lease = arguments_value(arguments, OPTION_WORKER_LEASE, STR(""));
	u64 concurrency = 0;
	if (arguments->operands_len)
		return fail(why, ERR_USAGE, "--exec takes no arguments, got \"%.*s\"",
			    STR_ARG(arguments->operands[0]));
	for (u32 i = 0; i < arguments->given_len; i++) {
		if (arguments->given[i].option != OPTION_EXEC) continue;
		enum err err = read_program(arguments->given[i].value, wish, why);
		if (err) return err;
	}
	if (!str_to_u64(many, CONCURRENCY_MAX, &concurrency) || !concurrency)
		return fail(why, ERR_USAGE, "--concurrency must be 1 to %d, got \"%.*s\"",
			    CONCURRENCY_MAX, STR_ARG(many));
	if (lease.len && duration_parse(lease, &wish->lease_ms, NULL))
		return fail(why, ERR_USAGE, "--lease must be a span such as 60s, got \"%.*s\"",
			    STR_ARG(lease));
	wish->concurrency = (u32)concurrency;
	wish->worker_id = arguments_value(arguments, OPTION_WORKER_ID, STR(""));
	wish->queues = arguments_value(arguments, OPTION_WORKER_QUEUES, STR(""));
	wish->once = arguments_have(arguments, OPTION_ONCE);
	wish->quiet = arguments_have(arguments, OPTION_QUIET);
	return read_grace(arguments, wish, why);
}

enum err cmd_worker(struct cli *cli, const struct arguments *arguments)
{
	struct work_wish wish = { .programs_len = 0 };
	struct why why;
	if (!arguments_have(arguments, OPTION_EXEC)) {
		if (arguments->operands_len) return act_run(cli, CMD_WORKER);
		(void)fail(&why, ERR_USAGE, "list, or --exec TYPE=PROGRAM, is expected");
		return report_usage(cli, &why);
	}
	read_settings(cli, &wish);
	if (unused_check_exec(arguments, &why)) return report_usage(cli, &why);
	enum err err = read_wish(arguments, &wish, &why);
	if (err) return report_usage(cli, &why);
	err = remote_find(cli);
	if (err) return err;
	wish.url = cli->remote.url;
	wish.token = cli->remote.token;
	err = cli->doors->work(cli->doors->context, &wish, &why);
	return err ? remote_report_none(cli, &why) : ERR_OK;
}
