#define _GNU_SOURCE
#include "handler/programs.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/must.h"

#include <fcntl.h>
#include <ini.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum programs_form { PATH, LIST, SLOT, USER, NUMBER, FOLDER, FLAG };
enum { ARENA_BYTES = 4 << 20, PATTERN_BYTES = 256, NAME_BYTES = 64 };

/* clang-format off */
static const struct program_setting_row {
	const char *name;
	enum programs_form form;
	u32 least, greatest, preset;
} settings[] = {
#define X(id, name, form, least, greatest, preset, sentence) \
	{ name, form, least, greatest, preset },
	PROGRAM_SETTINGS(X)
#undef X
};
/* clang-format on */

struct programs_reading {
	struct programs *programs;
	struct program *program; /* of the section at hand; NULL: none yet */
	struct why *why;
	enum err err; /* the first */
};

static const char *keep(struct programs_reading *reading, str text)
{
	struct arena *arena = &reading->programs->arena;
	char *copy = arena_alloc(arena, text.len + 1);
	if (!copy) {
		reading->err = ERR_MEMORY;
		return "";
	}
	if (text.len) memcpy(copy, text.at, text.len);
	copy[text.len] = '\0';
	return copy;
}

static enum err wrong(const struct programs_reading *reading, const char *setting,
		      const char *allowed)
{
	return fail(reading->why, ERR_INVALID, "program %s, %s: %s", reading->program->name,
		    setting, allowed);
}

/* ---- the forms ------------------------------------------------------------------------------- */

static enum err read_path(struct programs_reading *reading, const char *setting, str value,
			  const char **out_path)
{
	if (value.len == 0 || value.at[0] != '/' || value.len > HANDLER_PROGRAM_PATH_BYTES)
		return wrong(reading, setting, "an absolute path is expected");
	*out_path = keep(reading, value);
	return reading->err;
}

static enum err add_argument(struct programs_reading *reading, const char *setting, str value)
{
	struct program *program = reading->program;
	if (program->arguments_len == HANDLER_PROGRAM_ARGUMENTS)
		return wrong(reading, setting, "too many");
	program->arguments[program->arguments_len++] = keep(reading, value);
	return reading->err;
}

static enum err add_folder(struct programs_reading *reading, const char *setting, str value,
			   bool writable)
{
	struct program *program = reading->program;
	const char **folders = writable ? program->writable : program->readable;
	u32 *len = writable ? &program->writable_len : &program->readable_len;
	if (*len == HANDLER_PROGRAM_FOLDERS) return wrong(reading, setting, "too many");
	enum err err = read_path(reading, setting, value, &folders[*len]);
	if (!err) (*len)++;
	return err;
}

static bool is_name(str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = ascii_lower(name.at[i]);
		bool fits = (c >= 'a' && c <= 'z') || ascii_is_digit(c) || (c && strchr("._-", c));
		if (!fits) return false;
	}
	return name.len > 0 && name.len <= NAME_BYTES;
}

/* NAME PATTERN; the pattern is for the whole value. */
static enum err add_slot(struct programs_reading *reading, const char *setting, str value)
{
	struct program *program = reading->program;
	char anchored[PATTERN_BYTES + 8];
	str pattern = value;
	str name = str_split(&pattern, ' ');
	pattern = str_trim(pattern);
	if (program->slots_len == HANDLER_PROGRAM_SLOTS) return wrong(reading, setting, "too many");
	if (!is_name(name) || pattern.len == 0 || pattern.len > PATTERN_BYTES)
		return wrong(reading, setting, "a name and a pattern are expected");
	int len = snprintf(anchored, sizeof anchored, "^(%.*s)$", STR_ARG(pattern));
	must(len > 0 && (size_t)len < sizeof anchored);
	struct program_slot *slot = &program->slots[program->slots_len];
	if (regcomp(&slot->pattern, anchored, REG_EXTENDED | REG_NOSUB) != 0)
		return wrong(reading, setting, "the pattern is not an extended regular expression");
	program->slots_len++;
	slot->name = keep(reading, name);
	return reading->err;
}

