"""What A Game of Thrones: The Board Game brings to the tests: every number of players, sealed answers, units and Power.

Read in this order: `Kind`, `Warlike`, `BoardGame`, then what it is made of: what is counted, what is secret.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import yaml
from msgspec import Struct, structs

from domain.games import GAMES
from domain.games.agot_board import view
from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.geography import supports
from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.commands import AssignOrders
from domain.games.agot_board.components import (
    AREAS,
    CARDS_OF,
    HOUSE_CARDS,
    HOUSES,
    LIMITS,
    ORDER_COPIES,
    ORDERS,
    SETUPS,
    TRACKS,
    UNITS,
)
from domain.games.agot_board.corrections.card_changes import TIDES
from domain.games.agot_board.facts.board import (
    OrdersAssigned,
    OrdersRevealed,
    ShipsCaptured,
    UnitsDestroyed,
    UnitsPlaced,
    UnitsReplaced,
)
from domain.games.agot_board.facts.combat import AttackersDestroyed, AttackerUpgraded
from domain.games.agot_board.positions.cards import DECK_ZONES, REVEALED_ZONES, cards_of
from domain.games.agot_board.positions.waiting_points import FEWER, MOMENTS, WESTEROS
from domain.games.agot_board.state import (
    PER_HOUSE,
    RULE_SETS,
    TIDES_DECK,
    TIDES_DISCARD,
    Area,
    BoardTable,
    House,
    Units,
)
from domain.kernel.cards.card_facts import Learned
from domain.kernel.chance import RandomStream
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.deciding import refusal_of
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import AcceptDraw, Concede, DeclineDraw, OfferDraw
from domain.kernel.flow.waits import Sealed, SealsOpened
from domain.kernel.ids import ADMIN, Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.table import FLOW
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from tests.builders import ENDLESS, Dice, Draw, Player, awaited, begun, opened_from, options_of, played
from tests.games.bringing import Beginning, GameTests, Leak, Start, WrittenPositions, WrongCommand
from tests.games.common_changes import COMMON, COMMON_KINDS, ChangeDraw, a_seat
from tests.properties.twins import Pair, World

GAME = "agot_board"
OTHERS = 4  # further answers among which a warlike player looks
PLAYERS = tuple(sorted(SETUPS))

# Greyjoy has more areas than orders, so the Houses lay theirs one after the other, face down.
SHORTAGE = """
players: 6
at: "2.1"
areas:
  pyke: greyjoy footman
  riverrun: greyjoy footman
  seagard: greyjoy footman
  greywater-watch: greyjoy footman
  flints-finger: greyjoy footman
  the-twins: greyjoy footman
  harrenhal: greyjoy footman
  moat-cailin: greyjoy footman
  ironmans-bay: greyjoy ship
  sunset-sea: greyjoy ship
  bay-of-ice: greyjoy ship
  winterfell: stark footman
  white-harbor: stark footman
  karhold: stark footman
  dragonstone: baratheon footman
  kingswood: baratheon footman
  crackclaw-point: baratheon footman
"""


# Every House at the border of another one, about to march: play from the start comes to few combats.
AT_WAR = """
players: 6
round: 3
at: "3.2"
areas:
  winterfell: stark 2 knight 2 footman, order march-0
  white-harbor: stark footman, order support
  moat-cailin: greyjoy knight 2 footman, order march-0
  seagard: greyjoy footman, order support
  riverrun: lannister knight 2 footman, order march-0
  lannisport: lannister footman, order support
  highgarden: tyrell knight 2 footman, order march-0
  the-reach: baratheon footman, order support
  kingswood: baratheon knight 2 footman, order march-0
  storms-end: martell knight 2 footman, order march-0
  the-boneway: martell footman, order support
