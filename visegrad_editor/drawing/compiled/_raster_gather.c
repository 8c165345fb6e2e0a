/* Primitives of drawing/primitives.py gathered into tables of shapes. */

#include "_raster_python.h"

#include <math.h>
#include <string.h>

/* ---- tables that grow --------------------------------------------------------------------------------- */

typedef struct {
    char *bytes;
    size_t used, room;
} Table;

/* Points are whole parts of a map unit: so a shape has the same points about its hex in every hex. */
#define FINEST 65536.0

enum { POINTS, FIRST, COUNT, KIND, COLOUR, WIDTH, DASH, TABLES };

typedef struct {
    Table tables[TABLES];
    size_t before, points; /* points before these, and with them */
    double scale, hairline;
    double about_x, about_y; /* the origin of the points */
} Gathering;

static int put(Gathering *g, int table, const void *what, size_t size) {
    Table *t = g->tables + table;
    if (t->room - t->used < size) {
        size_t room = 2 * t->room + size + 512;
        char *more = PyMem_Realloc(t->bytes, room);
        if (!more) {
            PyErr_NoMemory();
            return 0;
        }
        t->bytes = more, t->room = room;
    }
    memcpy(t->bytes + t->used, what, size);
    t->used += size;
    return 1;
}

static int put_point(Gathering *g, double x, double y) {
    float place[2];
    place[0] = (float)(rint(x * FINEST) / FINEST);
    place[1] = (float)(rint(y * FINEST) / FINEST);
    g->points++;
    return put(g, POINTS, place, sizeof place);
}

static int put_place(Gathering *g, double x, double y) { return put_point(g, x - g->about_x, y - g->about_y); }

/* ---- what primitives have ----------------------------------------------------------------------------- */

enum { N_POINTS, N_FILL, N_STROKE, N_WIDTH, N_SMOOTH, N_OPACITY, N_COLOUR, N_DASH, N_CENTRE, N_RX, N_RY, NAMES };

static const char *const NAME[NAMES] = {"points", "fill",  "stroke", "width", "smooth", "opacity",
                                        "colour", "dash", "centre", "rx",    "ry"};

static int number(PyObject *shape, PyObject *name, double *found) {
    PyObject *value = PyObject_GetAttr(shape, name);
    if (!value)
        return 0;
    *found = PyFloat_AsDouble(value);
    Py_DECREF(value);
    return !(*found == -1.0 && PyErr_Occurred());
}

static int truth(PyObject *shape, PyObject *name) {
    PyObject *value = PyObject_GetAttr(shape, name);
    int found = value ? PyObject_IsTrue(value) : -1;
    Py_XDECREF(value);
    return found;
}

