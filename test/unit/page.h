/* Pages of doc/ that are made from tables: a test compares them, and writes them anew when it is
 * run with WRITE_PAGES=1. */
#ifndef BELFRY_TEST_UNIT_PAGE_H
#define BELFRY_TEST_UNIT_PAGE_H

#include "base/buf.h"
#include "base/check.h"

enum { PAGE_TEXT_MAX = 4 << 20 };

static inline void expect_page(const char *name, str page)
{
	const char *data = getenv("TEST_DATA");
	char path[4096];
	int path_len = snprintf(path, sizeof path, "%s/../../doc/%s", data ? data : "test/data",
				name);
	assert_true(path_len > 0 && (size_t)path_len < sizeof path);
	if (getenv("WRITE_PAGES")) {
		FILE *out = fopen(path, "wb");
		assert_non_null(out);
		assert_int_equal(fwrite(page.at, 1, page.len, out), page.len);
		assert_int_equal(fclose(out), 0);
	}
	FILE *in = fopen(path, "rb");
	if (!in) fail_msg("there is no doc/%s: run this test with WRITE_PAGES=1", name);
	char *there = malloc(PAGE_TEXT_MAX);
	assert_non_null(there);
	size_t len = fread(there, 1, PAGE_TEXT_MAX, in);
	fclose(in);
	bool is_same = str_eq((str){ there, len }, page);
	free(there);
	if (!is_same) fail_msg("doc/%s is old: run this test with WRITE_PAGES=1", name);
}

#endif
