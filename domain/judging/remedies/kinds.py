"""The kinds of remedy, by name: the form of each, and how it is carried out.

A preview does the same and stores nothing.

Read `RemedyKind` and `RemedyOutcome`, then `REMEDIES`; a kind is added by a line there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.judging.inquiry.knowledge import hidden_cards, knowledge_from, origins
from domain.judging.remedies.annulment import NOT_KNOWLEDGE, annul_action, report_of
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.ending_remedies import LOSS, LOSS_APPROVED, accept_table, end_match
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.late_abilities import (
    OPTIONAL_CONSENT,
    find_moment,
    resolve_ability_now,
    restore_opportunity,
)
from domain.judging.remedies.rewind import lawful_target, report_rewind, rewind_match
from domain.kernel.cards.card_facts import CardsMoved, Learned
from domain.kernel.cards.unseen_handles import HandlesUnseen
from domain.kernel.catalogue import union_of
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.waits import RandomResult
from domain.kernel.formats.mismatch import because_of
from domain.kernel.ids import HEAD_JUDGE, NO_SEAT, PUBLIC, Handle, Viewer
from domain.kernel.redaction import redacted_facts
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.kernel.table import MatchOutcome
from domain.match.aggregate import Match, NewVersion, Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.events import StoredEvent, event_kind
from domain.match.judge_orders import (
    AcceptTable,
    AnnulAction,
    CorrectTable,
    EndMatch,
    ResolveAbilityNow,
    RestoreOpportunity,
)

UNNAMED = "judging.ruling.remedy-as-named"


class Situation(Struct, frozen=True):
    """The match that a remedy is for: its newest value, its events by version, itself at an earlier version.

    `decisions` is how many a judge may undo or reach over without the head judge.
    """

    match: Match
    events: Mapping[int, StoredEvent]
    then: Callable[[int], Match]
    decisions: int


class RemedyOutcome(Struct, frozen=True):
    """What a remedy stores, and what it needs: the office that approves (by `rule`, `because`), the seats that agree.

    `consent_rule` says why they must. `report` is what a judge must have read of it, `ends` how the match ends by it.
    """

    followings: tuple[NewVersion, ...]
    needs: str = "judge"
    rule: str = ""
    because: tuple[str, ...] = ()
    report: Any = None
    consents: tuple[str, ...] = ()
    consent_rule: str = OPTIONAL_CONSENT
    ends: MatchOutcome | None = None


class RemedyKind(Struct, frozen=True):
    """A kind of remedy: the form of what it asks for, what carries it out, the rule that its preview is read by.

    `running` says that only a match that is not over has room for it.
    """

    asks: Any
    carried: Callable[[Situation, Any, RulingEnvelope, Stamp], RemedyOutcome]
    read_by: str = "judging.correct.preview"
    running: bool = False


class Rewind(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back to a version."""

    to: int


