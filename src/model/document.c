/* The facts of documents.def, by kind. */
#include "base/must.h"
#include "model/rows.h"

str document_kind_name(enum document_kind kind)
{
	static const str names[DOCUMENT_KINDS] = {
#define X(name, word, most, sentence) [DOCUMENT_##name] = { word, sizeof word - 1 },
		DOCUMENTS(X)
#undef X
	};
	must(kind < DOCUMENT_KINDS);
	return names[kind];
}

u32 document_most(enum document_kind kind)
{
	static const u32 most_of[DOCUMENT_KINDS] = {
#define X(name, word, most, sentence) [DOCUMENT_##name] = most,
		DOCUMENTS(X)
#undef X
	};
	must(kind < DOCUMENT_KINDS);
	return most_of[kind];
}
