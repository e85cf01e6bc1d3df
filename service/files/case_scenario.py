"""A case as a scenario: the position before the moment in dispute, the actions up to it, and their result.

The position is that of the last version that can be written as one; the recorded commands after it are played again in
a separate match. The scenario ends early before an answer that is still secret, and where the replay comes out
differently because hidden cards are drawn anew; its head says so. The scenario is played before it is returned, and
passes. Only the cards of a deck that were drawn or seen up to the moment keep their places; the others lie in the order
of their keys. Read `scenario_of`.
"""

from __future__ import annotations

from typing import Any

import msgspec
import yaml
from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.cases.case import Case
from domain.judging.cases.redaction import ALL, CaseViewer, rules_read
from domain.judging.cases.refused_attempts import is_secret
from domain.judging.inquiry.citations import rules_of_event
from domain.judging.inquiry.unknown_deck_order import without_hidden_order
from domain.kernel.command_moments import command_tag
from domain.kernel.flow.endings import SeatsTakenOver
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import JUDGE, Seat
from domain.kernel.redaction import is_sealed
from domain.kernel.refusals import NoPosition, Refusal
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import known_conditions, read_command
from domain.kernel.scenarios.runner import Disagreement
from domain.kernel.scenarios.scenario import read_scenario
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.events import RESEATED, OpenMatch, event_kind
from domain.match.scenario_match import ScenarioMatch, play_scenario
from service.app.case.precedents import disputed_version
from service.app.match.chronicles import Chronicles
from service.app.match.matches import MatchApplication
from service.app.rulebooks import citable_rules

SEED = 1
BESIDE = ("frozen", "resumed", "clock", "seed_revealed")  # events that change nothing on the table
MOST_FACTS = 12
WHOLE = CaseViewer(ALL)  # a scenario shows everything, so only who reads all of a case may have it


class CaseScenario(Struct, frozen=True):
    """A scenario file: its text, the versions that it begins after and ends with, and why it ends there."""

    text: str
    base: int
    reached: int
    ended: str = ""


class BasePosition(Struct, frozen=True):
    """The match at the last version that can be written as a position, with decks as told, and that position."""

    match: Match
    position: dict[str, Any]


def scenario_of(matches: MatchApplication, case: Case) -> CaseScenario:
    """The scenario of a case's moment.

    Raises Refused where no position before it can be written, or no rule is cited.
    """
    whole = matches.fresh(case.opening.match)
    version = min(disputed_version(case, WHOLE) or case.opening.version, whole.version)
    path = whole.path(version)
    events = {each: decode_event(whole, matches.payloads(whole.id, each - 1, each)[0]) for each in path}
    base = base_of(matches, whole, path, events)
    play, chronicle = ScenarioReplay(base, whole), Chronicles(matches).of(whole.id)
    for each in path[path.index(base.match.version) + 1 :]:
        if is_sealed(events[each].facts) and is_secret(chronicle, each, events[each].actor):
            play.ended = f"version {each} is an answer that is still secret"
        if play.ended or not play.takes(each, events[each]):
            break
    rules = sorted(rules_of(case, whole, events[version]))
    if not rules:
        raise Refused(without_rule(case))
    return play.scenario(case, rules)


def scenario_fault(matches: MatchApplication, case: Case) -> Refusal | None:
    """Why no scenario can be made of a case: no position before its moment can be written, or no rule is cited."""
    whole = matches.fresh(case.opening.match)
    version = min(disputed_version(case, WHOLE) or case.opening.version, whole.version)
    path = whole.path(version)
    if not any(can_be_written(matches.at(whole.id, each)) for each in reversed(path[:-1])):
        return without_position(whole, path)
    event = decode_event(whole, matches.payloads(whole.id, version - 1, version)[0])
    return None if rules_of(case, whole, event) else without_rule(case)


def without_position(match: Match, path: list[int]) -> Refusal:
    return Refusal("position.nested", {"match": match.id, "versions": path[:-1]})


def without_rule(case: Case) -> Refusal:
    return Refusal("judging.ruling.cites-rules", {"case": case.id, "field": "rules"})


def can_be_written(match: Match) -> bool:
    """Whether the table of a version can be written as a position."""
    try:
        GAMES[match.rules.name].position_of(match.table)
    except NoPosition:
        return False
    return True


def base_of(matches: MatchApplication, match: Match, path: list[int], events: dict[int, Any]) -> BasePosition:
    """The newest version of a path, except the last, that can be written as a position. Raises Refused."""
    game = GAMES[match.rules.name]
    for place in range(len(path) - 1, 0, -1):
        there = matches.at(match.id, path[place - 1])
        if can_be_written(there):
            table = without_hidden_order(there.table, events, path[:place], path[place:])
            return BasePosition(structs.replace(there, table=table), game.position_of(table))
    raise Refused(without_position(match, path))


def rules_of(case: Case, match: Match, event: Any) -> set[str]:
    """The rules that the case cites; if it cites none, those that the disputed action used."""
    rules = citable_rules()[match.rules.name]
    return {each for each in rules_read(case, WHOLE) if each in rules} or rules_of_event(match.rules, event, JUDGE)


def is_reseated_alone(event: Any) -> bool:
    """Whether an event gives seats to other players, and nothing had been given in the match that ends with it."""
    return event_kind(event) == RESEATED and all(isinstance(fact, SeatsTakenOver) for fact in event.facts)


