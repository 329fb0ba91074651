"""Pixels in memory: what decode() and Reader.push() take, and what results.image gives."""

from __future__ import annotations

import ctypes
import math
from typing import Any, Dict, NamedTuple, Optional, Tuple

from . import _arguments
from ._abi import scanbeam_frame, table
from ._enum import OpenIntEnum


def _fourcc(code: str) -> int:
    return int.from_bytes(code.encode("ascii"), "little")


class PixelFormat(OpenIntEnum):
    """How pixels lie in memory; the numbers are V4L2's four-character codes."""

    GREY = _fourcc("GREY")
    Y10 = _fourcc("Y10 ")
    Y12 = _fourcc("Y12 ")
    Y16 = _fourcc("Y16 ")
    YUYV = _fourcc("YUYV")
    UYVY = _fourcc("UYVY")
    NV12 = _fourcc("NV12")
    NV21 = _fourcc("NV21")
    YU12 = _fourcc("YU12")
    RGB24 = _fourcc("RGB3")
    BGR24 = _fourcc("BGR3")
    RGBA32 = _fourcc("AB24")
    BGRA32 = _fourcc("AR24")
    MJPG = _fourcc("MJPG")

    @property
    def label(self) -> str:
        """The four characters."""
        raw = int(self).to_bytes(4, "little", signed=False)
        return "".join(chr(c) if 32 <= c < 127 else "?" for c in raw).rstrip()


_CHANNELS = {1: PixelFormat.GREY, 3: PixelFormat.RGB24, 4: PixelFormat.RGBA32}
_BOOL_TO_GREY = bytes([0]) + bytes([255]) * 255
_INT32_MAX = 2**31 - 1


class Frame:
    """A frame with its layout spelled out, for pixels that are not an array: `Frame(data, 640, 480)`.

    data has the buffer protocol and is one contiguous block. Frame is itself an array to numpy
    (`numpy.asarray(frame)`) when its format is GREY, RGB24, BGR24, RGBA32 or BGRA32.
    """

    def __init__(
        self,
        data: Any,
        width: int,
        height: int,
        pixel_format: PixelFormat = PixelFormat.GREY,
        stride: int = 0,
        time_ns: int = 0,
    ) -> None:
        view = memoryview(data)
        if not view.c_contiguous:
            raise TypeError("Frame needs one contiguous block of bytes; pass arrays as they are instead")
        self.data = data
        self.width = _arguments.int32(width, "width")
        self.height = _arguments.int32(height, "height")
        self.pixel_format = PixelFormat(pixel_format)
        self.stride = _arguments.int32(stride, "stride")
        self.time_ns = int(time_ns)

    def __repr__(self) -> str:
        return f"<Frame {self.width} x {self.height} {self.pixel_format.label}>"

    @property
    def __array_interface__(self) -> Dict[str, Any]:
        channels = {
            PixelFormat.GREY: 1,
            PixelFormat.RGB24: 3,
            PixelFormat.BGR24: 3,
            PixelFormat.RGBA32: 4,
            PixelFormat.BGRA32: 4,
        }.get(self.pixel_format)
        if channels is None:
            raise AttributeError(f"{self.pixel_format.label} pixels are not a plain array")
        row = self.stride or self.width * channels
        shape: Tuple[int, ...] = (self.height, self.width)
        strides: Tuple[int, ...] = (row, channels)
        if channels > 1:
            shape, strides = shape + (channels,), strides + (1,)
        return {"version": 3, "shape": shape, "strides": strides, "typestr": "|u1", "data": self.data}


class Borrowed(NamedTuple):
    """A frame table and what must stay alive while it is used."""

    table: Any
    owner: Any


def borrow(picture: Any, pixel_format: Optional[PixelFormat]) -> Borrowed:
    """The frame table of an array, image or Frame. TypeError or ValueError when it is none."""
    if isinstance(picture, Frame):
        view = memoryview(picture.data)
        pointer, owner = _address(view)
        return _frame(
            pointer,
            view.nbytes,
            picture.width,
            picture.height,
            picture.stride,
            pixel_format or picture.pixel_format,
            owner,
            picture.time_ns,
        )
    if is_pil_image(picture):
        data, size, found = _pil_pixels(picture)
        return borrow(Frame(data, size[0], size[1], found), pixel_format)
    return _borrow_array(picture, pixel_format)


def is_pil_image(picture: Any) -> bool:
    """Whether it is a PIL image, without importing PIL."""
    return all(hasattr(picture, name) for name in ("mode", "size", "getbands", "convert", "tobytes"))


def _pil_pixels(image: Any) -> Tuple[bytes, Tuple[int, int], PixelFormat]:
    mode = image.mode
    if mode in ("I", "F"):
        raise TypeError(f"a PIL image of mode {mode!r} has no defined brightness range; convert it to 'L' first")
    if mode.startswith("I;16"):
        raw = image.tobytes("raw", mode)
        if mode == "I;16B":  # the library's 16-bit format is little endian
            swapped = bytearray(raw)
            swapped[0::2], swapped[1::2] = raw[1::2], raw[0::2]
            raw = bytes(swapped)
        return raw, image.size, PixelFormat.Y16
    if mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        if mode != "RGBA":
            image = image.convert("RGBA")
        return image.tobytes(), image.size, PixelFormat.RGBA32
    if mode != "RGB" and mode in ("P", "CMYK", "LAB", "HSV", "RGBX"):
        image = image.convert("RGB")
        mode = "RGB"
    if mode == "RGB":
        return image.tobytes(), image.size, PixelFormat.RGB24
    if mode != "L":
        image = image.convert("L")
    return image.tobytes(), image.size, PixelFormat.GREY


