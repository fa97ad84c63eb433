#include "server/checks.h"

#include "api/hosts.h"
#include "api/proxy.h"

#include "api/token.h"
#include "executor/sentry.h"
#include "handler/broker.h"
#include "handler/guard.h"
#include "handler/smtp.h"
#include "host/folder.h"
#include "model/names.h"
#include "net/tls.h"
#include "server/keyfile.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { WEIGHT_MOST = 1000, NEAR = 4 };

static str text_of(const struct setting_value *values, enum setting_id id)
{
	return values[id].text;
}

/* "text" and "suffix", ended by a zero byte. */
static void terminate(str text, const char *suffix, char out[PATH_MAX])
{
	size_t len = text.len < PATH_MAX / 2 ? text.len : PATH_MAX / 2;
	memcpy(out, text.at, len);
	memcpy(out + len, suffix, strlen(suffix) + 1);
}

/* ---- where things are ----------------------------------------------------------------------- */

enum err store_file(const struct setting_value *values, struct buf *out, struct why *why)
{
	static const str scheme = { "sqlite:", sizeof "sqlite:" - 1 };
	str store = text_of(values, CONFIG_STORE);
	if (!store.len) {
		buf_addf(out, "%.*s/belfry.db", STR_ARG(text_of(values, CONFIG_DATA)));
		return ERR_OK;
	}
	if (!str_starts_with(store, scheme))
		return fail(why, ERR_USAGE, "BELFRY_STORE: \"%.*s\" does not begin with sqlite:",
			    STR_ARG(str_slice(store, 0, 60)));
	buf_add(out, str_from_offset(store, scheme.len));
	return ERR_OK;
}

static enum err check_store(const struct setting_value *values, struct why *why)
{
	struct buf file;
	buf_init(&file, 5000);
	enum err err = store_file(values, &file, why);
	buf_done(&file);
	return err;
}

static enum err check_data(const struct setting_value *values, struct why *why)
{
	struct why inner;
	enum err err = folder_check(text_of(values, CONFIG_DATA), &inner);
	if (!err || err == ERR_NOT_FOUND) return ERR_OK;
	return fail(why, err, "BELFRY_DATA: %s", inner.text);
}

/* One that is missing will be made. */
static enum err check_key(const struct setting_value *values, struct why *why)
{
	char path[PATH_MAX];
	struct seal_key key;
	struct why inner;
	str file = text_of(values, CONFIG_KEY_FILE), data = text_of(values, CONFIG_DATA);
	while (data.len > 1 && data.at[data.len - 1] == '/') data.len--;
	terminate(file.len ? file : data, file.len ? "" : ".key", path);
	if (access(path, F_OK) != 0) return ERR_OK;
	enum err err = keyfile_open(str_from(path), NULL, &key, &inner);
	secret_forget(&key, sizeof key);
	return err ? fail(why, err, "BELFRY_KEY_FILE: %s", inner.text) : ERR_OK;
}

/* ---- where it may be reached ---------------------------------------------------------------- */

enum err reach_check(const struct setting_value *values, const struct address *address,
		     struct why *why)
{
	bool has_tls = text_of(values, CONFIG_TLS_CERT).len > 0;
	bool is_proxied = text_of(values, CONFIG_PROXIES).len > 0;
	if (address_is_loopback(address) || has_tls || is_proxied) return ERR_OK;
	return fail(why, ERR_USAGE,
		    "listening beyond loopback needs TLS (BELFRY_TLS_CERT, BELFRY_TLS_KEY) or a "
		    "declared proxy (BELFRY_TRUSTED_PROXIES)");
}

static enum err check_listen(const struct setting_value *values, struct why *why)
{
	str rest = text_of(values, CONFIG_LISTEN);
	struct address address;
	struct why inner;
	enum err err = ERR_OK;
	while (rest.len && !err) {
		str text = str_trim(str_split(&rest, ','));
		err = address_parse_with_port(text, &address, &inner);
		if (!err) err = reach_check(values, &address, &inner);
	}
	return err ? fail(why, err, "--listen (BELFRY_LISTEN): %s", inner.text) : ERR_OK;
}

static enum err check_proxies(const struct setting_value *values, struct why *why)
{
	struct cidrs cidrs;
	struct why inner;
	enum err err = cidrs_parse(text_of(values, CONFIG_PROXIES), &cidrs, &inner);
	return err ? fail(why, err, "--trusted-proxies (BELFRY_TRUSTED_PROXIES): %s", inner.text)
		   : ERR_OK;
}

