#include "api/token.h"

#include "base/memory.h"
#include "base/must.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

static const str prefix = STR("belfry_");

enum { CRC_DIGITS = 8, ID_DIGITS = 32, SECRET_DIGITS = 64 };

/* The usual CRC-32 (reflected 0xedb88320), half a byte at a time. Not a proof of anything: a check
 * against typing. */
static u32 crc32_of(str text)
{
	static const u32 steps[16] = {
		0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
		0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
		0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
	};
	u32 crc = UINT32_MAX;
	for (size_t i = 0; i < text.len; i++) {
		crc ^= (u8)text.at[i];
		crc = crc >> 4 ^ steps[crc & 15];
		crc = crc >> 4 ^ steps[crc & 15];
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

struct token_hasher {
	EVP_MD *digest;
	EVP_MD_CTX *context;
};

struct token_hasher *token_hasher_new(void)
{
	struct token_hasher *hasher = mem_alloc_zeroed(sizeof *hasher);
	if (!hasher) return NULL;
	hasher->digest = EVP_MD_fetch(NULL, "SHA256", NULL);
	hasher->context = EVP_MD_CTX_new();
	if (hasher->digest && hasher->context) return hasher;
	token_hasher_free(hasher);
	return NULL;
}

void token_hasher_free(struct token_hasher *hasher)
{
	if (!hasher) return;
	EVP_MD_CTX_free(hasher->context);
	EVP_MD_free(hasher->digest);
	mem_free(hasher);
}

struct token_hash token_hash_with(struct token_hasher *hasher, const u8 secret[TOKEN_SECRET_BYTES])
{
	struct token_hash hash;
	unsigned len = 0;
	/* With a digest at hand and a context of its own none of these has a reason to fail; should
	 * one, the slow way still tells the truth. */
	if (EVP_DigestInit_ex2(hasher->context, hasher->digest, NULL) != 1 ||
	    EVP_DigestUpdate(hasher->context, secret, TOKEN_SECRET_BYTES) != 1 ||
	    EVP_DigestFinal_ex(hasher->context, hash.bytes, &len) != 1)
		return token_hash(secret);
	must(len == TOKEN_HASH_BYTES);
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
