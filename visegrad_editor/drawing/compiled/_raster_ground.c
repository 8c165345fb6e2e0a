/* The ground of the map from far away: for each point of a picture the hex it lies in, and its colour.
 *
 * `coarse.py` says what is drawn. */

#include "_raster_python.h"

#define MOST_POINTS (1 << 26)
#define LETTER 8 /* bytes a letter: its colour, that beside a line of the grid, whether it is wet, nobody's */

typedef struct {
    Py_buffer pixels, inside, apart, place, low, nearer, terrain, countries, looks;
    int wide, high, columns, rows, turned, pointy;
} Ground;

static void copy(uint8_t *to, const uint8_t *from) { to[0] = from[0], to[1] = from[1], to[2] = from[2]; }

/* The colour where the hex is another one than that to the left or above. */
static void paint_edge(const Ground *it, uint8_t *pixel, int32_t here, int32_t left, int32_t up) {
    const uint8_t *terrain = it->terrain.buf, *countries = it->countries.buf, *looks = it->looks.buf;
    const uint8_t *coast = looks + 256 * LETTER, *border = coast + 4;
    const uint8_t *look = looks + LETTER * terrain[here], *before = looks + LETTER * terrain[left];
    const uint8_t *over = looks + LETTER * terrain[up];
    copy(pixel, look + 3);
    if (coast[3] && (look[6] != before[6] || look[6] != over[6]))
        copy(pixel, coast);
    if (border[3] && (countries[here] != countries[left] || countries[here] != countries[up]) &&
        !(look[6] | before[6] | over[6] | looks[LETTER * countries[here] + 7] |
          looks[LETTER * countries[left] + 7] | looks[LETTER * countries[up] + 7]))
        copy(pixel, border);
}

/* Paints; whether all points are on the map. `above` has room for the hexes of a row of points. The callers
 * give `turned` and `pointy` as constants, so that the compiler makes a loop of its own for each. */
static inline int paint_rows(const Ground *it, int32_t *restrict above, int turned, int pointy) {
    const float *restrict apart = it->apart.buf, *restrict nearer = it->nearer.buf;
    const int32_t *restrict place = it->place.buf, *restrict low = it->low.buf;
    const uint8_t *restrict terrain = it->terrain.buf, *restrict looks = it->looks.buf;
    const int wide = it->wide, high = it->high, columns = it->columns, rows = it->rows;
    const int across = turned ? high : wide;
    uint8_t *restrict pixel = it->pixels.buf, *restrict inside = it->inside.buf;
    int x, y, whole = 255;
    for (y = 0; y < high; y++) {
        int32_t left = 0;
        for (x = 0; x < wide; x++, pixel += 3, inside++) {
            const int u = turned ? y : x, v = turned ? x : y, odd = low[v] & 1;
            const int upper = (odd ? -apart[u] : apart[u]) <= nearer[v];
            const int64_t line = (int64_t)low[v] + !upper, along = place[(upper ? odd : !odd) * across + u];
            int64_t row = pointy ? line : along, column = pointy ? along : line;
            int32_t here, up = above[x];
            *inside = 255;
            if (row < 0 || row >= rows || column < 0 || column >= columns) {
                /* The ends of lines are drawn on beside the map. */
                row = row < 0 ? 0 : row >= rows ? rows - 1 : row;
                column = column < 0 ? 0 : column >= columns ? columns - 1 : column;
                *inside = 0;
            }
            whole &= *inside;
            here = (int32_t)(row * columns + column);
            left = x ? left : here;
            up = y ? up : here;
            if (here == left && here == up)
                copy(pixel, looks + LETTER * terrain[here]);
            else
                paint_edge(it, pixel, here, left, up);
            above[x] = left = here;
        }
    }
    return whole;
}

static int paint_ground(const Ground *it, int32_t *above) {
    if (it->turned)
        return it->pointy ? paint_rows(it, above, 1, 1) : paint_rows(it, above, 1, 0);
    return it->pointy ? paint_rows(it, above, 0, 1) : paint_rows(it, above, 0, 0);
}

/* Whether what is written lies apart from what is read, whose numbers lie where they can be read. */
static int lies_well(const Ground *it) {
    const Py_buffer *read[] = {&it->apart, &it->place, &it->low, &it->nearer, &it->terrain, &it->countries, &it->looks};
    size_t i;
    for (i = 0; i < sizeof read / sizeof *read; i++)
        if (meet(read[i], &it->pixels) || meet(read[i], &it->inside) || (i < 4 && !aligned(read[i], 4)))
            return 0;
    return !meet(&it->pixels, &it->inside);
}

static int fits(const Ground *it) {
    Py_ssize_t points, across, down;
    if (it->wide < 1 || it->high < 1 || it->wide > MOST_POINTS / it->high)
        return 0;
    if (it->columns < 1 || it->rows < 1 || it->columns > MOST_POINTS / it->rows)
        return 0;
    points = (Py_ssize_t)it->wide * it->high;
    across = it->turned ? it->high : it->wide, down = it->turned ? it->wide : it->high;
    return it->pixels.len == 3 * points && it->inside.len == points && it->apart.len == 4 * across &&
           it->place.len == 8 * across && it->low.len == 4 * down && it->nearer.len == 4 * down &&
           it->terrain.len == (Py_ssize_t)it->columns * it->rows && it->countries.len == it->terrain.len &&
           it->looks.len == 256 * LETTER + 8;
}

PyObject *ground(PyObject *module, PyObject *args) {
    Ground it;
    int32_t *above = NULL;
    int whole = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "w*w*(ii)(ii)pp(y*y*y*y*)y*y*y*", &it.pixels, &it.inside, &it.wide, &it.high,
                          &it.columns, &it.rows, &it.turned, &it.pointy, &it.apart, &it.place, &it.low,
                          &it.nearer, &it.terrain, &it.countries, &it.looks))
        return NULL;
    if (!fits(&it) || !lies_well(&it)) {
        refuse("the ground needs tables of the size of the picture and of the map");
    } else if (!(above = PyMem_Calloc((size_t)it.wide, sizeof *above))) {
        PyErr_NoMemory();
    } else {
        whole = paint_ground(&it, above);
    }
    PyMem_Free(above);
    PyBuffer_Release(&it.pixels);
    PyBuffer_Release(&it.inside);
    PyBuffer_Release(&it.apart);
    PyBuffer_Release(&it.place);
    PyBuffer_Release(&it.low);
    PyBuffer_Release(&it.nearer);
    PyBuffer_Release(&it.terrain);
    PyBuffer_Release(&it.countries);
    PyBuffer_Release(&it.looks);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(whole);
}
