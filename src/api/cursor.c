#include "api/cursor.h"

#include "api/token.h"
#include "base/must.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

enum { PROOF_BYTES = 8 };

/* The first bytes of HMAC-SHA-256 over what the list is of and the place: enough that a cursor
 * cannot be made up, and short. */
static void prove(const struct cursor_key *key, str about, str place, u8 out_proof[PROOF_BYTES])
{
	struct buf message;
	u8 mac[EVP_MAX_MD_SIZE];
	unsigned mac_len = 0;
	buf_init(&message, (size_t)4 << 10);
	buf_add_u64(&message, about.len);
	buf_add_byte(&message, ':');
	buf_add(&message, about);
	buf_add(&message, place);
	must(!buf_failed(&message) || about.len + place.len > 1024);
	str text = buf_view(&message);
	(void)HMAC(EVP_sha256(), key->bytes, CURSOR_KEY_BYTES, (const u8 *)text.at, text.len, mac,
		   &mac_len);
	buf_done(&message);
	must(mac_len >= PROOF_BYTES);
	memcpy(out_proof, mac, PROOF_BYTES);
}

void cursor_print(const struct cursor_key *key, str about, str place, struct buf *out)
{
	u8 proof[PROOF_BYTES];
	must(place.len <= CURSOR_PLACE_BYTES);
	prove(key, about, place, proof);
	char *room = buf_extend(out, 2 * (PROOF_BYTES + place.len));
	if (!room) return;
	hex_print(proof, PROOF_BYTES, room);
	hex_print((const u8 *)place.at, place.len, room + 2 * PROOF_BYTES);
}

bool cursor_parse(const struct cursor_key *key, str about, str text, struct arena *arena,
		  str *out_place)
{
	u8 given[PROOF_BYTES], due[PROOF_BYTES];
	if (text.len < 2 * PROOF_BYTES || text.len > 2 * (PROOF_BYTES + CURSOR_PLACE_BYTES))
		return false;
	if (!hex_parse(str_slice(text, 0, 2 * PROOF_BYTES), given, PROOF_BYTES)) return false;
	str digits = str_from_offset(text, 2 * PROOF_BYTES);
	u8 *place = arena_alloc(arena, digits.len ? digits.len / 2 : 1);
	if (!place || !hex_parse(digits, place, digits.len / 2)) return false;
	*out_place = (str){ (const char *)place, digits.len / 2 };
	prove(key, about, *out_place, due);
	return secret_eq((str){ (const char *)given, PROOF_BYTES },
			 (str){ (const char *)due, PROOF_BYTES });
}
