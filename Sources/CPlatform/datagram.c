#define _GNU_SOURCE
#include "datagram.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int cplatform_interfaces(cplatform_interface *out, int capacity) {
  struct ifaddrs *list = NULL;
  if (getifaddrs(&list) != 0) return 0;
  int count = 0;
  for (struct ifaddrs *entry = list; entry && count < capacity; entry = entry->ifa_next) {
    if (!entry->ifa_addr || entry->ifa_addr->sa_family != AF_INET || !(entry->ifa_flags & IFF_UP)) continue;
    cplatform_interface *one = &out[count];
    memset(one, 0, sizeof *one);
    one->index = if_nametoindex(entry->ifa_name);
    one->address = ntohl(((struct sockaddr_in *)entry->ifa_addr)->sin_addr.s_addr);
    if (entry->ifa_flags & IFF_LOOPBACK)
      one->broadcast = 0x7fffffff;
    else if ((entry->ifa_flags & IFF_BROADCAST) && entry->ifa_broadaddr)
      one->broadcast = ntohl(((struct sockaddr_in *)entry->ifa_broadaddr)->sin_addr.s_addr);
    else
      continue;
    strncpy(one->name, entry->ifa_name, sizeof one->name - 1);
    if (one->index) count++;
  }
  freeifaddrs(list);
  return count;
}

int cplatform_datagram_socket(uint16_t port) {
  int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int on = 1;
  struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_ANY)};
  if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
      setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) != 0 ||
      setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof on) != 0 ||
      bind(fd, (struct sockaddr *)&any, sizeof any) != 0) {
    int code = errno;
    close(fd);
    return -code;
  }
  return fd;
}

int cplatform_datagram_send(int fd, const void *bytes, size_t size, uint32_t interface, uint32_t address,
                            uint16_t port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(address)};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
  union {
    char bytes[CMSG_SPACE(sizeof(struct in_pktinfo))];
    struct cmsghdr align;
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &part, .msg_iovlen = 1};
  if (interface) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = IPPROTO_IP;
    header->cmsg_type = IP_PKTINFO;
    header->cmsg_len = CMSG_LEN(sizeof(struct in_pktinfo));
    struct in_pktinfo info = {.ipi_ifindex = (int)interface};
    memcpy(CMSG_DATA(header), &info, sizeof info);
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

long cplatform_datagram_receive(int fd, void *bytes, size_t size, uint32_t *interface, uint32_t *address,
                                uint16_t *port) {
  struct sockaddr_in from;
  memset(&from, 0, sizeof from);
  struct iovec part = {.iov_base = bytes, .iov_len = size};
  union {
    char bytes[CMSG_SPACE(sizeof(struct in_pktinfo)) + 64];
    struct cmsghdr align;
  } control;
  struct msghdr message = {.msg_name = &from, .msg_namelen = sizeof from, .msg_iov = &part, .msg_iovlen = 1,
                           .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  ssize_t count = recvmsg(fd, &message, 0);
  if (count < 0) return -errno;
  *interface = 0;
  *address = ntohl(from.sin_addr.s_addr);
  *port = ntohs(from.sin_port);
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != IPPROTO_IP || header->cmsg_type != IP_PKTINFO) continue;
    struct in_pktinfo info;
    memcpy(&info, CMSG_DATA(header), sizeof info);
    *interface = (uint32_t)info.ipi_ifindex;
  }
  return count;
}
