"""The form of a ruling: its fields, prefilled with the earlier ruling, and the ruling that it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import g

from domain.judging.cases.approvals import record_at_seat
from domain.judging.cases.case import Case
from domain.judging.cases.entries import Penalty, PreviewMade, Ruling
from domain.judging.remedies.kinds import is_same_remedy
from domain.match.envelope import Actor
from service.console.case.remedies import case_teller
from service.console.forms.fields import (
    AS_TIME,
    Field,
    Given,
    Options,
    option_text,
    option_value,
    read_place,
    read_seconds,
    split_words,
)
from service.console.forms.rules_meant import rule_titles
from service.console.words import clock_time, duration
from service.web.case.case_access import as_command
from service.web.match.questions import owed_now
from service.web.problems import Problem
from service.web.request_context import request_context

SEATS_READ = "All seats read this as soon as it is sent."
NOTHING_RULED = Ruling("", "", "")
# what an accepted table is beside it, `KINDS` says
NO_REMEDY = "No remedy: the table stays as it is, and the match says nothing of it"
REMEDIES_FROM = "Another remedy is previewed first, in a form “Preview: …” of this page: then it can be chosen here."
LADDER = "A grave penalty, or one that is not the player's next step, waits for the approval of the head judge."
OF_MOMENT = (
    "A place such as 41.2. A player has one penalty for a moment, also by another case; 41 is the whole action. Of two"
    " wrongs in one action each names its own place."
)
OF_PENALTY_ALONE = ("penalty", "infraction", "penalty-reason")
OF_PENALTY = f"Without a reason the penalty has what the players are told. {SEATS_READ}"


NO_LADDER = "Only with a penalty: what it is for. The match belongs to no event, whose ladder would list infractions."


def seat_options(case: Case) -> Options:
    """The seats of a case, each with its player."""
    teller = case_teller(case)
    return tuple((seat, teller.seat(seat)) for seat in case.opening.seats)


def previews(case: Case) -> tuple[PreviewMade, ...]:
    """The previews of a case, newest first."""
    return tuple(each for each in reversed(case.entries) if isinstance(each, PreviewMade))


def remedy_options(case: Case) -> Options:
    """The remedies that a ruling may name: none, one that was previewed, with that entry, or the one that was ruled.

    Two remedies may be told alike: of a hidden card not everybody reads the name.
    """
    teller, entries = case_teller(case), {id(each): n for n, each in enumerate(case.entries, 1)}
    tried = (
        (
            option_text(each.remedy),
            f"{teller.preview_line(each)} (previewed at v{each.version}, entry {entries[id(each)]})",
        )
        for each in newest_previews(case)
    )
    ruled = case.ruling.remedy if case.ruling is not None else {}
    is_tried = any(is_same_remedy(ruled, each.remedy) for each in newest_previews(case))
    untried = () if not ruled or is_tried else ((option_text(ruled), f"{teller.remedy(ruled)} (ruled, not previewed)"),)
    return (("{}", NO_REMEDY), *tried, *untried)


def newest_previews(case: Case) -> tuple[PreviewMade, ...]:
    """The newest preview of each remedy, however it was written, the newest first."""
    found: list[PreviewMade] = []
    for each in previews(case):
        if not any(is_same_remedy(each.remedy, other.remedy) for other in found):
            found.append(each)
    return tuple(found)


def named_remedy(case: Case, remedy: Mapping[str, Any]) -> str:
    """The option of a remedy of a ruling: as its preview writes it."""
    made = (each.remedy for each in newest_previews(case) if remedy and is_same_remedy(each.remedy, remedy))
    return option_text(next(made, remedy))


def first_remedy(case: Case) -> str:
    """The option that is chosen at first: what was ruled; nothing where remedies were previewed and none is ruled."""
    if case.ruling is None:
        return "" if previews(case) else option_text({})
    return named_remedy(case, case.ruling.remedy)


def ruling_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """The fields of a ruling, prefilled with the earlier ruling; a field that is not changed stays as ruled."""
    last = case.ruling or NOTHING_RULED
    setting = request_context().services.cases.setting(case.opening.match)
    return (
        Field("finding", "What happened", "text", value=last.finding, hint=SEATS_READ),
        Field("reason", "Reason of the ruling", "text", value=last.reason, hint=SEATS_READ),
        Field("rules", "Rules", "rules", value=rule_titles(last.rules, case.opening.game)),
        Field(
            "moment",
            "Moment",
            "name",
            needed=False,
            value=last.moment or case.opening.moment,
            hint=OF_MOMENT,
        ),
        Field("remedy", "Remedy", "choice", remedy_options(case), value=first_remedy(case), hint=REMEDIES_FROM),
        Field(
            "worse",
            "Why it would be worse to leave the table",
            "text",
            needed=False,
            value=last.worse,
            hint=f"A ruling that rewinds needs it. {SEATS_READ}",
        ),
        Field("to_players", "What the players are told", "text", value=last.to_players, hint=SEATS_READ),
        *(fixed_fields(last) if setting.over else (*ruled_penalty_fields(case, last), *ruled_time_fields(case, last))),
        Field("evidence", "", "hidden", value=option_text(list(last.evidence)) if last.evidence else ""),
        Field("hold", "Keep the match frozen after the remedy", "check", needed=False, value="on" if last.hold else ""),
    )


def fixed_fields(last: Ruling) -> Iterator[Field]:
    """The penalties and the time of a ruling, unchanged: an event that is over takes none."""
    yield Field("penalties", "", "hidden", value=penalties_text(last.penalties))
    for seat, seconds in last.time.items():
        yield Field(f"time-{seat}", "", "hidden", value=str(seconds))


def penalties_text(penalties: tuple[Penalty, ...]) -> str:
    return option_text([msgspec.to_builtins(each) for each in penalties]) if penalties else ""


def ruled_penalty_fields(case: Case, last: Ruling) -> Iterator[Field]:
    """The fields of one penalty; the others of the ruling are kept."""
    first, titles = last.penalties[0] if last.penalties else None, case_teller(case).titles
    regulation = request_context().services.cases.setting(case.opening.match).regulation
    ladder = (("", "none"), *((each, titles[each]) for each in regulation.ladder))
    seats = (("", "nobody"), *seat_options(case))
    yield Field("penalty-seat", "Penalty for", "choice", seats, needed=False, value=first.seat if first else "")
    hint = steps_hint(case)
    yield Field("penalty", "Penalty", "choice", ladder, needed=False, value=first.penalty if first else "", hint=hint)
    yield infraction_field(case, first.infraction if first else "")
    reason = first.reason if first else ""
    yield Field("penalty-reason", "Reason of the penalty", needed=False, value=reason, hint=OF_PENALTY)
    yield Field("penalties", "", "hidden", value=penalties_text(last.penalties[1:]))


def steps_hint(case: Case) -> str:
    """What a judge of an event must know to choose a penalty: what takes approval, and the record of each player."""
    teller, setting = case_teller(case), case_teller(case).setting
    if not setting.event:
        return ""
    # what the case itself gave counts for no other ruling of it
    own = (each for each in case.penalties_standing if setting.can_withdraw(case.id, each))
    theirs = [each.penalty for each in (*own, *setting.by_command(case).values())]
    given = {seat: Counter(each.infraction for each in theirs if each.seat == seat) for seat in case.opening.seats}
    records = {seat: Counter(record_at_seat(case, setting, seat)) - given[seat] for seat in given}
    counted = (
        f"{teller.seat(seat)}: {', '.join(f'{teller.titles.get(name, name)} {n}' for name, n in record.items())}"
        for seat, record in records.items()
        if record
    )
    return f"{LADDER} Counted so far: {'; '.join(counted) or 'nothing'}."


def ruled_time_fields(case: Case, last: Ruling) -> Iterator[Field]:
    teller, most = (
        case_teller(case),
        request_context().services.cases.setting(case.opening.match).regulation.limits.extension,
    )
    limit = f"At most {duration(most)} for a table in all; only the head judge gives more." if most else ""
    hint = " ".join(filter(None, (AS_TIME, limit, owed_hint(case))))
    for seat in case.opening.seats:
        given = last.time.get(seat)
        value = clock_time(given) if given else ""
        yield Field(f"time-{seat}", f"Time for {teller.seat(seat)}", "time", needed=False, value=value, hint=hint)


def owed_hint(case: Case) -> str:
    """What is owed to each seat for the time of cases, counted up to now; empty where no time is owed."""
    owed, as_of = owed_now(case.opening.match, g.asker)
    if owed is None or not any(owed.owed.values()):
        return ""
    said = ", ".join(f"{case_teller(case).seat(seat)} {duration(seconds)}" for seat, seconds in owed.owed.items())
    so_far = f" so far (as of {as_of[11:19]} UTC; it goes on until the match is resumed)" if as_of else ""
    return f"Owed for the time of cases{so_far}: {said}."


def infraction_field(case: Case, ruled: str = "") -> Field:
    """The field for an infraction of the match's event; a text field where the match belongs to no event."""
    setting = request_context().services.cases.setting(case.opening.match)
    if not setting.event:
        return Field("infraction", "Infraction of the penalty", needed=False, value=ruled, hint=NO_LADDER)
    infractions = tuple((each.name, each.title) for each in setting.regulation.infraction)
    return Field("infraction", "Infraction", "choice", (("", "none"), *infractions), needed=False, value=ruled)


