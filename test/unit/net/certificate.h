/* A certificate for 127.0.0.1 and localhost that signs itself, made for one story. */
#ifndef BELFRY_TEST_UNIT_NET_CERTIFICATE_H
#define BELFRY_TEST_UNIT_NET_CERTIFICATE_H

#include "../base/check.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <unistd.h>

struct certificate {
	char folder[256];
	char certificate_file[300];
	char key_file[300];
};

static inline void certificate_write(EVP_PKEY *key, X509 *x509, struct certificate *out)
{
	FILE *file = fopen(out->certificate_file, "w");
	assert_non_null(file);
	assert_int_equal(PEM_write_X509(file, x509), 1);
	fclose(file);
	file = fopen(out->key_file, "w");
	assert_non_null(file);
	assert_int_equal(PEM_write_PrivateKey(file, key, NULL, NULL, 0, NULL, NULL), 1);
	fclose(file);
}

static inline void certificate_add_names(X509 *x509)
{
	X509V3_CTX context;
	X509V3_set_ctx_nodb(&context);
	X509V3_set_ctx(&context, x509, x509, NULL, NULL, 0);
	X509_EXTENSION *names = X509V3_EXT_conf_nid(NULL, &context, NID_subject_alt_name,
						    "IP:127.0.0.1,DNS:localhost");
	assert_non_null(names);
	assert_int_equal(X509_add_ext(x509, names, -1), 1);
	X509_EXTENSION_free(names);
}

/* Into a folder of its own; `serial` tells certificates apart. */
static inline void certificate_make(struct certificate *out, long serial)
{
	const char *temporary = getenv("TMPDIR");
	snprintf(out->folder, sizeof out->folder, "%s/certificate.XXXXXX",
		 temporary ? temporary : "/tmp");
	assert_non_null(mkdtemp(out->folder));
	snprintf(out->certificate_file, sizeof out->certificate_file, "%s/cert.pem", out->folder);
	snprintf(out->key_file, sizeof out->key_file, "%s/key.pem", out->folder);
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *x509 = X509_new();
	assert_true(key && x509);
	X509_set_version(x509, X509_VERSION_3);
	ASN1_INTEGER_set(X509_get_serialNumber(x509), serial);
	X509_gmtime_adj(X509_getm_notBefore(x509), -3600);
	X509_gmtime_adj(X509_getm_notAfter(x509), 3600);
	X509_set_pubkey(x509, key);
	X509_NAME *name = X509_get_subject_name(x509);
	X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"localhost", -1,
				   -1, 0);
	X509_set_issuer_name(x509, name);
	certificate_add_names(x509);
	assert_true(X509_sign(x509, key, EVP_sha256()) > 0);
	certificate_write(key, x509, out);
	X509_free(x509);
	EVP_PKEY_free(key);
}

static inline void certificate_remove(const struct certificate *certificate)
{
	unlink(certificate->certificate_file);
	unlink(certificate->key_file);
	assert_int_equal(rmdir(certificate->folder), 0);
}

#endif
