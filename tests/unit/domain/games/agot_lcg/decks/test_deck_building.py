"""Deck building: each rule of the rule book that a deck can break, and decks that break none."""

from typing import Any

import pytest

from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.games.agot_lcg.decks.deck_building import Deck, deck_faults
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.refusals import Refusal

PLOTS = (
    "a-noble-cause",
    "a-noble-cause",
    "confiscation",
    "sneak-attack",
    "summons",
    "taxation",
    "rebuilding",
)
STARK = (
    "arya-stark",
    "bran-stark",
    "catelyn-stark",
    "eddard-stark",
    "grey-wind",
    "robb-stark",
    "sansa-stark",
    "summer",
    "direwolf-pup",
    "tumblestone-knight",
    "vanguard-of-the-north",
    "winterfell-steward",
    "ice",
    "gates-of-winterfell",
    "the-wolfswood",
    "heart-tree-grove",
    "for-the-north",
    "like-warm-rain",
    "winter-is-coming",
    "the-roseroad",
)


def keys(*ids: str) -> tuple[str, ...]:
    return tuple(f"core/{card}" for card in ids)


def deck(**changed: Any) -> Deck:
    """A legal deck of House Stark without an agenda: 60 cards, one plot doubled."""
    fields: dict[str, Any] = {
        "faction": "core/house-stark",
        "agenda": None,
        "plots": keys(*PLOTS),
        "cards": keys(*STARK) * 3,
    }
    return Deck(**(fields | changed))


def with_instead(*ids: str) -> tuple[str, ...]:
    """The legal deck's cards with the last ones exchanged for these."""
    cards = keys(*STARK) * 3
    return (*cards[: len(cards) - len(ids)], *keys(*ids))


def faults(checked: Deck, pool: Pool[Printed] | None = None) -> tuple[Refusal, ...]:
    return deck_faults(checked, pool or core_pool())


def only_fault(checked: Deck, pool: Pool[Printed] | None = None) -> Refusal:
    (fault,) = faults(checked, pool)
    return fault


def own_pool(*cards: dict[str, Any]) -> Pool[Printed]:
    home = CardSet(id="home", name="Home Made")
    return core_pool().with_cards([printed_from_mapping(card, "home") for card in cards], home)


def own_event(deck_limit: int) -> Pool[Printed]:
    return own_pool({"id": "e", "name": "Errand", "type": "event", "cost": 0, "deck_limit": deck_limit})


def own_plot(deck_limit: int) -> Pool[Printed]:
    values = {"income": 4, "initiative": 4, "claim": 1, "reserve": 6}
    return own_pool({"id": "p", "name": "Plan", "type": "plot", "deck_limit": deck_limit} | values)


def test_a_deck_within_all_rules_has_no_fault() -> None:
    assert faults(deck()) == ()


def test_a_draw_deck_has_no_maximum() -> None:
    cards = keys(*STARK) * 3 + keys("little-bird", "bodyguard", "noble-lineage", "syrios-training") * 3
    assert faults(deck(cards=cards)) == ()


def test_a_draw_deck_of_fifty_nine_is_too_small() -> None:
    fault = only_fault(deck(cards=(keys(*STARK) * 3)[1:]))
    assert fault.rule == "agot_lcg.deckbuilding.draw-deck-minimum-sixty"
    assert fault.because == {"has": 59, "needs": 60}


@pytest.mark.parametrize("plots", [PLOTS[1:], (*PLOTS, "a-storm-of-swords")])
def test_a_plot_deck_holds_exactly_seven(plots: tuple[str, ...]) -> None:
    fault = only_fault(deck(plots=keys(*plots)))
    assert fault.rule == "agot_lcg.deckbuilding.plot-deck-seven"
    assert fault.because == {"has": len(plots), "needs": 7}


def test_seven_different_plots_are_legal() -> None:
    assert faults(deck(plots=keys("a-storm-of-swords", *PLOTS[1:]))) == ()


def test_only_one_plot_is_doubled() -> None:
    fault = only_fault(deck(plots=keys("summons", *PLOTS[:6])))
    assert fault.rule == "agot_lcg.deckbuilding.plot-deck-one-double"
    assert fault.because == {"doubled": {"Summons": 2, "A Noble Cause": 2}}


