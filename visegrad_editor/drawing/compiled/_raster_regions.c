/* Regions side by side. */

#include <math.h>
#include <string.h>

#include "_raster_paint.h"
#include "_raster_spots.h"

static void add_four(float *cell, const float *by, float share) {
    cell[0] += by[0] * share, cell[1] += by[1] * share;
    cell[2] += by[2] * share, cell[3] += by[3] * share;
}

/* Sums of numbers so large have no fractions that are smaller than 4096ths. */
#define SHARED 3072.0f

static inline float shared(float share) { return (share + SHARED) - SHARED; }

/* As add_edge, on the whole canvas, with four numbers a pixel. */
static void add_edge_of_four(const Canvas *canvas, Spot p, Spot q, const float *delta) {
    Crossing edge = {p, q, 0};
    float x, sign = p.y > q.y ? -1 : 1;
    int row, last, wide = canvas->width;
    size_t stride = 4 * (size_t)(wide + BEYOND);
    if (p.y > q.y)
        edge.from = q, edge.to = p;
    if (!(edge.from.y < edge.to.y && edge.to.y > 0 && edge.from.y < (float)canvas->height))
        return;
    edge.slope = ((double)edge.to.x - edge.from.x) / (edge.to.y - edge.from.y);
    row = edge.from.y > 0 ? (int)edge.from.y : 0;
    x = edge.from.y > 0 ? edge.from.x : at_end(&edge, -1);
    last = edge.to.y < (float)canvas->height ? upper(edge.to.y) : canvas->height;
    for (; row < last; row++) {
        float d = at_most((float)row + 1, edge.to.y) - at_least((float)row, edge.from.y);
        float next = at_end(&edge, row), a = at_most(x, next), b = at_least(x, next), s, before = 0, *cell;
        uint8_t *touched = canvas->touched + row * TOUCHED(wide);
        int i, end;
        x = next;
        if (a >= (float)wide)
            continue;
        i = a > 0 ? (int)a : 0, end = b < (float)wide ? upper(b) : wide;
        end = end > i ? end : i + 1;
        memset(touched + i / BLOCK, 1, (size_t)(end / BLOCK - i / BLOCK + 1));
        cell = canvas->area + row * stride + 4 * (size_t)i;
        d *= sign;
        if (b <= 0) {
            add_four(cell, delta, d); /* what lies left of the canvas covers its whole row */
            continue;
        }
        /* How much of each pixel lies right of the edge, less than of the one before. */
        s = d / at_least(b - a, 1e-9f);
        for (; i < end; i++, cell += 4) {
            float from = at_least(a, (float)i), to = at_most(b, (float)i + 1);
            float covered = a < b ? s * (from - a + (to - from) * ((float)i + 1 - 0.5f * (from + to)))
                                  : d * ((float)i + 1 - a);
            covered = shared(covered);
            add_four(cell, delta, covered - before);
            before = covered;
        }
        if (b <= (float)wide)
            add_four(cell, delta, d - before);
    }
}

static int is_still(const float *cell) {
    uint64_t halves[2];
    memcpy(halves, cell, sizeof halves);
    return !(halves[0] | halves[1]);
}

/* Lays one colour, as it is on black, over pixels, of which so much still shows. */
static void lay_still(uint8_t *pixel, int count, const float *sum) {
    float through = at_least(1 - sum[3], 0);
    int x, c;
    if (through <= 0.004f) {
        uint8_t full[3];
        for (c = 0; c < 3; c++)
            full[c] = (uint8_t)at_most(at_least(sum[c] + 0.5f, 0), 255);
        for (x = 0; x < count; x++, pixel += 3)
            pixel[0] = full[0], pixel[1] = full[1], pixel[2] = full[2];
    } else if (sum[3] > 0.002f) {
        for (x = 0; x < count; x++, pixel += 3)
            for (c = 0; c < 3; c++)
                pixel[c] = (uint8_t)at_most(at_least(sum[c] + pixel[c] * through + 0.5f, 0), 255);
    }
}

