#include "_raster_edges.h"
#include "_raster_letters.h"

#include <math.h>
#include <string.h>

/* ---- areas -------------------------------------------------------------------------------------------- */

/* The box of a shape that reaches from (x0, y0) to (x1, y1); 0 where none of it is on the canvas. */
static int box_for(Canvas *canvas, Box *box, float x0, float y0, float x1, float y1) {
    int left, top, right, bottom;
    if (!(x1 > 0 && y1 > 0 && x0 < canvas->width && y0 < canvas->height))
        return 0;
    left = x0 > 0 ? (int)x0 : 0;
    top = y0 > 0 ? (int)y0 : 0;
    right = x1 < canvas->width ? upper(x1) : canvas->width;
    bottom = y1 < canvas->height ? upper(y1) : canvas->height;
    box->area = canvas->area;
    box->x = left;
    box->y = top;
    box->width = right - left;
    box->height = bottom - top;
    box->stride = box->width + BEYOND;
    return box->width > 0 && box->height > 0 && (size_t)box->stride * box->height <= canvas->room;
}

/* Notes how much of each pixel what was added will cover. */
static void note_cover(const Canvas *canvas, const Box *box, float solid) {
    int row, x;
    for (row = 0; row < box->height; row++) {
        const float *area = box->area + (size_t)row * box->stride;
        uint8_t *cover = canvas->cover + (size_t)(box->y + row) * canvas->width + box->x;
        float sum = 0;
        for (x = 0; x < box->width; x++) {
            float shown;
            sum += area[x];
            shown = at_most(fabsf(sum), 1) * solid;
            cover[x] = (uint8_t)(cover[x] + (255.0f - cover[x]) * shown + 0.5f);
        }
    }
}

/* Paints what was added and makes the areas 0 again. */
static void lay(Canvas *canvas, const Box *box, const uint8_t *colour) {
    float solid = colour[3] / 255.0f, red = colour[0], green = colour[1], blue = colour[2];
    int row, x;
    if (canvas->cover)
        note_cover(canvas, box, solid);
    for (row = 0; row < box->height; row++) {
        float *area = box->area + (size_t)row * box->stride, sum = 0;
        uint8_t *pixel = canvas->pixels + 3 * ((size_t)(box->y + row) * canvas->width + box->x);
        for (x = 0; x < box->width; x++, pixel += 3) {
            float shown;
            sum += area[x];
            shown = fabsf(sum);
            if (shown < 0.002f)
                continue;
            shown = at_most(shown, 1) * solid;
            if (shown > 0.998f) {
                pixel[0] = colour[0], pixel[1] = colour[1], pixel[2] = colour[2];
                continue;
            }
            pixel[0] = (uint8_t)(pixel[0] + (red - pixel[0]) * shown + 0.5f);
            pixel[1] = (uint8_t)(pixel[1] + (green - pixel[1]) * shown + 0.5f);
            pixel[2] = (uint8_t)(pixel[2] + (blue - pixel[2]) * shown + 0.5f);
        }
        memset(area, 0, box->stride * sizeof *area);
    }
}

void fill_canvas(Canvas *canvas, uint8_t red, uint8_t green, uint8_t blue) {
    size_t row, wide = 3 * (size_t)canvas->width, x;
    uint8_t *pixels = canvas->pixels;
    for (x = 0; x < wide; x += 3)
        pixels[x] = red, pixels[x + 1] = green, pixels[x + 2] = blue;
    for (row = 1; row < (size_t)canvas->height; row++)
        memcpy(pixels + row * wide, pixels, wide);
}

/* ---- shapes ------------------------------------------------------------------------------------------- */

/* Whether any of the points, widened by `more` pixels, is on the canvas; then the box for them. */
static int box_of(Canvas *canvas, Box *box, const float *points, int count, double dx, double dy, float more) {
    float x0 = 1e30f, y0 = 1e30f, x1 = -1e30f, y1 = -1e30f;
    int i;
    for (i = 0; i < count; i++) {
        Spot p = spot(canvas, points + 2 * i, dx, dy);
        x0 = at_most(x0, p.x), x1 = at_least(x1, p.x);
        y0 = at_most(y0, p.y), y1 = at_least(y1, p.y);
    }
    return box_for(canvas, box, x0 - more, y0 - more, x1 + more, y1 + more);
}

static void paint_shape(Canvas *canvas, const Shapes *shapes, int32_t n, double dx, double dy) {
    const float *points = shapes->points + 2 * (size_t)shapes->first[n];
    int count = shapes->count[n], kind = shapes->kind[n], i;
    const uint8_t *colour = shapes->colour + 4 * (size_t)n;
    float half = at_least(shapes->width[n] * (float)canvas->scale, LEAST_LINE) / 2;
    Box box;
    if (kind == SHAPE_LETTERS) {
        print_letters(canvas, shapes, n, dx, dy);
        return;
    }
    if (kind == SHAPE_ELLIPSE || kind == SHAPE_RING) {
        Spot at = spot(canvas, points, dx, dy);
        float rx = points[2] * (float)canvas->scale, ry = points[3] * (float)canvas->scale;
        float more = kind == SHAPE_RING ? half + 1 : 1;
        if (!box_for(canvas, &box, at.x - rx - more, at.y - ry - more, at.x + rx + more, at.y + ry + more))
            return;
        if (kind == SHAPE_ELLIPSE) {
            add_disc(&box, at.x, at.y, rx, ry, 1);
        } else {
            add_disc(&box, at.x, at.y, rx + half, ry + half, 1);
            if (rx > half && ry > half)
                add_disc(&box, at.x, at.y, rx - half, ry - half, -1);
        }
    } else if (kind == SHAPE_FILL) {
        Spot before;
        if (!box_of(canvas, &box, points, count, dx, dy, 1))
            return;
        before = spot(canvas, points + 2 * (count - 1), dx, dy);
        for (i = 0; i < count; i++) {
            Spot p = spot(canvas, points + 2 * i, dx, dy);
            add_edge(&box, before.x, before.y, p.x, p.y, 1);
            before = p;
        }
    } else {
        if (!box_of(canvas, &box, points, count, dx, dy, half + 1))
            return;
        add_line(canvas, &box, points, count, dx, dy, half, shapes->dash + 2 * (size_t)n,
                 kind == SHAPE_OUTLINE);
    }
    lay(canvas, &box, colour);
}

void paint_group(Canvas *canvas, const Shapes *shapes, int32_t group, double dx, double dy) {
    int32_t n;
    for (n = shapes->group[group]; n < shapes->group[group + 1]; n++)
        paint_shape(canvas, shapes, n, dx, dy);
}
