/* The client against the real server, which runs in a thread of its own. */
#include "certificate.h"
#include "net/client.h"
#include "stage.h"

#include <pthread.h>
#include <sys/socket.h>

struct house {
	struct stage stage;
	struct certificate certificate;
	pthread_t thread;
	char url[64];
};

static void *keep_house(void *context)
{
	loop_run(((struct house *)context)->stage.loop);
	return NULL;
}

static void house_open(struct house *house, bool with_tls)
{
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	struct stage *stage = &house->stage;
	stage_play(stage, NULL);
	certificate_make(&house->certificate, 1);
	if (with_tls) {
		assert_int_equal(
			http_server_set_certificate(stage->server,
						    str_from(house->certificate.certificate_file),
						    str_from(house->certificate.key_file), NULL),
			ERR_OK);
		assert_int_equal(http_server_listen(stage->server, &any, true, &stage->bound, NULL),
				 ERR_OK);
	}
	snprintf(house->url, sizeof house->url, "%s://127.0.0.1:%u/", with_tls ? "https" : "http",
		 stage->bound.port);
	assert_int_equal(pthread_create(&house->thread, NULL, keep_house, house), 0);
}

static void stop_loop(void *context)
{
	loop_stop(context);
}

static void house_close(struct house *house)
{
	assert_int_equal(loop_post(house->stage.loop, stop_loop, house->stage.loop), ERR_OK);
	pthread_join(house->thread, NULL);
	while (house->stage.kept_count) stage_answer(stage_take(&house->stage), STR(""));
	stage_close(&house->stage);
	certificate_remove(&house->certificate);
}

static struct client *client_of(const struct client_config *config)
{
	struct client *client = NULL;
	struct why why = { 0 };
	if (client_new(config, &client, &why) != ERR_OK) fail_msg("%s", why.text);
	return client;
}

static void expect_answer(struct client *client, const struct client_request *request, int status,
			  str body)
{
	struct client_response response;
	struct why why = { 0 };
	if (client_send(client, request, &response, &why) != ERR_OK) fail_msg("%s", why.text);
	assert_int_equal(response.status, status);
	assert_str(response.body, body);
}

static void questions_are_answered_on_one_connection(void **state)
{
	struct house house;
	(void)state;
	house_open(&house, false);
	struct client *client = client_of(&(struct client_config){ .url = str_from(house.url) });
	expect_answer(client,
		      &(struct client_request){ .method = STR("GET"), .path = STR("/echo?a=b") },
		      200, STR("GET /echo?a=b"));
	expect_answer(client,
		      &(struct client_request){
			      .method = STR("POST"), .path = STR("/echo"), .body = STR("abc") },
		      200, STR("POST /echo body=abc"));
	expect_answer(client,
		      &(struct client_request){ .method = STR("DELETE"), .path = STR("/echo") },
		      200, STR("DELETE /echo"));
	expect_answer(client,
		      &(struct client_request){ .method = STR("POST"), .path = STR("/echo") }, 200,
		      STR("POST /echo"));
	expect_answer(client,
		      &(struct client_request){ .method = STR("HEAD"), .path = STR("/echo") }, 200,
		      STR(""));
	expect_answer(client,
		      &(struct client_request){ .method = STR("GET"), .path = STR("/early") }, 401,
		      STR(""));
	client_free(client);
	client_free(NULL);
	house_close(&house);
}

static void fields_go_both_ways(void **state)
{
	static const struct client_pair pairs[] = { { { "Authorization", 13 }, { "Bearer x", 8 } },
						    { { "X-Empty", 7 }, { "", 0 } } };
	static const struct client_pair broken[] = { { { "A", 1 }, { "b\r\nc: d", 7 } } };
	struct house house;
	struct client_response response;
	struct why why = { 0 };
	(void)state;
	house_open(&house, false);
	struct client *client = client_of(&(struct client_config){ .url = str_from(house.url) });
	assert_int_equal(client_send(client,
				     &(struct client_request){ .method = STR("GET"),
							       .path = STR("/echo"),
							       .pairs = pairs,
							       .pair_count = 2 },
				     &response, &why),
			 ERR_OK);
	assert_str(client_field(&response, STR("content-type")), STR("text/plain"));
	assert_str(client_field(&response, STR("x-none")), STR(""));
	assert_int_equal(client_send(client,
				     &(struct client_request){ .method = STR("GET"),
							       .path = STR("/echo"),
							       .pairs = broken,
							       .pair_count = 1 },
				     &response, &why),
			 ERR_INVALID);
	client_free(client);
	house_close(&house);
}

static enum err ask_once(const struct client_config *config, str path, struct why *why)
{
	struct client *client = client_of(config);
	struct client_response response;
	enum err err = client_send(client,
				   &(struct client_request){ .method = STR("GET"), .path = path },
				   &response, why);
	client_free(client);
	return err;
}

