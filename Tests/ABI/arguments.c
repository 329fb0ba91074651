/* Every function with arguments that it must refuse: an error or 0, and the process lives (field reports 33, 95). */
#include "host.h"

#include <limits.h>

static const int32_t odd[] = {INT32_MIN, -1000, -2, -1, 0, 1, 2, 3, 5, 31, 32, 63, 64, 65, 127, 128, 1000, INT32_MAX};
#define EACH(value) for (size_t value##_i = 0; value##_i < sizeof odd / sizeof *odd; value##_i++)
#define ODD(value) odd[value##_i]

static void nothing(void *user_data, scanbeam_reader *reader, const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)error;
}

static void no_flag(void *user_data, scanbeam_reader *reader, int32_t value, const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)value, (void)error;
}

static void no_log(void *user_data, scanbeam_log_level level, const char *message) {
  (void)user_data, (void)level, (void)message;
}

static int destroyed;
static void destroy(void *user_data) {
  (void)user_data;
  destroyed++;
}

static void values(void) {
  scanbeam_symbology list[64];
  size_t needed = 0, capacity;

  scanbeam_table_init(NULL, 100);
  scanbeam_table_init(list, 0);
  scanbeam_table_init(list, 7);
  scanbeam_free(NULL);
  EQUAL(SCANBEAM_VERSION_NUMBER, scanbeam_version_number());
  SAME("0.1.0", scanbeam_version_string());
  EQUAL(SCANBEAM_API_LEVEL, scanbeam_api_level());
  CHECK(strstr(scanbeam_abi_manifest(), "\"scanbeam_bytes\"") != NULL);
  EQUAL(sizeof(scanbeam_delegate), scanbeam_delegate_size());
  EACH(v) {
    int32_t has = scanbeam_has_feature(ODD(v));
    CHECK(has == 0 || (has == 1 && ODD(v) >= 1 && ODD(v) <= 3));
    CHECK(scanbeam_status_name(ODD(v)) != NULL);
    CHECK(scanbeam_status_message(ODD(v)) != NULL);
    CHECK(scanbeam_symbology_name(ODD(v)) != NULL);
    CHECK(scanbeam_variant_name(ODD(v)) != NULL);
    CHECK(scanbeam_reason_name(ODD(v)) != NULL);
    CHECK(ODD(v) >= 1 || scanbeam_symbology_available(ODD(v)) == 0);
    CHECK(ODD(v) <= 31 || (ODD(v) >= 64 && ODD(v) <= 70) || scanbeam_symbology_available(ODD(v)) == 0);
  }
  SAME("UNKNOWN", scanbeam_symbology_name(INT_MAX));
  SAME("UPC-EAN", scanbeam_symbology_name(SCANBEAM_SYMBOLOGY_UPC_EAN));
  SAME("", scanbeam_variant_name(-1));
  SAME("EAN-13", scanbeam_variant_name(SCANBEAM_VARIANT_EAN13));
  SAME("UNKNOWN", scanbeam_reason_name(INT_MIN));
  SAME("UNKNOWN", scanbeam_confirmation_name(0));
  SAME("UNKNOWN", scanbeam_confirmation_name(3));
  SAME("UNKNOWN", scanbeam_confirmation_name(UINT32_MAX));
  SAME("PIXELS", scanbeam_confirmation_name(SCANBEAM_CONFIRMED_PIXELS));
  SAME("TIMED_OUT", scanbeam_reason_name(SCANBEAM_REASON_TIMED_OUT));
  EQUAL(0, scanbeam_symbology_from_name(NULL));
  EQUAL(0, scanbeam_symbology_from_name(""));
  EQUAL(0, scanbeam_symbology_from_name("no such thing"));
  EQUAL(0, scanbeam_symbology_from_name("\xff\xfe\x80"));
  EQUAL(SCANBEAM_SYMBOLOGY_QR, scanbeam_symbology_from_name("qr"));
  EQUAL(SCANBEAM_SYMBOLOGY_C128, scanbeam_symbology_from_name("SYMBOL.C128"));
  EQUAL(SCANBEAM_SYMBOLOGY_UPC_EAN, scanbeam_symbology_from_name("EAN-13"));

  EQUAL(SCANBEAM_OK, scanbeam_symbologies(NULL, 0, &needed)); /* that is the question for the size */
  CHECK(needed >= 8 && needed <= 64);
  EQUAL(SCANBEAM_OK, scanbeam_symbologies(NULL, 0, NULL));
  EQUAL(SCANBEAM_ERR_BUFFER_TOO_SMALL, scanbeam_symbologies(list, needed - 1, NULL));
  EQUAL(INVALID, scanbeam_symbologies(NULL, needed, NULL));
  EQUAL(INVALID, scanbeam_symbologies(NULL, SIZE_MAX, &capacity));
  EQUAL(SCANBEAM_OK, scanbeam_symbologies(list, 64, NULL));
  list[0] = -1;
  EQUAL(SCANBEAM_OK, scanbeam_symbologies(list, SIZE_MAX, NULL));
  CHECK(list[0] > 0);
  EQUAL(SCANBEAM_OK, scanbeam_symbologies(list, needed, &capacity));
  EQUAL(needed, capacity);
  for (size_t i = 0; i < needed; i++) {
    EQUAL(1, scanbeam_symbology_available(list[i]));
    CHECK(i == 0 || list[i - 1] < list[i]);
  }
}

static void results_of(const scanbeam_results *results, int valid) {
  scanbeam_frame frame;
  SCANBEAM_INIT(frame);
  if (!valid) {
    EQUAL(0, scanbeam_results_good_read(results));
    EQUAL(0, scanbeam_results_reason(results));
    EQUAL(0, scanbeam_results_count(results));
    EQUAL(0, scanbeam_results_id(results));
    EQUAL(0, scanbeam_results_time_ns(results));
    EQUAL(0, scanbeam_results_decode_time_ns(results));
    EQUAL(0, scanbeam_results_frame_size(results).width);
    EQUAL(0, scanbeam_results_frame_size(results).height);
    CHECK(scanbeam_results_source(results) == NULL);
    CHECK(scanbeam_results_message(results) == NULL);
    CHECK(scanbeam_results_xml(results) == NULL);
    CHECK(scanbeam_results_svg(results) == NULL);
    EQUAL(INVALID, scanbeam_results_image(results, &frame));
    EQUAL(INVALID, scanbeam_results_image(results, NULL));
  }
  CHECK(scanbeam_results_at(results, SIZE_MAX) == NULL);
  CHECK(scanbeam_results_at(results, (size_t)INT64_MAX) == NULL);
  CHECK(scanbeam_results_at(results, (size_t)INT32_MAX) == NULL);
  CHECK(scanbeam_results_at(results, scanbeam_results_count(results)) == NULL);
}

static void null_result(void) {
  int32_t a = 7, b = 7, c = 7;
  CHECK(scanbeam_results_ref(NULL) == NULL);
  scanbeam_results_unref(NULL);
  results_of(NULL, 0);
  CHECK(scanbeam_result_ref(NULL) == NULL);
  scanbeam_result_unref(NULL);
  EQUAL(0, scanbeam_result_symbology(NULL));
  EQUAL(0, scanbeam_result_variant(NULL));
  CHECK(scanbeam_result_bytes(NULL).data == NULL);
  EQUAL(0, scanbeam_result_bytes(NULL).size);
  CHECK(scanbeam_result_text(NULL) == NULL);
  CHECK(scanbeam_result_charset(NULL) == NULL);
  CHECK(scanbeam_result_eci(NULL) <= 0);
  CHECK(scanbeam_result_aim_id(NULL) == NULL);
  EQUAL(0, scanbeam_result_is_gs1(NULL));
  EQUAL(SCANBEAM_LINKAGE_NONE, scanbeam_result_linkage(NULL));
  CHECK(scanbeam_result_gtin(NULL) == NULL);
  CHECK(scanbeam_result_add_on(NULL) == NULL);
  CHECK(scanbeam_result_corners(NULL).bottom_left.y == 0 && scanbeam_result_corners(NULL).top_left.x == 0);
  EQUAL(0, scanbeam_result_confidence(NULL));
  EQUAL(0, scanbeam_result_confirmations(NULL));
  CHECK(scanbeam_result_verification(NULL) == NULL);
  EQUAL(0, scanbeam_result_structured_append(NULL, &a, &b, &c));
  EQUAL(0, scanbeam_result_structured_append(NULL, NULL, NULL, NULL));
  CHECK(a == 7 && b == 7 && c == 7);
  CHECK(scanbeam_result_xml(NULL) == NULL);
  CHECK(scanbeam_result_svg(NULL) == NULL);
}

