"""YAML documents with the line of every place in them: what scenario and position files are read with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from domain.kernel.reading import At, Unreadable

SAFE: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(SAFE):  # type: ignore[misc]
    """Reads truth values as YAML 1.2 does: only `true` and `false`, while `on` and `no` are words."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in SAFE.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"(?:true|false)$"), ["t", "f"])


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
    loader = Loader(path.read_text(encoding="utf-8"))
    try:
        while loader.check_node():
            node = loader.get_node()
            lines: dict[str, int] = {}
            note(node, "", lines)
            yield Document(At("", loader.construct_document(node)), lines)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Unreadable(f"line {line}", str(error.problem)) from None
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
