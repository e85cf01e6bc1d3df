"""Functions watched as they are called, whoever holds them: a function's code is exchanged while it is watched.

`sys.setprofile` would see every call of everything, and make all of it three times as slow. Read `watched`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from inspect import CO_GENERATOR
from types import CodeType, FunctionType
from typing import Any

_CALLED: dict[int, Callable[..., object]] = {}
"""What is called instead, by the id of the code that stands in for a function's own."""


@contextmanager
def watched(function: FunctionType, note: Callable[[object], object], *, once: bool = False) -> Iterator[None]:
    """Let what a function returns be noted; with `once` it is watched no longer when it has been called.

    A generator function is called when its first value is asked for: what it returns is the generator.
    """
    own = function.__code__
    twin = FunctionType(own, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    twin.__kwdefaults__ = function.__kwdefaults__

    def call(*given: Any, **named: Any) -> object:
        if once:
            function.__code__ = own
        returned = twin(*given, **named)
        note(returned)
        return returned

    standing_in = stand_in(own)
    _CALLED[id(standing_in)] = call
    function.__code__ = standing_in
    try:
        yield
    finally:
        function.__code__ = own
        del _CALLED[id(standing_in)]


def stand_in(own: CodeType) -> CodeType:
    """Returns code that stands in for a function's own; in its module it has no names but those that it imports."""
    # the code of a generator is exchanged for that of a generator alone: Python 3.13 warns of anything else
    passing_on = _pass_each_on if own.co_flags & CO_GENERATOR else _pass_on
    return passing_on.__code__.replace(co_name=own.co_name, co_qualname=own.co_qualname, co_freevars=own.co_freevars)


def _pass_on(*given: Any, **named: Any) -> object:
    # it runs among the names of another module
    from service.tools.watched_code import call_instead

    return call_instead(*given, **named)


def _pass_each_on(*given: Any, **named: Any) -> Generator[object, Any, Any]:
    from service.tools.watched_code import call_instead

    return (yield from call_instead(*given, **named))


def call_instead(*given: Any, **named: Any) -> Any:
    """What the function returns whose code stands in for it."""
    return _CALLED[id(sys._getframe(1).f_code)](*given, **named)
