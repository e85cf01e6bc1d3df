"""Positions: the board at a waiting point, as plain data (YAML or JSON), read strictly.

Read `Position`, then `position_from`. areas.py reads the board, cards.py hands and decks; building.py builds the board,
export.py writes a position. `api_docs/positions_board.md` describes the form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct, structs

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.components import AREAS, CARDS_OF, HOUSES, LIMITS, SETUPS, TRACKS
from domain.games.agot_board.positions.areas import areas_of
from domain.games.agot_board.positions.attainable import check_attainable, counted_supply
from domain.games.agot_board.positions.building import lay_position
from domain.games.agot_board.positions.cards import WESTEROS_PILES, Pile, hands_of, may_be_lowered, piles_of
from domain.games.agot_board.positions.frames import COMBAT_KEYS, InnerPosition, inner_from
from domain.games.agot_board.positions.frames import KEYS as INNER_KEYS
from domain.games.agot_board.positions.marks import banning_cards, fixed_bans
from domain.games.agot_board.positions.waiting_points import (
    BEFORE_ORDERS,
    MOMENTS,
    PLANNING,
    TURNS,
    WESTEROS,
    WITHIN_WESTEROS,
    step_titles,
)
from domain.games.agot_board.positions.wildling_track import markers_after
from domain.games.agot_board.state import PRINTED, RULE_SETS, Area, House
from domain.kernel.formats.reading import DocumentNode, meant_by, nearest_first
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.state.fields import FieldValue
from domain.kernel.state.listed_fields import listed_keys, read_listed

USED = ("used", "unused")
ICONS = "agot_board.westeros.step-3-wildling-icons"
NO_WESTEROS = "agot_board.round.first-round-no-westeros"
# the values that the first round keeps from set-up, with the rule for each
AT_SETUP = {
    "wildling": "agot_board.setup.step-2-wildlings",
    "supply": "agot_board.setup.step-8-tracks",
    "tracks": "agot_board.setup.step-8-tracks",
    "hands": "agot_board.card.seven-cards",
}
# the fields of Houses that have a default and rules of their own
OWN_KEYS = ("supply", "power")
KEYS = (
    "houses",
    "players",
    "retired",
    "round",
    "at",
    "turn",
    "rule_set",
    "tides_of_battle",
    "tracks",
    "supply",
    "power",
    "wildling",
    "bans",
    "blade",
    "raven",
    "garrisons",
    "neutral",
    "areas",
    "hands",
    "decks",
    "revealed",
    *listed_keys(Area),
    *listed_keys(House, OWN_KEYS),
    *INNER_KEYS,
)

SECTIONS = {
    "tracks": tuple(TRACKS),
    "areas": tuple(AREAS),
    "combat": COMBAT_KEYS,
    **dict.fromkeys((*OWN_KEYS, "hands"), tuple(HOUSES)),
}


class Position(Struct, frozen=True, kw_only=True):
    """The board at a waiting point; `areas` are all areas, with Garrisons and Neutral Forces.

    `fields` are the further described fields of areas and Houses, as thing, field and value.
    """

    houses: tuple[Seat, ...]
    players: tuple[str, ...]
    retired: tuple[Seat, ...]
    round: int
    at: str
    turn: Seat
    rule_set: str
    tides: bool
    tracks: dict[str, tuple[Seat, ...]]
    supply: dict[Seat, int]
    power: dict[Seat, int]
    wildling: int
    bans: tuple[str, ...]
    blade_used: bool
    raven_used: bool
    areas: dict[str, Area]
    hands: dict[Seat, tuple[str, ...]]
    piles: tuple[Pile, ...]
    fields: tuple[tuple[str, str, FieldValue], ...]
    inner: InnerPosition

    def lay(self, game: BoardGame, policy: str) -> None:
        """Open a match with this position."""
        lay_position(game, self, policy)


def position_from(document: DocumentNode) -> Position:
    """The position that a document describes. Raises Unreadable, which names the place."""
    fields = document.mapping(KEYS)
    seats = seats_of(document, fields)
    houses = tuple(seats)
    at = moment_of(document, fields)
    tides = "tides_of_battle" in fields and fields["tides_of_battle"].flag()
    areas = areas_of(document, fields, houses, ordered=at not in BEFORE_ORDERS)
    piles = piles_of(fields.get("decks"), fields.get("revealed"), tides)
    bans = bans_of(fields.get("bans"), at, piles)
    tracks, hands = tracks_of(fields.get("tracks"), houses), hands_of(fields.get("hands"), houses)
    wildling, supply = wildling_of(fields.get("wildling")), supply_of(fields.get("supply"), houses)
    moved = [*moved_by_westeros(wildling, supply), *moved_in_action(tracks, hands, at)]
    position = Position(
        houses=houses,
        players=tuple(seats.values()),
        retired=retired_of(fields.get("retired"), houses),
        round=round_of(fields.get("round"), at, first_phases(fields, wildling, piles, at, moved, bans)),
        at=at,
        turn=turn_of(fields.get("turn"), houses, at),
        rule_set=fields["rule_set"].text(RULE_SETS) if "rule_set" in fields else PRINTED,
        tides=tides,
        tracks=tracks,
        supply=supply,
        power=power_of(fields.get("power"), houses, areas),
        wildling=wildling,
        bans=bans,
        blade_used=is_used(fields.get("blade")),
        raven_used=is_used(fields.get("raven")),
        areas=areas,
        hands=hands,
        piles=piles,
        fields=(*read_listed(Area, fields, AREAS), *read_listed(House, fields, houses, OWN_KEYS)),
        inner=inner_from(fields, at, areas, piles),
    )
    if moved and position.round == 1:
        raise fields[moved[0]].wrong(f"in round 1 at {at} it is as at set-up ({AT_SETUP[moved[0]]})")
    position = structs.replace(position, wildling=marker_by_then(fields.get("wildling"), position))
    position = structs.replace(position, supply=counted_supply(position, fields.get("supply")))
    check_attainable(position, fields)
    return position


# players and moment


def seats_of(document: DocumentNode, fields: dict[str, DocumentNode]) -> dict[Seat, str]:
    """The Houses and their players, from a list, a mapping, or a number of players.

    Raises Unreadable.
    """
    if "houses" not in fields and "players" not in fields:
        raise document.wrong("houses: missing")
    number = fields["players"].number() if "players" in fields else 0
    if "players" in fields and number not in SETUPS:
        raise fields["players"].wrong(f"{number} players (agot_board.overview.players-and-houses)")
    if "houses" not in fields:
        return dict.fromkeys(SETUPS[number].houses, "")
    seats = named_houses(fields["houses"])
    if number not in (0, len(seats)):
        raise fields["players"].wrong(f"{len(seats)} Houses are named")
    return seats


def named_houses(field: DocumentNode) -> dict[Seat, str]:
    """The named Houses, in the order of the list; they must be in use for that number of players.

    Raises Unreadable.
    """
    if isinstance(field.value, dict):
        listed = [(Seat(house), player.text()) for house, player in field.mapping(HOUSES).items()]
    else:
        listed = [(Seat(each.text(HOUSES)), "") for each in field.items()]
    in_use = SETUPS[len(listed)].houses if len(listed) in SETUPS else ()
    if sorted(house for house, _ in listed) != sorted(in_use):
        wanted = f"in use are {', '.join(in_use)}" if in_use else "3 to 6 play"
        raise field.wrong(f"{wanted} (agot_board.setup.step-6-houses)")
    return dict(listed)


def retired_of(field: DocumentNode | None, houses: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The Houses that have conceded; at least two must remain. Raises Unreadable."""
    if field is None:
        return ()
    retired = tuple(Seat(house) for house in field.texts(houses))
    if len(set(retired)) != len(retired) or len(retired) > len(houses) - 2:
        raise field.wrong("each House once, and two of them still play (match.concede)")
    return retired


