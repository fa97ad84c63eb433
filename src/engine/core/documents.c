/* Documents: rows that the API stores through the engine, which decides nothing by their content.
 * It checks only versions, and how many documents of a kind a tenant may have. */
#include "engine/commands.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

#define VERSIONS_OF_TURN ((u64)8192)
#define DOCUMENTS_OF_COMMAND 2

struct document_state {
	enum document_kind kind;
	str tenant;
	str name;
	bool found;
	bool is_new;             /* made in this turn */
	struct document_row row; /* with the changes of this turn so far */
	u32 count;               /* of its kind, before this turn */
};

/* ---- what a command is about -------------------------------------------------------------- */

/* A webhook has two documents: its settings, and its position. */
static bool document_of_webhook(const struct command *command, struct document_state *out)
{
	if (command->kind == COMMAND_ENQUEUE && command->enqueue.webhook.len)
		out->name = command->enqueue.webhook;
	else if (command->kind == COMMAND_SET_TYPE && command->set.is_webhook)
		out->name = command->set.name;
	else return false;
	out->tenant = command->tenant;
	return true;
}

static bool document_of(const struct command *command, struct document_state *out)
{
	enum command_kind kind = command->kind;
	struct document_state state = { .tenant = command->tenant };
	if (kind == COMMAND_DOCUMENT_PUT || kind == COMMAND_DOCUMENT_DELETE) {
		state.kind = command->document.kind;
		state.name = command->document.name;
	} else if (kind == COMMAND_SET_TYPE &&
		   (command->set.details.len || command->set.is_delete)) {
		state.kind = DOCUMENT_TYPE;
		state.name = command->set.name;
	} else if (kind == COMMAND_SET_LIMIT) {
		state.kind = DOCUMENT_LIMIT;
		state.name = command->set.name;
	} else if (kind == COMMAND_TENANT_DROP) {
		state.kind = DOCUMENT_TENANT;
		state.tenant = command->set.name;
	} else if (kind == COMMAND_SET_TENANT && command->set.details.len) {
		state.kind = DOCUMENT_TENANT;
		state.tenant = command->set.name;
	} else if (kind == COMMAND_ENQUEUE && document_of_webhook(command, &state)) {
		state.kind = DOCUMENT_TYPE;
	} else return false;
	*out = state;
	return true;
}

/* The first document of a command, or the second. */
static bool nth_document_of(const struct command *command, u32 nth, struct document_state *out)
{
	if (!command_may_have_document(command)) return false;
	if (nth == 0) return document_of(command, out);
	*out = (struct document_state){ .kind = DOCUMENT_WEBHOOK };
	return document_of_webhook(command, out);
}

u32 command_documents(const struct command *command)
{
	struct document_state state;
	u32 len = 0;
	for (u32 nth = 0; nth < DOCUMENTS_OF_COMMAND; nth++)
		len += nth_document_of(command, nth, &state);
	return len;
}

bool command_has_document(const struct command *command)
{
	struct document_state state;
	return document_of(command, &state);
}

/* Names that are not known yet have no rows. */
static bool nth_want(const struct engine *engine, const struct command *command, u32 nth,
		     struct want *out_want)
{
	struct document_state state;
	if (!nth_document_of(command, nth, &state)) return false;
	tenant_no tenant = { name_find(engine, NAME_TENANT, state.tenant) };
	if (!tenant.v && state.tenant.len) return false;
	u32 most = document_most(state.kind);
	*out_want = (struct want){ .kind = WANT_DOCUMENT };
	out_want->document.key = (struct document_key){ state.kind, tenant, state.name };
	out_want->document.count_most = most ? most + 1 : 0;
	return true;
}

void want_command_documents(const struct engine *engine, struct turn *turn,
			    const struct command *command)
{
	struct want want;
	for (u32 nth = 0; nth < DOCUMENTS_OF_COMMAND; nth++) {
		if (nth_want(engine, command, nth, &want)) *want_add(turn, WANT_DOCUMENT) = want;
	}
}

/* ---- the turn's index --------------------------------------------------------------------- */

static bool document_state_is(const void *item, const void *key)
{
	const struct document_state *a = item, *b = key;
	return a->kind == b->kind && str_eq(a->tenant, b->tenant) && str_eq(a->name, b->name);
}

