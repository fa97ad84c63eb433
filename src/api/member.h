/* The members of answers, as answers.def declares them, for the code that writes them. KEY(run,
 * state) is a key whose type says which kind of value the member has and whether it may be null.
 * The writers below take keys instead of texts: a member that the table does not have, a value of
 * another kind, or a null where the table promises a value does not compile. */
#ifndef BELFRY_API_MEMBER_H
#define BELFRY_API_MEMBER_H

#include "api/answers.def"
#include "api/write.h"
#include "model/stats.def"

/* ---- the types of keys -------------------------------------------------------------------- */

/* same: of whatever kind the request's field is. tree: an object or an array. loose: any kind. */
#define KEY_TYPES(X)       \
	X(text)            \
	X(text_or_null)    \
	X(id)              \
	X(id_or_null)      \
	X(instant)         \
	X(instant_or_null) \
	X(number)          \
	X(number_or_null)  \
	X(flag)            \
	X(flag_or_null)    \
	X(tree)            \
	X(tree_or_null)    \
	X(same)            \
	X(same_or_null)    \
	X(loose)

#define X(type)                                                 \
	struct key_##type {                                     \
		str name;                                       \
	};                                                      \
	static inline str name_of_##type(struct key_##type key) \
	{                                                       \
		return key.name;                                \
	}
KEY_TYPES(X)
#undef X

/* The kinds of answer_shape.h, by the writer that fits. */
#define KEY_TEXT text
#define KEY_WORD text
#define KEY_CODE text
#define KEY_DATE text
#define KEY_TIME_OF_DAY text
#define KEY_ID id
#define KEY_INSTANT instant
#define KEY_COUNT number
#define KEY_NUMBER number
#define KEY_DECIMAL number
#define KEY_BOOL flag
#define KEY_OBJECT tree
#define KEY_TEXTS tree
#define KEY_WORDS tree
#define KEY_IDS tree
#define KEY_COUNTS tree
#define KEY_COUNTS_BY tree
#define KEY_SHAPE tree
#define KEY_SHAPES tree
#define KEY_ANY same_or_null
#define KEY_SAME same
#define KEY_KEPT same
#define KEY_NOTHING same

#define KEY_ALWAYS
#define KEY_OPTIONAL
#define KEY_NULLABLE _or_null
#define KEY_EITHER _or_null

/* ---- the keys ----------------------------------------------------------------------------- */

#define KEY_JOIN(kind, null) key_##kind##null
#define KEY_TYPE(kind, null) struct KEY_JOIN(kind, null)
#define KEY_MEMBER(name, kind, presence, about, sentence) KEY_TYPE(KEY_##kind, KEY_##presence) name;
#define KEY_VALUE(member, kind, presence, about, sentence) .member = { STR(#member) },
/* Their names are words of statistics, which are written in a loop. */
#define STATS_COUNT_ROW(id, word, kind, sentence)

#define X(id, name, rows, like, sentence) \
	struct id##_members {             \
		rows(KEY_MEMBER)          \
	};                                \
	static const struct id##_members id##_members = { rows(KEY_VALUE) };
ANSWER_SHAPES(X)
ANSWER_PARTS(X)
#undef X
#undef STATS_COUNT_ROW

#define KEY(shape, member) (shape##_members.member)
/* For a function that writes members of several kinds under a key that it is given. */
#define LOOSE(shape, member) ((struct key_loose){ shape##_members.member.name })
/* The name is a word of another table: of a state, a quota, a field of a request. */
#define WORD_KEY(name) ((struct key_loose){ name })
/* Of JSON that is not an answer, like a row of the store. */
#define OWN_KEY(text) WORD_KEY(STR(text))

/* ---- the writers -------------------------------------------------------------------------- */

#define KEY_ROW(type) struct key_##type : name_of_##type
#define NAME_FOR(key, kind)                                                    \
	_Generic((key), KEY_ROW(kind), KEY_ROW(kind##_or_null), KEY_ROW(same), \
		 KEY_ROW(same_or_null), KEY_ROW(loose))(key)
#define NAME_OR_NULL(key, kind) \
	_Generic((key), KEY_ROW(kind##_or_null), KEY_ROW(same_or_null), KEY_ROW(loose))(key)
#define NAME_OF_NULL(key)                                                                     \
	_Generic((key), KEY_ROW(text_or_null), KEY_ROW(id_or_null), KEY_ROW(instant_or_null), \
		 KEY_ROW(number_or_null), KEY_ROW(flag_or_null), KEY_ROW(tree_or_null),       \
		 KEY_ROW(same_or_null), KEY_ROW(loose))(key)
#define NAME_OF_ANY(key)                                                                        \
	_Generic((key), KEY_ROW(text), KEY_ROW(text_or_null), KEY_ROW(id), KEY_ROW(id_or_null), \
		 KEY_ROW(instant), KEY_ROW(instant_or_null), KEY_ROW(number),                   \
		 KEY_ROW(number_or_null), KEY_ROW(flag), KEY_ROW(flag_or_null), KEY_ROW(tree),  \
		 KEY_ROW(tree_or_null), KEY_ROW(same), KEY_ROW(same_or_null), KEY_ROW(loose))(key)

/* The functions of write.h, by keys. What is behind write_key() and put_raw() the caller knows. */
#define write_key(out, key) write_key(out, NAME_OF_ANY(key))
#define put_raw(out, key, ...) put_raw(out, NAME_OF_ANY(key), __VA_ARGS__)
#define put_null(out, key) put_null(out, NAME_OF_NULL(key))
#define put_open(out, key, ...) put_open(out, NAME_FOR(key, tree), __VA_ARGS__)
#define put_text(out, key, ...) put_text(out, NAME_FOR(key, text), __VA_ARGS__)
#define put_text_or_null(out, key, ...) put_text_or_null(out, NAME_OR_NULL(key, text), __VA_ARGS__)
#define put_u64(out, key, ...) put_u64(out, NAME_FOR(key, number), __VA_ARGS__)
#define put_i64(out, key, ...) put_i64(out, NAME_FOR(key, number), __VA_ARGS__)
#define put_bool(out, key, ...) put_bool(out, NAME_FOR(key, flag), __VA_ARGS__)
#define put_instant(out, key, ...) put_instant(out, NAME_FOR(key, instant), __VA_ARGS__)
#define put_instant_or_null(out, key, ...) \
	put_instant_or_null(out, NAME_OR_NULL(key, instant), __VA_ARGS__)
#define put_uuid(out, key, ...) put_uuid(out, NAME_FOR(key, id), __VA_ARGS__)
#define put_uuid_or_null(out, key, ...) put_uuid_or_null(out, NAME_OR_NULL(key, id), __VA_ARGS__)

#endif