static void decoding(const scanbeam_frame *good) {
  scanbeam_results *results = (scanbeam_results *)&results;
  scanbeam_decode_options options;
  scanbeam_frame frame;
  scanbeam_symbology wanted[2] = {SCANBEAM_SYMBOLOGY_QR, SCANBEAM_SYMBOLOGY_C128};

  EQUAL(INVALID, scanbeam_decode_frame(NULL, good, NULL));
  EQUAL(INVALID, scanbeam_decode_frame(&results, NULL, NULL));
  CHECK(results == NULL);
  EQUAL(INVALID, scanbeam_decode_picture(NULL, "x", 1, NULL));
  EQUAL(INVALID, scanbeam_decode_picture(&results, NULL, 10, NULL));
  EQUAL(INVALID, scanbeam_decode_picture(&results, NULL, SIZE_MAX, NULL));
  EQUAL(INVALID, scanbeam_decode_file(NULL, "/etc/passwd", NULL));
  EQUAL(INVALID, scanbeam_decode_file(&results, NULL, NULL));
  CHECK(scanbeam_decode_picture(&results, "", 0, NULL) < 0);
  EQUAL(SCANBEAM_ERR_FORMAT, scanbeam_decode_picture(&results, "hello, world", 12, NULL));
  CHECK(scanbeam_decode_picture(&results, "\x89PNG\r\n\x1a\n", 8, NULL) < 0);
  CHECK(scanbeam_decode_picture(&results, "\xff\xd8\xff", 3, NULL) < 0);
  CHECK(scanbeam_decode_picture(&results, "BM", 2, NULL) < 0);
  CHECK(scanbeam_decode_picture(&results, "P5 60000 60000 255\n", 19, NULL) < 0);
  CHECK(scanbeam_decode_picture(&results, "P5 99999999999999999999 2 255\n", 30, NULL) < 0);
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_decode_file(&results, "/no/such/file.png", NULL));
  CHECK(scanbeam_decode_file(&results, "", NULL) < 0);
  CHECK(scanbeam_decode_file(&results, "/", NULL) < 0);
  CHECK(scanbeam_decode_file(&results, "/dev/null", NULL) < 0);
  CHECK(scanbeam_decode_file(&results, "\xff\xfe", NULL) < 0);
  EQUAL(SCANBEAM_ERR_FORMAT, scanbeam_decode_file(&results, "/etc/passwd", NULL));
  CHECK(results == NULL);

  /* Each number of a frame, one after another. */
  EACH(v) {
    frame = *good;
    frame.width = ODD(v);
    CHECK(scanbeam_decode_frame(&results, &frame, NULL) <= 0);
    scanbeam_results_unref(results);
    frame = *good;
    frame.height = ODD(v);
    CHECK(scanbeam_decode_frame(&results, &frame, NULL) <= 0);
    scanbeam_results_unref(results);
    frame.width = ODD(v);
    CHECK(scanbeam_decode_frame(&results, &frame, NULL) <= 0);
    scanbeam_results_unref(results);
    frame = *good;
    frame.stride = ODD(v);
    CHECK(scanbeam_decode_frame(&results, &frame, NULL) <= 0);
    scanbeam_results_unref(results);
    frame = *good;
    frame.format = (uint32_t)ODD(v);
    EQUAL(SCANBEAM_ERR_FORMAT, scanbeam_decode_frame(&results, &frame, NULL));
    frame = *good;
    frame.time_ns = ODD(v);
    EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &frame, NULL));
    scanbeam_results_unref(results);
  }
  frame = *good;
  frame.data = NULL;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame = *good;
  frame.length = 0;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame.length = good->length - 1;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame = *good;
  frame.stride = frame.width - 1;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame = *good;
  frame.width = frame.height = 0;
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame = *good;
  frame.length = UINT64_MAX; /* no memory is that long */
  EQUAL(INVALID, scanbeam_decode_frame(&results, &frame, NULL));
  frame.width = frame.height = 60000;
  frame.length = INT64_MAX;
  EQUAL(SCANBEAM_ERR_TOO_LARGE, scanbeam_decode_frame(&results, &frame, NULL));
  frame.width = frame.height = 32767;
  EQUAL(SCANBEAM_ERR_TOO_LARGE, scanbeam_decode_frame(&results, &frame, NULL));
  frame.width = frame.height = INT_MAX;
  frame.stride = INT_MAX;
  CHECK(scanbeam_decode_frame(&results, &frame, NULL) < 0);
  CHECK(results == NULL);
  frame = *good;
  frame.time_ns = INT64_MIN;
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, &frame, NULL));
  scanbeam_results_unref(results);

  /* Each number of the options. */
  EACH(v) {
    SCANBEAM_INIT(options);
    options.effort = ODD(v);
    EQUAL(ODD(v) >= 0 && ODD(v) <= 5 ? SCANBEAM_OK : INVALID, scanbeam_decode_frame(&results, good, &options));
    scanbeam_results_unref(results);
    SCANBEAM_INIT(options);
    options.max_codes = ODD(v);
    EQUAL(ODD(v) >= 0 ? SCANBEAM_OK : INVALID, scanbeam_decode_frame(&results, good, &options));
    scanbeam_results_unref(results);
    SCANBEAM_INIT(options);
    options.budget_ns = ODD(v);
    EQUAL(ODD(v) >= 0 ? SCANBEAM_OK : INVALID, scanbeam_decode_frame(&results, good, &options));
    scanbeam_results_unref(results);
    SCANBEAM_INIT(options);
    options.flags = (uint32_t)ODD(v);
    EQUAL((uint32_t)ODD(v) <= 3 ? SCANBEAM_OK : INVALID, scanbeam_decode_frame(&results, good, &options));
    scanbeam_results_unref(results);
    SCANBEAM_INIT(options);
    wanted[1] = ODD(v);
    options.symbologies = wanted;
    options.symbology_count = 2;
    EQUAL(scanbeam_symbology_available(ODD(v)) ? SCANBEAM_OK
          : ODD(v) >= 1 && ODD(v) <= 31        ? SCANBEAM_ERR_UNSUPPORTED
                                               : scanbeam_decode_frame(&results, good, &options),
          scanbeam_decode_frame(&results, good, &options));
    scanbeam_results_unref(results);
  }
  SCANBEAM_INIT(options);
  options.budget_ns = INT64_MAX;
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, good, &options));
  scanbeam_results_unref(results);
  options.budget_ns = INT64_MIN;
  EQUAL(INVALID, scanbeam_decode_frame(&results, good, &options));
  SCANBEAM_INIT(options);
  options.symbologies = NULL;
  options.symbology_count = 3;
  CHECK(scanbeam_decode_frame(&results, good, &options) <= 0);
  scanbeam_results_unref(results);
  options.symbologies = wanted;
  options.symbology_count = UINT64_MAX;
  EQUAL(INVALID, scanbeam_decode_frame(&results, good, &options));
  CHECK(results == NULL);

  SCANBEAM_INIT(options);
  options.flags = SCANBEAM_DECODE_SVG;
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, good, &options));
  results_of(results, 1);
  EQUAL(1, scanbeam_results_count(results));
  CHECK(scanbeam_results_svg(results) != NULL && scanbeam_result_svg(scanbeam_results_at(results, 0)) != NULL);
  SCANBEAM_INIT(frame);
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_results_image(results, &frame));
  EQUAL(INVALID, scanbeam_results_image(results, NULL));
  EQUAL(-1, scanbeam_result_eci(scanbeam_results_at(results, 0)));
  EQUAL(0, scanbeam_result_structured_append(scanbeam_results_at(results, 0), NULL, NULL, NULL));
  scanbeam_results_unref(results);
  options.flags = SCANBEAM_DECODE_IMAGE;
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&results, good, &options));
  EQUAL(SCANBEAM_OK, scanbeam_results_image(results, &frame));
  EQUAL(SCANBEAM_PIXELS_GREY, frame.format);
  EQUAL(good->width, frame.width);
  EQUAL(good->height, frame.height);
  CHECK(frame.length >= good->length && memcmp(frame.data, good->data, (size_t)good->width) == 0);
  CHECK(scanbeam_results_svg(results) == NULL);
  scanbeam_results_unref(results);
}

