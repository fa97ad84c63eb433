/* Documents that callers store and delete by name; a person's gate settings are one of them. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

static enum err check_owner(const struct engine *engine, const struct command *command,
			    struct why *why)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (!command->tenant.len) return ERR_OK;
	if (tenant_is_leaving(engine, tenant))
		return fail(why, ERR_CONFLICT, "the tenant is being deleted");
	return name_check(NAME_TENANT, command->tenant, "tenant_id", why);
}

/* A person's settings of gates are kept in a row of their own, for the engine. */
static void keep_gates(struct engine *engine, const struct command *command)
{
	tenant_no no = { name_find(engine, NAME_TENANT, command->tenant) };
	struct tenant *tenant = tenant_find(engine, no);
	change_put(engine, KIND_GATES)->gates = (struct gates_row){
		.tenant = no, .user = command->document.name, .body = command->document.gates
	};
	if (tenant) guard_forget_clearances(engine, tenant);
}

/* Checks the draft that was made while reserving. */
static enum err check_draft(struct engine *engine, const struct command *command, struct why *why)
{
	if (!command->document.has_gates) return ERR_OK;
	const struct draft *draft = draft_of(engine, command);
	if (draft->err) *why = draft->why;
	return draft->err;
}

void on_document_put(struct engine *engine, const struct command *command)
{
	const struct document_command *document = &command->document;
	struct answer *answer = answer_add(engine, command->reply);
	must(document->kind < DOCUMENT_KINDS);
	answer->err = check_owner(engine, command, &answer->why);
	if (!answer->err) answer->err = check_draft(engine, command, &answer->why);
	if (!answer->err)
		answer->err = document_check(engine, command, document->expected, document->body,
					     &answer->why);
	if (answer->err) return;
	answer->version = document_keep(engine, command, document->body, document->until);
	answer->number = (u64)wall_now(engine);
	if (document->has_gates) keep_gates(engine, command);
	struct uuid id;
	if (uuid_parse(document->name, &id)) replay_note_id(engine, command, &id);
	else replay_note(engine, command, NULL, 0);
}
