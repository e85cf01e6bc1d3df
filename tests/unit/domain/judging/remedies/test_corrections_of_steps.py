"""Corrections of what a step under way holds: plots, a challenge, a combat, the decks; steps given up, questions asked
anew. Each on a table laid by hand, played on afterwards where play could have been stranded."""

from typing import Any

import pytest

from domain.cardgame.commands import DeclareDefenders
from domain.cardgame.facts.cards import LastingEnded
from domain.games.agot_board.facts.combat import AttackersCameOut
from domain.kernel.corrections.changes import (
    AbandonStep,
    AddEffect,
    AskAgain,
    MoveCard,
    SetCount,
    SetLimit,
    SetMark,
    SetMarker,
    SetPieces,
    SetPlace,
)
from domain.kernel.deciding import refusal_of
from domain.kernel.flow.priority_windows import WindowClosed
from domain.kernel.flow.waits import SealsWithdrawn
from domain.kernel.ids import Handle, Seat, ZoneKey, zone
from domain.match.aggregate import Match
from tests.builders import opened_from
from tests.unit.domain.judging.remedies.test_corrections import (
    ALICE,
    BOARD,
    BOB,
    card,
    correct,
    give,
    in_a_challenge,
    mended,
    refused,
)

STARK, GREYJOY, LANNISTER = Seat("stark"), Seat("greyjoy"), Seat("lannister")
USED, LIMIT = "judging.correct.zone-fits", "judging.correct.conserves"
STRANDS, SAME = "judging.correct.strands-play", "judging.correct.changes-something"


def keys(match: Match, area: str) -> list[str]:
    return [match.table.cards[each].key.partition("/")[2] for each in match.table.zone(ZoneKey(area))]


# --- plots


def after_the_plots() -> Match:
    return opened_from(
        """
        at: marshalling.action
        players:
          alice: {plot: a-noble-cause, plots: [a-clash-of-kings, a-feast-for-crows], used: [a-storm-of-swords]}
          bob: {}
        """
    )


def test_another_plot_is_the_revealed_one() -> None:
    match = after_the_plots()
    wrong, right = card(match, "a-noble-cause"), card(match, "a-clash-of-kings")
    lasting = AddEffect("income", "round", amount=1, seat=ALICE)
    match, _ = correct(match, lasting)
    back = MoveCard(zone(ALICE, "plots"), wrong)
    after, event = correct(match, back, MoveCard(zone(ALICE, "plot"), right))
    assert keys(after, "alice.plot") == ["a-clash-of-kings"]
    assert sorted(keys(after, "alice.plots")) == ["a-feast-for-crows", "a-noble-cause"]
    assert not any(isinstance(fact, LastingEnded) for fact in event.facts)
    assert after.table.waiting.question == match.table.waiting.question


def test_two_plots_are_never_revealed_and_a_plot_deck_is_never_used_up() -> None:
    match = after_the_plots()
    clash, feast = card(match, "a-clash-of-kings"), card(match, "a-feast-for-crows")
    assert refused(match, MoveCard(zone(ALICE, "plot"), clash)) == LIMIT
    used = [MoveCard(zone(ALICE, "used"), each) for each in (clash, feast)]
    assert refused(match, *used) == LIMIT
    assert refused(match, MoveCard(zone(BOB, "plots"), clash)) == USED


def test_a_plot_goes_back_and_none_is_revealed() -> None:
    match = after_the_plots()
    after, _ = correct(match, MoveCard(zone(ALICE, "plots"), card(match, "a-noble-cause")))
    assert after.table.plot(ALICE) is None
    assert give(after, after.table.waiting.seats[0], type="pass").table.over is None


# --- a challenge


def test_who_was_bypassed_by_stealth_is_corrected() -> None:
    match = in_a_challenge()
    tyrion = card(match, "tyrion-lannister")
    after, _ = correct(match, SetMark(tyrion, "bypassed", True))
    assert after.table.challenge.bypassed == (tyrion,)
    assert refused(after, SetMark(tyrion, "bypassed", True)) == SAME
    assert refused(after, SetMark(card(match, "eddard-stark"), "bypassed", True)) == USED
    again, _ = correct(after, SetMark(tyrion, "bypassed", False))
    assert again.table.challenge.bypassed == ()


