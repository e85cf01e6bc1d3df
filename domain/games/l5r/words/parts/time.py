"""Lasting effects about players, parts that resolve under conditions or if their player wants it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.facts.cards import LastingBegan
from domain.cardgame.in_play.active_constants import is_blank
from domain.cardgame.table import CardGameTable, LastingEffect
from domain.cardgame.words.parts import time
from domain.cardgame.words.parts.cards import OnCards, is_choosable
from domain.cardgame.words.parts.time import is_too_late
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import CardFilter, seats_of
from domain.games.l5r.abilities.repetition import begin_repetition
from domain.games.l5r.numbers_in_play import base_skill, has_dash
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import CONFLICTS, L5rContext, L5rGame
from domain.games.l5r.words.select import TARGET
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseOption, Keeping, Part, begin_resolution
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

YES, NO = "yes", "no"


class Until(time.Until, frozen=True, tag="until"):
    """A lasting effect: it changes what a constant ability would change, until the period `until` ends.

    With `on` it changes the cards that fit when it begins, otherwise it is about the players `who`. With `option` the
    option chosen before is its `name`, with `ring` the chosen ring ends its name. With `once` it ends at its first use.
    """

    who: str = "you"
    ring: bool = False

    def names_meant(self) -> tuple[str, ...]:
        return tuple(f"{self.name}-{each}" for each in ELEMENTS) if self.ring else super().names_meant()

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        if self.on is not None:
            super().perform(game, context)
            return
        seats = seats_of(context, self.who)
        for seat in seats:
            effect = self.effect(context, game.table.next_serial(), ())
            game.emit(LastingBegan(structs.replace(effect, seat=seat)))
        report_part(game, context, bool(seats))

    def effect(self, context: L5rContext, id: int, cards: tuple[Handle, ...]) -> LastingEffect:
        effect = super().effect(context, id, cards)
        if not self.ring:
            return effect
        return structs.replace(effect, name=f"{self.name}-{context.picks('ring')[0]}")

    def foresee(self, context: L5rContext) -> Iterator[CardGameTable]:
        return iter(()) if self.ring or is_too_late(context, self.until) else super().foresee(context)


class SwapSkills(OnCards, frozen=True, tag="swap_skills"):
    """The base military and the base political skill of characters are swapped, until the period `until` ends."""

    until: str = "conflict"

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        dashes = any(has_dash(found, kind) for kind in CONFLICTS)
        return context.table.is_in_play(card) and found.type == "character" and not dashes

    def potential(self, context: L5rContext) -> bool:
        return not is_too_late(context, self.until) and super().potential(context)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table, cards = context.table, self.cards_affected(context)
        for card in cards:
            bases = [base_skill(table, table.cards[card], kind).value for kind in CONFLICTS]
            for kind, n in zip(CONFLICTS, reversed(bases), strict=True):
                id, what = table.next_serial(), f"base-{kind}"
                effect = LastingEffect(id, context.key, what, context.you, self.until, "", n, "set", (card,))
                game.emit(LastingBegan(effect))
        report_part(game, context, bool(cards))


class GainAbility(Part, frozen=True, tag="gain_ability"):
    """This card has a triggered ability that is printed on the chosen card too, until the period `until` ends."""

    on: CardFilter = TARGET
    until: str = "phase"

    def affects(self, context: L5rContext, card: Handle) -> bool:
        """Whether a card has a triggered ability in its text."""
        return self.place(context, card) is not None

    def place(self, context: L5rContext, card: Handle) -> int | None:
        """The place of the first triggered ability in the text of a card, unless it is blank."""
        if is_blank(context.table, context.table.cards[card]):
            return None
        abilities = context.registry.abilities(context.table.cards[card].key)
        return next((place for place, each in enumerate(abilities) if each.timing != "constant"), None)

    def potential(self, context: L5rContext) -> bool:
        return is_choosable(context, self.on) and not is_too_late(context, self.until)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        able = [card for card in self.on.find(context) if self.affects(context, card)]
        for card in able if context.table.is_in_play(context.me) else ():
            name = f"{context.table.cards[card].key}:{self.place(context, card)}"
            id = context.table.next_serial()
            effect = LastingEffect(id, context.key, "ability", context.you, self.until, name, cards=(context.me,))
            game.emit(LastingBegan(effect))
        report_part(game, context, bool(able))


class Only(Part, frozen=True, tag="only"):
    """The parts resolve only if all `requires` hold now; if they do not, nothing fails."""

    requires: tuple[Requirement, ...]
    parts: tuple[Part, ...]

    def potential(self, context: L5rContext) -> bool:
        """Whether one of the parts could change something. Whether the requirements hold, the effect decides."""
        return any(may_change(context, part, self.parts) for part in self.parts)

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return self.parts

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        report_part(game, context, True)
        if all(each.holds(context, context.you) for each in self.requires):
            resolve_inner(game, context, context.parts.index(self))


def may_change(context: L5rContext, part: Part, parts: tuple[Part, ...]) -> bool:
    """Whether one of these parts could change something: of the chosen cards, or of those that another can choose."""
    on = getattr(part, "on", None)
    if isinstance(part, OnCards) and part.on.picked and context.effect.has(part.on.picked):
        return bool(part.cards_affected(context))
    naming = (each for each in parts if on is not None and on.picked and getattr(each, "name", "") == on.picked)
    return part.potential(context) and all(each.potential(context) for each in naming)


def resolve_inner(game: L5rGame, context: L5rContext, place: int) -> None:
    """Resolve the parts of the part at a place before those that follow it; the last statement of a part."""
    effect = context.effect
    begin_resolution(game, structs.replace(effect, path=(*effect.path, place), done=(), complete=True, shown=()))


class Either(Part, frozen=True, tag="either"):
    """The first of the parts that would change something resolves, and no other; they leave nothing to choose."""

    parts: tuple[Part, ...]

    def potential(self, context: L5rContext) -> bool:
        return any(part.potential(context) for part in self.parts)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        found = next((part for part in self.parts if may_change(context, part, self.parts)), None)
        if found is None:
            report_part(game, context, False)
        else:
            found.perform(game, context)


class May(Part, frozen=True, tag="may"):
    """You may have the parts resolved, or let it be; you are asked only if all `requires` hold then."""

    parts: tuple[Part, ...]
    requires: tuple[Requirement, ...] = ()
    name: str = "may"

    def potential(self, context: L5rContext) -> bool:
        return any(may_change(context, part, self.parts) for part in self.parts)

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return self.parts

    @enforces("l5r.term.may", "l5r.ability.controller-decides")
    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        able = all(each.holds(context, context.you) for each in self.requires)
        return (context.you,) if able and self.potential(context) else ()

    def space(self, context: L5rContext, seat: Seat) -> Commands:
        return Commands((Form("choose_option", {}, {"option": Pick((YES, NO), 1, 1, single=True)}),))

    def keeps(self) -> Keeping:
        return {self.name: (YES, NO)}

    def read_choice(self, context: L5rContext, seat: Seat, command: ChooseOption) -> tuple[str, tuple[str, ...]]:
        return self.name, (command.option,)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        report_part(game, context, True)
        if YES in context.picks(self.name):
            resolve_inner(game, context, context.parts.index(self))


class ResolveAgain(Part, frozen=True, tag="resolve_again"):
    """The ability resolves once more: its targets are chosen anew, and nothing is paid. Nothing follows this part."""

    changes: ClassVar[bool] = False

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        report_part(game, context, True)
        begin_repetition(game, context.effect)