def _borrow_array(array: Any, pixel_format: Optional[PixelFormat]) -> Borrowed:
    interface = getattr(array, "__array_interface__", None)
    if isinstance(interface, dict):
        shape = tuple(interface["shape"])
        is_bool = _check_type(str(interface["typestr"]), "dtype")
        height, width, channels, found = _shape(shape, pixel_format)
        strides = interface.get("strides") or _packed(shape)
        data = interface.get("data")
        if isinstance(data, tuple) and data[0] and not is_bool and _is_rows(strides, shape, channels):
            row = width * channels if height == 1 else strides[0]
            return _frame(data[0], (height - 1) * row + width * channels, width, height, row, found, array)
        if not isinstance(data, tuple) and data is not None:  # an object with the buffer protocol behind it
            if strides != _packed(shape):
                raise TypeError("an __array_interface__ with a buffer and strides is not supported; pass the array itself")
            view = memoryview(data).cast("B")[interface.get("offset", 0) :]
            if view.nbytes < math.prod(shape):
                raise ValueError("the buffer of the __array_interface__ is shorter than its shape")
            return _copy(view[: math.prod(shape)].tobytes(), is_bool, width, height, channels, found)
    try:
        view = memoryview(array)
    except TypeError:
        raise TypeError(
            f"cannot decode {type(array).__name__}: pass a path, the bytes of a picture file, a uint8 array "
            "(height x width, or height x width x 3 or 4), a PIL image or a scanbeam.Frame"
        ) from None
    is_bool = _check_type(view.format, "item format")
    height, width, channels, found = _shape(view.shape or (), pixel_format)
    # Columns apart, rows upwards, Fortran order: tobytes() puts them into rows.
    return _copy(view.tobytes(), is_bool, width, height, channels, found)


def _check_type(code: str, what: str) -> bool:
    """Accept unsigned bytes and booleans; True for booleans."""
    plain = code.lstrip("|<>=@")
    if plain in ("u1", "B", "c"):
        return False
    if plain in ("b1", "?"):
        return True
    raise TypeError(
        f"{what} {code!r} is not supported: pixels are uint8 (0 black to 255 white) or bool. "
        "Scale the values to 0…255 and convert, for example with (array / array.max() * 255).astype('uint8')"
    )


def _shape(shape: Tuple[int, ...], pixel_format: Optional[PixelFormat]) -> Tuple[int, int, int, PixelFormat]:
    if len(shape) == 2:
        height, width, channels = shape[0], shape[1], 1
    elif len(shape) == 3:
        height, width, channels = shape
    else:
        raise ValueError(f"an array of shape {shape} is no picture: it must be height x width, or that x 3 or x 4")
    found = pixel_format or _CHANNELS.get(channels)
    if found is None:
        raise ValueError(f"an array of shape {shape} is no picture: the last number must be 1, 3 or 4")
    if pixel_format is not None:
        wanted = {"RGB3": 3, "BGR3": 3, "AB24": 4, "AR24": 4, "YUYV": 2, "UYVY": 2, "Y10": 2, "Y12": 2, "Y16": 2}
        if wanted.get(pixel_format.label, 1) != channels:
            raise ValueError(f"an array of shape {shape} does not hold {pixel_format.label} pixels")
    if not (0 < height <= _INT32_MAX and 0 < width <= _INT32_MAX):
        raise ValueError(f"an array of shape {shape} holds no pixels")
    return height, width, channels, found


def _packed(shape: Tuple[int, ...]) -> Tuple[int, ...]:
    strides = [1]
    for extent in reversed(shape[1:]):
        strides.insert(0, strides[0] * extent)
    return tuple(strides)


def _is_rows(strides: Tuple[int, ...], shape: Tuple[int, ...], channels: int) -> bool:
    """Whether the pixels of a row lie side by side and the rows below each other."""
    if len(shape) == 3 and channels > 1 and strides[2] != 1:
        return False
    if shape[1] > 1 and strides[1] != channels:
        return False
    return shape[0] == 1 or shape[1] * channels <= strides[0] <= _INT32_MAX


def _copy(data: bytes, is_bool: bool, width: int, height: int, channels: int, found: PixelFormat) -> Borrowed:
    if is_bool:
        data = data.translate(_BOOL_TO_GREY)
    pointer, owner = _address(memoryview(data))
    return _frame(pointer, len(data), width, height, width * channels, found, owner)


def _address(view: memoryview) -> Tuple[int, Any]:
    """Address of a contiguous view's first byte, and what keeps it there."""
    if view.nbytes == 0:
        return 0, view
    if view.readonly:
        data = view.obj if isinstance(view.obj, bytes) and len(view.obj) == view.nbytes else view.tobytes()
        return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, data
    owner = (ctypes.c_ubyte * view.nbytes).from_buffer(view)
    return ctypes.addressof(owner), owner


def _frame(
    pointer: int, length: int, width: int, height: int, stride: int, found: PixelFormat, owner: Any, time_ns: int = 0
) -> Borrowed:
    frame = table(scanbeam_frame)
    frame.data = pointer or None
    frame.length = length
    frame.time_ns = time_ns
    frame.format = int(found)
    frame.width = width
    frame.height = height
    frame.stride = _arguments.int32(stride, "stride")
    return Borrowed(frame, owner)


def picture_file(data: Any) -> Optional[Tuple[int, int, Any]]:
    """Address, length and owner when data is a row of bytes (a picture file in memory), else None."""
    if is_pil_image(data):
        return None
    try:
        view = memoryview(data)
    except (TypeError, BufferError):
        return None
    if view.ndim != 1 or view.itemsize != 1:
        return None
    pointer, owner = _address(view if view.c_contiguous else memoryview(view.tobytes()))
    return pointer, view.nbytes, owner
