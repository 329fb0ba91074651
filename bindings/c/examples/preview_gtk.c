/* A preview in a window of GTK 3: the frames and the overlay of a camera, drawn by the program itself with cairo.
 *
 *   cc preview_gtk.c $(pkg-config --cflags --libs scanbeam gtk+-3.0) -lm -o preview_gtk
 *   ./preview_gtk /dev/video0
 *
 * The loop of Scanbeam is driven by that of GTK: its descriptor and that of the feed are watched. Over each button that is drawn
 * lies one of GTK that shows nothing: it is pressed with the mouse, a finger or the keyboard, and screen readers say its name.
 */
#include <scanbeam.h>

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <math.h>

enum { most_buttons = 8 };

typedef struct {
  scanbeam_overlay_tag tag;
  GtkWidget *widget;
  GdkRectangle place;
} button;

typedef struct {
  scanbeam_context *context;
  scanbeam_reader *reader;
  scanbeam_overlay *overlay;
  scanbeam_feed *feed;
  scanbeam_preview_frame *frame;
  GtkWidget *area, *fixed;
  button buttons[most_buttons];
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
  for (i = 0; i < most_buttons; i++) {
    const GdkRectangle *r = &p->buttons[i].place;
    if (p->buttons[i].widget == NULL || !gtk_widget_has_focus(p->buttons[i].widget)) continue;
    colour(cairo, 0xffffffff);
    cairo_set_line_width(cairo, 2);
    cairo_rectangle(cairo, r->x, r->y, r->width, r->height);
    cairo_stroke(cairo);
  }
  return TRUE;
}

static void clicked(GtkWidget *widget, gpointer data) {
  preview *p = data;
  size_t i;
  for (i = 0; i < most_buttons; i++) {
    if (p->buttons[i].widget == widget) scanbeam_overlay_press(p->overlay, p->buttons[i].tag);
  }
}

/* Lays a button of GTK over one that is drawn. */
static void place(preview *p, button *b, const scanbeam_shape *shape, const scanbeam_view *view) {
  GdkRectangle wanted = {(int)(shape->frame.x * view->width), (int)(shape->frame.y * view->height),
                         (int)(shape->frame.width * view->width), (int)(shape->frame.height * view->height)};
  AtkObject *spoken;
  if (b->widget == NULL) {
    b->tag = shape->tag;
    b->widget = gtk_button_new();
    gtk_widget_set_opacity(b->widget, 0);
    g_signal_connect(b->widget, "clicked", G_CALLBACK(clicked), p);
    gtk_fixed_put(GTK_FIXED(p->fixed), b->widget, 0, 0);
  }
  spoken = gtk_widget_get_accessible(b->widget);
  if (g_strcmp0(atk_object_get_name(spoken), shape->name) != 0) atk_object_set_name(spoken, shape->name);
  gtk_widget_show(b->widget);
  if (gdk_rectangle_equal(&wanted, &b->place)) return;
  b->place = wanted;
  gtk_widget_set_size_request(b->widget, wanted.width, wanted.height);
  gtk_fixed_move(GTK_FIXED(p->fixed), b->widget, wanted.x, wanted.y);
}

static void place_buttons(preview *p) {
  scanbeam_view view = view_of(p);
  scanbeam_shapes *shapes = NULL;
  size_t i, k;
  int seen[most_buttons] = {0};
  if (scanbeam_overlay_shapes_new(&shapes, p->overlay, &view, 0) != SCANBEAM_OK) return;
  for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
    scanbeam_shape shape;
    SCANBEAM_INIT(shape);
    if (scanbeam_shapes_get(shapes, i, &shape) != SCANBEAM_OK || shape.kind != SCANBEAM_SHAPE_BUTTON) continue;
    for (k = 0; k < most_buttons && p->buttons[k].widget != NULL && p->buttons[k].tag != shape.tag;) k++;
    if (k == most_buttons) continue;
    place(p, &p->buttons[k], &shape, &view);
    seen[k] = 1;
  }
  for (k = 0; k < most_buttons; k++) {
    if (p->buttons[k].widget != NULL && !seen[k]) gtk_widget_hide(p->buttons[k].widget);
  }
  scanbeam_shapes_unref(shapes);
}

static gboolean arrived(gint fd, GIOCondition condition, gpointer data) {
  preview *p = data;
  scanbeam_preview_frame *frame = NULL;
  (void)fd, (void)condition;
  if (scanbeam_feed_take(&frame, p->feed) == SCANBEAM_OK) {
    scanbeam_preview_frame_unref(p->frame);
    p->frame = frame;
  }
  place_buttons(p);
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
  GtkWidget *window, *layers;
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
  p.fixed = gtk_fixed_new();
  layers = gtk_overlay_new();
  gtk_container_add(GTK_CONTAINER(layers), p.area);
  gtk_overlay_add_overlay(GTK_OVERLAY(layers), p.fixed);
  gtk_container_add(GTK_CONTAINER(window), layers);
  atk_object_set_name(gtk_widget_get_accessible(p.area), "What the camera sees");
  g_signal_connect(p.area, "draw", G_CALLBACK(draw), &p);
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
