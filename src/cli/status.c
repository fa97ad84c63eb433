/* belfry status: is it there, and how is it? */
#include "cli/remote.h"
#include "cli/render.h"

enum err cmd_status(struct cli *cli, const struct arguments *arguments)
{
	struct why why;
	enum output_form form;
	str body;
	if (arguments->operands_len) {
		(void)fail(&why, ERR_USAGE, "takes no arguments, only options");
		return report_usage(cli, &why);
	}
	enum err err = render_form(cli, &form);
	if (!err)
		err = remote_send(
			cli, &(struct remote_call){ STR("GET"), STR("status"), STR(""), 0 }, &body);
	if (err) return err;
	const struct render render = { cli, form, "", "status" };
	if (form == FORM_TABLE || form == FORM_WIDE) {
		buf_add(&cli->out.text, STR("server                 "));
		output_safe(&cli->out, cli->remote.url);
		buf_add_byte(&cli->out.text, '\n');
	}
	render_document(&render, body);
	return ERR_OK;
}
