/* The tables of shapes and regions as Python objects, checked and copied when they are made. */

#include "_raster_python.h"

#include "_raster_letters.h"

#include <math.h>
#include <string.h>

#define FARTHEST 1e8f /* map units: no map reaches as far */

PyObject *refuse(const char *what) {
    PyErr_SetString(PyExc_ValueError, what);
    return NULL;
}

void *made(PyTypeObject *type) {
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return make(type, 0); /* all zero */
}

void freed(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static void tables_dealloc(PyObject *self) {
    PyMem_Free(((Tables *)self)->copy);
    PyMem_Free(((Tables *)self)->reach);
    freed(self);
}

/* Copies the given tables, each to an address that suits any of them. NULL with an error set. */
static int copied(Tables *tables, const Py_buffer *given, void **at, int count) {
    size_t whole = 0;
    int i;
    for (i = 0; i < count; i++)
        whole += ((size_t)given[i].len + 15) / 16 * 16;
    tables->copy = PyMem_Malloc(whole + 16);
    if (!tables->copy) {
        PyErr_NoMemory();
        return -1;
    }
    for (whole = 0, i = 0; i < count; i++) {
        at[i] = tables->copy + whole;
        memcpy(at[i], given[i].buf, (size_t)given[i].len);
        whole += ((size_t)given[i].len + 15) / 16 * 16;
    }
    return 0;
}

/* What is wrong with the lines of some shapes, or NULL. */
static const char *wrong_lines(const Shapes *s) {
    size_t n;
    int far = 0;
    for (n = 0; n < s->shape_count; n++)
        if (s->first[n] < 0 || s->count[n] < 1 || (size_t)s->first[n] + s->count[n] > s->point_count)
            return "a shape has points that are not there";
    for (n = 0; n < 2 * s->point_count; n++)
        far |= !(fabsf(s->points[n]) < FARTHEST);
    return far ? "a point lies nowhere" : NULL;
}

static const char *wrong_shapes(const Shapes *s) {
    const char *wrong = wrong_lines(s);
    size_t n;
    if (!wrong)
        wrong = wrong_masks(s);
    for (n = 0; !wrong && n < s->shape_count; n++) {
        int kind = s->kind[n];
        if (kind > SHAPE_LETTERS)
            wrong = "a shape is of no known kind";
        else if (kind >= SHAPE_ELLIPSE && s->count[n] < 2)
            wrong = "ellipses and letters have two points";
        else if (kind == SHAPE_LETTERS)
            wrong = wrong_letters(s, n);
    }
    for (n = 0; !wrong && n < s->group_count; n++)
        if (s->group[n] < 0 || s->group[n] > s->group[n + 1] || (size_t)s->group[n + 1] > s->shape_count)
            wrong = "a group has shapes that are not there";
    return wrong;
}

static uint64_t serial;

static PyObject *shapes_new(PyTypeObject *type, PyObject *args, PyObject *words) {
    static char *names[] = {"points", "first", "count", "kind", "colour", "width", "dash", "group", "masks",
                            "mask_at", NULL};
    Py_buffer b[10];
    void *at[10];
    Tables *tables = NULL;
    const char *wrong = NULL;
    int i;
    if (!PyArg_ParseTupleAndKeywords(args, words, "y*y*y*y*y*y*y*y*y*y*", names, b, b + 1, b + 2, b + 3, b + 4,
                                     b + 5, b + 6, b + 7, b + 8, b + 9))
        return NULL;
    tables = made(type);
    if (tables && copied(tables, b, at, 10) == 0) {
        Shapes *s = &tables->shapes;
        Py_ssize_t n = b[1].len / 4;
        if (b[1].len != 4 * n || b[2].len != 4 * n || b[3].len != n || b[4].len != 4 * n || b[5].len != 4 * n ||
            b[6].len != 8 * n || b[0].len % 8 || b[7].len % 4 || b[7].len < 4 || b[9].len % (4 * MASK_NUMBERS) ||
            b[0].len / 8 > INT32_MAX || b[8].len > INT32_MAX)
            wrong = "the tables of shapes are not of one length";
        s->points = at[0], s->point_count = (size_t)b[0].len / 8;
        s->first = at[1], s->count = at[2], s->kind = at[3], s->colour = at[4], s->width = at[5];
        s->dash = at[6], s->shape_count = (size_t)n;
        s->group = at[7], s->group_count = (size_t)b[7].len / 4 - 1;
        s->masks = at[8], s->mask_bytes = (size_t)b[8].len;
        s->mask_at = at[9], s->mask_count = (size_t)b[9].len / (4 * MASK_NUMBERS);
        s->serial = ++serial;
        if (!wrong)
            wrong = wrong_shapes(s);
        if (wrong) {
            Py_CLEAR(tables);
            refuse(wrong);
        }
    } else {
        Py_CLEAR(tables);
    }
    for (i = 0; i < 10; i++)
        PyBuffer_Release(b + i);
    return (PyObject *)tables;
}

static PyObject *regions_new(PyTypeObject *type, PyObject *args, PyObject *words) {
    static char *names[] = {"points", "first", "count", "delta", NULL};
    Py_buffer b[4];
    void *at[4];
    Tables *tables = NULL;
    const char *wrong = NULL;
    int i;
    if (!PyArg_ParseTupleAndKeywords(args, words, "y*y*y*y*", names, b, b + 1, b + 2, b + 3))
        return NULL;
    tables = made(type);
    if (tables && copied(tables, b, at, 4) == 0) {
        Shapes *s = &tables->shapes;
        Py_ssize_t n = b[1].len / 4;
        if (b[1].len != 4 * n || b[2].len != 4 * n || b[3].len != 16 * n || b[0].len % 8 ||
            b[0].len / 8 > INT32_MAX)
            wrong = "the tables of regions are not of one length";
        s->points = at[0], s->point_count = (size_t)b[0].len / 8;
        s->first = at[1], s->count = at[2], s->shape_count = (size_t)n;
        tables->delta = at[3];
        if (!wrong)
            wrong = wrong_lines(s);
        if (!wrong)
            tables->reach = PyMem_Calloc((size_t)n + 1, 2 * sizeof *tables->reach);
        if (wrong) {
            Py_CLEAR(tables);
            refuse(wrong);
        } else if (!tables->reach) {
            Py_CLEAR(tables);
            PyErr_NoMemory();
        } else {
            reach_of_lines(s, tables->reach);
        }
    } else {
        Py_CLEAR(tables);
    }
    for (i = 0; i < 4; i++)
        PyBuffer_Release(b + i);
    return (PyObject *)tables;
}

static PyType_Slot shapes_slots[] = {
    {Py_tp_doc, "Shapes(points, first, count, kind, colour, width, dash, group, masks, mask_at)\n--\n\n"
                "Groups of shapes as tables of C floats and 32-bit integers."},
    {Py_tp_new, shapes_new},
    {Py_tp_dealloc, tables_dealloc},
    {0, NULL},
};
static PyType_Slot regions_slots[] = {
    {Py_tp_doc, "Regions(points, first, count, delta)\n--\n\nRegions by the lines between them."},
    {Py_tp_new, regions_new},
    {Py_tp_dealloc, tables_dealloc},
    {0, NULL},
};

PyType_Spec shapes_spec = {"visegrad_editor.drawing.compiled._raster.Shapes", sizeof(Tables), 0, TYPE_FLAGS,
                           shapes_slots};
PyType_Spec regions_spec = {"visegrad_editor.drawing.compiled._raster.Regions", sizeof(Tables), 0, TYPE_FLAGS,
                            regions_slots};
