/* Templates: jobs that only need to be wanted. */
#include "api/catalog.h"
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "model/timetable.h"

enum { WORDS_BYTES = 4096 };

static void put_words(struct buf *out, const struct template *template)
{
	struct buf words;
	struct job_row row = job_defaults();
	row.kind = JOB_CRON;
	row.rule = template->default_schedule;
	buf_init(&words, WORDS_BYTES);
	timetable_words_of(&row, &words);
	put_text(out, KEY(template, schedule_in_words),
		 buf_failed(&words) ? template->default_schedule : buf_view(&words));
	buf_done(&words);
}

static void show_template(struct buf *out, const struct template *template)
{
	write_open(out, '{');
	put_text(out, KEY(template, code), template->code);
	put_text(out, KEY(template, name), template->name);
	put_text(out, KEY(template, description), template->description);
	put_text(out, KEY(template, category), template->category);
	put_text(out, KEY(template, handler), template->handler);
	put_text(out, KEY(template, default_schedule), template->default_schedule);
	put_words(out, template);
	put_raw(out, KEY(template, default_parameters), template->default_parameters);
	put_bool(out, KEY(template, is_system_required), template->is_system_required);
	put_bool(out, KEY(template, is_tenant_configurable), template->is_tenant_configurable);
	write_close(out, '}');
}

bool template_list_render(struct request *request)
{
	const struct catalog *catalog = api_catalog(request->api);
	list_open(request);
	for (u32 i = 0; i < catalog->templates_len; i++)
		show_template(&request->out, &catalog->templates[i]);
	list_close(request, false, STR(""));
	return true;
}

static enum err fill_details(struct request *request, const struct template *template,
			     struct job_row *row)
{
	struct buf text;
	buf_init(&text, LIMIT_JOB_DETAILS_BYTES);
	write_open(&text, '{');
	put_text(&text, OWN_KEY("name"), template->name);
	put_text(&text, OWN_KEY("description"), template->description);
	put_text(&text, OWN_KEY("job_type"),
		 who_is_system(&request->who) ? STR("SYSTEM") : STR("TENANT"));
	put_text(&text, OWN_KEY("source_system"), STR("template"));
	put_text(&text, OWN_KEY("external_id"), template->code);
	write_close(&text, '}');
	row->details = str_copy(&request->arena, buf_view(&text));
	bool is_good = !buf_failed(&text) && row->details.len;
	buf_done(&text);
	return is_good ? ERR_OK : ERR_MEMORY;
}

/* Members of the body count more than the template. */
enum err template_create_job(struct request *request, struct command *command)
{
	const struct template *template = catalog_find(api_catalog(request->api),
						       request->parts[0]);
	struct job_row *row = arena_alloc(&request->arena, sizeof *row);
	if (!template) return ERR_NOT_FOUND;
	if (!row) return ERR_MEMORY;
	if (!template->is_tenant_configurable && !who_is_system(&request->who))
		return request_refuse(request, ERR_FORBIDDEN,
				      "the template %.*s is reserved for the tenant system",
				      STR_ARG(template->code));
	*row = job_defaults();
	row->kind = JOB_CRON;
	row->code = template->code;
	row->rule = template->default_schedule;
	row->parameters = template->default_parameters;
	row->is_system_required = template->is_system_required && who_is_system(&request->who);
	enum err err = fill_details(request, template, row);
	if (err) return err;
	command->kind = COMMAND_JOB_PUT;
	command->job_put.row = row;
	command->job_put.type = template->handler;
	return job_merge(request, request->input, row, &command->job_put);
}
