/* Drawing whole maps, compiled: the door between Python and _raster_paint.c.
 *
 * Painting holds no lock of the interpreter. */

#include "_raster_python.h"

#include <math.h>

#define MOST_PIXELS (1 << 28)
#define FARTHEST 1e12 /* pixels: no picture reaches as far */

typedef struct {
    PyObject_HEAD
    Canvas canvas;
    Py_buffer pixels;
    Sprites *sprites;
    int busy; /* painting, without the interpreter's lock */
} CanvasObject;

/* Whether all numbers of a table are from 0 to below `end`. */
static int all_below(const int32_t *numbers, size_t count, size_t end) {
    size_t i;
    for (i = 0; i < count; i++)
        if (numbers[i] < 0 || (size_t)numbers[i] >= end)
            return 0;
    return 1;
}

/* ---- the canvas --------------------------------------------------------------------------------------- */

static void canvas_dealloc(PyObject *self) {
    CanvasObject *it = (CanvasObject *)self;
    PyMem_Free(it->canvas.area);
    PyMem_Free(it->canvas.touched);
    free_sprites(it->sprites);
    PyBuffer_Release(&it->pixels);
    freed(self);
}

static PyObject *canvas_new(PyTypeObject *type, PyObject *args, PyObject *words) {
    static char *names[] = {"pixels", "width", "height", "scale", "left", "top", NULL};
    Py_buffer pixels;
    int width, height;
    double scale, left, top;
    CanvasObject *it;
    if (!PyArg_ParseTupleAndKeywords(args, words, "w*iiddd", names, &pixels, &width, &height, &scale, &left,
                                     &top))
        return NULL;
    if (!(scale > 0 && scale < FARTHEST && fabs(left) < FARTHEST && fabs(top) < FARTHEST)) {
        PyBuffer_Release(&pixels);
        return refuse("a canvas lies nowhere");
    }
    if (width < 1 || height < 1 || width > MOST_PIXELS / height ||
        pixels.len != (Py_ssize_t)width * height * 3) {
        PyBuffer_Release(&pixels);
        return refuse("a canvas needs three bytes for each of its pixels");
    }
    it = made(type);
    if (!it) {
        PyBuffer_Release(&pixels);
        return NULL;
    }
    it->pixels = pixels;
    it->canvas.pixels = pixels.buf;
    it->canvas.width = width, it->canvas.height = height;
    it->canvas.scale = scale, it->canvas.left = left, it->canvas.top = top;
    it->canvas.room = (size_t)(width + BEYOND) * (height < 4 ? 4 : height);
    it->canvas.area = PyMem_Calloc(it->canvas.room, sizeof(float));
    it->canvas.touched = PyMem_Calloc(TOUCHED(width), (size_t)height);
    it->sprites = new_sprites();
    if (!it->canvas.area || !it->canvas.touched || !it->sprites) {
        Py_DECREF(it);
        return PyErr_NoMemory();
    }
    return (PyObject *)it;
}

static int begun(CanvasObject *it) {
    if (it->busy) {
        PyErr_SetString(PyExc_RuntimeError, "the canvas is being painted by another thread");
        return 0;
    }
    return it->busy = 1;
}

static PyObject *module_type(PyObject *self, const char *name) {
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    return module ? PyObject_GetAttrString(module, name) : NULL;
}

/* The given tables where they are of the type of that name, else NULL with an error set. */
static Tables *tables_of(PyObject *self, PyObject *given, const char *name) {
    PyObject *type = module_type(self, name);
    int fits = type ? PyObject_IsInstance(given, type) : -1;
    Py_XDECREF(type);
    if (fits == 0)
        PyErr_Format(PyExc_TypeError, "this takes %s", name);
    return fits == 1 ? (Tables *)given : NULL;
}

static PyObject *canvas_move(PyObject *self, PyObject *args) {
    CanvasObject *it = (CanvasObject *)self;
    double left, top;
    if (!PyArg_ParseTuple(args, "dd", &left, &top))
        return NULL;
    if (!(fabs(left) < FARTHEST && fabs(top) < FARTHEST))
        return refuse("a canvas lies nowhere");
    if (!begun(it))
        return NULL;
    it->canvas.left = left, it->canvas.top = top;
    it->busy = 0;
    Py_RETURN_NONE;
}

static PyObject *canvas_fill(PyObject *self, PyObject *args) {
    CanvasObject *it = (CanvasObject *)self;
    int red, green, blue;
    if (!PyArg_ParseTuple(args, "iii", &red, &green, &blue))
        return NULL;
    if ((red | green | blue) & ~255)
        return refuse("a colour has three numbers from 0 to 255");
    if (!begun(it))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    fill_canvas(&it->canvas, (uint8_t)red, (uint8_t)green, (uint8_t)blue);
    Py_END_ALLOW_THREADS
    it->busy = 0;
    Py_RETURN_NONE;
}