supply: {stark: 6, greyjoy: 6, lannister: 6, tyrell: 6, baratheon: 6, martell: 6}
tides_of_battle: true
"""


class Kind(NamedTuple):
    """What was agreed on before a match."""

    players: int
    tides: bool
    rule_set: str

    def __str__(self) -> str:
        return f"{self.players} {'with' if self.tides else 'without'} tides {self.rule_set}"


KINDS = tuple(Kind(*agreed) for agreed in product(PLAYERS, (False, True), RULE_SETS))


def kinds_for(players: int) -> tuple[Kind, ...]:
    return tuple(kind for kind in KINDS if kind.players == players)


def board_opening(kind: Kind) -> OpenMatch:
    """A match of this kind from its set-up."""
    seats = tuple(json.dumps({"name": house}) for house in SETUPS[kind.players].houses)
    options = json.dumps({"tides_of_battle": kind.tides, "rule_set": kind.rule_set})
    return OpenMatch(GAME, seats, options=options)


def board_opened(seed: int, kind: Kind) -> NewVersion:
    """The match that is opened so, by a seed."""
    return begun(board_opening(kind), seed)


class Bargainer(Player):
    """Now and then offers, accepts or declines a draw, and once in a long while concedes, awaited or not."""

    def draws(self, match: Match) -> Draw:
        if self.dice.chance(3):
            seat, command = self.dice.pick(match.table.seats), self.says(match)
            if refusal_of(match.rules, match.table, seat, command) is None:
                return Draw(seat, command)
        return super().draws(match)

    def says(self, match: Match) -> Any:
        if self.dice.chance(8):
            return Concede()
        accepting = AcceptDraw() if len(match.table.offers) < len(match.table.remaining_seats()) - 1 else DeclineDraw()
        return self.dice.pick((OfferDraw(), accepting, DeclineDraw()))


class Warlike(Bargainer):
    """Of several legal answers it mostly gives the longest: more units march, texts are used and not declined."""

    def draws(self, match: Match) -> Draw:
        seat, command = super().draws(match)
        if not self.dice.chance(70) or isinstance(command, match.rules.always):
            return Draw(seat, command)
        space = options_of(match.rules, match.table, Seat(seat))
        others = [match.rules.command(space.sample(self.dice)) for _ in range(OTHERS)]
        return Draw(seat, max((command, *others), key=lambda each: len(match.rules.command_text(each))))


def player_of(seed: int, name: str = "board") -> Player:
    """The player of a seed: every other one is warlike."""
    dice = Dice(f"{name} {seed}")
    return Warlike(dice) if seed % 2 else Bargainer(dice)


# --- what is counted

# The questions during which the House that is asked may have more or larger armies than its supply carries.
OVER_SUPPLY = ("reconcile",)
Amounts = Counter[tuple[str, str]]


def units(table: BoardTable) -> Amounts:
    """Units of each House and type: on the board, and in the combat."""
    found = Amounts()
    for area in table.areas.values():
        for lying in (area.units, area.routed):
            for kind, n in lying.items():
                found[area.house, kind] += n
    if table.combat is not None:
        found.update({(table.combat.attacker.house, kind): n for kind, n in table.combat.units.items()})
    if table.set_out is not None:
        found.update({(table.set_out.house, kind): n for kind, n in table.set_out.units.items()})
    return found


def units_said(fact: Fact, table: BoardTable) -> Iterator[tuple[tuple[str, str], int]]:
    """What a fact says of units coming and going."""
    if isinstance(fact, UnitsPlaced):
        yield from signed(fact.house, fact.units, 1)
    elif isinstance(fact, UnitsDestroyed):
        yield from signed(fact.house, fact.units, -1)
        yield from signed(fact.house, fact.routed, -1)
    elif isinstance(fact, AttackersDestroyed):
        yield from signed(fact.house, fact.units, -1)
    elif isinstance(fact, UnitsReplaced | AttackerUpgraded):
        n = getattr(fact, "count", 1)
        yield from (((fact.house, fact.unit), -n), ((fact.house, fact.by), n))
    elif isinstance(fact, ShipsCaptured):
        port = table.area(fact.port)
        yield from (((port.house, "ship"), -port.size), ((fact.house, "ship"), fact.ships))


def signed(house: str, of: Units, sign: int) -> Iterable[tuple[tuple[str, str], int]]:
    return [((house, kind), sign * n) for kind, n in of.items()]


def check_power(table: BoardTable) -> None:
    """Twenty Power tokens of each House: in the pool, available, bid, on the board."""
    on_board = Counter(area.power_token for area in table.areas.values())
    for house, has in table.houses.items():
        assert min(has.power, has.pool, has.bid) >= 0, house
        assert has.power + has.pool + has.bid + on_board[house] == LIMITS.power_tokens_per_house, house


def check_house_cards(table: BoardTable, house: Seat) -> None:
    """Seven House cards: in hand, discarded, in the combat."""
    has, combat = table.house(house), table.combat
    fought = [side.card for side in (combat.attacker, combat.defender) if side.house == house] if combat else []
    fought = [card for card in fought if card and card not in (*has.hand, *has.discard)]
    assert sorted((*has.hand, *has.discard, *fought)) == sorted(CARDS_OF[house]), house


def check_decks(table: BoardTable) -> None:
    """Ten cards of each Westeros deck, nine Wildling cards, twenty-four of the Tides of Battle."""
    drawn = [zone(seat, kind) for seat in table.seats for kind in ("tides", "tides-revealed")]
    for name, deck in DECK_ZONES.items():
        zones = [deck, *([REVEALED_ZONES[name]] if name in REVEALED_ZONES else []), *(drawn if name == "tides" else [])]
        there = [table.cards[card].key for each in zones for card in table.zone(each)]
        wanted = cards_of(name) if table.tides or name != "tides" else []
        assert Counter(there) == Counter(wanted), name
    assert sum(map(len, table.zones.values())) == len(table.cards)


def check_board(match: Match) -> None:
    """What must be so whenever somebody is awaited."""
    table = match.table
    check_decks(table)
    for house in table.seats:
        assert not Counter(table.orders_of(house).values()) - Counter(ORDER_COPIES), house
        asked = table.waiting is not None and house in table.waiting.seats and table.waiting.question in OVER_SUPPLY
        assert excess(table, house) == 0 or asked, f"version {match.version}: {house} is over its supply"
    for id, area in table.areas.items():
        check_area(table, id)
        assert bool(area.house) == bool(area.size), id


def check_area(table: BoardTable, id: str) -> None:
    """Each unit where its type belongs, orders with units of their House, nothing together that excludes each other."""
    area, printed = table.area(id), AREAS[id]
    sea = printed.type != "land"
    assert all((UNITS[kind].domain == "sea") == sea for kind in (*area.units, *area.routed)), id
    if table.combat is None and table.marching != id and area.order:
        assert area.order.house == area.house, f"an order lies in {id}, where {area.house or 'nobody'} has units"
    if printed.type == "port" and area.size:
        assert area.size <= LIMITS.ships_per_port, id
        assert table.combat is not None or is_captured(table) or area.house == controller(table, id), id
    if area.neutral:
        assert (area.house, area.power_token) == ("", ""), id
    if area.power_token:
        assert not sea, id
        assert table.combat is not None or area.house in ("", area.power_token), id
    if area.garrison and area.house != area.garrison:
        assert not area.house, id


def is_captured(table: BoardTable) -> bool:
    """Whether somebody is asked what becomes of the Ships in a port."""
    return table.waiting is not None and table.waiting.question == "capture-ships"


def check_tracks(table: BoardTable) -> None:
    """Every House stands once on each track that is not being bid for; the Dominance tokens go with position 1."""
    for track, holder in (("iron_throne", table.throne), ("fiefdoms", table.blade), ("kings_court", table.raven)):
        order = table.track(track)
        if table.bidding is None and order:
            assert sorted(order) == sorted(table.seats), track
            assert order[0] == holder, track
    assert table.wildling in LIMITS.wildling_track_positions
    assert all(0 <= table.house(house).supply <= LIMITS.supply_track_max for house in table.seats)


# --- what is secret


def board_twin_of(match: Match, viewer: str, dice: Dice) -> Match:
    """The same match but for what the viewer must not see."""
    table = match.table.branch()
    seed = dice.random.randbytes(32)
    names = RandomStream(seed, person=b"test.handles")
    for deck in DECK_ZONES.values():
        redeal(table, dice, names, [deck], shuffled=dice.chance(50))
    drawn = [zone(seat, "tides") for seat in table.seats if seat != viewer]
    redeal(table, dice, names, [*drawn, DECK_ZONES["tides"]], shuffled=dice.chance(50))
    twin = structs.replace(match, seed=seed, table=table)
    for seat in table.seats:
        if seat != viewer:
            orders_anew(table, seat, dice)
            answer_anew(twin, seat, dice)
    return twin


def redeal(table: Any, dice: Dice, names: RandomStream, zones: list[ZoneKey], shuffled: bool) -> None:
    """Deal the cards of some zones among them anew; all get new handles."""
    cards = [table.cards[card] for zone in zones for card in table.zone(zone)]
    keys = [card.key for card in cards]
    if shuffled:
        dice.random.shuffle(keys)
    for each in {card.zone for card in cards}:
        table.zones.put(each, [])
    for card, key in zip(cards, keys, strict=True):
        table.cards.take(card.handle)
        table.lay(structs.replace(card, handle=Handle(names.handle()), key=key))


def orders_anew(table: Any, seat: Seat, dice: Dice) -> None:
    """The orders that a House laid face down lie otherwise in its areas."""
    areas = [id for id, area in table.areas.items() if area.order and area.order.house == seat and not area.order.up]
    orders = [table.area(id).order for id in areas]
    dice.random.shuffle(orders)
    for id, order in zip(areas, orders, strict=True):
        table.areas.writable(id).order = order


def answer_anew(match: Match, seat: Seat, dice: Dice) -> None:
    """A House's sealed answer is another one that it could have given; one that has conceded since gives none."""
    if seat in match.table.sealed and match.table.is_asked(seat):
        match.table.sealed.take(seat)
        answer = match.rules.command(options_of(match.rules, match.table, seat).sample(dice))
        match.table.sealed.put(seat, match.rules.command_text(answer))