static void contexts(void) {
  scanbeam_context *context = (scanbeam_context *)&context, *threaded;
  scanbeam_context_options options;
  scanbeam_device_list *list = (scanbeam_device_list *)&list;
  scanbeam_device device;
  scanbeam_camera_format format;

  EQUAL(INVALID, scanbeam_context_new(NULL, NULL));
  EACH(v) {
    SCANBEAM_INIT(options);
    options.mode = ODD(v);
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID, scanbeam_context_new(&context, &options));
    CHECK((context != NULL) == (ODD(v) == 0 || ODD(v) == 1));
    scanbeam_context_unref(context);
  }
  SCANBEAM_INIT(options);
  options.unused = 1;
  EQUAL(INVALID, scanbeam_context_new(&context, &options));
  CHECK(scanbeam_context_ref(NULL) == NULL);
  scanbeam_context_unref(NULL);
  EQUAL(INVALID, scanbeam_context_close(NULL));
  EQUAL(-1, scanbeam_context_fd(NULL));
  EQUAL(INVALID, scanbeam_context_wake(NULL));
  EACH(v) EQUAL(INVALID, scanbeam_context_dispatch(NULL, ODD(v)));

  /* destroy is called at once when the registration fails. */
  destroyed = 0;
  EQUAL(INVALID, scanbeam_context_set_log(NULL, SCANBEAM_LOG_DEBUG, no_log, &destroyed, destroy));
  EQUAL(1, destroyed);
  EQUAL(INVALID, scanbeam_context_set_log(NULL, 0, NULL, NULL, NULL));

  context = new_context(SCANBEAM_CONTEXT_POLL);
  EACH(v) {
    scanbeam_status status;
    destroyed = 0;
    status = scanbeam_context_set_log(context, ODD(v), no_log, NULL, destroy);
    EQUAL(ODD(v) >= 0 && ODD(v) <= 4 ? SCANBEAM_OK : INVALID, status);
    EQUAL(status < 0, destroyed);
    EQUAL(SCANBEAM_OK, scanbeam_context_set_log(context, 0, NULL, NULL, NULL));
    EQUAL(1, destroyed);
  }
  CHECK(scanbeam_context_fd(context) >= 0);
  EQUAL(SCANBEAM_NOTE_TIMED_OUT, scanbeam_context_dispatch(context, 0));
  EQUAL(SCANBEAM_OK, scanbeam_context_wake(context));
  EQUAL(SCANBEAM_OK, scanbeam_context_dispatch(context, -1));
  threaded = new_context(SCANBEAM_CONTEXT_THREAD);
  EQUAL(-1, scanbeam_context_fd(threaded));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_context_dispatch(threaded, 0));
  EQUAL(SCANBEAM_OK, scanbeam_context_wake(threaded));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(threaded));
  scanbeam_context_unref(threaded);

  EQUAL(INVALID, scanbeam_context_list_cameras(NULL, &list));
  EQUAL(INVALID, scanbeam_context_list_cameras(context, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_context_list_cameras(context, &list));
  CHECK(list != NULL);
  CHECK(scanbeam_device_list_ref(NULL) == NULL);
  CHECK(scanbeam_device_list_ref(list) == list);
  scanbeam_device_list_unref(list);
  scanbeam_device_list_unref(NULL);
  EQUAL(0, scanbeam_device_list_count(NULL));
  SCANBEAM_INIT(device);
  SCANBEAM_INIT(format);
  EQUAL(INVALID, scanbeam_device_list_get(NULL, 0, &device));
  EQUAL(INVALID, scanbeam_device_list_get(list, 0, NULL));
  EQUAL(INVALID, scanbeam_device_list_get(list, SIZE_MAX, &device));
  EQUAL(INVALID, scanbeam_device_list_get(list, (size_t)INT64_MAX, &device));
  EQUAL(INVALID, scanbeam_device_list_get(list, scanbeam_device_list_count(list), &device));
  EQUAL(0, scanbeam_device_list_format_count(NULL, 0));
  EQUAL(0, scanbeam_device_list_format_count(list, SIZE_MAX));
  EQUAL(INVALID, scanbeam_device_list_get_format(NULL, 0, 0, &format));
  EQUAL(INVALID, scanbeam_device_list_get_format(list, SIZE_MAX, SIZE_MAX, &format));
  EQUAL(INVALID, scanbeam_device_list_get_format(list, 0, SIZE_MAX, &format));
  EQUAL(INVALID, scanbeam_device_list_get_format(list, 0, 0, NULL));
  scanbeam_device_list_unref(list);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  scanbeam_context_unref(context);
}

static void null_reader(const scanbeam_frame *good) {
  scanbeam_reader_statistics statistics;
  scanbeam_delegate delegate;
  int32_t flag = 7;
  SCANBEAM_INIT(statistics);
  SCANBEAM_INIT(delegate);
  CHECK(scanbeam_reader_ref(NULL) == NULL);
  scanbeam_reader_unref(NULL);
  EQUAL(INVALID, scanbeam_reader_close(NULL));
  destroyed = 0;
  EQUAL(INVALID, scanbeam_reader_set_delegate(NULL, &delegate, NULL, destroy));
  EQUAL(1, destroyed);
  EQUAL(INVALID, scanbeam_reader_set_delegate(NULL, NULL, NULL, NULL));
  CHECK(scanbeam_reader_identity(NULL) == NULL);
  EQUAL(SCANBEAM_DEVICE_FRAMES, scanbeam_reader_device_class(NULL));
  EQUAL(0, scanbeam_reader_has_capability(NULL, SCANBEAM_CAPABILITY_PUSH));
  EQUAL(0, scanbeam_reader_availability(NULL));
  EQUAL(0, scanbeam_reader_connection_state(NULL));
  EQUAL(0, scanbeam_reader_is_scanning(NULL));
  EQUAL(INVALID, scanbeam_reader_connect(NULL, nothing, NULL));
  EQUAL(INVALID, scanbeam_reader_connect_sync(NULL, 0));
  EQUAL(INVALID, scanbeam_reader_connect_sync(NULL, -1));
  EQUAL(INVALID, scanbeam_reader_disconnect(NULL));
  EQUAL(INVALID, scanbeam_reader_start_scanning(NULL));
  EQUAL(INVALID, scanbeam_reader_stop_scanning(NULL));
  EQUAL(INVALID, scanbeam_reader_push_frame(NULL, good));
  EQUAL(INVALID, scanbeam_reader_push_frame(NULL, NULL));
  EQUAL(INVALID, scanbeam_reader_set_symbology_enabled(NULL, 2, 1, nothing, NULL));
  EQUAL(INVALID, scanbeam_reader_set_symbology_enabled_sync(NULL, 2, 1, -1));
  EQUAL(INVALID, scanbeam_reader_is_symbology_enabled(NULL, 2, no_flag, NULL));
  EQUAL(INVALID, scanbeam_reader_is_symbology_enabled_sync(NULL, 2, &flag, -1));
  EQUAL(7, flag);
  EQUAL(INVALID, scanbeam_reader_set_image_results(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_set_svg_results(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_set_trigger_type(NULL, SCANBEAM_TRIGGER_MANUAL));
  EQUAL(INVALID, scanbeam_reader_set_scan_timeout(NULL, 0));
  EQUAL(INVALID, scanbeam_reader_set_duplicate_timeout(NULL, 0));
  EQUAL(INVALID, scanbeam_reader_set_effort(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_get_statistics(NULL, &statistics));
}

/* Each setter of scanning.h and controls.h: with a reader, or with NULL, when all must be refused. */
static void settings(scanbeam_reader *reader) {
  const scanbeam_status fine = reader ? SCANBEAM_OK : INVALID;
  scanbeam_control_range range;
  scanbeam_rect rect = {1, 2, 3, 4};
  int32_t value = 7;
  SCANBEAM_INIT(range);
#define REFUSED(condition, call) EQUAL((condition) ? fine : INVALID, call)
  EACH(v) {
    const int32_t n = ODD(v);
    REFUSED(n == 0 || n == 1, scanbeam_reader_set_paused(reader, n));
    REFUSED(n >= 1 && n <= 100, scanbeam_reader_set_agreement(reader, 1, n));
    REFUSED(n >= 1 && n <= 5, scanbeam_reader_set_agreement(reader, n, 5));
    REFUSED(n >= 0 && n <= 1000, scanbeam_reader_set_detection_rate(reader, n));
    REFUSED(n >= 1 && n <= 100, scanbeam_reader_set_sharpest_of(reader, n));
    REFUSED(n == 1 || n == 2, scanbeam_reader_set_region(reader, n, 0, 0, 10, 10));
    REFUSED(n >= 0 && n < 100, scanbeam_reader_set_region(reader, SCANBEAM_REGION_PERCENT, n, 0, 1, 1));
    REFUSED(n >= 1 && n <= 50, scanbeam_reader_set_region(reader, SCANBEAM_REGION_PERCENT, 0, 50, 1, n));
    REFUSED(n >= 1 && n <= 32767, scanbeam_reader_set_region(reader, SCANBEAM_REGION_PIXELS, 0, 32766, n, 1));
    REFUSED(n >= 0, scanbeam_reader_set_finder(reader, n, 32, 32));
    REFUSED(n >= 0, scanbeam_reader_set_finder(reader, 1.5, n, 32));
    REFUSED(n >= 1 && n <= 32767, scanbeam_reader_get_region(reader, n, 100, &rect));
    REFUSED(n == 0 || n == 1, scanbeam_reader_set_target(reader, n, 50, 50, 10, 10));
    REFUSED(n >= 0 && n <= 100, scanbeam_reader_set_target(reader, 1, n, 50, 10, 10));
    REFUSED(n >= 1 && n <= 100, scanbeam_reader_set_target(reader, 1, 50, 50, n, 10));
    REFUSED(n == 0 || n == 1, scanbeam_reader_set_nearest_to_centre(reader, n));
    /* Not a camera. */
    CHECK(scanbeam_reader_control_range(reader, n, &range) < 0);
    CHECK(scanbeam_reader_get_control(reader, n, &value) < 0);
    CHECK(scanbeam_reader_set_control(reader, SCANBEAM_CONTROL_GAIN, n) < 0);
    CHECK(scanbeam_reader_set_control(reader, n, 1) < 0);
    CHECK(scanbeam_reader_set_frames(reader, n, 480, 30) < 0);
    CHECK(scanbeam_reader_set_frames(reader, 640, 480, n) < 0);
  }
  EQUAL(7, value);
  REFUSED(0, scanbeam_reader_set_finder(reader, 0.0 / 0.0, 0, 0));
  REFUSED(0, scanbeam_reader_set_finder(reader, 1, 0, 1.0 / 0.0));
  REFUSED(0, scanbeam_reader_get_region(reader, 10, 10, NULL));
  CHECK(scanbeam_reader_set_lamp(reader, NULL) < 0);
  CHECK(scanbeam_reader_set_lamp(reader, "\xff") < 0);
  EQUAL(0, scanbeam_reader_scanning_state(reader));
  EQUAL(0, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_CONTROL(SCANBEAM_CONTROL_ZOOM)));
  if (reader != NULL) {
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_finder(reader, 1, 32, 32));
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_region(reader, 1280, 720, &rect));
    CHECK(rect.x == 312 && rect.y == 32 && rect.width == 656 && rect.height == 656);
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_region(reader, SCANBEAM_REGION_PERCENT, 50, 0, 50, 100));
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_region(reader, 1280, 720, &rect));
    CHECK(rect.x == 640 && rect.y == 0 && rect.width == 640 && rect.height == 720);
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_paused(reader, 0));
  }
