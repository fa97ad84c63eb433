/* Commands about alerts: rules are set and deleted, alerts are acknowledged, tests are sent. */
#include "engine/commands.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/watch/rule_parts.h"

/* ---- commands ----------------------------------------------------------------------------- */

static struct alert_rule *rule_of(struct engine *engine, const struct command *command,
				  struct answer *answer)
{
	struct alert_rule *rule = uuid_map_find(&engine->watch.alerts.rules, &command->alert.id);
	bool is_theirs = rule && (!command->tenant.len ||
				  str_eq(command->tenant,
					 name_text(engine, NAME_TENANT, rule->row.tenant.v)));
	if (!is_theirs || rule->is_gone) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such alert rule");
		return NULL;
	}
	bool is_other = command->alert.expected && command->alert.expected != DOCUMENT_ANY &&
			command->alert.expected != rule->row.version;
	if (!is_other) return rule;
	answer->err = fail(&answer->why, ERR_VERSION, "it was changed in the meantime");
	return NULL;
}

static enum err check_put(const struct engine *engine, tenant_no tenant,
			  const struct alert_command *put, bool is_new, struct why *why)
{
	const struct alert_job *job = is_new ? uuid_map_find(&engine->watch.alerts.jobs, &put->job)
					     : NULL;
	if (is_new && engine->watch.alerts.rules.table.count >= LIMIT_ALERT_RULES)
		return fail(why, ERR_QUOTA, "at most %d alert rules may exist", LIMIT_ALERT_RULES);
	if (job && job->len >= LIMIT_JOB_ALERTS)
		return fail(why, ERR_QUOTA, "a job may have at most %d alert rules",
			    LIMIT_JOB_ALERTS);
	enum err err = is_new ? quota_check(engine, tenant, QUOTA_ALERT_RULES, 1, why) : ERR_OK;
	if (!err) err = alert_check_channels(put->channels, put->recipients, why);
	return err ? err : alert_threshold_check(put->kind, put->threshold, why);
}

static struct alert_rule_row new_row(struct engine *engine, tenant_no tenant,
				     const struct alert_command *put)
{
	return (struct alert_rule_row){ .id = id_make_planned(engine),
					.tenant = tenant,
					.job = put->job,
					.created_at = wall_now(engine),
					.job_code = put->job_code };
}

/* A changed condition resets the rule: its count, and the alerts that it has raised. */
static void apply_put(struct engine *engine, struct alert_rule *rule,
		      const struct alert_command *put)
{
	bool is_same = rule->row.kind == put->kind && rule->row.threshold == put->threshold &&
		       rule->row.is_enabled && put->is_enabled;
	if (!is_same && !uuid_is_nil(&rule->row.open))
		alert_rule_resolve(engine, rule, STR("the alert rule was changed"));
	struct alert_rule_row row = rule->row;
	char code[LIMIT_JOB_CODE_BYTES];
	size_t len = row.job_code.len < sizeof code ? row.job_code.len : sizeof code;
	if (len) memcpy(code, row.job_code.at, len);
	row.job_code = (str){ code, len };
	row.kind = put->kind;
	row.threshold = put->threshold;
	row.is_enabled = put->is_enabled;
	row.channels = put->channels;
	row.recipients = put->recipients;
	row.version++;
	row.updated_at = wall_now(engine);
	if (!is_same) row.count = 0;
	alert_rule_take_row(rule, &row);
	alert_rule_write(engine, rule);
	if (row.is_enabled && alert_rule_is_about_time(row.kind))
		alert_rule_look_at(engine, rule, wall_now(engine));
}

void on_alert_put(struct engine *engine, const struct command *command)
{
	if (alert_kind_scope(command->alert.kind) == ALERT_OF_SERVICE) {
		on_service_put(engine, command);
		return;
	}
	struct answer *answer = answer_add(engine, command->reply);
	const struct alert_command *put = &command->alert;
	bool is_new = uuid_is_nil(&put->id);
	struct alert_rule *rule = is_new ? NULL : rule_of(engine, command, answer);
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (answer->err) return;
	answer->err = check_put(engine, tenant, put, is_new, &answer->why);
	if (!answer->err && is_new && !tenant.v)
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such tenant");
	if (answer->err) return;
	if (is_new) {
		struct alert_rule_row row = new_row(engine, tenant, put);
		rule = alert_rule_place(engine, &row);
	}
	apply_put(engine, rule, put);
	answer->id = rule->row.id;
	answer->version = rule->row.version;
	if (is_new) replay_note_id(engine, command, &rule->row.id);
}

void on_alert_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct alert_rule *rule = rule_of(engine, command, answer);
	if (rule) alert_rule_end(engine, rule, STR("the alert rule was deleted"));
}

void on_alert_acknowledge(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct alert *alert = uuid_map_find(&engine->watch.alerts.open, &command->alert.id);
	bool is_theirs = alert && (!command->tenant.len ||
				   str_eq(command->tenant,
					  name_text(engine, NAME_TENANT, alert->row.tenant.v)));
	if (!is_theirs) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such open alert");
		return;
	}
	answer->id = alert->row.id;
	replay_note_id(engine, command, &answer->id);
	if (alert->row.acknowledged_at) return; /* the first one counts */
	char *room = alert->text + alert->row.job_code.len;
	alert->row.acknowledged_at = wall_now(engine);
	alert->row.acknowledged_by = alert_keep_text(
		&room, str_slice(command->actor, 0, LIMIT_REASON_BYTES));
	alert_write(engine, &alert->row);
}

/* Sends the messages of the rule, marked as a test; nothing is raised. */
void on_alert_test(struct engine *engine, const struct command *command)
{
	if (alert_kind_scope(command->alert.kind) == ALERT_OF_SERVICE) {
		on_service_test(engine, command);
		return;
	}
	struct answer *answer = answer_add(engine, command->reply);
	struct alert_rule *rule = rule_of(engine, command, answer);
	if (!rule) return;
	answer->number = alert_send_test(engine, &rule->row, &answer->id);
	replay_note_number(engine, command, &answer->id, answer->number);
}
