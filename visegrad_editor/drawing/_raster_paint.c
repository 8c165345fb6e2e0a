#include "_raster_paint.h"
#include "_raster_spots.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define LEAST_LINE 0.34f /* pixels: thinner lines would be paler than they look on paper */

/* ---- areas -------------------------------------------------------------------------------------------- */

typedef struct {
    float *area;
    int x, y, width, height; /* the box of pixels in which areas are kept */
    int stride;
} Box;

/* Adds what lies right of an edge, from (x0, y0) to (x1, y1) in pixels of the canvas, `by` times. */
static void add_edge(const Box *box, float x0, float y0, float x1, float y1, float by) {
    float slope, x, bottom, wide = (float)box->width;
    int row, last;
    x0 -= box->x;
    x1 -= box->x;
    y0 -= box->y;
    y1 -= box->y;
    if (y0 == y1)
        return;
    if (y0 > y1) {
        float t = x0;
        x0 = x1, x1 = t;
        t = y0, y0 = y1, y1 = t;
        by = -by;
    }
    if (y1 <= 0 || y0 >= box->height)
        return;
    slope = (x1 - x0) / (y1 - y0);
    x = x0;
    if (y0 < 0) {
        x -= y0 * slope;
        y0 = 0;
    }
    bottom = at_most(y1, (float)box->height);
    row = (int)y0;
    last = upper(bottom);
    for (; row < last; row++) {
        float high = at_most((float)row + 1, bottom) - at_least((float)row, y0);
        float next = x + slope * high, d = high * by;
        float a = at_most(at_least(at_most(x, next), 0), wide), b = at_most(at_least(at_least(x, next), 0), wide);
        float *cell = box->area + (size_t)row * box->stride + (int)a;
        int first = (int)a, end = upper(b);
        if (end <= first + 1) {
            float right = 0.5f * (a + b) - first;
            cell[0] += d - d * right;
            cell[1] += d * right;
        } else {
            float s = 1 / (b - a), in = a - first, out = b - end + 1;
            float begin = 0.5f * s * (1 - in) * (1 - in), finish = 0.5f * s * out * out;
            cell[0] += d * begin;
            if (end == first + 2) {
                cell[1] += d * (1 - begin - finish);
            } else {
                float second = s * (1.5f - in);
                int i;
                cell[1] += d * (second - begin);
                for (i = 2; i < end - first - 1; i++)
                    cell[i] += d * s;
                cell[end - first - 1] += d * (1 - (second + (end - first - 3) * s) - finish);
            }
            cell[end - first] += d * finish;
        }
        x = next;
    }
}

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
    box->stride = box->width + 4;
    return box->width > 0 && box->height > 0 && (size_t)box->stride * box->height <= canvas->room;
}

