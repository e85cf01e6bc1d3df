"""The kinds of condition that abilities can answer: the timings and the details of each.

A game lists its kinds completely: an ability that asks for another kind or detail is refused when it is read. `names`
and `hows` are all names and manners that a condition of the kind can have.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

BEFORE = ("would-interrupt", "interrupt", "forced-interrupt")
AFTER = ("reaction", "forced-reaction", "delayed")
CANCEL = ("cancel",)


class ConditionKind(Struct, frozen=True):
    """A kind of condition: its subject (card, source, n), its details, and its timings.

    `seat` and `other` describe the first and the second player concerned; empty if there is none. `phases` are the only
    phases in which it occurs; empty if it occurs in any. `in_contest` says whether a contest may be under way then.
    """

    about: tuple[str, ...] = ()
    seat: str = ""
    other: str = ""
    names: tuple[str, ...] = ()
    hows: tuple[str, ...] = ()
    timings: tuple[str, ...] = BEFORE + AFTER
    in_contest: bool = True
    phases: tuple[str, ...] = ()

    def has(self, what: str) -> bool:
        """Whether conditions of this kind have a card, a source, a number, a first or a second player."""
        return what in self.about or bool(getattr(self, what, ""))


CARD = ("card", "source")
CONTROLLER = "who controls the card"
OWNER = "who owns the card"

CARD_KINDS: Mapping[str, ConditionKind] = {
    "cards_drawn": ConditionKind(("source", "n"), "who draws"),
    "event_played": ConditionKind(("card",), "who played it", timings=AFTER),
    "control_taken": ConditionKind(("card",), "who takes it", "who controlled the card"),
    "card_removed": ConditionKind(CARD, OWNER),
    "sacrificed": ConditionKind(CARD, CONTROLLER),
    "returned_to_hand": ConditionKind(CARD, CONTROLLER),
    "removed": ConditionKind(CARD, CONTROLLER),
    "shuffled_away": ConditionKind(CARD, CONTROLLER),
}
"""The kinds that are alike in every card game."""


def kinds_met(kinds: Mapping[str, ConditionKind], timing: str) -> tuple[str, ...]:
    """The kinds of condition that an ability of this timing can answer, among these."""
    return tuple(kind for kind, occasion in kinds.items() if timing in occasion.timings)
