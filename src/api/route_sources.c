/* Sources: whose signed events are taken, and of which types they may make runs. */
#include "api/handlers.h"
#include "api/kept.h"
#include "api/parts.h"
#include "api/shapes.h"

SHAPE_STRUCT(source_input, SOURCE_FIELDS);
SHAPE_PLACES(SOURCE, SOURCE_FIELDS);
SHAPE(source_body, source_input, SOURCE_FIELDS, "source", "whose signed events are taken");

static const struct kept_kind sources = { DOCUMENT_SOURCE, "a source", &source_body,
					  (((u64)1 << SOURCE_PLACES) - 1) &
						  ~(((u64)1 << SOURCE_NAME) - 1) };

enum err source_read(struct request *request, struct query *query)
{
	return kept_read(request, query, DOCUMENT_SOURCE);
}

enum err source_put(struct request *request, struct command *command)
{
	const struct source_input *input = request->input;
	const struct kept *kept = request->found;
	bool is_new = !kept->old.row.version;
	struct why why;
	(void)fail(&why, ERR_INVALID, "must name one or two secrets");
	bool has_secrets = is_given(input, SOURCE_SECRETS);
	if (is_null(input, SOURCE_SECRETS) || (is_new && !has_secrets) ||
	    (has_secrets && !input->secrets.len))
		return request_fault(request, STR("/secrets"), &why);
	for (u32 i = 0; i < input->types.len; i++) {
		if (name_check(NAME_TYPE, input->types.at[i], "type", &why))
			return request_fault(request, STR("/types"), &why);
	}
	return kept_put(request, &sources, kept->old.row.body, command);
}

enum err source_delete(struct request *request, struct command *command)
{
	return kept_delete(request, &sources, command);
}

enum err source_view(struct request *request, struct query *query)
{
	return kept_view(request, query, DOCUMENT_SOURCE);
}

enum err source_list_view(struct request *request, struct query *query)
{
	return kept_list_view(request, query, DOCUMENT_SOURCE);
}
