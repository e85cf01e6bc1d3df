"""What shared code needs of a card game beside what types can say: looked for when the game is made, not in play.

ValueError
  IncompleteGame    a game lacks something; names all of it
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from domain.cardgame.commands import DecideMulligan
from domain.cardgame.table import DECK, HAND, PLAYING
from domain.kernel.citing import CITES_FILE, SLOT
from domain.kernel.state.fields import field_faults, fields_as_described

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules


FORMS = frozenset(
    {
        *("move", "move-top", "attach", "control", "tokens", "limit", "effect", "effect-player", "end-effect"),
        *("shuffle", "show", "ask-again", "abandon"),
    }
)
"""The names of the forms of corrections that every card game may have, but for those of described fields."""


MULLIGAN_SLOTS = ("mulligans-in-player-order", "mulligan-once")
"""The slots that only a game with mulligans names: one that lists `DecideMulligan`."""
PRINTED_HOST_SLOTS = (
    *("host-by-default", "host-takes-none", "host-takes-none-but", "host-takes-no-such"),
    "limit-per-host",
)
"""The slots that only a game names in which print decides about hosts: see `hosts_by_print` of the rules."""


class IncompleteGame(ValueError):
    """A game lacks what the code that it shares with others will ask for."""


def check_complete(rules: CardGameRules[Any]) -> None:
    """Raises IncompleteGame, which names everything that a game lacks."""
    found = (
        *(lacking_slots, lacking_zones, lacking_facts, lacking_moments),
        *(misdescribed_fields, replaced_checks, unchecked_frames),
    )
    if lacking := [each for find in found for each in find(rules)]:
        raise IncompleteGame(f"{rules.name} is not complete: {'; '.join(lacking)}")


def lacking_slots(rules: CardGameRules[Any]) -> Iterator[str]:
    """The slots without a rule that a refusal, a question or a form of shared code may name."""
    without = (
        *(() if DecideMulligan in rules.commands else MULLIGAN_SLOTS),
        *(() if rules.hosts_by_print else PRINTED_HOST_SLOTS),
    )
    needed = (slot for slot in rules.named_slots if slot not in without)
    if slots := [slot for slot in needed if f"{SLOT}{slot}" not in rules.cites]:
        yield f"{CITES_FILE} has no {', '.join(slots)}"


def lacking_moments(rules: CardGameRules[Any]) -> Iterator[str]:
    """The commands of which nothing says when they belong, so that no rule is cited where they come at another time."""
    timed = (*rules.moments, *rules.always)
    if names := [command.__name__ for command in rules.commands if command not in timed]:
        yield f"moments of {type(rules).__name__} has no {', '.join(names)}"


def replaced_checks(rules: CardGameRules[Any]) -> Iterator[str]:
    """The checks of the state, if a game has them in place of its own beside those of every card game."""
    if type(rules).state_checks.__qualname__ != "CheckedRules.state_checks":
        yield f"{type(rules).__name__}.state_checks leaves out what is checked of every table: name it own_checks"


def unchecked_frames(rules: CardGameRules[Any]) -> Iterator[str]:
    """The frames of which nothing says what becomes of them after a correction."""
    if names := [frame.__name__ for frame in rules.frames if frame not in rules.frame_checks]:
        yield f"frame_checks of {type(rules).__name__} has no {', '.join(names)}"


def misdescribed_fields(rules: CardGameRules[Any]) -> Iterator[str]:
    """What is wrong with the described fields of cards and players."""
    table = rules.table_type
    yield from field_faults(table.new_card)
    yield from field_faults(table.new_player)
    for name in (each.name for each in fields_as_described(table.new_player)):
        if name in table.zone_kinds:
            yield f"{table.new_player.__name__}.{name}: a zone has this name"
    yield from fields_without_form(rules)


def fields_without_form(rules: CardGameRules[Any]) -> Iterator[str]:
    """The described fields whose form of corrections, or whose mark, has the name of another one."""
    table, taken = rules.table_type, FORMS.union(rules.forms_by_hand)
    for kind, prefix in ((table.new_card, "card-"), (table.new_player, "")):
        for name in (each.name for each in fields_as_described(kind)):
            if prefix + name in taken:
                yield f"{kind.__name__}.{name}: another form of corrections has the name '{prefix}{name}'"
            if name in rules.marks_by_hand:
                yield f"{kind.__name__}.{name}: corrections call another mark '{name}'"


def lacking_zones(rules: CardGameRules[Any]) -> Iterator[str]:
    """The kinds of zones that the table lacks, and to which or from which shared code moves cards."""
    table = rules.table_type
    if not ((entry := table.zone_kinds.get(table.entry_zone)) and entry.in_play and not entry.apart):
        yield f"entry_zone of {table.__name__} is {table.entry_zone}, which is no zone in play that cards enter"
    by_hand = (kind for group in rules.areas_by_hand.groups for kind in group)
    own = (kind for areas in rules.own_areas.values() for kind in areas.values())
    moved = (DECK, HAND, PLAYING, *rules.decks, *rules.ordered_piles, *rules.leaving.values(), *own, *by_hand)
    named = (*table.hidden_kinds, *rules.areas_by_hand.by_type, *moved)
    if kinds := [kind for kind in dict.fromkeys(named) if kind not in table.zone_kinds]:
        yield f"zone_kinds of {table.__name__} has no {', '.join(kinds)}"


def lacking_facts(rules: CardGameRules[Any]) -> Iterator[str]:
    """The facts that shared code emits where a game says nothing else, and which the game does not list."""
    if names := [fact.__name__ for fact in rules.default_facts() if fact not in rules.facts]:
        yield f"facts of {type(rules).__name__} has no {', '.join(names)}"