def test_who_defends_already_is_not_declared_once_more() -> None:
    match = opened_from(
        """
        at: challenge.initiated.action
        challenge: {kind: military, attacker: alice, defender: bob, attackers: [eddard-stark]}
        players:
          alice: {play: [{card: eddard-stark, kneeling: true}], gold: 2}
          bob: {play: [ser-jaime-lannister, the-tickler]}
        """
    )
    jaime, tickler = card(match, "ser-jaime-lannister"), card(match, "the-tickler")
    match, _ = correct(match, SetMark(jaime, "defending", True))
    while match.table.waiting.question == "challenge.initiated.action":
        match = give(match, match.table.waiting.seats[0], type="pass")
    assert match.table.waiting.question == "defenders"
    assert refusal_of(match.rules, match.table, BOB, DeclareDefenders((jaime,))) is not None
    after = give(match, BOB, type="declare_defenders", defenders=[tickler])
    assert after.table.challenge.defenders == (jaime, tickler)


def test_a_whole_challenge_is_given_up_and_another_may_be_initiated() -> None:
    match = in_a_challenge()
    effect = AddEffect("strength", "challenge", amount=2, on=(card(match, "eddard-stark"),))
    match, _ = correct(match, effect)
    again = SetLimit(f"phase:challenge:military:{ALICE}", 0)
    assert refused(match, AbandonStep("agot_lcg.claim")) == "judging.correct.thing-exists"
    after, event = correct(match, AbandonStep("agot_lcg.challenge"), again)
    assert mended(event) == [("agot_lcg.challenge", "abandoned")]
    assert [fact.how for fact in event.facts if isinstance(fact, WindowClosed)] == ["correction"]
    assert after.table.challenge is None
    assert not after.table.lasting
    assert after.table.usage[again.key] == 0
    assert after.table.waiting.question in ("challenges.action", "challenge")
    assert after.table.cards[card(after, "eddard-stark")].kneeling


# --- a combat

COMBAT = """
players: 6
at: "3.2"
turn: stark
blade: used
tides_of_battle: true
supply: {greyjoy: 6, stark: 6}
areas:
  winterfell: stark 3 knight, order march-0
  moat-cailin: greyjoy knight footman
  greywater-watch: stark footman, order support
  highgarden: tyrell footman, order march-0
"""


def marched(order: str = COMBAT) -> Match:
    match = opened_from(order, game=BOARD)
    march = {"moves": {"moat-cailin": {"knight": 2}}}
    return give(match, "stark", type="resolve_march", area="winterfell", march=march)


def in_choosing() -> Match:
    return give(marched(), "stark", type="declare_support", area="greywater-watch", side="attacker")


def in_casualties() -> Match:
    match = give(in_choosing(), "stark", type="choose_house_card", card="greatjon-umber")
    match = give(match, "greyjoy", type="choose_house_card", card="balon-greyjoy")
    assert match.table.waiting.question == "casualties"
    return match


def pieces(match: Match, house: Seat, kind: str) -> int:
    unused: int = match.table.count_unused(house, kind)
    return unused


def test_the_attacking_units_are_corrected_in_the_area_that_they_attack() -> None:
    match = in_choosing()
    after, _ = correct(
        match, SetPieces("moat-cailin", STARK, "knight", 1), SetPieces("moat-cailin", STARK, "footman", 2)
    )
    assert after.table.combat.units == {"footman": 2, "knight": 1}
    assert pieces(after, STARK, "knight") == pieces(match, STARK, "knight") + 1
    assert after.table.areas["moat-cailin"].house == GREYJOY
    assert refused(match, SetPieces("moat-cailin", STARK, "knight", 2)) == SAME
    assert refused(match, SetPieces("moat-cailin", STARK, "knight", 1, "routed")) == USED
    assert refused(match, SetPieces("moat-cailin", LANNISTER, "knight", 1)) == USED
    gone = [SetPieces("winterfell", STARK, "knight", 0), SetPieces("winterfell", GREYJOY, "knight", 1)]
    assert refused(match, *gone) == USED