def moment_of(document: DocumentNode, fields: dict[str, DocumentNode]) -> str:
    if "at" not in fields:
        raise document.wrong("at: missing")
    field = fields["at"]
    # without quotation marks YAML reads the number of a step as a number
    at = str(field.value) if type(field.value) in (float, int) else field.text()
    if at not in MOMENTS:
        stands = f"known are {nearest_first(at, MOMENTS)}"
        if title := step_titles().get(at):
            outer = next((each for each in MOMENTS if at.startswith(f"{each}.")), "")
            raise field.wrong(f"no position stands at step {at} of the chart ({title}); {stands}", outer)
        raise field.wrong(f"{at!r} is no step that a position stands at; {stands}", meant_by(at, MOMENTS))
    return at


def phases_shown(piles: tuple[Pile, ...], bans: tuple[str, ...]) -> int:
    """The least number of Westeros Phases so far: each reveals one card of a deck, and one of them bans."""
    return max(bool(bans), *(len(pile.revealed) for pile in piles if pile.name in WESTEROS_PILES))


def first_phases(
    fields: dict[str, DocumentNode],
    wildling: int,
    piles: tuple[Pile, ...],
    at: str,
    moved: Collection[str],
    bans: tuple[str, ...],
) -> int:
    """The least number of Westeros Phases by which all that is said can have come about, as far as it can at all."""
    least = max(bool(moved), phases_shown(piles, bans))
    if "wildling" not in fields:
        return least
    least = max(least, at in WITHIN_WESTEROS)
    return next((n for n in range(least, LIMITS.rounds) if wildling in markers_after(piles, n, at)), least)


