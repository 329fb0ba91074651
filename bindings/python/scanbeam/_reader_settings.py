"""Settings of a reader."""

from __future__ import annotations

import ctypes
from typing import Callable, List, Optional, Tuple

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_rect
from ._reader_base import ReaderBase
from .errors import ScanbeamError, TimedOutError, check
from .geometry import Rect
from .reader_types import TriggerType, ScanningState, ReadStringEncoding
from .symbology import Symbology, SymbologyLike, parse_all


class SettingsMethods(ReaderBase):
    """The part of Reader for settings: what is read, which frames are searched, and where in them."""

    _trigger_type: TriggerType

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