def test_the_support_of_an_order_is_corrected() -> None:
    match = in_choosing()
    refuse = SetMarker("greywater-watch", "support", STARK, "refuse")
    after, _ = correct(match, refuse)
    assert after.table.combat.support["greywater-watch"] == "refuse"
    assert refused(after, refuse) == SAME
    assert refused(match, SetMarker("greywater-watch", "support", STARK, "defender")) == USED
    assert refused(match, SetMarker("highgarden", "support", Seat("tyrell"), "attacker")) == USED
    back, _ = correct(match, SetMarker("greywater-watch", "support", STARK))
    assert "greywater-watch" not in back.table.combat.support


def test_a_house_fights_with_another_card_and_the_first_is_in_its_hand_again() -> None:
    match = in_casualties()
    after, _ = correct(match, SetPlace(STARK, "robb-stark", "combat"))
    assert after.table.combat.attacker.card == "robb-stark"
    house = after.table.houses[STARK]
    assert "greatjon-umber" in house.hand
    assert "robb-stark" not in (*house.hand, *house.discard)
    assert refused(after, SetPlace(STARK, "robb-stark", "combat")) == SAME
    assert refused(match, SetPlace(STARK, "balon-greyjoy", "combat")) == "judging.correct.thing-exists"
    assert refused(match, SetPlace(LANNISTER, "tywin-lannister", "combat")) == USED
    assert refused(in_choosing(), SetPlace(STARK, "robb-stark", "combat")) == STRANDS
    text, _ = correct(after, SetMark(Handle("robb-stark"), "used", True))
    assert text.table.combat.attacker.used


def test_a_combat_is_given_up_and_everything_of_it_is_where_it_was() -> None:
    match, before = in_casualties(), opened_from(COMBAT, game=BOARD)
    after, event = correct(match, AbandonStep("agot_board.combat"))
    assert after.table.combat is None
    assert [fact.area for fact in event.facts if isinstance(fact, AttackersCameOut)] == ["winterfell"]
    assert after.table.areas["winterfell"].units == before.table.areas["winterfell"].units
    assert sorted(after.table.houses[STARK].hand) == sorted(before.table.houses[STARK].hand)
    assert sorted(after.table.houses[GREYJOY].hand) == sorted(before.table.houses[GREYJOY].hand)
    assert not any(after.table.zone(zone(seat, "tides-revealed")) for seat in (STARK, GREYJOY))
    assert after.table.areas["winterfell"].order is None
    assert (after.table.waiting.question, after.table.waiting.seats) == ("march", ("tyrell",))


def test_a_march_is_given_up_alone_and_the_next_house_marches() -> None:
    match = in_choosing()
    match = give(match, "stark", type="choose_house_card", card="greatjon-umber")
    assert match.table.sealed
    after, event = correct(match, AbandonStep("agot_board.resolve_marches"))
    assert [fact.seats for fact in event.facts if isinstance(fact, SealsWithdrawn)] == [("stark",)]
    assert after.table.marching == ""
    assert after.table.combat is None
    assert after.table.areas["winterfell"].order is None
    assert (after.table.waiting.question, after.table.waiting.seats) == ("march", ("tyrell",))
    assert refused(after, AbandonStep("agot_board.resolve_marches")) == STRANDS


# --- questions asked anew


def test_secret_answers_are_taken_back_and_asked_for_anew() -> None:
    match = give(in_choosing(), "stark", type="choose_house_card", card="greatjon-umber")
    after, event = correct(match, AskAgain())
    assert mended(event) == [("wait", "withdrawn")]
    assert not after.table.sealed
    assert after.table.waiting.seats == (STARK, GREYJOY)
    assert after.wait == after.version


def test_secret_answers_are_taken_back_by_any_correction_also_where_they_still_fit() -> None:
    match = give(in_choosing(), "stark", type="choose_house_card", card="greatjon-umber")
    after, event = correct(match, SetCount(STARK, "supply", 5))
    assert mended(event) == [("wait", "mended")]
    assert [fact.seats for fact in event.facts if isinstance(fact, SealsWithdrawn)] == [(STARK,)]
    assert after.table.waiting.seats == (STARK, GREYJOY)
    answered = give(after, "stark", type="choose_house_card", card="greatjon-umber")
    assert list(answered.table.sealed) == [STARK]


@pytest.mark.parametrize("laid", [in_a_challenge, after_the_plots])
def test_there_is_nothing_to_ask_again_of_who_holds_a_window(laid: Any) -> None:
    assert refused(laid(), AskAgain()) == SAME


