/* Overlays and the frames of a preview. */
#include "host.h"

static int32_t odd[] = {-1, 2, 3, 8, 9999, INT32_MIN, INT32_MAX};

static scanbeam_shape find(scanbeam_shapes *shapes, int32_t tag) {
  scanbeam_shape shape;
  size_t i;
  for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
    SCANBEAM_INIT(shape);
    EQUAL(SCANBEAM_OK, scanbeam_shapes_get(shapes, i, &shape));
    if (shape.tag == tag) return shape;
  }
  SCANBEAM_INIT(shape);
  return shape;
}

static scanbeam_view whole(void) {
  scanbeam_view view;
  SCANBEAM_INIT(view);
  view.width = 640;
  view.height = 360;
  view.frame.width = 1280;
  view.frame.height = 720;
  return view;
}

static scanbeam_reader *new_camera(scanbeam_context *context, int32_t mode, uint32_t options) {
  scanbeam_reader *reader = NULL;
  scanbeam_camera_options table;
  SCANBEAM_INIT(table);
  table.mode = mode;
  table.preview_options = options;
  table.identity = "push:";
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_camera(&reader, context, &table));
  return reader;
}

static void wait_for(scanbeam_reader *reader, scanbeam_context *context, scanbeam_scanning_state state) {
  int rounds = 0;
  while (scanbeam_reader_scanning_state(reader) != state && rounds++ < 2000) scanbeam_context_dispatch(context, 10);
  EQUAL(state, scanbeam_reader_scanning_state(reader));
}

static void nothing(void) {
  scanbeam_overlay *overlay = NULL;
  scanbeam_shapes *shapes = NULL;
  scanbeam_view view = whole();
  scanbeam_rect rect;
  scanbeam_part_style style;
  scanbeam_shape shape;
  int32_t tag = 7;
  SCANBEAM_INIT(style);
  SCANBEAM_INIT(shape);
  EQUAL(INVALID, scanbeam_overlay_new(NULL, NULL, NULL));
  EQUAL(INVALID, scanbeam_overlay_new(&overlay, NULL, NULL));
  CHECK(scanbeam_overlay_ref(NULL) == NULL);
  scanbeam_overlay_unref(NULL);
  CHECK(scanbeam_shapes_ref(NULL) == NULL);
  scanbeam_shapes_unref(NULL);
  EQUAL(0, scanbeam_shapes_count(NULL));
  EQUAL(INVALID, scanbeam_shapes_get(NULL, 0, &shape));
  CHECK(scanbeam_shapes_svg(NULL) == NULL);
  EQUAL(INVALID, scanbeam_overlay_shapes_new(&shapes, NULL, &view, 0));
  EQUAL(INVALID, scanbeam_overlay_visible(NULL, &rect));
  EQUAL(INVALID, scanbeam_overlay_button_at(NULL, &view, 0, 0.5, 0.5, &tag));
  EQUAL(0, tag);
  EQUAL(INVALID, scanbeam_overlay_press(NULL, SCANBEAM_OVERLAY_ZOOM_BUTTON));
  EQUAL(INVALID, scanbeam_overlay_set_hidden(NULL, 1));
  EQUAL(INVALID, scanbeam_overlay_set_visible(NULL, SCANBEAM_OVERLAY_AREA, 1));
  EQUAL(INVALID, scanbeam_overlay_get_style(NULL, SCANBEAM_OVERLAY_AREA, &style));
  EQUAL(INVALID, scanbeam_overlay_set_style(NULL, SCANBEAM_OVERLAY_AREA, &style));
  EQUAL(INVALID, scanbeam_overlay_set_pause(NULL, SCANBEAM_OVERLAY_PAUSE_MARK));
  EQUAL(INVALID, scanbeam_overlay_set_blinking(NULL, 1));
  EQUAL(INVALID, scanbeam_overlay_add(NULL, &shape));
  EQUAL(INVALID, scanbeam_overlay_remove(NULL, 10000));
  EQUAL(INVALID, scanbeam_overlay_reset(NULL));
}

