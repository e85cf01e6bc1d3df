"""What a public function says of itself: what it returns, and what it raises."""

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.judging.branches.branch import CommandDeed, OrderDeed, ReapplyDeed
from domain.judging.cases.commands import CaseCommand
from domain.judging.cases.entries import StoredCaseEntry
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import Change
from domain.kernel.facts import Fact
from domain.match.judge_orders import JudgeOrder
from domain.tournaments.commands import TournamentCommand
from tests.published_names import import_domain, is_of_module, kinds_of
from tests.unit.test_layout import PACKAGES, ROOT, Function, functions, modules, named, nodes, parsed

# How a first sentence begins that names what is returned ("The version after the command"). Anything else, first of
# all a verb ("Store the entries"), needs a sentence with "Returns" or "Yields".
OPENERS = {
    *("A", "An", "The", "This", "That", "These", "Those", "Its", "Their"),
    *("What", "Whatever", "Which", "Who", "Whoever", "Whom", "Whose", "Where", "When", "Why", "How", "Whether"),
    *("All", "Any", "Another", "Both", "Each", "Either", "Every", "Everything", "Neither", "Some", "Several"),
    *("No", "Nobody", "None", "Nothing", "True", "False", "One", "Two", "Three"),
}
YES_OR_NO = {"Whether", "True", "False"}
WHY_NOT = {"Refusal | None", "ChangeFault | None"}
WHY = re.compile(r"\b(?:Why|wrong|refus\w+)\b")
RETURNS = re.compile(r"\b(?:[Rr]eturns?|[Yy]ields?)\b")
RAISES = re.compile(r"\b[Rr]aises?\b(.*?)(?:\.\s|$)")
# A word that can only be the name of a class: "KeyReused", not "HTTP" or "A".
ERROR = re.compile(r"\b[A-Z][a-z]+\w*\b")

NOTHING = {"None", "NoReturn", "Iterator[None]"}
# They say that the program itself is wrong: no caller waits for them.
DEFECTS = {"AssertionError", "NotImplementedError"}
# The text of a command is what `praetor --help` shows, for people who see neither values nor errors of Python.
COMMAND = re.compile(r"^\w+\.(?:command|group)$")
# The text of a view of the API is in its document, which lists answers and problems beside it; a view of the console
# returns a page, so it says what the page shows.
VIEW = re.compile(r"^views\.(?:get|post|delete)$")
API = "service/http/"
# The text of a check is the condition that it demands; each returns the refusal of a command that breaks it.
CHECK = re.compile(r"^check$")


def public_functions(tree: ast.Module | ast.ClassDef) -> Iterator[Function]:
    """The public functions and methods of a module with a text, without those inside a function."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from public_functions(node)
        elif isinstance(node, Function) and not node.name.startswith("_") and ast.get_docstring(node):
            yield node


def raises_in(node: ast.AST, caught: frozenset[str] = frozenset()) -> Iterator[ast.expr]:
    """What the body of a function raises and does not catch, without the functions and classes inside it."""
    if isinstance(node, ast.Raise) and node.exc is not None:
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        if last_name(raised) not in caught:
            yield raised
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda | ast.ClassDef):
            inside = caught_by(node) if isinstance(node, ast.Try) and child in node.body else frozenset()
            yield from raises_in(child, caught | inside)


def caught_by(node: ast.Try) -> frozenset[str]:
    kinds = [each.type for each in node.handlers if each.type is not None]
    parts = [part for kind in kinds for part in (kind.elts if isinstance(kind, ast.Tuple) else [kind])]
    return frozenset(last_name(part) for part in parts)


def last_name(node: ast.expr) -> str:
    """The last name of `a.b.c`; none of what is no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@cache
def made_by() -> dict[str, set[str]]:
    """What the functions of a name return, to know the error that `raise field.wrong(...)` raises."""
    made: dict[str, set[str]] = {}
    for path in modules(*PACKAGES):
        for node in functions(path):
            if node.returns is not None:
                returned = ast.unparse(node.returns)
                made.setdefault(node.name, set()).update({returned} & {*ERROR.findall(returned)} - {"None"})
    return made


