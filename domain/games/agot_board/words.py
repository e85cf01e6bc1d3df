"""The words in which the texts of House cards are declared.

A text that takes effect once is declared with `resolves`, in one of five slots: cancel, reveal, result, retreat, after.
A text that counts while its card lies revealed is declared by what it changes: its own card (`counts`), each unit of a
kind (`adds_per_unit`, `sets_to_zero`), the Defense order (`adds_to_defense`), the opponent's card
(`ignores_printed_strength`), or whether a step allows something (`permits`). The declaration makes the function of a
card cite the card's rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal

CANCEL, REVEAL, RESULT, RETREAT, AFTER = "cancel", "reveal", "result", "retreat", "after"
SPARED, KEEPS_OUT, KEEPS_MARCH = "suffers-no-casualties", "keeps-attackers-out", "keeps-march-order"

Objects = Callable[[CombatSide], list[str]]
Condition = Callable[[CombatSide], bool]
Do = Callable[[BoardGame, CombatSide, str], None]
Lacking = Callable[[CombatSide], Refusal | None]
F = TypeVar("F", bound=Callable[..., object])


class ResolvedText(Struct, frozen=True):
    """A text that takes effect once.

    `when` says whether it applies to a side, `objects` what it can be used on (None: it needs no object), `optional`
    whether the owner may decline it. `do` carries it out on an object, with an empty text as the object if it needs
    none. `lacks` returns a refusal that explains better than the card's rule why the text does not apply, or None.
    `asks` says in words what an object is, or for a text without one what follows; empty where nothing is decided.
    """

    card: str
    slot: str
    do: Do
    optional: bool
    when: Condition
    objects: Objects | None
    lacks: Lacking
    asks: str = ""

    @property
    def rule(self) -> str:
        """The id of the card's rule."""
        return rule_of(self.card)

    @property
    def is_automatic(self) -> bool:
        """Whether the owner has nothing to decide: neither whether to use the text nor on what."""
        return not self.optional and self.objects is None

    def applies(self, side: CombatSide) -> bool:
        """Whether the text applies to a side and has an object if it needs one."""
        return self.when(side) and (self.objects is None or bool(self.objects(side)))

    def lacking_refusal(self, side: CombatSide) -> Refusal:
        """Why the text has no effect for a side."""
        objects = self.objects(side) if self.objects else []
        because: dict[str, object] = {"card": self.card, "applies": self.when(side), "objects": objects}
        return self.lacks(side) or Refusal(self.rule, because)


class Bonus(Struct, frozen=True):
    """What a text adds to its own card."""

    strength: int = 0
    swords: int = 0
    fortifications: int = 0


class UnitGroup(Struct, frozen=True):
    """Units of one kind that add to the strength of a side.

    They fight in the combat, or support from `area`. `adds_to` is the House of the side, `owner` the House of the
    units.
    """

    adds_to: Seat
    owner: Seat
    unit: str
    count: int
    area: str = ""


NOTHING = Bonus()
RESOLVED: dict[str, ResolvedText] = {}
COUNTED: dict[str, Callable[[CombatSide], Bonus]] = {}
PER_UNIT: dict[str, Callable[[CombatSide, UnitGroup], int]] = {}
TO_ZERO: dict[str, Callable[[CombatSide, UnitGroup], bool]] = {}
DEFENSE_BONUS: dict[str, Callable[[CombatSide, int], int]] = {}
PRINTED_IGNORED: dict[str, Condition] = {}
PERMISSIONS: dict[str, tuple[str, Condition]] = {}


def rule_of(card: str) -> str:
    """The id of the rule of a House card."""
    return f"agot_board.house-card.{card}"


def choices_described() -> tuple[str, ...]:
    """A line for each card whose text leaves something to decide: its object, and whether it may be declined."""
    asking = (text for _, text in sorted(RESOLVED.items()) if not text.is_automatic)
    return tuple(f"`{text.card}`: {text.asks}{'' if text.optional else '; not declined'}" for text in asking)


def always(side: CombatSide) -> bool:
    """True: the text applies in every combat."""
    return True


def nothing_more(side: CombatSide) -> Refusal | None:
    """None, for a text that the rule of its card explains: why it does not apply needs no refusal of its own."""
    return None


def has_won(side: CombatSide) -> bool:
    """Whether the side has won the combat."""
    return side.has_won


def has_lost(side: CombatSide) -> bool:
    """Whether the side has lost the combat."""
    return side.has_lost


def resolves(
    card: str,
    slot: str,
    *,
    may: bool = False,
    when: Condition = always,
    objects: Objects | None = None,
    lacks: Lacking = nothing_more,
    asks: str = "",
) -> Callable[[Do], Do]:
    """Declare a text that takes effect once, in its slot. Returns the decorator.

    `may` says whether the owner may decline it; `when`, `objects`, `lacks` and `asks` are those of `ResolvedText`.
    """

    def declare(do: Do) -> Do:
        RESOLVED[card] = ResolvedText(card, slot, enforces(rule_of(card))(do), may, when, objects, lacks, asks)
        return do

    return declare


def declares(registry: dict[str, F], card: str) -> Callable[[F], F]:
    """The decorator that enters the function of a card in a registry and makes it cite the card's rule."""

    def declare(function: F) -> F:
        registry[card] = enforces(rule_of(card))(function)
        return function

    return declare


def counts(card: str) -> Callable[[Callable[[CombatSide], Bonus]], Callable[[CombatSide], Bonus]]:
    """Declare a text that gives strength or icons to its own card. Returns the decorator."""
    return declares(COUNTED, card)


def adds_per_unit(
    card: str,
) -> Callable[[Callable[[CombatSide, UnitGroup], int]], Callable[[CombatSide, UnitGroup], int]]:
    """Declare a text that adds strength to each unit of a group. Returns the decorator."""
    return declares(PER_UNIT, card)


def sets_to_zero(
    card: str,
) -> Callable[[Callable[[CombatSide, UnitGroup], bool]], Callable[[CombatSide, UnitGroup], bool]]:
    """Declare a text by which the units of a group count 0, whatever else is added. Returns the decorator."""
    return declares(TO_ZERO, card)


def adds_to_defense(card: str) -> Callable[[Callable[[CombatSide, int], int]], Callable[[CombatSide, int], int]]:
    """Declare a text that adds to the bonus of the side's Defense order in the embattled area.

    Returns the decorator.
    """
    return declares(DEFENSE_BONUS, card)


def ignores_printed_strength(card: str) -> Callable[[Condition], Condition]:
    """Declare a text by which the printed strength of the opponent's card counts 0. Returns the decorator."""
    return declares(PRINTED_IGNORED, card)


def permits(card: str, permission: str) -> Callable[[Condition], Condition]:
    """Declare a text that makes a step allow or forbid something. Returns the decorator."""

    def declare(when: Condition) -> Condition:
        PERMISSIONS[card] = (permission, enforces(rule_of(card))(when))
        return when

    return declare


def has(side: CombatSide, permission: str) -> bool:
    """Whether a side's House card has this permission and its condition holds."""
    name, when = PERMISSIONS.get(side.card, ("", always))
    return name == permission and when(side)
