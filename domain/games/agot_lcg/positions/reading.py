"""Positions: a table at a waiting point, as plain data (YAML or JSON), read strictly.

Read `Position`, then `position_from`; cards.py reads the cards, building.py builds the table, export.py writes one.
Names replace handles until the table is built. `api_docs/positions.md` describes the form.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.cardgame.positions.effects import effects_from
from domain.cardgame.positions.named_cards import PositionNames, seat_in
from domain.cardgame.table import LastingEffect
from domain.families.agot_cards.abilities.counters import USAGE, usage_keys
from domain.families.agot_cards.state import CHALLENGES, Challenge, Player
from domain.games.agot_lcg.abilities.registry import AgotRegistry
from domain.games.agot_lcg.positions.attainable import active_player, check_counter, turn_in_window, turns_had
from domain.games.agot_lcg.positions.cards import PLAYER_KEYS, CardListing, LaidCard, number_in
from domain.games.agot_lcg.positions.effects import EFFECT_WORDS
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, SETUP, WaitingPoint
from domain.games.agot_lcg.state import PHASES
from domain.kernel.formats.reading import DocumentNode, meant_by, nearest_first
from domain.kernel.ids import NO_SEAT, Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import DelayedEffect
from domain.kernel.state.fields import FieldValue, read_fields_of

KEYS = (
    "round",
    "phase",
    "at",
    "first_player",
    "active_player",
    "initiative_winner",
    "priority",
    "passed",
    "done",
    "challenge",
    "players",
    "limits",
    "lasting",
    "delayed",
)
CHALLENGE_KEYS = ("kind", "attacker", "defender", "attackers", "defenders", "bypassed")
SECTIONS = {"players": PLAYER_KEYS, "challenge": CHALLENGE_KEYS}

FACTIONS = ("stark", "lannister")


class Position(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table at a waiting point; the seats in `passed` have passed in a row, those in `done` have had their turn.

    `players` are the described fields of each seat's player.
    """

    at: str
    round: int
    phase: str
    seats: tuple[Seat, ...]
    first_player: Seat
    active_player: Seat = NO_SEAT
    initiative_winner: Seat = NO_SEAT
    priority: Seat = NO_SEAT
    passed: tuple[Seat, ...] = ()
    done: tuple[Seat, ...] | None = None
    players: tuple[dict[str, FieldValue], ...]
    cards: tuple[LaidCard, ...]
    usage: tuple[tuple[str, int], ...] = ()
    challenge: Challenge | None = None
    lasting: tuple[LastingEffect, ...] = ()
    delayed: tuple[DelayedEffect, ...] = ()

    @property
    def moment(self) -> WaitingPoint:
        return MOMENTS[self.at]


def position_from(document: DocumentNode, registry: AgotRegistry) -> Position:
    """The position that a document describes. Raises Unreadable, which names the place."""
    fields = document.mapping(KEYS)
    at, phase = moment_of(document, fields)
    players = players_of(document, fields)
    seats = tuple(Seat(name) for name in players)
    first = seat_in(fields.get("first_player"), seats) or seats[0]
    listing = CardListing(registry, seats, at, round_of(fields.get("round"), phase))
    for seat, player, faction in zip(seats, players.values(), FACTIONS, strict=True):
        listing.player(seat, player, faction)
        if at == "1.3" and "chosen" not in player:
            raise fields["players"].child(seat, None).wrong("chosen: missing, the plots are chosen at 1.3")
    cards = listing.name_cards()
    names = AgotNames({each.handle: each for each in cards}, seats, registry)
    challenge = challenge_of(document, fields, at, names)
    priority, passed = turn_in_window(fields, at, seats)
    return Position(
        at=at,
        round=listing.round,
        phase=phase,
        seats=seats,
        first_player=first,
        active_player=active_player(fields, at, first, seats, challenge),
        initiative_winner=seat_in(fields.get("initiative_winner"), seats),
        priority=priority,
        passed=passed,
        done=turns_had(fields, at, seats),
        players=tuple(read_fields_of(Player, player) for player in players.values()),
        cards=cards,
        usage=tuple(usage_of(fields, players, challenge, names, (at, listing.round))),
        challenge=challenge,
        lasting=effects_from(fields.get("lasting"), LastingEffect, names, EFFECT_WORDS),
        delayed=effects_from(fields.get("delayed"), DelayedEffect, names, EFFECT_WORDS),
    )


def moment_of(document: DocumentNode, fields: dict[str, DocumentNode]) -> tuple[str, str]:
    """The waiting point of the position, and its phase. Raises Unreadable."""
    if "at" not in fields:
        raise document.wrong("at: missing")
    field = fields["at"]
    # without quotation marks YAML reads the number of a step as a number
    at = str(field.value) if isinstance(field.value, float) else field.text()
    if at not in MOMENTS:
        why = f"{at!r} is no window or step; known are {nearest_first(at, MOMENTS)}"
        raise field.wrong(why, meant_by(at, MOMENTS))
    phase = MOMENTS[at].phase
    if "phase" in fields and fields["phase"].text((*PHASES, SETUP)) != phase:
        raise fields["phase"].wrong(f"{at} lies in the {phase} phase")
    return at, phase


