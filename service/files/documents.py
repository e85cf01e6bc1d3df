"""YAML documents with the line of every place in them, for scenario and position files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from domain.kernel.formats.reading import DocumentNode, Unreadable

SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TAG = "tag:yaml.org,2002:"
MOST_DIGITS = 40  # digits of a number; `int` fails on texts of some thousand digits
SCALARS = {
    "bool": "true or false",
    "int": f"a whole number of at most {MOST_DIGITS} characters",
    "float": f"a number as JSON writes it, of at most {MOST_DIGITS} characters",
}
QUOTE_OPEN = "a quotation mark is not closed"
BRACKET_OPEN = {
    yaml.FlowSequenceStartToken: "a list that begins with [ is not closed, or a comma is missing in it",
    yaml.FlowMappingStartToken: "a group that begins with { is not closed, or a comma is missing in it",
}
QUOTES = ("'", '"')
QUOTE_PROBLEMS = ("found unexpected end of stream", "found unexpected document indicator")
CLOSING = ("]", "}")
OUTSIDE = (*CLOSING, "#")  # lines that begin with these may be indented in any way
INVISIBLE = "the line has an invisible character: delete it and type the text again"
# YAML errors by the beginning of PyYAML's message, in words for people who type files; the first match counts
SAID = {
    "mapping values are not allowed": "a colon stands in the wrong place: write one name with its value on each "
    "line, and put a text with a colon in quotation marks",
    "found character that cannot start any token": "a word begins with a tab, or with a sign such as @, ` or %: write "
    "spaces in place of tabs, and put the text in quotation marks",
    **dict.fromkeys(QUOTE_PROBLEMS, QUOTE_OPEN),
    "did not find expected ',' or ']'": BRACKET_OPEN[yaml.FlowSequenceStartToken],
    "did not find expected ',' or '}'": BRACKET_OPEN[yaml.FlowMappingStartToken],
    "did not find expected node content": "something is missing after [, {, a comma or a colon, or a bracket is not "
    "closed",
    "did not find expected key": "the line does not fit the lines before it: what belongs together begins in the "
    "same column",
    "did not find expected '-'": "the line does not begin with -, as the other lines of its list do in this column",
    "could not find expected ':'": "a name has no colon and no value after it",
    "could not determine a constructor": "a word begins with !: put it in quotation marks",
    "could not find expected directive": "the line begins with %: put the text in quotation marks",
    "control characters": INVISIBLE,
    "special characters": INVISIBLE,
    "unacceptable character": INVISIBLE,
}
BEGINS = re.compile(r"---(\s|$)")
TAB_BEFORE = re.compile(r" *\t")
TABBED = "the line is indented by a tab: write spaces"
# a name with a group or a list right after it, where a colon is forgotten
NO_COLON = re.compile(r"(?:^ *(?:- +)*|[{\[,] *)([\w.-]+) +[{\[]")
UNREAD = "the line cannot be read: check its colons, commas and brackets, and the column in which it begins"
JSON_KINDS = {None, *(f"{TAG}{kind}" for kind in ("null", "bool", "int", "float", "str", "seq", "map"))}

Construct = Callable[[Any, yaml.Node], Any]


class Misread(yaml.MarkedYAMLError):
    """A YAML text that is not a position or scenario."""


def strict_constructor(words: str, construct: Construct) -> Construct:
    """A constructor of plain values; it raises MarkedYAMLError, with the line, for values that JSON does not have.

    The library's own constructor fails with other errors at wrong tags and at numbers with thousands of digits.
    """

    def construct_strictly(loader: Any, node: yaml.Node) -> Any:
        wrong = Misread(problem=f"expected {words}", problem_mark=node.start_mark)
        try:
            value = construct(loader, node)
        except (ValueError, LookupError):
            raise wrong from None
        if len(node.value) > MOST_DIGITS or not isfinite(value):
            raise wrong
        return value

    return construct_strictly


class Loader(SAFE):  # type: ignore[misc]
    """A loader for the value types of JSON, with the booleans of YAML 1.2: `on`, `no` and dates are strings."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in (f"{TAG}bool", f"{TAG}timestamp")]
    for first, resolvers in SAFE.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(f"{TAG}bool", re.compile(r"(?:true|false)$"), ["t", "f"])
Loader.yaml_constructors = {tag: made for tag, made in SAFE.yaml_constructors.items() if tag in JSON_KINDS}
for kind, words in SCALARS.items():
    Loader.add_constructor(f"{TAG}{kind}", strict_constructor(words, SAFE.yaml_constructors[f"{TAG}{kind}"]))


def why_unread(error: OSError | UnicodeDecodeError) -> str:
    """The reason why a file could not be read as text."""
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)


class YamlDocument(Struct, frozen=True):
    """One document of a file: its value, and the line (from 1) of every place in it."""

    value: DocumentNode
    lines: dict[str, int]

    def line(self, place: str) -> int:
        """The line of a place, or of the nearest place that encloses it."""
        while place and place not in self.lines:
            place = re.sub(r"(\.|\[)[^.\[]*$|^[^.\[]+$", "", place)
        return self.lines[place]


class UnreadDocument(Struct, frozen=True):
    """A YAML document with a key or a value that is not allowed: its line, the reason and its title."""

    line: int
    reason: str
    title: str


def documents(path: Path) -> Iterator[YamlDocument]:
    """The YAML documents of a file, in order. Raises Unreadable, with the line, for the first that cannot be read."""
    for each in read_documents(path):
        if isinstance(each, UnreadDocument):
            raise Unreadable(f"line {each.line}", each.reason)
        yield each


