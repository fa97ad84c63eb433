/* Audit rows, among the settings, in the order they were written. */
#include "base/must.h"
#include "store/memory/memory_parts.h"

struct setting_key audit_setting_key(u64 turn, u32 number)
{
	return (struct setting_key){ .kind = SETTING_AUDIT,
				     .number = { (u32)(turn >> 32), (u32)turn, number } };
}

/* They are of this turn, and in order: none is left out, none comes twice. */
void keep_audit(struct memory_store *store, const struct turn *turn, struct memory_setting *setting)
{
	const struct audit_row *row = setting->row;
	struct setting_key before = audit_setting_key(row->turn, row->number - 1);
	must(row->turn == turn->id);
	must(row->at == turn->now.wall);
	must(row->number > 0);
	must(row->action.len > 0);
	must(row->number == 1 || memory_setting_row(store, &before) != NULL);
	must(memory_setting_row(store, &setting->key) == NULL);
	memory_setting_keep(store, setting);
}

void memory_store_each_audit(const struct memory_store *store, u64 after, memory_audit_visit *visit,
			     void *context)
{
	struct setting_key first = audit_setting_key(after, UINT32_MAX);
	const struct treap_node *node = treap_after(&store->settings, &first);
	for (; node; node = treap_next(node)) {
		const struct memory_setting *setting = container_of(node, struct memory_setting,
								    in_settings);
		if (setting->key.kind != SETTING_AUDIT) return;
		visit(context, setting->row);
	}
}
