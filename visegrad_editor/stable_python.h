/* The part of Python's stable interface of 3.11 that the compiled parts use, so that they can be built where
 * there is a C compiler but no headers of Python, and for other systems than the one that builds.
 *
 * Names, sizes and values are those that Python promises to keep for every later version (its stable ABI); a
 * test compiles them against Python's own headers. Not for the free-threaded builds, whose objects differ. */

#ifndef VISEGRAD_STABLE_PYTHON_H
#define VISEGRAD_STABLE_PYTHON_H

#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
#define PYTHON_DATA extern __declspec(dllimport)
#define PYTHON_EXPORT __declspec(dllexport)
#else
#define PYTHON_DATA extern
#define PYTHON_EXPORT __attribute__((visibility("default")))
#endif

/* ---- objects ------------------------------------------------------------------------------------------ */

typedef intptr_t Py_ssize_t;
typedef struct _typeobject PyTypeObject;
typedef struct _ts PyThreadState;

typedef struct _object {
    Py_ssize_t ob_refcnt;
    PyTypeObject *ob_type;
} PyObject;

#define PyObject_HEAD PyObject ob_base;

PYTHON_DATA PyObject _Py_NoneStruct;
PYTHON_DATA PyTypeObject PyDict_Type, PyLong_Type, PyTuple_Type;

void Py_IncRef(PyObject *object); /* nothing of NULL */
void Py_DecRef(PyObject *object); /* the same */
PyObject *Py_NewRef(PyObject *object);

#define Py_None (&_Py_NoneStruct)
#define Py_TYPE(object) (((PyObject *)(object))->ob_type)
#define Py_DECREF(object) Py_DecRef((PyObject *)(object))
#define Py_XDECREF(object) Py_DecRef((PyObject *)(object))
#define Py_CLEAR(place)                              \
    do {                                             \
        PyObject *cleared_ = (PyObject *)(place);    \
        (place) = NULL;                              \
        Py_DecRef(cleared_);                         \
    } while (0)
#define Py_RETURN_NONE return Py_NewRef(Py_None)

PyObject *PyObject_GetAttr(PyObject *object, PyObject *name);
PyObject *PyObject_GetAttrString(PyObject *object, const char *name);
int PyObject_IsInstance(PyObject *object, PyObject *type);
int PyObject_IsTrue(PyObject *object);

/* ---- numbers, texts and collections ------------------------------------------------------------------- */

PyObject *PyBool_FromLong(long value);
PyObject *PyLong_FromLong(long value);
PyObject *PyLong_FromSize_t(size_t value);
PyObject *PyLong_FromSsize_t(Py_ssize_t value);
long PyLong_AsLongAndOverflow(PyObject *object, int *overflow);
double PyFloat_AsDouble(PyObject *object);

PyObject *PyBytes_FromStringAndSize(const char *bytes, Py_ssize_t length);
char *PyBytes_AsString(PyObject *object);
int PyBytes_AsStringAndSize(PyObject *object, char **bytes, Py_ssize_t *length);
PyObject *PyUnicode_InternFromString(const char *text);
const char *PyUnicode_AsUTF8AndSize(PyObject *text, Py_ssize_t *length);

PyObject *PyList_New(Py_ssize_t length);
int PyList_SetItem(PyObject *list, Py_ssize_t at, PyObject *item);
PyObject *PyTuple_New(Py_ssize_t length);
PyObject *PyTuple_Pack(Py_ssize_t length, ...);
Py_ssize_t PyTuple_Size(PyObject *tuple);
PyObject *PyTuple_GetItem(PyObject *tuple, Py_ssize_t at);
int PyTuple_SetItem(PyObject *tuple, Py_ssize_t at, PyObject *item);
PyObject *PySequence_Tuple(PyObject *sequence);
Py_ssize_t PyDict_Size(PyObject *dict);
int PyDict_Next(PyObject *dict, Py_ssize_t *at, PyObject **key, PyObject **value);

#define PyLong_CheckExact(object) (Py_TYPE(object) == &PyLong_Type)
#define PyDict_CheckExact(object) (Py_TYPE(object) == &PyDict_Type)

/* ---- memory and buffers ------------------------------------------------------------------------------- */

