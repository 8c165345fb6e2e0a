/* The areas that edges cover: for the files that paint shapes. */

#ifndef VISEGRAD_RASTER_EDGES_H
#define VISEGRAD_RASTER_EDGES_H

#include "_raster_spots.h"

#define LEAST_LINE 0.34f /* pixels: thinner lines would be paler than they look on paper */

typedef struct {
    float *area;
    int x, y, width, height; /* the box of pixels in which areas are kept */
    int stride;
} Box;

/* Adds what lies right of an edge, from (x0, y0) to (x1, y1) in pixels of the canvas, `by` times. */
void add_edge(const Box *box, float x0, float y0, float x1, float y1, float by);

/* Adds an ellipse `by` times. */
void add_disc(const Box *box, float x, float y, float rx, float ry, float by);

/* Adds a line through points that are moved by dx, dy map units; `half` is half its width in pixels. */
void add_line(const Canvas *canvas, const Box *box, const float *points, int count, double dx, double dy,
              float half, const float *dash, int closed);

#endif