static void overlays(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = new_camera(context, SCANBEAM_CAMERA_NO_AIMER, SCANBEAM_PREVIEW_PAUSED);
  scanbeam_overlay *overlay = NULL;
  scanbeam_shapes *shapes = NULL;
  scanbeam_overlay_options options;
  scanbeam_part_style style;
  scanbeam_shape shape;
  scanbeam_view view = whole();
  scanbeam_rect rect;
  scanbeam_point points[2] = {{0.25, 0.5}, {0.75, 0.5}};
  int32_t tag = 7;
  size_t i;
  SCANBEAM_INIT(options);
  SCANBEAM_INIT(style);
  for (i = 0; i < sizeof odd / sizeof *odd; i++) {
    options.mode = odd[i];
    EQUAL(INVALID, scanbeam_overlay_new(&overlay, reader, &options));
    CHECK(overlay == NULL);
  }
  options.mode = SCANBEAM_OVERLAY_LEGACY;
  options.outline_ms = -1;
  EQUAL(INVALID, scanbeam_overlay_new(&overlay, reader, &options));
  options.outline_ms = 500;
  EQUAL(INVALID, scanbeam_overlay_new(NULL, reader, &options));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_new(&overlay, reader, &options));
  CHECK(scanbeam_overlay_ref(overlay) == overlay);
  scanbeam_overlay_unref(overlay);

  /* Nothing runs: the trigger alone. */
  EQUAL(INVALID, scanbeam_overlay_shapes_new(NULL, overlay, &view, 0));
  EQUAL(INVALID, scanbeam_overlay_shapes_new(&shapes, overlay, NULL, 0));
  EQUAL(INVALID, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 2));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  EQUAL(1, scanbeam_shapes_count(shapes));
  shape = find(shapes, SCANBEAM_OVERLAY_TRIGGER_BUTTON);
  EQUAL(SCANBEAM_SHAPE_BUTTON, shape.kind);
  EQUAL(SCANBEAM_SIGN_START, shape.sign);
  SAME("Start scanning", shape.name);
  /* A triangle: three lines, inside of the button. */
  EQUAL(6, shape.point_count);
  CHECK(shape.points[1].x == shape.points[2].x && shape.points[1].y == shape.points[2].y);
  CHECK(shape.points[0].x > shape.frame.x && shape.points[1].x < shape.frame.x + shape.frame.width);
  CHECK(scanbeam_shapes_ref(shapes) == shapes);
  scanbeam_shapes_unref(shapes);
  EQUAL(INVALID, scanbeam_shapes_get(shapes, 1, &shape));
  EQUAL(INVALID, scanbeam_shapes_get(shapes, SIZE_MAX, &shape));
  EQUAL(INVALID, scanbeam_shapes_get(shapes, 0, NULL));
  scanbeam_shapes_unref(shapes);
  EQUAL(SCANBEAM_ERR_STATE, scanbeam_overlay_press(overlay, SCANBEAM_OVERLAY_TRIGGER_BUTTON));

  /* Paused: the viewport of the legacy style, and the sign. */
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  wait_for(reader, context, SCANBEAM_SCANNING_PAUSED);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 1));
  shape = find(shapes, SCANBEAM_OVERLAY_VIEWPORT);
  EQUAL(SCANBEAM_SHAPE_MASK, shape.kind);
  EQUAL(0x80ff0000, shape.line_colour);
  CHECK(shape.line_width == 3);
  EQUAL(SCANBEAM_SIGN_PAUSE, find(shapes, SCANBEAM_OVERLAY_PAUSE_SIGN).sign);
  EQUAL(SCANBEAM_SIGN_CLOSE, find(shapes, SCANBEAM_OVERLAY_CLOSE_BUTTON).sign);
  EQUAL(0, find(shapes, SCANBEAM_OVERLAY_BLINKING_LINE).tag);
  CHECK(strstr(scanbeam_shapes_svg(shapes), "<svg ") == scanbeam_shapes_svg(shapes));
  scanbeam_shapes_unref(shapes);
  for (i = 0; i < sizeof odd / sizeof *odd; i++) {
    if (odd[i] != 2) EQUAL(INVALID, scanbeam_overlay_set_pause(overlay, odd[i]));
    EQUAL(INVALID, scanbeam_overlay_set_hidden(overlay, odd[i]));
    EQUAL(INVALID, scanbeam_overlay_set_visible(overlay, SCANBEAM_OVERLAY_AREA, odd[i]));
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_overlay_set_visible(overlay, odd[i], 0));
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_overlay_get_style(overlay, odd[i], &style));
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_overlay_set_style(overlay, odd[i], NULL));
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_overlay_press(overlay, odd[i]));
    EQUAL(SCANBEAM_ERR_NOT_FOUND, scanbeam_overlay_remove(overlay, odd[i]));
  }
  EQUAL(INVALID, scanbeam_overlay_set_blinking(overlay, -1));
  EQUAL(INVALID, scanbeam_overlay_set_blinking(overlay, 1.0 / 0.0 - 1.0 / 0.0));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_set_blinking(overlay, 0));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_set_pause(overlay, SCANBEAM_OVERLAY_PAUSE_STEADY_LINE));

  /* The host's changes. */
  EQUAL(SCANBEAM_OK, scanbeam_overlay_get_style(overlay, SCANBEAM_OVERLAY_LOCATION, &style));
  EQUAL(0xff00ff00, style.line_colour);
  CHECK(style.line_width == 4);
  EQUAL(INVALID, scanbeam_overlay_get_style(overlay, SCANBEAM_OVERLAY_LOCATION, NULL));
  style.line_colour = 0xffffff00;
  style.line_width = 5;
  EQUAL(SCANBEAM_OK, scanbeam_overlay_set_style(overlay, SCANBEAM_OVERLAY_BLINKING_LINE, &style));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_set_visible(overlay, SCANBEAM_OVERLAY_ZOOM_BUTTON, 0));
  SCANBEAM_INIT(shape);
  shape.tag = 10001;
  shape.kind = SCANBEAM_SHAPE_LINE;
  shape.points = points;
  shape.point_count = 2;
  shape.name = "Line of the host";
  EQUAL(SCANBEAM_OK, scanbeam_overlay_add(overlay, &shape));
  shape.point_count = UINT64_MAX;
  EQUAL(INVALID, scanbeam_overlay_add(overlay, &shape));
  shape.point_count = 2;
  shape.points = NULL;
  EQUAL(INVALID, scanbeam_overlay_add(overlay, &shape));
  shape.points = points;
  shape.tag = SCANBEAM_OVERLAY_LOCATION;
  EQUAL(INVALID, scanbeam_overlay_add(overlay, &shape));
  shape.tag = 10001;
  shape.kind = 8;
  EQUAL(INVALID, scanbeam_overlay_add(overlay, &shape));
  EQUAL(INVALID, scanbeam_overlay_add(overlay, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  EQUAL(0xffffff00, find(shapes, SCANBEAM_OVERLAY_BLINKING_LINE).line_colour);
  EQUAL(0, find(shapes, SCANBEAM_OVERLAY_ZOOM_BUTTON).tag);
  shape = find(shapes, 10001);
  EQUAL(2, shape.point_count);
  CHECK(shape.points[1].x == 0.75);
  SAME("Line of the host", shape.name);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_remove(overlay, 10001));
  EQUAL(2, find(shapes, 10001).point_count); /* the list stays as it was */
  scanbeam_shapes_unref(shapes);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_set_hidden(overlay, 1));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  EQUAL(0, scanbeam_shapes_count(shapes));
  scanbeam_shapes_unref(shapes);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_reset(overlay));

  /* Buttons. */
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  rect = find(shapes, SCANBEAM_OVERLAY_TRIGGER_BUTTON).frame;
  scanbeam_shapes_unref(shapes);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_button_at(overlay, &view, 0, rect.x + rect.width / 2, rect.y + rect.height / 2, &tag));
  EQUAL(SCANBEAM_OVERLAY_TRIGGER_BUTTON, tag);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_button_at(overlay, &view, 0, 0.5, 0.5, &tag));
  EQUAL(0, tag);
  EQUAL(INVALID, scanbeam_overlay_button_at(overlay, &view, 0, 1.0 / 0.0, 0.5, &tag));
  EQUAL(INVALID, scanbeam_overlay_button_at(overlay, NULL, 0, 0.5, 0.5, &tag));
  EQUAL(INVALID, scanbeam_overlay_button_at(overlay, &view, 0, 0.5, 0.5, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_press(overlay, SCANBEAM_OVERLAY_TRIGGER_BUTTON));
  wait_for(reader, context, SCANBEAM_SCANNING_RUNNING);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_visible(overlay, &rect));
  CHECK(rect.x == 0 && rect.width == 1);
  EQUAL(INVALID, scanbeam_overlay_visible(overlay, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_press(overlay, SCANBEAM_OVERLAY_ZOOM_BUTTON));
  for (i = 0; i < 2000 && rect.width == 1; i++) {
    scanbeam_context_dispatch(context, 10);
    scanbeam_overlay_visible(overlay, &rect);
  }
  CHECK(rect.x == 0.25 && rect.width == 0.5);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_press(overlay, SCANBEAM_OVERLAY_CLOSE_BUTTON));
  wait_for(reader, context, SCANBEAM_SCANNING_IDLE);
  /* The overlay keeps its reader. */
  scanbeam_reader_unref(reader);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  scanbeam_shapes_unref(shapes);
  scanbeam_overlay_unref(overlay);
  scanbeam_context_unref(context);
}