static enum err check_proxy_sign_in(const struct setting_value *values, struct why *why)
{
	struct proxy_sign_in sign_in;
	struct why inner;
	str user = text_of(values, CONFIG_PROXY_USER);
	enum err err = proxy_parse(user, text_of(values, CONFIG_PROXY_GROUPS),
				   text_of(values, CONFIG_PROXY_ROLES), &sign_in, &inner);
	if (err)
		return fail(why, err, "BELFRY_PROXY_USER_HEADER, _GROUPS_HEADER and _ROLES: %s",
			    inner.text);
	if (!user.len || text_of(values, CONFIG_PROXIES).len) return ERR_OK;
	return fail(why, ERR_USAGE,
		    "BELFRY_PROXY_USER_HEADER needs BELFRY_TRUSTED_PROXIES: the proxy's "
		    "address");
}

static enum err check_certificate(const struct setting_value *values, struct why *why)
{
	str certificate = text_of(values, CONFIG_TLS_CERT), key = text_of(values, CONFIG_TLS_KEY);
	SSL_CTX *tls = NULL;
	if (!certificate.len != !key.len)
		return fail(why, ERR_USAGE,
			    "BELFRY_TLS_CERT and BELFRY_TLS_KEY must be set "
			    "together");
	if (!certificate.len) return ERR_OK;
	enum err err = tls_server_new(certificate, key, &tls, why);
	SSL_CTX_free(tls);
	return err;
}

/* ---- what it does --------------------------------------------------------------------------- */

enum err weight_parse(str text, u32 *out_weight, struct why *why)
{
	u64 number = 1;
	bool is_right = !text.len || (str_to_u64(text, WEIGHT_MOST, &number) && number > 0);
	*out_weight = (u32)number;
	if (is_right) return ERR_OK;
	return fail(why, ERR_USAGE,
		    "SCHEDULER_QUEUE_WEIGHTS: \"%.*s\" is not a whole number from 1 to %d",
		    STR_ARG(text), WEIGHT_MOST);
}

static u32 words_in(str list)
{
	u32 count = list.len > 0;
	for (size_t i = 0; i < list.len; i++) count += list.at[i] == ',';
	return count;
}

static bool has_word(str list, str word)
{
	while (list.len) {
		if (str_eq(str_trim(str_split(&list, ',')), word)) return true;
	}
	return false;
}

/* The weights that are built in belong to the queues that are built in: only given ones count. */
static enum err check_weights(const struct setting_value *values, struct why *why)
{
	str weights = text_of(values, CONFIG_WEIGHTS);
	u32 names = words_in(text_of(values, CONFIG_QUEUES)), numbers = words_in(weights);
	enum err err = ERR_OK;
	u32 weight;
	if (numbers > names && values[CONFIG_WEIGHTS].origin != ORIGIN_DEFAULT)
		return fail(why, ERR_USAGE,
			    "SCHEDULER_QUEUE_WEIGHTS has %u weights for the %u queues of "
			    "SCHEDULER_QUEUES",
			    numbers, names);
	for (u32 i = 0; i < numbers && !err; i++)
		err = weight_parse(str_trim(str_split(&weights, ',')), &weight, why);
	return err;
}

static enum err check_queues(const struct setting_value *values, struct why *why)
{
	str names = text_of(values, CONFIG_QUEUES);
	u32 count = words_in(names);
	for (u32 i = 0; i < count; i++) {
		str name = str_trim(str_split(&names, ','));
		enum err err = name_check(NAME_QUEUE, name, "SCHEDULER_QUEUES", why);
		if (err) return err;
		if (has_word(names, name))
			return fail(why, ERR_USAGE, "SCHEDULER_QUEUES names %.*s twice",
				    STR_ARG(name));
	}
	return check_weights(values, why);
}

static enum err check_worker_id(const struct setting_value *values, struct why *why)
{
	return name_check(NAME_WORKER, text_of(values, CONFIG_WORKER_ID), "SCHEDULER_WORKER_ID",
			  why);
}

static enum err check_webhooks(const struct setting_value *values, struct why *why)
{
	const struct guard_config config = { .allow = text_of(values, CONFIG_WEBHOOK_ALLOW) };
	struct guard *guard = NULL;
	struct why inner;
	enum err err = guard_new(&config, &guard, &inner);
	guard_free(guard);
	return err ? fail(why, err, "BELFRY_WEBHOOK_ALLOW: %s", inner.text) : ERR_OK;
}