#undef REFUSED
}

/* trigger.h and lifecycle.h: with a reader, or with NULL. */
static void lifecycle(scanbeam_reader *reader) {
  const scanbeam_status fine = reader ? SCANBEAM_OK : INVALID;
  scanbeam_key_trigger trigger;
  SCANBEAM_INIT(trigger);
  EQUAL(INVALID, scanbeam_reader_set_key_trigger(reader, &trigger));
  trigger.device = "input:no such keyboard";
  EACH(v) {
    const int32_t n = ODD(v);
    trigger.key = 67;
    trigger.mode = n;
    EQUAL(n >= 1 && n <= 3 ? fine : INVALID, scanbeam_reader_set_key_trigger(reader, &trigger));
    trigger.mode = SCANBEAM_KEY_TOGGLE;
    trigger.key = n;
    EQUAL(n >= 1 && n <= 767 ? fine : INVALID, scanbeam_reader_set_key_trigger(reader, &trigger));
    trigger.key = 67;
    trigger.exclusive = n;
    EQUAL(n == 0 || n == 1 ? fine : INVALID, scanbeam_reader_set_key_trigger(reader, &trigger));
    trigger.exclusive = 0;
  }
  EQUAL(fine, scanbeam_reader_set_key_trigger(reader, NULL));
  {
    scanbeam_line_trigger line;
    SCANBEAM_INIT(line);
    line.mode = SCANBEAM_KEY_HOLD;
    EQUAL(INVALID, scanbeam_reader_set_line_trigger(reader, &line));
    line.chip = "no such chip";
    EACH(v) {
      const int32_t n = ODD(v);
#define TRIED(member, good)                                                                    \
  do {                                                                                         \
    const scanbeam_line_trigger before = line;                                                 \
    scanbeam_status status;                                                                    \
    line.member = n;                                                                           \
    status = scanbeam_reader_set_line_trigger(reader, &line);                                  \
    if (reader != NULL && (good)) CHECK(status == SCANBEAM_ERR_NOT_FOUND || status == SCANBEAM_ERR_UNSUPPORTED); \
    else EQUAL(INVALID, status);                                                               \
    line = before;                                                                             \
  } while (0)
      TRIED(mode, n >= 1 && n <= 3);
      TRIED(bias, n >= 0 && n <= 3);
      TRIED(active_low, n == 0 || n == 1);
      TRIED(debounce_ms, n >= -1 && n <= 1000);
      TRIED(unused, n == 0);
#undef TRIED
    }
    line.line = "trigger";
    line.offset = 1;
    EQUAL(INVALID, scanbeam_reader_set_line_trigger(reader, &line));
    EQUAL(fine, scanbeam_reader_set_line_trigger(reader, NULL));
  }
  EQUAL(fine, scanbeam_reader_resume(reader));
  EQUAL(fine, scanbeam_reader_suspend(reader));
  EQUAL(fine, scanbeam_reader_suspend(reader));
  EQUAL(fine, scanbeam_reader_resume(reader));
}

static void licences(void) {
  /* RFC 8032, 7.1, test 1: a public key. */
  static const uint8_t key[32] = {0xd7, 0x5a, 0x98, 0x01, 0x82, 0xb1, 0x0a, 0xb7, 0xd5, 0x4b, 0xfe,
                                  0xd3, 0xc9, 0x64, 0x07, 0x3a, 0x0e, 0xe1, 0x72, 0xf3, 0xda, 0xa6,
                                  0x23, 0x25, 0xaf, 0x02, 0x1a, 0x68, 0xf7, 0x07, 0x51, 0x1a};
  static const char *const bad[] = {"", ".", "x", "....", "a.b", "=.=", "\xff.\xff", "QUJD.QUJD"};
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_licence_status worth = 7;
  EQUAL(SCANBEAM_LICENCE_OK, scanbeam_context_licence_status(NULL));
  EQUAL(SCANBEAM_LICENCE_OK, scanbeam_context_licence_status(context));
  EQUAL(INVALID, scanbeam_context_set_licence_policy(NULL, "till", key));
  EQUAL(INVALID, scanbeam_context_set_licence_key(NULL, "key", &worth));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_context_set_licence_key(context, "key", &worth));
  EQUAL(INVALID, scanbeam_context_set_licence_policy(context, "till", NULL));
  EACH(v) if (ODD(v) != 0 && ODD(v) != 1) EQUAL(INVALID, scanbeam_context_follow_sleep(context, ODD(v)));
  EQUAL(INVALID, scanbeam_context_follow_sleep(NULL, 1));
  EQUAL(SCANBEAM_OK, scanbeam_context_follow_sleep(context, 0));
  scanbeam_status status = scanbeam_context_set_licence_policy(context, "till", key);
  CHECK(status == SCANBEAM_OK || status == SCANBEAM_ERR_UNSUPPORTED); /* without libsodium */
  if (status == SCANBEAM_OK) {
    EQUAL(INVALID, scanbeam_context_set_licence_policy(context, "", key));
    EQUAL(SCANBEAM_LICENCE_INVALID_KEY, scanbeam_context_licence_status(context));
    EQUAL(INVALID, scanbeam_context_set_licence_key(context, NULL, &worth));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
      EQUAL(SCANBEAM_OK, scanbeam_context_set_licence_key(context, bad[i], &worth));
      EQUAL(SCANBEAM_LICENCE_INVALID_KEY, worth);
    }
    EQUAL(SCANBEAM_OK, scanbeam_context_set_licence_policy(context, NULL, NULL));
    EQUAL(SCANBEAM_LICENCE_OK, scanbeam_context_licence_status(context));
  }
  scanbeam_context_unref(context);
}

static void geometry(void) {
  scanbeam_view view;
  scanbeam_point points[2] = {{0, 0}, {1280, 720}}, out[2];
  scanbeam_rect whole = {0, 0, 1280, 720}, rect = {1, 2, 3, 4};
  SCANBEAM_INIT(view);
  view.frame.width = 1280;
  view.frame.height = 720;
  view.width = view.height = 640;
  EACH(v) {
    const scanbeam_status fine = ODD(v) >= 1 && ODD(v) <= 5 ? SCANBEAM_OK : INVALID;
    EQUAL(fine, scanbeam_view_convert_points(&view, ODD(v), SCANBEAM_SPACE_VIEW, points, 2, out));
    EQUAL(fine, scanbeam_view_convert_rect(&view, SCANBEAM_SPACE_FRAME, ODD(v), &whole, &rect));
    view.orientation = ODD(v);
    EQUAL(ODD(v) >= 0 && ODD(v) <= 8 ? SCANBEAM_OK : INVALID,
          scanbeam_view_convert_points(&view, 1, 5, points, 2, out));
    view.orientation = 0;
    view.gravity = ODD(v);
    EQUAL(ODD(v) >= 0 && ODD(v) <= 3 ? SCANBEAM_OK : INVALID,
          scanbeam_view_convert_points(&view, 1, 5, points, 2, out));
    view.gravity = 0;
    view.frame.width = ODD(v);
    EQUAL(ODD(v) >= 1 ? SCANBEAM_OK : INVALID, scanbeam_view_convert_points(&view, 1, 5, points, 2, out));
    view.frame.width = 1280;
  }
  EQUAL(INVALID, scanbeam_view_convert_points(NULL, 1, 5, points, 2, out));
  EQUAL(INVALID, scanbeam_view_convert_points(&view, 1, 5, NULL, 2, out));
  EQUAL(INVALID, scanbeam_view_convert_points(&view, 1, 5, points, SIZE_MAX, out));
  EQUAL(SCANBEAM_OK, scanbeam_view_convert_points(&view, 1, 5, NULL, 0, NULL));
  EQUAL(INVALID, scanbeam_view_convert_rect(&view, 1, 5, NULL, &rect));
  EQUAL(INVALID, scanbeam_finder_frame(NULL, 1, 0, 0, &rect));
  EQUAL(INVALID, scanbeam_finder_frame(&whole, -1, 0, 0, &rect));
  EQUAL(INVALID, scanbeam_finder_frame(&whole, 1, 0, 0, NULL));
  view.width = -1;
  EQUAL(INVALID, scanbeam_view_convert_rect(&view, 1, 5, &whole, &rect));
  view.width = 640;
  EQUAL(SCANBEAM_OK, scanbeam_view_convert_rect(&view, SCANBEAM_SPACE_FRAME, SCANBEAM_SPACE_VIEW, &whole, &rect));
  CHECK(rect.x == 0 && rect.y == 140 && rect.width == 640 && rect.height == 360);
  EQUAL(SCANBEAM_OK, scanbeam_finder_frame(&whole, 4, 40, 0, &rect));
  CHECK(rect.x == 40 && rect.y == 210 && rect.width == 1200 && rect.height == 300);
}

static void no_devices(void *user_data, scanbeam_context *context) { (void)user_data, (void)context; }

