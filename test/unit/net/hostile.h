/* Requests that must be refused, each with its status: smuggling, malformed and oversized ones.
 * Told to the server as a whole (test_http_hostile.c) and to the reader in any pieces
 * (test_http_reader.c). */
#ifndef BELFRY_TEST_UNIT_NET_HOSTILE_H
#define BELFRY_TEST_UNIT_NET_HOSTILE_H

#include "base/str.h"

struct hostile {
	const char *name;
	str bytes;
	int status;
};

/* clang-format off */
#define H "Host: x\r\n"
#define POST "POST / HTTP/1.1\r\n" H
#define LENGTH "Content-Length: "
#define ENCODING "Transfer-Encoding: "
#define CHUNKS POST "Transfer-Encoding: chunked\r\n\r\n"
#define BAD(name, bytes, status) { name, { "" bytes, sizeof(bytes) - 1 }, status }
#define X8(s) s s s s s s s s
#define X64(s) X8(X8(s))
#define X512(s) X8(X64(s))
#define X4096(s) X8(X512(s))

static const struct hostile hostile_requests[] = {
	/* How long is the body? Two answers are one too many. */
	BAD("length and encoding",
	    POST LENGTH "3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("encoding and length",
	    POST ENCODING "chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
	BAD("two lengths", POST LENGTH "3\r\nContent-Length: 5\r\n\r\nabcde", 400),
	BAD("two equal lengths", POST LENGTH "3\r\nContent-Length: 3\r\n\r\nabc", 400),
	BAD("lengths in a list", POST LENGTH "3, 3\r\n\r\nabc", 400),
	BAD("length with plus", POST LENGTH "+3\r\n\r\nabc", 400),
	BAD("length with minus", POST LENGTH "-3\r\n\r\nabc", 400),
	BAD("length in hexadecimal", POST LENGTH "0x3\r\n\r\nabc", 400),
	BAD("length with letters", POST LENGTH "3a\r\n\r\nabc", 400),
	BAD("length with a fraction", POST LENGTH "3.0\r\n\r\nabc", 400),
	BAD("length with a space inside", POST LENGTH "1 3\r\n\r\nabc", 400),
	BAD("length is empty", POST "Content-Length:\r\n\r\nabc", 400),
	BAD("length is blank", POST LENGTH "  \r\n\r\nabc", 400),
	BAD("length overflows 64 bits", POST LENGTH "18446744073709551617\r\n\r\na", 400),
	BAD("length of many zeros", POST LENGTH "0000000000000000000003\r\n\r\nabc", 400),
	BAD("length above the route's bound", POST LENGTH "65537\r\n\r\na", 413),
	BAD("length far above the bound", POST LENGTH "999999999999999\r\n\r\na", 413),
	BAD("length in other letters, twice",
	    POST "content-length: 3\r\nCONTENT-LENGTH: 3\r\n\r\nabc", 400),
	BAD("length quoted", POST LENGTH "\"3\"\r\n\r\nabc", 400),
	/* Encodings. */
	BAD("encoding gzip", POST ENCODING "gzip\r\n\r\n", 501),
	BAD("encoding gzip, chunked", POST ENCODING "gzip, chunked\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding chunked, gzip", POST ENCODING "chunked, gzip\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding chunked twice", POST ENCODING "chunked, chunked\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding repeated",
	    POST ENCODING "chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("encoding identity", POST ENCODING "identity\r\n\r\n", 501),
	BAD("encoding xchunked", POST ENCODING "xchunked\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding quoted", POST ENCODING "\"chunked\"\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding with a parameter", POST ENCODING "chunked;q=1\r\n\r\n0\r\n\r\n", 501),
	BAD("encoding empty", POST "Transfer-Encoding:\r\n\r\n", 501),
	BAD("encoding behind a vertical tab", POST ENCODING "\x0b" "chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("encoding in HTTP/1.0",
	    "POST / HTTP/1.0\r\n" H "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("encoding with a space before its colon",
	    POST "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("encoding folded", POST "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400),
	BAD("length hidden behind a bare carriage return",
	    POST "X: y\rContent-Length: 3\r\n\r\nabc", 400),
	/* Chunks. */
	BAD("chunk size with plus", CHUNKS "+3\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size with minus", CHUNKS "-3\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size with prefix", CHUNKS "0x3\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size of nine digits", CHUNKS "000000003\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size of seventeen digits", CHUNKS "10000000000000003\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size empty", CHUNKS "\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size behind a space", CHUNKS " 3\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size before a space", CHUNKS "3 \r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size that is no number", CHUNKS "g\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size line ended by a line feed", CHUNKS "3\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk size line ended by a carriage return", CHUNKS "3\rabc\r\n0\r\n\r\n", 400),
	BAD("chunk longer than its size", CHUNKS "3\r\nabcd\r\n0\r\n\r\n", 400),
	BAD("chunk without its line end", CHUNKS "3\r\nabc0\r\n\r\n", 400),
	BAD("chunk ended by a line feed", CHUNKS "3\r\nabc\n0\r\n\r\n", 400),
	BAD("chunk ended by a carriage return and a letter", CHUNKS "3\r\nabc\rX0\r\n\r\n", 400),
	BAD("chunk extension above 64 bytes", CHUNKS "3;" X64("a") "\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk extension with a line feed", CHUNKS "3;a\nb\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk extension with a NUL", CHUNKS "3;a\0b\r\nabc\r\n0\r\n\r\n", 400),
	BAD("chunk above the route's bound", CHUNKS "10001\r\n", 413),
	BAD("chunks together above the bound",
	    "POST /small HTTP/1.1\r\n" H "Transfer-Encoding: chunked\r\n\r\n"
	    "8\r\n12345678\r\n3\r\nabc\r\n0\r\n\r\n", 413),
	BAD("trailer without a colon", CHUNKS "0\r\nnonsense\r\n\r\n", 400),
	BAD("trailer with a space before its colon", CHUNKS "0\r\na : b\r\n\r\n", 400),
	BAD("trailer that is folded", CHUNKS "0\r\na: b\r\n c\r\n\r\n", 400),
	BAD("trailer with a bare line feed", CHUNKS "0\r\na: b\n\r\n\r\n", 400),
	BAD("last line ended by a line feed", CHUNKS "0\r\n\n", 400),
	BAD("the trailers are longer than 4096 bytes", CHUNKS "0\r\na: " X4096("a"), 431),
	/* Lines. */
	BAD("bare line feeds", "GET / HTTP/1.1\nHost: x\n\n", 400),
	BAD("a bare line feed behind a field", "GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
	BAD("a bare carriage return in a field", "GET / HTTP/1.1\r\n" H "A: b\rc\r\n\r\n", 400),
	BAD("a bare carriage return at the end", "GET / HTTP/1.1\r\n" H "\rX", 400),
	BAD("carriage returns doubled", "GET / HTTP/1.1\r\r\n" H "\r\n", 400),
	BAD("a folded field", "GET / HTTP/1.1\r\n" H "A: b\r\n c\r\n\r\n", 400),
	BAD("a field folded by a tab", "GET / HTTP/1.1\r\n" H "A: b\r\n\tc\r\n\r\n", 400),
	BAD("a space before the first field", "GET / HTTP/1.1\r\n Host: x\r\n\r\n", 400),
	BAD("a space before a colon", "GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
	BAD("a tab before a colon", "GET / HTTP/1.1\r\nHost\t: x\r\n\r\n", 400),
	BAD("a field without a name", "GET / HTTP/1.1\r\n" H ": b\r\n\r\n", 400),
	BAD("a field without a colon", "GET / HTTP/1.1\r\n" H "nonsense\r\n\r\n", 400),
	BAD("a space in a name", "GET / HTTP/1.1\r\n" H "A B: c\r\n\r\n", 400),
	BAD("a bracket in a name", "GET / HTTP/1.1\r\n" H "A[]: c\r\n\r\n", 400),
	BAD("a NUL in a name", "GET / HTTP/1.1\r\n" H "A\0B: c\r\n\r\n", 400),
	BAD("a NUL in a value", "GET / HTTP/1.1\r\n" H "A: b\0c\r\n\r\n", 400),
	BAD("a control character in a value", "GET / HTTP/1.1\r\n" H "A: b\x01" "c\r\n\r\n", 400),
	BAD("a delete in a value", "GET / HTTP/1.1\r\n" H "A: b\x7f" "c\r\n\r\n", 400),
	BAD("a letter beyond ASCII in a name", "GET / HTTP/1.1\r\n" H "\xc3\xa4: c\r\n\r\n", 400),
	BAD("65 fields", "GET / HTTP/1.1\r\n" H X64("A: b\r\n") "\r\n", 431),
	BAD("the request head is longer than 16384 bytes",
	    "GET / HTTP/1.1\r\n" H "A: " X4096("abcd") "\r\n\r\n", 431),
	/* The request line. */
	BAD("HTTP/0.9", "GET /\r\n", 400),
	BAD("HTTP/0.9 with a space", "GET / \r\n", 400),
	BAD("HTTP/0.9 spelt out", "GET / HTTP/0.9\r\n\r\n", 505),
	BAD("HTTP/1.2", "GET / HTTP/1.2\r\n" H "\r\n", 505),
	BAD("HTTP/2.0", "GET / HTTP/2.0\r\n" H "\r\n", 505),
	BAD("HTTP/0.0", "GET / HTTP/0.0\r\n" H "\r\n", 505),
	BAD("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 501),
	BAD("a version of three digits", "GET / HTTP/1.11\r\n" H "\r\n", 505),
	BAD("a version in small letters", "GET / http/1.1\r\n" H "\r\n", 400),
	BAD("another protocol", "GET / FTP/1.1\r\n" H "\r\n", 400),
	BAD("two spaces before the target", "GET  / HTTP/1.1\r\n" H "\r\n", 400),
	BAD("two spaces behind the target", "GET /  HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a tab instead of a space", "GET\t/ HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a space behind the version", "GET / HTTP/1.1 \r\n" H "\r\n", 400),
	BAD("a space before the method", " GET / HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a space in the target", "GET /a b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a method in small letters", "get / HTTP/1.1\r\n" H "\r\n", 501),
	BAD("an unknown method", "FETCH / HTTP/1.1\r\n" H "\r\n", 501),
	BAD("a method with a colon", "G:T / HTTP/1.1\r\n" H "\r\n", 501),
	BAD("CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n", 501),
	BAD("two empty lines first", "\r\n\r\nGET / HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a bare line feed first", "\nGET / HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a TLS greeting", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
	BAD("nothing but NULs", "\0\0\0\0\0\0\0\0", 400),
	BAD("a NUL in the target", "GET /a\0b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a letter beyond ASCII in the target", "GET /\xc3\xa4 HTTP/1.1\r\n" H "\r\n", 400),
	BAD("the request target is longer than 8192 bytes",
	    "GET /" X4096("ab") " HTTP/1.1\r\n" H "\r\n", 414),
	/* Whose request is it? */
	BAD("no host", "GET / HTTP/1.1\r\n\r\n", 400),
	BAD("two hosts", "GET / HTTP/1.1\r\n" H H "\r\n", 400),
	BAD("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
	BAD("a host with a path", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", 400),
	BAD("a host with a user", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n", 400),
	BAD("a host with a space", "GET / HTTP/1.1\r\nHost: x y\r\n\r\n", 400),
	BAD("a host with a wrong port", "GET / HTTP/1.1\r\nHost: x:99999\r\n\r\n", 400),
	BAD("a host with an empty port", "GET / HTTP/1.1\r\nHost: x:\r\n\r\n", 400),
	BAD("a host with an open bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400),
	BAD("hosts in a list", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n", 400),
	BAD("a URL of another host", "GET http://other/ HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a URL with another port", "GET http://x:81/ HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a URL with a user", "GET http://u@x/ HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a URL of another kind", "GET ftp://x/ HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a URL without a path", "GET http://x HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a target without a slash", "GET echo HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a star for GET", "GET * HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a fragment", "GET /a#b HTTP/1.1\r\n" H "\r\n", 400),
	/* Paths. */
	BAD("an encoded slash", "GET /a%2fb HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an encoded slash, large", "GET /a%2Fb HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an encoded backslash", "GET /a%5cb HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a backslash", "GET /a\\b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an encoded NUL", "GET /a%00 HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an encoded line feed", "GET /a%0ab HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an encoded dot", "GET /a%2eb HTTP/1.1\r\n" H "\r\n", 400),
	BAD("climbing", "GET /a/../b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("climbing at the end", "GET /a/.. HTTP/1.1\r\n" H "\r\n", 400),
	BAD("climbing encoded", "GET /a/%2e%2e/b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("climbing half encoded", "GET /a/.%2e/b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("a single dot", "GET /a/./b HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an escape cut short", "GET /a%4 HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an escape that is no number", "GET /a%zz HTTP/1.1\r\n" H "\r\n", 400),
	BAD("escapes that are not UTF-8", "GET /a%ff HTTP/1.1\r\n" H "\r\n", 400),
	BAD("an overlong slash", "GET /a%c0%af HTTP/1.1\r\n" H "\r\n", 400),
	/* Expectations. */
	BAD("an unknown expectation", POST LENGTH "1\r\nExpect: 200-ok\r\n\r\na", 417),
	BAD("two expectations",
	    POST LENGTH "1\r\nExpect: 100-continue\r\nExpect: 100-continue\r\n\r\na", 417),
};
#undef H
#undef POST
#undef LENGTH
#undef ENCODING
#undef CHUNKS
/* clang-format on */

#endif
