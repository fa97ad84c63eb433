/* What the stories about listings share: a store with a few names, and a query over it. */
#ifndef BELFRY_TEST_QUERY_SCENE_H
#define BELFRY_TEST_QUERY_SCENE_H

#include "store/sqlite/sqlite_query.h"
#include "store/sqlite/sqlite_scene.h"

struct query_scene {
	struct scene *scene;
	struct query *query;
	struct arena arena;
};

static inline enum err try_query(struct scene *scene, u32 work_max, struct query **out_query)
{
	struct sqlite_query_config config = { .path = STR("conformance.db"),
					      .vfs = subject_of(scene)->vfs,
					      .work_max = work_max };
	struct why why = { 0 };
	enum err err = sqlite_query_open(&config, &why, out_query);
	if (err) print_message("%s\n", why.text);
	return err;
}

/* Tenants acme and globex, types mail and push, queues default and bulk, worker w-3. */
static inline struct query_scene query_scene_open(void)
{
	struct query_scene it = { .scene = sqlite_scene_open() };
	struct scene *scene = it.scene;
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_TENANT, 2, STR("globex"));
	put_name(scene, NAME_TYPE, 1, STR("mail"));
	put_name(scene, NAME_TYPE, 2, STR("push"));
	put_name(scene, NAME_QUEUE, 1, STR("default"));
	put_name(scene, NAME_QUEUE, 2, STR("bulk"));
	put_worker(scene, 3, STR("w-3"), STR("host-3"));
	commit(scene);
	assert_int_equal(try_query(scene, 0, &it.query), ERR_OK);
	arena_init(&it.arena, 1 << 26);
	return it;
}

static inline void query_scene_close(struct query_scene *it)
{
	it->query->calls->close(it->query);
	arena_done(&it->arena);
	sqlite_scene_close(it->scene);
}

static const str acme = { "acme", 4 };
static const str globex = { "globex", 6 };
static const str everyone = { NULL, 0 };
static const str nobody = { "nobody", 6 };

/* The numbers of a page's rows, as text; "..." where more would follow. */
#define assert_numbers(page, numbers)                                                              \
	do {                                                                                       \
		struct buf told;                                                                   \
		buf_init(&told, 4096);                                                             \
		for (u32 at = 0; at < (page).len; at++)                                            \
			buf_addf(&told, at ? " %u" : "%u", (u32)(page).rows[at].row.id.bytes[15]); \
		if ((page).has_more) buf_add(&told, STR(" ..."));                                  \
		assert_str(buf_view(&told), str_from(numbers));                                    \
		buf_done(&told);                                                                   \
	} while (0)

#endif
