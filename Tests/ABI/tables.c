/* Sized tables: what a library does with tables from an older or a newer header. */
#include "host.h"

#include <sys/mman.h>
#include <unistd.h>

/* A table of any kind inside a larger block, with a pattern behind it. */
typedef union {
  struct {
    uint32_t size, reserved;
  } head;
  uint8_t bytes[2048];
  scanbeam_error error;
  scanbeam_frame frame;
  scanbeam_decode_options decode;
  scanbeam_context_options context;
  scanbeam_delegate delegate;
  scanbeam_network_options network;
  scanbeam_discovery_options discovery;
  scanbeam_live_image_options live;
  scanbeam_reader_statistics statistics;
  scanbeam_view view;
  scanbeam_key_trigger key;
  scanbeam_aimer aimer;
  scanbeam_overlay_options overlay;
  scanbeam_part_style style;
  scanbeam_shape shape;
  scanbeam_feed_options feed;
} block;

typedef scanbeam_status (*user)(const block *table);

static scanbeam_frame picture;
static scanbeam_reader *reader;
static scanbeam_context *loop;
static int destroyed;
static void destroy(void *user_data) {
  (void)user_data;
  destroyed++;
}

static scanbeam_status use_context(const block *table) {
  scanbeam_context *context = NULL;
  scanbeam_status status = scanbeam_context_new(&context, &table->context);
  CHECK((status == SCANBEAM_OK) == (context != NULL));
  scanbeam_context_unref(context);
  return status;
}

static scanbeam_status use_decode(const block *table) {
  scanbeam_results *results = NULL;
  scanbeam_status status = scanbeam_decode_frame(&results, &picture, &table->decode);
  CHECK((status == SCANBEAM_OK) == (results != NULL));
  scanbeam_results_unref(results);
  return status;
}

static scanbeam_status use_frame(const block *table) {
  scanbeam_results *results = NULL;
  scanbeam_status status = scanbeam_decode_frame(&results, &table->frame, NULL);
  scanbeam_results_unref(results);
  return status;
}

static scanbeam_status use_pushed(const block *table) { return scanbeam_reader_push_frame(reader, &table->frame); }

static scanbeam_status use_network(const block *table) {
  scanbeam_reader *made = NULL;
  scanbeam_status status = scanbeam_reader_new_network(&made, loop, &table->network);
  CHECK((status == SCANBEAM_OK) == (made != NULL));
  scanbeam_reader_unref(made);
  return status;
}

static scanbeam_status use_discovery(const block *table) {
  return scanbeam_context_set_discovery(loop, &table->discovery);
}

static scanbeam_reader *terminal;
static scanbeam_status use_live(const block *table) {
  return scanbeam_reader_set_live_image(terminal, &table->live, NULL, NULL);
}

static scanbeam_status use_delegate(const block *table) {
  scanbeam_status status;
  destroyed = 0;
  status = scanbeam_reader_set_delegate(reader, &table->delegate, NULL, destroy);
  EQUAL(status < 0, destroyed);
  EQUAL(SCANBEAM_OK, scanbeam_reader_set_delegate(reader, NULL, NULL, NULL));
  EQUAL(1, destroyed);
  return status;
}

static scanbeam_status use_view(const block *table) {
  scanbeam_point point = {1, 1};
  return scanbeam_view_convert_points(&table->view, SCANBEAM_SPACE_FRAME, SCANBEAM_SPACE_VIEW, &point, 1, &point);
}

static scanbeam_overlay *overlay;
static scanbeam_shapes *shapes;
static scanbeam_status use_overlay(const block *table) {
  scanbeam_overlay *made = NULL;
  scanbeam_status status = scanbeam_overlay_new(&made, reader, &table->overlay);
  CHECK((status == SCANBEAM_OK) == (made != NULL));
  scanbeam_overlay_unref(made);
  return status;
}

static scanbeam_status use_feed(const block *table) {
  scanbeam_feed *made = NULL;
  scanbeam_status status = scanbeam_feed_new(&made, reader, &table->feed);
  CHECK((status == SCANBEAM_OK) == (made != NULL));
  scanbeam_feed_unref(made);
  return status;
}

static scanbeam_status use_style(const block *table) {
  return scanbeam_overlay_set_style(overlay, SCANBEAM_OVERLAY_AREA, &table->style);
}

static scanbeam_status use_shape(const block *table) {
  scanbeam_status status = scanbeam_overlay_add(overlay, &table->shape);
  if (status == SCANBEAM_OK) EQUAL(SCANBEAM_OK, scanbeam_overlay_remove(overlay, 10000));
  return status;
}

static scanbeam_status use_key(const block *table) { return scanbeam_reader_set_key_trigger(reader, &table->key); }

