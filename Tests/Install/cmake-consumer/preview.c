/* A window on SDL's driver without a screen: the library is found with its headers, and SDL2 with it. */
#include <scanbeam-preview.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  scanbeam_context *context = NULL;
  scanbeam_camera_options camera;
  scanbeam_reader *reader = NULL;
  scanbeam_window *window = NULL;
  scanbeam_size size = {0, 0};
  SCANBEAM_INIT(camera);
  camera.identity = "push:window";
  setenv("SDL_VIDEODRIVER", "dummy", 1);
  if (scanbeam_context_new(&context, NULL) < 0 || scanbeam_reader_new_camera(&reader, context, &camera) < 0) return 2;
  if (scanbeam_window_new(&window, reader, NULL) < 0) {
    fprintf(stderr, "%s\n", scanbeam_window_problem());
    return 2;
  }
  scanbeam_window_step(window, 0);
  scanbeam_window_size(window, &size);
  printf("%s %dx%d\n", scanbeam_version_string(), (int)size.width, (int)size.height);
  scanbeam_window_free(window);
  scanbeam_reader_unref(reader);
  scanbeam_context_unref(context);
  return 0;
}
