#include "handler/hosts.h"

#include "base/check.h"
#include "handler/limits.h"

enum { PLACES = 8 };

struct scene {
	struct remote_hosts *hosts;
	struct host_place places[PLACES];
	u32 ready;
	msec wait;
};

static void on_ready(void *context)
{
	(*(u32 *)context)++;
}

static void open_scene(struct scene *scene, struct hosts_config config)
{
	*scene = (struct scene){ .ready = 0 };
	assert_int_equal(hosts_new(&config, &scene->hosts), ERR_OK);
	for (u32 i = 0; i < PLACES; i++) {
		scene->places[i].ready = on_ready;
		scene->places[i].context = &scene->ready;
	}
}

static enum host_answer enter(struct scene *scene, u32 place, msec now)
{
	return hosts_enter(scene->hosts, STR("a.example:443"), now, &scene->places[place],
			   &scene->wait);
}

static void leave(struct scene *scene, u32 place, enum host_result result, msec now)
{
	hosts_leave(scene->hosts, &scene->places[place], result, now);
}

static void only_so_many_go_at_once_and_the_rest_follow_in_turn(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, (struct hosts_config){ .at_once = 2 });
	assert_int_equal(enter(&scene, 0, 0), HOST_GO);
	assert_int_equal(enter(&scene, 1, 0), HOST_GO);
	assert_int_equal(enter(&scene, 2, 0), HOST_WAIT);
	assert_int_equal(enter(&scene, 3, 0), HOST_WAIT);
	assert_int_equal(
		hosts_enter(scene.hosts, STR("b.example:443"), 0, &scene.places[4], &scene.wait),
		HOST_GO);
	leave(&scene, 2, HOST_UNTRIED, 0); /* gives up waiting */
	assert_int_equal(scene.ready, 0);
	leave(&scene, 0, HOST_WORKED, 0);
	assert_int_equal(scene.ready, 1);
	assert_true(scene.places[3].is_running);
	leave(&scene, 1, HOST_WORKED, 0);
	leave(&scene, 3, HOST_WORKED, 0);
	leave(&scene, 4, HOST_WORKED, 0);
	leave(&scene, 4, HOST_WORKED, 0); /* no place is held any more */
	hosts_free(scene.hosts);
}

static void fail_times(struct scene *scene, u32 times, msec now)
{
	for (u32 i = 0; i < times; i++) {
		assert_int_equal(enter(scene, 0, now), HOST_GO);
		leave(scene, 0, HOST_FAILED, now);
	}
}

static void failures_in_a_row_open_the_circuit(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, (struct hosts_config){ .failures_max = 3, .open_ms = 1000 });
	fail_times(&scene, 2, 0);
	assert_int_equal(enter(&scene, 0, 0), HOST_GO);
	leave(&scene, 0, HOST_WORKED, 0); /* a success in between starts the count again */
	fail_times(&scene, 3, 10);
	assert_int_equal(enter(&scene, 0, 10), HOST_OPEN);
	assert_int_equal(scene.wait, 1000);
	assert_int_equal(enter(&scene, 0, 1009), HOST_OPEN);
	assert_int_equal(scene.wait, 1);
	hosts_free(scene.hosts);
}

static void one_probe_decides_whether_it_closes(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, (struct hosts_config){
				   .failures_max = 1, .open_ms = 1000, .open_ms_max = 3000 });
	fail_times(&scene, 1, 0);
	assert_int_equal(enter(&scene, 0, 1000), HOST_GO);
	assert_true(scene.places[0].is_probe);
	assert_int_equal(enter(&scene, 1, 1000), HOST_OPEN); /* only one */
	leave(&scene, 0, HOST_FAILED, 1000);
	assert_int_equal(enter(&scene, 0, 2999), HOST_OPEN); /* twice as long */
	assert_int_equal(enter(&scene, 0, 3000), HOST_GO);
	leave(&scene, 0, HOST_FAILED, 3000);
	assert_int_equal(enter(&scene, 0, 5999), HOST_OPEN); /* up to the bound */
	assert_int_equal(enter(&scene, 0, 6000), HOST_GO);
	leave(&scene, 0, HOST_UNTRIED, 6000); /* says nothing: the next one probes */
	assert_int_equal(enter(&scene, 0, 6000), HOST_GO);
	leave(&scene, 0, HOST_WORKED, 6000);
	assert_int_equal(enter(&scene, 0, 6000), HOST_GO);
	assert_int_equal(enter(&scene, 1, 6000), HOST_GO);
	leave(&scene, 0, HOST_WORKED, 6000);
	leave(&scene, 1, HOST_WORKED, 6000);
	hosts_free(scene.hosts);
}