static void terminals(void) {
  static const char *const hosts[] = {"10.0.0.5", "till-7:2300"}, *const wrong[] = {"host:0"}, *const missing[] = {NULL};
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = NULL;
  scanbeam_device_list *list = NULL;
  scanbeam_device device;
  scanbeam_discovery_options discovery;
  scanbeam_network_options network;
  scanbeam_live_image_options live;
  char text[8];
  size_t needed = 0, i, listed = 0;

  EQUAL(INVALID, scanbeam_context_list_devices(NULL, &list));
  EQUAL(INVALID, scanbeam_context_list_devices(context, NULL));
  EQUAL(INVALID, scanbeam_context_set_discovery(NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_context_set_discovery(context, NULL));
  SCANBEAM_INIT(discovery);
  discovery.host_count = 1;
  EQUAL(INVALID, scanbeam_context_set_discovery(context, &discovery));
  discovery.hosts = missing;
  EQUAL(INVALID, scanbeam_context_set_discovery(context, &discovery));
  discovery.hosts = wrong;
  EQUAL(INVALID, scanbeam_context_set_discovery(context, &discovery));
  discovery.host_count = UINT64_MAX;
  EQUAL(INVALID, scanbeam_context_set_discovery(context, &discovery));
  discovery.hosts = hosts;
  discovery.host_count = 2;
  EQUAL(SCANBEAM_OK, scanbeam_context_set_discovery(context, &discovery));
  EQUAL(SCANBEAM_OK, scanbeam_context_list_devices(context, &list));
  for (i = 0; i < scanbeam_device_list_count(list); i++) {
    SCANBEAM_INIT(device);
    EQUAL(SCANBEAM_OK, scanbeam_device_list_get(list, i, &device));
    if (device.device_class != SCANBEAM_DEVICE_NETWORK) continue;
    SAME(listed++ ? "tcp:till-7:2300" : "tcp:10.0.0.5:23", device.identity);
    EQUAL(0, scanbeam_device_list_format_count(list, i));
  }
  EQUAL(2, listed);
  scanbeam_device_list_unref(list);

  destroyed = 0;
  EQUAL(INVALID, scanbeam_context_watch_devices(NULL, no_devices, NULL, destroy));
  EQUAL(1, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_context_watch_devices(context, no_devices, NULL, destroy));
  EQUAL(1, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_context_watch_devices(context, no_devices, NULL, destroy));
  EQUAL(2, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_context_watch_devices(context, NULL, NULL, NULL));
  EQUAL(3, destroyed);

  EQUAL(INVALID, scanbeam_reader_new_mx(NULL, context));
  EQUAL(INVALID, scanbeam_reader_new_mx(&reader, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_mx(&reader, context));
  EQUAL(SCANBEAM_DEVICE_MX, scanbeam_reader_device_class(reader));
  SAME("mx:", scanbeam_reader_identity(reader));
  scanbeam_reader_unref(reader);

  EQUAL(INVALID, scanbeam_reader_new_network(&reader, context, NULL));
  CHECK(reader == NULL);
  SCANBEAM_INIT(network);
  EQUAL(INVALID, scanbeam_reader_new_network(&reader, context, &network));
  network.host = "127.0.0.1";
  EQUAL(INVALID, scanbeam_reader_new_network(NULL, context, &network));
  EQUAL(INVALID, scanbeam_reader_new_network(&reader, NULL, &network));
  EACH(v) {
    network.port = ODD(v);
    reader = NULL;
    EQUAL(ODD(v) >= 0 && ODD(v) <= 65535 ? SCANBEAM_OK : INVALID,
          scanbeam_reader_new_network(&reader, context, &network));
    scanbeam_reader_unref(reader);
  }
  network.host = "no host";
  network.port = 0;
  EQUAL(INVALID, scanbeam_reader_new_network(&reader, context, &network));
  network.host = "127.0.0.1";
  network.port = 1;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_network(&reader, context, &network));
  SAME("tcp:127.0.0.1:1", scanbeam_reader_identity(reader));
  EQUAL(SCANBEAM_DEVICE_NETWORK, scanbeam_reader_device_class(reader));
  EQUAL(1, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_TERMINAL));
  EQUAL(0, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_BATTERY));
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_reader_connect_sync(reader, 20000));

  EQUAL(INVALID, scanbeam_reader_terminal_text(NULL, SCANBEAM_TERMINAL_TYPE, text, sizeof text, &needed));
  EACH(v) {
    EQUAL(ODD(v) >= 1 && ODD(v) <= 3 ? SCANBEAM_OK : INVALID,
          scanbeam_reader_terminal_text(reader, ODD(v), text, sizeof text, &needed));
  }
  EQUAL(SCANBEAM_OK, scanbeam_reader_terminal_text(reader, SCANBEAM_TERMINAL_NAME, NULL, 0, &needed));
  EQUAL(1, needed);
  EQUAL(INVALID, scanbeam_reader_terminal_text(reader, SCANBEAM_TERMINAL_NAME, NULL, 1, &needed));
  EQUAL(SCANBEAM_ERR_BUFFER_TOO_SMALL, scanbeam_reader_terminal_text(reader, SCANBEAM_TERMINAL_NAME, text, 0, NULL));

  EQUAL(INVALID, scanbeam_reader_set_reconnect(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_set_keep_configuration(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_set_heartbeat(NULL, 1));
  EACH(v) {
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_reconnect(reader, ODD(v)));
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_keep_configuration(reader, ODD(v)));
    EQUAL(ODD(v) >= 0 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_heartbeat(reader, ODD(v)));
  }
  SCANBEAM_INIT(live);
  EQUAL(INVALID, scanbeam_reader_set_image_push(NULL, 1));
  EQUAL(INVALID, scanbeam_reader_set_image_push(reader, -1));
  EQUAL(INVALID, scanbeam_reader_set_image_push(reader, 65536));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_image_push(reader, 65535));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_image_push(reader, 0));
  EQUAL(INVALID, scanbeam_reader_set_live_image(NULL, &live, nothing, NULL));
  EQUAL(INVALID, scanbeam_reader_set_live_image(reader, &live, nothing, NULL)); /* a quality of 0 */
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_live_image(reader, NULL, nothing, NULL));
  live.quality = 50;
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_live_image(reader, &live, NULL, NULL));
  live.format = 2;
  EQUAL(INVALID, scanbeam_reader_set_live_image(reader, &live, NULL, NULL));
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:"));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_image_push(reader, 1));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_live_image(reader, NULL, NULL, NULL));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_terminal_text(reader, SCANBEAM_TERMINAL_TYPE, text, 8, NULL));
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
}

static void readers(const scanbeam_frame *good) {
  static const char *const bad[] = {"", ":", "nothing", "nosuch:thing", "usb", "\xff\xfe:x", "tcp:", "/dev/nosuchnode"};
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = (scanbeam_reader *)&reader;
  scanbeam_reader_statistics statistics;
  scanbeam_frame frame;
  int32_t flag = 7;
  char *longest;

  EQUAL(INVALID, scanbeam_reader_new_identity(NULL, context, "push:"));
  EQUAL(INVALID, scanbeam_reader_new_identity(&reader, NULL, "push:"));
  CHECK(reader == NULL);
  EQUAL(INVALID, scanbeam_reader_new_identity(&reader, context, NULL));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    scanbeam_status status = scanbeam_reader_new_identity(&reader, context, bad[i]);
    CHECK(i == 7 || status == INVALID);
    scanbeam_reader_unref(reader); /* a path with a slash makes a reader that is unavailable */
  }
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_reader_new_identity(&reader, context, "/dev/video9999"));
  CHECK(reader == NULL);
  longest = malloc(1 << 20);
  if (longest != NULL) {
    memset(longest, 'x', 1 << 20);
    memcpy(longest, "file:/", 6);
    longest[(1 << 20) - 1] = 0;
    EQUAL(0, scanbeam_reader_new_identity(&reader, context, longest) > 0);
    if (reader != NULL) CHECK(scanbeam_reader_connect_sync(reader, 5000) < 0);
    scanbeam_reader_unref(reader);
    free(longest);
  }

  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "push:test"));
  SAME("push:test", scanbeam_reader_identity(reader));
  EQUAL(SCANBEAM_DEVICE_FRAMES, scanbeam_reader_device_class(reader));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_push_frame(reader, good));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_start_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_stop_scanning(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_disconnect(reader));
  EACH(v) {
    scanbeam_status known = scanbeam_symbology_available(ODD(v)) ? SCANBEAM_OK : SCANBEAM_ERR_UNSUPPORTED;
    scanbeam_status status;
    CHECK(scanbeam_reader_has_capability(reader, ODD(v)) == (ODD(v) == SCANBEAM_CAPABILITY_PUSH));
    status = scanbeam_reader_set_symbology_enabled(reader, ODD(v), 1, nothing, NULL);
    CHECK(status == known || (ODD(v) < 1 && status == INVALID) || (ODD(v) > 31 && status == INVALID));
    status = scanbeam_reader_set_symbology_enabled_sync(reader, ODD(v), 0, 1000);
    CHECK(status == known || (ODD(v) < 1 && status == INVALID) || (ODD(v) > 31 && status == INVALID));
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID,
          scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, ODD(v), NULL, NULL));
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_image_results(reader, ODD(v)));
    EQUAL(ODD(v) == 0 || ODD(v) == 1 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_svg_results(reader, ODD(v)));
    EQUAL(ODD(v) == 1 || ODD(v) == 2 || ODD(v) == 5 ? SCANBEAM_OK : INVALID,
          scanbeam_reader_set_trigger_type(reader, ODD(v)));
    EQUAL(ODD(v) >= 0 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_scan_timeout(reader, ODD(v)));
    EQUAL(ODD(v) >= -1 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_duplicate_timeout(reader, ODD(v)));
    EQUAL(ODD(v) >= 1 && ODD(v) <= 5 ? SCANBEAM_OK : INVALID, scanbeam_reader_set_effort(reader, ODD(v)));
    CHECK(scanbeam_reader_is_symbology_enabled(reader, ODD(v), no_flag, NULL) <= 0);
    CHECK(scanbeam_reader_is_symbology_enabled_sync(reader, ODD(v), &flag, 1000) <= 0);
  }
  settings(reader);
  settings(NULL);
  lifecycle(reader);
  lifecycle(NULL);
  licences();
  geometry();
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_MANUAL));
  EQUAL(INVALID, scanbeam_reader_is_symbology_enabled_sync(reader, SCANBEAM_SYMBOLOGY_QR, NULL, 1000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_is_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_scan_timeout(reader, 0));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 5000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, -1));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect(reader, NULL, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  EQUAL(INVALID, scanbeam_reader_push_frame(reader, NULL));
  frame = *good;
  frame.length--;
  EQUAL(INVALID, scanbeam_reader_push_frame(reader, &frame));
  frame = *good;
  frame.format = 1;
  EQUAL(SCANBEAM_ERR_FORMAT, scanbeam_reader_push_frame(reader, &frame));
  frame = *good;
  frame.stride = frame.width - 1;
  EQUAL(INVALID, scanbeam_reader_push_frame(reader, &frame));
  frame.width = frame.height = 60000;
  frame.length = INT64_MAX;
  frame.stride = 0;
  EQUAL(SCANBEAM_ERR_TOO_LARGE, scanbeam_reader_push_frame(reader, &frame));
  EQUAL(INVALID, scanbeam_reader_get_statistics(reader, NULL));
  SCANBEAM_INIT(statistics);
  EQUAL(SCANBEAM_OK, scanbeam_reader_get_statistics(reader, &statistics));
  EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
  EQUAL(SCANBEAM_OK, scanbeam_reader_close(reader));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_connect(reader, nothing, NULL));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_connect_sync(reader, 100));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_start_scanning(reader));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_push_frame(reader, good));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL));
  scanbeam_reader_unref(reader);

  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, context, "/no/such/folder/picture.png"));
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_reader_connect_sync(reader, 5000));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_push_frame(reader, good));
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_context_close(context));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_new_identity(&reader, context, "push:"));
  scanbeam_context_unref(context);
}

