/* Rows of the audit: changes by commands, and reports of handlers. */
#include "engine/memory/memory.h"
#include "engine/whole.h"

struct audit_row *audit_row_add(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	struct audit_row *row = arena_alloc_zeroed(&turn->arena, sizeof *row);
	must(row != NULL);
	row->turn = turn->id;
	row->number = ++engine->step.audit_rows;
	row->at = turn->now.wall;
	change_add(engine, CHANGE_AUDIT_PUT)->audit = row;
	return row;
}

void audit_name(struct engine *engine, struct audit_row *row, const struct uuid *id)
{
	char *text = arena_alloc(&now_turn(engine)->arena, UUID_TEXT_LEN);
	must(text != NULL);
	uuid_print(*id, text);
	row->object = (str){ text, UUID_TEXT_LEN };
}

void audit_handler(struct engine *engine, const struct engine_run *run,
		   const struct audit_event *event)
{
	struct audit_row *row = audit_row_add(engine);
	row->tenant = run_tenant(run);
	row->run = run->id;
	row->action = str_slice(event->name, 0, AUDIT_COLUMN_BYTES);
	row->kind = AUDIT_BY_HANDLER;
	audit_name(engine, row, &run->id);
	row->after = event->details;
}
