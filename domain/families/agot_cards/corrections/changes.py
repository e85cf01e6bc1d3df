"""The meaning of changes by hand where both games say more than any card game, and whether one is possible."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.corrections import card_changes, field_changes, move_changes
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.cardgame.corrections.move_changes import AreasByHand
from domain.cardgame.facts.cards import CardEnteredPlay, LastingEnded
from domain.families.agot_cards.chart.plot_phase import recycle
from domain.families.agot_cards.corrections.words import BYPASSED, SIDES
from domain.families.agot_cards.facts.cards import (
    CardsKnelt,
    CardsStood,
    EnteredPlay,
    GoldGained,
    GoldSpent,
    PlotRevealed,
    PowerPlaced,
)
from domain.families.agot_cards.facts.challenges import BypassLifted, JoinedChallenge, LeftChallenge, StealthBypassed
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotCard, AgotGame, AgotTable, agot_rules
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import LIMIT, SAME, UNFIT, ChangeFault
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision
from domain.kernel.ids import Handle, Seat, zone, zone_kind, zone_owner
from domain.kernel.occurring.conditions import Condition
from domain.kernel.state.field_facts import FieldSet

# the areas between which a card may be moved by hand: plots among plot areas, no card that is chosen or being played
PLOT_AREAS = ("plots", "plot", "used")
PILES = ("deck", "discard", "dead")  # in these it matters where a card lies
AREAS = ("deck", "hand", "discard", "dead", "play", "removed")
BARRED = "it is unique, and that player may not have it in play"
AREAS_BY_HAND = AreasByHand(
    (AREAS, PLOT_AREAS), ("dead",), "a plot stays among plots, and no other card goes there", BARRED
)
NO_CHALLENGE = "there is no challenge"


def wrong_place(table: AgotTable, card: AgotCard, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot lie there: only characters go to a dead pile, and a second copy must be a duplicate."""
    kind = zone_kind(change.to)
    if kind == "dead" and card.printed.type != "character":
        return ChangeFault("to", UNFIT, f"it is of the type {card.printed.type}; only characters go to a dead pile")
    base = agot_rules(table).base_for(table, zone_owner(change.to), card.handle) if kind == "play" else None
    if base is None:
        return move_changes.wrong_place(table, card, change)
    if fault := move_changes.wrong_entry(table, card, change):
        return fault
    return None if change.host == base else ChangeFault("host", UNFIT, "it is a duplicate: name its copy in play")