static void only_a_trusted_certificate_will_do(void **state)
{
	struct house house;
	struct why why = { 0 };
	(void)state;
	house_open(&house, true);
	struct client_config config = { .url = str_from(house.url) };
	assert_int_equal(ask_once(&config, STR("/echo"), &why), ERR_TLS);
	config.authority_file = str_from(house.certificate.certificate_file);
	assert_int_equal(ask_once(&config, STR("/echo"), &why), ERR_OK);
	config.authority_file = STR("/nowhere.pem");
	assert_int_equal(ask_once(&config, STR("/echo"), &why), ERR_TLS);
	house_close(&house);
}

static void faults_of_the_network_are_told_apart(void **state)
{
	struct house house;
	struct why why = { 0 };
	char refused[64];
	(void)state;
	house_open(&house, false);
	struct client_config config = { .url = str_from(house.url), .timeout_ms = 50 };
	assert_int_equal(ask_once(&config, STR("/later"), &why), ERR_TIMED_OUT);
	assert_non_null(strstr(why.text, "127.0.0.1"));
	config = (struct client_config){ .url = str_from(house.url), .body_max = 1000 };
	assert_int_equal(ask_once(&config, STR("/huge"), &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "1000"));
	config = (struct client_config){ .url = STR("http://no-such-host.invalid") };
	assert_int_equal(ask_once(&config, STR("/"), &why), ERR_NAME_UNKNOWN);
	/* A port that was ours a moment ago is nobody's now. */
	snprintf(refused, sizeof refused, "%s", house.url);
	house_close(&house);
	config = (struct client_config){ .url = str_from(refused) };
	assert_int_equal(ask_once(&config, STR("/"), &why), ERR_UNREACHABLE);
}

/* "/later" is never answered here. */
static void a_request_is_given_up_on_a_word_or_in_its_own_time(void **state)
{
	struct house house;
	struct client_response response;
	struct why why = { 0 };
	int ends[2];
	(void)state;
	house_open(&house, false);
	struct client *client = client_of(&(struct client_config){ .url = str_from(house.url) });
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(write(ends[1], "x", 1), 1);
	struct client_request request = { .method = STR("GET"),
					  .path = STR("/later"),
					  .wake_fd = ends[0] };
	assert_int_equal(client_send(client, &request, &response, &why), ERR_TIMED_OUT);
	request.wake_fd = 0;
	request.within_ms = 20;
	assert_int_equal(client_send(client, &request, &response, &why), ERR_TIMED_OUT);
	/* The client goes on as if nothing had been. */
	expect_answer(client,
		      &(struct client_request){ .method = STR("GET"), .path = STR("/echo") }, 200,
		      STR("GET /echo"));
	(void)close(ends[0]);
	(void)close(ends[1]);
	client_free(client);
	house_close(&house);
}

static bool make_client_with_fault(void *context)
{
	struct client *client = NULL;
	struct client_config config = { .url = STR("http://127.0.0.1"),
					.authority_file = STR("/some/file") };
	(void)context;
	enum err err = client_new(&config, &client, NULL);
	client_free(client);
	return err == ERR_MEMORY;
}

static void no_memory_for_a_client_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(for_each_fault(make_client_with_fault, NULL), 3);
}

static void a_request_has_only_so_many_fields(void **state)
{
	struct client_pair pairs[CLIENT_PAIRS_MAX + 1];
	struct client_response response;
	struct why why = { 0 };
	struct client *client = client_of(
		&(struct client_config){ .url = STR("http://127.0.0.1:1") });
	(void)state;
	for (size_t i = 0; i < countof(pairs); i++)
		pairs[i] = (struct client_pair){ STR("A"), STR("b") };
	assert_int_equal(client_send(client,
				     &(struct client_request){ .method = STR("GET"),
							       .path = STR("/"),
							       .pairs = pairs,
							       .pair_count = countof(pairs) },
				     &response, &why),
			 ERR_INVALID);
	assert_non_null(strstr(why.text, "32"));
	client_free(client);
}

static void what_is_no_url_is_refused(void **state)
{
	static const char *const rows[] = { "", "127.0.0.1:80", "ftp://x", "file:///etc/passwd" };
	struct client *client;
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct why why = { 0 };
		struct client_config config = { .url = str_from(rows[i]) };
		assert_int_equal(client_new(&config, &client, &why), ERR_ADDRESS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(questions_are_answered_on_one_connection),
		cmocka_unit_test(fields_go_both_ways),
		cmocka_unit_test(only_a_trusted_certificate_will_do),
		cmocka_unit_test(faults_of_the_network_are_told_apart),
		cmocka_unit_test(a_request_is_given_up_on_a_word_or_in_its_own_time),
		cmocka_unit_test(no_memory_for_a_client_is_an_error),
		cmocka_unit_test(a_request_has_only_so_many_fields),
		cmocka_unit_test(what_is_no_url_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
