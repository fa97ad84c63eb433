/* The key of a run's alert: by it people hear of one thing once, whichever way it takes to them. */
#include "engine/core/core.h"
#include "engine/whole.h"
#include "model/guard.h"

/* The one name in a list of names. */
static str only_name(const struct class_list *list)
{
	return list->len ? (str){ list->text, list->len - 1u } : (str){ "", 0 };
}

/* A text without its quotes; whatever else it is as it stands. */
static str bare(str value)
{
	bool is_text = value.len > 1 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : value;
}

/* Empty: its type reaches nobody, or nothing tells. */
static str alert_of(const struct type_policy *policy, const struct enqueue_item *item)
{
	str found, value = { "", 0 };
	if (!policy_notifies(policy)) return value;
	str path = policy->fallback.type ? only_name(&policy->fallback.key) : value;
	if (str_eq(path, STR("entity"))) value = item->entity;
	else if (path.len && payload_find(item->payload, path, &found)) value = bare(found);
	return value.len ? value : item->key;
}

/* Words that are too long for a log are left out of it; they tell the alert all the same. */
void alert_set(struct run_row *row, const struct type_policy *policy,
	       const struct enqueue_item *item)
{
	str alert = alert_of(policy, item);
	row->alert = item->alert ? item->alert : alert.len ? digest_of(alert).a : 0;
	if (item->alert) row->alert_key = item->alert_key;
	else if (alert.len <= LIMIT_KEY_BYTES) row->alert_key = alert;
}
