#include "api/seal.h"

#include "api/token.h"
#include "base/must.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

/* Nonce, tag, then the sealed bytes. */
enum { TAG_AT = SEAL_NONCE_BYTES, BYTES_AT = SEAL_NONCE_BYTES + SEAL_TAG_BYTES };

struct hash_key seal_hash_key(const struct seal_key *key, str purpose)
{
	enum { PURPOSE_BYTES = 32 };
	unsigned char text[SEAL_KEY_BYTES + PURPOSE_BYTES + 1] = { 0 },
							    digest[SHA256_DIGEST_LENGTH];
	struct hash_key made;
	must(purpose.len <= PURPOSE_BYTES);
	memcpy(text, key->bytes, SEAL_KEY_BYTES);
	memcpy(text + SEAL_KEY_BYTES, purpose.at, purpose.len);
	SHA256(text, SEAL_KEY_BYTES + purpose.len + 1, digest);
	memcpy(&made.a, digest, sizeof made.a);
	memcpy(&made.b, digest + sizeof made.a, sizeof made.b);
	return made;
}

static enum err encrypt(EVP_CIPHER_CTX *context, const struct seal_key *key, str about, str plain,
			u8 *sealed)
{
	int len = 0;
	if (EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key->bytes, sealed) != 1)
		return ERR_MEMORY;
	if (EVP_EncryptUpdate(context, NULL, &len, (const u8 *)about.at, (int)about.len) != 1)
		return ERR_MEMORY;
	if (EVP_EncryptUpdate(context, sealed + BYTES_AT, &len, (const u8 *)plain.at,
			      (int)plain.len) != 1)
		return ERR_MEMORY;
	if (EVP_EncryptFinal_ex(context, sealed + BYTES_AT + len, &len) != 1) return ERR_MEMORY;
	if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, SEAL_TAG_BYTES, sealed + TAG_AT) !=
	    1)
		return ERR_MEMORY;
	return ERR_OK;
}

enum err seal(const struct seal_key *key, str about, str plain, const u8 nonce[SEAL_NONCE_BYTES],
	      struct arena *arena, str *out_sealed)
{
	size_t len = BYTES_AT + plain.len;
	u8 *sealed = arena_alloc(arena, len + 16);
	char *text = arena_alloc(arena, 2 * len);
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	enum err err = ERR_MEMORY;
	if (!sealed || !text || !context) goto done;
	memcpy(sealed, nonce, SEAL_NONCE_BYTES);
	err = encrypt(context, key, about, plain, sealed);
	if (err) goto done;
	hex_print(sealed, len, text);
	*out_sealed = (str){ text, 2 * len };
done:
	EVP_CIPHER_CTX_free(context);
	return err;
}

static bool decrypt(EVP_CIPHER_CTX *context, const struct seal_key *key, str about, u8 *sealed,
		    size_t len, u8 *plain)
{
	int done = 0;
	if (EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key->bytes, sealed) != 1)
		return false;
	if (EVP_DecryptUpdate(context, NULL, &done, (const u8 *)about.at, (int)about.len) != 1)
		return false;
	if (EVP_DecryptUpdate(context, plain, &done, sealed + BYTES_AT, (int)(len - BYTES_AT)) != 1)
		return false;
	if (EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, SEAL_TAG_BYTES, sealed + TAG_AT) !=
	    1)
		return false;
	return EVP_DecryptFinal_ex(context, plain + done, &done) == 1;
}

enum err unseal(const struct seal_key *key, str about, str sealed, struct arena *arena,
		str *out_plain)
{
	size_t len = sealed.len / 2;
	if (len < BYTES_AT) return ERR_STORE_DAMAGED;
	u8 *bytes = arena_alloc(arena, len);
	u8 *plain = arena_alloc(arena, len);
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	enum err err = ERR_MEMORY;
	if (!bytes || !plain || !context) goto done;
	err = ERR_STORE_DAMAGED;
	if (!hex_parse(sealed, bytes, len)) goto done;
	if (!decrypt(context, key, about, bytes, len, plain)) goto done;
	*out_plain = (str){ (const char *)plain, len - BYTES_AT };
	err = ERR_OK;
done:
	EVP_CIPHER_CTX_free(context);
	return err;
}
