"""Every command of a game at every kind of wait, by who is asked and by the others: the rules that refuse it.

The tables of tests/data/refusals are made anew by `python -m tests.refusals`; what changes in them is to be read as a
judge reads it aloud, with the rule book at hand. A command is one that the seat, or another one, gives in that match;
one that nobody gives there names nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel.command_moments import command_tag, question_of
from domain.kernel.deciding import refusal_of
from domain.match.aggregate import Match
from tests.builders import Dice, Played, Player, awaited, played
from tests.games import BROUGHT, opened

FOLDER = Path(__file__).parent / "data" / "refusals"
OCCURRENCES = 4  # of each kind of wait in a match
CAP = 400
NOTHING = {str: "", int: 0, bool: False, tuple: (), dict: {}}

Given = dict[tuple[str, str], Any]  # by type and seat; of anybody under no seat
Table = dict[tuple[str, str], dict[str, set[str]]]  # by wait and command: by role the rules


def matches_of(game: str) -> Iterator[list[Played]]:
    """The actions of each seeded match of a game."""
    brought = BROUGHT[game]
    for start in brought.samples["refusals"]:
        yield actions(opened(brought, start).match, start.seed)


def actions(start: Match, seed: int) -> list[Played]:
    return list(played(start, Player(Dice(f"refusals {seed}")), CAP))


def refused(game: str) -> Table:
    """What refuses each command of a game at each kind of wait of its seeded matches."""
    table: Table = {}
    for told in matches_of(game):
        given, seen = commands_of(told), dict[str, int]()
        for each in told:
            wait = question_of(each.before.table).partition(":")[0]  # a reaction is one to whatever it is
            seen[wait] = seen.get(wait, 0) + 1
            if seen[wait] <= OCCURRENCES:
                note(table, each.before, wait, given)
    return table


def commands_of(told: list[Played]) -> Given:
    """The first command of each type that each seat gave, and that anybody gave."""
    found: Given = {}
    for each in told:
        found.setdefault((command_tag(type(each.command)), each.seat), each.command)
        found.setdefault((command_tag(type(each.command)), ""), each.command)
    return found


def note(table: Table, match: Match, wait: str, given: Given) -> None:
    """Try each command by each seat."""
    for seat in match.table.seats:
        role = "asked" if seat in awaited(match) else "others"
        for tag, command in commands_for(match, seat, given):
            refusal = refusal_of(match.rules, match.table, seat, command)
            rule = refusal.rule.removeprefix(f"{match.rules.name}.") if refusal else "lawful"
            table.setdefault((wait, tag), {}).setdefault(role, set()).add(rule)


def commands_for(match: Match, seat: str, given: Given, *, own: bool = False) -> Iterator[tuple[str, Any]]:
    """A command of each type that answers a wait: the seat's, unless `own` anybody's, or one that names nothing."""
    for kind in (each for each in match.rules.commands if each not in match.rules.always):
        tag = command_tag(kind)
        anybodys = None if own else given.get((tag, ""))
        yield tag, given.get((tag, seat)) or anybodys or naming_nothing(kind)


def naming_nothing(kind: type) -> Any:
    """A command of a type whose fields name nothing."""
    fields = {each.name: empty(each.type) for each in msgspec.structs.fields(kind)}
    return kind(**fields)


def empty(hint: Any) -> Any:
    """The value of a type that names nothing; of a choice the first."""
    choices = getattr(hint, "__args__", ())
    kind = getattr(hint, "__origin__", hint)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return naming_nothing(kind)
    if kind in NOTHING:
        return NOTHING[kind]
    return choices[0] if choices and isinstance(choices[0], str) else ""


def lines(table: Table) -> Iterator[str]:
    """The table as it is kept: a wait, then each command with the rules, of who is asked and of the others."""
    shown = ""
    for (wait, tag), roles in sorted(table.items()):
        if wait != shown:
            yield f"[{wait}]"
            shown = wait
        cited = "; ".join(f"{role}: {' '.join(sorted(rules))}" for role, rules in sorted(roles.items()))
        yield f"{tag}  {cited}"


def kept(game: str) -> Path:
    return FOLDER / f"{game}.txt"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in BROUGHT:
        kept(each).write_text("\n".join(lines(refused(each))) + "\n", encoding="utf-8")
