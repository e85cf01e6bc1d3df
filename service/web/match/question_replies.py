"""Replies to the judge's questions about a match; `question_schemas` has the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType, structs

from domain.judging.inquiry.chronicle import Interval
from domain.judging.inquiry.clocks import FrozenTime, OpenWait, SeatTime, TimedDecision, TimeOwed, UnansweredWait
from domain.judging.inquiry.divergence import Parting
from domain.judging.inquiry.explaining import (
    ComputedNumber,
    NearestTurns,
    RemainingSteps,
    StopReason,
    Unnamed,
    UsedLimit,
    VerdictTurn,
)
from domain.judging.inquiry.missed_opportunities import DecidingEngine, MissedOpportunity
from domain.judging.inquiry.ordering import OrderingChoice
from domain.judging.inquiry.thing_history import HistoryStep
from domain.judging.inquiry.timeline import JumpMark, RoundBranch
from domain.judging.inquiry.tracing import CardKnowledge, DrawnResult, ProvenDraw
from domain.kernel.checks import CheckOutcome
from domain.kernel.refusals import Json, JsonObject
from service.web.match.play_replies import Pause, VerdictReply
from service.web.replies import Reply

Line = Annotated[str, Meta(description="The line of the version: `main` or `undone`.")]
NextFrom = Annotated[int | None, Meta(description="The `from` of the next page; null on the last.")]
NextBefore = Annotated[
    int | None,
    Meta(
        description="The `before` with which the search for what last changed a difference continues; null at its end."
    ),
]


class AboutVersion(Reply):
    """The match, version and line that an answer is about, and its viewer."""

    match: str
    version: int
    line: Line
    viewer: str


class TimelineReply(AboutVersion, schema_name="Timeline"):
    """Rounds, phases, steps, actions and facts as a tree, and the jump marks in it."""

    lines: Annotated[
        Sequence[Interval],
        Meta(description="Intervals of versions, each with `first`, `last`, `line` and `parent`."),
    ]
    rounds: Sequence[RoundBranch]
    marks: Sequence[JumpMark]
    next: NextFrom


class MissedReply(AboutVersion, schema_name="Missed"):
    """What a seat could have used and did not, as today's engine finds it; the list may be incomplete."""

    seat: str
    found: Sequence[MissedOpportunity]
    counts: Annotated[Mapping[str, int], Meta(description="The number of findings of each kind.")]
    actions: Annotated[int, Meta(description="How many actions were decided again.")]
    by: Annotated[DecidingEngine, Meta(description="The engine and card pool of this answer, and those of the record.")]
    next: NextFrom


class ReasonsReply(AboutVersion, schema_name="Reasons"):
    """A window: which seats were asked or skipped, which passed automatically, and what each could have done."""

    window: str
    kind: str
    name: str
    step: str
    first: str
    about: Sequence[str]
    by: DecidingEngine
    found: Sequence[JsonObject]


class TurnReply(Reply, schema_name="Turn"):
    """The nearest version on the same line with the opposite verdict, and what turned it.

    The cards of the command are followed: `command` is what was checked at that version.
    """

    version: int
    accepted: bool
    checks: Sequence[CheckOutcome]
    turned_at: Annotated[
        int, Meta(description="The version that turned the verdict: the later one of the two between which it turns.")
    ]
    refused_by: Annotated[
        str, Meta(description="The rule that refuses on that side of the turn on which the command is not lawful.")
    ]
    changed: Annotated[
        Sequence[JsonObject],
        Meta(
            description="Facts of `turned_at` about what the command and the reasons name, and who is asked; those"
            " about a card or an area come first."
        ),
    ]
    left_out: Annotated[int, Meta(description="The number of further facts of this kind.")]
    command: Annotated[
        JsonObject | UnsetType,
        Meta(description="The command with the handles of that version, if a card of it has another one there."),
    ] = UNSET


