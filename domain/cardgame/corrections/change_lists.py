"""The closed lists of words for changes by hand at the table of a card game.

Read `closed_lists`, those that are the same at every table of a game, then `AT_A_TABLE`: those that name what lies on
the table, or what the cards of the format name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from domain.cardgame.abilities.limit_counters import tokens_of_pool
from domain.cardgame.abilities.registry import Registry
from domain.cardgame.pool.pool import traits_of
from domain.cardgame.table import CardGameTable, rules_of_table
from domain.cardgame.words.constants import ConstantChange
from domain.kernel.corrections import changes
from domain.kernel.corrections.words import AtATable, Lists, listed_word, of_a_seat
from domain.kernel.ids import PUBLIC, ZoneKey, zone
from domain.kernel.state.fields import count_fields, counts_by_hand, mark_fields

NOTHING = ""


def lasting_only(listed: Mapping[str, ConstantChange]) -> tuple[str, ...]:
    """What lasting effects can change, of these changes."""
    return tuple(what for what, change in listed.items() if change.lasting)


def closed_lists(
    table: type[CardGameTable],
    card_changes: Mapping[str, ConstantChange],
    seat_changes: Mapping[str, ConstantChange],
    periods: tuple[str, ...],
    further_marks: tuple[str, ...] = (),
) -> dict[type, Lists]:
    """The lists for marks of cards and players, counts of players, and lasting effects, by the kind of change."""
    marks = (*mark_fields(table.new_card), *mark_fields(table.new_player), *further_marks)
    return {
        changes.SetMark: {"mark": tuple(dict.fromkeys(marks))},
        changes.SetCount: {"counter": tuple(counts_by_hand(table.new_player))},
        changes.AddEffect: {"what": (*lasting_only(card_changes), *lasting_only(seat_changes)), "until": periods},
    }


def areas(table: CardGameTable, kinds: Iterable[str] = ()) -> tuple[ZoneKey, ...]:
    """The areas of these kinds, or of all, for every player."""
    listed = tuple(kinds) or tuple(table.zone_kinds)
    return tuple(zone(seat, kind) for seat in table.seats for kind in listed)


def token_kinds(table: CardGameTable) -> tuple[str, ...]:
    """The named tokens: those that cards of the format put on cards, and those that lie on a card."""
    lying = (kind for each in table.in_play() for kind in table.cards[each].tokens)
    return tuple(dict.fromkeys(sorted((*lying, *named_tokens(table.registry, tuple(count_fields(table.new_card)))))))


@lru_cache(128)
def named_tokens(registry: Registry[Any], counts: tuple[str, ...]) -> frozenset[str]:
    """The tokens that the rules or the cards of the format name, without those that are counts of cards."""
    return tokens_of_pool(registry).union(registry.rules.tokens).difference(counts)


def names_accepted(table: CardGameTable, change: ConstantChange) -> tuple[str, ...]:
    """The names that an effect accepts, among the traits of the cards of the format."""
    return change.names_taken(traits_of(table.registry.pool))


def limits(table: CardGameTable) -> Iterator[str]:
    """The counters of limits: those that exist, those of players, and those of public cards."""
    yield from table.usage
    seen = (each for each in table.cards.values() if table.sees_card(PUBLIC, each))
    yield from rules_of_table(table).counters(table.seats, ((each.handle, each.key, each.owner) for each in seen))


def of_moved(table: CardGameTable, change: changes.MoveCard) -> Lists:
    return {"to": areas(table), "top_of": (NOTHING, *areas(table))}


def of_tokens(table: CardGameTable, change: changes.SetTokens) -> Lists:
    return {"kind": (*counts_by_hand(table.new_card), *token_kinds(table))}


def of_effect(table: CardGameTable, change: changes.AddEffect) -> Lists:
    rules = rules_of_table(table)
    listed = {**rules.card_changes, **rules.seat_changes}
    what = listed_word(change.what, tuple(listed))
    names = names_accepted(table, listed[what]) if what in listed else (change.name,)
    return {"name": names, "seat": (NOTHING, *table.seats)}


def of_limit(table: CardGameTable, change: changes.SetLimit) -> Lists:
    return {"key": tuple(dict.fromkeys(limits(table)))}


def of_shuffled(table: CardGameTable, change: changes.ShuffleUnknown) -> Lists:
    return {"zone": areas(table, rules_of_table(table).decks)}


AT_A_TABLE: Mapping[type, AtATable] = {
    changes.MoveCard: of_moved,
    changes.SetTokens: of_tokens,
    changes.SetCount: of_a_seat,
    changes.SetController: of_a_seat,
    changes.AddEffect: of_effect,
    changes.SetLimit: of_limit,
    changes.ShuffleUnknown: of_shuffled,
}
