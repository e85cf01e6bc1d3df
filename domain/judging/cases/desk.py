"""The judges' desk of a match: who was assigned to it, who declared an interest, and looks that belong to no case.

A `Desk` is folded from a stream of its own (`desk-<match>`), with entries and a chain like a case's. Read `Desk`, then
`decide`. The judge in charge of a case looks under the case instead.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import blake2b
from typing import ClassVar

import msgspec
from msgspec import Struct, structs

from domain.judging.cases.commands import JUDGING, CaseCommand, Look, MatchSetting, Name
from domain.judging.cases.entries import LookTaken, StoredCaseEntry
from domain.kernel.formats.name_tokens import escape_sign, read_names
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.ids import ADMIN, HEAD_JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import BrokenChain, Match, Refused
from domain.match.envelope import ORGANIZER, Actor, Stamp, command_digest
from domain.match.hash_chain import GENESIS, chain_head
from domain.tournaments.own_causes import OWN_CAUSE
from domain.tournaments.player_names import is_named


class JudgeAssigned(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="judge_assigned"):
    """A judge was called to the match."""

    judge: str


class JudgeReleased(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="judge_released"):
    """A judge was released from the match."""

    judge: str


class InterestDeclared(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="interest_declared"):
    """A judge declared a part in the match, and will not judge it."""

    judge: str


SEALED = "sealed-answers"
# the offices in which somebody with a key of a scope may have asked for something about a match
OFFICES_OF_SCOPE = {**dict.fromkeys(JUDGING, JUDGING), ADMIN: (ADMIN, ORGANIZER)}

DeskEntry = JudgeAssigned | JudgeReleased | InterestDeclared | LookTaken
TYPED: msgspec.json.Decoder[DeskEntry] = msgspec.json.Decoder(DeskEntry)
ENCODER = msgspec.json.Encoder()


class DeskEntryDecoder:
    """Reads stored entries, with the names of players in their words."""

    def decode(self, payload: bytes) -> DeskEntry:
        """The entry in these bytes. Raises msgspec.ValidationError, DecodeError."""
        return TYPED.decode(read_names(payload))


DECODER = DeskEntryDecoder()


class AssignJudge(CaseCommand, frozen=True, omit_defaults=True):
    """Call a judge to the match."""

    tag: ClassVar[str] = "assign_judge"

    judge: Name


class ReleaseJudge(CaseCommand, frozen=True, omit_defaults=True):
    """Call a judge off."""

    tag: ClassVar[str] = "release_judge"

    judge: Name


class DeclareInterest(CaseCommand, frozen=True, omit_defaults=True):
    """Say that one has a part in the match."""

    tag: ClassVar[str] = "declare_interest"


class Desk(Struct, frozen=True):
    """The desk after so many entries; `judges` are assigned, `interested` never judge this match."""

    match: str
    seed: bytes
    version: int = 0
    head: bytes = GENESIS
    entries: tuple[DeskEntry, ...] = ()
    judges: frozenset[str] = frozenset()
    interested: frozenset[str] = frozenset()

    def find_by_key(self, by: Actor, key: str) -> DeskEntry | None:
        """The entry that was made under a key of this asker; None where there is none.

        `by` has the scope of their API key: the office in which they asked may be lost, by this very entry.
        """
        made = (each for each in self.entries if (each.actor, each.key) == (by.actor, key))
        return next((each for each in made if each.role in OFFICES_OF_SCOPE.get(by.role, (by.role,))), None)


class DeskChange(Struct, frozen=True):
    """The desk after an entry, and what to store of it."""

    desk: Desk
    payload: bytes


def initial(match_id: str, seed: bytes) -> Desk:
    """A desk without entries; its chain is salted from the seed of its match."""
    return Desk(match_id, blake2b(match_id.encode(), digest_size=32, key=seed, person=b"praetor.desk").digest())


def office_at(judges: Callable[[], Collection[str]], organizer: str, actor: str, scope: str) -> str:
    """The office in which somebody acts about a match of no event; empty where they have none.

    The organizer who opened the match runs it, and so do admins. `judges` are those who were called to it; one with a
    head judge's key is a head judge.
    """
    if scope == ORGANIZER:
        return ORGANIZER if actor == organizer else ""
    return scope if scope == ADMIN or (scope in JUDGING and actor in judges()) else ""


def replay(desk: Desk, stored: Iterable[tuple[bytes, bytes]]) -> Desk:
    """The desk after its stored entries. Raises BrokenChain."""
    for payload, head in stored:
        if head != chain_head(desk.head, desk.seed, desk.version + 1, payload):
            raise BrokenChain(desk.match, desk.version + 1)
        desk = evolve(desk, DECODER.decode(payload), head)
    return desk


def evolve(desk: Desk, entry: DeskEntry, head: bytes) -> Desk:
    judges, interested = desk.judges, desk.interested
    if isinstance(entry, JudgeAssigned):
        judges |= {entry.judge}
    elif isinstance(entry, JudgeReleased):
        judges -= {entry.judge}
    elif isinstance(entry, InterestDeclared):
        judges, interested = judges - {entry.judge}, interested | {entry.judge}
    return structs.replace(
        desk,
        version=desk.version + 1,
        head=head,
        entries=(*desk.entries, entry),
        judges=judges,
        interested=interested,
    )


def decide(
    desk: Desk, match: Match, setting: MatchSetting, command: CaseCommand, by: Actor, stamp: Stamp
) -> DeskChange:
    """The desk after a command. Raises Refused."""
    refusal = refusal_of(desk, match, setting, command, by)
    if refusal is not None:
        raise Refused(refusal)
    envelope = {"id": stamp.id, "key": stamp.key, "actor": by.actor, "role": by.role, "at": stamp.at}
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    if isinstance(command, DeclareInterest):
        fields = {"judge": by.actor}
    payload = escape_sign(ENCODER.encode(ENTRIES[type(command)](**envelope, asked=command_digest(command), **fields)))
    head = chain_head(desk.head, desk.seed, desk.version + 1, payload)
    return DeskChange(evolve(desk, DECODER.decode(payload), head), payload)


def refusal_of(desk: Desk, match: Match, setting: MatchSetting, command: CaseCommand, by: Actor) -> Refusal | None:
    """Why a command is refused, or None."""
    check = REFUSALS[type(command)]
    return office_refusal(setting, command, by) or check(desk, match, setting, command, by)


def office_refusal(setting: MatchSetting, command: CaseCommand, by: Actor) -> Refusal | None:
    """Why somebody without an office about the match may do nothing at its desk; in an event only staff is called."""
    if not by.role:
        return setting.outside(by.actor)
    return setting.call_refusal(command.judge) if isinstance(command, AssignJudge) else None


def own_match_refusal(match: Match, setting: MatchSetting, interested: Iterable[str], judge: str) -> Refusal | None:
    """Why somebody may not judge: they have a part in the match, or play against one of its players now.

    They have a part who sit in it, or have an interest.
    """
    seats = seats_held_by(judge, setting.players_by_seat(match.table.seats))
    declared = is_named(judge, interested)
    opponents = [] if seats or declared else sorted(setting.opponents(judge))
    if not seats and not declared and not opponents:
        return None
    because: dict[str, object] = {"judge": judge, "seats": seats, "interest": declared}
    return Refusal(OWN_CAUSE, {**because, "opponents": opponents} if opponents else because)


def seats_held_by(judge: str, sitting: Mapping[str, str]) -> list[str]:
    """The seats at which somebody sits, of those `sitting` in a match."""
    return [seat for seat, player in sitting.items() if is_named(judge, [player])]


def assign_refusal(
    desk: Desk, match: Match, setting: MatchSetting, command: AssignJudge | ReleaseJudge, by: Actor
) -> Refusal | None:
    offices = (ORGANIZER, HEAD_JUDGE, ADMIN)
    if by.role not in offices:
        return Refusal("judging.case.head-judge", {"role": by.role, "needed": list(offices)})
    # who has a part in the match chooses no judge of it, but an organizer, who may be the only one there is, calls one
    calls_help = by.role == ORGANIZER and isinstance(command, AssignJudge)
    own = own_match_refusal(match, setting, desk.interested, by.actor)
    if own is not None and by.role != ADMIN and not calls_help:
        return own
    if isinstance(command, AssignJudge):
        return own_match_refusal(match, setting, desk.interested, command.judge)
    if command.judge in desk.judges:
        return None
    return Refusal("judging.case.judge-released", {"judge": command.judge, "called": sorted(desk.judges)})


def declare_refusal(desk: Desk, match: Match, setting: MatchSetting, command: CaseCommand, by: Actor) -> Refusal | None:
    if by.role in JUDGING:
        return None
    return Refusal(OWN_CAUSE, {"role": by.role, "needed": list(JUDGING)})


def sealed_refusal(look: Look, by: Actor) -> Refusal | None:
    """Why a look at secret answers is refused: only the head judge opens them, and gives a reason."""
    if look.what != SEALED or (by.role == HEAD_JUDGE and is_legible(look.reason)):
        return None
    because: dict[str, object] = {"role": by.role, "needed": HEAD_JUDGE, "reason": look.reason}
    return Refusal("judging.look.sealed-answers", because)


def look_refusal(desk: Desk, match: Match, setting: MatchSetting, command: Look, by: Actor) -> Refusal | None:
    """Why somebody may not look: only a head judge or an assigned judge may, and neither in their own match."""
    if refusal := sealed_refusal(command, by):
        return refusal
    # whom no call would help is told so first
    if by.role in JUDGING and (refusal := own_match_refusal(match, setting, desk.interested, by.actor)):
        return refusal
    if by.role == HEAD_JUDGE or (by.role in JUDGING and by.actor in desk.judges):
        return None
    return Refusal("judging.look.recorded", {"judge": by.actor, "match": match.id, "assigned": sorted(desk.judges)})


ENTRIES: dict[type, Callable[..., DeskEntry]] = {
    AssignJudge: JudgeAssigned,
    ReleaseJudge: JudgeReleased,
    DeclareInterest: InterestDeclared,
    Look: LookTaken,
}
REFUSALS: dict[type, Callable[..., Refusal | None]] = {
    AssignJudge: assign_refusal,
    ReleaseJudge: assign_refusal,
    DeclareInterest: declare_refusal,
    Look: look_refusal,
}
