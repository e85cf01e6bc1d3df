"""A case in words: the names of its entries, and what it waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.judging.cases.redaction import ALL, NAMELESS, PUBLISHED, TITLES
from service.present.text.endings import ending_words

# such an entry closes the case only once every seat has made one
ENTRIES = {"case_withdrawn": "withdrawal asked for"}
AWAITED = {
    "withdraw": "{who} must ask too before the case is withdrawn.",
    "statements": "{who} {was} asked for a statement and {has} not given one.",
    "consents": "{who} must agree to what was previewed before it can be carried out, or refuse.",
    "take": "No judge is in charge yet.",
    "take_over": "The judge in charge can no longer act: another judge must take the case.",
    "amend": "What was ruled is not carried out: the judge in charge must amend the ruling, or the seat agree.",
    "freeze": "The match goes on: before the remedy is carried out the judge in charge must freeze it again.",
    "withdraw_penalty": "A penalty stands that the ruling names no more: the judge in charge must withdraw it, or give"
    " what is named in its stead.",
    "answer": "The head judge must answer the appeal.",
    "appoint": "No head judge can act: {who} must appoint or call one who has a head judge's key.",
    "appoint judge": "No judge can act: {who} must appoint or call one.",
    "approve remedy": "The remedy waits for the approval of {who}, and the ruling is not published to others before.",
    "approve penalties": "A penalty waits for the approval of {who}, and the ruling is not published to others before.",
}
# of what its reader may not know whose it is
NAMELESS_MOVES = {"approve penalties": "A penalty that was ruled is not approved yet, and is not given before it is."}
OFFICES = {"head-judge": "the head judge", "organizer": "the organizer", "admin": "an admin of the service"}
READERS = {
    ALL: "its judges",
    TITLES: "its staff, without what is for its judges",
    NAMELESS: "analysts, without names",
    PUBLISHED: "everybody",
}
VERDICTS = {
    "confirm": "The ruling is confirmed.",
    "change": "The ruling is changed.",
    "replace": "The ruling is replaced.",
}


def reader_words(read_as: str) -> str:
    """The words for whoever reads a case: those of one of the ways of reading it, or a seat."""
    return READERS.get(read_as, read_as)


def verdict_sentence(verdict: str) -> str:
    """The sentence for the head judge's verdict on a ruling: confirmed, changed or replaced."""
    return VERDICTS.get(verdict, verdict)


def end_words(ends: Mapping[str, str]) -> str:
    """How the match ends by a remedy, in words."""
    return f"the match ends: {ending_words(ends)}"


def entry_title(kind: str, alone: bool = False) -> str:
    """The title of a kind of entry; `alone` is of a note that its author took back."""
    if alone and kind == "case_withdrawn":
        return "note taken back"
    return ENTRIES.get(kind, kind.replace("_", " "))


def awaited_sentence(move: str, seats: Sequence[str], what: str = "") -> str:
    """The sentence about something that a case waits for, `what` of it where only a part does.

    `seats` are those, or the offices, that it waits for; none where the reader may not know them.
    """
    awaited = f"{move} {what}".strip()
    if not seats:
        return NAMELESS_MOVES[awaited]
    *before, last = (OFFICES.get(each, each) for each in seats)
    who = f"{', '.join(before)} and {last}" if before else last
    was, has = ("were", "have") if before else ("was", "has")
    return AWAITED[awaited].format(who=who, was=was, has=has)
