"""What may be done in a case now, as forms: each move with its fields, and how what was filled in becomes a command.

Which of them are offered is for the case's own checks to say (`offered`): a form is there unless who asks may not give
it, or not now. Read `Field`, `Move`, then MOVES at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.cases import commands as m
from domain.judging.cases.case import Case
from domain.judging.cases.commands import Actor
from domain.judging.cases.entries import Penalty, PreviewMade, Ruling
from domain.judging.remedies.kinds import same
from domain.kernel.refusals import Refusal
from service.app.rulebooks import rule_of
from service.console.case.remedies import FORMS, KINDS, telling_of
from service.console.forms.fields import Field, Given, Options, evidence, number, place_read, text, value, words
from service.console.forms.rules_meant import written
from service.web.case_access import shaped
from service.web.request_context import request_context

NOT_NOW = frozenset({"authority", "order"})
# what only the filled-in form can fulfil
BY_FORM = frozenset({"judging.ruling.remedy-as-named"})
ANY = "?"
OF_PENALTY = "Without one it is what the players are told."
NUMBERS = frozenset({"entry", "number", "ruling", "version"})
LISTS = {"links": evidence, "tags": words}


class Move(Struct, frozen=True):
    """A move in a case: its fields, the command that they make, and one by which it is found whether it may be given.

    `exact` says that this one is what would be given, so that any refusal of it keeps the form away; `page` is where
    a move has a page of its own; `titled` says what it does in this case, where that depends on it.
    """

    name: str
    title: str
    fields: Callable[[Case, Actor], tuple[Field, ...]]
    command: Callable[[Given], Any]
    sample: Callable[[Case, Actor], Any]
    exact: bool = False
    main: bool = False
    page: str = ""
    titled: Callable[[Case], str] | None = None


class Offered(Struct, frozen=True):
    """A move that may be given now, or the refusal of one that may not."""

    move: Move
    fields: tuple[Field, ...] = ()
    refusal: Refusal | None = None
    title: str = ""


def offered(case: Case, by: Actor) -> Iterator[Offered]:
    """The moves that somebody may give now, and those that wait for something, with what for."""
    for move in MOVES:
        command = move.sample(case, by)
        if command is None:
            continue
        refusal = request_context().services.cases.refusal(case.id, command, by=by)
        if refusal is None or not (move.exact or keeps_away(refusal)):
            fields = move.fields(case, by)
            if all(each.options for each in fields if each.kind == "choice" and each.needed):
                yield Offered(move, fields, title=move.titled(case) if move.titled else move.title)
        elif move.exact and move.main:
            yield Offered(move, refusal=refusal, title=move.title)


def keeps_away(refusal: Refusal) -> bool:
    """Whether a refusal is of who asks or when, and not of what would be filled in."""
    return rule_of(refusal.rule).kind in NOT_NOW and refusal.rule not in BY_FORM


# --- fields


def none(case: Case, by: Actor) -> tuple[Field, ...]:
    return ()


def just(*fields: Field) -> Callable[[Case, Actor], tuple[Field, ...]]:
    """The same fields whatever the case."""
    return lambda case, by: fields


def seats(case: Case) -> Options:
    return tuple((seat, seat) for seat in case.opening.seats)


def previews(case: Case) -> tuple[PreviewMade, ...]:
    """What was tried dry, the newest first."""
    return tuple(each for each in reversed(case.entries) if isinstance(each, PreviewMade))


def remedies(case: Case) -> Options:
    """What a ruling may name: nothing, or what was previewed."""
    told = telling_of(case)
    tried = {
        text(each.remedy): f"{told.remedy(each.remedy, each.version)} (previewed at v{each.version})"
        for each in previews(case)
    }
    return (("{}", "The table stays as it is"), *tried.items())


TEXT = Field("text", "In words", "text")
REASON = Field("reason", "Reason", "text")


def ruling_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """What a ruling says; what was ruled before is filled in, all of it: what is left alone stays ruled."""
    last = case.ruling or Ruling("", "", "")
    first = last.penalties[0] if last.penalties else None
    others = text([msgspec.to_builtins(each) for each in last.penalties[1:]]) if last.penalties[1:] else ""
    titles, regulation = (
        telling_of(case).titles,
        request_context().services.cases.setting(case.opening.match).regulation,
    )
    ladder = tuple((each, titles[each]) for each in regulation.ladder)
    most = regulation.extension
    return (
        Field("finding", "What happened", "text", value=last.finding),
        Field("reason", "Why it is ruled so", "text", value=last.reason),
        Field("rules", "Rules", "rules", value=written(last.rules, case.opening.game)),
        Field("moment", "Moment", needed=False, value=last.moment or case.opening.moment, hint="A place such as 41.2"),
        Field("remedy", "Remedy", "choice", remedies(case), value=text(last.remedy)),
        Field("worse", "Why leaving it would be worse", "text", needed=False, value=last.worse),
        Field("to_players", "What the players are told", "text", value=last.to_players),
        Field(
            "penalty-seat",
            "Penalty for",
            "choice",
            (("", "nobody"), *seats(case)),
            needed=False,
            value=first.seat if first else "",
        ),
        Field(
            "penalty", "Penalty", "choice", (("", "none"), *ladder), needed=False, value=first.penalty if first else ""
        ),
        infraction_field(case, first.infraction if first else ""),
        Field(
            "penalty-reason",
            "Reason of the penalty",
            needed=False,
            value=first.reason if first else "",
            hint=OF_PENALTY,
        ),
        Field("penalties", "", "hidden", value=others),
        Field("evidence", "", "hidden", value=text(list(last.evidence)) if last.evidence else ""),
        *(
            Field(
                f"time-{seat}",
                f"Seconds for {seat}",
                "number",
                needed=False,
                value=str(last.time.get(seat) or ""),
                hint=f"At most {most} at a table in all; more is the head judge's." if most else "",
            )
            for seat in case.opening.seats
        ),
        Field("hold", "Hold the match after the remedy", "check", needed=False, value="on" if last.hold else ""),
    )


def infraction_field(case: Case, ruled: str = "") -> Field:
    """One of the infractions of the match's event; in words where it belongs to none."""
    rules = request_context().services.cases.setting(case.opening.match).rules
    if rules is None:
        return Field("infraction", "Infraction", needed=False, value=ruled)
    known = tuple((each.name, each.title) for each in rules.infraction)
    return Field("infraction", "Infraction", "choice", (("", "none"), *known), needed=False, value=ruled)


