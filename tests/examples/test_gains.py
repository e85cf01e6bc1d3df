"""Abilities that cards gain in a card game: they listen, are offered, used, counted, and end with their card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from msgspec import structs

from domain.cardgame.commands import InitiateAction, PlayEvent, UseReaction
from domain.cardgame.corrections.late_abilities import late_refusal
from domain.cardgame.table import CardGameTable
from domain.kernel.corrections.changes import MoveCard, SetTokens
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import PUBLIC, Handle, Seat, zone
from domain.kernel.occurring.abilities import ChooseTargets
from domain.kernel.occurring.gained_abilities import FIRST_GAINED
from domain.kernel.refusals import NoPosition
from domain.kernel.rulebook import read_rules
from domain.match.aggregate import Match
from domain.match.events import decoder, fold_reader
from tests.examples import gains
from tests.examples.gains import TESTS, position_of, rules
from tests.examples.kites.chart import lift
from tests.examples.kites.table import CORD, SendKites
from tests.examples.kites.tests import laid as laid_at_launch
from tests.examples.playing import after, corrected, offered, passed_to, refusal
from tests.games import register

ALICE, BOB = Seat("alice"), Seat("bob")
WREN, HERON = Handle("a-wren"), Handle("a-heron")
each = partial(pytest.mark.parametrize, "start", ids=str)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This game stands for Kites among the games; its events have facts that those of Kites have not."""
    register(monkeypatch, gains, TESTS)
    for reader in (decoder, fold_reader):
        reader.cache_clear()
    yield
    for reader in (decoder, fold_reader):
        reader.cache_clear()


# --- one ability after the other


def laid(**cards: str) -> Match:
    """Alice acts first in the first launch phase, with cord for gusts and with further cards."""
    match = laid_at_launch(**cards)
    flyers = [match.table.of_type(seat, "flyer")[0] for seat in (ALICE, BOB)]
    return corrected(match, *(SetTokens(flyer, CORD, 9) for flyer in flyers))


def lent(match: Match, gust: str, card: Handle = WREN) -> Match:
    """The match after Alice played a gust on a card, and it is her turn again."""
    match = after(match, (ALICE, PlayEvent(Handle(f"a-{gust}"))), (ALICE, ChooseTargets((card,))))
    return after(match, (BOB, Pass()))


def gained(match: Match, card: Handle = WREN) -> int:
    (found,) = match.table.cards[card].gained
    number: int = found.number
    return number


def test_a_gained_action_is_offered_used_and_counted() -> None:
    match = lent(laid(alice_play="wren", alice_hand="cross-wind"), "cross-wind")
    use = InitiateAction(WREN, gained(match))
    assert use.ability >= FIRST_GAINED
    assert use in offered(match, ALICE, "initiate_action")
    match = after(match, (ALICE, use), (ALICE, ChooseTargets((WREN,))), (BOB, Pass()))
    assert lift(match.table, WREN).value == 3
    assert match.table.usage[f"round:{WREN}:{use.ability}"] == 1
    assert use not in offered(match, ALICE, "initiate_action")
    assert refusal(match, ALICE, use) == "kites.ability.once"


def test_the_number_of_another_card_s_ability_is_none_of_this_one() -> None:
    match = lent(laid(alice_play="wren heron", alice_hand="cross-wind"), "cross-wind")
    assert refusal(match, ALICE, InitiateAction(HERON, gained(match))) == "choice.unknown-ability"
    assert refusal(match, ALICE, InitiateAction(WREN, gained(match) + 1)) == "choice.unknown-ability"
    assert late_refusal(match.table, WREN, gained(match) + 1, None).rule == "judging.correct.thing-exists"  # type: ignore[union-attr]
    assert late_refusal(match.table, WREN, gained(match), None).rule != "judging.correct.thing-exists"  # type: ignore[union-attr]


def test_a_gained_reaction_answers_what_happens_to_its_card() -> None:
    match = lent(laid(alice_play="wren", alice_hand="downdraft"), "downdraft")
    match = passed_to(match, "send-kites")
    match = passed_to(after(match, (ALICE, SendKites((WREN,)))), "reaction:contest_won")
    (use,) = [use for use in offered(match, ALICE, "use_reaction") if use.card == WREN]
    assert isinstance(use, UseReaction)
    assert use.ability == gained(match)
    match = after(match, (ALICE, use))
    assert match.table.round == 2


def constants_lent() -> Match:
    match = laid(alice_play="wren heron spare-line")
    match = after(match, (ALICE, InitiateAction(Handle("a-spare-line"), 1)), (ALICE, ChooseTargets((WREN,))))
    return after(match, (BOB, Pass()))


