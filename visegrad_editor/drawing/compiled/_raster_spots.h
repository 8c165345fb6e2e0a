/* Points in pixels, and small sums: for the files that paint. */

#ifndef VISEGRAD_RASTER_SPOTS_H
#define VISEGRAD_RASTER_SPOTS_H

#include "_raster_paint.h"

static inline float at_least(float a, float b) { return a > b ? a : b; }
static inline float at_most(float a, float b) { return a < b ? a : b; }

/* The next whole number from a number that is not negative. */
static inline int upper(float a) {
    int whole = (int)a;
    return whole + (a > (float)whole);
}

typedef struct {
    float x, y;
} Spot;

/* Places are whole parts of a pixel, so that sums of them have no fractions to lose: a picture is the same to the
 * bit whether it is painted at once or in pieces, each on a canvas of its own. Sums of numbers so large have no
 * smaller fractions. */
#define PLACED (1.5 * (1LL << 44)) /* 256 parts */
#define CROSSED (1.5 * (1LL << 42)) /* 1024 parts: where edges cross from one row to the next */

static inline float placed(double pixels) { return (float)((pixels + PLACED) - PLACED); }
static inline float crossed(double pixels) { return (float)((pixels + CROSSED) - CROSSED); }

/* A point in pixels of the canvas. */
static inline Spot spot(const Canvas *canvas, const float *point, double dx, double dy) {
    Spot found;
    found.x = (float)((((point[0] + dx) * canvas->scale + PLACED) - PLACED) - canvas->left);
    found.y = (float)((((point[1] + dy) * canvas->scale + PLACED) - PLACED) - canvas->top);
    return found;
}

/* Where an edge crosses rows. */
typedef struct {
    Spot from, to; /* downwards */
    double slope;
} Crossing;

/* Where it is at the end of a row. */
static inline float at_end(const Crossing *edge, int row) {
    float down = (float)(row + 1) - edge->from.y;
    return edge->to.y <= (float)(row + 1) ? edge->to.x : edge->from.x + crossed(down * edge->slope);
}

#endif
