"""The cards of a position: read area by area, and named.

Cards are named by their ids, further copies `id#2`, `id#3` in the order of the position; cards that are only counted
(`hand: 3`) come last. Read `CardListing.player`, then `CardListing.name_cards`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from domain.cardgame.corrections.change_lists import named_tokens
from domain.cardgame.positions.named_cards import printed_in, seat_in
from domain.cardgame.positions.writing import name_of
from domain.families.agot_cards.state import Player
from domain.games.agot_lcg.abilities.registry import AgotRegistry
from domain.games.agot_lcg.in_play.entering import FACEDOWN
from domain.games.agot_lcg.pool.pack import FILLER, PLAIN_PLOT
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.positions.waiting_points import BEFORE_PLOTS, MOMENTS, SETUP
from domain.games.agot_lcg.state import AS_ATTACHMENT, PHASES, AgotCard
from domain.games.agot_lcg.words.closed_words import CLOSED
from domain.kernel.formats.reading import DocumentNode, meant_by, whole_number
from domain.kernel.ids import NO_CARD, Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.scenarios.card_names import own_name
from domain.kernel.state.fields import FieldValue, count_fields, described_fields, read_fields_of, split_state

UNKNOWN = "unknown"
LISTED_AREAS = ("hand", "deck", "discard", "dead", "removed", "plots")
PLAYER_KEYS = (
    *LISTED_AREAS,
    "plot",
    "chosen",
    "used",
    "faction",
    "agenda",
    "setup",
    "play",
    *(each.name for each in described_fields(Player)),
    "power",
    "usage",
)
# how a card can have entered play: in a way that abilities ask for, facedown, or by hand
ENTERED = (*CLOSED["entered_by.how"], FACEDOWN, "manual")
COURSE = (SETUP, *PHASES)
ON_IT = ("duplicates", "attachments")
FIELDS = tuple(each.name for each in described_fields(AgotCard))
CARD_KEYS = ("card", "as", "owner", "controller", "facedown", *FIELDS, "tokens", "how", "since", *ON_IT)
# the areas of chosen or placed cards that are not revealed yet
LIE_FACEDOWN = {"chosen": ("1.3",), "setup": ("setup.8", "setup.9")}
NO_CARDS: tuple[object, ...] = (None, "none", 0, [])
PLOTS = ("plots", "plot", "chosen", "used")

# card types that a rule forbids to remove from the game
STAYING = {"faction": "agot_lcg.in-play.faction-card-stays", "agenda": "agot_lcg.agenda.cannot-be-removed"}

MOST_UNKNOWN = 1000
DECK = 20


class LaidCard(Struct, frozen=True, omit_defaults=True):
    """One card of a position: its handle, key, owner, area and state.

    `fields` are its described fields that are not stored under a name of their own.
    """

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
    fields: dict[str, FieldValue] = {}

    @property
    def state(self) -> dict[str, FieldValue]:
        """The described fields of the card that are stored, by name."""
        return {name: getattr(self, name) for name in FIELDS if name in self.__struct_fields__} | self.fields


def number_in(field: DocumentNode | None, default: int) -> int:
    return default if field is None else field.number()


class CardEntry(Struct):
    """A card of a position: its copy number if it is written, and the index of its host in the list.

    `own_name` is the name that the position gives it (`as`). `listed` is False for cards that are only counted (`hand:
    3`).
    """

    at: DocumentNode
    id: str
    number: int
    laid: LaidCard
    host: int = -1
    listed: bool = True
    own_name: DocumentNode | None = None


class CardListing:
    """The cards of a position in the order of its list."""

    def __init__(self, registry: AgotRegistry, seats: tuple[Seat, ...], at: str, round: int) -> None:
        self.registry = registry
        self.pool = registry.pool
        self.seats = seats
        self.at = at
        self.round = round
        self.entries: list[CardEntry] = []

    # players

    def player(self, seat: Seat, fields: dict[str, DocumentNode], faction: str) -> None:
        """Read the cards of one player, in the order in which cards are named. Raises Unreadable."""
        area = {"deck": DECK, "plots": 2, "plot": self.default_plot()}
        for name in LISTED_AREAS:
            self.area(seat, name, self.field(fields, name, area.get(name, [])))
        for name in ("plot", "chosen"):
            self.single(seat, name, self.field(fields, name, area.get(name)))
        for name, moments in LIE_FACEDOWN.items():
            if name in fields and self.at not in moments and fields[name].value not in NO_CARDS:
                raise fields[name].wrong(f"none lie facedown at {self.at}: only at {', '.join(moments)}")
        self.area(seat, "used", self.field(fields, "used", []))
        self.single(seat, "agenda", self.field(fields, "agenda", None))
        self.faction(seat, self.field(fields, "faction", faction), number_in(fields.get("power"), 0))
        self.area(seat, "setup", self.field(fields, "setup", []))
        for each in self.field(fields, "play", []).items():
            self.in_play(seat, each)

    def field(self, fields: dict[str, DocumentNode], name: str, default: object) -> DocumentNode:
        return fields.get(name, DocumentNode(name, default))

    def default_plot(self) -> str | None:
        """The plot that is revealed if the position names none; None before step 1.3 of the first round."""
        unrevealed = MOMENTS[self.at].phase == SETUP or (self.round <= 1 and self.at in BEFORE_PLOTS)
        return None if unrevealed else PLAIN_PLOT

    # areas

    def area(self, seat: Seat, kind: str, field: DocumentNode) -> None:
        """Read a list of cards; a number means that many plain cards. Raises Unreadable."""
        plain = PLAIN_PLOT if kind in PLOTS else FILLER
        if type(field.value) is int:
            return self.add_unknown(seat, kind, field, plain, field.number())
        if isinstance(field.value, dict):
            return self.add_unknown(seat, kind, field, plain, unknown_in(field))
        for each in field.items():
            if type(each.value) is int:
                counted = f"{kind}: {each.value}" if len(field.items()) == 1 else f"{{unknown: {each.value}}}"
                raise each.wrong("expected a card; cards without names are counted", counted)
            if isinstance(each.value, dict) and "card" not in each.value:
                self.add_unknown(seat, kind, each, plain, unknown_in(each))
            else:
                self.read_mention(each, seat, zone(seat, kind))
        return None

    def add_unknown(self, seat: Seat, kind: str, field: DocumentNode, plain: str, n: int) -> None:
        if n > MOST_UNKNOWN:
            raise field.wrong(f"at most {MOST_UNKNOWN} cards")
        for _ in range(n):
            self.add(DocumentNode(field.place, plain), seat, zone(seat, kind)).listed = False

    def single(self, seat: Seat, kind: str, field: DocumentNode) -> None:
        """Read the one card of an area, or none."""
        if field.value not in (None, "none"):
            self.read_card(field, seat, zone(seat, kind)).listed = is_written(field)

    def faction(self, seat: Seat, field: DocumentNode, power: int) -> None:
        """Read a faction card, by its faction or its id. Raises Unreadable."""
        given = field.value.get("card") if isinstance(field.value, dict) else field.value
        found = [each.id for each in self.pool.cards.values() if each.type == "faction" and each.faction == given]
        if found and isinstance(field.value, dict):
            field = DocumentNode(field.place, {**field.value, "card": found[0]})
        elif found:
            field = DocumentNode(field.place, found[0])
        elif isinstance(given, str) and not (given in self.pool.cards or given.partition("#")[0] in self.pool.by_id):
            factions = [
                each for card in self.pool.cards.values() if card.type == "faction" for each in (card.faction, card.id)
            ]
            raise field.wrong(f"{given!r} is no faction and no card", meant_by(given, factions))
        entry = self.read_card(field, seat, zone(seat, "faction"))
        entry.laid = structs.replace(entry.laid, power=entry.laid.power + power)

    def in_play(self, seat: Seat, field: DocumentNode, host: int = -1, duplicate: bool = False) -> None:
        """Read a card in play with the cards on it, which lie in the play areas of their controllers.

        Raises Unreadable.
        """
        fields = field.mapping(CARD_KEYS) if isinstance(field.value, dict) else {}
        seat = seat_in(fields.get("controller"), self.seats) or seat
        area = "facedown" if "facedown" in fields and fields["facedown"].flag() else "play"
        entry = self.read_card(field, seat, zone(seat, area), host, duplicate)
        if area == "play" and host < 0:
            self.check_alone(entry)
        elif area == "play" and not duplicate and not self.is_attachment(entry):
            type = self.pool.cards[entry.laid.key].type
            raise entry.at.wrong(f"{entry.id} is of type {type}: it is no attachment")

    def check_alone(self, entry: CardEntry) -> None:
        """Raises Unreadable for an attachment that is on no card."""
        printed = self.pool.cards[entry.laid.key]
        if self.is_attachment(entry):
            raise entry.at.wrong(
                f"{printed.id} is an attachment: list it under the attachments of the card that it is on"
            )

    def check_unique(self) -> None:
        """Raises Unreadable if a player controls two instances of a unique card; duplicates do not count.

        An own instance may exist besides one under another player's control, which the player then cannot take back.
        """
        seen: set[tuple[ZoneKey, str]] = set()
        for entry in self.entries:
            printed, laid = self.pool.cards[entry.laid.key], entry.laid
            if not printed.unique or laid.duplicate or zone_kind(laid.zone) != "play":
                continue
            if (laid.zone, printed.title) in seen:
                why = f"{printed.id} is unique and in play: list further copies under its duplicates"
                raise entry.at.wrong(f"{why} (agot_lcg.unique.one-instance-per-player)")
            seen.add((laid.zone, printed.title))

    def is_attachment(self, entry: CardEntry) -> bool:
        return self.pool.cards[entry.laid.key].type == "attachment" or entry.laid.how == AS_ATTACHMENT

    def read_card(
        self, field: DocumentNode, seat: Seat, area: ZoneKey, host: int = -1, duplicate: bool = False
    ) -> CardEntry:
        """A card written as its name, or as a mapping with its state and the cards on it. Raises Unreadable."""
        fields = field.mapping(CARD_KEYS) if isinstance(field.value, dict) else {"card": field}
        if "card" not in fields:
            raise field.wrong("card: missing")
        owner = seat_in(fields.get("owner"), self.seats) or seat
        how = fields["how"].text(ENTERED) if "how" in fields else ""
        entry = self.add(fields["card"], owner, area, how)
        entry.host = host
        entry.own_name = fields.get("as")
        entry.laid = structs.replace(entry.laid, duplicate=duplicate, **self.state_of(fields))
        place = len(self.entries) - 1
        for name in ON_IT:
            for each in fields[name].items() if name in fields else ():
                self.in_play(seat, each, place, duplicate=name == "duplicates")
        return entry

    def read_mention(self, field: DocumentNode, seat: Seat, area: ZoneKey) -> None:
        """Read a card out of play, written as its name or as a mapping with a name of its own."""
        fields = field.mapping(("card", "as")) if isinstance(field.value, dict) else {"card": field}
        self.add(fields["card"], seat, area).own_name = fields.get("as")

    def add(self, field: DocumentNode, owner: Seat, area: ZoneKey, how: str = "") -> CardEntry:
        id, has_number, number = field.text().partition("#")
        copy = whole_number(number) if has_number else 0
        if copy is None or (has_number and number != str(copy or 1)):
            raise field.wrong(f"{field.value!r} is no card name: a copy is named {id}#2")
        printed = printed_in(self.pool, field, id)
        check_area(field, printed, area.partition(".")[2], how)
        entry = CardEntry(field, id, copy, LaidCard(NO_CARD, printed.key, owner, area))
        self.entries.append(entry)
        return entry

    def state_of(self, fields: dict[str, DocumentNode]) -> dict[str, Any]:
        """The state of a card in play."""
        own, others = split_state(read_fields_of(AgotCard, fields), LaidCard.__struct_fields__)
        state: dict[str, Any] = {**own, "fields": others}
        if "facedown" in fields:
            state["facedown"] = fields["facedown"].flag()
        if "how" in fields:
            state["how"] = fields["how"].text(ENTERED)
        if "since" in fields:
            state["since"] = self.since(fields["since"])
        if "tokens" in fields:
            tokens = fields["tokens"].mapping(named_tokens(self.registry, tuple(count_fields(AgotCard))))
            state["tokens"] = tuple((name, n.number(1)) for name, n in tokens.items())
        return state

    def since(self, field: DocumentNode) -> str:
        """The round and phase in which a card entered play. Raises Unreadable for a later one than the current."""
        number, _, phase = field.text().partition(":")
        if whole_number(number) is None or phase not in COURSE:
            close = meant_by(phase, COURSE)
            raise field.wrong(f"{field.value!r} is no round and phase (`2:challenges`)", close and f"{number}:{close}")
        if (int(number), COURSE.index(phase)) > (self.round, COURSE.index(MOMENTS[self.at].phase)):
            raise field.wrong(f"{field.value!r} is yet to come at {self.at} of round {self.round}")
        return field.text()

    # names

    def name_cards(self) -> tuple[LaidCard, ...]:
        """The cards with their names: each gets the lowest free copy number, counted cards last.

        Raises Unreadable.
        """
        self.check_unique()
        taken: set[tuple[str, int]] = set()
        for entry in self.entries:
            if entry.number and (entry.id, entry.number) in taken:
                raise entry.at.wrong(f"two cards are named {entry.at.value!r}")
            taken.add((entry.id, entry.number))
        following: dict[str, int] = {}
        for entry in sorted(self.entries, key=lambda each: not each.listed):
            if entry.own_name is not None:
                entry.laid = structs.replace(entry.laid, handle=self.read_own_name(entry.own_name))
                continue
            number = entry.number or next_free(entry.id, following.get(entry.id, 0) + 1, taken)
            following[entry.id] = following.get(entry.id, 0) if entry.number else number
            entry.laid = structs.replace(entry.laid, handle=name_of(entry.id, number))
        return tuple(self.with_host(entry) for entry in self.entries)

    def read_own_name(self, field: DocumentNode) -> Handle:
        """The name that the position gives to one card; it must be unique."""
        others = (str(name.value) for each in self.entries if (name := each.own_name) and name is not field)
        return Handle(own_name(field, {*self.pool.by_id, *self.seats, *others}))

    def with_host(self, entry: CardEntry) -> LaidCard:
        if entry.host < 0:
            return entry.laid
        host = self.entries[entry.host].laid
        on, card = self.pool.cards[host.key], self.pool.cards[entry.laid.key]
        faceup = entry.laid.duplicate and not entry.laid.facedown
        if faceup and (on.title != card.title or not card.unique):
            raise entry.at.wrong(f"{entry.at.value!r} is no further copy of the unique card {host.handle}")
        return structs.replace(entry.laid, host=host.handle)


def is_written(field: DocumentNode) -> bool:
    """Whether the document contains the field; a default value has no place in it."""
    return field.place.startswith("position.")


def next_free(id: str, number: int, taken: set[tuple[str, int]]) -> int:
    while (id, number) in taken:
        number += 1
    return number


def unknown_in(field: DocumentNode) -> int:
    """The number of unnamed cards in `{unknown: n}`. Raises Unreadable."""
    fields = field.mapping()
    if set(fields) != {UNKNOWN}:
        others = [name for name in fields if name != UNKNOWN]
        misspelt = next((close for name in others if (close := meant_by(name, (UNKNOWN, "card")))), "")
        why = f"expected a list of cards, or {UNKNOWN} with how many there are without names"
        raise field.wrong(why, misspelt or f"[{', '.join(others)}]")
    return fields[UNKNOWN].number()


def check_area(field: DocumentNode, printed: Printed, area: str, how: str) -> None:
    """Raises Unreadable for a card type that cannot be in an area; only an event may have become an attachment."""
    kind = printed.type
    if how == AS_ATTACHMENT and kind != "event":
        raise field.wrong(f"{printed.id} is of type {kind}: only an event becomes an attachment")
    fits = {
        **dict.fromkeys(PLOTS, kind == "plot"),
        "agenda": kind == "agenda",
        "faction": kind == "faction",
        "dead": kind == "character",
        "play": printed.deck == "draw" and (kind != "event" or how == AS_ATTACHMENT),
        "removed": True,
    }
    if area == "removed" and kind in STAYING:
        raise field.wrong(f"{printed.id} is of type {kind}: it cannot be removed from the game ({STAYING[kind]})")
    if not fits.get(area, printed.deck == "draw"):
        raise field.wrong(f"{printed.id} is of type {kind}: it cannot lie in area {area}")
