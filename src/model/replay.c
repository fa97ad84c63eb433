/* An entry is its id, its error, its flags. */
#include "model/replay.h"

#include <string.h>

enum { ERR_AT = 16, FLAGS_AT = 17, FLAG_DUPLICATE = 1, FLAG_REPLACED = 2 };

_Static_assert(ERR_COUNT < 256, "an error fits a byte");

void replay_pack(const struct replay_entry *entry, u8 *out_bytes)
{
	memcpy(out_bytes, entry->id.bytes, sizeof entry->id.bytes);
	out_bytes[ERR_AT] = (u8)entry->err;
	out_bytes[FLAGS_AT] = (u8)((entry->is_duplicate ? FLAG_DUPLICATE : 0) |
				   (entry->is_replaced ? FLAG_REPLACED : 0));
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
	u8 flags = bytes[FLAGS_AT];
	bool is_known = flags <= (FLAG_DUPLICATE | FLAG_REPLACED) && flags != FLAG_REPLACED;
	if (bytes[ERR_AT] >= ERR_COUNT || !is_known) return false;
	memcpy(entry.id.bytes, bytes, sizeof entry.id.bytes);
	entry.err = (enum err)bytes[ERR_AT];
	entry.is_duplicate = bytes[FLAGS_AT] & FLAG_DUPLICATE;
	entry.is_replaced = bytes[FLAGS_AT] & FLAG_REPLACED;
	*rest = str_slice(*rest, REPLAY_ENTRY_BYTES, rest->len);
	*out_entry = entry;
	return true;
}
