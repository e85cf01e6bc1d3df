"""Bodies that change a table: changes by hand, remedies, orders and deeds on branches.

The types that read them also give the document its schemas, with `EXAMPLES`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct, structs

from domain.games import GAMES, closed_words_of
from domain.judging.branches import branch
from domain.judging.branches.branch import AnyOrder
from domain.judging.cases.entries import Ruling
from domain.judging.remedies.kinds import ANY_FORM, FORMS
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange, Change
from domain.match import judge_orders
from service.http.components import REF, component_name, ref, schemas_of
from service.web.problems import Problem
from service.web.request_parts import shape_problem

COMMAND = Annotated[dict[str, Any], Meta(extra_json_schema={"$ref": REF.format(name="Command")})]


class DeedAsked(Struct, frozen=True, omit_defaults=True, tag_field="do", forbid_unknown_fields=True):
    """Something that is to be done on a branch."""


class GiveCommand(DeedAsked, frozen=True, tag="command"):
    """Give a command for a seat. The decision that the seat took here on the match is not applied again."""

    schema_name: ClassVar[str] = "GiveCommand"

    seat: str
    command: COMMAND


class GiveOrder(DeedAsked, frozen=True, tag="order"):
    """Change the table by a judge's order."""

    schema_name: ClassVar[str] = "GiveOrder"

    order: AnyOrder


class ReapplyLater(DeedAsked, frozen=True, tag="reapply"):
    """Apply the later decisions of the match again, up to a version (0: all that the branch began with)."""

    schema_name: ClassVar[str] = "ReapplyLater"

    upto: int = 0


AnyDeed = GiveCommand | GiveOrder | ReapplyLater