def read_documents(path: Path) -> Iterator[YamlDocument | UnreadDocument]:
    """The documents of a file, in order, also those after one that cannot be read.

    Raises Unreadable, with the line, where the text is not YAML: nothing after that can be read.
    """
    text = path.read_text(encoding="utf-8")
    with loading(text) as loader:
        while loader.check_node():
            yield read_document(loader.get_node(), text)


def read_document(node: yaml.Node, text: str) -> YamlDocument | UnreadDocument:
    """The document of a node, constructed by a loader of its own, which an error leaves in disorder."""
    lines: dict[str, int] = {}
    try:
        note(node, "", lines)
        return YamlDocument(DocumentNode("", Loader("").construct_document(node)), lines)
    except yaml.MarkedYAMLError as error:
        return UnreadDocument(*cause_of(text, error), title_in(node))


def title_in(node: yaml.Node) -> str:
    """The title of a document; empty where it has none."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return next((str(value.value) for key, value in pairs if key.value == "title"), "")


def documents_after(text: str, line: int) -> int:
    """How many documents begin after a line, as far as their first lines tell."""
    return sum(bool(BEGINS.match(each)) for each in text.splitlines()[line:])


@contextmanager
def loading(text: str) -> Iterator[Loader]:
    """Yield a loader of a text. Raises Unreadable, with the line, where the text is not YAML."""
    loader = Loader(text)
    try:
        yield loader
    except yaml.MarkedYAMLError as error:
        line, said = cause_of(text, error)
        raise Unreadable(f"line {line}", said) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Unreadable(f"line {line}", words_for(error.reason)) from None
    except RecursionError:
        raise Unreadable("line 1", "nested too deeply") from None
    finally:
        loader.dispose()


def cause_of(text: str, error: yaml.MarkedYAMLError) -> tuple[int, str]:
    """The line of an error in a text, and its message in this module's own words.

    The library reports an unclosed quotation mark or bracket further down, and often as another error.
    """
    mark, problem = error.problem_mark, str(error.problem)
    if isinstance(error, Misread) or mark is None:
        return (mark.line + 1 if mark else 1), problem if isinstance(error, Misread) else words_for(problem)
    lines = text.splitlines()
    tokens = list(tokens_before(text, mark))
    quoted = last_scalar(tokens)
    if quoted and quoted.style in QUOTES and goes_on_outside(lines, quoted.start_mark.line, quoted.end_mark.line):
        return quoted.start_mark.line + 1, QUOTE_OPEN
    if problem.startswith(QUOTE_PROBLEMS) and error.context_mark:
        return error.context_mark.line + 1, QUOTE_OPEN
    if mark.line < len(lines) and (bare := NO_COLON.search(lines[mark.line][: mark.column + 1])):
        return mark.line + 1, colon_missing(bare[1])
    brackets, rest = brackets_open(tokens), text[mark.index :].strip()
    if rest.startswith(CLOSING) and problem.startswith("did not find expected ','"):
        brackets = brackets[-1:]  # a bracket closed by one of another kind
        rest = ""
    for token in brackets:
        if not rest or goes_on_outside(lines, token.start_mark.line, mark.line):
            return token.start_mark.line + 1, BRACKET_OPEN[type(token)]
    if mark.line < len(lines) and TAB_BEFORE.match(lines[mark.line]):
        return mark.line + 1, TABBED
    return mark.line + 1, words_for(problem)


def colon_missing(name: str) -> str:
    return f"a colon is missing after {name!r}"


def last_scalar(tokens: list[Any]) -> Any:
    """The last scalar among these tokens; None if there is none."""
    return next((each for each in reversed(tokens) if isinstance(each, yaml.ScalarToken)), None)


def brackets_open(tokens: list[Any]) -> list[Any]:
    """The brackets that these tokens open and do not close, outermost first."""
    found: list[Any] = []
    for token in tokens:
        if type(token) in BRACKET_OPEN:
            found.append(token)
        elif isinstance(token, yaml.FlowSequenceEndToken | yaml.FlowMappingEndToken) and found:
            found.pop()
    return found


def tokens_before(text: str, mark: Any) -> Iterator[Any]:
    """The tokens of a text up to where it cannot be read any more."""
    try:
        for token in yaml.scan(text, Loader=SAFE):
            if token.start_mark.index >= mark.index:
                return
            yield token
    except yaml.YAMLError:
        return


def goes_on_outside(lines: list[str], first: int, last: int) -> bool:
    """Whether a scalar that goes on to further lines is followed by a line outside of it.

    Such a line is indented no further than the first line, and does not begin with a closing bracket.
    """
    column = len(lines[first]) - len(lines[first].lstrip(" -"))
    following = (line for line in lines[first + 1 : last + 1] if line.strip() and not line.lstrip().startswith(OUTSIDE))
    return any(len(line) - len(line.lstrip()) <= column for line in following)


def words_for(problem: str) -> str:
    """The library's message in words for people who type positions."""
    return next((said for begins, said in SAID.items() if problem.startswith(begins)), UNREAD)


def note(node: yaml.Node, place: str, lines: dict[str, int]) -> None:
    """Record the line of a node and of every node inside it.

    Raises Misread for a duplicate key, and for one that is a name and the beginning of what it should name.
    """
    lines[place] = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for number, each in enumerate(node.value):
            note(each, f"{place}[{number}]", lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = f"{place}.{key.value}" if place else str(key.value)
            if (
                isinstance(key, yaml.ScalarNode)
                and key.style not in QUOTES
                and (bare := NO_COLON.match(str(key.value)))
            ):
                raise Misread(problem=colon_missing(bare[1]), problem_mark=key.start_mark)
            if inner in lines:
                raise Misread(problem=f"{inner}: stands twice", problem_mark=key.start_mark)
            note(value, inner, lines)
            lines[inner] = key.start_mark.line + 1