def test_a_plot_is_not_tripled() -> None:
    fault = only_fault(deck(plots=keys("a-noble-cause", *PLOTS[:6])))
    assert fault.rule == "agot_lcg.deckbuilding.plot-deck-one-double"
    assert fault.because == {"title": "A Noble Cause", "copies": 3, "limit": 2}


def test_a_plot_deck_limit_of_one_forbids_the_double() -> None:
    plots = keys("a-feast-for-crows", "a-feast-for-crows", *PLOTS[2:])
    fault = only_fault(deck(plots=plots))
    assert fault.rule == "agot_lcg.plot-deck-limit.one-restricts"
    assert fault.because == {"title": "A Feast for Crows", "copies": 2, "limit": 1}


def test_a_plot_deck_limit_of_three_permits_three() -> None:
    assert faults(deck(plots=("home/p",) * 3 + keys(*PLOTS[3:])), own_plot(3)) == ()


def test_a_plot_deck_limit_of_three_does_not_permit_four() -> None:
    fault = only_fault(deck(plots=("home/p",) * 4 + keys(*PLOTS[4:])), own_plot(3))
    assert fault.rule == "agot_lcg.plot-deck-limit.x"


def test_a_plot_deck_limit_of_three_does_not_permit_a_second_double() -> None:
    fault = only_fault(deck(plots=("home/p",) * 3 + keys(*PLOTS[:4])), own_plot(3))
    assert fault.rule == "agot_lcg.deckbuilding.plot-deck-one-double"


def test_a_fourth_copy_is_one_too_many() -> None:
    fault = only_fault(deck(cards=with_instead("arya-stark")))
    assert fault.rule == "agot_lcg.deckbuilding.three-copies"
    assert fault.because == {"title": "Arya Stark", "copies": 4, "limit": 3}


def test_copies_are_counted_by_title_over_sets() -> None:
    other = {"id": "arya", "name": "arya stark", "type": "character", "cost": 1, "strength": 1}
    cards = (*(keys(*STARK) * 3)[:-1], "home/arya")
    assert only_fault(deck(cards=cards), own_pool(other)).rule == "agot_lcg.deckbuilding.three-copies"


def test_a_deck_limit_of_one_forbids_the_second_copy() -> None:
    fault = only_fault(deck(cards=(*keys(*STARK) * 3, "home/e", "home/e")), own_event(1))
    assert fault.rule == "agot_lcg.deck-limit.two-or-less-restricts"


def test_a_deck_limit_of_five_permits_five_copies() -> None:
    assert faults(deck(cards=keys(*STARK) * 3 + ("home/e",) * 5), own_event(5)) == ()


def test_a_deck_limit_of_five_does_not_permit_six() -> None:
    fault = only_fault(deck(cards=keys(*STARK) * 3 + ("home/e",) * 6), own_event(5))
    assert fault.rule == "agot_lcg.deck-limit.deck-limit-x"


def test_a_card_of_another_faction_is_out() -> None:
    fault = only_fault(deck(cards=with_instead("the-tickler", "the-tickler")))
    assert fault.rule == "agot_lcg.deckbuilding.affiliation"
    assert fault.because == {
        "card": "core/the-tickler",
        "copies": 2,
        "faction": "lannister",
        "main": "stark",
    }


def test_a_loyal_card_needs_its_own_faction_card() -> None:
    fault = only_fault(deck(cards=with_instead("tywin-lannister")))
    assert fault.rule == "agot_lcg.loyal.needs-matching-faction-card"


def test_a_factions_plot_is_out_of_another_factions_plot_deck() -> None:
    pool = own_pool({"id": "p", "name": "Plan", "type": "plot", "faction": "tyrell"})
    fault = only_fault(deck(plots=("home/p", *keys(*PLOTS[1:]))), pool)
    assert fault.rule == "agot_lcg.deckbuilding.affiliation"


LIONS = ("the-tickler", "lannisport-merchant", "burned-men", "western-fiefdom") * 3


def test_a_banner_admits_non_loyal_cards_of_its_faction() -> None:
    assert faults(deck(agenda="core/banner-of-the-lion", cards=with_instead(*LIONS))) == ()


