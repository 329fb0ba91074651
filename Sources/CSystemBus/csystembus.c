#include "csystembus.h"
#include "functions.h"

#include <pthread.h>

static csystembus_functions functions;
static int loaded;

static void load(void) {
  static const cplatform_function names[] = {
      {"sd_bus_open_system", offsetof(csystembus_functions, open_system)},
      {"sd_bus_flush_close_unref", offsetof(csystembus_functions, flush_close_unref)},
      {"sd_bus_get_fd", offsetof(csystembus_functions, get_fd)},
      {"sd_bus_get_events", offsetof(csystembus_functions, get_events)},
      {"sd_bus_get_timeout", offsetof(csystembus_functions, get_timeout)},
      {"sd_bus_process", offsetof(csystembus_functions, process)},
      {"sd_bus_add_match", offsetof(csystembus_functions, add_match)},
      {"sd_bus_add_match_async", offsetof(csystembus_functions, add_match_async)},
      {"sd_bus_call_async", offsetof(csystembus_functions, call_async)},
      {"sd_bus_message_new_method_call", offsetof(csystembus_functions, new_method_call)},
      {"sd_bus_message_unref", offsetof(csystembus_functions, unref)},
      {"sd_bus_message_append_basic", offsetof(csystembus_functions, append_basic)},
      {"sd_bus_message_append_array", offsetof(csystembus_functions, append_array)},
      {"sd_bus_message_open_container", offsetof(csystembus_functions, open_container)},
      {"sd_bus_message_close_container", offsetof(csystembus_functions, close_container)},
      {"sd_bus_message_peek_type", offsetof(csystembus_functions, peek_type)},
      {"sd_bus_message_read_basic", offsetof(csystembus_functions, read_basic)},
      {"sd_bus_message_read_array", offsetof(csystembus_functions, read_array)},
      {"sd_bus_message_enter_container", offsetof(csystembus_functions, enter_container)},
      {"sd_bus_message_exit_container", offsetof(csystembus_functions, exit_container)},
      {"sd_bus_message_skip", offsetof(csystembus_functions, skip)},
      {"sd_bus_message_is_method_error", offsetof(csystembus_functions, is_method_error)},
      {"sd_bus_message_get_error", offsetof(csystembus_functions, get_error)},
      {"sd_bus_message_get_path", offsetof(csystembus_functions, get_path)},
      {"sd_bus_message_get_interface", offsetof(csystembus_functions, get_interface)},
      {"sd_bus_message_get_member", offsetof(csystembus_functions, get_member)},
  };
  loaded = cplatform_load_functions("libsystemd.so.0", names, sizeof names / sizeof *names, &functions);
}

const csystembus_functions *csystembus_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded ? &functions : NULL;
}
