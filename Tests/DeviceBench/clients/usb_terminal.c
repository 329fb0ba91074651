/* usb_terminal: a libusb client of the emulated terminal, to prove the emulator without a product.
 *
 * usage: usb_terminal VENDOR:PRODUCT      waits for the device by hotplug, takes it from the kernel's driver
 * Commands, one per line: write HEX, read SIZE MILLISECONDS, dtr 0|1, clear, gone. Each is answered with a line of the
 * libusb status, and for read the bytes as hex. "gone" waits until libusb says that the device left. */
#include <libusb-1.0/libusb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static libusb_device *device;
static int left;

static int plugged(libusb_context *context, libusb_device *which, libusb_hotplug_event event, void *user_data) {
  (void)context, (void)user_data;
  if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED && !device) device = libusb_ref_device(which);
  if (event == LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT && which == device) left = 1;
  return 0;
}

static void say(int status, const unsigned char *data, int length) {
  printf("%s", status ? libusb_error_name(status) : "OK");
  if (length) printf(" ");
  for (int i = 0; i < length; i++) printf("%02x", data[i]);
  printf("\n");
}

int main(int count, char **arguments) {
  unsigned vendor, product;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count < 2 || sscanf(arguments[1], "%x:%x", &vendor, &product) != 2) return 2;
  libusb_init(NULL);
  libusb_hotplug_register_callback(NULL, LIBUSB_HOTPLUG_EVENT_DEVICE_ARRIVED | LIBUSB_HOTPLUG_EVENT_DEVICE_LEFT,
                                   LIBUSB_HOTPLUG_ENUMERATE, (int)vendor, (int)product, LIBUSB_HOTPLUG_MATCH_ANY,
                                   plugged, NULL, NULL);
  printf("ready\n");
  while (!device) libusb_handle_events(NULL);
  libusb_device_handle *handle;
  int status = libusb_open(device, &handle);
  if (!status) {
    libusb_set_auto_detach_kernel_driver(handle, 1);
    status = libusb_claim_interface(handle, 0);
    if (!status) status = libusb_claim_interface(handle, 1);
  }
  say(status, NULL, 0);
  if (status) return 1;

  char line[8192];
  while (fgets(line, sizeof line, stdin)) {
    char word[16] = "", argument[8000] = "";
    unsigned char data[4096];
    int number = 0, moved = 0;
    sscanf(line, "%15s %7999s %d", word, argument, &number);
    if (!strcmp(word, "write")) {
      int length = (int)strlen(argument) / 2;
      for (int i = 0; i < length; i++) sscanf(argument + 2 * i, "%2hhx", &data[i]);
      say(libusb_bulk_transfer(handle, 0x01, data, length, &moved, 10000), NULL, 0);
    } else if (!strcmp(word, "read")) {
      int size = atoi(argument);
      status = libusb_bulk_transfer(handle, 0x81, data, size < 4096 ? size : 4096, &moved, (unsigned)number);
      say(status, data, moved);
    } else if (!strcmp(word, "dtr")) {
      status = libusb_control_transfer(handle, 0x21, 0x22, (uint16_t)atoi(argument), 0, NULL, 0, 10000);
      say(status < 0 ? status : 0, NULL, 0);
    } else if (!strcmp(word, "clear")) {
      say(libusb_clear_halt(handle, 0x81), NULL, 0);
    } else if (!strcmp(word, "gone")) {
      while (!left) libusb_handle_events_completed(NULL, &left);
      say(0, NULL, 0);
    }
  }
  libusb_close(handle);
  libusb_exit(NULL);
  return 0;
}
