"""The commands of seats and judges to a case, and the context in which each is checked (`CaseContext`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from domain.judging.cases.entries import Penalty, PenaltyGiven, Place, Ruling
from domain.kernel.formats.text_forms import READ, form
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.kernel.refusals import JsonObject, Refusal
from domain.match.aggregate import Match
from domain.match.envelope import ORGANIZER, SEAT, Actor
from domain.match.events import StoredEvent
from domain.tournaments.regulation import NO_EVENT, Regulation

if TYPE_CHECKING:
    from domain.judging.cases.case import Case

JUDGING = (JUDGE, HEAD_JUDGE)


APPEAL_SECONDS = 300  # how long a ruling can be appealed


class PenaltyForCause(Struct, frozen=True):
    """A penalty that stands for the cause of a case: its number in the event, 0 where none has it, its case if any.

    `cause` is what it names, or the place that its case is about; `pending` says that it awaits its approval.
    """

    cause: str
    penalty: int = 0
    case: str = ""
    pending: bool = False


class MatchSetting(Struct, frozen=True):
    """What the event of a match says of it: its regulation, who sits where, in which office who acts.

    `event` is nothing for a match that belongs to none: `office` is then of those who run the match and whom they
    called. `record` has the infractions that a player was penalised for; `over` is why the event takes no
    further entry, once it is over. `acting` gives those who hold an office now, with a valid key for it; without it
    anybody does. `appoints` says whether an organizer appoints staff now. `interested` gives the judges who have
    declared an interest in the match, `opponents` those of its players against whom somebody of the staff plays another
    one now. `seated` says that an event knows who sits where; else `players` are those whom whoever opened the match
    names; `sat_at` gives who sat in its seats at a time, `unsure_at` the seats of which that is not known.
    `enrolled` are all players of the event. `given` are the seconds that its table was given. `can_withdraw` says
    whether a penalty that a case gave can be taken back: an event takes back none after its end, and none twice;
    `withdrawn_at` when the event took it back, nothing where it did not. `by_command` gives what commands of the event
    gave with a case as their cause and what stands, by its number there; `for_cause` what else stands for a case,
    or for a place of its match, and whoever has a seat: by commands with such a cause, and by other cases.
    """

    regulation: Regulation = NO_EVENT
    players: dict[str, str] = {}
    event: str = ""
    office: Callable[[str, str], str] = lambda actor, scope: scope
    record: Callable[[str], tuple[str, ...]] = lambda player: ()
    over: Refusal | None = None
    acting: Callable[[str], Collection[str]] | None = None
    interested: Callable[[], Collection[str]] = frozenset
    appoints: Callable[[str], bool] = lambda organizer: True
    opponents: Callable[[str], Collection[str]] = lambda actor: ()
    seated: bool = False
    enrolled: tuple[str, ...] = ()
    given: int = 0
    can_withdraw: Callable[[str, PenaltyGiven], bool] = lambda case, given: True
    withdrawn_at: Callable[[str, PenaltyGiven], str] = lambda case, given: ""
    by_command: Callable[[Case], Mapping[int, PenaltyGiven]] = lambda case: {}
    sat_at: Callable[[str], Mapping[str, str]] = lambda at: {}
    unsure_at: Callable[[str], Collection[str]] = lambda at: ()
    for_cause: Callable[[Case, str, str], Collection[PenaltyForCause]] = lambda case, seat, place: ()

    @property
    def everybody(self) -> tuple[str, ...]:
        """The players whom words about the match may name: those of its seats, and those of its event."""
        return (*self.players.values(), *self.enrolled)

    def players_by_seat(self, seats: Iterable[str], named: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
        """Who is taken to sit at each seat, of a match with these seats that `named` has players of too.

        Where an event knows who plays, the name of a seat is a label. Elsewhere a seat of which no player is named is
        taken to be that of whoever has its name.
        """
        players = {**named, **self.players}
        return players if self.seated else {**{seat: seat for seat in seats}, **players}

    def resolve_office(self, by: Actor) -> Actor:
        """The actor with the office in which they act about the match; with an empty role where they have none."""
        if by.role == SEAT:
            return by
        return Actor(by.actor, self.office(by.actor, by.role))

    def resolve_case_office(self, by: Actor) -> Actor:
        """The actor with the office in which they act in the cases of the match: an admin acts as the organizer."""
        acting = self.resolve_office(by)
        return Actor(acting.actor, ORGANIZER) if acting.role == ADMIN else acting

    def judge_refusal(self, judge: str) -> Refusal | None:
        """Why somebody cannot be given a case of the match: they do not judge it."""
        judges = self.office(judge, JUDGE) or self.office(judge, HEAD_JUDGE)
        return None if judges else self.outside(judge)

    def call_refusal(self, judge: str) -> Refusal | None:
        """Why somebody cannot be called to the match: its event has judges of its own."""
        return self.judge_refusal(judge) if self.event else None

    def outside(self, actor: str) -> Refusal:
        """Why somebody without an office about the match may not act in its cases, as a refusal."""
        if self.event:
            return Refusal("judging.event.office", {"actor": actor, "event": self.event, "office": "none"})
        return Refusal("judging.case.judge-called", {"actor": actor, "office": "none"})


Name = Annotated[str, Meta(min_length=1, max_length=200)]
WORDS = "words, not blanks or invisible characters alone"
WORDS_IF_ANY = "words or nothing, not blanks or invisible characters alone"
Text = Annotated[str, Meta(min_length=1, max_length=10_000, pattern=r"\S", description=WORDS, extra=READ)]
Note = Annotated[
    str,
    form(r"(\s*\S[\s\S]*)?", WORDS_IF_ANY, max_length=10_000, extra=READ),
]
Word = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S", description=WORDS, extra=READ)]
READ_IN_CHARGE = "Who was in charge as the case was read, empty for nobody. Default: whoever is."
Read = Annotated[str, Meta(max_length=200, description=READ_IN_CHARGE)]
Words = Annotated[tuple[Word, ...], Meta(max_length=50)]
SomeWords = Annotated[tuple[Word, ...], Meta(min_length=1, max_length=50)]
Number = Annotated[int, Meta(ge=1, le=10**9)]


class CaseCommand(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A command to a case; `tag` is what it is told apart by in what is stored."""

    tag: ClassVar[str]


