/* Letters: masks that are printed in a colour, and the rims around them. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "_raster_letters.h"

#define FARTHEST 1e8 /* pixels: what stands farther off is not printed */

/* Prints a mask in a colour, its upper left corner at a pixel of the canvas. */
static void print_mask(Canvas *canvas, const uint8_t *mask, int wide, int high, int x0, int y0,
                       const uint8_t *colour) {
    int first = x0 < 0 ? -x0 : 0, end = wide < canvas->width - x0 ? wide : canvas->width - x0, x, y;
    for (y = y0 < 0 ? -y0 : 0; y < high && y0 + y < canvas->height; y++) {
        const uint8_t *shown = mask + (size_t)y * wide;
        uint8_t *pixel = canvas->pixels + 3 * ((ptrdiff_t)(y0 + y) * canvas->width + x0 + first);
        for (x = first; x < end; x++, pixel += 3) {
            int a = shown[x], c;
            if (!a)
                continue;
            for (c = 0; c < 3; c++)
                pixel[c] = (uint8_t)((pixel[c] * (255 - a) + colour[c] * a + 127) / 255);
        }
    }
}

void print_letters(Canvas *canvas, const Shapes *shapes, int32_t n, double dx, double dy) {
    const float *points = shapes->points + 2 * (size_t)shapes->first[n];
    const uint8_t *colour = shapes->colour + 4 * (size_t)n;
    double x = floor((points[0] + dx) * canvas->scale - canvas->left + points[2] + 0.5);
    double y = floor((points[1] + dy) * canvas->scale - canvas->top + points[3] + 0.5);
    int rim = shapes->width[n] > 0, i;
    if (!(fabs(x) < FARTHEST && fabs(y) < FARTHEST))
        return;
    for (i = 2; i < shapes->count[n]; i++) {
        const int32_t *at = shapes->mask_at + MASK_NUMBERS * ((size_t)points[2 * i] + rim);
        print_mask(canvas, shapes->masks + at[0], at[1], at[2], (int)x + (int)points[2 * i + 1] + at[3],
                   (int)y + at[4], colour);
    }
}

const char *wrong_letters(const Shapes *shapes, size_t n) {
    const float *points = shapes->points + 2 * (size_t)shapes->first[n];
    int i;
    for (i = 2; i < shapes->count[n]; i++) {
        /* Each letter has two masks, itself and its rim. */
        if (!(points[2 * i] >= 0 && points[2 * i] + 1 < shapes->mask_count))
            return "a letter has no mask";
        if (!(fabsf(points[2 * i + 1]) < (float)FARTHEST))
            return "a letter stands nowhere";
    }
    return NULL;
}

const char *wrong_masks(const Shapes *shapes) {
    size_t n;
    for (n = 0; n < shapes->mask_count; n++) {
        const int32_t *at = shapes->mask_at + MASK_NUMBERS * n;
        if (at[0] < 0 || at[1] < 0 || at[2] < 0 || at[0] + (uint64_t)at[1] * at[2] > shapes->mask_bytes ||
            at[1] > FARTHEST || at[2] > FARTHEST || fabs((double)at[3]) > FARTHEST || fabs((double)at[4]) > FARTHEST)
            return "a mask is not there";
    }
    return NULL;
}

void add_rim(const uint8_t *mask, int wide, int high, int by, uint8_t *found) {
    int across = wide + 2 * by, x, y, u, v;
    /* Around a pixel that is covered in part the rim ends nearer; the share is that with which rims come nearest
     * to those of the font engine. */
    for (v = -by; v <= by; v++) {
        for (u = -by; u <= by; u++) {
            int reach = (int)lrint(255 * (by + 0.15 - sqrt((double)u * u + (double)v * v)));
            if (reach <= -242)
                continue;
            for (y = 0; y < high; y++) {
                const uint8_t *from = mask + (size_t)y * wide;
                uint8_t *to = found + (size_t)(y + v + by) * across + u + by;
                for (x = 0; x < wide; x++) {
                    int shown = from[x] ? from[x] * 19 / 20 + reach : 0;
                    shown = shown > 255 ? 255 : shown;
                    to[x] = (uint8_t)(shown > to[x] ? shown : to[x]);
                }
            }
        }
    }
}
