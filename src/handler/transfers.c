/* libcurl says which sockets it wants to hear of, and when it wants to be called in any case; both
 * are events of the loop. An event belongs to its socket and is handed to libcurl as its note about
 * it. */
#include "handler/transfers.h"

#include "base/list.h"
#include "base/memory.h"
#include "base/must.h"

#include <event2/event.h>

struct watched {
	struct list_node node;
	struct event *event;
	struct transfers *transfers;
};

struct transfers {
	struct loop *loop;
	CURLM *multi;
	struct loop_timer *timer;
	struct list watched;
	u32 running;
	bool is_stopped; /* being freed: curl's last words are not listened to */
};

/* Ended transfers are taken out before anybody is told: the callee may add and remove. */
static void tell_ended(struct transfers *transfers)
{
	CURLMsg *message;
	int left;
	while ((message = curl_multi_info_read(transfers->multi, &left)) != NULL) {
		if (message->msg != CURLMSG_DONE) continue;
		struct transfer *transfer = NULL;
		CURLcode code = message->data.result;
		curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
		must(transfer != NULL);
		transfers_remove(transfers, transfer);
		transfer->ended(transfer->context, code);
	}
}

static void act(struct transfers *transfers, curl_socket_t fd, int what)
{
	int running;
	curl_multi_socket_action(transfers->multi, fd, what, &running);
	tell_ended(transfers);
}

static void on_socket_event(evutil_socket_t fd, short what, void *context)
{
	struct watched *watched = context;
	int flags = (what & EV_READ ? CURL_CSELECT_IN : 0) |
		    (what & EV_WRITE ? CURL_CSELECT_OUT : 0);
	act(watched->transfers, fd, flags);
}

static void on_timer(void *context)
{
	act(context, CURL_SOCKET_TIMEOUT, 0);
}

static void unwatch(struct watched *watched)
{
	list_remove(&watched->node);
	event_free(watched->event);
	mem_free(watched);
}

static short events_of(int what)
{
	short events = EV_PERSIST;
	if (what & CURL_POLL_IN) events |= EV_READ;
	if (what & CURL_POLL_OUT) events |= EV_WRITE;
	return events;
}

/* Without memory the socket is not watched: its transfer ends by its timeout. */
static int watch(struct transfers *transfers, curl_socket_t fd, int what)
{
	struct watched *watched = mem_alloc_zeroed(sizeof *watched);
	if (!watched) return 0;
	watched->transfers = transfers;
	watched->event = event_new(loop_base(transfers->loop), fd, events_of(what), on_socket_event,
				   watched);
	if (!watched->event) {
		mem_free(watched);
		return 0;
	}
	list_push_back(&transfers->watched, &watched->node);
	curl_multi_assign(transfers->multi, fd, watched);
	event_add(watched->event, NULL);
	return 0;
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *context, void *note)
{
	struct transfers *transfers = context;
	struct watched *watched = note;
	(void)easy;
	if (what == CURL_POLL_REMOVE) {
		if (watched) unwatch(watched);
		curl_multi_assign(transfers->multi, fd, NULL);
		return 0;
	}
	if (!watched) return watch(transfers, fd, what);
	event_del(watched->event);
	event_assign(watched->event, loop_base(transfers->loop), fd, events_of(what),
		     on_socket_event, watched);
	event_add(watched->event, NULL);
	return 0;
}

static int on_wanted_time(CURLM *multi, long delay_ms, void *context)
{
	struct transfers *transfers = context;
	(void)multi;
	if (transfers->is_stopped) return 0;
	if (delay_ms < 0) loop_timer_stop(transfers->timer);
	else loop_timer_start(transfers->timer, delay_ms);
	return 0;
}

static enum err open_multi(struct transfers *transfers)
{
	transfers->multi = curl_multi_init();
	if (!transfers->multi) return ERR_MEMORY;
	curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
	curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers);
	curl_multi_setopt(transfers->multi, CURLMOPT_TIMERFUNCTION, on_wanted_time);
	curl_multi_setopt(transfers->multi, CURLMOPT_TIMERDATA, transfers);
	return ERR_OK;
}

enum err transfers_new(struct loop *loop, struct transfers **out_transfers)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) return ERR_MEMORY;
	struct transfers *transfers = mem_alloc_zeroed(sizeof *transfers);
	if (!transfers) {
		curl_global_cleanup();
		return ERR_MEMORY;
	}
	transfers->loop = loop;
	list_init(&transfers->watched);
	enum err err = loop_timer_new(loop, on_timer, transfers, &transfers->timer);
	if (!err) err = open_multi(transfers);
	if (err) transfers_free(transfers);
	else *out_transfers = transfers;
	return err;
}

void transfers_free(struct transfers *transfers)
{
	if (!transfers) return;
	must(transfers->running == 0);
	transfers->is_stopped = true;
	if (transfers->multi) curl_multi_cleanup(transfers->multi);
	list_for_each_of(struct watched, watched, &transfers->watched, node) unwatch(watched);
	loop_timer_free(transfers->timer);
	mem_free(transfers);
	curl_global_cleanup();
}

CURL *transfers_make_easy(const char *protocols)
{
	CURL *easy = curl_easy_init();
	if (!easy) return NULL;
	CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, protocols);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https");
	if (!code) code = curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_PROXY, "");
	if (!code) code = curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	if (!code) code = curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	if (!code) code = curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (!code) return easy;
	curl_easy_cleanup(easy);
	return NULL;
}

enum err transfers_add(struct transfers *transfers, struct transfer *transfer)
{
	must(!transfer->is_running);
	must(transfer->easy != NULL);
	curl_easy_setopt(transfer->easy, CURLOPT_PRIVATE, (char *)transfer);
	if (curl_multi_add_handle(transfers->multi, transfer->easy) != CURLM_OK) return ERR_MEMORY;
	transfer->is_running = true;
	transfers->running++;
	return ERR_OK;
}

void transfers_remove(struct transfers *transfers, struct transfer *transfer)
{
	if (!transfer->is_running) return;
	curl_multi_remove_handle(transfers->multi, transfer->easy);
	transfer->is_running = false;
	transfers->running--;
}
