/* A program that sends mails in the background: requests schedule them, threads of the library send
 * them, and what was scheduled survives the program. "Sending" prints a line. */
#include <belfry.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(belfry_error error, const belfry_why *why)
{
	if (!error) return;
	fprintf(stderr, "mailer: %s\n", why->text);
	exit(1);
}

/* The first attempt at every address that begins with "slow" fails, as servers do. */
static belfry_outcome send_mail(void *user, belfry_execution *execution)
{
	const char *mail = belfry_execution_payload(execution, NULL);
	(void)user;
	if (strstr(mail, "\"slow") && belfry_execution_attempt(execution) == 1) {
		printf("failed   %s\n", mail);
		fflush(stdout);
		belfry_execution_error(execution, "network", "no answer", NULL);
		return BELFRY_RETRY;
	}
	printf("sent     %s\n", mail);
	fflush(stdout);
	return BELFRY_DONE;
}

static belfry_outcome clean_up(void *user, belfry_execution *execution)
{
	(void)user;
	(void)execution;
	printf("cleaned up\n");
	fflush(stdout);
	return BELFRY_DONE;
}

/* The program declares its types and jobs at each start; those that are there stay as they are. */
static void declare(belfry *handle)
{
	belfry_why why;
	belfry_type mail;
	belfry_job nightly;
	BELFRY_INIT(&mail);
	mail.name = "mail";
	mail.max_attempts = 10;
	mail.backoff = BELFRY_BACKOFF_EXPONENTIAL;
	mail.retry_ms = 100;
	check(belfry_set_type(handle, &mail, &why), &why);
	check(belfry_handle(handle, "mail", send_mail, NULL, &why), &why);
	check(belfry_handle(handle, "clean_up", clean_up, NULL, &why), &why);
	BELFRY_INIT(&nightly);
	nightly.name = "nightly";
	nightly.type = "clean_up";
	nightly.cron = "30 3 * * *";
	nightly.zone = "Europe/Berlin";
	check(belfry_put_job(handle, &nightly, NULL, &why), &why);
}

/* A second request with the same address today sends no second mail. */
static void schedule(belfry *handle, const char *address)
{
	char payload[300];
	belfry_why why;
	belfry_task task;
	belfry_scheduled made;
	snprintf(payload, sizeof payload, "{\"to\": \"%.200s\"}", address);
	BELFRY_INIT(&task);
	task.type = "mail";
	task.payload = payload;
	task.key = address;
	check(belfry_schedule(handle, &task, &made, &why), &why);
	printf("%s %s\n", made.is_duplicate ? "known   " : "accepted", payload);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	belfry_options options;
	belfry_why why;
	belfry *handle;
	sigset_t signals;
	int signal;
	if (argc < 2) {
		fprintf(stderr, "usage: mailer FOLDER [ADDRESS...]\n");
		return 2;
	}
	/* Before there are threads: they all leave these signals to sigwait. */
	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);

	BELFRY_INIT(&options);
	options.folder = argv[1];
	options.name = "mailer";
	check(belfry_open(&options, &handle, &why), &why);
	declare(handle);
	check(belfry_start(handle, 4, &why), &why);
	for (int i = 2; i < argc; i++) schedule(handle, argv[i]);

	sigwait(&signals, &signal);
	check(belfry_stop(handle, 10000, &why), &why);
	check(belfry_close(handle, &why), &why);
	return 0;
}