static int pair(PyObject *value, double *x, double *y) {
    PyObject *two = PyTuple_Check(value) ? Py_NewRef(value) : PySequence_Tuple(value);
    int fits = 0;
    if (!two)
        return 0;
    if (PyTuple_Size(two) == 2) {
        *x = PyFloat_AsDouble(PyTuple_GetItem(two, 0));
        *y = PyFloat_AsDouble(PyTuple_GetItem(two, 1));
        fits = !PyErr_Occurred();
    } else {
        PyErr_SetString(PyExc_ValueError, "a point has two numbers");
    }
    Py_DECREF(two);
    return fits;
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The colour of that name, grey where the text is no colour; 1, or 0 where there is none, -1 with an error set. */
static int colour_of(PyObject *shape, PyObject *name, uint8_t *colour) {
    PyObject *value = PyObject_GetAttr(shape, name);
    Py_ssize_t size;
    const char *text = value ? PyUnicode_AsUTF8AndSize(value, &size) : NULL;
    int i, found = text ? size > 0 : -1;
    if (found == 1) {
        int short_form, step;
        while (size && *text == '#')
            text++, size--;
        short_form = size == 3, step = short_form ? 1 : 2;
        for (i = 0; i < 3; i++) {
            int high = size >= 3 * step ? digit(text[i * step]) : -1;
            int low = size >= 3 * step ? digit(text[i * step + step - 1]) : -1;
            if (high < 0 || low < 0)
                break;
            colour[i] = (uint8_t)(16 * high + low);
        }
        if (i < 3)
            memset(colour, 136, 3);
        colour[3] = 255;
    }
    Py_XDECREF(value);
    return found;
}

/* ---- points ------------------------------------------------------------------------------------------- */

/* Adds the spline through points: as curves.flattened, with fewer steps where they are less than two pixels. */
static int put_spline(Gathering *g, const double *p, Py_ssize_t n, int closed) {
    Py_ssize_t i;
    if (n < 2)
        return 1;
    for (i = 0; i < (closed ? n : n - 1); i++) {
        const double *b = p + 2 * i, *c = p + 2 * ((i + 1) % n);
        const double *a = closed || i ? p + 2 * ((i + n - 1) % n) : b;
        const double *d = closed || i + 2 < n ? p + 2 * ((i + 2) % n) : c;
        double long_px = (fabs(c[0] - b[0]) + fabs(c[1] - b[1])) * g->scale;
        int steps = long_px < 4 ? 2 : long_px < 8 ? 4 : 8, k, axis;
        for (k = 0; k < steps; k++) {
            double t = (double)k / steps, u = 1 - t, at[2];
            for (axis = 0; axis < 2; axis++) {
                double one = b[axis] + (c[axis] - a[axis]) / 6, other = c[axis] - (d[axis] - b[axis]) / 6;
                at[axis] = u * u * u * b[axis] + 3 * u * u * t * one + 3 * u * t * t * other + t * t * t * c[axis];
            }
            if (!put_place(g, at[0], at[1]))
                return 0;
        }
    }
    return closed || put_place(g, p[2 * n - 2], p[2 * n - 1]);
}

/* Adds the points of a polygon or line. */
static int put_points(Gathering *g, PyObject *shape, PyObject *const *names, int closed) {
    PyObject *given = PyObject_GetAttr(shape, names[N_POINTS]), *points;
    int smooth = given ? truth(shape, names[N_SMOOTH]) : -1, fits = smooth >= 0;
    double *numbers = NULL;
    Py_ssize_t n = 0, i;
    points = fits ? PySequence_Tuple(given) : NULL;
    Py_XDECREF(given);
    if (!points)
        return 0;
    n = PyTuple_Size(points);
    if (smooth) {
        numbers = PyMem_Malloc((size_t)n * 2 * sizeof *numbers + 1);
        fits = numbers != NULL;
        if (!fits)
            PyErr_NoMemory();
    }
    for (i = 0; fits && i < n; i++) {
        double x, y;
        fits = pair(PyTuple_GetItem(points, i), &x, &y);
        if (fits && smooth)
            numbers[2 * i] = x, numbers[2 * i + 1] = y;
        else
            fits = fits && put_place(g, x, y);
    }
    if (fits && smooth)
        fits = put_spline(g, numbers, n, closed);
    PyMem_Free(numbers);
    Py_DECREF(points);
    return fits;
}

/* ---- shapes ------------------------------------------------------------------------------------------- */

/* Adds a shape whose points begin at a number, unless it has none. */
static int put_shape(Gathering *g, int kind, size_t first, const uint8_t *colour, double width, const float *dash) {
    int32_t at = (int32_t)(g->before + first), count = (int32_t)(g->points - first);
    uint8_t sort = (uint8_t)kind;
    float wide = (float)width;
    if (!count)
        return 1;
    if (g->before + g->points > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "these are too many points");
        return 0;
    }
    return put(g, FIRST, &at, sizeof at) && put(g, COUNT, &count, sizeof count) && put(g, KIND, &sort, 1) &&
           put(g, COLOUR, colour, 4) && put(g, WIDTH, &wide, sizeof wide) && put(g, DASH, dash, 2 * sizeof *dash);
}

static const float SOLID[2];

