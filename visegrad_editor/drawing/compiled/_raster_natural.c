/* Natural lines on hexsides, and the field that lets them stray: see hex_field.py. */

#include <math.h>

#include "_raster_natural.h"

static double lattice(uint32_t i, uint32_t j, uint32_t salt) {
    uint32_t n = i * 374761393u + j * 668265263u + salt * 1442695041u;
    n = (n ^ (n >> 13)) * 1274126177u;
    return ((n ^ (n >> 16)) & 0xFFFF) * (1 / 32767.5) - 1.0;
}

static int64_t whole(double x) {
    int64_t i = (int64_t)x;
    return i - (x < (double)i);
}

static void enter(Cell *cell, int64_t i, int64_t j, uint32_t salt) {
    int n;
    if (i == cell->i && j == cell->j)
        return;
    cell->i = i, cell->j = j;
    for (n = 0; n < 4; n++) {
        cell->across[n] = lattice((uint32_t)i + (n & 1), (uint32_t)j + (n >> 1), salt);
        cell->down[n] = lattice((uint32_t)i + (n & 1), (uint32_t)j + (n >> 1), salt + 2);
    }
}

static double between(const double *corner, double u, double v) {
    return (corner[0] + (corner[1] - corner[0]) * u) * (1 - v) + (corner[2] + (corner[3] - corner[2]) * u) * v;
}

/* What both fields have at a place. */
static void noise(Cell *cell, double x, double y, uint32_t salt, double *found) {
    int64_t i = whole(x), j = whole(y);
    double u = x - (double)i, v = y - (double)j;
    u = u * u * (3 - 2 * u), v = v * v * (3 - 2 * v);
    enter(cell, i, j, salt);
    found[0] = between(cell->across, u, v);
    found[1] = between(cell->down, u, v);
}

Field new_field(double amount) {
    Field field = {amount, {INT64_MIN, 0, {0}, {0}}, {INT64_MIN, 0, {0}, {0}}};
    return field;
}

void stray_places(Field *field, Place *places, size_t count) {
    size_t n;
    for (n = 0; n < count; n++) {
        Place *p = places + n;
        double far[2], near[2];
        noise(&field->wide, p->x * 1.3, p->y * 1.3, 1, far);
        noise(&field->fine, p->x * 2.6, p->y * 2.6, 2, near);
        p->x += field->amount * (far[0] + 0.6 * near[0]);
        p->y += field->amount * (far[1] + 0.6 * near[1]);
    }
}

/* ---- lines -------------------------------------------------------------------------------------------- */

#define STEPS (HALF_LINE - 1)

static Place between_two(Place a, Place b) {
    Place found = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    return found;
}

void half_line(Field *field, const Half *half, Place *found) {
    int i;
    Place a = half->middle, b = half->corner;
    if (half->goes_on) {
        for (i = 0; i < HALF_LINE; i++) {
            double t = (double)i / (2 * STEPS), u = 1 - t;
            found[i].x = u * u * a.x + 2 * t * u * b.x + t * t * half->partner.x;
            found[i].y = u * u * a.y + 2 * t * u * b.y + t * t * half->partner.y;
        }
        stray_places(field, found, HALF_LINE);
        return;
    }
    found[0] = a, found[1] = between_two(a, b), found[2] = b, found[3] = half->last;
    stray_places(field, found, 4);
    for (i = half->inside ? 4 : 2; i < HALF_LINE; i++)
        found[i] = half->inside ? found[3] : b;
}

typedef struct {
    int32_t col, row;
} At;

static At neighbour(const Grid *grid, At at, int d) {
    const int32_t *step = grid->steps + 2 * (6 * ((grid->by_row ? at.row : at.col) & 1) + (d + 6) % 6);
    At found = {at.col + step[0], at.row + step[1]};
    return found;
}

static int on_map(const Grid *grid, At at) {
    return at.col >= 0 && at.row >= 0 && at.col < grid->columns && at.row < grid->rows;
}

/* What is known of a hex of the map or of the rim around it; -1 of others. */
static int32_t known(const Grid *grid, const int32_t *rimmed, At at) {
    if (at.col < -1 || at.row < -1 || at.col > grid->columns || at.row > grid->rows)
        return -1;
    return rimmed[(size_t)(at.row + 1) * (size_t)(grid->columns + 2) + (size_t)(at.col + 1)];
}

static Place centre(const Grid *grid, At at) {
    int32_t col = at.col + grid->first_col, row = at.row + grid->first_row;
    double root = 1.7320508075688772, line = grid->by_row ? row : col, across = grid->by_row ? col : row;
    int shifted = ((grid->by_row ? row : col) & 1) == grid->odd;
    double along = root * (across + 0.5 + (shifted ? 0.5 : 0)), down = 1 + 1.5 * line;
    Place found = {grid->by_row ? along : down, grid->by_row ? down : along};
    return found;
}

/* Where a boundary of kinds passes between the three hexes of a corner, else the corner. */
static Place passing(const int32_t *kinds, const Place *at, Place corner) {
    static const int ways[3][3] = {{0, 1, 2}, {1, 0, 2}, {2, 0, 1}};
    Place found = corner;
    int i;
    for (i = 0; i < 3; i++) {
        const int *w = ways[i];
        if (kinds[w[1]] == kinds[w[2]] && kinds[w[1]] != kinds[w[0]]) {
            Place one = between_two(at[w[0]], at[w[1]]), other = between_two(at[w[0]], at[w[2]]);
            found.x = 0.25 * (one.x + other.x) + 0.5 * corner.x;
            found.y = 0.25 * (one.y + other.y) + 0.5 * corner.y;
        }
    }
    return found;
}

void boundary_line(Field *field, const Grid *grid, const int32_t *side, const int32_t *kind, const int32_t *joining,
                   Place *found) {
    At hexes[3] = {{side[0], side[1]}, {0, 0}, {0, 0}};
    Place at[3], line[HALF_LINE];
    int d = side[2], end, i, inside_b;
    hexes[1] = neighbour(grid, hexes[0], d);
    inside_b = on_map(grid, hexes[1]);
    at[0] = centre(grid, hexes[0]), at[1] = centre(grid, hexes[1]);
    for (end = 0; end < 2; end++) {
        const double *offset = grid->corners + 2 * ((d + end) % 6);
        int32_t kinds[3];
        int inside, like_a, like_b;
        Half half;
        hexes[2] = neighbour(grid, hexes[0], end ? d + 1 : d - 1);
        at[2] = centre(grid, hexes[2]);
        for (i = 0; i < 3; i++)
            kinds[i] = known(grid, kind, hexes[i]);
        inside = on_map(grid, hexes[2]) && kinds[2] != -1;
        like_a = inside && kinds[2] == kinds[0], like_b = inside && kinds[2] == kinds[1];
        half.middle = between_two(at[0], at[1]);
        half.corner.x = at[0].x + offset[0], half.corner.y = at[0].y + offset[1];
        half.partner = between_two(at[like_a ? 1 : 0], at[2]);
        half.goes_on = like_a || like_b;
        half.inside = inside && inside_b;
        half.last = half.corner;
        if (joining && half.inside) {
            for (i = 0; i < 3; i++)
                kinds[i] = known(grid, joining, hexes[i]);
            half.last = passing(kinds, at, half.corner);
        }
        half_line(field, &half, line);
        for (i = 0; i < HALF_LINE; i++)
            found[end ? HALF_LINE - 1 + i : HALF_LINE - 1 - i] = line[i];
    }
}
