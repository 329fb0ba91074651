/* Reads tags on a contactless reader in the host's own poll loop; with a second argument, writes a URI to the first one.
 *
 *   tag_read [READER [URI]]      READER as "scanbeam list" prints it, "" for the first one
 */
#include <poll.h>
#include <scanbeam.h>
#include <stdio.h>
#include <stdlib.h>

static const char *uri;
static int done;

static void written(void *user_data, scanbeam_reader *reader, const uint8_t *data, size_t length,
                    const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)data, (void)length;
  printf("%s\n", error ? error->message : "written");
  done = 1;
}

/* A tag lies on the reader: write it, if that is wanted. Operations need no scan. */
static void arrived(void *user_data, scanbeam_reader *reader, scanbeam_tag *tag) {
  scanbeam_tag_operation operation = {SCANBEAM_SIZED(scanbeam_tag_operation)};
  scanbeam_ndef *message = NULL;
  (void)user_data, (void)tag;
  if (uri == NULL || scanbeam_ndef_new(&message, NULL, 0) != SCANBEAM_OK) return;
  if (scanbeam_ndef_add_uri(message, uri) == SCANBEAM_OK) {
    scanbeam_bytes bytes = scanbeam_ndef_bytes(message);
    operation.action = SCANBEAM_TAG_WRITE_MESSAGE;
    operation.data = bytes.data; /* copied before the call returns */
    operation.length = bytes.size;
    operation.timeout_ms = 5000;
    scanbeam_reader_tag_perform(reader, &operation, written, NULL);
  }
  scanbeam_ndef_unref(message);
}

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  size_t i;
  (void)user_data, (void)reader;
  if (uri != NULL) return;
  for (i = 0; i < scanbeam_results_count(results); i++) {
    scanbeam_result *result = scanbeam_results_at(results, i);
    const char *text = scanbeam_result_text(result);
    printf("%s %s\n", scanbeam_tag_source_name(scanbeam_tag_get_source(scanbeam_result_tag(result))),
           text ? text : "(no text)");
    fflush(stdout);
    done = 1;
  }
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader;
  fprintf(stderr, "%s\n", error->message);
  done = 2;
}

int main(int argc, char **argv) {
  scanbeam_context *context = NULL;
  scanbeam_reader *reader = NULL;
  scanbeam_tag_options options = {SCANBEAM_SIZED(scanbeam_tag_options)};
  scanbeam_delegate delegate = {SCANBEAM_SIZED(scanbeam_delegate)};
  scanbeam_tag_delegate tags = {SCANBEAM_SIZED(scanbeam_tag_delegate)};
  options.reader = argc > 1 && argv[1][0] ? argv[1] : NULL;
  options.format = SCANBEAM_TAG_FORMAT_TYPE_AND_DATA;
  uri = argc > 2 ? argv[2] : NULL;
  delegate.results_received = received;
  delegate.failed = failed;
  tags.arrived = arrived;
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK ||
      scanbeam_reader_new_tag(&reader, context, &options) != SCANBEAM_OK ||
      scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL) != SCANBEAM_OK ||
      scanbeam_reader_set_tag_delegate(reader, &tags, NULL, NULL) != SCANBEAM_OK ||
      scanbeam_reader_connect_sync(reader, 5000) != SCANBEAM_OK ||
      scanbeam_reader_start_scanning(reader) != SCANBEAM_OK) {
    scanbeam_error error = {SCANBEAM_SIZED(scanbeam_error)};
    scanbeam_last_error(&error);
    fprintf(stderr, "%s\n", error.message);
    done = 2;
  }
  while (!done) {
    struct pollfd ready = {scanbeam_context_fd(context), POLLIN, 0};
    if (poll(&ready, 1, -1) > 0) scanbeam_context_dispatch(context, 0);
  }
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return done == 1 ? 0 : 2;
}
