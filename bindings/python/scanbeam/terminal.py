"""DMCC terminals on USB, serial lines and the network."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Sequence

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_discovery_options, scanbeam_live_image_options, scanbeam_network_options, table
from ._enum import OpenIntEnum
from .context import Context
from .discovery import Camera, listed
from .errors import ScanbeamError, check
from .reader import Reader


class EventKind(OpenIntEnum):
    """What a terminal tells beside its reads."""

    #: done: how many in a row.
    HEARTBEAT_MISSED = 1
    #: Connected, but it answers nothing any more.
    UNRESPONSIVE = 2
    RESPONSIVE = 3
    #: It rebooted; done: 1 if what was set was sent again.
    RESTARTED = 4
    #: done of total bytes have gone to it.
    SENDING = 5
    #: done of total bytes have come from it.
    RECEIVING = 6
    #: data: a picture file.
    LIVE_IMAGE = 7
    #: A message of its own.
    NOTICE = 8
    #: data: bytes that belong to no message.
    OFF_PROTOCOL = 9
    #: data: a file, text: its name, status: 0 bitmap, 1 PNG, 2 JPEG, 9 SVG.
    PUSHED_IMAGE = 10


@dataclass(frozen=True)
class Event:
    """Something that a terminal told, for the delegate's event(reader, event)."""

    kind: EventKind
    done: int
    total: int
    #: DMCC status of a notice.
    status: int
    text: Optional[str]
    data: bytes


@dataclass(frozen=True)
class TerminalInfo:
    """What a terminal said of itself when it was connected."""

    type: str
    serial: str
    firmware: str
    name: str


def terminal_info(reader: int) -> TerminalInfo:
    """What a device said of itself when it was last connected."""
    texts = []
    for which in (1, 2, 3, 4):
        needed = ctypes.c_size_t()
        check(lib.scanbeam_reader_terminal_text(reader, which, None, 0, ctypes.byref(needed)))
        buffer = ctypes.create_string_buffer(needed.value + 64)
        check(lib.scanbeam_reader_terminal_text(reader, which, buffer, len(buffer), None))
        texts.append(buffer.value.decode("utf-8", "replace"))
    return TerminalInfo(*texts)


class Terminal(Reader):
    """A DMCC terminal as a reader: the first one on USB, a host on the network, or one by its identity.

    host, port, user, password: a reader on the network. identity: one of list_devices(). Neither: the first on USB,
    which need not be there yet.
    """

    def __init__(
        self,
        identity: Optional[str] = None,
        context: Optional[Context] = None,
        *,
        host: Optional[str] = None,
        port: int = 23,
        user: Optional[str] = None,
        password: Optional[str] = None,
        delegate: Any = None,
    ) -> None:
        if identity is not None and host is not None:
            raise ValueError("give an identity or a host, not both")
        self._options: Optional[scanbeam_network_options] = None
        if host is not None:
            options = table(scanbeam_network_options)
            options.host = _arguments.text(host, "host")
            options.port = _arguments.int32(port, "port")
            options.user = None if user is None else _arguments.text(user, "user")
            options.password = None if password is None else _arguments.text(password, "password")
            self._options = options
        super().__init__(identity or "mx:", context, delegate=delegate)

    def _make(self, out: Any, context: int, identity: bytes) -> int:
        if self._options is not None:
            return int(lib.scanbeam_reader_new_network(out, context, ctypes.byref(self._options)))
        if identity == b"mx:":
            return int(lib.scanbeam_reader_new_mx(out, context))
        return super()._make(out, context, identity)

    @property
    def info(self) -> TerminalInfo:
        """What it said of itself when it was last connected."""
        return terminal_info(self._require())

    def set_keep_configuration(self, enabled: bool) -> None:
        """Send again what was set, after it came back or rebooted. Off by default."""
        check(lib.scanbeam_reader_set_keep_configuration(self._require(), int(bool(enabled))))

    def set_heartbeat(self, seconds: Optional[float]) -> None:
        """Ask every so often whether it is there; None: never."""
        value = 0 if seconds is None else _arguments.milliseconds(seconds, "seconds")
        check(lib.scanbeam_reader_set_heartbeat(self._require(), value))

    def set_image_push(self, port: int) -> None:
        """Take the pictures that it pushes through its server on this port; 0: none. They come as events."""
        check(lib.scanbeam_reader_set_image_push(self._require(), _arguments.int32(port, "port")))

    def start_live_image(
        self,
        format: int = 1,
        size: int = 1,
        quality: int = 50,
        completion: Optional[Callable[[Optional[ScanbeamError]], None]] = None,
    ) -> None:
        """Pictures come as events until stop_live_image()."""
        options = table(scanbeam_live_image_options)
        options.format, options.image_size, options.quality = format, size, quality
        arguments = (ctypes.byref(options),)
        self._start(lib.scanbeam_reader_set_live_image, arguments, _callbacks.completion, completion)

    def stop_live_image(self, completion: Optional[Callable[[Optional[ScanbeamError]], None]] = None) -> None:
        """No more live pictures."""
        self._start(lib.scanbeam_reader_set_live_image, (None,), _callbacks.completion, completion)


def list_devices(context: Optional[Context] = None) -> List[Camera]:
    """Cameras, then terminals that are known; as list_cameras()."""
    return listed(lib.scanbeam_context_list_devices, context)


def set_discovery(context: Context, interfaces: Sequence[str] = (), hosts: Sequence[str] = ()) -> None:
    """Where readers on the network may be looked for: interfaces to ask and listen on, hosts that are listed unasked."""
    options = table(scanbeam_discovery_options)
    for name, texts in (("interface", interfaces), ("host", hosts)):
        array = (ctypes.c_char_p * max(1, len(texts)))(*(_arguments.text(text, name) for text in texts))
        setattr(options, name + "s", ctypes.cast(array, ctypes.POINTER(ctypes.c_char_p)))
        setattr(options, name + "_count", len(texts))
        setattr(options, "_keep_" + name, array)
    check(lib.scanbeam_context_set_discovery(context._require(), ctypes.byref(options)))


def watch_devices(context: Context, changed: Optional[Callable[[], None]]) -> None:
    """Call changed() on the loop thread when devices may have come or gone; None: no more."""
    handle = context._require()
    if changed is None:
        check(lib.scanbeam_context_watch_devices(handle, _callbacks.NO_DEVICES, None, _callbacks.NO_DESTROY))
        return
    number = _callbacks.register(_callbacks.Link(context, None, changed))
    # On failure the library calls destroy itself.
    check(lib.scanbeam_context_watch_devices(handle, _callbacks.devices_changed, number, _callbacks.destroy))
