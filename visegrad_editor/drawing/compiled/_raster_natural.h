/* Natural lines: for the files that make them. */

#ifndef VISEGRAD_RASTER_NATURAL_H
#define VISEGRAD_RASTER_NATURAL_H

#include "_raster_paint.h"

#define HALF_LINE 7                       /* points from the middle of a hexside to its end */
#define WHOLE_LINE (2 * HALF_LINE - 1)    /* points from corner to corner */

typedef struct {
    double x, y; /* map units, of the map that is not turned */
} Place;

/* From the middle of a hexside to one of its corners. One that goes on bends towards the middle of its partner;
 * another ends at `last`, or where not all hexes there are on the map at the corner. */
typedef struct {
    Place middle, corner, partner, last;
    int goes_on, inside;
} Half;

typedef struct {
    int32_t first_col, first_row; /* of a part of a map, both even; hexes count from it */
    int32_t columns, rows;
    int by_row, odd;      /* whether rows are shifted, or columns; and whether those with odd numbers */
    const int32_t *steps; /* columns and rows to the six neighbours, of even and of odd lines */
    const double *corners; /* from the centre of a hex */
} Grid;

/* A cell of a lattice with what both parts of a field have at its corners: those of a line's points lie in few. */
typedef struct {
    int64_t i, j;
    double across[4], down[4];
} Cell;

/* The field that lets natural lines stray, and how far at most. */
typedef struct {
    double amount;
    Cell wide, fine;
} Field;

Field new_field(double amount);

/* Moves places by a field. */
void stray_places(Field *field, Place *places, size_t count);

/* The HALF_LINE points of a half. */
void half_line(Field *field, const Half *half, Place *found);

/* The WHOLE_LINE points of the boundary between hexes of different kinds along a hexside (column, row,
 * direction). `kind` has a rim of one hex, and is -1 where a hex is off the map. With `joining`, which has too, a
 * line that ends where a boundary of those kinds passes ends on it. */
void boundary_line(Field *field, const Grid *grid, const int32_t *side, const int32_t *kind, const int32_t *joining,
                   Place *found);

#endif
