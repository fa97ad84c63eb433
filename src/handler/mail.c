#include "handler/mail.h"

#include "base/must.h"
#include "net/http_date.h"

#include <jansson.h>
#include <openssl/evp.h>

enum {
	LINE_BYTES = 57, /* of a body's line before base64: 76 characters */
	WORD_BYTES = 42, /* of an encoded word before base64: 68 characters and its frame */
	LOCAL_BYTES_MAX = 64,
};

static bool is_local_byte(char c)
{
	if (c <= ' ' || c >= 0x7f) return false;
	return memchr("\"(),:;<>@[\\]", c, 12) == NULL;
}

static bool is_domain_byte(char c)
{
	c = ascii_lower(c);
	return (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '-' || c == '.';
}

bool mail_is_address(str text)
{
	str domain = text;
	str local = str_split(&domain, '@');
	if (text.len > HANDLER_MAIL_ADDRESS_BYTES) return false;
	if (local.len == 0 || local.len > LOCAL_BYTES_MAX || local.at[0] == '-') return false;
	if (domain.len == 0 || domain.at[0] == '.' || domain.at[0] == '-') return false;
	for (size_t i = 0; i < local.len; i++) {
		if (!is_local_byte(local.at[i])) return false;
	}
	for (size_t i = 0; i < domain.len; i++) {
		if (!is_domain_byte(domain.at[i])) return false;
	}
	return true;
}

/* ---- reading --------------------------------------------------------------------------------- */

static str text_of(const json_t *json)
{
	return (str){ json_string_value(json), json_string_length(json) };
}

static enum err add_recipient(struct mail *mail, const char *field, str address,
			      struct arena *arena, struct why *why)
{
	if (!mail_is_address(address))
		return fail(why, ERR_INVALID, "%s is not a mail address: \"%.*s\"", field,
			    STR_ARG(str_slice(address, 0, 64)));
	if (mail->recipients_len == HANDLER_RECIPIENTS_MAX)
		return fail(why, ERR_INVALID, "%s: more than %d recipients", field,
			    HANDLER_RECIPIENTS_MAX);
	mail->recipients[mail->recipients_len++] = str_copy(arena, address);
	return ERR_OK;
}

/* A text or a list of them. */
static enum err read_recipients(struct mail *mail, const char *field, const json_t *json,
				struct arena *arena, struct why *why)
{
	if (json_is_string(json)) return add_recipient(mail, field, text_of(json), arena, why);
	if (!json_is_array(json))
		return fail(why, ERR_INVALID, "%s is neither an address nor a list of them", field);
	for (size_t i = 0; i < json_array_size(json); i++) {
		enum err err = add_recipient(mail, field, text_of(json_array_get(json, i)), arena,
					     why);
		if (err) return err;
	}
	return ERR_OK;
}

static enum err read_to(struct mail *mail, const json_t *root, const struct mail_defaults *defaults,
			struct arena *arena, struct why *why)
{
	const json_t *to = json_object_get(root, "to");
	const json_t *cc = json_object_get(root, "cc");
	enum err err = to ? read_recipients(mail, "to", to, arena, why) : ERR_OK;
	if (!err && !to && defaults->to.len)
		err = add_recipient(mail, "handler.to", defaults->to, arena, why);
	if (err) return err;
	if (mail->recipients_len == 0) return fail(why, ERR_INVALID, "\"to\" is required");
	mail->to_len = mail->recipients_len;
	return cc ? read_recipients(mail, "cc", cc, arena, why) : ERR_OK;
}

static bool has_control(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7f) return true;
	}
	return false;
}

static enum err read_subject(struct mail *mail, const json_t *root, str fallback,
			     struct arena *arena, struct why *why)
{
	const json_t *json = json_object_get(root, "subject");
	if (json && !json_is_string(json)) return fail(why, ERR_INVALID, "subject is not a text");
	str subject = json ? text_of(json) : fallback;
	if (subject.len == 0) return fail(why, ERR_INVALID, "subject is required");
	if (subject.len > HANDLER_SUBJECT_BYTES)
		return fail(why, ERR_TOO_LONG, "subject has more than %d bytes",
			    HANDLER_SUBJECT_BYTES);
	if (has_control(subject)) return fail(why, ERR_INVALID, "subject has a control character");
	mail->subject = str_copy(arena, subject);
	return ERR_OK;
}

static enum err read_body(const json_t *root, const char *field, struct arena *arena, str *out_text,
			  struct why *why)
{
	const json_t *json = json_object_get(root, field);
	if (!json) return ERR_OK;
	if (!json_is_string(json)) return fail(why, ERR_INVALID, "%s is not a text", field);
	*out_text = str_copy(arena, text_of(json));
	return ERR_OK;
}

static enum err read_reply_to(struct mail *mail, const json_t *root, struct arena *arena,
			      struct why *why)
{
	const json_t *json = json_object_get(root, "reply_to");
	if (!json) return ERR_OK;
	if (!json_is_string(json) || !mail_is_address(text_of(json)))
		return fail(why, ERR_INVALID, "reply_to is not a mail address");
	mail->reply_to = str_copy(arena, text_of(json));
	return ERR_OK;
}

