/* Functions on pixels, as Python calls them; and all functions of the module. */

#include "_raster_python.h"

#include <string.h>

static PyObject *filtered(PyObject *module, PyObject *args) {
    Py_buffer pixels, above;
    PyObject *found = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*y*", &pixels, &above))
        return NULL;
    if (above.len < 1 || pixels.len % above.len) {
        refuse("the row above must be as wide as the rows");
    } else {
        size_t wide = (size_t)above.len, rows = (size_t)pixels.len / wide;
        found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(rows * (wide + 1)));
        if (found) {
            uint8_t *bytes = (uint8_t *)PyBytes_AsString(found);
            Py_BEGIN_ALLOW_THREADS
            filter_rows(pixels.buf, above.buf, rows, wide, bytes);
            Py_END_ALLOW_THREADS
        }
    }
    PyBuffer_Release(&pixels);
    PyBuffer_Release(&above);
    return found;
}

#define MOST_RIM 64

static PyObject *rimmed(PyObject *module, PyObject *args) {
    Py_buffer mask;
    int wide, high, by;
    PyObject *found = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "y*iii", &mask, &wide, &high, &by))
        return NULL;
    if (wide < 0 || high < 0 || by < 0 || by > MOST_RIM || wide > 1 << 20 || high > 1 << 20 ||
        mask.len != (Py_ssize_t)wide * high) {
        refuse("a mask has a byte for each of its pixels, and a rim is at most 64 pixels wide");
    } else {
        size_t size = (size_t)(wide + 2 * by) * (size_t)(high + 2 * by);
        found = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)size);
        if (found) {
            uint8_t *bytes = (uint8_t *)PyBytes_AsString(found);
            memset(bytes, 0, size);
            add_rim(mask.buf, wide, high, by, bytes);
        }
    }
    PyBuffer_Release(&mask);
    return found;
}

PyMethodDef raster_functions[] = {
    {"stray", stray, METH_VARARGS,
     PyDoc_STR("stray(points, amount, /)\n--\n\nMoves points, pairs of doubles, by the field of natural lines.")},
    {"half_lines", half_lines, METH_VARARGS,
     PyDoc_STR("half_lines(places, flags, amount, found, /)\n--\n\nNatural lines from hexsides to corners.")},
    {"boundaries", boundaries, METH_VARARGS,
     PyDoc_STR("boundaries(sides, kind, joining, grid, amount, found, /)\n--\n\nNatural lines along hexsides.")},
    {"ground", ground, METH_VARARGS,
     PyDoc_STR("ground(pixels, inside, size, grid, turned, pointy, axes, terrain, countries, looks, /)\n--\n\n"
               "Paints the ground from far away.")},
    {"gathered", gathered, METH_VARARGS,
     PyDoc_STR("gathered(primitives, begin, points, kinds, scale, hairline, /)\n--\n\n"
               "Tables of shapes made of primitives.")},
    {"rimmed", rimmed, METH_VARARGS,
     PyDoc_STR("rimmed(mask, width, height, by, /)\n--\n\nA mask with a rim around what it shows.")},
    {"filtered", filtered, METH_VARARGS,
     PyDoc_STR("filtered(pixels, above, /)\n--\n\nRows of bytes as a PNG file has them before packing.")},
    {"paths", paths_as_text, METH_VARARGS,
     PyDoc_STR("paths(points, first, count, origin, parts, digits, form, end, /)\n--\n\nPaths as text.")},
    {NULL, NULL, 0, NULL},
};
