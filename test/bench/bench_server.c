/* The load that test/bench/server puts on a running server, over keep-alive connections and epoll:
 * Belfry by HTTP, beanstalkd by its own protocol, so that both are asked by the same client.
 *
 *   bench_server belfry|belfry_keys|beanstalkd PORT MEASURE COUNT    (the token in BELFRY_TOKEN)
 *
 * belfry_keys: each task has an idempotency key of its own.
 *
 * Prints the measure's numbers in one line, separated by tabs. COUNT is the seconds of a measure
 * that lasts (single, batch100, batch1000), else how many runs. */
/* memmem */
#define _GNU_SOURCE
#include "base/buf.h"
#include "base/memory.h"
#include "base/msec.h"
#include "base/must.h"
#include "base/prng.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
	CONNECTIONS = 16,
	CONNECTIONS_MAX = 2 * CONNECTIONS,
	PAYLOAD = 200,
	LEASED = 50,
	WAIT_MS = 30000,
	SAMPLES_MAX = 100000,
	FUTURE_BATCH = 1000,
	PATIENCE_S = 300, /* for one measure */
	PRECISION_MS = 20000,
	IN_BYTES = 4 << 20,
};

struct load;

struct connection {
	struct load *load;
	/* Puts the next request out, or nothing when it has none; counts the answers due. */
	void (*next)(struct connection *connection);
	void (*took)(struct connection *connection, str answer);
	int fd;
	u32 due;   /* answers that are to come */
	u32 tasks; /* that the request under way makes */
	str made;  /* the request that makes them, always the same */
	struct buf out;
	char *in;
	size_t in_len;
	struct buf held; /* what a worker holds, as it reports it */
	u32 held_len;
};

struct load {
	bool is_beanstalkd;
	bool has_user; /* its tasks are for somebody */
	bool has_keys; /* its tasks have keys, each its own */
	u16 port;
	const char *token;
	int epoll;
	struct connection connections[CONNECTIONS_MAX];
	u32 len;
	u64 made;
	u64 finished;
	u64 to_make;
	u64 goal; /* finished, then it is over */
	double until;
	bool is_over;
	double *samples; /* in ms */
	u32 samples_len;
	struct prng random;
};

_Noreturn static void give_up(const char *what, str about)
{
	fprintf(stderr, "bench_server: %s: %.*s\n", what, STR_ARG(str_slice(about, 0, 500)));
	exit(1);
}

