#include "pump/pace.h"

enum {
	REST_MS_MIN = 100,
	REST_MS_MAX = 2000,
	/* Expired rows are removed in small steps: the delay while there are more, and the delay
	 * when there are none. */
	TEND_MORE_MS = 50,
	TEND_AGAIN_MS = 30000,
	/* A turn that is later than planned by this much: the process or the machine was
	 * suspended. */
	SILENCE_MS = 1000,
};

void pace_look(struct pace *pace, struct pump *pump, struct now now)
{
	if (pace->look_by && now.boot > msec_add(pace->look_by, SILENCE_MS))
		pump_was_silent(pump, now.boot);
	pace->look_by = now.boot;
}

enum err pace_tend(struct pace *pace, struct pump *pump, struct now now)
{
	bool more = false;
	if (now.boot < pace->tend_at) return ERR_OK;
	enum err err = pump_tend(pump, &more);
	pace->tend_at = now.boot + (more && !err ? TEND_MORE_MS : TEND_AGAIN_MS);
	return err == ERR_STORE_SYNC ? err : ERR_OK;
}

static msec longer(msec rest)
{
	if (!rest) return REST_MS_MIN;
	return rest * 2 < REST_MS_MAX ? rest * 2 : REST_MS_MAX;
}

msec pace_after(struct pace *pace, enum err err)
{
	pace->rest = err ? longer(pace->rest) : 0;
	return pace->rest;
}

static msec least(msec a, msec b)
{
	return a < b ? a : b;
}

msec pace_sleep(struct pace *pace, struct now wake, struct now now, msec most)
{
	msec span = least(msec_sub(wake.wall, now.wall), msec_sub(wake.boot, now.boot));
	span = least(least(span, msec_sub(pace->tend_at, now.boot)), most);
	pace->look_by = msec_add(now.boot, span);
	return span;
}
