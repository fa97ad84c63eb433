#include "story/story_run.h"

#include "story/story_print.h"

static enum err play_and_print(const struct story *story, const struct simulation *wish,
			       struct output *out, u32 *out_unmet, struct why *why)
{
	struct story_printer printer;
	struct story_result result;
	story_printer_init(&printer, story, out);
	printer.json = wish->json;
	printer.quiet = wish->quiet;
	printer.only = wish->only;
	const struct story_listener listener = story_printer_listener(&printer);
	const struct story_wish play = { .has_seed = wish->has_seed,
					 .seed = wish->seed,
					 .until = wish->until };
	enum err err = story_play(story, &play, &listener, &result, why);
	if (!err) {
		story_print_summary(&printer, &result);
		*out_unmet = result.unmet;
	}
	story_printer_done(&printer);
	return err;
}

enum err story_run(void *context, const struct simulation *wish, struct output *out, u32 *out_unmet,
		   struct why *why)
{
	struct story *story = NULL;
	(void)context;
	enum err err = story_read(wish->file, wish->text, &story, why);
	if (!err) err = play_and_print(story, wish, out, out_unmet, why);
	story_free(story);
	return err;
}