def ruling_of(given: Given) -> Ruling:
    """A ruling from its form; raises Problem 422."""
    penalties = []
    if given.get("penalty-seat"):
        named = {name: given.get(f"penalty-{name}", "") for name in ("seat", "reason")}
        named["penalty"] = given.get("penalty", "")
        penalties.append({**named, "infraction": given.get("infraction", ""), "rules": words(given.get("rules", ""))})
    # a form has room for one; the others that were ruled stand behind it
    penalties += value(given.get("penalties", "")) or []
    times = [name for name, written in given.items() if name.startswith("time-") and written]
    time = {name.removeprefix("time-"): number(given, name) for name in times}
    said = {name: given.get(name, "") for name in ("finding", "reason", "to_players", "worse")}
    said["moment"] = place_read(given.get("moment", ""))
    ruling: Ruling = shaped(
        {
            **said,
            "rules": words(given.get("rules", "")),
            "remedy": value(given.get("remedy", "")),
            "penalties": penalties,
            "time": time,
            "evidence": value(given.get("evidence", "")) or [],
            "hold": "hold" in given,
        },
        Ruling,
    )
    return ruling


def previewing(kind: str) -> Move:
    """The form that tries a kind of remedy dry."""
    title, form = f"Preview: {KINDS[kind]}", FORMS.get(kind)
    sample = always(m.Preview({"kind": kind}))
    if form is None:
        return Move(f"preview-{kind}", title, none, of(m.Preview), sample, page=f"console.{kind}")
    return Move(
        f"preview-{kind}",
        title,
        lambda case, by: form.fields(telling_of(case)),
        lambda given: m.Preview({"kind": kind, **form.asks(given)}),
        sample,
    )


def to_consent(case: Case, by: Actor) -> Options:
    """The previews that ask for a seat's consent."""
    waiting = (
        each for each in previews(case) if by.actor in each.consents and by.actor not in case.consents(each.preview)
    )
    told = telling_of(case)
    return tuple((each.preview, told.remedy(each.remedy, each.version)) for each in waiting)


def as_ruled(case: Case) -> PreviewMade | None:
    """The newest preview of what the last ruling names."""
    ruling = case.ruling
    if ruling is None or not ruling.remedy:
        return None
    return next((each for each in previews(case) if same(ruling.remedy, each.remedy)), None)


def carried_out(case: Case, by: Actor) -> m.Remedy | None:
    made = as_ruled(case)
    if made is None or case.remedied == len(case.rulings):
        return None
    return m.Remedy(made.preview, len(case.rulings), made.version)


