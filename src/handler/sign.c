#define _GNU_SOURCE
#include "handler/sign.h"

#include "base/must.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

enum {
	KEY_BYTES_MIN = 24,
	KEY_BYTES_MAX = 64,
	TEXT_BYTES_MAX = (KEY_BYTES_MAX + 2) / 3 * 4,
	MAC_BYTES = 32,
	MAC_TEXT_BYTES = (MAC_BYTES + 2) / 3 * 4 + 1,
};

struct key {
	u8 bytes[TEXT_BYTES_MAX]; /* the decoder writes whole groups of three */
	size_t len;
};

static bool read_key(str secret, struct key *out_key)
{
	str prefix = STR("whsec_");
	if (!str_starts_with(secret, prefix)) return false;
	str text = str_from_offset(secret, prefix.len);
	if (text.len == 0 || text.len > TEXT_BYTES_MAX || text.len % 4) return false;
	int decoded = EVP_DecodeBlock(out_key->bytes, (const u8 *)text.at, (int)text.len);
	if (decoded < 0) return false;
	/* The decoder counts the bytes that '=' stands for. */
	out_key->len = (size_t)decoded - (text.at[text.len - 1] == '=') -
		       (text.at[text.len - 2] == '=');
	return out_key->len >= KEY_BYTES_MIN && out_key->len <= KEY_BYTES_MAX;
}

static bool sign(const struct signed_message *message, const struct key *key, u8 out_mac[MAC_BYTES])
{
	struct buf text;
	u32 mac_len = 0;
	buf_init(&text, message->id.len + message->body.len + 32);
	buf_add(&text, message->id);
	buf_add_byte(&text, '.');
	buf_add_i64(&text, message->timestamp);
	buf_add_byte(&text, '.');
	buf_add(&text, message->body);
	bool signed_it = !buf_failed(&text) &&
			 HMAC(EVP_sha256(), key->bytes, (int)key->len, (const u8 *)text.at,
			      text.len, out_mac, &mac_len) != NULL;
	must(!signed_it || mac_len == MAC_BYTES);
	buf_done(&text);
	return signed_it;
}

enum err sign_add(const struct signed_message *message, str secret, struct buf *out,
		  struct why *why)
{
	struct key key;
	u8 mac[MAC_BYTES];
	u8 text[MAC_TEXT_BYTES];
	enum err err = fail(why, ERR_INVALID,
			    "a signing secret must be \"whsec_\" followed by %d to %d bytes in "
			    "base64",
			    KEY_BYTES_MIN, KEY_BYTES_MAX);
	if (!read_key(secret, &key)) goto done;
	err = ERR_MEMORY;
	if (!sign(message, &key, mac)) goto done;
	int len = EVP_EncodeBlock(text, mac, MAC_BYTES);
	must(len == MAC_TEXT_BYTES - 1);
	if (out->len) buf_add_byte(out, ' ');
	buf_add(out, STR("v1,"));
	buf_add(out, (str){ (const char *)text, (size_t)len });
	err = buf_failed(out) ? ERR_MEMORY : ERR_OK;
done:
	OPENSSL_cleanse(&key, sizeof key);
	return err;
}
