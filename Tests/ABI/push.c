/* Frames that the host hands in: copied, the newest wins, every one is counted. */
#include "host.h"

static int good, bad, last_was_b, order_broken;
static int64_t last_id;

static void results_received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  const scanbeam_bytes bytes = scanbeam_result_bytes(scanbeam_results_at(results, 0));
  (void)user_data, (void)reader;
  if (scanbeam_results_id(results) <= last_id) order_broken = 1;
  last_id = scanbeam_results_id(results);
  if (!scanbeam_results_good_read(results)) {
    ADD(bad);
    return;
  }
  SET(last_was_b, bytes.size == 6 && memcmp(bytes.data, "SECOND", 6) == 0);
  ADD(good);
}

static scanbeam_reader_statistics count(const scanbeam_reader *reader) {
  scanbeam_reader_statistics s;
  SCANBEAM_INIT(s);
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_statistics(reader, &s));
  return s;
}

static void run(const char *folder, scanbeam_context_mode mode) {
  scanbeam_context *context = new_context(mode);
  scanbeam_reader *reader = NULL;
  scanbeam_delegate delegate;
  scanbeam_reader_statistics s;
  scanbeam_frame a = load_pgm(folder, "qr.pgm"), b = load_pgm(folder, "second.pgm"), borrowed;
  uint8_t *memory;
  double end;
  int i;
  good = bad = last_was_b = 0;
  last_id = 0;
  SCANBEAM_INIT(delegate);
  delegate.results_received = results_received;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:till"));
  EQUAL(1, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_PUSH));
  EQUAL(0, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_LIVE));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_push_frame(reader, &a));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, &delegate, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, 1, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));

  /* Without a scan it is dropped. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &a));
  settle(context);
  s = count(reader);
  EQUAL(1, s.frames_received);
  EQUAL(0, s.frames_decoded);
  EQUAL(1, s.frames_dropped);
  EQUAL(0, good);

  /* 200 frames as fast as they can be copied: the last one is read, whatever was dropped on the way. The memory is
   * ours again at once. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  memory = malloc((size_t)a.length);
  borrowed = a;
  borrowed.data = memory;
  for (i = 0; i < 200; i++) {
    memcpy(memory, a.data, (size_t)a.length);
    EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &borrowed));
    memset(memory, 0x80, (size_t)a.length);
  }
  free(memory);
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &b));
  CHECK(until(context, &last_was_b, 1));
  end = seconds() + 20;
  do {
    settle(context);
    s = count(reader);
  } while (s.frames_decoded + s.frames_dropped < 202 && seconds() < end);
  EQUAL(202, s.frames_received);
  EQUAL(202, s.frames_decoded + s.frames_dropped);
  EQUAL(0, s.frames_corrupt);
  EQUAL(GET(good), s.good_reads);
  CHECK(GET(good) >= 1 && GET(good) <= 201);
  EQUAL(0, bad);

  /* A frame that is refused changes nothing. */
  b.length--;
  EQUAL(INVALID, scanbeam_reader_push_frame(reader, &b));
  b.length++;
  EQUAL(202, count(reader).frames_received);

  /* Each end of a scan is told once, with its reason. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
  CHECK(until(context, &bad, 1));
  EQUAL(0, scanbeam_reader_is_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  EQUAL(1, scanbeam_reader_is_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
  CHECK(until(context, &bad, 2));
  settle(context);
  EQUAL(2, bad);
  EQUAL(2, count(reader).bad_reads);

  /* The first frame of a scan may be pushed as soon as the scan was asked for, and so may the next scan's. */
  {
    int before = GET(good);
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_MANUAL));
    for (i = 1; i <= 50; i++) {
      EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
      EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, i % 2 ? &a : &b));
      CHECK(until(context, &good, before + i));
      EQUAL(i % 2 == 0, GET(last_was_b));
      EQUAL(0, scanbeam_reader_is_scanning(reader));
    }
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS));
    for (i = 1; i <= 50; i++) { /* without letting the loop run in between */
      EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
      EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &a));
      EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
      EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
      SET(last_was_b, 0);
      EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &b));
      CHECK(until(context, &last_was_b, 1));
      EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
    }
    settle(context);
    s = count(reader);
    EQUAL(s.frames_received, s.frames_decoded + s.frames_dropped);
  }
  EQUAL(0, order_broken);

  EQUAL(SCANBEAM_OK, scanbeam_reader_disconnect(reader));
  settle(context);
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_push_frame(reader, &a));
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_context_unref(context);
  free((void *)a.data);
  free((void *)b.data);
}

int main(int argc, char **argv) {
  if (argc < 2) return 3;
  run(argv[1], SCANBEAM_CONTEXT_POLL);
  run(argv[1], SCANBEAM_CONTEXT_THREAD);
  return check_end();
}
