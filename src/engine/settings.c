/* Policies: of a type, a queue, a tenant. What a new limit closes or opens, it does at once. */
#include "engine/parts.h"

void on_set_type(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->ticket);
	answer->err = name_check(NAME_TENANT, command->tenant, "tenant_id", &answer->why);
	if (!answer->err)
		answer->err = name_check(NAME_TYPE, command->set.name, "type", &answer->why);
	if (answer->err) return;
	struct tenant *tenant = tenant_get(
		engine, (tenant_no){ name_intern(engine, NAME_TENANT, command->tenant) });
	type_no no = { name_intern(engine, NAME_TYPE, command->set.name) };
	if (!type_find(engine, tenant->no, no) && tenant->types >= LIMIT_TYPES_PER_TENANT) {
		answer->err = fail(&answer->why, ERR_QUOTA, "a tenant has at most %d types",
				   LIMIT_TYPES_PER_TENANT);
		return;
	}
	struct type *type = type_get(engine, tenant, no);
	if (!type->row) type->row = pool_take(&engine->type_row_pool);
	*type->row = (struct type_row){ tenant->no, no, command->set.type };
	change_add(engine, CHANGE_TYPE_PUT)->type = type->row;
	type_update(engine, type);
}

void on_set_queue(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->ticket);
	answer->err = name_check(NAME_QUEUE, command->set.name, "queue", &answer->why);
	if (answer->err) return;
	if (command->set.queue.weight > WEIGHT_MAX) {
		answer->err = fail(&answer->why, ERR_INVALID, "weight is 1 to %d", WEIGHT_MAX);
		return;
	}
	u32 known = name_find(engine, NAME_QUEUE, command->set.name);
	if (!known && engine->names[NAME_QUEUE].len > LIMIT_QUEUES_MAX) {
		answer->err = fail(&answer->why, ERR_QUOTA, "at most %d queues", LIMIT_QUEUES_MAX);
		return;
	}
	queue_make(engine, command->set.name, &command->set.queue);
	if (!engine->sweep_from) engine->sweep_from = 1;
}

void queue_make(struct engine *engine, str name, const struct queue_policy *policy)
{
	queue_no no = { name_intern(engine, NAME_QUEUE, name) };
	struct queue *queue = queue_of(engine, no);
	queue->no = no;
	queue->exists = true;
	queue->policy = *policy;
	change_add(engine, CHANGE_QUEUE_PUT)->queue = (struct queue_row){ no, *policy };
}

void on_set_tenant(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->ticket);
	answer->err = name_check(NAME_TENANT, command->set.name, "tenant_id", &answer->why);
	if (answer->err) return;
	if (command->set.tenant.weight > WEIGHT_MAX) {
		answer->err = fail(&answer->why, ERR_INVALID, "weight is 1 to %d", WEIGHT_MAX);
		return;
	}
	struct tenant *tenant = tenant_get(
		engine, (tenant_no){ name_intern(engine, NAME_TENANT, command->set.name) });
	struct tenant_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	tenant->policy = command->set.tenant;
	*row = (struct tenant_row){ tenant->no, tenant->policy };
	change_add(engine, CHANGE_TENANT_PUT)->tenant = row;
	tenant_update(engine, tenant);
}
