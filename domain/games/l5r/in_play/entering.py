"""Playing characters and attachments, discarding duplicates, and which card may enter play."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play.characteristics import has_keyword
from domain.cardgame.in_play.costs import pay_cost, price
from domain.cardgame.in_play.entering import begin_entering, begin_playing
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.table import HAND, rules_of_table
from domain.games.l5r.commands import IN_CONFLICT, DiscardDuplicate, PlayAttachment, PlayCharacter
from domain.games.l5r.occurring import INTO_CONFLICT, discard_from_province
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat, zone_kind
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.refusals import Refusal

UNIQUE = "l5r.unique.cannot-enter-or-control"
LIMITED = "l5r.keyword.limited"
ENTERING = ("character", "attachment")
"""The types of cards that enter play from elsewhere; a holding is in play as it is revealed in its province."""


@enforces(UNIQUE, "l5r.unique.one-in-play")
def may_enter(table: L5rTable, seat: Seat, card: L5rCard) -> Refusal | None:
    """Why a player may not have a card in play, or get control of it: there is a copy of a unique one."""
    copy = own_copy(table, seat, card)
    return Refusal(UNIQUE, {"card": card.handle, "copy": copy.handle}) if copy is not None else None


def own_copy(table: L5rTable, seat: Seat, card: L5rCard) -> L5rCard | None:
    """The copy of a unique card that a player controls in play."""
    if not card.printed.unique:
        return None
    there = (table.cards[each] for each in table.play_area(seat) if each != card.handle)
    return next((each for each in there if each.type and each.printed.title == card.printed.title), None)


@enforces("l5r.unique.duplicate-definition", "l5r.unique.duplicate-other-version")
def copy_in_play(table: L5rTable, seat: Seat, card: L5rCard) -> L5rCard | None:
    """The unique character in play of which this card, in hand or faceup in a province, is a duplicate."""
    if card.printed.type != "character" or card.facedown or zone_kind(card.zone) not in (HAND, "row"):
        return None
    return own_copy(table, seat, card)


def fate_left(table: L5rTable, seat: Seat, card: L5rCard) -> int:
    """The fate that a player would have left after playing a card, below 0 where it cannot be paid."""
    return rules_of_table(table).funds(table, seat) - price(table, seat, card.printed, "play")


def limited_key(seat: Seat) -> str:
    """The counter of the limited cards that a player has played in a round."""
    return f"round:limited:{seat}"


@enforces(LIMITED)
def count_limited(game: L5rGame, seat: Seat, card: L5rCard) -> None:
    if is_limited(game.table, card):
        game.emit(Counted((limited_key(seat),)))


def is_limited(table: L5rTable, card: L5rCard) -> bool:
    return has_keyword(table, card, "limited")


@enforces(
    "l5r.dynasty.1-4-pay",
    "l5r.dynasty.1-4-enters-home",
    "l5r.dynasty.1-4-extra-fate",
    "l5r.character.play-into-conflict",
    "l5r.participate.played-into",
    "l5r.conflict.3-2-2-option-character-in",
    "l5r.conflict.3-2-2-option-character-home",
    "l5r.play.play",
    "l5r.play.cost-must-be-paid",
)
def begin_character(game: L5rGame, seat: Seat, command: PlayCharacter) -> None:
    """Pay what a character costs and let it enter play, with additional fate, at home or in the conflict."""
    table, card = game.table, game.table.cards[command.card]
    collect_reactions(game, "ability")
    count_limited(game, seat, card)
    pay_cost(game, seat, command.card, "play")
    entering = rules_of_table(table).entering_condition(table, seat, command.card, "played")
    name = INTO_CONFLICT if command.to == IN_CONFLICT else ""
    begin_entering(game, structs.replace(entering, n=command.fate, name=name))


@enforces("l5r.conflict.3-2-2-option-attachment", "l5r.window.play-from-hand")
def begin_attachment(game: L5rGame, seat: Seat, command: PlayAttachment) -> None:
    count_limited(game, seat, game.table.cards[command.card])
    begin_playing(game, seat, command.card, command.host)


@enforces(
    "l5r.dynasty.1-4-duplicate",
    "l5r.unique.duplicate-discard",
    "l5r.unique.duplicate-refill",
    "l5r.unique.discard-for-fate",
)
def begin_duplicate(game: L5rGame, seat: Seat, command: DiscardDuplicate) -> None:
    """Discard a duplicate to place 1 fate on the copy in play."""
    table, card = game.table, game.table.cards[command.card]
    copy = copy_in_play(table, seat, card)
    assert copy is not None, "the checks have found the copy"
    in_hand = zone_kind(card.zone) == HAND
    collect_reactions(game, "ability")
    gone = discard_condition(table, card.handle) if in_hand else discard_from_province(table, card.handle)
    begin_occurrence(game, gone, Condition(0, "fate_placed", card=copy.handle, seat=seat, n=1, how="duplicate"))
