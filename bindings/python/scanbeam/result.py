"""What was read: the results of one frame, and each code in it."""

from __future__ import annotations

import ctypes
import enum
import weakref
from dataclasses import dataclass
from typing import Any, Iterator, NamedTuple, Optional, Tuple, Union, overload

from ._abi import lib, scanbeam_bytes, scanbeam_frame, table
from ._arguments import optional
from ._enum import OpenIntEnum
from .errors import StateError, check
from .frame import Frame, PixelFormat
from .tag import Tag, copy_tag
from .symbology import Symbology, Variant


class Reason(OpenIntEnum):
    """Why results carry no good read; NONE when they do."""

    NONE = 0
    NO_CODE = 1
    TIMED_OUT = 2
    STOPPED = 3
    DISCONNECTED = 4
    END_OF_INPUT = 5
    UNREADABLE = 6


class Linkage(OpenIntEnum):
    """Whether a 2D component of a GS1 composite belongs to a linear code that was read without it."""

    #: Nothing says so.
    NONE = 0
    #: Rows of bars stand where one would be.
    POSSIBLE = 1
    #: The code says so.
    DECLARED = 2


class Confirmations(enum.IntFlag):
    """What speaks for a result."""

    #: Its check digits or check characters are right.
    CHECK = 1
    #: Its error correction found no contradiction.
    ERROR_CORRECTION = 2
    #: Several scan lines gave the same value.
    AGREEING_LINES = 4
    #: Drawn again, the value explains the pixels.
    PIXELS = 8
    #: A second decoder gave the same value.
    SECOND_DECODER = 16
    #: Other sizes or filters of the picture gave the same value.
    SEVERAL_LOOKS = 32
    #: Quiet zones were seen at both ends.
    QUIET_ZONES = 64


class Point(NamedTuple):
    """A point in frame pixels: x to the right, y down."""

    x: float
    y: float


class Quad(NamedTuple):
    """The corners of a code, named as seen when the code itself is upright."""

    top_left: Point
    top_right: Point
    bottom_right: Point
    bottom_left: Point


class Size(NamedTuple):
    """A size in pixels."""

    width: int
    height: int


@dataclass(frozen=True)
class StructuredAppend:
    """One code of several that belong together: its number from 0, how many there are, and the byte they share."""

    index: int
    count: int
    parity: int


class Result:
    """One code. Immutable."""

    __slots__ = (
        "symbology",
        "variant",
        "payload",
        "text",
        "read_string",
        "charset",
        "eci",
        "aim_id",
        "is_gs1",
        "linkage",
        "gtin",
        "add_on",
        "confidence",
        "confirmations",
        "verification",
        "corners",
        "structured_append",
        "tag",
        "_handle",
        "_keeper",
    )

    symbology: Symbology
    #: Member of the symbology's family, for example Variant.EAN13.
    variant: Variant
    #: The data, byte for byte as the code carries it.
    payload: bytes
    #: The data as text; None when it is not text.
    text: Optional[str]
    #: The data as text by Reader.set_read_string_encoding(); None when they are none in that encoding.
    read_string: Optional[str]
    #: Character set that text was decoded from.
    charset: Optional[str]
    #: First ECI that the code declares, None when it declares none.
    eci: Optional[int]
    #: AIM symbology identifier, for example "]C1".
    aim_id: str
    is_gs1: bool
    #: Whether a 2D component of a composite belongs to this linear code, which was read without it.
    linkage: Linkage
    #: The article number as GTIN-14, None when there is none.
    gtin: Optional[str]
    #: The 2 or 5 digits of an EAN/UPC add-on.
    add_on: Optional[str]
    #: How far the value is to be believed, 1 to 100; 0 when nobody judged it. It orders results by risk.
    confidence: int
    #: What speaks for the value.
    confirmations: Confirmations
    #: What comparing the value with the pixels said, or why that was not done; None for tags.
    verification: Optional[str]
    corners: Quad
    structured_append: Optional[StructuredAppend]
    #: What was read when it is a tag, else None.
    tag: Optional[Tag]

    def __init__(self, handle: int, keeper: object) -> None:
        self._handle = handle
        self._keeper = keeper  # keeps the handle alive
        self.symbology = Symbology(lib.scanbeam_result_symbology(handle))
        self.variant = Variant(lib.scanbeam_result_variant(handle))
        data = lib.scanbeam_result_bytes(handle)
        self.payload = ctypes.string_at(data.data, data.size) if data.data and data.size else b""
        self.text = optional(lib.scanbeam_result_text(handle))
        self.tag = copy_tag(lib.scanbeam_result_tag(handle))
        self.read_string = optional(lib.scanbeam_result_read_string(handle))
        self.charset = optional(lib.scanbeam_result_charset(handle))
        eci = lib.scanbeam_result_eci(handle)
        self.eci = eci if eci >= 0 else None
        self.aim_id = optional(lib.scanbeam_result_aim_id(handle)) or ""
        self.is_gs1 = bool(lib.scanbeam_result_is_gs1(handle))
        self.linkage = Linkage(lib.scanbeam_result_linkage(handle))
        self.gtin = optional(lib.scanbeam_result_gtin(handle))
        self.add_on = optional(lib.scanbeam_result_add_on(handle))
        self.confidence = lib.scanbeam_result_confidence(handle)
        self.confirmations = Confirmations(lib.scanbeam_result_confirmations(handle))
        self.verification = optional(lib.scanbeam_result_verification(handle))
        quad = lib.scanbeam_result_corners(handle)
        self.corners = Quad(
            *(Point(p.x, p.y) for p in (quad.top_left, quad.top_right, quad.bottom_right, quad.bottom_left))
        )
        numbers = tuple(ctypes.c_int32() for _ in range(3))
        several = lib.scanbeam_result_structured_append(handle, *(ctypes.byref(n) for n in numbers))
        self.structured_append = StructuredAppend(*(n.value for n in numbers)) if several else None

    @property
    def xml(self) -> str:
        """XML of this code alone."""
        return optional(lib.scanbeam_result_xml(self._handle)) or ""

    @property
    def svg(self) -> Optional[str]:
        """SVG drawing of the outline; None when SVG results are off."""
        return optional(lib.scanbeam_result_svg(self._handle))

    def __repr__(self) -> str:
        what = self.payload if self.text is None else self.text
        return f"<Result {self.variant.label or self.symbology.label} {what!r}>"


