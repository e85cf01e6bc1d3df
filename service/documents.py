"""YAML documents with the line of every place in them: what scenario and position files are read with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from domain.kernel.reading import At, Unreadable

SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TAG = "tag:yaml.org,2002:"
MOST_DIGITS = 40  # of a number; `int` fails at some thousands
SCALARS = {
    "bool": "true or false",
    "int": f"a whole number of at most {MOST_DIGITS} characters",
    "float": f"a number that JSON has, of at most {MOST_DIGITS} characters",
}
JSON_KINDS = {None, *(f"{TAG}{kind}" for kind in ("null", "bool", "int", "float", "str", "seq", "map"))}

Construct = Callable[[Any, yaml.Node], Any]


def strictly(words: str, construct: Construct) -> Construct:
    """A constructor of plain values that raises MarkedYAMLError, with the line, for what JSON has not.

    The library's own fails otherwise at what is tagged as a kind that it is not, and at thousands of digits.
    """

    def constructed(loader: Any, node: yaml.Node) -> Any:
        wrong = yaml.MarkedYAMLError(problem=f"expected {words}", problem_mark=node.start_mark)
        try:
            value = construct(loader, node)
        except (ValueError, LookupError):
            raise wrong from None
        if len(node.value) > MOST_DIGITS or not isfinite(value):
            raise wrong
        return value

    return constructed


class Loader(SAFE):  # type: ignore[misc]
    """Reads the kinds that JSON has, truth values as YAML 1.2 does: `on`, `no` and dates are words."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in (f"{TAG}bool", f"{TAG}timestamp")]
    for first, resolvers in SAFE.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(f"{TAG}bool", re.compile(r"(?:true|false)$"), ["t", "f"])
Loader.yaml_constructors = {tag: made for tag, made in SAFE.yaml_constructors.items() if tag in JSON_KINDS}
for kind, words in SCALARS.items():
    Loader.add_constructor(f"{TAG}{kind}", strictly(words, SAFE.yaml_constructors[f"{TAG}{kind}"]))


def why_unread(error: OSError | UnicodeDecodeError) -> str:
    """Why a file could not be read as text."""
    return "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)


class Document(Struct, frozen=True):
    """One document of a file: its value, and the line (from 1) of every place in it."""

    value: At
    lines: dict[str, int]

    def line(self, place: str) -> int:
        """The line of a place, or of the nearest place around it."""
        while place and place not in self.lines:
            place = re.sub(r"(\.|\[)[^.\[]*$|^[^.\[]+$", "", place)
        return self.lines[place]


def documents(path: Path) -> Iterator[Document]:
    """The documents of a YAML file, in order; raises Unreadable with the line where the text is no YAML."""
    text = path.read_text(encoding="utf-8")
    with loading(text) as loader:
        while loader.check_node():
            node = loader.get_node()
            lines: dict[str, int] = {}
            note(node, "", lines)
            yield Document(At("", loader.construct_document(node)), lines)


@contextmanager
def loading(text: str) -> Iterator[Loader]:
    """A loader of a text; raises Unreadable with the line where it is no YAML."""
    loader = Loader(text)
    try:
        yield loader
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Unreadable(f"line {line}", str(error.problem)) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise Unreadable(f"line {line}", error.reason) from None
    except RecursionError:
        raise Unreadable("line 1", "nested too deep") from None
    finally:
        loader.dispose()


def note(node: yaml.Node, place: str, lines: dict[str, int]) -> None:
    """Note the line of a node and of everything in it; a key that stands twice is an error."""
    lines[place] = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        for number, each in enumerate(node.value):
            note(each, f"{place}[{number}]", lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = f"{place}.{key.value}" if place else str(key.value)
            if inner in lines:
                raise yaml.MarkedYAMLError(problem=f"{inner}: stands twice", problem_mark=key.start_mark)
            note(value, inner, lines)
            lines[inner] = key.start_mark.line + 1