static void no_tag_answer(void *user_data, scanbeam_reader *reader, const uint8_t *data, size_t length,
                          const scanbeam_error *error) {
  (void)user_data, (void)reader, (void)data, (void)length, (void)error;
}

static void messages(void) {
  static const uint8_t uri[] = {0xd1, 0x01, 0x08, 0x55, 0x01, 'n', 'f', 'c', '.', 'c', 'o', 'm'};
  scanbeam_ndef *message = NULL, *empty = NULL;
  scanbeam_wifi wifi;
  size_t i;
  SCANBEAM_INIT(wifi);
  EQUAL(INVALID, scanbeam_ndef_new(NULL, uri, sizeof uri));
  EQUAL(INVALID, scanbeam_ndef_new(&message, NULL, 5));
  EQUAL(INVALID, scanbeam_ndef_new(&message, uri, SIZE_MAX));
  for (i = 1; i < sizeof uri; i++) {
    EQUAL(SCANBEAM_ERR_TAG_FORMAT, scanbeam_ndef_new(&message, uri, i));
    CHECK(message == NULL);
  }
  EQUAL(SCANBEAM_OK, scanbeam_ndef_new(&message, uri, sizeof uri));
  EQUAL(SCANBEAM_OK, scanbeam_ndef_new(&empty, NULL, 0));
  EQUAL(0, scanbeam_ndef_count(empty));
  EQUAL(0, scanbeam_ndef_bytes(empty).size);
  EQUAL(1, scanbeam_ndef_count(message));
  EQUAL(SCANBEAM_NDEF_URI, scanbeam_ndef_record_kind(message, 0));
  SAME("http://www.nfc.com", scanbeam_ndef_record_text(message, 0));
  CHECK(scanbeam_ndef_record_language(message, 0) == NULL);
  EQUAL(1, scanbeam_ndef_record_type_name(message, 0));
  EQUAL(1, scanbeam_ndef_record_type(message, 0).size);
  EQUAL(0, scanbeam_ndef_record_id(message, 0).size);
  EQUAL(8, scanbeam_ndef_record_payload(message, 0).size);
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_ndef_record_wifi(message, 0, &wifi));
  for (i = 1; i != 0; i *= 2) {
    EQUAL(0, scanbeam_ndef_record_kind(message, i));
    CHECK(scanbeam_ndef_record_text(message, i) == NULL);
    CHECK(scanbeam_ndef_record_language(message, i) == NULL);
    EQUAL(0, scanbeam_ndef_record_type_name(message, i));
    EQUAL(0, scanbeam_ndef_record_type(message, i).size);
    EQUAL(0, scanbeam_ndef_record_id(message, i).size);
    EQUAL(0, scanbeam_ndef_record_payload(message, i).size);
    EQUAL(INVALID, scanbeam_ndef_record_wifi(message, i, &wifi));
  }
  EQUAL(0, scanbeam_ndef_count(NULL));
  EQUAL(0, scanbeam_ndef_bytes(NULL).size);
  EQUAL(0, scanbeam_ndef_record_kind(NULL, 0));
  CHECK(scanbeam_ndef_record_text(NULL, 0) == NULL);
  CHECK(scanbeam_ndef_record_language(NULL, 0) == NULL);
  EQUAL(0, scanbeam_ndef_record_type_name(NULL, 0));
  EQUAL(0, scanbeam_ndef_record_type(NULL, 0).size);
  EQUAL(0, scanbeam_ndef_record_id(NULL, 0).size);
  EQUAL(0, scanbeam_ndef_record_payload(NULL, 0).size);
  EQUAL(INVALID, scanbeam_ndef_record_wifi(NULL, 0, &wifi));

  EQUAL(INVALID, scanbeam_ndef_add_uri(NULL, "a:"));
  EQUAL(INVALID, scanbeam_ndef_add_uri(empty, NULL));
  EQUAL(INVALID, scanbeam_ndef_add_uri(empty, "\xff"));
  EQUAL(INVALID, scanbeam_ndef_add_text(NULL, "a", "en"));
  EQUAL(INVALID, scanbeam_ndef_add_text(empty, NULL, "en"));
  EQUAL(INVALID, scanbeam_ndef_add_text(empty, "a", "a language that has more than the sixty-three characters that fit there"));
  EQUAL(INVALID, scanbeam_ndef_add_smart_poster(NULL, "a:", NULL, NULL));
  EQUAL(INVALID, scanbeam_ndef_add_smart_poster(empty, NULL, NULL, NULL));
  EQUAL(INVALID, scanbeam_ndef_add_mime(NULL, "a/b", uri, 1));
  EQUAL(INVALID, scanbeam_ndef_add_mime(empty, NULL, uri, 1));
  EQUAL(INVALID, scanbeam_ndef_add_mime(empty, "", uri, 1));
  EQUAL(INVALID, scanbeam_ndef_add_mime(empty, "a/b", NULL, 1));
  EQUAL(INVALID, scanbeam_ndef_add_mime(empty, "a/b", uri, SIZE_MAX));
  EQUAL(INVALID, scanbeam_ndef_add_external(NULL, "a:b", uri, 1));
  EQUAL(INVALID, scanbeam_ndef_add_external(empty, "a:b", NULL, 1));
  EQUAL(INVALID, scanbeam_ndef_add_wifi(NULL, &wifi));
  EQUAL(INVALID, scanbeam_ndef_add_wifi(empty, NULL));
  wifi.ssid.data = uri;
  wifi.ssid.size = 33;
  EQUAL(INVALID, scanbeam_ndef_add_wifi(empty, &wifi));
  wifi.ssid.size = 4;
  wifi.authentication = -1;
  EQUAL(INVALID, scanbeam_ndef_add_wifi(empty, &wifi));
  wifi.authentication = 65536;
  EQUAL(INVALID, scanbeam_ndef_add_wifi(empty, &wifi));
  EQUAL(INVALID, scanbeam_ndef_add_record(NULL, 1, uri, 1, NULL, 0, NULL, 0));
  EQUAL(INVALID, scanbeam_ndef_add_record(empty, 0, uri, 1, NULL, 0, NULL, 0));
  EQUAL(INVALID, scanbeam_ndef_add_record(empty, 1, uri, 256, NULL, 0, NULL, 0));
  EACH(v) if (ODD(v) < 0 || ODD(v) > 5) {
    EQUAL(INVALID, scanbeam_ndef_add_record(empty, ODD(v), NULL, 0, NULL, 0, NULL, 0));
  }
  EQUAL(0, scanbeam_ndef_count(empty));
  EQUAL(SCANBEAM_OK, scanbeam_ndef_add_text(empty, "Hello", NULL));
  EQUAL(SCANBEAM_OK, scanbeam_ndef_add_smart_poster(empty, "https://example.org", "Shop", NULL));
  EQUAL(SCANBEAM_NDEF_SMART_POSTER, scanbeam_ndef_record_kind(empty, 1));
  wifi.authentication = 0;
  EQUAL(SCANBEAM_OK, scanbeam_ndef_add_wifi(empty, &wifi));
  SCANBEAM_INIT(wifi);
  EQUAL(SCANBEAM_OK, scanbeam_ndef_record_wifi(empty, 2, &wifi));
  EQUAL(4, wifi.ssid.size);
  EQUAL(32, wifi.authentication);
  CHECK(scanbeam_ndef_ref(message) == message);
  scanbeam_ndef_unref(message);
  scanbeam_ndef_unref(message);
  scanbeam_ndef_unref(empty);
  scanbeam_ndef_unref(NULL);
  CHECK(scanbeam_ndef_ref(NULL) == NULL);
}

