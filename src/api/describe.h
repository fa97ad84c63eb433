/* The description of the API (OpenAPI 3.1), made from the tables that route and read requests and
 * that declare answers. It is made when the tables change, and stands in doc/openapi.json: the
 * server serves that file. */
#ifndef BELFRY_API_DESCRIBE_H
#define BELFRY_API_DESCRIBE_H

#include "api/answer_shape.h"
#include "base/buf.h"

/* The whole document, a line for each member. */
void describe_write(struct buf *out, str version);

/* ---- its schemas (describe_schema.c) -------------------------------------------------------- */

/* `"components": {"schemas": ...` without the closing brace of components: all that routes name. */
void describe_put_schemas(struct buf *out);
/* A parameter's schema. */
void describe_parameter(struct buf *out, const struct shape *shape, const struct field *field);
/* Members of an object that stands for a schema: a reference to it. */
void describe_put_request(struct buf *out, const struct shape *shape);
void describe_put_answer(struct buf *out, const struct answer_shape *shape);
void describe_put_list(struct buf *out, const struct answer_shape *shape);
/* `"x-aliases": [...]`, where the field has other spellings. */
/* The default of a field, as JSON. */
void describe_write_preset(struct buf *out, const struct field *field);
void describe_put_preset(struct buf *out, const struct field *field);
void describe_put_aliases(struct buf *out, const struct shape *shape, const struct field *field);
/* A problem of one status: {"code": ..., "status": ...} beside the shape of all problems. */
void describe_put_problem(struct buf *out, int status);

#endif