def marker_by_then(field: DocumentNode | None, position: Position) -> int:
    """The Wildling marker where it is said, otherwise as near as it can be to where it begins.

    Raises Unreadable where it cannot have come there by this round.
    """
    phases = position.round - 1 - (position.at == WESTEROS)
    can = markers_after(position.piles, phases, position.at)
    if field is not None and position.wildling not in can:
        stands = ", ".join(map(str, sorted(can)))
        raise field.wrong(f"by round {position.round} and what lies revealed it stands on {stands} ({ICONS})")
    return min(can, key=lambda place: (abs(place - position.wildling), place))


def moved_by_westeros(wildling: int, supply: dict[Seat, int]) -> Iterator[str]:
    """The values that only a Westeros Phase changes and that differ from set-up."""
    if wildling != LIMITS.wildling_track_start:
        yield "wildling"
    if any(n != HOUSES[house].starting_supply for house, n in supply.items()):
        yield "supply"


def moved_in_action(tracks: dict[str, tuple[Seat, ...]], hands: dict[Seat, tuple[str, ...]], at: str) -> Iterator[str]:
    """The names of `tracks` and `hands` that differ from set-up although no House can have changed them.

    Hands change after the first orders are placed; tracks change only by the card that lowers a House.
    """
    moved = any(order != getattr(SETUPS[len(order)], track) for track, order in tracks.items())
    if moved and (at in BEFORE_ORDERS or not may_be_lowered(hands)):
        yield "tracks"
    if at in BEFORE_ORDERS and any(len(hand) < len(CARDS_OF[house]) for house, hand in hands.items()):
        yield "hands"


def round_of(field: DocumentNode | None, at: str, phases: int) -> int:
    """The round; by default the first possible one.

    `at: 1` is the beginning of the given round, which is never the first, since that has no Westeros Phase. Raises
    Unreadable.
    """
    first = 2 if at in (WESTEROS, *WITHIN_WESTEROS) else 1
    if field is None:
        return min(LIMITS.rounds, max(first, 1 + phases + (at == WESTEROS)))
    if field.number() == 1 < first:
        raise field.wrong(f"expected at least {first} ({NO_WESTEROS})")
    return between(field, first, LIMITS.rounds, "agot_board.round.ten-rounds")


