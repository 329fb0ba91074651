"""What the parts of Reader share: its handle, and how operations are started and waited for."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Tuple

from . import _callbacks
from .context import Context
from .errors import ScanbeamError, check


class ReaderBase:
    """The handle of a reader."""

    context: Context

    def _require(self) -> int:
        raise NotImplementedError

    def _start(self, function: Any, arguments: Tuple[Any, ...], trampoline: Any, completion: Any) -> None:
        """Start an operation whose end calls completion."""
        if completion is None:
            check(function(self._require(), *arguments, type(trampoline)(), None))
            return
        number = _callbacks.register(_callbacks.Link(self.context, None, completion))
        status = function(self._require(), *arguments, trampoline, number)
        if status < 0:  # then the completion does not come
            _callbacks.forget(number)
        check(status)

    def _wait_for(self, what: str, start: Callable[[Callable[[Any, Optional[ScanbeamError]], None]], None]) -> Any:
        """Start a question and wait for its answer, which always comes."""
        _callbacks.refuse_inside(what)
        answers: List[Tuple[Any, Optional[ScanbeamError]]] = []
        start(lambda value, error: answers.append((value, error)))
        self.context._wait(lambda: answers, None)
        value, error = answers[0]
        if error is not None:
            raise error
        return value
