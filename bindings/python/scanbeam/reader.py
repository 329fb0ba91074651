"""A reader: camera, picture files or pushed frames, behind one type."""

from __future__ import annotations

import collections
import ctypes
import weakref
from typing import Any, Callable, Deque, List, Optional, Tuple

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_camera_options, scanbeam_preview, scanbeam_reader_statistics, table
from ._reader_device import DeviceMethods
from ._reader_reading import BACKLOG, ReaderEvent, ReadingMethods
from ._reader_settings import SettingsMethods
from .aimer import AimerMethods
from .camera import CameraMode, CameraPosition, Preview, PreviewOptions
from .context import Context
from .discovery import DeviceClass
from .errors import ScanbeamError, StateError, TimedOutError, check
from .frame import PixelFormat, borrow
from .reader_types import Availability, ConnectionState, TriggerType, ScanningState, Capability, Statistics
from .result import Reason, Results, Size

#: Results that are kept while nobody reads and no delegate takes them.
_UNREAD = 16


class Reader(ReadingMethods, SettingsMethods, DeviceMethods, AimerMethods):
    """A reader, made from an identity: "/dev/video0", a Camera.identity, "file:PATH", a path with a slash, "push:".

    context: None: a context of its own in poll mode.
    delegate: an object with any of the methods availability_changed(reader, availability),
    connection_state_changed(reader, state), results_received(reader, results), failed(reader, error),
    beep(reader, count, tone). They run on the loop thread. They must not call what waits (connect(), read(),
    dispatch()), and may call everything else.

    Nothing is enabled by default: enable("ean13", "qr").

    Keep the reader: when it goes, its callbacks end. Use it with `with`, or close() it.
    """

    def __init__(
        self,
        identity: str,
        context: Optional[Context] = None,
        *,
        delegate: Any = None,
        _handle: Optional[int] = None,
    ) -> None:
        if _handle is None:
            name = _arguments.text(identity, "identity")
            self._open(context, delegate, lambda out, owner: self._make(out, owner, name))
        else:  # a manager made it
            self._open(context, delegate, None, _handle)

    @classmethod
    def camera(
        cls,
        mode: CameraMode = CameraMode.NO_AIMER,
        preview_options: PreviewOptions = PreviewOptions.DEFAULTS,
        context: Optional[Context] = None,
        *,
        identity: Optional[str] = None,
        position: CameraPosition = CameraPosition.BY_MODE,
        delegate: Any = None,
    ) -> "Reader":
        """A camera reader with the defaults of cmbSDK: one code a result, scans end after 60 seconds.

        identity: which camera; None: by its position, see scanbeam_reader_new_camera().
        """
        options = table(scanbeam_camera_options)
        options.identity = None if identity is None else _arguments.text(identity, "identity")
        options.mode = _arguments.int32(mode, "mode")
        options.preview_options = _arguments.int32(preview_options, "preview_options")
        options.position = _arguments.int32(position, "position")
        reader = cls.__new__(cls)
        reader._open(
            context,
            delegate,
            lambda out, owner: lib.scanbeam_reader_new_camera(out, owner, ctypes.byref(options)),
        )
        return reader

    def _open(self, context: Optional[Context], delegate: Any, make: Any, handle: Optional[int] = None) -> None:
        self._own_context = context is None
        self.context = Context() if context is None else context
        #: What read() gives next. It stands also while nobody reads; a second reader at the same time has its own.
        self._standing: Deque[ReaderEvent] = collections.deque(maxlen=BACKLOG)
        self._boxes: List[Deque[ReaderEvent]] = []
        self._trigger_type = TriggerType.MANUAL
        #: The object whose methods are called; may be replaced at any time.
        self.delegate = delegate
        if handle is not None:
            out = ctypes.c_void_p(lib.scanbeam_reader_ref(handle))
        else:
            out = ctypes.c_void_p()
            check(make(ctypes.byref(out), self.context._require()))
        self._handle: Optional[int] = out.value
        self._finalizer: Any = weakref.finalize(self, lib.scanbeam_reader_unref, out.value)
        self._finalizer.atexit = False
        self.context._readers.add(self)
        number = _callbacks.register(_callbacks.Link(self.context, self))
        # On failure the library calls destroy itself.
        check(
            lib.scanbeam_reader_set_delegate(
                self._handle, ctypes.byref(_callbacks.DELEGATE), number, _callbacks.destroy
            )
        )

    def _make(self, out: Any, context: int, identity: bytes) -> int:
        return int(lib.scanbeam_reader_new_identity(out, context, identity))

    # ---- life ------------------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether close() was called, on this or on its context."""
        return self._handle is None

    def close(self) -> None:
        """Close for good. May be called inside a callback. The delegate hears nothing any more."""
        if self._handle is None:
            return
        self._close_handle()
        self._release()
        if self._own_context and not _callbacks.inside():
            self.context.close()

    def _close_handle(self) -> None:
        if self._handle is not None:
            lib.scanbeam_reader_close(self._handle)

    def _release(self) -> None:
        self._handle = None
        self._finalizer()
        self.context._notify()

    def __enter__(self) -> "Reader":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _require(self) -> int:
        if self._handle is None:
            raise StateError("the reader is closed")
        return self._handle

    # ---- what it is --------------------------------------------------------------------------------------------------

    @property
    def identity(self) -> str:
        """The lasting identity."""
        return _arguments.optional(lib.scanbeam_reader_identity(self._require())) or ""

    @property
    def device_class(self) -> DeviceClass:
        """What it is."""
        return DeviceClass(lib.scanbeam_reader_device_class(self._require()))

    def has_capability(self, capability: Capability) -> bool:
        """Whether it can do that."""
        return bool(
            lib.scanbeam_reader_has_capability(self._require(), _arguments.int32(capability, "capability"))
        )

    @property
    def availability(self) -> Availability:
        """Whether the device is there."""
        return Availability(lib.scanbeam_reader_availability(self._require()))

    @property
    def connection_state(self) -> ConnectionState:
        """State of the connection."""
        return ConnectionState(lib.scanbeam_reader_connection_state(self._require()))

    @property
    def is_scanning(self) -> bool:
        """Whether a scan runs."""
        return bool(lib.scanbeam_reader_is_scanning(self._require()))

    @property
    def statistics(self) -> Statistics:
        """The counters."""
        counters = table(scanbeam_reader_statistics)
        check(lib.scanbeam_reader_get_statistics(self._require(), ctypes.byref(counters)))
        return Statistics(*(getattr(counters, name) for name in Statistics.__dataclass_fields__))

    @property
    def preview(self) -> Preview:
        """What a preview would show; for readers that were made by Reader.camera()."""
        plan = table(scanbeam_preview)
        check(lib.scanbeam_reader_get_preview(self._require(), ctypes.byref(plan)))
        return Preview(
            mode=CameraMode(plan.mode),
            options=PreviewOptions(plan.options),
            shown=bool(plan.shown),
            zoom_button=bool(plan.zoom_button),
            light_button=bool(plan.light_button),
            close_button=bool(plan.close_button),
            starts_paused=bool(plan.starts_paused),
            stays_paused=bool(plan.stays_paused),
            hardware_trigger=bool(plan.hardware_trigger),
            frames_per_second=plan.frames_per_second,
            size=Size(plan.width, plan.height),
        )

    def has_setting(self, name: str) -> bool:
        """Whether a setting exists in this reader, by its DMCC name."""
        return bool(lib.scanbeam_reader_has_setting(self._require(), _arguments.text(name, "name")))

    # ---- connection ------------------------------------------------------------------------------------------------

    def connect(self, timeout: Optional[float] = None) -> None:
        """Open the device and wait until it is open. Raises what went wrong; TimedOutError (it goes on connecting)."""
        _callbacks.refuse_inside("Reader.connect()")
        answers: List[Optional[ScanbeamError]] = []
        self.begin_connect(answers.append)
        if not self.context._wait(lambda: answers, timeout):
            raise TimedOutError(f"{self.identity} was not connected within {timeout} s")
        if answers[0] is not None:
            raise answers[0]

    def begin_connect(self, completion: Optional[Callable[[Optional[ScanbeamError]], None]] = None) -> None:
        """Start to open the device. completion(error) is called once, on the loop thread; error is None on success."""
        self._start(lib.scanbeam_reader_connect, (), _callbacks.completion, completion)

    def disconnect(self) -> None:
        """Close the device; it can be connected again. A running scan ends."""
        check(lib.scanbeam_reader_disconnect(self._require()))
        self.context._notify()

    def set_reconnect(self, enabled: bool) -> None:
        """Connect again by itself after the device was lost. Off by default."""
        check(lib.scanbeam_reader_set_reconnect(self._require(), int(bool(enabled))))

    def _on_event(self, fields: Tuple[Any, ...]) -> None:
        method = getattr(self.delegate, "event", None)
        if method is not None:
            from .terminal import Event, EventKind

            method(self, Event(EventKind(fields[0]), *fields[1:]))

    # ---- scanning --------------------------------------------------------------------------------------------------

    def start_scanning(self) -> None:
        """Start a scan, as a trigger would. Does nothing while a scan runs.

        What an earlier scan read and nobody took is forgotten.
        """
        if not self.is_scanning and not self._boxes:
            self._standing.clear()
        check(lib.scanbeam_reader_start_scanning(self._require()))

    def stop_scanning(self) -> None:
        """End the scan. What it read and nobody took is forgotten."""
        if not self._boxes:
            self._standing.clear()
        check(lib.scanbeam_reader_stop_scanning(self._require()))
        self.context._notify()

    def push(self, picture: Any, *, pixel_format: Optional[PixelFormat] = None) -> None:
        """Hand in a frame (readers made with "push:"): an array, PIL image or Frame, as decode() takes them. Copied."""
        frame = borrow(picture, pixel_format)
        check(lib.scanbeam_reader_push_frame(self._require(), ctypes.byref(frame.table)))

    # ---- events ----------------------------------------------------------------------------------------------------

    def _tell(self, method: str, value: Any) -> None:
        function = getattr(self.delegate, method, None)
        if function is not None:
            function(self, value)

    def _on_availability(self, value: int) -> None:
        self._tell("availability_changed", Availability(value))

    def _on_connection_state(self, value: int) -> None:
        self._tell("connection_state_changed", ConnectionState(value))

    def _on_scanning_state(self, value: int) -> None:
        self._tell("scanning_state_changed", ScanningState(value))

    def _on_results(self, handle: int) -> None:
        results = Results(lib.scanbeam_results_ref(handle))
        boxes = tuple(self._boxes)
        for box in boxes:
            box.append(results)
        if not boxes and results.reason == Reason.NONE and getattr(self.delegate, "results_received", None) is None:
            while len(self._standing) >= _UNREAD:
                self._standing.popleft()
            self._standing.append(results)
        self._tell("results_received", results)

    def _on_beep(self, count: int, tone: int) -> None:
        function = getattr(self.delegate, "beep", None)
        if function is not None:
            function(self, count, tone)

    def _on_failed(self, error: ScanbeamError) -> None:
        for box in tuple(self._boxes):
            box.append(error)
        self._tell("failed", error)

    def __repr__(self) -> str:
        return "<Reader closed>" if self._handle is None else f"<Reader {self.identity} {self.connection_state.name}>"
