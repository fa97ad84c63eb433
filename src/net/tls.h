/* TLS for the server: 1.2 and up, HTTP/1.1 only, no renegotiation. */
#ifndef BELFRY_NET_TLS_H
#define BELFRY_NET_TLS_H

#include "base/err.h"
#include "base/str.h"

#include <openssl/ssl.h>

/* From PEM files; the caller frees by SSL_CTX_free. ERR_TLS: a file cannot be read, or key and
 * certificate do not belong together. */
MUST_USE enum err tls_server_new(str certificate_file, str key_file, SSL_CTX **out_tls,
				 struct why *why);

#endif
