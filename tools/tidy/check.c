#include "tidy/check.h"

void check_all(const struct tree *tree, struct findings *findings)
{
	check_layers(tree, findings);
	check_system_headers(tree, findings);
	check_include_cycles(tree, findings);
	check_header_guards(tree, findings);
	check_sizes(tree, findings);
	check_banned_calls(tree, findings);
	check_leftovers(tree, findings);
	check_def_rows(tree, findings);
	check_twins(tree, findings);
	check_tags(tree, findings);
	check_openings(tree, findings);
	check_headless(tree, findings);
	check_machine_paths(tree, findings);
	check_trailing_space(tree, findings);
	findings_close(findings, tree);
}
