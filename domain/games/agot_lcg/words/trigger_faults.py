"""Checks of an ability against its timing and the conditions that it answers.

A word that reads or changes such a condition must be one that the condition can have at that time. Each check is a
function from a `PlacedAbility` to its faults; `faults` runs them.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.parts.interrupting import Cancel, Instead, Prevent, Save
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault, unknown_fault, unused_fields
from domain.games.agot_lcg.abilities.condition_kinds import BEFORE, OCCASIONS, kinds_met
from domain.games.agot_lcg.state import LEAVING
from domain.games.agot_lcg.words.ability_words import PlacedAbility
from domain.games.agot_lcg.words.parts.cards import Joins, RemoveFromChallenge
from domain.games.agot_lcg.words.requirements import During, MeParticipates
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.formats.reading import meant_by

MANDATORY = ("forced-reaction", "forced-interrupt", "when-revealed")


def check_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of kinds of condition that do not occur in the ability's timing."""
    when = said.ability.when
    met = kinds_met(said.timing)
    for number, kind in enumerate(when.kinds if when is not None else ()):
        if kind not in met:
            reason = f"{kind!r} never occurs for {said.timing.replace('-', '_')}"
            yield WordFault(f".when.kinds[{number}]", reason, meant_by(kind, met))


def check_later_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of a delayed effect that waits for a condition which does not occur."""
    met = kinds_met("delayed")
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
NOT_SEEN = (
    "kneeling",
    "has_power",
    "token",
    "keyword",
    "on_me",
    "alone",
    "where",
    "copy_of_done",
    "done",
    "duplicates",
)


def check_when(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of moments with fields that their kind does not have; `host` needs a card that is on another one."""
    for place, when in said.all(When):
        for kind in when.kinds:
            yield from check_asked(place, when, kind)
            yield from check_details(place, when, kind)
        if when.host and not said.is_on("attachment"):
            yield WordFault(f"{place}.host", "is on no card: only an attachment is")
        if when.me and when.host:
            yield WordFault(f"{place}.host", "this card is never the card that it is on")


def check_asked(place: str, when: When, kind: str) -> Iterator[WordFault]:
    """The faults of fields that no condition of this kind has, and of what is not known of a card that leaves play."""
    for name, needed in ASKS.items():
        if getattr(when, name) and not OCCASIONS[kind].has(needed):
            yield WordFault(f"{place}.{name}", f"{kind} has no {needed if needed != 'n' else 'number'}")
    if when.card is not None and (kind in LEAVING or kind == "left_play"):
        yield from unused_fields(when.card, NOT_SEEN, f"{place}.card", "is not known of a card that leaves play")


def check_details(place: str, when: When, kind: str) -> Iterator[WordFault]:
    """The faults of `name` and `how` that none of the kinds can have, or of kinds that can have neither."""
    occasions = tuple(OCCASIONS[each] for each in when.kinds)
    own = OCCASIONS[kind]
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
        if not said.is_on("plot"):
            yield WordFault("", "only plots have when_revealed")


INTERRUPTING = {
    Save: (BEFORE, tuple(kind for kind in (*LEAVING, "leaves_play") if kind != "sacrificed")),
    Prevent: (BEFORE, tuple(OCCASIONS)),
    Instead: (BEFORE, (*LEAVING, "leaves_play", "card_discarded", "claim_applied")),
    Cancel: (("cancel",), ("effect_initiated",)),
}


def check_interrupting(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts that change an imminent condition in an ability that does not answer such a condition."""
    when = said.ability.when
    for word, (timings, kinds) in INTERRUPTING.items():
        for place, part in said.all(word):
            if said.timing not in timings:
                yield WordFault(place, f"has no effect in {said.timing.replace('-', '_')}")
            elif not set(when.kinds) & set(kinds):
                yield WordFault(place, f"has no effect on {', '.join(when.kinds)}")
            elif isinstance(part, Instead):
                yield from check_instead(part, place, when.kinds)


def check_instead(part: Instead, place: str, kinds: tuple[str, ...]) -> Iterator[WordFault]:
    """The faults of replacements: a card must go to another place than before; claim goes nowhere."""
    if part.to and "claim_applied" in kinds:
        yield WordFault(f"{place}.to", "claim goes nowhere: the parts that follow happen in its place")
    if not part.to and set(kinds) != {"claim_applied"}:
        yield WordFault(f"{place}.to", "missing")
    if part.to and all(goes_to(kind) == part.to for kind in kinds):
        yield WordFault(f"{place}.to", f"it would change nothing: of {', '.join(kinds)} the card goes there anyway")


def goes_to(kind: str) -> str:
    """Where a card goes in this condition; empty if several ways of leaving play are meant."""
    return "discard" if kind == "card_discarded" else LEAVING.get(kind, "")


def in_challenge(kinds: tuple[str, ...]) -> bool:
    """Whether a condition of one of these kinds occurs in a challenge."""
    return any(OCCASIONS[kind].in_challenge for kind in kinds)


def never_in_challenge(said: PlacedAbility) -> bool:
    """Whether no challenge can be in progress when the ability is used."""
    if said.timing == "when-revealed" or said.ability.phase not in ("", "challenges"):
        return True
    when = said.ability.when
    return when is not None and not in_challenge(when.kinds)


def check_challenges(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words about participants where no challenge can be in progress."""
    if not never_in_challenge(said):
        return
    why = "no challenge is under way when the ability is used"
    for place, word in said.now():
        if isinstance(word, (During, MeParticipates, Joins, RemoveFromChallenge)):
            yield WordFault(place, why)
        elif isinstance(word, Cards) and (word.alone or word.participating not in ("", "no")):
            yield WordFault(f"{place}.{'alone' if word.alone else 'participating'}", why)
        elif isinstance(word, Until) and word.until == "challenge":
            yield WordFault(f"{place}.until", why)