static enum err read_user(struct programs_reading *reading, const char *setting, str value)
{
	const char *name = keep(reading, value);
	const struct passwd *user = getpwnam(name);
	struct program *program = reading->program;
	if (!user) return wrong(reading, setting, "there is no such user");
	if (user->pw_uid == 0) return wrong(reading, setting, "the user must not be root");
	if (geteuid() != 0 && user->pw_uid != geteuid())
		return wrong(reading, setting,
			     "only a server that runs as root may change the user");
	program->has_user = true;
	program->uid = user->pw_uid;
	program->gid = user->pw_gid;
	return ERR_OK;
}

static enum err read_number(struct programs_reading *reading,
			    const struct program_setting_row *setting, str value)
{
	u64 number;
	if (!str_to_u64(value, setting->greatest, &number) || number < setting->least)
		return fail(reading->why, ERR_INVALID,
			    "program %s, %s: a number from %u to %u is expected",
			    reading->program->name, setting->name, setting->least,
			    setting->greatest);
	reading->program->numbers[setting - settings] = (u32)number;
	return ERR_OK;
}

static enum err read_flag(struct programs_reading *reading,
			  const struct program_setting_row *setting, str value)
{
	bool yes = str_eq(value, STR("yes"));
	if (!yes && !str_eq(value, STR("no")))
		return wrong(reading, setting->name, "yes or no is expected");
	reading->program->numbers[setting - settings] = yes;
	return ERR_OK;
}

static enum err read_setting(struct programs_reading *reading,
			     const struct program_setting_row *setting, str value)
{
	switch (setting->form) {
	case PATH: return read_path(reading, setting->name, value, &reading->program->path);
	case LIST: return add_argument(reading, setting->name, value);
	case SLOT: return add_slot(reading, setting->name, value);
	case USER: return read_user(reading, setting->name, value);
	case NUMBER: return read_number(reading, setting, value);
	case FOLDER:
		return add_folder(reading, setting->name, value,
				  setting == &settings[PROGRAM_WRITE]);
	case FLAG: return read_flag(reading, setting, value);
	}
	return ERR_OK;
}

/* ---- the file -------------------------------------------------------------------------------- */

static enum err begin_section(struct programs_reading *reading, str name)
{
	struct programs *programs = reading->programs;
	u32 index;
	if (!is_name(name))
		return fail(reading->why, ERR_INVALID,
			    "\"%.*s\" is not a program name: 1 to %d of [A-Za-z0-9._-]",
			    STR_ARG(name), HANDLER_PROGRAM_NAME_BYTES);
	if (programs_find(programs, name, &index))
		return fail(reading->why, ERR_INVALID, "program %.*s is defined twice",
			    STR_ARG(name));
	if (programs->len == HANDLER_PROGRAMS_MAX)
		return fail(reading->why, ERR_INVALID, "more than %d programs",
			    HANDLER_PROGRAMS_MAX);
	struct program *program = &programs->at[programs->len++];
	for (u32 i = 0; i < PROGRAM_SETTING_COUNT; i++) program->numbers[i] = settings[i].preset;
	program->name = keep(reading, name);
	reading->program = program;
	return reading->err;
}

static enum err read_line(struct programs_reading *reading, str section, str name, str value)
{
	if (!reading->program || !str_eq(section, str_from(reading->program->name))) {
		enum err err = begin_section(reading, section);
		if (err) return err;
	}
	for (size_t i = 0; i < countof(settings); i++) {
		if (str_eq(name, str_from(settings[i].name)))
			return read_setting(reading, &settings[i], value);
	}
	return fail(reading->why, ERR_INVALID, "program %s: there is no setting \"%.*s\"",
		    reading->program->name, STR_ARG(name));
}

/* inih's callback: 1 goes on. */
static int on_line(void *context, const char *section, const char *name, const char *value)
{
	struct programs_reading *reading = context;
	if (!reading->err)
		reading->err = read_line(reading, str_from(section), str_from(name),
					 str_from(value));
	return 1;
}

/* Everyone who can write this file can run programs. */
static enum err open_file(const char *path, FILE **out_file, struct why *why)
{
	struct stat stat;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || fstat(fd, &stat) != 0) {
		if (fd >= 0) close(fd);
		return fail(why, ERR_IO, "the programs file %s cannot be read", path);
	}
	bool ours = stat.st_uid == 0 || stat.st_uid == geteuid();
	if (!S_ISREG(stat.st_mode) || !ours || (stat.st_mode & (S_IWGRP | S_IWOTH))) {
		close(fd);
		return fail(why, ERR_IO, "the programs file %s can be written by others", path);
	}
	*out_file = fdopen(fd, "r");
	if (*out_file) return ERR_OK;
	close(fd);
	return ERR_MEMORY;
}