class BoardWorld(World):
    """A match as a House follows it."""

    def act(self, seat: str, command: Any) -> None:
        self.sealed = dict(self.match.table.sealed)
        super().act(seat, command)
        self.sealed |= {fact.seat: fact.answer for fact in self.event.facts if isinstance(fact, Sealed)}

    def is_told(self, fact: Any) -> str:
        if isinstance(fact, SealsOpened):
            return repr(sorted(self.sealed.items()))
        if isinstance(fact, OrdersRevealed):
            return repr(fact.orders)
        return super().is_told(fact)


class BoardPair(Pair):
    """Two worlds of one House; `apart`: what the others do in secret is drawn for each world by itself."""

    world = BoardWorld

    def __init__(self, match: Match, twin: Match, viewer: str, dice: Dice, *, apart: bool) -> None:
        self.apart = apart
        super().__init__(match, twin, viewer, dice)

    def common_command(self) -> tuple[str, Any, Any] | None:
        seat = self.dice.pick(awaited(self.one.match))
        if self.apart and seat != self.viewer:
            if self.one.match.table.stack[-1].sealed:
                return seat, *(self.drawn(world.match, seat) for world in self.worlds)
            if self.one.match.table.waiting.question == "assign-orders-in-turn":
                mine = self.drawn(self.one.match, seat)
                return seat, mine, self.laid_otherwise(mine)
        return super().common_command()

    def drawn(self, match: Match, seat: Seat) -> Any:
        return match.rules.command(options_of(match.rules, match.table, seat).sample(self.dice))

    def laid_otherwise(self, command: AssignOrders) -> AssignOrders:
        """The same orders in the same areas, which everybody sees, but not each in the same one."""
        tokens = list(command.orders.values())
        self.dice.random.shuffle(tokens)
        return AssignOrders(dict(zip(command.orders, tokens, strict=True)))


