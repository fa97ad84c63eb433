/* A worker's calls of the server, and its words about them. */
#include "client/worker_parts.h"

#include "cli/render.h"
#include "host/clock.h"

#include <jansson.h>

void worker_say(const struct client_worker *worker, const struct buf *line)
{
	worker->host->say(worker->host->context, buf_view(line));
}

void worker_say_trouble(struct client_worker *worker, const char *text)
{
	struct buf line;
	if (worker->is_in_trouble) return;
	worker->is_in_trouble = true;
	buf_init(&line, 1024);
	buf_addf(&line, "%s; trying again\n", text);
	worker_say(worker, &line);
	buf_done(&line);
}

static enum err refusal(const struct client_response *response, struct why *why)
{
	json_t *problem = json_loadb(response->body.at, response->body.len, 0, NULL);
	const char *detail = json_string_value(json_object_get(problem, "detail"));
	enum err err = response->status == 401                              ? ERR_UNAUTHORIZED
		       : response->status == 403                            ? ERR_FORBIDDEN
		       : response->status >= 500 || response->status == 429 ? ERR_BUSY
									    : ERR_INVALID;
	(void)fail(why, err, "%s (status %d)", detail ? detail : err_sentence(err),
		   response->status);
	json_decref(problem);
	return err;
}

/* Every answer of the server's says whether the worker is to drain. */
static void hear_drain(struct client_worker *worker, str body)
{
	struct buf line;
	if (worker->is_draining || !str_eq(render_member(body, "drain"), STR("true"))) return;
	worker->is_draining = true;
	worker->told = clock_now().boot;
	buf_init(&line, 1024);
	buf_addf(&line,
		 "worker %s is draining: it takes no new runs (to undo: belfry worker "
		 "resume %s)\n",
		 worker->name, worker->name);
	worker_say(worker, &line);
	buf_done(&line);
}

enum err worker_call(struct client_worker *worker, const char *path, msec wait, str *out_body,
		     struct why *why)
{
	char bearer[256] = "Bearer ";
	struct client_pair pairs[2] = { { STR("Content-Type"), STR("application/json") } };
	struct client_response response;
	str token = worker->wish->token;
	u32 len = 1;
	if (token.len && token.len + 8 < sizeof bearer) {
		memcpy(bearer + 7, token.at, token.len);
		pairs[len++] = (struct client_pair){ STR("Authorization"),
						     { bearer, 7 + token.len } };
	}
	if (buf_failed(&worker->body)) return fail(why, ERR_MEMORY, "no memory for a call");
	const struct client_request request = { .method = STR("POST"),
						.path = str_from(path),
						.pairs = pairs,
						.pair_count = len,
						.body = buf_view(&worker->body),
						.wait_ms = wait,
						.wake_fd = wait ? worker->signals : 0 };
	enum err err = talk_http(worker->host->talk, worker->wish->url, &request, &response, why);
	if (err) return err;
	if (response.status < 200 || response.status > 299) return refusal(&response, why);
	worker->is_in_trouble = false;
	hear_drain(worker, response.body);
	*out_body = response.body;
	return ERR_OK;
}

bool worker_error_is_final(const struct client_worker *worker, enum err err)
{
	return worker->wish->once || err == ERR_UNAUTHORIZED || err == ERR_FORBIDDEN ||
	       err == ERR_INVALID || err == ERR_ADDRESS || err == ERR_TLS;
}
