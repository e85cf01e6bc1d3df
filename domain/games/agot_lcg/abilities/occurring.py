"""Conditions of each kind: how they are made, and how they are carried out as one occurrence.

The first half makes conditions, with a snapshot of a card that is about to leave play. `execute_conditions` carries out
all conditions that were not averted at once and returns every condition that occurred. The rules about leaving play
(tokens, duplicates, attachments) are applied only here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from domain.cardgame.facts.cards import CardsDiscarded, CardsDrawn, CardsSacrificed, ControlTaken
from domain.cardgame.facts.course import Counted
from domain.games.agot_lcg import active_constants, numbers_in_play
from domain.games.agot_lcg.facts.cards import CardsKnelt, CardsStood, CharactersKilled, GoldGained, PowerPlaced
from domain.games.agot_lcg.facts.challenges import LeftChallenge
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.cards import BOTTOM, TOP, move, move_each, shuffle
from domain.kernel.citing import enforces
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone
from domain.kernel.occurring.abilities import find_resolving_effect
from domain.kernel.occurring.conditions import CardSnapshot, Condition

AgotGame = Game[AgotTable]

LEAVING = {
    "killed": "dead",
    "discarded": "discard",
    "sacrificed": "discard",
    "returned_to_hand": "hand",
    "removed": "removed",
    "shuffled_away": "deck",
}


ENTERING = ("entered_play", "duplicate_entered")
WITH_HOST = "with-host"


def take_snapshot(table: AgotTable, handle: Handle) -> CardSnapshot:
    """The state of a card in play, for abilities that refer to it after it has left."""
    card = table.cards[handle]
    marks = [f"type:{card.type}"] if card.type else []
    marks += [f"trait:{trait}" for trait in numbers_in_play.traits(table, card)]
    marks += [f"icon:{icon}" for icon in numbers_in_play.icons(table, card)]
    if table.challenge and (side := table.challenge.side(handle)):
        marks.append(side)
    numbers = (("strength", numbers_in_play.strength(table, handle).value),) if card.type == "character" else ()
    return CardSnapshot(card.key, card.owner, card.controller, tuple(marks), numbers)


def leaving_condition(kind: str, table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    """The condition that a card is about to leave play; for a facedown card only its controller knows which one."""
    found = table.cards[card]
    hidden = not table.sees(PUBLIC, found.zone)
    look = take_snapshot(table, card)
    return Condition(0, kind, card=card, seat=found.controller, source=source, how=how, seen=look, hidden=hidden)


@enforces("agot_lcg.kill.sources")
def kill_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return leaving_condition("killed", table, card, source, how)


@enforces("agot_lcg.sacrifice.is-not-kill-or-discard")
def sacrifice_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    return leaving_condition("sacrificed", table, card, source)


def removal_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to be removed from the game, from play or from another area."""
    if table.is_in_play(card):
        return leaving_condition("removed", table, card, source)
    return moving_condition("card_removed", table, card, source)


def discard_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to be discarded: from play, from a hand, or from a deck."""
    if table.is_in_play(card):
        return leaving_condition("discarded", table, card, source)
    return moving_condition("card_discarded", table, card, source)


def moving_condition(kind: str, table: AgotTable, card: Handle, source: Handle) -> Condition:
    """The condition that a card out of play is about to move; hidden if not everybody sees the card."""
    found = table.cards[card]
    return Condition(
        0,
        kind,
        card=card,
        seat=found.owner,
        source=source,
        name=found.zone.partition(".")[2],
        hidden=True,
        unseen=not table.sees(Viewer(found.owner), found.zone),
    )


def kneel_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "knelt", card=card, seat=table.cards[card].controller, source=source, how=how)


def stand_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "stood", card=card, seat=table.cards[card].controller, source=source)


def gain_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "power_gained", card=card, seat=table.cards[card].controller, n=n, source=source, how=how)


def lose_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "power_lost", card=card, seat=table.cards[card].controller, n=n, source=source)


def execute_conditions(game: AgotGame, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Carry out conditions as one occurrence. Returns those that occurred; impossible ones do not."""
    occurred: list[Condition] = []
    for kind in dict.fromkeys(each.kind for each in conditions if each.kind not in LEAVING):
        of_kind = [each for each in conditions if each.kind == kind]
        occurred += EXECUTORS[kind](game, of_kind) if kind in EXECUTORS else of_kind
    # a card that is knelt and sacrificed as one cost kneels before it leaves play
    leavers = [each for each in conditions if each.kind in LEAVING and can_leave(game.table, each.card)]
    if leavers:
        occurred += leave_play(game, leavers)
    return with_new_handles(conditions, occurred)


