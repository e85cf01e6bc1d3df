"""A difference between a match and the same match under other rules: what it is, where, by which rule and card.

Read `RuleDifference`, then `offer_difference`; of decisions `first_differences.py` has the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import AnyRules
from domain.judging.inquiry.subjects import texts_within
from domain.kernel.deciding import seat_options
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.open_windows import effect_of
from domain.kernel.flow.waits import Waiting
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.kernel.spaces.codec import to_builtins
from domain.kernel.spaces.commands import Form
from domain.match.events import StoredEvent, event_kind

REFUSED, FACTS, WAIT, OFFERS, RESULT, FLOW = "refused", "facts", "wait", "offers", "result", "flow"


class MatchMoment(Struct, frozen=True, omit_defaults=True):
    """When in the match: the round and phase in public words, the step of the chart, the question that is open."""

    within: str = ""
    step: str = ""
    question: str = ""


class RuleDifference(Struct, frozen=True, omit_defaults=True):
    """Where a match and the same match under other rules part.

    `kind` is `refused` (a command that was accepted is refused), `facts` (another fact), `wait` (other seats or another
    question), `result` (the match ends otherwise, or not), `offers` (the wait offers something else), `flow` (what is
    to be done next). `place` is the fact, or the version alone. `line` is the line of the match on which it lies: what
    a rewind undid is `undone`. `rule` is the rule that refuses, or the one that is read otherwise; `card` the key of
    the card that it is about. `recorded` and `now` are what differs.
    """

    kind: str
    version: int
    place: str
    line: str
    moment: MatchMoment = MatchMoment()
    seat: str = ""
    command: str = ""
    rule: str = ""
    card: str = ""
    recorded: Json = None
    now: Json = None


def moment_of(rules: AnyRules, table: Any) -> MatchMoment:
    """The moment of a table, in words that everybody may hear."""
    waiting = table.waiting
    return MatchMoment(rules.within(table), rules.step(table), waiting.question if waiting is not None else "")


def command_tag_of(event: StoredEvent) -> str:
    """The tag of the command of an event, or of the event itself."""
    return str(event.cmd.__struct_config__.tag) if event.cmd is not None else event_kind(event)


def refusal_json(refusal: Refusal) -> JsonObject:
    return {"rule": refusal.rule, "because": msgspec.to_builtins(refusal.because)}


def first_differing(recorded: tuple[Fact, ...], now: tuple[Fact, ...]) -> int | None:
    """The place of the first fact that differs, from 0; None where none does."""
    places = range(max(len(recorded), len(now)))
    return next((n for n in places if fact_at(recorded, n) != fact_at(now, n)), None)


def fact_at(facts: tuple[Fact, ...], n: int) -> Fact | None:
    return facts[n] if n < len(facts) else None


def kind_of(recorded: Fact | None, now: Fact | None) -> str:
    """The kind of a difference between two facts, either of which may be missing."""
    if isinstance(recorded, MatchOver) or isinstance(now, MatchOver):
        return RESULT
    return WAIT if isinstance(recorded, Waiting) and isinstance(now, Waiting) else FACTS


def card_of(rules: AnyRules, table: Any, said: Iterable[Json], changed: Collection[str]) -> str:
    """The key of the card that a difference is about: the first that is named; where cards were changed, one of those.

    They are named by the ability that is under way, then by what was said: the command, the facts. The only card that
    was changed needs no name.
    """
    if len(changed) == 1:
        return next(iter(changed))
    return next((key for key in named_card_keys(rules, table, said) if key in changed or not changed), "")


def named_card_keys(rules: AnyRules, table: Any, said: Iterable[Json]) -> Iterator[str]:
    """The keys of the cards that the abilities under way and some values name, the innermost ability first."""
    for frame in reversed(table.stack):
        if effect := effect_of(table, frame):
            yield effect.key
    for text in (text for each in said for text in texts_within(each)):
        card = table.find_card(Handle(text))
        if card is not None:
            yield str(card.key)
        elif text in rules.pool.cards:
            yield text


def offer_difference(
    recorded: tuple[AnyRules, Any], now: tuple[AnyRules, Any]
) -> tuple[Seat, list[Json], list[Json]] | None:
    """The first awaited seat to which other answers are offered, with what each of both alone offers; None for none.

    Both are the rules and the table after the same event.
    """
    _, table = recorded
    if table.over is not None or table.waiting is None:
        return None
    for seat in table.waiting.seats:
        was, today = answer_forms(*recorded, seat), answer_forms(*now, seat)
        if was != today:
            return seat, forms_beside(was, today), forms_beside(today, was)
    return None


def answer_forms(rules: AnyRules, table: Any, seat: Seat) -> tuple[Form, ...]:
    """What a seat may answer, form by form."""
    space = seat_options(rules, table, seat)
    return space.forms if space is not None else ()


def forms_beside(forms: tuple[Form, ...], others: tuple[Form, ...]) -> list[Json]:
    """The forms that are not among others, as JSON values."""
    return [to_builtins(each) for each in forms if each not in others]
