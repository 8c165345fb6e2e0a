/* The canvas as a Python object. Painting holds no lock of the interpreter. */

#include "_raster_python.h"

#include <math.h>

#define MOST_PIXELS (1 << 28)
#define FARTHEST 1e12 /* pixels: no picture reaches as far */

typedef struct {
    PyObject_HEAD
    Canvas canvas;
    Py_buffer pixels;
    Sprites *sprites; /* NULL before any are needed */
    int most_width, most_height;
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
    it->canvas.width = it->most_width = width, it->canvas.height = it->most_height = height;
    it->canvas.scale = scale, it->canvas.left = left, it->canvas.top = top;
    it->canvas.room = (size_t)(width + BEYOND) * (height < 4 ? 4 : height);
    it->canvas.area = PyMem_Calloc(it->canvas.room, sizeof(float));
    it->canvas.touched = PyMem_Calloc(TOUCHED(width), (size_t)height);
    if (!it->canvas.area || !it->canvas.touched) {
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
    /* Not PyObject_IsInstance, which believes what an object says of its class. Neither type has subtypes. */
    int fits = type && (PyObject *)Py_TYPE(given) == type;
    Py_XDECREF(type);
    if (type && !fits)
        PyErr_Format(PyExc_TypeError, "this takes %s", name);
    return fits ? (Tables *)given : NULL;
}

static PyObject *canvas_move(PyObject *self, PyObject *args) {
    CanvasObject *it = (CanvasObject *)self;
    double left, top;
    int width = it->canvas.width, height = it->canvas.height;
    if (!PyArg_ParseTuple(args, "dd|ii", &left, &top, &width, &height))
        return NULL;
    if (!(fabs(left) < FARTHEST && fabs(top) < FARTHEST))
        return refuse("a canvas lies nowhere");
    if (width < 1 || height < 1 || width > it->most_width || height > it->most_height)
        return refuse("a canvas has no room for so many pixels");
    if (!begun(it))
        return NULL;
    it->canvas.left = left, it->canvas.top = top;
    it->canvas.width = width, it->canvas.height = height;
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

/* Groups with where each stands and how far up and down it reaches, in map units. */
typedef struct {
    const int32_t *group;
    const float *at, *reach;
    size_t count;
} Places;

/* Of places that follow each other from top to bottom, each at most so high, those that may reach into rows of
 * the canvas. */
static Places among(const Canvas *canvas, Places all, double highest) {
    double top = canvas->top / canvas->scale - highest, bottom = (canvas->top + canvas->height) / canvas->scale;
    size_t first = 0, end = all.count;
    while (first < end) {
        size_t middle = (first + end) / 2;
        if (all.reach[2 * middle] < top)
            first = middle + 1;
        else
            end = middle;
    }
    for (end = first; end < all.count && all.reach[2 * end] < bottom; end++)
        ;
    all.group += first, all.at += 2 * first, all.reach += 2 * first, all.count = end - first;
    return all;
}

/* Paints those groups that reach into rows of the canvas. */
static void paint_all(CanvasObject *it, const Shapes *shapes, Places all, int parts) {
    Canvas *canvas = &it->canvas;
    double top = canvas->top / canvas->scale, bottom = (canvas->top + canvas->height) / canvas->scale;
    size_t i;
    if (parts && !it->sprites)
        it->sprites = new_sprites();
    for (i = 0; i < all.count; i++) {
        const float *at = all.at + 2 * i;
        if (!(all.reach[2 * i] < bottom && all.reach[2 * i + 1] > top))
            continue;
        if (parts && it->sprites)
            paint_repeated(canvas, it->sprites, shapes, all.group[i], at[0], at[1], parts);
        else
            paint_group(canvas, shapes, all.group[i], at[0], at[1]);
    }
}

/* What is painted in one go: places of groups, or regions. */
typedef struct {
    Tables *regions; /* NULL for places */
    Py_buffer which, at, reach;
    Places places;
    int parts;
} Step;

/* Reads places from a tuple; 0 with an error set. */
static int read_places(Step *step, PyObject *given, const CanvasObject *it, const Shapes *shapes) {
    const Canvas *canvas = &it->canvas;
    double highest;
    Places *p = &step->places;
    if (!PyTuple_Check(given)) {
        PyErr_SetString(PyExc_TypeError, "this takes Regions and tuples");
        return 0;
    }
    if (!PyArg_ParseTuple(given, "y*y*y*id", &step->which, &step->at, &step->reach, &step->parts, &highest)) {
        step->which.obj = step->at.obj = step->reach.obj = NULL; /* released already */
        return 0;
    }
    p->group = step->which.buf, p->at = step->at.buf, p->reach = step->reach.buf;
    p->count = (size_t)step->which.len / 4;
    if (step->which.len % 4 || (size_t)step->at.len != 8 * p->count || (size_t)step->reach.len != 8 * p->count)
        return refuse("there are not as many places as groups of shapes") != NULL;
    if (!aligned(&step->which, 4) || !aligned(&step->at, 4) || !aligned(&step->reach, 4))
        return refuse("the numbers of places lie at odd bytes") != NULL;
    if (meet(&step->which, &it->pixels) || meet(&step->at, &it->pixels) || meet(&step->reach, &it->pixels))
        return refuse("places lie in the pixels to be painted") != NULL;
    if (step->parts < 0 || (step->parts && MOST_PARTS % step->parts))
        return refuse("a pixel has 1, 2 or 4 parts each way") != NULL;
    if (highest > 0)
        *p = among(canvas, *p, highest);
    return all_below(p->group, p->count, shapes->group_count) ||
           refuse("there are no such groups of shapes") != NULL;
}

static int read_steps(Step *steps, PyObject *given, PyObject *regions, const CanvasObject *it,
                      const Shapes *shapes) {
    Py_ssize_t n, count = PyTuple_Size(given);
    for (n = 0; n < count; n++) {
        PyObject *one = PyTuple_GetItem(given, n);
        if ((PyObject *)Py_TYPE(one) == regions)
            steps[n].regions = (Tables *)one;
        else if (!read_places(steps + n, one, it, shapes))
            return 0;
    }
    return 1;
}

static void paint_steps(CanvasObject *it, const Shapes *shapes, const Step *steps, Py_ssize_t count) {
    Py_ssize_t n;
    for (n = 0; n < count; n++) {
        const Tables *regions = steps[n].regions;
        if (regions)
            paint_regions(&it->canvas, &regions->shapes, regions->delta, regions->reach);
        else
            paint_all(it, shapes, steps[n].places, steps[n].parts);
    }
}

static PyObject *canvas_paint(PyObject *self, PyObject *args) {
    CanvasObject *it = (CanvasObject *)self;
    PyObject *given, *list, *regions;
    Tables *tables;
    Step *steps;
    Py_ssize_t n, count;
    if (!PyArg_ParseTuple(args, "OO!", &given, &PyTuple_Type, &list) || !(tables = tables_of(self, given, "Shapes")) ||
        !(regions = module_type(self, "Regions")))
        return NULL;
    count = PyTuple_Size(list);
    steps = PyMem_Calloc((size_t)count + 1, sizeof *steps);
    if (!steps)
        PyErr_NoMemory();
    if (steps && read_steps(steps, list, regions, it, &tables->shapes) && begun(it)) {
        Py_BEGIN_ALLOW_THREADS
        paint_steps(it, &tables->shapes, steps, count);
        Py_END_ALLOW_THREADS
        it->busy = 0;
    }
    for (n = 0; steps && n < count; n++) {
        PyBuffer_Release(&steps[n].which);
        PyBuffer_Release(&steps[n].at);
        PyBuffer_Release(&steps[n].reach);
    }
    PyMem_Free(steps);
    Py_DECREF(regions);
    if (PyErr_Occurred())
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef canvas_methods[] = {
    {"move", canvas_move, METH_VARARGS,
     PyDoc_STR("move($self, left, top, width=..., height=..., /)\n--\n\nLets the first pixel be another of the map, and "
               "fewer be painted.")},
    {"fill", canvas_fill, METH_VARARGS,
     PyDoc_STR("fill($self, red, green, blue, /)\n--\n\nMakes every pixel of one colour.")},
    {"paint", canvas_paint, METH_VARARGS,
     PyDoc_STR("paint($self, shapes, steps, /)\n--\n\nPaints groups of shapes at their places, and regions.")},
    {NULL, NULL, 0, NULL},
};
static PyType_Slot canvas_slots[] = {
    {Py_tp_doc, "Canvas(pixels, width, height, scale, left, top)\n--\n\nRGB pixels to paint on."},
    {Py_tp_new, canvas_new},
    {Py_tp_dealloc, canvas_dealloc},
    {Py_tp_methods, canvas_methods},
    {0, NULL},
};

PyType_Spec canvas_spec = {"visegrad_editor.drawing.compiled._raster.Canvas", sizeof(CanvasObject), 0, TYPE_FLAGS,
                           canvas_slots};