def ruling_of(given: Given) -> Ruling:
    """The ruling in a form. Raises Problem 422, also for a part of a penalty that is for nobody."""
    penalties = []
    if not given.get("penalty-seat") and any(given.get(name, "").strip() for name in OF_PENALTY_ALONE):
        because = {"not filled in": ["Penalty for"], "or else": "leave penalty, infraction and reason of it empty"}
        raise Problem(422, "request.nothing-chosen", because=because)
    if given.get("penalty-seat"):
        named = {name: given.get(f"penalty-{name}", "") for name in ("seat", "reason")}
        named["penalty"] = given.get("penalty", "")
        penalties.append(
            {**named, "infraction": given.get("infraction", ""), "rules": split_words(given.get("rules", ""))}
        )
    # the form has fields for one penalty; the others of the ruling are kept
    penalties += option_value(given.get("penalties", "")) or []
    times = [name for name, value in given.items() if name.startswith("time-") and value]
    time = {name.removeprefix("time-"): read_seconds(given, name) for name in times}
    said = {name: given.get(name, "") for name in ("finding", "reason", "to_players", "worse")}
    said["moment"] = read_place(given.get("moment", ""))
    ruling: Ruling = as_command(
        {
            **said,
            "rules": split_words(given.get("rules", "")),
            "remedy": option_value(given.get("remedy", "")),
            "penalties": penalties,
            "time": time,
            "evidence": option_value(given.get("evidence", "")) or [],
            "hold": "hold" in given,
        },
        Ruling,
    )
    return ruling
