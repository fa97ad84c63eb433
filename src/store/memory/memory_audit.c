/* Audit rows, in the order they were written. */
#include "base/memory.h"
#include "base/must.h"
#include "store/memory/memory_parts.h"

struct memory_audit *copy_audit(const struct audit_row *row)
{
	struct memory_audit *audit = mem_alloc(sizeof *audit + row_text_bytes(&audit_shape, row));
	if (!audit) return NULL;
	audit->in_audits = (struct treap_node){ 0 };
	row_copy(&audit_shape, &audit->row, row, (char *)(audit + 1));
	return audit;
}

/* They are of this turn, and in order: none is left out, none comes twice. */
void keep_audit(struct memory_store *store, const struct turn *turn, struct memory_audit *made)
{
	const struct audit_row *row = &made->row;
	struct audit_row before = { .turn = row->turn, .number = row->number - 1 };
	must(row->turn == turn->id);
	must(row->at == turn->now.wall);
	must(row->number > 0);
	must(row->action.len > 0);
	must(row->number == 1 || treap_find(&store->audits, &before) != NULL);
	must(treap_find(&store->audits, row) == NULL);
	treap_insert(&store->audits, &made->in_audits, row);
}

void memory_store_each_audit(const struct memory_store *store, u64 after, memory_audit_visit *visit,
			     void *context)
{
	struct audit_row first = { .turn = after, .number = UINT32_MAX };
	const struct treap_node *node = treap_after(&store->audits, &first);
	for (; node; node = treap_next(node))
		visit(context, &container_of(node, struct memory_audit, in_audits)->row);
}

void free_audits(struct memory_store *store)
{
	struct treap_node *node;
	while ((node = store->audits.root)) {
		treap_remove(&store->audits, node);
		mem_free(container_of(node, struct memory_audit, in_audits));
	}
}
