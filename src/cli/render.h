/* Answers of the API for people and for programs. Programs get the bytes as they came: numbers keep
 * their digits. */
#ifndef BELFRY_CLI_RENDER_H
#define BELFRY_CLI_RENDER_H

#include "cli/resource.h"
#include "cli/verb.h"

#include <jansson.h>

enum output_form { FORM_TABLE, FORM_WIDE, FORM_JSON, FORM_NDJSON, FORM_NAME };

/* The output form that --output and --json ask for. Reports. */
MUST_USE enum err render_form(struct cli *cli, enum output_form *out_form);

/* The rows of a page: cuts the next item out of the array that `rest` stands in. False: no more. */
bool render_next_item(str *rest, str *out_item);
/* NULL: it is no JSON. Numbers too large for an integer become approximate. */
json_t *render_parse(str text);
/* For json_dump_callback: adds to the buf that is its context. */
int render_add_dumped(const char *bytes, size_t len, void *context);
/* The bytes of an object's member; empty: there is none. */
str render_member(str object, const char *name);
/* The inside of a member that is a text, as it is written; empty: there is none. */
str render_text(str object, const char *name);
/* The inside of the array of that name in an object; empty: there is none. */
str render_array(str body, const char *name);

/* How lists and documents are shown. */
struct render {
	struct cli *cli;
	enum output_form form;
	const char *columns; /* names, + before those of wide tables; empty: all there are */
	const char *name_field;
};

/* `items`: whole JSON objects, one behind the other, separated by commas. ERR_USAGE, reported:
 * --columns names what they do not have. */
MUST_USE enum err render_list(const struct render *render, str items);
void render_document(const struct render *render, str body);

/* "2026-11-16 14:05:09Z (in 2 h)"; a text that is no instant as it is. */
void render_instant(const struct cli *cli, str text, struct buf *out);
/* "in 3 min", "2 h ago". */
void render_distance(msec at, msec now, struct buf *out);
void render_span(msec span, struct buf *out);
/* The icon of a state, with a space behind it; empty: none. */
str render_icon(str state);
enum style render_style(str state);

#endif
