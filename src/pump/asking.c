/* The one who asks sleeps until the command is both answered and closed. */
#include "pump/asking.h"

#include "base/must.h"

#include <pthread.h>

struct asking {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	bool is_answered;
	bool is_closed;
	enum err err;
	struct why why;
};

static struct asking *asking_of(u64 ticket)
{
	must(ticket_is_own(ticket));
	return (struct asking *)(uintptr_t)(ticket & ~(u64)1);
}

/* The one who waits may be gone as soon as the lock is given back. */
static void note(struct asking *asking, const struct answer *answer)
{
	pthread_mutex_lock(&asking->lock);
	if (answer) {
		asking->is_answered = true;
		asking->err = answer->err;
		asking->why = answer->why;
	} else asking->is_closed = true;
	pthread_cond_signal(&asking->changed);
	pthread_mutex_unlock(&asking->lock);
}

void asking_answer(const struct answer *answer)
{
	note(asking_of(answer->ticket), answer);
}

void asking_closed(const struct command *command)
{
	note(asking_of(command->ticket), NULL);
}

enum err ask_pump(struct pump_thread *pump, struct command *command, struct why *why)
{
	struct asking asking = { .lock = PTHREAD_MUTEX_INITIALIZER,
				 .changed = PTHREAD_COND_INITIALIZER };
	command->ticket = (u64)(uintptr_t)&asking | 1;
	enum err err = pump_thread_submit(pump, command);
	if (err) return fail(why, err, "too much is waiting for the pump");
	pthread_mutex_lock(&asking.lock);
	while (!asking.is_answered || !asking.is_closed)
		pthread_cond_wait(&asking.changed, &asking.lock);
	pthread_mutex_unlock(&asking.lock);
	if (asking.err) *why = asking.why;
	return asking.err;
}
