/* Commands of one call that go out in waves. A server that cannot carry out a wave is not asked for
 * the next one: the items that are left have the same error. */
#include "api/wave.h"

#include "api/parts.h"
#include "api/problem.h"
#include "base/must.h"

/* ---- the pump's thread ---------------------------------------------------------------------- */

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct wave_slot *slot = container_of(reply, struct wave_slot, reply);
	slot->err = answer->err;
	slot->why = answer->why;
	if (!answer->err) slot->daily = answer->daily;
}

static void on_over(struct reply *reply)
{
	struct request *request = container_of(reply, struct wave_slot, reply)->request;
	const struct api_doors *doors = api_doors(request->api);
	doors->post(doors->context, request);
}

/* ---- the loop's thread ---------------------------------------------------------------------- */

bool wave_submit(struct request *request)
{
	const struct api_doors *doors = api_doors(request->api);
	struct wave *wave = request->wave;
	wave->first = wave->next;
	wave->under_way = 0;
	while (wave->next < wave->len && wave->under_way < WAVE_COMMANDS) {
		struct wave_slot *slot = &wave->slots[wave->under_way];
		*slot = (struct wave_slot){ .reply = { .answered = on_answer, .over = on_over },
					    .command = request->ask.command,
					    .request = request };
		slot->command.reply = &slot->reply;
		wave->fill(request, wave->next, &slot->command);
		enum err err = doors->submit(doors->context, &slot->command);
		if (err) {
			request->err = err;
			break;
		}
		wave->under_way++;
		wave->next++;
		request->posts_due++;
	}
	return wave->under_way > 0;
}

static void leave_rest(struct request *request, enum err err)
{
	struct wave *wave = request->wave;
	struct wave_slot slot = { .err = err };
	while (wave->next < wave->len) wave->take(request, wave->next++, &slot);
}

bool wave_goes_on(struct request *request)
{
	struct wave *wave = request->wave;
	enum err broken = ERR_OK;
	for (u32 i = 0; i < wave->under_way; i++) {
		const struct wave_slot *slot = &wave->slots[i];
		wave->take(request, wave->first + i, slot);
		wave->carried_out += !slot->err;
		if (slot->err && problem_status(slot->err) >= 500) broken = slot->err;
	}
	request->err = ERR_OK;
	if (!broken && wave->next < wave->len && wave_submit(request)) return true;
	if (!broken) broken = request->err;
	leave_rest(request, broken);
	request->err = wave->carried_out ? ERR_OK : broken;
	return false;
}
