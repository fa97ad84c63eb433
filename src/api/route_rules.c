/* Rules: what events that come in make. */
#include "api/details.h"
#include "api/documents.h"
#include "api/handlers.h"
#include "api/kept.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/rule.h"
#include "api/rules_in_force.h"
#include "api/shapes.h"

SHAPE_STRUCT(rule_input, RULE_FIELDS);
SHAPE_PLACES(INPUT, RULE_FIELDS);
SHAPE(rule_body, rule_input, RULE_FIELDS, "rule", "what an event that comes in makes");

SHAPE_STRUCT(test_input, RULE_TEST_FIELDS);
SHAPE(rule_test_body, test_input, RULE_TEST_FIELDS, "rule_test", "an event to try a rule with");

/* All but whose it is. */
static const struct kept_kind rules = { DOCUMENT_RULE, "a rule", &rule_body,
					(((u64)1 << INPUT_PLACES) - 1) &
						~(((u64)1 << INPUT_NAME) - 1) };

/* ---- made and changed ----------------------------------------------------------------------- */

/* The tenant's own; else, as a new one, that of its profile. */
static enum err find_rule(struct request *request, struct query *query)
{
	struct kept *kept = request->found;
	enum err err = kept_read(request, query, DOCUMENT_RULE);
	if (err != ERR_NOT_FOUND) return err;
	return rule_of_profile(request, query, (str){ kept->name, sizeof kept->name }, &kept->old);
}

/* A rule of the profile is changed into one of the tenant's own; there is nothing to delete. */
enum err rule_read(struct request *request, struct query *query)
{
	const struct kept *kept = request->found;
	enum err err = find_rule(request, query);
	bool is_delete = request->route->method == METHOD_DELETE;
	return !err && is_delete && !kept->old.row.version ? ERR_NOT_FOUND : err;
}

/* A rule is kept only if it can be read. */
enum err rule_put(struct request *request, struct command *command)
{
	const struct kept *kept = request->found;
	const struct rule_input *input = request->input;
	struct event_rule rule;
	str base = kept->old.row.body;
	struct why why;
	if (!base.len && input->template_code.len) {
		const struct rule_entry *entry = catalog_find_rule(api_catalog(request->api),
								   input->template_code);
		(void)fail(&why, ERR_INVALID, "must name a ready-made rule");
		if (!entry) return request_fault(request, STR("/template"), &why);
		base = entry->body;
	}
	enum err err = kept_put(request, &rules, base, command);
	if (err) return err;
	err = event_rule_read(command->document.body, &request->arena, &rule, &request->why);
	return err ? err : event_rule_check_words(command->document.body, &request->why);
}

enum err rule_delete(struct request *request, struct command *command)
{
	return kept_delete(request, &rules, command);
}

static void show_rule(struct request *request, const struct document_view *rule)
{
	struct buf *out = &request->out;
	write_open(out, '{');
	put_text(out, LOOSE(rule, id), rule->row.key.name);
	put_text(out, KEY(rule, tenant_id), rule->tenant);
	put_text(out, KEY(rule, origin), rule->row.version ? STR("tenant") : STR("profile"));
	kept_put_rest(request, rule);
	write_close(out, '}');
}

enum err rule_view(struct request *request, struct query *query)
{
	struct document_view rule;
	char id[UUID_TEXT_LEN];
	enum err err = kept_name(request, id);
	str name = { id, sizeof id };
	if (err) return err;
	err = document_find(request, query, DOCUMENT_RULE, name, &rule);
	if (err == ERR_NOT_FOUND) err = rule_of_profile(request, query, name, &rule);
	if (err) return err;
	show_rule(request, &rule);
	request_put_document_etag(request, rule.row.version);
	return ERR_OK;
}

/* By their ids; the page of the parameters. */
enum err rule_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	struct rule_set all = { 0 };
	u32 limit, shown = 0, i = 0;
	str after;
	enum err err = list_begin(request, &params->list, &limit, &after);
	if (!err) err = rules_in_force(request, query, &all);
	if (err) return err;
	list_open(request);
	while (i < all.len && str_order(all.rows[i].row.key.name, after) <= 0) i++;
	for (; i < all.len && shown < limit && list_has_room(request); i++, shown++)
		show_rule(request, &all.rows[i]);
	list_close(request, i < all.len, i ? all.rows[i - 1].row.key.name : STR(""));
	return ERR_OK;
}

/* ---- tried ---------------------------------------------------------------------------------- */

static void show_item(struct buf *out, const struct enqueue_item *item)
{
	write_open(out, '{');
	put_text(out, KEY(rule_run, type), item->type);
	put_instant(out, KEY(rule_run, run_at), item->run_at);
	put_text_or_null(out, KEY(rule_run, entity), item->entity);
	put_text_or_null(out, KEY(rule_run, user_id), item->user);
	put_raw(out, KEY(rule_run, payload), item->payload);
	write_close(out, '}');
}

enum err rule_test_view(struct request *request, struct query *query)
{
	const struct test_input *input = request->input;
	const struct kept *kept = request->found;
	struct enqueue_item items[RULE_OFFSETS_MAX];
	struct event_rule rule;
	struct why why = { .text = "" };
	u32 len = 0;
	str type;
	enum err err = find_rule(request, query);
	if (!err) err = event_rule_read(kept->old.row.body, &request->arena, &rule, &request->why);
	if (err) return err;
	struct event_in event = { .body = input->sample, .at = request->now.wall };
	if (json_find(input->sample, STR("type"), &type) && type.len > 2)
		event.type = str_slice(type, 1, type.len - 1);
	rule.source = (str){ 0 }; /* whoever it may come from */
	bool fits = event_rule_fits(&rule, &event);
	if (fits)
		err = event_rule_make(&rule, &event, &request->arena, items, countof(items), &len,
				      &why);
	if (err == ERR_MEMORY) return err;
	write_open(&request->out, '{');
	put_bool(&request->out, KEY(rule_test, matches), fits);
	put_text_or_null(&request->out, KEY(rule_test, error),
			 err ? str_from(why.text) : (str){ 0 });
	put_open(&request->out, KEY(rule_test, runs), '[');
	for (u32 i = 0; !err && i < len; i++) show_item(&request->out, &items[i]);
	write_close(&request->out, ']');
	write_close(&request->out, '}');
	return ERR_OK;
}
