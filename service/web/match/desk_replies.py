"""Replies about the judges' desk of a match, its lines and the keys of its seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypedDict

import msgspec
from msgspec import Meta

from domain.kernel.refusals import JsonObject
from service.web.replies import Reply, named_schema


@named_schema("DeskEntry")
class DeskEntryReply(TypedDict):
    """An entry of the judges' desk of a match. Its further fields depend on its kind."""

    match: str
    entry: int
    kind: str


class DeskReply(Reply, schema_name="Desk"):
    """The judges' desk of a match."""

    match: str
    judges: Annotated[
        Sequence[str], Meta(description="The judges who were called to the match, not counting those of cases.")
    ]
    interested: Annotated[Sequence[str], Meta(description="The judges who declared an interest in the match.")]
    entries: Annotated[Sequence[JsonObject], Meta(description="Calls, releases, interests and looks.")]


class SealedAnswerReply(Reply, schema_name="SealedAnswer"):
    """A secret answer."""

    seat: str
    command: JsonObject


class SealedAnswersReply(Reply, schema_name="SealedAnswers"):
    """The secret answers given so far to a choice that is not revealed yet."""

    match: str
    version: int
    answers: Sequence[SealedAnswerReply]


class LineReply(Reply, schema_name="Line"):
    """Consecutive versions of one line."""

    first: int = msgspec.field(name="from")
    to: int
    line: Annotated[str, Meta(description="`main`, the line being played, or `undone`.")]
    parent: Annotated[int, Meta(description="The version before the first one.")]


class LinesReply(Reply, schema_name="Lines"):
    """The lines of a match."""

    match: str
    version: int
    frozen: Annotated[str, Meta(description="The case that freezes the match; empty if none does.")]
    lines: Sequence[LineReply]


class RenewedKeyReply(Reply, schema_name="RenewedKey"):
    """The new key of a seat; every earlier one is revoked."""

    match: str
    seat: str
    key: Annotated[str, Meta(description="The key. Only the same request again returns it once more.")]


class RevokedKeysReply(Reply, schema_name="RevokedKeys"):
    """How many keys of a seat were revoked."""

    match: str
    seat: str
    revoked: int
