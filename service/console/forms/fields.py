"""The fields of a form, and the reading of form data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.formats.reading import whole_number
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.formats.typed_ids import read_id, read_moment_alone
from service.web.problems import Problem

Given = Mapping[str, str]
Options = tuple[tuple[str, str], ...]
MINUS = ("-", "\N{MINUS SIGN}")
# what a field takes as a length of time; a number alone is of seconds
TIME = re.compile(
    r"(?P<minutes>[0-9]{1,6}):(?P<seconds>[0-5][0-9])|(?P<number>[0-9]{1,9})\s*(?P<unit>s|sec|seconds?|m|min|minutes?)?",
    re.IGNORECASE,
)
AS_TIME = "Minutes and seconds, such as 2:00; a number alone is of seconds."
NO_CHOICE = "The form does not offer this choice. Load the page again."


class Field(Struct, frozen=True):
    """A field: `kind` is `text`, `line`, `name`, `names`, `number`, `version`, `time`, `check`, `choice`, `rules`,
    `hidden`.

    A `name` is an id, a place or a name that goes letter by letter, `names` have several lines of them: no keyboard is
    to correct them or to begin them with a capital.
    `options` are pairs of value and label; for a line or a number they are examples. A required `check` is a
    confirmation. `span` has the least and the greatest number, if they are known.
    """

    name: str
    label: str
    kind: str = "line"
    options: Options = ()
    needed: bool = True
    hint: str = ""
    value: str = ""
    span: tuple[int, int] | None = None


def typed_values(form: Given) -> dict[str, str]:
    """The fields of a form without the spaces that a keyboard leaves behind words, and without those before them."""
    return {name: value.strip() for name, value in form.items()}


def check_filled(fields: Iterable[Field], given: Given) -> None:
    """Raises Problem 422 for a required field that is empty or not confirmed, or a field that is not a number."""
    wanted = list(fields)
    empty = [each for each in wanted if each.needed and not is_legible(given.get(each.name, ""))]
    if unfilled := [each.label for each in empty if each.kind not in ("check", "hidden")]:
        raise Problem(422, "request.nothing-chosen", because={"not filled in": unfilled})
    if unconfirmed := [each.label for each in empty if each.kind == "check"]:
        raise Problem(422, "request.not-confirmed", because={"what": unconfirmed})
    for each in wanted:
        if each.kind in READERS and given.get(each.name):
            READERS[each.kind](given, each.name, each.span)


def split_words(given: str) -> list[str]:
    """The words of a text, separated by spaces or commas."""
    return [each for each in re.split(r"[\s,]+", given) if each]


PLACE = re.compile(r"(?P<match>m-[\w-]+@)?[vV]?(?P<place>[0-9]+(?:\.[0-9]+)?)")
LINK = re.compile(r"[bm]-[\w-]+|(/|https?://)\S+")


def read_place(text: str) -> str:
    """A place as pages write and phones type it (v2, M-...@v2), or an id, in the API's form; other text unchanged."""
    return read_moment_alone(text) or read_id(text)


def read_evidence(given: str) -> list[str]:
    """The versions, branches and addresses in a text, separated by spaces or commas.

    Raises Problem 422 for other words.
    """
    found = [read_place(each) for each in split_words(given)]
    wrong = [each for each in found if not PLACE.fullmatch(each) and not LINK.fullmatch(each)]
    if wrong:
        said = "no place such as 41.2, v41 or m-...@41, and no branch or address"
        raise Problem(422, "request.shape", because={"field": "links", "given": ", ".join(wrong), "problem": said})
    return found


def read_number(given: Given, name: str, span: tuple[int, int] | None = None) -> int:
    """The whole number in a field, 0 or more. Raises Problem 422, with the limits if they are known."""
    typed = given.get(name, "").strip()
    read = signed_number(typed)
    if read is None or read < 0:
        raise no_number(name, typed, f"from {span[0]} to {span[1]}" if span else "of 0 or more")
    return read


def version(given: Given, name: str, span: tuple[int, int] | None = None) -> int:
    """The version in a field, written as on the pages (v2) or as a number. Raises Problem 422."""
    read = read_place(given.get(name, ""))
    return read_number({name: read if read.isdecimal() else given.get(name, "")}, name, span)


def read_seconds(given: Given, name: str, span: tuple[int, int] | None = None) -> int:
    """The seconds in a field, written as `2:00`, `2 min`, `120 s` or `120`. Raises Problem 422, with the limits."""
    typed = given.get(name, "").strip()
    found = TIME.fullmatch(typed)
    if found is None:
        within = f", of {span[0]} to {span[1]} seconds" if span else ""
        said = f"a time is needed: 2:00 or 2 min, 120 or 120 s{within}"
        raise Problem(422, "request.shape", because={"field": name, "given": typed, "problem": said})
    if found["minutes"]:
        return 60 * int(found["minutes"]) + int(found["seconds"])
    return int(found["number"]) * (60 if (found["unit"] or "").lower().startswith("m") else 1)


READERS = {"number": read_number, "version": version, "time": read_seconds}


def signed_number(text: str) -> int | None:
    """A whole number, with a hyphen or minus sign in front if it is negative; None for any other text."""
    below = text[:1] in MINUS
    read = whole_number(text[1:] if below else text)
    return -read if read and below else read


def no_number(name: str, text: str, within: str = "") -> Problem:
    """The problem of a number field with another value."""
    said = f"a {f'whole number {within}'.strip()} is needed"
    return Problem(422, "request.shape", because={"field": name, "given": text, "problem": said})


def labels_of(fields: Iterable[Field]) -> dict[str, str]:
    """The labels of the fields of a form, by field name."""
    return {each.name: each.label for each in fields if each.label and each.kind != "hidden"}


def option_text(value: Any) -> str:
    """The value of an option, encoded."""
    return msgspec.json.encode(value, order="deterministic").decode()


def option_value(given: str) -> Any:
    """The value that an option encodes, None if none was chosen. Raises Problem 422."""
    try:
        return msgspec.json.decode(given or "{}")
    except msgspec.DecodeError as error:
        raise Problem(422, "request.shape", NO_CHOICE) from error