/* Lays the colours whose changes from pixel to pixel were added on a row of pixels, and makes the changes 0
 * again; there are none in the blocks that are not `touched`. */
static void lay_row(uint8_t *pixels, float *cells, int width, uint8_t *touched) {
    float sum[4] = {0, 0, 0, 0};
    int x = 0;
    while (x < width) {
        int block = x / BLOCK, end = (block + 1) * BLOCK < width ? (block + 1) * BLOCK : width;
        if (!touched[block]) {
            const uint8_t *next = memchr(touched + block, 1, TOUCHED(width) - (size_t)block);
            end = next && (next - touched) * BLOCK < width ? (int)(next - touched) * BLOCK : width;
            lay_still(pixels + 3 * (size_t)x, end - x, sum);
            x = end;
            continue;
        }
        while (x < end) {
            float *cell = cells + 4 * (size_t)x;
            int first = x;
            add_four(sum, cell, 1);
            do
                x++, cell += 4;
            while (x < end && is_still(cell));
            lay_still(pixels + 3 * (size_t)first, x - first, sum);
        }
        memset(cells + 4 * (size_t)block * BLOCK, 0, 4 * (size_t)(end - block * BLOCK) * sizeof *cells);
        touched[block] = 0;
    }
    /* What was added beyond the last pixel. */
    memset(cells + 4 * (size_t)width, 0, 4 * BEYOND * sizeof *cells);
    memset(touched + width / BLOCK, 0, TOUCHED(width) - (size_t)(width / BLOCK));
}

#define NEAR 0.64f /* square pixels: lines pass over points that are no farther from the one before */

/* Paints some of the rows, as many as there is room for. */
static void paint_strip(const Canvas *strip, const Shapes *lines, const float *delta, const float *reach) {
    size_t n, stride = 4 * (size_t)(strip->width + BEYOND);
    float top = (float)(strip->top / strip->scale), bottom = (float)((strip->top + strip->height) / strip->scale);
    int k, row;
    for (n = 0; n < lines->shape_count; n++) {
        const float *line = lines->points + 2 * (size_t)lines->first[n];
        Spot a;
        /* What is NaN is nowhere. */
        if (!(reach[2 * n] <= bottom && reach[2 * n + 1] >= top))
            continue;
        a = spot(strip, line, 0, 0);
        for (k = 1; k < lines->count[n]; k++) {
            Spot b = spot(strip, line + 2 * (size_t)k, 0, 0);
            float x = b.x - a.x, y = b.y - a.y;
            if (k < lines->count[n] - 1 && x * x + y * y < NEAR)
                continue;
            add_edge_of_four(strip, a, b, delta + 4 * n);
            a = b;
        }
    }
    for (row = 0; row < strip->height; row++) {
        lay_row(strip->pixels + 3 * (size_t)row * strip->width, strip->area + row * stride, strip->width,
                strip->touched + (size_t)row * TOUCHED(strip->width));
    }
}

void reach_of_lines(const Shapes *lines, float *reach) {
    size_t n;
    for (n = 0; n < lines->shape_count; n++) {
        const float *line = lines->points + 2 * (size_t)lines->first[n];
        int i;
        reach[2 * n] = reach[2 * n + 1] = line[1];
        for (i = 1; i < lines->count[n]; i++) {
            reach[2 * n] = at_most(reach[2 * n], line[2 * i + 1]);
            reach[2 * n + 1] = at_least(reach[2 * n + 1], line[2 * i + 1]);
        }
    }
}

void paint_regions(Canvas *canvas, const Shapes *lines, const float *delta, const float *reach) {
    int high = (int)(canvas->room / (4 * (size_t)(canvas->width + BEYOND))), top;
    for (top = 0; top < canvas->height; top += high) {
        Canvas strip = *canvas;
        strip.pixels += 3 * (size_t)top * canvas->width;
        strip.top += top;
        strip.height = canvas->height - top < high ? canvas->height - top : high;
        paint_strip(&strip, lines, delta, reach);
    }
}
