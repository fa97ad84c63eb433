/* Counts of each tenant against its quotas, and whether it may have more (quotas.c); for the files
 * of engine/ alone. */
#ifndef BELFRY_ENGINE_CORE_QUOTA_PARTS_H
#define BELFRY_ENGINE_CORE_QUOTA_PARTS_H

#include "base/buf.h"
#include "model/command.h"
#include "model/journal.h"
#include "model/quota.h"

struct engine;

struct quota_tally {
	tenant_no tenant;
	u32 counts[QUOTA_KINDS];
};

void quota_count(struct engine *engine, tenant_no tenant, enum quota_kind kind);
void quota_uncount(struct engine *engine, tenant_no tenant, enum quota_kind kind);
void quota_see(struct engine *engine, const struct journal_entry *entry); /* runs come and end */
/* May the tenant have so many more? The message names the quota. */
MUST_USE enum err quota_check(const struct engine *engine, tenant_no tenant, enum quota_kind kind,
			      u32 more, struct why *why);
MUST_USE enum err quotas_reserve(struct engine *engine, u32 more);
MUST_USE enum err quota_recall(struct engine *engine, const struct tally_row *row);
void on_ask_quotas(struct engine *engine, const struct command *command);
void quotas_dump(const struct engine *engine, struct buf *out);

#endif
