"""Replies to who plays or follows a match: the table, the open window and its options, actions, commands, the ledger.

The fields of a fact, of a command and of a table depend on the game: such an object is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import UNSET, Meta, UnsetType

from domain.kernel.checks import CheckOutcome
from domain.kernel.refusals import JsonObject
from domain.match.events import EVENT_KINDS
from service.web.replies import Reply, named_schema

JUDGED = tuple(each for each in EVENT_KINDS if each != "action")
Space = Annotated[JsonObject, Meta(extra_json_schema={"$ref": "#/components/schemas/Space"})]
Options = Annotated[
    Mapping[str, Space | None],
    Meta(
        description="The space of answers of each seat whose options the viewer may know; null for a seat that has"
        " answered already while others are still awaited."
    ),
]


Frozen = Annotated[
    str, Meta(description="The case that freezes the match at this version; empty if none does, and on a branch.")
]
Pause = Annotated[
    str,
    Meta(
        description="The case that freezes the match now, so that no command is taken; empty if none does, and for a"
        " question about an earlier version."
    ),
]


@named_schema("Fact")
class FactReply(TypedDict):
    """A fact that an action caused: its place in the action, its tag, and its own fields."""

    place: int
    fact: str


class AcceptedReply(Reply, schema_name="Accepted"):
    """A command that was accepted. The same request again returns the same answer."""

    match: str
    version: int
    action: Annotated[str, Meta(description="The id of the action.")]
    wait: Annotated[int, Meta(description="The wait that is open after the action; 0 if there is none.")]
    facts: Sequence[FactReply]


class VerdictReply(Reply):
    """Whether a command is legal, the rule that refuses it, and every check with its outcome."""

    verdict: Annotated[Literal["yes", "no"], Meta(description="Whether the command is legal.")]
    refused_by: Annotated[str, Meta(description="The rule that refuses it; empty for a legal command.")]
    accepted: bool
    command: Annotated[JsonObject, Meta(description="The command as the service read it, with handles and ids.")]
    checks: Sequence[CheckOutcome]


class CheckedReply(VerdictReply, schema_name="Checked"):
    """The verdict on a command, with every check; while a case freezes the match, it is no."""

    match: str
    version: int
    seat: str
    frozen: Pause


class ViewReply(Reply, schema_name="View"):
    """The table as a viewer may see it."""

    match: str
    version: int
    place: str
    viewer: str
    view: Annotated[JsonObject, Meta(description="The table; its form depends on the game.")]


class WindowReply(Reply, schema_name="Window"):
    """The open window or question; for a match that is over, only `open` and `over`."""

    match: str
    version: int
    viewer: str
    open: bool
    wait: int | UnsetType = UNSET
    kind: Annotated[
        str | UnsetType,
        Meta(description="`choice`, or the kind of window: `action`, `interrupt`, `reaction` ..."),
    ] = UNSET
    name: str | UnsetType = UNSET
    step: Annotated[str | UnsetType, Meta(description="The step of the timing chart.")] = UNSET
    within: str | UnsetType = UNSET
    awaited: Sequence[str] | UnsetType = UNSET
    answered: Sequence[str] | UnsetType = UNSET
    sealed: bool | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    nesting: Sequence[JsonObject] | UnsetType = UNSET
    options: Options | UnsetType = UNSET
    always: Sequence[str] | UnsetType = UNSET
    first: str | UnsetType = UNSET
    priority: str | UnsetType = UNSET
    passed: Sequence[str] | UnsetType = UNSET
    about: Sequence[JsonObject] | UnsetType = UNSET
    over: JsonObject | UnsetType = UNSET
    frozen: Frozen = ""


class OptionsReply(Reply, schema_name="Options"):
    """The space of each answer, which a client can check and draw without the engine."""

    match: str
    version: int
    viewer: str
    open: bool
    wait: int
    within: Annotated[str, Meta(description="What is under way, in words; empty where nobody is awaited.")]
    awaited: Sequence[str]
    options: Options
    always: Annotated[Sequence[str], Meta(description="The types of command that are legal at any time.")]
    frozen: Frozen = ""


# --- actions


@named_schema("Office", is_open=False)
class OfficeReply(TypedDict):
    """Who acted in which office."""

    actor: str
    role: str


@named_schema("Approval", is_open=False)
class ApprovalReply(TypedDict):
    """Who approved a remedy in which office; `report` is the preview that they read."""

    actor: str
    role: str
    report: NotRequired[str]


class ActionReply(Reply, schema_name="Action"):
    """An action as a viewer may read it: a seat's command, or a judge's act, which has a `kind`."""

    version: int
    id: str
    actor: str
    at: str
    engine: str
    pool: str
    wait: int
    command: Annotated[
        JsonObject | UnsetType,
        Meta(description="Complete for the seat that gave it, else at least its type; a judge's act may have none."),
    ] = UNSET
    facts: Annotated[
        Sequence[FactReply],
        Meta(description="The facts that the viewer may read; hidden facts leave gaps between the places."),
    ]
    kind: Annotated[
        str | UnsetType,
        Meta(
            description="The act of a judge, or of whoever seats other players; a seat's action has none.",
            extra_json_schema={"enum": list(JUDGED)},
        ),
    ] = UNSET
    back: Annotated[int | UnsetType, Meta(description="After a rewind, the version from which play continues.")] = UNSET
    by: Annotated[OfficeReply | UnsetType, Meta(description="Who of the staff acted, and in which office.")] = UNSET
    case: Annotated[str | UnsetType, Meta(description="The case of the judge's act.")] = UNSET
    reason: Annotated[str | UnsetType, Meta(description="The judge's reason, for seats and judges.")] = UNSET
    rules: Annotated[Sequence[str] | UnsetType, Meta(description="The rules that the judge cites.")] = UNSET
    approved: Annotated[ApprovalReply | UnsetType, Meta(description="The person who approved it.")] = UNSET
    again: Annotated[int | UnsetType, Meta(description="The version whose command was given again.")] = UNSET
    cut: Annotated[
        int | UnsetType,
        Meta(description="How many of the facts the judge stated; the rules add the others."),
    ] = UNSET


class ActionsReply(Reply, schema_name="Actions"):
    """A page of actions. The next page is read with `after` = `next`."""

    match: str
    version: int
    viewer: str
    actions: Sequence[ActionReply]
    next: int
    more: bool


class WindowsReply(Reply, schema_name="Windows"):
    """A page of the window ledger. `version` is the last version that the ledger has read."""

    match: str
    version: int
    offers: Annotated[int, Meta(description="The last version whose offers the ledger knows.")]
    viewer: str
    windows: Sequence[JsonObject]
    next: str | None
