/* Edges, and the outlines of lines and ellipses. */

#include <math.h>

#include "_raster_edges.h"

#define PI 3.14159265358979323846
#define NEAR 0.64f /* square pixels: a line passes over points that are no farther from the one before */
#define SMOOTH 0.9f /* the cosine of the greatest angle at which the sides of a line just go on */

/* Sums of numbers so large have no fractions that are smaller than 65536ths. */
#define SHARED 192.0f

static inline float shared(float share) { return (share + SHARED) - SHARED; }

void add_edge(const Box *box, float x0, float y0, float x1, float y1, float by) {
    Crossing edge = {{x0 - box->x, y0 - box->y}, {x1 - box->x, y1 - box->y}, 0};
    int row, last, wide = box->width;
    float x;
    if (y0 > y1) {
        Spot t = edge.from;
        edge.from = edge.to, edge.to = t;
        by = -by;
    }
    if (!(edge.from.y < edge.to.y && edge.to.y > 0 && edge.from.y < (float)box->height))
        return;
    edge.slope = ((double)edge.to.x - edge.from.x) / (edge.to.y - edge.from.y);
    row = edge.from.y > 0 ? (int)edge.from.y : 0;
    x = edge.from.y > 0 ? edge.from.x : at_end(&edge, -1);
    last = edge.to.y < (float)box->height ? upper(edge.to.y) : box->height;
    for (; row < last; row++) {
        float high = at_most((float)row + 1, edge.to.y) - at_least((float)row, edge.from.y);
        float next = at_end(&edge, row), d = high * by;
        float a = at_most(x, next), b = at_least(x, next), *cell = box->area + (size_t)row * box->stride;
        x = next;
        if (b <= 0) {
            cell[0] += d; /* what lies left of the box covers its whole row */
        } else if (a < (float)wide) {
            int i = a > 0 ? (int)a : 0, end = b < (float)wide ? upper(b) : wide + 1;
            if (a >= 0 && end <= i + 1) {
                float right = d * (0.5f * (a + b) - i);
                cell[i] += d - right;
                cell[i + 1] += right;
            } else {
                /* How much of each pixel lies right of the edge, less than of the one before. */
                float s = d / (b - a), before = 0;
                if (a >= 0) {
                    float in = (float)(i + 1) - a;
                    cell[i++] += before = shared(0.5f * s * in * in);
                }
                for (; i < end - 1; i++) {
                    float covered = shared(s * ((float)i + 0.5f - a));
                    cell[i] += covered - before;
                    before = covered;
                }
                if (end <= wide) {
                    float in = b - (float)i, covered = shared(s * ((float)i - a + in * (1 - 0.5f * in)));
                    cell[i] += covered - before;
                    cell[i + 1] += d - covered;
                }
            }
        }
    }
}

void add_disc(const Box *box, float x, float y, float rx, float ry, float by) {
    float r = at_least(rx, ry), px = x + placed(rx), py = y;
    int i, n = r < 1 ? 8 : r < 4 ? 16 : r < 30 ? 32 : 96;
    float step = (float)(2 * PI / n), cosine = cosf(step), sine = sinf(step), u = 1, v = 0;
    for (i = 1; i <= n; i++) {
        float t = u * cosine - v * sine, nx, ny;
        v = u * sine + v * cosine, u = t;
        nx = i < n ? x + placed(rx * u) : x + placed(rx);
        ny = i < n ? y + placed(ry * v) : y;
        add_edge(box, px, py, nx, ny, by);
        px = nx, py = ny;
    }
}

/* The arc about a point from one radius to another, clockwise by at most half a circle. */
static void add_arc(const Box *box, Spot p, Spot from, Spot to, float radius, int halvings) {
    Spot middle = {from.x + to.x, from.y + to.y};
    float length = sqrtf(middle.x * middle.x + middle.y * middle.y);
    if (halvings == 0) {
        add_edge(box, p.x + from.x, p.y + from.y, p.x + to.x, p.y + to.y, 1);
        return;
    }
    if (length > 0.01f * radius)
        middle.x = placed(middle.x / length * radius), middle.y = placed(middle.y / length * radius);
    else
        middle.x = -from.y, middle.y = from.x;
    add_arc(box, p, from, middle, radius, halvings - 1);
    add_arc(box, p, middle, to, radius, halvings - 1);
}

/* The sector of a disc between two radii. It touches the ends of the pieces that meet there, but does not lie
 * over them: pixels that are covered in part would be covered twice. */
