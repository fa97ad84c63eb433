/* A look-up goes from `asked` to a thread to `answered`, whence the loop takes it. Lists and count
 * are under the lock; a look-up itself belongs to whoever took it out of its list, but for
 * `is_wanted`, which only the loop's thread reads and writes. */
#define _GNU_SOURCE
#include "handler/resolver.h"

#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"
#include "handler/limits.h"

#include <event2/event.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct lookup {
	struct list_node node;
	resolver_answer *answer;
	void *context;
	bool is_wanted;
	u32 len;
	struct address answers[HANDLER_ADDRESSES_MAX];
	char host[HANDLER_HOST_BYTES + 1];
};

struct resolver {
	struct resolver_config config;
	struct event *event;
	int fd;
	pthread_t threads[HANDLER_LOOKUP_THREADS];
	u32 threads_len;
	u32 open; /* look-ups that are not answered; the loop's thread only */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct list asked;
	struct list answered;
	bool is_ending;
};

static u32 ask_system(void *context, const char *host, struct address *out, u32 max)
{
	struct addrinfo hints = { .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM };
	struct addrinfo *first = NULL;
	u32 len = 0;
	(void)context;
	if (getaddrinfo(host, NULL, &hints, &first) != 0) return 0;
	for (const struct addrinfo *it = first; it; it = it->ai_next) {
		struct address address;
		if (!address_from_socket(it->ai_addr, &address)) continue;
		if (len < max) out[len] = address;
		len++;
	}
	freeaddrinfo(first);
	return len;
}

static struct lookup *take_asked(struct resolver *resolver)
{
	pthread_mutex_lock(&resolver->lock);
	while (list_is_empty(&resolver->asked) && !resolver->is_ending)
		pthread_cond_wait(&resolver->wake, &resolver->lock);
	struct list_node *node = resolver->is_ending ? NULL : list_pop_front(&resolver->asked);
	pthread_mutex_unlock(&resolver->lock);
	return list_item(node, struct lookup, node);
}

static void give_answered(struct resolver *resolver, struct lookup *lookup)
{
	u64 one = 1;
	pthread_mutex_lock(&resolver->lock);
	list_push_back(&resolver->answered, &lookup->node);
	ssize_t written = write(resolver->fd, &one, sizeof one);
	pthread_mutex_unlock(&resolver->lock);
	must(written == sizeof one);
}

static void *look_up(void *context)
{
	struct resolver *resolver = context;
	struct lookup *lookup;
	while ((lookup = take_asked(resolver)) != NULL) {
		u32 len = resolver->config.function(resolver->config.context, lookup->host,
						    lookup->answers, HANDLER_ADDRESSES_MAX);
		/* A list that cannot be checked as a whole counts as empty. */
		lookup->len = len <= HANDLER_ADDRESSES_MAX ? len : 0;
		give_answered(resolver, lookup);
	}
	return NULL;
}

static struct lookup *take_answered(struct resolver *resolver)
{
	pthread_mutex_lock(&resolver->lock);
	struct list_node *node = list_pop_front(&resolver->answered);
	pthread_mutex_unlock(&resolver->lock);
	return list_item(node, struct lookup, node);
}

static void on_answered(evutil_socket_t fd, short what, void *context)
{
	struct resolver *resolver = context;
	struct lookup *lookup;
	u64 count;
	(void)what;
	ssize_t got = read(fd, &count, sizeof count);
	if (got != sizeof count) return;
	while ((lookup = take_answered(resolver)) != NULL) {
		resolver->open--;
		if (lookup->is_wanted)
			lookup->answer(lookup->context, lookup->answers, lookup->len);
		mem_free(lookup);
	}
}

/* Signals are for the main thread. */
static enum err start_threads(struct resolver *resolver)
{
	sigset_t all, before;
	enum err err = ERR_OK;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (resolver->threads_len < resolver->config.threads && !err) {
		pthread_t *thread = &resolver->threads[resolver->threads_len];
		if (pthread_create(thread, NULL, look_up, resolver) != 0) err = ERR_MEMORY;
		else resolver->threads_len++;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err;
}

static enum err open_event(struct resolver *resolver)
{
	resolver->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	if (resolver->fd < 0) return ERR_IO;
	resolver->event = event_new(loop_base(resolver->config.loop), resolver->fd,
				    EV_READ | EV_PERSIST, on_answered, resolver);
	if (!resolver->event || event_add(resolver->event, NULL) != 0) return ERR_MEMORY;
	return ERR_OK;
}

enum err resolver_new(const struct resolver_config *config, struct resolver **out_resolver)
{
	struct resolver *resolver = mem_alloc_zeroed(sizeof *resolver);
	if (!resolver) return ERR_MEMORY;
	resolver->config = *config;
	resolver->fd = -1;
	if (!resolver->config.function) resolver->config.function = ask_system;
	u32 threads = config->threads;
	if (threads == 0 || threads > HANDLER_LOOKUP_THREADS) threads = HANDLER_LOOKUP_THREADS;
	resolver->config.threads = threads;
	list_init(&resolver->asked);
	list_init(&resolver->answered);
	int failed = pthread_mutex_init(&resolver->lock, NULL) ||
		     pthread_cond_init(&resolver->wake, NULL);
	must(!failed);
	enum err err = open_event(resolver);
	if (!err) err = start_threads(resolver);
	if (err) resolver_free(resolver);
	else *out_resolver = resolver;
	return err;
}

static void free_all(struct list *lookups)
{
	struct list_node *node;
	while ((node = list_pop_front(lookups)) != NULL)
		mem_free(list_item(node, struct lookup, node));
}

void resolver_free(struct resolver *resolver)
{
	if (!resolver) return;
	pthread_mutex_lock(&resolver->lock);
	resolver->is_ending = true;
	pthread_cond_broadcast(&resolver->wake);
	pthread_mutex_unlock(&resolver->lock);
	for (u32 i = 0; i < resolver->threads_len; i++) pthread_join(resolver->threads[i], NULL);
	if (resolver->event) event_free(resolver->event);
	if (resolver->fd >= 0) close(resolver->fd);
	free_all(&resolver->asked);
	free_all(&resolver->answered);
	pthread_mutex_destroy(&resolver->lock);
	pthread_cond_destroy(&resolver->wake);
	mem_free(resolver);
}

enum err resolver_ask(struct resolver *resolver, str host, resolver_answer *answer, void *context,
		      struct lookup **out_lookup)
{
	must(host.len <= HANDLER_HOST_BYTES);
	if (resolver->open >= HANDLER_LOOKUPS_MAX) return ERR_BUSY;
	struct lookup *lookup = mem_alloc_zeroed(sizeof *lookup);
	if (!lookup) return ERR_MEMORY;
	lookup->answer = answer;
	lookup->context = context;
	lookup->is_wanted = true;
	memcpy(lookup->host, host.at, host.len);
	resolver->open++;
	pthread_mutex_lock(&resolver->lock);
	list_push_back(&resolver->asked, &lookup->node);
	pthread_cond_signal(&resolver->wake);
	pthread_mutex_unlock(&resolver->lock);
	*out_lookup = lookup;
	return ERR_OK;
}

void resolver_forget(struct lookup *lookup)
{
	lookup->is_wanted = false;
}
