#include "cli/transfer.h"

#include "cli/remote.h"
#include "cli/render.h"

const struct transfer_kind transfer_kinds[] = {
	{ "settings", "tenants", "id", "id created_at version", "", TRANSFER_SETTINGS },
	{ "calendar", "calendars", "name", "name tenant_id version updated_at", "", TRANSFER_PUT },
	{ "type", "types", "name", "name tenant_id version source in_force catalog",
	  "source tenant", TRANSFER_PUT },
	{ "limit", "limits", "route",
	  "route tenant_id declared_by version closed_until tokens running waiting learned",
	  "declared_by *", TRANSFER_LISTED },
	{ "user", "users", "id", "id tenant_id version", "", TRANSFER_PUT },
	{ "source", "sources", "", "id tenant_id created_at updated_at version", "",
	  TRANSFER_MAKE },
	{ "rule", "rules", "", "id tenant_id origin created_at updated_at version", "origin tenant",
	  TRANSFER_MAKE },
	{ "webhook", "webhooks", "",
	  "id tenant_id after deliveries cut created_at updated_at version", "", TRANSFER_MAKE },
	{ "job", "jobs", "code",
	  "id tenant_id version created_at updated_at next_run_at next_run_id last_run_at "
	  "last_run_status last_run_duration_ms run_count failure_count failures_in_a_row "
	  "schedule_in_words is_enabled pause flagged max_retries allow_concurrent in_force "
	  "retry_delay_seconds" /* of its type or tenant, where it has no backoff */,
	  "", TRANSFER_JOB },
	{ "daily", "daily", "user_id",
	  "user_id tenant_id last_date status last_run_at next created_at updated_at", "",
	  TRANSFER_PUT },
	{ "reminder", "reminders", "",
	  "id tenant_id status next_remind_at snoozed_until snooze_count snooze_options sent_at "
	  "dismissed_at completed_at run_id created_at updated_at version",
	  "status PENDING SNOOZED", TRANSFER_MAKE },
};
const size_t transfer_kinds_len = countof(transfer_kinds);

static bool is_own(const struct transfer_kind *kind, str key)
{
	str word;
	for (u32 i = 0; (word = list_word(kind->own, i)).len; i++) {
		if (key.len == word.len + 2 && memcmp(key.at + 1, word.at, word.len) == 0)
			return true;
	}
	return false;
}

static const struct transfer_kind *kind_of(enum transfer_way way)
{
	const struct transfer_kind *kind = transfer_kinds;
	while (kind->way != way) kind++;
	return kind;
}

bool transfer_is_own_of_job(str key)
{
	return is_own(kind_of(TRANSFER_JOB), key);
}

bool transfer_is_wanted(const struct transfer_kind *kind, str row)
{
	str member = list_word(kind->only, 0);
	char name[32] = "";
	if (!member.len) return true;
	memcpy(name, member.at, member.len < sizeof name - 1 ? member.len : sizeof name - 1);
	str value = render_text(row, name), word;
	for (u32 i = 1; (word = list_word(kind->only, i)).len; i++) {
		if (str_eq(word, STR("*")) ? value.len > 0 : str_eq(word, value)) return true;
	}
	return !value.len && !render_member(row, name).len; /* of an older server */
}

/* A job shows what is in force: only its own values are the job's. */
static bool is_inherited(str row, str key)
{
	static const struct {
		str member, field;
	} fields[] = { { STR("\"priority\""), STR("priority") },
		       { STR("\"max_attempts\""), STR("max_attempts") },
		       { STR("\"timeout_seconds\""), STR("timeout_seconds") },
		       { STR("\"backoff\""), STR("backoff") } };
	str rest = render_array(row, "in_force"), item;
	for (size_t i = 0; i < countof(fields); i++) {
		if (!str_eq(fields[i].member, key)) continue;
		while (render_next_item(&rest, &item)) {
			if (str_eq(render_text(item, "field"), fields[i].field))
				return !str_eq(render_text(item, "source"), STR("job"));
		}
	}
	return false;
}

/* A tenant that has the usual share says nothing: only the system may say it. */
static bool is_usual_share(const struct transfer_kind *kind, str key, str value)
{
	if (kind->way != TRANSFER_SETTINGS) return false;
	return (str_eq(key, STR("\"weight\"")) && str_eq(value, STR("1"))) ||
	       (str_eq(key, STR("\"limit\"")) && str_eq(value, STR("0")));
}

