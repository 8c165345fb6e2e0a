/* Movement reach, compiled: a map as flat tables, and the door between Python and _reach_search.c.
 *
 * Plain C99 and Python's stable interface of 3.11, so that one build serves every later Python. A map is
 * checked once, when a Net is made; a search checks what it is asked, and nothing can go wrong in between. */

#include "../stable_python.h"

#include <string.h>

#include "_reach_search.h"

typedef struct {
    PyObject_HEAD
    ReachMap map;
    PyObject **numbers; /* the hexes as Python integers, shared by all answers */
} Net;

/* ---- asking ------------------------------------------------------------------------------------------- */

/* A whole number from 0 to REACH_MOST, or -1 with an error set. */
static int amount(PyObject *value, const char *what) {
    int overflow;
    long number;
    if (!PyLong_CheckExact(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be an integer", what);
        return -1;
    }
    number = PyLong_AsLongAndOverflow(value, &overflow);
    if (overflow || number < 0 || number > REACH_MOST) {
        PyErr_Format(PyExc_ValueError, "%s must be from 0 to %d", what, REACH_MOST);
        return -1;
    }
    return (int)number;
}

/* The starts of a dict of as many; what the dearest has cost, or -1 with an error set. */
static int read_starts(const ReachMap *map, PyObject *given, ReachStart *starts) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    int dearest = 0;
    while (PyDict_Next(given, &at, &key, &value)) {
        int hex = amount(key, "a start"), spent = hex < 0 ? -1 : amount(value, "what a start has cost");
        if (spent < 0)
            return -1;
        if (hex >= map->size) {
            PyErr_Format(PyExc_ValueError, "there is no hex %d to start from", hex);
            return -1;
        }
        starts->hex = hex;
        starts->spent = spent;
        starts++;
        if (spent > dearest)
            dearest = spent;
    }
    return dearest;
}

/* An allowance from -1 to `most`, where one beyond makes no difference. -2 with an error set. */
static int read_allowance(PyObject *given, int most) {
    int overflow;
    long number;
    if (!PyLong_CheckExact(given)) {
        PyErr_SetString(PyExc_TypeError, "the allowance must be an integer");
        return -2;
    }
    number = PyLong_AsLongAndOverflow(given, &overflow);
    if (overflow < 0 || (!overflow && number < 0))
        return -1;
    return overflow || number > most ? most : (int)number;
}

/* The bits of a set of hexes, or NULL with an error set. */
static const unsigned char *read_set(const ReachMap *map, PyObject *given) {
    char *bytes;
    Py_ssize_t length;
    if (PyBytes_AsStringAndSize(given, &bytes, &length) < 0)
        return NULL;
    if (length < (map->size + 7) / 8) {
        PyErr_SetString(PyExc_ValueError, "a set of hexes must have a bit for each hex");
        return NULL;
    }
    return (const unsigned char *)bytes;
}

/* The numbers as a Python list; those below the size of the map are shared. */
static PyObject *list_of(const Net *net, const int *order, const int *table, int count) {
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        int number = table ? table[order[i]] : order[i];
        PyObject *shared = number < net->map.size ? net->numbers[number] : NULL;
        PyObject *item = shared ? Py_NewRef(shared) : PyLong_FromLong(number);
        if (!item || PyList_SetItem(list, i, item) < 0)
            Py_CLEAR(list);
    }
    return list;
}

/* (hexes, costs, before) or NULL with an error set. */
static PyObject *answer_of(const Net *net, const ReachQuestion *asked) {
    PyObject *hexes = NULL, *costs = NULL, *told = NULL;
    ReachAnswer answer;
    void *room = PyMem_Malloc(reach_room(&net->map, asked));
    PyObject *before = PyBytes_FromStringAndSize(NULL, net->map.size * (Py_ssize_t)sizeof(int));
    if (!room)
        PyErr_NoMemory();
    if (room && before) {
        answer.before = (int *)PyBytes_AsString(before);
        reach_search(&net->map, asked, room, &answer);
        hexes = list_of(net, answer.order, NULL, answer.found);
        costs = hexes ? list_of(net, answer.order, answer.best, answer.found) : NULL;
        told = costs ? PyTuple_Pack(3, hexes, costs, before) : NULL;
    }
    PyMem_Free(room);
    Py_XDECREF(hexes);
    Py_XDECREF(costs);
    Py_XDECREF(before);
    return told;
}

static PyObject *net_search(PyObject *self, PyObject *const *args, Py_ssize_t given) {
    const Net *net = (const Net *)self;
    const ReachMap *map = &net->map;
    ReachQuestion asked;
    ReachStart one, *starts = &one;
    PyObject *told = NULL;
    int dearest;
    if (given != 7) {
        PyErr_SetString(PyExc_TypeError, "search takes seven arguments");
        return NULL;
    }
    if (!PyDict_CheckExact(args[0])) {
        PyErr_SetString(PyExc_TypeError, "the starts must be a dict");
        return NULL;
    }
    if (!(asked.blocked = read_set(map, args[2])) || !(asked.stop = read_set(map, args[3])) ||
        !(asked.hold = read_set(map, args[4])))
        return NULL;
    if ((asked.minimum = PyObject_IsTrue(args[5])) < 0 || (asked.single = PyObject_IsTrue(args[6])) < 0)
        return NULL;
    if (PyDict_Size(args[0]) > map->size) {
        PyErr_SetString(PyExc_ValueError, "there are more starts than hexes");
        return NULL;
    }
    asked.start_count = (int)PyDict_Size(args[0]);
    if (asked.start_count > 1 && !(starts = PyMem_Malloc((size_t)asked.start_count * sizeof(ReachStart))))
        return PyErr_NoMemory();
    asked.starts = starts;
    dearest = read_starts(map, args[0], starts);
    if (dearest >= 0) {
        asked.allowance = read_allowance(args[1], map->farthest + dearest);
        if (asked.allowance >= -1)
            told = answer_of(net, &asked);
    }
    if (starts != &one)
        PyMem_Free(starts);
    return told;
}