static void add_sector(const Box *box, Spot p, float ax, float ay, float bx, float by, float radius) {
    Spot from = {ax, ay}, to = {bx, by};
    int halvings = radius < 1 ? 2 : radius < 4 ? 3 : radius < 30 ? 4 : 6;
    add_edge(box, p.x, p.y, p.x + ax, p.y + ay, 1);
    add_arc(box, p, from, to, radius, halvings);
    add_edge(box, p.x + bx, p.y + by, p.x, p.y, 1);
}

/* Fills the notch where two pieces meet at an angle; (ax, ay) and (bx, by) lie across them. */
static void add_join(const Box *box, Spot p, float ax, float ay, float bx, float by, float half) {
    float cross = ax * by - ay * bx, dot = ax * bx + ay * by;
    if (fabsf(cross) < 0.02f * half * half && dot > 0)
        return;
    if (dot < 0.3f * half * half && half > 0.4f) {
        if (cross > 0)
            add_sector(box, p, -ax, -ay, -bx, -by, half);
        else
            add_sector(box, p, bx, by, ax, ay, half);
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
    nx = placed(-y / length * pen->half);
    ny = placed(x / length * pen->half);
    dot = (nx * pen->nx + ny * pen->ny) / (pen->half * pen->half);
    if (pen->any && dot > SMOOTH) {
        float mx = placed((pen->nx + nx) / (1 + dot)), my = placed((pen->ny + ny) / (1 + dot));
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
        found.x += placed(x / length * more), found.y += placed(y / length * more);
    return found;
}

static int are_near(Spot one, Spot other) {
    float x = other.x - one.x, y = other.y - one.y;
    return x * x + y * y < NEAR;
}

/* Where a closed line begins: in the middle of its first piece, where nothing has to be joined. */
static Spot middle_of_first(const Canvas *canvas, const float *points, int count, double dx, double dy) {
    Spot first = spot(canvas, points, dx, dy), next = first;
    int i;
    for (i = 1; i < count && are_near(first, next); i++)
        next = spot(canvas, points + 2 * (size_t)i, dx, dy);
    next.x = placed(0.5f * (first.x + next.x)), next.y = placed(0.5f * (first.y + next.y));
    return next;
}

static void add_whole_line(const Canvas *canvas, Pen *pen, const float *points, int count, double dx, double dy,
                           int closed) {
    const float *end = points + 2 * (size_t)(count - 1);
    Spot first = spot(canvas, points, dx, dy), before = first, kept = first, start;
    float half = pen->half, more, nx = 0, ny = 0; /* across the first piece */
    int i, last = count - 1, begun = 0;
    closed = closed || (count > 3 && points[0] == end[0] && points[1] == end[1]);
    /* Narrow lines end square, a little farther out: at this size it looks the same as round. */
    more = half < 1 && half > 0.4f && !closed ? 0.785f * half : 0;
    if (more > 0 && count > 1)
        before = beyond(first, spot(canvas, points + 2, dx, dy), more);
    if (closed)
        before = middle_of_first(canvas, points, count, dx, dy);
    start = before;
    for (i = 1; i < count; i++) {
        Spot p = spot(canvas, points + 2 * (size_t)i, dx, dy);
        if (i < last && are_near(kept, p))
            continue;
        kept = p;
        if (i == last && more > 0)
            p = beyond(p, before, more);
        pen_to(pen, before, p);
        if (!begun)
            nx = pen->nx, ny = pen->ny;
        before = p;
        begun = 1;
    }
    if (closed) {
        pen_to(pen, before, first);
        pen_to(pen, first, start);
    }
    pen_end(pen);
    if (closed || half < (begun ? 1 : 0.4f))
        return;
    if (!begun) {
        add_disc(pen->box, first.x, first.y, half, half, 1);
        return;
    }
    add_sector(pen->box, first, nx, ny, -nx, -ny, half);
    add_sector(pen->box, before, -pen->nx, -pen->ny, pen->nx, pen->ny, half);
}

/* Pixels. Longer than any picture, so no dash of it is seen; in floats, adding a dash would no longer add. */
#define LONGEST_DASHED 1e6f

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
        if (length > LONGEST_DASHED) {
            pen_to(&pen, before, p);
            before = p;
            continue;
        }
        while (length - done > left) {
            Spot to;
            done += left;
            to.x = before.x + placed(x * done / length);
            to.y = before.y + placed(y * done / length);
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
