#include "cli/unused.h"

#include "cli/body.h"

/* Options of `belfry worker --exec`, which its actions (list, drain, resume) have no use for. */
static bool is_of_exec(u32 option)
{
	return option == OPTION_EXEC || option == OPTION_CONCURRENCY ||
	       option == OPTION_WORKER_ID || option == OPTION_WORKER_QUEUES ||
	       option == OPTION_WORKER_LEASE || option == OPTION_GRACE || option == OPTION_ONCE;
}

/* Options that every command takes, even if it prints, asks and paints nothing. */
static bool is_manner(u32 option)
{
	return option >= OPTIONS_LEN || option == OPTION_QUIET || option == OPTION_VERBOSE ||
	       option == OPTION_YES || option == OPTION_CONTEXT || option == OPTION_TOKEN_FILE ||
	       option == OPTION_NO_COLOR || option == OPTION_HELP;
}

static bool is_shown(u32 option)
{
	return option == OPTION_OUTPUT || option == OPTION_JSON || option == OPTION_TENANT;
}

static bool can_wait(const struct cli_action *action)
{
	return action->kind == ACTION_RUN || action->kind == ACTION_MANY;
}

static bool asks_first(const struct cli_action *action)
{
	return action->kind == ACTION_MANY || action->kind == ACTION_DELETE;
}

bool unused_may_use(const struct cli_action *action, enum option_id option)
{
	bool is_list = action->kind == ACTION_LIST;
	if (option >= FIELDS_BEGIN) return action_takes(action, option);
	if (is_of_exec(option)) return false;
	if (option == OPTION_YES) return asks_first(action);
	if (option == OPTION_SET || option == OPTION_DATA) return body_is_sent(action);
	if (option == OPTION_COLUMNS || option == OPTION_ALL) return is_list;
	if (option == OPTION_WAIT || option == OPTION_TIMEOUT) return can_wait(action);
	return true;
}

static bool is_used(u32 option, const struct arguments *arguments, const struct cli_action *action,
		    enum output_form form)
{
	bool is_table = form == FORM_TABLE || form == FORM_WIDE;
	if (is_manner(option) || is_shown(option)) return true;
	if (!unused_may_use(action, (enum option_id)option)) return false;
	if (option == OPTION_COLUMNS) return is_table;
	if (option == OPTION_TIMEOUT) return arguments_have(arguments, OPTION_WAIT);
	return true;
}

static enum err refuse(const struct cli_action *action, u32 option, enum output_form form,
		       struct why *why)
{
	const char *name = option_row((enum option_id)option)->name;
	if (option == OPTION_WAIT)
		return fail(why, ERR_USAGE, "%s has nothing to --wait for", action->name);
	if (option == OPTION_TIMEOUT)
		return fail(why, ERR_USAGE,
			    "--timeout goes with --wait; the time limit of an attempt is "
			    "--run-timeout");
	if (option == OPTION_COLUMNS && action->kind == ACTION_LIST && form != FORM_TABLE)
		return fail(why, ERR_USAGE,
			    "--columns is for tables, not for -o json, ndjson "
			    "or name");
	return fail(why, ERR_USAGE, "%s takes no --%s", action->name, name);
}

/* --body is all that is sent: what else would become a part of it is lost. */
static enum err check_body(const struct arguments *arguments, struct why *why)
{
	if (!arguments_have(arguments, OPTION_DATA)) return ERR_OK;
	for (u32 i = 0; i < arguments->given_len; i++) {
		u32 option = arguments->given[i].option;
		bool is_field = option >= FIELDS_BEGIN && option < OPTIONS_LEN;
		if (!is_field && option != OPTION_SET) continue;
		return fail(why, ERR_USAGE,
			    "--body is the whole body: it cannot be combined "
			    "with --%s",
			    option_row((enum option_id)option)->name);
	}
	return ERR_OK;
}

enum err unused_check(const struct arguments *arguments, const struct cli_action *action,
		      enum output_form form, struct why *why)
{
	for (u32 i = 0; i < arguments->given_len; i++) {
		u32 option = arguments->given[i].option;
		if (!is_used(option, arguments, action, form))
			return refuse(action, option, form, why);
	}
	return check_body(arguments, why);
}

enum err unused_check_exec(const struct arguments *arguments, struct why *why)
{
	for (u32 i = 0; i < arguments->given_len; i++) {
		u32 option = arguments->given[i].option;
		if (is_manner(option) || is_of_exec(option)) continue;
		if (option == OPTION_TENANT)
			return fail(why, ERR_USAGE,
				    "--exec takes no --tenant: the token says whose runs it gets");
		return fail(why, ERR_USAGE, "--exec takes no --%s",
			    option_row((enum option_id)option)->name);
	}
	return ERR_OK;
}
