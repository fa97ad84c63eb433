/* Certificates, and the server behind TLS. */
#include "certificate.h"
#include "net/tls.h"
#include "stage.h"

#include <event2/bufferevent_ssl.h>
#include <sys/socket.h>

static void open_with_tls(struct stage *stage, const struct certificate *certificate)
{
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	struct why why = { 0 };
	stage_open(stage);
	if (http_server_set_certificate(stage->server, str_from(certificate->certificate_file),
					str_from(certificate->key_file), &why) != ERR_OK)
		fail_msg("%s", why.text);
	assert_int_equal(http_server_listen(stage->server, &any, true, &stage->bound, &why),
			 ERR_OK);
}

struct tls_guest {
	struct guest guest;
	SSL_CTX *context;
	SSL *ssl;
};

static void tls_open(struct tls_guest *tls, struct stage *stage, int max_version)
{
	static const unsigned char protocols[] = "\x02h2\x08http/1.1";
	tls->context = SSL_CTX_new(TLS_client_method());
	assert_non_null(tls->context);
	SSL_CTX_set_min_proto_version(tls->context, TLS1_VERSION);
	SSL_CTX_set_max_proto_version(tls->context, max_version);
	SSL_CTX_set_security_level(tls->context, 0);
	SSL_CTX_set_alpn_protos(tls->context, protocols, sizeof protocols - 1);
	tls->ssl = SSL_new(tls->context);
	struct bufferevent *stream = bufferevent_openssl_socket_new(
		loop_base(stage->loop), -1, tls->ssl, BUFFEREVENT_SSL_CONNECTING,
		BEV_OPT_CLOSE_ON_FREE);
	assert_non_null(stream);
	bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
	guest_dial(stream, &stage->bound);
	guest_begin(&tls->guest, stage, stream);
}

static void tls_leave(struct tls_guest *tls)
{
	guest_leave(&tls->guest);
	SSL_CTX_free(tls->context);
}

