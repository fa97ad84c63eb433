/* Rules: what events that come in make. */
#include "api/details.h"
#include "api/handlers.h"
#include "api/kept.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/rule.h"
#include "api/shapes.h"

SHAPE_STRUCT(rule_input, RULE_FIELDS);
SHAPE_PLACES(INPUT, RULE_FIELDS);
SHAPE(rule_body, rule_input, RULE_FIELDS, "rule", "what an event that comes in makes");

SHAPE_STRUCT(test_input, RULE_TEST_FIELDS);
SHAPE(rule_test_body, test_input, RULE_TEST_FIELDS, "rule_test", "an event to try a rule with");

/* All but whose it is. */
static const struct kept_kind rules = { THING_RULE, "a rule", &rule_body,
					(((u64)1 << INPUT_PLACES) - 1) &
						~(((u64)1 << INPUT_NAME) - 1) };

/* ---- those that come ready made ------------------------------------------------------------ */

__asm__(".section .rodata\n"
	"belfry_catalog_rules_begin:\n"
	".incbin \"catalog/rules.json\"\n"
	"belfry_catalog_rules_end:\n"
	".byte 0\n"
	".previous\n");

extern const char belfry_catalog_rules_begin[];
extern const char belfry_catalog_rules_end[];

static str find_template(str code)
{
	str text = { belfry_catalog_rules_begin,
		     (size_t)(belfry_catalog_rules_end - belfry_catalog_rules_begin) };
	struct json json;
	str object, there;
	json_init(&json, str_trim(text));
	if (!json_enter(&json, VALUE_ARRAY)) return (str){ 0 };
	while (json_next_item(&json) && json_skip(&json, &object)) {
		if (json_find(object, STR("template"), &there) && there.len > 2 &&
		    str_eq(str_slice(there, 1, there.len - 1), code))
			return object;
	}
	return (str){ 0 };
}

/* ---- made and changed ----------------------------------------------------------------------- */

enum err rule_read(struct request *request, struct query *query)
{
	return kept_read(request, query, THING_RULE);
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
		base = find_template(input->template_code);
		(void)fail(&why, ERR_INVALID, "must name a ready-made rule");
		if (!base.len) return request_fault(request, STR("/template"), &why);
	}
	enum err err = kept_put(request, &rules, base, command);
	if (err) return err;
	err = event_rule_read(command->thing.body, &request->arena, &rule, &request->why);
	return err;
}

enum err rule_delete(struct request *request, struct command *command)
{
	return kept_delete(request, &rules, command);
}

enum err rule_view(struct request *request, struct query *query)
{
	return kept_view(request, query, THING_RULE);
}

enum err rule_list_view(struct request *request, struct query *query)
{
	return kept_list_view(request, query, THING_RULE);
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
	enum err err = kept_read(request, query, THING_RULE);
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
