/* What the user does: mouse, fingers, keys. */
#include "window.h"


static void press(scanbeam_window *w, scanbeam_overlay_tag tag) {
  if (tag == 0) return;
  scanbeam_overlay_press(w->overlay, tag);
  if (tag == SCANBEAM_OVERLAY_CLOSE_BUTTON) w->is_open = 0;
  w->is_dirty = 1;
}

/* x and y: 0 to 1 of the window. */
static void point(scanbeam_window *w, double x, double y) {
  scanbeam_view view = paint_view(w);
  scanbeam_overlay_tag tag = 0;
  scanbeam_overlay_button_at(w->overlay, &view, w->is_full, x, y, &tag);
  press(w, tag);
}

/* Calls with each button that is shown until one says that it was meant. */
static void each_button(scanbeam_window *w, int (*body)(scanbeam_window *, const scanbeam_shape *, void *), void *data) {
  scanbeam_shapes *shapes = NULL;
  scanbeam_shape shape;
  scanbeam_view view = paint_view(w);
  size_t i;
  if (scanbeam_overlay_shapes_new(&shapes, w->overlay, &view, w->is_full) != SCANBEAM_OK) return;
  for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
    SCANBEAM_INIT(shape);
    if (scanbeam_shapes_get(shapes, i, &shape) != SCANBEAM_OK || shape.kind != SCANBEAM_SHAPE_BUTTON) continue;
    if (body(w, &shape, data)) break;
  }
  scanbeam_shapes_unref(shapes);
}

static int is_tag(scanbeam_window *w, const scanbeam_shape *shape, void *data) {
  (void)w;
  if (shape->tag != *(scanbeam_overlay_tag *)data) return 0;
  *(scanbeam_overlay_tag *)data = 0;
  return 1;
}

/* Presses a button of the overlay if it is there now. */
static void press_shown(scanbeam_window *w, scanbeam_overlay_tag wanted) {
  scanbeam_overlay_tag tag = wanted;
  each_button(w, is_tag, &tag);
  if (tag == 0) press(w, wanted);
}

struct search {
  scanbeam_overlay_tag first, found;
  int takes_next;
};

static int after_focus(scanbeam_window *w, const scanbeam_shape *shape, void *data) {
  struct search *s = data;
  if (s->first == 0) s->first = shape->tag;
  if (s->takes_next) {
    s->found = shape->tag;
    return 1;
  }
  if (shape->tag == w->focus) s->takes_next = 1;
  return 0;
}

/* The next button has the focus, after the last one none, then the first again. */
static void move_focus(scanbeam_window *w) {
  struct search s = {0, 0, 0};
  s.takes_next = w->focus == 0;
  each_button(w, after_focus, &s);
  w->focus = s.found;
  w->is_dirty = 1;
}

static void key(scanbeam_window *w, SDL_Keycode code) {
  switch (code) {
  case SDLK_SPACE:
    /* Without a pause there is no button for it, and the scan begins and ends. */
    press(w, SCANBEAM_OVERLAY_TRIGGER_BUTTON);
    break;
  case SDLK_z: press_shown(w, SCANBEAM_OVERLAY_ZOOM_BUTTON); break;
  case SDLK_l: press_shown(w, SCANBEAM_OVERLAY_LIGHT_BUTTON); break;
  case SDLK_TAB: move_focus(w); break;
  case SDLK_RETURN:
  case SDLK_KP_ENTER: press_shown(w, w->focus); break;
  case SDLK_F11: scanbeam_window_set_full_screen(w, !w->is_full); break;
  case SDLK_ESCAPE: press(w, SCANBEAM_OVERLAY_CLOSE_BUTTON); break;
  default: break;
  }
}

/* Without a desktop SDL does not say which window a finger is on: the one that covers the screen. */
static int is_touched(scanbeam_window *w, Uint32 id) {
  SDL_Window *focus = SDL_GetKeyboardFocus();
  return id == SDL_GetWindowID(w->window) || (id == 0 && (focus == NULL || focus == w->window));
}

void input_handle(scanbeam_window *w, const SDL_Event *event) {
  Uint32 own = SDL_GetWindowID(w->window);
  int width = 1, height = 1;
  switch (event->type) {
  case SDL_QUIT: press(w, SCANBEAM_OVERLAY_CLOSE_BUTTON); break;
  case SDL_WINDOWEVENT:
    if (event->window.windowID != own) return;
    if (event->window.event == SDL_WINDOWEVENT_CLOSE) press(w, SCANBEAM_OVERLAY_CLOSE_BUTTON);
    w->is_dirty = 1;
    break;
  case SDL_MOUSEBUTTONDOWN:
    if (event->button.windowID != own || event->button.which == SDL_TOUCH_MOUSEID || event->button.button != SDL_BUTTON_LEFT) return;
    SDL_GetWindowSize(w->window, &width, &height);
    point(w, (event->button.x + 0.5) / width, (event->button.y + 0.5) / height);
    break;
  case SDL_FINGERDOWN:
    if (is_touched(w, event->tfinger.windowID)) point(w, event->tfinger.x, event->tfinger.y);
    break;
  case SDL_KEYDOWN:
    if (event->key.windowID == own && event->key.repeat == 0) key(w, event->key.keysym.sym);
    break;
  default: break;
  }
}
