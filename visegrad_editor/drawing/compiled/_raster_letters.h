/* Letters as masks: for the files that paint and check shapes. */

#ifndef VISEGRAD_RASTER_LETTERS_H
#define VISEGRAD_RASTER_LETTERS_H

#include "_raster_paint.h"

/* Prints the letters of shape n, moved by dx, dy map units. */
void print_letters(Canvas *canvas, const Shapes *shapes, int32_t n, double dx, double dy);

/* What is wrong with all masks, and with the letters of shape n; NULL if nothing. */
const char *wrong_masks(const Shapes *shapes);
const char *wrong_letters(const Shapes *shapes, size_t n);

#endif
