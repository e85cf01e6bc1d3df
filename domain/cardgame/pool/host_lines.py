"""The line of an attachment that says what it is attached to: `any character`, `a unique Stark character`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import traits_from
from domain.cardgame.pool.printed_card import AttachTo

CONTROLLERS: dict[str | None, Literal["any", "own", "opponent"]] = {
    None: "any",
    " you control": "own",
    " controlled by an opponent": "opponent",
}


def attach_to_from(text: str, where: str, factions: Mapping[str, str], types: Sequence[str]) -> AttachTo:
    """The restriction of an attachment in words.

    `factions` are those of the game by their names, `types` the types of cards that can be hosts. Raises InvalidCard.
    """
    pattern = rf"(?:any|an?) (?P<unique>unique )?(?:(?P<kind>.+) )?(?P<type>{'|'.join(types)})"
    host = re.fullmatch(rf"{pattern}(?P<controller> you control| controlled by an opponent)?", text)
    if not host:
        faction = next((f"{name} " for name in factions), "")
        raise InvalidCard(f"{where}: cannot read {text!r}; expected as 'a unique {faction}{types[0]}'")
    kind = host["kind"]
    faction_meant = factions.get(kind)
    return AttachTo(
        types=(host["type"],),
        faction=faction_meant,
        traits=traits_from(kind) if kind and not faction_meant else (),
        unique=bool(host["unique"]),
        controller=CONTROLLERS[host["controller"]],
    )
