#include "handler/resolver.h"

#include "handler/stage.h"

struct scene {
	struct loop *loop;
	struct resolver *resolver;
	u32 answers;
	u32 len;
	struct address first;
	pthread_mutex_t gate; /* look-ups wait while it is held */
};

static u32 look_up(void *context, const char *host, struct address *out, u32 max)
{
	struct scene *scene = context;
	pthread_mutex_lock(&scene->gate);
	pthread_mutex_unlock(&scene->gate);
	if (strcmp(host, "none.example") == 0) return 0;
	if (strcmp(host, "many.example") == 0) return max + 1;
	if (address_parse(STR("192.0.2.7"), out, NULL) != ERR_OK) return 0;
	return 1;
}

static void on_answer(void *context, const struct address *answers, u32 len)
{
	struct scene *scene = context;
	scene->answers++;
	scene->len = len;
	if (len) scene->first = answers[0];
}

static void open_scene(struct scene *scene, resolver_function *function, u32 threads)
{
	*scene = (struct scene){ .answers = 0 };
	pthread_mutex_init(&scene->gate, NULL);
	scene->loop = stage_loop();
	struct resolver_config config = { scene->loop, function, scene, threads };
	assert_int_equal(resolver_new(&config, &scene->resolver), ERR_OK);
}

static void close_scene(struct scene *scene)
{
	resolver_free(scene->resolver);
	loop_free(scene->loop);
	pthread_mutex_destroy(&scene->gate);
}

static void ask(struct scene *scene, const char *host)
{
	struct lookup *lookup;
	u32 wanted = scene->answers + 1;
	assert_int_equal(resolver_ask(scene->resolver, str_from(host), on_answer, scene, &lookup),
			 ERR_OK);
	assert_int_equal(scene->answers, wanted - 1); /* never from within the call */
	while (scene->answers < wanted) loop_run_once(scene->loop);
}

static void names_are_answered_on_the_loop(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, look_up, 2);
	for (u32 i = 0; i < 50; i++) ask(&scene, "a.example");
	assert_int_equal(scene.len, 1);
	assert_int_equal(scene.first.bytes[3], 7);
	ask(&scene, "none.example");
	assert_int_equal(scene.len, 0);
	ask(&scene, "many.example"); /* what cannot be checked as a whole is nothing */
	assert_int_equal(scene.len, 0);
	close_scene(&scene);
}

static void the_system_knows_this_machine(void **state)
{
	(void)state;
	struct scene scene;
	open_scene(&scene, NULL, 1);
	ask(&scene, "127.0.0.1");
	assert_int_equal(scene.len, 1);
	assert_true(address_is_loopback(&scene.first));
	ask(&scene, "no such name.invalid");
	assert_int_equal(scene.len, 0);
	close_scene(&scene);
}

static void a_forgotten_question_has_no_answer(void **state)
{
	(void)state;
	struct scene scene;
	struct lookup *lookup;
	open_scene(&scene, look_up, 1);
	pthread_mutex_lock(&scene.gate);
	assert_int_equal(resolver_ask(scene.resolver, STR("a.example"), on_answer, &scene, &lookup),
			 ERR_OK);
	resolver_forget(lookup);
	pthread_mutex_unlock(&scene.gate);
	ask(&scene, "b.example"); /* with one thread this one comes after it */
	assert_int_equal(scene.answers, 1);
	close_scene(&scene);
}

static void too_many_questions_are_refused_and_the_end_frees_them(void **state)
{
	(void)state;
	struct scene scene;
	struct lookup *lookup;
	open_scene(&scene, look_up, 1);
	pthread_mutex_lock(&scene.gate);
	for (u32 i = 0; i < HANDLER_LOOKUPS_MAX; i++)
		assert_int_equal(
			resolver_ask(scene.resolver, STR("a.example"), on_answer, &scene, &lookup),
			ERR_OK);
	assert_int_equal(resolver_ask(scene.resolver, STR("a.example"), on_answer, &scene, &lookup),
			 ERR_BUSY);
	pthread_mutex_unlock(&scene.gate);
	close_scene(&scene);
	assert_int_equal(scene.answers, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_answered_on_the_loop),
		cmocka_unit_test(the_system_knows_this_machine),
		cmocka_unit_test(a_forgotten_question_has_no_answer),
		cmocka_unit_test(too_many_questions_are_refused_and_the_end_frees_them),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