class NearestReply(Reply, schema_name="Nearest"):
    """The nearest changes of the verdict, before and after the version; null where it does not change."""

    earlier: TurnReply | None
    later: TurnReply | None
    last: Annotated[
        int, Meta(description="The last version of the line that was asked about: `later` looks no further.")
    ]
    unnamed_earlier: Annotated[
        Unnamed | UnsetType,
        Meta(
            description="The nearest version on the way to `earlier` (if that is null, to the first version) at which"
            " the seat could not name a card of the command: there the command was not possible at all."
        ),
    ] = UNSET
    unnamed_later: Annotated[
        Unnamed | UnsetType, Meta(description="The same on the way to `later`, or to the last version of the line.")
    ] = UNSET

    @classmethod
    def of(cls, turns: NearestTurns) -> NearestReply:
        """The reply that tells of these turns."""
        return cls(
            earlier=turn_reply(turns.earlier_turn),
            later=turn_reply(turns.later_turn),
            last=turns.last,
            unnamed_earlier=turns.earlier_unnamed or UNSET,
            unnamed_later=turns.later_unnamed or UNSET,
        )


def turn_reply(turn: VerdictTurn | None) -> TurnReply | None:
    """The reply that tells of a turn, if there is one."""
    if turn is None:
        return None
    command = UNSET if turn.command is None else msgspec.to_builtins(turn.command)
    return TurnReply(**{**structs.asdict(turn), "command": command})


class ExplainedReply(VerdictReply, schema_name="Explained"):
    """The verdict on a command at a version, every check, and the nearest versions at which the verdict changes."""

    match: str
    version: int
    line: Line
    viewer: str
    seat: str
    nearest: NearestReply
    frozen: Pause


class NumbersReply(AboutVersion, schema_name="Numbers"):
    """The computed numbers at a version, of everything that the viewer sees."""

    numbers: Sequence[ComputedNumber]


class LimitsReply(AboutVersion, schema_name="Limits"):
    """The limits in use at a version."""

    limits: Sequence[UsedLimit]


class ComingReply(AboutVersion, schema_name="Coming"):
    """What would follow if every seat passed: steps and windows up to a question or a hidden result."""

    asked: Annotated[JsonObject | None, Meta(description="The open question and the seats that it awaits.")]
    steps: Sequence[JsonObject]
    stopped: Annotated[StopReason, Meta(description="Why the prediction ends, and what would be asked there.")]
    chart: Annotated[
        Sequence[RemainingSteps], Meta(description="The remaining steps of each procedure, innermost first.")
    ]


class HistoryReply(AboutVersion, schema_name="History"):
    """The history of a thing: every fact about it that the viewer may read, on all lines."""

    thing: str
    key: Annotated[str, Meta(description="The key of the card, if the viewer knows it.")]
    names: Annotated[Sequence[str], Meta(description="The handles by which the thing was found.")]
    facts: Sequence[JsonObject]
    way: Annotated[
        Sequence[HistoryStep],
        Meta(description="Each version that changed the thing: the changed fields, before and after."),
    ]
    next: NextFrom


class OrderingsReply(AboutVersion, schema_name="Orderings"):
    """What happened at the same time and was put in order: what, in which order, chosen by whom, by which rule."""

    orderings: Annotated[
        Sequence[OrderingChoice],
        Meta(
            description="Each choice: `together` is what happened at the same time, `order` the order, or what comes"
            " next."
        ),
    ]


class KnowledgeReply(AboutVersion, schema_name="Knowledge"):
    """Who knew which hidden card, and since when. A seat reads what it knows itself and what everybody knows."""

    known: Annotated[Sequence[CardKnowledge], Meta(description="The hidden cards, and who knows them.")]
    seen: Annotated[Sequence[CardKnowledge], Meta(description="Everything that was learned up to this version.")]


class ChanceReply(AboutVersion, schema_name="Chance"):
    """Each random result with its purpose; for judges, and once the seed is revealed, with the stream's counters."""

    commitment: str
    seed: Annotated[str | None, Meta(description="The seed, once it has been revealed.")]
    results: Sequence[DrawnResult]


class RevealedReply(Reply, schema_name="Revealed"):
    """The revealed seed of a match, 32 bytes in hexadecimal, and its commitment."""

    match: str
    version: int
    seed: str
    commitment: str


class ProofReply(AboutVersion, schema_name="Proof"):
    """Whether a seed matches the commitment, and whether every random result follows from it."""

    commitment: str
    holds: bool
    results: Sequence[ProvenDraw]


