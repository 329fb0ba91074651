#include <scanbeam-preview.h>

#include "draw.h"

#include <SDL_syswm.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scanbeam_window {
  scanbeam_reader *reader;
  scanbeam_overlay *overlay;
  scanbeam_feed *feed;
  SDL_Window *window;
  SDL_Surface *screen;    /* of the window; changes with its size */
  SDL_Surface *canvas;    /* what is painted on: the screen itself, or ours when its pixels lie in another way */
  SDL_Renderer *renderer; /* draws on the canvas */
  char *drawing;          /* the overlay that was drawn last */
  scanbeam_preview_frame *frame; /* the last one, for when the window changes */
  scanbeam_rect visible;
  char *title;
  double scale;
  scanbeam_gravity gravity;
  int32_t orientation;
  scanbeam_overlay_tag focus; /* 0: none */
  int is_full, is_open, is_dirty, is_counted;
  Uint32 drawn;
#ifdef SDL_VIDEO_DRIVER_X11
  Display *display;
  Window parent, own;
#endif
};

/* Windows that are open: SDL is begun with the first and ended with the last. */
static int windows;

const char *scanbeam_window_problem(void) { return SDL_GetError(); }

/* ---- X11: inside of a window of the host ---------------------------------------------------------------------------- */

#ifdef SDL_VIDEO_DRIVER_X11
/* The host may destroy its window whenever it likes; Xlib would end the process for that. */
static Display *guarded;
static XErrorHandler before;
static int parent_is_gone;

static int swallow(Display *display, XErrorEvent *event) {
  if (display == guarded) {
    parent_is_gone = 1;
    return 0;
  }
  return before != NULL ? before(display, event) : 0;
}

static int embed(scanbeam_window *w, uint64_t parent) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(w->window, &info) || info.subsystem != SDL_SYSWM_X11) return 0;
  w->display = info.info.x11.display;
  w->parent = (Window)parent;
  w->own = info.info.x11.window;
  parent_is_gone = 0;
  guarded = w->display;
  before = XSetErrorHandler(swallow);
  XReparentWindow(w->display, w->own, w->parent, 0, 0);
  /* SDL_ShowWindow() waits for the window to appear, for ever when the parent goes meanwhile. */
  XMapWindow(w->display, w->own);
  XSync(w->display, False);
  return !parent_is_gone;
}

/* Fills the parent. */
static void follow(scanbeam_window *w) {
  XWindowAttributes outer;
  int width, height;
  if (w->display == NULL) return;
  if (parent_is_gone || !XGetWindowAttributes(w->display, w->parent, &outer)) {
    w->is_open = 0;
    return;
  }
  SDL_GetWindowSize(w->window, &width, &height);
  if (outer.width != width || outer.height != height) {
    SDL_SetWindowSize(w->window, outer.width, outer.height);
    SDL_SetWindowPosition(w->window, 0, 0);
  }
}

/* SDL waits for its window to vanish from the screen, for ever when it went with its parent: it is told so. */
static void vanish(scanbeam_window *w) {
  XWindowAttributes own;
  XEvent event;
  if (w->display == NULL || (!parent_is_gone && XGetWindowAttributes(w->display, w->own, &own))) return;
  memset(&event, 0, sizeof event);
  event.type = UnmapNotify;
  event.xunmap.display = w->display;
  event.xunmap.event = event.xunmap.window = w->own;
  XPutBackEvent(w->display, &event);
}

static void unguard(scanbeam_window *w) {
  if (w->display == NULL) return;
  /* What was wrong with the last requests comes before the answer to this one. */
  XSync(w->display, False);
  guarded = NULL;
  XSetErrorHandler(before);
}
#else
static int embed(scanbeam_window *w, uint64_t parent) { return (void)w, (void)parent, 0; }
static void follow(scanbeam_window *w) { (void)w; }
static void vanish(scanbeam_window *w) { (void)w; }
static void unguard(scanbeam_window *w) { (void)w; }
#endif

/* ---- life ----------------------------------------------------------------------------------------------------------- */

void scanbeam_window_free(scanbeam_window *w) {
  if (w == NULL) return;
  scanbeam_feed_unref(w->feed);
  scanbeam_preview_frame_unref(w->frame);
  if (w->renderer) SDL_DestroyRenderer(w->renderer);
  if (w->canvas != w->screen) SDL_FreeSurface(w->canvas);
  vanish(w);
  if (w->window) SDL_DestroyWindow(w->window);
  unguard(w);
  if (w->is_counted && --windows == 0) SDL_QuitSubSystem(SDL_INIT_VIDEO);
  scanbeam_overlay_unref(w->overlay);
  scanbeam_reader_unref(w->reader);
  free(w->drawing);
  free(w->title);
  free(w);
}

/* Pixels of the window; at least one. */
static void size_of(scanbeam_window *w, int *width, int *height) {
  *width = *height = 0;
  SDL_GetWindowSizeInPixels(w->window, width, height);
  if (*width < 1) *width = 1;
  if (*height < 1) *height = 1;
}

