#include "api/token.h"

#include "base/must.h"

#include <openssl/crypto.h>
#include <openssl/sha.h>

static const str prefix = STR("belfry_");

enum { CRC_DIGITS = 8, ID_DIGITS = 32, SECRET_DIGITS = 64 };

/* The usual CRC-32 (reflected 0xedb88320). Not a proof of anything: a check against typing. */
static u32 crc32_of(str text)
{
	u32 crc = UINT32_MAX;
	for (size_t i = 0; i < text.len; i++) {
		crc ^= (u8)text.at[i];
		for (u32 bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

void hex_print(const u8 *bytes, size_t len, char *out_text)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < len; i++) {
		out_text[2 * i] = digits[bytes[i] >> 4];
		out_text[2 * i + 1] = digits[bytes[i] & 15];
	}
}

static int digit_value(char c)
{
	if (ascii_is_digit(c)) return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool hex_parse(str text, u8 *out_bytes, size_t len)
{
	if (text.len != 2 * len) return false;
	for (size_t i = 0; i < len; i++) {
		int high = digit_value(text.at[2 * i]);
		int low = digit_value(text.at[2 * i + 1]);
		if (high < 0 || low < 0) return false;
		out_bytes[i] = (u8)(high << 4 | low);
	}
	return true;
}

static void print_crc(str text, char out[CRC_DIGITS])
{
	u32 crc = crc32_of(text);
	u8 bytes[4] = { (u8)(crc >> 24), (u8)(crc >> 16), (u8)(crc >> 8), (u8)crc };
	hex_print(bytes, sizeof bytes, out);
}

void token_print(const struct uuid *id, const u8 secret[TOKEN_SECRET_BYTES], char *out_text)
{
	char *at = out_text;
	memcpy(at, prefix.at, prefix.len);
	at += prefix.len;
	hex_print(id->bytes, sizeof id->bytes, at);
	at += ID_DIGITS;
	*at++ = '_';
	hex_print(secret, TOKEN_SECRET_BYTES, at);
	at += SECRET_DIGITS;
	print_crc((str){ out_text, (size_t)(at - out_text) }, at + 1);
	*at = '_';
	must(at + 1 + CRC_DIGITS == out_text + TOKEN_TEXT_BYTES);
}

bool token_parse(str text, struct uuid *out_id, u8 out_secret[TOKEN_SECRET_BYTES])
{
	char crc[CRC_DIGITS];
	size_t id_at = prefix.len, secret_at = id_at + ID_DIGITS + 1;
	size_t end = secret_at + SECRET_DIGITS;
	if (text.len != TOKEN_TEXT_BYTES || !str_starts_with(text, prefix)) return false;
	if (text.at[secret_at - 1] != '_' || text.at[end] != '_') return false;
	print_crc(str_slice(text, 0, end), crc);
	if (!str_eq(str_from_offset(text, end + 1), (str){ crc, sizeof crc })) return false;
	if (!hex_parse(str_slice(text, id_at, secret_at - 1), out_id->bytes, sizeof out_id->bytes))
		return false;
	return hex_parse(str_slice(text, secret_at, end), out_secret, TOKEN_SECRET_BYTES);
}

struct token_hash token_hash(const u8 secret[TOKEN_SECRET_BYTES])
{
	struct token_hash hash;
	SHA256(secret, TOKEN_SECRET_BYTES, hash.bytes);
	return hash;
}

bool token_hash_eq(const struct token_hash *a, const struct token_hash *b)
{
	return CRYPTO_memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool secret_eq(str a, str b)
{
	return a.len == b.len && (a.len == 0 || CRYPTO_memcmp(a.at, b.at, a.len) == 0);
}

void secret_forget(void *at, size_t len)
{
	OPENSSL_cleanse(at, len);
}
