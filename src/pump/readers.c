/* One ring under one lock; a thread sleeps while it is empty. */
#include "pump/readers.h"

#include "base/memory.h"
#include "base/must.h"

#include <pthread.h>

struct reader {
	struct readers *readers;
	struct query *query;
	pthread_t thread;
	bool is_running;
};

struct readers {
	struct readers_config config;
	struct reader each[READERS_MAX];
	u32 opened;

	pthread_mutex_t lock; /* over what follows */
	pthread_cond_t changed;
	void **ring; /* of queue_max */
	u32 head;
	u32 len;
	bool is_stopping;
};

/* The next one; NULL: the thread is to end. */
static void *take(struct readers *readers)
{
	void *item = NULL;
	pthread_mutex_lock(&readers->lock);
	while (!readers->len && !readers->is_stopping)
		pthread_cond_wait(&readers->changed, &readers->lock);
	if (readers->len) {
		item = readers->ring[readers->head];
		readers->head = (readers->head + 1) % readers->config.queue_max;
		readers->len--;
	}
	pthread_mutex_unlock(&readers->lock);
	return item;
}

static void *read_on(void *context)
{
	struct reader *reader = context;
	void *item;
	while ((item = take(reader->readers))) reader->readers->config.work(item, reader->query);
	return NULL;
}

static enum err start_one(struct readers *readers, struct reader *reader, struct why *why)
{
	reader->readers = readers;
	enum err err = readers->config.open(readers->config.context, &reader->query, why);
	if (err) return err;
	readers->opened++;
	if (pthread_create(&reader->thread, NULL, read_on, reader))
		return fail(why, ERR_MEMORY, "no thread for a reader");
	reader->is_running = true;
	return ERR_OK;
}

enum err readers_start(const struct readers_config *config, struct readers **out_readers,
		       struct why *why)
{
	must(config->threads > 0 && config->threads <= READERS_MAX);
	must(config->queue_max > 0);
	struct readers *readers = mem_alloc_zeroed(sizeof *readers);
	void **ring = mem_alloc(config->queue_max * sizeof *ring);
	if (!readers || !ring) {
		mem_free(readers);
		mem_free(ring);
		return ERR_MEMORY;
	}
	readers->config = *config;
	readers->ring = ring;
	pthread_mutex_init(&readers->lock, NULL);
	pthread_cond_init(&readers->changed, NULL);
	enum err err = ERR_OK;
	for (u32 i = 0; i < config->threads && !err; i++)
		err = start_one(readers, &readers->each[i], why);
	if (err) {
		readers_stop(readers);
		return err;
	}
	*out_readers = readers;
	return ERR_OK;
}

enum err readers_submit(struct readers *readers, void *item)
{
	must(item != NULL);
	pthread_mutex_lock(&readers->lock);
	bool is_full = readers->len == readers->config.queue_max || readers->is_stopping;
	if (!is_full) {
		readers->ring[(readers->head + readers->len) % readers->config.queue_max] = item;
		readers->len++;
		pthread_cond_signal(&readers->changed);
	}
	pthread_mutex_unlock(&readers->lock);
	return is_full ? ERR_BUSY : ERR_OK;
}

void readers_stop(struct readers *readers)
{
	if (!readers) return;
	pthread_mutex_lock(&readers->lock);
	readers->is_stopping = true;
	pthread_cond_broadcast(&readers->changed);
	pthread_mutex_unlock(&readers->lock);
	for (u32 i = 0; i < readers->opened; i++) {
		struct reader *reader = &readers->each[i];
		if (reader->is_running) pthread_join(reader->thread, NULL);
		readers->config.close(readers->config.context, reader->query);
	}
	pthread_cond_destroy(&readers->changed);
	pthread_mutex_destroy(&readers->lock);
	mem_free(readers->ring);
	mem_free(readers);
}
