/* The server is the operator's choice, so it may stand anywhere; what a payload decides is
 * recipients, subject and body (handler/mail.h). Beyond loopback the connection is encrypted or
 * there is none. */
#define _GNU_SOURCE
#include "handler/smtp.h"

#include "base/must.h"
#include "handler/mail.h"
#include "handler/parts.h"

struct sending {
	struct work *work;
	struct transfer transfer;
	struct curl_slist *recipients;
	struct buf message;
	size_t sent;
};

static bool is_mail_url(str url)
{
	return str_starts_with(url, STR("smtp://")) || str_starts_with(url, STR("smtps://"));
}

enum err smtp_check_settings(str url, str from, struct why *why)
{
	if (!url.len) return ERR_OK;
	if (!is_mail_url(url) || url.len > HANDLER_URL_BYTES)
		return fail(why, ERR_INVALID,
			    "BELFRY_SMTP_URL must begin with smtp:// or smtps:// and have at "
			    "most %d bytes",
			    HANDLER_URL_BYTES);
	if (!mail_is_address(from))
		return fail(why, ERR_INVALID, "BELFRY_SMTP_FROM is not a mail address");
	return ERR_OK;
}

static void let_go(struct sending *sending)
{
	transfers_remove(sending->work->handlers->transfers, &sending->transfer);
	if (sending->transfer.easy) curl_easy_cleanup(sending->transfer.easy);
	sending->transfer.easy = NULL;
	curl_slist_free_all(sending->recipients);
	sending->recipients = NULL;
	buf_done(&sending->message);
}

/* 4yz passes by itself, 5yz does not (RFC 5321, 4.2.1); no code at all is the network's fault. */
static void end_by_code(struct sending *sending, CURLcode code)
{
	long status = 0;
	struct work *work = sending->work;
	curl_easy_getinfo(sending->transfer.easy, CURLINFO_RESPONSE_CODE, &status);
	let_go(sending);
	if (code == CURLE_OPERATION_TIMEDOUT)
		work_fail(work, OUTCOME_RETRY, CLASS_TIMEOUT, "the mail server took too long");
	else if (status >= 500 && status <= 599 && code != CURLE_LOGIN_DENIED)
		work_fail(work, OUTCOME_RETRY, CLASS_PERMANENT,
			  "the mail server refused the mail: %ld", status);
	else if (status >= 400 && status <= 599)
		work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT,
			  "the mail server deferred the mail: %ld", status);
	else
		work_fail(work, OUTCOME_RETRY, CLASS_NETWORK,
			  "the mail server cannot be reached: %s", curl_easy_strerror(code));
}

static void on_ended(void *context, CURLcode code)
{
	struct sending *sending = context;
	struct work *work = sending->work;
	struct handler_report report = { .report = { .outcome = OUTCOME_SUCCESS } };
	if (code != CURLE_OK) {
		end_by_code(sending, code);
		return;
	}
	struct buf result;
	buf_init(&result, 128);
	buf_addf(&result, "{\"message_id\":\"%.*s\"}", UUID_TEXT_LEN, work->run_text);
	report.report.result = str_copy(&work->arena, buf_view(&result));
	report.report.result_hash = http_reply_hash(report.report.result, &work->arena);
	buf_done(&result);
	let_go(sending);
	work_end(work, &report);
}

static size_t on_read(char *at, size_t size, size_t count, void *context)
{
	struct sending *sending = context;
	str piece = str_slice(buf_view(&sending->message), sending->sent,
			      sending->sent + size * count);
	if (piece.len) memcpy(at, piece.at, piece.len);
	sending->sent += piece.len;
	return piece.len;
}

/* The server's side of the dialogue is ignored. */
static size_t on_ignored(char *at, size_t size, size_t count, void *context)
{
	(void)at;
	(void)context;
	return size * count;
}

/* smtp://[user:password@]127.0.0.1[:port]: by its address or as localhost; a name may mean
 * anything. */
