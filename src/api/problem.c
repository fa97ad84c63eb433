#include "api/problem.h"

#include "api/member.h"

enum { RETRY_AFTER_BUSY = 1, RETRY_AFTER_STORE = 2 };

void problem_add_code(enum err code, struct buf *out)
{
	for (const char *at = err_name(code); *at; at++) buf_add_byte(out, ascii_lower(*at));
}

/* The type is the code with hyphens, as a name that is nobody's address. */
static void add_type(enum err code, struct buf *out)
{
	write_key(out, KEY(problem, type));
	buf_add(out, STR("\"urn:belfry:problem:"));
	for (const char *at = err_name(code); *at; at++)
		buf_add_byte(out, *at == '_' ? '-' : ascii_lower(*at));
	buf_add_byte(out, '"');
}

static void put_code(struct buf *out, enum err code)
{
	write_key(out, KEY(problem, code));
	buf_add_byte(out, '"');
	problem_add_code(code, out);
	buf_add_byte(out, '"');
}

static void add_faults(const struct faults *faults, struct buf *out)
{
	put_open(out, KEY(problem, errors), '[');
	for (u32 i = 0; i < faults->len; i++) {
		const struct fault *fault = &faults->items[i];
		bool is_pointer = fault->pointer.len == 0 || fault->pointer.at[0] == '/';
		write_open(out, '{');
		if (is_pointer) put_text(out, KEY(fault, pointer), fault->pointer);
		else put_text(out, KEY(fault, parameter), fault->pointer);
		put_text(out, KEY(fault, reason), fault->reason);
		put_code(out, fault->code);
		write_close(out, '}');
	}
	write_close(out, ']');
}

void problem_write(const struct problem *problem, struct buf *out)
{
	str sentence = str_from(err_sentence(problem->code));
	write_open(out, '{');
	add_type(problem->code, out);
	put_text(out, KEY(problem, title), sentence);
	put_u64(out, KEY(problem, status), (u64)problem_status(problem->code));
	put_code(out, problem->code);
	put_text(out, KEY(problem, detail), problem->detail.len ? problem->detail : sentence);
	if (problem->faults && problem->faults->len) add_faults(problem->faults, out);
	if (!uuid_is_nil(&problem->other)) put_uuid(out, KEY(problem, other_id), &problem->other);
	put_text(out, KEY(problem, request_id), problem->request_id);
	write_close(out, '}');
}

bool problem_is_answered(enum err code)
{
	switch ((int)code) {
	case ERR_OK:
	case ERR_USAGE:
	case ERR_IO:
	case ERR_UNMET:
	case ERR_ADDRESS:
	case ERR_UNREACHABLE:
	case ERR_NAME_UNKNOWN:
	case ERR_TIMED_OUT:
	case ERR_TLS: return false;
	default: return true;
	}
}

int problem_status(enum err code)
{
	return err_http_status(code);
}

u32 problem_retry_after(enum err code)
{
	switch (err_http_status(code)) {
	case 429: return RETRY_AFTER_BUSY;
	case 503: return RETRY_AFTER_STORE;
	default: return 0;
	}
}
