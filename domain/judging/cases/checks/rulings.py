"""The content of a ruling: both sides heard, rules cited, a remedy of a known kind, penalties of the ladder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import structs, to_builtins

from domain.judging.cases.approvals import standing_refusal
from domain.judging.cases.at_moment import case_with_ruling, seats_unsure
from domain.judging.cases.case import Case
from domain.judging.cases.commands import CaseContext, MatchSetting
from domain.judging.cases.entries import MOST_SECONDS, Penalty, Ruling
from domain.judging.remedies.kinds import remedy_of
from domain.kernel.checks import check, first_refusal
from domain.kernel.formats.reading import whole_number
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.ids import HEAD_JUDGE
from domain.kernel.refusals import Json, Refusal
from domain.match.aggregate import Refused
from domain.match.cited_rules import meant_in, unknown_refusal
from domain.tournaments.player_names import is_named

# the id of a branch, alone
BRANCH = re.compile("b-[a-z0-9-]{1,60}")


def cites(context: CaseContext, rules: Iterable[str]) -> Refusal | None:
    """Why the rules of a ruling are refused: it cites at least one, and known ones."""
    if not rules:
        return Refusal("judging.ruling.cites-rules", {"field": "rules", "rules": []})
    return cites_known(context, rules, "rules")


def cites_known(context: CaseContext, rules: Iterable[str], field: str) -> Refusal | None:
    return unknown_refusal(context.match.rules.name, rules, field, "judging.ruling.cites-rules")


def ruling_is_lawful(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why a ruling is refused, by the first rule that it breaks."""
    return first_refusal(ruling_refusals(context, ruling))


def ruling_refusals(context: CaseContext, ruling: Ruling) -> Iterator[Refusal | None]:
    """What each rule says of a ruling. The moment comes before whatever is asked about it: it may be none."""
    yield wording_refusal(ruling)
    yield moment_refusal(context, ruling.moment)
    yield branch_refusal(context, ruling.evidence, "evidence")
    yield cites(context, ruling.rules)
    yield both_heard(context, ruling)
    yield remedy_fits(ruling)
    yield last_resort(ruling)
    yield time_fits(context, ruling)
    yield from (on_the_ladder(context, each, f"penalties[{n}].") for n, each in enumerate(ruling.penalties))
    yield one_for_one_seat(ruling)
    yield sat_there_known(context, ruling)
    yield not_of_own_moment(context, ruling)
    yield one_for_one_cause(context, ruling)


def says_the_same(ruling: Ruling, before: Ruling | None) -> bool:
    """Whether a ruling differs from the one before only in the spaces of its texts."""
    return before is not None and normalize_spaces(to_builtins(ruling)) == normalize_spaces(to_builtins(before))