/* Paints those of some groups, each moved to its place, that reach into rows of the canvas. */
static void paint_all(CanvasObject *it, const Shapes *shapes, size_t count, const int32_t *group, const float *at,
                      const float *reach, int parts) {
    Canvas *canvas = &it->canvas;
    double top = canvas->top / canvas->scale, bottom = (canvas->top + canvas->height) / canvas->scale;
    size_t i;
    for (i = 0; i < count; i++, at += 2, reach += 2) {
        if (!(reach[0] < bottom && reach[1] > top))
            continue;
        if (parts)
            paint_repeated(canvas, it->sprites, shapes, group[i], at[0], at[1], parts);
        else
            paint_group(canvas, shapes, group[i], at[0], at[1]);
    }
}

static PyObject *canvas_paint(PyObject *self, PyObject *args) {
    CanvasObject *it = (CanvasObject *)self;
    PyObject *given;
    Py_buffer which, at, reach;
    Tables *tables;
    int parts, fits;
    size_t count;
    if (!PyArg_ParseTuple(args, "Oy*y*y*i", &given, &which, &at, &reach, &parts))
        return NULL;
    tables = tables_of(self, given, "Shapes");
    count = (size_t)which.len / 4;
    fits = tables && which.len % 4 == 0 && (size_t)at.len == 8 * count && (size_t)reach.len == 8 * count &&
           all_below(which.buf, count, tables->shapes.group_count);
    if (!fits) {
        if (!PyErr_Occurred())
            refuse("there are no such groups of shapes, or not as many places");
    } else if (parts < 0 || (parts && MOST_PARTS % parts)) {
        refuse("a pixel has 1, 2 or 4 parts each way");
    } else if (begun(it)) {
        Py_BEGIN_ALLOW_THREADS
        paint_all(it, &tables->shapes, count, which.buf, at.buf, reach.buf, parts);
        Py_END_ALLOW_THREADS
        it->busy = 0;
    }
    PyBuffer_Release(&which);
    PyBuffer_Release(&at);
    PyBuffer_Release(&reach);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *canvas_regions(PyObject *self, PyObject *given) {
    CanvasObject *it = (CanvasObject *)self;
    Tables *tables = tables_of(self, given, "Regions");
    if (!tables || !begun(it))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    paint_regions(&it->canvas, &tables->shapes, tables->delta, tables->reach);
    Py_END_ALLOW_THREADS
    it->busy = 0;
    Py_RETURN_NONE;
}

/* ---- the module --------------------------------------------------------------------------------------- */

static PyMethodDef canvas_methods[] = {
    {"move", canvas_move, METH_VARARGS,
     PyDoc_STR("move($self, left, top, /)\n--\n\nLets the first pixel be another of the map.")},
    {"fill", canvas_fill, METH_VARARGS,
     PyDoc_STR("fill($self, red, green, blue, /)\n--\n\nMakes every pixel of one colour.")},
    {"paint", canvas_paint, METH_VARARGS,
     PyDoc_STR("paint($self, shapes, which, at, reach, parts, /)\n--\n\nPaints groups of shapes at their places.")},
    {"regions", canvas_regions, METH_O,
     PyDoc_STR("regions($self, regions, /)\n--\n\nPaints the regions between lines.")},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot canvas_slots[] = {
    {Py_tp_doc, "Canvas(pixels, width, height, scale, left, top)\n--\n\nRGB pixels to paint on."},
    {Py_tp_new, canvas_new},
    {Py_tp_dealloc, canvas_dealloc},
    {Py_tp_methods, canvas_methods},
    {0, NULL},
};
#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
static PyType_Spec specs[] = {
    {"visegrad_editor.drawing.compiled._raster.Canvas", sizeof(CanvasObject), 0, FLAGS, canvas_slots},
    {"visegrad_editor.drawing.compiled._raster.Shapes", sizeof(Tables), 0, FLAGS, shapes_slots},
    {"visegrad_editor.drawing.compiled._raster.Regions", sizeof(Tables), 0, FLAGS, regions_slots},
};

static int prepare(PyObject *module) {
    static const char *names[] = {"Canvas", "Shapes", "Regions"};
    int i, done = 0;
    for (i = 0; i < 3 && done == 0; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, &specs[i], NULL);
        done = type ? PyModule_AddObjectRef(module, names[i], type) : -1;
        Py_XDECREF(type);
    }
    return done;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, prepare}, {0, NULL}};
static PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_raster",
    .m_doc = "Drawing whole maps, compiled. raster.py is the way to it.",
    .m_methods = raster_functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__raster(void) { return PyModuleDef_Init(&module); }
