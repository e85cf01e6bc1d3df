"""Wrong commands: refused by a rule that is written down, and nothing changes.

Half of them are one change away from a legal command (another card, seat, number or type, a field more or less, a card
more, twice or too few, a seat that is not awaited); the others are put together from whatever names the table knows.
A command is wrong if it lies outside the space of the open wait; one that lies inside must be accepted.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.kernel.deciding import explain_checks_of
from domain.kernel.ids import NO_CARD, Seat
from domain.kernel.rulebook import kernel_rules, read_rules
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion, Refused
from tests.builders import Dice, Player, acted, awaited, options_of, played
from tests.games import PLAYED, each_case, each_game, group_start, opened
from tests.games.bringing import PlayTests, WrongCommand
from tests.properties.test_play import differences, folded

SAMPLE = 400
EVERY = 7  # versions from one probing to the next
TRIES = 6  # near and random commands at each
STRANGERS = ("", "nobody", "alice", "bob", "carol", "000000000", "core/eddard-stark", "power", "stealth")


class Wrong(NamedTuple):
    """What came of the commands: refused near ones and random ones, malformed ones, and the rules that refused."""

    near: int
    random: int
    malformed: int
    rules: Counter[str]


def known_rules(game: PlayTests) -> frozenset[str]:
    return frozenset((*kernel_rules().ids, *read_rules(game.book).ids))


def a_name(match: Match, dice: Dice) -> str:
    """Something that the table knows by name, or a word that is none."""
    if dice.chance(15):
        return str(dice.pick(STRANGERS))
    return str(dice.pick(PLAYED[match.rules.name].names(match)))


def a_word(match: Match, dice: Dice) -> str:
    return str(dice.pick(PLAYED[match.rules.name].words))


def near(match: Match, dice: Dice) -> tuple[str, Any]:
    """A legal command with one change."""
    seat = dice.pick(awaited(match))
    answer = options_of(match.rules, match.table, Seat(seat)).sample(dice)
    if dice.chance(10):
        other = dice.pick([each for each in (*match.table.seats, "carol") if each != seat])
        return other, answer
    return seat, changed(match, dice, answer)


def changed(match: Match, dice: Dice, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer with another value in one field, a field more or less, or another type."""
    fields = [name for name in answer if name != "type"]
    what = dice.below(12)
    if what == 0:
        return {**answer, "type": dice.pick(command_types(match))}
    if what == 1:
        return {**answer, dice.pick(("card", "ability", "x", "extra")): dice.pick([0, 1, "", NO_CARD])}
    if not fields:
        return {**answer, "type": dice.pick(command_types(match))}
    field = dice.pick(fields)
    if what == 2:
        return {name: value for name, value in answer.items() if name != field}
    return {**answer, field: another(match, dice, answer[field])}


def another(match: Match, dice: Dice, value: Any) -> Any:
    """A value of the same shape, or now and then of another."""
    if dice.chance(5):
        return dice.pick([None, True, 1, -1, "x", [], {}, [1], 2**70, 1.5])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + dice.pick([-1, 1, 7, -100, 2**40])
    if isinstance(value, str):
        return dice.pick([a_name(match, dice), a_word(match, dice), dice.pick(match.table.seats)])
    if isinstance(value, list):
        return another_list(match, dice, value)
    return another_mapping(match, dice, value) if isinstance(value, dict) else a_name(match, dice)


def another_mapping(match: Match, dice: Dice, value: dict[str, Any]) -> dict[str, Any]:
    """One more, or one with another value."""
    if value and dice.chance(50):
        name = dice.pick(list(value))
        return {**value, name: another(match, dice, value[name])}
    return {**value, a_name(match, dice): dice.pick([a_name(match, dice), dice.below(4), {a_name(match, dice): 1}])}


def another_list(match: Match, dice: Dice, value: list[Any]) -> list[Any]:
    """One more, one twice, one less, one other, or the same from behind."""
    at = dice.below(len(value) + 1)
    return list(
        dice.pick(
            [
                [*value[:at], a_name(match, dice), *value[at:]],
                [*value, *value[:1]],
                value[:at] + value[at + 1 :],
                [*value[:at], a_name(match, dice), *value[at + 1 :]],
                value[::-1],
            ]
        )
    )


def command_types(match: Match) -> list[str]:
    return [str(each.__struct_config__.tag) for each in match.rules.commands]


def at_random(match: Match, dice: Dice) -> tuple[str, Any]:
    """A command of any type with anything in its fields."""
    kind = dice.pick(match.rules.commands)
    answer: dict[str, Any] = {"type": str(kind.__struct_config__.tag)}
    for field in msgspec.structs.fields(kind):
        answer[field.name] = anything(match, dice, field)
    return dice.pick((*match.table.seats, *awaited(match))), answer


