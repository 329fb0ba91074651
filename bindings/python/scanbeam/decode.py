"""Decode one still picture, without a context or a reader."""

from __future__ import annotations

import ctypes
import math
import os
from typing import Any, Optional

from . import _arguments
from ._abi import lib, scanbeam_decode_options, table
from .context import Context
from .errors import check
from .frame import Frame, PixelFormat, borrow, picture_file
from .result import Results
from .symbology import SymbologiesLike, parse_all

_IMAGE = 1
_SVG = 2


def decode(
    picture: Any,
    symbologies: Optional[SymbologiesLike] = None,
    *,
    effort: Optional[int] = None,
    max_codes: int = 0,
    budget: Optional[float] = None,
    image: bool = False,
    svg: bool = False,
    pixel_format: Optional[PixelFormat] = None,
    context: Optional[Context] = None,
) -> Results:
    """Read the codes in a picture.

    picture: a path (str or os.PathLike); the bytes of a PNG, JPEG, PNM or BMP file; a uint8 or bool array, height x
    width (grey), x 3 (RGB) or x 4 (RGBA, transparent counts as white), numpy or anything with __array_interface__ or
    the buffer protocol, with any strides; a PIL image; or a Frame. Nothing in it is changed or kept.

    symbologies: what to read, as names, numbers or Symbology members; None: all that the build can.
    effort: 1 fastest to 5 most thorough, None: 2.
    max_codes: stop after so many, 0: no limit.
    budget: stop looking after so many seconds, None: no limit.
    image, svg: keep the luminance image, make SVG drawings.
    context: whose licence policy holds, None: none.
    pixel_format: how to take an array that is not grey, RGB or RGBA, for example PixelFormat.BGR24 for OpenCV.

    No code is no error: the results are then empty and false. Raises a ScanbeamError, TypeError or ValueError. Other
    Python threads run while it works; it may be called on any number of threads.
    """
    options, _keep = _options(symbologies, effort, max_codes, budget, image, svg)
    if context is not None:
        options.context = context._require()
    out = ctypes.c_void_p()
    if isinstance(picture, (str, os.PathLike)):
        path = _arguments.text(picture, "path")
        status = lib.scanbeam_decode_file(ctypes.byref(out), path, ctypes.byref(options))
    elif not isinstance(picture, Frame) and (file := picture_file(picture)) is not None:
        pointer, length, _owner = file
        status = lib.scanbeam_decode_picture(ctypes.byref(out), pointer, length, ctypes.byref(options))
    else:
        frame = borrow(picture, pixel_format)
        status = lib.scanbeam_decode_frame(ctypes.byref(out), ctypes.byref(frame.table), ctypes.byref(options))
    check(status)
    assert out.value is not None
    return Results(out.value)


def _options(
    symbologies: Optional[SymbologiesLike],
    effort: Optional[int],
    max_codes: int,
    budget: Optional[float],
    image: bool,
    svg: bool,
) -> Any:
    options = table(scanbeam_decode_options)
    array = None
    if symbologies is not None:
        wanted = parse_all(symbologies)
        if not wanted:
            raise ValueError("symbologies is empty; None means all")
        array = (ctypes.c_int32 * len(wanted))(*wanted)
        options.symbologies = array
        options.symbology_count = len(wanted)
    if effort is not None:
        options.effort = _arguments.int32(effort, "effort")
        if not 1 <= options.effort <= 5:
            raise ValueError(f"effort is {effort}; it goes from 1 to 5")
    options.max_codes = _arguments.int32(max_codes, "max_codes")
    if budget is not None:
        if not 0 < budget < math.inf:
            raise ValueError(f"budget is {budget}; it must be a number of seconds above 0, or None")
        options.budget_ns = min(math.ceil(budget * 1e9), 2**63 - 1)
    options.flags = (_IMAGE if image else 0) | (_SVG if svg else 0)
    return options, array
