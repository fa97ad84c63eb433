#include "model/quota.h"

#include "base/must.h"

static const struct {
	str word;
	str sentence;
	u32 greatest;
	enum err refusal;
} facts[QUOTA_KINDS] = {
#define WAIT ERR_QUOTA
#define KEPT ERR_FULL
#define X(name, text, most, wait, what) \
	[QUOTA_##name] = { { text, sizeof text - 1 }, { what, sizeof what - 1 }, most, wait },
	QUOTAS(X)
#undef X
#undef WAIT
#undef KEPT
};

str quota_word(enum quota_kind kind)
{
	must(kind < QUOTA_KINDS);
	return facts[kind].word;
}

str quota_sentence(enum quota_kind kind)
{
	must(kind < QUOTA_KINDS);
	return facts[kind].sentence;
}

u32 quota_greatest(enum quota_kind kind)
{
	must(kind < QUOTA_KINDS);
	return facts[kind].greatest;
}

enum err quota_refuse(enum quota_kind kind, u32 most, u32 used, struct why *why)
{
	must(kind < QUOTA_KINDS);
	return fail(why, facts[kind].refusal,
		    "this would exceed the tenant's quota \"%.*s\" of %u: it has %u %.*s",
		    STR_ARG(facts[kind].word), most, used, STR_ARG(facts[kind].sentence));
}