def anything(match: Match, dice: Dice, field: msgspec.structs.FieldInfo) -> Any:
    """A value of a field's type, as far as the type can be read off a sample of values."""
    shapes: list[Any] = [
        a_name(match, dice),
        dice.below(6) - 1,
        dice.chance(50),
        [a_name(match, dice) for _ in range(dice.below(3))],
        {a_name(match, dice): a_name(match, dice) for _ in range(dice.below(2))},
        dice.pick(
            [*PLAYED[match.rules.name].words, *match.table.seats, *match.rules.periods, *match.rules.window_kinds]
        ),
    ]
    dice.random.shuffle(shapes)
    for value in shapes:
        try:
            msgspec.convert(value, field.type)
        except msgspec.ValidationError:
            continue
        return value
    return None


def is_legal(match: Match, seat: str, command: Any) -> bool:
    """Whether the command lies in the space of the open wait; those that answer no wait have none."""
    if seat not in awaited(match):
        return False
    answer = msgspec.json.decode(msgspec.json.encode(command))
    return options_of(match.rules, match.table, Seat(seat)).check(answer) is None


def refusing_rule(match: Match, seat: str, command: Any) -> str | None:
    """The rule that refuses, or nothing; anything but Refused is an error of the engine."""
    try:
        acted(match, seat, command)
    except Refused as refused:
        refusal = refused.refusal
    else:
        return None
    msgspec.json.encode(refusal)
    verdict = explain_checks_of(match.rules, match.table, Seat(seat), command)
    first = next(each for each in verdict if each.asked and not each.ok)
    assert first.rule == refusal.rule, "explained otherwise than refused"
    return refusal.rule


def decoded(match: Match, answer: Any) -> Any:
    """The typed command, or nothing if the JSON is none: decoding is strict."""
    try:
        return match.rules.command(answer)
    except msgspec.ValidationError:
        return None


def probes(match: Match, dice: Dice) -> Iterator[tuple[str, str, Any]]:
    for _ in range(TRIES):
        yield ("near", *near(match, dice))
        yield ("random", *at_random(match, dice))


def check_wrong(game: PlayTests, group: str, wanted: int, seed: int = 0) -> Wrong:
    """Give at least `wanted` wrong commands, half of them near ones, all along matches of a group."""
    counts, rules = Counter[str](), Counter[str]()
    while min(counts["near"], counts["random"]) < wanted // 2:
        opening = opened(game, group_start(game, group, seed))
        for match, witness in along(opening, game.player(seed, "wrong")):
            probe(match, Dice(f"wrong {seed} {match.version}"), counts, rules)
            assert not differences(match, witness), f"version {match.version}"
        seed += 1
    return Wrong(counts["near"], counts["random"], counts["malformed"], rules)


def along(opening: NewVersion, player: Player) -> Iterator[tuple[Match, Match]]:
    """Every so often a match, and beside it the same one folded from its stored bytes."""
    witness = folded(matches.initial("m-1", opening.match.seed), opening)
    for step in played(opening.match, player, 900):
        witness = folded(witness, step.following)
        if step.following.match.version % EVERY == 0 and step.following.match.table.over is None:
            yield step.following.match, witness


def probe(match: Match, dice: Dice, counts: Counter[str], rules: Counter[str]) -> None:
    for kind, seat, answer in probes(match, dice):
        command = decoded(match, answer)
        if command is None:
            counts["malformed"] += 1
            continue
        rule = refusing_rule(match, seat, command)
        if isinstance(command, match.rules.always):
            counts["always"] += 1
            continue
        legal = is_legal(match, seat, command)
        assert (rule is None) == legal, f"version {match.version} {seat} {command}: {rule}, in its space: {legal}"
        if rule is not None:
            counts[kind] += 1
            rules[rule] += 1


@each_case("wrong commands", lambda game: game.groups)
def test_a_wrong_command_is_refused_by_a_known_rule_and_changes_nothing(game: PlayTests, case: str) -> None:
    wrong = check_wrong(game, case, SAMPLE, [*game.groups].index(case))
    assert wrong.near >= SAMPLE // 2 <= wrong.random
    assert not set(wrong.rules) - known_rules(game)


@each_game("wrong commands")
def test_a_match_that_is_over_takes_no_command_any_more(game: PlayTests) -> None:
    over = opened(game, group_start(game, next(iter(game.groups)), 3)).match
    for seat in over.table.seats[:-1]:
        over = acted(over, seat, over.rules.command({"type": "concede"})).match
    given = 0
    for kind, seat, answer in (("random", *at_random(over, Dice(n))) for n in range(200)):
        command = decoded(over, answer)
        if command is not None:
            with pytest.raises(Refused, match=r"match\.over"):
                acted(over, seat, command)
            given += 1
        assert kind == "random"
    assert given


def check_refused(wrong: WrongCommand) -> None:
    match = wrong.made()
    assert refusing_rule(match, wrong.seat, match.rules.command(wrong.command(match))) == wrong.rule


@each_case("wrong commands", lambda game: game.wrong)
def test_a_command_that_seems_right_is_refused_by_its_rule(game: PlayTests, case: str) -> None:
    check_refused(game.wrong[case])
