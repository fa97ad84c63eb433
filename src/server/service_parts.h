/* The parts of the service; for the files service*.c alone.
 *
 *   service.c        starts and ends it
 *   service_doors.c  what the pump and the API ask of it
 *   service_zones.c  time zone data, and what follows when they change
 *   service_first.c  what a new store needs: queues, the first token
 *   service_listen.c where it may be reached
 *   service_handlers.c  what it carries out itself */
#ifndef BELFRY_SERVER_SERVICE_PARTS_H
#define BELFRY_SERVER_SERVICE_PARTS_H

#include "api/api.h"
#include "api/catalog.h"
#include "api/hosts.h"
#include "base/arena.h"
#include "deliver/maker.h"
#include "deliver/webhook_sender.h"
#include "executor/executor.h"
#include "executor/hooks.h"
#include "host/clock.h"
#include "host/entropy.h"
#include "host/log_writer.h"
#include "host/trim.h"
#include "net/http.h"
#include "net/loop.h"
#include "observe/log.h"
#include "observe/metrics.h"
#include "pump/asking.h"
#include "pump/pump_thread.h"
#include "pump/readers.h"
#include "server/damage_log.h"
#include "server/http_edge.h"
#include "server/run_log.h"
#include "server/service.h"
#include "server/tally.h"
#include "server/wakeups.h"
#include "server/watch.h"
#include "store/sqlite/sqlite.h"

#include <pthread.h>
#include <stdatomic.h>

struct zone_set;

/* All sockets are gone through once, for the pump; the loop's alone. */
struct listening {
	u32 passes; /* so far; 0: not counted */
	msec since; /* boot: when the first began */
};

struct service {
	struct service_host host;
	struct arena arena;     /* of texts that last as long as the service */
	struct catalog catalog; /* as built in; never changed */
	struct buf store_path;

	struct programs *programs; /* NULL: none */
	int programs_claim;        /* held against a second server; 0: not */
	struct broker *broker;
	struct seal_key seal_key;
	struct handlers *handlers;
	struct executor *executor;
	struct maker maker;             /* for what runs of MAKER_TYPE make */
	struct handlers *hook_handlers; /* the handlers that ask policy hooks */
	struct policy_hooks *hooks;
	struct webhook_sender *webhook_sender;           /* events to webhooks */
	char node[128];                                  /* the worker name of its own leases */
	char machine[65];                                /* and the machine's */
	struct address bound[HANDLER_OWN_ADDRESSES_MAX]; /* where it listens */
	u32 bound_len;

	struct sqlite_store *store;
	struct pump_thread *pump;
	_Atomic(struct zone_set *) zones; /* the latest set; earlier sets are chained to it */
	struct loop_timer *zone_timer;

	struct loop *loop;
	struct http_server *http;
	struct readers *readers;
	struct metrics *metrics;
	struct tally *tally;     /* the pump's thread adds to it */
	struct watch *watch;     /* and to this: service levels */
	struct wakeups *wakeups; /* likewise, while there are listeners */
	_Atomic bool is_listened_to;
	struct loop_timer *tick_timer;
	struct trim trim;
	struct api *api;
	struct http_edge http_edge;

	struct log_writer *log_writer;
	struct log_sink log;
	struct run_log run_log; /* the pump's thread's */
	struct damage_log damage;
	struct served_hosts hosts;  /* the host names that requests may use */
	struct proxy_sign_in proxy; /* the settings of sign-in by a proxy */
	_Atomic enum err health;    /* of the store, as the pump sees it */
	_Atomic u64 clock_steps[2]; /* of the wall clock: ahead, back */
	char url[100];              /* the URL of the first listener */
	struct listening listening;
	struct entropy_pool loop_entropy; /* of the loop's thread */
	struct entropy_pool pump_entropy; /* of the pump's */
	bool is_ending;                   /* its parts are being ended */
	bool is_refused;                  /* the start failed: the store stays unchanged */
	bool is_stopping;
	bool is_drained; /* the HTTP server or the executor has ended */
	enum err ended_by;
};

static inline str setting_text(const struct service *service, enum setting_id id)
{
	return service->host.settings[id].text;
}

static inline i64 setting_number(const struct service *service, enum setting_id id)
{
	return service->host.settings[id].number;
}

void service_log(struct service *service, enum log_phrase phrase, enum err err);
/* The line's detail is the sentence of `why`. */
void service_log_why(struct service *service, enum log_phrase phrase, const struct why *why);

/* ---- service_doors.c ---------------------------------------------------------------------- */
struct pump_host service_pump_host(struct service *service);
struct pump_thread_host service_thread_host(struct service *service);
struct api_doors service_api_doors(struct service *service);
enum err service_open_query(void *context, struct query **out_query, struct why *why);
void service_close_query(void *context, struct query *query);
/* The parts for listeners of events. */
MUST_USE enum err service_start_ticking(struct service *service);
/* Looks for webhooks of events, and reports new events to them. */
void service_look_at_webhooks(void *context);
struct now service_now(void *context);
/* A damaged row was met; NULL: a row without a key. */
void service_on_damage(void *context, const struct damaged_row *row);
void service_random(void *context, u8 *out_bytes, size_t len);

/* ---- service_zones.c ---------------------------------------------------------------------- */
MUST_USE enum err service_open_zones(struct service *service);
void service_close_zones(struct service *service);
/* A zone for the pump, on the pump's thread; for others, on any thread. */
enum err service_pump_zone(void *context, str name, const struct zone **out_zone, struct why *why);
enum err service_zone(void *context, str name, const struct zone **out_zone, struct why *why);
/* Plans jobs again that were planned by other zone data than these. */
MUST_USE enum err service_settle_zones(struct service *service, struct why *why);
/* Looks whether the system's data have changed: now, or now and then. */
void service_look_at_zones(struct service *service);
MUST_USE enum err service_watch_zones(struct service *service);

/* ---- service_first.c ---------------------------------------------------------------------- */
/* Queues that the settings name and the store lacks. */
MUST_USE enum err service_make_queues(struct service *service, struct why *why);
/* Loads the tokens; creates the first one if there is none. */
MUST_USE enum err service_make_tokens(struct service *service, struct why *why);

/* Prints a link that signs a browser in once, and commands to try. */
void service_say_what_to_try(struct service *service);

/* ---- service_handlers.c ------------------------------------------------------------------- */
MUST_USE enum err service_start_broker(struct service *service, struct why *why);
MUST_USE enum err service_open_key(struct service *service, struct why *why);
void service_name_node(struct service *service);
MUST_USE enum err service_make_executor(struct service *service, struct why *why);
MUST_USE enum err service_start_handlers(struct service *service, struct why *why);
void service_free_handlers(struct service *service);
/* The work of reader threads. */
void service_read(void *item, struct query *query, u64 turns);
enum err service_judge_handler(void *context, str handler, enum carrier *out_carrier,
			       struct why *why);

/* ---- service_listen.c --------------------------------------------------------------------- */
MUST_USE enum err service_listen(struct service *service, struct why *why);
MUST_USE enum err service_load_certificate(struct service *service, struct why *why);

#endif
