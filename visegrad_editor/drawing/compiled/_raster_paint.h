/* Shapes on RGB pixels: every edge adds the exact area it covers of each pixel it crosses, so that shapes are
 * smooth at every size and one beside another leaves no seam. Plain C99 without Python. */

#ifndef VISEGRAD_RASTER_PAINT_H
#define VISEGRAD_RASTER_PAINT_H

#include <stddef.h>
#include <stdint.h>

/* Microsoft's compiler knows the word without /std:c11 only in this form. */
#if defined(_MSC_VER) && !defined(__STDC_VERSION__)
#define restrict __restrict
#endif

/* What a shape is. Ellipses have two points, centre and radii. Letters have where they stand, in map units; where
 * the first begins from there on which line, in pixels; then for each the number of its mask and where it begins
 * from the first, in pixels. */
enum { SHAPE_FILL, SHAPE_LINE, SHAPE_OUTLINE, SHAPE_ELLIPSE, SHAPE_RING, SHAPE_LETTERS };

/* Of a mask: where it begins, its width and height, and where its upper left corner lies from where the letter
 * begins on its line. */
#define MASK_NUMBERS 5

#define BEYOND 4 /* numbers in a row of areas after those of its pixels */
#define BLOCK 16 /* pixels */
#define TOUCHED(width) ((size_t)(width) / BLOCK + 2)

typedef struct {
    uint8_t *pixels; /* three bytes a pixel, row by row */
    int width, height;
    double scale, left, top; /* pixels a map unit; the first pixel, in pixels from the map's origin */
    float *area;             /* width + BEYOND numbers a row, and for four rows at least; all 0 between shapes */
    size_t room;             /* how many numbers that are */
    uint8_t *touched;        /* TOUCHED(width) a row, all 0 between regions: the blocks of pixels they begin in */
    uint8_t *cover;          /* how much of each pixel was painted, 255 for all; NULL where nobody asks */
} Canvas;

typedef struct {
    const float *points; /* x and y in map units */
    size_t point_count;
    const int32_t *first, *count; /* by shape: its first point, and how many */
    const uint8_t *kind;
    const uint8_t *colour; /* red, green, blue, opacity */
    const float *width;    /* of lines in map units; of letters 1 for their rims, which have the masks that follow */
    const float *dash;     /* on and off in map units; 0 for a whole line */
    size_t shape_count;
    const int32_t *group; /* by group its first shape; one entry more than groups */
    size_t group_count;
    const uint8_t *masks; /* all masks, one after the other */
    size_t mask_bytes;
    const int32_t *mask_at; /* MASK_NUMBERS by mask */
    size_t mask_count;
    uint64_t serial; /* no other shapes of this process have the same */
} Shapes;

/* Pictures of groups of shapes that are painted at many places. */
typedef struct Sprites Sprites;

/* Makes all pixels of one colour. */
void fill_canvas(Canvas *canvas, uint8_t red, uint8_t green, uint8_t blue);

/* Paints a group of shapes, moved by dx, dy map units. */
void paint_group(Canvas *canvas, const Shapes *shapes, int32_t group, double dx, double dy);

#define MOST_PARTS 4

/* The same, from a picture of the group that is drawn once for places at the same part of a pixel: `parts`, of
 * which MOST_PARTS is a multiple, is how many there are each way. */
void paint_repeated(Canvas *canvas, Sprites *sprites, const Shapes *shapes, int32_t group, double dx, double dy,
                    int parts);

/* None yet, or NULL without memory. */
Sprites *new_sprites(void);
void free_sprites(Sprites *sprites);

/* Paints regions that are given by the lines between them: `delta` has for each line what the ground to its
 * right has more of red, green, blue and opacity than that to its left, seen down the screen, and `reach` how far
 * up and down it reaches. */
void paint_regions(Canvas *canvas, const Shapes *lines, const float *delta, const float *reach);

/* How far up and down each line reaches, two numbers for each. */
void reach_of_lines(const Shapes *lines, float *reach);

/* Adds a rim so many pixels wide to a mask; `found`, all 0, is as much larger on each side. */
void add_rim(const uint8_t *mask, int wide, int high, int by, uint8_t *found);

/* The rows of pixels filtered for a PNG file, each with the number of its filter in front. */
void filter_rows(const uint8_t *pixels, const uint8_t *above, size_t rows, size_t wide, uint8_t *found);

#endif