enum err mail_read(str payload, const struct mail_defaults *defaults, struct arena *arena,
		   struct mail *out_mail, struct why *why)
{
	struct mail mail = { .to_len = 0 };
	json_t *root = json_loadb(payload.at, payload.len, JSON_REJECT_DUPLICATES, NULL);
	enum err err = fail(why, ERR_JSON, "the payload is not a JSON object");
	if (!json_is_object(root)) goto done;
	err = read_to(&mail, root, defaults, arena, why);
	if (!err) err = read_subject(&mail, root, defaults->subject, arena, why);
	if (!err) err = read_reply_to(&mail, root, arena, why);
	if (!err) err = read_body(root, "text", arena, &mail.text, why);
	if (!err) err = read_body(root, "html", arena, &mail.html, why);
	if (!err && !mail.text.len && !mail.html.len)
		err = fail(why, ERR_INVALID, "text or html is required");
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	if (!err) *out_mail = mail;
done:
	json_decref(root);
	return err;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void add_base64(struct buf *out, str bytes)
{
	u8 text[(LINE_BYTES + 2) / 3 * 4 + 1];
	must(bytes.len <= LINE_BYTES);
	int len = EVP_EncodeBlock(text, (const u8 *)bytes.at, (int)bytes.len);
	buf_add(out, (str){ (const char *)text, (size_t)len });
}

static void add_body(struct buf *out, const char *type, str body)
{
	buf_addf(out,
		 "Content-Type: %s; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n",
		 type);
	while (body.len) {
		add_base64(out, str_slice(body, 0, LINE_BYTES));
		buf_add(out, STR("\r\n"));
		body = str_from_offset(body, LINE_BYTES);
	}
}

static bool is_plain(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.at[i] >= 0x7f) return false;
	}
	return text.len <= 60 && !(text.len > 1 && text.at[0] == '=' && text.at[1] == '?');
}

/* RFC 2047: words of at most 75 characters, whole characters in each. */
static void add_subject(struct buf *out, str subject)
{
	buf_add(out, STR("Subject: "));
	if (is_plain(subject)) {
		buf_add(out, subject);
		buf_add(out, STR("\r\n"));
		return;
	}
	while (subject.len) {
		size_t len = subject.len < WORD_BYTES ? subject.len : WORD_BYTES;
		while (len > 1 && len < subject.len &&
		       ((unsigned char)subject.at[len] & 0xc0) == 0x80)
			len--;
		buf_add(out, STR("=?utf-8?B?"));
		add_base64(out, str_slice(subject, 0, len));
		subject = str_from_offset(subject, len);
		buf_add(out, subject.len ? STR("?=\r\n ") : STR("?=\r\n"));
	}
}

/* As HTTP has it, but for the zone. */
static void add_date(struct buf *out, msec wall)
{
	char date[HTTP_DATE_BYTES + 1];
	http_date_print(wall > 0 ? msec_to_seconds(wall) : 0, date);
	buf_addf(out, "Date: %.*s+0000\r\n", HTTP_DATE_BYTES - 3, date);
}

static void add_addresses(struct buf *out, const char *name, const str *addresses, u32 len)
{
	if (len == 0) return;
	buf_addf(out, "%s: ", name);
	for (u32 i = 0; i < len; i++) {
		if (i) buf_add(out, STR(",\r\n "));
		buf_add(out, addresses[i]);
	}
	buf_add(out, STR("\r\n"));
}

static void add_parts(const struct mail *mail, str id, struct buf *out)
{
	buf_addf(out, "Content-Type: multipart/alternative; boundary=\"belfry-%.*s\"\r\n\r\n",
		 STR_ARG(id));
	buf_addf(out, "--belfry-%.*s\r\n", STR_ARG(id));
	add_body(out, "text/plain", mail->text);
	buf_addf(out, "--belfry-%.*s\r\n", STR_ARG(id));
	add_body(out, "text/html", mail->html);
	buf_addf(out, "--belfry-%.*s--\r\n", STR_ARG(id));
}

void mail_print(const struct mail *mail, str id, msec wall, struct buf *out)
{
	str domain = mail->from;
	(void)str_split(&domain, '@');
	add_date(out, wall);
	add_addresses(out, "From", &mail->from, 1);
	add_addresses(out, "To", mail->recipients, mail->to_len);
	add_addresses(out, "Cc", mail->recipients + mail->to_len,
		      mail->recipients_len - mail->to_len);
	add_addresses(out, "Reply-To", &mail->reply_to, mail->reply_to.len ? 1 : 0);
	add_subject(out, mail->subject);
	buf_addf(out, "Message-ID: <%.*s@%.*s>\r\n", STR_ARG(id), STR_ARG(domain));
	buf_add(out, STR("Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"));
	if (mail->text.len && mail->html.len) add_parts(mail, id, out);
	else if (mail->html.len) add_body(out, "text/html", mail->html);
	else add_body(out, "text/plain", mail->text);
}
