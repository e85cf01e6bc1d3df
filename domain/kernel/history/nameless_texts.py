"""Texts without names: what is told to analysts names cards by their keys, seats by numbers, and nobody."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
# a name that stands for itself: not a part of a longer one, or of the key of a card
BOUNDS = r"(?<![a-z0-9/-])(?:{})(?![a-z0-9-])"


class NameVeil:
    """The names of one match that are not told: `numbers` of the seats, and what stands for each player's name.

    Where the rules name the seats (`is_part`), these stay as they are in texts.
    """

    def __init__(self, seats: tuple[str, ...], players: Mapping[str, str], *, is_part: bool) -> None:
        self.numbers = {str(seat): number for number, seat in enumerate(seats, 1)}
        self._players = {json_text(name): json_text(shown) for name, shown in players.items() if name}
        hidden = () if is_part else sorted(self.numbers, key=len, reverse=True)
        self._seats = re.compile(BOUNDS.format("|".join(map(re.escape, hidden)))) if hidden else None

    def json(self, value: object, cards: Mapping[str, str]) -> str:
        """A value as JSON, with what stands for each name, and for what `cards` has as json_text JSON."""
        text = msgspec.json.encode(value).decode()
        for name, shown in self._players.items():
            text = text.replace(name, shown)
        return QUOTED.sub(lambda found: cards.get(found[0], found[0]), self.words(text))

    def words(self, text: str) -> str:
        """A text of public words, with the numbers of the seats that it names."""
        return self._seats.sub(self._number_of, text) if self._seats is not None else text

    def _number_of(self, found: re.Match[str]) -> str:
        return f"seat-{self.numbers[found[0]]}"


def json_text(name: str) -> str:
    """A name as it stands in JSON."""
    return msgspec.json.encode(name).decode()