class Open(CaseCommand, frozen=True, omit_defaults=True):
    """Open a case about a match. This freezes the match, unless the case is a note."""

    tag: ClassVar[str] = "open"

    match: Name
    moment: Place = ""
    rules: Words = ()
    text: Note = ""
    freeze: bool = True
    names: Annotated[str, form("(c-[a-z0-9-]{1,60})?", "the id of a case, as `c-64d275e192b6b626da166134`")] = ""


class Take(CaseCommand, frozen=True, omit_defaults=True):
    """Take charge of the case and examine it.

    `in_charge` is who was in charge as the asker read the case, empty for nobody; without it whoever is.
    """

    tag: ClassVar[str] = "take"

    in_charge: Read | None = None


class AssignCase(CaseCommand, frozen=True, omit_defaults=True):
    """Assign the case to a judge."""

    tag: ClassVar[str] = "assign"

    judge: Name


class State(CaseCommand, frozen=True, omit_defaults=True):
    """State what happened, for a seat."""

    tag: ClassVar[str] = "state"

    text: Text


class AskSeat(CaseCommand, frozen=True, omit_defaults=True):
    """Ask a seat for its statement."""

    tag: ClassVar[str] = "ask_seat"

    seat: Name
    text: Text


class Share(CaseCommand, frozen=True, omit_defaults=True):
    """Share an entry with all seats."""

    tag: ClassVar[str] = "share"

    entry: Number


class Advise(CaseCommand, frozen=True, omit_defaults=True):
    """Advise the judge in charge, as another judge."""

    tag: ClassVar[str] = "advise"

    text: Text


class AttachEvidence(CaseCommand, frozen=True, omit_defaults=True):
    """Attach evidence: links to moments of the match."""

    tag: ClassVar[str] = "attach"

    links: SomeWords
    text: Note = ""
    shared: bool = False


# what the whole table of a closed case's moment is looked at for
SCENARIO = "scenario"


class Look(CaseCommand, frozen=True, omit_defaults=True):
    """Look at hidden things; at sealed answers for a stated reason."""

    tag: ClassVar[str] = "look"

    viewer: Name
    what: Name
    version: Number
    reason: Note = ""


class GiveRuling(CaseCommand, frozen=True, omit_defaults=True):
    """Give a ruling on the case."""

    tag: ClassVar[str] = "rule"

    ruling: Ruling


class Amend(CaseCommand, frozen=True, omit_defaults=True):
    """Replace the last ruling, which stays in the record."""

    tag: ClassVar[str] = "amend"

    ruling: Ruling


class Approve(CaseCommand, frozen=True, omit_defaults=True):
    """Approve a ruling."""

    tag: ClassVar[str] = "approve"

    number: Number
    reason: Text
    preview: Annotated[str, Meta(max_length=80)] = ""


