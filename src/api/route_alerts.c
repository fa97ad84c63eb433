/* Alerts: the rules on a job, and what they have raised. */
#include "api/documents.h"
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "store/query.h"

/* ---- rules -------------------------------------------------------------------------------- */

SHAPE_STRUCT(alert_input, ALERT_FIELDS);
SHAPE_PLACES(ALERT_FIELD, ALERT_FIELDS);
SHAPE(alert_body, alert_input, ALERT_FIELDS, "alert", "when, and who is told");

SHAPE(service_alert_body, alert_input, ALERT_RULE_FIELDS, "service_alert", "when, and who is told");

SHAPE_STRUCT(service_test_input, SERVICE_TEST_FIELDS);
SHAPE(service_test_body, service_test_input, SERVICE_TEST_FIELDS, "service_test",
      "why it is tried");

struct alert_work {
	struct job_view job;       /* of none: it is about the service */
	struct alert_rule_row row; /* PUT: as it is */
	str settings;              /* of its tenant, JSON; empty: none */
};

static void show_texts(struct buf *out, struct key_loose key, str texts, char separator)
{
	put_open(out, key, '[');
	while (texts.len) write_text(out, str_split(&texts, separator));
	write_close(out, ']');
}

static void show_rule(struct buf *out, const struct alert_rule_row *row)
{
	write_open(out, '{');
	put_uuid(out, KEY(alert_rule, id), &row->id);
	if (!uuid_is_nil(&row->job)) put_uuid(out, KEY(alert_rule, job_id), &row->job);
	put_text(out, KEY(alert_rule, alert_type), alert_kind_name(row->kind));
	put_u64(out, KEY(alert_rule, threshold_value), row->threshold);
	show_texts(out, LOOSE(alert_rule, notification_channels), row->channels, ',');
	show_texts(out, LOOSE(alert_rule, recipients), row->recipients, '\n');
	put_bool(out, KEY(alert_rule, is_enabled), row->is_enabled);
	put_bool(out, KEY(alert_rule, is_raised), !uuid_is_nil(&row->open));
	put_uuid_or_null(out, KEY(alert_rule, alert_id), &row->open);
	put_u64(out, KEY(alert_rule, count), row->count);
	put_instant_or_null(out, KEY(alert_rule, created_at), row->created_at);
	put_instant_or_null(out, KEY(alert_rule, updated_at), row->updated_at);
	put_u64(out, KEY(alert_rule, version), row->version);
	write_close(out, '}');
}

static enum err find_job(struct request *request, struct query *query, struct alert_work *work)
{
	enum err err = job_look_up(request, query, &work->job);
	return !err && work->job.row.state == JOB_DELETED ? ERR_NOT_FOUND : err;
}