@enforces("agot_lcg.immune.not-targeted-not-affected", "agot_lcg.immune.does-not-stop-costs")
def without_immune(table: AgotTable, conditions: tuple[Condition, ...], effect: int) -> tuple[Condition, ...]:
    """The conditions without those by which an effect would change a card that has become immune to it meanwhile."""
    resolving = find_resolving_effect(table, effect)
    if resolving is None or not active_constants.is_at_work(table, "immune"):
        return conditions
    group = f"{table.registry.pool.cards[resolving.key].type}s"
    return tuple(
        each
        for each in conditions
        if not (table.is_in_play(each.card) and active_constants.is_immune(table, table.cards[each.card], group))
    )


def can_leave(table: AgotTable, card: Handle) -> bool:
    """Whether a card is still in play and nothing keeps it there."""
    return table.is_in_play(card) and numbers_in_play.can_leave_play(table, table.cards[card])


def with_new_handles(conditions: tuple[Condition, ...], occurred: list[Condition]) -> tuple[Condition, ...]:
    """The conditions that occurred, with the new handles of cards that entered play."""
    entered = [each for each in occurred if each.kind in ENTERING]
    if not entered:
        return tuple(occurred)
    was = {each.id: each.card for each in conditions}
    new = {was[each.id]: each.card for each in entered}
    return tuple(structs.replace(each, card=new.get(each.card, each.card)) for each in occurred)


@enforces(
    "agot_lcg.leaves-play.simultaneous-consequences",
    "agot_lcg.in-play.leaves",
    "agot_lcg.participating.leaves-play",
    "agot_lcg.kill.leaves-to-dead-pile",
    "agot_lcg.dead-pile.killed-go-faceup-on-top",
)
def leave_play(game: AgotGame, leavers: Sequence[Condition]) -> list[Condition]:
    """Take cards out of play at once, with everything that follows (leaves-play.simultaneous-consequences).

    Returns the conditions that occurred.
    """
    table = game.table
    leavers = [as_it_leaves(table, each) for each in leavers]
    cards = tuple(each.card for each in leavers)
    going = [*leavers, *(with_host(table, other) for other in cards_going_along(table, cards))]
    say_why(game, leavers)
    if table.challenge and any(card in table.challenge.participants for card in cards):
        game.emit(LeftChallenge(tuple(card for card in cards if card in table.challenge.participants)))
    wanted = [(each.card, destination(table, each), NO_CARD) for each in going]
    new = move_each(game, wanted, place=TOP)
    for deck in dict.fromkeys(to for _, to, _ in wanted if to.endswith(".deck")):
        shuffle(game, deck)
    return left_conditions(game, going, new)


def as_it_leaves(table: AgotTable, condition: Condition) -> Condition:
    """The condition with the card's present state, which interrupts may have changed."""
    card = condition.card
    return structs.replace(condition, seat=table.cards[card].controller, seen=take_snapshot(table, card))


@enforces("agot_lcg.leaves-play.definition", "agot_lcg.replacement.still-occurred")
def left_conditions(game: AgotGame, going: Sequence[Condition], new: list[Handle]) -> list[Condition]:
    """The conditions that occurred: each departure with new handles, and a `left_play` for each, with new ids.

    Conditions are public, so a card is left out if it went where not everybody sees it.
    """
    occurred = []
    for each, came in zip(going, new, strict=True):
        id = each.id or game.table.next_serial()
        occurred.append(structs.replace(each, id=id, cards=seen_by_all(game.table, came)))
    for each in tuple(occurred):
        id = game.table.next_serial()
        occurred.append(structs.replace(each, id=id, kind="left_play", name=each.kind))
    return occurred


def seen_by_all(table: AgotTable, card: Handle) -> tuple[Handle, ...]:
    """The card, if it lies where everybody sees it; else empty."""
    found = table.cards.get(card)
    return (card,) if found is not None and table.sees(PUBLIC, found.zone) else ()


def say_why(game: AgotGame, leavers: Sequence[Condition]) -> None:
    """Record the fact that names what happens to the cards; the fact with their destinations follows."""
    for kind, fact in (("killed", CharactersKilled), ("sacrificed", CardsSacrificed), ("discarded", CardsDiscarded)):
        cards = tuple(each.card for each in leavers if each.kind == kind)
        if cards:
            game.emit(fact(cards))


def cards_going_along(table: AgotTable, cards: Sequence[Handle]) -> list[Handle]:
    """The cards on cards that leave play: attachments, and duplicates of both."""
    going = list(cards)
    for card in going:
        going += [other for other in table.on(card) if other not in going]
    return going[len(cards) :]


