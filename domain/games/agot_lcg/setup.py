"""Set-up, steps 1 to 10, for decks that passed the checks. There are no windows during set-up."""

from __future__ import annotations

from msgspec import Struct

from domain.cardgame.commands import DecideMulligan
from domain.cardgame.facts.course import SettingUp
from domain.cardgame.in_play.attaching import hosts, takes_by_print
from domain.cardgame.in_play.constant_order import begin_ordering_revealed, conflicting_cards, constants_in_order
from domain.cardgame.setup import (
    bring_deck,
    decide_mulligan,
    mulligan_space,
    random_first_player,
)
from domain.cardgame.turns import CountedTurns, first_turn, seat_of_step
from domain.families.agot_cards.commands import PlaceSetupCards
from domain.families.agot_cards.setup import (
    SETUP_HAND,
    draw_setup_hands,
    draw_up_to_hand,
    enter_in_setup,
    shuffle_decks,
)
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.phase_order import Round
from domain.games.agot_lcg.commands import AttachSetupCards, DeckList
from domain.games.agot_lcg.facts.course import SeatsTaken
from domain.games.agot_lcg.in_play.entering import first_copies
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import AtMost, Constraint, Needs, Total
from domain.kernel.spaces.fields import Pick

SETUP_GOLD = 8


class SeatDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat and the deck that it plays."""

    name: Seat
    deck: DeckList
    player: str = ""


@enforces(
    "agot_lcg.setup.step-1-format-and-decks",
    "agot_lcg.setup.step-3-announce-faction-agenda",
    "agot_lcg.setup.step-5-plot-decks",
    "agot_lcg.agenda.revealed-in-setup",
    "agot_lcg.gold.starts-in-treasury",
)
def take_seats(game: AgotGame, seats: tuple[SeatDeck, ...], policy: str) -> None:
    """Carry out steps 1, 3 and 5: seats, faction cards and agendas, decks."""
    factions = tuple((Handle(game.chance.handle()), seat.deck.faction) for seat in seats)
    agendas = tuple(
        (Handle(game.chance.handle()), each.deck.agenda) if each.deck.agenda else (NO_CARD, "") for each in seats
    )
    game.emit(SeatsTaken(tuple(seat.name for seat in seats), factions, agendas, policy))
    for seat in seats:
        bring_deck(game, seat.name, "plots", seat.deck.plots)
        bring_deck(game, seat.name, "deck", seat.deck.cards)
    game.push(Setup())


def answer_mulligan(game: AgotGame, frame: Setup, seat: Seat, command: DecideMulligan) -> None:
    game.set(turn=frame.turn + 1, at="setup.7-mulligan")
    decide_mulligan(game, seat, command.mulligan, SETUP_HAND)


def choose_first_player(game: AgotGame, frame: Procedure) -> None:
    """Draw the first player, in whose order the agendas were announced: those that conflict apply in this order."""
    table = game.table
    random_first_player(game, frame)
    agendas = [card for seat in table.player_order() for card in table.zone(zone(seat, "agenda"))]
    if conflicting := conflicting_cards(table, agendas):
        game.emit(constants_in_order(table, conflicting))


@enforces("agot_lcg.setup.step-8-types")
def placeable(table: AgotTable, seat: Seat) -> tuple[Handle, ...]:
    return tuple(card for card in table.zone(zone(seat, "hand")) if table.cards[card].printed.type != "event")


def cheapest_first(table: AgotTable, cards: tuple[Handle, ...]) -> tuple[Handle, ...]:
    """The cards in their order, except that cheaper versions of one title come before dearer ones."""
    printed = {card: table.cards[card].printed for card in cards}
    order = list(cards)
    for copies in copies_of_unique(printed):
        places = [order.index(card) for card in copies]
        for place, card in zip(places, sorted(copies, key=lambda each: printed[each].cost or 0), strict=True):
            order[place] = card
    return tuple(order)


def setup_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that places setup cards for at most 8 gold; further copies of unique cards are free."""
    cards = cheapest_first(table, placeable(table, seat))
    pick = Pick(cards, 0, len(cards), setup_constraints(table, cards))
    return Commands((Form("place_setup_cards", {}, {"cards": pick}, ("agot_lcg.setup.step-8-place-cards",)),))


