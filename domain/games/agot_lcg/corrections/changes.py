"""The meaning of each kind of change at this table, and the check whether it is possible."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from domain.cardgame.corrections import card_changes, field_changes
from domain.cardgame.corrections.card_changes import Doer, Finder
from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.occurring.leaving_play import leave_play
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.corrections.words import BYPASSED, SIDES
from domain.games.agot_lcg.facts.cards import (
    CardsKnelt,
    CardsStood,
    EnteredPlay,
    GoldGained,
    GoldSpent,
    PlotRevealed,
    PowerPlaced,
)
from domain.games.agot_lcg.facts.challenges import BypassLifted, JoinedChallenge, LeftChallenge, StealthBypassed
from domain.games.agot_lcg.in_play.entering import base_for, may_enter
from domain.games.agot_lcg.state import ZONES, AgotCard, AgotTable
from domain.kernel.cards import move
from domain.kernel.citing import enforces
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import (
    LIMIT,
    SAME,
    UNFIT,
    UNNAMED,
    ChangeFault,
    is_unnamed,
)
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat, zone, zone_kind, zone_owner
from domain.kernel.state.field_facts import FieldSet

# the areas between which a card may be moved by hand: plots among plot areas, no card that is chosen or being played
PLOT_AREAS = ("plots", "plot", "used")
PILES = ("deck", "discard", "dead")  # in these it matters where a card lies
AREAS = ("deck", "hand", "discard", "dead", "play", "removed")
OF_SOME_TYPES = ("dead", "play")  # which cards can lie there depends on their type
ENTERS = ("character", "location", "attachment")
BARRED = "it is unique, and that player may not have it in play"
NO_CHALLENGE = "there is no challenge"


def wrong_move(table: AgotTable, change: changes.MoveCard) -> ChangeFault | None:
    handle = card_changes.card_to_move(table, change)
    if handle not in table.cards:
        return ChangeFault("card")
    if change.card and change.top_of:
        return ChangeFault("top_of", UNFIT)
    card = table.cards[handle]
    areas = PLOT_AREAS if card.printed.type == "plot" else AREAS
    if zone_kind(card.zone) not in areas:
        return ChangeFault("card", UNFIT, "it lies where no card is moved by hand")
    if card.zone == change.to:
        return ChangeFault("to", SAME)
    if zone_kind(change.to) not in areas:
        return ChangeFault("to", UNFIT, "a plot stays among plots, and no other card goes there")
    if zone_kind(change.to) in OF_SOME_TYPES and is_unnamed(table, change):
        return ChangeFault("top_of", UNNAMED)
    return wrong_entry(table, card, change) if zone_kind(change.to) == "play" else wrong_way_out(card, change)


@enforces("agot_lcg.dead-pile.killed-go-faceup-on-top")
def wrong_way_out(card: AgotCard, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot lie there out of play: as in any card game, and in a dead pile only characters lie."""
    if zone_kind(change.to) == "dead" and card.printed.type != "character":
        return ChangeFault("to", UNFIT, f"it is of the type {card.printed.type}; only characters go to a dead pile")
    return card_changes.wrong_way_out(card, change)


