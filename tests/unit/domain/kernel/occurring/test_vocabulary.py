"""Words of one game are not words of another, whatever they are called."""

from __future__ import annotations

from types import ModuleType

from domain.cardgame.words.parts.cards import Discard
from domain.games.agot_lcg.words.vocabulary import VOCABULARY as AGOT_LCG
from domain.kernel.occurring.abilities import Ability, Cost, Part, Word
from domain.kernel.occurring.vocabulary import Vocabulary, word_tag, words_of


class Base(Part, frozen=True):
    """What other words are made of; it cannot be written."""


class DiscardStone(Base, frozen=True, tag="discard"):
    """A word with the name of one of another game."""


class DiscardGem(DiscardStone, frozen=True, tag="discard"):
    """A word of a game that extends a shared one under its name."""


class PayStone(Cost, frozen=True, tag="pay_stone"):
    """A cost of this game alone."""


class Weight(Word, frozen=True):
    """What other words are made of that weigh stones."""


class OneStone(Weight, frozen=True, tag="one_stone"):
    """A weight."""


class Calm(Word, frozen=True, tag="calm"):
    """A requirement."""


THIS = ModuleType("words")
for each in (Base, DiscardStone, PayStone, Weight, OneStone, Calm):
    setattr(THIS, each.__name__, each)

STONES = Vocabulary(
    costs=words_of(Cost, [THIS]),
    parts=words_of(Part, [THIS, THIS]),
    requirements=words_of(Calm, [THIS]),
    amounts=words_of(Weight, [THIS]),
    target=DiscardStone,
    when=str,
    constant=str,
)


def test_a_game_has_the_words_that_it_names_once_each_and_none_of_a_base() -> None:
    assert STONES.costs == (PayStone,)
    assert STONES.parts == (DiscardStone,)


def test_a_word_of_a_game_stands_in_the_place_of_the_shared_one_that_it_extends() -> None:
    own = ModuleType("own")
    own.DiscardGem = DiscardGem  # type: ignore[attr-defined]
    assert words_of(Part, [THIS, own]) == words_of(Part, [own, THIS]) == (DiscardGem,)


def test_a_word_of_one_game_does_not_shadow_that_of_another() -> None:
    assert word_tag(DiscardStone) == word_tag(Discard) == "discard"
    assert DiscardStone not in AGOT_LCG.parts
    assert Discard in AGOT_LCG.parts
    names = [word_tag(each) for each in (*AGOT_LCG.costs, *AGOT_LCG.parts)]
    assert len(names) == len(set(names))


def test_a_field_that_asks_for_a_base_takes_the_words_of_the_game_under_it() -> None:
    assert STONES.words_under(Weight) == (OneStone,)
    assert STONES.words_under(OneStone) == (OneStone,)
    assert STONES.words_under(Base) == (DiscardStone,)
    assert STONES.words_under(Ability) == (Ability,)


def test_each_field_that_an_ability_leaves_open_has_a_type() -> None:
    assert set(STONES.field_types) < set(Ability.__struct_fields__)
    assert STONES.field_types["parts"] == tuple[DiscardStone, ...]
    assert STONES.field_types["costs"] == tuple[PayStone, ...]
    assert set(STONES.field_types) == set(AGOT_LCG.field_types)
