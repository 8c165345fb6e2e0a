/* Paths and places as text, for SVG drawings and pages of PDF files. */

#include "_raster_python.h"

#include <math.h>
#include <string.h>

#define FARTHEST 1e15 /* smallest parts: written exactly, and their differences too */
#define LONGEST 24    /* a number of such size with its sign and point, and what stands before it */

enum { SVG_PATH, PDF_PATH, SVG_PLACE, PDF_PLACE, FORMS };

typedef struct {
    const double *points;
    const int32_t *first, *count;
    size_t paths;
    double origin[2], parts[2]; /* how many smallest parts a map unit has, each way */
    int digits, form;           /* digits after the point */
    const char *end;            /* stands after each path */
    size_t end_length;
} PathTable;

/* Writes a number of parts; no zeros that mean nothing. */
static char *number(char *to, int64_t parts, int digits) {
    char back[LONGEST];
    int n = 0, shown = 0;
    uint64_t rest = parts < 0 ? (uint64_t)-parts : (uint64_t)parts;
    if (parts < 0)
        *to++ = '-';
    for (; digits > 0; digits--, rest /= 10) {
        if (rest % 10 || shown) {
            back[n++] = (char)('0' + rest % 10);
            shown = 1;
        }
    }
    if (shown)
        back[n++] = '.';
    if (rest || !shown)
        do {
            back[n++] = (char)('0' + rest % 10);
        } while (rest /= 10);
    while (n)
        *to++ = back[--n];
    return to;
}

static int64_t part_of(const PathTable *t, size_t point, int axis) {
    return (int64_t)rint((t->points[2 * point + (size_t)axis] - t->origin[axis]) * t->parts[axis]);
}

/* From point to point by how far each lies from the one before. */
static char *svg_path(char *to, const PathTable *t, size_t first, size_t count) {
    int64_t x = part_of(t, first, 0), y = part_of(t, first, 1);
    size_t n;
    int steps = 0;
    *to++ = 'M';
    to = number(to, x, t->digits);
    *to++ = ',';
    to = number(to, y, t->digits);
    for (n = 1; n < count; n++) {
        int64_t u = part_of(t, first + n, 0), v = part_of(t, first + n, 1);
        if (u == x && v == y && (steps || n + 1 < count))
            continue;
        *to++ = steps ? ' ' : 'l';
        to = number(to, u - x, t->digits);
        *to++ = ',';
        to = number(to, v - y, t->digits);
        x = u, y = v, steps = 1;
    }
    return to;
}

static char *pdf_path(char *to, const PathTable *t, size_t first, size_t count) {
    int64_t x = 0, y = 0;
    size_t n;
    int steps = 0;
    for (n = 0; n < count; n++) {
        int64_t u = part_of(t, first + n, 0), v = part_of(t, first + n, 1);
        if (n && u == x && v == y && (steps > 1 || n + 1 < count))
            continue;
        to = number(to, u, t->digits);
        *to++ = ' ';
        to = number(to, v, t->digits);
        *to++ = ' ';
        *to++ = n ? 'l' : 'm';
        *to++ = '\n';
        x = u, y = v, steps++;
    }
    return to;
}

static char *place(char *to, const PathTable *t, size_t point) {
    int svg = t->form == SVG_PLACE, axis;
    for (axis = 0; axis < 2; axis++) {
        if (svg) {
            memcpy(to, axis ? "\" y=\"" : " x=\"", axis ? 5 : 4);
            to += axis ? 5 : 4;
        } else if (axis) {
            *to++ = ' ';
        }
        to = number(to, part_of(t, point, axis), t->digits);
    }
    if (svg)
        *to++ = '"';
    return to;
}

/* Why a table cannot be written, or NULL; how many points all its paths have. */
static const char *wrong_table(const PathTable *t, size_t points, size_t *written) {
    size_t n;
    int axis;
    *written = 0;
    if (t->form < 0 || t->form >= FORMS || t->digits < 0 || t->digits > 9)
        return "no such form of paths";
    for (n = 0; n < t->paths; n++) {
        if (t->first[n] < 0 || t->count[n] < 1 || (size_t)t->first[n] + (size_t)t->count[n] > points)
            return "a path has points that are not there";
        *written += (size_t)t->count[n];
    }
    for (n = 0; n < points; n++)
        for (axis = 0; axis < 2; axis++)
            if (!(fabs((t->points[2 * n + (size_t)axis] - t->origin[axis]) * t->parts[axis]) < FARTHEST))
                return "a point lies nowhere";
    return NULL;
}

/* The text of all paths with the place where each ends, or NULL with an error set. */
static PyObject *written_paths(const PathTable *t, size_t points) {
    char *text, *to;
    int64_t *ends;
    size_t n;
    PyObject *found = NULL;
    text = PyMem_Malloc(points * 2 * LONGEST + t->paths * (t->end_length + 16) + 1);
    ends = PyMem_Malloc(t->paths * sizeof *ends + 1);
    if (!text || !ends) {
        PyErr_NoMemory();
    } else {
        for (to = text, n = 0; n < t->paths; n++) {
            size_t first = (size_t)t->first[n], count = (size_t)t->count[n];
            if (t->form == SVG_PATH)
                to = svg_path(to, t, first, count);
            else if (t->form == PDF_PATH)
                to = pdf_path(to, t, first, count);
            else
                to = place(to, t, first);
            memcpy(to, t->end, t->end_length);
            to += t->end_length;
            ends[n] = to - text;
        }
        found = Py_BuildValue("NN", PyBytes_FromStringAndSize(text, to - text),
                              PyBytes_FromStringAndSize((char *)ends, (Py_ssize_t)(t->paths * sizeof *ends)));
    }
    PyMem_Free(text);
    PyMem_Free(ends);
    return found;
}

PyObject *paths_as_text(PyObject *module, PyObject *args) {
    Py_buffer points, first, count, end;
    PathTable t;
    PyObject *found = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*y*(dd)(dd)iiy*", &points, &first, &count, &t.origin[0], &t.origin[1],
                          &t.parts[0], &t.parts[1], &t.digits, &t.form, &end))
        return NULL;
    t.points = points.buf, t.first = first.buf, t.count = count.buf;
    t.paths = (size_t)first.len / sizeof *t.first;
    t.end = end.buf, t.end_length = (size_t)end.len;
    if (first.len % (Py_ssize_t)sizeof *t.first || count.len != first.len ||
        points.len % (Py_ssize_t)(2 * sizeof *t.points) || end.len > 64 || !aligned(&points, sizeof *t.points) ||
        !aligned(&first, sizeof *t.first) || !aligned(&count, sizeof *t.count)) {
        refuse("paths have points, and each path a first one and their number");
    } else {
        size_t all = (size_t)points.len / (2 * sizeof *t.points), written;
        const char *wrong = wrong_table(&t, all, &written);
        found = wrong ? refuse(wrong) : written_paths(&t, written);
    }
    PyBuffer_Release(&points);
    PyBuffer_Release(&first);
    PyBuffer_Release(&count);
    PyBuffer_Release(&end);
    return found;
}
