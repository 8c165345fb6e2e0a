/* Rows of pixels for PNG files. */

#include <string.h>

#include "_raster_paint.h"

/* How many bytes of two rows differ; counted in bytes, as many as fit, which compilers do many at a time. */
static size_t differing(const uint8_t *one, const uint8_t *other, size_t count) {
    size_t found = 0, first, i;
    for (first = 0; first < count; first += 255) {
        size_t end = count - first < 255 ? count : first + 255;
        uint8_t some = 0;
        for (i = first; i < end; i++)
            some = (uint8_t)(some + (one[i] != other[i]));
        found += some;
    }
    return found;
}

/* The filter (none, left, above) that leaves most bytes 0: packing is then quickest, and best for maps. */
void filter_rows(const uint8_t *pixels, const uint8_t *above, size_t rows, size_t wide, uint8_t *found) {
    size_t row, i;
    for (row = 0; row < rows; row++, pixels += wide, found += wide + 1) {
        size_t left = wide > 3 ? differing(pixels + 3, pixels, wide - 3) : 0, up = differing(pixels, above, wide);
        if (up < left) {
            found[0] = 2;
            for (i = 0; i < wide; i++)
                found[i + 1] = (uint8_t)(pixels[i] - above[i]);
        } else {
            found[0] = 1;
            memcpy(found + 1, pixels, wide < 3 ? wide : 3);
            for (i = 3; i < wide; i++)
                found[i + 1] = (uint8_t)(pixels[i] - pixels[i - 3]);
        }
        above = pixels;
    }
}
