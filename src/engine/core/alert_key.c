/* The key of a run's alert: people are notified once per key, whatever way the notification
 * takes. */
#include "engine/core/core.h"
#include "engine/whole.h"
#include "model/guard.h"

/* The one name in a list of names. */
static str only_name(const struct class_list *list)
{
	return list->len ? (str){ list->text, list->len - 1u } : (str){ "", 0 };
}

/* A JSON string without its quotes; any other value as it is. */
static str bare(str value)
{
	bool is_text = value.len > 1 && value.at[0] == '"';
	return is_text ? str_slice(value, 1, value.len - 1) : value;
}

/* Empty: the type does not notify people, or has no key. */
static str alert_of(const struct type_policy *policy, const struct enqueue_item *item)
{
	str found, value = { "", 0 };
	if (!policy_notifies(policy)) return value;
	str path = policy->fallback.type ? only_name(&policy->fallback.key) : value;
	if (str_eq(path, STR("entity"))) value = item->entity;
	else if (path.len && payload_find(item->payload, path, &found)) value = bare(found);
	return value.len ? value : item->key;
}

/* Keys that are too long for the log are left out of it; they still identify the alert. */
void alert_set(struct run_row *row, const struct type_policy *policy,
	       const struct enqueue_item *item)
{
	str alert = alert_of(policy, item);
	row->alert = item->alert ? item->alert : alert.len ? digest_of(alert).a : 0;
	if (item->alert) row->alert_key = item->alert_key;
	else if (alert.len <= LIMIT_KEY_BYTES) row->alert_key = alert;
}