def raised_by(function: Function) -> list[set[str]]:
    """Of every error that a function raises the classes that it can be of; none where that cannot be read."""
    names = [last_name(raised) for raised in raises_in(function)]
    found = [{name} if name[:1].isupper() else made_by().get(name, set()) for name in names]
    return [classes for classes in found if not classes & DEFECTS]


def is_marked(function: Function, mark: re.Pattern[str]) -> bool:
    marks = (each.func if isinstance(each, ast.Call) else each for each in function.decorator_list)
    return any(mark.search(ast.unparse(each)) for each in marks)


def unsaid(function: Function, where: str) -> Iterator[str]:
    """What the text of a function does not say of its errors and of its value."""
    text = " ".join((ast.get_docstring(function) or "").split())
    if is_marked(function, COMMAND) or (where.startswith(API) and is_marked(function, VIEW)):
        return
    for classes in raised_by(function):
        if not says_raised(text, classes):
            yield f"raises {' or '.join(sorted(classes)) or 'an error'}"
    returned = ast.unparse(function.returns) if function.returns else "None"
    if returned in NOTHING or is_marked(function, CHECK) or is_marked(function, VIEW):
        return
    if not says_returned(text, returned):
        yield f"returns {returned}"


def says_raised(text: str, classes: set[str]) -> bool:
    said = " ".join(RAISES.findall(text))
    return bool(said) and any(re.search(rf"\b{each}\b", said) for each in classes or {""})


def says_returned(text: str, returned: str) -> bool:
    """Whether a text says what is returned, by its first sentence or in one with "Returns"."""
    if RETURNS.search(text):
        return True
    sentence = re.split(r"\.\s|\.$", text, maxsplit=1)[0]
    first = sentence.split()[0].strip(",:;")
    if returned == "bool":
        return first in YES_OR_NO
    if first == "Whether":
        return "bool" in returned
    if returned in WHY_NOT:
        return WHY.search(sentence) is not None
    return first in OPENERS or first.startswith("`")


@pytest.mark.parametrize("package", PACKAGES)
def test_a_public_function_says_what_it_returns_and_raises(package: str) -> None:
    assert [
        f"{named(path, function.lineno)} {function.name}: {fault}"
        for path in modules(package)
        for function in public_functions(parsed(path))
        for fault in unsaid(function, named(path))
    ] == []


def test_an_error_that_a_text_names_is_one() -> None:
    """After a renaming a text may still promise the old name."""
    known = {"None", *(name for name, value in vars(builtins).items() if isinstance(value, type))}
    for path in modules(*PACKAGES):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef | ast.alias):
                known.add((getattr(node, "asname", None) or node.name).rpartition(".")[2])
            elif isinstance(node, ast.Attribute):
                known.add(node.attr)
    assert [
        f"{named(path, function.lineno)} {function.name}: {name}"
        for path in modules(*PACKAGES)
        for function in functions(path)
        for said in RAISES.findall(" ".join((ast.get_docstring(function) or "").split()))
        for name in ERROR.findall(said)
        if name not in known
    ] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_title_of_a_procedure_in_the_chart_names_no_field(game: str) -> None:
    """The first line of its text is shown to people, who see no fields of Python."""
    kinds = [kind for kind in GAMES[game].rules.frames if kind.steps]
    titles = {kind.__name__: (kind.__doc__ or "").strip().partition("\n")[0] for kind in kinds}
    assert kinds
    assert {name: title for name, title in titles.items() if not title or "`" in title} == {}


@pytest.mark.parametrize(
    ("text", "returned", "body", "faults"),
    [
        ("The version after it.", "int", "...", []),
        ("Store it.", "int", "...", ["returns int"]),
        ("Store it. Returns its version.", "int", "...", []),
        ("Store it.", "None", "...", []),
        ("Whether it is stored.", "bool", "...", []),
        ("The way that it is stored.", "bool", "...", ["returns bool"]),
        ("Whether it is refused.", "Refusal | None", "...", ["returns Refusal | None"]),
        ("Why it is refused.", "Refusal | None", "...", []),
        ("The version.", "int", "raise Stale(1)", ["raises Stale"]),
        ("The version; Stale where it is old.", "int", "raise Stale", ["raises Stale"]),
        ("The version. Raises Paused, Stale.", "int", "raise Stale", []),
        ("The version. Raises Paused. It is not Stale.", "int", "raise Stale", ["raises Stale"]),
        ("The version.", "int", "raise error", ["raises an error"]),
        ("The version.", "int", "raise NotImplementedError", []),
        ("The version.", "int", "try:\n  raise Stale\n except (Paused, Stale):\n  pass", []),
        ("The version.", "int", "try:\n  pass\n except Paused:\n  raise Stale", ["raises Stale"]),
        ("The version.", "int", "def inner():\n  raise Stale\n return inner", []),
    ],
)
def test_what_a_text_leaves_unsaid(text: str, returned: str, body: str, faults: list[str]) -> None:
    (function,) = public_functions(ast.parse(f'def version() -> {returned}:\n "{text}"\n {body}\n'))
    assert list(unsaid(function, "domain/example.py")) == faults


