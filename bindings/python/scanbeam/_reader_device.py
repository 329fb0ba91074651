"""The device of a reader."""

from __future__ import annotations

import ctypes
from typing import Callable, Iterable, List, Optional, Union

from . import _arguments, _callbacks
from ._abi import (
    lib,
    scanbeam_command_options,
    scanbeam_control_range,
    scanbeam_key_trigger,
    scanbeam_line_trigger,
    table,
)
from ._reader_base import ReaderBase
from .dmcc import Response
from .errors import ScanbeamError, check
from .reader_types import Control, KeyMode, ControlRange, LineBias


class DeviceMethods(ReaderBase):
    """The part of Reader for the device: controls, triggers, commands, lamp, beep, battery."""

    # ---- the camera ------------------------------------------------------------------------------------------------

    def has_control(self, control: Control) -> bool:
        """Whether the connected camera has a control."""
        return bool(lib.scanbeam_reader_has_capability(self._require(), 1000 + int(control)))

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
            check(lib.scanbeam_reader_set_key_trigger(self._require(), None))
            return
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
            check(lib.scanbeam_reader_set_line_trigger(self._require(), None))
            return
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