static bool is_loopback(str url)
{
	struct address address;
	str rest = str_from_offset(url, str_find(url, '/') + 2);
	rest = str_slice(rest, 0, str_find(rest, '/'));
	while (str_find(rest, '@') < rest.len) (void)str_split(&rest, '@');
	bool bracketed = rest.len && rest.at[0] == '[';
	str host = str_slice(rest, 0, bracketed ? str_find(rest, ']') + 1 : str_find(rest, ':'));
	if (str_eq(host, STR("localhost"))) return true;
	return address_parse(host, &address, NULL) == ERR_OK && address_is_loopback(&address);
}

static bool add_recipient(struct sending *sending, str address)
{
	char *terminated = work_terminated(sending->work, address);
	struct curl_slist *longer = terminated ? curl_slist_append(sending->recipients, terminated)
					       : NULL;
	if (longer) sending->recipients = longer;
	return longer != NULL;
}

static CURLcode set_request(struct sending *sending, CURL *easy, const char *url, const char *from)
{
	const struct handlers_config *config = &sending->work->handlers->config;
	long tls = is_loopback(config->smtp_url) ? (long)CURLUSESSL_TRY : (long)CURLUSESSL_ALL;
	CURLcode code = curl_easy_setopt(easy, CURLOPT_URL, url);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_USE_SSL, tls);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_MAIL_FROM, from);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, sending->recipients);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, on_read);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_READDATA, sending);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_ignored);
	if (!code)
		code = curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)config->connect_ms);
	if (!code)
		code = curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)sending->work->timeout_ms);
	return code;
}

static enum err make_transfer(struct sending *sending, const struct mail *mail)
{
	struct work *work = sending->work;
	const struct handlers_config *config = &work->handlers->config;
	mail_print(mail, (str){ work->run_text, UUID_TEXT_LEN }, work_wall(work),
		   &sending->message);
	if (buf_failed(&sending->message)) return ERR_TOO_LONG;
	for (u32 i = 0; i < mail->recipients_len; i++) {
		if (!add_recipient(sending, mail->recipients[i])) return ERR_MEMORY;
	}
	char *url = work_terminated(work, config->smtp_url);
	char *from = work_terminated(work, config->smtp_from);
	CURL *easy = transfers_make_easy("smtp,smtps");
	sending->transfer =
		(struct transfer){ .easy = easy, .ended = on_ended, .context = sending };
	if (!url || !from || !easy) return ERR_MEMORY;
	return set_request(sending, easy, url, from) == CURLE_OK ? ERR_OK : ERR_MEMORY;
}

static void send_mail(struct sending *sending, const struct mail *mail)
{
	struct work *work = sending->work;
	enum err err = make_transfer(sending, mail);
	if (!err) err = transfers_add(work->handlers->transfers, &sending->transfer);
	if (!err) return;
	let_go(sending);
	if (err == ERR_TOO_LONG)
		work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION, "the mail has more than %d bytes",
			  HANDLER_MAIL_BYTES);
	else work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
}

static void smtp_start(struct work *work)
{
	const struct handlers_config *config = &work->handlers->config;
	struct mail_defaults defaults = { work->spec.to, work->spec.subject };
	struct mail mail;
	struct why why;
	if (!config->smtp_url.len) {
		work_fail(work, OUTCOME_FAIL, CLASS_VALIDATION,
			  "no mail server is configured "
			  "(--smtp-url)");
		return;
	}
	struct sending *sending = arena_alloc_zeroed(&work->arena, sizeof *sending);
	if (!sending) {
		work_fail(work, OUTCOME_RETRY, CLASS_TRANSIENT, "out of memory");
		return;
	}
	sending->work = work;
	buf_init(&sending->message, HANDLER_MAIL_BYTES);
	work->state = sending;
	enum err err = mail_read(work->payload, &defaults, &work->arena, &mail, &why);
	if (err) {
		let_go(sending);
		work_fail(work, err == ERR_MEMORY ? OUTCOME_RETRY : OUTCOME_FAIL,
			  err == ERR_MEMORY ? CLASS_TRANSIENT : CLASS_VALIDATION, "%s", why.text);
		return;
	}
	mail.from = config->smtp_from;
	send_mail(sending, &mail);
}

static void smtp_stop(struct work *work)
{
	let_go(work->state);
	work_end_stopped(work);
}

const struct handler_way smtp_way = { smtp_start, smtp_stop };
