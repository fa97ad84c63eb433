/* Writing JSON into a buf. A comma is put where one is due, by looking at the last byte, so writers
 * only say what comes. Keys are literals of ours and are not escaped. */
#ifndef BELFRY_API_WRITE_H
#define BELFRY_API_WRITE_H

#include "base/buf.h"
#include "base/msec.h"
#include "base/uuid.h"

void write_open(struct buf *out, char bracket); /* { or [ */
void write_close(struct buf *out, char bracket);
void write_key(struct buf *out, str key);

void write_text(struct buf *out, str text);
void write_u64(struct buf *out, u64 value);
void write_i64(struct buf *out, i64 value);
void write_bool(struct buf *out, bool value);
void write_null(struct buf *out);
/* Bytes that are JSON already; null when empty. */
void write_raw(struct buf *out, str bytes);
void write_instant(struct buf *out, msec at);
void write_uuid(struct buf *out, const struct uuid *uuid);

/* A member: key and value. */
void put_open(struct buf *out, str key, char bracket);
void put_text(struct buf *out, str key, str text);
void put_text_or_null(struct buf *out, str key, str text); /* null when empty */
void put_u64(struct buf *out, str key, u64 value);
void put_i64(struct buf *out, str key, i64 value);
void put_bool(struct buf *out, str key, bool value);
void put_null(struct buf *out, str key);
void put_raw(struct buf *out, str key, str bytes);
void put_instant(struct buf *out, str key, msec at);
void put_instant_or_null(struct buf *out, str key, msec at); /* null when 0 or never */
void put_uuid(struct buf *out, str key, const struct uuid *uuid);
void put_uuid_or_null(struct buf *out, str key, const struct uuid *uuid); /* null when nil */

#endif
