/* Tokens: belfry_ID_SECRET_CRC. The id finds the row, the secret (256 random bits) is compared by
 * its SHA-256 in constant time, the checksum tells a mistyped token from a wrong one and lets
 * scanners of leaked secrets recognise ours. Only the hash is kept. */
#ifndef BELFRY_API_TOKEN_H
#define BELFRY_API_TOKEN_H

#include "base/str.h"
#include "base/uuid.h"

enum { TOKEN_SECRET_BYTES = 32, TOKEN_HASH_BYTES = 32, TOKEN_TEXT_BYTES = 7 + 32 + 1 + 64 + 1 + 8 };

struct token_hash {
	u8 bytes[TOKEN_HASH_BYTES];
};

/* Writes TOKEN_TEXT_BYTES characters. */
void token_print(const struct uuid *id, const u8 secret[TOKEN_SECRET_BYTES], char *out_text);
/* False: not a token of ours, or mistyped. */
MUST_USE bool token_parse(str text, struct uuid *out_id, u8 out_secret[TOKEN_SECRET_BYTES]);

struct token_hash token_hash(const u8 secret[TOKEN_SECRET_BYTES]);

/* The same, for who does it with every request: what OpenSSL looks up and allocates each time is
 * kept. NULL: no memory. */
struct token_hasher;
struct token_hasher *token_hasher_new(void);
void token_hasher_free(struct token_hasher *hasher);
struct token_hash token_hash_with(struct token_hasher *hasher, const u8 secret[TOKEN_SECRET_BYTES]);

/* In constant time. */
bool token_hash_eq(const struct token_hash *a, const struct token_hash *b);

void hex_print(const u8 *bytes, size_t len, char *out_text);
MUST_USE bool hex_parse(str text, u8 *out_bytes, size_t len);

/* Comparing what must not be guessed byte by byte. */
bool secret_eq(str a, str b);
/* Forgets what must not stay in memory. */
void secret_forget(void *at, size_t len);

#endif
