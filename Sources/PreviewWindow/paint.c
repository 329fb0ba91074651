/* What is seen: the frame, and the shapes over it. */
#include "window.h"

#include "draw.h"

#include <stdlib.h>
#include <string.h>

/* Pixels of the window; at least one. */
void paint_size(scanbeam_window *w, int *width, int *height) {
  *width = *height = 0;
  SDL_GetWindowSizeInPixels(w->window, width, height);
  if (*width < 1) *width = 1;
  if (*height < 1) *height = 1;
}

static double scale_of(scanbeam_window *w) {
  int units = 1, rows = 1, pixels = 1, lines = 1;
  if (w->scale > 0) return w->scale;
  SDL_GetWindowSize(w->window, &units, &rows);
  paint_size(w, &pixels, &lines);
  return units < 1 ? 1 : (double)pixels / units;
}

/* Makes ready to paint; 0: that cannot be now. */
int paint_prepare(scanbeam_window *w) {
  SDL_Surface *screen = SDL_GetWindowSurface(w->window);
  int is_ours = w->canvas != w->screen;
  if (screen == NULL || screen->w < 1 || screen->h < 1) return 0;
  if (screen == w->screen && w->renderer != NULL) return 1;
  if (w->renderer) SDL_DestroyRenderer(w->renderer);
  if (is_ours) SDL_FreeSurface(w->canvas);
  w->renderer = NULL;
  w->screen = w->canvas = screen;
  w->is_dirty = 1;
  if (screen->format->BytesPerPixel != 4 || screen->format->Rmask != 0xff0000 || screen->format->Bmask != 0xff ||
      SDL_MUSTLOCK(screen)) {
    w->canvas = SDL_CreateRGBSurfaceWithFormat(0, screen->w, screen->h, 32, SDL_PIXELFORMAT_XRGB8888);
    if (w->canvas == NULL) {
      w->canvas = screen;
      return 0;
    }
  }
  w->renderer = SDL_CreateSoftwareRenderer(w->canvas);
  return w->renderer != NULL;
}

void paint_end(scanbeam_window *w) {
  if (w->renderer) SDL_DestroyRenderer(w->renderer);
  if (w->canvas != w->screen) SDL_FreeSurface(w->canvas);
  free(w->drawing);
}

/* How the whole frame lies in the window, in units. */
static scanbeam_view view_of(scanbeam_window *w, double width, double height, double scale) {
  scanbeam_view view;
  scanbeam_frame frame;
  SCANBEAM_INIT(view);
  SCANBEAM_INIT(frame);
  view.width = width / scale;
  view.height = height / scale;
  view.gravity = w->gravity;
  view.orientation = w->orientation;
  view.frame.width = 16;
  view.frame.height = 9;
  if (w->frame != NULL && scanbeam_preview_frame_get(w->frame, &frame) == SCANBEAM_OK) {
    view.frame.width = frame.width;
    view.frame.height = frame.height;
  }
  return view;
}

scanbeam_view paint_view(scanbeam_window *w) {
  int width = 1, height = 1;
  paint_size(w, &width, &height);
  return view_of(w, width, height, scale_of(w));
}

/* The frame, or black. */
static void paint(scanbeam_window *w) {
  scanbeam_view view = view_of(w, w->canvas->w, w->canvas->h, 1);
  size_t pitch = (size_t)w->canvas->pitch;
  if (w->frame != NULL && scanbeam_preview_frame_paint(w->frame, &view, &w->visible, w->canvas->pixels, pitch,
                                                       pitch * (size_t)w->canvas->h) == SCANBEAM_OK) {
    return;
  }
  SDL_FillRect(w->canvas, NULL, SDL_MapRGB(w->canvas->format, 0, 0, 0));
}

/* Draws when there is something new. */
void paint_draw(scanbeam_window *w, int is_new) {
  scanbeam_shapes *shapes = NULL;
  scanbeam_shape shape;
  scanbeam_view view;
  scanbeam_rect visible = w->visible;
  const char *drawing;
  double scale = scale_of(w);
  size_t i;
  w->drawn = SDL_GetTicks();
  if (!paint_prepare(w)) return;
  scanbeam_overlay_visible(w->overlay, &visible);
  if (memcmp(&visible, &w->visible, sizeof visible) != 0) {
    w->visible = visible;
    is_new = 1;
  }
  view = view_of(w, w->canvas->w, w->canvas->h, scale);
  if (scanbeam_overlay_shapes_new(&shapes, w->overlay, &view, w->is_full) != SCANBEAM_OK) return;
  title_follow(w, shapes);
  /* Whether the shapes are others is asked only where that alone would draw. */
  drawing = is_new || w->is_dirty ? NULL : scanbeam_shapes_svg(shapes);
  if (drawing == NULL || w->drawing == NULL || strcmp(drawing, w->drawing) != 0) {
    free(w->drawing);
    w->drawing = drawing ? strdup(drawing) : NULL;
    is_new = 1;
  }
  if (is_new || w->is_dirty) {
    paint(w);
    for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
      SCANBEAM_INIT(shape);
      if (scanbeam_shapes_get(shapes, i, &shape) != SCANBEAM_OK) continue;
      draw_shape(w->renderer, &shape, w->canvas->w, w->canvas->h, scale);
      if (w->focus != 0 && shape.tag == w->focus) draw_focus(w->renderer, &shape, w->canvas->w, w->canvas->h, scale);
    }
    SDL_RenderPresent(w->renderer);
    if (w->canvas != w->screen) SDL_BlitSurface(w->canvas, NULL, w->screen, NULL);
    SDL_UpdateWindowSurface(w->window);
    w->is_dirty = 0;
  }
  scanbeam_shapes_unref(shapes);
}

scanbeam_status scanbeam_window_read_pixels(scanbeam_window *w, uint8_t *pixels, size_t stride, size_t length) {
  size_t row;
  int y;
  if (w == NULL || pixels == NULL || w->canvas == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  row = 4 * (size_t)w->canvas->w;
  if (stride < row || length / stride < (size_t)w->canvas->h) return SCANBEAM_ERR_INVALID_ARGUMENT;
  for (y = 0; y < w->canvas->h; y++) {
    memcpy(pixels + (size_t)y * stride, (uint8_t *)w->canvas->pixels + (size_t)y * (size_t)w->canvas->pitch, row);
  }
  return SCANBEAM_OK;
}
