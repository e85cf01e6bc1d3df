"""Conditions of this game's own kinds: how they are made, and how they are carried out.

And what this game answers where cards leave play: where they go, what is remembered of them, who goes along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.occurring.execution import Executors
from domain.cardgame.rules import CardGameRules
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.facts.cards import CardsKnelt, CardsStood, CharactersKilled, GoldGained, PowerPlaced
from domain.games.agot_lcg.facts.challenges import LeftChallenge
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, Handle, zone_kind
from domain.kernel.occurring.conditions import CardSnapshot, Condition

AgotGame = Game[AgotTable]

LEAVING_FACTS: Mapping[str, Callable[[tuple[Handle, ...]], Fact]] = {
    "killed": CharactersKilled,
    **CardGameRules.leaving_facts,
}
ENTERING = ("entered_play", "duplicate_entered")

executes = Executors[AgotTable]()
"""Collects what carries out the conditions of this game's kinds."""

STAYING = {
    "faction": "agot_lcg.in-play.faction-card-stays",
    "plot": "agot_lcg.in-play.plots-stay",
    "agenda": "agot_lcg.agenda.cannot-be-removed",
}
"""The rules by which the card of an area stays there.

An agenda is not in play: nothing but its removal is said to end its effect, and cards are discarded from elsewhere.
"""


@enforces("agot_lcg.in-play.faction-card-stays", "agot_lcg.in-play.plots-stay", "agot_lcg.agenda.cannot-be-removed")
def staying_rule(table: AgotTable, card: Handle) -> str:
    """The id of the rule by which a card stays where it is; empty if there is none."""
    return STAYING.get(zone_kind(table.cards[card].zone), "")


def take_snapshot(table: AgotTable, handle: Handle) -> CardSnapshot:
    """The state of a card in play, for abilities that refer to it after it has left."""
    card = table.cards[handle]
    seen = characteristics.take_snapshot(table, card)
    side = table.challenge.side(handle) if table.challenge else ""
    marks = [f"icon:{icon}" for icon in numbers_in_play.icons(table, card)] + ([side] if side else [])
    numbers = (("strength", numbers_in_play.strength(table, handle).value),) if card.type == "character" else ()
    return structs.replace(seen, marks=(*seen.marks, *marks), numbers=numbers)


@enforces("agot_lcg.kill.sources")
def kill_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return leaving_condition("killed", table, card, source, how)


def kneel_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "knelt", card=card, seat=table.cards[card].controller, source=source, how=how)


def stand_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "stood", card=card, seat=table.cards[card].controller, source=source)


def gain_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "power_gained", card=card, seat=table.cards[card].controller, n=n, source=source, how=how)


def lose_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "power_lost", card=card, seat=table.cards[card].controller, n=n, source=source)


@enforces("agot_lcg.participating.leaves-play", "agot_lcg.control.change-removes-from-challenge")
def leave_challenge(game: AgotGame, cards: tuple[Handle, ...]) -> None:
    """Take cards out of the challenge, as they leave play or change control."""
    leaving = tuple(card for card in cards if game.table.is_participating(card))
    if leaving:
        game.emit(LeftChallenge(leaving))


@enforces(
    "agot_lcg.leaves-play.duplicates-discarded",
    "agot_lcg.leaves-play.attachments-to-hand",
    "agot_lcg.attachments.return-to-hand",
    "agot_lcg.terminal.discarded-with-host",
    "agot_lcg.terminal.attachment-keyword",
)
def leaves_with_host(table: AgotTable, card: Handle) -> str:
    """How an attachment or duplicate leaves with its host: it is discarded, or returned to hand."""
    found = table.cards[card]
    discarded = found.duplicate or characteristics.has_keyword(table, found, "terminal")
    return "discarded" if discarded else "returned_to_hand"


@executes("knelt")
@enforces("agot_lcg.kneel.turn-90-degrees", "agot_lcg.standing.can-kneel")
def kneel(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    table = game.table
    able = [
        each
        for each in conditions
        if table.is_in_play(each.card) and numbers_in_play.can_kneel(table, table.cards[each.card])
    ]
    if able:
        game.emit(CardsKnelt(tuple(each.card for each in able)))
    return able


@executes("stood")
def stand(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    table = game.table
    able = [
        each
        for each in conditions
        if table.is_in_play(each.card) and numbers_in_play.may_stand(table, table.cards[each.card])
    ]
    if able:
        game.emit(CardsStood(tuple(each.card for each in able)))
        count_stood(game, able)
    return able


def count_stood(game: AgotGame, conditions: Sequence[Condition]) -> None:
    """Count the characters that each player stands in the standing phase, by the framework or by a card."""
    cards = game.table.cards
    if game.table.phase != "standing":
        return
    stood = [each for each in conditions if cards[each.card].type == "character"]
    players = [cards[each.source].controller if each.source in cards else each.seat for each in stood]
    if players:
        game.emit(Counted(tuple(f"phase:stood:{seat}" for seat in players)))


@executes("power_gained")
@enforces("agot_lcg.gain.power")
def gain_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if game.table.is_in_play(each.card) and each.n > 0]
    if able:
        game.emit(PowerPlaced(tuple((each.card, each.n) for each in able), able[0].how or "gained"))
    return able


@executes("power_moved")
@enforces("agot_lcg.move-power.not-gained", "agot_lcg.power-claim.as-many-as-possible")
def move_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Move power between cards, which does not count as gaining it. Returns the conditions that occurred."""
    able = []
    for each in conditions:
        have = game.table.cards[each.card].power if game.table.is_in_play(each.card) else 0
        if n := min(each.n, have):
            game.emit(PowerPlaced(((each.card, -n), (each.cards[0], n)), "moved"))
            able.append(structs.replace(each, n=n))
    return able


@executes("power_lost")
def lose_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = []
    for each in conditions:
        have = game.table.cards[each.card].power if game.table.is_in_play(each.card) else 0
        if n := min(each.n, have):
            game.emit(PowerPlaced(((each.card, -n),), "discarded"))
            able.append(structs.replace(each, n=n))
    return able


@executes("gold_gained")
@enforces("agot_lcg.gain.gold")
def gain_gold(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if each.n > 0]
    for each in able:
        game.emit(GoldGained(each.seat, each.n, each.how or "gained"))
    return able