def carried_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    command = carried_out(case, by)
    if command is None:
        return ()
    values = (("preview", command.preview), ("ruling", command.ruling), ("version", command.version))
    return tuple(Field(name, name, "hidden", value=str(value)) for name, value in values)


def outdated(case: Case) -> PreviewMade | None:
    """The newest preview of what was ruled and is not done yet, where the match has gone on since."""
    made = as_ruled(case)
    if made is None or case.remedied == len(case.rulings):
        return None
    return made if made.version != telling_of(case).told.newest else None


def anew(case: Case, by: Actor) -> m.Preview | None:
    return m.Preview(made.remedy) if (made := outdated(case)) else None


def anew_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    made = outdated(case)
    return (Field("remedy", "", "hidden", value=text(made.remedy)),) if made else ()


def anew_title(case: Case) -> str:
    made = outdated(case)
    since = f": it was previewed at v{made.version}, the match is at v{telling_of(case).told.newest}" if made else ""
    return f"Preview the remedy anew{since}"


def approval_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    made = as_ruled(case)
    return (
        Field("number", "Ruling", "hidden", value=str(len(case.rulings))),
        Field("preview", "Preview", "hidden", value=made.preview if made else ""),
        REASON,
    )


def penalty_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    named = case.penalties_owed
    told = telling_of(case)
    options = tuple((text(each), told.penalty(msgspec.to_builtins(each))) for each in named)
    return (Field("penalty", "Penalty", "choice", options),)


def penalty_of(given: Given) -> m.Penalise:
    return m.Penalise(shaped(value(given.get("penalty", "")), Penalty))


def named_penalty(case: Case, by: Actor) -> m.Penalise | None:
    named = case.penalties_owed
    return m.Penalise(named[0]) if named else None


def answer_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    verdicts = (("", "choose"), *((each, each) for each in ("confirm", "change", "replace")))
    ruling = ruling_fields(case, by)
    rules = case.ruling.rules if case.ruling else ()
    before = text({**{each.name: each.value for each in ruling if each.value}, "rules": list(rules)})
    return (Field("verdict", "Verdict", "choice", verdicts), TEXT, *ruling, Field("before", "", "hidden", value=before))


def is_rewritten(given: Given) -> bool:
    """Whether a ruling was written beside the answer: something differs from what the form was filled in with."""
    before = value(given.get("before", ""))
    times = [name for name in given if name.startswith("time-")]
    if list(words(given.get("rules", ""))) != list(before.get("rules", ())):
        return True
    names = ["finding", "reason", "moment", "remedy", "worse", "to_players", "penalty-seat", *times]
    names += ["penalty", "infraction", "penalty-reason"] if given.get("penalty-seat") else []
    if ("hold" in given) != bool(before.get("hold")):
        return True
    return any(given.get(each, "").split() != before.get(each, "").split() for each in names)


def answer_of(given: Given) -> m.Answer:
    verdict = given.get("verdict", "")
    ruling = msgspec.to_builtins(ruling_of(given)) if is_rewritten(given) else None
    answer: m.Answer = shaped({"verdict": verdict, "text": given.get("text", ""), "ruling": ruling}, m.Answer)
    return answer


def of(kind: Any, *names: str) -> Callable[[Given], Any]:
    """A command of the fields of these names; numbers and lists are read as such."""

    def command(given: Given) -> Any:
        read = {
            name: number(given, name) if name in NUMBERS else LISTS.get(name, str)(given.get(name, ""))
            for name in names
        }
        return shaped({**read, **({"shared": True} if "shared" in given else {})}, kind)

    return command


def always(command: Any) -> Callable[[Case, Actor], Any]:
    return lambda case, by: command


def withdrawal(case: Case) -> str:
    """What withdrawing does: a seat asks for it, and the last one to ask closes the case."""
    if len(case.withdrawn) + 1 == len(case.opening.seats):
        return "Withdraw the case, which closes it"
    return "Ask to withdraw the case, which needs every seat"


def if_over(over: str, running: str) -> Callable[[Case], str]:
    """A title for a match that is over, which neither goes on nor stops, and one for any other."""
    return lambda case: over if telling_of(case).is_over() else running


NO_RULING = Ruling(ANY, ANY, ANY)


def closing_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    """The last word; what was ruled and not given is confirmed to stay so."""
    word = Field("text", "Last word", "text", needed=False)
    if not (owed := telling_of(case).owed):
        return (word,)
    return (word, Field("sure", f"Ruled, and never given: {'; '.join(owed)}. The case closes without it.", "check"))