static void tags(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = NULL, *push = NULL;
  scanbeam_tag_options options;
  scanbeam_tag_operation operation;
  scanbeam_tag_delegate delegate;
  scanbeam_status status;
  uint8_t buffer[4];
  size_t needed = 9;
  SCANBEAM_INIT(options);
  SCANBEAM_INIT(operation);
  SCANBEAM_INIT(delegate);
  EACH(v) {
    CHECK(scanbeam_tag_source_name(ODD(v)) != NULL);
    CHECK(scanbeam_tag_chip_name(ODD(v)) != NULL);
  }
  SAME("ISO14443 A", scanbeam_tag_source_name(SCANBEAM_TAG_ISO14443_A));
  SAME("", scanbeam_tag_source_name(268));
  SAME("unknown", scanbeam_tag_chip_name(-1));
  CHECK(scanbeam_result_tag(NULL) == NULL);
  CHECK(scanbeam_tag_ref(NULL) == NULL);
  scanbeam_tag_unref(NULL);
  EQUAL(0, scanbeam_tag_get_source(NULL));
  EQUAL(0, scanbeam_tag_get_chip(NULL));
  EQUAL(0, scanbeam_tag_id(NULL).size);
  EQUAL(0, scanbeam_tag_id_is_random(NULL));
  EQUAL(0, scanbeam_tag_atr(NULL).size);
  EQUAL(0, scanbeam_tag_has_message(NULL));
  EQUAL(0, scanbeam_tag_message(NULL).size);
  EQUAL(0, scanbeam_tag_forum_type(NULL));
  EQUAL(0, scanbeam_tag_capacity(NULL));
  EQUAL(0, scanbeam_tag_is_writable(NULL));

  EQUAL(INVALID, scanbeam_reader_new_tag(NULL, context, NULL));
  EQUAL(INVALID, scanbeam_reader_new_tag(&reader, NULL, NULL));
  options.flags = 2;
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_new_tag(&reader, context, &options));
  SCANBEAM_INIT(options);
  options.removal_delay_ms = -1;
  EQUAL(INVALID, scanbeam_reader_new_tag(&reader, context, &options));
  SCANBEAM_INIT(options);
  EACH(v) if (ODD(v) != 0 && ODD(v) != 2) {
    options.format = ODD(v);
    EQUAL(INVALID, scanbeam_reader_new_tag(&reader, context, &options));
    CHECK(reader == NULL);
  }
  /* Readers of other kinds have no tags. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&push, context, "push:"));
  EQUAL(0, scanbeam_reader_tag_format(push));
  EQUAL(0, scanbeam_reader_tag_format(NULL));
  EQUAL(INVALID, scanbeam_reader_set_tag_format(NULL, SCANBEAM_TAG_FORMAT_ID_ONLY));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_tag_format(push, SCANBEAM_TAG_FORMAT_ID_ONLY));
  operation.action = SCANBEAM_TAG_READ_MESSAGE;
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_tag_perform(push, &operation, no_tag_answer, NULL));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_tag_perform_sync(push, &operation, NULL, 0, NULL, 100));
  destroyed = 0;
  EQUAL(INVALID, scanbeam_reader_set_tag_delegate(NULL, &delegate, NULL, destroy));
  EQUAL(1, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_tag_delegate(push, &delegate, NULL, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_tag_delegate(push, NULL, NULL, NULL));
  EQUAL(2, destroyed);

  /* Without libpcsclite there is no contactless reader to go on with. */
  status = scanbeam_reader_new_tag(&reader, context, NULL);
  CHECK(status == SCANBEAM_OK || status == SCANBEAM_ERR_UNSUPPORTED);
  if (status == SCANBEAM_OK) {
    EQUAL(SCANBEAM_DEVICE_TAG, scanbeam_reader_device_class(reader));
    EQUAL(1, scanbeam_reader_has_capability(reader, SCANBEAM_CAPABILITY_TAGS));
    EQUAL(SCANBEAM_TAG_FORMAT_TYPE_AND_ID, scanbeam_reader_tag_format(reader));
    EACH(v) if (ODD(v) != 2) EQUAL(INVALID, scanbeam_reader_set_tag_format(reader, ODD(v)));
    EQUAL(INVALID, scanbeam_reader_tag_perform(NULL, &operation, NULL, NULL));
    EQUAL(INVALID, scanbeam_reader_tag_perform(reader, NULL, NULL, NULL));
    EQUAL(INVALID, scanbeam_reader_tag_perform_sync(NULL, &operation, NULL, 0, NULL, 0));
    EQUAL(INVALID, scanbeam_reader_tag_perform_sync(reader, NULL, NULL, 0, NULL, 0));
    EQUAL(INVALID, scanbeam_reader_tag_perform_sync(reader, &operation, NULL, 4, NULL, 0));
    EQUAL(SCANBEAM_ERR_STATE, scanbeam_reader_tag_perform_sync(reader, &operation, buffer, sizeof buffer, &needed, 5000));
    EQUAL(0, needed);
    EACH(v) {
      SCANBEAM_INIT(operation);
      operation.action = ODD(v);
      operation.timeout_ms = -1;
      EQUAL(INVALID, scanbeam_reader_tag_perform(reader, &operation, NULL, NULL));
      operation.timeout_ms = 0;
      operation.length = UINT64_MAX;
      EQUAL(INVALID, scanbeam_reader_tag_perform(reader, &operation, NULL, NULL));
      operation.length = 3;
      EQUAL(INVALID, scanbeam_reader_tag_perform(reader, &operation, NULL, NULL));
      operation.length = 0;
      operation.number = UINT32_MAX;
      if (ODD(v) != 1 && ODD(v) != 2 && ODD(v) != 3) {
        EQUAL(INVALID, scanbeam_reader_tag_perform(reader, &operation, NULL, NULL));
      }
    }
    scanbeam_reader_unref(reader);
  }
  scanbeam_reader_unref(push);
  scanbeam_context_unref(context);
}

static void capture(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *push = NULL, *tag = NULL;
  scanbeam_manager *manager = NULL;
  scanbeam_manager_options options;
  int32_t value = 0;
  EQUAL(SCANBEAM_CAPTURE_NOERROR, scanbeam_capture_result_of(SCANBEAM_OK));
  EQUAL(SCANBEAM_CAPTURE_FAVORITENOTEMPTY, scanbeam_capture_result_of(SCANBEAM_ERR_FAVORITE_ACTIVE));
  EQUAL(SCANBEAM_CAPTURE_CANCEL, scanbeam_capture_result_of(SCANBEAM_ERR_CANCELLED));
  EQUAL(SCANBEAM_CAPTURE_UNABLETOCOMPLETEOPERATION, scanbeam_capture_result_of(INT32_MIN));
  SAME("FAVORITENOTEMPTY", scanbeam_capture_result_name(-95));
  SAME("WAITTIMEOUT", scanbeam_capture_result_name(1));
  SAME("", scanbeam_capture_result_name(-58));
  EACH(v) CHECK(scanbeam_capture_result_name(ODD(v)) != NULL);
  /* Success is success, and every error has a name. */
  for (int32_t s = -120; s < 3; s++) {
    CHECK((scanbeam_capture_result_of(s) >= 0) == (s >= 0));
    CHECK(scanbeam_capture_result_name(scanbeam_capture_result_of(s))[0] != 0);
  }
  EQUAL(0, scanbeam_reader_capture_type(NULL));
  EQUAL(0, scanbeam_manager_capture_type(NULL));
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&push, context, "push:"));
  EQUAL(SCANBEAM_CAPTURE_TYPE_NONE, scanbeam_reader_capture_type(push));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_get_capture_property(push, SCANBEAM_CAPTURE_DEVICE_TYPE, &value));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_capture_property(push, SCANBEAM_CAPTURE_TRIGGER, 1));
  EQUAL(INVALID, scanbeam_reader_get_capture_property(NULL, SCANBEAM_CAPTURE_DEVICE_TYPE, &value));
  EQUAL(INVALID, scanbeam_reader_set_capture_property(NULL, SCANBEAM_CAPTURE_TRIGGER, 1));
  EQUAL(INVALID, scanbeam_reader_get_capture_property(push, SCANBEAM_CAPTURE_DEVICE_TYPE, NULL));
  scanbeam_reader_unref(push);
  if (scanbeam_reader_new_identity(&tag, context, "ble:00:00:00:00:00:00") == SCANBEAM_OK) {
    EQUAL(SCANBEAM_CAPTURE_TYPE_BLE_UNKNOWN, scanbeam_reader_capture_type(tag));
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_capture_property(tag, SCANBEAM_CAPTURE_DEVICE_TYPE, &value));
    EQUAL(SCANBEAM_CAPTURE_TYPE_BLE_UNKNOWN, value);
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_reader_get_capture_property(tag, SCANBEAM_CAPTURE_BATTERY_LEVEL, &value));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_DATA_FORMAT, SCANBEAM_TAG_FORMAT_DATA_ONLY));
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_capture_property(tag, SCANBEAM_CAPTURE_DATA_FORMAT, &value));
    EQUAL(SCANBEAM_TAG_FORMAT_DATA_ONLY, value);
    EQUAL(SCANBEAM_TAG_FORMAT_DATA_ONLY, scanbeam_reader_tag_format(tag));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_LOCAL_ACKNOWLEDGMENT, 1));
    EQUAL(SCANBEAM_OK, scanbeam_reader_get_capture_property(tag, SCANBEAM_CAPTURE_LOCAL_ACKNOWLEDGMENT, &value));
    EQUAL(1, value);
    EQUAL(INVALID, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_DATA_FORMAT, 1));
    EQUAL(INVALID, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_LOCAL_ACKNOWLEDGMENT, 2));
    EQUAL(INVALID, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_TRIGGER, 0));
    EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_DEVICE_TYPE, 0));
    EQUAL(SCANBEAM_OK, scanbeam_reader_set_capture_property(tag, SCANBEAM_CAPTURE_DISCONNECT, 0));
    EACH(v) {
      scanbeam_reader_get_capture_property(tag, ODD(v), &value);
      scanbeam_reader_set_capture_property(tag, ODD(v), ODD(v));
    }
    scanbeam_context_dispatch(context, 0);
    scanbeam_reader_unref(tag);
  }
  SCANBEAM_INIT(options);
  options.state_folder = "/tmp/scanbeam-abi-no-such-state";
  EQUAL(SCANBEAM_OK, scanbeam_manager_new(&manager, context, SCANBEAM_TRANSPORT_USB, &options));
  EQUAL(SCANBEAM_CAPTURE_TYPE_MANAGER, scanbeam_manager_capture_type(manager));
  scanbeam_manager_unref(manager);
  scanbeam_context_unref(context);
}