def between(field: DocumentNode, least: int, most: int, rule: str) -> int:
    """The number, which must lie between `least` and `most` by `rule`. Raises Unreadable."""
    number = field.number()
    if number < least:
        raise field.wrong(f"expected at least {least} ({rule})")
    if number > most:
        raise field.wrong(f"expected at most {most} ({rule})")
    return number


def turn_of(field: DocumentNode | None, houses: tuple[Seat, ...], at: str) -> Seat:
    """The House in turn where Houses take turns; empty for the first in turn order. Raises Unreadable."""
    if field is None:
        return NO_SEAT
    if at not in TURNS:
        raise field.wrong(f"at {at} it is nobody's turn")
    return Seat(field.text(houses))


# tracks and tokens


def tracks_of(field: DocumentNode | None, houses: tuple[Seat, ...]) -> dict[str, tuple[Seat, ...]]:
    """The influence tracks, each with every House once; by default as printed.

    Raises Unreadable.
    """
    printed = SETUPS[len(houses)]
    tracks: dict[str, tuple[Seat, ...]] = {track: getattr(printed, track) for track in TRACKS}
    for track, listed in field.mapping(TRACKS).items() if field is not None else ():
        order = tuple(Seat(house) for house in listed.texts(houses))
        if sorted(order) != sorted(houses):
            raise listed.wrong(f"each House stands on it once: {', '.join(houses)} (agot_board.setup.shared-positions)")
        tracks[track] = order
    return tracks


def supply_of(field: DocumentNode | None, houses: tuple[Seat, ...]) -> dict[Seat, int]:
    """The Supply track; a House that is not named is at the position printed on its screen."""
    said = field.mapping(houses) if field is not None else {}
    supply = {house: HOUSES[house].starting_supply for house in houses}
    most, rule = LIMITS.supply_track_max, "agot_board.data.supply-track"
    return supply | {Seat(house): between(each, 0, most, rule) for house, each in said.items()}


def power_of(field: DocumentNode | None, houses: tuple[Seat, ...], areas: dict[str, Area]) -> dict[Seat, int]:
    """The available Power; with the tokens on the board at most twenty for each House."""
    said = field.mapping(houses) if field is not None else {}
    power = dict.fromkeys(houses, LIMITS.starting_power_tokens)
    for house in houses:
        most = LIMITS.power_tokens_per_house - sum(area.power_token == house for area in areas.values())
        power[house] = min(most, power[house])
        if house in said:
            power[house] = between(said[house], 0, most, "agot_board.component.power-tokens")
    return power


def wildling_of(field: DocumentNode | None) -> int:
    if field is None:
        return LIMITS.wildling_track_start
    if field.number() not in LIMITS.wildling_track_positions:
        positions = ", ".join(map(str, LIMITS.wildling_track_positions))
        raise field.wrong(f"the track has the positions {positions} (agot_board.data.wildling-track)")
    if field.number() == LIMITS.wildling_track_max:
        raise field.wrong("there they attack at once and the marker goes back (agot_board.wildling.two-triggers)")
    return field.number()


def bans_of(field: DocumentNode | None, at: str, piles: tuple[Pile, ...]) -> tuple[str, ...]:
    """The orders that a Westeros card has banned, until the end of the Planning Phase.

    By default those that a revealed card bans without a choice. Raises Unreadable.
    """
    if field is None:
        return fixed_bans(banning_cards(piles)) if at in PLANNING else ()
    if at not in PLANNING:
        raise field.wrong(f"at {at} no order is banned (agot_board.plan.end)")
    return field.texts(tuple(BANS))


def is_used(field: DocumentNode | None) -> bool:
    return field is not None and field.text(USED) == "used"
