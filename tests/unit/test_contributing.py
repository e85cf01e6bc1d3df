"""CONTRIBUTING.md names places that there are, and no more words than somebody can learn."""

import ast
import builtins
import re
from collections.abc import Iterator
from itertools import dropwhile, takewhile

import pytest

from domain.games import GAMES
from tests.unit.test_layout import PACKAGES, ROOT, definitions, modules, named, nodes, parsed

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PLACE = re.compile(r"`((?:domain|projections|service|tests)/[\w./<>]*)`")
MOST_WORDS = 60
# a name between backticks; texts of code up to this length hold words that are names (of fields, commands, tables)
QUOTED = re.compile(r"`([A-Za-z_]\w+)`")
LONG = 60


def section(title: str) -> str:
    """The text under a heading."""
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The rows of the first table under a heading, without its head."""
    lines = dropwhile(lambda line: not line.startswith("|"), section(title).splitlines())
    found = list(takewhile(lambda line: line.startswith("|"), lines))[2:]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in found]


STEPS = [step for title in ("The life of a command", "The life of an ability") for step in rows(title)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step[2])
def test_each_step_names_a_function_that_is_there(step: list[str]) -> None:
    _, file, function = step
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    assert function in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


# a file, and functions in it
FUNCTIONS = re.compile(r"`([\w/]+\.py)`\s\(`(\w+)`(?:, `(\w+)`)?\)")


def test_the_functions_that_are_named_beside_a_file_are_there() -> None:
    found = [(file, name) for file, *names in FUNCTIONS.findall(TEXT) for name in names if name]
    assert len(found) >= 10
    missing = [(file, name) for file, name in found if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")]
    assert missing == []


def test_the_row_about_access_names_every_module_that_lets_an_analyst_in() -> None:
    """So does the docstring of the module where somebody begins to read."""
    (row,) = [" | ".join(each) for each in rows("Where does my code go?") if each[0] == "change who may do something"]
    access = (ROOT / "service/web/access.py").read_text(encoding="utf-8")
    deciding = [
        path
        for path in modules("service/web")
        if "access" not in path.stem.split("_") and re.search(r"\bANALYST\b", path.read_text(encoding="utf-8"))
    ]
    asked = [
        path.stem for path in modules("service/web") if re.search(r"== ANALYST\b", path.read_text(encoding="utf-8"))
    ]
    assert [named(path) for path in deciding if named(path) not in row] == []
    assert len(asked) >= 4
    assert [stem for stem in asked if stem != "access" and f"`{stem}`" not in access] == []
    assert [named(path) for path in modules("service") if re.search(r"scope == \"analyst\"", path.read_text())] == []


def test_every_place_is_there() -> None:
    places = PLACE.findall(TEXT)
    assert len(places) > 40
    named = {place.replace("<game>", game) for place in places for game in GAMES}
    assert sorted(place for place in named if not (ROOT / place).exists()) == []


def test_the_words_are_few_and_each_is_said_once() -> None:
    words = [row[0] for row in rows("Words")]
    assert len(words) == len(set(words)) <= MOST_WORDS
    assert words == sorted(words, key=str.lower)


def test_every_target_of_make_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"`make ([a-z]+)`", TEXT)
    assert targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_a_module_that_a_text_names_is_there() -> None:
    known = {path.name for part in (*PACKAGES, "tests", "deploy") for path in (ROOT / part).rglob("*.py")}
    assert [
        (named(path), name)
        for path in modules(*PACKAGES)
        for name in re.findall(r"(?<![\w./])([a-z_]+\.py)\b", ast.get_docstring(parsed(path)) or "")
        if name not in known
    ] == []


def test_a_name_that_a_text_quotes_stands_in_the_code() -> None:
    paths = [*modules(*PACKAGES)]
    code = {path.stem for path in paths} | {path.parent.name for path in paths} | {*vars(builtins)}
    for path in paths:
        for node in nodes(path):
            code.update(names_of(node))
    quoted = {
        (named(path), name)
        for path in paths
        for node in (parsed(path), *definitions(path))
        for name in QUOTED.findall(ast.get_docstring(node) or "")
    }
    assert sorted(each for each in quoted if each[1] not in code) == []


def names_of(node: ast.AST) -> Iterator[str]:
    """The names that a node of code gives or uses, and the words of its texts, but for docstrings."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield from node.name.split(".")
    elif isinstance(node, ast.keyword) and node.arg:
        yield node.arg
    elif isinstance(node, ast.ClassDef | ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < LONG:
        yield from re.findall(r"\w+", node.value)