static void the_table_forgets_the_oldest_when_it_is_full(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, (struct hosts_config){ .failures_max = 1, .open_ms = 1000 });
	for (u32 i = 0; i <= HANDLER_HOSTS_MAX; i++) {
		char name[32];
		snprintf(name, sizeof name, "h%u:443", i);
		assert_int_equal(
			hosts_enter(scene.hosts, str_from(name), 0, &scene.places[0], &scene.wait),
			HOST_GO);
		leave(&scene, 0, HOST_FAILED, 0);
	}
	assert_int_equal(hosts_enter(scene.hosts, STR("h1:443"), 0, &scene.places[0], &scene.wait),
			 HOST_OPEN);
	assert_int_equal(hosts_enter(scene.hosts, STR("h0:443"), 0, &scene.places[0], &scene.wait),
			 HOST_GO);
	leave(&scene, 0, HOST_WORKED, 0);
	hosts_free(scene.hosts);
}

struct relay {
	struct remote_hosts *hosts;
	struct host_place place;
	u32 called;
};

static void on_ready_leave(void *context)
{
	struct relay *relay = context;
	relay->called++;
	hosts_leave(relay->hosts, &relay->place, HOST_WORKED, 0);
}

static void who_leaves_at_once_lets_the_next_go_at_once(void **state)
{
	(void)state;
	struct scene scene;
	struct relay relays[3];
	open_scene(&scene, (struct hosts_config){ .at_once = 1 });
	assert_int_equal(enter(&scene, 0, 0), HOST_GO);
	for (u32 i = 0; i < countof(relays); i++) {
		relays[i] = (struct relay){ .hosts = scene.hosts };
		relays[i].place.ready = on_ready_leave;
		relays[i].place.context = &relays[i];
		assert_int_equal(hosts_enter(scene.hosts, STR("a.example:443"), 0, &relays[i].place,
					     &scene.wait),
				 HOST_WAIT);
	}
	leave(&scene, 0, HOST_WORKED, 0);
	for (u32 i = 0; i < countof(relays); i++) assert_int_equal(relays[i].called, 1);
	hosts_free(scene.hosts);
}

static bool enter_with_a_fault(void *context)
{
	struct hosts_config config = { .at_once = 1 };
	struct host_place place = { .host = NULL };
	struct remote_hosts *hosts;
	msec wait;
	(void)context;
	if (hosts_new(&config, &hosts) != ERR_OK) return true;
	enum host_answer answer = hosts_enter(hosts, STR("a:1"), 0, &place, &wait);
	if (answer == HOST_GO) hosts_leave(hosts, &place, HOST_WORKED, 0);
	hosts_free(hosts);
	return answer == HOST_NO_MEMORY;
}

static void without_memory_nobody_enters(void **state)
{
	(void)state;
	assert_int_equal(for_each_fault(enter_with_a_fault, NULL), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_so_many_go_at_once_and_the_rest_follow_in_turn),
		cmocka_unit_test(failures_in_a_row_open_the_circuit),
		cmocka_unit_test(one_probe_decides_whether_it_closes),
		cmocka_unit_test(the_table_forgets_the_oldest_when_it_is_full),
		cmocka_unit_test(who_leaves_at_once_lets_the_next_go_at_once),
		cmocka_unit_test(without_memory_nobody_enters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