/* Adds what is filled and what is drawn around it, of a polygon or an ellipse. */
static int put_area(Gathering *g, PyObject *shape, PyObject *const *names, int fill, int line) {
    uint8_t inside[4] = {0}, rim[4] = {0};
    double width = 0, opacity = 1;
    size_t first = g->points;
    int filled = colour_of(shape, names[N_FILL], inside), drawn = filled < 0 ? -1 : colour_of(shape, names[N_STROKE], rim);
    if (drawn < 0)
        return 0;
    if (filled && !number(shape, names[N_OPACITY], &opacity))
        return 0;
    if (drawn && !number(shape, names[N_WIDTH], &width))
        return 0;
    /* An outline in the colour of its own fill only hides seams. */
    if (line == SHAPE_OUTLINE && filled && drawn && !memcmp(inside, rim, 3) && width < g->hairline)
        drawn = 0;
    if (!filled && !drawn)
        return 1;
    inside[3] = (uint8_t)(opacity >= 1 ? 255 : opacity > 0 ? lrint(255 * opacity) : 0);
    if (line == SHAPE_RING) {
        PyObject *centre = PyObject_GetAttr(shape, names[N_CENTRE]);
        double x, y, rx, ry;
        int fits = centre && pair(centre, &x, &y) && number(shape, names[N_RX], &rx) && number(shape, names[N_RY], &ry);
        Py_XDECREF(centre);
        if (!fits || !put_place(g, x, y) || !put_point(g, rx, ry))
            return 0;
    } else if (!put_points(g, shape, names, 1)) {
        return 0;
    }
    return (!filled || put_shape(g, fill, first, inside, 0, SOLID)) &&
           (!drawn || put_shape(g, line, first, rim, width, SOLID));
}

static int put_line(Gathering *g, PyObject *shape, PyObject *const *names) {
    uint8_t colour[4] = {136, 136, 136, 255};
    double width, on = 0, off = 0;
    size_t first = g->points;
    float parts[2];
    PyObject *dash = PyObject_GetAttr(shape, names[N_DASH]);
    int fits = dash && (dash == Py_None || pair(dash, &on, &off));
    Py_XDECREF(dash);
    if (!fits || colour_of(shape, names[N_COLOUR], colour) < 0 || !number(shape, names[N_WIDTH], &width) ||
        !put_points(g, shape, names, 0))
        return 0;
    parts[0] = (float)on, parts[1] = (float)off;
    return put_shape(g, SHAPE_LINE, first, colour, width, parts);
}

/* ---- as Python calls it ------------------------------------------------------------------------------- */

static int put_all(Gathering *g, PyObject *primitives, Py_ssize_t *at, PyObject *const *kinds, PyObject *const *names) {
    Py_ssize_t n = PyTuple_Size(primitives);
    for (; *at < n; (*at)++) {
        PyObject *shape = PyTuple_GetItem(primitives, *at);
        PyObject *type = (PyObject *)Py_TYPE(shape);
        int fits;
        if (type == kinds[0])
            fits = put_area(g, shape, names, SHAPE_FILL, SHAPE_OUTLINE);
        else if (type == kinds[1])
            fits = put_line(g, shape, names);
        else if (type == kinds[2])
            fits = put_area(g, shape, names, SHAPE_ELLIPSE, SHAPE_RING);
        else
            return 1;
        if (!fits)
            return 0;
    }
    return 1;
}

PyObject *gathered(PyObject *module, PyObject *args) {
    PyObject *primitives, *kinds[3], *names[NAMES] = {NULL}, *found = NULL, *part;
    Gathering g;
    Py_ssize_t at, before, i;
    int fits = 1;
    (void)module;
    memset(&g, 0, sizeof g);
    if (!PyArg_ParseTuple(args, "O!nn(OOO)dd|(dd)", &PyTuple_Type, &primitives, &at, &before, kinds, kinds + 1, kinds + 2,
                          &g.scale, &g.hairline, &g.about_x, &g.about_y))
        return NULL;
    if (at < 0 || before < 0)
        return refuse("there is nothing before the first");
    g.before = (size_t)before;
    for (i = 0; fits && i < NAMES; i++)
        fits = (names[i] = PyUnicode_InternFromString(NAME[i])) != NULL;
    fits = fits && put_all(&g, primitives, &at, kinds, names);
    found = fits ? PyTuple_New(TABLES + 1) : NULL;
    for (i = 0; found && i <= TABLES; i++) {
        part = i < TABLES ? PyBytes_FromStringAndSize(g.tables[i].bytes, (Py_ssize_t)g.tables[i].used)
                          : PyLong_FromSsize_t(at);
        if (!part || PyTuple_SetItem(found, i, part) < 0)
            Py_CLEAR(found);
    }
    for (i = 0; i < NAMES; i++)
        Py_XDECREF(names[i]);
    for (i = 0; i < TABLES; i++)
        PyMem_Free(g.tables[i].bytes);
    return found;
}
