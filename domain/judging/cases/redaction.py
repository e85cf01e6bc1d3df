"""Who reads what of a case. Read `CaseViewer`, then `visible_entries`; `as_seat` has what each entry shows to a seat.

The judges of the match and its head judge read all, whoever is in charge, but for who has a part in it. A seat reads
its own statements and what is shared, rulings and what follows from them, never a look, a report, advice or a judge's
evidence. The organizer, and a judge who has a part in the match, read titles and rulings. After the end an analyst
reads all without names (`without_people` of anonymity.py). The public reads published rulings only. The subject of a
note - its moment, its rules, the case that it names - is read by its author and by the judges who read its words. Who
wrote an entry reads it also when they may read no more of the case than others.

What is shown of a case as a whole (`case_summary`, `rules_read`, `readable_moment`) comes from the entries that its
reader may read.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct, structs

from domain.judging.cases import entries as e
from domain.judging.cases.case import Case
from domain.judging.cases.unseen_cards import without_unseen
from domain.kernel.refusals import JsonObject
from domain.match.envelope import SEAT

# the fields that hold what an entry says, and what stands for it where one may be empty
UNREAD = {"text": "said", "reason": "said", "remedy": {"kind": "acceptance"}}
SAYING = tuple(UNREAD)
ALL, SEATED, TITLES, NAMELESS, PUBLISHED = "all", "seat", "titles", "nameless", "published"
EntryView = JsonObject


class CaseViewer(Struct, frozen=True):
    """How somebody reads a case: `how` is one of the five ways, `seat` whose seat they have, `holder` the name under
    which they hold an office and may have written in it.
    """

    how: str
    seat: str = ""
    holder: str = ""


def visible_entries(case: Case, eyes: CaseViewer) -> list[EntryView]:
    """The entries that somebody may read, each with its number; what may not be read is left out."""
    shared = {each.entry for each in case.entries if isinstance(each, e.StatementShared)}
    found = (redact_entry(entry, number, eyes, number in shared) for number, entry in enumerate(case.entries, 1))
    return [each for each in found if each is not None]


def redact_entry(entry: e.StoredCaseEntry, number: int, eyes: CaseViewer, shared: bool) -> EntryView | None:
    """The entry as somebody may read it; None where they may not."""
    whole = entry_fields(entry, number)
    if eyes.how == ALL:
        return whole
    seen = without_unseen_cards(entry, whole, eyes.seat)
    if is_author(entry, eyes) and not isinstance(entry, e.PreviewMade):
        return seen
    return SIGHTS[eyes.how](entry, seen, eyes, shared)


def is_author(entry: e.StoredCaseEntry, eyes: CaseViewer) -> bool:
    """Whether the viewer wrote an entry; a seat and the holder of an office may have the same name."""
    name = eyes.seat if entry.role == SEAT else eyes.holder
    return bool(name) and name == entry.actor


def withheld_entries(case: Case, eyes: CaseViewer) -> frozenset[int]:
    """The numbers of the entries that somebody reads without what they say; also of those that say nothing.

    So nobody is told by it whether there are words that they may not read.
    """
    shared = {each.entry for each in case.entries if isinstance(each, e.StatementShared)}
    return frozenset(
        number for number, entry in enumerate(case.entries, 1) if is_withheld(entry, eyes, number in shared)
    )


def is_withheld(entry: e.StoredCaseEntry, eyes: CaseViewer, shared: bool) -> bool:
    """Whether an entry of this kind is read, and not what it says."""
    says = [name for name in SAYING if hasattr(entry, name)]
    filled = structs.replace(entry, **{name: getattr(entry, name) or UNREAD[name] for name in says})
    seen = redact_entry(filled, 0, eyes, shared)
    return seen is not None and not all(name in seen for name in says)


def without_unseen_cards(entry: e.StoredCaseEntry, whole: EntryView, seat: str) -> EntryView:
    """The entry with no handle of a card that a seat, or everybody, does not see."""
    unseen = getattr(entry, "unseen", {})
    if not unseen:
        return whole
    shown = {"remedy": without_unseen(whole["remedy"], unseen, seat)} if "remedy" in whole else {}
    if ruling := whole.get("ruling"):
        shown["ruling"] = {**ruling, "remedy": without_unseen(ruling["remedy"], unseen, seat)}
    return {**whole, **shown}


def entry_fields(entry: e.StoredCaseEntry, number: int) -> EntryView:
    """All fields of an entry but the internal ones; `entry` is its own number, `shares` that of the one it shares."""
    stored = without(msgspec.to_builtins(entry), "key", "asked", "unseen")
    return {"entry": number, **{"shares" if name == "entry" else name: value for name, value in stored.items()}}


def as_seat(entry: e.StoredCaseEntry, whole: EntryView, eyes: CaseViewer, shared: bool) -> EntryView | None:
    """What a seat reads."""
    if isinstance(entry, (e.LookTaken, e.StatementShared, e.ApprovalGiven, e.AdviceGiven)):
        return None
    if isinstance(entry, (e.StatementGiven, e.EvidenceAttached)):
        return whole if shared or getattr(entry, "shared", False) else entry_title(whole)
    if isinstance(entry, e.StatementAsked):
        return whole if entry.seat == eyes.seat else entry_title(whole)
    if isinstance(entry, e.PreviewMade):
        return without(whole, "report", "digest") if eyes.seat in entry.consents else None
    if isinstance(entry, (e.CaseOpened, e.Appealed)):
        return whole if shared else without(whole, "text", *note_subjects(entry))
    return whole


def as_titles(entry: e.StoredCaseEntry, whole: EntryView, eyes: CaseViewer, shared: bool) -> EntryView | None:
    """What an organizer reads: what happened when, and rulings."""
    if isinstance(entry, (e.RulingGiven, e.AppealAnswered, e.PenaltyGiven, e.PenaltyWithdrawn, *OUTCOMES)):
        return whole
    return without(entry_title(whole), *note_subjects(entry))


def as_published(entry: e.StoredCaseEntry, whole: EntryView, eyes: CaseViewer, shared: bool) -> EntryView | None:
    """What everybody reads."""
    if isinstance(entry, e.RulingPublished):
        return {name: whole[name] for name in ("entry", "kind", "at", "number", "text")}
    return None


def nameless(entry: e.StoredCaseEntry, whole: EntryView, eyes: CaseViewer, shared: bool) -> EntryView | None:
    """All fields of an entry, without names."""
    if isinstance(entry, e.LookTaken):
        return None
    return without({**whole, "actor": whole["role"]}, *e.OF_PEOPLE)


OUTCOMES: tuple[type, ...] = (e.RulingPublished, e.RemedyCarriedOut, e.CaseClosed, e.CaseWithdrawn, e.PrecedentTagged)
SIGHTS: dict[str, Callable[[e.StoredCaseEntry, EntryView, CaseViewer, bool], EntryView | None]] = {
    SEATED: as_seat,
    TITLES: as_titles,
    NAMELESS: nameless,
    PUBLISHED: as_published,
}


def note_subjects(entry: e.StoredCaseEntry) -> tuple[str, ...]:
    """The fields that say what a note is about; those of a call are told with its title, since it stops the match."""
    return ABOUT if isinstance(entry, e.CaseOpened) and not entry.freeze else ()


ABOUT = ("moment", "rules", "names")


def entry_title(whole: EntryView) -> EntryView:
    """The title of an entry: its kind, by whom and when."""
    said = ("seat", "match", "game", "case", "version", *ABOUT)
    names = ("entry", "kind", "id", "actor", "role", "at", *said)
    return {name: whole[name] for name in names if name in whole}


def without(whole: EntryView, *names: str) -> EntryView:
    return {name: value for name, value in whole.items() if name not in names}


class CaseSummary(Struct, frozen=True, kw_only=True):
    """A case in a few fields, as somebody may read it.

    `version` is that of the match at which the case was opened, `rulings` their number, `names` an earlier case that
    this one is about.
    """

    case: str
    match: str
    game: str
    state: str
    frozen: bool
    judge: str
    opened: str
    version: int
    moment: str
    rules: tuple[str, ...]
    rulings: int
    remedied: bool
    freeze: bool
    names: str


def case_summary(case: Case, eyes: CaseViewer) -> CaseSummary:
    """A case in a few fields, as somebody may read it who may know that it exists."""
    opening = case.opening
    return CaseSummary(
        case=case.id,
        match=opening.match,
        game=opening.game,
        state=case.state,
        frozen=case.frozen,
        judge=case.judge,
        opened=opening.at,
        version=opening.version,
        moment=readable_moment(case, eyes),
        rules=tuple(rules_read(case, eyes)),
        rulings=len(readable_rulings(case, eyes)),
        remedied=bool(case.remedied),
        freeze=opening.freeze,
        names=readable_call(case, eyes).get("names", ""),
    )


def readable_call(case: Case, eyes: CaseViewer) -> EntryView:
    """The part of a case's opening that somebody may read; empty where they may read none."""
    shared = any(isinstance(each, e.StatementShared) and each.entry == 1 for each in case.entries)
    return redact_entry(case.opening, 1, eyes, shared) or {}


def readable_rulings(case: Case, eyes: CaseViewer) -> list[e.Ruling]:
    """The rulings that somebody may read, the oldest first: the public those that were published."""
    if eyes.how != PUBLISHED:
        return list(case.rulings)
    published = {each.number for each in case.entries if isinstance(each, e.RulingPublished)}
    return [ruling for number, ruling in enumerate(case.rulings, 1) if number in published]


def readable_moment(case: Case, eyes: CaseViewer) -> str:
    """The place in dispute as somebody may know it: that of the last ruling, else that of the call."""
    last = next(reversed(readable_rulings(case, eyes)), None)
    return last.moment if last and last.moment else str(readable_call(case, eyes).get("moment", ""))


def rules_read(case: Case, eyes: CaseViewer) -> list[str]:
    """Every rule that somebody reads the case to be about, in the order in which it was first cited."""
    ruled = (rule for ruling in readable_rulings(case, eyes) for rule in ruling.rules)
    return list(dict.fromkeys([*readable_call(case, eyes).get("rules", ()), *ruled]))
