/* `belfry demo`: how long, and where. */
#include "calendar/duration.h"
#include "cli/verb.h"

enum { PORT_DEFAULT = 7654, SPAN_MAX_DAYS = 31 };

static enum err read_wish(const struct arguments *arguments, struct demo_wish *wish,
			  struct why *why)
{
	str port = arguments_value(arguments, OPTION_PORT, STR(""));
	str span = arguments_value(arguments, OPTION_SPAN, STR("24h"));
	u64 number = PORT_DEFAULT;
	if (arguments->operands_len)
		return fail(why, ERR_USAGE, "takes no arguments, only options");
	if (port.len && !str_to_u64(port, 65535, &number))
		return fail(why, ERR_USAGE, "--port must be 0 to 65535, got \"%.*s\"",
			    STR_ARG(port));
	if (duration_parse(span, &wish->span, NULL) || wish->span <= 0 ||
	    wish->span > SPAN_MAX_DAYS * MSEC_DAY)
		return fail(why, ERR_USAGE,
			    "--for must be a span such as 10m or 2h, up to %d days, got "
			    "\"%.*s\"",
			    SPAN_MAX_DAYS, STR_ARG(span));
	wish->port = (u32)number;
	wish->port_may_change = !port.len;
	return ERR_OK;
}

enum err cmd_demo(struct cli *cli, const struct arguments *arguments)
{
	struct demo_wish wish;
	struct why why;
	enum err err = read_wish(arguments, &wish, &why);
	if (err) return report_usage(cli, &why);
	err = cli->doors->demo(cli->doors->context, &wish, &cli->out, &why);
	return err ? report(cli, &why) : ERR_OK;
}