void documents_init(struct engine *engine)
{
	map_init(&engine->step.documents, document_state_is);
}

static u64 document_hash(const struct engine *engine, const struct document_state *state)
{
	u64 hash = hash_bytes(engine->core.hash_key, state->name);
	struct hash_key mixed = hash_key_from_seed(hash ^ (u64)state->kind);
	return hash_bytes(mixed, state->tenant);
}

static void index_document(struct engine *engine, const struct want *want)
{
	const struct document_state asked = {
		.kind = want->document.key.kind,
		.tenant = name_text(engine, NAME_TENANT, want->document.key.tenant.v),
		.name = want->document.key.name,
	};
	struct document_state *state = map_find(&engine->step.documents,
						document_hash(engine, &asked), &asked);
	must(state != NULL);
	state->found = want->document.found;
	state->count = want->document.count;
	if (state->found) state->row = want->document.row;
}

enum err documents_index(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	for (u32 i = 0; i < turn->commands_len; i++) most += command_documents(turn->commands[i]);
	if (!most) return ERR_OK;
	struct document_state *states = arena_alloc_array(&turn->arena, most, sizeof *states);
	if (!states || map_reserve(&engine->step.documents, most)) return ERR_MEMORY;
	for (u32 i = 0; i < turn->commands_len * DOCUMENTS_OF_COMMAND; i++) {
		const struct command *command = turn->commands[i / DOCUMENTS_OF_COMMAND];
		struct document_state state;
		if (!nth_document_of(command, i % DOCUMENTS_OF_COMMAND, &state)) continue;
		u64 hash = document_hash(engine, &state);
		if (map_find(&engine->step.documents, hash, &state)) continue;
		*states = state;
		map_insert(&engine->step.documents, hash, states, states);
		states++;
	}
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_DOCUMENT) index_document(engine, &turn->wants[i]);
	}
	return ERR_OK;
}

void documents_forget(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct document_state *state;
	while ((state = map_next(&engine->step.documents, &cursor)))
		map_remove(&engine->step.documents, document_hash(engine, state), state);
}

/* ---- judging ------------------------------------------------------------------------------ */

static struct document_state *nth_state(const struct engine *engine, const struct command *command,
					u32 nth)
{
	struct document_state asked;
	must(nth_document_of(command, nth, &asked));
	struct document_state *state = map_find(&engine->step.documents,
						document_hash(engine, &asked), &asked);
	must(state != NULL);
	return state;
}

static struct document_state *state_of(const struct engine *engine, const struct command *command)
{
	return nth_state(engine, command, 0);
}

static enum err check_version(const struct document_state *state, u64 expected, struct why *why)
{
	if (expected == DOCUMENT_ANY) return ERR_OK;
	if (expected == DOCUMENT_NEW && !state->found) return ERR_OK;
	if (expected == DOCUMENT_NEW) {
		/* The document of a tenant itself has no name. */
		str name = state->name.len ? state->name : state->tenant;
		return fail(why, ERR_CONFLICT, "%s \"%.*s\" already exists",
			    document_kind_name(state->kind).at, STR_ARG(name));
	}
	if (!state->found)
		return fail(why, ERR_NOT_FOUND, "there is no such %s",
			    document_kind_name(state->kind).at);
	if (state->row.version != expected)
		return fail(why, ERR_VERSION,
			    "changed in the meantime: it has another version now");
	return ERR_OK;
}

/* Documents of the same kind and tenant that this turn has made or taken away count, too. */
static enum err check_count(struct engine *engine, const struct document_state *state,
			    struct why *why)
{
	u32 most = document_most(state->kind);
	u32 made = 0;
	struct map_cursor cursor = { 0 };
	const struct document_state *other;
	if (!most || state->found) return ERR_OK;
	while ((other = map_next(&engine->step.documents, &cursor)))
		made += other->kind == state->kind && str_eq(other->tenant, state->tenant) &&
			other->found && other->is_new;
	if (state->count + made < most) return ERR_OK;
	return fail(why, ERR_QUOTA, "a tenant may have at most %u of %s", most,
		    document_kind_name(state->kind).at);
}