class Results:
    """The codes of one frame, in reading order; or, when there are none, the reason. Immutable.

    A sequence of Result; true when there is a good read.
    """

    def __init__(self, handle: int) -> None:
        """Take over one reference to a scanbeam_results."""
        self._handle = handle
        weakref.finalize(self, lib.scanbeam_results_unref, handle).atexit = False
        self._codes: Optional[Tuple[Result, ...]] = None
        self.reason = Reason(lib.scanbeam_results_reason(handle))
        #: Number of these results within their reader, from 1; 0 for still pictures.
        self.id: int = lib.scanbeam_results_id(handle)
        #: Number of the frame within the reader; 0 for still pictures.
        self.image_id: int = lib.scanbeam_results_image_id(handle)
        #: When the frame was captured or the scan ended; clock of time.monotonic_ns().
        self.time_ns: int = lib.scanbeam_results_time_ns(handle)
        #: CPU time of locating and decoding.
        self.decode_time_ns: int = lib.scanbeam_results_decode_time_ns(handle)
        size = lib.scanbeam_results_frame_size(handle)
        #: Size of the frame that corners refer to; 0 x 0 when there was no frame.
        self.frame_size = Size(size.width, size.height)
        #: Path of the picture for file and directory readers.
        self.source: Optional[str] = optional(lib.scanbeam_results_source(handle))
        #: For Reason.UNREADABLE the sentence that says why.
        self.message: Optional[str] = optional(lib.scanbeam_results_message(handle))

    @property
    def good_read(self) -> bool:
        """Whether at least one code was read."""
        return bool(lib.scanbeam_results_good_read(self._handle))

    @property
    def codes(self) -> Tuple[Result, ...]:
        """All codes. Results is itself a sequence of them."""
        if self._codes is None:
            # No cycle: each code keeps a sibling of this object alive, which has no codes of its own.
            keeper = _Keeper(self._handle)
            count = lib.scanbeam_results_count(self._handle)
            handles = (lib.scanbeam_results_at(self._handle, index) for index in range(count))
            self._codes = tuple(Result(handle, keeper) for handle in handles if handle)
        return self._codes

    @property
    def main(self) -> Optional[Result]:
        """All parts of a result of several codes in one, else the first code; None without a good read."""
        handle = lib.scanbeam_results_main(self._handle)
        return Result(handle, _Keeper(self._handle)) if handle else None

    @property
    def parts(self) -> Tuple[Result, ...]:
        """The parts of a result of several codes; empty when each code is a result."""
        keeper = _Keeper(self._handle)
        handles = [
            lib.scanbeam_results_part_at(self._handle, index)
            for index in range(lib.scanbeam_results_part_count(self._handle))
        ]
        return tuple(Result(handle, keeper) for handle in handles if handle)

    def __len__(self) -> int:
        return len(self.codes)

    def __bool__(self) -> bool:
        return self.good_read

    def __iter__(self) -> Iterator[Result]:
        return iter(self.codes)

    @overload
    def __getitem__(self, index: int) -> Result: ...

    @overload
    def __getitem__(self, index: slice) -> Tuple[Result, ...]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Result, Tuple[Result, ...]]:
        return self.codes[index]

    @property
    def xml(self) -> str:
        """XML of all codes, or of the no-read, in the layout of cmbSDK."""
        return optional(lib.scanbeam_results_xml(self._handle)) or ""

    @property
    def svg(self) -> Optional[str]:
        """SVG drawing of all outlines; None when SVG results are off."""
        return optional(lib.scanbeam_results_svg(self._handle))

    @property
    def statistics_xml(self) -> Optional[str]:
        """The counters as XML; None unless DATA.RESULT-TYPE has 4."""
        return optional(lib.scanbeam_results_statistics_xml(self._handle))

    @property
    def encoded_image(self) -> Optional[bytes]:
        """The image as a JPEG or bitmap file; None when image results are off or there was no frame."""
        data = scanbeam_bytes()
        try:
            check(lib.scanbeam_results_encoded_image(self._handle, ctypes.byref(data)))
        except StateError:
            return None
        return ctypes.string_at(data.data, data.size)

    @property
    def image(self) -> Optional[Frame]:
        """The frame as 8-bit luminance (a copy), by IMAGE.SIZE smaller than frame_size; None when image results are off or there was no frame."""
        frame = table(scanbeam_frame)
        try:
            check(lib.scanbeam_results_image(self._handle, ctypes.byref(frame)))
        except StateError:
            return None
        data = ctypes.string_at(frame.data, frame.length)
        return Frame(data, frame.width, frame.height, PixelFormat(frame.format), frame.stride, frame.time_ns)

    def __repr__(self) -> str:
        if self.good_read:
            return f"<Results {list(self.codes)!r}>"
        return f"<Results {self.reason.name}>"


class _Keeper:
    """One more reference to a scanbeam_results."""

    __slots__ = ("__weakref__",)

    def __init__(self, handle: Any) -> None:
        lib.scanbeam_results_ref(handle)
        weakref.finalize(self, lib.scanbeam_results_unref, handle).atexit = False
