/* What the stories about rules, sources and events that come in share: a shelf that shows them. */
#ifndef BELFRY_TEST_UNIT_API_IN_SCENE_H
#define BELFRY_TEST_UNIT_API_IN_SCENE_H

#include "api/shelf.h"
#include "api/stage.h"

#define ID "01890a5d-ac96-774b-bcce-000000000017"
#define OTHER_ID "01890a5d-ac96-774b-bcce-000000000018"

struct in_scene {
	struct stage stage;
	struct shelf shelf;
	struct stage_token token;
};

static inline void in_open(struct in_scene *scene)
{
	memset(scene, 0, sizeof *scene);
	stage_open(&scene->stage);
	shelf_init(&scene->shelf);
	scene->stage.query = &scene->shelf.query;
	scene->token = stage_add_token(&scene->stage, STR("acme"), ROLE_OPERATOR);
}

static inline void in_keep(struct in_scene *scene, enum document_kind kind, const char *name,
			   const char *body)
{
	struct document_view *document = &scene->shelf.documents[scene->shelf.documents_len++];
	*document = (struct document_view){ .tenant = STR("acme") };
	document->row.key = (struct document_key){ kind, { 1 }, str_from(name) };
	document->row.body = str_from(body);
	document->row.version = 7;
}

static inline str in_ask(struct in_scene *scene, const char *method, const char *target,
			 const char *body, int status)
{
	str answer = stage_call(&scene->stage, &scene->token, method, target, str_from(body));
	if (status != scene->stage.status) print_error("%.*s\n", STR_ARG(answer));
	assert_int_equal(status, scene->stage.status);
	return answer;
}

#endif