@enforces(
    "agot_lcg.setup.step-8-cost-limit-eight",
    "agot_lcg.setup.step-8-one-limited",
    "agot_lcg.limited.one-in-setup",
    "agot_lcg.setup.step-8-attachment-needs-host",
)
def setup_constraints(table: AgotTable, cards: tuple[Handle, ...]) -> tuple[Constraint, ...]:
    printed = {card: table.cards[card].printed for card in cards}
    weights: dict[str, int] = {card: printed[card].cost or 0 for card in cards}
    copies = copies_of_unique(printed)
    limited = tuple(card for card in cards if any(each.name == "limited" for each in printed[card].keywords))
    listed: list[Constraint] = [Total("agot_lcg.setup.step-8-cost-limit-eight", weights, SETUP_GOLD, copies)]
    if limited:
        listed.append(AtMost("agot_lcg.setup.step-8-one-limited", limited, 1))
    for card in cards:
        if printed[card].type == "attachment":
            possible = tuple(
                other for other in cards if other != card and takes_by_print(printed[card], printed[other])
            )
            listed.append(Needs("agot_lcg.setup.step-8-attachment-needs-host", card, possible))
    return tuple(listed)


@enforces("agot_lcg.setup.step-8-duplicates-free", "agot_lcg.duplicates.different-versions")
def copies_of_unique(printed: dict[Handle, Printed]) -> tuple[tuple[Handle, ...], ...]:
    """The groups of copies of one unique card: the first one named costs gold, the others are duplicates."""
    titles: dict[str, list[Handle]] = {}
    for card, each in printed.items():
        if each.unique:
            titles.setdefault(each.title, []).append(card)
    return tuple(tuple(copies) for copies in titles.values() if len(copies) > 1)


@enforces("agot_lcg.setup.step-8-place-cards", "agot_lcg.setup.step-8-facedown")
def place_setup_cards(game: AgotGame, frame: Setup, seat: Seat, command: PlaceSetupCards) -> None:
    game.set(turn=frame.turn + 1, at="setup.8")
    if command.cards:
        move(game, command.cards, zone(seat, "setup"))


@enforces("agot_lcg.setup.step-9-reveal")
def reveal_setup_cards(game: AgotGame, frame: Procedure) -> None:
    """Turn all players' setup cards faceup; characters, locations and duplicates are in play from the start.

    Their constant abilities begin together: those that conflict are ordered before the attachments find their hosts.
    """
    table = game.table
    for seat in table.player_order():
        show_cards(game, table.zone(zone(seat, "setup")))
    for seat in table.player_order():
        free = [
            card for card, paid in paid_copies(table, seat).items() if table.cards[paid].printed.type != "attachment"
        ]
        for card in free:
            enter(game, seat, card)
    begin_ordering_revealed(game, [card for seat in table.player_order() for card in table.play_area(seat)])


@enforces("agot_lcg.setup.step-8-duplicates-free")
def paid_copies(table: AgotTable, seat: Seat) -> dict[Handle, Handle]:
    """The card whose cost counts, by setup card: the first named copy of a unique card, else the card itself."""
    return first_copies(table, table.zone(zone(seat, "setup")))


@enforces(
    "agot_lcg.setup.step-9-not-marshalled",
    "agot_lcg.setup.step-9-no-abilities",
    "agot_lcg.setup.step-9-in-play-from-start",
)
def enter(game: AgotGame, seat: Seat, card: Handle, host: Handle = NO_CARD) -> None:
    """Put a setup card into play, as a duplicate of a copy that is there."""
    table, printed = game.table, game.table.cards[card].printed
    base = next(
        (
            each
            for each in table.play_area(seat)
            if printed.unique and table.cards[each].type and table.cards[each].printed.title == printed.title
        ),
        NO_CARD,
    )
    enter_in_setup(game, seat, card, base or host, duplicate=bool(base))


def unattached_cards(table: AgotTable, seat: Seat) -> tuple[Handle, ...]:
    """The attachments that need a host; further copies of one go under it."""
    return tuple(card for card, paid in paid_copies(table, seat).items() if card == paid)