/* Paints what was added and makes the areas 0 again. */
static void lay(Canvas *canvas, const Box *box, const uint8_t *colour) {
    float solid = colour[3] / 255.0f, red = colour[0], green = colour[1], blue = colour[2];
    int row, x;
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

static void add_disc(const Box *box, float x, float y, float rx, float ry, float by) {
    float r = at_least(rx, ry), px = x + rx, py = y;
    int i, n = r < 1 ? 8 : r < 4 ? 16 : r < 30 ? 32 : 96;
    for (i = 1; i <= n; i++) {
        float a = (float)(2 * PI * i / n), nx = x + rx * cosf(a), ny = y + ry * sinf(a);
        add_edge(box, px, py, nx, ny, by);
        px = nx, py = ny;
    }
}

/* A straight piece of a line, `half` its width. */
static void add_piece(const Box *box, Spot a, Spot b, float nx, float ny) {
    add_edge(box, a.x - nx, a.y - ny, b.x - nx, b.y - ny, 1);
    add_edge(box, b.x - nx, b.y - ny, b.x + nx, b.y + ny, 1);
    add_edge(box, b.x + nx, b.y + ny, a.x + nx, a.y + ny, 1);
    add_edge(box, a.x + nx, a.y + ny, a.x - nx, a.y - ny, 1);
}

/* Fills the notch where two pieces meet at an angle. */
static void add_join(const Box *box, Spot p, float ax, float ay, float bx, float by, float half) {
    float cross = ax * by - ay * bx, dot = ax * bx + ay * by;
    if (fabsf(cross) < 0.02f * half * half && dot > 0)
        return;
    if (dot < 0.3f * half * half && half > 0.4f) {
        add_disc(box, p.x, p.y, half, half, 1);
    } else if (cross > 0) {
        add_edge(box, p.x, p.y, p.x - ax, p.y - ay, 1);
        add_edge(box, p.x - ax, p.y - ay, p.x - bx, p.y - by, 1);
        add_edge(box, p.x - bx, p.y - by, p.x, p.y, 1);
    } else {
        add_edge(box, p.x, p.y, p.x + bx, p.y + by, 1);
        add_edge(box, p.x + bx, p.y + by, p.x + ax, p.y + ay, 1);
        add_edge(box, p.x + ax, p.y + ay, p.x, p.y, 1);
    }
}

typedef struct {
    const Box *box;
    float half;
    int any;
    Spot last;
    float nx, ny; /* across the piece before */
} Pen;

static void pen_to(Pen *pen, Spot from, Spot to) {
    float x = to.x - from.x, y = to.y - from.y, length = sqrtf(x * x + y * y), nx, ny;
    if (length < 1e-4f)
        return;
    nx = -y / length * pen->half;
    ny = x / length * pen->half;
    if (pen->any)
        add_join(pen->box, from, pen->nx, pen->ny, nx, ny, pen->half);
    add_piece(pen->box, from, to, nx, ny);
    pen->any = 1;
    pen->nx = nx, pen->ny = ny;
}

static void add_line(Canvas *canvas, const Box *box, const float *points, int count, double dx, double dy,
                     float half, const float *dash, int closed) {
    Pen pen = {box, half, 0, {0, 0}, 0, 0};
    Spot first = spot(canvas, points, dx, dy), before = first;
    float on = dash[0] * (float)canvas->scale, off = dash[1] * (float)canvas->scale, left = on / 2;
    int i, dashed = on > 0.01f && off > 0.01f, drawing = 1;
    for (i = 1; i < count + (closed ? 1 : 0); i++) {
        Spot p = i < count ? spot(canvas, points + 2 * i, dx, dy) : first;
        if (!dashed) {
            pen_to(&pen, before, p);
        } else {
            float x = p.x - before.x, y = p.y - before.y, length = sqrtf(x * x + y * y), done = 0;
            Spot from = before;
            while (length - done > left) {
                Spot to;
                done += left;
                to.x = before.x + x * done / length;
                to.y = before.y + y * done / length;
                if (drawing)
                    pen_to(&pen, from, to);
                from = to;
                drawing = !drawing;
                pen.any = 0;
                left = drawing ? on : off;
            }
            left -= length - done;
            if (drawing)
                pen_to(&pen, from, p);
        }
        before = p;
    }
    if (!dashed && !closed && half > 0.4f) {
        add_disc(box, first.x, first.y, half, half, 1);
        add_disc(box, before.x, before.y, half, half, 1);
    }
}

/* Prints a mask in a colour. */
static void stamp(Canvas *canvas, const Shapes *shapes, int32_t number, const float *points,
                  const uint8_t *colour, double dx, double dy) {
    const int32_t *at = shapes->mask_at + 3 * (size_t)number;
    int x0 = (int)floor((points[0] + dx) * canvas->scale - canvas->left + points[2] + 0.5);
    int y0 = (int)floor((points[1] + dy) * canvas->scale - canvas->top + points[3] + 0.5);
    int wide = at[1], high = at[2], x, y;
    for (y = y0 < 0 ? -y0 : 0; y < high && y0 + y < canvas->height; y++) {
        const uint8_t *mask = shapes->masks + at[0] + (size_t)y * wide;
        uint8_t *row = canvas->pixels + 3 * (size_t)(y0 + y) * canvas->width;
        for (x = x0 < 0 ? -x0 : 0; x < wide && x0 + x < canvas->width; x++) {
            int shown = mask[x], c;
            uint8_t *pixel = row + 3 * (ptrdiff_t)(x0 + x);
            if (shown)
                for (c = 0; c < 3; c++)
                    pixel[c] = (uint8_t)((pixel[c] * (255 - shown) + colour[c] * shown + 127) / 255);
        }
    }
}

static void paint_shape(Canvas *canvas, const Shapes *shapes, int32_t n, double dx, double dy) {
    const float *points = shapes->points + 2 * (size_t)shapes->first[n];
    int count = shapes->count[n], kind = shapes->kind[n], i;
    const uint8_t *colour = shapes->colour + 4 * (size_t)n;
    float half = at_least(shapes->width[n] * (float)canvas->scale, LEAST_LINE) / 2;
    Box box;
    if (kind == SHAPE_STAMP) {
        stamp(canvas, shapes, (int32_t)shapes->width[n], points, colour, dx, dy);
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
