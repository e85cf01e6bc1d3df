"""The closed lists of words for changes by hand at this table.

Read `change_words`. CLOSED has the lists that are the same at every table; the others name what lies on the table, or
what the cards of the format name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.cardgame.tables.field_changes import token_words, words_of_fields
from domain.cardgame.words.constants import ConstantChange
from domain.games.agot_lcg.abilities.counters import counters, named_tokens
from domain.games.agot_lcg.positions.reading import traits_of
from domain.games.agot_lcg.state import ZONES, AgotTable
from domain.games.agot_lcg.words.constants import CARD_CHANGES, CHANGES, SEAT_CHANGES
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.corrections.words import AtATable, Lists, listed_word, lists_at, of_a_seat
from domain.kernel.ids import PUBLIC, ZoneKey, zone

UNTILS = ("challenge", "phase", "round")
SIDES = ("attacking", "defending")
BYPASSED = "bypassed"
FIELDS = words_of_fields(AgotTable)
NOTHING = ""

# what a lasting effect can change for cards, and for players
ON_CARDS = tuple(what for what, change in CARD_CHANGES.items() if change.lasting)
FOR_PLAYERS = tuple(what for what, change in SEAT_CHANGES.items() if change.lasting)

# what an effect does, before its name; one that is not here is said by its own name
EFFECTS = {
    "lose-icon": "loss of the icon",
    "card-cannot": "cannot",
    "card-does-not": "does not",
    "card-must": "must",
    "immune": "immunity to",
    "cannot": "cannot",
    "side-strength": "strength in challenges of the kind",
    "claim": "claim of challenges of the kind",
    "claim-against": "claim against the player of challenges of the kind",
    "challenges": "challenges of the kind",
    "cost": "cost to",
}
# what a limit counts, by the first word of its counter
COUNTED = {
    "limited": "limited cards of {}",
    "challenge": "{} challenges initiated by {}",
    "won": "{} challenges won by {}",
    "lost": "{} challenges lost by {}",
    "stood": "cards stood by {}",
    "max": "uses of {} by {}",
}

CLOSED: dict[type, Lists] = {
    **FIELDS,
    changes.SetMark: {"mark": (*FIELDS[changes.SetMark]["mark"], *SIDES, BYPASSED)},
    changes.AddEffect: {"what": (*ON_CARDS, *FOR_PLAYERS), "until": UNTILS},
}


def effect_words(what: str, name: str = "") -> str:
    """An effect in words: `cost` with `play` becomes "cost to play"."""
    return f"{EFFECTS.get(what, what)} {name}".strip().replace("-", " ")


def counted_words(counter: str) -> str:
    """What a limit counts, without its period: `won:power:bob` becomes "power challenges won by bob".

    A counter of an ability is returned unchanged.
    """
    what, *of = counter.split(":")
    said = COUNTED.get(what, "")
    return said.format(*of) if said and said.count("{}") == len(of) else counter


def change_words(table: AgotTable, change: AnyChange) -> Lists:
    """The closed lists of a change at this table, by its fields."""
    return lists_at(table, change, CLOSED, AT_A_TABLE)


def areas(table: AgotTable, kinds: Iterable[str] = ZONES) -> tuple[ZoneKey, ...]:
    """The areas of these kinds, for every player."""
    return tuple(zone(seat, kind) for seat in table.seats for kind in kinds)


def of_moved(table: AgotTable, change: changes.MoveCard) -> Lists:
    return {"to": areas(table), "top_of": (NOTHING, *areas(table))}


def of_tokens(table: AgotTable, change: changes.SetTokens) -> Lists:
    return {"kind": (*token_words(table), *token_kinds(table))}


def token_kinds(table: AgotTable) -> tuple[str, ...]:
    """The named tokens: those that cards of the format put on cards, and those that lie on a card."""
    lying = (kind for each in table.in_play() for kind in table.cards[each].tokens)
    return tuple(dict.fromkeys(sorted((*lying, *named_tokens(table.registry)))))


def of_effect(table: AgotTable, change: changes.AddEffect) -> Lists:
    what = listed_word(change.what, tuple(CHANGES))
    names = names_of(table, CHANGES[what]) if what in CHANGES else (change.name,)
    return {"name": names, "seat": (NOTHING, *table.seats)}


def names_of(table: AgotTable, change: ConstantChange) -> tuple[str, ...]:
    """The names that an effect accepts, among the traits of the cards of the format."""
    return change.names_taken(traits_of(table.registry.pool))


def of_limit(table: AgotTable, change: changes.SetLimit) -> Lists:
    return {"key": tuple(dict.fromkeys(limits(table)))}


def limits(table: AgotTable) -> Iterator[str]:
    """The counters of limits: those that exist, those of players, and those of public cards."""
    yield from table.usage
    seen = (each for each in table.cards.values() if table.sees(PUBLIC, each.zone))
    yield from counters(table.registry, ((each.handle, each.key, each.owner) for each in seen), table.seats)


def of_shuffled(table: AgotTable, change: changes.ShuffleUnknown) -> Lists:
    return {"zone": areas(table, ("deck",))}


AT_A_TABLE: dict[type, AtATable] = {
    changes.MoveCard: of_moved,
    changes.SetTokens: of_tokens,
    changes.SetCount: of_a_seat,
    changes.SetController: of_a_seat,
    changes.AddEffect: of_effect,
    changes.SetLimit: of_limit,
    changes.ShuffleUnknown: of_shuffled,
}