@enforces("agot_lcg.unique.one-instance-per-player")
def wrong_entry(table: AgotTable, card: AgotCard, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot enter play so: its type and bearer must be legal, and a second copy must be a duplicate."""
    seat = zone_owner(change.to)
    if table.is_in_play(card.handle):
        return ChangeFault("to", UNFIT, "it is in play already; another form gives control of it")
    if card.printed.type not in ENTERS:
        return ChangeFault("to", UNFIT, f"it is of the type {card.printed.type}, which does not come into play")
    if may_enter(table, seat, card) is not None:
        return ChangeFault("card", UNFIT, BARRED)
    base = base_for(table, seat, card)
    if base is not None:
        return None if change.host == base else ChangeFault("host", UNFIT, "it is a duplicate: name its copy in play")
    if card.printed.type != "attachment":
        return ChangeFault("host", UNFIT, "only an attachment lies on a card") if change.host else None
    return (
        ChangeFault("host", UNFIT, card_changes.NO_HOST) if attachable(table, seat, card.printed, change.host) else None
    )


def wrong_mark(table: AgotTable, change: changes.SetMark) -> ChangeFault | None:
    if fault := field_changes.in_play_fault(table, change.thing):
        return fault
    if change.mark in SIDES:
        return wrong_side(table, change)
    return wrong_bypass(table, change) if change.mark == BYPASSED else field_changes.wrong_mark(table, change)


@enforces("agot_lcg.duplicates.no-characteristics")
def unmarkable(table: AgotTable, handle: Handle) -> str:
    """Why a card in play can neither kneel nor hold tokens: a duplicate, or a plot; empty for any other card."""
    card = table.cards[handle]
    if card.duplicate:
        return "a duplicate neither kneels nor holds tokens"
    return "a plot neither kneels nor holds tokens" if zone_kind(card.zone) == "plot" else ""


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
    for handle in table.in_play():
        card = table.cards[handle]
        if card.host and not table.is_in_play(card.host):
            return ChangeFault(f"host of {handle}", UNFIT)
    return next((fault for seat in table.remaining_seats() if (fault := wrong_plots(table, seat))), None)


@enforces("agot_lcg.plots.recycle-after-last")
def wrong_plots(table: AgotTable, seat: Seat) -> ChangeFault | None:
    """Why the plots are wrong: more than one is revealed, or a plot deck is empty that would have been refilled."""
    if len(table.zone(zone(seat, "plot"))) > 1:
        return ChangeFault(zone(seat, "plot"), LIMIT)
    is_empty = not (table.zone(zone(seat, "plots")) or table.zone(zone(seat, "chosen")))
    revealing = any("/recycle" in (each.label for each in frame.steps) for frame in table.stack)
    return (
        ChangeFault(zone(seat, "plots"), LIMIT)
        if is_empty and table.zone(zone(seat, "used")) and not revealing
        else None
    )


def move_card(game: AgotGame, change: changes.MoveCard) -> None:
    """Move a card by hand; effects and marks that need its old place end."""
    table = game.table
    card = card_changes.card_to_move(table, change)
    was_in_play = table.is_in_play(card)
    if was_in_play and not ZONES[zone_kind(change.to)].in_play:
        leaving = leaving_condition("discarded", table, card)
        moved = structs.replace(leaving, kind="moved", instead=zone_kind(change.to))
        leave_play(game, [moved], by_hand=change.place)
        return
    as_duplicate = base_for(table, zone_owner(change.to), table.cards[card]) is not None
    (new,) = move(game, [card], change.to, change.place, change.host)
    if zone_kind(change.to) == "plot":
        reveal_plot(game, new)
        return
    if not was_in_play and table.is_in_play(new):
        since = f"{table.round}:{table.phase}"
        game.emit(EnteredPlay(new, "manual", duplicate=as_duplicate, since=since, serial=table.next_serial()))


def reveal_plot(game: AgotGame, plot: Handle) -> None:
    """Put a plot in place of the revealed one; effects that last until the next plot end."""
    table, seat = game.table, game.table.cards[plot].owner
    game.emit(PlotRevealed(seat, plot, table.next_serial()))
    over = tuple(each.id for each in table.lasting.values() if each.until == "next-plot" and each.seat == seat)
    if over:
        game.emit(LastingEnded(over))


def set_mark(game: AgotGame, change: changes.SetMark) -> None:
    if change.mark in SIDES:
        game.emit(JoinedChallenge(change.thing, change.mark) if change.on else LeftChallenge((change.thing,)))
    elif change.mark == BYPASSED:
        game.emit(StealthBypassed((change.thing,)) if change.on else BypassLifted((change.thing,)))
    else:
        field_changes.set_mark(game, change)


def fact_of_field(table: AgotTable, change: FieldSet) -> Fact:
    """The fact by which a described field is set by hand: for most fields one that play has too."""
    thing, value = change.thing, int(change.value)
    if thing in table.players and change.field == "gold":
        more = value - table.players[Seat(thing)].gold
        return GoldGained(Seat(thing), more, "manual") if more > 0 else GoldSpent(Seat(thing), -more, "manual")
    card = Handle(thing)
    match change.field:
        case "kneeling":
            return CardsKnelt((card,)) if value else CardsStood((card,))
        case "power":
            return PowerPlaced(((card, value - table.cards[card].power),), "manual")
    return change


def control_problem(table: AgotTable, handle: Handle, seat: Seat) -> str:
    """Why a player cannot get control of a card: it is a duplicate, or unique and barred; empty for any other."""
    card = table.cards[handle]
    if card.duplicate:
        return "control of a duplicate does not change"
    return BARRED if may_enter(table, seat, card, control=True) else ""


WRONG: Mapping[type, Finder] = {
    **card_changes.WRONG,
    changes.MoveCard: wrong_move,
    changes.SetMark: wrong_mark,
}

DO: Mapping[type, Doer] = {
    **card_changes.DO,
    changes.MoveCard: move_card,
    changes.SetMark: set_mark,
}