/* ---- the map ------------------------------------------------------------------------------------------ */

static void net_dealloc(PyObject *self) {
    Net *net = (Net *)self;
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    if (net->numbers)
        for (int h = 0; h < net->map.size; h++)
            Py_XDECREF(net->numbers[h]);
    PyMem_Free(net->numbers);
    PyMem_Free(net->map.first);
    PyMem_Free(net->map.least);
    PyMem_Free(net->map.steps);
    release(self);
    Py_DECREF(type);
}

/* Fills a map whose size and count are set; -1 with an error set. */
static int fill(Net *net, const char *first, const char *to, const char *cost) {
    ReachMap *map = &net->map;
    size_t size = (size_t)map->size, count = (size_t)map->count;
    const char *wrong;
    map->first = PyMem_Calloc(size + 1, sizeof(int));
    map->least = PyMem_Calloc(size + 1, sizeof(int));
    map->steps = PyMem_Calloc(count + 1, sizeof(ReachStep));
    net->numbers = PyMem_Calloc(size + 1, sizeof(PyObject *));
    if (!map->first || !map->least || !map->steps || !net->numbers) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(map->first, first, (size + 1) * sizeof(int));
    for (size_t k = 0; k < count; k++) {
        memcpy(&map->steps[k].to, to + k * sizeof(int), sizeof(int));
        memcpy(&map->steps[k].cost, cost + k * sizeof(int), sizeof(int));
    }
    wrong = reach_map_prepare(map);
    if (wrong) {
        PyErr_SetString(PyExc_ValueError, wrong);
        return -1;
    }
    for (size_t h = 0; h < size; h++)
        if (!(net->numbers[h] = PyLong_FromSize_t(h)))
            return -1;
    return 0;
}

static PyObject *net_new(PyTypeObject *type, PyObject *args, PyObject *words) {
    static char *names[] = {"first", "to", "cost", NULL};
    PyObject *given[3];
    char *bytes[3];
    Py_ssize_t length[3];
    allocfunc make = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    Net *net;
    if (!PyArg_ParseTupleAndKeywords(args, words, "SSS", names, given, given + 1, given + 2))
        return NULL;
    for (int i = 0; i < 3; i++) {
        if (PyBytes_AsStringAndSize(given[i], bytes + i, length + i) < 0)
            return NULL;
        if (length[i] % (Py_ssize_t)sizeof(int) || length[i] / (Py_ssize_t)sizeof(int) > REACH_MOST) {
            PyErr_SetString(PyExc_ValueError, "each table must be of C ints, and not too many");
            return NULL;
        }
        length[i] /= (Py_ssize_t)sizeof(int);
    }
    if (length[0] < 1 || length[1] != length[2]) {
        PyErr_SetString(PyExc_ValueError, "a map needs where its steps begin, and as many costs as steps");
        return NULL;
    }
    net = (Net *)make(type, 0); /* all zero */
    if (!net)
        return NULL;
    net->map.size = (int)length[0] - 1;
    net->map.count = (int)length[1];
    if (fill(net, bytes[0], bytes[1], bytes[2]) < 0)
        Py_CLEAR(net);
    return (PyObject *)net;
}

PyDoc_STRVAR(search_doc,
             "search($self, starts, allowance, blocked, stop, hold, minimum, single, /)\n--\n\n"
             "(hexes in the order found, their costs, C ints with the hex before each hex of the map).\n\n"
             "The sets are bytes, bit h of them hex h. ValueError for a start that is not on the map.");

PyDoc_STRVAR(net_doc,
             "Net(first, to, cost)\n--\n\n"
             "The steps of a map: those of hex h are first[h] to first[h + 1] of `to` and `cost`.\n\n"
             "All three are the bytes of arrays of C ints. ValueError where they make no map.");

static PyMethodDef net_methods[] = {
    {"search", (PyCFunction)(void (*)(void))net_search, METH_FASTCALL, search_doc},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot net_slots[] = {
    {Py_tp_doc, (void *)net_doc},
    {Py_tp_new, net_new},
    {Py_tp_dealloc, net_dealloc},
    {Py_tp_methods, net_methods},
    {0, NULL},
};

static PyType_Spec net_spec = {
    .name = "visegrad_editor.engine._reach.Net",
    .basicsize = sizeof(Net),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = net_slots,
};

static int prepare(PyObject *module) {
    PyObject *type = PyType_FromModuleAndSpec(module, &net_spec, NULL);
    int done = type ? PyModule_AddObjectRef(module, "Net", type) : -1;
    Py_XDECREF(type);
    return done;
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, prepare},
    {0, NULL},
};

static PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_reach",
    .m_doc = "Movement reach, compiled. reach.py is the way to it.",
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__reach(void) { return PyModuleDef_Init(&module); }