static scanbeam_reader *aimed;
static scanbeam_status use_aimer(const block *table) {
  return scanbeam_reader_set_aimer(aimed, &table->aimer, NULL, NULL);
}
static scanbeam_status aimer_text(void *user_data, scanbeam_aimer_text text, char *buffer, size_t capacity) {
  (void)user_data, (void)text, (void)buffer, (void)capacity;
  return SCANBEAM_ERR_UNSUPPORTED;
}
static scanbeam_status aimer_get(void *user_data, scanbeam_aimer_property property, int32_t *value) {
  (void)user_data, (void)property, (void)value;
  return SCANBEAM_ERR_UNSUPPORTED;
}
static scanbeam_status aimer_set(void *user_data, scanbeam_aimer_property property, int32_t value) {
  (void)user_data, (void)property, (void)value;
  return SCANBEAM_ERR_UNSUPPORTED;
}

/* newer: what a longer table with something behind the known members is answered with. */
static void input(const char *name, user use, const void *plain, size_t size, scanbeam_status newer) {
  block table;
  size_t s;
  const int before = check_failures;
  for (s = 0; s < size; s++) { /* shorter than the first release's */
    memset(&table, 0, sizeof table);
    memcpy(&table, plain, size);
    table.head.size = (uint32_t)s;
    EQUAL(INVALID, use(&table));
  }
  memset(&table, 0, sizeof table);
  memcpy(&table, plain, size);
  EQUAL(SCANBEAM_OK, use(&table));
  table.head.reserved = 1;
  EQUAL(INVALID, use(&table));
  table.head.reserved = 0;
  for (s = size + 1; s <= size + 64; s++) { /* longer, but nothing is asked for */
    table.head.size = (uint32_t)s;
    EQUAL(SCANBEAM_OK, use(&table));
  }
  for (s = size + 1; s <= size + 64; s++) { /* longer, and something is */
    memset(table.bytes + size, 0, sizeof table - size);
    table.bytes[s - 1] = 1;
    table.head.size = (uint32_t)s;
    EQUAL(newer, use(&table));
  }
  /* What lies behind the table's size does not count. */
  memset(&table, 0xff, sizeof table);
  memcpy(&table, plain, size);
  table.head.size = (uint32_t)size;
  EQUAL(SCANBEAM_OK, use(&table));
  /* A size that cannot be: nothing far behind the table is read. */
  {
    long page = sysconf(_SC_PAGESIZE);
    uint8_t *memory = mmap(NULL, 3 * (size_t)page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    block *last = (block *)(void *)(memory + 2 * page - (long)size);
    if (memory == MAP_FAILED || mprotect(memory + 2 * page, (size_t)page, PROT_NONE) != 0) exit(3);
    memcpy(last, plain, size);
    EQUAL(SCANBEAM_OK, use(last));
    last->head.size = UINT32_MAX;
    EQUAL(INVALID, use(last));
    last->head.size = 1u << 20;
    EQUAL(INVALID, use(last));
    munmap(memory, 3 * (size_t)page);
  }
  if (check_failures != before) fprintf(stderr, "  in %s\n", name);
}

typedef scanbeam_status (*filler)(block *table);
static scanbeam_status fill_error(block *table) { return scanbeam_last_error(&table->error); }
static scanbeam_status fill_statistics(block *table) {
  return scanbeam_reader_get_statistics(reader, &table->statistics);
}
static scanbeam_results *with_image;
static scanbeam_status fill_image(block *table) { return scanbeam_results_image(with_image, &table->frame); }

static scanbeam_status fill_style(block *table) {
  return scanbeam_overlay_get_style(overlay, SCANBEAM_OVERLAY_AREA, &table->style);
}
static scanbeam_status fill_shape(block *table) { return scanbeam_shapes_get(shapes, 0, &table->shape); }

static void output(const char *name, filler fill, size_t size) {
  block table;
  size_t s, i;
  const int before = check_failures;
  for (s = 0; s < size; s++) {
    memset(&table, 0xab, sizeof table);
    table.head.size = (uint32_t)s;
    table.head.reserved = 0;
    EQUAL(INVALID, fill(&table));
  }
  for (s = size; s <= size + 64; s += 8) {
    memset(&table, 0xab, sizeof table);
    table.head.size = (uint32_t)s;
    table.head.reserved = 0;
    EQUAL(SCANBEAM_OK, fill(&table));
    CHECK(table.head.size == s || table.head.size == size);
    for (i = s; i < sizeof table; i++) {
      if (table.bytes[i] != 0xab) break; /* nothing behind the caller's table is written */
    }
    EQUAL(sizeof table, i);
  }
  if (check_failures != before) fprintf(stderr, "  in %s\n", name);
}

int main(int argc, char **argv) {
  scanbeam_context_options context;
  scanbeam_decode_options decode;
  scanbeam_delegate delegate;
  scanbeam_view view;
  scanbeam_network_options network;
  scanbeam_discovery_options discovery;
  scanbeam_live_image_options live;
  scanbeam_key_trigger key;
  scanbeam_aimer aimer;
  scanbeam_camera_options camera;
  scanbeam_overlay_options overlays;
  scanbeam_part_style style;
  scanbeam_shape shape;
  scanbeam_feed_options feed;
  if (argc < 2) return 3;
  picture = load_pgm(argv[1], "qr.pgm");
  loop = new_context(SCANBEAM_CONTEXT_POLL);
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_identity(&reader, loop, "push:"));
  EQUAL(SCANBEAM_OK, scanbeam_reader_connect_sync(reader, 10000));

  EQUAL(sizeof picture, picture.size);
  EQUAL(0, picture.reserved);
  SCANBEAM_INIT(context);
  SCANBEAM_INIT(decode);
  SCANBEAM_INIT(delegate);
  SCANBEAM_INIT(view);
  view.frame.width = view.frame.height = 10;
  input("scanbeam_context_options", use_context, &context, sizeof context, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_decode_options", use_decode, &decode, sizeof decode, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_frame", use_frame, &picture, sizeof picture, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_frame, pushed", use_pushed, &picture, sizeof picture, SCANBEAM_ERR_UNSUPPORTED);
  SCANBEAM_INIT(key);
  key.device = "input:no such keyboard";
  key.key = 67;
  key.mode = SCANBEAM_KEY_HOLD;
  input("scanbeam_key_trigger", use_key, &key, sizeof key, SCANBEAM_ERR_UNSUPPORTED);
  SCANBEAM_INIT(camera);
  camera.identity = "push:camera";
  camera.mode = SCANBEAM_CAMERA_ACTIVE_AIMER;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_camera(&aimed, loop, &camera));
  SCANBEAM_INIT(aimer);
  aimer.get_text = aimer_text;
  aimer.get = aimer_get;
  aimer.set = aimer_set;
  input("scanbeam_aimer", use_aimer, &aimer, sizeof aimer, SCANBEAM_ERR_UNSUPPORTED);
  scanbeam_reader_unref(aimed);
  input("scanbeam_view", use_view, &view, sizeof view, SCANBEAM_ERR_UNSUPPORTED);
  SCANBEAM_INIT(overlays);
  SCANBEAM_INIT(style);
  SCANBEAM_INIT(shape);
  shape.tag = 10000;
  shape.kind = SCANBEAM_SHAPE_RECTANGLE;
  EQUAL(SCANBEAM_OK, scanbeam_overlay_new(&overlay, reader, NULL));
  input("scanbeam_overlay_options", use_overlay, &overlays, sizeof overlays, SCANBEAM_ERR_UNSUPPORTED);
  SCANBEAM_INIT(feed);
  input("scanbeam_feed_options", use_feed, &feed, sizeof feed, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_part_style", use_style, &style, sizeof style, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_shape", use_shape, &shape, sizeof shape, SCANBEAM_ERR_UNSUPPORTED);
  EQUAL(SCANBEAM_OK, scanbeam_overlay_add(overlay, &shape));
  EQUAL(SCANBEAM_OK, scanbeam_overlay_shapes_new(&shapes, overlay, &view, 0));
  SCANBEAM_INIT(network);
  SCANBEAM_INIT(discovery);
  SCANBEAM_INIT(live);
  network.host = "127.0.0.1";
  live.quality = 50;
  EQUAL(SCANBEAM_OK, scanbeam_reader_new_mx(&terminal, loop));
  input("scanbeam_network_options", use_network, &network, sizeof network, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_discovery_options", use_discovery, &discovery, sizeof discovery, SCANBEAM_ERR_UNSUPPORTED);
  input("scanbeam_live_image_options", use_live, &live, sizeof live, SCANBEAM_ERR_UNSUPPORTED);
  scanbeam_reader_unref(terminal);
  input("scanbeam_delegate", use_delegate, &delegate, sizeof delegate, SCANBEAM_OK);

  decode.flags = SCANBEAM_DECODE_IMAGE;
  EQUAL(SCANBEAM_OK, scanbeam_decode_frame(&with_image, &picture, &decode));
  output("scanbeam_error", fill_error, sizeof(scanbeam_error));
  output("scanbeam_reader_statistics", fill_statistics, sizeof(scanbeam_reader_statistics));
  output("scanbeam_frame, image", fill_image, sizeof(scanbeam_frame));
  output("scanbeam_part_style", fill_style, sizeof(scanbeam_part_style));
  output("scanbeam_shape", fill_shape, sizeof(scanbeam_shape));
  scanbeam_shapes_unref(shapes);
  scanbeam_overlay_unref(overlay);
  EQUAL(INVALID, scanbeam_last_error(NULL));

  decode.flags = 0;
  decode.unused = 1;
  EQUAL(INVALID, use_decode((const block *)(const void *)&decode));
  scanbeam_results_unref(with_image);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(loop);
  free((void *)picture.data);
  return check_end();
}
