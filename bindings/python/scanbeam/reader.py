"""A reader: camera, picture files or pushed frames, behind one type."""

from __future__ import annotations

import asyncio
import collections
import ctypes
import time
import weakref
from dataclasses import dataclass
from typing import Any, AsyncIterator, Callable, Deque, Iterable, Iterator, List, Optional, Tuple, Union

from . import _arguments, _callbacks
from ._abi import (
    lib,
    scanbeam_camera_options,
    scanbeam_command_options,
    scanbeam_control_range,
    scanbeam_key_trigger,
    scanbeam_line_trigger,
    scanbeam_preview,
    scanbeam_reader_statistics,
    scanbeam_rect,
    table,
)
from ._enum import OpenIntEnum
from .aimer import AimerMethods
from .camera import CameraMode, CameraPosition, Preview, PreviewOptions
from .context import _LOOK, Context
from .discovery import DeviceClass
from .dmcc import Response
from .errors import ScanbeamError, StateError, TimedOutError, check
from .frame import PixelFormat, borrow
from .geometry import Rect
from .result import Results, Size
from .symbology import Symbology, SymbologyLike, parse_all

#: Results that nobody has fetched from an iteration; older ones are dropped beyond this.
_BACKLOG = 1000


class Availability(OpenIntEnum):
    """Whether the device is there."""

    UNKNOWN = 0
    AVAILABLE = 1
    UNAVAILABLE = 2


class ConnectionState(OpenIntEnum):
    """State of the connection."""

    DISCONNECTED = 0
    CONNECTING = 1
    CONNECTED = 2
    DISCONNECTING = 3
    UNAVAILABLE = 4


class TriggerType(OpenIntEnum):
    """What a scan does after a read."""

    #: It waits for the next thing that is brought into view.
    PRESENTATION = 1
    #: It ends.
    MANUAL = 2
    #: It goes on until it is stopped or times out.
    CONTINUOUS = 5


class ScanningState(OpenIntEnum):
    """What a reader does about scanning."""

    IDLE = 0
    RUNNING = 1
    #: Presentation: until something is brought into view.
    WAITING = 2
    #: Frames come and are not searched.
    PAUSED = 3


class Control(OpenIntEnum):
    """Something that a camera lets itself be told."""

    #: Percent.
    ZOOM = 1
    #: 0 or 1.
    LAMP = 2
    #: Percent of the range.
    FOCUS = 3
    #: 0 by hand, 1 continuous.
    AUTOFOCUS = 4
    #: Microseconds, 0 automatic.
    EXPOSURE = 5
    #: Thousandths of an exposure value.
    EXPOSURE_COMPENSATION = 6
    #: Percent of the range.
    GAIN = 7
    #: Percent of the range.
    BRIGHTNESS = 8
    #: 0 off, 1 50 Hz, 2 60 Hz, 3 automatic.
    POWER_LINE = 9
    #: Seconds, 0 never.
    FOCUS_INTERVAL = 10


class KeyMode(OpenIntEnum):
    """What presses of a key that triggers do."""

    #: A press starts a scan, the release stops it.
    HOLD = 1
    #: A press starts a scan, the next one stops it.
    TOGGLE = 2
    #: A press starts a scan.
    START = 3


@dataclass(frozen=True)
class ControlRange:
    """What values a control takes."""

    minimum: int
    maximum: int
    step: int
    default_value: int


class LineBias(OpenIntEnum):
    """What holds a GPIO line while nothing presses."""

    AS_IS = 0
    NO_BIAS = 1
    PULL_UP = 2
    PULL_DOWN = 3


class Capability(OpenIntEnum):
    """Something that a reader may or may not be able to do."""

    PUSH = 1
    LIVE = 2
    TAGS = 16
    TERMINAL = 20
    BATTERY = 21
    LIGHTS = 22
    BEEP = 23
    LIVE_IMAGE = 24


class ReadStringEncoding(OpenIntEnum):
    """How a read string is made of the bytes of a code."""

    AUTO = 0
    UTF_8 = 1
    UTF_16 = 2
    UTF_32 = 3
    ISO_8859_1 = 4
    ISO_8859_2 = 5
    SHIFT_JIS = 6
    US_ASCII = 7
    US_ASCII_SHOW_NON_PRINTABLE = 8


