/* Statements about gates. */
#include "story_stage.h"

#include "story/story.h"

static void hear(void *context, const struct story_event *event)
{
	u32 *unmet = context;
	*unmet += event->kind == EVENT_UNMET;
	if (event->kind == EVENT_UNMET) print_error("%.*s\n", STR_ARG(event->text));
}

/* Plays it; all that it expects must hold. */
static void play(const char *text)
{
	struct story *story = NULL;
	struct story_result result;
	struct story_wish wish = { 0 };
	struct why why = { 0 };
	u32 unmet = 0;
	struct story_listener listener = { &unmet, hear };
	enum err err = story_read(STR("s"), str_from(text), &story, &why);
	if (!err) err = story_play(story, &wish, &listener, &result, &why);
	story_free(story);
	if (err) fail_msg("%s", why.text);
	assert_int_equal(unmet, 0);
}

static void every_option_reaches_the_engine(void **state)
{
	static const char text[] =
		"type acme/pass maintenance=pass\n"
		"type acme/loud notifies=yes quiet=pass\n"
		"type acme/held notifies=yes\n"
		"gates acme maintenance=on from=1h until=2h "
		"maintenance_hours=\"03:00-04:00\" quiet_hours=\"05:00-06:00\"\n"
		"at 61m enqueue a tenant=acme type=x\n"
		"at 62m expect a queued why=deferred:maintenance deferred=1\n"
		"at 62m lease w types=pass\n"
		"at 3h5m enqueue b tenant=acme type=x\n"
		"at 3h6m expect b queued deferred=1\n"
		"at 5h1m enqueue c tenant=acme type=held\n"
		"at 5h1m enqueue d tenant=acme type=loud\n"
		"at 5h2m expect c queued deferred=1 run_at=6h why=deferred:quiet_hours\n"
		"at 5h2m lease w types=loud\n"
		"at 5h2m expect d processing\n"
		"at 5h3m gates acme quiet_hours=\"05:00-05:00\"\n"
		"at 5h3m expect-answer refused the windows cover the whole week\n";
	(void)state;
	play(text);
}

static void rates_and_what_is_said_of_them_reach_the_engine(void **state)
{
	static const char text[] =
		"type acme/send route=chat\n"
		"rate acme/chat starts=1 every=1m burst=2\n"
		"rate acme/chat starts=1 every=1m burst=2 shared=yes\n"
		"expect-answer refused scope must be tenant: only limits of the tenant system "
		"may have the scope system\n"
		"at 0 enqueue a tenant=acme type=send\n"
		"at 0 enqueue b tenant=acme type=send\n"
		"at 0 enqueue c tenant=acme type=send\n"
		"at 0 lease w max=3\n"
		"at 0 expect-answer leased a b\n"
		"at 0 expect c queued why=rate_limit:chat\n"
		"at 0 rate acme/chat\n"
		"at 0 finish a success remaining=0 reset=5s bucket=x\n"
		"at 1s lease w\n"
		"at 1s expect-answer empty\n"
		"at 1s finish b retry class=http_429 after=9s global=yes\n"
		"at 9s lease w\n"
		"at 9s expect-answer empty\n"
		"at 10s lease w max=2\n"
		"at 10s expect-answer leased c b\n";
	(void)state;
	play(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_reaches_the_engine),
		cmocka_unit_test(rates_and_what_is_said_of_them_reach_the_engine),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
