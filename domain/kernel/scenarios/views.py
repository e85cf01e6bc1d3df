"""The part of a viewer's view to which a path leads, for expectations of what somebody may know.

A path must lead somewhere in the view that shows everything. It finds `unseen` where that view shows something and the
viewer's does not. In a list of cards a card goes by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import ADMIN, Handle, Viewer
from domain.kernel.refusals import Json
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.negations import unknown_key
from domain.kernel.table import TableT

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules

UNSEEN = "unseen"
CARD = {"card", "key"}
# What else may be asked of a viewer, where a path could begin.
BESIDE = ("knows", "knows_not", "happened", "not_happened", "fact")


def find_in_view(
    rules: FlowRules[TableT], table: TableT, names: CardNames, viewer: Viewer, path: list[str], key: DocumentNode
) -> object:
    """What the viewer finds at the end of a path. Raises Unreadable for a path that leads nowhere for anybody."""
    whole: Json = rules.view(table, ADMIN, judging=False)
    seen: Json = rules.view(table, viewer, judging=False)
    for place, part in enumerate(path):
        parts = parts_of(whole, names)
        if part not in parts:
            why = f"no view shows {part!r} there"
            raise key.unknown_word(why, part, parts) if place else unknown_key(key, why, part, (*BESIDE, *parts))
        whole, seen = parts[part], parts_of(seen, names).get(part)
    if seen is None:
        return "none" if whole is None else UNSEEN
    return plain_value(seen, names)


def parts_of(value: Json, names: CardNames) -> dict[str, Json]:
    """The parts with which a path can go on: the fields of a mapping, the cards of a list."""
    if isinstance(value, dict):
        return {str(name): each for name, each in value.items()}
    if isinstance(value, list | tuple):
        return {
            str(names.with_names(each["card"])): each for each in value if isinstance(each, dict) and "card" in each
        }
    return {}


def plain_value(value: Json, names: CardNames) -> object:
    """A value of a view as an expectation writes it: cards by their names alone."""
    if isinstance(value, dict):
        return (
            names.with_names(value["card"])
            if value.keys() == CARD
            else {n: plain_value(v, names) for n, v in value.items()}
        )
    if isinstance(value, list | tuple):
        return [plain_value(each, names) for each in value]
    return names.with_names(value)


def shows(value: Json, card: Handle) -> bool:
    """Whether a view shows anywhere which card this is."""
    if isinstance(value, dict):
        return any(shows(each, card) for each in value.values())
    if isinstance(value, list | tuple):
        return any(shows(each, card) for each in value)
    return bool(value == card)
