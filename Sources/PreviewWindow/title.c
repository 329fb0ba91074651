/* What the title says: screen readers hear nothing else of a window of SDL2. */
#include "window.h"

#include <stdio.h>
#include <string.h>

static const char *doing(scanbeam_scanning_state state) {
  switch (state) {
  case SCANBEAM_SCANNING_RUNNING: return "Scanning";
  case SCANBEAM_SCANNING_WAITING: return "Waiting";
  case SCANBEAM_SCANNING_PAUSED: return "Paused";
  default: return NULL;
  }
}

/* The title of the host, and the button that has the focus, or what was read just now, or what the reader does. */
void title_follow(scanbeam_window *w, const scanbeam_shapes *shapes) {
  char title[sizeof w->told];
  const char *state = doing(scanbeam_reader_scanning_state(w->reader));
  scanbeam_shape shape;
  size_t i, codes = 0;
  int length = 0;
  title[0] = 0;
  for (i = 0; i < scanbeam_shapes_count(shapes); i++) {
    SCANBEAM_INIT(shape);
    if (scanbeam_shapes_get(shapes, i, &shape) != SCANBEAM_OK || shape.name == NULL || shape.name[0] == 0) continue;
    if (w->focus != 0 && shape.tag == w->focus) {
      snprintf(title, sizeof title, "%s - %s (button)", w->title, shape.name);
      break;
    }
    if (shape.tag != SCANBEAM_OVERLAY_LOCATION) continue;
    if (codes++ == 0) length = snprintf(title, sizeof title, "%s - Read %s", w->title, shape.name);
  }
  if (codes > 1 && i == scanbeam_shapes_count(shapes) && length > 0 && (size_t)length < sizeof title) {
    snprintf(title + length, sizeof title - (size_t)length, ", and %zu more", codes - 1);
  }
  if (title[0] == 0) snprintf(title, sizeof title, state ? "%s - %s" : "%s", w->title, state);
  if (strcmp(title, w->told) == 0) return;
  memcpy(w->told, title, sizeof title);
  SDL_SetWindowTitle(w->window, title);
}
