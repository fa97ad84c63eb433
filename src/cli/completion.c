/* belfry completion: scripts for shells. They only ask: what may stand where is known to offer.c.
 */
#include "cli/offer.h"
#include "cli/verb.h"

static const struct {
	const char *shell;
	const char *script;
} shells[] = {
	{ "bash", "# bash completion of belfry: source <(belfry completion bash)\n"
		  "_belfry() {\n"
		  "\tlocal line\n"
		  "\tCOMPREPLY=()\n"
		  "\twhile IFS= read -r line; do\n"
		  "\t\tCOMPREPLY+=(\"${line%%$'\\t'*}\")\n"
		  "\tdone < <(\"${COMP_WORDS[0]}\" completion offer -- \\\n"
		  "\t\t\"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
		  "}\n"
		  "complete -o default -F _belfry belfry\n" },
	{ "zsh", "#compdef belfry\n"
		 "# zsh completion of belfry: source <(belfry completion zsh)\n"
		 "_belfry() {\n"
		 "\tlocal line\n"
		 "\tlocal -a names texts\n"
		 "\twhile IFS= read -r line; do\n"
		 "\t\tnames+=(\"${line%%$'\\t'*}\")\n"
		 "\t\ttexts+=(\"${line/$'\\t'/  }\")\n"
		 "\tdone < <(\"${words[1]}\" completion offer -- \"${(@)words[2,CURRENT]}\" "
		 "2>/dev/null)\n"
		 "\tif (( ${#names} )); then compadd -l -d texts -a names; else _files; fi\n"
		 "}\n"
		 "if [[ ${funcstack[1]} = _belfry ]]; then _belfry \"$@\"; "
		 "else compdef _belfry belfry; fi\n" },
	{ "fish", "# fish completion of belfry: belfry completion fish | source\n"
		  "function __belfry_offer\n"
		  "\tset -l words (commandline -opc)\n"
		  "\tset -l program $words[1]\n"
		  "\tset -e words[1]\n"
		  "\tset -l typed (commandline -ct)\n"
		  "\t$program completion offer -- $words \"$typed\" 2>/dev/null\n"
		  "end\n"
		  "complete -c belfry -a '(__belfry_offer)'\n" },
};

enum err cmd_completion(struct cli *cli, const struct arguments *arguments)
{
	u32 len = arguments->operands_len;
	str shell = len ? arguments->operands[0] : STR("");
	struct why why;
	if (str_eq(shell, STR("offer"))) {
		offer_words(cli, arguments->operands + 1, len - 1);
		return ERR_OK;
	}
	for (size_t i = 0; i < countof(shells) && len == 1; i++) {
		if (!str_eq(shell, str_from(shells[i].shell))) continue;
		buf_add(&cli->out.text, str_from(shells[i].script));
		return ERR_OK;
	}
	(void)fail(&why, ERR_USAGE, "name a shell: bash, zsh or fish");
	return report_usage(cli, &why);
}
