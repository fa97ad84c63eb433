#include "../base/check.h"
#include "net/http_date.h"

static void dates_are_written_as_http_wants_them(void **state)
{
	static const struct {
		i64 seconds;
		const char *text;
	} rows[] = {
		{ 0, "Thu, 01 Jan 1970 00:00:00 GMT" },
		{ 784111777, "Sun, 06 Nov 1994 08:49:37 GMT" },
		{ 951782400, "Tue, 29 Feb 2000 00:00:00 GMT" },
		{ 951868800, "Wed, 01 Mar 2000 00:00:00 GMT" },
		{ 4107542399, "Sun, 28 Feb 2100 23:59:59 GMT" },
		{ 4107542400, "Mon, 01 Mar 2100 00:00:00 GMT" },
		{ 1735689599, "Tue, 31 Dec 2024 23:59:59 GMT" },
		{ 253402300799, "Fri, 31 Dec 9999 23:59:59 GMT" },
		{ -1, "Thu, 01 Jan 1970 00:00:00 GMT" },
		{ INT64_MIN, "Thu, 01 Jan 1970 00:00:00 GMT" },
		{ INT64_MAX, "Fri, 31 Dec 9999 23:59:59 GMT" },
	};
	char text[HTTP_DATE_BYTES + 1];
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		http_date_print(rows[i].seconds, text);
		assert_string_equal(text, rows[i].text);
	}
}

/* Against the C library, a day and a bit at a time. */
static void dates_agree_with_the_system_over_centuries(void **state)
{
	char text[HTTP_DATE_BYTES + 1], other[64];
	(void)state;
	for (i64 seconds = 0; seconds < 16725225600; seconds += 86400 * 3 + 4711) {
		time_t at = seconds;
		struct tm parts;
		assert_non_null(gmtime_r(&at, &parts));
		strftime(other, sizeof other, "%a, %d %b %Y %H:%M:%S GMT", &parts);
		http_date_print(seconds, text);
		assert_string_equal(text, other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dates_are_written_as_http_wants_them),
		cmocka_unit_test(dates_agree_with_the_system_over_centuries),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
