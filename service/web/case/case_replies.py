"""Replies about cases. An entry of a case has further fields, which depend on its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta

from domain.judging.cases.awaiting import AwaitedMove
from domain.kernel.refusals import JsonObject
from service.app.case.precedents import CaseLikeness
from service.files.signing import Ed25519Signature
from service.web.replies import Reply, UtcTime, named_schema

# what each state of a case is, and what follows
STATES = {
    "opened": "no judge has taken it",
    "examined": "a judge is in charge and has not ruled",
    "ruled": "there is a ruling, which the seats accept or appeal, and may be ruled anew",
    "appealed": "the head judge is to answer",
    "answered": "the head judge has answered, which is final",
    "remedied": "the remedy of the ruling was carried out",
    "closed": "it is over",
}
STATE = f"{'; '.join(f'`{state}`: {what}' for state, what in STATES.items())}."
EntryNumber = Annotated[int, Meta(description="The number of the entry in the case, from 1.")]
SharedNumber = Annotated[
    int, Meta(description="In a `statement_shared`: the number of the entry that is shared with all seats.")
]

End = Annotated[
    Mapping[str, str],
    Meta(
        description="In a `preview_made`, a `ruling_given` and an `appeal_answered`: `winner`, `how` and `rule` with"
        " which the match ends by the remedy. Absent if the match goes on, or if its end rests on what is hidden."
    ),
]


@named_schema("Entry")
class EntryReply(TypedDict):
    """An entry of a case as the key may read it. Its further fields depend on its kind."""

    case: str
    entry: EntryNumber
    kind: NotRequired[Annotated[str, Meta(description="`case_opened`, `case_taken`, `ruling_given` ...")]]
    shares: NotRequired[SharedNumber]
    ends: NotRequired[End]
    actor: NotRequired[str]
    role: NotRequired[str]
    at: NotRequired[UtcTime]


@named_schema("CaseEntry")
class CaseEntryReply(TypedDict):
    """An entry of a case, as far as the key may read it."""

    entry: EntryNumber
    kind: str
    at: str
    shares: NotRequired[SharedNumber]
    ends: NotRequired[End]


class CaseSummaryReply(Reply, schema_name="CaseSummary"):
    """A case in a list."""

    case: str
    match: str
    game: str
    state: Annotated[str, Meta(description=STATE)]
    frozen: Annotated[bool, Meta(description="Whether the case freezes the match.")]
    judge: Annotated[str, Meta(description="The judge in charge; empty if there is none.")]
    opened: UtcTime
    version: Annotated[int, Meta(description="The version of the match at which the case was opened.")]
    moment: Annotated[str, Meta(description="The disputed place; empty if it is not known.")]
    rules: Annotated[Sequence[str], Meta(description="The rules that the case cites.")]
    rulings: int
    remedied: bool
    freeze: Annotated[bool, Meta(description="False for a note, which does not freeze the match.")]
    names: Annotated[str, Meta(description="The earlier case that this case is about.")]
    waits_for: Annotated[
        Sequence[AwaitedMove],
        Meta(description="Who has to act before the case can continue, as far as the key may know."),
    ]


class CaseReply(CaseSummaryReply, schema_name="Case"):
    """A case with its entries. Entries that the key may not read leave gaps in the numbers."""

    newest: Annotated[int | None, Meta(description="The newest version of the match; null if the key may not know it.")]
    record_shows: Annotated[
        Sequence[str],
        Meta(
            description="For its judges: whether the seats at the places that the case is about were asked or passed,"
            " and when, in a sentence each."
        ),
    ]
    entries: Sequence[CaseEntryReply]
    next: Annotated[int | None, Meta(description="The entry after which the next page begins.")]


class CasesReply(Reply, schema_name="Cases"):
    """Cases, the newest first."""

    cases: Sequence[CaseSummaryReply]
    next: str | None
    damaged: Annotated[
        Sequence[str],
        Meta(
            description="If the query names a `match`: its cases that cannot be read; the match's integrity says why."
        ),
    ]


class LikeCaseReply(CaseSummaryReply, schema_name="LikeCase"):
    """A case that is similar to another one."""

    like: CaseLikeness


class LikeCasesReply(Reply, schema_name="LikeCases"):
    """The cases similar to one case, the most similar first."""

    case: str
    cases: Sequence[LikeCaseReply]


class SignedCaseReply(Reply, schema_name="SignedCase"):
    """A signed case, as the key may read it."""

    document: Annotated[
        JsonObject,
        Meta(description="The case, with the fields `format`, `exported`, `read_as`, `case`, `entries` and `rules`."),
    ]
    signature: Ed25519Signature


class PublicKeyReply(Reply, schema_name="PublicKey"):
    """The key with which exports are signed."""

    algorithm: str
    key: Annotated[str, Meta(description="The public key, 32 bytes in base64.")]
