/* Two buffers: one is filled, the other is written. */
#include "host/log_writer.h"

#include "base/memory.h"
#include "base/must.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct log_lines {
	char *at;
	size_t len;
};

struct log_writer {
	log_out *out;
	void *context;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t has_lines;
	struct log_lines filled;
	struct log_lines written;
	u64 dropped;
	u64 dropped_reported;
	bool is_ending;
};

static void report_dropped(struct log_writer *writer, u64 dropped)
{
	char line[128];
	int len = snprintf(line, sizeof line,
			   "{\"level\":\"warn\",\"msg\":\"log lines dropped\",\"count\":%llu}\n",
			   (unsigned long long)dropped);
	must(len > 0 && (size_t)len < sizeof line);
	writer->out(writer->context, (str){ line, (size_t)len });
}

/* False: there is nothing more to come. */
static bool take_lines(struct log_writer *writer, u64 *out_dropped)
{
	pthread_mutex_lock(&writer->lock);
	while (!writer->filled.len && !writer->is_ending)
		pthread_cond_wait(&writer->has_lines, &writer->lock);
	struct log_lines full = writer->filled;
	writer->filled = (struct log_lines){ writer->written.at, 0 };
	writer->written = full;
	*out_dropped = writer->dropped - writer->dropped_reported;
	writer->dropped_reported = writer->dropped;
	pthread_mutex_unlock(&writer->lock);
	return full.len > 0;
}

static void *write_lines(void *context)
{
	struct log_writer *writer = context;
	u64 dropped;
	while (take_lines(writer, &dropped)) {
		writer->out(writer->context, (str){ writer->written.at, writer->written.len });
		if (dropped) report_dropped(writer, dropped);
	}
	return NULL;
}

static void free_writer(struct log_writer *writer)
{
	mem_free(writer->filled.at);
	mem_free(writer->written.at);
	mem_free(writer);
}

enum err log_writer_start(log_out *out, void *context, struct log_writer **out_writer,
			  struct why *why)
{
	struct log_writer *writer = mem_alloc_zeroed(sizeof *writer);
	if (!writer) return fail(why, ERR_MEMORY, "no memory for the log");
	writer->out = out;
	writer->context = context;
	writer->filled.at = mem_alloc(LOG_WRITER_BYTES);
	writer->written.at = mem_alloc(LOG_WRITER_BYTES);
	pthread_mutex_init(&writer->lock, NULL);
	pthread_cond_init(&writer->has_lines, NULL);
	bool has_room = writer->filled.at && writer->written.at;
	if (has_room && !pthread_create(&writer->thread, NULL, write_lines, writer)) {
		*out_writer = writer;
		return ERR_OK;
	}
	free_writer(writer);
	return fail(why, ERR_MEMORY, "no thread for the log");
}

void log_writer_put(struct log_writer *writer, str line)
{
	pthread_mutex_lock(&writer->lock);
	bool was_empty = writer->filled.len == 0;
	if (line.len > LOG_WRITER_BYTES - writer->filled.len) {
		writer->dropped++;
	} else {
		memcpy(writer->filled.at + writer->filled.len, line.at, line.len);
		writer->filled.len += line.len;
	}
	pthread_mutex_unlock(&writer->lock);
	if (was_empty) pthread_cond_signal(&writer->has_lines);
}

u64 log_writer_dropped(struct log_writer *writer)
{
	pthread_mutex_lock(&writer->lock);
	u64 dropped = writer->dropped;
	pthread_mutex_unlock(&writer->lock);
	return dropped;
}

void log_writer_stop(struct log_writer *writer)
{
	if (!writer) return;
	pthread_mutex_lock(&writer->lock);
	writer->is_ending = true;
	pthread_mutex_unlock(&writer->lock);
	pthread_cond_signal(&writer->has_lines);
	pthread_join(writer->thread, NULL);
	pthread_cond_destroy(&writer->has_lines);
	pthread_mutex_destroy(&writer->lock);
	free_writer(writer);
}