def test_what_a_westeros_card_forbids_is_corrected_and_with_it_the_orders_laid_in_secret() -> None:
    match = opened_from('players: 6\nat: "2.1"\nareas: {winterfell: stark footman, pyke: greyjoy footman}', game=BOARD)
    given = dict.fromkeys(match.table.areas_of(STARK), "defense-plus-1")
    match = give(match, "stark", type="assign_orders", orders=given)
    ban = SetMark(Handle("defense"), "banned", True)
    after, event = correct(match, ban)
    assert after.table.bans == ("defense",)
    assert [fact.seats for fact in event.facts if isinstance(fact, SealsWithdrawn)] == [("stark",)]
    assert refused(after, ban) == SAME
    assert refused(match, SetMark(Handle("bread"), "banned", True)) == "judging.correct.thing-exists"
    assert correct(after, SetMark(Handle("defense"), "banned", False))[0].table.bans == ()
    assert refused(marched(), ban) == USED


# --- decks of the board


def test_cards_go_among_the_piles_of_their_own_deck() -> None:
    match = opened_from(COMBAT, game=BOARD)
    first, second = match.table.zone(ZoneKey(".westeros-1"))[:2]
    after, _ = correct(match, MoveCard(ZoneKey(".westeros-1-revealed"), first))
    assert keys(after, ".westeros-1-revealed") == [match.table.cards[first].key.partition("/")[2]]
    again = MoveCard(ZoneKey(".westeros-1"), after.table.zone(ZoneKey(".westeros-1-revealed"))[0], place=0)
    assert keys(correct(after, again)[0], ".westeros-1") == keys(match, ".westeros-1")
    assert refused(match, MoveCard(ZoneKey(".westeros-2"), second)) == USED
    assert refused(match, MoveCard(ZoneKey(".westeros-1"), first, place=0)) == SAME
    assert refused(match, MoveCard(ZoneKey(".nowhere"), first)) == "judging.correct.thing-exists"


TO_BE_RESOLVED = """
players: 3
at: "1.4"
westeros_card: 1
revealed: {westeros-1: [a-throne-of-blades], westeros-2: [clash-of-kings], westeros-3: [sea-of-storms]}
decks: {westeros-2: [%s]}
"""


@pytest.mark.parametrize("top", ["winter-is-coming, dark-wings-dark-words", "dark-wings-dark-words, winter-is-coming"])
def test_an_unseen_card_does_not_come_among_those_to_be_resolved_whichever_it_is(top: str) -> None:
    """By its handle it may; without it the answer would tell whether it is the one that is never resolved."""
    match = opened_from(TO_BE_RESOLVED % top, game=BOARD)
    deck, shown = ZoneKey(".westeros-2"), ZoneKey(".westeros-2-revealed")
    assert refused(match, MoveCard(shown, top_of=deck)) == "judging.correct.names-the-card"
    winter, other = sorted(match.table.zone(deck)[:2], key=lambda card: "winter" not in match.table.cards[card].key)
    assert keys(correct(match, MoveCard(shown, other))[0], shown)[-1] == "dark-wings-dark-words"
    assert refused(match, MoveCard(shown, winter)) == USED


def test_the_top_wildling_card_is_buried_by_a_correction() -> None:
    match = opened_from(COMBAT, game=BOARD)
    deck = ZoneKey(".wildling-deck")
    after, event = correct(match, MoveCard(deck, top_of=deck))
    assert keys(after, ".wildling-deck") == [*keys(match, ".wildling-deck")[1:], keys(match, ".wildling-deck")[0]]
    top = match.table.zone(deck)[0]
    assert top not in repr([fact.seen_by("public") for fact in event.facts])


def test_another_tides_card_is_held_only_by_who_has_drawn_one() -> None:
    deck, hand = ZoneKey(".tides-deck"), zone(STARK, "tides-revealed")
    assert refused(in_choosing(), MoveCard(hand, top_of=deck)) == STRANDS
    match = in_casualties()
    assert refused(match, MoveCard(hand, top_of=deck)) == LIMIT
    put_away = MoveCard(ZoneKey(".tides-discard"), match.table.zone(hand)[0])
    after, _ = correct(match, put_away, MoveCard(hand, top_of=deck))
    assert len(after.table.zone(hand)) == 1
    assert keys(after, ".tides-discard") == keys(match, "stark.tides-revealed")
