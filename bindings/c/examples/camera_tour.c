/* The tour of a camera reader, in the words of cmbSDK: create, delegate, availability, connect, configure by calls and by
 * commands, scan, a result with image, drawing and XML, time-out, stop, reset, disconnect, connect again.
 *
 *   ./camera_tour IDENTITY             a camera that sees a code, for example /dev/video0
 *   ./camera_tour push: PICTURE.pgm    the same without a camera: the program hands in the picture
 *
 * Exit status: 0 all went as it should, 1 something did not, 2 error.
 */
#include <scanbeam.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  scanbeam_context *context;
  scanbeam_reader *reader;
  scanbeam_frame picture; /* what is handed in; empty with a camera */
  scanbeam_results *results;
  int available, states, answers, beeps;
  int32_t status; /* of the last answer */
  char text[128];
} host;

static int fault(const char *what) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  fprintf(stderr, "%s: %s\n", what, error.message);
  return 2;
}

/* ---- the delegate --------------------------------------------------------------------------------------------------- */

static void availability_changed(void *user_data, scanbeam_reader *reader, scanbeam_availability availability) {
  host *h = user_data;
  (void)reader;
  h->available = availability == SCANBEAM_AVAILABILITY_AVAILABLE;
}

static void connection_state_changed(void *user_data, scanbeam_reader *reader, scanbeam_connection_state state) {
  host *h = user_data;
  (void)reader, (void)state;
  h->states++;
}

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  host *h = user_data;
  (void)reader;
  scanbeam_results_unref(h->results);
  h->results = scanbeam_results_ref(results); /* keep them beyond the call */
}

static void failed(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data;
  fprintf(stderr, "%s: %s\n", scanbeam_reader_identity(reader), error->message);
}

static void beep(void *user_data, scanbeam_reader *reader, int32_t count, int32_t tone) {
  host *h = user_data;
  (void)reader, (void)count, (void)tone;
  h->beeps++; /* a till would play a sound */
}

/* ---- helpers -------------------------------------------------------------------------------------------------------- */

static void answered(void *user_data, scanbeam_reader *reader, scanbeam_dmcc_response *response,
                     const scanbeam_error *error) {
  host *h = user_data;
  (void)reader, (void)error;
  h->status = response ? scanbeam_dmcc_response_status(response) : -1;
  snprintf(h->text, sizeof h->text, "%s", response ? scanbeam_dmcc_response_text(response) : "");
  h->answers++;
}

/* Sends a command and waits for its answer; the DMCC status. */
static int32_t command(host *h, const char *text) {
  const int before = h->answers;
  if (scanbeam_reader_send_command(h->reader, text, NULL, answered, h) != SCANBEAM_OK) return -1;
  while (h->answers == before) scanbeam_context_dispatch(h->context, 1000);
  printf("%-36s %d %s\n", text, (int)h->status, h->text);
  return h->status;
}

/* Scans until the results of the end of the scan came. */
static const scanbeam_results *scan(host *h) {
  scanbeam_results_unref(h->results);
  h->results = NULL;
  if (scanbeam_reader_start_scanning(h->reader) != SCANBEAM_OK) return NULL;
  while (h->results == NULL) {
    if (h->picture.data != NULL) scanbeam_reader_push_frame(h->reader, &h->picture);
    scanbeam_context_dispatch(h->context, 20);
  }
  return h->results;
}

static int load(host *h, const char *path) {
  int width, height;
  uint8_t *pixels;
  FILE *file = fopen(path, "rb");
  if (file == NULL || fscanf(file, "P5 %d %d 255", &width, &height) != 2 || fgetc(file) == EOF || width < 1 ||
      height < 1 || width > 10000 || height > 10000)
    return 0;
  pixels = malloc((size_t)width * (size_t)height);
  if (pixels == NULL || fread(pixels, (size_t)width, (size_t)height, file) != (size_t)height) return 0;
  fclose(file);
  SCANBEAM_INIT(h->picture);
  h->picture.data = pixels;
  h->picture.length = (uint64_t)width * (uint64_t)height;
  h->picture.format = SCANBEAM_PIXELS_GREY;
  h->picture.width = width;
  h->picture.height = height;
  return 1;
}

