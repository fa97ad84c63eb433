/* A schedule's choices about clock changes. Apart from next.h, so that rows can hold the choice
 * without knowing the calendar. */
#ifndef BELFRY_CALENDAR_DST_H
#define BELFRY_CALENDAR_DST_H

/* A wall that does not exist: at the instant with the offset before; at the gap's end; not at all.
 */
enum dst_gap { GAP_SHIFT, GAP_NEXT, GAP_SKIP };
/* A wall that happens twice. DEFAULT: by the kind of the rule. */
enum dst_overlap { OVERLAP_DEFAULT, OVERLAP_FIRST, OVERLAP_SECOND, OVERLAP_BOTH };

#endif