class SideReply(Reply, schema_name="ComparedSide"):
    """A side of a comparison: a version and its line, of a branch or of the match; `typed`: sent in the body."""

    version: int | UnsetType = UNSET
    line: str | UnsetType = UNSET
    branch: str | UnsetType = UNSET
    typed: bool | UnsetType = UNSET


class DifferenceReply(Reply, schema_name="DifferenceFound"):
    """A field that differs, and the place that last changed it on each side."""

    left: Json
    right: Json
    object: Annotated[
        str,
        Meta(
            description="What differs: a path in the view, or a card by its handle on the left. A card that is not on"
            " the left has its handle on the right, with `@right` behind it where another card of the left has that"
            " handle."
        ),
    ]
    field: str
    touched_left: str | UnsetType = UNSET
    touched_right: str | UnsetType = UNSET


class DivergenceReply(Reply, schema_name="Divergence"):
    """Where a table parted from the record, the first place first, and how many errors that is."""

    first: str
    errors: int
    partings: Sequence[Parting]
    never: Sequence[tuple[str, str]]
    stopped: int


class ComparedReply(AboutVersion, schema_name="Compared"):
    """The differences of two tables as the viewer sees them; `version`, `line` and `branch` are of the right side."""

    left: Annotated[SideReply, Meta(description="The version and line of the left side, or its branch and version.")]
    right: Annotated[SideReply, Meta(description="The same for the right side, or `typed` if it was sent in the body.")]
    differences: Sequence[DifferenceReply]
    next: NextBefore
    wrong: Annotated[
        DivergenceReply | UnsetType,
        Meta(
            description="For a position in the body: the `first` place at which the table parted from the record; each"
            " further place, with the one that it `follows`; the number of `errors`; and what was `never` so."
            " `stopped` is the version at which the search stopped, 0 if it is complete; it continues with `before` ="
            " `next`."
        ),
    ] = UNSET


class ClocksReply(AboutVersion, schema_name="Clocks"):
    """The time used, in seconds, computed from the recorded times."""

    seats: Annotated[
        Mapping[str, SeatTime],
        Meta(
            description="For each seat: seconds, decisions and their average, the longest time for one answer, and the"
            " seconds by round."
        ),
    ]
    longest: Annotated[Sequence[TimedDecision], Meta(description="The longest decisions.")]
    unanswered: Annotated[
        Sequence[UnansweredWait],
        Meta(
            description="The longest waits that ended without an answer of their seat, as by the rewind of a case. The"
            " `longest` of a seat counts them, its `average` does not."
        ),
    ]
    open: Annotated[
        Sequence[OpenWait],
        Meta(
            description="The waits that go on at the version, the longest first; the seconds of their seats have them"
            " too. While a case freezes the match, they are counted up to the freeze."
        ),
    ]
    as_of: Annotated[
        str,
        Meta(
            description="Up to when open waits are counted: now, at a version that is not the newest its recorded time,"
            " while a case freezes the match the start of that."
        ),
    ]
    frozen: Annotated[float, Meta(description="How many seconds cases froze the match, up to the version.")]
    frozen_so_far: Annotated[
        float, Meta(description="The same with a freeze that goes on, which is counted up to `frozen_as_of`.")
    ]
    frozen_as_of: Annotated[
        str,
        Meta(
            description="Up to when a freeze that goes on is counted: now, at a version that is not the newest its"
            " recorded time; empty where none goes on."
        ),
    ]
    freezes: Annotated[
        Sequence[FrozenTime], Meta(description="Each freeze: its case, its first and last version, and its start.")
    ]
    untimed: Annotated[int, Meta(description="Events without a recorded time.")]
    out_of_order: Annotated[
        Sequence[int],
        Meta(description="Versions recorded earlier than the version before them; no time is counted between the two."),
    ]
    owed: Annotated[
        TimeOwed | None,
        Meta(
            description="The whole seconds owed to each seat by `judging.time.extension`, rounded up, for those who may"
            " read the rulings."
        ),
    ]
    owed_so_far: Annotated[
        TimeOwed | None,
        Meta(description="What would be owed if a freeze that goes on ended at `frozen_as_of`; null where none does."),
    ]