def own_hosts(table: AgotTable, seat: Seat, card: Handle) -> tuple[str, ...]:
    """The cards to which an attachment may go in set-up: eligible cards of the same player."""
    own = set(table.play_area(seat))
    return tuple(host for host in hosts(table, seat, table.cards[card].printed) if host in own)


@enforces("agot_lcg.setup.step-9-attach-in-player-order")
def who_attaches(table: AgotTable, frame: Setup) -> tuple[Seat, ...]:
    waiting = [seat for seat in table.player_order() if unattached_cards(table, seat)]
    return tuple(waiting[:1])


@enforces("agot_lcg.setup.step-8-duplicates-free")
def attach_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that gives each attachment a host; further copies go under their first copy wherever it is."""
    named = dict.fromkeys((unattached_cards(table, seat), tuple(paid_copies(table, seat))))
    return Commands(tuple(attach_form(table, seat, cards) for cards in named))


def attach_form(table: AgotTable, seat: Seat, cards: tuple[Handle, ...]) -> Form:
    allowed: dict[str, tuple[str, ...]] = {card: own_hosts(table, seat, card) for card in cards}
    supply = {host: len(cards) for possible in allowed.values() for host in possible}
    hosts_field = Assign(cards, supply, fill=len(cards), allowed=allowed)
    return Form("attach_setup_cards", {}, {"hosts": hosts_field}, ("agot_lcg.setup.step-9-attach-in-player-order",))


def attach_setup_cards(game: AgotGame, frame: Setup, seat: Seat, command: AttachSetupCards) -> None:
    """Attach all setup attachments of a player at once: those whose constant abilities conflict are ordered."""
    game.goto("setup.9-attach")
    table = game.table
    paid, before = paid_copies(table, seat), set(table.play_area(seat))
    for card in sorted(unattached_cards(table, seat)):
        enter(game, seat, card, command.hosts[card])
    for card in (each for each in paid if each != paid[each]):
        enter(game, seat, card)
    begin_ordering_revealed(game, [card for card in table.play_area(seat) if card not in before])


@enforces("agot_lcg.setup.step-10-refill")
def refill_hands(game: AgotGame, frame: Procedure) -> None:
    """Draw up to exactly seven cards for each player, and end the set-up."""
    draw_up_to_hand(game)
    game.emit(SettingUp("setup.10"))


@enforces("agot_lcg.setup.fixed-order")
class Setup(CountedTurns, frozen=True, tag="agot_lcg.setup"):
    """The steps of set-up that follow the opening of the match."""

    steps = (
        step("setup.2", choose_first_player, "the first player is chosen at random"),
        step("setup.6", shuffle_decks, "the decks are shuffled"),
        step("setup.7", draw_setup_hands, "each player draws a setup hand"),
        Decision(
            "setup.7-mulligan",
            "mulligan",
            title="a player keeps the hand or takes a mulligan",
            seats=seat_of_step,
            options=mulligan_space,
            accepts=(DecideMulligan,),
            on_answer=answer_mulligan,
            rule="agot_lcg.mulligan.once-before-placing",
        ),
        step("/first-turn", first_turn, "the first player begins to choose setup cards"),
        Decision(
            "setup.8",
            "setup-cards",
            title="each player chooses setup cards",
            seats=seat_of_step,
            options=setup_space,
            accepts=(PlaceSetupCards,),
            on_answer=place_setup_cards,
            rule="agot_lcg.setup.step-8-place-cards",
        ),
        step("setup.9", reveal_setup_cards, "the setup cards are revealed"),
        Decision(
            "setup.9-attach",
            "setup-attachments",
            title="a player attaches the setup attachments",
            seats=who_attaches,
            options=attach_space,
            accepts=(AttachSetupCards,),
            on_answer=attach_setup_cards,
            rule="agot_lcg.setup.step-9-attach-in-player-order",
            public=True,
        ),
        step("setup.10", refill_hands, "the hands are refilled"),
        step("/round", lambda game, frame: game.push(Round()), "the first round begins"),
    )
