#include "handler/programs.h"

#include "handler/stage.h"

static enum err read_text(struct place *place, const char *text, mode_t mode,
			  struct programs **out_programs, struct why *why)
{
	char file[4096];
	char program[300];
	snprintf(program, sizeof program, "%s", place_write(place, "program", "#!/bin/sh\n", 0755));
	/* Every %s in the text is the path of a program that may be run. */
	snprintf(file, sizeof file, text, program, program, program);
	enum err err = programs_read(place_write(place, "programs.ini", file, mode), out_programs,
				     why);
	place_remove(place, "programs.ini");
	place_remove(place, "program");
	return err;
}

static void an_entry_says_what_is_run_and_how(void **state)
{
	(void)state;
	struct place place;
	struct programs *programs;
	struct why why = { .text = "" };
	u32 index;
	place_open(&place);
	enum err err = read_text(
		&place,
		"; a comment\n[one]\npath = %s\nargument = --fast\nargument = two words\n"
		"slot = size [0-9]{1,3}\nread = /srv\nwrite = /var/x\n"
		"cpu_seconds = 7\nnetwork = yes\n"
		"[two]\npath = %s\n",
		0600, &programs, &why);
	if (err) fail_msg("%s", why.text);
	assert_int_equal(programs->len, 2);
	assert_true(programs_find(programs, STR("one"), &index));
	const struct program *one = &programs->at[index];
	assert_int_equal(one->arguments_len, 2);
	assert_string_equal(one->arguments[1], "two words");
	assert_string_equal(one->slots[0].name, "size");
	assert_string_equal(one->readable[0], "/srv");
	assert_string_equal(one->writable[0], "/var/x");
	assert_int_equal(one->numbers[PROGRAM_CPU_SECONDS], 7);
	assert_int_equal(one->numbers[PROGRAM_NETWORK], 1);
	assert_true(programs_find(programs, STR("two"), &index));
	assert_int_equal(programs->at[index].numbers[PROGRAM_CPU_SECONDS], 60);
	assert_int_equal(programs->at[index].numbers[PROGRAM_KILL_AFTER_MS], 5000);
	assert_false(programs->at[index].has_user);
	assert_false(programs_find(programs, STR("three"), &index));
	programs_free(programs);
	place_close(&place);
}

static void a_slot_takes_what_fits_as_a_whole(void **state)
{
	(void)state;
	struct place place;
	struct programs *programs;
	place_open(&place);
	assert_int_equal(read_text(&place, "[a]\npath = %s\nslot = n [a-z]+|[0-9]{1,3}\n", 0600,
				   &programs, NULL),
			 ERR_OK);
	const struct program_slot *slot = &programs->at[0].slots[0];
	static const char *const fits[] = { "abc", "1", "123" };
	static const char *const not [] = { "",   "1234", "abc1", "1a", " a",
					    "a ", "a\n",  "A",    "-a", "a;b" };
	for (size_t i = 0; i < countof(fits); i++)
		assert_true(program_slot_takes(slot, str_from(fits[i])));
	for (size_t i = 0; i < countof(not ); i++)
		assert_false(program_slot_takes(slot, str_from(not [i])));
	assert_false(program_slot_takes(slot, STR("a\0b")));
	char longer[HANDLER_SLOT_BYTES + 1];
	memset(longer, 'a', sizeof longer);
	assert_true(program_slot_takes(slot, (str){ longer, sizeof longer - 1 }));
	assert_false(program_slot_takes(slot, (str){ longer, sizeof longer }));
	programs_free(programs);
	place_close(&place);
}

static void what_is_wrong_is_named_and_nothing_is_read(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		const char *word;
	} wrong[] = {
		{ "path = %s\n", "not a program name" },
		{ "[a]\npath = x\n", "absolute" },
		{ "[a]\nnice = 1\n", "path is required" },
		{ "[a]\npath = /no/such/program\n", "not a program" },
		{ "[a]\npath = /tmp\n", "not a program" },
		{ "[a]\npath = %s\nshell = 1\n", "shell" },
		{ "[a]\npath = %s\nnice = 20\n", "0 to 19" },
		{ "[a]\npath = %s\nnice = -1\n", "0 to 19" },
		{ "[a]\npath = %s\nnetwork = true\n", "yes or no" },
		{ "[a]\npath = %s\nuser = root\n", "root" },
		{ "[a]\npath = %s\nuser = no-such-user-here\n", "no such user" },
		{ "[a]\npath = %s\nslot = x\n", "pattern" },
		{ "[a]\npath = %s\nslot = x (\n", "regular expression" },
		{ "[a]\npath = %s\nslot = a/b .*\n", "pattern" },
		{ "[a]\npath = %s\nread = relative\n", "absolute" },
		{ "[a b]\npath = %s\n", "a b" },
		{ "[a]\npath = %s\n[b]\npath = %s\n[a]\nnice = 1\n", "twice" },
		{ "[a]\npath = %s\nnonsense\n", "line 3" },
	};
	struct place place;
	place_open(&place);
	for (size_t i = 0; i < countof(wrong); i++) {
		struct programs *programs = NULL;
		struct why why = { .text = "" };
		enum err err = read_text(&place, wrong[i].text, 0600, &programs, &why);
		if (err == ERR_OK || !strstr(why.text, wrong[i].word))
			fail_msg("%s: %s", wrong[i].text, why.text);
		assert_null(programs);
	}
	place_close(&place);
}

static void who_may_write_the_file_or_the_program_matters(void **state)
{
	(void)state;
	struct place place;
	struct programs *programs;
	struct why why;
	char file[512];
	place_open(&place);
	assert_int_equal(read_text(&place, "[a]\npath = %s\n", 0660, &programs, &why), ERR_IO);
	assert_int_equal(read_text(&place, "[a]\npath = %s\n", 0606, &programs, &why), ERR_IO);
	snprintf(file, sizeof file, "[a]\npath = %s\n",
		 place_write(&place, "loose", "#!/bin/sh\n", 0777));
	assert_int_equal(
		programs_read(place_write(&place, "programs.ini", file, 0600), &programs, &why),
		ERR_INVALID);
	assert_non_null(strstr(why.text, "others"));
	place_remove(&place, "programs.ini");
	place_remove(&place, "loose");
	assert_int_equal(programs_read(place_name(&place, "none"), &programs, &why), ERR_IO);
	assert_int_equal(programs_read(place.path, &programs, &why), ERR_IO);
	place_close(&place);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_entry_says_what_is_run_and_how),
		cmocka_unit_test(a_slot_takes_what_fits_as_a_whole),
		cmocka_unit_test(what_is_wrong_is_named_and_nothing_is_read),
		cmocka_unit_test(who_may_write_the_file_or_the_program_matters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
