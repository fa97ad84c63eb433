/* The arguments of a program: its slots are filled from the settings and the payload of a run. */
#define _GNU_SOURCE
#include "base/memory.h"
#include "base/must.h"
#include "handler/capture.h"
#include "handler/exec.h"
#include "handler/exec_parts.h"
#include "handler/parts.h"
#include "handler/wire.h"
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the order ------------------------------------------------------------------------------- */

static bool find_given(const struct handler_spec *spec, str name, str *out_value)
{
	for (u32 i = 0; i < spec->slots_len; i++) {
		if (!str_eq(spec->slots[i].name, name)) continue;
		*out_value = spec->slots[i].value;
		return true;
	}
	return false;
}

/* A text, or a number as it is written, at the payload's top. */
static bool find_in_payload(const json_t *payload, const char *name, char *room, size_t room_len,
			    str *out_value)
{
	const json_t *value = json_object_get(payload, name);
	if (json_is_string(value)) {
		*out_value = (str){ json_string_value(value), json_string_length(value) };
		return true;
	}
	if (!json_is_integer(value)) return false;
	int len = snprintf(room, room_len, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	*out_value = (str){ room, (size_t)len };
	return len > 0;
}

static enum err fill_slot(const struct program_slot *slot, const struct handler_spec *spec,
			  const json_t *payload, char out[HANDLER_SLOT_BYTES + 1], struct why *why)
{
	char room[32];
	str value;
	if (!find_given(spec, str_from(slot->name), &value) &&
	    !find_in_payload(payload, slot->name, room, sizeof room, &value))
		return fail(why, ERR_INVALID, "argument \"%s\" of the program is missing",
			    slot->name);
	if (!program_slot_takes(slot, value))
		return fail(why, ERR_INVALID,
			    "argument \"%s\" of the program does not match its pattern",
			    slot->name);
	memcpy(out, value.at, value.len);
	out[value.len] = '\0';
	return ERR_OK;
}

enum err exec_fill_slots(const struct program *program, const struct work *work,
			 struct wire_order *order, struct why *why)
{
	enum err err = ERR_OK;
	if (program->slots_len == 0) return ERR_OK;
	json_t *payload = json_loadb(work->payload.at, work->payload.len, 0, NULL);
	for (u32 i = 0; i < program->slots_len && !err; i++)
		err = fill_slot(&program->slots[i], &work->spec, payload, order->slots[i], why);
	order->slots_len = program->slots_len;
	json_decref(payload);
	return err;
}

enum err exec_find_program(const struct handlers *handlers, str name, u32 *out_index,
			   struct why *why)
{
	if (!handlers->exec)
		return fail(why, ERR_INVALID,
			    "handler.kind exec: the server has no programs "
			    "file (--programs)");
	if (!programs_find(broker_programs(handlers->exec->broker), name, out_index))
		return fail(why, ERR_INVALID,
			    "handler.program: \"%.*s\" is not in the programs file",
			    STR_ARG(str_slice(name, 0, 64)));
	return ERR_OK;
}

static const struct program_slot *slot_of(const struct program *program, str name)
{
	for (u32 i = 0; i < program->slots_len; i++) {
		if (str_eq(name, str_from(program->slots[i].name))) return &program->slots[i];
	}
	return NULL;
}

enum err exec_check(const struct handlers *handlers, const struct handler_spec *spec,
		    struct why *why)
{
	u32 index;
	enum err err = exec_find_program(handlers, spec->program, &index, why);
	if (err) return err;
	const struct program *program = &broker_programs(handlers->exec->broker)->at[index];
	for (u32 i = 0; i < spec->slots_len; i++) {
		const struct spec_pair *pair = &spec->slots[i];
		const struct program_slot *slot = slot_of(program, pair->name);
		if (!slot)
			return fail(why, ERR_INVALID,
				    "handler.arguments: program %s has no argument \"%.*s\"",
				    program->name, STR_ARG(pair->name));
		if (!program_slot_takes(slot, pair->value))
			return fail(why, ERR_INVALID,
				    "handler.arguments: \"%.*s\" does not match its pattern",
				    STR_ARG(pair->name));
	}
	return ERR_OK;
}