def asking_fields(case: Case, by: Actor) -> tuple[Field, ...]:
    return (Field("seat", "Seat", "choice", seats(case)), TEXT)


MOVES = (
    Move("take", "Take the case", none, of(m.Take), always(m.Take()), exact=True, main=True),
    Move("statements", "Give your statement", just(TEXT), of(m.State, "text"), always(m.State(ANY)), main=True),
    Move(
        "questions",
        "Ask a seat",
        asking_fields,
        of(m.AskSeat, "seat", "text"),
        lambda case, by: m.AskSeat(case.opening.seats[0], ANY),
    ),
    Move(
        "evidence",
        "Attach evidence",
        just(
            Field("links", "Moments", hint="Places such as 41.2 or v41, branches, addresses: spaces between them"),
            Field("text", "In words", "text", needed=False),
            Field("shared", "The seats may read it", "check", needed=False),
        ),
        of(m.Attach, "links", "text"),
        always(m.Attach((ANY,))),
    ),
    Move(
        "shared",
        "Share an entry with the seats",
        lambda case, by: (Field("entry", "Entry", "number", span=(1, len(case.entries))),),
        of(m.Share, "entry"),
        always(m.Share(1)),
    ),
    *(previewing(kind) for kind in KINDS),
    Move("ruling", "Rule", ruling_fields, lambda given: m.Rule(ruling_of(given)), always(m.Rule(NO_RULING)), main=True),
    Move("amend", "Rule anew", ruling_fields, lambda given: m.Amend(ruling_of(given)), always(m.Amend(NO_RULING))),
    Move("accept", "Accept the ruling", none, of(m.Accept), always(m.Accept()), exact=True, main=True),
    Move("appeal", "Appeal to the head judge", just(TEXT), of(m.Appeal, "text"), always(m.Appeal(ANY))),
    Move("answer", "Answer the appeal", answer_fields, answer_of, always(m.Answer("confirm", ANY)), main=True),
    Move(
        "approve",
        "Approve the ruling",
        approval_fields,
        of(m.Approve, "number", "reason", "preview"),
        lambda case, by: m.Approve(len(case.rulings) or 1, ANY, made.preview if (made := as_ruled(case)) else ""),
    ),
    Move(
        "consents",
        "Consent",
        lambda case, by: (Field("preview", "To", "choice", to_consent(case, by)),),
        of(m.Consent, "preview"),
        lambda case, by: m.Consent(found[0][0]) if (found := to_consent(case, by)) else None,
        main=True,
    ),
    Move(
        "remedies",
        "Carry out the remedy",
        carried_fields,
        of(m.Remedy, "preview", "ruling", "version"),
        carried_out,
        exact=True,
        main=True,
    ),
    Move(
        "preview-anew",
        "Preview the remedy anew",
        anew_fields,
        lambda given: m.Preview(value(given.get("remedy", ""))),
        anew,
        exact=True,
        main=True,
        titled=anew_title,
    ),
    Move("penalties", "Give the penalty", penalty_fields, penalty_of, named_penalty, exact=True, main=True),
    Move("publish", "Publish the ruling", just(TEXT), of(m.Publish, "text"), always(m.Publish(ANY))),
    Move(
        "resume",
        "Let the match go on under reservation",
        just(REASON),
        of(m.Resume, "reason"),
        always(m.Resume(ANY)),
        titled=if_over("Hold the match, which is over, no longer", "Let the match go on under reservation"),
    ),
    Move(
        "freeze",
        "Stop the match again",
        just(REASON),
        of(m.Freeze, "reason"),
        always(m.Freeze(ANY)),
        titled=if_over("Hold the match, which is over, for a remedy", "Stop the match again"),
    ),
    Move("withdraw", "Withdraw the case", none, of(m.Withdraw), always(m.Withdraw()), exact=True, titled=withdrawal),
    Move(
        "close",
        "Close the case",
        closing_fields,
        of(m.Close, "text"),
        always(m.Close()),
        exact=True,
        main=True,
    ),
    Move("abandon", "Close without a ruling", just(REASON), of(m.Abandon, "reason"), always(m.Abandon(ANY))),
    Move("assign", "Give it to a judge", just(Field("judge", "Judge")), of(m.Assign, "judge"), always(m.Assign(ANY))),
    Move(
        "tags",
        "Tag as a precedent",
        just(Field("tags", "Tags"), Field("text", "Why", "text", needed=False)),
        of(m.TagPrecedent, "tags", "text"),
        always(m.TagPrecedent((ANY,))),
    ),
)
BY_NAME = {move.name: move for move in MOVES}
