/* An IFD handler around that of vpcd: a reader that can be unplugged, looks for tags every 10 ms (vpcd: 400 ms), and
   hands escape commands on to the emulated tag as FF FE 00 00 Lc …. A slot is unplugged while $UNPLUG_FOLDER/<its port>
   exists and pcscd has been told to look anew (SIGUSR1). */
#include <dlfcn.h>
#include <ifdhandler.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *vpcd;
static char port[16];

#define REAL(name) ((__typeof__(&name))dlsym(vpcd, #name))

static int unplugged(void) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", getenv("UNPLUG_FOLDER"), port);
  return access(path, F_OK) == 0;
}

static RESPONSECODE wait_a_little(DWORD lun, int timeout_ms) {
  (void)lun, (void)timeout_ms;
  usleep(10000);
  return IFD_SUCCESS;
}

RESPONSECODE IFDHCreateChannelByName(DWORD lun, LPSTR name) {
  char path[256];
  snprintf(port, sizeof port, "%s", strrchr(name, ':') + 1);
  snprintf(path, sizeof path, "%s/vpcd-%s.so", getenv("UNPLUG_FOLDER"), port);
  if (vpcd == NULL) vpcd = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (vpcd == NULL) return IFD_COMMUNICATION_ERROR;
  if (unplugged()) return IFD_NO_SUCH_DEVICE;
  return REAL(IFDHCreateChannelByName)(lun, name);
}
RESPONSECODE IFDHCreateChannel(DWORD lun, DWORD channel) { return REAL(IFDHCreateChannel)(lun, channel); }
RESPONSECODE IFDHCloseChannel(DWORD lun) { return REAL(IFDHCloseChannel)(lun); }
RESPONSECODE IFDHGetCapabilities(DWORD lun, DWORD tag, PDWORD length, PUCHAR value) {
  if (tag == TAG_IFD_POLLING_THREAD_WITH_TIMEOUT) {
    void *function = (void *)wait_a_little;
    if (*length < sizeof function) return IFD_ERROR_INSUFFICIENT_BUFFER;
    *length = sizeof function;
    memcpy(value, &function, sizeof function);
    return IFD_SUCCESS;
  }
  if (tag == TAG_IFD_SLOTS_NUMBER && *length >= 1) {
    *length = 1;
    *value = 1;
    return IFD_SUCCESS;
  }
  return REAL(IFDHGetCapabilities)(lun, tag, length, value);
}
RESPONSECODE IFDHSetCapabilities(DWORD lun, DWORD tag, DWORD length, PUCHAR value) {
  return REAL(IFDHSetCapabilities)(lun, tag, length, value);
}
RESPONSECODE IFDHSetProtocolParameters(DWORD lun, DWORD protocol, UCHAR flags, UCHAR pts1, UCHAR pts2, UCHAR pts3) {
  return REAL(IFDHSetProtocolParameters)(lun, protocol, flags, pts1, pts2, pts3);
}
RESPONSECODE IFDHPowerICC(DWORD lun, DWORD action, PUCHAR atr, PDWORD length) {
  return REAL(IFDHPowerICC)(lun, action, atr, length);
}
RESPONSECODE IFDHTransmitToICC(DWORD lun, SCARD_IO_HEADER send, PUCHAR command, DWORD command_length, PUCHAR answer,
                               PDWORD answer_length, PSCARD_IO_HEADER receive) {
  return REAL(IFDHTransmitToICC)(lun, send, command, command_length, answer, answer_length, receive);
}
RESPONSECODE IFDHControl(DWORD lun, DWORD code, PUCHAR command, DWORD command_length, PUCHAR answer, DWORD answer_size,
                         PDWORD answer_length) {
  UCHAR apdu[261] = {0xff, 0xfe, 0x00, 0x00, (UCHAR)command_length};
  UCHAR reply[512];
  DWORD length = sizeof reply;
  SCARD_IO_HEADER header = {1, 0};
  RESPONSECODE result;
  *answer_length = 0;
  if (code != 0x42000001 || command_length > 255) return IFD_ERROR_NOT_SUPPORTED;
  memcpy(apdu + 5, command, command_length);
  result = REAL(IFDHTransmitToICC)(lun, header, apdu, 5 + command_length, reply, &length, &header);
  if (result != IFD_SUCCESS || length < 2 || length - 2 > answer_size) return IFD_COMMUNICATION_ERROR;
  memcpy(answer, reply, length - 2);
  *answer_length = length - 2;
  return IFD_SUCCESS;
}
RESPONSECODE IFDHICCPresence(DWORD lun) {
  if (unplugged()) return IFD_NO_SUCH_DEVICE;
  return REAL(IFDHICCPresence)(lun);
}
