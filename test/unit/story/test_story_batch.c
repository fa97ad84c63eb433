/* Stories about batches: a parent that waits, children with labels of their own. */
#include "story_stage.h"

static void children_get_labels_as_they_are_made(void **state)
{
	(void)state;
	assert_holds("at 0 batch b tenant=t type=y instances=2 every=5s priority=2\n"
		     "at 0 expect b waiting why=children:2\n"
		     "at 0 expect b.1 queued priority=2 run_at=0\n"
		     "at 0 expect b.2 queued run_at=5s\n"
		     "at 0 cancel b\nat 0 expect b cancelled\nat 0 expect b.2 cancelled\n");
}

static void a_batch_that_is_refused_is_absent(void **state)
{
	(void)state;
	assert_holds("at 0 batch b tenant=t type=y queue=nowhere\n"
		     "at 0 expect-answer refused does not exist\nat 0 expect b absent\n"
		     "at 0 batch c tenant=t type=y in=1m\nat 0 expect c.1 queued run_at=1m\n"
		     "at 0 batch d tenant=t type=y run_at=2m\nat 0 expect d.1 queued run_at=2m\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(children_get_labels_as_they_are_made),
		cmocka_unit_test(a_batch_that_is_refused_is_absent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
