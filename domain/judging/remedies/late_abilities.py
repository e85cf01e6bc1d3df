"""Missed things done now: a mandatory ability resolved late, and an opportunity restored, above the open wait.

Read `RecordedMoment`, then `resolve_ability_now` and `restore_opportunity`. Both push frames above the open question;
when they are done it is open again, under a new id. What would change a sequence that is over (saves, replacements,
cancels, all interrupts) cannot be late, nor can what was not missed.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from msgspec import Struct, structs

from domain.judging.remedies.corrections import Events, check_outcome_lawful, hold_wait
from domain.judging.remedies.interventions import RulingEnvelope, check_running, game_of_judge, intervention
from domain.judging.remedies.used_opportunities import Opportunity, innermost_aftermath, opportunities, table_at, uses
from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import run_flow
from domain.kernel.flow.priority_windows import Window
from domain.kernel.formats.reading import whole_number
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import (
    AbilityTable,
    AbilityUse,
    AftermathRestored,
    Condition,
    ConditionGroup,
    ConditionsOccurred,
)
from domain.kernel.occurring.occurrence import REACTION, Aftermath
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp
from domain.match.judge_orders import JudgeOrder, ResolveAbilityNow, RestoreOpportunity

ACTION = "action"
MOMENT = "judging.case.names-a-moment"
NEEDS_ITS_MOMENT = "judging.missed.needs-its-moment"
NOT_MISSED = "judging.missed.was-missed"
OPTIONAL_CONSENT = "judging.missed.optional-consent"
OF_ANOTHER = "judging.missed.whose"


class RecordedMoment(Struct, frozen=True):
    """A place of the record: the fact there (none at a version as a whole), and the table just after it."""

    version: int
    fact: Fact | None
    table: AbilityTable


def find_place(match: Match, events: Events, at: str) -> tuple[int, int]:
    """The version and the number of the fact (0: none) that `42` or `42.7` names on the line being played.

    Raises Refused.
    """
    named, _, place = at.partition(".")
    version, number = (whole_number(each) or 0 for each in (named, place or "0"))
    on_line = version in match.path() and number <= len(events[version].facts)
    if not on_line or (place and not number):
        raise Refused(Refusal(MOMENT, {"at": at, "newest": match.version}))
    return version, number


def find_moment(match: Match, events: Events, at: str) -> RecordedMoment:
    """The moment that `42` or `42.7` names on the line being played. Raises Refused."""
    version, number = find_place(match, events, at)
    if not number:
        return RecordedMoment(version, None, table_at(match, events, version))
    table = table_at(match, events, dict(match.backs).get(version, version - 1))
    for fact in events[version].facts[:number]:
        fact.apply(table)
    return RecordedMoment(version, events[version].facts[number - 1], table)


# --- a mandatory ability


def resolve_ability_now(
    match: Match, command: ResolveAbilityNow, events: Events, ruled: RulingEnvelope, stamp: Stamp
) -> NewVersion:
    """The version that resolves a missed mandatory ability on the table as it is. Raises Refused."""
    check_running(match)
    begun = uses(match, events)
    condition = missed_condition(match, events, command, begun)
    game = game_of_judge(match, match.table)
    hold_wait(game)
    game.rules.begin_ability(game, command.card, command.ability, condition)
    return carry_on(game, match, "ability_resolved_now", command, ruled, stamp)


def missed_condition(
    match: Match, events: Events, command: ResolveAbilityNow, begun: Container[AbilityUse]
) -> Condition | None:
    """The condition meant, or the first of those that occurred then to which the ability can still answer.

    None for an ability that answers to none. Raises Refused where there is nothing to answer, or no more.
    """
    then = find_moment(match, events, command.missed_at)
    happening = group_reacted_to(then)
    conditions = happening.conditions if happening else ()
    if command.condition:
        conditions = tuple(each for each in conditions if each.id == command.condition)
    refusals: list[Refusal] = []
    for each in (None, *conditions):
        refusal = late_refusal(match, command.card, command.ability, each, begun)
        if refusal is None:
            return each
        refusals.append(refusal)
    raise Refused(next((each for each in refusals if each.rule == NOT_MISSED), refusals[-1]))


def late_refusal(
    match: Match, card: Handle, ability: int, condition: Condition | None, begun: Container[AbilityUse]
) -> Refusal | None:
    """Why an ability cannot be resolved late: by the game, or since it is among those that began on the condition."""
    refusal: Refusal | None = match.rules.late_refusal(match.table, card, ability, condition)
    if refusal is None and AbilityUse(card, ability, condition.id if condition is not None else 0) in begun:
        return Refusal(NOT_MISSED, {"card": card, "ability": ability})
    return refusal


def group_reacted_to(then: RecordedMoment) -> ConditionGroup | None:
    """What had occurred by this moment and was being reacted to."""
    if isinstance(then.fact, ConditionsOccurred):
        return then.table.aftermaths.get(then.fact.aftermath)
    return innermost_aftermath(then.table)


def carry_on(
    game: Game[CardTable],
    match: Match,
    kind: str,
    command: JudgeOrder,
    ruled: RulingEnvelope,
    stamp: Stamp,
    cut: int = 0,
) -> NewVersion:
    """Run play until somebody is awaited. Returns the version with the event of it.

    Raises Refused if nobody can answer.
    """
    run_flow(game)
    check_outcome_lawful(game, ends=True)
    facts, flow = game.conclude()
    return intervention(match, kind, ruled, stamp, game.table, facts, flow, cmd=command, cut=cut)


# --- an opportunity


def restore_opportunity(
    match: Match, command: RestoreOpportunity, events: Events, ruled: RulingEnvelope, stamp: Stamp
) -> NewVersion:
    """The version that opens a window of the same kind for one seat above the open wait.

    Raises Refused if the seat has nothing to do there.
    """
    check_running(match)
    if command.seat not in match.table.remaining_seats():
        raise Refused(
            Refusal("match.no-such-seat", {"seat": command.seat, "seats": list(match.table.remaining_seats())})
        )
    version, number = find_place(match, events, command.at)
    at = f"{version}.{number}" if number else str(version)
    found = next((each for each in opportunities(match, events, version) if each.at == at), None)
    if found is None:
        raise Refused(Refusal(MOMENT, {"at": version, "window": ""}))
    if found.kind not in (ACTION, REACTION):
        raise Refused(Refusal(NEEDS_ITS_MOMENT, {"window": found.name, "kind": found.kind}))
    game = reopen_window(match, found, command.seat)
    if game is None:
        raise Refused(restoration_refusal(match, found, command.seat))
    return carry_on(game, match, "opportunity_restored", command, ruled, stamp)


def seats_with_options(match: Match, found: Opportunity) -> tuple[Seat, ...]:
    """The seats that have something to do in an opportunity which they did not do in it."""
    if found.kind not in (ACTION, REACTION):
        return ()
    return tuple(seat for seat in match.table.remaining_seats() if reopen_window(match, found, seat) is not None)


def cards_with_options(match: Match, found: Opportunity, seats: Iterable[Seat]) -> tuple[Handle, ...]:
    """The cards in play that these seats could use in an opportunity given back; what lies in hand is not told."""
    cards: dict[Handle, None] = {}
    for seat in seats:
        game = reopen_window(match, found, seat)
        window = game.table.stack[-1] if game is not None else None
        if game is not None and isinstance(window, Window):
            forms = game.rules.window_space(game.table, window, seat).forms
            used = (Handle(str(form.fixed.get("card", ""))) for form in forms)
            cards |= {each: None for each in used if each in match.table.cards and match.table.is_in_play(each)}
    return tuple(cards)


def reopen_window(match: Match, found: Opportunity, seat: Seat) -> Game[CardTable] | None:
    """The game with the window open for the seat above the open wait; None if the seat has nothing to do there."""
    game = game_of_judge(match, match.table)
    hold_wait(game)
    window = push_window_for(game, found, seat)
    return game if game.rules.can_act(game.table, window, seat) else None


def restoration_refusal(match: Match, found: Opportunity, seat: Seat) -> Refusal:
    """Why an opportunity is not given back to a seat that has nothing to do in it, with those that have.

    It did in the window what it could still do, or the opportunity is another's, or nobody's any more.
    """
    about = structs.replace(found.about, used=()) if found.about is not None else None
    unused = structs.replace(found, about=about, spent=())
    whose = seats_with_options(match, found)
    because: dict[str, object] = {"window": found.name, "seat": seat, **({"whose": list(whose)} if whose else {})}
    if reopen_window(match, unused, seat) is not None:
        return Refusal(OPTIONAL_CONSENT, because)
    return Refusal(OF_ANOTHER if whose else NEEDS_ITS_MOMENT, because)


def push_window_for(game: Game[CardTable], found: Opportunity, seat: Seat) -> Window:
    """The window, held for the seat alone; what it reacts to is put on the table again, what was used on it with it."""
    about = 0
    if found.kind == REACTION and found.about is not None:
        about = game.table.next_serial()
        game.emit(AftermathRestored(found.about.conditions, about, found.about.used))
        game.push(Aftermath(id=about, during=found.during, at="/end"))
    window = Window(
        kind=found.kind,
        name=found.name,
        during=found.during,
        first=seat,
        turn=seat,
        about=about,
        held=True,
        only=seat,
        spent=found.spent,
    )
    game.push(window)
    return window
