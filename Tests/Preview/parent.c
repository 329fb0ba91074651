/* A window of a host for a preview to be embedded in: prints its number; "child", "resize" and "destroy" on standard input. */
#include <X11/Xlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Waits until something is shown inside of the window. */
static void wait_for_child(Display *display, Window window) {
  for (;;) {
    Window root, parent, *children = NULL;
    unsigned count = 0;
    XWindowAttributes child;
    if (XQueryTree(display, window, &root, &parent, &children, &count) && count > 0 &&
        XGetWindowAttributes(display, children[0], &child) && child.map_state == IsViewable) {
      return;
    }
    usleep(20000);
  }
}

int main(void) {
  char line[64];
  Display *display = XOpenDisplay(NULL);
  Window window;
  if (display == NULL) return 2;
  window = XCreateSimpleWindow(display, DefaultRootWindow(display), 100, 50, 400, 300, 0, 0, 0xff00ff);
  XMapWindow(display, window);
  XSync(display, False);
  printf("%lu\n", window);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    if (strncmp(line, "child", 5) == 0) wait_for_child(display, window);
    if (strncmp(line, "resize", 6) == 0) XResizeWindow(display, window, 600, 200);
    if (strncmp(line, "destroy", 7) == 0) XDestroyWindow(display, window);
    XSync(display, False);
    printf("done\n");
    fflush(stdout);
  }
  return 0;
}