def test_a_banner_asks_for_twelve_cards_of_its_faction() -> None:
    fault = only_fault(deck(agenda="core/banner-of-the-lion", cards=with_instead(*LIONS[1:])))
    assert fault.rule == "agot_lcg.agenda.gives-deck-abilities"
    assert fault.because == {
        "agenda": "core/banner-of-the-lion",
        "faction": "lannister",
        "has": 11,
        "needs": 12,
    }


def test_a_banner_does_not_admit_loyal_cards() -> None:
    cards = with_instead("tywin-lannister", *LIONS)
    fault = only_fault(deck(agenda="core/banner-of-the-lion", cards=cards))
    assert fault.rule == "agot_lcg.loyal.needs-matching-faction-card"


def test_a_banner_admits_no_third_faction() -> None:
    cards = with_instead("melisandre", *LIONS)
    fault = only_fault(deck(agenda="core/banner-of-the-lion", cards=cards))
    assert fault.rule == "agot_lcg.deckbuilding.affiliation"


NEUTRAL = ("little-bird", "bodyguard", "noble-lineage", "syrios-training") * 3


def test_fealty_admits_fifteen_neutral_cards() -> None:
    assert faults(deck(agenda="core/fealty", cards=keys(*STARK) * 3 + keys(*NEUTRAL))) == ()


def test_fealty_does_not_admit_a_sixteenth_neutral_card() -> None:
    fault = only_fault(deck(agenda="core/fealty", cards=keys(*STARK) * 3 + keys(*NEUTRAL, "superior-claim")))
    assert fault.rule == "agot_lcg.golden.card-over-rules"
    assert fault.because == {"agenda": "core/fealty", "has": 16, "limit": 15}


def test_any_number_of_neutral_cards_is_legal_without_fealty() -> None:
    assert faults(deck(cards=keys(*STARK) * 3 + keys(*NEUTRAL, "superior-claim"))) == ()


@pytest.mark.parametrize("faction", ["", "core/fealty"])
def test_a_deck_needs_a_faction_card(faction: str) -> None:
    fault = only_fault(deck(faction=faction))
    assert fault.rule == "agot_lcg.deckbuilding.one-faction-card"


def test_only_an_agenda_card_serves_as_an_agenda() -> None:
    assert only_fault(deck(agenda="core/ice")).rule == "agot_lcg.deckbuilding.optional-agenda"


def test_a_plot_does_not_belong_into_the_draw_deck() -> None:
    fault = only_fault(deck(cards=(*keys(*STARK) * 3, *keys("summons"))))
    assert fault.rule == "agot_lcg.deck.unqualified-means-draw-deck"


def test_a_location_does_not_belong_into_the_plot_deck() -> None:
    rules = [fault.rule for fault in faults(deck(plots=keys("the-wolfswood", *PLOTS[1:])))]
    assert rules == ["agot_lcg.deck.plot-deck-named-explicitly", "agot_lcg.deckbuilding.plot-deck-seven"]


def test_a_card_that_the_pool_lacks_is_named_with_its_copies() -> None:
    fault = only_fault(deck(cards=(*keys(*STARK) * 3, "core/nobody", "core/nobody")))
    assert fault.rule == "deck.unknown-card"
    assert fault.because == {"card": "core/nobody", "copies": 2}


@pytest.mark.parametrize("part", ["plots", "cards"])
def test_an_empty_key_among_the_cards_is_a_fault(part: str) -> None:
    keys_of_part = getattr(deck(), part)
    assert "deck.unknown-card" in [fault.rule for fault in faults(deck(**{part: (*keys_of_part, "")}))]


def test_all_faults_are_reported_not_only_the_first() -> None:
    broken = Deck("core/house-stark", "core/fealty", keys(*PLOTS[:6]), keys("the-tickler", "tywin-lannister"))
    assert [fault.rule for fault in faults(broken)] == [
        "agot_lcg.deckbuilding.plot-deck-seven",
        "agot_lcg.deckbuilding.draw-deck-minimum-sixty",
        "agot_lcg.deckbuilding.affiliation",
        "agot_lcg.loyal.needs-matching-faction-card",
    ]