typedef struct {
    void *buf;
    PyObject *obj;
    Py_ssize_t len, itemsize;
    int readonly, ndim;
    char *format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void *internal;
} Py_buffer;

void PyBuffer_Release(Py_buffer *view);
void *PyMem_Malloc(size_t size);
void *PyMem_Calloc(size_t count, size_t size);
void *PyMem_Realloc(void *memory, size_t size);
void PyMem_Free(void *memory);

PyThreadState *PyEval_SaveThread(void);
void PyEval_RestoreThread(PyThreadState *state);

#define Py_BEGIN_ALLOW_THREADS { PyThreadState *state_ = PyEval_SaveThread();
#define Py_END_ALLOW_THREADS PyEval_RestoreThread(state_); }

/* ---- errors and arguments ----------------------------------------------------------------------------- */

PYTHON_DATA PyObject *PyExc_RuntimeError, *PyExc_TypeError, *PyExc_ValueError;

void PyErr_SetString(PyObject *type, const char *what);
PyObject *PyErr_Format(PyObject *type, const char *what, ...);
PyObject *PyErr_NoMemory(void);
PyObject *PyErr_Occurred(void);

/* No format with # is used, whose lengths have another type without PY_SSIZE_T_CLEAN. */
int PyArg_ParseTuple(PyObject *arguments, const char *format, ...);
int PyArg_ParseTupleAndKeywords(PyObject *arguments, PyObject *named, const char *format, char **names, ...);
PyObject *Py_BuildValue(const char *format, ...);

/* ---- types and modules -------------------------------------------------------------------------------- */

typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
typedef PyObject *(*allocfunc)(PyTypeObject *, Py_ssize_t);
typedef void (*freefunc)(void *);

typedef struct {
    const char *ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char *ml_doc;
} PyMethodDef;

typedef struct {
    int slot;
    void *pfunc;
} PyType_Slot;

typedef struct {
    const char *name;
    int basicsize, itemsize;
    unsigned int flags;
    PyType_Slot *slots;
} PyType_Spec;

typedef struct {
    int slot;
    void *value;
} PyModuleDef_Slot;

typedef struct {
    PyObject ob_base;
    PyObject *(*m_init)(void);
    Py_ssize_t m_index;
    PyObject *m_copy;
} PyModuleDef_Base;

typedef struct {
    PyModuleDef_Base m_base;
    const char *m_name, *m_doc;
    Py_ssize_t m_size;
    PyMethodDef *m_methods;
    PyModuleDef_Slot *m_slots;
    int (*m_traverse)(PyObject *, int (*)(PyObject *, void *), void *);
    int (*m_clear)(PyObject *);
    freefunc m_free;
} PyModuleDef;

#define PyModuleDef_HEAD_INIT {{1, NULL}, NULL, 0, NULL}
#define PyMODINIT_FUNC PYTHON_EXPORT PyObject *
#define PyDoc_STR(text) text
#define PyDoc_STRVAR(name, text) static const char name[] = text

enum { METH_VARARGS = 0x0001, METH_KEYWORDS = 0x0002, METH_NOARGS = 0x0004, METH_O = 0x0008, METH_STATIC = 0x0020,
       METH_FASTCALL = 0x0080 };
enum { Py_TPFLAGS_DEFAULT = 0, Py_TPFLAGS_IMMUTABLETYPE = 1 << 8, Py_TPFLAGS_TUPLE_SUBCLASS = 1 << 26 };
enum { Py_tp_alloc = 47, Py_tp_dealloc = 52, Py_tp_doc = 56, Py_tp_methods = 64, Py_tp_new = 65, Py_tp_free = 74 };
enum { Py_mod_exec = 2 };

unsigned long PyType_GetFlags(PyTypeObject *type);
void *PyType_GetSlot(PyTypeObject *type, int slot);
PyObject *PyType_GetModule(PyTypeObject *type);
PyObject *PyType_FromModuleAndSpec(PyObject *module, PyType_Spec *spec, PyObject *bases);
PyObject *PyModuleDef_Init(PyModuleDef *definition);
int PyModule_AddObjectRef(PyObject *module, const char *name, PyObject *value);

#define PyTuple_Check(object) ((PyType_GetFlags(Py_TYPE(object)) & Py_TPFLAGS_TUPLE_SUBCLASS) != 0)

#endif
