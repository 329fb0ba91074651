"""The kernel's USB file system with a CDC-ACM terminal behind it, in this process: it answers the ioctls of libusb.

Layouts are those of linux/usbdevice_fs.h on 64-bit machines. Control requests are those of the emulated terminal of the
device bench (descriptors and strings), bulk data goes to `received` and comes from `say`."""
import errno
import os
import struct
import threading

from gi.repository import UMockdev

from emulated import descriptors as usb

SUBMITURB, DISCARDURB, REAPURB, REAPURBNDELAY = 0x8038550A, 0x550B, 0x4008550C, 0x4008550D
CONTROL, CLAIMINTERFACE, RELEASEINTERFACE, CLEAR_HALT = 0xC0185500, 0x8004550F, 0x80045510, 0x80045515
SETINTERFACE, SETCONFIGURATION, RESET, GET_CAPABILITIES = 0x80085504, 0x80045505, 0x5514, 0x8004551A
GETDRIVER, IOCTL, DISCONNECT_CLAIM = 0x41045508, 0xC0105512, 0x8108551B
URB_CONTROL = 2
BULK_IN, BULK_OUT, NOTIFY = 0x81, 0x01, 0x83


class Terminal:
    """Options: vendor, product, strings (1 maker, 2 product, 3 serial), port. `answers` maps a request number to a function
    (argument's bytes) that returns an errno value or None."""

    def __init__(self, testbed, vendor=0x1209, product=0x0001, strings=None, port=1, plug=True):
        self.strings = strings or {1: "Scanbeam", 2: "Mock terminal", 3: f"TERM-{port}"}
        self.vendor, self.product, self.port = vendor, product, port
        self.answers, self.received, self.requests = {}, b"", []
        self._testbed, self._waiting, self._done, self._to_host = testbed, [], [], b""
        self._lock = threading.RLock()
        self._device = usb.device(vendor, product, (2, 0, 0), strings=tuple(i if i in self.strings else 0 for i in (1, 2, 3)))
        self._configuration = usb.configuration(
            2, usb.interface(0, 1, (2, 2, 1)), usb.functional(0, "H", 0x0110), usb.functional(1, "BB", 0, 1),
            usb.functional(2, "B", 2), usb.functional(6, "BB", 0, 1), usb.endpoint(NOTIFY, usb.INTERRUPT, 16, 16),
            usb.interface(1, 2, (10, 0, 0)), usb.endpoint(BULK_OUT, usb.BULK, 64), usb.endpoint(BULK_IN, usb.BULK, 64))
        self.path = f"/sys/devices/pci0000:00/0000:00:14.0/usb1/1-{port}"
        if plug:
            self.plug()

    def plug(self):
        node, raw = f"bus/usb/001/{self.port + 1:03d}", (self._device + self._configuration).hex().upper()
        text = {1: "manufacturer", 2: "product", 3: "serial"}
        strings = "".join(f"A: {text[i]}={value}\\n\n" for i, value in self.strings.items())
        self.node = f"/dev/{node}"
        # Before the device, because the testbed tells of it as soon as it is added.
        self._handler = UMockdev.IoctlBase()
        self._handler.connect("handle-ioctl", self._ioctl)
        self._testbed.attach_ioctl(self.node, self._handler)
        self._testbed.add_from_string(
            f"P: {self.path[4:]}\nN: {node}={raw}\nE: DEVTYPE=usb_device\nE: SUBSYSTEM=usb\nE: DEVNAME=/dev/{node}\n"
            f"E: BUSNUM=001\nE: DEVNUM={self.port + 1:03d}\nE: MAJOR=189\nE: MINOR={self.port}\n"
            f"A: busnum=1\\n\nA: devnum={self.port + 1}\\n\nA: speed=12\\n\nA: bConfigurationValue=1\\n\n"
            f"A: devpath={self.port}\\n\nA: idVendor={self.vendor:04x}\\n\nA: idProduct={self.product:04x}\\n\n{strings}"
            f"H: descriptors={raw}\n\n")

    def unplug(self):
        """Every transfer that waits ends, every request from now on says that the device is gone."""
        with self._lock:
            self.answers["*"] = lambda _: errno.ENODEV
            while self._waiting:
                self._finish(self._waiting.pop(0), -errno.ESHUTDOWN, 0)
        self._testbed.uevent(self.path, "remove")
        os.unlink(self._testbed.get_root_dir() + self.node)
        self._testbed.remove_device(self.path)

    def say(self, data):
        """Bytes to the host."""
        with self._lock:
            self._to_host += data
            self._pump()

    # ---- requests -----------------------------------------------------------------------------------------------------

    def _ioctl(self, _, client):
        request = client.get_request() & 0xFFFFFFFF
        with self._lock:
            self.requests.append(request)
            special = self.answers.get(request) or (self.answers.get("*") if request not in (REAPURB, REAPURBNDELAY) else None)
            code = special(None) if special else None
            if code is None:
                code = self._carry_out(request, client.get_arg())
        client.complete(-1 if code else 0, code or 0)
        return True

    def _carry_out(self, request, argument):
        if request == GET_CAPABILITIES:
            argument.resolve(0, 4).update(0, struct.pack("<I", 1))
        elif request == SUBMITURB:
            self._submit(argument.resolve(0, 56))
        elif request in (REAPURB, REAPURBNDELAY):
            if not self._done:
                return errno.ENODEV if "*" in self.answers else errno.EAGAIN
            argument.resolve(0, 8).set_ptr(0, self._done.pop(0))
        elif request == DISCARDURB:
            address = struct.unpack("<Q", bytes(argument.retrieve()[:8]))[0] if len(argument.retrieve()) >= 8 else 0
            urb = next((urb for urb in self._waiting if urb.client_addr == address), None)
            if urb is None:
                return errno.EINVAL
            self._waiting.remove(urb)
            self._finish(urb, -errno.ENOENT, 0)
        elif request in (GETDRIVER, IOCTL):
            return errno.ENODATA  # no kernel driver
        elif request not in (CLAIMINTERFACE, RELEASEINTERFACE, CLEAR_HALT, RESET, SETINTERFACE, SETCONFIGURATION,
                             DISCONNECT_CLAIM):
            return errno.ENOTTY
        return 0

    def _submit(self, urb):
        kind, endpoint, length = self._fields(urb)
        if kind == URB_CONTROL:
            buffer = urb.resolve(16, length)
            setup = usb.Setup(bytes(buffer.retrieve()[:8]), b"")
            answer = self._control(setup)
            if answer is None:
                return self._finish(urb, -errno.EPIPE, 0)
            if setup.type & 0x80:
                answer = answer[:setup.length]
                if answer:
                    buffer.update(8, answer)
            return self._finish(urb, 0, len(answer))
        if endpoint == BULK_OUT:
            data = bytes(urb.resolve(16, length).retrieve()) if length else b""
            self.received += data
            return self._finish(urb, 0, length)
        self._waiting.append(urb)
        self._pump()

    def _control(self, setup):
        if setup.type == 0x80 and setup.code == usb.GET_DESCRIPTOR:
            kind, index = setup.value >> 8, setup.value & 0xFF
            return {usb.DEVICE: self._device, usb.CONFIGURATION: self._configuration}.get(kind) \
                if kind != usb.STRING else usb.string(self.strings, index)
        return b""  # line coding, DTR and the like are taken

    def _pump(self):
        for urb in [urb for urb in self._waiting if self._fields(urb)[1] == BULK_IN]:
            if not self._to_host:
                return
            length = self._fields(urb)[2]
            part, self._to_host = self._to_host[:length], self._to_host[length:]
            self._waiting.remove(urb)
            urb.resolve(16, length).update(0, part)
            self._finish(urb, 0, len(part))

    @staticmethod
    def _fields(urb):
        data = bytes(urb.retrieve())
        return data[0], data[1], struct.unpack_from("<i", data, 24)[0]

    def _finish(self, urb, status, length):
        urb.update(4, struct.pack("<i", status))
        urb.update(28, struct.pack("<i", length))
        self._done.append(urb)
