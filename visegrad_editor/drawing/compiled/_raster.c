/* Drawing whole maps, compiled: the module. */

#include "_raster_python.h"

static int prepare(PyObject *module) {
    static PyType_Spec *const specs[] = {&canvas_spec, &shapes_spec, &regions_spec};
    static const char *names[] = {"Canvas", "Shapes", "Regions"};
    int i, done = 0;
    for (i = 0; i < 3 && done == 0; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        done = type ? PyModule_AddObjectRef(module, names[i], type) : -1;
        Py_XDECREF(type);
    }
    return done;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, prepare}, {0, NULL}};
static PyModuleDef module = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_raster",
    .m_doc = "Drawing, compiled.",
    .m_methods = raster_functions,
    .m_slots = module_slots,
};

PyMODINIT_FUNC PyInit__raster(void) { return PyModuleDef_Init(&module); }
