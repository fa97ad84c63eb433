/* The parts of the description: of its schemas what all share (describe_type.c), requests
 * (describe_request.c), answers (describe_answer.c), events (describe_events.c) and which of them
 * there are (describe_schema.c); refusals and parameters of its operations. A `put_` writes members
 * of the object that is open. */
#ifndef BELFRY_API_DESCRIBE_PARTS_H
#define BELFRY_API_DESCRIBE_PARTS_H

#include "api/describe.h"

/* ---- shared (describe_type.c) ---------------------------------------------------------------- */

void schema_put_type(struct buf *out, const char *type, bool is_nullable);
void schema_put_format(struct buf *out, const char *format, bool is_nullable);
/* Writes nothing if there is no sentence. */
void schema_put_sentence(struct buf *out, const char *sentence);
void schema_put_reference(struct buf *out, str name, const char *suffix);
/* "TaskBulkInput" of the shape task_bulk. */
void schema_add_request_name(struct buf *out, const struct shape *shape);
/* Around a reference that may be null. */
void schema_open_nullable(struct buf *out, bool is_nullable);
void schema_close_nullable(struct buf *out, bool is_nullable);
/* "a,b,c" as an enum. */
void schema_put_words(struct buf *out, const char *words, bool is_nullable);
void schema_put_integer(struct buf *out, const struct field *field, bool is_nullable);
void schema_put_object(struct buf *out, bool is_nullable);

/* ---- requests (describe_request.c) ----------------------------------------------------------- */

void schema_put_given(struct buf *out, const struct field *field, bool is_nullable);
void schema_write_request(struct buf *out, const struct shape *shape);

/* ---- answers (describe_answer.c) --------------------------------------------------------------
 */

/* The field that a member is the same as. */
const struct field *schema_field_of_request(const struct answer_shape *shape, str name);
void schema_put_answered(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *field);
void schema_write_answer(struct buf *out, const struct answer_shape *shape);
/* is_whole: the list cannot have damaged rows. */
void schema_put_list(struct buf *out, const struct answer_shape *shape, bool is_whole);

/* Called for each member of an answer. A member that copies the request's fields stands for
 * several; a member of the answer's own replaces the copied one. */
typedef void member_call(struct buf *out, const struct answer_shape *shape,
			 const struct answer_field *member);
void schema_for_each_member(struct buf *out, const struct answer_shape *shape, member_call *call);
/* Such a callback: writes the name of a member that is always present. */
void schema_write_required(struct buf *out, const struct answer_shape *shape,
			   const struct answer_field *member);

/* ---- events (describe_events.c) ----------------------------------------------------------------
 */

void schema_put_events(struct buf *out);

/* ---- refusals (describe_refusals.c) -------------------------------------------------------------
 */

/* The route needs no token. */
bool describe_is_open(const struct api_route *route);
/* The route needs a signature by the sender's secret instead of a token. */
bool describe_is_signed(const struct api_route *route);
/* `"404": {`. */
void describe_put_status(struct buf *out, int status, char bracket);
/* Members of an operation's responses. */
void describe_put_refusals(struct buf *out, const struct api_route *route);
/* `"responses": ...` of the components. */
void describe_put_responses(struct buf *out);

/* ---- parameters (describe_parameters.c)
 * ----------------------------------------------------------- */

/* Whether the answer has an ETag that If-None-Match may name. */
bool describe_has_tag(const struct api_route *route);
/* `"parameters": ...` of the components, of an operation, and of what is signed. */
void describe_put_head_fields(struct buf *out);
void describe_put_parameters(struct buf *out, const struct api_route *route);
void describe_put_signed(struct buf *out);

#endif