class NewBranch(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A branch to begin: its version, what is done on it, and whether it is stored (`kept`) or only returned."""

    schema_name: ClassVar[str] = "NewBranch"

    version: Annotated[int, Meta(ge=1)] = msgspec.field(name="from")
    deeds: tuple[AnyDeed, ...] = ()
    kept: bool = True


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's command on the branch."""

    schema_name: ClassVar[str] = "Given"

    seat: str
    command: COMMAND


class Changes(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Changes to the table of the branch. `ends` allows them to end the match."""

    schema_name: ClassVar[str] = "Changes"

    changes: tuple[AnyChange, ...]
    ends: bool = False


class Ordered(Struct, frozen=True, forbid_unknown_fields=True):
    """A judge's order on the branch."""

    schema_name: ClassVar[str] = "Ordered"

    order: AnyOrder


class Upto(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last version whose decision is applied again; 0: all that followed when the branch was begun."""

    schema_name: ClassVar[str] = "Upto"

    upto: Annotated[int, Meta(ge=0)] = 0


def stored_deed(deed: AnyDeed) -> branch.BranchDeed:
    """The thing done on a branch, in the form in which branches are stored."""
    (stored,) = branch.DEEDS.decode(msgspec.json.encode((deed,)))
    return stored


def stored_order(order: AnyOrder) -> branch.OrderDeed:
    """A judge's order as a thing done on a branch."""
    return branch.OrderDeed(msgspec.json.decode(msgspec.json.encode(order)))


# --- remedies

IN_BODIES = ("", "remedy", "ruling.remedy")
RULED: Any = msgspec.defstruct("Ruled", [("remedy", ANY_FORM)])
ANSWERED: Any = msgspec.defstruct("Answered", [("ruling", RULED)])


def require_remedy(remedy: Any) -> None:
    """Raises Problem 422 for a value that is no remedy, with the field that is wrong."""
    require_form(remedy, ANY_FORM, remedy)


def require_ruled(ruling: Ruling | None, *, answering: bool = False) -> None:
    """Raises Problem 422 for a ruling whose remedy, if it names one, is none; `answering`: as part of an answer."""
    if ruling is not None and ruling.remedy:
        named = {"remedy": ruling.remedy}
        require_form({"ruling": named} if answering else named, ANSWERED if answering else RULED, ruling.remedy)


def require_form(value: Any, kind: Any, remedy: Any) -> None:
    """Raises Problem 422 for a remedy with a field that its kind does not have; the problem lists those that it has."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        form = FORMS.get(str(remedy.get("kind"))) if isinstance(remedy, dict) else None
        problem = shape_problem(error, form if form is not None else kind)
        parent = str(problem.because.get("field", "")).rpartition(".")[0]
        if form is None or problem.because["problem"] != "unknown field" or parent not in IN_BODIES:
            raise problem from error
        fits = [each.encode_name for each in structs.fields(form)]
        said = f"{problem.detail}: {remedy['kind']} takes {', '.join(fits) or 'no field'}"
        raise Problem(422, "request.shape", said, {**problem.because, "fields": fits}) from error


# --- the document

BODIES = (NewBranch, Given, Changes, Ordered, Upto)
UNIONS: dict[str, Any] = {"Change": AnyChange, "Order": AnyOrder, "Deed": AnyDeed, "Remedy": ANY_FORM}
SET_GOLD = {"change": "set_count", "seat": "alice", "counter": "gold", "n": 4}
CORRECTION = {"changes": [SET_GOLD]}
LATE = {"card": "0mae51hbh", "ability": 0, "missed_at": "42.7"}
REOPENED_WINDOW = {"seat": "alice", "at": "42.7"}
DONE = {"seat": "alice", "command": {"type": "concede"}}
CORRECTING = {"type": "correct_table", **CORRECTION}
EXAMPLES: dict[type, dict[str, Any]] = {
    FORMS["rewind"]: {"kind": "rewind", "to": 41},
    FORMS["correction"]: {"kind": "correction", **CORRECTION},
    FORMS["annulment"]: {"kind": "annulment", "of": 41, "change_of_mind": True},
    FORMS["late-ability"]: {"kind": "late-ability", **LATE},
    FORMS["opportunity"]: {"kind": "opportunity", **REOPENED_WINDOW},
    FORMS["acceptance"]: {"kind": "acceptance"},
    FORMS["ending"]: {"kind": "ending", "how": "loss", "winner": "bob"},
    changes.MoveCard: {"change": "move_card", "card": "0mae51hbh", "to": "alice.discard"},
    changes.SetMark: {"change": "set_mark", "thing": "0mae51hbh", "mark": "kneeling", "on": True},
    changes.SetTokens: {"change": "set_tokens", "thing": "0mae51hbh", "kind": "power", "n": 2},
    changes.SetCount: SET_GOLD,
    changes.SetController: {"change": "set_controller", "card": "0mae51hbh", "seat": "bob"},
    changes.Attach: {"change": "attach", "card": "0mae51hbh", "host": "3kq2zd8ws"},
    changes.AddEffect: {"change": "add_effect", "what": "strength", "amount": 2, "until": "phase", "on": ["0mae51hbh"]},
    changes.EndEffect: {"change": "end_effect", "effect": 3},
    changes.SetLimit: {"change": "set_limit", "key": "round:0mae51hbh:0", "n": 1},
    changes.ShuffleUnknown: {"change": "shuffle_unknown", "zone": "alice.deck"},
    changes.Show: {"change": "show", "card": "0mae51hbh", "to": ["public"]},
    changes.SetPieces: {"change": "set_pieces", "area": "winterfell", "seat": "stark", "kind": "knight", "n": 2},
    changes.SetMarker: {"change": "set_marker", "area": "winterfell", "marker": "power-token", "seat": "stark"},
    changes.SetTrack: {"change": "set_track", "track": "iron_throne", "order": ["stark", "baratheon", "lannister"]},
    changes.SetPlace: {"change": "set_place", "seat": "stark", "thing": "eddard-stark", "place": "hand"},
    changes.AskAgain: {"change": "ask_again"},
    changes.AbandonStep: {"change": "abandon_step", "frame": "window"},
    judge_orders.CorrectTable: CORRECTING,
    judge_orders.ResolveAbilityNow: {"type": "resolve_ability_now", **LATE},
    judge_orders.RestoreOpportunity: {"type": "restore_opportunity", **REOPENED_WINDOW},
    GiveCommand: {"do": "command", **DONE},
    GiveOrder: {"do": "order", "order": CORRECTING},
    ReapplyLater: {"do": "reapply"},
    NewBranch: {"from": 41, "deeds": [{"do": "reapply"}]},
    Given: DONE,
    Changes: CORRECTION,
    Ordered: {"order": CORRECTING},
    Upto: {"upto": 57},
}


PREFIXES: dict[type, str] = {
    Change: "Change",
    judge_orders.JudgeOrder: "Order",
    DeedAsked: "Deed",
    **dict.fromkeys(FORMS.values(), "Remedy"),
    **dict.fromkeys(BODIES, "Branch"),
}


def prefix_of(kind: type) -> str:
    """The prefix of a type's name in the API document; commands, cases and events share some names."""
    return next((PREFIXES[each] for each in kind.__mro__ if each in PREFIXES), "")


def body_of(kind: type) -> dict[str, Any]:
    """The reference to the schema of a body's fields in the document."""
    return ref(f"{prefix_of(kind)}{component_name(kind)}")


def component_schemas() -> dict[str, dict[str, Any]]:
    """The schemas of all these types, by their names in the document."""
    made, components = schemas_of([*UNIONS.values(), *BODIES], prefix_of)
    unions = dict(zip(UNIONS, made, strict=False))
    schemas = {kind: {**components[kind], "example": EXAMPLES[kind]} for kind in EXAMPLES}
    say_words(schemas)
    inner = {f"{prefix_of(kind)}{component_name(kind)}": by_name(each, unions) for kind, each in schemas.items()}
    return {**unions, **inner}


def say_words(schemas: dict[type, dict[str, Any]]) -> None:
    """Add to the schemas of changes, by the names of their types, the words that may stand in their fields."""
    for kind, fields in listed_words().items():
        for field, words in fields.items():
            schemas[kind]["properties"][field]["enum"] = words


def listed_words() -> dict[type, dict[str, list[str]]]:
    """The fields with a closed list, by the kind of change, and the words of all games that may stand there."""
    found: dict[type, dict[str, list[str]]] = {}
    for game in GAMES:
        for kind, lists in closed_words_of(game).items():
            listed = found.setdefault(kind, {})
            for field, words in lists.items():
                listed[field] = [*dict.fromkeys((*listed.get(field, ()), *words))]
    return found


def by_name(schema: Any, unions: dict[str, Any]) -> Any:
    """The schema with the unions in it replaced by references to their names."""
    if isinstance(schema, list):
        return [by_name(each, unions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    name = next((name for name, union in unions.items() if union == schema), "")
    return ref(name) if name else {field: by_name(each, unions) for field, each in schema.items()}


# what a ruling says of a remedy: one, or nothing where the table stays
RULED_REMEDY = {"anyOf": [ref("Remedy"), {"type": "object", "maxProperties": 0}], "default": {}}
