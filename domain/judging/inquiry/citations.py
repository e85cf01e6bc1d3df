"""The rules of an event: those of the checks of its command, of its steps, of its ruling, of its end."""

from __future__ import annotations

from functools import cache

from domain.games import GAMES, AnyRules
from domain.kernel.citing import citations, rule_of
from domain.kernel.flow.endings import MatchOver
from domain.kernel.flow.frames import Decision
from domain.kernel.flow.waits import StepReached
from domain.kernel.ids import Viewer
from domain.match.events import StoredEvent, ruling_of


def rules_of_event(rules: AnyRules, event: StoredEvent, viewer: Viewer) -> set[str]:
    """The ids of the rules that were looked at or carried out, as far as steps and checks cite them.

    With those that a judge's event cites where the viewer may read them.
    """
    found = set(ruling_of(event, viewer).rules or ())
    found.update(rule_of(rules.cites, each.rule) for each in rules.checks.get(type(event.cmd), ()))
    for fact in event.facts:
        if isinstance(fact, StepReached):
            found.update(by_step(rules.name).get(fact.step, ()))
        elif isinstance(fact, MatchOver):
            found.add(fact.outcome.rule)
    return found - {""}


@cache
def by_step(game: str) -> dict[str, frozenset[str]]:
    """The rules that the numbered steps of a game's timing chart carry out, by the steps' labels."""
    rules = GAMES[game].rules
    cited: dict[object, set[str]] = {}
    for each in citations(rules):
        for cites in each.functions:
            cited.setdefault(cites, set()).add(each.rule)
    found: dict[str, frozenset[str]] = {}
    for step in (step for frame in rules.frames for step in frame.steps):
        function = step.on_answer if isinstance(step, Decision) else step.do
        found[step.label] = found.get(step.label, frozenset()) | frozenset(cited.get(function, ()))
    return found
