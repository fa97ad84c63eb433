/* Things that are kept as one JSON object and have an id: made, changed, deleted, shown, listed.
 * A route says which kind it is about. */
#ifndef BELFRY_API_KEPT_H
#define BELFRY_API_KEPT_H

#include "api/request.h"
#include "store/query.h"

struct kept_kind {
	enum document_kind document;
	const char *noun; /* "a rule" */
	const struct shape *shape;
	u64 mask; /* the fields that are kept */
};

/* The object that a request is about. */
struct kept {
	char name[UUID_TEXT_LEN];
	struct document_view old; /* version 0: it is new */
};

/* On the loop's thread: a new id, or the path's. */
MUST_USE enum err kept_begin_new(struct request *request);
MUST_USE enum err kept_begin_old(struct request *request);
/* As it is; ERR_NOT_FOUND. */
MUST_USE enum err kept_read(struct request *request, struct query *query, enum document_kind kind);
/* Fills the object to keep: the given members over `base`; and the command that keeps it. */
MUST_USE enum err kept_put(struct request *request, const struct kept_kind *kind, str base,
			   struct command *command);
MUST_USE enum err kept_delete(struct request *request, const struct kept_kind *kind,
			      struct command *command);
/* The id of the path, or of the one that the call has made, now or when it came first. */
MUST_USE enum err kept_name(struct request *request, char out_name[UUID_TEXT_LEN]);
/* The members that every kind shows behind its own, into an open object. */
void kept_put_rest(struct request *request, const struct document_view *document);
MUST_USE enum err kept_view(struct request *request, struct query *query, enum document_kind kind);
MUST_USE enum err kept_list_view(struct request *request, struct query *query,
				 enum document_kind kind);

#endif
