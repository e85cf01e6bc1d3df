"""The fields of a form, and how what was filled in is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.reading import whole_number
from service.http.problems import Problem

Given = Mapping[str, str]
Options = tuple[tuple[str, str], ...]


class Field(Struct, frozen=True):
    """A field: `kind` is `text`, `line`, `number`, `check`, `choice`, `rules`, `hidden`; `options` are value and text.

    The options of a line or a number are examples. A `check` that is needed is a confirmation.
    """

    name: str
    label: str
    kind: str = "line"
    options: Options = ()
    needed: bool = True
    hint: str = ""
    value: str = ""


def check_filled(fields: Iterable[Field], given: Given) -> None:
    """Raise Problem 422 where something that must be chosen is not, or what must be confirmed."""
    needed = [each for each in fields if each.needed and not given.get(each.name)]
    if unchosen := [each.label for each in needed if each.kind == "choice"]:
        raise Problem(422, "request.nothing-chosen", because={"of": unchosen})
    if unconfirmed := [each.label for each in needed if each.kind == "check"]:
        raise Problem(422, "request.not-confirmed", because={"what": unconfirmed})


def words(given: str) -> list[str]:
    """What stands between spaces and commas."""
    return [each for each in re.split(r"[\s,]+", given) if each]


PLACE = re.compile(r"(?P<match>m-[\w-]+@)?v?(?P<place>[0-9]+(?:\.[0-9]+)?)")
LINK = re.compile(r"[bm]-[\w-]+|(/|https?://)\S+")


def place_read(written: str) -> str:
    """A place as the pages write it (`v2`, `m-...@v2`) in the form of the API; anything else as it is."""
    found = PLACE.fullmatch(written.strip())
    return f"{found['match'] or ''}{found['place']}" if found else written


def evidence(given: str) -> list[str]:
    """The moments, branches and addresses that stand between spaces and commas; raises Problem 422 for other words."""
    found = [place_read(each) for each in words(given)]
    wrong = [each for each in found if not PLACE.fullmatch(each) and not LINK.fullmatch(each)]
    if wrong:
        detail = "A moment is a place such as 41.2, v41 or m-...@41; a branch or an address may stand here, too."
        raise Problem(422, "request.shape", detail, {"field": "links", "given": ", ".join(wrong)})
    return found


def number(given: Given, name: str) -> int:
    """The whole number of a field; raises Problem 422."""
    written = given.get(name, "").strip()
    read = whole_number(written)
    if read is None:
        detail = "A whole number is needed here."
        raise Problem(422, "request.shape", detail, {"field": name, "given": written or "nothing"})
    return read


def labels_of(fields: Iterable[Field]) -> dict[str, str]:
    """What the fields of a form are called, by name."""
    return {each.name: each.label for each in fields if each.label and each.kind != "hidden"}


def text(value: Any) -> str:
    """A value as an option carries it."""
    return msgspec.json.encode(value, order="deterministic").decode()


def value(given: str) -> Any:
    """What an option carries, nothing where none was chosen; raises Problem 422."""
    try:
        return msgspec.json.decode(given or "{}")
    except msgspec.DecodeError as error:
        raise Problem(422, "request.shape", str(error)) from error
