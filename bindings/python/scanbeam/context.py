"""A context: the event loop that readers run on."""

from __future__ import annotations

import atexit
import collections
import ctypes
import select
import threading
import time
import weakref
from typing import Any, Callable, Deque, List, Optional

from . import _arguments, _callbacks
from ._abi import lib, scanbeam_context_options, table
from ._enum import OpenIntEnum
from .errors import ForkedError, ScanbeamError, StateError, WrongThreadError, check

_POLL, _THREAD = 0, 1
_KEPT_ERRORS = 16
#: How often a waiting thread looks at states that no callback reports.
_LOOK = 0.05


class LogLevel(OpenIntEnum):
    """Importance of a log line; each level includes those before it."""

    NOTHING = 0
    ERROR = 1
    WARNING = 2
    INFO = 3
    DEBUG = 4


class LicenceStatus(OpenIntEnum):
    """What a key of a vendor's licence policy is worth."""

    #: Valid, or no policy.
    OK = 0
    INVALID_KEY = -1
    INVALID_CHECKSUM = -2
    INVALID_APPLICATION = -3
    INVALID_KEY_VERSION = -5
    INVALID_PLATFORM = -6
    KEY_EXPIRED = -7


class Context:
    """The event loop that readers run on.

    Poll mode (the default): callbacks happen inside dispatch(), on your thread; fd becomes readable when there is
    something to do. Thread mode (thread=True): the library runs the loop and calls back on its own thread.

    An exception that leaves a callback is raised again by the call that delivered the event. In thread mode on_error
    gets it; without on_error the next call that waits (read(), connect(), wait()) raises it.

    Use it with `with`, or close() it. After os.fork() the child gets ForkedError from
    it; fork only while nothing is being decoded if the child is to decode itself.
    """

    def __init__(self, *, thread: bool = False, on_error: Optional[Callable[[BaseException], None]] = None) -> None:
        options = table(scanbeam_context_options)
        options.mode = _THREAD if thread else _POLL
        out = ctypes.c_void_p()
        check(lib.scanbeam_context_new(ctypes.byref(out), ctypes.byref(options)))
        self._handle: Optional[int] = out.value
        self._finalizer: Any = weakref.finalize(self, lib.scanbeam_context_unref, out.value)
        self._finalizer.atexit = False
        #: Whether the library runs the loop.
        self.threaded = thread
        #: Gets the exceptions of callbacks in thread mode, on the library's thread.
        self.on_error = on_error
        self._readers: "weakref.WeakSet[Any]" = weakref.WeakSet()
        self._errors: Deque[BaseException] = collections.deque()
        self._condition = threading.Condition()
        self._dispatcher: Optional[int] = None
        self._listeners: List[Callable[[], None]] = []
        self._loop: Any = None
        self._loop_users = 0
        _live.add(self)

    # ---- life ------------------------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        """Whether close() was called."""
        return self._handle is None

    def close(self) -> None:
        """Close all readers, deliver what is left, end the loop thread. Not inside a callback."""
        handle = self._handle
        if handle is None:
            return
        _callbacks.refuse_inside("Context.close()")
        for reader in list(self._readers):
            reader._close_handle()
        try:
            with _callbacks.catching(self):
                check(lib.scanbeam_context_close(handle))
        except ForkedError:
            pass
        for reader in list(self._readers):
            reader._release()
        _callbacks.forget_answered(self)
        self._handle = None
        self._finalizer()
        self._raise_pending()

    def __enter__(self) -> "Context":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _require(self) -> int:
        if self._handle is None:
            raise StateError("the context is closed")
        return self._handle

    # ---- events ----------------------------------------------------------------------------------------------------

    @property
    def fd(self) -> int:
        """File descriptor to poll or select for reading, in poll mode; -1 in thread mode."""
        fd: int = lib.scanbeam_context_fd(self._require())
        return fd

    def fileno(self) -> int:
        """fd, for select and selectors."""
        return self.fd

    def dispatch(self, timeout: Optional[float] = None) -> bool:
        """Wait for events, at most timeout seconds (None: no limit), and deliver them. False when nothing came.

        Signal handlers run while it waits, so Ctrl-C ends it.
        """
        limit = _arguments.milliseconds(timeout)
        deadline = None if limit < 0 else time.monotonic() + limit / 1000
        _callbacks.refuse_inside("Context.dispatch()")
        self._raise_pending()
        thread = threading.get_ident()
        try:
            # No lock: a signal handler may raise between taking a lock and the `try` that gives it back.
            if self._dispatcher not in (None, thread):
                raise WrongThreadError("another thread is in dispatch()")
            self._dispatcher = thread
            while not self._deliver():
                left = -1 if deadline is None else int(max(0.0, deadline - time.monotonic()) * 1000 + 0.999)
                if left == 0:
                    return False
                poll = select.poll()
                poll.register(self.fd, select.POLLIN)
                poll.poll(left)
            return True
        finally:
            if self._dispatcher == thread:
                self._dispatcher = None

    def _deliver(self) -> bool:
        """Deliver what is there, without waiting. Raises what callbacks raised."""
        with _callbacks.catching(self):
            status = lib.scanbeam_context_dispatch(self._require(), 0)
        self._raise_pending()
        return check(status) == 0

    def wake(self) -> None:
        """Make a running, or else the next, dispatch() return. Any thread."""
        check(lib.scanbeam_context_wake(self._require()))

    def wait(self, timeout: Optional[float] = None) -> None:
        """Let time pass while events are delivered, in either mode; raises what callbacks raised."""
        self._wait(lambda: False, timeout)

    def _wait(self, ready: Callable[[], Any], timeout: Optional[float]) -> bool:
        """Deliver events until ready() is true; False when the time ran out first."""
        _callbacks.refuse_inside("waiting")
        limit = _arguments.milliseconds(timeout)
        deadline = None if limit < 0 else time.monotonic() + limit / 1000
        while True:
            self._raise_pending()
            if ready():
                return True
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            if not self.threaded:
                self.dispatch(left)
                continue
            with self._condition:
                if not self._errors and not ready():
                    self._condition.wait(_LOOK if left is None else min(left, _LOOK))

    # ---- exceptions of callbacks -------------------------------------------------------------------------------------

    def _caught(self, error: BaseException) -> None:
        if self.threaded and self.on_error is not None:
            try:
                self.on_error(error)
                return
            except BaseException as second:  # noqa: BLE001
                error = second
        if len(self._errors) < _KEPT_ERRORS:
            self._errors.append(error)

    def _raise_pending(self) -> None:
        if self._errors:
            raise self._errors.popleft()

    def _notify(self) -> None:
        """Something was delivered: wake those who wait for it."""
        if self.threaded:
            with self._condition:
                self._condition.notify_all()
        for listener in tuple(self._listeners):
            listener()

    # ---- asyncio ---------------------------------------------------------------------------------------------------

    def _attach(self, loop: Any, listener: Callable[[], None]) -> None:
        """Deliver events from an asyncio loop while somebody iterates."""
        if self._loop is not None and self._loop is not loop:
            raise StateError("the context is in use by another asyncio loop")
        self._listeners.append(listener)
        if not self.threaded and self._loop_users == 0:
            loop.add_reader(self.fd, self._deliver_from_loop)
        self._loop = loop
        self._loop_users += 1

    def _detach(self, listener: Callable[[], None]) -> None:
        self._listeners.remove(listener)
        self._loop_users -= 1
        if self._loop_users == 0:
            if not self.threaded and self._handle is not None and not self._loop.is_closed():
                self._loop.remove_reader(self.fd)
            self._loop = None

    def _deliver_from_loop(self) -> None:
        try:
            self._deliver()
        except BaseException as error:  # noqa: BLE001 - the iteration that waits raises it
            self._errors.append(error)
        for listener in tuple(self._listeners):
            listener()

    # ---- life and licence --------------------------------------------------------------------------------------------

    def follow_sleep(self, follow: bool = True) -> None:
        """Suspend the readers before the machine sleeps and resume them after it, as systemd-logind tells."""
        check(lib.scanbeam_context_follow_sleep(self._require(), int(bool(follow))))

    def set_licence_policy(self, application: Optional[str], public_key: bytes = b"") -> None:
        """For vendors: mask results unless there is a key signed by this Ed25519 key (32 bytes). None: no policy."""
        if application is None:
            check(lib.scanbeam_context_set_licence_policy(self._require(), None, None))
            return
        if len(public_key) != 32:
            raise ValueError("public_key must have 32 bytes")
        check(lib.scanbeam_context_set_licence_policy(self._require(), application.encode(), bytes(public_key)))

    def set_licence_key(self, key: str) -> LicenceStatus:
        """Hand in a key; returns what it is worth."""
        worth = ctypes.c_int32()
        check(lib.scanbeam_context_set_licence_key(self._require(), key.encode(), ctypes.byref(worth)))
        return LicenceStatus(worth.value)

    @property
    def licence_status(self) -> LicenceStatus:
        """What the present key is worth."""
        return LicenceStatus(lib.scanbeam_context_licence_status(self._require()))

    # ---- log -------------------------------------------------------------------------------------------------------

    def set_log(
        self, callback: Optional[Callable[[LogLevel, str], None]], level: LogLevel = LogLevel.INFO
    ) -> None:
        """Send log lines up to level to callback(level, text); None: to nobody.

        It is called on any thread of the library, never twice at once, and must not call the library.
        """
        handle = self._require()
        if callback is None:
            check(lib.scanbeam_context_set_log(handle, 0, _callbacks.NO_LOG, None, _callbacks.NO_DESTROY))
            return
        function = callback
        number = _callbacks.register(
            _callbacks.Link(self, None, lambda value, text: function(LogLevel(value), text))
        )
        # On failure the library calls destroy itself.
        check(
            lib.scanbeam_context_set_log(
                handle, _arguments.int32(level, "level"), _callbacks.log_callback, number, _callbacks.destroy
            )
        )

    def __repr__(self) -> str:
        state = "closed" if self.closed else "thread" if self.threaded else "poll"
        return f"<Context {state}>"


_live: "weakref.WeakSet[Context]" = weakref.WeakSet()


def _at_exit() -> None:
    """End the library's threads while the interpreter can still answer their callbacks."""
    for context in list(_live):
        if context.threaded and not context.closed:
            try:
                context.close()
            except (ScanbeamError, SystemExit, KeyboardInterrupt, Exception):  # noqa: BLE001 - it is the end
                pass
    if any(context.threaded for context in list(_live)):
        _callbacks.drain(0.5)


atexit.register(_at_exit)
