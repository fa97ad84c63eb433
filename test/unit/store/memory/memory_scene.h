/* A scene over the memory store, for stories about that store alone. */
#ifndef BELFRY_TEST_UNIT_STORE_MEMORY_MEMORY_SCENE_H
#define BELFRY_TEST_UNIT_STORE_MEMORY_MEMORY_SCENE_H

#include "conformance/scene.h"
#include "store/memory/memory_parts.h"

static inline int open_memory_scene(void **state)
{
	struct scene *scene = malloc(sizeof *scene);
	assert_non_null(scene);
	assert_true(scene_open(scene, &memory_kind, NULL));
	*state = scene;
	return 0;
}

static inline int close_memory_scene(void **state)
{
	struct scene *scene = *state;
	scene_close(scene);
	free(scene);
	return 0;
}

#define memory_story(function) \
	cmocka_unit_test_setup_teardown(function, open_memory_scene, close_memory_scene)

static inline struct memory_store *memory_of(const struct scene *scene)
{
	return memory_kind_store(scene->subject);
}

static inline void commit_scene(void *context)
{
	struct scene *scene = context;
	(void)!try_commit(scene);
}

/* The turn as it stands is one that no correct engine asks for. The store is in no state to go on
 * afterwards, only to be closed. */
static inline bool commit_breaks_promise(struct scene *scene)
{
	return breaks_promise(commit_scene, scene);
}

#endif
