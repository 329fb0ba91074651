/* The functions of pcsc-lite (libpcsclite.so.1), loaded on first use: a machine without it still loads the library.
   Types and numbers as in winscard.h and pcsclite.h of pcsc-lite 1.9; they have been the same since 1.0. */
#ifndef CPCSC_H
#define CPCSC_H

#include <stdint.h>

/* SCARD_READERSTATE. */
typedef struct cpcsc_reader_state {
  const char *reader;
  void *user_data;
  unsigned long current_state;
  unsigned long event_state;
  unsigned long atr_length;
  unsigned char atr[33];
} cpcsc_reader_state;

/* SCARD_IO_REQUEST. */
typedef struct cpcsc_io_request {
  unsigned long protocol;
  unsigned long length;
} cpcsc_io_request;

typedef struct cpcsc_functions {
  long (*establish_context)(unsigned long scope, const void *, const void *, long *context);
  long (*release_context)(long context);
  long (*list_readers)(long context, const char *groups, char *readers, unsigned long *length);
  long (*get_status_change)(long context, unsigned long timeout_ms, cpcsc_reader_state *states, unsigned long count);
  long (*cancel)(long context);
  long (*connect)(long context, const char *reader, unsigned long share, unsigned long protocols, long *card,
                  unsigned long *protocol);
  long (*reconnect)(long card, unsigned long share, unsigned long protocols, unsigned long initialization,
                    unsigned long *protocol);
  long (*disconnect)(long card, unsigned long disposition);
  long (*begin_transaction)(long card);
  long (*end_transaction)(long card, unsigned long disposition);
  long (*transmit)(long card, const cpcsc_io_request *send_pci, const unsigned char *send, unsigned long send_length,
                   cpcsc_io_request *receive_pci, unsigned char *receive, unsigned long *receive_length);
  long (*control)(long card, unsigned long code, const void *send, unsigned long send_length, void *receive,
                  unsigned long receive_size, unsigned long *receive_length);
} cpcsc_functions;

/* The functions, or NULL when the library is not there or not complete. Loaded once, never unloaded. */
const cpcsc_functions *cpcsc_load(void);

#endif
