"""A scenario's match: opened from a position, played through `domain.match.aggregate`, and checked at every action.

After each action the stored event is folded and must give the live table; the command is decided again on the
folded table and must give the stored event. Nothing of the world is needed: ids and times are fixed.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from msgspec import structs

from domain.games import GAMES, AnyRules, Definition
from domain.kernel.commands import Command
from domain.kernel.deciding import carry_out_command
from domain.kernel.facts import Fact, apply_all
from domain.kernel.formats.reading import Unreadable
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.runner import Disagreement, play_steps
from domain.kernel.scenarios.scenario import Scenario, ScenarioVerdict, UnmetExpectation
from domain.match import aggregate
from domain.match.events import OpenMatch

MATCH = "m-scenario"
ENVELOPE = {"actor": "scenario", "at": "1970-01-01T00:00:00.000000Z"}


def words_for_things(game: Definition) -> tuple[str, ...]:
    """The words for what players choose that is no card: places, and the things that a game names."""
    return (*game.sights.places, *(name for named in game.named_things.values() for name in named))


def opening_command(scenario: Scenario, seats: tuple[str, ...]) -> OpenMatch:
    """The command that opens the match of a scenario: from its position, or with these seats and its options."""
    cards = json.dumps(scenario.cards)
    if scenario.position is not None:
        position = json.dumps(scenario.position.value)
        return OpenMatch(scenario.game, (), scenario.policy, cards, position=position, readings=scenario.readings)
    options = json.dumps(scenario.options, sort_keys=True) if scenario.options else ""
    return OpenMatch(scenario.game, seats, scenario.policy, cards, options=options, readings=scenario.readings)


def play_scenario(scenario: Scenario, known_rules: Collection[str], seats: tuple[str, ...] = ()) -> ScenarioVerdict:
    """The verdict of a scenario, played with the JSON texts of its seats where it has no position."""
    if scenario.needs:
        return ScenarioVerdict("later", reason=f"needs {scenario.needs}")
    try:
        staged = ScenarioMatch(opening_command(scenario, seats), scenario.seed)
        names = staged.names(scenario)
    except Unreadable as error:
        unread = tuple(UnmetExpectation(each.at.place, each.unread, True) for each in scenario.steps if each.unread)
        return ScenarioVerdict("error", error.place, error.reason, more=unread)
    except Disagreement as error:
        return ScenarioVerdict("failed", "position" if scenario.position is not None else "seats", str(error))
    by_hand = uncoded_cards(staged, names)
    return structs.replace(
        play_steps(scenario, staged, GAMES[scenario.game].sights, names, known_rules), by_hand=by_hand
    )


def uncoded_cards(staged: ScenarioMatch, names: CardNames) -> tuple[str, ...]:
    """The cards that a scenario names and whose text is not coded, each by its id, whatever copies of it are called."""
    named = {staged.table.cards[handle].key: staged.table.cards[handle].printed for handle in names.handles.values()}
    return tuple(printed.id for key, printed in named.items() if staged.rules.is_unimplemented(key))


class ScenarioMatch:
    """The match of a scenario; `facts` are those of the last action."""

    def __init__(self, opening: OpenMatch, seed: int) -> None:
        self.seed = seed.to_bytes(32, "big")
        self.opening = opening
        following = self.open()
        self.folded = aggregate.initial(MATCH, self.seed)
        if self.open().payload != following.payload:
            raise Disagreement("the match opens differently a second time")
        self.take(following)

    def open(self) -> aggregate.NewVersion:
        """The first version of the match. Raises Unreadable where the position or the cards do not hold."""
        try:
            return aggregate.open_match(MATCH, self.opening, key="k1", action_id="a1", seed=self.seed, **ENVELOPE)
        except aggregate.Refused as error:
            rule, because = error.refusal.rule, error.refusal.because
            if rule == "match.reading":
                raise Unreadable(f"readings.{because['field']}", f"{rule} {because}") from None
            whole = "position" if self.opening.position else "options" if rule == "match.option" else "seats"
            if self.opening.position and rule == "match.seat-name" and "seat" in because:
                whole = f"position.players.{because['seat']}"
            problem = because.get("problem") or f"{rule} {because}"
            raise Unreadable(str(because.get("field", whole)), str(problem)) from None

    @property
    def rules(self) -> AnyRules:
        rules: AnyRules = self.live.rules
        return rules

    @property
    def table(self) -> AbilityTable:
        table: AbilityTable = self.live.table
        return table

    def names(self, scenario: Scenario) -> CardNames:
        """The names that the position gives to the cards, wherever the opening has taken them.

        A match that begins with its seats has the names that a position written then would give.
        """
        game, seats = GAMES[scenario.game], self.table.seats
        known_things = words_for_things(game)
        if scenario.position is None:
            return CardNames(
                [(name, card) for card, name in game.position_names(self.table).items()], seats, known_things
            )
        names = CardNames(game.named_cards(self.rules, self.opening.position, self.facts), seats, known_things)
        names.follow(self.facts)
        return names

    def act(self, seat: Seat, command: Command) -> Refusal | None:
        try:
            following = self.decide_command(self.live, seat, command)
        except aggregate.Refused as error:
            return error.refusal
        redecided = self.decide_command(self.folded, seat, command)
        if redecided.payload != following.payload:
            raise Disagreement(f"decided again, {command} gives another action")
        self.last = (self.live, seat, command)
        self.take(following)
        return None

    def state_after_command(self) -> tuple[AbilityTable, tuple[Fact, ...]]:
        """The table right after the last command, before play ran on, and the facts up to then.

        Raises Disagreement where they are not the first facts of the stored action.
        """
        now, seat, command = self.last
        game = carry_out_command(now.rules, now.table, now.seed, seat, command, now.version + 1)
        facts = tuple(game.facts)
        if facts != self.facts[: len(facts)]:
            raise Disagreement(f"carried out alone, {command} gives other facts")
        return game.table, facts

    def table_after_facts(self, facts: int) -> AbilityTable:
        """The table after the first facts of the last action, up to this number."""
        now, _, _ = self.last
        table: AbilityTable = now.table.branch()
        apply_all(table, self.facts[:facts])
        return table

    def decide_command(self, now: aggregate.Match, seat: Seat, command: Command) -> aggregate.NewVersion:
        n = now.version + 1
        return aggregate.decide(now, seat, command, wait=None, key=f"k{n}", action_id=f"a{n}", **ENVELOPE)

    def take(self, following: aggregate.NewVersion) -> None:
        """Go on to the next version, folded from the stored bytes, and the same live.

        Raises Disagreement where these differ.
        """
        event = aggregate.decode_event(self.folded, following.payload)
        self.folded = aggregate.evolve_stored(self.folded, following.payload, following.head)
        self.live = following.match
        self.facts: tuple[Fact, ...] = event.facts
        if self.folded.table != self.live.table:
            raise Disagreement(f"version {self.live.version} folds to another table than was played")