def round_of(field: DocumentNode | None, phase: str) -> int:
    """The round: 0 in set-up, from 1 after it. Raises Unreadable."""
    first = 0 if phase == SETUP else 1
    found = number_in(field, first)
    if field is not None and (found < first or (phase == SETUP and found)):
        raise field.wrong("in set-up it is round 0" if phase == SETUP else "the first round is 1; 0 is set-up")
    return found


def players_of(document: DocumentNode, fields: dict[str, DocumentNode]) -> dict[str, dict[str, DocumentNode]]:
    if "players" not in fields:
        raise document.wrong("players: missing")
    players = fields["players"].mapping()
    if len(players) != 2:
        raise fields["players"].wrong(f"{len(players)} players (agot_lcg.joust.two-players)")
    return {seat: ({} if player.value is None else player.mapping(PLAYER_KEYS)) for seat, player in players.items()}


class AgotNames(PositionNames[LaidCard]):
    """The names that a position of this game gives, with those of a challenge."""

    def read_bypassed(self, field: DocumentNode | None, attackers: tuple[Handle, ...]) -> tuple[Handle, ...]:
        """The characters in play that stealth has bypassed, without attackers. Raises Unreadable."""
        cards = self.read_cards(field)
        for number, card in enumerate(cards):
            laid = self.cards[card]
            if field is not None and (is_attacking := card in attackers) | (card in cards[:number]):
                raise field.wrong(f"{card} {'attacks' if is_attacking else 'is there twice'} (agot_lcg.stealth.bypass)")
            is_character = self.registry.pool.cards[laid.key].type == "character" and zone_kind(laid.zone) == "play"
            if field is not None and (not is_character or laid.duplicate):
                raise field.wrong(f"{card} is no character in play (agot_lcg.stealth.bypass)")
        return cards

    def side(self, field: DocumentNode | None, seat: Seat) -> tuple[Handle, ...]:
        """The participants of one side, in play under its player's control. Raises Unreadable."""
        cards = self.read_cards(field)
        for number, card in enumerate(cards):
            printed = self.registry.pool.cards[self.cards[card].key]
            if field is not None and (printed.type != "character" or card in cards[:number]):
                raise field.wrong(f"{card} is {'there twice' if card in cards[:number] else 'no character'}")
            if field is not None and self.cards[card].zone != zone(seat, "play"):
                raise field.wrong(f"{card} is not in play under the control of {seat}")
        return cards


def challenge_of(
    document: DocumentNode, fields: dict[str, DocumentNode], at: str, names: AgotNames
) -> Challenge | None:
    """The current challenge, not decided yet. Raises Unreadable."""
    under_way = MOMENTS[at].challenge
    if ("challenge" in fields) != under_way:
        wanted = "missing, {} lies inside a challenge" if under_way else "none is under way at {}"
        raise document.child("challenge", None).wrong(wanted.format(at))
    if not under_way:
        return None
    challenge = fields["challenge"].mapping(CHALLENGE_KEYS)
    for key in ("kind", "attacker", "attackers"):
        if key not in challenge:
            raise fields["challenge"].wrong(f"{key}: missing")
    attacker = seat_in(challenge["attacker"], names.seats)
    others = [seat for seat in names.seats if seat != attacker]
    defender = seat_in(challenge.get("defender"), names.seats) or others[0]
    if defender == attacker:
        raise challenge["defender"].wrong(f"{defender} is the attacker (agot_lcg.step.4-2-declare-opponent)")
    attackers = names.side(challenge.get("attackers"), attacker)
    return Challenge(
        0,
        challenge["kind"].text(CHALLENGES),
        attacker,
        defender,
        attackers,
        names.side(challenge.get("defenders"), defender),
        bypassed=names.read_bypassed(challenge.get("bypassed"), attackers),
    )


def usage_of(
    fields: dict[str, DocumentNode],
    players: dict[str, dict[str, DocumentNode]],
    challenge: Challenge | None,
    names: AgotNames,
    time: tuple[str, int],
) -> Iterator[tuple[str, int]]:
    """All counters: of the players, of the current challenge, and of limits of abilities, at a waiting point and round.

    Raises Unreadable.
    """
    counted: dict[str, int] = {}
    if challenge is not None:
        counted[f"phase:challenge:{challenge.kind}:{challenge.attacker}"] = 1
    for seat, player in players.items():
        said = player["usage"].mapping(USAGE) if "usage" in player else {}
        for name, times in said.items():
            for key in usage_keys(name, seat):
                check_counter(times, key, *time)
            counted |= {key: times.number() for key in usage_keys(name, seat)}
    listed = fields["limits"].mapping() if "limits" in fields else {}
    there = names.counters() if listed else frozenset()
    for key, times in listed.items():
        if key not in there:
            raise times.unknown_word("no player and no ability of a card here has this counter", key, there)
        check_counter(times, key, *time)
        counted[key] = times.number()
    return ((key, times) for key, times in counted.items() if times)
