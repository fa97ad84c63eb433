/* An entry is its id, its error, its flags. */
#include "model/replay.h"

#include <string.h>

enum { ERR_AT = 16, FLAGS_AT = 17, FLAG_DUPLICATE = 1 };

_Static_assert(ERR_COUNT < 256, "an error fits a byte");

void replay_pack(const struct replay_entry *entry, u8 *out_bytes)
{
	memcpy(out_bytes, entry->id.bytes, sizeof entry->id.bytes);
	out_bytes[ERR_AT] = (u8)entry->err;
	out_bytes[FLAGS_AT] = entry->is_duplicate ? FLAG_DUPLICATE : 0;
}

struct replay_entry replay_number(u64 number)
{
	struct replay_entry entry = { 0 };
	memcpy(entry.id.bytes, &number, sizeof number);
	return entry;
}

u64 replay_number_of(const struct replay_entry *entry)
{
	u64 number;
	memcpy(&number, entry->id.bytes, sizeof number);
	return number;
}

bool replay_unpack(str *rest, struct replay_entry *out_entry)
{
	struct replay_entry entry = { 0 };
	if (rest->len < REPLAY_ENTRY_BYTES) return false;
	const u8 *bytes = (const u8 *)rest->at;
	if (bytes[ERR_AT] >= ERR_COUNT || bytes[FLAGS_AT] > FLAG_DUPLICATE) return false;
	memcpy(entry.id.bytes, bytes, sizeof entry.id.bytes);
	entry.err = (enum err)bytes[ERR_AT];
	entry.is_duplicate = bytes[FLAGS_AT] == FLAG_DUPLICATE;
	*rest = str_slice(*rest, REPLAY_ENTRY_BYTES, rest->len);
	*out_entry = entry;
	return true;
}
