"""What can be read: symbologies, and the variants that results tell apart."""

from __future__ import annotations

import ctypes
from typing import Iterable, List, Tuple, Union

from . import _arguments
from ._abi import lib
from ._enum import OpenIntEnum
from .errors import check


class Symbology(OpenIntEnum):
    """A symbology, with the number of scanbeam/symbology.h. Unknown numbers are legal."""

    UNKNOWN = 0
    DATAMATRIX = 1
    QR = 2
    C128 = 3
    UPC_EAN = 4
    C11 = 5
    C39 = 6
    C93 = 7
    I2O5 = 8
    CODABAR = 9
    EAN_UCC = 10
    PHARMACODE = 11
    MAXICODE = 12
    PDF417 = 13
    MICROPDF417 = 14
    DATABAR = 15
    PLANET = 16
    POSTNET = 17
    FOUR_STATE_JAP = 18
    FOUR_STATE_AUS = 19
    FOUR_STATE_UPU = 20
    FOUR_STATE_IMB = 21
    VERICODE = 22
    RPC = 23
    MSI = 24
    AZTECCODE = 25
    DOTCODE = 26
    C25 = 27
    C39_CONVERT_TO_C32 = 28
    OCR = 29
    FOUR_STATE_RMC = 30
    TELEPEN = 31
    PLESSEY = 64
    CEPNET = 65
    FOUR_STATE_KIX = 66
    FOUR_STATE_MAILMARK = 67
    KOREAPOST = 68
    FOUR_STATE_DAFT = 69
    FIM = 70
    CODABLOCKF = 71
    CODE16K = 72
    CODE49 = 73
    HANXIN = 74
    GRIDMATRIX = 75
    CODEONE = 76

    @property
    def label(self) -> str:
        """The name that DMCC and the tool use, for example "UPC-EAN"; "UNKNOWN" for unknown numbers."""
        name: bytes = lib.scanbeam_symbology_name(int(self))
        return name.decode()

    @property
    def available(self) -> bool:
        """Whether this build of the library can read it."""
        return bool(lib.scanbeam_symbology_available(int(self)))

    @classmethod
    def parse(cls, name: Union[str, int]) -> "Symbology":
        """The symbology for a name such as "qr", "ean13", "UPC-EAN", or for a number. ValueError if there is none."""
        if isinstance(name, int):
            return cls(_arguments.int32(name, "symbology"))
        if not isinstance(name, str):
            raise TypeError(f"a symbology is a name, a number or a Symbology, not {type(name).__name__}")
        number = lib.scanbeam_symbology_from_name(_arguments.text(name, "symbology"))
        if number == 0:
            raise ValueError(f"there is no symbology named {name!r}")
        return cls(number)


class Variant(OpenIntEnum):
    """Which member of its symbology's family a result is; NONE when the symbology says it all."""

    NONE = 0
    DATABAR_OMNI = 3
    DATABAR_STACKED = 4
    DATABAR_LIMITED = 5
    DATABAR_EXPANDED = 6
    EAN13 = 7
    EAN8 = 8
    UPCA = 9
    UPCE = 10
    GS1_128 = 20
    MICRO_QR = 28
    CODE32 = 35
    RMQR = 64
    PZN = 65
    INDUSTRIAL_2OF5 = 66
    IATA_2OF5 = 67
    MATRIX_2OF5 = 68
    DATALOGIC_2OF5 = 69
    PHARMACODE_TWO_TRACK = 70
    EAN2 = 71
    EAN5 = 72
    COOP_2OF5 = 73
    CC_A = 80
    CC_B = 81
    CC_C = 82

    @property
    def label(self) -> str:
        """For example "EAN-13"; "" for NONE and unknown numbers."""
        name: bytes = lib.scanbeam_variant_name(int(self))
        return name.decode()


#: What `symbologies=` parameters take: one, or several, as names, numbers or members.
SymbologyLike = Union[str, int, Symbology]
SymbologiesLike = Union[SymbologyLike, Iterable[SymbologyLike]]


def parse_all(symbologies: SymbologiesLike) -> List[Symbology]:
    """A list of symbologies from whatever the caller gave."""
    if isinstance(symbologies, (str, int)):
        return [Symbology.parse(symbologies)]
    return [Symbology.parse(symbology) for symbology in symbologies]


def available_symbologies() -> Tuple[Symbology, ...]:
    """The symbologies that this build of the library can read."""
    needed = ctypes.c_size_t()
    lib.scanbeam_symbologies(None, 0, ctypes.byref(needed))
    array = (ctypes.c_int32 * needed.value)()
    check(lib.scanbeam_symbologies(array, needed.value, ctypes.byref(needed)))
    return tuple(Symbology(number) for number in array)
