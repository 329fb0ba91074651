/* Functions of a library that need not be installed. */
#ifndef CPLATFORM_FUNCTIONS_H
#define CPLATFORM_FUNCTIONS_H

#include <stddef.h>

/* A function, and where a table has its address. */
typedef struct cplatform_function {
  const char *name;
  size_t offset;
} cplatform_function;

/* Loads a library, never to unload it, and fills a table with the addresses of functions; 0 when the library or one of
   them is not there. */
int cplatform_load_functions(const char *library, const cplatform_function *functions, size_t count, void *table);

#endif
