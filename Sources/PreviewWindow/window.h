/* What the files of the window share: window.c its life, embed.c the window of a host, paint.c what is seen, input.c what the
 * user does, full.c the full screen, title.c what the title says. */
#ifndef SCANBEAM_PREVIEW_WINDOW_H
#define SCANBEAM_PREVIEW_WINDOW_H

#include <scanbeam-preview.h>

#include <SDL.h>
#include <SDL_syswm.h>
#ifdef SDL_VIDEO_DRIVER_X11
#include <X11/Xatom.h>
#endif

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
  char *title;     /* as the host wants it */
  char told[512];  /* as it is now */
  double scale;
  scanbeam_gravity gravity;
  int32_t orientation;
  scanbeam_overlay_tag focus; /* 0: none */
  int is_full, is_open, is_dirty, is_counted;
  int is_final; /* the frame was painted again after it stood for a moment: with its own colours */
  int is_steady; /* the host said at which rate pictures are shown, whatever they take */
  int is_laid;    /* over the screen by us, not by a window manager */
  SDL_Rect place; /* where it was before that */
  Uint32 drawn;
  double debt; /* milliseconds of processor time that pictures took beyond their share */
  int64_t paid, shown; /* when some of it was paid off, when a picture was shown; nanoseconds */
#ifdef SDL_VIDEO_DRIVER_X11
  Display *display;
  Window parent, own;
#endif
};

/* embed.c: lay the window into that of a host; 0: that cannot be. */
int embed_begin(scanbeam_window *w, uint64_t parent);
/* Keep to the size of the host's window, and notice its end. */
void embed_follow(scanbeam_window *w);
/* Before and after SDL_DestroyWindow(). */
void embed_vanish(scanbeam_window *w);
void embed_end(scanbeam_window *w);

/* paint.c: pixels of the window, at least one. */
void paint_size(scanbeam_window *w, int *width, int *height);
/* How the whole frame lies in the window, in units. */
scanbeam_view paint_view(scanbeam_window *w);
/* Make ready to paint; 0: that cannot be now. */
int paint_prepare(scanbeam_window *w);
/* Draw when there is something new. */
void paint_draw(scanbeam_window *w, int is_new);
void paint_end(scanbeam_window *w);

/* full.c: cover the screen or not; 0: that cannot be. */
int full_set(scanbeam_window *w, int on);

/* title.c */
void title_follow(scanbeam_window *w, const scanbeam_shapes *shapes);

/* input.c */
void input_handle(scanbeam_window *w, const SDL_Event *event);

#endif
