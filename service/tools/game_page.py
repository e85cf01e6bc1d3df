"""A page for each game: what one must know to read its matches, as the code has it.

A test compares `guide(game)` with `api_docs/games/<game>.md`; `python -m service.tools.game_page` writes all.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import fields

from domain.cardgame.table import CardGameTable, CardState, PlayerState
from domain.games import GAMES, package_of
from domain.kernel.command_moments import command_tag
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.state.fields import count_fields, mark_fields
from service.games import presentation_of
from service.present.text.names import step_said, without_hyphens

FOLDER = Path(__file__).parents[2] / "api_docs" / "games"
SEEN_BY = {"all": "everybody", "owner": "its player", "nobody": "nobody"}


def guide(game: str) -> str:
    """The whole page of a game, as Markdown."""
    parts = (head(game), steps(game), areas(game), described_fields(game), facts(game), readings(game))
    return "\n".join(part for part in parts if part)


def head(game: str) -> str:
    """The title, who plays, and where the rest is said."""
    *fewer, most = map(str, GAMES[game].seat_counts)
    seats = f"{', '.join(fewer)} or {most}" if fewer else most
    return f"""# {presentation_of(game).title}

What one must know to read a match of `{game}`, which is played by {seats} seats: steps, areas, facts and readings.
Which commands there are says [commands.md](../commands.md#{game}), how a table is written
[positions.md](../positions.md), what analysts read [analytics.md](../analytics.md#{game}). `praetor rules {game}` lists
the rules that the ids name.
"""


def steps(game: str) -> str:
    """The procedures of the game with their steps in order, and what each asks."""
    own = package_of(game)
    charted = [each for each in GAMES[game].rules.frames if each.steps and each.__module__.startswith(own)]
    lines = (f"### {first_line(each).rstrip('.')}\n\n" + "\n".join(steps_of(each)) + "\n" for each in charted)
    return "## Phases and steps\n\n" + "\n".join(lines)


def steps_of(kind: type[Procedure]) -> Iterator[str]:
    """The steps in order: the label as it is printed, what is done, and what is asked; some have no printed label."""
    for each in kind.steps:
        label = "" if each.label.startswith("/") else step_said(each.label)
        asks = f" (asks `{each.question}`)" if isinstance(each, Decision) else ""
        yield f"- {': '.join(filter(None, (label, each.title)))}{asks}"


def areas(game: str) -> str:
    """The kinds of areas, by their words, and who sees what lies there."""
    words = presentation_of(game).changes.piles
    kinds = GAMES[game].rules.blank().zone_kinds.items()
    found = "\n".join(
        f"| `{kind}` | {words.get(kind) or without_hyphens(kind)} | {SEEN_BY[each.sees]} "
        f"| {SEEN_BY.get(each.facedown, '')} | {'yes' if each.in_play else 'no'} |"
        for kind, each in kinds
    )
    return f"""## Areas

| id | area | cards are seen by | facedown ones by | in play |
| --- | --- | --- | --- | --- |
{found}
"""


def described_fields(game: str) -> str:
    """What cards and players of a card game have beside what lies where; nothing in another game."""
    table = GAMES[game].rules.blank()
    if not isinstance(table, CardGameTable):
        return ""
    kinds = (("a card", table.new_card), ("a player", table.new_player))
    return "## Marks and counts\n\n" + "\n".join(line for what, kind in kinds for line in fields_of(what, kind)) + "\n"


def fields_of(what: str, kind: type[CardState | PlayerState]) -> Iterator[str]:
    """The described fields of a kind: the counts and the marks, each with its words."""
    for name, count in count_fields(kind).items():
        yield f"- `{name}` of {what}: {count.title}{f', up to {count.most}' if count.most is not None else ''}"
    for name, mark in mark_fields(kind).items():
        yield f"- `{name}` of {what}: {mark.on}, else {mark.opposite}"


def facts(game: str) -> str:
    """The facts that the game has beside those of every game, by their tags."""
    own = f"{game}."
    kinds = {command_tag(each): each for each in GAMES[game].rules.facts}
    listed = "\n".join(fact_line(tag, kind) for tag, kind in sorted(kinds.items()) if tag.startswith(own))
    return f"""## Facts

What happened, in the events of a match. Facts that other games have too begin with the name of their part (`cards.`,
`kernel.`); the schemas of all are in [openapi.json](../openapi.json).

{listed}
"""


def fact_line(tag: str, kind: type[Any]) -> str:
    """A fact: its tag, its fields, what happened."""
    said = ", ".join(f"`{each.encode_name}`" for each in fields(kind))
    return f"- `{tag}`{f' ({said})' if said else ''}: {first_line(kind)}"


def readings(game: str) -> str:
    """The rules that can be read in more than one way; nothing where there are none."""
    found = GAMES[game].rules.readings
    if not found:
        return ""
    lines = "\n".join(
        f"- `{rule}`, `{word}`{' (usual)' if word == each.default else ''}: {said}"
        for rule, each in found.items()
        for word, said in each.readings.items()
    )
    return f"""## Readings

`praetor match new --reading RULE=WORD` opens a match with another reading than the usual one.

{lines}
"""


def first_line(kind: type[Any]) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((kind.__doc__ or "").strip().partition("\n\n")[0].split())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in GAMES:
        (FOLDER / f"{each}.md").write_text(guide(each), encoding="utf-8")
