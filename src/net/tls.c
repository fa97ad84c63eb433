#include "net/tls.h"

#include <errno.h>
#include <openssl/err.h>

enum { PATH_BYTES = 4096 };

/* Only HTTP/1.1 is spoken; a client that offers others as well is told so. */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_len,
			   const unsigned char *offered, unsigned int offered_len, void *context)
{
	static const unsigned char ours[] = "\x08http/1.1";
	unsigned char *chosen;
	(void)ssl, (void)context;
	if (SSL_select_next_proto(&chosen, out_len, ours, sizeof ours - 1, offered, offered_len) !=
	    OPENSSL_NPN_NEGOTIATED)
		return SSL_TLSEXT_ERR_NOACK;
	*out = chosen;
	return SSL_TLSEXT_ERR_OK;
}

/* The library's own sentence names its source files, which helps nobody. */
static enum err tls_fail(struct why *why, const char *what, str file)
{
	unsigned long code = ERR_peek_error();
	str name = str_slice(file, 0, 100);
	ERR_clear_error();
	if (ERR_SYSTEM_ERROR(code) && ERR_GET_REASON(code) == ENOENT)
		return fail(why, ERR_TLS, "there is no file %.*s; %s is expected there",
			    STR_ARG(name), what);
	if (ERR_SYSTEM_ERROR(code))
		return fail(why, ERR_TLS, "cannot read the file %.*s: %s", STR_ARG(name),
			    strerror(ERR_GET_REASON(code)));
	return fail(why, ERR_TLS, "%.*s does not hold %s", STR_ARG(name), what);
}

static bool terminate(str text, char out[PATH_BYTES])
{
	if (text.len >= PATH_BYTES || str_find(text, '\0') < text.len) return false;
	memcpy(out, text.at, text.len);
	out[text.len] = '\0';
	return true;
}

static enum err load_files(SSL_CTX *tls, str certificate_file, str key_file, struct why *why)
{
	char path[PATH_BYTES];
	ERR_clear_error();
	if (!terminate(certificate_file, path) ||
	    SSL_CTX_use_certificate_chain_file(tls, path) != 1)
		return tls_fail(why, "a certificate chain in PEM form", certificate_file);
	if (!terminate(key_file, path) ||
	    SSL_CTX_use_PrivateKey_file(tls, path, SSL_FILETYPE_PEM) != 1)
		return tls_fail(why, "a private key in PEM form without a passphrase", key_file);
	if (SSL_CTX_check_private_key(tls) != 1)
		return tls_fail(why, "the private key of this certificate", key_file);
	return ERR_OK;
}

/* A key with a passphrase would ask for it on the terminal. */
static int no_passphrase(char *out, int size, int is_writing, void *context)
{
	(void)out, (void)size, (void)is_writing, (void)context;
	return 0;
}

enum err tls_server_new(str certificate_file, str key_file, SSL_CTX **out_tls, struct why *why)
{
	SSL_CTX *tls = SSL_CTX_new(TLS_server_method());
	if (!tls) return fail(why, ERR_MEMORY, "no memory for TLS");
	SSL_CTX_set_min_proto_version(tls, TLS1_2_VERSION);
	SSL_CTX_set_options(tls, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
					 SSL_OP_CIPHER_SERVER_PREFERENCE);
	/* Idle connections give their buffers back: 10,000 of them would hold 340 MB. */
	SSL_CTX_set_mode(tls, SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_default_passwd_cb(tls, no_passphrase);
	SSL_CTX_set_alpn_select_cb(tls, choose_protocol, NULL);
	enum err err = load_files(tls, certificate_file, key_file, why);
	if (err) SSL_CTX_free(tls);
	else *out_tls = tls;
	return err;
}
