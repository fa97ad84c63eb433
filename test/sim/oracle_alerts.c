/* Alerts on the service: of one kind and subject at most one is open, through every fault; what is
 * resolved was raised, and is resolved once. */
#include "sim/sim.h"

#include "base/must.h"

/* The last alert of a kind about a subject. */
struct told {
	struct uuid key; /* of both */
	struct uuid id;
	msec resolved_at; /* 0: it is open */
	u32 len;          /* of them so far */
};

struct oracle_alerts {
	struct uuid_map told;
};

void alerts_oracle_init(struct oracle *oracle)
{
	oracle->alerts = mem_alloc_zeroed(sizeof *oracle->alerts);
	must(oracle->alerts != NULL);
	uuid_map_init(&oracle->alerts->told, 23, offsetof(struct told, key));
}

void alerts_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct told *told;
	while ((told = uuid_map_next(&oracle->alerts->told, &cursor))) mem_free(told);
	uuid_map_done(&oracle->alerts->told);
	mem_free(oracle->alerts);
}

static struct uuid key_of(const struct alert_row *row)
{
	struct digest digest = digest_of(row->job_code);
	struct uuid key;
	digest.a ^= row->kind;
	memcpy(key.bytes, &digest.a, sizeof digest.a);
	memcpy(key.bytes + 8, &digest.b, sizeof digest.b);
	return key;
}

static void complain(struct oracle *oracle, const struct alert_row *row, const char *what)
{
	sim_fail(oracle->sim, "alerts", NULL, "%.*s of \"%.*s\": %s",
		 STR_ARG(alert_kind_name(row->kind)), STR_ARG(row->job_code), what);
}

static struct told *told_of(struct oracle *oracle, const struct alert_row *row)
{
	struct uuid key = key_of(row);
	struct told *told = uuid_map_find(&oracle->alerts->told, &key);
	if (told) return told;
	told = mem_alloc_zeroed(sizeof *told);
	must(told != NULL);
	told->key = key;
	must(uuid_map_reserve(&oracle->alerts->told, 1) == ERR_OK);
	uuid_map_insert(&oracle->alerts->told, told);
	return told;
}

static void is_raised(struct oracle *oracle, struct told *told, const struct alert_row *row)
{
	if (told->len && !told->resolved_at) complain(oracle, row, "raised twice");
	told->id = row->id;
	told->resolved_at = 0;
	told->len++;
}

static void is_resolved(struct oracle *oracle, struct told *told, const struct alert_row *row)
{
	if (!told->len || !uuid_eq(&told->id, &row->id))
		complain(oracle, row, "resolved without being raised");
	if (told->resolved_at) complain(oracle, row, "resolved twice");
	told->resolved_at = row->resolved_at;
}

void alerts_take(struct oracle *oracle, const struct alert_row *row)
{
	if (alert_kind_scope(row->kind) != ALERT_OF_SERVICE) return;
	struct told *told = told_of(oracle, row);
	if (row->resolved_at) is_resolved(oracle, told, row);
	else is_raised(oracle, told, row);
}