static double scale_of(scanbeam_window *w) {
  int units = 1, rows = 1, pixels = 1, lines = 1;
  if (w->scale > 0) return w->scale;
  SDL_GetWindowSize(w->window, &units, &rows);
  size_of(w, &pixels, &lines);
  return units < 1 ? 1 : (double)pixels / units;
}

/* Makes ready to paint; 0: that cannot be now. */
static int prepare(scanbeam_window *w) {
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

static scanbeam_status make(scanbeam_window *w, const scanbeam_window_options *o) {
  scanbeam_overlay_options overlay;
  scanbeam_feed_options feed;
  scanbeam_status status;
  Uint32 flags = SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_RESIZABLE;
  int width = o->width > 0 ? o->width : 960, height = o->height > 0 ? o->height : 540;
  SCANBEAM_INIT(overlay);
  SCANBEAM_INIT(feed);
  overlay.mode = o->overlay;
  overlay.outline_ms = o->outline_ms;
  if ((status = scanbeam_overlay_new(&w->overlay, w->reader, &overlay)) != SCANBEAM_OK) return status;
  feed.maximum_rate = o->maximum_rate;
  feed.orientation = o->orientation;
  if ((status = scanbeam_feed_new(&w->feed, w->reader, &feed)) != SCANBEAM_OK) return status;
  w->orientation = scanbeam_feed_orientation(w->feed);
  if ((w->title = strdup(o->title ? o->title : "Scanbeam")) == NULL) return SCANBEAM_ERR_NO_MEMORY;
  /* The host's ^C, its screen saver and its idea of what a finger is are its own. */
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  /* What is painted goes to the screen as it is; a detour by the graphics processor costs three times as much without one. */
  SDL_SetHintWithPriority(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0", SDL_HINT_DEFAULT);
  if (windows == 0 && SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return SCANBEAM_ERR_UNSUPPORTED;
  windows++;
  w->is_counted = 1;
  if (o->parent) flags = SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_BORDERLESS | SDL_WINDOW_HIDDEN;
  if (o->flags & SCANBEAM_WINDOW_HIDDEN_BAR) flags |= SDL_WINDOW_BORDERLESS;
  if (o->flags & SCANBEAM_WINDOW_FULL_SCREEN) flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
  w->window = SDL_CreateWindow(w->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
  if (w->window == NULL) return SCANBEAM_ERR_UNSUPPORTED;
  if (o->parent && !embed(w, o->parent)) return SCANBEAM_ERR_UNSUPPORTED;
  if (o->parent) follow(w);
  if (!prepare(w)) return SCANBEAM_ERR_UNSUPPORTED;
  w->is_full = (o->flags & SCANBEAM_WINDOW_FULL_SCREEN) != 0;
  return SCANBEAM_OK;
}

scanbeam_status scanbeam_window_new(scanbeam_window **out, scanbeam_reader *reader,
                                    const scanbeam_window_options *options) {
  scanbeam_window_options o;
  scanbeam_window *w;
  scanbeam_status status;
  SCANBEAM_INIT(o);
  if (out == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  *out = NULL;
  if (reader == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  if (options != NULL) {
    uint32_t size = options->size;
    size_t i;
    if (size < sizeof o || size > 65536 || options->reserved != 0) return SCANBEAM_ERR_INVALID_ARGUMENT;
    for (i = sizeof o; i < size; i++) {
      if (((const uint8_t *)options)[i] != 0) return SCANBEAM_ERR_UNSUPPORTED;
    }
    memcpy(&o, options, sizeof o);
  }
  if ((o.flags & ~3u) || o.unused) return SCANBEAM_ERR_UNSUPPORTED;
  if (o.width < 0 || o.height < 0 || o.width > 32767 || o.height > 32767 || !(o.scale >= 0 && o.scale <= 16) ||
      o.gravity < 0 || o.gravity > SCANBEAM_GRAVITY_STRETCH || (o.parent && (o.flags & SCANBEAM_WINDOW_FULL_SCREEN))) {
    return SCANBEAM_ERR_INVALID_ARGUMENT;
  }
  if ((w = calloc(1, sizeof *w)) == NULL) return SCANBEAM_ERR_NO_MEMORY;
  w->reader = scanbeam_reader_ref(reader);
  w->scale = o.scale;
  w->gravity = o.gravity ? o.gravity : SCANBEAM_GRAVITY_FIT;
  w->is_open = w->is_dirty = 1;
  w->visible.width = w->visible.height = 1;
  if ((status = make(w, &o)) != SCANBEAM_OK) {
    scanbeam_window_free(w);
    return status;
  }
  *out = w;
  return SCANBEAM_OK;
}

scanbeam_overlay *scanbeam_window_overlay(scanbeam_window *w) { return w ? w->overlay : NULL; }

scanbeam_status scanbeam_window_set_full_screen(scanbeam_window *w, int32_t on) {
  if (w == NULL || (on != 0 && on != 1)) return SCANBEAM_ERR_INVALID_ARGUMENT;
#ifdef SDL_VIDEO_DRIVER_X11
  if (w->display != NULL) return SCANBEAM_ERR_UNSUPPORTED;
#endif
  if (SDL_SetWindowFullscreen(w->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) != 0) return SCANBEAM_ERR_UNSUPPORTED;
  w->is_full = on;
  w->is_dirty = 1;
  return SCANBEAM_OK;
}

scanbeam_status scanbeam_window_size(scanbeam_window *w, scanbeam_size *out) {
  int width = 0, height = 0;
  if (w == NULL || out == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  size_of(w, &width, &height);
  out->width = width;
  out->height = height;
  return SCANBEAM_OK;
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

/* ---- drawing -------------------------------------------------------------------------------------------------------- */

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
static void draw(scanbeam_window *w, int is_new) {
  scanbeam_shapes *shapes = NULL;
  scanbeam_shape shape;
  scanbeam_view view;
  scanbeam_rect visible = w->visible;
  const char *drawing;
  double scale = scale_of(w);
  size_t i;
  w->drawn = SDL_GetTicks();
  if (!prepare(w)) return;
  scanbeam_overlay_visible(w->overlay, &visible);
  if (memcmp(&visible, &w->visible, sizeof visible) != 0) {
    w->visible = visible;
    is_new = 1;
  }
  view = view_of(w, w->canvas->w, w->canvas->h, scale);
  if (scanbeam_overlay_shapes_new(&shapes, w->overlay, &view, w->is_full) != SCANBEAM_OK) return;
  drawing = scanbeam_shapes_svg(shapes);
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

/* ---- what the user does --------------------------------------------------------------------------------------------- */

static void press(scanbeam_window *w, scanbeam_overlay_tag tag) {
  if (tag == 0) return;
  scanbeam_overlay_press(w->overlay, tag);
  if (tag == SCANBEAM_OVERLAY_CLOSE_BUTTON) w->is_open = 0;
  w->is_dirty = 1;
}

/* Presses a button of the overlay if it is there now. */
static void press_shown(scanbeam_window *w, scanbeam_overlay_tag wanted);

/* x and y: 0 to 1 of the window. */
static void point(scanbeam_window *w, double x, double y) {
  int width = 1, height = 1;
  scanbeam_view view;
  scanbeam_overlay_tag tag = 0;
  size_of(w, &width, &height);
  view = view_of(w, width, height, scale_of(w));
  scanbeam_overlay_button_at(w->overlay, &view, w->is_full, x, y, &tag);
  press(w, tag);
}

/* Calls with each button that is shown until one says that it was meant. */
static void each_button(scanbeam_window *w, int (*body)(scanbeam_window *, const scanbeam_shape *, void *), void *data) {
  scanbeam_shapes *shapes = NULL;
  scanbeam_shape shape;
  scanbeam_view view;
  int width = 1, height = 1;
  size_t i;
  size_of(w, &width, &height);
  view = view_of(w, width, height, scale_of(w));
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
  char title[256];
  if (s->first == 0) s->first = shape->tag;
  if (s->takes_next) {
    s->found = shape->tag;
    snprintf(title, sizeof title, "%s - %s (button)", w->title, shape->name ? shape->name : "");
    SDL_SetWindowTitle(w->window, title);
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
  if (w->focus == 0) SDL_SetWindowTitle(w->window, w->title);
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

static void handle(scanbeam_window *w, const SDL_Event *event) {
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
  case SDL_FINGERDOWN: point(w, event->tfinger.x, event->tfinger.y); break;
  case SDL_KEYDOWN:
    if (event->key.windowID == own && event->key.repeat == 0) key(w, event->key.keysym.sym);
    break;
  default: break;
  }
}

int32_t scanbeam_window_step(scanbeam_window *w, int32_t timeout_ms) {
  Uint32 begin = SDL_GetTicks();
  SDL_Event event;
  if (w == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  for (;;) {
    scanbeam_preview_frame *frame = NULL;
    struct pollfd ready;
    Uint32 now;
    int left;
    while (w->is_open && SDL_PollEvent(&event)) handle(w, &event);
    follow(w);
    if (!w->is_open) return 0;
    now = SDL_GetTicks();
    if (scanbeam_feed_take(&frame, w->feed) == SCANBEAM_OK) {
      scanbeam_preview_frame_unref(w->frame);
      w->frame = frame;
      draw(w, 1);
      return 1;
    }
    /* Without frames the overlay goes on: its line blinks and its bar runs. */
    if (w->is_dirty || now - w->drawn >= 50) {
      draw(w, 0);
      return 1;
    }
    left = timeout_ms - (int)(now - begin);
    if (left <= 0) return 1;
    ready.fd = scanbeam_feed_fd(w->feed);
    ready.events = POLLIN;
    poll(&ready, 1, left < 8 ? left : 8);
  }
}
