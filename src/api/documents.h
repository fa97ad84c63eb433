/* Documents of the caller's tenant: found by name, or listed page by page. */
#ifndef BELFRY_API_DOCUMENTS_H
#define BELFRY_API_DOCUMENTS_H

#include "api/parts.h"
#include "store/query.h"

/* The document of that name; ERR_NOT_FOUND. */
MUST_USE enum err document_find(struct request *request, struct query *query,
				enum document_kind kind, str name,
				struct document_view *out_document);
/* The page that the request's parameters ask for, by name; *out_after is the last name of the page
 * before. */
MUST_USE enum err documents_page(struct request *request, struct query *query,
				 enum document_kind kind, struct document_page *out_page,
				 str *out_after);
/* Ends the list after its rows, with the cursor of the next page. */
void documents_close(struct request *request, const struct document_page *page);

#endif
