"""Positions: a table at a waiting point, as plain data (YAML or JSON), read strictly.

Cards are named by their ids, further copies `id#2`, `id#3` in the order in which the position lists them; the names
stand in the place of handles until the cards are laid (laying.py). Read `Position`, then `position_from`, then
`Listing`, which names the cards. The form is described in `api_docs/positions.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, structs

from domain.games.agot_lcg.moments import BEFORE_PLOTS, MOMENTS, SETUP, Moment, begins
from domain.games.agot_lcg.pack import FILLER, PLAIN_PLOT
from domain.games.agot_lcg.pool import Pool
from domain.games.agot_lcg.printed import Printed
from domain.games.agot_lcg.state import CHALLENGES, PHASES, Challenge, Lasting
from domain.kernel.conditions import Delayed
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, ZoneKey, zone
from domain.kernel.reading import At

T = TypeVar("T")

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
LISTED_AREAS = ("hand", "deck", "discard", "dead", "removed", "plots")
PLAYER_KEYS = (*LISTED_AREAS, "plot", "chosen", "used", "faction", "agenda", "setup", "play", "gold", "power", "usage")
CARD_KEYS = ("card", "owner", "kneeling", "power", "gold", "tokens", "facedown", "how", "since")
CHALLENGE_KEYS = ("kind", "attacker", "defender", "attackers", "defenders", "bypassed")
PLOTS = ("plots", "plot", "chosen", "used")

DECK = 20
FACTIONS = ("stark", "lannister")


class Laid(Struct, frozen=True, omit_defaults=True):
    """One card as it lies: which, whose, where, and what is so of it in play."""

    handle: Handle
    key: str
    owner: Seat
    zone: ZoneKey
    host: Handle = NO_CARD
    duplicate: bool = False
    facedown: bool = False
    kneeling: bool = False
    power: int = 0
    gold: int = 0
    tokens: tuple[tuple[str, int], ...] = ()
    how: str = ""
    since: str = ""


class Position(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table at a waiting point; `passed` have passed in a row, `done` have had their turn in this phase or step."""

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
    gold: tuple[int, ...]
    cards: tuple[Laid, ...]
    usage: tuple[tuple[str, int], ...] = ()
    challenge: Challenge | None = None
    lasting: tuple[Lasting, ...] = ()
    delayed: tuple[Delayed, ...] = ()

    @property
    def moment(self) -> Moment:
        return MOMENTS[self.at]


def position_from(document: At, pool: Pool) -> Position:
    """Read a position; raises Unreadable naming the place."""
    fields = document.mapping(KEYS)
    at, phase = moment_of(document, fields)
    players = players_of(document, fields)
    seats = tuple(Seat(name) for name in players)
    first = seat_in(fields.get("first_player"), seats) or seats[0]
    listing = Listing(pool, seats, at, number_in(fields.get("round"), 0 if phase == SETUP else 1))
    for seat, player, faction in zip(seats, players.values(), FACTIONS, strict=True):
        listing.player(seat, player, faction)
        if at == "1.3" and "chosen" not in player:
            raise fields["players"].named(seat, None).wrong("chosen: missing, the plots are chosen at 1.3")
    cards = listing.named()
    names = Names({each.handle for each in cards}, seats)
    challenge = challenge_of(document, fields, at, names)
    return Position(
        at=at,
        round=listing.round,
        phase=phase,
        seats=seats,
        first_player=first,
        active_player=active(fields, at, phase, first, seats),
        initiative_winner=seat_in(fields.get("initiative_winner"), seats),
        priority=seat_in(fields.get("priority"), seats) or first,
        passed=seats_in(fields.get("passed"), seats) or (),
        done=seats_in(fields.get("done"), seats),
        gold=tuple(number_in(player.get("gold"), 0) for player in players.values()),
        cards=cards,
        usage=tuple(usage_of(fields, players, challenge, names)),
        challenge=challenge,
        lasting=effects(fields.get("lasting"), Lasting, ("cards",), names),
        delayed=effects(fields.get("delayed"), Delayed, ("me", "chosen"), names),
    )


def moment_of(document: At, fields: dict[str, At]) -> tuple[str, str]:
    """Where the position stands, and the phase that this lies in."""
    if "at" not in fields:
        raise document.wrong("at: missing")
    written = fields["at"]
    # Unquoted, YAML reads the number of a step as a number.
    at = str(written.value) if isinstance(written.value, float) else written.text()
    if at not in MOMENTS:
        raise written.wrong(f"{at!r} is no window or step; known are {', '.join(MOMENTS)}")
    phase = MOMENTS[at].phase
    if "phase" in fields and fields["phase"].text((*PHASES, SETUP)) != phase:
        raise fields["phase"].wrong(f"{at} lies in the {phase} phase")
    return at, phase


