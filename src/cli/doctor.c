/* belfry doctor: what is wrong here, and what mends it? */
#include "calendar/civil.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "cli/render.h"

#include <stdio.h>

enum { CLOCK_OFF_MS = 5000 };

/* Findings as they come. */
struct consultation {
	struct cli *cli;
	bool json;
	u32 told;
	u32 bad;
};

static void tell_json(struct consultation *consultation, const struct check_finding *finding)
{
	static const char *const verdicts[] = { "good", "doubtful", "bad" };
	struct buf *out = &consultation->cli->out.text;
	buf_add(out, consultation->told ? STR(",") : STR("{\"findings\":["));
	buf_addf(out, "{\"verdict\":\"%s\",\"what\":\"%s\",\"text\":", verdicts[finding->verdict],
		 finding->what);
	buf_add_json(out, str_from(finding->text));
	buf_add(out, STR(",\"fix\":"));
	buf_add_json(out, str_from(finding->fix));
	buf_add_byte(out, '}');
}

static void tell_text(struct consultation *consultation, const struct check_finding *finding)
{
	static const struct {
		const char *icon;
		enum style style;
	} verdicts[] = { { "\u2713", STYLE_BOLD },
			 { "!", STYLE_WARNING },
			 { "\u2717", STYLE_ERROR } };
	struct output *out = &consultation->cli->out;
	output_styled(out, verdicts[finding->verdict].style,
		      str_from(verdicts[finding->verdict].icon));
	buf_addf(&out->text, " %-12s ", finding->what);
	output_safe(out, str_from(finding->text));
	buf_add_byte(&out->text, '\n');
	if (!*finding->fix) return;
	buf_add(&out->text, STR("               fix: "));
	output_safe(out, str_from(finding->fix));
	buf_add_byte(&out->text, '\n');
}

static void tell(void *context, const struct check_finding *finding)
{
	struct consultation *consultation = context;
	progress_end(consultation->cli);
	if (consultation->json) tell_json(consultation, finding);
	else tell_text(consultation, finding);
	consultation->told++;
	consultation->bad += finding->verdict == VERDICT_BAD;
}

static void show_progress(void *context, const char *what, u64 done, u64 all)
{
	struct consultation *consultation = context;
	progress_show_rows(consultation->cli, "reading the store", what, done, all);
}

/* Two clocks that differ: schedules run by the server's. */
static void compare_clocks(struct consultation *consultation, str body)
{
	msec theirs;
	str text = render_member(body, "now");
	const struct doors *doors = consultation->cli->doors;
	if (text.len < 3 || instant_parse(str_slice(text, 1, text.len - 1), &theirs, NULL)) return;
	msec off = theirs - doors->clock(doors->context);
	if (off < 0) off = -off;
	if (off > CLOCK_OFF_MS)
		tell(consultation,
		     &(struct check_finding){ VERDICT_DOUBTFUL, "clocks",
					      "differs from the server's clock by more "
					      "than 5 s",
					      "keep both clocks right with NTP" });
}

static void ask_server(struct consultation *consultation)
{
	struct cli *cli = consultation->cli;
	struct client_response response;
	struct why why;
	const struct remote_call call = { STR("GET"), STR("status"), STR(""), 0 };
	if (remote_try(cli, &call, &response, &why)) {
		tell(consultation,
		     &(struct check_finding){ VERDICT_DOUBTFUL, "server", why.text,
					      "belfry serve starts one; --url names another" });
		return;
	}
	if (response.status == 401 || response.status == 403) {
		tell(consultation,
		     &(struct check_finding){ VERDICT_DOUBTFUL, "server",
					      "is running, but does not know the token",
					      "set BELFRY_TOKEN_FILE" });
		return;
	}
	bool ready = str_eq(render_member(response.body, "status"), STR("\"ready\""));
	if (ready)
		tell(consultation,
		     &(struct check_finding){ VERDICT_GOOD, "server", "is ready", "" });
	else
		tell(consultation,
		     &(struct check_finding){ VERDICT_BAD, "server", "is running, but not ready",
					      "see its log: the disk may be full" });
	compare_clocks(consultation, response.body);
}

/* Before the look: what it finds is then what is left. */
static enum err repair_lists(struct consultation *consultation)
{
	struct cli *cli = consultation->cli;
	struct why why;
	u64 entries = 0;
	char text[100];
	if (cli->doors->repair_lists(cli->doors->context, &entries, &why)) return report(cli, &why);
	snprintf(text, sizeof text, "rebuilt from their tables: %llu entries",
		 (unsigned long long)entries);
	tell(consultation, &(struct check_finding){ VERDICT_GOOD, "lists", text, "" });
	return ERR_OK;
}

static enum err set_aside(struct consultation *consultation, str table)
{
	struct cli *cli = consultation->cli;
	struct why why;
	struct buf text;
	buf_init(&text, 8192);
	enum err err = cli->doors->set_aside(cli->doors->context, table, &text, &why);
	buf_add_byte(&text, '\0');
	if (!err)
		tell(consultation, &(struct check_finding){ VERDICT_GOOD, "set aside",
							    buf_failed(&text) ? "" : text.at, "" });
	buf_done(&text);
	if (err == ERR_USAGE) return report_usage(cli, &why);
	return err ? report(cli, &why) : ERR_OK;
}

enum err cmd_doctor(struct cli *cli, const struct arguments *arguments)
{
	struct consultation consultation = { .cli = cli };
	struct why why;
	enum output_form form;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no arguments, only options");
		return report_usage(cli, &why);
	}
	enum err err = render_form(cli, &form);
	if (!err) err = remote_find(cli);
	if (err) return err;
	consultation.json = form == FORM_JSON || form == FORM_NDJSON;
	if (arguments_have(arguments, OPTION_REPAIR_LISTS)) {
		err = repair_lists(&consultation);
		if (err) return err;
	}
	if (arguments_have(arguments, OPTION_SET_ASIDE)) {
		err = set_aside(&consultation,
				arguments_value(arguments, OPTION_SET_ASIDE, STR("")));
		if (err) return err;
	}
	cli->doors->examine(cli->doors->context, tell, show_progress, &consultation);
	progress_end(cli);
	ask_server(&consultation);
	if (consultation.json) buf_add(&cli->out.text, STR("]}\n"));
	if (!consultation.bad) return ERR_OK;
	(void)fail(&why, ERR_IO, "%u problem%s to fix", consultation.bad,
		   consultation.bad == 1 ? " is" : "s are");
	return report(cli, &why);
}
