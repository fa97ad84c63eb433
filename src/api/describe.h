/* The description of the API (OpenAPI 3.1), made from the tables that route and read requests and
 * that declare answers. It is made when the tables change, into the file doc/openapi.json, which
 * the server serves. */
#ifndef BELFRY_API_DESCRIBE_H
#define BELFRY_API_DESCRIBE_H

#include "api/answer_shape.h"
#include "base/buf.h"

struct api_route;

/* The whole document, a line for each member. */
void describe_write(struct buf *out, str version);

/* ---- its schemas (describe_schema.c) -------------------------------------------------------- */

/* `"components": {"schemas": ...` without the closing brace of components: all schemas that routes
 * name. */
void describe_put_schemas(struct buf *out);
/* A parameter's schema. */
void describe_parameter(struct buf *out, const struct shape *shape, const struct field *field);
/* The members of a schema object that refers to a request's schema. */
void describe_put_request(struct buf *out, const struct shape *shape);
void describe_put_answer(struct buf *out, const struct answer_shape *shape);
void describe_put_list(struct buf *out, const struct answer_shape *shape);
/* The default of a field, as JSON. */
void describe_write_preset(struct buf *out, const struct field *field);
void describe_put_preset(struct buf *out, const struct field *field);
/* A request field's meaning, and the source of its default. */
void describe_put_meaning(struct buf *out, const struct field *field);
/* "; default: as the type says, else 5", of a field with PRESET_FROM. */
void describe_add_sources(struct buf *out, const struct field *field);
/* `"x-aliases": [...]`, where the field has other spellings. */
void describe_put_aliases(struct buf *out, const struct shape *shape, const struct field *field);
/* A problem of one status: {"code": ..., "status": ...}, in addition to the shape of all
 * problems. */
void describe_put_problem(struct buf *out, int status);

/* ---- header fields of answers (describe_headers.c) ------------------------------------------ */

/* `"headers": ...` of the components. */
void describe_put_headers(struct buf *out);
/* `"headers": ...` of an answer, and of a refusal. */
void describe_put_answer_headers(struct buf *out, const struct api_route *route,
				 const struct answer_shape *shape, bool has_tag);
void describe_put_refusal_headers(struct buf *out, int status);

#endif
