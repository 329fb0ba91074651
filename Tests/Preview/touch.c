/* Fingers on the window: events as SDL makes them of a touch screen, on the buttons, beside them, and on another window. */
#include <scanbeam-preview.h>

#include <SDL.h>
#include <stdio.h>
#include <string.h>

static scanbeam_context *context;
static scanbeam_reader *reader;
static scanbeam_window *window;

/* Lets everything happen that is under way; what the window says. */
static int settle(void) {
  int open = 1, i;
  for (i = 0; i < 20 && open; i++) {
    scanbeam_context_dispatch(context, 5);
    open = scanbeam_window_step(window, 0) == 1;
  }
  return open;
}

static int touch(double x, double y, Uint32 id) {
  SDL_Event event;
  memset(&event, 0, sizeof event);
  event.type = SDL_FINGERDOWN;
  event.tfinger.touchId = 1;
  event.tfinger.x = (float)x;
  event.tfinger.y = (float)y;
  event.tfinger.pressure = 1;
  event.tfinger.windowID = id;
  SDL_PushEvent(&event);
  event.type = SDL_FINGERUP;
  SDL_PushEvent(&event);
  return settle();
}

/* Waits for a state without a limit of its own: the one who runs this has one. */
static void wait_for(scanbeam_scanning_state state) {
  while (scanbeam_reader_scanning_state(reader) != state) settle();
}

static int zoom(void) {
  scanbeam_rect visible = {0, 0, 1, 1};
  scanbeam_overlay_visible(scanbeam_window_overlay(window), &visible);
  return visible.width < 0.99;
}

#define CHECK(x) do { if (!(x)) { fprintf(stderr, "line %d: %s\n", __LINE__, #x); return 1; } } while (0)

int main(void) {
  scanbeam_camera_options camera;
  scanbeam_window_options look;
  /* 16 % of 360, at most 56; 0.3 of that from the edges: see docs/preview.md. */
  const double middle = 0.3 * 56 + 28, width = 640, height = 360;
  Uint32 id;
  SCANBEAM_INIT(camera);
  SCANBEAM_INIT(look);
  camera.identity = "push:touch";
  camera.preview_options = SCANBEAM_PREVIEW_PAUSED | SCANBEAM_PREVIEW_CLOSE_BUTTON;
  look.width = (int)width;
  look.height = (int)height;
  look.scale = 1;
  if (scanbeam_context_new(&context, NULL) != SCANBEAM_OK || scanbeam_reader_new_camera(&reader, context, &camera) != SCANBEAM_OK ||
      scanbeam_window_new(&window, reader, &look) != SCANBEAM_OK ||
      scanbeam_reader_connect_sync(reader, 10000) != SCANBEAM_OK) {
    return 2;
  }
  for (id = 1; SDL_GetWindowFromID(id) == NULL && id < 100; id++) continue;
  scanbeam_reader_set_symbology_enabled(reader, SCANBEAM_SYMBOLOGY_QR, 1, NULL, NULL);
  scanbeam_reader_set_trigger_type(reader, SCANBEAM_TRIGGER_CONTINUOUS);
  scanbeam_reader_start_scanning(reader);
  wait_for(SCANBEAM_SCANNING_PAUSED);
  /* Beside the buttons, and on the trigger of another window: nothing. */
  CHECK(touch(0.5, 0.5, id));
  CHECK(touch(0.5, 1 - middle / height, id + 1));
  CHECK(scanbeam_reader_scanning_state(reader) == SCANBEAM_SCANNING_PAUSED);
  CHECK(touch(0.5, 1 - middle / height, id));
  wait_for(SCANBEAM_SCANNING_RUNNING);
  CHECK(!zoom());
  /* A window number of 0 is what SDL says without a desktop. */
  CHECK(touch(middle / width, 1 - middle / height, 0));
  while (!zoom()) settle();
  CHECK(touch(0.5, 1 - middle / height, id));
  wait_for(SCANBEAM_SCANNING_IDLE);
  CHECK(!touch(1 - middle / width, middle / height, id));
  scanbeam_window_free(window);
  scanbeam_reader_close(reader);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  puts("ok");
  return 0;
}
