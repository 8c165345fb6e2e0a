/* Natural lines, as Python calls for them. */

#include <math.h>

#include "_raster_natural.h"
#include "_raster_python.h"

#define FARTHEST 1e12 /* map units */

static int all_near(const double *numbers, size_t count) {
    size_t i;
    int far = 0;
    for (i = 0; i < count; i++)
        far |= !(fabs(numbers[i]) < FARTHEST);
    return !far;
}

PyObject *stray(PyObject *module, PyObject *args) {
    Py_buffer points;
    double amount;
    int fits;
    (void)module;
    if (!PyArg_ParseTuple(args, "w*d", &points, &amount))
        return NULL;
    fits = points.len % 16 == 0 && aligned(&points, 8) && fabs(amount) < FARTHEST &&
           all_near(points.buf, (size_t)points.len / 8);
    if (fits) {
        Field field = new_field(amount);
        Py_BEGIN_ALLOW_THREADS
        stray_places(&field, points.buf, (size_t)points.len / 16);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&points);
    if (!fits)
        return refuse("points are pairs of doubles");
    Py_RETURN_NONE;
}

PyObject *half_lines(PyObject *module, PyObject *args) {
    Py_buffer places, flags, found;
    double amount;
    Py_ssize_t count, n;
    int fits;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*dw*", &places, &flags, &amount, &found))
        return NULL;
    count = flags.len / 2;
    fits = flags.len % 2 == 0 && places.len == count * 4 * (Py_ssize_t)sizeof(Place) &&
           found.len == count * HALF_LINE * (Py_ssize_t)sizeof(Place) && aligned(&places, 8) && aligned(&found, 8) &&
           !meet(&found, &places) && !meet(&found, &flags) && fabs(amount) < FARTHEST &&
           all_near(places.buf, (size_t)count * 8);
    if (fits) {
        const Place *at = places.buf;
        const uint8_t *flag = flags.buf;
        Place *line = found.buf;
        Field field = new_field(amount);
        for (n = 0; n < count; n++, at += 4, flag += 2, line += HALF_LINE) {
            Half half = {at[0], at[1], at[2], at[3], flag[0], flag[1]};
            half_line(&field, &half, line);
        }
    }
    PyBuffer_Release(&places);
    PyBuffer_Release(&flags);
    PyBuffer_Release(&found);
    if (!fits)
        return refuse("a half has four places and two flags, and its line a place of its own");
    Py_RETURN_NONE;
}

/* Whether all hexsides are those of hexes of the map. */
static int all_sides(const Grid *grid, const int32_t *sides, Py_ssize_t count) {
    Py_ssize_t n;
    for (n = 0; n < count; n++, sides += 3)
        if (sides[0] < 0 || sides[1] < 0 || sides[0] >= grid->columns || sides[1] >= grid->rows || sides[2] < 0 ||
            sides[2] > 5)
            return 0;
    return 1;
}

/* Whether no neighbour of a hex of the map lies beyond the rim. */
static int all_steps(const int32_t *steps) {
    int i;
    for (i = 0; i < 24; i++)
        if (steps[i] < -1 || steps[i] > 1)
            return 0;
    return 1;
}

PyObject *boundaries(PyObject *module, PyObject *args) {
    enum { SIDES, KIND, JOINING, STEPS, CORNERS, FOUND, BUFFERS };
    Py_buffer b[BUFFERS];
    Grid grid;
    double amount;
    Py_ssize_t count, n, hexes;
    int fits, i;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*z*(iiiippy*y*)dw*", b + SIDES, b + KIND, b + JOINING, &grid.first_col,
                          &grid.first_row, &grid.columns, &grid.rows, &grid.by_row, &grid.odd, b + STEPS, b + CORNERS, &amount, b + FOUND))
        return NULL;
    count = b[SIDES].len / 12;
    grid.steps = b[STEPS].buf, grid.corners = b[CORNERS].buf;
    fits = grid.columns > 0 && grid.rows > 0 && grid.columns < 1 << 15 && grid.rows < 1 << 15 &&
           !(grid.first_col & ~0x7ffe) && !(grid.first_row & ~0x7ffe);
    hexes = fits ? ((Py_ssize_t)grid.columns + 2) * (grid.rows + 2) : 0;
    fits = fits && b[SIDES].len % 12 == 0 && b[KIND].len == 4 * hexes &&
           (!b[JOINING].buf || b[JOINING].len == 4 * hexes) && b[STEPS].len == 24 * 4 &&
           b[CORNERS].len == 12 * (Py_ssize_t)sizeof(double) &&
           b[FOUND].len == count * WHOLE_LINE * (Py_ssize_t)sizeof(Place) &&
           fabs(amount) < FARTHEST;
    for (i = 0; i < BUFFERS; i++)
        fits = fits && aligned(b + i, i == CORNERS || i == FOUND ? 8 : 4) && (i == FOUND || !meet(b + i, b + FOUND));
    fits = fits && all_near(grid.corners, 12) && all_sides(&grid, b[SIDES].buf, count) && all_steps(grid.steps);
    if (fits) {
        const int32_t *side = b[SIDES].buf;
        Place *line = b[FOUND].buf;
        Field field = new_field(amount);
        Py_BEGIN_ALLOW_THREADS
        for (n = 0; n < count; n++, side += 3, line += WHOLE_LINE)
            boundary_line(&field, &grid, side, b[KIND].buf, b[JOINING].buf, line);
        Py_END_ALLOW_THREADS
    }
    for (i = 0; i < BUFFERS; i++)
        PyBuffer_Release(b + i);
    if (!fits)
        return refuse("these are no hexsides of the map, or tables of another size");
    Py_RETURN_NONE;
}
