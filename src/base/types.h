/* The words every other file is written in: fixed-width numbers and a few attributes. */
#ifndef BELFRY_BASE_TYPES_H
#define BELFRY_BASE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define MUST_USE __attribute__((warn_unused_result))
#define PRINTF_LIKE(at, first) __attribute__((format(printf, at, first)))

#define countof(array) (sizeof(array) / sizeof((array)[0]))

/* The struct that holds `member`, given a pointer to that member. */
/* clang-format off */
#define container_of(pointer, type, member) \
	((type *)(void *)((char *)(pointer) - offsetof(type, member)))
/* clang-format on */

#endif
