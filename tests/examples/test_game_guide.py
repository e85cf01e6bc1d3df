"""What adding-a-game.md says of the parts of a game holds for the games that there are, for Cairn and for Kites."""

from __future__ import annotations

import re
from pathlib import Path

from domain.games import GAMES, Definition, MatchRules
from domain.kernel.rules import Rules
from tests.examples.cairn import game
from tests.examples.quotes import GUIDES, ROOT

GUIDE = (GUIDES / "adding-a-game.md").read_text(encoding="utf-8")
ROWS = [
    [re.findall(r"`([\w./]+)`", cell) for cell in line.strip("|").split("|")]
    for line in GUIDE.splitlines()
    if re.match(r"\| [\w ]+ \| .* \| `", line) and line.count("|") == 6
]
CAIRN = ROOT / "tests" / "examples" / "cairn"
KITES = ROOT / "tests" / "examples" / "kites"
GAMES_THERE = [ROOT / "domain" / "games" / name for name in GAMES]


def section(number: int) -> str:
    """The text under a numbered heading."""
    return re.split(rf"^## {number}\. ", GUIDE, flags=re.MULTILINE)[1].partition("\n## ")[0]


def names_in(text: str) -> set[str]:
    """The names between backticks, outside of code."""
    return set(re.findall(r"`(\w+)`", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)))


def members(protocol: type) -> set[str]:
    """What a protocol of its own asks for."""
    return {name for name in vars(protocol) if not name.startswith("_")}


def parts_of(folder: Path) -> set[str]:
    """The modules, folders and tables of a game, without endings."""
    return {path.stem for path in folder.iterdir() if not path.name.startswith("_")}


def test_each_part_of_the_table_is_where_it_says() -> None:
    assert len(ROWS) >= 9
    own = [(name, CAIRN) for _, _, cairn, _, _ in ROWS for name in cairn]
    own += [(name, KITES) for _, _, _, kites, _ in ROWS for name in kites]
    missing = [(name, folder) for name, folder in own if not (folder / name).exists()]
    missing += [(name, at) for *_, large in ROWS for name in large for at in GAMES_THERE if not (at / name).exists()]
    assert missing == []


def test_every_part_that_all_games_have_is_named() -> None:
    common = set.intersection(*map(parts_of, GAMES_THERE))
    named = {Path(name).stem for *_, large in ROWS for name in large}
    named |= {Path(name).stem for name in re.findall(r"`domain/games/agot_board/([\w./]+)`", GUIDE)}
    assert sorted(common - named) == []


def test_the_tables_of_the_tests_are_named() -> None:
    data = ROOT / "tests" / "data"
    folders = set.intersection(*({path.parent.name for path in data.rglob(f"{name}*")} for name in GAMES))
    assert sorted(each for each in folders if f"`tests/data/{each}" not in GUIDE) == []


def test_cairn_has_the_members_of_a_definition_that_the_guide_calls_enough() -> None:
    had = {name for name in members(Definition) if hasattr(game, name)}
    assert had == names_in(section(8)) & members(Definition)


def test_the_other_members_are_named_where_the_guide_says_what_a_served_game_has() -> None:
    asked = members(Definition) | (members(MatchRules) - {"pool", "blank", "open"})
    left = {name for name in asked if not hasattr(game, name) and not hasattr(game.rules, name)}
    assert names_in(section(11)) & (members(Definition) | members(MatchRules)) == left


def test_the_question_that_the_guide_calls_answered_has_an_answer_for_every_game() -> None:
    assert "`is_void`" in section(7)
    assert "is_void" not in Rules.__abstractmethods__
