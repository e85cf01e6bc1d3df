"""Replies about branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.kernel.refusals import JsonObject
from service.web.match.match_replies import EndingReply
from service.web.match.play_replies import FactReply, OptionsReply, VerdictReply, WindowReply
from service.web.match.question_replies import DifferenceReply, NextBefore, SideReply
from service.web.replies import Reply


class BranchReply(Reply, schema_name="Branch"):
    """A branch, where it stands, and a report on the decisions that were applied again."""

    branch: str
    match: str
    requested: Annotated[int, Meta(description="The version that the request named.")] = msgspec.field(name="from")
    base: Annotated[
        int,
        Meta(description="The version where it begins: `from`, or the start of a choice that is still secret."),
    ]
    line: Annotated[str, Meta(description="The line of the base: `main` or `undone`.")]
    tip: Annotated[int, Meta(description="The last of the later versions whose decision can be applied again.")]
    deeds: Annotated[
        Sequence[JsonObject], Meta(description="What was done on the branch; nothing else of it is stored.")
    ]
    version: Annotated[int, Meta(description="The last version of the branch, counted along the branch.")]
    steps: int
    awaited: Sequence[str]
    over: EndingReply | None
    reports: Annotated[
        Sequence[JsonObject],
        Meta(
            description="For each time that decisions were applied again: the `first` misfit, `fitted_before`,"
            " `stopped` ..."
        ),
    ]
    kept: bool
    by: str | UnsetType = UNSET
    at: str | UnsetType = UNSET


class ListedBranchReply(Reply, schema_name="ListedBranch"):
    """A branch in a list: who began it at which version, and how many things were done on it."""

    branch: str
    requested: int = msgspec.field(name="from")
    done: int
    by: str
    at: str


class BranchesReply(Reply, schema_name="Branches"):
    """A page of the branches of a match."""

    match: str
    branches: Sequence[ListedBranchReply]
    next: str | None


class AboutBranch(Reply):
    """The branch, match and version that an answer is about, and its viewer."""

    branch: str
    match: str
    version: int
    viewer: str


class BranchStepReply(Reply, schema_name="BranchStep"):
    """A step: a command given on the branch, a decision applied again (`of` its version), a pass, or a judge's act."""

    step: int
    version: int
    how: str
    of: int
    seat: str
    facts: Sequence[FactReply]
    command: JsonObject | UnsetType = UNSET


class BranchStepsReply(AboutBranch, schema_name="BranchSteps"):
    """A page of what happened on a branch."""

    steps: Sequence[BranchStepReply]
    next: int | None


class BranchViewReply(AboutBranch, schema_name="BranchView"):
    """The table of a branch."""

    view: Annotated[JsonObject, Meta(description="The table; its form depends on the game.")]


class BranchWindowReply(WindowReply, schema_name="BranchWindow"):
    """The open window or question of a branch."""

    branch: str


class BranchOptionsReply(OptionsReply, schema_name="BranchOptions"):
    """The space of each answer on a branch."""

    branch: str


class BranchComparedReply(AboutBranch, schema_name="BranchCompared"):
    """The differences between a branch and its match or another branch."""

    left: Annotated[SideReply, Meta(description="The left side: its version, and its branch if it has one.")]
    differences: Sequence[DifferenceReply]
    next: NextBefore


class BranchCheckedReply(VerdictReply, schema_name="BranchChecked"):
    """The verdict on a command on a branch, with every check."""

    branch: str
    match: str
    version: int
    viewer: str
    seat: str
