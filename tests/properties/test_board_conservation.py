"""Conservation in the board game: no token, unit or card is lost or made, and each changes by the facts that say so.

Each action is folded fact by fact, and everything is counted after every fact. What must be so whenever somebody is
awaited - armies within supply, ports, orders with their units - is asked at every version.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.components import AREAS, CARDS_OF, LIMITS, ORDER_COPIES, UNITS
from domain.games.agot_board.facts.board import ShipsCaptured, UnitsDestroyed, UnitsPlaced, UnitsReplaced
from domain.games.agot_board.facts.combat import AttackersDestroyed, AttackerUpgraded
from domain.games.agot_board.positions.cards import DECK_ZONES, REVEALED_ZONES, cards_of
from domain.games.agot_board.state import PER_HOUSE, BoardTable, Units
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat, zone
from domain.match.aggregate import Match, decode_event
from tests.boards import PLAYERS, Kind, board_opened, kinds_for, player_of
from tests.builders import ENDLESS, played

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


def check_fact(table: BoardTable, fact: Fact) -> None:
    """Fold one fact into a table; units change as it says, Power tokens and cards are as many as ever."""
    if fact.neutral:
        fact.apply(table)
        return
    expected = units(table)
    for piece, n in units_said(fact, table):
        expected[piece] += n
    fact.apply(table)
    found = units(table)
    assert found == expected, fact  # counters that differ by zeros only are equal
    assert all(0 <= n <= PER_HOUSE[kind] for (_, kind), n in found.items()), fact
    assert all(n > 0 for area in table.areas.values() for lying in (area.units, area.routed) for n in lying.values())
    check_power(table)
    for house in table.seats:
        check_house_cards(table, house)


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


def check_board_conservation(seed: int, kind: Kind) -> int:
    """One match, counted after every fact; returns how many."""
    opening = board_opened(seed, kind)
    counted = 0
    for step in played(opening.match, player_of(seed, "conserve"), ENDLESS):
        table = step.before.table.branch()
        for fact in decode_event(step.before, step.following.payload).facts:
            check_fact(table, fact)
            counted += 1
        if step.following.match.table.over is None:
            check_board(step.following.match)
            check_tracks(step.following.match.table)
    return counted


@pytest.mark.parametrize("players", PLAYERS)
def test_tokens_units_cards_and_orders_are_conserved(players: int) -> None:
    for seed, kind in enumerate(kinds_for(players)):
        assert check_board_conservation(seed, kind) > 0
