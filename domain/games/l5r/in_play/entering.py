"""Playing characters and attachments, discarding duplicates, and which card may enter play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play.active_constants import lasting_effects
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.in_play.characteristics import has_keyword
from domain.cardgame.in_play.costs import card_cost, cost_changes, pay_cost, price
from domain.cardgame.in_play.entering import begin_entering
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.table import HAND, LastingEffect, rules_of_table
from domain.cardgame.words.constants import Constant
from domain.games.l5r.commands import TO_CONFLICT, DiscardDuplicate, PlayAttachment, PlayCharacter
from domain.games.l5r.occurring import INTO_CONFLICT, discard_from_province
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.state import AS_ATTACHMENT, L5rCard, L5rContext, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import is_read

UNIQUE, ONE_IN_PLAY = "l5r.unique.cannot-enter-or-control", "l5r.unique.one-in-play"
COST_ON = "attachment-cost"
"""The lasting effects that change what the next attachment on a card costs."""
LIMITED = "l5r.keyword.limited"
ENTERING = ("character", "attachment")
"""The types of cards that enter play from elsewhere; a holding is in play as it is revealed in its province."""


@enforces(UNIQUE, ONE_IN_PLAY)
def may_enter(table: L5rTable, seat: Seat, card: L5rCard) -> Refusal | None:
    """Why a player may not have a card in play, or get control of it: there is a copy of a unique one."""
    copy = own_copy(table, seat, card)
    return Refusal(UNIQUE, {"card": card.handle, "copy": copy.handle}) if copy is not None else None


def own_copy(table: L5rTable, seat: Seat, card: L5rCard) -> L5rCard | None:
    """The copy of a unique card that a player controls in play; or owns, where the match reads the rule so."""
    if not card.printed.unique:
        return None
    there = (table.cards[each] for each in table.play_area(seat) if each != card.handle)
    found = next((each for each in there if is_copy(each, card)), None)
    if found is None and is_read(table, UNIQUE, "controlled-or-owned"):
        elsewhere = (table.cards[each] for each in table.play_area(table.opponent(seat)) if each != card.handle)
        return next((each for each in elsewhere if each.owner == seat and is_copy(each, card)), None)
    return found


def is_copy(other: L5rCard, card: L5rCard) -> bool:
    """Whether a faceup card has the title of another one."""
    return bool(other.type) and other.printed.title == card.printed.title


def copies_of_unique(table: L5rTable, cards: Iterable[Handle]) -> Iterator[list[Handle]]:
    """The copies of each unique card of which there are more than one among these cards."""
    titles: dict[str, list[Handle]] = {}
    for card in cards:
        if table.cards[card].printed.unique:
            titles.setdefault(table.cards[card].printed.title, []).append(card)
    yield from (copies for copies in titles.values() if len(copies) > 1)


@enforces("l5r.unique.duplicate-definition", "l5r.unique.duplicate-other-version")
def copy_in_play(table: L5rTable, seat: Seat, card: L5rCard) -> L5rCard | None:
    """The unique character in play of which this card, in hand or faceup in a province, is a duplicate."""
    if card.printed.type != "character" or card.facedown or zone_kind(card.zone) not in (HAND, "row"):
        return None
    copy = own_copy(table, seat, card)
    return copy if copy is not None and copy.controller == seat else None


def fate_left(table: L5rTable, seat: Seat, card: L5rCard) -> int:
    """The fate that a player would have left after playing a card, below 0 where it cannot be paid."""
    return rules_of_table(table).funds(table, seat) - price(table, seat, card.printed, "play")


def texts_of(table: L5rTable, card: L5rCard, what: str) -> Iterator[tuple[L5rContext, Constant]]:
    """What the text of a card out of play says of how it is played: its constants of a kind, if they hold now."""
    for index, ability in enumerate(table.registry.abilities(card.key)):
        context = AbilityContext(table, card.key, index, card.owner, card.handle)
        yield from ((context, each) for each in ability.constants if each.what == what)


def says(table: L5rTable, card: L5rCard, what: str, name: str = "") -> bool:
    """Whether the text of a card out of play says something of how it is played, now."""
    found = texts_of(table, card, what)
    return any(each.name == name and each.holds(context, context.you) for context, each in found)


def forbidden_by_text(table: L5rTable, card: L5rCard) -> bool:
    """Whether the text of a card keeps it from being played now."""
    return any(not each.holds(context, context.you) for context, each in texts_of(table, card, "playable"))


def most_fate(table: L5rTable, seat: Seat, card: L5rCard) -> int:
    """The additional fate that a player may put on a character: what is left after the cost, or what its text says."""
    left = fate_left(table, seat, card)
    return min(left, 0) if takes_no_fate(table, card) else left


def takes_no_fate(table: L5rTable, card: L5rCard) -> bool:
    """Whether the text of a character in a province says that no fate is placed on it when it is played."""
    return zone_kind(card.zone) == "row" and says(table, card, "no-additional-fate")


def may_be_played_from(table: L5rTable, card: L5rCard) -> bool:
    """Whether a card is played from where it lies as from a hand, by its text or an effect on it."""
    area = zone_kind(card.zone)
    if area == HAND:
        return True
    lasting = (each.name == area and card.handle in each.cards for each in lasting_effects(table, "playable-from"))
    return says(table, card, "playable-from", area) or any(lasting)


def own_cost_lines(table: L5rTable, seat: Seat, printed: Printed) -> list[TraceLine]:
    """What the text of a card says of its own cost, if it holds for this player now."""
    found = []
    for index, ability in enumerate(table.registry.abilities(printed.key)):
        context = AbilityContext(table, printed.key, index, seat)
        own = (each for each in ability.constants if each.what == "own-cost" and each.holds(context, seat))
        found += [TraceLine(printed.key, each.value(context)) for each in own]
    return found


def payable_hosts(table: L5rTable, seat: Seat, card: L5rCard) -> Iterator[Handle]:
    """The cards in play on which a player can play a card as an attachment, and pay for it there."""
    able = (host for host in table.in_play() if attachable(table, seat, card.printed, host) is None)
    funds = table.players[seat].fate
    return (host for host in able if attachment_cost(table, seat, card, host).value <= funds)


def playable_elsewhere(table: L5rTable, seat: Seat) -> list[Handle]:
    """The cards of a player that lie open out of hand, in a discard pile or on a deck, and may be played from there."""
    pile, says_so = table.zone(zone(seat, "discard")), table.registry.plays_from_elsewhere
    piles = [card for card in pile if says_so(table.cards[card].key)]
    lasting = [card for each in lasting_effects(table, "playable-from") for card in each.cards if card in table.cards]
    return [
        card
        for card in dict.fromkeys((*piles, *lasting))
        if table.cards[card].owner == seat and may_be_played_from(table, table.cards[card])
    ]


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
    instead = INTO_CONFLICT if command.to == TO_CONFLICT else ""
    begin_entering(game, structs.replace(entering, n=command.fate, instead=instead))


@enforces("l5r.conflict.3-2-2-option-attachment", "l5r.window.play-from-hand")
def begin_attachment(game: L5rGame, seat: Seat, command: PlayAttachment) -> None:
    table = game.table
    count_limited(game, seat, table.cards[command.card])
    collect_reactions(game, "ability")
    pay_attachment(game, seat, command)
    how = AS_ATTACHMENT if table.cards[command.card].printed.type == "character" else "played"
    begin_entering(game, rules_of_table(table).entering_condition(table, seat, command.card, how, command.host))


def pay_attachment(game: L5rGame, seat: Seat, command: PlayAttachment) -> None:
    """Pay what an attachment costs on its host; what makes it cheaper once is used up."""
    table, savings = game.table, savings_on(game.table, seat, command.host)
    if not savings:
        pay_cost(game, seat, command.card, "play")
        return
    card, rules = table.cards[command.card], rules_of_table(table)
    used = tuple(used for _, _, _, used in cost_changes(table, seat, card.printed, "play") if used)
    cost = attachment_cost(table, seat, card, command.host)
    if cost.value:
        rules.pay(game, seat, cost, "play")
    game.emit(LastingEnded((*used, *(each.id for each in savings))))


def savings_on(table: L5rTable, seat: Seat, host: Handle) -> list[LastingEffect]:
    """The lasting effects by which the next attachment that a player plays on a card costs less."""
    return [each for each in lasting_effects(table, COST_ON) if each.seat == seat and host in each.cards]


def attachment_cost(table: L5rTable, seat: Seat, card: L5rCard, host: Handle) -> TracedNumber:
    """What a player pays to play an attachment on a card."""
    cost = card_cost(table, seat, card.printed, "play")
    lines = [TraceLine(each.source, each.amount) for each in savings_on(table, seat, host)]
    return trace_number(cost.value, lines, source=card.key) if lines else cost


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
