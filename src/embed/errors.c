/* The library's errors: few for programs, with sentences for people. */
#include "embed/parts.h"

#include <stdio.h>

static const struct {
	belfry_error code;
	const char *text;
} sentences[] = {
	{ BELFRY_OK, "done" },
	{ BELFRY_INVALID, "an argument or member is not allowed" },
	{ BELFRY_MISUSE, "not allowed at this time or from this thread" },
	{ BELFRY_NOT_FOUND, "no such run or job" },
	{ BELFRY_CONFLICT, "not possible in the current state" },
	{ BELFRY_FULL, "a limit of the store is reached" },
	{ BELFRY_BUSY, "the store is in use by another process, or overloaded; try again later" },
	{ BELFRY_MEMORY, "out of memory" },
	{ BELFRY_IO, "a file or folder cannot be used" },
	{ BELFRY_STORE, "the store cannot be written at the moment" },
	{ BELFRY_UNKNOWN, "it is not known whether the call succeeded" },
	{ BELFRY_BROKEN, "fsync failed: the disk did not keep written data" },
	{ BELFRY_DAMAGED, "damaged data in the store" },
};

const char *belfry_error_text(belfry_error error)
{
	for (size_t i = 0; i < countof(sentences); i++) {
		if (sentences[i].code == error) return sentences[i].text;
	}
	return "unknown error";
}

/* Everything that is not listed is about what was handed in. */
static belfry_error code_of(enum err err)
{
	static const struct {
		enum err from;
		belfry_error to;
	} rows[] = {
		{ ERR_OK, BELFRY_OK },
		{ ERR_USAGE, BELFRY_MISUSE },
		{ ERR_MEMORY, BELFRY_MEMORY },
		{ ERR_IO, BELFRY_IO },
		{ ERR_NOT_FOUND, BELFRY_NOT_FOUND },
		{ ERR_GONE, BELFRY_NOT_FOUND },
		{ ERR_CONFLICT, BELFRY_CONFLICT },
		{ ERR_LEASE_LOST, BELFRY_CONFLICT },
		{ ERR_VERSION, BELFRY_CONFLICT },
		{ ERR_QUOTA, BELFRY_FULL },
		{ ERR_FULL, BELFRY_FULL },
		{ ERR_BUSY, BELFRY_BUSY },
		{ ERR_STORE, BELFRY_STORE },
		{ ERR_STORE_UNKNOWN, BELFRY_UNKNOWN },
		{ ERR_STORE_SYNC, BELFRY_BROKEN },
		{ ERR_STORE_DAMAGED, BELFRY_DAMAGED },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		if (rows[i].from == err) return rows[i].to;
	}
	return BELFRY_INVALID;
}

belfry_error tell_why(const struct why *from, enum err err, belfry_why *why)
{
	belfry_error code = code_of(err);
	if (!why) return code;
	/* A failure without words of its own: its sentence. */
	bool has_words = from && from->code == err && from->text[0];
	why->code = code;
	snprintf(why->text, sizeof why->text, "%s", has_words ? from->text : err_sentence(err));
	return code;
}

belfry_error refuse(belfry_why *why, belfry_error code, const char *format, ...)
{
	va_list args;
	if (!why) return code;
	why->code = code;
	va_start(args, format);
	vsnprintf(why->text, sizeof why->text, format, args);
	va_end(args);
	return code;
}
