/* The whole demo, in a folder below one of our own. What can be done with it is told by the suite
 * of the command line. */
#include "demo/demo.h"

#include "base/check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

struct demo_stage {
	char folder[64];
	struct config config;
	struct talk talk;
	struct doors doors;
	struct output out;
	struct buf said;
	struct why why;
};

static enum write_result keep_words(void *context, enum output_stream stream, str bytes,
				    struct why *why)
{
	struct demo_stage *stage = context;
	(void)stream;
	(void)why;
	buf_add(&stage->said, bytes);
	return WRITE_DONE;
}

static void stage_init(struct demo_stage *stage)
{
	*stage = (struct demo_stage){ .folder = "/tmp/belfry-demo-test-XXXXXX" };
	assert_non_null(mkdtemp(stage->folder));
	assert_int_equal(setenv("TMPDIR", stage->folder, 1), 0);
	config_init(&stage->config);
	talk_init(&stage->talk);
	buf_init(&stage->said, 1 << 16);
	stage->doors = (struct doors){ .context = stage, .write = keep_words };
	output_init(&stage->out, &stage->doors, STREAM_OUT);
}

/* Nothing may be left in the folder. */
static void stage_done(struct demo_stage *stage)
{
	assert_int_equal(rmdir(stage->folder), 0);
	talk_done(&stage->talk);
	output_done(&stage->out);
	buf_done(&stage->said);
}

static bool has_said(const struct demo_stage *stage, const char *part)
{
	for (size_t i = 0; i < stage->said.len; i++) {
		if (str_starts_with(str_from_offset(buf_view(&stage->said), i), str_from(part)))
			return true;
	}
	return false;
}

static void it_is_filled_says_what_to_try_and_leaves_nothing(void **state)
{
	struct demo_stage stage;
	const struct demo_wish wish = { .port = 0, .span = 1 };
	(void)state;
	stage_init(&stage);
	const struct demo_host host = { &stage.config, &stage.talk, &stage.out, "./belfry" };
	enum err err = demo_run(&host, &wish, &stage.why);
	if (err) print_error("%s\n", stage.why.text);
	assert_int_equal(err, ERR_OK);
	assert_true(has_said(&stage, "/#code="));
	assert_true(has_said(&stage, "  ./belfry top\n"));
	assert_true(has_said(&stage, "  curl -sH $A --json "));
	assert_true(has_said(&stage, "Ctrl-C ends the demo"));
	stage_done(&stage);
}

/* A port that is taken: ours, for as long as the story lasts. */
static int take_port(u32 *out_port)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof address;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	assert_int_equal(bind(fd, (struct sockaddr *)&address, len), 0);
	assert_int_equal(listen(fd, 1), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&address, &len), 0);
	*out_port = ntohs(address.sin_port);
	return fd;
}

static void a_port_that_somebody_has_is_left_to_him(void **state)
{
	struct demo_stage stage;
	struct demo_wish wish = { .span = 1 };
	(void)state;
	stage_init(&stage);
	int taken = take_port(&wish.port);
	const struct demo_host host = { &stage.config, &stage.talk, &stage.out, "belfry" };
	assert_int_equal(demo_run(&host, &wish, &stage.why), ERR_IO);
	assert_false(has_said(&stage, "Ctrl-C"));
	wish.port_may_change = true;
	assert_int_equal(demo_run(&host, &wish, &stage.why), ERR_OK);
	assert_true(has_said(&stage, "Ctrl-C ends the demo"));
	(void)close(taken);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_filled_says_what_to_try_and_leaves_nothing),
		cmocka_unit_test(a_port_that_somebody_has_is_left_to_him),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