static enum err check_state(struct engine *engine, const struct document_state *state, u64 expected,
			    str body, struct why *why)
{
	if (state->name.len > LIMIT_DOCUMENT_NAME_BYTES)
		return fail(why, ERR_INVALID, "name has %zu bytes; at most %d are allowed",
			    state->name.len, LIMIT_DOCUMENT_NAME_BYTES);
	if (body.len > LIMIT_DOCUMENT_BODY_BYTES)
		return fail(why, ERR_INVALID, "body has %zu bytes; at most %d are allowed",
			    body.len, LIMIT_DOCUMENT_BODY_BYTES);
	enum err err = check_version(state, expected, why);
	return err ? err : check_count(engine, state, why);
}

enum err document_check(struct engine *engine, const struct command *command, u64 expected,
			str body, struct why *why)
{
	return check_state(engine, state_of(engine, command), expected, body, why);
}

enum err document_check_beside(struct engine *engine, const struct command *command, u64 expected,
			       str body, struct why *why)
{
	return check_state(engine, nth_state(engine, command, 1), expected, body, why);
}

enum err document_check_version(const struct engine *engine, const struct command *command,
				u64 expected, struct why *why)
{
	return check_version(state_of(engine, command), expected, why);
}

/* A version made of the turn's number and a counter. So a document made anew gets another version
 * than a deleted one that left no row. */
static u64 next_version(struct engine *engine)
{
	_Static_assert(LIMIT_TURN_COMMANDS * DOCUMENTS_OF_COMMAND < VERSIONS_OF_TURN,
		       "each thing has its version");
	must(engine->step.versions_given < VERSIONS_OF_TURN);
	return now_turn(engine)->id * VERSIONS_OF_TURN + engine->step.versions_given++;
}

static u64 keep(struct engine *engine, struct document_state *state, str body, msec until)
{
	msec now = wall_now(engine);
	tenant_no tenant = { 0 };
	if (state->tenant.len) tenant.v = name_intern(engine, NAME_TENANT, state->tenant);
	u64 version = next_version(engine);
	if (!state->found) state->is_new = true;
	state->row = (struct document_row){
		.key = { state->kind, tenant, state->name },
		.version = version,
		.created_at = state->found ? state->row.created_at : now,
		.updated_at = now,
		.until = until ? until : MSEC_MAX,
		.body = body,
	};
	state->found = true;
	change_put(engine, KIND_DOCUMENT)->document = state->row;
	return state->row.version;
}

u64 document_keep(struct engine *engine, const struct command *command, str body, msec until)
{
	return keep(engine, state_of(engine, command), body, until);
}

u64 document_keep_beside(struct engine *engine, const struct command *command, str body)
{
	return keep(engine, nth_state(engine, command, 1), body, 0);
}

static void drop(struct engine *engine, struct document_state *state)
{
	if (!state->found) return;
	state->found = false;
	change_delete(engine, KIND_DOCUMENT)->document.key = state->row.key;
}

void document_drop(struct engine *engine, const struct command *command)
{
	drop(engine, state_of(engine, command));
}

void document_drop_beside(struct engine *engine, const struct command *command)
{
	drop(engine, nth_state(engine, command, 1));
}

void documents_drop(struct engine *engine, const struct want *page)
{
	for (u32 i = 0; i < page->documents.len; i++)
		change_delete(engine, KIND_DOCUMENT)->document.key = page->documents.keys[i];
}

void documents_drop_made(struct engine *engine, str tenant)
{
	struct map_cursor cursor = { 0 };
	struct document_state *state;
	while ((state = map_next(&engine->step.documents, &cursor))) {
		if (!state->found || !state->is_new || !str_eq(state->tenant, tenant)) continue;
		state->found = false;
		change_delete(engine, KIND_DOCUMENT)->document.key = state->row.key;
	}
}

void on_document_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	const struct document_state *state = state_of(engine, command);
	must(command->document.expected != DOCUMENT_NEW);
	if (!state->found) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND, "there is no such %s",
				   document_kind_name(state->kind).at);
		return;
	}
	answer->err = check_version(state, command->document.expected, &answer->why);
	if (!answer->err) document_drop(engine, command);
}
