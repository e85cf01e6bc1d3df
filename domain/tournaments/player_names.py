"""Names of players as they are typed: what may not stand in one, what is the same name, and whom a command names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import structs

from domain.kernel.formats.name_tokens import labelled_reference
from domain.kernel.formats.text_forms import NO_PICTURE, is_hidden, mark_line, without_hidden
from domain.tournaments import commands as c

Value = TypeVar("Value")

# controls, and the separators of lines and of paragraphs
CONTROLS = ("Cc", "Zl", "Zp")
# small letters of Cyrillic and Greek that are drawn as Latin ones
DRAWN_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u03bf\u03bd\u03c1\u03b9",
    "aeopcxyijshdqwovpi",
)
# the signs that keyboards and sheets write for an apostrophe
APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u0060\u00b4", "'"))
# the signs that are written for a hyphen
DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"))
SIGNS = APOSTROPHES | DASHES


def spoken_form(name: str) -> str:
    """The name as it is heard when called out.

    Without letter case, repeated spaces, kinds of apostrophes and dashes, other codes of the same letters, invisible
    characters. The Turkish i without a dot is an i, since no capital letter tells them apart for all readers.
    """
    # signs first: NFKC takes an accent that stands alone for a space with an accent
    seen = unicodedata.normalize("NFKC", without_hidden(name.translate(SIGNS)))
    small = unicodedata.normalize("NFKC", without_hidden(seen).casefold())
    return " ".join(small.replace("i\u0307", "i").replace("\u0131", "i").split())


def seen_form(name: str) -> str:
    """The name as it is seen: its spoken form, with letters that are drawn alike as one."""
    return spoken_form(name).translate(DRAWN_ALIKE)


def is_named(actor: str, names: Iterable[str]) -> bool:
    """Whether somebody is one of those named, in whatever spelling."""
    return spoken_form(actor) in map(spoken_form, names)


def is_label_of(label: str, player: str) -> bool:
    """Whether the label of a seat, which has hyphens for spaces, is the name of its player."""
    return bool(player) and label in (spoken_form(player), spoken_form(player).replace(" ", "-"))


def mark_hidden(name: str) -> str:
    """The name as one line, with a sign that is seen in the place of each invisible character."""
    return mark_line("".join(NO_PICTURE if is_hidden(each) else each for each in name))


def hidden_problem(name: str) -> str:
    """Which invisible character or control a name has, and where; empty where it has none."""
    for place, sign in enumerate(name, 1):
        control = unicodedata.category(sign) in CONTROLS
        if control or is_hidden(sign):
            called = unicodedata.name(sign, "").lower()
            kind = "the control character" if control else "the invisible character"
            return f"has {kind} U+{ord(sign):04X}{f' ({called})' if called else ''} in place {place}"
    return ""


def label_problem(name: str) -> str:
    """Why a name, however it is spelled, stands for a player of another one; empty where it is a name of its own."""
    called = "is what a player is called whose name is erased or cannot be read"
    return called if labelled_reference(seen_form(name)) else ""


def stranger_problem(enrolled: Iterable[str], name: str) -> str:
    """Why a name is none of those enrolled, where it only looks or sounds like one or has what no name has."""
    if problem := hidden_problem(name):
        return problem
    there = next((each for each in enrolled if spoken_form(each) == spoken_form(name)), "")
    return f"is not enrolled, but {there} is" if there else ""


def enrolled_name(enrolled: Iterable[str], name: str) -> str:
    """The enrolled name that is written with the same letters, whether they are composed or not; else the name."""
    enrolled = tuple(enrolled)
    if name in enrolled:
        return name
    composed = unicodedata.normalize("NFC", name)
    same = [each for each in enrolled if unicodedata.normalize("NFC", each) == composed]
    return same[0] if len(same) == 1 else name


def with_enrolled_names(enrolled: Iterable[str], command: c.TournamentCommand) -> c.TournamentCommand:
    """The command with its players named as they are enrolled."""
    names = tuple(enrolled)
    if isinstance(command, c.PairRound):
        tables = tuple(
            structs.replace(
                each,
                players=tuple(enrolled_name(names, player) for player in each.players),
                seats=named_as_enrolled(names, each.seats),
            )
            for each in command.tables
        )
        return structs.replace(command, tables=tables)
    if isinstance(command, c.SeatMatch):
        return structs.replace(command, seats=named_as_enrolled(names, command.seats))
    if isinstance(command, c.ReportResult):
        return structs.replace(command, results=named_as_enrolled(names, command.results))
    if isinstance(command, (c.DropPlayer, c.GivePenalty)):
        return structs.replace(command, player=enrolled_name(names, command.player))
    return command


def named_as_enrolled(enrolled: tuple[str, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """What is given for each player under their enrolled names; as it stands where two names are of one player."""
    read = {enrolled_name(enrolled, player): each for player, each in given.items()}
    return read if len(read) == len(given) else dict(given)
