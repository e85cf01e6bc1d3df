"""The commands of every game as a page: what each does, its fields, when it may be given and by which rule.

`page()` is compared with `api_docs/commands.md` by a test; `python -m service.tools.command_page` writes it.
"""

from __future__ import annotations

from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo, fields

from domain.games import GAMES
from domain.kernel.citing import Cites, rule_of
from domain.kernel.command_moments import CommandMoment, command_tag
from domain.kernel.flow.priority_windows import POLICIES
from domain.kernel.formats.closed_lists import ClosedList
from domain.kernel.formats.reading import is_few
from domain.kernel.ids import Handle, Seat

FILE = Path(__file__).parents[2] / "api_docs" / "commands.md"

HEAD = """# Commands

What a seat may say in a match: in `POST /v1/matches/{match_id}/commands` as `{"type": ..., field: value}`, with cards
by their handles, and in the steps of a scenario as `{type: {field: value}}`, with cards by their names. Fields with `=`
may be left out. The rule after `Belongs to` refuses a command at another moment unless a more exact one says what
it lacks. What may be said now, with which values, is in the `options` of a match. What is answered for a House
of the board game after `concede` is in [conceding.md](conceding.md).
"""
POLICY_HEAD = """## Window policies

Each match, and each scenario by its `policy`, says for which seats an optional window stops. A seat that is not asked
passes.
"""
ASKED_SEATS: dict[str, str] = {
    "public": "who could have an answer for all that everybody can know: a hidden card may be any",
    "open": "every seat, in every window",
    "fast": "who has a lawful answer",
}
PLAIN: dict[Any, str] = {
    Handle: "card",
    Seat: "seat",
    str: "text",
    int: "number",
    float: "number",
    bool: "true or false",
    type(None): "nothing",
    Any: "any value",
}


def page() -> str:
    """The whole page, as Markdown."""
    policies = "\n".join(f"- `{policy}` asks {ASKED_SEATS[policy]}" for policy in POLICIES)
    parts = [HEAD, *(game_text(name) for name in GAMES), f"{POLICY_HEAD}\n{policies}\n"]
    return "\n".join(parts)


def game_text(name: str) -> str:
    rules = GAMES[name].rules
    kinds = sorted(rules.commands, key=command_tag)
    # a game may say of its commands what their values are, card by card
    notes: dict[type[Struct], tuple[str, ...]] = getattr(rules, "notes", {})
    at_any_time = [command_tag(kind) for kind in kinds if kind in rules.always]
    listed = "\n".join(
        "\n  - ".join((command_text(kind, rules.moments.get(kind), rules.cites), *notes.get(kind, ())))
        for kind in kinds
    )
    return f"## {name}\n\nAt any time: {', '.join(f'`{tag}`' for tag in at_any_time)}.\n\n{listed}\n"


def command_text(kind: type[Struct], moment: CommandMoment | None, cites: Cites) -> str:
    """One command: its fields, its description, when it may be given; `cites` are the rules of its game in slots."""
    said = ", ".join(field_text(field) for field in fields(kind))
    doc = " ".join((kind.__doc__ or "").split())
    when = f" Belongs to: {moment.when} (`{rule_of(cites, moment.rule)}`)." if moment is not None else ""
    return f"- `{command_tag(kind)}`{f' ({said})' if said else ''}: {doc}{when}"


def field_text(field: FieldInfo) -> str:
    given = "" if field.required else "="
    return f"`{field.encode_name}{given}` {type_text(field.type)}"


def type_text(kind: Any) -> str:
    """A type in plain words; the name of a part of a command."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        words = next((each.names for each in inner if isinstance(each, ClosedList)), ())
        return " or ".join(f"`{word}`" for word in words) if words and is_few(words) else type_text(inner[0])
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in inner)
    if origin in (Union, UnionType):
        return " or ".join(dict.fromkeys(type_text(each) for each in inner))
    if origin in (tuple, list):
        return f"list of {type_text(inner[0])}"
    if origin is dict:
        return f"{type_text(inner[0])} to {type_text(inner[1])}"
    if isinstance(kind, type) and issubclass(kind, Struct):
        tag = kind.__struct_config__.tag
        return f"`{tag}`" if tag else f"{{{', '.join(field_text(each) for each in fields(kind))}}}"
    return str(getattr(kind, "__name__", kind))


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
