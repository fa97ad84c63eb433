/* A place with a few programs and a programs file that names them, for stories that run them. */
#ifndef BELFRY_TEST_UNIT_HANDLER_PROGRAMS_PLACE_H
#define BELFRY_TEST_UNIT_HANDLER_PROGRAMS_PLACE_H

#include "handler/stage.h"

static const struct {
	const char *name;
	const char *text;
	const char *more; /* settings */
} programs_there[] = {
	{ "echo", "#!/bin/sh\ncat\n", "" },
	{ "later", "#!/bin/sh\necho wait >&2\nexit 75\n", "" },
	{ "bad", "#!/bin/sh\necho broken >&2\nexit 3\n", "" },
	{ "tells", "#!/bin/sh\necho '::progress 30 begun'\nexec cat /dev/zero >/dev/null\n",
	  "kill_after_ms = 50\n" },
	{ "stubborn", "#!/bin/sh\ntrap '' TERM\necho '::progress 1 begun'\nwhile :; do :; done\n",
	  "kill_after_ms = 20\n" },
	{ "slots", "#!/bin/sh\necho \"$*\"\n",
	  "argument = -x\nslot = a [a-z]+\nslot = b [0-9]+\n" },
	/* What it was given as its environment, by name. */
	{ "names", "#!/bin/sh\ntr '\\0' '\\n' </proc/$$/environ | cut -d= -f1 | tr '\\n' ' '\n",
	  "slot = a .+\n" },
};

struct programs_place {
	struct place place;
	char records[160];
	char work[160];
	struct programs *programs;
};

static inline void programs_place_open(struct programs_place *there)
{
	struct buf file;
	struct why why = { .text = "" };
	place_open(&there->place);
	buf_init(&file, 1 << 16);
	for (size_t i = 0; i < countof(programs_there); i++) {
		const char *path = place_write(&there->place, programs_there[i].name,
					       programs_there[i].text, 0755);
		buf_addf(&file, "[%s]\npath = %s\nunconfined = yes\n%s", programs_there[i].name,
			 path, programs_there[i].more);
	}
	buf_add_byte(&file, '\0');
	const char *path = place_write(&there->place, "programs.ini", file.at, 0600);
	if (programs_read(path, &there->programs, &why) != ERR_OK) fail_msg("%s", why.text);
	buf_done(&file);
	snprintf(there->records, sizeof there->records, "%s/records", there->place.path);
	snprintf(there->work, sizeof there->work, "%s/work", there->place.path);
}

static inline struct broker *programs_place_broker(struct programs_place *there, bool is_plain)
{
	struct broker_config config = { .programs = there->programs,
					.record_folder = there->records,
					.work_folder = there->work,
					.is_plain = is_plain };
	struct broker *broker;
	struct why why = { .text = "" };
	if (broker_start(&config, &broker, &why) != ERR_OK) fail_msg("%s", why.text);
	return broker;
}

static inline void programs_place_close(struct programs_place *there)
{
	programs_free(there->programs);
	for (size_t i = 0; i < countof(programs_there); i++)
		place_remove(&there->place, programs_there[i].name);
	place_remove(&there->place, "programs.ini");
	place_remove(&there->place, "records"); /* empty, or this fails */
	place_remove(&there->place, "work");
	place_close(&there->place);
}

#endif
