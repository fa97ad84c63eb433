/* Completions for the end of a command line: commands, actions, options, and names that the server
 * knows (it is asked, with a short deadline; without an answer there are none). */
#ifndef BELFRY_CLI_OFFER_H
#define BELFRY_CLI_OFFER_H

#include "cli/verb.h"

/* `words` are those behind "belfry"; the last one, which may be empty, is being typed. A line for
 * each that begins with it, on cli->out: the word, a tab, what it is. Never fails, never reports.
 */
void offer_words(struct cli *cli, const str *words, u32 len);

#endif