# Something that happened is told in the past: with a participle, or with one of these.
PAST = re.compile(
    r"\b(?:\w+ed|was|were|became|began|came|chose|drew|gave|got|kept|knelt|laid|left|met|put|said|stood|took|went|withdrew|won)\b"
)
HAPPENED = (Fact, StoredCaseEntry)
DEEDS = (Command, CaseCommand, Change, JudgeOrder, TournamentCommand)


def says_what_happened(text: str) -> bool:
    """Whether a text begins with what happened ("A round began: ...")."""
    return PAST.search(re.split(r"[;:]|\.(?:\s|$)", text)[0]) is not None


def says_what_is_done(text: str) -> bool:
    """Whether a text begins with what somebody does ("Muster a unit.")."""
    return text != "" and text.split()[0].rstrip(":") not in OPENERS


def stored_kinds(*bases: type) -> list[type]:
    """What is stored or given under a tag of its own below these classes, in every module of the domain."""
    import_domain()
    return [
        kind
        for base in bases
        for kind in kinds_of(base)
        if is_of_module(kind)
        and (getattr(kind, "tag", None) or kind.__struct_config__.tag) not in (None, kind.__name__)
    ]


def own_text(kind: type) -> str:
    """The text of a class, empty where it has only that of its base."""
    return (vars(kind).get("__doc__") or "").strip()


def test_a_fact_says_what_happened() -> None:
    kinds = stored_kinds(*HAPPENED)
    assert len(kinds) > 200
    assert [f"{kind.__module__} {kind.__name__}" for kind in kinds if not says_what_happened(own_text(kind))] == []


def test_a_command_says_what_is_done() -> None:
    kinds = [*stored_kinds(*DEEDS), CommandDeed, OrderDeed, ReapplyDeed]
    assert len(kinds) > 120
    assert [f"{kind.__module__} {kind.__name__}" for kind in kinds if not says_what_is_done(own_text(kind))] == []


@pytest.mark.parametrize(
    ("text", "happened", "done"),
    [
        ("A round began: its marker was moved.", True, False),
        ("The Game Round marker is on this round.", False, False),
        ("The round; it began.", False, False),
        ("Muster a unit. It was unused.", False, True),
        ("What a House may do.", False, False),
        ("", False, False),
    ],
)
def test_what_happened_and_what_is_done_are_told_apart(text: str, *, happened: bool, done: bool) -> None:
    assert (says_what_happened(text), says_what_is_done(text)) == (happened, done)


PLACE = re.compile(r"`([a-z_][\w.]*)`")


def is_found(name: str, package: Path) -> bool:
    """Whether what the text of a package names is a module or file, below it or by its whole path, or a name in it."""
    below, last = name.replace(".", "/"), name.rpartition(".")[2]
    if any((each / below).is_dir() or (each / f"{below}.py").is_file() for each in (ROOT, package)):
        return True
    if any(package.rglob(name)) or any(package.rglob(f"{name}.py")):
        return True
    defined = re.compile(rf"\b(?:def|class) {last}\b|\b{last}(?:: | = )")
    return any(defined.search(each.read_text()) for each in package.rglob("*.py"))


@pytest.mark.parametrize(
    "package", [each.parent for each in modules(*PACKAGES) if each.name == "__init__.py"], ids=named
)
def test_what_the_text_of_a_package_names_is_there(package: Path) -> None:
    text = ast.get_docstring(parsed(package / "__init__.py")) or ""
    assert [each for each in PLACE.findall(text) if each != "praetor" and not is_found(each, package)] == []
