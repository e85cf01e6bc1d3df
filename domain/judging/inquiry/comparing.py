"""Two tables side by side: the differences that a viewer sees, and the action that touched each last.

Views are compared, so nobody is told more than the views show. Read `differences`, `compare_versions`,
`touching_places`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.view_changes import (
    NO_BOUND,
    Field,
    Flat,
    ViewBudget,
    changed_fields,
    changes_back,
    flatten_view,
    view_at,
    view_of_table,
)
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, Handle, Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.match.aggregate import Match, Refused
from domain.match.events import StoredEvent


class FieldDifference(Struct, frozen=True, omit_defaults=True):
    """One field of one object in which two tables differ; `touched` is where it was last changed on each side."""

    object: str
    field: str
    left: Any = None
    right: Any = None
    touched_left: str = ""
    touched_right: str = ""


class CardOrigins:
    """Where the cards of a side come from: under which handle each lay where the two sides parted, as a viewer knows.

    A card that nobody was told to have moved since lies under that handle still. Without a table
    of such a place a handle is one card on both sides.
    """

    def __init__(self, table: CardTable | None = None) -> None:
        self.table = table
        self.since: dict[str, Handle] = {}

    def follow(self, facts: Iterable[Fact]) -> None:
        """Follow the cards through facts, as the viewer may read them."""
        for fact in facts:
            for old, new in renamed_handles(fact):
                if new and new != old:
                    self.since[new] = self.of(old)

    def of(self, handle: str) -> Handle:
        """The handle of a card where the sides parted; empty where the viewer cannot tell."""
        if handle in self.since:
            return self.since[handle]
        return Handle(handle) if self.table is None or handle in self.table.cards else NO_CARD

    def is_other(self, handle: str, origin: Handle) -> bool:
        """Whether a handle is on this side that of another card than one of this origin, as far as can be told."""
        return handle in self.since and (not origin or self.since[handle] != origin)

    def tells_apart(self, one: Handle, other: Handle) -> bool:
        """Whether two origins are surely two cards: not so of cards of a deck, which no order tells apart."""
        if self.table is None or not one or not other or one == other:
            return False
        return all(self.table.sight(self.table.cards[each]) != "nobody" for each in (one, other))


def origins_of(
    chronicle: Chronicle, left: int, other: Chronicle, right: int, viewer: Viewer, *, judging: bool
) -> tuple[CardOrigins, CardOrigins]:
    """The origins of the cards of two versions, of one match or of branches, as a viewer can follow the cards."""
    paths = (chronicle.path(left), other.path(right))
    shared = 0
    for one, two in zip(*paths, strict=False):
        if one != two or not is_same_event(chronicle.events[one], other.events[two]):
            break
        shared += 1
    parted = paths[0][shared - 1] if shared else 0
    found = []
    for side, way in ((chronicle, paths[0]), (other, paths[1])):
        origins = CardOrigins(chronicle.at(parted).table)
        for version in way[shared:]:
            origins.follow(fact for _, fact in read_facts(side.events[version].facts, viewer, judging=judging))
        found.append(origins)
    return found[0], found[1]


def is_same_event(one: StoredEvent, other: StoredEvent) -> bool:
    """Whether two events did the same: one of the match, and one of a branch that goes the same way."""
    return one is other or one.facts == other.facts


SAME_HANDLES = (CardOrigins(), CardOrigins())


def match_handles(left: Flat, right: Flat, origins: tuple[CardOrigins, CardOrigins] = SAME_HANDLES) -> dict[str, str]:
    """The name in the comparison of each card of the right that is not called there as on the right.

    A card has the handle that it has on the left: it is found by its origin, where the viewer can follow it, else by
    its key and area, then by its key. One that is not on the left, but whose handle is another card's there, has
    `@right` behind it.
    """
    one, other = cards_in(left), cards_in(right)
    of_left, of_right = origins
    by_origin = {origin: card for card in one if (origin := of_left.of(card))}
    found: dict[str, str] = {}
    for card in other:
        same = by_origin.get(of_right.of(card))
        if same is not None and left.get((same, "key")) == right.get((card, "key")):
            found[card] = same
    for fields in (("key", "area"), ("key",)):
        free: dict[tuple[Json, ...], list[str]] = {}
        taken = set(found.values())
        for card in one:
            if card not in taken:
                free.setdefault(tuple(left.get((card, name)) for name in fields), []).append(card)
        for card in other:
            alike = free.get(tuple(right.get((card, name)) for name in fields), []) if card not in found else []
            same = next((each for each in alike if not of_left.tells_apart(of_left.of(each), of_right.of(card))), None)
            if same is not None:
                alike.remove(same)
                found[card] = same
    there = set(one)
    names = {card: found.get(card, f"{card}@right" if card in there else card) for card in other}
    return {card: name for card, name in names.items() if card != name}


def cards_in(view: Flat) -> list[str]:
    return [object for object, field in view if field == "key"]


def rename_cards(table: Flat, names: dict[str, str]) -> Flat:
    """The view with other handles, also where one card names another."""
    return {
        (names.get(object, object), field): rename_in_value(value, names) for (object, field), value in table.items()
    }


def rename_in_value(value: Json, names: dict[str, str]) -> Json:
    if isinstance(value, (list, tuple)):
        return tuple(rename_in_value(each, names) for each in value)
    return names.get(value, value) if isinstance(value, str) else value


def differences(
    left: JsonObject, right: JsonObject, origins: tuple[CardOrigins, CardOrigins] = SAME_HANDLES
) -> tuple[list[FieldDifference], dict[str, str]]:
    """What differs between two views, and the handles on the right of cards that the rows call otherwise."""
    one, other = flatten_view(left), flatten_view(right)
    names = match_handles(one, other, origins)
    other = rename_cards(other, names)
    rows = [
        FieldDifference(object, field, one.get((object, field)), other.get((object, field)))
        for object, field in dict.fromkeys((*one, *other))
        if one.get((object, field)) != other.get((object, field))
    ]
    return rows, {kept: handle for handle, kept in names.items()}


class TableComparison(Struct, frozen=True):
    """What differs between two sides; `next` is where the search for what touched it goes on, 0 where it is done.

    `handles` are the handles on the right of the cards that the differences call otherwise.
    """

    differences: list[FieldDifference]
    next: int = 0
    handles: dict[str, str] = {}


def compare_versions(
    chronicle: Chronicle, left: int, right: int, viewer: Viewer, other: Chronicle | None = None, *, judging: bool
) -> list[FieldDifference]:
    """The differences between two versions, with the place that last touched each on the way to either.

    The right one may be a version of another chronicle of the match: of a branch.
    """
    return compare_in_part(chronicle, left, right, viewer, other, judging=judging).differences


def compare_in_part(
    chronicle: Chronicle,
    left: int,
    right: int,
    viewer: Viewer,
    other: Chronicle | None = None,
    *,
    judging: bool,
    before: int = NO_BOUND,
    most: int = NO_BOUND,
) -> TableComparison:
    """The comparison of two versions, as `compare_versions` gives it, from a search that is cut short.

    What touched a difference last is searched before version `before`, in at most `most` views of each side.
    """
    other = other or chronicle
    origins = of_left, of_right = origins_of(chronicle, left, other, right, viewer, judging=judging)
    rows, handles = differences(
        view_at(chronicle, viewer, left, judging=judging), view_at(other, viewer, right, judging=judging), origins
    )
    # a card that has moved lost its old handle's fields by the move: those are looked for under each of its handles
    elsewhere = set(handles.values())
    mine, theirs = dict[str, tuple[str, ...]](), dict[str, tuple[str, ...]]()
    for object in dict.fromkeys(row.object for row in rows):
        there = handles.get(object, "" if object in elsewhere else object)
        origin = of_left.of(object) or of_right.of(there)
        mine[object] = handles_on(of_left, origin, object, there)
        theirs[object] = handles_on(of_right, origin, there, object)
    wanted = {(handle, row.field) for row in rows for handle in looked_for(mine[row.object], row.left)}
    other_wanted = {(handle, row.field) for row in rows for handle in looked_for(theirs[row.object], row.right)}
    on_left, one = last_touches(
        chronicle, last_before(chronicle, left, before), viewer, wanted, ViewBudget(most), judging=judging
    )
    on_right, two = last_touches(
        other, last_before(other, right, before), viewer, other_wanted, ViewBudget(most), judging=judging
    )
    found = [
        structs.replace(
            row,
            touched_left=touch_of(row, on_left, mine[row.object]),
            touched_right=touch_of(row, on_right, theirs[row.object]),
        )
        for row in rows
    ]
    return TableComparison(found, max(one, two) + 1 if one or two else 0, handles)


def handles_on(origins: CardOrigins, origin: Handle, own: str, opposite: str) -> tuple[str, ...]:
    """The handles by which an object may be looked for on one side: its own there, then others that it had."""
    others = [each for each in (origin, opposite) if each and not origins.is_other(each, origin)]
    return tuple(dict.fromkeys(each for each in (own, *others) if each))


def looked_for(handles: tuple[str, ...], value: Json) -> tuple[str, ...]:
    """The handles under which the last change of a field is looked for: one that is there changed under its own."""
    return handles if value is None else handles[:1]


def touch_of(row: FieldDifference, touches: Mapping[Field, str], handles: tuple[str, ...]) -> str:
    """The place that last touched the field of a row under the first of these handles that it is known by, or empty."""
    return next((touches[handle, row.field] for handle in handles if (handle, row.field) in touches), "")


def last_before(chronicle: Chronicle, version: int, before: int) -> int:
    """The last version before another one on the way to a version; 0 if there is none."""
    return max((each for each in chronicle.path(version) if each < before), default=0)


def compare_with_view(
    chronicle: Chronicle,
    version: int,
    typed: JsonObject,
    viewer: Viewer,
    *,
    judging: bool,
    before: int = NO_BOUND,
    most: int = NO_BOUND,
) -> TableComparison:
    """The differences between a version and the view of a typed position; searched as in `compare_in_part`."""
    rows, handles = differences(view_at(chronicle, viewer, version, judging=judging), typed)
    wanted = {(row.object, row.field) for row in rows}
    last, stopped = last_touches(
        chronicle, last_before(chronicle, version, before), viewer, wanted, ViewBudget(most), judging=judging
    )
    found = [structs.replace(row, touched_left=last.get((row.object, row.field), "")) for row in rows]
    return TableComparison(found, stopped + 1 if stopped else 0, handles)


def view_of_position(match: Match, position: str, viewer: Viewer, *, judging: bool) -> JsonObject:
    """The view of a position (JSON text) on an empty table of the match's rules. Raises Refused."""
    rules = match.rules
    brought = GAMES[rules.name].position(rules, position)
    if isinstance(brought, Refusal):
        raise Refused(brought)
    game: Game[CardTable] = Game(rules, rules.blank(), bytes(32), 1)
    game.table.readings = match.table.readings
    rules.open(game, brought, match.table.policy)
    seen: JsonObject = rules.view(game.table, viewer, judging=judging)
    return seen


