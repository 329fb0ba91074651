/* The functions of sd-bus (libsystemd.so.0), loaded on first use: a machine without it still loads the library. Signatures
   as in the manual pages sd-bus(3) and those that it names, systemd 252. */
#ifndef CSYSTEMBUS_H
#define CSYSTEMBUS_H

#include <stddef.h>
#include <stdint.h>

typedef struct csystembus_bus csystembus_bus;
typedef struct csystembus_message csystembus_message;

/* sd_bus_error. */
typedef struct csystembus_error {
  const char *name;
  const char *message;
  int need_free;
} csystembus_error;

typedef int (*csystembus_handler)(csystembus_message *message, void *user_data, csystembus_error *error);

typedef struct csystembus_functions {
  int (*open_system)(csystembus_bus **bus);
  csystembus_bus *(*flush_close_unref)(csystembus_bus *bus);
  int (*get_fd)(csystembus_bus *bus);
  int (*get_events)(csystembus_bus *bus);
  int (*get_timeout)(csystembus_bus *bus, uint64_t *microseconds);
  int (*process)(csystembus_bus *bus, csystembus_message **message);
  int (*add_match)(csystembus_bus *bus, void **slot, const char *match, csystembus_handler handler, void *user_data);
  int (*add_match_async)(csystembus_bus *bus, void **slot, const char *match, csystembus_handler handler,
                         csystembus_handler installed, void *user_data);
  int (*call_async)(csystembus_bus *bus, void **slot, csystembus_message *message, csystembus_handler handler,
                    void *user_data, uint64_t microseconds);
  int (*new_method_call)(csystembus_bus *bus, csystembus_message **message, const char *destination, const char *path,
                         const char *interface, const char *member);
  csystembus_message *(*unref)(csystembus_message *message);
  int (*append_basic)(csystembus_message *message, char type, const void *value);
  int (*append_array)(csystembus_message *message, char type, const void *bytes, size_t size);
  int (*open_container)(csystembus_message *message, char type, const char *contents);
  int (*close_container)(csystembus_message *message);
  int (*peek_type)(csystembus_message *message, char *type, const char **contents);
  int (*read_basic)(csystembus_message *message, char type, void *value);
  int (*read_array)(csystembus_message *message, char type, const void **bytes, size_t *size);
  int (*enter_container)(csystembus_message *message, char type, const char *contents);
  int (*exit_container)(csystembus_message *message);
  int (*skip)(csystembus_message *message, const char *types);
  int (*is_method_error)(csystembus_message *message, const char *name);
  const csystembus_error *(*get_error)(csystembus_message *message);
  const char *(*get_path)(csystembus_message *message);
  const char *(*get_interface)(csystembus_message *message);
  const char *(*get_member)(csystembus_message *message);
} csystembus_functions;

/* The functions, or NULL when the library is not there or not complete. Loaded once, never unloaded. */
const csystembus_functions *csystembus_load(void);

#endif