def wrong_mark(table: AgotTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a mark cannot be set: of a challenge, or of cards and players."""
    if change.mark not in (*SIDES, BYPASSED):
        return field_changes.wrong_mark(table, change)
    if fault := field_changes.in_play_fault(table, change.thing):
        return fault
    return wrong_bypass(table, change) if change.mark == BYPASSED else wrong_side(table, change)


def wrong_side(table: AgotTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a character cannot participate so: it must be on the side of its controller, once."""
    now, card = table.challenge, table.cards[change.thing]
    if now is None:
        return ChangeFault("mark", UNFIT, NO_CHALLENGE)
    side = now.side(change.thing)
    if (side == change.mark) == change.on:
        return ChangeFault("on", SAME)
    owner = now.attacker if change.mark == "attacking" else now.defender
    fits = card.type == "character" and card.controller == owner and not side
    problem = f"it takes part already, {side}" if side else f"only a character of {owner} takes part so"
    return ChangeFault("thing", UNFIT, problem) if change.on and not fits else None


def wrong_bypass(table: AgotTable, change: changes.SetMark) -> ChangeFault | None:
    """Why stealth cannot bypass a character: the defender must control it."""
    now, card = table.challenge, table.cards[change.thing]
    if now is None:
        return ChangeFault("mark", UNFIT, NO_CHALLENGE)
    if card.type != "character" or card.controller != now.defender:
        return ChangeFault("mark", UNFIT, f"only a character of {now.defender}, who defends, is bypassed")
    return ChangeFault("on", SAME) if (change.thing in now.bypassed) == change.on else None


def table_fault(table: AgotTable) -> ChangeFault | None:
    """What is wrong with the table: a card without a host in play that needs one, or a misplaced plot."""
    wrong = (fault for seat in table.remaining_seats() if (fault := wrong_plots(table, seat)))
    return card_changes.unhosted_fault(table) or next(wrong, None)


def wrong_plots(table: AgotTable, seat: Seat) -> ChangeFault | None:
    """Why the plots are wrong: more than one is revealed, or a plot deck is empty that would have been refilled."""
    if len(table.zone(zone(seat, "plot"))) > 1:
        return ChangeFault(zone(seat, "plot"), LIMIT)
    is_empty = not (table.zone(zone(seat, "plots")) or table.zone(zone(seat, "chosen")))
    return (
        ChangeFault(zone(seat, "plots"), LIMIT)
        if is_empty and table.zone(zone(seat, "used")) and not is_revealing(table)
        else None
    )


def is_revealing(table: AgotTable) -> bool:
    """Whether plots are being revealed, after which used ones return to an empty plot deck."""
    steps = (each for frame in table.stack for each in frame.steps if not isinstance(each, Decision))
    return any(each.do is recycle for each in steps)


def enter_by_hand(game: AgotGame, entry: Condition, entered: CardEnteredPlay) -> None:
    """Let a card be in play that was moved there by hand, standing: a plot is revealed, a copy is a duplicate."""
    cards, card = game.table.cards, game.table.cards[entered.card]
    if zone_kind(card.zone) == "plot":
        reveal_plot(game, entered)
        return
    is_duplicate = card.host in cards and cards[card.host].printed.title == card.printed.title
    fact = own_fact(game.table, EnteredPlay)
    game.emit(fact(entered.card, entered.how, duplicate=is_duplicate, since=entered.since, serial=entered.serial))


def reveal_plot(game: AgotGame, entered: CardEnteredPlay) -> None:
    """Put a plot in place of the revealed one; effects that last until the next plot end."""
    table, seat = game.table, game.table.cards[entered.card].owner
    game.emit(own_fact(table, PlotRevealed)(seat, entered.card, entered.serial))
    over = tuple(each.id for each in table.lasting.values() if each.until == "next-plot" and each.seat == seat)
    if over:
        game.emit(LastingEnded(over))


def set_mark(game: AgotGame, change: changes.SetMark) -> None:
    """Set or remove a mark: of a challenge, or of cards and players."""
    table, card = game.table, change.thing
    if change.mark in SIDES:
        joined, left = own_fact(table, JoinedChallenge), own_fact(table, LeftChallenge)
        game.emit(joined(card, change.mark) if change.on else left((card,)))
    elif change.mark == BYPASSED:
        game.emit(own_fact(table, StealthBypassed if change.on else BypassLifted)((card,)))
    else:
        field_changes.set_mark(game, change)


def fact_of_field(table: AgotTable, change: FieldSet) -> Fact:
    """The fact by which a described field is set by hand: for most fields one that play has too."""
    thing, value = change.thing, int(change.value)
    if thing in table.players and change.field != "gold":
        return change
    if thing in table.players:
        more = value - table.players[Seat(thing)].gold
        return own_fact(table, GoldGained if more > 0 else GoldSpent)(Seat(thing), abs(more), "manual")
    card = Handle(thing)
    match change.field:
        case "kneeling":
            return own_fact(table, CardsKnelt if value else CardsStood)((card,))
        case "power":
            return own_fact(table, PowerPlaced)(((card, value - table.cards[card].power),), "manual")
    return change


WRONG: Mapping[type, Finder] = {**card_changes.WRONG, changes.SetMark: wrong_mark}
DO: Mapping[type, Doer] = {**card_changes.DO, changes.SetMark: set_mark}