def last_touches(
    chronicle: Chronicle, version: int, viewer: Viewer, wanted: set[Field], work: ViewBudget, *, judging: bool
) -> tuple[dict[Field, str], int]:
    """The place where each field last changed on the way to a version, as the viewer saw it.

    At least one change is looked at, more while the budget lasts. Also the version at which the search stopped, 0 where
    it was finished.
    """
    left, found = set(wanted), dict[Field, str]()
    for number, change in enumerate(changes_back(chronicle, version, viewer, work, judging=judging)):
        if number and work.is_done:
            return found, change.version
        fields = left & change.before.keys()
        if fields:
            found |= touching_places(chronicle, change.version, viewer, fields, work, judging=judging)
            left -= fields
        if not left:
            break
    return found, 0


def touching_places(
    chronicle: Chronicle, version: int, viewer: Viewer, fields: set[Field], work: ViewBudget, *, judging: bool
) -> dict[Field, str]:
    """The fact of an event that last changed each field; the event itself where none alone did."""
    found = {field: str(version) for field in fields}
    last = chronicle.at(chronicle.parent(version)).table
    before = view_of_table(chronicle, last, viewer, judging=judging)
    for at, _, table in chronicle.inside(version):
        if table.looks_like(last):
            continue
        work.spend()
        now = view_within_event(chronicle, table, viewer, judging=judging)
        if now is None:
            continue
        was, _ = changed_fields(before, now)
        found |= dict.fromkeys(fields & was.keys(), at)
        last, before = table, now
    return found


def view_within_event(chronicle: Chronicle, table: CardTable, viewer: Viewer, *, judging: bool) -> JsonObject | None:
    """A table in the middle of an event; None where it cannot be looked at there (cards are being laid)."""
    try:
        return view_of_table(chronicle, table, viewer, judging=judging)
    except (KeyError, IndexError, AssertionError, ValueError):
        return None
