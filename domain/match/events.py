"""The stored events of a match: one union tagged by `kind`, and the tree that they form.

An event is an envelope (`Action`) with the command of a seat and the facts that it caused. A judge's event is the same
envelope under another kind. The first event of a stream opens the match. Read `OpenMatch`, `Action`, `path`, then
`decoder`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from types import GenericAlias
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, structs
from msgspec.structs import StructConfig

from domain.games import GAMES
from domain.kernel.catalogue import union_of
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Flow, Procedure
from domain.kernel.formats.text_forms import SeatingText, StoredWords
from domain.kernel.ids import PUBLIC, Viewer
from domain.kernel.refusals import JsonObject
from domain.match.envelope import Envelope
from domain.match.judge_orders import REMEDIES, JudgeOrder

ENGINE = "1"


Form: TypeAlias = Any  # what msgspec takes for a type or a field; a type checker knows no type of them


def always_written(default: str) -> str:
    """A default that stands in the stored event: only a plain one is omitted."""
    made: str = msgspec.field(default_factory=lambda: default)
    return made


class OpenMatch(
    Struct, frozen=True, omit_defaults=True, tag="open_match", tag_field="type", forbid_unknown_fields=True
):
    """Open a match: the game, its seats with what each brings, the window policy, the card pack beside the pool.

    `seats` and `cards` are JSON texts in the game's own form, checked by the game; so is `position`, from which a
    match is opened in place of seats. `spectators` says who may watch without a seat or an office: `public` or nobody.
    `options` is the JSON text of the game's own options; events from before it have none, those without stay as such.
    `readings` are the rules, by id, that the match reads otherwise than by default.
    """

    game: str
    seats: tuple[SeatingText, ...]
    policy: str = always_written("public")
    cards: str = always_written("")
    commitment: str = always_written("")
    position: SeatingText = always_written("")
    spectators: str = always_written("")
    options: str = ""
    readings: dict[str, str] = {}

    @property
    def seated_in(self) -> str:
        """The key of the position under which its game has the seats."""
        return GAMES[self.game].rules.seated_in

    @property
    def pack(self) -> str:
        """The card pack of the match; the plain cards with which a position fills up come with any pack."""
        return self.cards or ("[]" if self.position else "")


RULING = ("back", "by", "case", "reason", "rules", "approved", "again", "cut")
WITHOUT_WORDS = tuple(name for name in RULING if name != "reason")
UNPUBLISHED = tuple(name for name in WITHOUT_WORDS if name != "rules")


class Action(Envelope, frozen=True, omit_defaults=True, kw_only=True, tag="action", tag_field="kind"):
    """The envelope of an event; other kinds of event have the same fields."""

    at: str
    engine: str
    pool: str
    wait: int = 0
    cmd: Any = None
    facts: tuple[Fact, ...] = ()
    flow: Flow | None = None
    back: int = 0
    by: dict[str, str] | None = None
    case: str = ""
    reason: StoredWords = ""
    rules: tuple[str, ...] = ()
    approved: dict[str, str] | None = None
    again: int = 0
    cut: int = 0


StoredCommand: TypeAlias = OpenMatch | Command | JudgeOrder


class StoredEvent(Protocol):
    """A stored event as it is read: the envelope and what it carries, whichever game and kind it is of."""

    @property
    def __struct_config__(self) -> StructConfig: ...

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def engine(self) -> str: ...
    @property
    def pool(self) -> str: ...
    @property
    def wait(self) -> int: ...
    @property
    def cmd(self) -> Any: ...
    @property
    def facts(self) -> tuple[Fact, ...]: ...
    @property
    def flow(self) -> Flow | None: ...
    @property
    def back(self) -> int: ...
    @property
    def by(self) -> dict[str, str] | None: ...
    @property
    def case(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...
    @property
    def approved(self) -> dict[str, str] | None: ...
    @property
    def again(self) -> int: ...
    @property
    def cut(self) -> int: ...


class FoldedFlow(Protocol):
    """A stored `Flow`, whose frames are read only if no later one covers them."""

    @property
    def keep(self) -> int: ...
    @property
    def frames(self) -> tuple[Procedure, ...] | msgspec.Raw: ...
    @property
    def counter(self) -> int: ...
    @property
    def serial(self) -> int: ...


class FoldedEvent(Protocol):
    """What folding needs of a stored event."""

    @property
    def __struct_config__(self) -> StructConfig: ...

    @property
    def key(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def facts(self) -> tuple[Fact, ...]: ...
    @property
    def flow(self) -> FoldedFlow | None: ...
    @property
    def back(self) -> int: ...
    @property
    def case(self) -> str: ...


FOLDED_FIELDS = ("key", "actor", "at", "back", "case")
NO_FRAMES = msgspec.Raw(b"[]")

EVENT_KINDS = (
    "action",
    "rewound",
    "corrected",
    "accepted",
    "annulled",
    "ability_resolved_now",
    "opportunity_restored",
    "frozen",
    "resumed",
    "clock",
    "ended_by_ruling",
    "seed_revealed",
    "reseated",
)


RESEATED = "reseated"


def event_kind(event: FoldedEvent) -> str:
    """The kind of an event: `action` for a seat's, else what a judge did."""
    return str(event.__struct_config__.tag)


class VisibleRuling(Struct, frozen=True, kw_only=True):
    """The part of a judge's event that somebody may read, under the names of `Action`; what is missing is left out."""

    back: int | UnsetType = UNSET
    by: dict[str, str] | UnsetType = UNSET
    case: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    rules: tuple[str, ...] | UnsetType = UNSET
    approved: dict[str, str] | UnsetType = UNSET
    again: int | UnsetType = UNSET
    cut: int | UnsetType = UNSET


