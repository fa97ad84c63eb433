#include "pump/inbox.h"

#include "base/must.h"

void inbox_init(struct inbox *inbox, u32 max)
{
	*inbox = (struct inbox){ .max = max };
	bool good = pthread_mutex_init(&inbox->lock, NULL) == 0;
	must(good); /* in glibc it cannot fail */
	list_init(&inbox->commands);
}

void inbox_done(struct inbox *inbox)
{
	must(inbox->len == 0);
	pthread_mutex_destroy(&inbox->lock);
}

enum err inbox_put_locked(struct inbox *inbox, struct command *command)
{
	must(command->kind < COMMAND_COUNT);
	must(command->reply != NULL);
	if (inbox->len == inbox->max) {
		inbox->busy++;
		return ERR_BUSY;
	}
	reply_open(command->reply);
	list_push_back(&inbox->commands, &command->in_inbox);
	inbox->len++;
	return ERR_OK;
}

enum err inbox_put(struct inbox *inbox, struct command *command)
{
	pthread_mutex_lock(&inbox->lock);
	enum err err = inbox_put_locked(inbox, command);
	pthread_mutex_unlock(&inbox->lock);
	return err;
}

struct command *inbox_first_locked(const struct inbox *inbox)
{
	return list_item(list_first(&inbox->commands), struct command, in_inbox);
}

void inbox_remove_locked(struct inbox *inbox, struct command *command)
{
	list_remove(&command->in_inbox);
	inbox->len--;
}

struct command *inbox_take(struct inbox *inbox)
{
	pthread_mutex_lock(&inbox->lock);
	struct command *command = inbox_first_locked(inbox);
	if (command) inbox_remove_locked(inbox, command);
	pthread_mutex_unlock(&inbox->lock);
	return command;
}

void inbox_withdraw(struct inbox *inbox, struct command *command)
{
	pthread_mutex_lock(&inbox->lock);
	inbox_remove_locked(inbox, command);
	pthread_mutex_unlock(&inbox->lock);
}

u32 inbox_len(struct inbox *inbox)
{
	pthread_mutex_lock(&inbox->lock);
	u32 len = inbox->len;
	pthread_mutex_unlock(&inbox->lock);
	return len;
}
