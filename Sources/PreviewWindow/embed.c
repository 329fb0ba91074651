/* X11: inside of a window of the host. */
#include "window.h"

#include <string.h>

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

int embed_begin(scanbeam_window *w, uint64_t parent) {
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
void embed_follow(scanbeam_window *w) {
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
void embed_vanish(scanbeam_window *w) {
  XWindowAttributes own;
  XEvent event;
  if (w->display == NULL || (!parent_is_gone && XGetWindowAttributes(w->display, w->own, &own))) return;
  memset(&event, 0, sizeof event);
  event.type = UnmapNotify;
  event.xunmap.display = w->display;
  event.xunmap.event = event.xunmap.window = w->own;
  XPutBackEvent(w->display, &event);
}

void embed_end(scanbeam_window *w) {
  if (w->display == NULL) return;
  /* What was wrong with the last requests comes before the answer to this one. */
  XSync(w->display, False);
  guarded = NULL;
  XSetErrorHandler(before);
}
#else
int embed_begin(scanbeam_window *w, uint64_t parent) { return (void)w, (void)parent, 0; }
void embed_follow(scanbeam_window *w) { (void)w; }
void embed_vanish(scanbeam_window *w) { (void)w; }
void embed_end(scanbeam_window *w) { (void)w; }
#endif
