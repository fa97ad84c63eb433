/* C text without what must not count: comments, and the insides of strings. The views have the
 * length of the text and keep its newlines, so an offset or a line means the same in all of them.
 */
#ifndef BELFRY_TIDY_LEX_H
#define BELFRY_TIDY_LEX_H

#include "base/str.h"

/* `code`: comments are blank, and so is what stands between quotes (the quotes stay).
 * `shape`: the same, with preprocessor directives blank too: what braces are counted in.
 * Both have room for text.len bytes. */
void lex_blank(str text, char *code, char *shape);

/* The next identifier at or behind *at, which then points behind it; false at the end. Numbers such
 * as 0x1f are passed over whole. */
MUST_USE bool lex_next_word(str code, size_t *at, str *out_word);

/* The identifier that ends right before `end`, white space between allowed; empty when there is
 * none. */
str lex_word_before(str code, size_t end);

/* Offset of the last byte before `end` that is not white space; code.len when there is none. */
size_t lex_last_before(str code, size_t end);

/* Offset of the ( that belongs to the ) at `close`; code.len when there is none. */
size_t lex_open_paren(str code, size_t close);

bool lex_is_space(char c);
bool lex_is_word(char c);

#endif
