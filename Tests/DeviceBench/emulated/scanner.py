"""A hand scanner of the class HID POS, driven by the kernel's usbhid: reports as the usage tables of the USB-IF lay them out."""
import struct

from . import descriptors
from .usbip import UsbDevice

VENDOR, PRODUCT = 0x1209, 0x0002
REPORT_IN, REPORT_ID, ROOM = 0x81, 0x12, 32
# Page 0x8C, application 0x02: three bytes of AIM identifier, 32 of data, one bit that more follows.
REPORT = bytes.fromhex(
    "058c0902a1010912a1028512150026ff007508950109fb810209fc810209fd8102952009fe82020175019501"
    "09ff810295078103c0c0")


class Scanner(UsbDevice):
    """scan(text) sends the reports of a code."""

    speed = "full"

    def __init__(self, serial="BENCH-SCAN-1", name="Bench scanner"):
        super().__init__(
            descriptors.device(VENDOR, PRODUCT, (0, 0, 0), strings=(1, 2, 3 if serial else 0)),
            descriptors.configuration(
                1,
                descriptors.interface(0, 1, (3, 0, 0)),
                struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, 0x22, len(REPORT)),
                descriptors.endpoint(REPORT_IN, descriptors.INTERRUPT, 64, 4)),
            {1: "Scanbeam bench", 2: name, 3: serial})

    def reset(self):
        self._reports = []

    def scan(self, data, aim=b"]Q1", lose_last=False):
        pieces = [data[at:at + ROOM] for at in range(0, len(data), ROOM)]
        reports = [bytes([REPORT_ID]) + aim + piece.ljust(ROOM, b"\0") + bytes([number < len(pieces) - 1])
                   for number, piece in enumerate(pieces)]
        with self.changed:
            self._reports += reports[:-1] if lose_last else reports
        self.wake()

    def _answer(self, request):
        if request.type == 0x81 and request.code == descriptors.GET_DESCRIPTOR and request.value >> 8 == 0x22:
            return REPORT
        return super()._answer(request)

    def control(self, request):
        return b""  # SET_IDLE and SET_PROTOCOL of the driver

    def work(self):
        while self._reports and (urb := self.next_urb(REPORT_IN)):
            self.complete(urb, self._reports.pop(0))
