/* A line for each tenant that waits, and the lines take turns.
 *
 * Invariants, under the lock:
 *   - a line is in `turns` exactly while it has something that waits and may have another thread
 *   - a line that has nothing, neither waiting nor in a thread's hands, is not there
 *   - of `threads` above one, a line has one less at once: who comes next finds a thread
 *   - a line takes up no more room than is left, so that there is room for the next tenant */
#include "pump/readers.h"

#include "base/hash.h"
#include "base/list.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/must.h"

#include <pthread.h>

struct reader {
	struct readers *readers;
	struct query *query;
	pthread_t thread;
	bool is_running;
};

struct reader_line {
	struct list_node node; /* in turns, or in spare_lines */
	u64 tenant;            /* hash of the tenant: tenants with equal hashes share a line */
	struct list waiting;
	u32 len;     /* how many of these */
	u32 running; /* being read by threads */
	u64 taken;   /* since the start */
};

struct waiting_reads {
	struct list_node node; /* in a line, or in spare_places */
	void *item;
	struct reader_line *line;
	u64 taken_before; /* reads of all lines when it arrived */
	u64 taken_of_line;
	u64 turns; /* reads of other tenants before it, set when it is taken */
};

struct readers {
	struct readers_config config;
	struct reader each[READERS_MAX];
	struct hash_key key;
	u32 opened;

	pthread_mutex_t lock; /* protects the following members */
	pthread_cond_t changed;
	struct waiting_reads *places; /* queue_max */
	struct reader_line *lines;    /* one for each place, and for each thread */
	struct list spare_places;
	struct list spare_lines;
	struct u64_map by_tenant;
	struct list turns;
	u32 len;
	u64 taken;
	bool is_stopping;
};

static u32 running_max(const struct readers *readers)
{
	return readers->config.threads > 1 ? readers->config.threads - 1 : 1;
}

/* ---- lines -------------------------------------------------------------------------------- */

static struct reader_line *line_of(struct readers *readers, str tenant)
{
	u64 hash = hash_bytes(readers->key, tenant);
	struct reader_line *line = u64_map_find(&readers->by_tenant, hash);
	if (line) return line;
	line = list_item(list_pop_front(&readers->spare_lines), struct reader_line, node);
	must(line != NULL);
	*line = (struct reader_line){ .tenant = hash };
	list_init(&line->waiting);
	u64_map_insert(&readers->by_tenant, hash, line);
	return line;
}

/* To be called after each change of a line. */
static void line_settle(struct readers *readers, struct reader_line *line)
{
	bool may_go = line->len && line->running < running_max(readers);
	bool is_in_turns = list_node_is_in_list(&line->node);
	if (may_go && !is_in_turns) {
		list_push_back(&readers->turns, &line->node);
		pthread_cond_signal(&readers->changed);
	}
	must(may_go || !is_in_turns);
	if (line->len || line->running) return;
	(void)u64_map_remove(&readers->by_tenant, line->tenant);
	list_push_front(&readers->spare_lines, &line->node);
}

/* How many reads of other tenants were taken between the arrival of a read and its start. Its line
 * existed all the while. */
static u64 turns_of_others(const struct readers *readers, const struct waiting_reads *taken)
{
	u64 all = readers->taken - 1 - taken->taken_before;
	u64 own = taken->line->taken - 1 - taken->taken_of_line;
	must(own <= all);
	return all - own;
}

/* The next read of the line that is next; false: the thread has to end. */
static bool take(struct readers *readers, struct waiting_reads *out_taken)
{
	pthread_mutex_lock(&readers->lock);
	while (list_is_empty(&readers->turns) && !(readers->is_stopping && !readers->len))
		pthread_cond_wait(&readers->changed, &readers->lock);
	struct reader_line *line = list_item(list_pop_front(&readers->turns), struct reader_line,
					     node);
	if (line) {
		struct waiting_reads *first = list_item(list_pop_front(&line->waiting),
							struct waiting_reads, node);
		*out_taken = *first;
		list_push_front(&readers->spare_places, &first->node);
		line->len--;
		line->running++;
		line->taken++;
		readers->taken++;
		readers->len--;
		out_taken->turns = turns_of_others(readers, out_taken);
		line_settle(readers, line);
		if (readers->is_stopping) pthread_cond_broadcast(&readers->changed);
	}
	pthread_mutex_unlock(&readers->lock);
	return line != NULL;
}

static void give_back(struct readers *readers, struct reader_line *line)
{
	pthread_mutex_lock(&readers->lock);
	line->running--;
	line_settle(readers, line);
	pthread_mutex_unlock(&readers->lock);
}

static void *read_on(void *context)
{
	struct reader *reader = context;
	struct readers *readers = reader->readers;
	struct waiting_reads taken;
	while (take(readers, &taken)) {
		readers->config.work(taken.item, reader->query, taken.turns);
		give_back(readers, taken.line);
	}
	return NULL;
}

/* ---- starting and ending ------------------------------------------------------------------ */

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

static enum err make_room(struct readers *readers)
{
	const struct readers_config *config = &readers->config;
	u32 lines = config->queue_max + config->threads;
	readers->places = mem_alloc_zeroed(config->queue_max * sizeof *readers->places);
	readers->lines = mem_alloc_zeroed(lines * sizeof *readers->lines);
	list_init(&readers->spare_places);
	list_init(&readers->spare_lines);
	list_init(&readers->turns);
	u64_map_init(&readers->by_tenant, config->seed);
	readers->key = hash_key_from_seed(config->seed);
	if (!readers->places || !readers->lines) return ERR_MEMORY;
	for (u32 i = 0; i < config->queue_max; i++)
		list_push_back(&readers->spare_places, &readers->places[i].node);
	for (u32 i = 0; i < lines; i++)
		list_push_back(&readers->spare_lines, &readers->lines[i].node);
	return u64_map_reserve(&readers->by_tenant, lines);
}

enum err readers_start(const struct readers_config *config, struct readers **out_readers,
		       struct why *why)
{
	must(config->threads > 0 && config->threads <= READERS_MAX);
	must(config->queue_max > 0);
	struct readers *readers = mem_alloc_zeroed(sizeof *readers);
	if (!readers) return ERR_MEMORY;
	readers->config = *config;
	pthread_mutex_init(&readers->lock, NULL);
	pthread_cond_init(&readers->changed, NULL);
	enum err err = make_room(readers);
	for (u32 i = 0; i < config->threads && !err; i++)
		err = start_one(readers, &readers->each[i], why);
	if (err) {
		readers_stop(readers);
		return err;
	}
	*out_readers = readers;
	return ERR_OK;
}

enum err readers_submit(struct readers *readers, str tenant, void *item)
{
	must(item != NULL);
	pthread_mutex_lock(&readers->lock);
	bool is_full = readers->len == readers->config.queue_max || readers->is_stopping;
	if (!is_full) {
		struct reader_line *line = line_of(readers, tenant);
		is_full = line->len >= readers->config.queue_max - readers->len;
		if (!is_full) {
			struct waiting_reads *place = list_item(
				list_pop_front(&readers->spare_places), struct waiting_reads, node);
			*place = (struct waiting_reads){ .item = item,
							 .line = line,
							 .taken_before = readers->taken,
							 .taken_of_line = line->taken };
			list_push_back(&line->waiting, &place->node);
			line->len++;
			readers->len++;
		}
		line_settle(readers, line);
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
	u64_map_done(&readers->by_tenant);
	mem_free(readers->places);
	mem_free(readers->lines);
	mem_free(readers);
}
