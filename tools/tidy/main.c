/* tidy: checks the project's own rules (layers, banned calls, sizes and more) and reports its
 * measures.
 *
 *   tidy [--report] [--lonely] [--symbols FILE] [ROOT]
 *
 * --report: the measures as well. --lonely: name the functions without a user in another file.
 * --symbols: what `nm -A` prints of the engine's objects; without it calls between the engine's
 * folders are not checked.
 * Ends with `N passed, N failed`, counted in checks. */
#include "tidy/check.h"
#include "tidy/folders.h"
#include "tidy/report.h"

#include <stdio.h>

enum { OUTPUT_BYTES_MAX = 64 << 20 };

struct options {
	const char *root;
	bool report;
	bool lonely;
	const char *symbols;
};

static bool read_options(int argc, char **argv, struct options *out_options)
{
	struct options options = { .root = "." };
	for (int i = 1; i < argc; i++) {
		str argument = str_from(argv[i]);
		if (str_eq(argument, STR("--report"))) options.report = true;
		else if (str_eq(argument, STR("--lonely"))) options.lonely = true;
		else if (str_eq(argument, STR("--symbols")) && i + 1 < argc)
			options.symbols = argv[++i];
		else if (str_starts_with(argument, STR("-"))) return false;
		else options.root = argv[i];
	}
	*out_options = options;
	return true;
}

static void print_checks(const struct findings *findings, bool verbose, struct buf *out)
{
	u32 failed = 0;
	for (u32 i = 0; i < CHECK_COUNT; i++) {
		u32 count = findings->counts[i];
		failed += count > 0;
		if (verbose || count)
			buf_addf(out, "  %-7s %-16s %s\n", count ? "FAILED" : "ok",
				 check_word((enum tidy_check)i), check_demand((enum tidy_check)i));
	}
	buf_addf(out, "%u passed, %u failed\n", CHECK_COUNT - failed, failed);
}

static int run(const struct options *options, struct tree *tree, struct buf *out)
{
	struct why why = { 0 };
	struct findings findings;
	if (tree_load(tree, options->root, &why)) {
		fprintf(stderr, "tidy: %s\n", why.text);
		return 1;
	}
	findings_init(&findings, &tree->arena);
	str symbols = { 0 };
	if (options->symbols && tree_read(options->symbols, &tree->arena, &symbols, &why)) {
		fprintf(stderr, "tidy: %s\n", why.text);
		return 1;
	}
	if (check_symbols(tree, symbols, &why)) {
		fprintf(stderr,
			"tidy: %s is of other sources (%s); make tidy-tool builds it again\n",
			options->symbols, why.text);
		return 1;
	}
	struct folder_measures measures;
	check_folder_calls(tree, symbols, &findings, &measures);
	check_all(tree, &findings);
	findings_print(&findings, out);
	if (options->lonely) count_lonely_functions(tree, &tree->arena, out);
	if (options->report) report_print(tree, &tree->arena, out);
	if (options->report && options->symbols) folder_measures_print(&measures, out);
	print_checks(&findings, options->report, out);
	if (findings.failed || buf_failed(out) || arena_failed(&tree->arena)) {
		fputs("tidy: out of memory\n", stderr);
		return 1;
	}
	return findings_count(&findings) > 0;
}

int main(int argc, char **argv)
{
	struct options options;
	struct tree tree;
	struct buf out;
	if (!read_options(argc, argv, &options)) {
		fputs("usage: tidy [--report] [--lonely] [--symbols FILE] [ROOT]\n", stderr);
		return 2;
	}
	tree_init(&tree);
	buf_init(&out, OUTPUT_BYTES_MAX);
	int code = run(&options, &tree, &out);
	str text = buf_view(&out);
	if (fwrite(text.at, 1, text.len, stdout) != text.len || fflush(stdout)) code = 1;
	buf_done(&out);
	tree_done(&tree);
	return code;
}
