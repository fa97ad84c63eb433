/* Webhooks of events. Whoever reads the journal for one (deliver/webhook_sender.c) asks for runs of
 * the webhook's own type, one an event, and says where it stands behind them; both are one commit,
 * and happen only if nobody has moved or changed the webhook since it was read. So a crash anywhere
 * loses no event and delivers none by two runs, and what was paused, changed or deleted is heeded
 * from that commit on. */
#include "model/policy.h"

#include "engine/schedule/job_parts.h"

enum err webhook_check(struct engine *engine, const struct command *command, struct why *why)
{
	const struct set_command *set = &command->set;
	must(type_is_webhooks(set->name));
	if (set->is_delete || !set->place.len) return ERR_OK;
	return document_check_beside(engine, command, DOCUMENT_ANY, set->place, why);
}

void webhook_keep(struct engine *engine, const struct command *command)
{
	const struct set_command *set = &command->set;
	if (set->is_delete) document_drop_beside(engine, command);
	else if (set->place.len) (void)document_keep_beside(engine, command, set->place);
	struct uuid id;
	str text = str_from_offset(set->name, sizeof WEBHOOK_TYPE_PREFIX - 1);
	if (uuid_parse(text, &id)) replay_note_id(engine, command, &id);
}

enum err delivery_check(struct engine *engine, const struct command *command, struct why *why)
{
	const struct enqueue_command *enqueue = &command->enqueue;
	must(enqueue->atomic && type_is_webhooks(enqueue->webhook));
	must(enqueue->definition != DOCUMENT_NEW && enqueue->course != DOCUMENT_NEW);
	enum err err = document_check_version(engine, command, enqueue->definition, why);
	return err ? err
		   : document_check_beside(engine, command, enqueue->course, enqueue->place, why);
}
