/* What the stories about events share: a few events on a shelf. */
#ifndef BELFRY_TEST_UNIT_API_EVENT_SCENE_H
#define BELFRY_TEST_UNIT_API_EVENT_SCENE_H

#include "api/shelf.h"
#include "api/shown.h"
#include "api/stage.h"

struct event_scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token viewer;
};

/* The event of turn `turn`: a mail of acme's that was made. */
static inline struct event_view *scene_tell(struct event_scene *scene, u64 turn)
{
	assert_in_range(scene->shelf.events_len, 0, SHELF_MAX - 1);
	struct event_view *event = &scene->shelf.events[scene->shelf.events_len++];
	*event = (struct event_view){ .place = { turn, 0 },
				      .kind = EVENT_RUN_CREATED,
				      .at = 1700000000000,
				      .entry = { .kind = JOURNAL_CREATED, .to = RUN_QUEUED },
				      .tenant = STR("acme"),
				      .type = STR("mail") };
	event->entry.run.bytes[15] = (u8)turn;
	return event;
}

static inline void scene_open(struct event_scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open(&scene->stage);
	shelf_init(&scene->shelf);
	scene->stage.query = &scene->shelf.query;
	scene->viewer = stage_add_token(&scene->stage, STR("acme"), ROLE_VIEWER);
}

#endif
