/* Names the object that a request's path asked for. */
#include "api/not_found.h"

enum { NAME_SHOWN_MAX = 100 };

/* By the word that stands before a place of a path. Secrets of links are not named: what is not in
 * this table is not repeated. */
static const struct {
	str word;
	const char *noun;
} nouns[] = {
	{ STR("alerts"), "alert rule" },
	{ STR("batches"), "batch" },
	{ STR("calendars"), "calendar" },
	{ STR("daily"), "daily window of user" },
	{ STR("events"), "event source" },
	{ STR("executions"), "execution" },
	{ STR("inbox"), "notice" },
	{ STR("jobs"), "job" },
	{ STR("ladders"), "ladder for entity" },
	{ STR("limits"), "limit for route" },
	{ STR("operations"), "operation" },
	{ STR("pings"), "ping for group" },
	{ STR("queue"), "run" },
	{ STR("queues"), "queue" },
	{ STR("reminders"), "reminder" },
	{ STR("rules"), "event rule" },
	{ STR("secrets"), "secret" },
	{ STR("service-alerts"), "service alert" },
	{ STR("sessions"), "session" },
	{ STR("sources"), "event source" },
	{ STR("tasks"), "task" },
	{ STR("templates"), "template" },
	{ STR("tenants"), "tenant" },
	{ STR("tokens"), "token" },
	{ STR("types"), "type" },
	{ STR("users"), "user" },
	{ STR("webhooks"), "webhook" },
	{ STR("workers"), "worker" },
};

static const char *noun_of(str word)
{
	for (size_t i = 0; i < countof(nouns); i++) {
		if (str_eq(nouns[i].word, word)) return nouns[i].noun;
	}
	return NULL;
}

/* Adds `alert rule "7" of job "nightly"`: the last place first. False: the path has no place that
 * may be named. */
static bool add_objects(const struct request *request, struct buf *out)
{
	str before = STR("");
	u32 part = 0;
	const char *found[PATH_PARTS_MAX];
	for (str rest = str_from(request->route->path); rest.len;) {
		str word = str_split(&rest, '/');
		if (word.len && word.at[0] == ':' && part < PATH_PARTS_MAX) {
			found[part] = noun_of(before);
			if (!found[part++]) return false;
		}
		before = word;
	}
	for (u32 i = part; i-- > 0;) {
		str name = str_slice(request->parts[i], 0, NAME_SHOWN_MAX);
		buf_addf(out, "%s \"%.*s\"%s", found[i], STR_ARG(name), i ? " of " : "");
	}
	return part > 0;
}

static bool says_more(const struct request *request)
{
	str text = str_from(request->why.text);
	if (request->why.code != ERR_NOT_FOUND || !text.len) return false;
	return !str_starts_with(text, STR("there is no such "));
}

void not_found_explain(struct request *request)
{
	struct buf objects;
	if (!request->route || says_more(request)) return;
	buf_init(&objects, WHY_TEXT_MAX);
	bool is_tenant = str_starts_with(str_from(request->route->path), STR("tenants/"));
	str tenant = request->tenant.len ? request->tenant : request->who.tenant;
	if (!add_objects(request, &objects) || buf_failed(&objects)) {
		buf_done(&objects);
		return;
	}
	if (is_tenant || request->is_all || !tenant.len)
		(void)fail(&request->why, ERR_NOT_FOUND, "no %.*s", STR_ARG(buf_view(&objects)));
	else
		(void)fail(&request->why, ERR_NOT_FOUND, "no %.*s in tenant \"%.*s\"",
			   STR_ARG(buf_view(&objects)), STR_ARG(tenant));
	buf_done(&objects);
}
