"""What a match offers can be said in a scenario: each answer, written as a step, is read back as the same command.

Along random matches of each game, of every wait and every seat that is awaited: all answers of a small space, samples
of a larger one. Cards are written by the names that a position gives to them, all else as it is answered.
"""

from typing import Any

from domain.games import GAMES
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import check_command, read_command
from domain.match.aggregate import Match
from domain.match.scenario_match import words_for_things
from tests.builders import Dice, awaited, options_of, played
from tests.games import each_start, opened
from tests.games.bringing import GameTests, Start

SMALL = 40
DRAWN = 8
CAP = 400


def names_at(match: Match) -> CardNames:
    """The names of the cards that lie there now; one that a position does not name keeps its handle for a name."""
    game, table = GAMES[match.rules.name], match.table
    named = {**{handle: str(handle) for handle in getattr(table, "cards", {})}, **game.position_names(table)}
    listed = [(name, Handle(handle)) for handle, name in named.items()]
    return CardNames(listed, table.seats, words_for_things(game))


def check_said(match: Match, seat: Seat, names: CardNames, answer: Any) -> None:
    """An answer is accepted where a scenario says it, and is read there as the command that it is."""
    fields = {name: names.with_names(value) for name, value in answer.items() if name != "type"}
    at = DocumentNode(f"steps[0].{seat}", {answer["type"]: fields} if fields else answer["type"])
    check_command(match.rules, names, at)
    command = read_command(match.rules, match.table, GAMES[match.rules.name].sights, names, seat, at)
    assert command == match.rules.command(answer), (match.version, at.value)


@each_start("offers")
def test_every_answer_that_is_offered_can_be_said_in_a_scenario(game: GameTests, case: Start) -> None:
    said = 0
    for step in played(opened(game, case).match, game.player(case.seed, "offer"), CAP):
        match = step.before
        names = names_at(match)
        for seat in map(Seat, awaited(match)):
            space, dice = options_of(match.rules, match.table, seat), Dice(f"{case} {match.version}")
            answers = space.answers(SMALL) or [space.sample(dice) for _ in range(DRAWN)]
            for answer in answers:
                check_said(match, seat, names, answer)
            said += len(answers)
    assert said > 100, "hardly anything was offered"
