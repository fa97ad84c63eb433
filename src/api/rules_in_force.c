#include "api/rules_in_force.h"

#include "api/parts.h"

enum { RULES_OF_TENANT = 100 };

static bool is_replaced(const struct document_page *own, str code)
{
	for (u32 i = 0; i < own->len; i++) {
		if (str_eq(catalog_template_of(own->rows[i].row.body), code)) return true;
	}
	return false;
}

static enum err find_tenant(struct request *request, struct query *query,
			    struct tenant_view *out_tenant)
{
	struct tenant_list list = { .id = request->tenant, .limit = 1 };
	struct tenant_page page = { 0 };
	enum err err = query->calls->tenants(query, &list, &request->arena, &page);
	*out_tenant = !err && page.len ? page.rows[0] : (struct tenant_view){ 0 };
	return err;
}

static struct document_view view_of(struct request *request, const struct rule_entry *entry,
				    const struct tenant_view *tenant)
{
	char id[UUID_TEXT_LEN];
	uuid_print(entry->id, id);
	return (struct document_view){
		.tenant = request->tenant,
		.row = { .key = { .kind = DOCUMENT_RULE,
				  .name = str_copy(&request->arena, (str){ id, sizeof id }) },
			 .created_at = tenant->created_at,
			 .updated_at = tenant->created_at,
			 .body = entry->body },
	};
}

static void add_of_profile(struct request *request, const struct tenant_view *tenant,
			   const struct document_page *own, struct rule_set *rules)
{
	const struct catalog *catalog = api_catalog(request->api);
	str says;
	if (!tenant->details.len || !json_find(tenant->details, STR("profile_rules"), &says) ||
	    !str_eq(says, STR("true")))
		return;
	for (u32 i = 0; i < catalog->rules_len; i++) {
		const struct rule_entry *entry = &catalog->rules[i];
		if (!catalog_rule_is_of(entry, tenant->policy.profile)) continue;
		if (is_replaced(own, catalog_template_of(entry->body))) continue;
		rules->rows[rules->len++] = view_of(request, entry, tenant);
	}
}

enum err rules_in_force(struct request *request, struct query *query, struct rule_set *out_rules)
{
	struct document_list list = { .kind = DOCUMENT_RULE,
				      .tenant = request->tenant,
				      .after_tenant = request->tenant,
				      .limit = RULES_OF_TENANT,
				      .now = request->now.wall };
	struct rule_set rules = { 0 };
	struct document_page own = { 0 };
	struct tenant_view tenant;
	enum err err = query->calls->documents(query, &list, &request->arena, &own);
	if (!err) err = find_tenant(request, query, &tenant);
	if (err) return err;
	u32 most = own.len + api_catalog(request->api)->rules_len;
	rules.rows = arena_alloc_array(&request->arena, most + 1, sizeof *rules.rows);
	if (!rules.rows) return ERR_MEMORY;
	add_of_profile(request, &tenant, &own, &rules);
	rules.of_profile = rules.len;
	for (u32 i = 0; i < own.len; i++) rules.rows[rules.len++] = own.rows[i];
	*out_rules = rules;
	return arena_failed(&request->arena) ? ERR_MEMORY : ERR_OK;
}

enum err rule_of_profile(struct request *request, struct query *query, str id,
			 struct document_view *out_rule)
{
	struct rule_set rules;
	enum err err = rules_in_force(request, query, &rules);
	if (err) return err;
	for (u32 i = 0; i < rules.of_profile; i++) {
		if (!str_eq(rules.rows[i].row.key.name, id)) continue;
		*out_rule = rules.rows[i];
		return ERR_OK;
	}
	return ERR_NOT_FOUND;
}
