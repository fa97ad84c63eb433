/* Webhooks on their way, as webhook_sender.c and webhook_read.c share them. */
#ifndef BELFRY_DELIVER_WEBHOOK_PARTS_H
#define BELFRY_DELIVER_WEBHOOK_PARTS_H

#include "api/event.h"
#include "api/webhook.h"
#include "base/list.h"
#include "deliver/webhook_sender.h"

enum {
	PAGE_WEBHOOKS = 500,
	LOOK_AGAIN_MS = 30000, /* whatever was told: nothing is forgotten for longer */
	WALK_BYTES = 8 << 20,
	COMMAND_BYTES = 2 << 20, /* of payloads in one command, but one event at least */
	TURNS_FAR = 10000,       /* so many turns behind, where it stands is written down */
};

enum item_kind { ITEM_WALK, ITEM_LIST };

/* The head of each item that readers get. */
struct item {
	enum item_kind kind;
	struct webhook_sender *sender;
};

struct webhook_walk {
	struct item item;
	struct list_node node;
	char tenant_text[LIMIT_TENANT_NAME_BYTES];
	char name_text[WEBHOOK_NAME_BYTES];
	str tenant;
	str name; /* of its type */
	bool is_due;
	bool is_reading;
	bool is_with_pump;

	/* As it was last read. */
	bool is_known;            /* `says` is */
	struct webhook_says says; /* type in `type_text` */
	char type_text[LIMIT_TYPE_NAME_BYTES];
	struct webhook_course course;
	u64 course_version;
	/* Beyond what is written down all up to `seen` was looked at, and nothing found. */
	struct event_place seen;
	u64 seen_version; /* of where it stood then */
	bool is_at_end;   /* and nothing was left to look at */

	/* One reading and what comes of it. */
	struct arena arena;
	enum err err;
	bool has_more;
	struct command command;
	struct reply reply;
};

struct webhook_listing {
	struct item item;
	bool is_due;
	bool is_reading;
	enum err err;
	struct arena arena;
	struct document_view *rows;
	u32 len;
};

struct webhook_sender {
	struct webhook_sender_config config;
	struct list walks;
	u32 len;
	u32 reading;
	struct webhook_listing listing;
	bool is_abandoned;
	bool is_in_doubt;
	msec looked_at;
};

/* ---- webhook_read.c -------------------------------------------------------------------------- */
void webhook_walk_came(void *context);
void webhook_list_came(void *context);

#endif
