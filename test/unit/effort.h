/* How many cases a test tries that could try any number. Under the sanitizers each takes many times
 * as long, so there a part of them must do; `make check` tries them all. */
#ifndef BELFRY_TEST_UNIT_EFFORT_H
#define BELFRY_TEST_UNIT_EFFORT_H

#ifdef BELFRY_SANITIZED
#define EFFORT(all, sanitized) (sanitized)
#else
#define EFFORT(all, sanitized) (all)
#endif

#endif
