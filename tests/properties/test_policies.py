"""The window policies differ only in who is asked, never in what may be done.

Nobody who could do something is passed over, and no check is left out that would refuse what somebody is offered.
A match under `public` or `fast` is the same match under `open` with passes in between: the same commands lead to the
same table.
"""

from typing import Any

from msgspec import structs

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.abilities.window_offers import keys_heard, open_checks, possible_commands
from domain.cardgame.checks.initiation import can_pay_costs, costs_refusal
from domain.cardgame.table import CardGameTable, rules_of_table
from domain.kernel.checks import first_failed_check
from domain.kernel.deciding import DecidedAction, decide_command
from domain.kernel.flow.frames import END, Procedure, Wait
from domain.kernel.flow.priority_windows import Pass, Window
from domain.kernel.ids import Seat
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.match.aggregate import Match
from tests.builders import ENDLESS, Dice, Player, acted, awaited, begun, options_of, played
from tests.games import each_start, opened
from tests.games.bringing import PlayTests, Start


def check_nobody_is_passed_over(game: PlayTests, start: Start) -> int:
    """Along one match: whoever the policy passes over could do nothing; returns how often somebody was."""
    skipped = 0

    def probe(what: str, window: Procedure, seat: str, table: Any) -> None:
        nonlocal skipped
        if what != "unasked":
            assert not unexpected_refusals(table, window)
            assert not misjudged_costs(table, window)
        if what in ("skipped", "passed"):
            skipped += 1
            assert not rules.can_act(table, window, seat), f"{seat} could act in {window} and was not asked"

    opening = opened(game, start)
    rules = opening.match.rules
    for step in played(opening.match, Player(Dice(f"policy {start.seed}")), ENDLESS):
        before = step.before
        again = decide_command(
            rules, before.table, before.seed, Seat(step.seat), step.command, before.version + 1, probe=probe
        )
        assert isinstance(again, DecidedAction)
    return skipped


def unexpected_refusals(table: Any, window: Any) -> list[Any]:
    """What checks that are not made of candidates, since the index implies them, refuse of some in a card game."""
    if not isinstance(table, CardGameTable):
        return []
    rules, refused = rules_of_table(table), []
    for seat in table.seats:
        for command in possible_commands(table, window, seat):
            asked = open_checks(type(rules), type(command))
            unasked = tuple(each for each in rules.checks[type(command)] if each not in asked)
            context = rules.command_context(table, seat, command, window)
            refused.append(first_failed_check(unasked, context))
    return [each for each in refused if each is not None]


def misjudged_costs(table: Any, window: Any) -> list[str]:
    """The events of a card game's format of which it is said that they can be paid, or cannot, against the reason."""
    if not isinstance(table, CardGameTable):
        return []
    found = []
    for heard, condition in keys_heard(table, window):
        for key, index, _ in table.registry.events.get(heard, ()):
            contexts = [AbilityContext(table, key, index, seat, about=condition, public=True) for seat in table.seats]
            found += [key for each in contexts if can_pay_costs(each) != (costs_refusal(each) is None)]
    return found


def place(match: Match) -> tuple[Any, ...]:
    """Where a match stands, in words that do not count objects: the frames with their steps, who is asked what.

    A window before or after something is called by the first condition that it holds; under `open` it holds more.
    """
    frames = tuple((type(frame).__name__, frame.at) for frame in match.table.stack if frame.at != END)
    waiting = match.table.waiting
    window = match.table.stack[-2] if len(match.table.stack) > 1 else None
    if not isinstance(window, Window):
        return frames, waiting and (waiting.question, waiting.seats)
    return frames, (waiting.kind, waiting.seats, window.passes)


def at_wait(game: PlayTests, match: Match, wanted: Match) -> bool:
    return place(match) == place(wanted) and game.state(match.table) == game.state(wanted.table)


def brought_to(game: PlayTests, match: Match, wanted: Match) -> Match:
    """Pass, under `open`, until the match stands where the other one does."""
    while not at_wait(game, match, wanted):
        top = match.table.stack[-1] if match.table.stack else None
        assert isinstance(top, Wait), f"over before {place(wanted)}"
        assert isinstance(match.table.stack[-2], Window), f"asks {place(match)}, not {place(wanted)}"
        (seat,) = awaited(match)
        match = acted(match, seat, Pass()).match
    return match


def counterpart(command: Any, source: Match, target: Match) -> Any:
    """The command with the numbers of the other match: of condition, gained ability, delayed effect that is next."""
    command = with_its_ability(command, source, target)
    if isinstance(command, OrderMandatory):
        return mandatory(target)[mandatory(source).index(command)]
    if not getattr(command, "condition", 0):
        return command
    here, there = conditions(source), conditions(target)
    alike = [same_but_number(each) for each in there]
    number = next(n for n, each in enumerate(here) if each.id == command.condition)
    return structs.replace(command, condition=there[alike.index(same_but_number(here[number]))].id)


def with_its_ability(command: Any, source: Match, target: Match) -> Any:
    """The command with the number under which the other match keeps the ability, if the card gained it."""
    number = getattr(command, "ability", 0)
    if number not in numbers_gained(source, command):
        return command
    place = numbers_gained(source, command).index(number)
    return structs.replace(command, ability=numbers_gained(target, command)[place])


def numbers_gained(match: Match, command: Any) -> list[int]:
    """The numbers of the abilities that the card of a command gained."""
    card = getattr(match.table, "cards", {}).get(getattr(command, "card", ""))
    return [each.number for each in getattr(card, "gained", ())]


def mandatory(match: Match) -> list[Any]:
    """What the leader may say comes next, in the order in which it is offered."""
    (seat,) = awaited(match)
    answers = options_of(match.rules, match.table, Seat(seat)).answers(100)
    assert answers is not None
    return [match.rules.command(each) for each in answers]


def same_but_number(condition: Any) -> Any:
    return structs.replace(condition, id=0, n=0)


def conditions(match: Match) -> Any:
    frame = match.table.stack[-2]
    about = getattr(frame, "about", 0) or getattr(frame, "id", 0)
    is_reaction = getattr(frame, "kind", "") == "reaction" or type(frame).__name__ == "Aftermath"
    shelf = match.table.aftermaths if is_reaction else match.table.occurrences
    return shelf[about].conditions if about in shelf else ()


def check_same_match(game: PlayTests, start: Start) -> tuple[int, int]:
    """Play one match under a policy and again under `open`; returns the versions of both."""
    opening = opened(game, start)
    wide = begun(structs.replace(game.opening(start), policy="open"), start.seed).match
    for step in played(opening.match, Player(Dice(f"policy {start.seed}")), ENDLESS):
        wide = brought_to(game, wide, step.before)
        wide = acted(wide, step.seat, counterpart(step.command, step.before, wide)).match
    last = step.following.match
    if last.table.over is not None:
        wide = over_by_passes(wide)
        assert wide.table.over == last.table.over
    return last.version, wide.version


def over_by_passes(match: Match) -> Match:
    while match.table.over is None:
        (seat,) = awaited(match)
        match = acted(match, seat, Pass()).match
    return match


@each_start("policies")
def test_nobody_who_could_act_is_passed_over(game: PlayTests, case: Start) -> None:
    assert check_nobody_is_passed_over(game, case) > 0


@each_start("policies")
def test_a_match_is_the_same_under_open_with_passes_in_between(game: PlayTests, case: Start) -> None:
    narrow, wide = check_same_match(game, case)
    assert wide > narrow
