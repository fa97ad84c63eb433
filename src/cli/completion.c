/* belfry completion: what a shell offers behind each word, from the tables. */
#include "cli/resource.h"
#include "cli/verb.h"

/* The names of a command's actions, each once. */
static void add_actions(enum verb_id verb, struct buf *out)
{
	for (u32 i = 0; i < action_count(); i++) {
		const struct action *action = action_row(i);
		bool is_again = false;
		for (u32 k = 0; k < i; k++) {
			is_again |= action_row(k)->verb == verb &&
				    str_eq(str_from(action_row(k)->name), str_from(action->name));
		}
		if (action->verb != verb || is_again) continue;
		buf_addf(out, " %s", action->name);
	}
}

static void add_options(struct cli *cli, enum verb_id verb, struct buf *out)
{
	u32 scopes = SCOPE_COMMON | verb_row(verb)->scopes;
	for (u32 i = 0; i < OPTIONS_LEN; i++) {
		if (option_is_for((enum option_id)i, (u64)1 << verb))
			buf_addf(out, " --%s", option_row((enum option_id)i)->name);
	}
	for (u32 i = 0; i < cli->doors->settings_len; i++) {
		if (cli->doors->settings[i].scopes & scopes)
			buf_addf(out, " --%s", cli->doors->settings[i].name);
	}
}

static void add_verbs(struct buf *out)
{
	for (u32 id = 0; id < CMD_COUNT; id++)
		buf_addf(out, " %s", verb_row((enum verb_id)id)->name);
}

static void print_bash(struct cli *cli, struct buf *out)
{
	buf_add(out, STR("# bash completion of belfry: source <(belfry completion bash)\n"
			 "_belfry() {\n"
			 "\tlocal word=${COMP_WORDS[COMP_CWORD]} actions= options=\n"
			 "\tcase ${COMP_WORDS[1]} in\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		buf_addf(out, "\t%s)\n\t\tactions='", verb_row((enum verb_id)id)->name);
		add_actions((enum verb_id)id, out);
		buf_add(out, STR("'\n\t\toptions='"));
		add_options(cli, (enum verb_id)id, out);
		buf_add(out, STR("' ;;\n"));
	}
	buf_add(out, STR("\tesac\n\tif [ \"$COMP_CWORD\" = 1 ]; then actions='"));
	add_verbs(out);
	buf_add(out, STR("'; fi\n"
			 "\tif [ \"$COMP_CWORD\" -gt 2 ]; then actions=; fi\n"
			 "\tcase $word in\n"
			 "\t-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
			 "\t*) COMPREPLY=($(compgen -W \"$actions\" -- \"$word\")) ;;\n"
			 "\tesac\n"
			 "}\n"
			 "complete -o default -F _belfry belfry\n"));
}

/* zsh understands bash's, once asked to. */
static void print_zsh(struct cli *cli, struct buf *out)
{
	buf_add(out, STR("# zsh completion of belfry: source <(belfry completion zsh)\n"
			 "autoload -U +X bashcompinit && bashcompinit\n"));
	print_bash(cli, out);
}

/* Text between fish's single quotes. */
static void add_quoted(struct buf *out, const char *text)
{
	for (const char *c = text; *c; c++) {
		if (*c == '\'' || *c == '\\') buf_add_byte(out, '\\');
		buf_add_byte(out, *c);
	}
}

static void add_fish_line(struct buf *out, const char *verb, const char *flag, const char *word,
			  const char *text)
{
	buf_add(out, STR("complete -c belfry -n "));
	if (verb) buf_addf(out, "'__fish_seen_subcommand_from %s'", verb);
	else buf_add(out, STR("__fish_use_subcommand -f"));
	buf_addf(out, " %s %s -d '", flag, word);
	add_quoted(out, text);
	buf_add(out, STR("'\n"));
}

static void print_fish(struct cli *cli, struct buf *out)
{
	(void)cli;
	buf_add(out, STR("# fish completion of belfry: belfry completion fish | source\n"));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *verb = verb_row((enum verb_id)id);
		add_fish_line(out, NULL, "-a", verb->name, verb->summary);
		for (u32 i = 0; i < action_count(); i++) {
			if (action_row(i)->verb == id)
				add_fish_line(out, verb->name, "-f -a", action_row(i)->name,
					      action_row(i)->summary);
		}
		for (u32 i = 0; i < OPTIONS_LEN; i++) {
			const struct option *option = option_row((enum option_id)i);
			if (option_is_for((enum option_id)i, (u64)1 << id))
				add_fish_line(out, verb->name, "-l", option->name, option->help);
		}
	}
}

enum err cmd_completion(struct cli *cli, const struct arguments *arguments)
{
	static const struct {
		const char *shell;
		void (*print)(struct cli *cli, struct buf *out);
	} shells[] = { { "bash", print_bash }, { "zsh", print_zsh }, { "fish", print_fish } };
	str shell = arguments->operands_len == 1 ? arguments->operands[0] : STR("");
	struct why why;
	for (size_t i = 0; i < countof(shells); i++) {
		if (!str_eq(shell, str_from(shells[i].shell))) continue;
		shells[i].print(cli, &cli->out.text);
		return ERR_OK;
	}
	(void)fail(&why, ERR_USAGE, "bash, zsh or fish is expected");
	return report_usage(cli, &why);
}