static void requests_are_served_over_tls(void **state)
{
	struct stage stage;
	struct certificate certificate;
	struct tls_guest tls;
	const unsigned char *protocol;
	unsigned int protocol_len;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	open_with_tls(&stage, &certificate);
	tls_open(&tls, &stage, TLS1_3_VERSION);
	for (int i = 0; i < 3; i++) {
		guest_say(&tls.guest,
			  STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"));
		guest_expect(&tls.guest, 200, STR("POST /echo body=abc"));
	}
	assert_true(stage.is_secure);
	assert_int_equal(SSL_version(tls.ssl), TLS1_3_VERSION);
	SSL_get0_alpn_selected(tls.ssl, &protocol, &protocol_len);
	str chosen = { (const char *)protocol, protocol_len };
	assert_str(chosen, STR("http/1.1"));
	guest_say(&tls.guest, STR("GET /huge HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
	guest_wait_end(&tls.guest);
	assert_true(tls.guest.got.len > STAGE_HUGE);
	assert_int_equal(stage.sent_count, 1);
	tls_leave(&tls);
	stage_close(&stage);
	certificate_remove(&certificate);
}

static void a_parked_client_that_leaves_tls_is_noticed(void **state)
{
	struct stage stage;
	struct certificate certificate;
	struct tls_guest tls;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	open_with_tls(&stage, &certificate);
	tls_open(&tls, &stage, TLS1_3_VERSION);
	guest_say(&tls.guest, STR("GET /park HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	shutdown(bufferevent_getfd(tls.guest.stream), SHUT_RDWR);
	stage_wait_gone(&stage, 1);
	stage_answer(request, STR(""));
	tls_leave(&tls);
	stage_close(&stage);
	certificate_remove(&certificate);
}

static void tls_below_1_2_is_refused(void **state)
{
	struct stage stage;
	struct certificate certificate;
	struct tls_guest tls;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	open_with_tls(&stage, &certificate);
	tls_open(&tls, &stage, TLS1_2_VERSION);
	guest_say(&tls.guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&tls.guest, 200, STR("GET /echo"));
	tls_leave(&tls);
	tls_open(&tls, &stage, TLS1_1_VERSION);
	guest_say(&tls.guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_wait_end(&tls.guest);
	assert_int_equal(tls.guest.got.len, 0);
	tls_leave(&tls);
	stage_close(&stage);
	certificate_remove(&certificate);
}

static void plain_text_on_a_tls_port_is_hung_up_on(void **state)
{
	struct stage stage;
	struct certificate certificate;
	struct guest guest;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	open_with_tls(&stage, &certificate);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_wait_end(&guest);
	assert_int_equal(stage.seen.len, 0);
	guest_leave(&guest);
	stage_close(&stage);
	certificate_remove(&certificate);
}

static void a_handshake_has_a_deadline(void **state)
{
	struct stage stage;
	struct certificate certificate;
	struct guest guest;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	stage.config.head_ms = 30;
	open_with_tls(&stage, &certificate);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("\x16\x03\x01"));
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
	certificate_remove(&certificate);
}

static long serial_seen(struct stage *stage)
{
	struct tls_guest tls;
	tls_open(&tls, stage, TLS1_3_VERSION);
	guest_say(&tls.guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&tls.guest, 200, STR("GET /echo"));
	X509 *peer = SSL_get1_peer_certificate(tls.ssl);
	assert_non_null(peer);
	long serial = ASN1_INTEGER_get(X509_get0_serialNumber(peer));
	X509_free(peer);
	tls_leave(&tls);
	return serial;
}

static void renewed_certificates_are_used_from_then_on(void **state)
{
	struct stage stage;
	struct certificate old, new;
	struct tls_guest before;
	(void)state;
	certificate_make(&old, 1);
	certificate_make(&new, 2);
	stage_init(&stage);
	open_with_tls(&stage, &old);
	tls_open(&before, &stage, TLS1_3_VERSION);
	assert_int_equal(serial_seen(&stage), 1);
	assert_int_equal(http_server_set_certificate(stage.server, str_from(new.certificate_file),
						     str_from(new.key_file), NULL),
			 ERR_OK);
	assert_int_equal(serial_seen(&stage), 2);
	/* A pair that does not fit changes nothing. */
	assert_int_equal(http_server_set_certificate(stage.server, str_from(old.certificate_file),
						     str_from(new.key_file), NULL),
			 ERR_TLS);
	assert_int_equal(serial_seen(&stage), 2);
	/* Who was connected before goes on. */
	guest_say(&before.guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&before.guest, 200, STR("GET /echo"));
	tls_leave(&before);
	stage_close(&stage);
	certificate_remove(&old);
	certificate_remove(&new);
}

static void a_client_that_insists_on_http_2_is_served_http_1_1(void **state)
{
	static const unsigned char protocols[] = "\x02h2";
	struct stage stage;
	struct certificate certificate;
	struct tls_guest tls;
	(void)state;
	certificate_make(&certificate, 1);
	stage_init(&stage);
	open_with_tls(&stage, &certificate);
	tls_open(&tls, &stage, TLS1_3_VERSION);
	SSL_set_alpn_protos(tls.ssl, protocols, sizeof protocols - 1);
	guest_say(&tls.guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&tls.guest, 200, STR("GET /echo"));
	tls_leave(&tls);
	stage_close(&stage);
	certificate_remove(&certificate);
}

/* Nobody is there to type it. */
static void a_key_with_a_passphrase_is_refused(void **state)
{
	struct certificate certificate;
	SSL_CTX *tls = NULL;
	struct why why = { 0 };
	(void)state;
	certificate_make(&certificate, 1);
	EVP_PKEY *key = EVP_EC_gen("P-256");
	FILE *file = fopen(certificate.key_file, "w");
	assert_true(key && file);
	assert_int_equal(PEM_write_PrivateKey(file, key, EVP_aes_256_cbc(),
					      (const unsigned char *)"secret", 6, NULL, NULL),
			 1);
	fclose(file);
	EVP_PKEY_free(key);
	assert_int_equal(tls_server_new(str_from(certificate.certificate_file),
					str_from(certificate.key_file), &tls, &why),
			 ERR_TLS);
	certificate_remove(&certificate);
}

static void wrong_files_are_named(void **state)
{
	struct certificate certificate;
	SSL_CTX *tls = NULL;
	struct why why = { 0 };
	(void)state;
	certificate_make(&certificate, 1);
	str good = str_from(certificate.certificate_file);
	assert_int_equal(tls_server_new(STR("/nowhere"), good, &tls, &why), ERR_TLS);
	assert_non_null(strstr(why.text, "no file /nowhere; a certificate"));
	assert_int_equal(tls_server_new(good, STR("/nowhere"), &tls, &why), ERR_TLS);
	assert_non_null(strstr(why.text, "no file /nowhere; a private key"));
	assert_int_equal(tls_server_new(good, STR("a\0b"), &tls, &why), ERR_TLS);
	assert_null(tls);
	certificate_remove(&certificate);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_served_over_tls),
		cmocka_unit_test(a_parked_client_that_leaves_tls_is_noticed),
		cmocka_unit_test(tls_below_1_2_is_refused),
		cmocka_unit_test(plain_text_on_a_tls_port_is_hung_up_on),
		cmocka_unit_test(a_handshake_has_a_deadline),
		cmocka_unit_test(renewed_certificates_are_used_from_then_on),
		cmocka_unit_test(a_client_that_insists_on_http_2_is_served_http_1_1),
		cmocka_unit_test(a_key_with_a_passphrase_is_refused),
		cmocka_unit_test(wrong_files_are_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