class Accept(CaseCommand, frozen=True, omit_defaults=True):
    """Accept the ruling."""

    tag: ClassVar[str] = "accept"


class Appeal(CaseCommand, frozen=True, omit_defaults=True):
    """Appeal to the head judge."""

    tag: ClassVar[str] = "appeal"

    text: Text


class Answer(CaseCommand, frozen=True, omit_defaults=True):
    """Answer an appeal: confirm the ruling, change it or replace it."""

    tag: ClassVar[str] = "answer"

    verdict: Literal["confirm", "change", "replace"]
    text: Text
    ruling: Ruling | None = None


class Preview(CaseCommand, frozen=True, omit_defaults=True):
    """Preview a remedy without carrying it out."""

    tag: ClassVar[str] = "preview"

    remedy: JsonObject


class Consent(CaseCommand, frozen=True, omit_defaults=True):
    """Consent to a previewed remedy, or refuse it with `"consent": false`."""

    tag: ClassVar[str] = "consent"

    preview: Name
    consent: bool = True


class Remedy(CaseCommand, frozen=True, omit_defaults=True):
    """Carry out what the ruling names, as the preview showed it, on this version of the match."""

    tag: ClassVar[str] = "remedy"

    preview: Name
    ruling: Number
    version: Number


class Penalise(CaseCommand, frozen=True, omit_defaults=True):
    """Give a penalty that the ruling names."""

    tag: ClassVar[str] = "penalise"

    penalty: Penalty


class WithdrawGivenPenalty(CaseCommand, frozen=True, omit_defaults=True):
    """Withdraw a penalty that was given and that the ruling which holds does not name any more."""

    tag: ClassVar[str] = "withdraw_penalty"

    penalty: Penalty


class Publish(CaseCommand, frozen=True, omit_defaults=True):
    """Publish the ruling, in the words of `text`."""

    tag: ClassVar[str] = "publish"

    text: Text


class Resume(CaseCommand, frozen=True, omit_defaults=True):
    """Let the match continue while the case stays open."""

    tag: ClassVar[str] = "resume"

    reason: Text


class Freeze(CaseCommand, frozen=True, omit_defaults=True):
    """Freeze the match again."""

    tag: ClassVar[str] = "freeze"

    reason: Text


class Withdraw(CaseCommand, frozen=True, omit_defaults=True):
    """Withdraw the case, together with all other seats."""

    tag: ClassVar[str] = "withdraw"


class Close(CaseCommand, frozen=True, omit_defaults=True):
    """Close the case after its ruling is carried out.

    Penalties that the ruling names and that were not given are not given any more: `without_penalties` says that this
    is meant.
    """

    tag: ClassVar[str] = "close"

    text: Note = ""
    without_penalties: bool = False


class Abandon(CaseCommand, frozen=True, omit_defaults=True):
    """Close the case without a ruling."""

    tag: ClassVar[str] = "abandon"

    reason: Text


class TagPrecedent(CaseCommand, frozen=True, omit_defaults=True):
    """Tag a closed case as a precedent."""

    tag: ClassVar[str] = "tag_precedent"

    tags: SomeWords
    text: Note = ""


Events = Mapping[int, StoredEvent]


class CaseContext(Struct, frozen=True):
    """A command in its situation: the case and the match as they are, who asks, and when.

    `events` are the match's by version; `then` gives the match at an earlier one; `open_cases` are the match's other
    cases that are not closed, `interested` the judges who have declared a part in it; `setting` is what its event says.
    `stopped_by` is the case that stops the match where what is stored of that case is damaged. `ruled` gives the
    seconds that the match's other cases, also closed ones, ruled to each seat. `has_branch`
    says whether a branch of the match is kept.
    """

    case: Case
    command: Any  # of the type that the function in hand is registered for
    by: Actor
    at: str
    match: Match
    events: Events
    then: Callable[[int], Match]
    open_cases: tuple[Case, ...] = ()
    interested: frozenset[str] = frozenset()
    setting: MatchSetting = MatchSetting()
    stopped_by: str = ""
    ruled: Callable[[], Mapping[str, int]] = dict
    has_branch: Callable[[str], bool] = lambda branch: True

    @property
    def players(self) -> dict[str, str]:
        """The players by seat, as far as the match or its event name them."""
        return self.setting.players

    @property
    def regulation(self) -> Regulation:
        """The regulation of the event."""
        return self.setting.regulation