static enum err check_hosts(const struct setting_value *values, struct why *why)
{
	struct served_hosts hosts;
	struct why inner;
	enum err err = hosts_parse(text_of(values, CONFIG_HOSTS), &hosts, &inner);
	return err ? fail(why, err, "BELFRY_HOSTS: %s", inner.text) : ERR_OK;
}

static enum err check_mail(const struct setting_value *values, struct why *why)
{
	return smtp_check_settings(text_of(values, CONFIG_SMTP_URL),
				   text_of(values, CONFIG_SMTP_FROM), why);
}

static enum err check_sentry(const struct setting_value *values, struct why *why)
{
	struct sentry sentry;
	str dsn = text_of(values, CONFIG_SENTRY_DSN);
	return dsn.len ? sentry_parse(dsn, &sentry, why) : ERR_OK;
}

static enum err check_programs(const struct setting_value *values, struct why *why)
{
	char path[PATH_MAX];
	struct programs *programs = NULL;
	struct why inner;
	str file = text_of(values, CONFIG_PROGRAMS);
	if (!file.len) return ERR_OK;
	terminate(file, "", path);
	enum err err = programs_read(path, &programs, &inner);
	if (!err) err = broker_check(programs, &inner);
	programs_free(programs);
	return err ? fail(why, err, "BELFRY_PROGRAMS: %s: %s", path, inner.text) : ERR_OK;
}

enum err settings_check(const struct setting_value *values, check_say *tell, void *context,
			struct why *why)
{
	static enum err (*const checks[])(const struct setting_value *, struct why *) = {
		check_worker_id, check_webhooks,      check_mail,   check_sentry,
		check_programs,  check_data,          check_key,    check_store,
		check_proxies,   check_certificate,   check_listen, check_queues,
		check_hosts,     check_proxy_sign_in,
	};
	enum err first = ERR_OK;
	for (size_t i = 0; i < countof(checks); i++) {
		struct why inner;
		enum err err = checks[i](values, &inner);
		if (!err) continue;
		if (!first) *why = inner;
		if (!first) first = err;
		if (tell) tell(context, &inner);
	}
	return first;
}

/* ---- names ---------------------------------------------------------------------------------- */

/* Ours, and no settings. */
static const char *const others[] = {
	"BELFRY_BIN", /* the tests' word for the binary */
	/* Variables for the programs of a worker. */
	"BELFRY_RUN_ID",
	"BELFRY_EXECUTION_ID",
	"BELFRY_TYPE",
	"BELFRY_ATTEMPT",
	"BELFRY_KEY",
	"BELFRY_TENANT",
};

static bool is_name(const struct settings *settings, str name)
{
	for (size_t i = 0; i < countof(others); i++) {
		if (str_eq(name, str_from(others[i]))) return true;
	}
	for (u32 i = 0; i < settings->len; i++) {
		const struct setting *setting = &settings->table[i];
		str known = str_from(setting->name);
		if (str_eq(name, known)) return true;
		if (setting->type == SETTING_SECRET && str_starts_with(name, known) &&
		    str_eq(str_from_offset(name, known.len), STR("_FILE")))
			return true;
	}
	return false;
}

static void tell_name(const struct settings *settings, str name, check_say *tell, void *context)
{
	const char *nearest = NULL;
	u32 least = NEAR;
	struct why why;
	for (u32 i = 0; i < settings->len; i++) {
		u32 distance = str_distance(name, str_from(settings->table[i].name), least);
		if (distance >= least) continue;
		least = distance;
		nearest = settings->table[i].name;
	}
	(void)fail(&why, ERR_USAGE, "there is no setting %.*s%s%s%s",
		   STR_ARG(str_slice(name, 0, 60)), nearest ? "; did you mean " : "",
		   nearest ? nearest : "", nearest ? "?" : "");
	tell(context, &why);
}

u32 settings_check_names(const struct settings *settings, const char *const *environment,
			 check_say *tell, void *context)
{
	u32 wrong = 0;
	for (; *environment; environment++) {
		str value = str_from(*environment);
		str name = str_split(&value, '=');
		bool is_ours = str_starts_with(name, STR("BELFRY_")) ||
			       str_starts_with(name, STR("SCHEDULER_"));
		if (!is_ours || is_name(settings, name)) continue;
		wrong++;
		tell_name(settings, name, tell, context);
	}
	return wrong;
}
