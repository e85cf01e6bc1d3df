"""Variants of Kites are played whole: what holds of every game holds of them, whatever each says anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import ModuleType

import pytest

from domain.match.events import decoder, fold_reader
from tests.examples import burrows, gains, hills
from tests.examples.kites.tests import KitesTests
from tests.games import register
from tests.games.bringing import Start
from tests.properties.test_noninterference import check_handles
from tests.properties.test_play import check_play, check_stirred
from tests.properties.test_positions import check_positions
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import check_offers
from tests.properties.test_views import check_views_together

VARIANTS: dict[str, ModuleType] = {"burrows": burrows, "gains": gains, "hills": hills}
OTHER_ZONES = ("burrows", "hills")
"""The variants in which cards lie elsewhere than in Kites."""


@pytest.fixture(scope="module")
def variant(request: pytest.FixtureRequest) -> Iterator[KitesTests]:
    """A variant stands for Kites among the games; how events of the others were read is forgotten."""
    game = VARIANTS[request.param]
    with pytest.MonkeyPatch.context() as patch:
        register(patch, game, game.TESTS)
        forget()
        yield game.TESTS
    forget()


def forget() -> None:
    for reader in (decoder, fold_reader):
        reader.cache_clear()


def each(property: str, variants: tuple[str, ...] = tuple(VARIANTS)) -> pytest.MarkDecorator:
    """A test of each match of a sample of each variant."""
    cases = [
        pytest.param(name, start, id=f"{name}-{start}")
        for name in variants
        for start in VARIANTS[name].TESTS.samples[property]
    ]
    return pytest.mark.parametrize(("variant", "start"), cases, indirect=["variant"])


@each("play")
def test_a_match_of_random_legal_play_comes_to_its_end_and_replays_to_the_same_table(
    variant: KitesTests, start: Start
) -> None:
    assert check_play(variant, start).ended == 1


@each("resume")
def test_no_state_check_is_left_out_that_would_do_something(variant: KitesTests, start: Start) -> None:
    assert check_stirred(variant, start) > 0


@each("resume")
def test_a_resumed_match_is_played_on_identically(variant: KitesTests, start: Start) -> None:
    assert check_resume(variant, start) > 0


@each("offers")
def test_every_answer_that_is_offered_is_accepted(variant: KitesTests, start: Start) -> None:
    assert check_offers(variant, start).answers > 0


@each("handles", OTHER_ZONES)
def test_the_handle_of_a_hidden_card_is_never_sent(variant: KitesTests, start: Start) -> None:
    assert check_handles(variant, start) > 0


@pytest.mark.parametrize("policy", KitesTests.positions.groups)
@pytest.mark.parametrize("variant", OTHER_ZONES, indirect=True)
def test_a_position_opens_to_the_table_that_it_was_written_from(variant: KitesTests, policy: str) -> None:
    written = sum((check_positions(variant, start) for start in variant.positions.groups[policy]), Counter[str]())
    assert set(written) == variant.positions.moments


@pytest.mark.parametrize("judging", [False, True])
@pytest.mark.parametrize("variant", VARIANTS, indirect=True)
def test_views_built_together_are_those_built_alone(variant: KitesTests, judging: bool) -> None:
    check_views_together(variant, judging=judging)
