"""What msgspec keeps of each struct to decode it, made before threads decode.

msgspec describes a struct when it first decodes one, and hands the description out while it is still being made. A
second thread that decodes the same struct at that moment reads what is not there yet, and the process dies. So one
thread makes all descriptions before the others start.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.match.events import decoder, fold_reader

DESCRIBED: set[type[Struct]] = set()


def describe_structs() -> None:
    """Let msgspec describe every struct that is defined by now. Call it before threads decode, after all imports."""
    for game in GAMES:
        decoder(game)
        fold_reader(game)
    for kind in [each for each in subclasses_of(Struct) if each not in DESCRIBED]:
        DESCRIBED.add(kind)
        try:
            msgspec.json.Decoder(kind)
        except (NameError, TypeError):
            # a struct that is never decoded may have fields that no JSON has
            continue


def subclasses_of(kind: type[Struct]) -> Iterator[type[Struct]]:
    """The subclasses of a struct, theirs included; some come more than once."""
    for each in kind.__subclasses__():
        yield each
        yield from subclasses_of(each)
