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

/* A point in pixels of the canvas. */
static inline Spot spot(const Canvas *canvas, const float *point, double dx, double dy) {
    Spot found;
    found.x = (float)((point[0] + dx) * canvas->scale - canvas->left);
    found.y = (float)((point[1] + dy) * canvas->scale - canvas->top);
    return found;
}

#endif