def players_of(document: At, fields: dict[str, At]) -> dict[str, dict[str, At]]:
    if "players" not in fields:
        raise document.wrong("players: missing")
    players = fields["players"].mapping()
    if len(players) != 2:
        raise fields["players"].wrong(f"{len(players)} players (agot_lcg.joust.two-players)")
    return {seat: ({} if player.value is None else player.mapping(PLAYER_KEYS)) for seat, player in players.items()}


def number_in(field: At | None, default: int) -> int:
    return default if field is None else field.number()


def seat_in(field: At | None, seats: tuple[Seat, ...]) -> Seat:
    return NO_SEAT if field is None else Seat(field.text(seats))


def seats_in(field: At | None, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
    return None if field is None else tuple(Seat(seat) for seat in field.texts(seats))


def active(fields: dict[str, At], at: str, phase: str, first: Seat, seats: tuple[Seat, ...]) -> Seat:
    """The active player: by default the first player, in the phases that have one."""
    if "active_player" in fields:
        return seat_in(fields["active_player"], seats)
    return first if phase in ("marshalling", "challenges") and not begins(at) else NO_SEAT


class Names:
    """The names that a position gives to cards, and its seats."""

    def __init__(self, cards: set[Handle], seats: tuple[Seat, ...]) -> None:
        self.cards = cards
        self.seats = seats

    def card(self, field: At) -> Handle:
        name = field.text()
        if name not in self.cards:
            raise field.wrong(f"the position has no card {name!r}")
        return Handle(name)

    def listed(self, field: At | None) -> tuple[Handle, ...]:
        return () if field is None else tuple(self.card(each) for each in field.items())


def challenge_of(document: At, fields: dict[str, At], at: str, names: Names) -> Challenge | None:
    """The challenge under way, not yet decided."""
    under_way = MOMENTS[at].challenge
    if ("challenge" in fields) != under_way:
        wanted = "missing, {} lies inside a challenge" if under_way else "none is under way at {}"
        raise document.named("challenge", None).wrong(wanted.format(at))
    if not under_way:
        return None
    written = fields["challenge"].mapping(CHALLENGE_KEYS)
    for key in ("kind", "attacker", "attackers"):
        if key not in written:
            raise fields["challenge"].wrong(f"{key}: missing")
    attacker = seat_in(written["attacker"], names.seats)
    others = [seat for seat in names.seats if seat != attacker]
    return Challenge(
        0,
        written["kind"].text(CHALLENGES),
        attacker,
        seat_in(written.get("defender"), names.seats) or others[0],
        *(names.listed(written.get(each)) for each in ("attackers", "defenders", "bypassed")),
    )


def usage_keys(name: str, seat: str) -> tuple[str, ...]:
    """The counters behind a word of `usage`; none if it is unknown."""
    if name == "limited":
        return (f"round:limited:{seat}",)
    if name in CHALLENGES:
        return (f"phase:challenge:{name}:{seat}",)
    what, _, kind = name.partition("-")
    if what in ("won", "lost") and kind in CHALLENGES:
        return (f"phase:{what}:{kind}:{seat}", f"round:{what}:{kind}:{seat}")
    return ()


USAGE = ("limited", *CHALLENGES, *(f"{what}-{kind}" for what in ("won", "lost") for kind in CHALLENGES))


def usage_of(
    fields: dict[str, At], players: dict[str, dict[str, At]], challenge: Challenge | None, names: Names
) -> Iterator[tuple[str, int]]:
    """All counters: those of the players, the challenge under way, and the limits of abilities."""
    counted: dict[str, int] = {}
    if challenge is not None:
        counted[f"phase:challenge:{challenge.kind}:{challenge.attacker}"] = 1
    for seat, player in players.items():
        said = player["usage"].mapping(USAGE) if "usage" in player else {}
        for name, times in said.items():
            counted |= {key: times.number() for key in usage_keys(name, seat)}
    limits = fields["limits"].mapping() if "limits" in fields else {}
    counted |= {key: times.number() for key, times in limits.items()}
    return ((key, times) for key, times in counted.items() if times)


def effects(field: At | None, kind: type[T], handles: tuple[str, ...], names: Names) -> tuple[T, ...]:
    """Lasting or delayed effects, as the table keeps them; `handles` are the fields that name cards."""
    if field is None:
        return ()
    found = []
    for number, each in enumerate(field.items(), 1):
        known = [name for name in kind.__struct_fields__ if name != "id"]  # type: ignore[attr-defined]
        fields = {name: value.value for name, value in each.mapping(known).items()}
        for name in handles:
            if name == "cards" and name in fields:
                names.listed(each.named(name, fields[name]))
        try:
            found.append(msgspec.convert({"id": number, **fields}, kind))
        except msgspec.ValidationError as error:
            raise each.wrong(str(error)) from None
    return tuple(found)


class Entry(Struct):
    """A card as listed: its number among its copies if it is written, and the place of its host in the list."""

    at: At
    id: str
    number: int
    laid: Laid
    host: int = -1


class Listing:
    """The cards of a position in the order in which they are listed."""

    def __init__(self, pool: Pool, seats: tuple[Seat, ...], at: str, round: int) -> None:
        self.pool = pool
        self.seats = seats
        self.at = at
        self.round = round
        self.entries: list[Entry] = []

    # players

    def player(self, seat: Seat, fields: dict[str, At], faction: str) -> None:
        """Everything of one player, in the order in which cards are named."""
        area = {"deck": DECK, "plots": 2, "plot": self.default_plot()}
        for name in LISTED_AREAS:
            self.area(seat, name, self.field(fields, name, area.get(name, [])))
        for name in ("plot", "chosen"):
            self.single(seat, name, self.field(fields, name, area.get(name)))
        self.area(seat, "used", self.field(fields, "used", []))
        self.single(seat, "agenda", self.field(fields, "agenda", None))
        self.faction(seat, self.field(fields, "faction", faction), number_in(fields.get("power"), 0))
        self.area(seat, "setup", self.field(fields, "setup", []))
        for each in self.field(fields, "play", []).items():
            self.in_play(seat, each)

    def field(self, fields: dict[str, At], name: str, default: object) -> At:
        return fields.get(name, At(name, default))

    def default_plot(self) -> str | None:
        """No plot is revealed before step 1.3 of the first round."""
        unrevealed = MOMENTS[self.at].phase == SETUP or (self.round <= 1 and self.at in BEFORE_PLOTS)
        return None if unrevealed else PLAIN_PLOT

    # areas

    def area(self, seat: Seat, kind: str, field: At) -> None:
        """A list of cards; a number stands for so many plain ones."""
        plain = PLAIN_PLOT if kind in PLOTS else FILLER
        if type(field.value) is int:
            return self.unknown(seat, kind, field, plain, field.number())
        if isinstance(field.value, dict):
            return self.unknown(seat, kind, field, plain, unknown_in(field))
        for each in field.items():
            if isinstance(each.value, dict):
                self.unknown(seat, kind, each, plain, unknown_in(each))
            else:
                self.add(each, seat, zone(seat, kind))
        return None

    def unknown(self, seat: Seat, kind: str, field: At, plain: str, n: int) -> None:
        for _ in range(n):
            self.add(At(field.place, plain), seat, zone(seat, kind))

    def single(self, seat: Seat, kind: str, field: At) -> None:
        """The one card of an area, or none."""
        if field.value in (None, "none"):
            return
        self.carded(field, seat, zone(seat, kind))

    def faction(self, seat: Seat, field: At, power: int) -> None:
        """A faction card, by its faction or its id."""
        written = field.value.get("card") if isinstance(field.value, dict) else field.value
        found = [each.id for each in self.pool.cards.values() if each.type == "faction" and each.faction == written]
        if found and isinstance(field.value, dict):
            field = At(field.place, {**field.value, "card": found[0]})
        elif found:
            field = At(field.place, found[0])
        entry = self.carded(field, seat, zone(seat, "faction"))
        entry.laid = structs.replace(entry.laid, power=entry.laid.power + power)

    def in_play(self, seat: Seat, field: At, host: int = -1, duplicate: bool = False) -> None:
        """A card in play with what is on it; what is on it lies in the play area of whoever controls it."""
        fields = field.mapping((*CARD_KEYS, *ON_IT)) if isinstance(field.value, dict) else {}
        if "controller" in fields:
            seat = seat_in(fields["controller"], self.seats)
        area = "facedown" if "facedown" in fields and fields["facedown"].flag() else "play"
        entry = self.carded(field, seat, zone(seat, area))
        entry.host = host
        entry.laid = structs.replace(entry.laid, duplicate=duplicate, facedown=area == "facedown")
        place = len(self.entries) - 1
        for name in ("duplicates", "attachments"):
            for each in fields[name].items() if name in fields else ():
                self.in_play(seat, each, place, duplicate=name == "duplicates")

    def carded(self, field: At, seat: Seat, area: ZoneKey) -> Entry:
        """A card written by its name, or as a mapping with what is so of it."""
        if not isinstance(field.value, dict):
            return self.add(field, seat, area)
        fields = field.mapping((*CARD_KEYS, *ON_IT))
        if "card" not in fields:
            raise field.wrong("card: missing")
        owner = seat_in(fields.get("owner"), self.seats) or seat
        entry = self.add(fields["card"], owner, area)
        entry.laid = structs.replace(entry.laid, **state_of(fields))
        return entry

    def add(self, field: At, owner: Seat, area: ZoneKey) -> Entry:
        id, _, number = field.text().partition("#")
        if number and not number.isdecimal():
            raise field.wrong(f"{field.value!r} is no card name: a copy is named {id}#2")
        printed = self.printed(field, id)
        check_area(field, printed, area.partition(".")[2])
        entry = Entry(field, id, int(number or 0), Laid(NO_CARD, printed.key, owner, area))
        self.entries.append(entry)
        return entry

    def printed(self, field: At, id: str) -> Printed:
        keys = (id,) if id in self.pool.cards else self.pool.by_id.get(id, ())
        if len(keys) != 1:
            raise field.wrong(f"{id!r} is ambiguous: {', '.join(keys)}" if keys else f"no card {id!r}")
        return self.pool.cards[keys[0]]

    # names

    def named(self) -> tuple[Laid, ...]:
        """The cards with their names: written numbers first, then the lowest that are free, in order."""
        taken: set[tuple[str, int]] = set()
        for entry in self.entries:
            if entry.number and (entry.id, entry.number) in taken:
                raise entry.at.wrong(f"two cards are named {entry.at.value!r}")
            taken.add((entry.id, entry.number))
        following: dict[str, int] = {}
        for entry in self.entries:
            number = entry.number or next_free(entry.id, following.get(entry.id, 0) + 1, taken)
            following[entry.id] = following.get(entry.id, 0) if entry.number else number
            entry.laid = structs.replace(entry.laid, handle=name_of(entry.id, number))
        return tuple(self.with_host(entry) for entry in self.entries)

    def with_host(self, entry: Entry) -> Laid:
        if entry.host < 0:
            return entry.laid
        host = self.entries[entry.host].laid
        on, card = self.pool.cards[host.key], self.pool.cards[entry.laid.key]
        if entry.laid.duplicate and (on.title != card.title or not card.unique):
            raise entry.at.wrong(f"{entry.at.value!r} is no further copy of the unique card {host.handle}")
        return structs.replace(entry.laid, host=host.handle)


ON_IT = ("controller", "duplicates", "attachments")


def name_of(id: str, number: int) -> Handle:
    """The first copy goes by its id alone."""
    return Handle(id if number == 1 else f"{id}#{number}")


def next_free(id: str, number: int, taken: set[tuple[str, int]]) -> int:
    while (id, number) in taken:
        number += 1
    return number


def unknown_in(field: At) -> int:
    """`{unknown: n}`: so many cards that the position does not name."""
    fields = field.mapping(("unknown",))
    if "unknown" not in fields:
        raise field.wrong("unknown: missing")
    return fields["unknown"].number()


def state_of(fields: dict[str, At]) -> dict[str, Any]:
    """What is so of a card in play."""
    state: dict[str, Any] = {name: fields[name].number() for name in ("power", "gold") if name in fields}
    state |= {name: fields[name].text() for name in ("how", "since") if name in fields}
    if "kneeling" in fields:
        state["kneeling"] = fields["kneeling"].flag()
    if "tokens" in fields:
        state["tokens"] = tuple((name, n.number(1)) for name, n in fields["tokens"].mapping().items())
    return state


def check_area(field: At, printed: Printed, area: str) -> None:
    """Whether a card of this type can lie there."""
    kind = printed.type
    fits = {
        **dict.fromkeys(PLOTS, kind == "plot"),
        "agenda": kind == "agenda",
        "faction": kind == "faction",
        "dead": kind == "character",
        "play": printed.deck == "draw" and kind != "event",
        "removed": True,
    }
    if not fits.get(area, printed.deck == "draw"):
        raise field.wrong(f"{printed.id} is of type {kind}: it cannot lie in area {area}")
