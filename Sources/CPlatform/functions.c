#include "functions.h"

#include <dlfcn.h>

int cplatform_load_functions(const char *library, const cplatform_function *functions, size_t count, void *table) {
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return 0;
  for (size_t i = 0; i < count; i++) {
    void *address = dlsym(handle, functions[i].name);
    if (address == NULL) {
      dlclose(handle);
      return 0;
    }
    *(void **)((char *)table + functions[i].offset) = address;
  }
  return 1;
}
