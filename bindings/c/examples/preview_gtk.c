/* A preview in a window of GTK 3: the frames and the overlay of a camera, drawn by the program itself with cairo.
 *
 *   cc preview_gtk.c $(pkg-config --cflags --libs scanbeam gtk+-3.0) -lm -o preview_gtk
 *   ./preview_gtk /dev/video0
 *
 * The loop of Scanbeam is driven by that of GTK: its descriptor and that of the feed are watched.
 */
#include <scanbeam.h>

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <math.h>

typedef struct {
  scanbeam_context *context;
  scanbeam_reader *reader;
  scanbeam_overlay *overlay;
  scanbeam_feed *feed;
  scanbeam_preview_frame *frame;
  GtkWidget *area;
} preview;

static void colour(cairo_t *cairo, uint32_t argb) {
  cairo_set_source_rgba(cairo, (argb >> 16 & 255) / 255.0, (argb >> 8 & 255) / 255.0, (argb & 255) / 255.0,
                        (argb >> 24) / 255.0);
}

/* How the whole frame lies in the area. */
static scanbeam_view view_of(preview *p) {
  scanbeam_view view;
  scanbeam_frame frame;
  SCANBEAM_INIT(view);
  SCANBEAM_INIT(frame);
  view.width = gtk_widget_get_allocated_width(p->area);
  view.height = gtk_widget_get_allocated_height(p->area);
  view.orientation = scanbeam_feed_orientation(p->feed);
  view.frame.width = 16;
  view.frame.height = 9;
  if (scanbeam_preview_frame_get(p->frame, &frame) == SCANBEAM_OK) {
    view.frame.width = frame.width;
    view.frame.height = frame.height;
  }
  return view;
}

static void draw_shape(cairo_t *cairo, const scanbeam_shape *shape, double width, double height) {
  double x = shape->frame.x * width, y = shape->frame.y * height;
  double w = shape->frame.width * width, h = shape->frame.height * height;
  uint64_t i;
  cairo_new_path(cairo);
  switch (shape->kind) {
  case SCANBEAM_SHAPE_MASK:
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    cairo_rectangle(cairo, 0, 0, width, height);
    cairo_rectangle(cairo, x, y, w, h);
    colour(cairo, shape->fill_colour);
    cairo_fill(cairo);
    cairo_rectangle(cairo, x, y, w, h);
    break;
  case SCANBEAM_SHAPE_LINE:
  case SCANBEAM_SHAPE_POLYGON:
    for (i = 0; i < shape->point_count; i++) cairo_line_to(cairo, shape->points[i].x * width, shape->points[i].y * height);
    if (shape->kind == SCANBEAM_SHAPE_POLYGON) cairo_close_path(cairo);
    break;
  case SCANBEAM_SHAPE_BAR:
    cairo_rectangle(cairo, x, y, w, h);
    colour(cairo, shape->fill_colour);
    cairo_fill(cairo);
    cairo_rectangle(cairo, x, y, w * shape->value, h);
    colour(cairo, shape->line_colour);
    cairo_fill(cairo);
    return;
  case SCANBEAM_SHAPE_BUTTON:
  case SCANBEAM_SHAPE_SIGN:
    if (shape->kind == SCANBEAM_SHAPE_BUTTON) {
      cairo_arc(cairo, x + w / 2, y + h / 2, (w < h ? w : h) / 2, 0, 2 * M_PI);
      colour(cairo, shape->fill_colour);
      cairo_fill(cairo);
    }
    for (i = 0; i + 1 < shape->point_count; i += 2) {
      cairo_move_to(cairo, shape->points[i].x * width, shape->points[i].y * height);
      cairo_line_to(cairo, shape->points[i + 1].x * width, shape->points[i + 1].y * height);
    }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    colour(cairo, shape->line_colour);
    cairo_set_line_width(cairo, shape->line_width);
    cairo_stroke(cairo);
    return;
  default: cairo_rectangle(cairo, x, y, w, h);
  }
  if (shape->kind != SCANBEAM_SHAPE_MASK && shape->kind != SCANBEAM_SHAPE_LINE) {
    colour(cairo, shape->fill_colour);
    cairo_fill_preserve(cairo);
  }
  colour(cairo, shape->line_width > 0 ? shape->line_colour : 0);
  cairo_set_line_width(cairo, shape->line_width);
  cairo_stroke(cairo);
}