static void managers(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_manager *manager = NULL;
  scanbeam_manager_options options;
  scanbeam_manager_delegate delegate;
  char buffer[8];
  size_t needed = 0;
  SCANBEAM_INIT(options);
  SCANBEAM_INIT(delegate);
  options.state_folder = "/tmp/scanbeam-abi-no-such-state";
  EACH(v) CHECK(scanbeam_transport_name(ODD(v)) != NULL);
  SAME("pcsc", scanbeam_transport_name(SCANBEAM_TRANSPORT_PCSC));
  EQUAL(INVALID, scanbeam_manager_new(NULL, context, SCANBEAM_TRANSPORT_CAMERA, NULL));
  EQUAL(INVALID, scanbeam_manager_new(&manager, NULL, SCANBEAM_TRANSPORT_CAMERA, NULL));
  for (scanbeam_transport t = SCANBEAM_TRANSPORT_USB; t <= SCANBEAM_TRANSPORT_BLE; t++) {
    scanbeam_status status = scanbeam_manager_new(&manager, context, t, &options);
    CHECK(scanbeam_transport_name(t)[0] != 0);
    CHECK(status == SCANBEAM_OK || (t == SCANBEAM_TRANSPORT_BLE && status == SCANBEAM_ERR_UNSUPPORTED));
    if (status == SCANBEAM_OK) EQUAL(t, scanbeam_manager_transport(manager));
    scanbeam_context_dispatch(context, 0);
    scanbeam_manager_unref(manager);
    manager = NULL;
  }
  EACH(v) if (ODD(v) < 1 || ODD(v) > SCANBEAM_TRANSPORT_BLE) {
    EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_manager_new(&manager, context, ODD(v), &options));
    CHECK(manager == NULL);
  }
  options.flags = 2;
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_manager_new(&manager, context, SCANBEAM_TRANSPORT_CAMERA, &options));
  options.flags = 0;
  EQUAL(SCANBEAM_OK, scanbeam_manager_new(&manager, context, SCANBEAM_TRANSPORT_CAMERA, &options));
  EQUAL(SCANBEAM_TRANSPORT_CAMERA, scanbeam_manager_transport(manager));
  EQUAL(0, scanbeam_manager_transport(NULL));
  CHECK(scanbeam_manager_ref(manager) == manager);
  scanbeam_manager_unref(manager);
  CHECK(scanbeam_manager_ref(NULL) == NULL);
  scanbeam_manager_unref(NULL);
  destroyed = 0;
  EQUAL(INVALID, scanbeam_manager_set_delegate(NULL, &delegate, NULL, destroy));
  EQUAL(1, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_manager_set_delegate(manager, &delegate, NULL, destroy));
  EQUAL(SCANBEAM_OK, scanbeam_manager_set_delegate(manager, NULL, NULL, NULL));
  EQUAL(2, destroyed);
  EQUAL(INVALID, scanbeam_manager_set_favorites(NULL, "*"));
  EQUAL(INVALID, scanbeam_manager_set_favorites(manager, NULL));
  EQUAL(INVALID, scanbeam_manager_set_favorites(manager, "a;*"));
  EQUAL(INVALID, scanbeam_manager_set_favorites(manager, "\xff"));
  EQUAL(INVALID, scanbeam_manager_favorites(NULL, NULL, 0, &needed));
  EQUAL(INVALID, scanbeam_manager_favorites(manager, NULL, 5, &needed));
  EQUAL(SCANBEAM_OK, scanbeam_manager_favorites(manager, NULL, 0, &needed));
  EQUAL(1, needed);
  EQUAL(SCANBEAM_OK, scanbeam_manager_favorites(manager, buffer, sizeof buffer, NULL));
  SAME("", buffer);
  EQUAL(SCANBEAM_ERR_BUFFER_TOO_SMALL, scanbeam_manager_favorites(manager, buffer, 0, &needed));
  EACH(v) if (ODD(v) != 0 && ODD(v) != 1) EQUAL(INVALID, scanbeam_manager_set_pin_to_first(manager, ODD(v)));
  EQUAL(INVALID, scanbeam_manager_set_pin_to_first(NULL, 1));
  EQUAL(INVALID, scanbeam_manager_start_discovery(NULL, 100));
  EACH(v) if (ODD(v) <= 0) EQUAL(INVALID, scanbeam_manager_start_discovery(manager, ODD(v)));
  EQUAL(SCANBEAM_OK, scanbeam_manager_start_discovery(manager, INT32_MAX));
  EQUAL(SCANBEAM_ERR_BUSY, scanbeam_manager_start_discovery(manager, 1));
  EQUAL(INVALID, scanbeam_manager_cancel_discovery(NULL));
  EQUAL(SCANBEAM_OK, scanbeam_manager_cancel_discovery(manager));
  EQUAL(INVALID, scanbeam_manager_add_device(NULL, "v4l2:x"));
  EQUAL(INVALID, scanbeam_manager_add_device(manager, NULL));
  EQUAL(INVALID, scanbeam_manager_add_device(manager, "a;b"));
  EQUAL(INVALID, scanbeam_manager_add_device(manager, ""));
  EQUAL(INVALID, scanbeam_manager_remove_device(NULL, "v4l2:x"));
  EQUAL(INVALID, scanbeam_manager_remove_device(manager, NULL));
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_manager_remove_device(manager, "v4l2:x"));
  EQUAL(SCANBEAM_OK, scanbeam_manager_add_device(manager, "v4l2:x"));
  EQUAL(SCANBEAM_OK, scanbeam_manager_favorites(manager, buffer, sizeof buffer, NULL));
  SAME("v4l2:x", buffer);
  EQUAL(SCANBEAM_OK, scanbeam_manager_remove_device(manager, "v4l2:x"));
  EQUAL(SCANBEAM_OK, scanbeam_manager_set_favorites(manager, "*"));
  EQUAL(SCANBEAM_ERR_FAVORITE_ACTIVE, scanbeam_manager_add_device(manager, "v4l2:x"));
  EQUAL(SCANBEAM_OK, scanbeam_manager_set_favorites(manager, ""));
  EQUAL(INVALID, scanbeam_manager_connect_device(NULL, "v4l2:x"));
  EQUAL(INVALID, scanbeam_manager_connect_device(manager, NULL));
  EQUAL(INVALID, scanbeam_manager_connect_device(manager, ""));
  EQUAL(INVALID, scanbeam_manager_disconnect_device(NULL, "v4l2:x"));
  EQUAL(INVALID, scanbeam_manager_disconnect_device(manager, NULL));
  EQUAL(INVALID, scanbeam_manager_unique_identifier(NULL, 1, NULL, 0, NULL));
  EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_manager_unique_identifier(manager, UINT64_MAX, buffer, sizeof buffer, NULL));
  EQUAL(INVALID, scanbeam_manager_close(NULL));
  EQUAL(SCANBEAM_OK, scanbeam_manager_close(manager));
  EQUAL(SCANBEAM_OK, scanbeam_manager_close(manager));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_manager_set_favorites(manager, ""));
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_manager_start_discovery(manager, 100));
  scanbeam_manager_unref(manager);
  scanbeam_context_unref(context);
}

int main(int argc, char **argv) {
  scanbeam_frame good;
  if (argc < 2) return 3;
  good = load_pgm(argv[1], "qr.pgm");
  values();
  messages();
  tags();
  managers();
  capture();
  null_result();
  decoding(&good);
  contexts();
  null_reader(&good);
  terminals();
  readers(&good);
  free((void *)good.data);
  return check_end();
}
