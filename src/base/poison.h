/* Memory that nobody may touch now: AddressSanitizer tells when somebody does. Built without it
 * nothing of this is left, neither a byte nor an instruction.
 *
 * What hands out neighbours from one piece of memory lays them POISON_SPREAD times as far apart as
 * they are large: behind each lies as much poison as the piece is long, so that writing past its
 * end is seen too. Sizes and bounds are counted as if there were no such gaps, so that a build with
 * the sanitizer takes and refuses what any other build does. */
#ifndef BELFRY_BASE_POISON_H
#define BELFRY_BASE_POISON_H

#if defined(__SANITIZE_ADDRESS__)
#define POISONS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONS 1
#endif
#endif

#ifdef POISONS
#include <sanitizer/asan_interface.h>

enum { POISON_SPREAD = 2 };
#define poison(at, size) ASAN_POISON_MEMORY_REGION(at, size)
#define unpoison(at, size) ASAN_UNPOISON_MEMORY_REGION(at, size)
#else
enum { POISON_SPREAD = 1 };
#define poison(at, size) ((void)0)
#define unpoison(at, size) ((void)0)
#endif

#endif