static gboolean draw(GtkWidget *area, cairo_t *cairo, gpointer data) {
  preview *p = data;
  scanbeam_view view = view_of(p);
  scanbeam_shapes *shapes = NULL;
  scanbeam_rect visible = {0, 0, 1, 1};
  cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
  size_t stride = (size_t)cairo_image_surface_get_stride(picture), i;
  (void)area;
  scanbeam_overlay_visible(p->overlay, &visible);
  cairo_surface_flush(picture);
  scanbeam_preview_frame_paint(p->frame, &view, &visible, cairo_image_surface_get_data(picture), stride,
                               stride * (size_t)view.height);
  cairo_surface_mark_dirty(picture);
  cairo_set_source_surface(cairo, picture, 0, 0);
  cairo_paint(cairo);
  cairo_surface_destroy(picture);
  if (scanbeam_overlay_shapes_new(&shapes, p->overlay, &view, 0) == SCANBEAM_OK) {
    for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
      scanbeam_shape shape;
      SCANBEAM_INIT(shape);
      if (scanbeam_shapes_get(shapes, i, &shape) == SCANBEAM_OK) draw_shape(cairo, &shape, view.width, view.height);
    }
    scanbeam_shapes_unref(shapes);
  }
  return TRUE;
}

static gboolean pressed(GtkWidget *area, GdkEventButton *event, gpointer data) {
  preview *p = data;
  scanbeam_view view = view_of(p);
  scanbeam_overlay_tag tag = 0;
  (void)area;
  scanbeam_overlay_button_at(p->overlay, &view, 0, event->x / view.width, event->y / view.height, &tag);
  if (tag != 0) scanbeam_overlay_press(p->overlay, tag);
  return TRUE;
}

static gboolean arrived(gint fd, GIOCondition condition, gpointer data) {
  preview *p = data;
  scanbeam_preview_frame *frame = NULL;
  (void)fd, (void)condition;
  if (scanbeam_feed_take(&frame, p->feed) == SCANBEAM_OK) {
    scanbeam_preview_frame_unref(p->frame);
    p->frame = frame;
  }
  gtk_widget_queue_draw(p->area);
  return G_SOURCE_CONTINUE;
}

static gboolean dispatch(gint fd, GIOCondition condition, gpointer data) {
  (void)fd, (void)condition;
  scanbeam_context_dispatch(((preview *)data)->context, 0);
  return G_SOURCE_CONTINUE;
}

static void received(void *user_data, scanbeam_reader *reader, scanbeam_results *results) {
  size_t i;
  (void)user_data, (void)reader;
  for (i = 0; i < scanbeam_results_count(results); i++) {
    const char *text = scanbeam_result_text(scanbeam_results_at(results, i));
    g_print("%s\n", text ? text : "(binary data)");
  }
}

static int explain(void) {
  scanbeam_error error;
  SCANBEAM_INIT(error);
  scanbeam_last_error(&error);
  g_printerr("%s\n", error.message);
  return 2;
}

int main(int argc, char **argv) {
  preview p = {0};
  scanbeam_camera_options camera;
  scanbeam_delegate delegate;
  GtkWidget *window;
  SCANBEAM_INIT(camera);
  SCANBEAM_INIT(delegate);
  if (!gtk_init_check(&argc, &argv) || argc != 2) {
    g_printerr("usage: preview_gtk CAMERA, on a desktop\n");
    return 2;
  }
  camera.identity = argv[1];
  delegate.results_received = received;
  if (scanbeam_context_new(&p.context, NULL) != SCANBEAM_OK ||
      scanbeam_reader_new_camera(&p.reader, p.context, &camera) != SCANBEAM_OK ||
      scanbeam_overlay_new(&p.overlay, p.reader, NULL) != SCANBEAM_OK ||
      scanbeam_feed_new(&p.feed, p.reader, NULL) != SCANBEAM_OK) {
    return explain();
  }
  scanbeam_reader_set_delegate(p.reader, &delegate, NULL, NULL);
  if (scanbeam_reader_connect_sync(p.reader, 10000) != SCANBEAM_OK) return explain();
  scanbeam_reader_set_symbology_enabled(p.reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL);
  scanbeam_reader_set_symbology_enabled(p.reader, SCANBEAM_SYMBOLOGY_UPC_EAN, 1, NULL, NULL);
  scanbeam_reader_set_trigger_type(p.reader, SCANBEAM_TRIGGER_CONTINUOUS);
  scanbeam_reader_start_scanning(p.reader);

  window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
  gtk_window_set_title(GTK_WINDOW(window), "Scanbeam in GTK");
  gtk_window_set_default_size(GTK_WINDOW(window), 640, 360);
  p.area = gtk_drawing_area_new();
  gtk_widget_add_events(p.area, GDK_BUTTON_PRESS_MASK);
  gtk_container_add(GTK_CONTAINER(window), p.area);
  g_signal_connect(p.area, "draw", G_CALLBACK(draw), &p);
  g_signal_connect(p.area, "button-press-event", G_CALLBACK(pressed), &p);
  g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
  g_unix_fd_add(scanbeam_context_fd(p.context), G_IO_IN, dispatch, &p);
  g_unix_fd_add(scanbeam_feed_fd(p.feed), G_IO_IN, arrived, &p);
  gtk_widget_show_all(window);
  gtk_main();

  scanbeam_preview_frame_unref(p.frame);
  scanbeam_feed_unref(p.feed);
  scanbeam_overlay_unref(p.overlay);
  scanbeam_reader_unref(p.reader);
  scanbeam_context_unref(p.context);
  return 0;
}