#define EXPECT(condition)                                       \
  do {                                                          \
    if (!(condition)) {                                         \
      fprintf(stderr, "not as it should be: %s\n", #condition); \
      return 1;                                                 \
    }                                                           \
  } while (0)

/* ---- the tour ------------------------------------------------------------------------------------------------------- */

static int tour(host *h, const char *identity) {
  scanbeam_camera_options options;
  scanbeam_delegate delegate;
  scanbeam_preview preview;
  scanbeam_bytes file;
  const scanbeam_results *results;
  int32_t on = 0;

  /* Create: a camera reader with cmbSDK's defaults. The delegate hears of everything. */
  SCANBEAM_INIT(options);
  options.identity = identity;
  options.mode = SCANBEAM_CAMERA_NO_AIMER;
  if (scanbeam_reader_new_camera(&h->reader, h->context, &options) != SCANBEAM_OK) return fault(identity);
  SCANBEAM_INIT(delegate);
  delegate.availability_changed = availability_changed;
  delegate.connection_state_changed = connection_state_changed;
  delegate.results_received = results_received;
  delegate.failed = failed;
  delegate.beep = beep;
  scanbeam_reader_set_delegate(h->reader, &delegate, h, NULL);
  SCANBEAM_INIT(preview);
  EXPECT(scanbeam_reader_get_preview(h->reader, &preview) == SCANBEAM_OK && preview.shown);

  /* Availability, then connect. */
  while (!h->available && scanbeam_reader_availability(h->reader) != SCANBEAM_AVAILABILITY_UNAVAILABLE)
    scanbeam_context_dispatch(h->context, 1000);
  if (scanbeam_reader_connect_sync(h->reader, 10000) != SCANBEAM_OK) return fault("connect");
  EXPECT(scanbeam_reader_connection_state(h->reader) == SCANBEAM_CONNECTION_CONNECTED && h->states == 2);
  printf("connected to %s\n", scanbeam_reader_identity(h->reader));

  /* Configure by the one door and look through the other. */
  if (scanbeam_reader_set_symbology_enabled_sync(h->reader, SCANBEAM_SYMBOLOGY_QR, 1, 5000) != SCANBEAM_OK)
    return fault("QR");
  EXPECT(command(h, "GET SYMBOL.QR") == 0 && strcmp(h->text, "ON") == 0);
  EXPECT(command(h, "SET SYMBOL.UPC-EAN ON") == 0);
  EXPECT(scanbeam_reader_is_symbology_enabled_sync(h->reader, SCANBEAM_SYMBOLOGY_UPC_EAN, &on, 5000) == SCANBEAM_OK && on);
  EXPECT(command(h, "SET DECODER.EFFORT 9") == SCANBEAM_DMCC_BAD_ARGUMENT);
  EXPECT(command(h, "SET NO.SUCH ON") == SCANBEAM_DMCC_UNKNOWN_COMMAND);
  EXPECT(command(h, "SET TRIGGER.TYPE 2") == 0 && command(h, "SET IMAGE.SIZE 2") == 0);
  scanbeam_reader_set_image_results(h->reader, 1);
  scanbeam_reader_set_svg_results(h->reader, 1);

  /* Scan: a result with image, drawing and XML, and a beep. */
  results = scan(h);
  if (results == NULL) return fault("scan");
  EXPECT(scanbeam_results_good_read(results) && !scanbeam_reader_is_scanning(h->reader));
  printf("read: %s\n", scanbeam_result_read_string(scanbeam_results_main(results)));
  EXPECT(strstr(scanbeam_results_xml(results), "GOOD READ") != NULL);
  EXPECT(strstr(scanbeam_results_svg(results), "<svg") != NULL);
  EXPECT(scanbeam_results_encoded_image(results, &file) == SCANBEAM_OK && file.size > 2 && file.data[0] == 0xff);
  printf("image: JPEG of %zu bytes, frame %d x %d\n", file.size, (int)scanbeam_results_frame_size(results).width,
         (int)scanbeam_results_frame_size(results).height);
  EXPECT(h->beeps == 1);

  /* Time-out: nothing is enabled, so nothing is read. */
  EXPECT(command(h, "SET SYMBOL.QR OFF") == 0 && command(h, "SET SYMBOL.UPC-EAN OFF") == 0);
  EXPECT(command(h, "SET DECODER.MAX-SCAN-TIMEOUT 1") == 0);
  results = scan(h);
  EXPECT(results != NULL && !scanbeam_results_good_read(results));
  EXPECT(scanbeam_results_reason(results) == SCANBEAM_REASON_TIMED_OUT);
  EXPECT(strstr(scanbeam_results_xml(results), "NO READ") != NULL);

  /* Stop: one result that says so. */
  scanbeam_results_unref(h->results);
  h->results = NULL;
  EXPECT(command(h, "SET DECODER.MAX-SCAN-TIMEOUT 0") == 0 && command(h, "TRIGGER ON") == 0);
  EXPECT(scanbeam_reader_is_scanning(h->reader) && command(h, "CONFIG.DEFAULT") == SCANBEAM_DMCC_REJECTED);
  scanbeam_reader_stop_scanning(h->reader);
  while (h->results == NULL) scanbeam_context_dispatch(h->context, 1000);
  EXPECT(scanbeam_results_reason(h->results) == SCANBEAM_REASON_STOPPED);

  /* Reset, disconnect, connect again. */
  if (scanbeam_reader_reset_config_sync(h->reader, 5000) != SCANBEAM_OK) return fault("reset");
  EXPECT(command(h, "GET DECODER.MAX-SCAN-TIMEOUT") == 0 && strcmp(h->text, "60") == 0);
  scanbeam_reader_disconnect(h->reader);
  while (scanbeam_reader_connection_state(h->reader) != SCANBEAM_CONNECTION_DISCONNECTED)
    scanbeam_context_dispatch(h->context, 1000);
  EXPECT(command(h, "GET DECODER.EFFORT") == SCANBEAM_DMCC_OFFLINE);
  if (scanbeam_reader_connect_sync(h->reader, 10000) != SCANBEAM_OK) return fault("connect again");
  scanbeam_reader_set_symbology_enabled_sync(h->reader, SCANBEAM_SYMBOLOGY_QR, 1, 5000);
  scanbeam_reader_set_symbology_enabled_sync(h->reader, SCANBEAM_SYMBOLOGY_UPC_EAN, 1, 5000);
  results = scan(h);
  EXPECT(results != NULL && scanbeam_results_good_read(results));
  printf("read again: %s\n", scanbeam_result_text(scanbeam_results_main(results)));
  return 0;
}

int main(int argc, char **argv) {
  host h;
  int status;
  memset(&h, 0, sizeof h);
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: %s IDENTITY [PICTURE.pgm]\n", argv[0]);
    return 2;
  }
  if (argc == 3 && !load(&h, argv[2])) {
    fprintf(stderr, "%s is no grey PNM picture\n", argv[2]);
    return 2;
  }
  if (scanbeam_context_new(&h.context, NULL) != SCANBEAM_OK) return fault("context");
  status = tour(&h, argv[1]);
  scanbeam_reader_unref(h.reader);
  scanbeam_results_unref(h.results);
  scanbeam_context_unref(h.context);
  free((void *)h.picture.data);
  return status;
}
