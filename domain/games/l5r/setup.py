"""Set-up, steps 1 to 8, for decks that passed the checks. There are no windows during set-up."""

from __future__ import annotations

from domain.cardgame.facts.course import PlayersSeated, SettingUp
from domain.cardgame.occurring.card_moves import draw_cards
from domain.cardgame.seats import DeckSeat, seat_names
from domain.cardgame.setup import bring_deck, random_first_player
from domain.cardgame.table import DECK, HAND
from domain.cardgame.turns import CountedTurns, first_turn, seat_of_step
from domain.games.l5r.chart.phase_order import Round
from domain.games.l5r.commands import (
    ArrangeProvinces,
    ChooseStrongholdProvince,
    DeckList,
    MulliganHand,
    MulliganProvinces,
)
from domain.games.l5r.facts.cards import CardsPutInProvinces, MulliganTaken
from domain.games.l5r.facts.players import FateGained, HonorGained
from domain.games.l5r.occurring import place_of, put_in_province
from domain.games.l5r.state import ROW, STRONGHOLD, L5rGame, L5rTable
from domain.kernel.cards.card_facts import Learned
from domain.kernel.cards.moving_cards import card_keys, move, show_cards, shuffle
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering, Pick
from domain.kernel.state.readings import is_read

SETUP_HAND = 4
CHOOSE, ARRANGE = "l5r.setup.5-stronghold-province", "l5r.setup.5-other-provinces"
LOOK, HAND_MULLIGAN = "l5r.setup.6-look-mulligan", "l5r.setup.7-mulligan"


@enforces(
    "l5r.setup.1-select-decks",
    "l5r.setup.2-pools",
    "l5r.fate.starts-in-general-pool",
    "l5r.favor.starts-unclaimed",
    "l5r.component.general-pool",
    "l5r.role.faceup-at-start",
    "l5r.setup.5-role",
    "l5r.role.placement",
    "l5r.stronghold.in-play",
)
def take_seats(game: L5rGame, seats: tuple[DeckSeat[DeckList], ...], policy: str) -> None:
    """Carry out steps 1 and 2: seats and decks; rings and the Imperial Favor are unclaimed, strongholds lie open."""
    game.emit(PlayersSeated(seat_names(seats), policy))
    for seat in seats:
        deck = seat.deck
        bring_deck(game, seat.name, "stronghold", (deck.stronghold,))
        bring_deck(game, seat.name, "role", (deck.role,) if deck.role else ())
        open_cards = [card for kind in ("stronghold", "role") for card in game.table.zone(zone(seat.name, kind))]
        show_cards(game, open_cards)
        bring_deck(game, seat.name, "aside", deck.provinces)
        bring_deck(game, seat.name, "dynasty_deck", deck.dynasty)
        bring_deck(game, seat.name, DECK, deck.conflict)
    game.push(Setup())


@enforces("l5r.setup.3-first-player", "l5r.setup.3-second-player-fate", "l5r.priority.first-player-token")
def determine_first_player(game: L5rGame, frame: Procedure) -> None:
    random_first_player(game, frame)
    (second,) = game.table.opponents(game.table.first_player)
    game.emit(FateGained(second, 1, "second-player"))


@enforces("l5r.setup.4-shuffle", "l5r.term.shuffle-present")
def shuffle_decks(game: L5rGame, frame: Procedure) -> None:
    """Shuffle all decks, and let each player look at the own provinces."""
    table = game.table
    for seat in table.player_order():
        game.emit(Learned((seat,), card_keys(table, table.zone(zone(seat, "aside")))))
        shuffle(game, zone(seat, "dynasty_deck"))
        shuffle(game, zone(seat, DECK))


# --- 5. provinces


def stronghold_province_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    pick = Pick(tuple(table.zone(zone(seat, "aside"))), 1, 1, single=True)
    return Commands((Form("choose_stronghold_province", {}, {"province": pick}, (CHOOSE,)),))


@enforces("l5r.setup.5-stronghold-province", "l5r.province.peek-own", "l5r.province.facedown-identity")
def choose_stronghold_province(game: L5rGame, frame: Setup, seat: Seat, command: ChooseStrongholdProvince) -> None:
    game.set(turn=frame.turn + 1, at="setup.5")
    lay_provinces(game, seat, (command.province,), (STRONGHOLD,))


def lay_provinces(game: L5rGame, seat: Seat, cards: tuple[Handle, ...], slots: tuple[int, ...]) -> None:
    """Lay provinces facedown in slots; the other player does not learn which."""
    new = move(game, cards, zone(seat, "province"), facedown=True)
    laid = zip(new, slots, strict=True)
    game.emit(CardsPutInProvinces(tuple(place_of(game.table, card, slot) for card, slot in laid)))


def other_provinces_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    order = Ordering(tuple(table.zone(zone(seat, "aside"))))
    return Commands((Form("arrange_provinces", {}, {"provinces": order}, (ARRANGE,)),))


@enforces("l5r.setup.5-other-provinces")
def arrange_provinces(game: L5rGame, frame: Setup, seat: Seat, command: ArrangeProvinces) -> None:
    game.set(turn=frame.turn + 1, at="setup.5-others")
    lay_provinces(game, seat, command.provinces, ROW)


# --- 6. cards in the provinces


@enforces("l5r.setup.6-fill")
def fill_provinces(game: L5rGame, frame: Procedure) -> None:
    """Put a facedown dynasty card on each province of both rows."""
    for seat in game.table.player_order():
        for slot in ROW:
            (top,) = game.table.top(zone(seat, "dynasty_deck"), 1)
            put_in_province(game, seat, top, slot)
    game.set(turn=0)


