#include "cpcsc.h"
#include "functions.h"

#include <pthread.h>
#include <stddef.h>

static cpcsc_functions functions;
static int loaded;

static void load(void) {
  static const cplatform_function names[] = {
      {"SCardEstablishContext", offsetof(cpcsc_functions, establish_context)},
      {"SCardReleaseContext", offsetof(cpcsc_functions, release_context)},
      {"SCardListReaders", offsetof(cpcsc_functions, list_readers)},
      {"SCardGetStatusChange", offsetof(cpcsc_functions, get_status_change)},
      {"SCardCancel", offsetof(cpcsc_functions, cancel)},
      {"SCardConnect", offsetof(cpcsc_functions, connect)},
      {"SCardReconnect", offsetof(cpcsc_functions, reconnect)},
      {"SCardDisconnect", offsetof(cpcsc_functions, disconnect)},
      {"SCardBeginTransaction", offsetof(cpcsc_functions, begin_transaction)},
      {"SCardEndTransaction", offsetof(cpcsc_functions, end_transaction)},
      {"SCardTransmit", offsetof(cpcsc_functions, transmit)},
      {"SCardControl", offsetof(cpcsc_functions, control)},
  };
  loaded = cplatform_load_functions("libpcsclite.so.1", names, sizeof names / sizeof *names, &functions);
}

const cpcsc_functions *cpcsc_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded ? &functions : NULL;
}
