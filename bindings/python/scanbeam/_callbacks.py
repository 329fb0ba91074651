"""From C into Python: the trampolines, made once, and the registry of what they call.

The library gets a number as user_data and never a Python object. The registry keeps what belongs to the number alive
until the library says, by `destroy` or by a completion, that it will not use the number again. So no thunk is ever
freed while C may still call it, and none inside its own call.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import sys
import threading
import time
import weakref
from typing import Any, Callable, Dict, Iterator, Optional

from . import _abi
from .dmcc import Response
from .errors import ReentrantError, ScanbeamError, error_from

_registry: Dict[int, "Link"] = {}
_numbers = itertools.count(1)
_thread = threading.local()


def inside() -> bool:
    """Whether this thread is in a callback."""
    return bool(getattr(_thread, "depth", 0))


def refuse_inside(what: str) -> None:
    """Raise ReentrantError in a callback: what would wait for events that cannot come before the callback returns."""
    if inside():
        raise ReentrantError(f"{what} waits for events and must not be called inside a callback")


def forget(number: int) -> None:
    """Drop what belongs to a number."""
    _registry.pop(number, None)


def forget_answered(context: Any) -> None:
    """Drop the completions of a closed context that a signal's exception kept from their functions.

    The library has answered all of them; an exception that a handler raises before a trampoline has begun leaves the
    number behind.
    """
    for number, link in tuple(_registry.items()):
        if link.function is not None and link.context() is context:
            forget(number)


def pending() -> int:
    """How many numbers the library may still use."""
    return len(_registry)


def drain(seconds: float) -> None:
    """Wait until the library needs none of the numbers any more, at most so long."""
    deadline = time.monotonic() + seconds
    while _registry and time.monotonic() < deadline:
        time.sleep(0.001)


class Link:
    """What a number stands for: a function or a reader, and the context that hears of exceptions.

    Context and reader are held weakly, so that what its owner drops goes, callbacks or not.
    """

    __slots__ = ("context", "reader", "function")

    def __init__(self, context: Any, reader: Any = None, function: Optional[Callable[..., None]] = None) -> None:
        self.context = weakref.ref(context)
        self.reader: Any = (lambda: None) if reader is None else weakref.ref(reader)
        self.function = function


def register(link: Link) -> int:
    """A number for link, which is kept until forget() or the library's destroy."""
    number = next(_numbers)
    _registry[number] = link
    return number


def _call(link: Link, function: Callable[..., None], *arguments: Any) -> None:
    context: Any = link.context()
    _thread.depth = getattr(_thread, "depth", 0) + 1
    try:
        function(*arguments)
    except BaseException as error:  # noqa: BLE001 - KeyboardInterrupt and SystemExit go to the caller as well
        if context is not None:
            context._caught(error)
    finally:
        _thread.depth -= 1
        if context is not None:
            context._notify()


def _to_reader(number: int, method: str, *arguments: Any) -> None:
    link = _registry.get(number)
    reader = link.reader() if link is not None else None
    if link is not None and reader is not None:
        _call(link, getattr(reader, method), *arguments)


@_abi.StateCallback
def _availability_changed(number: int, _reader: int, value: int) -> None:
    _to_reader(number, "_on_availability", value)


@_abi.StateCallback
def _connection_state_changed(number: int, _reader: int, value: int) -> None:
    _to_reader(number, "_on_connection_state", value)


@_abi.StateCallback
def _scanning_state_changed(number: int, _reader: int, value: int) -> None:
    _to_reader(number, "_on_scanning_state", value)


@_abi.ResultsCallback
def _results_received(number: int, _reader: int, results: int) -> None:
    _to_reader(number, "_on_results", results)


@_abi.FailedCallback
def _failed(number: int, _reader: int, error: Any) -> None:
    _to_reader(number, "_on_failed", error_from(error.contents))


@_abi.EventCallback
def _event(number: int, _reader: int, event: Any) -> None:
    entry = event.contents
    text = None if entry.text is None else entry.text.decode("utf-8", "replace")
    data = ctypes.string_at(entry.data.data, entry.data.size) if entry.data.data else b""
    _to_reader(number, "_on_event", (entry.kind, entry.done, entry.total, entry.status, text, data))


@_abi.DevicesChanged
def devices_changed(number: int, _context: int) -> None:
    """The set of devices has changed."""
    link = _registry.get(number)
    if link is not None and link.function is not None:
        _call(link, link.function)


@_abi.BeepCallback
def _beep(number: int, _reader: int, count: int, tone: int) -> None:
    _to_reader(number, "_on_beep", count, tone)


def _complete(number: int, *answer: Any) -> None:
    link = _registry.pop(number, None)  # a completion comes once
    if link is not None and link.function is not None:
        _call(link, link.function, *answer)


def _error_or_none(error: Any) -> Optional[ScanbeamError]:
    return error_from(error.contents) if error else None