enum err alert_rules_view(struct request *request, struct query *query)
{
	struct alert_work work = { 0 };
	struct alert_rule_page page = { 0 };
	enum err err = find_job(request, query, &work);
	if (!err)
		err = query->calls->alert_rules(query, request->tenant, &work.job.row.id,
						&request->arena, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_rule(&request->out, &page.rows[i]);
	list_close(request, false, STR(""));
	return ERR_OK;
}

static enum err find_rule(struct request *request, struct query *query, const struct uuid *job,
			  const struct uuid *id, struct alert_rule_row *out_row)
{
	struct alert_rule_page page = { 0 };
	enum err err = query->calls->alert_rules(query, request->tenant, job, &request->arena,
						 &page);
	if (err) return err;
	for (u32 i = 0; i < page.len; i++) {
		if (!uuid_eq(&page.rows[i].id, id)) continue;
		*out_row = page.rows[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}

static enum err find_settings(struct request *request, struct query *query, struct alert_work *work)
{
	struct document_view tenant = { 0 };
	enum err err = document_find(request, query, DOCUMENT_TENANT, STR(""), &tenant);
	work->settings = tenant.row.body;
	return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err alert_job_read(struct request *request, struct query *query)
{
	struct alert_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	enum err err = find_job(request, query, work);
	return err ? err : find_settings(request, query, work);
}

enum err alert_rule_read(struct request *request, struct query *query)
{
	struct uuid id;
	enum err err = alert_job_read(request, query);
	if (!err) err = request_part_id(request, 1, &id);
	struct alert_work *work = request->found;
	return err ? err : find_rule(request, query, &work->job.row.id, &id, &work->row);
}

/* A list as one text. */
static enum err join(struct request *request, const struct texts *texts, char separator,
		     const char *what, str *out_text)
{
	struct buf text;
	buf_init(&text, REQUEST_TEXT_BYTES);
	for (u32 i = 0; i < texts->len; i++) {
		if (str_find(texts->at[i], separator) < texts->at[i].len) {
			buf_done(&text);
			return request_refuse(request, ERR_INVALID,
					      "%s: an item contains a separator", what);
		}
		if (i) buf_add_byte(&text, separator);
		buf_add(&text, texts->at[i]);
	}
	return request_keep(request, &text, 1024, what, out_text);
}

/* A channel that nobody serves would keep alerts from everybody. */
static enum err check_served(struct request *request, str settings, str channels)
{
	str served = { 0 }, handler;
	struct why why;
	if (!settings.len || !json_find(settings, STR("channels"), &served)) served = STR("{}");
	while (channels.len) {
		str channel = str_split(&channels, ',');
		if (!alert_channel_is_tenants(channel)) continue;
		if (json_find(served, channel, &handler) && handler.at[0] == '{') continue;
		(void)fail(&why, ERR_INVALID,
			   "%.*s: the tenant's settings have no webhook for this channel in "
			   "\"channels\"",
			   STR_ARG(channel));
		return request_fault(request, STR("/notification_channels"), &why);
	}
	return ERR_OK;
}

static enum err merge(struct request *request, struct alert_command *put)
{
	const struct alert_work *work = request->found;
	const struct alert_input *input = request->input;
	enum err err = ERR_OK;
	bool has_kind = is_given(input, ALERT_FIELD_KIND);
	if (has_kind) put->kind = (enum alert_kind)input->kind;
	if (has_kind && !is_given(input, ALERT_FIELD_THRESHOLD))
		put->threshold = alert_threshold_default(put->kind);
	if (is_given(input, ALERT_FIELD_THRESHOLD)) put->threshold = (u32)input->threshold;
	if (is_given(input, ALERT_FIELD_ENABLED)) put->is_enabled = input->is_enabled;
	if (is_given(input, ALERT_FIELD_CHANNELS))
		err = join(request, &input->channels, ',', "notification_channels", &put->channels);
	if (!err && is_given(input, ALERT_FIELD_CHANNELS))
		err = check_served(request, work->settings, put->channels);
	if (!err && is_given(input, ALERT_FIELD_RECIPIENTS))
		err = join(request, &input->recipients, '\n', "recipients", &put->recipients);
	return err;
}

enum err alert_create(struct request *request, struct command *command)
{
	const struct alert_input *input = request->input;
	const struct alert_work *work = request->found;
	command->kind = COMMAND_ALERT_PUT;
	if (!is_given(input, ALERT_FIELD_KIND))
		return request_refuse(request, ERR_INVALID, "alert_type is required");
	command->alert = (struct alert_command){ .job = work->job.row.id,
						 .job_code = work->job.row.code,
						 .expected = DOCUMENT_ANY,
						 .is_enabled = true };
	return merge(request, &command->alert);
}

enum err alert_change(struct request *request, struct command *command)
{
	const struct alert_work *work = request->found;
	command->kind = COMMAND_ALERT_PUT;
	command->alert = (struct alert_command){ .id = work->row.id,
						 .kind = work->row.kind,
						 .threshold = work->row.threshold,
						 .is_enabled = work->row.is_enabled,
						 .channels = work->row.channels,
						 .recipients = work->row.recipients };
	enum err err = request_expected(request, &command->alert.expected);
	return err ? err : merge(request, &command->alert);
}

static enum err about_rule(struct request *request, struct command *command, enum command_kind kind)
{
	const struct alert_work *work = request->found;
	command->kind = kind;
	command->alert = (struct alert_command){ .id = work->row.id, .kind = work->row.kind };
	return request_expected(request, &command->alert.expected);
}

enum err alert_delete(struct request *request, struct command *command)
{
	return about_rule(request, command, COMMAND_ALERT_DELETE);
}

enum err alert_test(struct request *request, struct command *command)
{
	return about_rule(request, command, COMMAND_ALERT_TEST);
}

static void show_send(struct buf *out, const struct run_view *run)
{
	str recipient = STR("null"), channels = STR("[]");
	if (!json_find(run->row.payload, STR("recipient"), &recipient)) recipient = STR("null");
	if (!json_find(run->row.payload, STR("channels"), &channels)) channels = STR("[]");
	write_open(out, '{');
	put_uuid(out, KEY(alert_send, run_id), &run->row.id);
	put_raw(out, KEY(alert_send, recipient), recipient);
	put_raw(out, KEY(alert_send, channels), channels);
	put_text(out, KEY(alert_send, state), run_state_name(run->state));
	write_close(out, '}');
}

/* The runs that send the test; they tell what came of it. */
enum err alert_test_view(struct request *request, struct query *query)
{
	const struct alert_work *work = request->found;
	char entity[ALERT_ENTITY_LEN];
	struct run_list list = { .tenant = request->tenant,
				 .entity = { entity, sizeof entity },
				 .limit = ALERT_SENDS_MAX,
				 .with_payload = true };
	struct run_page page = { 0 };
	struct buf *out = &request->out;
	alert_print_entity(&request->answer.id, entity);
	enum err err = query->calls->runs(query, &list, &request->arena, &page);
	if (err) return err;
	write_open(out, '{');
	put_uuid(out, KEY(alert_test, id), &work->row.id);
	put_uuid(out, KEY(alert_test, alert_id), &request->answer.id);
	put_u64(out, KEY(alert_test, queued), request->answer.number);
	put_open(out, KEY(alert_test, runs), '[');
	for (u32 i = 0; i < page.len; i++) show_send(out, &page.rows[i]);
	write_close(out, ']');
	write_close(out, '}');
	return ERR_OK;
}

enum err alert_rule_view(struct request *request, struct query *query)
{
	const struct alert_work *work = request->found;
	struct alert_rule_row row;
	enum err err = find_rule(request, query, &work->job.row.id, &request->answer.id, &row);
	if (err) return err;
	show_rule(&request->out, &row);
	request_put_etag(request, row.version);
	return ERR_OK;
}

enum err alert_one_view(struct request *request, struct query *query)
{
	enum err err = alert_rule_read(request, query);
	const struct alert_work *work = request->found;
	if (err) return err;
	show_rule(&request->out, &work->row);
	request_put_etag(request, work->row.version);
	return ERR_OK;
}

/* ---- rules on the service ------------------------------------------------------------------ */

/* The one that is kept, else as it is while nobody has said anything. */
static struct alert_rule_row service_rule(const struct alert_rule_page *page, enum alert_kind kind)
{
	for (u32 i = 0; i < page->len; i++)
		if (page->rows[i].kind == kind) return page->rows[i];
	return alert_service_rule(kind);
}

static enum err service_rules(struct request *request, struct query *query,
			      struct alert_rule_page *page)
{
	const struct uuid none = { 0 };
	request->tenant = STR("system");
	return query->calls->alert_rules(query, request->tenant, &none, &request->arena, page);
}

enum err service_alerts_view(struct request *request, struct query *query)
{
	struct alert_rule_page page = { 0 };
	enum err err = service_rules(request, query, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < ALERT_SERVICE_KINDS; i++) {
		enum alert_kind kind = (enum alert_kind)(ALERT_SERVICE_FIRST + i);
		struct alert_rule_row row = service_rule(&page, kind);
		show_rule(&request->out, &row);
	}
	list_close(request, false, STR(""));
	return ERR_OK;
}

enum err service_alert_read(struct request *request, struct query *query)
{
	struct alert_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	struct alert_rule_page page = { 0 };
	enum alert_kind kind;
	if (!work) return ERR_MEMORY;
	request->found = work;
	if (!alert_kind_parse(request->parts[0], &kind)) return ERR_NOT_FOUND;
	if (alert_kind_scope(kind) != ALERT_OF_SERVICE) return ERR_NOT_FOUND;
	enum err err = service_rules(request, query, &page);
	if (err) return err;
	work->row = service_rule(&page, kind);
	return find_settings(request, query, work);
}

enum err service_alert_change(struct request *request, struct command *command)
{
	struct alert_input *input = arena_alloc(&request->arena, sizeof *input);
	if (!input) return ERR_MEMORY;
	/* The fields of a job's rule, but for the first two, which name a tenant and a kind. */
	_Static_assert(ALERT_FIELD_THRESHOLD == 2, "two fields stand before it");
	*input = *(const struct alert_input *)request->input;
	input->given.there <<= 2;
	input->given.nulls <<= 2;
	request->input = input;
	return alert_change(request, command);
}

enum err service_alert_view(struct request *request, struct query *query)
{
	const struct alert_work *work = request->found;
	struct alert_rule_page page = { 0 };
	enum err err = service_rules(request, query, &page);
	if (err) return err;
	struct alert_rule_row row = service_rule(&page, work->row.kind);
	show_rule(&request->out, &row);
	request_put_etag(request, row.version);
	return ERR_OK;
}

/* ---- alerts ------------------------------------------------------------------------------- */

SHAPE_STRUCT(alert_params, ALERT_PARAMS);
SHAPE(alert_list_query, alert_params, ALERT_PARAMS, "alert_list", "which alerts");

enum err alert_list_decode(struct request *request)
{
	const struct alert_params *params = request->params;
	struct alert_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->only_open = params->state == 1;
	list->only_resolved = params->state == 2;
	list->job = params->job_id;
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

static void show_alert(struct buf *out, const struct alert_view *view)
{
	const struct alert_row *row = &view->row;
	enum alert_state state = row->resolved_at ? ALERT_RESOLVED : ALERT_RAISED;
	write_open(out, '{');
	put_uuid(out, KEY(alert, id), &row->id);
	put_text(out, KEY(alert, tenant_id), view->tenant);
	put_text(out, KEY(alert, alert_type), alert_kind_name(row->kind));
	put_text(out, KEY(alert, state), alert_state_name(state));
	bool is_job = alert_kind_scope(row->kind) == ALERT_OF_JOB;
	put_uuid_or_null(out, KEY(alert, job_id), &row->job);
	put_text_or_null(out, KEY(alert, job_code), is_job ? row->job_code : (str){ "", 0 });
	put_text_or_null(out, KEY(alert, subject), is_job ? (str){ "", 0 } : row->job_code);
	put_uuid(out, KEY(alert, rule_id), &row->rule);
	put_uuid_or_null(out, KEY(alert, run_id), &row->run);
	put_u64(out, KEY(alert, threshold_value), row->threshold);
	put_u64(out, KEY(alert, value), row->value);
	put_instant(out, KEY(alert, raised_at), row->raised_at);
	put_instant_or_null(out, KEY(alert, resolved_at), row->resolved_at);
	put_text_or_null(out, KEY(alert, reason), row->reason);
	put_instant_or_null(out, KEY(alert, acknowledged_at), row->acknowledged_at);
	put_text_or_null(out, KEY(alert, acknowledged_by), row->acknowledged_by);
	write_close(out, '}');
}

enum err alert_list_view(struct request *request, struct query *query)
{
	const struct alert_list *list = request->found;
	struct alert_page page = { 0 };
	enum err err = query->calls->alerts(query, list, &request->arena, &page);
	if (err) return err;
	LIST_BY_ID(request, page, i, &list->after, show_alert(&request->out, &page.rows[i]));
	return ERR_OK;
}

enum err alert_acknowledge(struct request *request, struct command *command)
{
	command->kind = COMMAND_ALERT_ACKNOWLEDGE;
	return request_part_id(request, 0, &command->alert.id);
}

enum err alert_view(struct request *request, struct query *query)
{
	struct alert_list list = { .limit = 1 };
	struct alert_page page = { 0 };
	if (!request->is_all) list.tenant = request->tenant;
	enum err err = request_part_id(request, 0, &list.id);
	if (!err) err = query->calls->alerts(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	show_alert(&request->out, &page.rows[0]);
	return ERR_OK;
}
