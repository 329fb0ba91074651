/* Covering the screen, also where nobody manages windows. */
#include "window.h"

#ifdef SDL_VIDEO_DRIVER_X11
static int failed;
static int swallow(Display *display, XErrorEvent *event) { return (void)display, (void)event, failed = 1, 0; }

/* The window that a property of one names; 0: none, or the window is gone. */
static Window named(Display *display, Window window, Atom name) {
  unsigned char *data = NULL;
  unsigned long count = 0, rest = 0;
  Atom type = 0;
  Window found = 0;
  int format = 0;
  if (XGetWindowProperty(display, window, name, 0, 1, False, XA_WINDOW, &type, &format, &count, &rest, &data) == Success &&
      type == XA_WINDOW && format == 32 && count == 1) {
    found = *(Window *)(void *)data;
  }
  if (data != NULL) XFree(data);
  return found;
}

/* Whether X11 runs without a window manager of today, as on tills that start one program: SDL leaves the full screen to it. */
static int is_alone(scanbeam_window *w) {
  SDL_SysWMinfo info;
  XErrorHandler before;
  Window manager;
  Display *display;
  Atom name;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(w->window, &info) || info.subsystem != SDL_SYSWM_X11) return 0;
  display = info.info.x11.display;
  name = XInternAtom(display, "_NET_SUPPORTING_WM_CHECK", False);
  manager = named(display, DefaultRootWindow(display), name);
  if (manager == 0) return 1;
  /* One that died leaves its number behind. */
  failed = 0;
  XSync(display, False);
  before = XSetErrorHandler(swallow);
  manager = named(display, manager, name);
  XSync(display, False);
  XSetErrorHandler(before);
  return failed || manager == 0;
}
#else
static int is_alone(scanbeam_window *w) { return (void)w, 0; }
#endif

static void lie(scanbeam_window *w, const SDL_Rect *place) {
  SDL_SetWindowPosition(w->window, place->x, place->y);
  SDL_SetWindowSize(w->window, place->w, place->h);
}

int full_set(scanbeam_window *w, int on) {
  SDL_Rect screen;
  if (w->is_full == on) return 1;
  if (on ? !is_alone(w) : !w->is_laid) return SDL_SetWindowFullscreen(w->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0) == 0;
  if (on) {
    if (SDL_GetDisplayBounds(SDL_GetWindowDisplayIndex(w->window), &screen) != 0) return 0;
    SDL_GetWindowPosition(w->window, &w->place.x, &w->place.y);
    SDL_GetWindowSize(w->window, &w->place.w, &w->place.h);
  }
  w->is_laid = on;
  lie(w, on ? &screen : &w->place);
  return 1;
}