@enforces("l5r.setup.6-look-mulligan", "l5r.setup.mulligan-order")
def look_at_provinces(game: L5rGame, frame: Setup) -> None:
    """Let the next player look at the cards in the own provinces."""
    for seat in seat_of_step(game.table, frame):
        cards = tuple(card.handle for card in game.table.dynasty_cards(seat))
        slots = tuple(game.table.cards[card].slot for card in cards)
        game.set(slots=slots)
        move(game, cards, zone(seat, "aside"))


def province_mulligan_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    cards = tuple(table.zone(zone(seat, "aside")))
    return Commands((Form("mulligan_provinces", {}, {"cards": Pick(cards, 0, len(cards))}, (LOOK,)),))


@enforces(
    "l5r.setup.mulligan-procedure",
    "l5r.setup.mulligan-once-each",
    "l5r.setup.mulligan-no-change",
    "l5r.setup.6-no-looking-after",
    "l5r.province.no-peek-dynasty",
)
def replace_in_provinces(game: L5rGame, frame: Setup, seat: Seat, command: MulliganProvinces) -> None:
    """Lay the cards down again, others in the place of those chosen, which are shuffled into the deck then."""
    table, deck = game.table, zone(seat, "dynasty_deck")
    looked_at = dict(zip(table.zone(zone(seat, "aside")), frame.slots, strict=True))
    game.set(turn=frame.turn + 1, slots=(), at="setup.6-look")
    game.emit(MulliganTaken(seat, "provinces", len(command.cards)))
    for card, slot in looked_at.items():
        new = table.top(deck, 1)[0] if card in command.cards else card
        if card in command.cards and is_read(table, LOOK, "replacements-too"):
            (new,) = move(game, [new], zone(seat, "aside"))
        put_in_province(game, seat, new, slot)
    put_back(game, command.cards, seat, "dynasty_deck")


def put_back(game: L5rGame, cards: tuple[Handle, ...], seat: Seat, deck: str) -> None:
    """Shuffle the cards that were set aside into a deck."""
    if cards:
        move(game, cards, zone(seat, deck))
        shuffle(game, zone(seat, deck))


# --- 7. hands


@enforces("l5r.setup.7-draw")
def draw_setup_hands(game: L5rGame, frame: Procedure) -> None:
    for seat in game.table.player_order():
        draw_cards(game, seat, SETUP_HAND)
    game.set(turn=0)


def hand_mulligan_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    cards = tuple(table.zone(zone(seat, HAND)))
    return Commands((Form("mulligan_hand", {}, {"cards": Pick(cards, 0, len(cards))}, (HAND_MULLIGAN,)),))


@enforces("l5r.setup.mulligan-procedure", "l5r.setup.7-mulligan", "l5r.setup.mulligan-once-each")
def replace_in_hand(game: L5rGame, frame: Setup, seat: Seat, command: MulliganHand) -> None:
    """Set the chosen cards aside, draw as many, and shuffle them into the deck."""
    game.set(turn=frame.turn + 1, at="setup.7-mulligan")
    game.emit(MulliganTaken(seat, HAND, len(command.cards)))
    aside = tuple(move(game, command.cards, zone(seat, "aside")))
    draw_cards(game, seat, len(aside))
    put_back(game, aside, seat, DECK)


# --- 8. honor


@enforces("l5r.setup.8-honor", "l5r.honor.starting-total", "l5r.card.field-starting-honor")
def give_honor(game: L5rGame, frame: Procedure) -> None:
    """Give each player the honor of the stronghold, and end the set-up."""
    for seat in game.table.player_order():
        stronghold = game.table.stronghold(seat)
        assert stronghold is not None, "every deck has a stronghold"
        game.emit(HonorGained(seat, stronghold.printed.starting_honor, "stronghold"))
    game.emit(SettingUp("setup.8"))


@enforces("l5r.setup.order")
class Setup(CountedTurns, frozen=True, tag="l5r.setup"):
    """The steps of set-up that follow the opening of the match."""

    slots: tuple[int, ...] = ()
    steps = (
        step("setup.3", determine_first_player, "the first player is determined at random"),
        step("setup.4", shuffle_decks, "the decks are shuffled"),
        Decision(
            "setup.5",
            "stronghold-province",
            title="each player chooses the province under the stronghold",
            seats=seat_of_step,
            options=stronghold_province_space,
            accepts=(ChooseStrongholdProvince,),
            on_answer=choose_stronghold_province,
            rule=CHOOSE,
        ),
        step("/first-turn", first_turn, "the first player begins to lay out the other provinces"),
        Decision(
            "setup.5-others",
            "provinces",
            title="each player lays out the other provinces",
            seats=seat_of_step,
            options=other_provinces_space,
            accepts=(ArrangeProvinces,),
            on_answer=arrange_provinces,
            rule=ARRANGE,
        ),
        step("setup.6", fill_provinces, "the provinces are filled"),
        step("setup.6-look", look_at_provinces, "a player looks at the cards in the own provinces"),
        Decision(
            "setup.6-mulligan",
            "province-mulligan",
            title="a player replaces cards in the own provinces",
            seats=seat_of_step,
            options=province_mulligan_space,
            accepts=(MulliganProvinces,),
            on_answer=replace_in_provinces,
            rule=LOOK,
        ),
        step("setup.7", draw_setup_hands, "each player draws a starting hand"),
        Decision(
            "setup.7-mulligan",
            "hand-mulligan",
            title="a player replaces cards in hand",
            seats=seat_of_step,
            options=hand_mulligan_space,
            accepts=(MulliganHand,),
            on_answer=replace_in_hand,
            rule=HAND_MULLIGAN,
        ),
        step("setup.8", give_honor, "each player gains the starting honor"),
        step("/round", lambda game, frame: game.push(Round()), "the first round begins"),
    )
