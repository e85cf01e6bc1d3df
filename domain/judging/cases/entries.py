"""The entries of a case: one tagged union by `kind`, each with the envelope of `StoredCaseEntry`. None is deleted.

Read `Ruling` first, which is what most others refer to; `DECODER` reads stored payloads.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from domain.kernel.catalogue import union_of
from domain.kernel.formats.name_tokens import read_names
from domain.kernel.formats.text_forms import SEAT, WORDS, PlayerName, SeatName, StoredWords, form
from domain.kernel.refusals import JsonObject
from domain.kernel.table import MatchOutcome
from domain.match.envelope import Envelope

Short = Annotated[str, Meta(max_length=200)]
ShortSeat = Annotated[str, Meta(max_length=200, extra=SEAT)]
ShortWords = Annotated[str, Meta(max_length=200, extra=WORDS)]
Shorts = Annotated[tuple[Short, ...], Meta(max_length=50)]
Long = Annotated[str, Meta(max_length=10_000, extra=WORDS)]
PLACE = r"[1-9][0-9]{0,8}(\.[1-9][0-9]{0,5})?"
Place = Annotated[
    str,
    form(f"({PLACE})?", "a place: a version, as `42`, or a fact of one, as `42.7`"),
]


class Penalty(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A penalty for a seat: the infraction, the step of the ladder, the rules that it rests on."""

    schema_name: ClassVar[str] = "Penalty"

    seat: ShortSeat
    infraction: Short
    penalty: Short
    reason: Long = ""
    rules: Shorts = ()


# seconds that a ruling gives a seat are bounded as it is given, by a rule: what is stored can be read whatever it says
MOST_SECONDS = 86_400
Seconds = Annotated[int, Meta(extra_json_schema={"minimum": 0, "maximum": MOST_SECONDS})]


