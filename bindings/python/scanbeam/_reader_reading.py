"""Scans of a reader, as an iterator and for asyncio."""

from __future__ import annotations

import asyncio
import collections
import time
from typing import Any, AsyncIterator, Callable, Deque, Iterator, List, Optional, Union

from . import _callbacks
from ._reader_settings import SettingsMethods
from .context import _LOOK
from .errors import ScanbeamError
from .reader_types import ConnectionState
from .result import Results
from .symbology import Symbology

#: Results that nobody has fetched from an iteration; older ones are dropped beyond this.
BACKLOG = 1000

ReaderEvent = Union[Results, ScanbeamError]


class ReadingMethods(SettingsMethods):
    """The part of Reader that waits for what is read."""

    _handle: Optional[int]
    _standing: Deque[ReaderEvent]
    _boxes: List[Deque[ReaderEvent]]

    # Reader has these.
    @property
    def connection_state(self) -> ConnectionState:
        raise NotImplementedError

    @property
    def is_scanning(self) -> bool:
        raise NotImplementedError

    def connect(self, timeout: Optional[float] = None) -> None:
        raise NotImplementedError

    def begin_connect(self, completion: Optional[Callable[[Optional[ScanbeamError]], None]] = None) -> None:
        raise NotImplementedError

    def start_scanning(self) -> None:
        raise NotImplementedError

    def read(self, timeout: Optional[float] = None) -> Iterator[Results]:
        """Scan, and give results as they come.

        Connects and starts a scan when that is not done yet. Ends when the scan has ended (with a manual trigger after
        the first read) and when nothing came for timeout seconds; the scan then goes on until stop_scanning().
        Results without a good read are given as well: they are empty and say why. A failure of the device is raised.
        What a scan read before this call and no delegate took comes first (the last 16 results).
        """
        _callbacks.refuse_inside("Reader.read()")
        box = self._listen()
        try:
            if self.connection_state != ConnectionState.CONNECTED:
                self.connect(timeout)
            if not box:
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
            self._leave(box)

    def _listen(self) -> Deque[ReaderEvent]:
        own: Deque[ReaderEvent] = collections.deque(maxlen=BACKLOG)
        # Not by value: deques that are equal are still two.
        box = own if any(other is self._standing for other in self._boxes) else self._standing
        self._boxes.append(box)
        return box

    def _leave(self, box: Deque[ReaderEvent]) -> None:
        self._boxes[:] = [other for other in self._boxes if other is not box]

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
        changed = asyncio.Event()

        def listener() -> None:
            _post(loop, changed.set)

        box = self._listen()
        self.context._attach(loop, listener)
        try:
            if self.connection_state != ConnectionState.CONNECTED:
                await self.connect_async()
            if not box:
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
            self._leave(box)

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


def _unwrap(event: ReaderEvent) -> Results:
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
