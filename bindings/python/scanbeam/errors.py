"""One exception class for each status of scanbeam/status.h."""

from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional, Type

from ._abi import lib, scanbeam_error, table

_SOURCE_ERRNO = 1


class ScanbeamError(Exception):
    """Something went wrong in the library. The subclasses say what; str() is a sentence that says what to do."""

    #: Status code of this class; 0 for this base class.
    code: int = 0
    #: Status code of this error, also for codes that this version has no class for.
    status: int
    #: errno of the system call that failed, an int, else None. (OSError, which some kinds are too, knows ints alone.)
    errno: Any

    _classes: Dict[int, Type["ScanbeamError"]] = {}

    def __init__(self, message: str = "", *, status: Optional[int] = None, errno: Optional[int] = None) -> None:
        super().__init__(message)
        self.status = self.code if status is None else status
        self.errno = errno

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "code" in cls.__dict__:
            ScanbeamError._classes[cls.code] = cls

    def __reduce__(self) -> Any:
        return _rebuild, (type(self), str(self), self.status, self.errno)


def _rebuild(kind: Type[ScanbeamError], message: str, status: int, errno: Optional[int]) -> ScanbeamError:
    return kind(message, status=status, errno=errno)


class InvalidArgumentError(ScanbeamError, ValueError):
    """An argument is missing, out of range or contradictory."""

    code = -1


class NoMemoryError(ScanbeamError, MemoryError):
    """Memory could not be had."""

    code = -2


class UnsupportedError(ScanbeamError):
    """This build or this device cannot do it."""

    code = -3


class AgainError(ScanbeamError):
    """Not now; the same call may succeed later."""

    code = -4


class TimedOutError(ScanbeamError, TimeoutError):
    """The time given ran out before the answer came."""

    code = -5


class InterruptedCallError(ScanbeamError):
    """Interrupted on request."""

    code = -6


class BufferTooSmallError(ScanbeamError):
    """A buffer was too small. The package sizes its buffers itself."""

    code = -7


class ReentrantError(ScanbeamError):
    """Not allowed inside a callback."""

    code = -8


class WrongThreadError(ScanbeamError):
    """Another thread is in this call already."""

    code = -9


class ForkedError(ScanbeamError):
    """The object belongs to the parent process; make new ones after fork()."""

    code = -10


class CancelledError(ScanbeamError):
    """Ended by close, disconnect or the end of the object."""

    code = -11


class InternalError(ScanbeamError):
    """A fault of the library; please report it."""

    code = -12


class SystemCallError(ScanbeamError, OSError):
    """The operating system refused; see errno."""

    code = -13


class NotFoundError(ScanbeamError, FileNotFoundError):
    """No such device or file."""

    code = -20


class BusyError(ScanbeamError):
    """In use by another program or reader."""

    code = -21


class AccessError(ScanbeamError, PermissionError):
    """No permission."""

    code = -22


class LostError(ScanbeamError):
    """The device went away."""

    code = -23


class ProtocolError(ScanbeamError):
    """The device answers what it must not."""

    code = -24


class StateError(ScanbeamError):
    """Not in this state, for example not connected or closed."""

    code = -25


class FavoriteActiveError(ScanbeamError):
    """Favourites are set; devices are connected as they come."""

    code = -30


class FormatError(ScanbeamError):
    """No pixel or file format that can be read."""

    code = -40


class CorruptError(ScanbeamError):
    """The picture is damaged or cut short."""

    code = -41


class TooLargeError(ScanbeamError):
    """The picture is larger than the limits."""

    code = -42


class StalledError(ScanbeamError):
    """The camera sends no more frames."""

    code = -43


class TagRemovedError(ScanbeamError):
    """There is no tag on the reader, or it was taken away."""

    code = -80


class TagRefusedError(ScanbeamError):
    """The tag or its reader refused the command."""

    code = -81


class TagFormatError(ScanbeamError):
    """The tag is not formatted for NDEF, or what is on it is damaged."""

    code = -82


class TagReadOnlyError(ScanbeamError):
    """The tag may not be written."""

    code = -83


class TagFullError(ScanbeamError):
    """The tag has not enough room."""

    code = -84


class TagAuthenticationError(ScanbeamError):
    """The tag wants a key first, or another one."""

    code = -85


def status_name(status: int) -> str:
    """Identifier of a status, for example "SCANBEAM_ERR_BUSY"."""
    name: bytes = lib.scanbeam_status_name(status)
    return name.decode()


def error_for(status: int, message: str = "", errno: Optional[int] = None) -> ScanbeamError:
    """The exception for a status."""
    if not message:
        message = lib.scanbeam_status_message(status).decode()
    kind = ScanbeamError._classes.get(status)
    if kind is None:
        return ScanbeamError(f"{message} ({status_name(status)})", status=status, errno=errno)
    return kind(message, status=status, errno=errno)


def error_from(detail: Any) -> ScanbeamError:
    """The exception for a scanbeam_error."""
    errno = int(detail.source_code) if detail.source == _SOURCE_ERRNO else None
    return error_for(detail.code, detail.message.decode("utf-8", "replace"), errno)


def check(status: int) -> int:
    """Return a status that is no failure; raise the exception of one that is, with the detail of the last error."""
    if status >= 0:
        return status
    detail = table(scanbeam_error)
    if lib.scanbeam_last_error(ctypes.byref(detail)) == 0 and detail.code == status:
        raise error_from(detail)
    raise error_for(status)
