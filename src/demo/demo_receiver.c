#include "demo/demo_receiver.h"

#include "host/clock.h"
#include "net/http.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { BODY_MAX = 1 << 20, TAKEN_EACH = 3 };
#define PATIENCE_SECONDS "2"

struct busy {
	struct loop *loop;
	u32 calls;
};

static u64 read_head(void *context, struct http_request *request)
{
	(void)context;
	(void)request;
	return BODY_MAX;
}

static void answer(void *context, struct http_request *request)
{
	static const struct http_pair later[] = { { { "Retry-After", 11 },
						    { PATIENCE_SECONDS, 1 } } };
	struct busy *busy = context;
	if (str_starts_with(request->path, STR("/broken"))) {
		http_answer(request, &(struct http_answer){ .status = 500,
							    .content_type = STR("text/plain"),
							    .body = STR("out of order\n") });
		return;
	}
	bool is_taken = ++busy->calls % TAKEN_EACH == 0;
	http_answer(request,
		    &(struct http_answer){ .status = is_taken ? 200 : 429,
					   .content_type = STR("application/json"),
					   .pairs = later,
					   .pair_count = is_taken ? 0 : countof(later),
					   .body = is_taken ? STR("{\"received\":true}")
							    : STR("{\"error\":\"busy\"}") });
}

static void stop(void *context)
{
	struct busy *busy = context;
	loop_stop(busy->loop);
}

static struct now read_clock(void *context)
{
	(void)context;
	return clock_now();
}

static enum err start(struct busy *busy, u16 port, struct http_server **out_server,
		      struct address *out_bound)
{
	struct http_config config;
	struct why why;
	const struct address address = { .bytes = { 127, 0, 0, 1 }, .port = port };
	const struct loop_config loop = { .now = read_clock };
	enum err err = loop_new(&loop, &busy->loop);
	if (err) return err;
	http_config_init(&config);
	config.loop = busy->loop;
	config.handler =
		(struct http_handler){ .context = busy, .head = read_head, .request = answer };
	err = http_server_new(&config, out_server);
	if (!err) err = http_server_listen(*out_server, &address, false, out_bound, &why);
	if (!err) err = loop_on_signal(busy->loop, SIGTERM, stop, busy);
	if (!err) err = loop_on_signal(busy->loop, SIGINT, stop, busy);
	return err;
}

int demo_receiver_run(void *receiver, int told)
{
	const struct demo_receiver *wish = receiver;
	struct busy busy = { .calls = 0 };
	struct http_server *server = NULL;
	struct address bound;
	char word[16];
	enum err err = start(&busy, wish->port, &server, &bound);
	if (!err) {
		int len = snprintf(word, sizeof word, "%u\n", (unsigned)bound.port);
		if (write(told, word, (size_t)len) != len) err = ERR_IO;
	}
	(void)close(told);
	if (!err) loop_run(busy.loop);
	http_server_free(server);
	loop_free(busy.loop);
	return err ? 1 : 0;
}
