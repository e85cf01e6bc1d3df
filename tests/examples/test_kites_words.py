"""Words of declared cards that are misspelt are found when the abilities of a game are put together."""

from __future__ import annotations

from typing import ClassVar

import pytest

from domain.cardgame.abilities.registry import Declaration, Declared, declares_in, once_per
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.closed_fields import CARD_LISTS, ClosedWords
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.declared_words import WrongWords
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import run_checks
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.select import CardFilter
from domain.cardgame.words.triggers import LEAVES_PLAY, WhenWord
from domain.kernel.occurring.abilities import Ability
from tests.examples.kites.cards import DECLARED, KITE, ME, TARGET, KitesRegistry
from tests.examples.kites.game import KitesRules, rules
from tests.examples.kites.positions import PHASES
from tests.examples.test_kites import LISTS


def action(*parts: object, **fields: object) -> Ability:
    declared: Declared = {}

    @declares_in(declared)("first/young-tom")
    def young_tom(c: Declaration) -> None:
        c.action(*parts, **fields)

    return declared["first/young-tom"][0]


WRONG = [
    (
        action(Until("lift", "fase", amount=1, on=ME)),
        ".parts[0].until.until: 'fase' is none of phase, round",
    ),
    (action(Draw(), limits=once_per("rond")), ".limits[0].per: 'rond' is none of phase, round; did you mean round?"),
    (action(Until("lfit", "phase", amount=1, on=ME)), ".parts[0].until.what: 'lfit' is none of lift"),
    (
        Ability(timing="constant", constants=(Constant("lfit", amount=1, on=ME),)),
        ".constants[0].what: 'lfit' is none of lift",
    ),
    (
        Ability(timing="reaction", when=WhenWord(("contest_wonn",)), parts=(Draw(),)),
        "did you mean contest_won?",
    ),
    (
        action(Later(WhenWord(("kite_loss",)), (Draw(),), until="phase")),
        "did you mean kite_lost?",
    ),
    (action(Later(WhenWord(("kite_lost",)), (Draw(),), until="fase")), ".parts[0].later.until: 'fase' is none of"),
    (
        action(Until("lift", "phase", amount=1, on=TARGET), targets=(Choose(cards=KITE, name="kite"),)),
        ".parts[0].until.on.picked: nothing is chosen as 'target'",
    ),
]


@pytest.mark.parametrize(("ability", "said"), WRONG, ids=[said for _, said in WRONG])
def test_a_misspelt_word_is_found_with_its_card_and_what_may_be_meant(ability: Ability, said: str) -> None:
    with pytest.raises(WrongWords) as caught:
        KitesRegistry(rules.pool, {**DECLARED, "first/young-tom": (ability,)}, rules)
    assert str(caught.value).startswith("kites: first/young-tom[0].")
    assert said in str(caught.value)


def test_every_wrong_word_is_named_at_once() -> None:
    first, second = WRONG[0][0], WRONG[1][0]
    with pytest.raises(WrongWords) as caught:
        KitesRegistry(rules.pool, {"first/heron": (first,), "first/wren": (first, second)}, rules)
    places = [each.partition(".")[0] for each in str(caught.value).removeprefix("kites: ").split("; first/")]
    assert places == ["first/heron[0]", "wren[0]", "wren[1]"]


def test_any_way_of_leaving_play_is_a_kind_that_every_game_has() -> None:
    said = Ability(timing="interrupt", when=WhenWord((LEAVES_PLAY,), me=True), parts=(Draw(),))
    assert KitesRegistry(rules.pool, {"first/wren": (said,)}, rules).abilities("first/wren") == (said,)


def test_a_game_may_have_lists_of_its_own() -> None:
    class Listed(KitesRules):
        closed_words: ClassVar[ClosedWords] = ClosedWords({**CARD_LISTS, "phase": PHASES, "type": ("kite", "gust")})

    own = {
        "first/heron": (action(Draw(), phase="contset"),),
        "first/wren": (action(Draw(), targets=(Choose(cards=CardFilter(type=("kit",))),)),),
    }
    with pytest.raises(WrongWords) as caught:
        Listed().check_declared(own)
    assert str(caught.value).removeprefix("kites: first/").split("; first/") == [
        "heron[0].phase: 'contset' is none of draw, launch, contest; did you mean contest?",
        "wren[0].targets[0].choose.cards.type[0]: 'kit' is none of kite, gust; did you mean kite?",
    ]


@pytest.mark.parametrize("ability", [ability for ability, _ in WRONG])
def test_the_checks_of_an_ability_find_faults_in_words_that_nothing_is_called(ability: Ability) -> None:
    """None of them fails on such a word: they are run on what nobody has checked before."""
    checks = (*BASIC_CHECKS, *INERT_CHECKS, *LAST_CHECKS)
    assert all(each.place for each in run_checks(checks, LISTS, ability, rules.pool.cards["first/young-tom"]))
