"""Faults of a card as a whole: of its printed values beside its abilities, and of its abilities together."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.faults.inert import not_in_play
from domain.cardgame.words.places import WordFault, places
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.kernel.occurring.abilities import Ability


def faults_of_card(card: Printed, abilities: tuple[Ability, ...]) -> Iterator[WordFault]:
    """The faults of printed values that never count with these abilities, as on an event that is only played."""
    if card.type != "event" or becomes_attachment(abilities):
        return
    if not abilities and not card.ability_notes:
        yield WordFault("", "an event without abilities can never be played: say `abilities`")
    for number, keyword in enumerate(card.keywords):
        if keyword.name != "limited":
            yield WordFault(f".keywords[{number}]", f"{not_in_play(card.type)}, unless it becomes an attachment")
    for name in ("income_bonus", "initiative_bonus", "reserve_bonus"):
        if getattr(card, name):
            yield WordFault(f".{name}", f"{not_in_play(card.type)}, unless it becomes an attachment")


def becomes_attachment(abilities: tuple[Ability, ...]) -> bool:
    return any(isinstance(word, BecomeAttachment) for each in abilities for _, word in places(each, ""))


def faults_together(abilities: tuple[Ability, ...], card: Printed | None) -> Iterator[WordFault]:
    """The faults of a card's abilities together: an event has one ability for each kind of window."""
    if card is None or card.type != "event":
        return
    timings = [ability.timing for ability in abilities]
    attaches = becomes_attachment(abilities)
    for number, timing in enumerate(timings):
        name = timing.replace("-", "_")
        if timing == "constant" and not attaches:
            yield WordFault(
                f"[{number}].constant", f"{not_in_play(card.type)}, unless it becomes an attachment", "until"
            )
        if timing != "constant" and timing in timings[:number]:
            yield WordFault(f"[{number}].{name}", f"an event has one {name}: this one could never be chosen")
