/* The search of movement reach, without Python. */

#ifndef VISEGRAD_REACH_SEARCH_H
#define VISEGRAD_REACH_SEARCH_H

#include <limits.h>
#include <stddef.h>

/* No number of hexes, steps or points is greater, so that sums of a few stay within an int: a path costs at most
 * `farthest` and what a start has cost, and a step more. */
#define REACH_MOST (INT_MAX / 8)

/* What `before` holds of a hex not reached, and of a start. */
#define REACH_UNSEEN (-2)
#define REACH_START (-1)

typedef struct {
    int to, cost;
} ReachStep;

/* A map: the steps out of hex h are those from first[h] up to, not including, first[h + 1]. */
typedef struct {
    int size;         /* hexes */
    int count;        /* steps of all hexes together */
    int farthest;     /* no cheapest path costs more, or none that is asked for: REACH_MOST at most */
    int *first;       /* size + 1 */
    int *least;       /* size: what the cheapest step out of each hex costs */
    ReachStep *steps; /* count */
} ReachMap;

typedef struct {
    int hex, spent;
} ReachStart;

/* What is asked. Sets of hexes are bits: hex h is bit h % 8 of byte h / 8. */
typedef struct {
    const ReachStart *starts; /* each hex once at most, `spent` from 0 to REACH_MOST */
    int start_count;
    int allowance; /* -1 to map->farthest and the dearest start together */
    const unsigned char *blocked, *stop, *hold;
    int minimum, single;
} ReachQuestion;

/* The answer: pointers into the room, but for `before`, size numbers that the caller provides. */
typedef struct {
    int found;  /* hexes reached */
    int *order; /* found: the hexes in the order found */
    int *best;  /* size: what reaching each of them costs */
    int *before;
} ReachAnswer;

/* Sets `farthest` and `least` of a map that has the rest. NULL, or what is wrong with it. */
const char *reach_map_prepare(ReachMap *map);

/* The bytes of room, aligned for pointers, that a search needs. */
size_t reach_room(const ReachMap *map, const ReachQuestion *asked);

/* Nothing can fail any more. */
void reach_search(const ReachMap *map, const ReachQuestion *asked, void *room, ReachAnswer *answer);

#endif
