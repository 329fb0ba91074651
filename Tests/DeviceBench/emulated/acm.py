"""A serial terminal of the class CDC-ACM, driven by the kernel's cdc_acm or claimed by libusb.

It keeps the packet rules of USB truly: a transfer to the host ends when it is full or with a packet shorter than 64
bytes, so that 64 bytes alone stay in the host's buffer until more bytes or an empty packet follow.
"""
import collections
import struct
import time

from . import descriptors
from .usbip import UsbDevice

VENDOR, PRODUCT = 0x1209, 0x0001
DATA_OUT, DATA_IN, NOTIFY_IN = 0x01, 0x81, 0x83
PACKET = 64
SET_LINE_CODING, GET_LINE_CODING, SET_CONTROL_LINE_STATE, SEND_BREAK = 0x20, 0x21, 0x22, 0x23
DTR, RTS = 1, 2


class Terminal(UsbDevice):
    """answer(data) is called with what the host wrote, on the device's thread, and returns the reply or None.

    Events: plug, unplug, in (detail: bytes from the host), out (detail: bytes of one transfer to the host), dtr
    (detail: 0 or 1), coding (detail: baud rate). `conversation` is the recording: (time, "in" or "out", bytes).
    """

    speed = "full"

    def __init__(self, answer=None, serial="BENCH-TERM-1", name="Bench terminal", needs_dtr=False, vendor=VENDOR,
                 product=PRODUCT, union=True, notifies=True, takes_coding=True):
        """union, notifies: whether it has a union descriptor and an interrupt endpoint; takes_coding: else it stalls
        SET_LINE_CODING."""
        self.takes_coding = takes_coding
        control = [descriptors.interface(0, 1 if notifies else 0, (2, 2, 1)), descriptors.functional(0, "H", 0x0110),
                   descriptors.functional(1, "BB", 0, 1), descriptors.functional(2, "B", 2)]
        if union:
            control.append(descriptors.functional(6, "BB", 0, 1))
        if notifies:
            control.append(descriptors.endpoint(NOTIFY_IN, descriptors.INTERRUPT, 16, 16))
        super().__init__(
            descriptors.device(vendor, product, (2, 0, 0), strings=(1, 2, 3 if serial else 0)),
            descriptors.configuration(
                2,
                *control,
                descriptors.interface(1, 2, (10, 0, 0)),
                descriptors.endpoint(DATA_OUT, descriptors.BULK, PACKET),
                descriptors.endpoint(DATA_IN, descriptors.BULK, PACKET)),
            {1: "Scanbeam bench", 2: name, 3: serial})
        self.answer, self.needs_dtr = answer, needs_dtr
        self.delay = 0.0  # seconds before a reply starts
        self.deaf = False  # take nothing from the host: its writes wait

    def reset(self):
        self.coding, self.lines = struct.pack("<IBBB", 115200, 0, 0, 8), 0
        self._packets = collections.deque()  # (due, bytes of at most PACKET)
        self._partial = bytearray()  # in the host's unfinished transfer
        self._held = collections.deque()  # transfers from the host that a deaf terminal leaves waiting
        self._silent, self._cut = False, None

    @property
    def kept_waiting(self):
        """How many transfers from the host wait for a deaf terminal."""
        return len(self._held)

    @property
    def conversation(self):
        with self.changed:
            return [event for event in self.events if event[1] in ("in", "out")]

    def heard(self):
        """All bytes that the host wrote since the terminal was made."""
        return b"".join(event[2] for event in self.conversation if event[1] == "in")

    # ---- what it says ---------------------------------------------------------------------------------------------

    def say(self, data, piece=None, delay=0.0, pause=0.0, close=True):
        """Send bytes, in pieces of that many (each a packet of its own), the first after delay seconds, with a pause
        between them. A last packet of exactly 64 bytes is followed by an empty one, unless close is False."""
        piece = min(piece or PACKET, PACKET)
        pieces = [data[at:at + piece] for at in range(0, len(data), piece)]
        if close and (not pieces or len(pieces[-1]) == PACKET):
            pieces.append(b"")
        with self.changed:
            due = max(time.monotonic() + delay, self._packets[-1][0] if self._packets else 0)
            for number, packet in enumerate(pieces):
                self._packets.append((due + number * pause, packet))
        self.wake()

    def say_nothing(self):
        """Send an empty packet: the host's pending read ends with what it has so far, or with no bytes."""
        self.say(b"")

    def hold(self):
        """Send nothing until resume()."""
        self._silent = True

    def resume(self):
        """End hold() and deafness."""
        with self.changed:
            self._silent, self.deaf = False, False
            held, self._held = self._held, collections.deque()
        for urb in held:
            self.received(urb)
        self.wake()

    def halt(self, endpoint=DATA_IN):
        """Stall an endpoint: the host's transfers fail until it clears the halt."""
        self.stall(endpoint)

    def unplug_after(self, count):
        """Pull the plug when that many more bytes have gone out; the host still gets exactly these."""
        with self.changed:
            self._cut = count

    # ---- transfers --------------------------------------------------------------------------------------------------

    def control(self, request):
        if request.type == 0xA1 and request.code == GET_LINE_CODING:
            return self.coding
        if request.code == SET_LINE_CODING and not self.takes_coding:
            return None
        if request.type == 0x21 and request.code == SET_LINE_CODING and len(request.data) == 7:
            self.coding = request.data
            self.record("coding", struct.unpack_from("<I", request.data)[0])
            return b""
        if request.type == 0x21 and request.code == SET_CONTROL_LINE_STATE:
            self.lines = request.value
            self.record("dtr", request.value & DTR)
            return b""
        if request.type == 0x21 and request.code == SEND_BREAK:
            return b""
        return None

    def received(self, urb):
        with self.changed:
            if self.deaf:
                self._held.append(urb)
                return
        self.complete(urb)
        self.record("in", urb.data)
        reply = self.answer(urb.data) if self.answer else None
        if reply:
            self.say(reply, delay=self.delay)

    def _may_speak(self):
        return not self._silent and not (self.needs_dtr and not self.lines & DTR)

    def deadline(self):
        waiting = self.next_urb(DATA_IN) and self._packets and self._may_speak()
        return self._packets[0][0] if waiting else None

    def work(self):
        while self._may_speak() and self._packets and self._packets[0][0] <= time.monotonic():
            urb = self.next_urb(DATA_IN)
            if not urb:
                return
            packet = self._packets.popleft()[1]
            room = urb.length - len(self._partial)
            self._partial += packet[:room]
            if len(packet) > room:  # a buffer that is no multiple of the packet size: the rest comes next
                self._packets.appendleft((0.0, packet[room:]))
            if self._cut is not None and self._said(urb):
                return
            if len(packet) < PACKET or len(self._partial) == urb.length:
                self._end(urb)

    def _said(self, urb):
        """Count down to the unplugging. Whether it was reached."""
        if len(self._partial) < self._cut:
            return False
        del self._partial[self._cut:]
        if self._partial:
            self._end(urb)
        self.unplug()
        return True

    def _end(self, urb):
        data = bytes(self._partial)
        self._partial.clear()
        if self._cut is not None:
            self._cut -= len(data)
        self.record("out", data)
        self.complete(urb, data)
