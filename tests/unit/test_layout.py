"""What rots unseen: the layout, the sizes the house style allows, the locks and the contents of the wheel."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from tests.conftest import LONG

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("domain", "projections", "service")
TOP_LEVEL = {
    *PACKAGES,
    "api_docs",
    "deploy",
    "tests",
    "README.md",
    "pyproject.toml",
    "Makefile",
    "LICENSE",
    "NOTICE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
}
MAX_MODULE_LINES = 500
MAX_FUNCTION_LINES = 60
# the words of abilities are the largest folder
MAX_MODULES = 18
LOCKS = sorted((ROOT / "deploy" / "locks").glob("*.txt"))
# Written apart, so that this file does not find itself.
UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
BANNED_NAMES = re.compile(r"Manager$|Helpers?$|Utils?$|^process_")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def named(path: Path, line: int | None = None) -> str:
    where = path.relative_to(ROOT).as_posix()
    return where if line is None else f"{where}:{line}"


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module, the outer ones first: to walk takes as long as to parse."""
    return tuple(ast.walk(parsed(path)))


@cache
def definitions(path: Path) -> tuple[Function | ast.ClassDef, ...]:
    return tuple(node for node in nodes(path) if isinstance(node, Function | ast.ClassDef))


def functions(path: Path) -> Iterator[Function]:
    return (node for node in definitions(path) if isinstance(node, Function))


def lines_of(function: Function) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def files() -> list[str]:
    """The files that are committed or would be, by git; every file where the source came without git."""
    git = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError):
        listed = [named(path) for path in ROOT.rglob("*") if path.is_file()]
    return [name for name in listed if "__pycache__" not in name and (ROOT / name).is_file()]


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pinned(lock: Path) -> set[str]:
    return {normalized(name) for name in re.findall(r"^([\w.-]+)==", lock.read_text(), re.MULTILINE)}


def required(requirements: list[str]) -> set[str]:
    return {normalized(re.split(r"[\[<>=!~; ]", line)[0]) for line in requirements}


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def locked_by() -> dict[str, set[str]]:
    toml = project()
    extras = toml["project"]["optional-dependencies"]
    runtime = required(toml["project"]["dependencies"])
    return {
        "runtime": runtime,
        "test": runtime | required(extras["test"]),
        "analytics": runtime | required(extras["analytics"]),
        "cluster": runtime | required(extras["cluster"]),
        "build": required(toml["build-system"]["requires"]) | required(toml["dependency-groups"]["build"]),
    }


def test_the_top_level_holds_exactly_the_given_entries() -> None:
    tops = {name.split("/")[0] for name in files()}
    assert {top for top in tops if not top.startswith(".")} == TOP_LEVEL


def test_no_module_but_card_files_is_longer_than_500_lines() -> None:
    sizes = {named(path): len(path.read_text().splitlines()) for path in modules(*PACKAGES)}
    assert not {name: n for name, n in sizes.items() if n > MAX_MODULE_LINES and "cards" not in Path(name).parts}


def test_no_function_is_longer_than_60_lines() -> None:
    assert not [
        (named(path, function.lineno), function.name, lines_of(function))
        for path in modules(*PACKAGES)
        for function in functions(path)
        if lines_of(function) > MAX_FUNCTION_LINES
    ]


def test_every_module_says_what_it_is() -> None:
    assert not [named(path) for path in modules(*PACKAGES) if not ast.get_docstring(parsed(path))]


def test_nothing_is_left_unfinished() -> None:
    assert not [
        named(path, number)
        for path in modules(*PACKAGES, "tests")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if UNFINISHED.search(line)
    ]


def test_names_are_the_fields_terms() -> None:
    assert not [
        (named(path, node.lineno), node.name)
        for path in modules(*PACKAGES)
        for node in definitions(path)
        if BANNED_NAMES.search(node.name)
    ]