@enforces(
    "agot_lcg.ownership.goes-to-owner-area",
    "agot_lcg.kill.leaves-to-dead-pile",
    "agot_lcg.discard-pile.faceup-on-top-owner",
    "agot_lcg.replacement.applied-after-interrupts",
)
def destination(table: AgotTable, condition: Condition) -> ZoneKey:
    """The destination of a card that leaves: its owner's area, or that of a replacement effect."""
    return zone(table.cards[condition.card].owner, condition.instead or LEAVING[condition.kind])


@enforces(
    "agot_lcg.leaves-play.duplicates-discarded",
    "agot_lcg.leaves-play.attachments-to-hand",
    "agot_lcg.attachments.return-to-hand",
    "agot_lcg.terminal.discarded-with-host",
    "agot_lcg.terminal.attachment-keyword",
    "agot_lcg.ownership.goes-to-owner-area",
)
def with_host(table: AgotTable, card: Handle) -> Condition:
    """The condition that an attachment or duplicate leaves with its host: it is discarded, or returned to hand."""
    found = table.cards[card]
    discarded = found.duplicate or numbers_in_play.has_keyword(table, found, "terminal")
    return leaving_condition("discarded" if discarded else "returned_to_hand", table, card, how=WITH_HOST)


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


@enforces("agot_lcg.gain.power")
def gain_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if game.table.is_in_play(each.card) and each.n > 0]
    if able:
        game.emit(PowerPlaced(tuple((each.card, each.n) for each in able), able[0].how or "gained"))
    return able


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


def lose_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = []
    for each in conditions:
        have = game.table.cards[each.card].power if game.table.is_in_play(each.card) else 0
        if n := min(each.n, have):
            game.emit(PowerPlaced(((each.card, -n),), "discarded"))
            able.append(structs.replace(each, n=n))
    return able


@enforces("agot_lcg.discard-pile.faceup-on-top-owner")
def discard_out_of_play(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Discard cards from hands or decks faceup on top of their owners' piles, or to a replacement's destination.

    Returns the conditions that occurred.
    """
    table = game.table
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    if not able:
        return []
    game.emit(CardsDiscarded(tuple(each.card for each in able), able[0].name))
    to = [(each.card, zone(table.cards[each.card].owner, each.instead or "discard"), NO_CARD) for each in able]
    new = move_each(game, to, place=TOP)
    return [structs.replace(each, cards=(now,), hidden=False) for each, now in zip(able, new, strict=True)]


def remove_out_of_play(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Remove cards that are out of play from the game. Returns the conditions that occurred."""
    table = game.table
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    new = move_each(game, [(each.card, zone(table.cards[each.card].owner, "removed"), NO_CARD) for each in able], TOP)
    return [structs.replace(each, cards=(now,), hidden=False) for each, now in zip(able, new, strict=True)]


@enforces(
    "agot_lcg.draw.from-top",
    "agot_lcg.draw.multiple-simultaneous",
    "agot_lcg.draw.added-to-hand",
    "agot_lcg.effects.untargeted-short-supply",
)
def draw(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Draw cards from the tops of decks, as many as there are; a player's cards are drawn at once.

    Returns the conditions that occurred.
    """
    able = []
    for each in conditions:
        cards = game.table.top(zone(each.seat, "deck"), each.n)
        if cards:
            game.emit(CardsDrawn(each.seat, len(cards)))
            move(game, cards, zone(each.seat, "hand"))
            able.append(structs.replace(each, n=len(cards)))
    return able


@enforces("agot_lcg.gain.gold")
def gain_gold(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if each.n > 0]
    for each in able:
        game.emit(GoldGained(each.seat, each.n, each.how or "gained"))
    return able


@enforces(
    "agot_lcg.control.change-removes-from-challenge",
    "agot_lcg.attachments.control-stays",
    "agot_lcg.duplicates.control-unchanged",
)
def take_control(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Put cards under another player's control; they leave the challenge and keep the cards on them.

    Returns the conditions that occurred.
    """
    able = [each for each in conditions if game.table.is_in_play(each.card)]
    for each in able:
        if game.table.is_participating(each.card):
            game.emit(LeftChallenge((each.card,)))
        game.emit(ControlTaken(each.seat, (each.card,)))
        move(game, [each.card], zone(each.seat, "play"), BOTTOM, game.table.cards[each.card].host)
    return able


EXECUTORS: dict[str, Callable[[AgotGame, Sequence[Condition]], list[Condition]]] = {
    "knelt": kneel,
    "stood": stand,
    "power_gained": gain_power,
    "power_moved": move_power,
    "power_lost": lose_power,
    "card_discarded": discard_out_of_play,
    "card_removed": remove_out_of_play,
    "cards_drawn": draw,
    "gold_gained": gain_gold,
    "control_taken": take_control,
}


def draw_condition(seat: Seat, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "cards_drawn", seat=seat, n=n, source=source)
