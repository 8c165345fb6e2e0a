/* What the files between Python and the painter share: plain C99 and Python's stable interface of 3.11. */

#ifndef VISEGRAD_RASTER_PYTHON_H
#define VISEGRAD_RASTER_PYTHON_H

#include "../../stable_python.h"

#include "_raster_paint.h"

typedef struct {
    PyObject_HEAD
    Shapes shapes;
    float *delta; /* of regions; NULL of shapes */
    float *reach; /* the same */
    char *copy;   /* all tables, one after the other */
} Tables;

#define TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)

extern PyType_Spec canvas_spec, shapes_spec, regions_spec;
extern PyMethodDef raster_functions[];

/* In _raster_gather.c. */
PyObject *gathered(PyObject *module, PyObject *args);

/* In _raster_fields.c. */
PyObject *stray(PyObject *module, PyObject *args);
PyObject *half_lines(PyObject *module, PyObject *args);
PyObject *boundaries(PyObject *module, PyObject *args);

/* A function of the module: _raster_ground.c. */
PyObject *ground(PyObject *module, PyObject *args);

/* A function of the module: _raster_paths.c. */
PyObject *paths_as_text(PyObject *module, PyObject *args);

/* Raises ValueError; NULL. */
PyObject *refuse(const char *what);

/* Whether two buffers have bytes in common: what is written into one would change what was checked in the other. */
static inline int meet(const Py_buffer *a, const Py_buffer *b) {
    const char *one = a->buf, *other = b->buf;
    return one && other && one < other + b->len && other < one + a->len;
}

/* Whether the numbers of a buffer, of so many bytes each, lie where the processor reads them. */
static inline int aligned(const Py_buffer *b, size_t size) {
    return (size_t)b->buf % size == 0;
}

/* A new object, all zero; NULL with an error set. */
void *made(PyTypeObject *type);

/* Frees an object and lets go of its type. */
void freed(PyObject *self);

#endif