class Ruling(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A judge's ruling: finding, reason and rules, what the players are told, and what follows.

    `remedy` has its kind and the fields of that kind ({"kind": "rewind", "to": 41}); it is empty if the table stays as
    it is. `worse` says why neither leaving the table nor a correction would be right. `time` gives each seat seconds
    back. With `hold` the match stays frozen after the remedy.
    """

    schema_name: ClassVar[str] = "Ruling"

    finding: Long
    reason: Long
    to_players: Long
    rules: Shorts = ()
    moment: Place = ""
    remedy: JsonObject = {}
    worse: Long = ""
    penalties: Annotated[tuple[Penalty, ...], Meta(max_length=50)] = ()
    time: dict[SeatName, Seconds] = {}
    evidence: Annotated[tuple[ShortWords, ...], Meta(max_length=50)] = ()
    hold: bool = False


class StoredCaseEntry(Envelope, frozen=True, omit_defaults=True, kw_only=True, tag_field="kind"):
    """The envelope of an entry: also in which office it was made, and the digest of what was `asked`."""

    role: str
    at: str
    asked: str = ""


class CaseOpened(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="case_opened"):
    """A case about a match was opened at its version; `freeze` says whether it stopped the match.

    `players` is who sits where, as far as it is known; `at_moment` who sat there at the moment that it is about, of the
    seats that have another player since; `names` an earlier case that this one is about.
    """

    case: str
    match: str
    game: str
    version: int
    seats: tuple[SeatName, ...]
    players: dict[SeatName, PlayerName] = msgspec.field(default_factory=dict)
    at_moment: dict[SeatName, PlayerName] = msgspec.field(default_factory=dict)
    moment: str = ""
    rules: tuple[str, ...] = ()
    text: StoredWords = ""
    freeze: bool = True
    names: str = ""


class CaseTaken(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="case_taken"):
    """A judge took charge of the case; `before` was in charge until then."""

    judge: str
    before: str = ""


class StatementGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="statement_given"):
    """A seat stated what happened."""

    seat: SeatName
    text: StoredWords


class StatementAsked(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="statement_asked"):
    """The judge asked a seat for a statement."""

    seat: SeatName
    text: StoredWords


class AdviceGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="advice_given"):
    """A judge advised the one in charge."""

    text: StoredWords


class EvidenceAttached(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="evidence_attached"):
    """Links to moments, explanations or branches were attached, `shared` with the seats or for judges alone."""

    links: tuple[StoredWords, ...]
    text: StoredWords = ""
    shared: bool = False


class StatementShared(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="statement_shared"):
    """An earlier entry of the case, by its number, was shared with all seats."""

    entry: int


class LookTaken(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="look_taken"):
    """A judge looked at hidden things of the match: through whose eyes, at what, at which version, for what reason."""

    viewer: SeatName
    what: str
    version: int
    reason: StoredWords = ""


class PreviewMade(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="preview_made"):
    """A remedy was previewed at a version of the match: what everybody would see of it, and what it needs.

    `facts` are those that it would store, `cut` how many of them it states itself: the others follow from those, told
    up to where one opens what is hidden still (a card, secret answers, chance).
    `needs` is the office that must approve, by `rule` and `because`; `consents` are the seats that must agree, by
    `consent_rule`. `ends` is how the match ends by it, as far as that is settled; nothing where it goes on. `unseen`
    has the cards that the remedy names and that not everybody sees, each with the seats that see it; so elsewhere.
    """

    preview: str
    remedy: JsonObject
    version: int
    digest: str
    facts: tuple[JsonObject, ...] = ()
    cut: int = 0
    report: JsonObject = msgspec.field(default_factory=dict)
    needs: str = "judge"
    rule: str = ""
    because: tuple[str, ...] = ()
    consents: tuple[SeatName, ...] = ()
    consent_rule: str = "judging.missed.optional-consent"
    ends: MatchOutcome | None = None
    unseen: dict[str, tuple[SeatName, ...]] = msgspec.field(default_factory=dict)


class RulingGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="ruling_given"):
    """A ruling was given or amended: `number` counts them. `ends` is how the match ends by its remedy, if it does.

    `at_moment` is who sat there at the moment that it is about, of the seats that have another player since.
    """

    number: int
    ruling: Ruling
    ends: MatchOutcome | None = None
    at_moment: dict[SeatName, PlayerName] = msgspec.field(default_factory=dict)
    unseen: dict[str, tuple[SeatName, ...]] = msgspec.field(default_factory=dict)


class ApprovalGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="approval_given"):
    """The head judge (for a disqualification the organizer) approved a ruling, for a remedy with its preview."""

    number: int
    reason: StoredWords
    preview: str = ""


class RulingAccepted(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="ruling_accepted"):
    """A seat accepted the ruling."""

    seat: SeatName
    number: int


class Appealed(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="appealed"):
    """A seat appealed to the head judge."""

    seat: SeatName
    number: int
    text: StoredWords


class AppealAnswered(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="appeal_answered"):
    """The head judge answered the appeal: `confirm`, `change` or `replace`, the last two with a ruling of their own.

    `ends` is how the match ends by the remedy that holds, if it does; `at_moment` as in `ruling_given`.
    """

    verdict: str
    text: StoredWords
    number: int
    ruling: Ruling | None = None
    ends: MatchOutcome | None = None
    at_moment: dict[SeatName, PlayerName] = msgspec.field(default_factory=dict)
    unseen: dict[str, tuple[SeatName, ...]] = msgspec.field(default_factory=dict)


class ConsentGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="consent_given"):
    """A seat consented to a previewed remedy."""

    seat: SeatName
    preview: str


class ConsentRefused(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="consent_refused"):
    """A seat refused to consent to a previewed remedy; it may still consent."""

    seat: SeatName
    preview: str


class RemedyCarriedOut(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="remedy_carried_out"):
    """What the ruling names was carried out, in these versions of the match."""

    number: int
    preview: str
    remedy: JsonObject
    versions: tuple[int, ...]
    resumed: bool = False
    unseen: dict[str, tuple[SeatName, ...]] = msgspec.field(default_factory=dict)


class PenaltyGiven(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="penalty_given"):
    """A penalty of the ruling was given; it `replaces` those of the seat that the ruling does not name any more."""

    number: int
    penalty: Penalty
    player: PlayerName = ""
    replaces: tuple[Penalty, ...] = ()


class PenaltyWithdrawn(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="penalty_withdrawn"):
    """A penalty that an earlier ruling of the case gave was withdrawn: the ruling that holds does not name it."""

    number: int
    penalty: Penalty
    player: PlayerName = ""


class RulingPublished(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="ruling_published"):
    """The ruling was published."""

    number: int
    text: StoredWords


class MatchResumed(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="match_resumed"):
    """The match was resumed under reservation; the case stays open."""

    reason: StoredWords
    version: int


class MatchFrozen(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="match_frozen"):
    """The match was frozen again."""

    reason: StoredWords
    version: int


class CaseWithdrawn(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="case_withdrawn"):
    """A seat withdrew the case, which closes it once all seats have; `alone` if it took its own note back."""

    seat: SeatName
    alone: bool = False


class CaseClosed(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="case_closed"):
    """The case was closed: `ruled`, or `abandoned` by the judge in charge.

    `without_penalties` says that some which the ruling names were not given.
    """

    outcome: str
    text: StoredWords = ""
    without_penalties: bool = False


class PrecedentTagged(StoredCaseEntry, frozen=True, omit_defaults=True, kw_only=True, tag="precedent_tagged"):
    """A closed case was tagged as a precedent."""

    tags: tuple[StoredWords, ...]
    text: StoredWords = ""


# the fields that name players and judges, beside `actor`: who reads no names reads none of these
OF_PEOPLE = ("players", "at_moment", "judge", "before", "player")

KINDS: tuple[type[StoredCaseEntry], ...] = tuple(StoredCaseEntry.__subclasses__())
ENCODER = msgspec.json.Encoder()
TYPED: msgspec.json.Decoder[Any] = msgspec.json.Decoder(union_of(KINDS))


class CaseEntryDecoder:
    """Reads stored entries, with the names of their players."""

    def decode(self, payload: bytes) -> Any:
        """The entry in these bytes. Raises msgspec.ValidationError, DecodeError."""
        return TYPED.decode(read_names(payload))


DECODER = CaseEntryDecoder()


def entry_kind(entry: StoredCaseEntry) -> str:
    """The kind of an entry, as it is stored."""
    return str(entry.__struct_config__.tag)
