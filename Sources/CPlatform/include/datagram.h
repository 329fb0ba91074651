/* UDP over IPv4 with the interface that a datagram came on or is to leave by; the socket macros do not import. */
#ifndef CPLATFORM_DATAGRAM_H
#define CPLATFORM_DATAGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Addresses are in host byte order: 0x7f000001 is 127.0.0.1. */
typedef struct cplatform_interface {
  uint32_t index;
  uint32_t address;
  uint32_t broadcast;
  char name[16];
} cplatform_interface;

/* IPv4 interfaces that are up and can broadcast, and the loopback; how many were filled in. */
int cplatform_interfaces(cplatform_interface *out, int capacity);

/* A non-blocking socket on a port of all interfaces, shared with other programs; -errno on failure. */
int cplatform_datagram_socket(uint16_t port);

/* Sends by an interface (0: by the route); 0 or -errno. */
int cplatform_datagram_send(int fd, const void *bytes, size_t size, uint32_t interface, uint32_t address, uint16_t port);

/* Receives one; its size, or -errno (-EAGAIN: none is there). */
long cplatform_datagram_receive(int fd, void *bytes, size_t size, uint32_t *interface, uint32_t *address,
                                uint16_t *port);

#endif
