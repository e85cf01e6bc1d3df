"""The names under which an ability keeps choices, and the places where each may be used.

`check_picks` finds words that name a choice before it is made, `check_used` choices that nothing uses. `kept_names`
returns what an effect under way may have kept, `rename_picks` gives the cards among it other names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from domain.cardgame.abilities.context import HOST, OWNER
from domain.cardgame.words.choices import Choose, ChooseOne, ChoosePlayer
from domain.cardgame.words.faults.placed_ability import PlacedAbility
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, place_word, places, tag
from domain.cardgame.words.select import CardFilter
from domain.kernel.formats.reading import meant_by
from domain.kernel.occurring.abilities import CARDS, SEATS, Ability, Choosing, Part

BEFORE = (".when", ".requires", ".constants")
"""What is read before anything has been chosen; costs have a check of their own."""


def cards_kept(words: list[Choosing]) -> tuple[str, ...]:
    """The names under which words keep cards for later parts."""
    return tuple(name for each in words for name, kept in each.keeps().items() if kept == CARDS)


def check_picks(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each description of cards that names a choice which is not made by then."""
    return named_too_early(said.ability)


def named_too_early(ability: Ability) -> Iterator[WordFault]:
    """Yield a fault for each description of cards in an ability that names a choice which is not made by then."""
    for place, cards in places(ability, ""):
        if isinstance(cards, CardFilter) and place.startswith(BEFORE):
            yield from check_named(place, cards, ())
    for place, word, before in in_order(ability):
        if isinstance(word, CardFilter):
            yield from check_named(place, word, cards_kept(before))


def in_order(ability: Ability) -> Iterator[tuple[str, Struct, list[Choosing]]]:
    """Yield each word of the targets and parts, with its place and the costs, targets and parts before it."""
    before: list[Choosing] = [*ability.costs]
    for start, listed in ((".targets", ability.targets), (".parts", ability.parts)):
        yield from sequence(listed, start, before)


def sequence(
    listed: tuple[Part, ...], start: str, before: list[Choosing]
) -> Iterator[tuple[str, Struct, list[Choosing]]]:
    """Yield the words of a list of parts, each with its place and what is before it.

    `before` grows by each part. Parts inside a part, as those of a delayed effect, see what that keeps, and the choices
    made inside it; the later parts do not see these.
    """
    for number, part in enumerate(listed):
        place = f"{start}[{number}]"
        inner = f"{place}.{tag(part)}.parts"
        for at, word in place_word(part, place):
            if not at.startswith(inner):
                yield at, word, before
        yield from sequence(getattr(part, "parts", ()), inner, [*before, part])
        before.append(part)


def check_named(place: str, cards: CardFilter, bound: tuple[str, ...]) -> Iterator[WordFault]:
    """Yield a fault for each choice that a description names and that is not one of `bound`."""
    for field in ("picked", "not_picked"):
        name = getattr(cards, field)
        if name and name not in bound:
            yield WordFault(f"{place}.{field}", f"nothing is chosen as {name!r}", meant_by(name, bound))


NAMING_PLAYERS = ("who", "controller", "than", "source")


def check_chosen_before(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each word that refers to a player or an option before it is chosen."""
    for place, word, before in in_order(said.ability):
        if not any(isinstance(each, ChoosePlayer) for each in before):
            for field in NAMING_PLAYERS:
                if getattr(word, field, "") == "chosen":
                    yield WordFault(f"{place}.{field}", "the player is chosen after this")
        if isinstance(word, Until) and word.option and not any(isinstance(each, ChooseOne) for each in before):
            yield WordFault(f"{place}.option", "the option is chosen after this")


def check_used(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each choice and each kept name that no description uses."""
    named = {name for _, cards in said.all(CardFilter) for name in (cards.picked, cards.not_picked)}
    for place, word in said.all(Choose, KeepEntered):
        if word.name not in named:
            yield WordFault(f"{place}.name", f"nothing is done with what is chosen as {word.name!r}")


def kept_names(ability: Ability) -> dict[str, str | tuple[str, ...]]:
    """The names that an effect of this ability may keep values under, each with what it holds.

    A value is CARDS, SEATS or NUMBERS, or the options of a choice among options.
    """
    found: dict[str, str | tuple[str, ...]] = {HOST: CARDS, OWNER: SEATS}
    for _, word in places(ability, ""):
        found |= word.keeps() if isinstance(word, Choosing) else {}
    return found


Kept = tuple[tuple[str, tuple[str, ...]], ...]
"""What an effect keeps: names, each with what was chosen under it."""


def rename_picks(ability: Ability, chosen: Kept, rename: Callable[[str], str]) -> Kept:
    """What an effect of this ability keeps, with other names for the cards; those without one (empty) are left out.

    Which of it is cards the ability says: an option, a seat or a number may be spelled as the name of a card is.
    """
    kept = kept_names(ability)
    renamed: list[tuple[str, tuple[str, ...]]] = []
    for name, picks in chosen:
        found = tuple(each for each in map(rename, picks) if each) if kept.get(name) == CARDS else picks
        renamed.append((name, found))
    return tuple(renamed)