static enum err check_program(const struct program *program, struct why *why)
{
	struct stat stat_of;
	if (!program->path)
		return fail(why, ERR_INVALID, "program %s: path is required", program->name);
	if (stat(program->path, &stat_of) != 0 || !S_ISREG(stat_of.st_mode) ||
	    !(stat_of.st_mode & 0111))
		return fail(why, ERR_INVALID, "program %s: %s is not a program", program->name,
			    program->path);
	bool ours = stat_of.st_uid == 0 || stat_of.st_uid == geteuid();
	if (!ours || (stat_of.st_mode & (S_IWGRP | S_IWOTH)))
		return fail(why, ERR_INVALID, "program %s: %s can be written by others",
			    program->name, program->path);
	return ERR_OK;
}

static enum err check_all(const struct programs *programs, struct why *why)
{
	for (u32 i = 0; i < programs->len; i++) {
		enum err err = check_program(&programs->at[i], why);
		if (err) return err;
	}
	return ERR_OK;
}

enum err programs_read(const char *path, struct programs **out_programs, struct why *why)
{
	FILE *file = NULL;
	struct programs *programs = NULL;
	enum err err = open_file(path, &file, why);
	if (err) return err;
	err = ERR_MEMORY;
	programs = mem_alloc_zeroed(sizeof *programs);
	if (!programs) goto done;
	arena_init(&programs->arena, ARENA_BYTES);
	struct programs_reading reading = { .programs = programs, .why = why };
	int line = ini_parse_file(file, on_line, &reading);
	err = reading.err;
	if (!err && line)
		err = fail(why, ERR_INVALID,
			   "the programs file, line %d: not name = value, or too long", line);
	if (!err) err = check_all(programs, why);
	if (!err) *out_programs = programs;
done:
	fclose(file);
	if (err) programs_free(programs);
	return err;
}

void programs_free(struct programs *programs)
{
	if (!programs) return;
	for (u32 i = 0; i < programs->len; i++) {
		struct program *program = &programs->at[i];
		for (u32 k = 0; k < program->slots_len; k++) regfree(&program->slots[k].pattern);
	}
	arena_done(&programs->arena);
	mem_free(programs);
}

static void add_texts(struct buf *out, const char *const *texts, u32 len)
{
	for (u32 i = 0; i < len; i++) buf_addf(out, "%s\n", texts[i]);
	buf_add_byte(out, '\n');
}

static void add_program(struct buf *out, const struct program *program)
{
	buf_addf(out, "%s\n%s\n", program->name, program->path);
	add_texts(out, program->arguments, program->arguments_len);
	add_texts(out, program->readable, program->readable_len);
	add_texts(out, program->writable, program->writable_len);
	for (u32 i = 0; i < program->slots_len; i++) buf_addf(out, "%s\n", program->slots[i].name);
	for (u32 i = 0; i < PROGRAM_SETTING_COUNT; i++) buf_addf(out, "%u ", program->numbers[i]);
	if (program->has_user) buf_addf(out, "%u:%u", program->uid, program->gid);
	buf_add_byte(out, '\n');
}

struct digest programs_digest(const struct programs *programs)
{
	struct buf text;
	buf_init(&text, (size_t)4 << 20);
	for (u32 i = 0; i < programs->len; i++) add_program(&text, &programs->at[i]);
	struct digest digest = digest_of(buf_view(&text));
	buf_done(&text);
	return digest;
}

bool programs_find(const struct programs *programs, str name, u32 *out_index)
{
	for (u32 i = 0; i < programs->len; i++) {
		if (!str_eq(name, str_from(programs->at[i].name))) continue;
		*out_index = i;
		return true;
	}
	return false;
}

bool program_slot_takes(const struct program_slot *slot, str value)
{
	char terminated[HANDLER_SLOT_BYTES + 1];
	if (value.len > HANDLER_SLOT_BYTES) return false;
	for (size_t i = 0; i < value.len; i++) {
		if ((unsigned char)value.at[i] < ' ' || value.at[i] == 0x7f) return false;
		terminated[i] = value.at[i];
	}
	terminated[value.len] = '\0';
	return regexec(&slot->pattern, terminated, 0, NULL, 0) == 0;
}