@_abi.Completion
def completion(number: int, _reader: int, error: Any) -> None:
    """Ends an operation."""
    _complete(number, _error_or_none(error))


@_abi.FlagCompletion
def flag_completion(number: int, _reader: int, value: int, error: Any) -> None:
    """Answers a question."""
    _complete(number, bool(value), _error_or_none(error))


@_abi.TagCompletion
def tag_completion(number: int, _reader: int, data: Optional[int], length: int, error: Any) -> None:
    """Ends an operation on a tag."""
    answer = ctypes.string_at(data, length) if data and length else b""
    _complete(number, answer, _error_or_none(error))


@_abi.TagCallback
def _tag_arrived(number: int, _reader: int, tag: int) -> None:
    _to_reader(number, "_on_tag", "tag_arrived", tag)


@_abi.TagCallback
def _tag_removed(number: int, _reader: int, tag: int) -> None:
    _to_reader(number, "_on_tag", "tag_removed", tag)


@_abi.NumberCompletion
def number_completion(number: int, _reader: int, value: int, error: Any) -> None:
    """Answers a question with a number."""
    _complete(number, value, _error_or_none(error))


@_abi.DMCCCompletion
def dmcc_completion(number: int, _reader: int, response: Any, error: Any) -> None:
    """Answers a command."""
    _complete(number, Response._of(response) if response else None, _error_or_none(error))


@_abi.DMCCBatchCompletion
def dmcc_batch_completion(number: int, _reader: int, responses: Any, count: int, error: Any) -> None:
    """Answers a batch of commands."""
    _complete(number, [Response._of(responses[i]) for i in range(count)], _error_or_none(error))


@_abi.LogCallback
def log_callback(number: int, level: int, message: Optional[bytes]) -> None:
    """Brings a log line."""
    link = _registry.get(number)
    if link is not None and link.function is not None:
        _call(link, link.function, level, (message or b"").decode("utf-8", "replace"))


@_abi.Destroy
def destroy(number: int) -> None:
    """The library needs the number no more."""
    forget(number)


#: The one delegate of all readers; which reader it is says the number.
DELEGATE = _abi.table(_abi.scanbeam_delegate)
DELEGATE.availability_changed = _availability_changed
DELEGATE.connection_state_changed = _connection_state_changed
DELEGATE.results_received = _results_received
DELEGATE.failed = _failed
DELEGATE.scanning_state_changed = _scanning_state_changed
DELEGATE.event = _event
DELEGATE.beep = _beep

TAG_DELEGATE = _abi.table(_abi.scanbeam_tag_delegate)
TAG_DELEGATE.arrived = _tag_arrived
TAG_DELEGATE.removed = _tag_removed

def _device(entry: Any) -> Any:
    device = entry.contents
    return device.handle, device.identifier, device.name, device.reader


@_abi.UsableCallback
def _usable_changed(number: int, _manager: int, usable: int, problem: Optional[bytes]) -> None:
    _to_reader(number, "_on_usable", usable, problem)


@_abi.DiscoveredCallback
def _discovered(number: int, _manager: int, entry: Any) -> None:
    device = entry.contents
    _to_reader(number, "_on_discovered", device.identifier, device.name, device.service)


@_abi.FailedCallback
def _discovery_ended(number: int, _manager: int, error: Any) -> None:
    _to_reader(number, "_on_discovery_ended", _error_or_none(error))


@_abi.ManagedCallback
def _device_arrived(number: int, _manager: int, entry: Any) -> None:
    _to_reader(number, "_on_device", "device_arrived", *_device(entry))


@_abi.ManagedCallback
def _device_removed(number: int, _manager: int, entry: Any) -> None:
    _to_reader(number, "_on_device", "device_removed", *_device(entry))


MANAGER_DELEGATE = _abi.table(_abi.scanbeam_manager_delegate)
MANAGER_DELEGATE.usable_changed = _usable_changed
MANAGER_DELEGATE.discovered = _discovered
MANAGER_DELEGATE.discovery_ended = _discovery_ended
MANAGER_DELEGATE.device_arrived = _device_arrived
MANAGER_DELEGATE.device_removed = _device_removed

NO_DEVICES = _abi.DevicesChanged(0)
NO_COMPLETION = _abi.Completion(0)
NO_LOG = _abi.LogCallback(0)
NO_DESTROY = _abi.Destroy(0)


@contextlib.contextmanager
def catching(context: Any) -> Iterator[None]:
    """While the library runs: catch what hits a trampoline before its first line.

    Python runs signal handlers also at the entry of a function, before any `try` in it: the KeyboardInterrupt would be
    printed as "ignored" and lost.
    """
    if threading.current_thread() is not threading.main_thread():  # handlers run on the main thread only
        yield
        return
    previous = sys.unraisablehook

    def hook(unraisable: Any) -> None:
        if unraisable.exc_value is not None and "ctypes callback" in (unraisable.err_msg or ""):
            context._caught(unraisable.exc_value)
        else:
            previous(unraisable)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = previous