void transfer_add_body(const struct transfer_kind *kind, str row, bool with_name, struct buf *out)
{
	str rest = str_from_offset(str_trim(row), 1);
	str member, name = str_from(kind->name);
	size_t begin = out->len;
	buf_add_byte(out, '{');
	while (render_next_item(&rest, &member)) {
		str value = member;
		str key = str_trim(str_split(&value, ':'));
		value = str_trim(value);
		/* A pause is no state that could be set. */
		bool is_pause = kind->way == TRANSFER_JOB && str_eq(value, STR("\"PAUSED\""));
		bool is_name = with_name && name.len && key.len == name.len + 2 &&
			       memcmp(key.at + 1, name.at, name.len) == 0;
		if (is_own(kind, key) && !is_name) continue;
		if (str_eq(value, STR("null")) || is_pause) continue;
		if (kind->way == TRANSFER_JOB && is_inherited(row, key)) continue;
		if (is_usual_share(kind, key, value)) continue;
		if (out->len > begin + 1) buf_add_byte(out, ',');
		buf_add(out, member);
	}
	buf_add_byte(out, '}');
}

/* ---- whom, and where ------------------------------------------------------------------------ */

void transfer_add_tenant(struct cli *cli, struct buf *path)
{
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	if (!tenant.len) return;
	buf_add(path, str_find(buf_view(path), '?') < path->len ? STR("&tenant_id=")
								: STR("?tenant_id="));
	remote_encode(tenant, path);
}

void transfer_path(struct cli *cli, const struct transfer_kind *kind, str name, struct buf *path)
{
	buf_addf(path, "%s/", kind->list);
	remote_encode(name, path);
	if (kind->way == TRANSFER_SETTINGS) buf_add(path, STR("/settings"));
	else transfer_add_tenant(cli, path);
}

enum err transfer_tenant(struct cli *cli, struct buf *out_tenant)
{
	str tenant = arguments_value(cli->arguments, OPTION_TENANT, STR(""));
	str body = { 0 };
	enum err err = ERR_OK;
	if (!tenant.len) {
		err = remote_send(cli, &(struct remote_call){ STR("GET"), STR("me"), STR(""), 0 },
				  &body);
		tenant = err ? tenant : render_text(render_member(body, "tenant"), "id");
	}
	if (!err) buf_add(out_tenant, tenant);
	return err;
}

/* ---- every row ------------------------------------------------------------------------------ */

static enum err tell_rows(struct cli *cli, const struct transfer_kind *kind, str rows,
			  transfer_row *told, void *context)
{
	enum err err = ERR_OK;
	str item;
	while (!err && render_next_item(&rows, &item)) {
		if (transfer_is_wanted(kind, item)) err = told(cli, kind, item, context);
	}
	return err;
}

enum err transfer_walk(struct cli *cli, const struct transfer_kind *kind, transfer_row *told,
		       void *context)
{
	struct buf path, page;
	str body;
	bool more = true;
	enum err err = ERR_OK;
	buf_init(&path, REMOTE_PATH_MAX);
	buf_init(&page, REMOTE_BODY_MAX + 1);
	buf_add(&path, str_from(kind->list));
	transfer_add_tenant(cli, &path);
	size_t plain = path.len;
	for (u32 i = 0; !err && more && i < TRANSFER_PAGES_MAX; i++) {
		err = remote_send(cli,
				  &(struct remote_call){ STR("GET"), buf_view(&path), STR(""), 0 },
				  &body);
		if (err) break;
		buf_clear(&page);
		buf_add(&page, body); /* who is told may call the server */
		str cursor = render_member(buf_view(&page), "next_cursor");
		more = cursor.len > 2 && cursor.at[0] == '"';
		path.len = plain;
		buf_add(&path, plain > strlen(kind->list) ? STR("&cursor=") : STR("?cursor="));
		if (more) remote_encode(str_slice(cursor, 1, cursor.len - 1), &path);
		err = tell_rows(cli, kind, render_array(buf_view(&page), "data"), told, context);
	}
	buf_done(&page);
	buf_done(&path);
	return err;
}
