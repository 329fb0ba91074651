"""Device managers: find the devices of one transport, and connect favourites by themselves."""

from __future__ import annotations

import ctypes
import os
import weakref
from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Union

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_manager_options, table
from ._enum import OpenIntEnum
from .capture import CaptureType
from .context import Context
from .errors import ScanbeamError, StateError, check
from .reader import Reader
from .tag_reader import TagReader


class Transport(OpenIntEnum):
    """What a manager looks after."""

    PCSC = 1
    CAMERA = 2
    USB = 3
    NETWORK = 4
    BLE = 5


@dataclass(frozen=True)
class DiscoveredDevice:
    """A device that a discovery found."""

    #: Lasting; for favourites, connect() and Reader(identity).
    identifier: str
    name: str
    #: What it offers: "pcsc", "v4l2", "dmcc", or the UUID of a Bluetooth service.
    service: str


@dataclass(frozen=True)
class ManagedDevice:
    """A device that is connected."""

    #: Number of this connection; another one each time.
    handle: int
    identifier: str
    name: str
    #: Connected. A TagReader for contactless readers (PC/SC and Bluetooth).
    reader: Reader = field(repr=False)


class DeviceManager:
    """Looks after the devices of one transport.

    delegate: an object with any of the methods usable_changed(manager, usable, problem), discovered(manager, device),
    discovery_ended(manager, error), device_arrived(manager, device), device_removed(manager, device). They run on the
    loop thread of the context. device_context: where the callbacks of its readers run. Keep the manager: when it goes,
    its devices are disconnected.
    """

    def __init__(
        self,
        transport: Transport,
        context: Context,
        *,
        delegate: Any = None,
        device_context: Optional[Context] = None,
        state_folder: Union[str, "os.PathLike[str]", None] = None,
        pin_to_first: bool = False,
    ) -> None:
        self.context = context
        self.device_context = device_context or context
        self.transport = Transport(transport)
        #: The object whose methods are called; may be replaced at any time.
        self.delegate = delegate
        self._devices: Dict[int, ManagedDevice] = {}
        options = table(scanbeam_manager_options)
        options.device_context = None if device_context is None else device_context._require()
        options.state_folder = None if state_folder is None else _arguments.text(state_folder, "state_folder")
        options.flags = int(bool(pin_to_first))
        out = ctypes.c_void_p()
        check(
            lib.scanbeam_manager_new(
                ctypes.byref(out), context._require(), _arguments.int32(transport, "transport"), ctypes.byref(options)
            )
        )
        self._handle: Optional[int] = out.value
        self._finalizer: Any = weakref.finalize(self, lib.scanbeam_manager_unref, out.value)
        self._finalizer.atexit = False
        number = _callbacks.register(_callbacks.Link(context, self))
        check(
            lib.scanbeam_manager_set_delegate(
                self._handle, ctypes.byref(_callbacks.MANAGER_DELEGATE), number, _callbacks.destroy
            )
        )

    def close(self) -> None:
        """Disconnect its devices and say no more."""
        if self._handle is None:
            return
        for device in list(self._devices.values()):
            device.reader.close()
        self._devices.clear()
        lib.scanbeam_manager_close(self._handle)
        self._handle = None
        self._finalizer()

    def __enter__(self) -> "DeviceManager":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _require(self) -> int:
        if self._handle is None:
            raise StateError("the manager is closed")
        return self._handle

    # ---- policy ----------------------------------------------------------------------------------------------------

    @property
    def favorites(self) -> str:
        """Which devices are connected by themselves: "" none, "*" the first found, "a;b" each of these. Kept on disk."""
        return self._text(lib.scanbeam_manager_favorites)

    @favorites.setter
    def favorites(self, value: str) -> None:
        check(lib.scanbeam_manager_set_favorites(self._require(), _arguments.text(value, "favorites")))

    def set_pin_to_first(self, enabled: bool) -> None:
        """With favourites "*": the first device that arrives becomes the only favourite."""
        check(lib.scanbeam_manager_set_pin_to_first(self._require(), int(bool(enabled))))

    @property
    def devices(self) -> Dict[int, ManagedDevice]:
        """What is connected, by handle."""
        return dict(self._devices)

    def unique_identifier(self, handle: int) -> str:
        """The lasting identifier for the handle of a connection, also after it ended."""
        return self._text(lib.scanbeam_manager_unique_identifier, handle)

    def _text(self, function: Any, *arguments: Any) -> str:
        needed = ctypes.c_size_t()
        check(function(self._require(), *arguments, None, 0, ctypes.byref(needed)))
        buffer = ctypes.create_string_buffer(needed.value)
        check(function(self._require(), *arguments, buffer, len(buffer), None))
        return buffer.value.decode()

    @property
    def capture_type(self) -> CaptureType:
        """What it is in the model of Capture."""
        return CaptureType(lib.scanbeam_manager_capture_type(self._require()))

    # ---- devices ---------------------------------------------------------------------------------------------------

    def start_discovery(self, timeout: float) -> None:
        """Tell each device that is there or comes within the time (seconds), then the end."""
        check(lib.scanbeam_manager_start_discovery(self._require(), _arguments.milliseconds(timeout)))

    def cancel_discovery(self) -> None:
        """End the discovery, if one runs."""
        check(lib.scanbeam_manager_cancel_discovery(self._require()))

    def add(self, identifier: str) -> None:
        """Make a device a favourite besides the others."""
        check(lib.scanbeam_manager_add_device(self._require(), _arguments.text(identifier, "identifier")))

    def remove(self, identifier: str) -> None:
        """Take a device from the favourites and from what was asked for; on Bluetooth the system forgets it."""
        check(lib.scanbeam_manager_remove_device(self._require(), _arguments.text(identifier, "identifier")))

    def connect(self, identifier: str) -> None:
        """Connect a device, now or when it comes, and again after it was lost."""
        check(lib.scanbeam_manager_connect_device(self._require(), _arguments.text(identifier, "identifier")))

    def disconnect(self, identifier: str) -> None:
        """Take connect() back."""
        check(lib.scanbeam_manager_disconnect_device(self._require(), _arguments.text(identifier, "identifier")))

    # ---- events ----------------------------------------------------------------------------------------------------

    def _tell(self, method: str, *arguments: Any) -> None:
        function = getattr(self.delegate, method, None)
        if function is not None:
            function(self, *arguments)

    def _on_usable(self, usable: int, problem: Optional[bytes]) -> None:
        self._tell("usable_changed", bool(usable), _arguments.optional(problem))

    def _on_discovered(self, identifier: bytes, name: bytes, service: bytes) -> None:
        self._tell("discovered", DiscoveredDevice(identifier.decode(), name.decode(), service.decode()))

    def _on_discovery_ended(self, error: Optional[ScanbeamError]) -> None:
        self._tell("discovery_ended", error)

    def _on_device(self, method: str, handle: int, identifier: bytes, name: bytes, reader: int) -> None:
        device = self._devices.get(handle)
        if device is None:
            kind = TagReader if self.transport in (Transport.PCSC, Transport.BLE) else Reader
            adopted = kind(identifier.decode(), self.device_context, _handle=reader)
            device = ManagedDevice(handle, identifier.decode(), name.decode(), adopted)
        if method == "device_arrived":
            self._devices[handle] = device
        else:
            self._devices.pop(handle, None)
        self._tell(method, device)
