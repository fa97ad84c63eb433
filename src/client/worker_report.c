/* A worker's reports of the programs that have ended. */
#include "client/worker_parts.h"

#include "cli/render.h"
#include "client/worker_words.h"
#include "host/clock.h"

#include <stdio.h>
#include <sys/wait.h>

enum {
	REPORT_BYTES_ENOUGH = 6 << 20, /* then the rest goes with the next call */
	EXIT_RETRY = 75,
};

static const char *outcome_of(const struct client_worker *worker, const struct worker_slot *slot)
{
	int status = slot->child.status;
	u32 most = worker->wish->max_attempts;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "success";
	/* Not its fault: somebody else begins it at once, and no attempt is counted. */
	if (slot->is_returned) return "defer";
	if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_RETRY)
		return most && slot->attempt >= most ? "fail" : "retry";
	return WIFSIGNALED(status) ? "retry" : "fail";
}

static void add_error(struct client_worker *worker, const struct worker_slot *slot)
{
	struct buf *out = &worker->body;
	int status = slot->child.status;
	str words = tail_text(&slot->child.err, TAIL_BYTES, &worker->arena);
	buf_addf(out, ",\"error\":{\"class\":\"%s\",\"message\":",
		 WIFSIGNALED(status) ? "signal" : "exit");
	struct buf text;
	buf_init(&text, 4096);
	if (WIFSIGNALED(status)) buf_addf(&text, "ended by signal %d", WTERMSIG(status));
	else buf_addf(&text, "exit code %d", WEXITSTATUS(status));
	if (words.len) buf_add(&text, STR(": "));
	buf_add(&text, words);
	buf_add_json(out, buf_view(&text));
	buf_done(&text);
	buf_add_byte(out, '}');
	arena_reset(&worker->arena);
}

static u32 add_results(struct client_worker *worker)
{
	struct buf *out = &worker->body;
	u32 count = 0;
	buf_clear(out);
	buf_add(out, STR("{\"worker_id\":"));
	buf_add_json(out, str_from(worker->name));
	buf_add(out, STR(",\"results\":["));
	buf_add(out, buf_view(&worker->again));
	count += worker->again.len > 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || !slot->child.has_ended || slot->is_lost) continue;
		slot->is_reported = out->len < REPORT_BYTES_ENOUGH;
		if (!slot->is_reported) continue;
		const char *outcome = outcome_of(worker, slot);
		buf_addf(out, "%s{\"execution_id\":\"%s\",\"outcome\":\"%s\"", count ? "," : "",
			 slot->id, outcome);
		words_result(out, buf_view(&slot->child.out.kept), slot->child.out.len);
		words_output(out, &slot->child);
		bool is_returned = str_eq(str_from(outcome), STR("defer"));
		if (is_returned)
			buf_add(out, STR(",\"defer_until\":0")); /* by the server's clock */
		else if (!str_eq(str_from(outcome), STR("success"))) add_error(worker, slot);
		buf_add_byte(out, '}');
		count++;
	}
	buf_add_byte(out, ']');
	return count;
}

static void tell_end(struct client_worker *worker, const struct worker_slot *slot)
{
	struct buf line;
	const char *end = slot->is_lost ? "lost" : slot->is_cancelled ? "cancelled" : NULL;
	if (worker->wish->quiet) return;
	if (!end) end = outcome_of(worker, slot);
	if (str_eq(str_from(end), STR("defer"))) end = "given back";
	buf_init(&line, 1024);
	buf_addf(&line, "%s %s %s in %lld ms\n", slot->id, slot->type, end,
		 (long long)(clock_now().wall - slot->began));
	worker_say(worker, &line);
	buf_done(&line);
}

static void free_ended(struct client_worker *worker)
{
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		struct worker_slot *slot = &worker->slots[i];
		if (!slot->is_used || !slot->child.has_ended) continue;
		if (!slot->is_lost && !slot->is_reported) continue;
		tell_end(worker, slot);
		child_done(&slot->child);
		slot->is_used = false;
		worker->used--;
	}
}

/* A report that was refused by itself (another version of the server may know less) is made once
 * more with nothing but its outcome: a run that has ended must not be begun again for it. */
static void hear_verdicts(struct client_worker *worker, str body)
{
	str rest = render_array(body, "results");
	str verdict;
	buf_clear(&worker->again);
	while (render_next_item(&rest, &verdict)) {
		char id[CHILD_ID_BYTES], detail[256];
		u64 status = worker_member_number(verdict, "status");
		worker_member_words(verdict, "execution_id", id, sizeof id);
		const struct worker_slot *slot = worker_slot_of(worker, str_from(id));
		if (status == 200 || status == 409 || !slot) continue;
		worker_member_words(verdict, "detail", detail, sizeof detail);
		worker_say_trouble(worker, detail);
		const char *outcome = outcome_of(worker, slot);
		bool is_returned = str_eq(str_from(outcome), STR("defer"));
		buf_addf(&worker->again, "%s{\"execution_id\":\"%s\",\"outcome\":\"%s\"%s}",
			 worker->again.len ? "," : "", id, outcome,
			 is_returned ? ",\"defer_until\":0" : "");
	}
}

u32 worker_count_ended(const struct client_worker *worker)
{
	u32 count = 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++)
		count += worker->slots[i].is_used && worker->slots[i].child.has_ended;
	return count;
}

/* As many places come free when the call is answered. */
static u32 count_leaving(const struct client_worker *worker)
{
	u32 count = 0;
	for (u32 i = 0; i < worker->wish->concurrency; i++) {
		const struct worker_slot *slot = &worker->slots[i];
		bool leaves = slot->is_lost || slot->is_reported;
		count += slot->is_used && slot->child.has_ended && leaves;
	}
	return count;
}

enum err worker_report_ended(struct client_worker *worker, struct why *why)
{
	str body;
	if (!worker_count_ended(worker) && !worker->again.len) return ERR_OK;
	if (add_results(worker)) {
		u32 leaving = count_leaving(worker);
		worker->used -= leaving;
		if (!worker->is_draining) {
			buf_add(&worker->body, STR(",\"lease\":"));
			worker_add_lease(worker, 0);
		}
		worker->used += leaving;
		buf_add_byte(&worker->body, '}');
		enum err err = worker_call(worker, "/api/v1/scheduler/worker/results", 0, &body,
					   why);
		if (err) return err;
		worker->looked = clock_now().wall;
		hear_verdicts(worker, body);
		free_ended(worker);
		worker_begin_all(worker, body);
	} else {
		free_ended(worker);
	}
	return ERR_OK;
}
