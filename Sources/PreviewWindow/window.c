/* The life of a window, and its loop. */
#include "window.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Windows that are open: SDL is begun with the first and ended with the last. */
static int windows;

const char *scanbeam_window_problem(void) { return SDL_GetError(); }

void scanbeam_window_free(scanbeam_window *w) {
  if (w == NULL) return;
  scanbeam_feed_unref(w->feed);
  scanbeam_preview_frame_unref(w->frame);
  paint_end(w);
  embed_vanish(w);
  if (w->window) SDL_DestroyWindow(w->window);
  embed_end(w);
  if (w->is_counted && --windows == 0) SDL_QuitSubSystem(SDL_INIT_VIDEO);
  scanbeam_overlay_unref(w->overlay);
  scanbeam_reader_unref(w->reader);
  free(w->title);
  free(w);
}

static scanbeam_status make(scanbeam_window *w, const scanbeam_window_options *o) {
  scanbeam_overlay_options overlay;
  scanbeam_feed_options feed;
  scanbeam_status status;
  Uint32 flags = SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_RESIZABLE;
  const char *driver;
  int width = o->width > 0 ? o->width : 960, height = o->height > 0 ? o->height : 540;
  SCANBEAM_INIT(overlay);
  SCANBEAM_INIT(feed);
  overlay.mode = o->overlay;
  overlay.outline_ms = o->outline_ms;
  if ((status = scanbeam_overlay_new(&w->overlay, w->reader, &overlay)) != SCANBEAM_OK) return status;
  feed.maximum_rate = o->maximum_rate;
  feed.orientation = o->orientation;
  feed.flags = SCANBEAM_FEED_LATE_COLOUR;
  if ((status = scanbeam_feed_new(&w->feed, w->reader, &feed)) != SCANBEAM_OK) return status;
  w->orientation = scanbeam_feed_orientation(w->feed);
  if ((w->title = strdup(o->title ? o->title : "Scanbeam")) == NULL) return SCANBEAM_ERR_NO_MEMORY;
  /* The host's ^C, its screen saver and its idea of what a finger is are its own. */
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
  if (windows == 0 && SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) return SCANBEAM_ERR_UNSUPPORTED;
  windows++;
  w->is_counted = 1;
  /* With X11 what is painted goes to the screen as it is; a detour by the graphics processor costs three times as much without
   * one. Wayland and KMS have no other way. */
  driver = SDL_GetCurrentVideoDriver();
  if (driver != NULL && strcmp(driver, "offscreen") == 0 && SDL_GetHint(SDL_HINT_VIDEODRIVER) == NULL) {
    /* What SDL falls back to by itself shows nothing to anybody. */
    SDL_SetError("no desktop runs, and there is no display at /dev/dri that SDL can use");
    return SCANBEAM_ERR_UNSUPPORTED;
  }
  if (driver != NULL && strcmp(driver, "x11") == 0) {
    SDL_SetHintWithPriority(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0", SDL_HINT_DEFAULT);
  }
  if (o->parent) flags = SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_BORDERLESS | SDL_WINDOW_HIDDEN;
  if (o->flags & SCANBEAM_WINDOW_HIDDEN_BAR) flags |= SDL_WINDOW_BORDERLESS;
  if (o->flags & SCANBEAM_WINDOW_FULL_SCREEN && (driver == NULL || strcmp(driver, "x11") != 0)) {
    flags |= SDL_WINDOW_FULLSCREEN_DESKTOP;
    w->is_full = 1;
  }
  w->window = SDL_CreateWindow(w->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height, flags);
  if (w->window == NULL) return SCANBEAM_ERR_UNSUPPORTED;
  if (o->parent && !embed_begin(w, o->parent)) return SCANBEAM_ERR_UNSUPPORTED;
  if (o->parent) embed_follow(w);
  if (o->flags & SCANBEAM_WINDOW_FULL_SCREEN) {
    if (!full_set(w, 1)) return SCANBEAM_ERR_UNSUPPORTED;
    w->is_full = 1;
  }
  if (!paint_prepare(w)) return SCANBEAM_ERR_UNSUPPORTED;
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
  w->is_steady = o.maximum_rate > 0;
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
  if (!full_set(w, on)) return SCANBEAM_ERR_UNSUPPORTED;
  w->is_full = on;
  w->is_dirty = 1;
  return SCANBEAM_OK;
}

scanbeam_status scanbeam_window_size(scanbeam_window *w, scanbeam_size *out) {
  int width = 0, height = 0;
  if (w == NULL || out == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  paint_size(w, &width, &height);
  out->width = width;
  out->height = height;
  return SCANBEAM_OK;
}

enum { longest = 100 }; /* milliseconds from picture to picture, when there are any */

static int64_t now_on(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Milliseconds until the next picture may be shown. Pictures take so much of a core and no more, but come at least so often:
 * those of JPEG cameras that nobody searches have to be unpacked for the window alone. */
static double wait_for(scanbeam_window *w) {
  const double share = 0.07;
  int64_t now = now_on(CLOCK_MONOTONIC);
  double since = (double)(now - w->shown) / 1e6;
  if (w->is_steady) return 0;
  w->debt -= (double)(now - w->paid) / 1e6 * share;
  if (w->debt < 0) w->debt = 0;
  w->paid = now;
  return w->debt / share < longest - since ? w->debt / share : longest - since;
}

static int32_t step(scanbeam_window *w, int32_t timeout_ms) {
  Uint32 begin = SDL_GetTicks();
  SDL_Event event;
  for (;;) {
    scanbeam_preview_frame *frame = NULL;
    struct pollfd ready;
    Uint32 now;
    double wait;
    int left;
    while (w->is_open && SDL_PollEvent(&event)) input_handle(w, &event);
    embed_follow(w);
    if (!w->is_open) return 0;
    now = SDL_GetTicks();
    wait = wait_for(w);
    if (wait <= 0 && scanbeam_feed_take(&frame, w->feed) == SCANBEAM_OK) {
      scanbeam_preview_frame_unref(w->frame);
      w->frame = frame;
      w->shown = now_on(CLOCK_MONOTONIC);
      w->is_final = 0;
      paint_draw(w, 1);
      return 1;
    }
    /* A picture that stays was painted with the colours of the one before, perhaps. */
    if (w->frame != NULL && !w->is_final && now_on(CLOCK_MONOTONIC) - w->shown > 300000000) w->is_dirty = w->is_final = 1;
    /* Without pictures the overlay goes on: its line blinks and its bar runs. */
    if (w->is_dirty || now - w->drawn >= longest + 10) {
      paint_draw(w, 0);
      return 1;
    }
    left = timeout_ms - (int)(now - begin);
    if (left <= 0) return 1;
    ready.fd = scanbeam_feed_fd(w->feed);
    ready.events = POLLIN;
    /* SDL has events that no descriptor tells of. */
    if (left > 8) left = 8;
    if (wait > 0 && wait < left) left = (int)wait + 1;
    poll(&ready, wait > 0 ? 0 : 1, left);
  }
}

int32_t scanbeam_window_step(scanbeam_window *w, int32_t timeout_ms) {
  int64_t spent;
  int32_t is_open;
  if (w == NULL) return SCANBEAM_ERR_INVALID_ARGUMENT;
  spent = now_on(CLOCK_THREAD_CPUTIME_ID);
  is_open = step(w, timeout_ms);
  w->debt += (double)(now_on(CLOCK_THREAD_CPUTIME_ID) - spent) / 1e6;
  return is_open;
}