def normalize_spaces(value: Json) -> Json:
    """A value with one space wherever its texts have some."""
    if isinstance(value, dict):
        return {name: normalize_spaces(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [normalize_spaces(each) for each in value]
    return " ".join(value.split()) if isinstance(value, str) else value


def wording_refusal(ruling: Ruling) -> Refusal | None:
    missing = [name for name in ("finding", "reason", "to_players") if not is_legible(getattr(ruling, name))]
    missing += [f"evidence[{n}]" for n, each in enumerate(ruling.evidence) if not is_legible(each)]
    return Refusal("judging.ruling.cites-rules", {"field": missing[0], "missing": missing}) if missing else None


def moment_refusal(context: CaseContext, moment: str, field: str = "moment") -> Refusal | None:
    """Why the named moment is refused: it is neither a version of the match nor a fact of one."""
    newest = context.match.version
    named, _, fact = moment.partition(".")
    version = whole_number(named) or 0
    if not moment or (1 <= version <= newest and has_fact(context, version, fact)):
        return None
    return Refusal("judging.case.names-a-moment", {"field": field, "moment": moment, "newest": newest})


def branch_refusal(context: CaseContext, links: Iterable[str], field: str) -> Refusal | None:
    """Why evidence is refused: it names a branch that the match does not have."""
    named = ((n, link) for n, link in enumerate(links) if BRANCH.fullmatch(link) and not context.has_branch(link))
    problem = "there is no such branch of this match"
    return next(
        (
            Refusal("judging.case.names-a-moment", {"field": f"{field}[{n}]", "branch": link, "problem": problem})
            for n, link in named
        ),
        None,
    )


def has_fact(context: CaseContext, version: int, fact: str) -> bool:
    return not fact or 1 <= (whole_number(fact) or 0) <= len(context.events[version].facts)


def both_heard(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why a ruling that changes something is refused: each seat must have made a statement, or been asked for one."""
    missing = [seat for seat in context.case.opening.seats if seat not in context.case.heard]
    if not missing or not (ruling.remedy or ruling.penalties):
        return None
    return Refusal("judging.case.both-heard", {"not_heard": missing})


def remedy_fits(ruling: Ruling) -> Refusal | None:
    if not ruling.remedy:
        return None
    try:
        remedy_of(ruling.remedy)
    except Refused as refused:
        return refused.refusal
    return None


def last_resort(ruling: Ruling) -> Refusal | None:
    if ruling.remedy.get("kind") == "rewind" and not is_legible(ruling.worse):
        return Refusal("judging.ruling.least-change", {"field": "worse", "missing": "worse"})
    return None


def time_fits(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why the time of a ruling is refused: a seat gets at most the regulation's seconds, but by the head judge.

    What the table was given counts towards them, and what other cases ruled to the seat.
    """
    most, seats = context.regulation.limits.extension, context.match.table.seats
    for seat, n in ruling.time.items():
        if seat not in seats:
            problem = f"there is no seat {seat} in this match"
        elif not 0 <= n <= MOST_SECONDS:
            problem = f"a seat is given 0 to {MOST_SECONDS} seconds, not {n}"
        else:
            continue
        because: dict[str, object] = {"field": "time", "seat": seat, "value": n, "problem": problem}
        return Refusal("judging.time.extension", {**because, "seats": list(seats)}, f"`time`: {problem}.")
    if context.by.role == HEAD_JUDGE or not any(ruling.time.values()):
        return None
    given, ruled = context.setting.given, context.ruled()
    over = {seat: n for seat, n in ruling.time.items() if n and given + ruled.get(seat, 0) + n > most}
    if not over:
        return None
    before = {seat: ruled.get(seat, 0) for seat in over}
    because = {"field": "time", "time": over, "given": given, "ruled": before, "most": most, "needs": HEAD_JUDGE}
    return Refusal("judging.time.extension", because)


def on_the_ladder(context: CaseContext, penalty: Penalty, within: str = "") -> Refusal | None:
    """Why a penalty is refused: it is one of the regulation, for a seat of the match, by rules that exist.

    `within` is the part of a body in which it stands.
    """
    ladder, seats = context.regulation.ladder, context.match.table.seats
    if penalty.penalty not in ladder or penalty.seat not in seats or not is_legible(penalty.infraction):
        because: dict[str, object] = {
            **wrong_word(penalty, ladder, seats, within),
            "penalty": penalty.penalty,
            "seat": penalty.seat,
            **({} if penalty.penalty in ladder else {"ladder": list(ladder)}),
            **({} if penalty.seat in seats else {"seats": list(seats)}),
        }
        return Refusal("judging.penalty.ladder", because)
    return known_infraction(context, penalty, within) or cites_known(context, penalty.rules, f"{within}rules")


def one_for_one_seat(ruling: Ruling) -> Refusal | None:
    """Why a second penalty for a seat is refused: a case is one cause, which is penalised once for each player."""
    seats = [each.seat for each in ruling.penalties]
    repeated = next((number for number, each in enumerate(seats) if each in seats[:number]), None)
    if repeated is None:
        return None
    second = ruling.penalties[repeated]
    where: dict[str, object] = {
        "field": f"penalties[{repeated}].seat",
        "seat": second.seat,
        "infraction": second.infraction,
        "penalty": second.penalty,
    }
    return Refusal("judging.penalty.root-cause", where)


def sat_there_known(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why a penalty for a seat is refused of which it is not known who sat there at the moment of the ruling."""
    moment = ruling.moment or context.case.opening.moment
    unsure = seats_unsure(context, moment) if ruling.penalties else ()
    for number, each in enumerate(ruling.penalties):
        if each.seat in unsure:
            problem = f"the seat {each.seat} got another player at the very time of {moment}"
            because: dict[str, object] = {"field": f"penalties[{number}].seat", "seat": each.seat, "moment": moment}
            said = f"Who is penalised is not known: {problem}. The head judge penalises them by a command of the event."
            return Refusal("judging.penalty.named-player", {**because, "problem": problem}, said)
    return None


def not_of_own_moment(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why somebody does not rule about a moment at which they sat in the match, though another sits there now."""
    judge = context.by.actor
    seats = [seat for seat, player in case_with_ruling(context, ruling).sat_then if is_named(judge, [player])]
    because: dict[str, object] = {"field": "moment", "judge": judge, "seats": seats, "interest": False}
    return Refusal("judging.case.not-own-match", because) if seats else None


def one_for_one_cause(context: CaseContext, ruling: Ruling) -> Refusal | None:
    """Why a penalty is refused for who has one for the cause of the ruling, by another case or by the event.

    After the end of the event none is given and none taken back.
    """
    if context.setting.over or not ruling.penalties:
        return None
    before, case = context.case, case_with_ruling(context, ruling)
    return first_standing(before, case, context.setting)


def first_standing(before: Case, case: Case, setting: MatchSetting) -> Refusal | None:
    """Why a penalty of the ruling that holds in a case is refused; `before` is the case without that ruling."""
    # what this case has given for that moment is asked about no more, unless the event took it back
    standing = case.penalties_standing if case.moment == before.moment else ()
    kept = [given.penalty for given in standing if not setting.withdrawn_at(case.id, given)]
    for number, each in enumerate(case.ruling.penalties if case.ruling is not None else ()):
        refusal = standing_refusal(case, setting, each.seat, case.moment) if each not in kept else None
        if refusal is not None:
            return structs.replace(refusal, because={"field": f"penalties[{number}].seat", **refusal.because})
    return None


def wrong_word(penalty: Penalty, ladder: Iterable[str], seats: Iterable[str], within: str) -> dict[str, Json]:
    """The first field of a penalty that names what is not there."""
    if penalty.penalty not in ladder:
        return meant_in(f"{within}penalty", penalty.penalty, ladder)
    if penalty.seat not in seats:
        return meant_in(f"{within}seat", penalty.seat, seats)
    return {"field": f"{within}infraction", "problem": "missing"}


def known_infraction(context: CaseContext, penalty: Penalty, within: str) -> Refusal | None:
    """Why an infraction is refused: in an event it is one of its regulation."""
    setting = context.setting
    infractions = list(setting.regulation.infractions()) if setting.event else [penalty.infraction]
    if penalty.infraction in infractions:
        return None
    where = meant_in(f"{within}infraction", penalty.infraction, infractions)
    return Refusal("judging.penalty.ladder", {**where, "infraction": penalty.infraction, "known": infractions})


@check("approves_the_last", "judging.ruling.remedy-as-named")
def approves_the_last(context: CaseContext) -> Refusal | None:
    number, last = context.command.number, len(context.case.rulings)
    return None if 0 < number == last else Refusal("judging.ruling.remedy-as-named", {"ruling": number, "last": last})


@check("ruling_holds", "judging.ruling.cites-rules")
def ruling_holds(context: CaseContext) -> Refusal | None:
    return ruling_is_lawful(context, context.command.ruling)
