/* Edges, and the outlines of lines and ellipses. */

#include <math.h>

#include "_raster_edges.h"

#define PI 3.14159265358979323846
#define NEAR 0.64f /* square pixels: a line passes over points that are no farther from the one before */
#define SMOOTH 0.9f /* the cosine of the greatest angle at which the sides of a line just go on */

void add_edge(const Box *box, float x0, float y0, float x1, float y1, float by) {
    float slope, x, bottom, wide = (float)box->width;
    int row, last;
    x0 -= box->x;
    x1 -= box->x;
    y0 -= box->y;
    y1 -= box->y;
    if (y0 > y1) {
        float t = x0;
        x0 = x1, x1 = t;
        t = y0, y0 = y1, y1 = t;
        by = -by;
    }
    if (!(y0 < y1 && y1 > 0 && y0 < (float)box->height))
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
        float a = at_most(x, next), b = at_least(x, next), *cell;
        int first, end;
        if (!(a >= 0 && b <= wide)) {
            /* What lies left of the box covers its whole row, what lies right of it nothing. */
            float across = at_least(b - a, 1e-9f);
            float before = at_most(at_least(-a / across, 0), 1), beyond = at_most(at_least((b - wide) / across, 0), 1);
            box->area[(size_t)row * box->stride] += d * (b <= 0 ? 1 : before);
            d *= b <= 0 || a >= wide ? 0 : 1 - before - beyond;
            a = at_most(at_least(a, 0), wide), b = at_most(at_least(b, 0), wide);
        }
        cell = box->area + (size_t)row * box->stride + (int)a;
        first = (int)a, end = upper(b);
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

void add_disc(const Box *box, float x, float y, float rx, float ry, float by) {
    float r = at_least(rx, ry), px = x + rx, py = y;
    int i, n = r < 1 ? 8 : r < 4 ? 16 : r < 30 ? 32 : 96;
    float step = (float)(2 * PI / n), cosine = cosf(step), sine = sinf(step), u = 1, v = 0;
    for (i = 1; i <= n; i++) {
        float t = u * cosine - v * sine, nx, ny;
        v = u * sine + v * cosine, u = t;
        nx = i < n ? x + rx * u : x + rx;
        ny = i < n ? y + ry * v : y;
        add_edge(box, px, py, nx, ny, by);
        px = nx, py = ny;
    }
}

/* Fills the notch where two pieces meet at an angle; (ax, ay) and (bx, by) lie across them. */
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

/* Draws both sides of a line as it goes along. */
typedef struct {
    const Box *box;
    float half;
    int any;      /* whether there is a piece before */
    Spot at;      /* where that ends */
    float nx, ny; /* across it, half the width */
    Spot left, right; /* where its sides begin */
} Pen;

/* Ends both sides at a point. */
static void pen_side(Pen *pen, Spot left, Spot right) {
    add_edge(pen->box, pen->right.x, pen->right.y, right.x, right.y, 1);
    add_edge(pen->box, left.x, left.y, pen->left.x, pen->left.y, 1);
    pen->left = left, pen->right = right;
}

static void pen_across(const Pen *pen, float sign) {
    add_edge(pen->box, pen->right.x, pen->right.y, pen->left.x, pen->left.y, sign);
}

static void pen_end(Pen *pen) {
    Spot p = pen->at;
    Spot left = {p.x + pen->nx, p.y + pen->ny}, right = {p.x - pen->nx, p.y - pen->ny};
    if (!pen->any)
        return;
    pen_side(pen, left, right);
    pen_across(pen, 1);
    pen->any = 0;
}

static void pen_to(Pen *pen, Spot from, Spot to) {
    float x = to.x - from.x, y = to.y - from.y, length = sqrtf(x * x + y * y), nx, ny, dot;
    if (length < 1e-4f)
        return;
    nx = -y / length * pen->half;
    ny = x / length * pen->half;
    dot = (nx * pen->nx + ny * pen->ny) / (pen->half * pen->half);
    if (pen->any && dot > SMOOTH) {
        float mx = (pen->nx + nx) / (1 + dot), my = (pen->ny + ny) / (1 + dot);
        Spot left = {from.x + mx, from.y + my}, right = {from.x - mx, from.y - my};
        pen_side(pen, left, right);
    } else {
        if (pen->any) {
            add_join(pen->box, from, pen->nx, pen->ny, nx, ny, pen->half);
            pen_end(pen);
        }
        pen->left.x = from.x + nx, pen->left.y = from.y + ny;
        pen->right.x = from.x - nx, pen->right.y = from.y - ny;
        pen_across(pen, -1);
        pen->any = 1;
    }
    pen->at = to;
    pen->nx = nx, pen->ny = ny;
}

/* The point so many pixels beyond the first, away from the second. */
static Spot beyond(Spot end, Spot inner, float more) {
    float x = end.x - inner.x, y = end.y - inner.y, length = sqrtf(x * x + y * y);
    Spot found = end;
    if (length > 1e-4f)
        found.x += x / length * more, found.y += y / length * more;
    return found;
}

static void add_whole_line(const Canvas *canvas, Pen *pen, const float *points, int count, double dx, double dy,
                           int closed) {
    Spot first = spot(canvas, points, dx, dy), before = first;
    /* Narrow lines end square, a little farther out: at this size it looks the same as round. */
    float half = pen->half, more = half < 1 && half > 0.4f && !closed ? 0.785f * half : 0;
    int i, last = count - 1, begun = 0;
    if (more > 0 && count > 1)
        before = beyond(first, spot(canvas, points + 2, dx, dy), more);
    for (i = 1; i < count; i++) {
        Spot p = spot(canvas, points + 2 * (size_t)i, dx, dy);
        float x = p.x - before.x, y = p.y - before.y;
        if (i < last && x * x + y * y < NEAR)
            continue;
        if (i == last && more > 0)
            p = beyond(p, before, more);
        pen_to(pen, before, p);
        before = p;
        begun = 1;
    }
    if (closed) {
        float nx, ny;
        Spot p = spot(canvas, points + 2 * (size_t)(count > 1), dx, dy);
        float x = p.x - first.x, y = p.y - first.y, length = sqrtf(x * x + y * y);
        pen_to(pen, before, first);
        if (begun && pen->any && length > 1e-4f) {
            nx = -y / length * half, ny = x / length * half;
            add_join(pen->box, first, pen->nx, pen->ny, nx, ny, half);
        }
    }
    pen_end(pen);
    if (!closed && (half >= 1 || (!begun && half > 0.4f))) {
        add_disc(pen->box, first.x, first.y, half, half, 1);
        if (begun)
            add_disc(pen->box, before.x, before.y, half, half, 1);
    }
}

void add_line(const Canvas *canvas, const Box *box, const float *points, int count, double dx, double dy,
              float half, const float *dash, int closed) {
    Pen pen = {box, half, 0, {0, 0}, 0, 0, {0, 0}, {0, 0}};
    Spot first = spot(canvas, points, dx, dy), before = first;
    float on = dash[0] * (float)canvas->scale, off = dash[1] * (float)canvas->scale, left = on / 2;
    int i, drawing = 1;
    if (on <= 0.01f || off <= 0.01f) {
        add_whole_line(canvas, &pen, points, count, dx, dy, closed);
        return;
    }
    for (i = 1; i < count + (closed ? 1 : 0); i++) {
        Spot p = i < count ? spot(canvas, points + 2 * (size_t)i, dx, dy) : first;
        float x = p.x - before.x, y = p.y - before.y, length = sqrtf(x * x + y * y), done = 0;
        Spot from = before;
        while (length - done > left) {
            Spot to;
            done += left;
            to.x = before.x + x * done / length;
            to.y = before.y + y * done / length;
            if (drawing) {
                pen_to(&pen, from, to);
                pen_end(&pen);
            }
            from = to;
            drawing = !drawing;
            left = drawing ? on : off;
        }
        left -= length - done;
        if (drawing)
            pen_to(&pen, from, p);
        before = p;
    }
    pen_end(&pen);
}