static double clock_of(clockid_t id)
{
	struct timespec at;
	clock_gettime(id, &at);
	return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static double seconds(void)
{
	return clock_of(CLOCK_MONOTONIC);
}

/* ---- bytes on the wire -------------------------------------------------------------------- */

static void dial(struct connection *connection)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_port = htons(connection->load->port) };
	struct epoll_event event = { .events = EPOLLIN, .data = { .ptr = connection } };
	int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) != 0)
		give_up("connect", str_from(strerror(errno)));
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	connection->fd = fd;
	if (epoll_ctl(connection->load->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
		give_up("epoll_ctl", str_from(strerror(errno)));
}

static struct connection *connection_new(struct load *load,
					 void (*next)(struct connection *connection),
					 void (*took)(struct connection *connection, str answer))
{
	must(load->len < CONNECTIONS_MAX);
	struct connection *connection = &load->connections[load->len++];
	*connection = (struct connection){ .load = load, .next = next, .took = took };
	buf_init(&connection->out, (size_t)16 << 20);
	buf_init(&connection->held, (size_t)16 << 20);
	connection->in = mem_alloc(IN_BYTES);
	must(connection->in != NULL);
	dial(connection);
	return connection;
}

static void connections_close(struct load *load)
{
	for (u32 i = 0; i < load->len; i++) {
		struct connection *connection = &load->connections[i];
		close(connection->fd);
		buf_done(&connection->out);
		buf_done(&connection->held);
		mem_free(connection->in);
	}
	load->len = 0;
}

static void send_bytes(struct connection *connection, str bytes)
{
	while (bytes.len) {
		ssize_t sent = send(connection->fd, bytes.at, bytes.len, MSG_NOSIGNAL);
		if (sent <= 0) give_up("send", str_from(strerror(errno)));
		bytes = str_from_offset(bytes, (size_t)sent);
	}
}

static void go_on(struct connection *connection)
{
	buf_clear(&connection->out);
	connection->next(connection);
	if (connection->due) send_bytes(connection, buf_view(&connection->out));
}

static size_t find(str text, str what)
{
	const char *at = memmem(text.at, text.len, what.at, what.len);
	return at ? (size_t)(at - text.at) : text.len;
}

static u64 number_at(str text)
{
	u64 number = 0;
	for (size_t i = 0; i < text.len && ascii_is_digit(text.at[i]); i++)
		number = number * 10 + (u64)(text.at[i] - '0');
	return number;
}

/* The length of the answer that `in` begins with; 0: not whole yet. */
static size_t http_length(str in)
{
	size_t head = find(in, STR("\r\n\r\n"));
	if (head == in.len) return 0;
	size_t at = find(str_slice(in, 0, head), STR("Content-Length: "));
	if (at >= head) give_up("an answer without a length", in);
	size_t len = head + 4 + number_at(str_from_offset(in, at + strlen("Content-Length: ")));
	return len <= in.len ? len : 0;
}

static size_t beanstalkd_length(str in)
{
	size_t line = find(in, STR("\r\n")) + 2;
	if (line > in.len) return 0;
	if (!str_starts_with(in, STR("RESERVED "))) return line;
	str id = str_from_offset(in, strlen("RESERVED "));
	line += number_at(str_from_offset(id, str_find(id, ' ') + 1)) + 2;
	return line <= in.len ? line : 0;
}

static void take_answers(struct connection *connection)
{
	size_t at = 0;
	while (connection->due) {
		str in = { connection->in + at, connection->in_len - at };
		size_t len = connection->load->is_beanstalkd ? beanstalkd_length(in)
							     : http_length(in);
		if (!len) break;
		connection->due--;
		connection->took(connection, str_slice(in, 0, len));
		at += len;
	}
	connection->in_len -= at;
	memmove(connection->in, connection->in + at, connection->in_len);
}

static void on_bytes(struct connection *connection)
{
	ssize_t got = recv(connection->fd, connection->in + connection->in_len,
			   IN_BYTES - connection->in_len, 0);
	if (got <= 0) give_up("the server closed a connection", STR(""));
	connection->in_len += (size_t)got;
	take_answers(connection);
	if (!connection->due && !connection->load->is_over) go_on(connection);
}

/* Until it is over. Seconds that it took. */
static double load_run(struct load *load)
{
	struct epoll_event events[CONNECTIONS_MAX];
	double begun = seconds(), last = begun + PATIENCE_S;
	load->is_over = false;
	for (u32 i = 0; i < load->len; i++) go_on(&load->connections[i]);
	while (!load->is_over) {
		int len = epoll_wait(load->epoll, events, CONNECTIONS_MAX, 1000);
		for (int i = 0; i < len; i++) on_bytes(events[i].data.ptr);
		if (load->until > 0 && seconds() >= load->until) load->is_over = true;
		if (seconds() > last) give_up("it takes too long", STR(""));
	}
	return seconds() - begun;
}

/* ---- requests ----------------------------------------------------------------------------- */

static void add_http(struct load *load, struct buf *out, str path, str body)
{
	buf_addf(out,
		 "POST /api/v1/scheduler/%.*s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n"
		 "Authorization: Bearer %s\r\nContent-Type: application/json\r\n"
		 "Content-Length: %zu\r\n\r\n",
		 STR_ARG(path), load->port, load->token, body.len);
	buf_add(out, body);
}

/* A payload of PAYLOAD bytes that names its due time, if it has one. */
static void add_payload(struct buf *out, u64 due)
{
	size_t begin = out->len;
	buf_addf(out, "{\"due\":\"%013llu\",\"text\":\"", (unsigned long long)due);
	while (out->len - begin < PAYLOAD - 2) buf_add_byte(out, 'x');
	buf_add(out, STR("\"}"));
}

/* A key stands with this name before it, so that it is found and made anew for each request. */
#define KEY_NAME STR("\"idempotency_key\":\"")
enum { KEY_DIGITS = 16 };

static void add_key(struct buf *out)
{
	buf_add(out, KEY_NAME);
	for (u32 i = 0; i < KEY_DIGITS; i++) buf_add_byte(out, '0');
	buf_add(out, STR("\","));
}

static void add_task(const struct load *load, struct buf *out, u64 due)
{
	buf_add(out, STR("{\"type\":\"bench\","));
	if (load->has_keys) add_key(out);
	if (load->has_user) buf_add(out, STR("\"user_id\":\"ann\","));
	if (due) buf_addf(out, "\"run_at\":%llu,", (unsigned long long)due);
	buf_add(out, STR("\"payload\":"));
	add_payload(out, due);
	buf_add_byte(out, '}');
}

static u64 random_due(struct load *load, u64 first, u64 span)
{
	if (!span) return 0;
	u64 now = (u64)(clock_of(CLOCK_REALTIME) * 1e3);
	return now + first + prng_next(&load->random) % span;
}

/* Tasks in one call: due now, or after `first` ms and within `span` from there. */
static void add_tasks(struct load *load, struct buf *out, u32 tasks, u64 first, u64 span)
{
	struct buf body;
	buf_init(&body, (size_t)16 << 20);
	if (tasks > 1) buf_add(&body, STR("{\"tasks\":["));
	for (u32 i = 0; i < tasks; i++) {
		if (i) buf_add_byte(&body, ',');
		add_task(load, &body, random_due(load, first, span));
	}
	if (tasks > 1) buf_add(&body, STR("]}"));
	add_http(load, out, tasks > 1 ? STR("tasks/bulk") : STR("tasks"), buf_view(&body));
	buf_done(&body);
}

/* Its delays are whole seconds: the next one that is not too early. */
static void add_puts(struct load *load, struct buf *out, u32 puts, u64 first, u64 span)
{
	for (u32 i = 0; i < puts; i++) {
		u64 due = random_due(load, first, span);
		u64 now = (u64)(clock_of(CLOCK_REALTIME) * 1e3);
		u64 delay = due ? (due - now + 999) / 1000 : 0;
		buf_addf(out, "put 5 %llu 60 %d\r\n", (unsigned long long)delay, PAYLOAD);
		add_payload(out, due);
		buf_add(out, STR("\r\n"));
	}
}

static void add_made(struct load *load, struct buf *out, u32 tasks, u64 first, u64 span)
{
	if (load->is_beanstalkd) add_puts(load, out, tasks, first, span);
	else add_tasks(load, out, tasks, first, span);
}

/* Gives each task of a request a key that none had before: 64 random bits. */
static void renew_keys(struct load *load, struct buf *out)
{
	static const char hex[] = "0123456789abcdef";
	size_t at = 0;
	while (load->has_keys) {
		at += find(str_from_offset(buf_view(out), at), KEY_NAME) + KEY_NAME.len;
		if (at + KEY_DIGITS > out->len) break;
		u64 key = prng_next(&load->random);
		for (u32 i = 0; i < KEY_DIGITS; i++) out->at[at + i] = hex[key >> 4 * i & 15];
	}
}

/* ---- those who make tasks ----------------------------------------------------------------- */

static void producer_next(struct connection *connection)
{
	struct load *load = connection->load;
	if (load->to_make < connection->tasks) return;
	load->to_make -= connection->tasks;
	buf_add(&connection->out, connection->made);
	renew_keys(load, &connection->out);
	connection->due = load->is_beanstalkd ? connection->tasks : 1;
}

static void future_next(struct connection *connection)
{
	struct load *load = connection->load;
	if (load->to_make < connection->tasks) return;
	load->to_make -= connection->tasks;
	add_made(load, &connection->out, connection->tasks, MSEC_DAY, 30 * (u64)MSEC_DAY);
	renew_keys(load, &connection->out);
	connection->due = load->is_beanstalkd ? connection->tasks : 1;
}

static void producer_took(struct connection *connection, str answer)
{
	struct load *load = connection->load;
	bool is_good = load->is_beanstalkd ? str_starts_with(answer, STR("INSERTED "))
					   : str_starts_with(answer, STR("HTTP/1.1 20"));
	if (!is_good) give_up("refused", answer);
	load->made += load->is_beanstalkd ? 1 : connection->tasks;
	if (!load->to_make && load->made == load->goal) load->is_over = true;
}

static void producers_add(struct load *load, u32 count, u32 tasks, struct buf *made)
{
	buf_clear(made);
	add_made(load, made, tasks, 0, 0);
	for (u32 i = 0; i < count; i++) {
		struct connection *one = connection_new(load, producer_next, producer_took);
		one->tasks = tasks;
		one->made = buf_view(made);
	}
}

/* ---- workers ------------------------------------------------------------------------------ */

static void belfry_worker_next(struct connection *connection)
{
	struct buf body;
	buf_init(&body, (size_t)16 << 20);
	buf_addf(&body, "{\"worker_id\":\"w%d\",", connection->fd);
	if (connection->held_len) {
		buf_add(&body, STR("\"results\":["));
		buf_add(&body, buf_view(&connection->held));
		buf_add(&body, STR("],\"lease\":{"));
	}
	buf_addf(&body, "\"max\":%d,\"wait_ms\":%d}", LEASED, WAIT_MS);
	if (connection->held_len) buf_add_byte(&body, '}');
	add_http(connection->load, &connection->out,
		 connection->held_len ? STR("worker/results") : STR("worker/lease"),
		 buf_view(&body));
	connection->due = 1;
	buf_done(&body);
}

static void note_delay(struct load *load, str lease)
{
	str due = str_from_offset(lease, find(lease, STR("\"due\":\"")) + strlen("\"due\":\""));
	u64 at = number_at(due);
	if (at && load->samples_len < SAMPLES_MAX)
		load->samples[load->samples_len++] = clock_of(CLOCK_REALTIME) * 1e3 - (double)at;
}

static void belfry_worker_took(struct connection *connection, str answer)
{
	static const char mark[] = "\"execution_id\":\"";
	struct load *load = connection->load;
	if (!str_starts_with(answer, STR("HTTP/1.1 200"))) give_up("refused", answer);
	load->finished += connection->held_len;
	connection->held_len = 0;
	buf_clear(&connection->held);
	str rest = answer;
	/* A run may have been leased: what stands behind the results are its leases. */
	rest = str_from_offset(rest, find(rest, STR("\"leases\":[")));
	for (;;) {
		rest = str_from_offset(rest, find(rest, str_from(mark)));
		if (!rest.len) break;
		rest = str_from_offset(rest, sizeof mark - 1);
		buf_addf(&connection->held,
			 "%s{\"execution_id\":\"%.36s\",\"outcome\":\"success\"}",
			 connection->held_len++ ? "," : "", rest.at);
		if (load->samples) note_delay(load, rest);
	}
	if (load->finished >= load->goal) load->is_over = true;
}

/* Deletes what it holds and reserves the next in one write. */
static void beanstalkd_worker_next(struct connection *connection)
{
	connection->due = connection->held_len + 1;
	buf_add(&connection->out, buf_view(&connection->held));
	buf_clear(&connection->held);
	connection->held_len = 0;
	buf_add(&connection->out, STR("reserve\r\n"));
}

static void beanstalkd_worker_took(struct connection *connection, str answer)
{
	struct load *load = connection->load;
	if (str_starts_with(answer, STR("RESERVED "))) {
		str id = str_from_offset(answer, strlen("RESERVED "));
		buf_addf(&connection->held, "delete %.*s\r\n", (int)str_find(id, ' '), id.at);
		connection->held_len++;
		if (load->samples) note_delay(load, answer);
		return;
	}
	if (!str_eq(answer, STR("DELETED\r\n"))) give_up("refused", answer);
	if (++load->finished >= load->goal) load->is_over = true;
}

static void workers_add(struct load *load, u32 count)
{
	for (u32 i = 0; i < count; i++) {
		if (load->is_beanstalkd)
			connection_new(load, beanstalkd_worker_next, beanstalkd_worker_took);
		else connection_new(load, belfry_worker_next, belfry_worker_took);
	}
}

/* ---- the measures ------------------------------------------------------------------------- */

static void measure_lasting(struct load *load, u32 tasks, u64 lasting)
{
	struct buf made;
	buf_init(&made, (size_t)16 << 20);
	producers_add(load, tasks > 1 ? 4 : CONNECTIONS, tasks, &made);
	load->to_make = UINT64_MAX;
	load->until = seconds() + (double)lasting;
	double took = load_run(load);
	printf("%.0f\n", (double)load->made / took);
	buf_done(&made);
}

static void preload(struct load *load, u64 count)
{
	struct buf made;
	buf_init(&made, (size_t)16 << 20);
	producers_add(load, 2, 100, &made);
	load->to_make = load->goal = count;
	load_run(load);
	connections_close(load);
	buf_done(&made);
}

static void measure_drain(struct load *load, u64 count)
{
	preload(load, count);
	workers_add(load, CONNECTIONS);
	load->goal = count;
	printf("%.0f\n", (double)count / load_run(load));
}

static void measure_both(struct load *load, u64 count)
{
	struct buf made;
	buf_init(&made, (size_t)16 << 20);
	producers_add(load, CONNECTIONS, 1, &made);
	workers_add(load, CONNECTIONS);
	load->to_make = load->goal = count;
	load->made = count; /* over when all are finished, not when all are made */
	printf("%.0f\n", (double)count / load_run(load));
	buf_done(&made);
}

static void measure_future(struct load *load, u64 count)
{
	for (u32 i = 0; i < 2; i++)
		connection_new(load, future_next, producer_took)->tasks = FUTURE_BATCH;
	load->to_make = load->goal = count;
	printf("%.0f\n", (double)count / load_run(load));
}

static int by_value(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static void print_samples(struct load *load)
{
	u32 len = load->samples_len;
	if (!len) give_up("nothing was measured", STR(""));
	qsort(load->samples, len, sizeof *load->samples, by_value);
	printf("%.3f\t%.3f\t%.3f\n", load->samples[len / 2], load->samples[(u64)len * 99 / 100],
	       load->samples[len - 1]);
}

static void measure_precision(struct load *load, u64 count)
{
	struct connection *producer = connection_new(load, producer_next, producer_took);
	struct buf made;
	buf_init(&made, (size_t)16 << 20);
	add_made(load, &made, (u32)count, 1000, PRECISION_MS);
	producer->tasks = (u32)count;
	producer->made = buf_view(&made);
	load->to_make = load->goal = count;
	load_run(load);
	connections_close(load);
	workers_add(load, CONNECTIONS);
	load_run(load);
	print_samples(load);
	buf_done(&made);
}

/* One answer of this connection, waited for. */
static void wait_answers(struct connection *connection)
{
	double last = seconds() + PATIENCE_S;
	struct epoll_event events[CONNECTIONS_MAX];
	while (connection->due) {
		int len = epoll_wait(connection->load->epoll, events, CONNECTIONS_MAX, 1000);
		for (int i = 0; i < len; i++) on_bytes(events[i].data.ptr);
		if (seconds() > last) give_up("it takes too long", STR(""));
	}
}

static void pause_ms(u64 span)
{
	struct timespec rest = { .tv_nsec = (long)span * 1000000 };
	nanosleep(&rest, NULL);
}

/* A worker waits; a task comes; how long until the worker has it? In between the server is idle. */
static void measure_pickup(struct load *load, u64 count)
{
	struct buf made;
	buf_init(&made, (size_t)16 << 20);
	load->goal = UINT64_MAX;
	load->is_over = true; /* so that nobody goes on by itself */
	producers_add(load, 1, 1, &made);
	workers_add(load, 1);
	struct connection *producer = &load->connections[0], *worker = &load->connections[1];
	double *samples = load->samples;
	load->samples = NULL;
	for (u64 i = 0; i < count && i < SAMPLES_MAX; i++) {
		bool reports = !load->is_beanstalkd && worker->held_len;
		go_on(worker);
		if (reports) {
			wait_answers(worker); /* a report that leases again does not wait */
			go_on(worker);
		}
		pause_ms(3 + prng_next(&load->random) % 4);
		load->to_make = 1;
		double begun = seconds();
		go_on(producer);
		wait_answers(worker);
		samples[load->samples_len++] = (seconds() - begun) * 1e3;
		wait_answers(producer);
	}
	load->samples = samples;
	print_samples(load);
	buf_done(&made);
}

int main(int argc, char **argv)
{
	static struct load load;
	static double samples[SAMPLES_MAX];
	u64 port, count;
	if (argc != 5 || !str_to_u64(str_from(argv[2]), 65535, &port) ||
	    !str_to_u64(str_from(argv[4]), 100000000, &count))
		return fprintf(stderr, "usage: bench_server PEER PORT MEASURE COUNT\n"), 2;
	load.is_beanstalkd = str_eq(str_from(argv[1]), STR("beanstalkd"));
	load.has_keys = str_eq(str_from(argv[1]), STR("belfry_keys"));
	load.port = (u16)port;
	load.token = getenv("BELFRY_TOKEN");
	load.epoll = epoll_create1(EPOLL_CLOEXEC);
	/* Another process's keys differ from this one's. */
	load.random = prng_init(load.has_keys ? (u64)(clock_of(CLOCK_REALTIME) * 1e6) : 42);
	str measure = str_from(argv[3]);
	if (str_eq(measure, STR("pickup")) || str_eq(measure, STR("precision")))
		load.samples = samples;
	if (str_eq(measure, STR("single"))) measure_lasting(&load, 1, count);
	else if (str_eq(measure, STR("batch100"))) measure_lasting(&load, 100, count);
	else if (str_eq(measure, STR("batch1000"))) measure_lasting(&load, 1000, count);
	else if (str_eq(measure, STR("drain"))) measure_drain(&load, count);
	else if (str_eq(measure, STR("drain_people"))) {
		load.has_user = true;
		measure_drain(&load, count);
	} else if (str_eq(measure, STR("both"))) measure_both(&load, count);
	else if (str_eq(measure, STR("pickup"))) measure_pickup(&load, count);
	else if (str_eq(measure, STR("precision"))) measure_precision(&load, count);
	else if (str_eq(measure, STR("future"))) measure_future(&load, count);
	else give_up("no such measure", measure);
	connections_close(&load);
	return 0;
}
