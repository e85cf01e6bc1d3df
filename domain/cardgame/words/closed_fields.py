"""The values and numbers that the fields of words accept, as a game lists them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class ClosedWords(Struct, frozen=True):
    """The closed lists of a vocabulary, and the least numbers.

    A list is found by the name of the field, or by word and field (`limit.per`) if several words have fields of that
    name. `not_zero` are the fields (`count.times`) whose numbers may be negative, but not 0.
    """

    lists: Mapping[str, tuple[str, ...]]
    least: Mapping[str, int] = {}
    not_zero: tuple[str, ...] = ()

    def closed_list(self, word: str, field: str) -> tuple[str, ...]:
        """The values that a field of a word accepts; empty if it accepts any text."""
        return self.lists.get(f"{word}.{field}") or self.lists.get(field, ())

    def out_of_range(self, word: str, field: str, number: int) -> str:
        """What is wrong with a number in a field; empty if nothing is."""
        if f"{word}.{field}" in self.not_zero:
            return "" if number else "expected another number than 0"
        least = self.least.get(field)
        return f"expected at least {least}" if least is not None and number < least else ""


SIDES = ("you", "opponent")
PLAYERS = (*SIDES, "chosen", "owner")
MODES = ("add", "multiply", "divide", "set")

CARD_LISTS: Mapping[str, tuple[str, ...]] = {
    "limit.per": ("phase", "round"),
    **dict.fromkeys(("until.until", "later.until"), ("phase", "round")),
    "first": ("phase", "round"),
    "constant.how": MODES,
    "until.how": MODES,
    "controller": (*PLAYERS, "same"),
    "seat": SIDES,
    "when.other": SIDES,
    "who": (*PLAYERS, "all"),
    "constant.who": (*SIDES, "all"),
    "larger_hand.than": ("chosen",),
    "which": ("me",),
    "choose_player.name": ("player",),
    "choose_one.name": ("option",),
}
"""The lists of the shared words, as far as they do not depend on the cards of a game; a game adds to them."""

CARD_LEAST: Mapping[str, int] = {
    "times": 1,
    "n": 1,
    "per": 1,
    "margin": 1,
    "at_least": 1,
    "least": 0,
    "most": 1,
    "least_hand": 0,
    "cost_at_most": 0,
}
CARD_NOT_ZERO = ("add_token.n", "count.times")
"""Numbers that may be negative, but not 0."""

CARD_WORDS = ClosedWords(CARD_LISTS, CARD_LEAST, CARD_NOT_ZERO)
"""The lists and numbers of a game that adds nothing to them."""
