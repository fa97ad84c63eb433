/* Faults of a request's fields: collected while a body is read, and told as sentences. */
#include "api/fields.h"
#include "base/buf.h"
#include "base/field_error.h"

/* The part of the pointer behind the last slash. */
static str last_token(str pointer)
{
	size_t begin = pointer.len;
	while (begin && pointer.at[begin - 1] != '/') begin--;
	return str_from_offset(pointer, begin);
}

/* The sentence names the field already. */
static str without_field(str pointer, str reason)
{
	str field = last_token(pointer);
	bool is_repeated = field.len && str_starts_with(reason, field) &&
			   reason.len > field.len + 1 && reason.at[field.len] == ' ';
	return is_repeated ? str_from_offset(reason, field.len + 1) : reason;
}

enum err fault_fail(struct why *why, enum err code, str pointer, str reason)
{
	str field = str_starts_with(pointer, STR("/")) ? str_from_offset(pointer, 1) : pointer;
	return fail_field(why, code, field, without_field(pointer, reason));
}

enum err fault_fail_choice(struct why *why, const char *choices, str got)
{
	struct buf all;
	buf_init(&all, WHY_TEXT_MAX);
	for (str rest = str_from(choices); rest.len;) {
		buf_add(&all, str_split(&rest, ','));
		if (rest.len)
			buf_add(&all, str_find(rest, ',') < rest.len ? STR(", ") : STR(" or "));
	}
	enum err err = fail(why, ERR_INVALID, "must be %.*s, got \"%.*s\"", STR_ARG(buf_view(&all)),
			    STR_ARG(got));
	buf_done(&all);
	return err;
}

enum err faults_fail(const struct faults *faults, struct why *why)
{
	if (!faults->len) return ERR_MEMORY;
	const struct fault *first = &faults->items[0];
	return fault_fail(why, first->code, first->pointer, first->reason);
}

bool fault_add(struct faults *faults, str pointer, const struct why *why)
{
	if (faults->len == FAULTS_MAX) return false;
	faults->items[faults->len++] = (struct fault){
		.code = why->code,
		.pointer = str_copy(faults->arena, pointer),
		.reason = str_copy(faults->arena, without_field(pointer, str_from(why->text))),
	};
	return false;
}