def rewind(situation: Situation, request: Rewind, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of going back to a version, or to the opening of the choice in which it lies. Raises Refused."""
    match, events = situation.match, situation.events
    report = rewind_report(situation, request.to)
    following = rewind_match(match, situation.then(report.to), events, report, ruled, stamp)
    return RemedyOutcome((following,), report.needs, "judging.rewind.head-judge", report.because, report)


def rewind_report(situation: Situation, to: int) -> Any:
    """What a rewind to a version would undo. Raises Refused."""
    match, events = situation.match, situation.events
    if not 0 < to < match.version:
        raise Refused(Refusal("judging.rewind.known-version", {"to": to, "newest": match.version}))
    then = situation.then(lawful_target(match, situation.then(to), events, to))
    return report_rewind(match, then, events, to, situation.decisions)


def correct(situation: Situation, request: CorrectTable, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of changing the table by hand. Raises Refused."""
    return RemedyOutcome((correct_table(situation.match, request, situation.events, ruled, stamp),))


def annul(situation: Situation, request: AnnulAction, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of undoing one action, for a change of mind with the consent of the opponents. Raises Refused."""
    match, events = situation.match, situation.events
    followings = annul_action(match, request, events, ruled, stamp)
    report = report_of(match, events, request.of, situation.decisions)
    asking = opponents(match, events[request.of].actor) if request.change_of_mind else ()
    outcome = RemedyOutcome(followings, report.needs, "judging.rewind.head-judge", report.because, report, asking)
    return structs.replace(outcome, consent_rule=NOT_KNOWLEDGE)


def opponents(match: Match, seat: str) -> tuple[str, ...]:
    """The other seats that are still in the match."""
    return tuple(each for each in match.table.remaining_seats() if each != seat)


def resolve_late(
    situation: Situation, request: ResolveAbilityNow, ruled: RulingEnvelope, stamp: Stamp
) -> RemedyOutcome:
    """The outcome of a missed mandatory ability, if few decisions have been taken since. Raises Refused."""
    match, events = situation.match, situation.events
    missed = find_moment(match, events, request.missed_at).version
    since = sum(event_kind(events[each]) == "action" for each in match.path() if each > missed)
    if since > situation.decisions:
        because: dict[str, object] = {"decisions": since, "most": situation.decisions}
        raise Refused(Refusal("judging.missed.mandatory-now", because))
    return RemedyOutcome((resolve_ability_now(match, request, events, ruled, stamp),))


def restore(situation: Situation, request: RestoreOpportunity, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of giving a seat an opportunity again; its opponents must agree, unless the service failed.

    Raises Refused.
    """
    match = situation.match
    following = restore_opportunity(match, request, situation.events, ruled, stamp)
    return RemedyOutcome((following,), consents=() if request.service_error else opponents(match, request.seat))


def accept(situation: Situation, request: AcceptTable, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of leaving the table as it is."""
    return RemedyOutcome((accept_table(situation.match, request, situation.events, ruled, stamp),))


def end_by_ruling(situation: Situation, request: EndMatch, ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of ending the match. Raises Refused."""
    return RemedyOutcome((end_match(situation.match, request, situation.events, ruled, stamp),))


def carry_out(situation: Situation, remedy: Mapping[str, Json], ruled: RulingEnvelope, stamp: Stamp) -> RemedyOutcome:
    """The outcome of a remedy; one by which a seat wins takes the head judge, as every loss does. Raises Refused."""
    kind, request = remedy_of(remedy)
    outcome = kind.carried(situation, request, ruled, stamp)
    ends = settled_end(situation, outcome)
    if not is_loss(ends):
        return structs.replace(outcome, ends=ends)
    because = (*outcome.because, LOSS)
    return structs.replace(outcome, ends=ends, needs=HEAD_JUDGE, rule=outcome.rule or LOSS_APPROVED, because=because)


def is_loss(ends: MatchOutcome | None) -> bool:
    """Whether a seat wins, and the others lose, by the end of a match."""
    return ends is not None and ends.winner != NO_SEAT


def settled_end(situation: Situation, outcome: RemedyOutcome) -> MatchOutcome | None:
    """How the match ends by a remedy, as far as that is settled by what is known; None where it goes on.

    An end that waits for chance or a hidden card is the game's: to tell it before would tell them.
    """
    if not outcome.followings or outcome.followings[-1].match.table.over is None:
        return None
    facts, shown, _ = told_facts(outcome, unknown_in(situation, outcome))
    return next((fact.outcome for fact in reversed(facts[:shown]) if isinstance(fact, MatchOver)), None)


REMEDIES: dict[str, RemedyKind] = {
    "rewind": RemedyKind(Rewind, rewind, "judging.rewind.report-seen"),
    "correction": RemedyKind(CorrectTable, correct, running=True),
    "annulment": RemedyKind(AnnulAction, annul),
    "late-ability": RemedyKind(ResolveAbilityNow, resolve_late, running=True),
    "opportunity": RemedyKind(RestoreOpportunity, restore, running=True),
    "acceptance": RemedyKind(AcceptTable, accept),
    "ending": RemedyKind(EndMatch, end_by_ruling),
}


def form_of_remedy(kind: str, asks: type[Struct]) -> type[Struct]:
    """The form of a kind of remedy as a type: `kind`, and the fields of its request."""
    fields = [(each.name, each.type, *default_of(each)) for each in structs.fields(asks)]
    name = f"Remedy{''.join(part.capitalize() for part in kind.split('-'))}"
    return msgspec.defstruct(
        name,
        fields,
        namespace={"__doc__": asks.__doc__},
        tag_field="kind",
        tag=kind,
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
    )


def default_of(field: structs.FieldInfo) -> tuple[Json, ...]:
    """The default of a field, if it has one."""
    if field.default_factory is not msgspec.NODEFAULT:
        return (msgspec.field(default_factory=field.default_factory),)
    return () if field.required else (field.default,)


# Every kind of remedy as it is asked for, and all of them as one type.
FORMS: dict[str, type[Struct]] = {kind: form_of_remedy(kind, remedy.asks) for kind, remedy in REMEDIES.items()}
ANY_FORM: Any = union_of(tuple(FORMS.values()))


def needs_running_match(remedy: Mapping[str, Json]) -> bool:
    """Whether a remedy is of a kind for which there is no room once the match is over."""
    kind = REMEDIES.get(str(remedy.get("kind")))
    return kind is not None and kind.running


def remedy_of(remedy: Mapping[str, Json]) -> tuple[RemedyKind, Any]:
    """The kind of remedy that is requested, and the request in its form. Raises Refused."""
    kind = REMEDIES.get(str(remedy.get("kind")))
    if kind is None:
        raise Refused(Refusal(UNNAMED, {"kind": remedy.get("kind"), "kinds": sorted(REMEDIES)}))
    fields = {name: value for name, value in remedy.items() if name != "kind"}
    try:
        return kind, msgspec.convert(fields, kind.asks)
    except msgspec.ValidationError as error:
        raise Refused(Refusal(UNNAMED, {"kind": remedy["kind"], **because_of(error, kind.asks)})) from None


def is_same_remedy(one: Mapping[str, Json], other: Mapping[str, Json]) -> bool:
    """Whether two requests are for the same remedy."""
    return bool(one) and one.get("kind") == other.get("kind") and remedy_of(one)[1] == remedy_of(other)[1]


def outcome_digest(outcome: RemedyOutcome) -> str:
    """A digest of what a remedy would store, without by whom and when.

    The seed of the match salts it: somebody who knows all but a card that it draws could try every card.
    """
    events = [decode_event(each.match, each.payload) for each in outcome.followings]
    kept = [[event.facts, event.flow, event.back, event.cut, event.cmd] for event in events]
    key = next((each.match.seed for each in outcome.followings), b"")
    return blake2b(msgspec.json.encode(kept), digest_size=16, key=key).hexdigest()


def facts_shown(situation: Situation, outcome: RemedyOutcome) -> tuple[tuple[JsonObject, ...], int]:
    """The facts that a remedy would store as everybody sees them, and how many of them it states itself.

    Which card comes out of a hidden area is told once it has come out: a preview is no look, and nobody may read it
    before. What follows is told as far as it is settled by what is known: up to the first fact that opens something.
    """
    is_unknown = unknown_in(situation, outcome)
    facts, shown, ruled = told_facts(outcome, is_unknown)
    unseen = [each for each in facts if isinstance(each, HandlesUnseen)]

    def public(facts: Iterable[Fact]) -> list[JsonObject]:
        kept = tuple(without_unknown_keys(each, is_unknown) for each in (*facts, *unseen))
        return [fact for _, fact in redacted_facts(kept, Viewer(PUBLIC))]

    return tuple(public(facts[:shown])), len(public(facts[:ruled]))


def told_facts(outcome: RemedyOutcome, is_unknown: Callable[[Handle], bool]) -> tuple[list[Fact], int, int]:
    """The facts that a remedy would store, how many of them are settled by what is known, and how many it states."""
    events = [decode_event(each.match, each.payload) for each in outcome.followings]
    ruled = events[0].cut if events else 0
    facts = [fact for event in events for fact in event.facts]
    opening = (n for n, fact in enumerate(facts) if brings_out(fact, is_unknown))
    return facts, max(ruled, next(opening, len(facts))), ruled


def unknown_in(situation: Situation, outcome: RemedyOutcome) -> Callable[[Handle], bool]:
    """Whether a card that the facts of a remedy name is one of those that not everybody knows."""
    events = [decode_event(each.match, each.payload) for each in outcome.followings]
    unknown, homes = unknown_cards(situation), origins(situation.match.table, list(enumerate(events)))
    return lambda card: homes.get(card, card) in unknown


def brings_out(fact: Fact, unknown: Callable[[Handle], bool]) -> bool:
    """Whether a fact brings out what nobody knew: a card of a deck for all to see, secret answers, chance."""
    if isinstance(fact, CardsMoved):
        return any(each.now == "all" and unknown(each.old) for each in fact.moves)
    return fact.unseals or isinstance(fact, RandomResult)


def unknown_cards(situation: Situation) -> set[Handle]:
    """The cards of hidden areas of which not everybody was told which they are."""
    table = situation.match.table
    knowledge = knowledge_from((each, situation.events[each]) for each in situation.match.path())
    return {card for card in hidden_cards(table) if PUBLIC not in knowledge.get(card, {})}


def without_unknown_keys(fact: Fact, unknown: Callable[[Handle], bool]) -> Fact:
    """A fact without the keys of the cards that are not known."""
    if not isinstance(fact, Learned):
        return fact
    return structs.replace(fact, cards=tuple(each for each in fact.cards if not unknown(each[0])))