# The questions at which pairs begin by turns; a match without the question begins anywhere.
WITH_TIDES = tuple(kind for kind in KINDS if kind.tides)
SECRETS = ("", "house-cards", "redraw", "bid", "place-wildling-card", "messenger-raven", "blade")

LAST = 150  # the last version at which a pair begins where nothing is looked for


def beginning(seed: int, kinds: tuple[Kind, ...]) -> Match:
    """A version of a random match: whatever is under way in it, or for most seeds where one kind of secret is kept."""
    opening = board_opened(seed, kinds[seed % len(kinds)])
    wanted, secret = Dice(f"begin {seed}").below(LAST), SECRETS[seed % len(SECRETS)]
    found = opening.match
    for step in played(opening.match, player_of(seed // 2, "twin"), ENDLESS):
        match = step.following.match
        if match.table.over is not None:
            break
        if match.table.waiting.question == secret:
            return match
        found = match if match.version <= wanted else found
    return found


def in_shortage(seed: int) -> Match:
    """Some Houses have laid their orders face down, others not yet."""
    match = opened_from(SHORTAGE, game=GAME)
    for step in played(match, player_of(2 * seed, "shortage"), match.version + 1 + seed % 2):
        match = step.following.match
    return match


# --- what may be changed by hand


def pieces(table: Any, dice: Dice) -> AnyChange:
    here = dice.pick(sorted(AREAS))
    held = [area for area in table.areas if table.areas[area].house]
    if held and dice.chance(70):
        here = dice.pick(held)
    whose = table.areas[here].house or a_seat(table, dice)
    return changes.SetPieces(here, whose, dice.pick(sorted(UNITS)), dice.below(3), dice.pick(("", "", "routed")))


def attackers(table: Any, dice: Dice) -> AnyChange:
    now = table.combat
    if now is None:
        return pieces(table, dice)
    whose = dice.pick((now.attacker.house, now.attacker.house, now.defender.house))
    return changes.SetPieces(now.area, whose, dice.pick(sorted(UNITS)), dice.below(3), dice.pick(("", "", "routed")))


def fought_with(table: Any, dice: Dice) -> AnyChange:
    now = table.combat
    if now is None:
        return house_card(table, dice)
    side = dice.pick((now.attacker, now.defender))
    if side.card and dice.chance(40):
        return changes.SetMark(side.card, "used", not side.used)
    house = table.houses[side.house]
    return changes.SetPlace(side.house, dice.pick((*house.hand, *house.discard, "none")), "combat")


def support(table: Any, dice: Dice) -> AnyChange:
    there = [id for id, each in table.areas.items() if each.order and each.order.token.startswith("support")]
    if not there:
        return marker(table, dice)
    near = [each for each in there if table.combat is not None and supports(each, table.combat.area)]
    here = dice.pick(near or there)
    side = dice.pick(("", "refuse", "attacker", "defender"))
    return changes.SetMarker(here, "support", table.areas[here].order.house, side)


def deck_card(table: Any, dice: Dice) -> AnyChange:
    card = dice.pick(sorted(table.cards))
    family = table.cards[card].zone[1:5]
    near = [each for each in table.zones if each[1:5] == family or dice.chance(5)]
    return changes.MoveCard(dice.pick(sorted(near) or sorted(table.zones)), card, place=dice.pick((0, -1)))


def tides_card(table: Any, dice: Dice) -> AnyChange | tuple[AnyChange, ...]:
    """A House has another card than the one that it drew."""
    held = [card for card, each in table.cards.items() if zone_kind(each.zone) in TIDES]
    if not held:
        return deck_card(table, dice)
    card = dice.pick(sorted(held))
    put_away = changes.MoveCard(dice.pick((TIDES_DISCARD, TIDES_DECK)), card)
    return put_away, changes.MoveCard(table.cards[card].zone, top_of=TIDES_DECK)


def marker(table: Any, dice: Dice) -> AnyChange:
    here = dice.pick([area for area in table.areas if table.areas[area].house] or sorted(AREAS))
    whose = dice.pick((table.areas[here].house, "", a_seat(table, dice)))
    kind = dice.pick(("order", "order", "power-token", "garrison", "neutral-force"))
    value = dice.pick(sorted(ORDERS)) if kind == "order" and whose else ""
    if kind == "neutral-force":
        printed = {each.area: each.strength for each in SETUPS[len(table.seats)].neutral}
        here = dice.pick(sorted(printed) if dice.chance(80) else sorted(AREAS))
        whose, value = "", str(dice.pick((0, printed.get(here, 3), dice.below(6))))
    if kind == "garrison":
        here = HOUSES[a_seat(table, dice)].garrison_area
    return changes.SetMarker(here, kind, whose, value)


def counter(table: Any, dice: Dice) -> AnyChange:
    if dice.chance(15):
        return changes.SetCount(Seat(""), "wildling", 2 * dice.below(7))
    return changes.SetCount(a_seat(table, dice), dice.pick(("power", "supply")), dice.below(8))


def track(table: Any, dice: Dice) -> AnyChange:
    order = sorted(table.seats, key=lambda each: dice.below(100))
    return changes.SetTrack(dice.pick(TRACKS), tuple(order))


def house_card(table: Any, dice: Dice) -> AnyChange:
    whose = a_seat(table, dice)
    house = table.houses[whose]
    return changes.SetPlace(whose, dice.pick((*house.hand, *house.discard)), dice.pick(("hand", "discard")))


def ban(table: Any, dice: Dice) -> AnyChange:
    which = dice.pick(sorted(BANS))
    return changes.SetMark(which, "banned", which not in table.bans)


def turn_token(table: Any, dice: Dice) -> AnyChange:
    return changes.SetMark(dice.pick(("blade", "raven")), "used", dice.chance(50))


def houses(table: Any) -> dict[tuple[str, ...], Any]:
    found: dict[tuple[str, ...], Any] = {("wildling", ""): table.wildling}
    for seat, house in table.houses.items():
        found |= {("power", seat): house.power, ("supply", seat): house.supply}
    return found


def pieces_of(table: Any) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for area in table.areas.values():
        for lying in (area.units, area.routed):
            found.update({("pieces", area.house, kind): n for kind, n in lying.items()})
    if table.combat is not None:
        found.update({("pieces", table.combat.attacker.house, kind): n for kind, n in table.combat.units.items()})
    return found


DRAWS: tuple[ChangeDraw, ...] = (
    pieces,
    pieces,
    attackers,
    marker,
    marker,
    support,
    counter,
    track,
    house_card,
    fought_with,
    deck_card,
    tides_card,
    turn_token,
    ban,
    *COMMON,
)
# Every kind of change of the closed list that is possible, told apart by what it changes.
CHANGE_KINDS = (
    *(f"set_pieces {which}" for which in ("standing", "routed", "attacking")),
    *(f"set_marker {which}" for which in ("order", "power-token", "garrison", "neutral-force", "support")),
    *(f"set_count {which}" for which in ("power", "supply", "wildling")),
    *(f"set_track {track}" for track in TRACKS),
    *(f"set_place {place}" for place in ("hand", "discard", "combat")),
    "set_mark used",
    "set_mark text",
    "set_mark banned",
    *(f"move_card to {pile}" for pile in ("westeros", "westeros-revealed", "wildling-deck")),
    *(f"move_card to {pile}" for pile in ("tides-deck", "tides-discard", "tides", "tides-revealed")),
    "abandon_step agot_board.combat",
    "abandon_step agot_board.resolve_marches",
    *COMMON_KINDS,
)


# --- what it brings

PAIRS = {
    "whole": Beginning(partial(beginning, kinds=KINDS), 60, 8, 9),
    "tides": Beginning(partial(beginning, kinds=WITH_TIDES), 60, 8, 9),
    "orders face down": Beginning(in_shortage, 60, 8, 0, reveals=True),
}


def named(players: int) -> str:
    return f"{players} players"


def one_each(first: int = 0) -> tuple[Start, ...]:
    """A match of each kind."""
    return tuple(Start(kind, seed) for players in PLAYERS for seed, kind in enumerate(kinds_for(players), first))


def parts(first: int, parts: int, size: int) -> Mapping[str, tuple[Start, ...]]:
    """So many parts of so many matches for each number of players, of its kinds by turns."""
    found = {}
    for players, part in product(PLAYERS, range(parts)):
        kinds = kinds_for(players)
        seeds = range(first + part * size, first + (part + 1) * size)
        found[f"{named(players)}, part {part + 1}"] = tuple(
            Start(kinds[seed // 2 % len(kinds)], seed) for seed in seeds
        )
    return found


def orders_of_stark(orders: dict[str, str], rule: str) -> WrongCommand:
    """Wrong orders of House Stark, with units in three areas."""
    command = {"type": "assign_orders", "orders": orders}
    return WrongCommand(lambda: in_shortage(0), "stark", lambda match: command, rule)


class BoardGame(GameTests):
    name = GAME
    book = "domain.games.agot_board"
    left_out: Mapping[str, str] = {
        "policies": "it has no windows in which seats pass, so that no policy decides who is asked",
        "forgotten abilities": "its texts belong to their step; what was forgotten is tried as a correction",
        "opportunities": "it has no windows in which seats pass, so that there is none to restore",
        "alike cards": "its commands name areas, units and House cards, which keep their names",
        "ledger": "it has no windows; that the ledger stays empty is compared in every judged match",
    }
    samples: Mapping[str, tuple[Start, ...]] = {
        "play": tuple(Start(kind, n) for n, kind in enumerate(KINDS)),
        "resume": tuple(Start(kind, n) for players in PLAYERS for n, kind in enumerate(kinds_for(players)[:2])),
        "offers": tuple(Start(kinds_for(players)[players % 4], players) for players in PLAYERS),
        "conservation": one_each(),
        "handles": tuple(Start(kinds_for(players)[players % 4], players) for players in PLAYERS),
        "refusals": tuple(Start(kinds_for(players)[seed % 4], seed) for seed, players in ((1, 6), (2, 4), (3, 3))),
    }
    groups: Mapping[str, tuple[Kind, ...]] = {named(players): kinds_for(players) for players in PLAYERS}
    parts = parts(20_000, 10, 50)
    probed = 23
    proved = 3
    words = (
        "attacker",
        "defender",
        "refuse",
        "plus-one",
        "redraw",
        "top",
        "bottom",
        "power",
        "muster",
        "nothing",
    )
    wrong: Mapping[str, WrongCommand] = {
        "fewer orders than areas": orders_of_stark(
            {"winterfell": "raid", "karhold": "raid"}, "agot_board.plan.assign-one-each"
        ),
        "more orders of a kind than there are": orders_of_stark(
            dict.fromkeys(("winterfell", "white-harbor", "karhold"), "march-plus-1"), "agot_board.order.march-count"
        ),
        "an order where another House stands": orders_of_stark(
            {"winterfell": "raid", "white-harbor": "raid", "karhold": "march-0", "pyke": "march-minus-1"},
            "agot_board.plan.assign-only-occupied",
        ),
    }
    silenced = (UnitsPlaced, UnitsDestroyed)
    beginnings: Mapping[str, Beginning] = {
        **{named(players): Beginning(partial(beginning, kinds=kinds_for(players)), 60, 8, 9) for players in PLAYERS},
        "orders face down": PAIRS["orders face down"],
    }
    leaks: Mapping[str, Leak] = {
        "sealed answers": Leak(PAIRS["whole"], range(40), (Sealed, "seen_by", lambda fact, viewer: fact)),
        "what was learned": Leak(PAIRS["whole"], range(40), (Learned, "seen_by", lambda fact, viewer: fact)),
        "orders that are told face down": Leak(
            PAIRS["orders face down"], range(20), (OrdersAssigned, "seen_by", lambda fact, viewer: fact)
        ),
        "orders that are shown face down": Leak(
            PAIRS["orders face down"], range(20), (view, "seen_order", lambda area, viewer: {"token": area.order.token})
        ),
        "Tides cards that others see": Leak(
            PAIRS["tides"],
            range(SECRETS.index("redraw"), 200, len(SECRETS)),
            (BoardTable, "sees", lambda table, viewer, zone: True),
        ),
    }
    described: Mapping[str, type[Struct]] = {"areas.*": Area, "houses.*": House}
    draws = DRAWS
    change_kinds = CHANGE_KINDS
    whole_steps = ("agot_board.combat", "agot_board.resolve_marches")
    forgotten = None
    alike = None
    judged_steps = 200
    judged_proved = 300
    judged_often = ()
    judged_cases = (1, 8)
    positions = WrittenPositions(
        {
            named(players): tuple(Start(kind, seed) for seed, kind in enumerate(kinds_for(players)))
            for players in PLAYERS
        },
        frozenset(MOMENTS) - {WESTEROS, FEWER},
        every=11,
        within=2,
        cap=ENDLESS,
    )

    def opening(self, start: Start) -> OpenMatch:
        return board_opening(start.agreed)

    def player(self, seed: int, purpose: str) -> Player:
        return player_of(seed, purpose)

    def names(self, match: Match) -> list[str]:
        return [*AREAS, *UNITS, *ORDER_COPIES, *TRACKS, *HOUSE_CARDS]

    def state(self, table: BoardTable) -> Any:
        return {name: getattr(table, name) for name in type(table).__struct_fields__ if name not in FLOW}

    def counted(self, table: BoardTable) -> Amounts:
        return units(table)

    def expected(self, table: BoardTable, fact: Fact, before: Amounts) -> Amounts:
        found = before.copy()
        for piece, n in units_said(fact, table):
            found[piece] += n
        return found  # counters that differ by zeros only are equal

    def check_counts(self, table: BoardTable, fact: Fact) -> None:
        assert all(0 <= n <= PER_HOUSE[kind] for (_, kind), n in units(table).items()), fact
        lying = (each for area in table.areas.values() for each in (area.units, area.routed))
        assert all(n > 0 for each in lying for n in each.values()), fact
        check_power(table)
        for house in table.seats:
            check_house_cards(table, house)

    def check_version(self, match: Match) -> None:
        """As long as somebody is awaited: a match may end in the midst of anything."""
        if match.table.over is None:
            check_board(match)
            check_tracks(match.table)

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        return board_twin_of(match, viewer, dice)

    def pair(self, match: Match, viewer: str, dice: Dice) -> Pair:
        apart = dice.chance(50)
        return BoardPair(match, board_twin_of(match, viewer, dice), viewer, dice, apart=apart)

    def openings(self) -> Iterator[NewVersion]:
        """Other seeds, so that all decks lie otherwise."""
        for seed in range(10):
            yield board_opened(seed, KINDS[-1])

    def said_of_change(self, table: BoardTable, change: AnyChange) -> str | None:
        if isinstance(change, changes.MoveCard) and zone_kind(change.to).startswith("westeros"):
            return f"to westeros{zone_kind(change.to)[10:]}"
        if isinstance(change, changes.SetMark) and change.mark == "used":
            return "used" if change.thing in (*table.cards, "blade", "raven") else "text"
        if isinstance(change, changes.SetPieces):
            now = table.combat
            attacking = now is not None and (change.area, change.seat) == (now.area, now.attacker.house)
            return "attacking" if attacking else change.mark or "standing"
        return None

    def amounts(self, table: BoardTable) -> dict[tuple[str, ...], Any]:
        return {**houses(table), **dict(pieces_of(table)), **{(name,): table.track(name) for name in TRACKS}}

    def check_given_up(self, table: BoardTable, frame: str) -> None:
        if frame == "agot_board.combat":
            assert table.combat is None

    def missing_changes(self, table: BoardTable, seat: Seat, dice: Dice) -> tuple[AnyChange, ...]:
        return ()

    def judged_opening(self, seed: int) -> OpenMatch:
        if seed % 2:
            return OpenMatch(GAME, (), "public", position=json.dumps(yaml.safe_load(AT_WAR)))
        said = {"tides_of_battle": seed % 3 > 0, "rule_set": ("printed", "faq-2.0")[seed // 2 % 2]}
        counts = GAMES[GAME].seat_counts
        return OpenMatch(GAME, demo_seats(GAME, counts[seed // 2 % len(counts)]), "public", options=json.dumps(said))

    def seen(self, match: Match) -> Any:
        seen = match.rules.view(match.table, ADMIN, judging=False)
        for house in seen["houses"].values():
            house["hand"], house["discard"] = sorted(house["hand"]), sorted(house["discard"])
        for name in ("waiting", "draw_offered_by"):
            seen.pop(name)
        return json.dumps(seen)


TESTS: GameTests = BoardGame()