class ScenarioReplay:
    """A replay of recorded commands from a position, each written with the names that the position gives."""

    def __init__(self, base: BasePosition, match: Match) -> None:
        self.base = base
        self.game = GAMES[match.rules.name]
        self.name = match.rules.name
        position = msgspec.json.encode(base.position).decode()
        table = base.match.table
        self.opening = OpenMatch(self.name, (), table.policy, position=position, readings=table.readings)
        self.staged = ScenarioMatch(self.opening, SEED)
        named = self.game.named_cards(self.staged.rules, position, self.staged.facts)
        self.staged_names = CardNames(named, self.staged.table.seats)
        self.staged_names.follow(self.staged.facts)
        self.position_names = CardNames(
            [(name, handle) for handle, name in self.game.position_names(table).items()], table.seats
        )
        self.table = table.branch()
        self.steps: list[dict[str, Any]] = []
        self.reached = base.match.version
        self.ended = ""
        self.came: list[str] = []

    def takes(self, version: int, event: Any) -> bool:
        """Play one event again. Returns False where the replay must end before it."""
        kind = event_kind(event)
        if kind in BESIDE or is_reseated_alone(event):
            self.reached = version
            return True
        if kind != "action":
            self.ended = f"version {version} is a judge's ({kind})"
            return False
        command = self.with_names(event)
        if not self.acts(event.actor, command):
            self.ended = f"version {version} comes out otherwise: what is hidden was drawn anew"
            return False
        self.steps.append({event.actor: command})
        self.came = [command_tag(type(each)).partition(".")[2] for each in event.facts]
        self.follow(event)
        self.reached = version
        return True

    def with_names(self, event: Any) -> Any:
        """A recorded command with the names that a scenario uses."""
        values = msgspec.to_builtins(event.cmd)
        tag = values.pop("type")
        if values.get("condition"):
            values["condition"] = self.condition(values["condition"])
        fields = {name: self.position_names.with_names(each) for name, each in values.items()}
        return {tag: fields} if fields else tag

    def condition(self, number: int) -> str:
        """A condition of the open window as a scenario names it: its kind, and its card if that has a name."""
        found = next((each for each in known_conditions(self.table) if each.id == number), None)
        card = self.position_names.names.get(found.card, "") if found is not None else ""
        return ":".join(each for each in (found.kind if found is not None else "", card) if each)

    def acts(self, seat: str, step: Any) -> bool:
        """Whether the replayed match accepts the command, with facts of the same kinds."""
        try:
            table = self.staged.table
            at = DocumentNode("step", step)
            command = read_command(self.staged.rules, table, self.game.sights, self.staged_names, Seat(seat), at)
            refusal = self.staged.act(Seat(seat), command)
        except (Unreadable, Disagreement):
            return False
        if refusal is not None:
            return False
        self.staged_names.follow(self.staged.facts)
        return True

    def follow(self, event: Any) -> None:
        """Apply the facts and frames of an event to the recorded table."""
        for fact in event.facts:
            fact.apply(self.table)
        if event.flow is not None:
            self.table.stack[event.flow.keep :] = event.flow.frames
        self.position_names.follow(event.facts)

    def scenario(self, case: Case, rules: list[str]) -> CaseScenario:
        """The scenario file: a head of comments, then the document. Raises Refused if the scenario does not pass."""
        document = {
            "game": self.name,
            "title": title_of(case),
            "rules": rules,
            "policy": self.opening.policy,
            **({"readings": self.opening.readings} if self.opening.readings else {}),
            "seed": SEED,
            "position": self.base.position,
            "steps": [*self.steps, {"expect": self.expectations()}],
        }
        books = citable_rules()
        verdict = play_scenario(read_scenario(DocumentNode("", document), books), books[self.name])
        if verdict.outcome != "passed":
            because: dict[str, object] = {"place": verdict.place, "problem": verdict.reason}
            raise Refused(Refusal("position.nested", because))
        opening = case.opening
        head = [
            f"# From case {case.id} about match {opening.match}: versions {self.base.match.version} to {self.reached}.",
            *([f"# It ends there: {self.ended}."] if self.ended else []),
        ]
        body = yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110)
        return CaseScenario("\n".join([*head, body]), self.base.match.version, self.reached, self.ended)

    def expectations(self) -> dict[str, Any]:
        """The expectations after the last step: the state of play and the facts of that step, in the replayed match."""
        table = self.staged.table
        waiting = table.waiting
        if table.over is not None:
            return {"over": table.over.winner or "draw", "over_how": table.over.how}
        assert waiting is not None, "play goes on, and nobody is asked"
        expected: dict[str, Any] = {"window": waiting.question, "waiting_for": list(waiting.seats)}
        if self.steps:
            expected["happened"] = common(self.came, tags_of(self.staged.facts))[:MOST_FACTS]
        return expected


def tags_of(facts: tuple[Any, ...]) -> list[str]:
    return [command_tag(type(each)).partition(".")[2] for each in facts]


def common(one: list[str], other: list[str]) -> list[str]:
    """The elements that stand in both lists, in this order."""
    found, rest = [], iter(other)
    for each in one:
        if each in (left := list(rest)):
            found.append(each)
            left = left[left.index(each) + 1 :]
        rest = iter(left)
    return found


def title_of(case: Case) -> str:
    """The subject of the case in one line."""
    said = case.ruling.finding if case.ruling is not None else case.opening.text
    line = " ".join(said.split())
    return line[:160] or f"Case {case.id}"
