#include "demo/demo_receiver.h"

#include "base/check.h"
#include "demo/demo_child.h"
#include "net/client.h"

#include <stdio.h>
#include <stdlib.h>

static void two_of_three_are_told_to_come_later(void **state)
{
	struct demo_receiver wish = { 0 };
	struct demo_child child = { .name = "receiver",
				    .work = demo_receiver_run,
				    .context = &wish };
	struct client *client;
	struct client_response response;
	struct buf told;
	struct why why;
	char url[64];
	int signals = demo_signals_open();
	(void)state;
	buf_init(&told, 100);
	assert_int_equal(demo_child_start(&child, "/dev/null", &told, &why), ERR_OK);
	snprintf(url, sizeof url, "http://127.0.0.1:%.*s", (int)told.len - 1, told.at);
	assert_int_equal(client_new(&(struct client_config){ .url = str_from(url) }, &client, &why),
			 ERR_OK);
	const struct client_request request = { .method = STR("POST"),
						.path = STR("/orders"),
						.body = STR("{}") };
	for (u32 i = 1; i <= 6; i++) {
		assert_int_equal(client_send(client, &request, &response, &why), ERR_OK);
		assert_int_equal(response.status, i % 3 ? 429 : 200);
		assert_str(client_field(&response, STR("retry-after")), i % 3 ? STR("2") : STR(""));
	}
	const struct client_request broken = { .method = STR("POST"),
					       .path = STR("/broken"),
					       .body = STR("{}") };
	assert_int_equal(client_send(client, &broken, &response, &why), ERR_OK);
	assert_int_equal(response.status, 500);
	client_free(client);
	demo_child_end(&child, signals, 60000);
	assert_int_equal(child.status, 0);
	buf_done(&told);
	demo_signals_close(signals);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_of_three_are_told_to_come_later),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