static int calls, destroyed;
static scanbeam_feed *called;
static void arrived(void *user_data, scanbeam_feed *feed) {
  CHECK(user_data == &calls);
  called = feed;
  calls++;
}
static void destroy(void *user_data) {
  CHECK(user_data == &calls);
  destroyed++;
}

static void no_feed(void) {
  scanbeam_feed *feed = NULL;
  scanbeam_preview_frame *frame = NULL;
  scanbeam_frame table;
  scanbeam_view view = whole();
  uint8_t pixel[4];
  SCANBEAM_INIT(table);
  EQUAL(INVALID, scanbeam_feed_new(NULL, NULL, NULL));
  EQUAL(INVALID, scanbeam_feed_new(&feed, NULL, NULL));
  CHECK(scanbeam_feed_ref(NULL) == NULL);
  scanbeam_feed_unref(NULL);
  EQUAL(INVALID, scanbeam_feed_set_arrived(NULL, arrived, &calls, destroy));
  EQUAL(1, destroyed);
  EQUAL(-1, scanbeam_feed_fd(NULL));
  EQUAL(0, scanbeam_feed_orientation(NULL));
  EQUAL(0, scanbeam_feed_dropped(NULL));
  EQUAL(INVALID, scanbeam_feed_take(NULL, NULL));
  EQUAL(INVALID, scanbeam_feed_take(&frame, NULL));
  CHECK(scanbeam_preview_frame_ref(NULL) == NULL);
  scanbeam_preview_frame_unref(NULL);
  EQUAL(0, scanbeam_preview_frame_number(NULL));
  EQUAL(INVALID, scanbeam_preview_frame_get(NULL, &table));
  EQUAL(INVALID, scanbeam_preview_frame_paint(NULL, &view, NULL, pixel, 4, 4));
}

