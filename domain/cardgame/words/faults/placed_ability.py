"""All words of an ability with their places, and what a game says of its cards, for the checks of abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.cardgame.table import CardGameTable
from domain.cardgame.words.condition_kinds import ConditionKind
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault, places, unknown_fault
from domain.cardgame.words.text import with_article
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.formats.listing import join_names
from domain.kernel.occurring.abilities import Ability


class WordLists(Struct, frozen=True, kw_only=True):
    """What is so of the cards and conditions of a game, as far as checks of abilities ask; its `table` has its zones.

    `occasions` are the kinds of condition, `leaving` those by which cards leave play, each with the area where a card
    goes. `replaceable` are kinds that happen to no card and may be replaced, `to_oneself` kinds whose two players may
    be the same, `happens_to` the types of card to which a kind happens, for kinds that do not happen to all. `unseen`
    are the fields of descriptions that nobody can check of a card that leaves play.

    `card_changes` and `seat_changes` are what constants change, `priced` the types of card that are paid for, by how.
    `only_of` are the types of card for which a change can count, by the change, or by the change and its name;
    `counts_in_play` are the changes of cards that count nowhere else.

    `staying` are the types of card that never leave play. `asked_of` are fields of descriptions with the types of card
    that can have them, `in_play_fields` those that only cards in play can have.

    `attached_types` and `played_types` are those of the game's registry; `attaching` is the word by which a played card
    enters play, if there is one. `permanents` are the types of card that are put into play, `in_play_types` those whose
    abilities work in play. `entering_words` are words of the game that bring cards into play, `elsewhere` are those by
    which an ability works out of play.
    """

    table: type[CardGameTable]
    occasions: Mapping[str, ConditionKind]
    leaving: Mapping[str, str]
    attached_types: tuple[str, ...]
    played_types: tuple[str, ...]
    attaching: str = ""
    replaceable: tuple[str, ...] = ()
    to_oneself: tuple[str, ...] = ()
    happens_to: Mapping[str, tuple[str, ...]] = {}
    unseen: tuple[str, ...] = ("token", "on_me", "where", "copy_of_done", "done")
    card_changes: Mapping[str, ConstantChange] = {}
    seat_changes: Mapping[str, ConstantChange] = {}
    priced: Mapping[str, tuple[str, ...]] = {}
    only_of: Mapping[str, tuple[str, ...]] = {}
    counts_in_play: tuple[str, ...] = ()
    staying: tuple[str, ...] = ()
    asked_of: Mapping[str, tuple[str, ...]] = {}
    in_play_fields: tuple[str, ...] = ("token", "on_me")
    permanents: tuple[str, ...] = ()
    in_play_types: tuple[str, ...] = ()
    entering_words: tuple[type, ...] = ()
    elsewhere: tuple[type, ...] = ()

    @property
    def in_play_areas(self) -> tuple[str, ...]:
        """The areas in play."""
        return self.table.in_play_kinds

    @property
    def out_of_play(self) -> frozenset[str]:
        """The areas out of play from which no abilities work."""
        return frozenset(kind for kind, each in self.table.zone_kinds.items() if not (each.in_play or each.active))

    @property
    def changes(self) -> tuple[str, ...]:
        """What constants and lasting effects change."""
        return (*self.card_changes, *self.seat_changes)

    def change(self, what: str) -> ConstantChange:
        """The change that a constant or a lasting effect makes. Raises KeyError."""
        return self.card_changes[what] if what in self.card_changes else self.seat_changes[what]

    def types_of(self, what: str, name: str) -> tuple[str, ...]:
        """The types of card for which a change can count; empty if it counts for all."""
        return self.only_of.get(f"{what} {name}", ()) or self.only_of.get(what, ())


class PlacedAbility(Struct, frozen=True):
    """An ability, its card (None if unknown), its words with their places in the data form, and the game's lists."""

    ability: Ability
    card: Any
    words: tuple[tuple[str, Struct], ...]
    lists: WordLists

    @property
    def timing(self) -> str:
        """The timing of the ability, as `Ability` has it."""
        return self.ability.timing

    def all(self, *kinds: type[Any]) -> Iterator[tuple[str, Any]]:
        """Yield the words of some types, each with its place."""
        return ((place, word) for place, word in self.words if isinstance(word, kinds))

    def now(self) -> Iterator[tuple[str, Struct]]:
        """Yield the words that apply when the ability is used, each with its place.

        The words inside delayed effects apply later and are left out.
        """
        put_off = tuple(f"{place}." for place, _ in self.all(Later))
        return ((place, word) for place, word in self.words if not place.startswith(put_off or ("?",)))

    def is_on(self, *types: str) -> bool:
        """Whether the card has one of these types. True if the card is unknown."""
        return self.card is None or self.card.type in types

    @property
    def may_be_attached(self) -> bool:
        """Whether the card is of a type that lies on other cards. True if the card is unknown."""
        return self.is_on(*self.lists.attached_types)

    @property
    def is_played(self) -> bool:
        """Whether the card is one that is played for its effect alone. False if the card is unknown."""
        return self.card is not None and self.card.type in self.lists.played_types

    @property
    def only_attached(self) -> str:
        """What is wrong with a word about the card that this one is on, where it is on none."""
        return f"is on no card: only {join_names(map(with_article, self.lists.attached_types), 'or')} is"


WordCheck = Callable[[PlacedAbility], Iterator[WordFault]]
"""Finds the faults of one kind in an ability."""


def run_checks(checks: tuple[WordCheck, ...], lists: WordLists, ability: Ability, card: Any) -> Iterator[WordFault]:
    """All faults that the checks find in an ability of a card, which is None if it is unknown.

    Where the ability names a condition or a change that there is not, that alone is told: no check can judge the rest.
    """
    said = PlacedAbility(ability, card, (("", ability), *places(ability, "")), lists)
    unknown = [*unknown_words(said)]
    return iter(unknown) if unknown else (fault for check in checks for fault in check(said))


def unknown_words(said: PlacedAbility) -> Iterator[WordFault]:
    """The conditions and changes that an ability names and that the game has not."""
    for place, when in said.all(WhenWord):
        for number, kind in enumerate(when.kinds):
            if kind not in said.lists.occasions:
                yield unknown_fault(f"{place}.kinds[{number}]", kind, tuple(said.lists.occasions))
    for place, word in said.all(Constant, Until):
        if word.what not in said.lists.changes:
            yield unknown_fault(f"{place}.what", word.what, said.lists.changes)