def is_index_whole(table: CardGameTable) -> bool:
    return table.rebuilt_index() == {key: frozenset(found) for key, found in table.listens.items() if found}


def test_a_gained_constant_counts_until_it_is_lost() -> None:
    match = constants_lent()
    assert [lift(match.table, each).value for each in (WREN, HERON)] == [3, 3]
    assert is_index_whole(match.table)
    match = corrected(match, MoveCard(zone(ALICE, "hand"), Handle("a-heron")))
    assert is_index_whole(match.table)


def test_an_ability_that_is_taken_back_is_no_longer_offered() -> None:
    match = lent(laid(alice_play="wren", alice_hand="cross-wind calm"), "cross-wind")
    use = InitiateAction(WREN, gained(match))
    match = lent(match, "calm")
    assert match.table.cards[WREN].gained == ()
    assert use not in offered(match, ALICE, "initiate_action")
    assert refusal(match, ALICE, use) == "choice.unknown-ability"
    assert is_index_whole(match.table)


def test_a_blank_card_has_what_it_gained_and_nothing_that_is_printed_on_it() -> None:
    match = laid(alice_play="paper-swallow heron ribbon-tail", alice_hand="cross-wind")
    swallow = Handle("a-paper-swallow")
    match = lent(match, "cross-wind", swallow)
    use, printed = InitiateAction(swallow, gained(match, swallow)), InitiateAction(swallow, 0)
    assert {use, printed} <= {*offered(match, ALICE, "initiate_action")}
    match = after(match, (ALICE, InitiateAction(Handle("a-ribbon-tail"), 0)), (ALICE, ChooseTargets((swallow,))))
    match = after(match, (BOB, Pass()))
    assert {use, printed} & {*offered(match, ALICE, "initiate_action")} == {use}
    assert refusal(match, ALICE, printed) == "kites.ability.moment"
    match = after(match, (ALICE, use), (ALICE, ChooseTargets((HERON,))), (BOB, Pass()))
    assert lift(match.table, HERON).value == 3


def test_a_gained_constant_of_a_blank_card_goes_on() -> None:
    match = constants_lent()
    table = match.table.branch()
    table.lay_new_card(ALICE, "play", Handle("a-ribbon-tail"), "first/ribbon-tail")
    match = structs.replace(match, table=table)
    match = after(match, (ALICE, InitiateAction(Handle("a-ribbon-tail"), 0)), (ALICE, ChooseTargets((WREN,))))
    assert [lift(match.table, each).value for each in (WREN, HERON)] == [3, 3]


def test_an_ability_resolves_whose_card_was_discarded_as_its_cost() -> None:
    match = laid(alice_play="wren heron young-tom")
    match = after(match, (ALICE, InitiateAction(Handle("a-young-tom"), 0)), (ALICE, ChooseTargets((WREN,))))
    match = after(match, (BOB, Pass()), (ALICE, InitiateAction(WREN, gained(match))))
    match = after(match, (ALICE, ChooseTargets((HERON,))))
    assert WREN not in match.table.cards
    assert lift(match.table, HERON).value == 4
    assert is_index_whole(match.table)


def test_a_card_that_leaves_play_has_gained_nothing_when_it_comes_back() -> None:
    match = lent(laid(alice_play="wren", alice_hand="cross-wind"), "cross-wind")
    match = corrected(match, MoveCard(zone(ALICE, "hand"), WREN))
    (wren,) = (card for card in match.table.cards.values() if card.printed.id == "wren" and card.zone == "alice.hand")
    match = corrected(match, MoveCard(zone(ALICE, "play"), wren.handle))
    assert not [card for card in match.table.cards.values() if card.gained]
    assert is_index_whole(match.table)


def test_everybody_sees_what_a_card_has_gained() -> None:
    match = lent(laid(alice_play="wren", alice_hand="cross-wind"), "cross-wind")
    seen = rules.views(match.table, (PUBLIC,), judging=False)[PUBLIC]["players"]["alice"]["in_play"]
    (shown,) = (each["gained"] for each in seen if each["card"] == WREN)
    assert shown == [{"ability": gained(match), "key": "first/old-marta", "place": 0}]


def test_a_table_with_a_gained_ability_is_not_written_as_a_position() -> None:
    match = lent(laid(alice_play="wren", alice_hand="cross-wind"), "cross-wind")
    with pytest.raises(NoPosition) as caught:
        position_of(match.table)
    assert caught.value.refusal.rule == "position.gained"
    assert "gained" in read_rules("domain.kernel")["position.gained"].text
