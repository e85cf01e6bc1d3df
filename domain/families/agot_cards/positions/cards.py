"""The cards of a position: plots and factions, the piles of both games, duplicates, unique cards.

A game says which faction is meant where none is named, and which of its cards leave no area.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import structs

from domain.cardgame.positions import cards
from domain.cardgame.positions.cards import CardEntry, field_names
from domain.cardgame.table import CardGameTable
from domain.kernel.citing import rule_of
from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.ids import Seat, ZoneKey, zone, zone_kind, zone_owner
from domain.kernel.state.fields import FieldValue

PLOTS = ("plots", "plot", "chosen", "used")
SINGLE = ("plot", "chosen", "agenda")
"""The kinds of areas with one card at most."""
NO_CARDS: tuple[object, ...] = (None, "none", 0, [])
DECK = 20
DUPLICATE = "slot.duplicate-needs-copy"
UNIQUE = "slot.entry-blocked"


class LaidAgotCard(cards.LaidCard, frozen=True, omit_defaults=True):
    """One card of a position, in the order in which it is stored; a `duplicate` lies under a unique card."""

    named_fields: ClassVar[tuple[str, ...]] = ("duplicate", "kneeling", "power", "gold")

    duplicate: bool = False
    facedown: bool = False
    kneeling: bool = False
    power: int = 0
    gold: int = 0
    tokens: tuple[tuple[str, int], ...] = ()
    how: str = ""
    since: str = ""
    fields: dict[str, FieldValue] = {}  # noqa: RUF012 - msgspec copies it


class AgotListing(cards.CardListing[LaidAgotCard]):
    """The cards of a position of one of the two games.

    `plain` are the cards that lie unnamed in areas of plots and in others; `facedown_at` are the waiting points at
    which cards lie facedown in areas of some kinds, `staying` the types of cards that a rule keeps in the game.
    """

    laid_card: ClassVar[type[cards.LaidCard]] = LaidAgotCard
    on_cards: ClassVar[tuple[str, ...]] = ("duplicates", "attachments")
    plain: ClassVar[tuple[str, str]]
    facedown_at: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    staying: ClassVar[Mapping[str, str]] = {}
    factions: ClassVar[tuple[str, ...]]

    @classmethod
    def keys_of_players(cls, table: type[CardGameTable]) -> tuple[str, ...]:
        return (*cls.areas, "play", *field_names(table.new_player), "power", "usage")

    def default_plot(self) -> str | None:
        """The plot that is revealed if the position names none."""
        return self.plain[0]

    def plain_card(self, kind: str) -> str:
        return self.plain[kind not in PLOTS]

    # players

    def read_player(self, seat: Seat, fields: Mapping[str, DocumentNode]) -> None:
        unsaid = {
            "deck": DECK,
            "plots": 2,
            "plot": self.default_plot(),
            "faction": self.factions[self.seats.index(seat) % len(self.factions)],
            **dict.fromkeys(("chosen", "agenda")),
        }
        for kind in self.areas:
            field = self.field(fields, kind, unsaid.get(kind, []))
            if kind == "used":
                self.check_facedown(fields)
            if kind == "faction":
                self.read_faction(seat, field, fields["power"].number() if "power" in fields else 0)
            elif kind in SINGLE:
                self.read_single(seat, kind, field)
            else:
                self.read_area(seat, kind, field)
        for each in self.field(fields, "play", []).items():
            self.read_in_play(seat, each, "play")

    def check_facedown(self, fields: Mapping[str, DocumentNode]) -> None:
        """Raises Unreadable for cards that lie facedown where none do at this waiting point."""
        for name, points in self.facedown_at.items():
            if name in fields and self.at not in points and fields[name].value not in NO_CARDS:
                raise fields[name].wrong(f"none lie facedown at {self.at}: only at {', '.join(points)}")

    def read_single(self, seat: Seat, kind: str, field: DocumentNode) -> None:
        """Read the one card of an area, or none."""
        if field.value not in (None, "none"):
            self.read_card(field, seat, zone(seat, kind)).listed = is_written(field)

    def read_faction(self, seat: Seat, field: DocumentNode, power: int) -> None:
        """Read a faction card, by its faction or its id. Raises Unreadable."""
        given = field.value.get("card") if isinstance(field.value, dict) else field.value
        there = [each for each in self.pool.cards.values() if each.type == "faction"]
        found = [each.id for each in there if each.faction == given]
        if found and isinstance(field.value, dict):
            field = DocumentNode(field.place, {**field.value, "card": found[0]})
        elif found:
            field = DocumentNode(field.place, found[0])
        elif isinstance(given, str) and not (given in self.pool.cards or given.partition("#")[0] in self.pool.by_id):
            factions = [each for card in there for each in (card.faction, card.id)]
            raise field.wrong(f"{given!r} is no faction and no card", meant_by(given, factions))
        entry = self.read_card(field, seat, zone(seat, "faction"))
        entry.laid = structs.replace(entry.laid, power=entry.laid.power + power)

    # cards

    def state_of(self, fields: Mapping[str, DocumentNode], on: str) -> dict[str, Any]:
        return super().state_of(fields, on) | {"duplicate": on == "duplicates"}

    def area_fault(self, printed: Any, kind: str, how: str) -> str:
        if kind == "removed":
            rule = self.staying.get(printed.type)
            return f"it cannot be removed from the game ({rule})" if rule else ""
        fits = {
            **dict.fromkeys(PLOTS, printed.type == "plot"),
            "agenda": printed.type == "agenda",
            "faction": printed.type == "faction",
            "dead": printed.type == "character",
            "play": printed.deck == "draw" and (printed.type != "event" or self.enters_as_attachment(how)),
        }
        return "" if fits.get(kind, printed.deck == "draw") else f"it cannot lie in area {kind}"

    def enters_as_attachment(self, how: str) -> bool:
        """Whether an event that entered play in this way is an attachment."""
        return False

    def seat_unsaid(self, seat: Seat, host: int, on: str) -> Seat:
        """A duplicate stays with the owner of its copy, also where another player has taken control of that one."""
        return self.entries[host].laid.owner if on == "duplicates" else seat

    def name_cards(self) -> tuple[LaidAgotCard, ...]:
        self.check_unique()
        return super().name_cards()

    def check_unique(self) -> None:
        """Raises Unreadable if a player controls two instances of a unique card; duplicates do not count.

        An own instance may lie beside one under another player's control: no play leads there, but a rule is about it,
        that its owner cannot take the other one back.
        """
        seen: set[tuple[ZoneKey, str]] = set()
        for entry in self.entries:
            printed, laid = self.pool.cards[entry.laid.key], entry.laid
            if not printed.unique or laid.duplicate or zone_kind(laid.zone) != "play":
                continue
            if (laid.zone, printed.title) in seen:
                why = f"{printed.id} is unique and in play: list further copies under its duplicates"
                raise entry.at.wrong(f"{why} ({rule_of(self.registry.rules.cites, UNIQUE)})")
            seen.add((laid.zone, printed.title))

    def check_on_host(self, entry: CardEntry[LaidAgotCard], host: LaidAgotCard) -> None:
        on, card = self.pool.cards[host.key], self.pool.cards[entry.laid.key]
        faceup = entry.laid.duplicate and not entry.laid.facedown
        if not faceup:
            return
        why, owners = "", {entry.laid.owner, zone_owner(entry.laid.zone)}
        if not on.unique:
            why = f"{host.handle} is not unique: only a unique card has duplicates"
        elif on.title != card.title or not card.unique:
            why = f"{entry.at.value!r} is no further copy of the unique card {host.handle}"
        elif owners != {host.owner}:
            why = f"{host.handle} is {host.owner}'s, and so are its duplicates, whoever controls it"
        if why:
            raise entry.at.wrong(f"{why} ({rule_of(self.registry.rules.cites, DUPLICATE)})")


def is_written(field: DocumentNode) -> bool:
    """Whether the document contains the field; a default value has no place in it."""
    return field.place.startswith("position.")
