/* A call to the pump that blocks until its reply is over. */
#include "pump/asking.h"

#include "base/must.h"

#include <pthread.h>

struct asking {
	struct reply reply;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool is_over;
	enum err err;
	struct why why;
};

static void on_answer(struct reply *reply, const struct answer *answer)
{
	struct asking *asking = container_of(reply, struct asking, reply);
	asking->err = answer->err;
	asking->why = answer->why;
}

/* The waiting thread may free the call as soon as the lock is released. */
static void on_over(struct reply *reply)
{
	struct asking *asking = container_of(reply, struct asking, reply);
	pthread_mutex_lock(&asking->lock);
	asking->is_over = true;
	pthread_cond_signal(&asking->changed);
	pthread_mutex_unlock(&asking->lock);
}

enum err ask_pump(struct pump_thread *pump, struct command *command, struct why *why)
{
	struct asking asking = { .reply = { .answered = on_answer, .over = on_over },
				 .lock = PTHREAD_MUTEX_INITIALIZER,
				 .changed = PTHREAD_COND_INITIALIZER };
	command->reply = &asking.reply;
	enum err err = pump_thread_submit(pump, command);
	if (err) return fail(why, err, "too much is waiting for the pump");
	pthread_mutex_lock(&asking.lock);
	while (!asking.is_over) pthread_cond_wait(&asking.changed, &asking.lock);
	pthread_mutex_unlock(&asking.lock);
	if (asking.err) *why = asking.why;
	return asking.err;
}
