/* Whole numbers in as few bytes as they need: 7 bits a byte, the lowest first, the highest bit says
 * that more follow. A number has one form only: no needless zeros at its end. */
#ifndef BELFRY_BASE_VARINT_H
#define BELFRY_BASE_VARINT_H

#include "base/str.h"
#include "base/types.h"

enum { VARINT_BYTES_MAX = 10 };

/* At `at`, where there is room; where the next byte goes. */
static inline u8 *varint_write(u8 *at, u64 number)
{
	for (; number >= 0x80; number >>= 7) *at++ = (u8)(number | 0x80);
	*at = (u8)number;
	return at + 1;
}

/* Takes one from the front of `rest`; false: there is none, or one above `max`. */
MUST_USE static inline bool varint_read(str *rest, u64 max, u64 *out_number)
{
	u64 number = 0;
	for (u32 i = 0; i < VARINT_BYTES_MAX && i < rest->len; i++) {
		u8 byte = (u8)rest->at[i];
		u64 digit = byte & 0x7f;
		if (7 * i == 63 && digit > 1) return false; /* past 64 bits */
		number |= digit << 7 * i;
		if (byte & 0x80) continue;
		if ((i > 0 && byte == 0) || number > max) return false;
		*rest = str_from_offset(*rest, i + 1);
		*out_number = number;
		return true;
	}
	return false;
}

MUST_USE static inline bool varint_read_u32(str *rest, u32 *out_number)
{
	u64 number;
	if (!varint_read(rest, UINT32_MAX, &number)) return false;
	*out_number = (u32)number;
	return true;
}

/* Takes as many bytes as a number before them said from the front of `rest`; false: there are
 * fewer. */
MUST_USE static inline bool bytes_read(str *rest, u64 len, str *out_bytes)
{
	if (len > rest->len) return false;
	*out_bytes = str_slice(*rest, 0, (size_t)len);
	*rest = str_from_offset(*rest, (size_t)len);
	return true;
}

#endif