class VisibleEvent(Struct, frozen=True, kw_only=True):
    """A stored event as somebody may read it: envelope, command and facts, and of a judge's event kind and ruling.

    The command and the facts are JSON objects; each fact has its place in the event.
    """

    version: int
    id: str
    actor: str
    at: str
    engine: str
    pool: str
    wait: int
    command: JsonObject | UnsetType = UNSET
    facts: tuple[JsonObject, ...]
    kind: str | UnsetType = UNSET
    back: int | UnsetType = UNSET
    by: dict[str, str] | UnsetType = UNSET
    case: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    rules: tuple[str, ...] | UnsetType = UNSET
    approved: dict[str, str] | UnsetType = UNSET
    again: int | UnsetType = UNSET
    cut: int | UnsetType = UNSET


def ruling_of(event: StoredEvent, viewer: Viewer) -> VisibleRuling:
    """The part of a judge's event that a viewer may read; without any field for an action of a seat.

    Seats and judges read the reason of a ruling; the public reads what was published of it, in the case. A freeze names
    its case and has no words, as those are for the readers of the case; older matches hold the words of the call as the
    reason of the freeze. The rules that a ruling or a call cites are treated in the same way: who may read the title of
    a call may read them, the public may not.
    """
    kind = event_kind(event)
    if kind == "action":
        return VisibleRuling()
    fields = WITHOUT_WORDS if kind == "frozen" or viewer == PUBLIC else RULING
    if viewer == PUBLIC and event.case:
        fields = UNPUBLISHED
    return VisibleRuling(**{name: value for name in fields if (value := getattr(event, name))})


@cache
def event_type(kind: str) -> type[Action]:
    """The type of events of a kind: the envelope under another tag."""
    if kind == "action":
        return Action
    made = msgspec.defstruct(kind.title().replace("_", ""), [], bases=(Action,), frozen=True, tag=kind)
    assert issubclass(made, Action)
    return made


def path(backs: dict[int, int], version: int) -> list[int]:
    """The versions from the first to this one along their parents."""
    found = []
    while version > 0:
        found.append(version)
        version = backs.get(version, version - 1)
    return found[::-1]


@cache
def decoder(game: str) -> msgspec.json.Decoder[StoredEvent]:
    """The typed decoder of a game's stored events."""
    rules = GAMES[game].rules
    command = union_of((OpenMatch, *rules.commands, *REMEDIES))
    fields = [each for each in envelope_fields() if each[0] not in ("cmd", "facts", "flow")]
    facts, frames = tuple_of(rules.facts), tuple_of(rules.frames)
    carried = [("cmd", command | None, None), ("facts", facts, ()), ("flow", flow_type(frames, ()) | None, None)]
    return decoder_of([*fields, *carried])


class FoldReader(NamedTuple):
    """How a game's stored events are read where they are folded.

    `events` reads neither the command nor who ruled what and why. It reads a fact that folds to nothing, which is of an
    `idle` type, without its fields, and leaves the frames of the stack to `frames`.
    """

    events: msgspec.json.Decoder[FoldedEvent]
    frames: msgspec.json.Decoder[tuple[Procedure, ...]]
    idle: frozenset[type[Fact]]


@cache
def fold_reader(game: str) -> FoldReader:
    """How a game's stored events are read where they are folded."""
    rules = GAMES[game].rules
    idle = {each: without_fields(each) for each in rules.facts if each.apply is Fact.apply}
    facts = tuple_of([idle.get(each, each) for each in rules.facts])
    fields = [each for each in envelope_fields() if each[0] in FOLDED_FIELDS]
    carried = [("facts", facts, ()), ("flow", flow_type(msgspec.Raw, NO_FRAMES) | None, None)]
    frames = msgspec.json.Decoder(tuple_of(rules.frames))
    return FoldReader(decoder_of([*fields, *carried]), frames, frozenset(idle.values()))


def without_fields(fact: type[Fact]) -> type[Fact]:
    """The type of a fact as it is read where its fields do not matter."""
    made = msgspec.defstruct(fact.__name__, [], bases=(Fact,), frozen=True, gc=False, tag=fact.__struct_config__.tag)
    assert issubclass(made, Fact)
    return made


def tuple_of(types: Iterable[type[Struct]]) -> Form:
    """The type of a tuple of these, told apart by their tags."""
    return GenericAlias(tuple, (union_of(tuple(types)), ...))


def envelope_fields() -> list[Form]:
    """The fields of the envelope, as `msgspec.defstruct` takes them."""
    return [
        (each.name, each.type, each.default) if each.default is not msgspec.NODEFAULT else (each.name, each.type)
        for each in structs.fields(Action)
    ]


def flow_type(frames: Form, none: object) -> type[Struct]:
    """The type of a stored `Flow` whose frames are read as this type; `none` where it has none."""
    parts: list[Form] = [("keep", int), ("frames", frames, none), ("counter", int, 0), ("serial", int, 0)]
    return msgspec.defstruct("Flow", parts, frozen=True, gc=False)


def decoder_of(fields: list[Form]) -> msgspec.json.Decoder[Any]:
    """The decoder of stored events of all kinds with these fields."""
    kinds = [
        msgspec.defstruct(f"Event_{kind}", fields, frozen=True, kw_only=True, gc=False, tag=kind, tag_field="kind")
        for kind in EVENT_KINDS
    ]
    return msgspec.json.Decoder(union_of(tuple(kinds)))


ENCODER = msgspec.json.Encoder()


class FirstEvent(Struct):
    """The one field by which the first event of a stream says which game it is of."""

    cmd: OpenMatch


OPENING = msgspec.json.Decoder(FirstEvent)