@dataclass(frozen=True)
class Statistics:
    """Counters of a reader since it was made."""

    frames_received: int
    frames_decoded: int
    frames_dropped: int
    frames_corrupt: int
    good_reads: int
    bad_reads: int
    duplicates: int
    frames_skipped: int


_Event = Union[Results, ScanbeamError]


class Reader(AimerMethods):
    """A reader, made from an identity: "/dev/video0", a Camera.identity, "file:PATH", a path with a slash, "push:".

    context: None: a context of its own in poll mode.
    delegate: an object with any of the methods availability_changed(reader, availability),
    connection_state_changed(reader, state), results_received(reader, results), failed(reader, error),
    beep(reader, count, tone). They run on the loop thread. They must not call what waits (connect(), read(), dispatch()), and may call everything else.

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
        self._boxes: List[Deque[_Event]] = []
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

    async def connect_async(self) -> None:
        """connect() for asyncio."""
        loop = asyncio.get_running_loop()
        future: "asyncio.Future[None]" = loop.create_future()

        def finish(error: Optional[ScanbeamError]) -> None:
            if not future.done():
                future.set_result(None) if error is None else future.set_exception(error)

        def listener() -> None:
            pass

        self.context._attach(loop, listener)
        try:
            self.begin_connect(lambda error: _post(loop, finish, error))
            await future
        finally:
            self.context._detach(listener)
        self.context._raise_pending()

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

    def _start(self, function: Any, arguments: Tuple[Any, ...], trampoline: Any, completion: Any) -> None:
        """Start an operation whose end calls completion."""
        if completion is None:
            check(function(self._require(), *arguments, type(trampoline)(), None))
            return
        number = _callbacks.register(_callbacks.Link(self.context, None, completion))
        status = function(self._require(), *arguments, trampoline, number)
        if status < 0:  # then the completion does not come
            _callbacks.forget(number)
        check(status)

    # ---- settings --------------------------------------------------------------------------------------------------

    def enable(self, *symbologies: SymbologyLike) -> None:
        """Switch symbologies on, from the next frame on: names, numbers or Symbology members."""
        self._switch(symbologies, 1)

    def disable(self, *symbologies: SymbologyLike) -> None:
        """Switch symbologies off, from the next frame on."""
        self._switch(symbologies, 0)

    def _switch(self, symbologies: Tuple[SymbologyLike, ...], enabled: int) -> None:
        for symbology in parse_all(symbologies):
            arguments = (int(symbology), enabled)
            self._start(lib.scanbeam_reader_set_symbology_enabled, arguments, _callbacks.completion, None)

    def is_enabled(self, symbology: SymbologyLike, timeout: Optional[float] = None) -> bool:
        """Ask whether a symbology is on, and wait for the answer."""
        _callbacks.refuse_inside("Reader.is_enabled()")
        answers: List[Tuple[bool, Optional[ScanbeamError]]] = []
        self._ask(Symbology.parse(symbology), lambda value, error: answers.append((value, error)))
        if not self.context._wait(lambda: answers, timeout):
            raise TimedOutError(f"no answer within {timeout} s")
        value, error = answers[0]
        if error is not None:
            raise error
        return value

    def _ask(self, symbology: Symbology, answer: Callable[[bool, Optional[ScanbeamError]], None]) -> None:
        self._start(
            lib.scanbeam_reader_is_symbology_enabled, (int(symbology),), _callbacks.flag_completion, answer
        )

    @property
    def trigger_type(self) -> TriggerType:
        """What a scan does after a read; counts from the next start of a scan."""
        return self._trigger_type

    @trigger_type.setter
    def trigger_type(self, value: TriggerType) -> None:
        check(lib.scanbeam_reader_set_trigger_type(self._require(), _arguments.int32(value, "trigger_type")))
        self._trigger_type = TriggerType(value)

    def set_image_results(self, enabled: bool) -> None:
        """Keep the luminance image in results. Off by default."""
        check(lib.scanbeam_reader_set_image_results(self._require(), int(bool(enabled))))

    def set_svg_results(self, enabled: bool) -> None:
        """Make SVG drawings in results. Off by default."""
        check(lib.scanbeam_reader_set_svg_results(self._require(), int(bool(enabled))))

    def set_scan_timeout(self, seconds: Optional[float]) -> None:
        """End a scan without a read after this long; None: never. Counts from the next start."""
        value = 0 if seconds is None else _arguments.milliseconds(seconds, "seconds")
        check(lib.scanbeam_reader_set_scan_timeout(self._require(), value))

    def set_duplicate_timeout(self, seconds: Optional[float]) -> None:
        """Hold back a code that was last seen less than this long ago; None: off."""
        value = 0 if seconds is None else _arguments.milliseconds(seconds, "seconds")
        check(lib.scanbeam_reader_set_duplicate_timeout(self._require(), value))

    def set_effort(self, effort: int) -> None:
        """How hard to look, 1 fastest to 5 most thorough. From the next frame on."""
        check(lib.scanbeam_reader_set_effort(self._require(), _arguments.int32(effort, "effort")))

    def set_read_string_encoding(self, encoding: ReadStringEncoding) -> None:
        """How Result.read_string is made of the bytes."""
        check(lib.scanbeam_reader_set_read_string_encoding(self._require(), _arguments.int32(encoding, "encoding")))

    # ---- which frames, and where in them ----------------------------------------------------------------------------

    @property
    def scanning_state(self) -> ScanningState:
        """What the reader does about scanning."""
        return ScanningState(lib.scanbeam_reader_scanning_state(self._require()))

    def set_paused(self, paused: bool) -> None:
        """Let frames come without searching them, or search them again."""
        check(lib.scanbeam_reader_set_paused(self._require(), int(bool(paused))))
        self.context._notify()

    def set_agreement(self, agreeing: int, frames: int) -> None:
        """Tell a code only when it was seen in so many of the last frames that were searched."""
        arguments = (_arguments.int32(agreeing, "agreeing"), _arguments.int32(frames, "frames"))
        check(lib.scanbeam_reader_set_agreement(self._require(), *arguments))

    def set_detection_rate(self, frames_per_second: Optional[int]) -> None:
        """Search at most so many frames a second; None: no limit."""
        value = 0 if frames_per_second is None else _arguments.int32(frames_per_second, "frames_per_second")
        check(lib.scanbeam_reader_set_detection_rate(self._require(), value))

    def set_sharpest_of(self, frames: int) -> None:
        """Search only the sharpest of so many frames."""
        check(lib.scanbeam_reader_set_sharpest_of(self._require(), _arguments.int32(frames, "frames")))

    def set_duplicates_once(self) -> None:
        """Report each value once in a scan."""
        check(lib.scanbeam_reader_set_duplicate_timeout(self._require(), -1))

    def set_region(self, x: int, y: int, width: int, height: int, *, percent: bool = True) -> None:
        """Search only a part of the frame, in percent or in pixels."""
        numbers = [_arguments.int32(value, "region") for value in (x, y, width, height)]
        check(lib.scanbeam_reader_set_region(self._require(), 1 if percent else 2, *numbers))

    def set_finder(self, aspect: float, inset_x: float = 32, inset_y: float = 32) -> None:
        """Search only the frame of a finder: width to height, and what stays free in pixels. aspect 0: the whole frame."""
        check(lib.scanbeam_reader_set_finder(self._require(), aspect, inset_x, inset_y))

    def region(self, frame: Tuple[int, int]) -> Rect:
        """The part of a frame of this size that is searched, in pixels."""
        place = scanbeam_rect()
        check(lib.scanbeam_reader_get_region(self._require(), *frame, ctypes.byref(place)))
        return Rect(place.x, place.y, place.width, place.height)

    def set_target(
        self, enabled: bool, centre_x: int = 50, centre_y: int = 50, width: int = 10, height: int = 10
    ) -> None:
        """Tell only codes that overlap a window, in percent of the frame."""
        numbers = [_arguments.int32(value, "window") for value in (centre_x, centre_y, width, height)]
        check(lib.scanbeam_reader_set_target(self._require(), int(bool(enabled)), *numbers))

    def set_nearest_to_centre(self, enabled: bool) -> None:
        """Of several codes tell only the one nearest to the middle of the window."""
        check(lib.scanbeam_reader_set_nearest_to_centre(self._require(), int(bool(enabled))))

    # ---- the camera ------------------------------------------------------------------------------------------------

    def has_control(self, control: Control) -> bool:
        """Whether the connected camera has a control."""
        return self.has_capability(1000 + int(control))  # type: ignore[arg-type]

    def control_range(self, control: Control) -> ControlRange:
        """What values a control of the connected camera takes."""
        out = table(scanbeam_control_range)
        check(lib.scanbeam_reader_control_range(self._require(), int(control), ctypes.byref(out)))
        return ControlRange(out.minimum, out.maximum, out.step, out.default_value)

    def control(self, control: Control) -> int:
        """The value that a control has now."""
        value = ctypes.c_int32()
        check(lib.scanbeam_reader_get_control(self._require(), int(control), ctypes.byref(value)))
        return value.value

    def set_control(self, control: Control, value: int) -> None:
        """Set a control of the connected camera."""
        check(lib.scanbeam_reader_set_control(self._require(), int(control), _arguments.int32(value, "value")))

    def set_frames(self, width: int, height: int, frames_per_second: float = 0) -> None:
        """Choose size and rate of the frames; 0: as many as the camera can."""
        size = (_arguments.int32(width, "width"), _arguments.int32(height, "height"))
        check(lib.scanbeam_reader_set_frames(self._require(), *size, frames_per_second))

    def set_lamp(self, name: Optional[str]) -> None:
        """Name the LED class device that lights for the camera, from the next connection on; None: by its name."""
        check(lib.scanbeam_reader_set_lamp(self._require(), None if name is None else name.encode()))

    # ---- triggers and life -----------------------------------------------------------------------------------------

    def set_key_trigger(
        self, device: Optional[str], key: int = 0, mode: KeyMode = KeyMode.HOLD, *, exclusive: bool = False
    ) -> None:
        """Let a key of an input device start and stop scans; None: no key any more.

        device: a path, "input:VVVV:PPPP", "input:VVVV:PPPP-SERIAL" or "input:NAME"; key: the kernel's number.
        """
        if device is None:
            return check(lib.scanbeam_reader_set_key_trigger(self._require(), None))
        trigger = table(scanbeam_key_trigger)
        trigger.device, trigger.key, trigger.mode = device.encode(), _arguments.int32(key, "key"), int(mode)
        trigger.exclusive = int(bool(exclusive))
        check(lib.scanbeam_reader_set_key_trigger(self._require(), ctypes.byref(trigger)))

    def set_line_trigger(
        self,
        chip: Optional[str],
        line: Union[int, str] = 0,
        mode: KeyMode = KeyMode.HOLD,
        *,
        active_low: bool = False,
        bias: LineBias = LineBias.AS_IS,
        debounce: float = 0.005,
    ) -> None:
        """Let a line of a GPIO chip (by its number or name) start and stop scans; None: no line any more."""
        if chip is None:
            return check(lib.scanbeam_reader_set_line_trigger(self._require(), None))
        trigger = table(scanbeam_line_trigger)
        trigger.chip, trigger.mode, trigger.bias = _arguments.text(chip, "chip"), int(mode), int(bias)
        if isinstance(line, str):
            trigger.line = _arguments.text(line, "line")
        else:
            trigger.offset = line
        trigger.active_low = int(bool(active_low))
        trigger.debounce_ms = max(1, round(debounce * 1000)) if debounce > 0 else -1
        check(lib.scanbeam_reader_set_line_trigger(self._require(), ctypes.byref(trigger)))

    def suspend(self) -> None:
        """Give the device back and keep everything else, until resume()."""
        check(lib.scanbeam_reader_suspend(self._require()))
        self.context._notify()

    def resume(self) -> None:
        """End a suspension; a reader that was connected is connected again."""
        check(lib.scanbeam_reader_resume(self._require()))

    # ---- the device --------------------------------------------------------------------------------------------------

    def send(self, command: str, data: bytes = b"", *, binary: bool = False, timeout: Optional[float] = None) -> Response:
        """Send a DMCC command, for example "SET SYMBOL.QR ON", and wait for its answer.

        data: what follows the command, for example the picture of IMAGE.LOAD. binary: a terminal's answer is binary.
        """
        answer: Response = self._wait_for(
            "Reader.send()", lambda done: self.begin_send(command, data, done, binary=binary, timeout=timeout)
        )
        return answer

    def begin_send(
        self,
        command: str,
        data: bytes = b"",
        completion: Optional[Callable[[Optional[Response], Optional[ScanbeamError]], None]] = None,
        *,
        binary: bool = False,
        timeout: Optional[float] = None,
    ) -> None:
        """Send a DMCC command; completion(response, error) is called once, on the loop thread."""
        options = table(scanbeam_command_options)
        content = bytes(data)
        kept = ctypes.create_string_buffer(content, max(1, len(content)))
        options.data = ctypes.addressof(kept) if content else None
        options.data_length = len(content)
        options.timeout_ms = 0 if timeout is None else _arguments.milliseconds(timeout)
        options.expects_binary = int(bool(binary))
        arguments = (_arguments.text(command, "command"), ctypes.byref(options))
        self._start(lib.scanbeam_reader_send_command, arguments, _callbacks.dmcc_completion, completion)

    def send_all(self, commands: Iterable[str], *, timeout: Optional[float] = None) -> List[Response]:
        """Send DMCC commands one after another and wait for all answers; timeout is for each. A refusal does not end it."""
        texts = [_arguments.text(command, "command") for command in commands]
        array = (ctypes.c_char_p * len(texts))(*texts)
        milliseconds = 0 if timeout is None else _arguments.milliseconds(timeout)
        answers: List[Response] = self._wait_for(
            "Reader.send_all()",
            lambda done: self._start(
                lib.scanbeam_reader_send_commands,
                (array, len(texts), milliseconds),
                _callbacks.dmcc_batch_completion,
                done,
            ),
        )
        return answers

    def set_lights(self, on: bool) -> None:
        """Switch the lamp, and wait until it is done."""
        self._wait_for(
            "Reader.set_lights()",
            lambda done: self._start(
                lib.scanbeam_reader_set_lights_on,
                (int(bool(on)),),
                _callbacks.completion,
                lambda error: done(None, error),
            ),
        )

    @property
    def lights(self) -> bool:
        """Whether the lamp is on."""
        return bool(
            self._wait_for(
                "Reader.lights",
                lambda done: self._start(lib.scanbeam_reader_lights_on, (), _callbacks.flag_completion, done),
            )
        )

    def beep(self) -> None:
        """Make the reader beep; a camera makes the delegate beep."""
        check(lib.scanbeam_reader_beep(self._require()))
        self.context._notify()

    @property
    def battery_level(self) -> int:
        """Charge of the battery in percent; UnsupportedError without one."""
        return int(
            self._wait_for(
                "Reader.battery_level",
                lambda done: self._start(
                    lib.scanbeam_reader_battery_level, (), _callbacks.number_completion, done
                ),
            )
        )

    def reset_config(self) -> None:
        """Put the settings back to their defaults."""
        self._wait_for(
            "Reader.reset_config()",
            lambda done: self._start(
                lib.scanbeam_reader_reset_config, (), _callbacks.completion, lambda error: done(None, error)
            ),
        )

    def _wait_for(self, what: str, start: Callable[[Callable[[Any, Optional[ScanbeamError]], None]], None]) -> Any:
        """Start a question and wait for its answer, which always comes."""
        _callbacks.refuse_inside(what)
        answers: List[Tuple[Any, Optional[ScanbeamError]]] = []
        start(lambda value, error: answers.append((value, error)))
        self.context._wait(lambda: answers, None)
        value, error = answers[0]
        if error is not None:
            raise error
        return value

    # ---- scanning --------------------------------------------------------------------------------------------------

    def start_scanning(self) -> None:
        """Start a scan, as a trigger would. Does nothing while a scan runs."""
        check(lib.scanbeam_reader_start_scanning(self._require()))

    def stop_scanning(self) -> None:
        """End the scan."""
        check(lib.scanbeam_reader_stop_scanning(self._require()))
        self.context._notify()

    def push(self, picture: Any, *, pixel_format: Optional[PixelFormat] = None) -> None:
        """Hand in a frame (readers made with "push:"): an array, PIL image or Frame, as decode() takes them. Copied."""
        frame = borrow(picture, pixel_format)
        check(lib.scanbeam_reader_push_frame(self._require(), ctypes.byref(frame.table)))

    def read(self, timeout: Optional[float] = None) -> Iterator[Results]:
        """Scan, and give results as they come.

        Connects and starts a scan when that is not done yet. Ends when the scan has ended (with a manual trigger after
        the first read) and when nothing came for timeout seconds; the scan then goes on until stop_scanning().
        Results without a good read are given as well: they are empty and say why. A failure of the device is raised.
        """
        _callbacks.refuse_inside("Reader.read()")
        box: Deque[_Event] = collections.deque(maxlen=_BACKLOG)
        self._boxes.append(box)
        try:
            if self.connection_state != ConnectionState.CONNECTED:
                self.connect(timeout)
            self.start_scanning()
            while True:
                if not self.context._wait(lambda: box or self._idle(), timeout):
                    return
                if not box and self._handle is not None:
                    self._settle()
                if not box:
                    return
                yield _unwrap(box.popleft())
        finally:
            self._boxes.remove(box)

    def _idle(self) -> bool:
        return self._handle is None or not self.is_scanning

    def _settle(self) -> None:
        """Wait until what happened so far was delivered: events are delivered in order, and so is an answer."""
        try:
            self.is_enabled(Symbology.QR, 10)
        except ScanbeamError:
            pass  # closed meanwhile

    def __aiter__(self) -> AsyncIterator[Results]:
        return self.read_async()

    async def read_async(self, timeout: Optional[float] = None) -> AsyncIterator[Results]:
        """read() for asyncio: `async for results in reader` is `async for results in reader.read_async()`."""
        loop = asyncio.get_running_loop()
        box: Deque[_Event] = collections.deque(maxlen=_BACKLOG)
        changed = asyncio.Event()

        def listener() -> None:
            _post(loop, changed.set)

        self._boxes.append(box)
        self.context._attach(loop, listener)
        try:
            if self.connection_state != ConnectionState.CONNECTED:
                await self.connect_async()
            self.start_scanning()
            deadline = None if timeout is None else time.monotonic() + timeout
            settled = False
            while True:
                self.context._raise_pending()
                if box:
                    settled = False
                    yield _unwrap(box.popleft())
                    deadline = None if timeout is None else time.monotonic() + timeout
                    continue
                if settled or self._handle is None:
                    return
                if self._idle():
                    # As _settle(): events are delivered in order, and so is an answer.
                    answered = loop.create_future()
                    try:
                        self._ask(Symbology.QR, lambda *_: _post(loop, _finish, answered))
                        await asyncio.wait_for(answered, 10)
                    except (ScanbeamError, asyncio.TimeoutError):
                        pass
                    settled = True
                    continue
                left = _LOOK if deadline is None else min(_LOOK, deadline - time.monotonic())
                if left <= 0:
                    return
                changed.clear()
                if box or self.context._errors:
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), left)
                except asyncio.TimeoutError:
                    pass
        finally:
            self.context._detach(listener)
            self._boxes.remove(box)

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
        for box in tuple(self._boxes):
            box.append(results)
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


def _unwrap(event: _Event) -> Results:
    if isinstance(event, ScanbeamError):
        raise event
    return event


def _finish(future: Any) -> None:
    if not future.done():
        future.set_result(None)


def _post(loop: Any, function: Callable[..., Any], *arguments: Any) -> None:
    """Run a function on an asyncio loop, from any thread; a loop that is closed already needs nothing any more."""
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:
        pass