static void feeds(void) {
  scanbeam_context *context = new_context(SCANBEAM_CONTEXT_POLL);
  scanbeam_reader *reader = new_camera(context, SCANBEAM_CAMERA_FRONT, 0), *terminal = NULL;
  scanbeam_feed *feed = NULL;
  scanbeam_preview_frame *frame = NULL;
  scanbeam_feed_options options;
  scanbeam_frame pushed, table;
  scanbeam_view view;
  scanbeam_rect part = {0.5, 0, 0.5, 1};
  uint8_t luma[8] = {10, 20, 30, 40, 50, 60, 70, 80};
  uint32_t pixels[2 * 4];
  size_t i;
  SCANBEAM_INIT(options);
  SCANBEAM_INIT(pushed);
  SCANBEAM_INIT(table);
  SCANBEAM_INIT(view);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_mx(&terminal, context));
  EQUAL(SCANBEAM_ERR_UNSUPPORTED, scanbeam_feed_new(&feed, terminal, NULL));
  CHECK(feed == NULL);
  scanbeam_reader_unref(terminal);
  for (i = 0; i < sizeof odd / sizeof *odd; i++) {
    options.orientation = odd[i];
    if (odd[i] < 0 || odd[i] > 8) EQUAL(INVALID, scanbeam_feed_new(&feed, reader, &options));
  }
  options.orientation = 0;
  options.maximum_rate = -1;
  EQUAL(INVALID, scanbeam_feed_new(&feed, reader, &options));
  options.maximum_rate = 0;
  options.flags = SCANBEAM_FEED_LATE_COLOUR << 1;
  EQUAL(INVALID, scanbeam_feed_new(&feed, reader, &options));
  options.flags = SCANBEAM_FEED_LATE_COLOUR;
  EQUAL(SCANBEAM_OK, scanbeam_feed_new(&feed, reader, &options));
  CHECK(scanbeam_feed_ref(feed) == feed);
  scanbeam_feed_unref(feed);
  CHECK(scanbeam_feed_fd(feed) >= 0);
  EQUAL(2, scanbeam_feed_orientation(feed)); /* mirrored: a front camera */
  EQUAL(SCANBEAM_ERR_AGAIN, scanbeam_feed_take(&frame, feed));
  CHECK(frame == NULL);
  destroyed = 0;
  EQUAL(SCANBEAM_OK, scanbeam_feed_set_arrived(feed, arrived, &calls, destroy));

  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 20000));
  EQUAL(SCANBEAM_OK, scanbeam_reader_start_scanning(reader));
  wait_for(reader, context, SCANBEAM_SCANNING_RUNNING);
  pushed.data = luma;
  pushed.length = sizeof luma;
  pushed.format = SCANBEAM_PIXELS_GREY;
  pushed.width = 4;
  pushed.height = 2;
  pushed.time_ns = 77;
  EQUAL(SCANBEAM_OK, scanbeam_reader_push_frame(reader, &pushed));
  for (i = 0; i < 2000 && calls == 0; i++) scanbeam_context_dispatch(context, 10);
  EQUAL(1, calls);
  CHECK(called == feed);
  EQUAL(SCANBEAM_OK, scanbeam_feed_take(&frame, feed));
  EQUAL(0, scanbeam_feed_dropped(feed));
  EQUAL(INVALID, scanbeam_feed_take(NULL, feed));
  CHECK(scanbeam_preview_frame_ref(frame) == frame);
  scanbeam_preview_frame_unref(frame);
  EQUAL(1, scanbeam_preview_frame_number(frame));
  EQUAL(INVALID, scanbeam_preview_frame_get(frame, NULL));
  EQUAL(SCANBEAM_OK, scanbeam_preview_frame_get(frame, &table));
  EQUAL(SCANBEAM_PIXELS_GREY, table.format);
  EQUAL(4, table.width);
  EQUAL(2, table.height);
  EQUAL(4, table.stride);
  EQUAL(77, table.time_ns);
  EQUAL(sizeof luma, table.length);
  EQUAL(0, memcmp(luma, table.data, sizeof luma));

  /* Mirrored, and stretched to twice the height. */
  view.width = 2;
  view.height = 4;
  view.orientation = 2;
  view.gravity = SCANBEAM_GRAVITY_STRETCH;
  EQUAL(SCANBEAM_OK, scanbeam_preview_frame_paint(frame, &view, &part, (uint8_t *)pixels, 8, sizeof pixels));
  EQUAL(0xff282828, pixels[0]);
  EQUAL(0xff1e1e1e, pixels[1]);
  EQUAL(0xff505050, pixels[4]);
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, NULL, NULL, (uint8_t *)pixels, 8, sizeof pixels));
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, NULL, 8, sizeof pixels));
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, (uint8_t *)pixels, 4, sizeof pixels));
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, (uint8_t *)pixels, 8, sizeof pixels - 1));
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, (uint8_t *)pixels + 1, 8, sizeof pixels));
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, (uint8_t *)pixels, SIZE_MAX, SIZE_MAX));
  view.width = 1e9;
  EQUAL(INVALID, scanbeam_preview_frame_paint(frame, &view, NULL, (uint8_t *)pixels, 8, sizeof pixels));

  EQUAL(0, destroyed);
  scanbeam_feed_unref(feed);
  EQUAL(1, destroyed);
  /* The frame stays. */
  EQUAL(SCANBEAM_OK, scanbeam_preview_frame_get(frame, &table));
  EQUAL(0, memcmp(luma, table.data, sizeof luma));
  scanbeam_preview_frame_unref(frame);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
}

int main(void) {
  nothing();
  overlays();
  no_feed();
  feeds();
  return check_end();
}
