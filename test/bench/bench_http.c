/* What the HTTP server costs: small requests over keep-alive connections on loopback, answered at
 * once. A child serves, the parent asks; the child's CPU time counts, so the parent's does not.
 *
 *   bench_http [CONNECTIONS [SECONDS [DEPTH]]]   DEPTH: requests each connection has under way
 *   bench_http serve PORT                        only serves, for other load generators */
#include "base/prng.h"
#include "net/http.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 1000 };

static msec read_clock(clockid_t id)
{
	struct timespec at;
	clock_gettime(id, &at);
	return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static struct now bench_now(void *context)
{
	(void)context;
	return (struct now){ read_clock(CLOCK_REALTIME), read_clock(CLOCK_BOOTTIME) };
}

static u64 on_head(void *context, struct http_request *request)
{
	(void)context, (void)request;
	return 1 << 20;
}

static void on_request(void *context, struct http_request *request)
{
	(void)context;
	http_answer(request, &(struct http_answer){
				     .status = 200,
				     .content_type = STR("application/json"),
				     .body = STR("{\"id\":\"0192\",\"duplicate\":false}"),
			     });
}

static void serve(u16 port, int ready_fd)
{
	struct loop *loop;
	struct http_server *server;
	struct http_config config;
	struct address address = { .bytes = { 127, 0, 0, 1 }, .port = port }, bound;
	http_config_init(&config);
	if (loop_new(&(struct loop_config){ .now = bench_now }, &loop) != ERR_OK) exit(1);
	config.loop = loop;
	config.connections_per_source = config.connections_max;
	config.handler = (struct http_handler){ .head = on_head, .request = on_request };
	struct why why = { 0 };
	if (http_server_new(&config, &server) != ERR_OK ||
	    http_server_listen(server, &address, false, &bound, &why) != ERR_OK) {
		fprintf(stderr, "%s\n", why.text);
		exit(1);
	}
	if (ready_fd >= 0 && write(ready_fd, &bound.port, sizeof bound.port) < 0) exit(1);
	loop_run(loop);
}

static const char question[] =
	"POST /api/v1/scheduler/tasks HTTP/1.1\r\n"
	"Host: 127.0.0.1:7654\r\n"
	"Authorization: Bearer blf_0123456789abcdef_0123456789abcdef0123\r\n"
	"Content-Type: application/json\r\n"
	"Accept: */*\r\n"
	"Content-Length: 60\r\n\r\n"
	"{\"type\":\"mail.send\",\"payload\":{\"to\":\"somebody@example.org\"}}";

static int dial(u16 port)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port) };
	int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) != 0) exit(1);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
	return fd;
}

static void ask(int fd, int count)
{
	static char many[sizeof question * 64];
	size_t len = sizeof question - 1;
	for (int i = 0; i < count; i++) memcpy(many + (size_t)i * len, question, len);
	if (send(fd, many, (size_t)count * len, MSG_NOSIGNAL) < 0) exit(1);
}

/* Answers are all of one length, so that counting bytes counts them. */
static size_t answer_length(int fd)
{
	char text[4096];
	ask(fd, 1);
	ssize_t got = recv(fd, text, sizeof text, 0);
	if (got <= 0) exit(1);
	return (size_t)got;
}

static u64 load(u16 port, int connections, int seconds, int depth)
{
	static struct pollfd fds[CONNECTIONS_MAX];
	static size_t pending[CONNECTIONS_MAX];
	static char text[65536];
	u64 answers = 0;
	for (int i = 0; i < connections; i++)
		fds[i] = (struct pollfd){ .fd = dial(port), .events = POLLIN };
	size_t length = answer_length(fds[0].fd);
	for (int i = 0; i < connections; i++) ask(fds[i].fd, depth);
	msec end = read_clock(CLOCK_MONOTONIC) + seconds * 1000;
	while (read_clock(CLOCK_MONOTONIC) < end) {
		if (poll(fds, (nfds_t)connections, 1000) <= 0) exit(1);
		for (int i = 0; i < connections; i++) {
			if (!fds[i].revents) continue;
			ssize_t got = recv(fds[i].fd, text, sizeof text, 0);
			if (got <= 0) exit(1);
			pending[i] += (size_t)got;
			int whole = (int)(pending[i] / length);
			pending[i] %= length;
			answers += (u64)whole;
			if (whole) ask(fds[i].fd, whole);
		}
	}
	return answers;
}

static double cpu_seconds_of_children(void)
{
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static void measure(int connections, int seconds, int depth)
{
	int ready[2];
	u16 port;
	double before = cpu_seconds_of_children();
	if (pipe(ready) != 0) exit(1);
	pid_t child = fork();
	if (child == 0) serve(0, ready[1]);
	if (read(ready[0], &port, sizeof port) != sizeof port) exit(1);
	u64 answers = load(port, connections, seconds, depth);
	kill(child, SIGTERM);
	waitpid(child, NULL, 0);
	double cpu = cpu_seconds_of_children() - before;
	printf("| %d | %d | %.0f | %.0f | %.1f |\n", connections, depth, (double)answers / seconds,
	       (double)answers / cpu, cpu * 1e6 / (double)answers);
	close(ready[0]);
	close(ready[1]);
}

int main(int argc, char **argv)
{
	u64 numbers[3] = { 0 };
	if (argc == 3 && strcmp(argv[1], "serve") == 0) {
		if (!str_to_u64(str_from(argv[2]), 65535, &numbers[0])) return 2;
		serve((u16)numbers[0], -1);
		return 0;
	}
	for (int i = 1; i < argc && i <= 3; i++) {
		if (!str_to_u64(str_from(argv[i]), i == 3 ? 16 : CONNECTIONS_MAX, &numbers[i - 1]))
			return 2;
	}
	int seconds = numbers[1] ? (int)numbers[1] : 2;
	printf("| connections | under way each | requests a second | a CPU second | us each |\n"
	       "|---|---|---|---|---|\n");
	if (numbers[0]) {
		measure((int)numbers[0], seconds, numbers[2] ? (int)numbers[2] : 1);
		return 0;
	}
	measure(16, seconds, 1);
	measure(256, seconds, 1);
	measure(16, seconds, 16);
	return 0;
}
