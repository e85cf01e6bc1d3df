"""Faults of an ability against its timing and the conditions that it answers.

A word that reads or changes such a condition must be one that the condition can have at that time.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.condition_kinds import BEFORE, CANCEL, kinds_met
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordLists
from domain.cardgame.words.parts.interrupting import Cancel, Instead, Prevent, Save
from domain.cardgame.words.parts.time import Later
from domain.cardgame.words.places import WordFault, unknown_fault, unused_fields
from domain.cardgame.words.triggers import LEAVES_PLAY, WhenWord
from domain.kernel.formats.reading import meant_by

MANDATORY = ("forced-reaction", "forced-interrupt", "when-revealed")


def check_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of kinds of condition that do not occur in the ability's timing."""
    when = said.ability.when
    met = kinds_met(said.lists.occasions, said.timing)
    for number, kind in enumerate(when.kinds if when is not None else ()):
        if kind not in met:
            reason = f"{kind!r} never occurs for {said.timing.replace('-', '_')}"
            yield WordFault(f".when.kinds[{number}]", reason, meant_by(kind, met))


def check_later_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of a delayed effect that waits for a condition which does not occur."""
    met = kinds_met(said.lists.occasions, "delayed")
    for place, word in said.all(Later):
        for number, kind in enumerate(word.when.kinds):
            if kind not in met:
                yield WordFault(
                    f"{place}.when.kinds[{number}]", f"{kind!r} never occurs for later", meant_by(kind, met)
                )


ASKS = {
    "card": "card",
    "me": "card",
    "host": "card",
    "source": "source",
    "seat": "seat",
    "other": "other",
    "margin": "n",
}


def check_when(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of moments with fields that their kind does not have; `host` needs a card that is on another one."""
    for place, when in said.all(WhenWord):
        for kind in when.kinds:
            yield from check_asked(said, place, when, kind)
            yield from check_details(said, place, when, kind)
        if when.host and not said.may_be_attached:
            yield WordFault(f"{place}.host", said.only_attached)
        if when.me and when.host:
            yield WordFault(f"{place}.host", "this card is never the card that it is on")


def check_asked(said: PlacedAbility, place: str, when: WhenWord, kind: str) -> Iterator[WordFault]:
    """The faults of fields that no condition of this kind has, and of what is not known of a card that leaves play."""
    for name, needed in ASKS.items():
        if getattr(when, name) and not said.lists.occasions[kind].has(needed):
            yield WordFault(f"{place}.{name}", f"{kind} has no {needed if needed != 'n' else 'number'}")
    if when.card is not None and (kind in said.lists.leaving or kind == "left_play"):
        yield from unused_fields(
            when.card, said.lists.unseen, f"{place}.card", "is not known of a card that leaves play"
        )


def check_details(said: PlacedAbility, place: str, when: WhenWord, kind: str) -> Iterator[WordFault]:
    """The faults of `name` and `how` that none of the kinds can have, or of kinds that can have neither."""
    occasions = tuple(said.lists.occasions[each] for each in when.kinds)
    own = said.lists.occasions[kind]
    yield from check_detail(f"{place}.name", kind, when.name, own.names, [each.names for each in occasions])
    how = (when.how,) if when.how else ()
    yield from check_detail(f"{place}.how", kind, how, own.hows, [each.hows for each in occasions])


def check_detail(
    place: str, kind: str, given: tuple[str, ...], own: tuple[str, ...], word_lists: list[tuple[str, ...]]
) -> Iterator[WordFault]:
    """The faults of one field of a moment.

    `given` are its words, `own` those that a condition of this kind can have, `word_lists` those of each kind that the
    moment names: a word may be of another of them, but one at least must be of this kind.
    """
    listed = tuple(dict.fromkeys(one for names in word_lists for one in names))
    for number, one in enumerate(given):
        if listed and one not in listed:
            yield unknown_fault(f"{place}[{number}]" if place.endswith(".name") else place, one, listed)
    if given and not set(own) & set(given):
        yield WordFault(place, f"{kind} never has that {place.rpartition('.')[2]}")


def check_fields_of_timing(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of fields that a timing does not have: a mandatory ability has no costs, constants only their list."""
    if said.timing in MANDATORY:
        yield from unused_fields(said.ability, ("phase",), "", f"has no effect on {said.timing.replace('-', '_')}")
        yield from unused_fields(said.ability, ("costs",), "", "a mandatory ability has no costs")
    if said.timing == "when-revealed":
        yield from unused_fields(said.ability, ("limits", "requires"), "", "has no effect on when_revealed")


def changing_parts(lists: WordLists) -> dict[type, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The parts that change an imminent condition: in which timings and for which kinds of condition each does."""
    leaving = (*lists.leaving, LEAVES_PLAY)
    return {
        Save: (BEFORE, tuple(kind for kind in leaving if kind != "sacrificed")),
        Prevent: (BEFORE, tuple(lists.occasions)),
        Instead: (BEFORE, (*leaving, "card_discarded", *lists.replaceable)),
        Cancel: (CANCEL, ("effect_initiated",)),
    }


def check_interrupting(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts that change an imminent condition in an ability that does not answer such a condition."""
    when = said.ability.when
    for word, (timings, kinds) in changing_parts(said.lists).items():
        for place, part in said.all(word):
            if said.timing not in timings:
                yield WordFault(place, f"has no effect in {said.timing.replace('-', '_')}")
            elif not set(when.kinds) & set(kinds):
                yield WordFault(place, f"has no effect on {', '.join(when.kinds)}")
            elif isinstance(part, Instead):
                yield from check_instead(part, place, when.kinds, said.lists)


def check_instead(part: Instead, place: str, kinds: tuple[str, ...], lists: WordLists) -> Iterator[WordFault]:
    """The faults of replacements: a card must go to another place than before; what happens to no card goes nowhere."""
    without_card = [kind for kind in kinds if kind in lists.replaceable]
    if part.to and without_card:
        what = without_card[0].partition("_")[0]
        yield WordFault(f"{place}.to", f"{what} goes nowhere: the parts that follow happen in its place")
    if not part.to and len(without_card) < len(kinds):
        yield WordFault(f"{place}.to", "missing")
    if part.to and all(goes_to(kind, lists) == part.to for kind in kinds):
        yield WordFault(f"{place}.to", f"it would change nothing: of {', '.join(kinds)} the card goes there anyway")


def goes_to(kind: str, lists: WordLists) -> str:
    """Where a card goes in this condition; empty if several ways of leaving play are meant."""
    return lists.leaving["discarded"] if kind == "card_discarded" else lists.leaving.get(kind, "")