def test_no_test_is_skipped() -> None:
    marks = re.compile(r"pytest\.(?:mark\.(?:skip|skipif|xfail)|skip|importorskip)\b")
    assert not [named(path) for path in modules("tests") if marks.search(path.read_text()) and path != Path(__file__)]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_names_no_index(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(?:index-url|extra-index-url|find-links|trusted-host)", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_requirement_of_a_lock_has_hashes(lock: Path) -> None:
    entries = re.split(r"^(?=[\w.-]+==)", lock.read_text(), flags=re.MULTILINE)[1:]
    assert entries
    assert not [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry]


def test_every_dependency_is_locked() -> None:
    locked = {lock.stem: pinned(lock) for lock in LOCKS}
    assert locked.keys() == locked_by().keys()
    assert not {name: wanted - locked[name] for name, wanted in locked_by().items() if wanted - locked[name]}


def test_the_locks_agree_on_every_version() -> None:
    pins: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, version in re.findall(r"^([\w.-]+)==(\S+)", lock.read_text(), re.MULTILINE):
            pins.setdefault(name, set()).add(version)
    assert not {name: versions for name, versions in pins.items() if len(versions) > 1}


def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, text=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert not [name for name in files() if name.startswith(PACKAGES) and name not in packed]


UNIT_TESTS = ROOT / "tests" / "unit"
# what is not about one place of the packages: the tree, its documents, its tables, its scenarios
ABOUT_THE_TREE = {
    "test_ci.py",
    "test_contributing.py",
    "test_decisions.py",
    "test_docstrings.py",
    "test_layout.py",
    "test_makefile.py",
    "test_minimum_of_scenarios.py",
    "test_published_names.py",
    "test_refusals.py",
}


def test_each_folder_of_unit_tests_is_a_folder_of_the_packages() -> None:
    folders = {path.parent.relative_to(UNIT_TESTS) for path in modules("tests/unit")}
    assert len(folders) > len(PACKAGES)
    assert sorted(each.as_posix() for each in folders if not (ROOT / each).is_dir()) == []
    assert {each.parts[0] for each in folders if each.parts} == set(PACKAGES)
    assert {path.name for path in UNIT_TESTS.glob("*.py")} == ABOUT_THE_TREE


def test_each_file_of_unit_tests_is_named_after_a_module_or_folder_beside_it() -> None:
    """`test_name.py` and `test_name_of_something.py` test the module or folder `name`, or the folder they mirror."""
    found = [path.relative_to(UNIT_TESTS) for path in modules("tests/unit") if path.parent != UNIT_TESTS]
    assert [each.as_posix() for each in found if not names_for(each)] == []


def names_for(test: Path) -> list[str]:
    """The modules and folders that a file of unit tests may be named after, of those in the folder that it mirrors."""
    there = {test.parent.name, *(path.stem for path in (ROOT / test.parent).iterdir())}
    return [name for name in there if f"{test.stem}_".startswith(f"test_{name}_")]


@pytest.mark.parametrize("name", LONG)
def test_each_file_that_begins_first_is_there(name: str) -> None:
    assert (ROOT / "tests" / name).is_file()


# who may ask a fact itself what it shows: the reader, what asks whether anything of a fact is hidden at all, and what
# finds the cards that facts name to who does not see them
READERS = {
    "domain/kernel/redaction.py": "read_facts",
    "domain/judging/inquiry/explaining.py": "pass_once",
    "domain/kernel/cards/unseen_handles.py": "told_unseen",
}


def test_facts_are_read_through_the_one_reader() -> None:
    found = [
        (path.relative_to(ROOT).as_posix(), each.name)
        for path in modules(*PACKAGES)
        if any(map(is_seen_by, nodes(path)))
        for each in functions(path)
        if each.name != "seen_by" and any(is_seen_by(node) for node in ast.walk(each))
    ]
    assert sorted(found) == sorted(READERS.items())


def is_seen_by(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "seen_by"


def test_what_two_games_share_stands_on_the_floor_below_them() -> None:
    of: dict[str, dict[str, str]] = {}
    games = ROOT / "domain" / "games"
    for path in modules("domain/games"):
        own = {name for node in parsed(path).body for name in defined_by(node)}
        for node in parsed(path).body:
            # what answers nothing, or works on something of its own module, is alike only
            if isinstance(node, Function) and (used := names_in(node)) and not own & used:
                game = path.relative_to(games).parts[0]
                of.setdefault(body_of(node), {})[game] = f"{named(path, node.lineno)} {node.name}"
    assert sorted(by.popitem() for by in of.values() if len(by) > 1) == []


ROOM = re.compile(r"(?:domain|service)/games/(\w+)/")
REGISTRIES = {"domain/games/__init__.py", "service/games/__init__.py"}


def test_a_game_is_named_in_its_own_rooms_and_in_the_two_registries_alone() -> None:
    """What a game plays, shows and demonstrates is read from its registration: a further game needs no other module."""
    naming = {
        (named(path), game)
        for path in (*modules(*PACKAGES), *ROOT.glob("service/**/*.html"), *ROOT.glob("service/**/*.js"))
        for game in GAMES
        if game in path.read_text(encoding="utf-8")
    }
    assert {where for where, _ in naming if not ROOM.match(where)} == REGISTRIES
    assert sorted((where, game) for where, game in naming if (room := ROOM.match(where)) and room[1] != game) == []


def test_every_module_of_declared_cards_is_imported_with_its_folder() -> None:
    """A module that nothing imports declares nothing: its cards would count as not coded."""
    folders = sorted(ROOT.glob("domain/games/*/cards"))
    imported = {
        named(folder): {
            each.name
            for node in parsed(folder / "__init__.py").body
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        }
        for folder in folders
    }
    assert imported == {named(folder): {path.stem for path in folder.glob("[!_]*.py")} for folder in folders}
    books = {path.parent for path in ROOT.glob("domain/games/*/rules.toml")}
    assert {folder.parent for folder in folders} == books
    assert {book.name for book in books} == set(GAMES)


def defined_by(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, Function | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


def names_in(node: Function) -> set[str]:
    return {each.id for part in node.body for each in ast.walk(part) if isinstance(each, ast.Name)}


def body_of(node: Function) -> str:
    """What a function does, without what it says of itself."""
    said = ast.get_docstring(node) is not None
    return "\n".join(ast.dump(each) for each in node.body[said:])


# --- names

SHARED = [path for path in modules(*PACKAGES) if not ROOM.match(named(path))]
# the verbs of the decider, and what folds what is stored: the same for a match, a case, a desk and a tournament
DECIDER = {"initial", "decide", "evolve", "evolve_stored", "replay"}
BANNED_WORDS = {"the", "here", "known", "asked", "told", "written", "ways", "things", "again", "later"}
IRREGULAR = frozenset(
    """
    begun bitten bought bound broken brought built caught chosen dealt done drawn driven fallen felt
    forbidden forgotten fought found frozen given gone grown had heard held hidden kept knelt known laid
    lain led left lent lost made meant met overtaken paid risen said sat seen sent shown slain sold
    spent spoken stood struck taken taught thought thrown told undone unknown withdrawn won worn written
    """.split()  # noqa: SIM905 - a list of words is read as words
)
NOUNS = {"seed", "need", "proceed", "bring", "string", "thing", "nothing"}
GERUNDS = {"opening", "heading", "mapping", "setting", "timing", "signing", "hatching"}  # nouns by now
# a word that cards are declared in, called as their data have it; fields of what is stored or published
STANDING = {
    "domain/cardgame/words/parts/time.py": {"Later"},
    "domain/judging/cases/entries.py": {"asked"},
    "domain/judging/inquiry/explaining.py": {"asked"},
    "domain/judging/inquiry/tracing.py": {"known"},
    "domain/judging/remedies/rewind.py": {"asked"},
    "domain/kernel/checks.py": {"asked"},
    "domain/kernel/occurring/conditions.py": {"asked"},
    "domain/match/events.py": {"again"},
    "domain/tournaments/commands.py": {"asked"},
    "domain/tournaments/regulation.py": {"asked"},
    "projections/tables.py": {"again"},
    "service/web/match/play_replies.py": {"again"},
    "service/web/match/question_replies.py": {"asked", "known", "later"},
    "service/web/tournament/tournament_replies.py": {"asked"},
}
CARDS = re.compile(r"domain/games/\w+/cards/")  # functions called as the cards are that they declare


def is_participle(name: str) -> bool:
    """Whether a name is one participle alone; a name of several words says what is done, or to what.

    A special method, as `__missing__`, has its name from Python.
    """
    word = name.strip("_")
    if name.startswith("__") or not word.isalpha() or word in NOUNS | GERUNDS:
        return False
    return word in IRREGULAR or word.endswith(("ed", "ing"))


def is_called_plainly(function: Function) -> bool:
    """Whether it is called as a function is; a property is read, and a context manager goes on while it is open."""
    words = [ast.unparse(each) for each in (*function.decorator_list, function.returns) if each is not None]
    return not any(
        word in each for each in words for word in ("property", "lazily", "contextmanager", "ContextManager")
    )


def places_of(kind: Any) -> dict[str, list[str]]:
    """The public names that modules of the shared floors define at their top, each with these modules."""
    found: dict[str, list[str]] = {}
    for path in SHARED:
        for node in parsed(path).body:
            if isinstance(node, kind) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(named(path))
    return found


def test_no_class_of_the_shared_floors_has_the_name_of_another() -> None:
    assert {name: places for name, places in places_of(ast.ClassDef).items() if len(places) > 1} == {}


def test_no_function_name_of_the_shared_floors_stands_in_more_than_two_modules() -> None:
    twice = {name: places for name, places in places_of(ast.FunctionDef).items() if len(places) > 2}
    assert twice.keys() == DECIDER, twice


def test_a_function_is_not_called_by_a_bare_participle() -> None:
    assert [
        (named(path, function.lineno), function.name)
        for path in modules(*PACKAGES)
        if not CARDS.match(named(path))
        for function in functions(path)
        if is_participle(function.name) and is_called_plainly(function)
    ] == []


def test_no_name_is_a_word_that_says_nothing() -> None:
    assert [named(path) for path in modules(*PACKAGES) if path.stem in BANNED_WORDS] == []
    members = {named(path): {name for _, name in members_in(nodes(path)) if says_nothing(name)} for path in PYTHON}
    assert {path: names for path, names in members.items() if names} == STANDING
    assert [
        (named(path), line, name) for path in PYTHON for line, name in bound_in(nodes(path)) if says_nothing(name)
    ] == []


PYTHON = tuple(modules(*PACKAGES))


def says_nothing(name: str) -> bool:
    return name.strip("_").lower() in BANNED_WORDS


def members_in(module: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The names that are read from elsewhere: functions, classes and the fields of these, each with its line."""
    for each in module:
        if isinstance(each, Function | ast.ClassDef):
            yield each.lineno, each.name
        if isinstance(each, ast.ClassDef):
            yield from ((target.lineno, target.id) for target in fields_of(each))


def fields_of(defined: ast.ClassDef) -> Iterator[ast.Name]:
    """The names to which the body of a class assigns."""
    for each in defined.body:
        if isinstance(each, ast.Assign | ast.AnnAssign):
            for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
                yield from (name for name in ast.walk(target) if isinstance(name, ast.Name))


def bound_in(module: Sequence[ast.AST]) -> Iterator[tuple[int, str]]:
    """The names that a module binds otherwise, each with its line: parameters, locals, constants, attributes."""
    classes = (each for each in module if isinstance(each, ast.ClassDef))
    fields = {id(field) for each in classes for field in fields_of(each)}
    for each in module:
        match each:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) if (
                id(each) not in fields
            ):
                yield each.lineno, name
            case ast.arg(arg=name) | ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield each.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield each.lineno, name


# what HTTP and event sourcing call an ETag, a stored fold, messages that are taken in or sent out once
TERMS_OF_THE_FIELD = {
    f"{term}{end}" for term in ("validator", "snapshot", "inbox", "outbox") for end in ("", "s", "es")
}
SAYING_OF_WHAT = {"service/web/field_validators.py"}


def test_no_module_is_called_by_a_term_of_the_field_for_something_else() -> None:
    found = {named(path) for path in PYTHON if TERMS_OF_THE_FIELD & set(path.stem.split("_"))}
    assert found == SAYING_OF_WHAT


def test_what_is_a_participle_is_seen() -> None:
    assert all(map(is_participle, ("taken", "_grown", "offered", "saving", "written")))
    assert not any(map(is_participle, ("seed", "bring", "taken_cards", "timing", "give", "is_taken")))


BINDING = """
import m as imported
from m import n as renamed
CONSTANT, (*RESTED, ANNOTATED) = 1, [2]
ANNOTATED: int
class Field:
    stored: int = 0
    made = [inside for inside in ()]
    def method(self, /, plain, *many, keyed=lambda inner: inner, **named):
        local, held.attribute, held["item"] = 1, 2, 3
        typed: int = 4
        for looped in [element for element in many]:
            with open(plain) as opened:
                if (walrus := looped):
                    pass
        try:
            pass
        except OSError as error:
            pass
        match plain:
            case [first, *rest] | {"key": value, **others} as whole:
                pass
"""
BOUND = """
imported renamed CONSTANT RESTED ANNOTATED ANNOTATED inside self plain many keyed inner named local attribute typed
looped element opened walrus error first rest value others whole
"""


def test_whatever_binds_a_name_is_seen() -> None:
    module = tuple(ast.walk(ast.parse(BINDING)))
    assert sorted(name for _, name in bound_in(module)) == sorted(BOUND.split())
    assert [name for _, name in members_in(module)] == ["Field", "stored", "made", "method"]


def test_no_folder_holds_more_modules_than_can_be_looked_over() -> None:
    counts = Counter(path.parent for path in modules(*PACKAGES) if path.stem != "__init__")
    assert [(named(folder), number) for folder, number in counts.items() if number > MAX_MODULES] == []


@pytest.mark.parametrize("part", [*PACKAGES, "tests"])
def test_the_readme_of_a_part_names_its_folders_and_none_that_is_not_there(part: str) -> None:
    text = (ROOT / part / "README.md").read_text(encoding="utf-8")
    quoted = {each.partition("/")[0] for each in re.findall(r"`([\w<>/]+)/`", text)}
    folders = {path.name for path in (ROOT / part).iterdir() if path.is_dir() and not path.name.startswith((".", "_"))}
    below = {path.name for path in (ROOT / part).rglob("*") if path.is_dir()}
    assert sorted(folders - quoted) == []
    assert sorted(quoted - below - {*PACKAGES, "api_docs"}) == []


def test_the_readme_of_the_domain_names_the_folders_that_games_have_alike_and_those_of_one() -> None:
    text = (ROOT / "domain" / "README.md").read_text(encoding="utf-8")
    alike, own = text.partition("Both have")[2].partition(".")[0].split(";")
    of = [{path.parent.name for path in (ROOT / "domain/games" / game).glob("*/__init__.py")} for game in GAMES]
    common, some = set[str].intersection(*of), set[str].union(*of)
    assert set(re.findall(r"`(\w+)/`", alike)) == common
    # what is a folder in one may be a module in the other
    modules_there = {path.stem for path in ROOT.glob("domain/games/*/*.py")}
    assert set(re.findall(r"`(\w+)/`", own)) == some - common - modules_there
