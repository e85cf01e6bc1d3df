"""Deck building: each rule of the rule book that a deck can break, and decks that break none."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.games.l5r.decks.deck_building import Deck, deck_faults
from domain.games.l5r.pool.card_fields import printed_from_mapping
from domain.games.l5r.pool.pool import core_pool
from domain.games.l5r.pool.printed import ELEMENTS, Printed
from domain.kernel.refusals import Refusal

PROVINCES = ("defend-the-wall", "fertile-fields", "night-raid", "pilgrimage", "rally-to-the-cause")
DYNASTY = (
    "eager-scout",
    "hida-guardian",
    "kaiu-envoy",
    "hiruma-yojimbo",
    "shrewd-yasuki",
    "vanguard-warrior",
    "borderlands-defender",
    "intimidating-hida",
    "vengeful-berserker",
    "hida-tomonatsu",
    "steadfast-witch-hunter",
    "funeral-pyre",
    "otomo-courtier",
    "imperial-storehouse",
)
CONFLICT = (
    "hiruma-ambusher",
    "stoic-gunso",
    "reprieve",
    "watch-commander",
    "jade-tetsubo",
    "levy",
    "rebuild",
    "way-of-the-crab",
    "the-mountain-does-not-fall",
    "fine-katana",
    "ornate-fan",
    "banzai",
    "charge",
    "rout",
)


def keys(*ids: str) -> tuple[str, ...]:
    return tuple(f"core/{card}" for card in ids)


def deck(**changed: Any) -> Deck:
    """A legal deck of the Crab without a role: 42 cards in each deck, no influence spent."""
    fields: dict[str, Any] = {
        "stronghold": "core/shiro-nishiyama",
        "role": None,
        "provinces": keys(*PROVINCES),
        "dynasty": keys(*DYNASTY) * 3,
        "conflict": keys(*CONFLICT) * 3,
    }
    return Deck(**(fields | changed))


def dynasty_with(*ids: str) -> tuple[str, ...]:
    """The legal dynasty deck with the last cards exchanged for these."""
    return (*(keys(*DYNASTY) * 3)[: 42 - len(ids)], *keys(*ids))


def conflict_with(*ids: str) -> tuple[str, ...]:
    """The legal conflict deck with the last cards exchanged for these."""
    return (*(keys(*CONFLICT) * 3)[: 42 - len(ids)], *keys(*ids))


def faults(checked: Deck, pool: Pool[Printed] | None = None, *, single_core: bool = False) -> tuple[Refusal, ...]:
    return deck_faults(checked, pool or core_pool(), single_core=single_core)


def only_fault(checked: Deck, pool: Pool[Printed] | None = None, *, single_core: bool = False) -> Refusal:
    (fault,) = faults(checked, pool, single_core=single_core)
    return fault


def own_pool(*cards: dict[str, Any]) -> Pool[Printed]:
    home = CardSet(id="home", name="Home Made")
    return core_pool().with_cards([printed_from_mapping(card, "home") for card in cards], home)


def own_event(**fields: Any) -> Pool[Printed]:
    return own_pool({"id": "e", "name": "Errand", "type": "event", "cost": 0} | fields)


def test_a_deck_within_all_rules_has_no_fault() -> None:
    assert faults(deck()) == ()
    assert faults(deck(role="core/seeker-of-fire")) == ()


@pytest.mark.parametrize(("size", "legal"), [(39, False), (40, True), (45, True), (46, False)])
def test_a_dynasty_deck_has_forty_to_forty_five_cards(size: int, legal: bool) -> None:
    cards = (keys(*DYNASTY, "miya-mystic", "favorable-ground") * 3)[:size]
    found = [each.rule for each in faults(deck(dynasty=cards))]
    assert found == ([] if legal else ["l5r.deck.dynasty-size"])


@pytest.mark.parametrize(("size", "legal"), [(39, False), (40, True), (45, True), (46, False)])
def test_a_conflict_deck_has_forty_to_forty_five_cards(size: int, legal: bool) -> None:
    cards = (keys(*CONFLICT, "outwit", "good-omen") * 3)[:size]
    found = [each.rule for each in faults(deck(conflict=cards))]
    assert found == ([] if legal else ["l5r.deck.conflict-size"])


def test_a_deck_of_the_wrong_size_is_named_with_the_numbers() -> None:
    small = only_fault(deck(dynasty=(keys(*DYNASTY) * 3)[:38]))
    assert (small.because, small.text) == ({"has": 38, "needs": 40}, "The dynasty deck holds 38 cards.")
    large = only_fault(deck(conflict=keys(*CONFLICT, "outwit", "good-omen") * 3))
    assert (large.because, large.text) == ({"has": 48, "limit": 45}, "The conflict deck holds 48 cards.")


def single(*more: str, dynasty: int = 30, conflict: int = 30) -> Deck:
    """The Crab's deck of one core set; `more` cards are in the conflict deck."""
    pool = core_pool()
    boxed = [card for card in pool.cards.values() if card.clan in ("crab", "neutral") and not card.role_restriction]
    own = [card.key for card in boxed for _ in range(card.quantity) if card.deck == "dynasty"]
    fight = [card.key for card in boxed for _ in range(card.quantity) if card.deck == "conflict"]
    return deck(dynasty=tuple(own[:dynasty]), conflict=(*fight[: conflict - len(more)], *keys(*more)))


def test_decks_of_one_core_set_may_have_thirty_cards() -> None:
    assert faults(single(), single_core=True) == ()
    assert [each.rule for each in faults(single())] == ["l5r.deck.dynasty-size", "l5r.deck.conflict-size"]


def test_decks_of_one_core_set_have_at_least_thirty_cards() -> None:
    fault = only_fault(single(dynasty=29), single_core=True)
    assert (fault.rule, fault.because) == ("l5r.deck.single-core-minimum", {"has": 29, "needs": 30})
    fault = only_fault(single(conflict=29), single_core=True)
    assert (fault.rule, fault.because) == ("l5r.deck.single-core-minimum", {"has": 29, "needs": 30})


def test_decks_of_one_core_set_have_the_usual_maximum() -> None:
    cards = keys(*DYNASTY, "miya-mystic", "favorable-ground") * 3
    rules = [each.rule for each in faults(deck(dynasty=cards), single_core=True)]
    assert rules[0] == "l5r.deck.dynasty-size"


def test_one_core_set_has_no_second_copy_of_most_cards() -> None:
    fault = only_fault(single("levy", "levy"), single_core=True)
    assert fault.rule == "l5r.deck.single-core-minimum"
    assert fault.because == {"title": "Levy", "copies": 3, "limit": 1}


@pytest.mark.parametrize("provinces", [PROVINCES[1:], (*PROVINCES, "secret-cache")])
def test_a_province_set_has_exactly_five(provinces: tuple[str, ...]) -> None:
    fault = faults(deck(provinces=keys(*provinces)))[0]
    assert fault.rule == "l5r.deck.five-provinces"
    assert fault.because == {"has": len(provinces), "needs": 5}


def test_each_ring_has_exactly_one_province() -> None:
    found = faults(deck(provinces=keys("manicured-garden", *PROVINCES[1:])))
    assert {each.rule for each in found} == {"l5r.deck.province-per-element"}
    assert [each.because for each in found] == [
        {"element": "air", "provinces": ["Manicured Garden", "Fertile Fields"], "needs": 1},
        {"element": "earth", "provinces": [], "needs": 1},
    ]


TWICE = {"air": "manicured-garden", "earth": "entrenched-position", "fire": "meditations-on-the-tao"}
TWICE |= {"void": "shameful-display", "water": "elemental-fury"}


@pytest.mark.parametrize("replaced", PROVINCES)
@pytest.mark.parametrize("element", ELEMENTS)
def test_a_seeker_has_a_second_province_in_place_of_one_of_another_element(element: str, replaced: str) -> None:
    """Without that role, with another seeker or with the keeper of the element the same provinces are refused."""
    printed = core_pool().cards[f"core/{replaced}"]
    provinces = keys(TWICE[element], *(each for each in PROVINCES if each != replaced))
    if element in printed.elements:
        assert faults(deck(provinces=provinces)) == ()
        return
    assert faults(deck(role=f"core/seeker-of-{element}", provinces=provinces)) == ()
    another = "air" if element != "air" else "void"
    for role in (None, f"core/keeper-of-{element}", f"core/seeker-of-{another}"):
        found = faults(deck(role=role, provinces=provinces))
        assert [each.rule for each in found] == ["l5r.deck.province-per-element"] * 2
        assert {each.because["element"] for each in found} == {element, *printed.elements}


def test_a_seeker_need_not_have_a_second_province() -> None:
    assert faults(deck(role="core/seeker-of-water")) == ()


@pytest.mark.parametrize(
    ("provinces", "wrong"),
    [
        # two provinces are replaced, of which one may be
        (("elemental-fury", "rally-to-the-cause", "night-raid", "meditations-on-the-tao", "pilgrimage"), 3),
        # a third one of the element
        (("elemental-fury", "rally-to-the-cause", "endless-plains", "night-raid", "pilgrimage"), 3),
        # beside all others, not in place of one
        ((*PROVINCES, "elemental-fury"), 1),
    ],
)
def test_a_seeker_has_one_second_province(provinces: tuple[str, ...], wrong: int) -> None:
    found = [each.rule for each in faults(deck(role="core/seeker-of-water", provinces=keys(*provinces)))]
    assert found.count("l5r.deck.province-per-element") == wrong


def test_a_province_is_not_doubled() -> None:
    found = faults(deck(provinces=keys("night-raid", *PROVINCES[1:])))
    assert [each.rule for each in found] == ["l5r.deck.province-per-element"] * 2 + ["l5r.deck.province-one-copy"]
    assert found[-1].because == {"title": "Night Raid", "copies": 2, "limit": 1}


def test_a_province_of_another_clan_is_out() -> None:
    fault = only_fault(deck(provinces=keys("defend-the-wall", "secret-cache", *PROVINCES[2:])))
    assert fault.rule == "l5r.deck.province-affiliation"
    assert fault.because == {"card": "core/secret-cache", "copies": 1, "clan": "scorpion", "main": "crab"}


def test_a_dynasty_card_of_another_clan_is_out() -> None:
    fault = only_fault(deck(dynasty=dynasty_with("moto-youth", "moto-youth")))
    assert fault.rule == "l5r.deck.dynasty-affiliation"
    assert fault.because == {"card": "core/moto-youth", "copies": 2, "clan": "unicorn", "main": "crab"}


BOUGHT = ("tattooed-wanderer", "let-go", "mantra-of-fire", "tranquility", "indomitable-will")  # 2 influence each


def test_influence_buys_conflict_cards_of_one_other_clan() -> None:
    assert faults(deck(conflict=conflict_with(*BOUGHT))) == ()


def test_each_copy_costs_influence() -> None:
    fault = only_fault(deck(conflict=conflict_with(*BOUGHT, "let-go")))
    assert fault.rule == "l5r.deck.conflict-influence-budget"
    assert fault.because == {"spent": 12, "limit": 10}


@pytest.mark.parametrize(("role", "limit"), [("keeper-of-void", 13), ("seeker-of-void", 10)])
def test_a_keeper_adds_three_influence(role: str, limit: int) -> None:
    bought = conflict_with(*BOUGHT, "let-go")
    found = [each.because["limit"] for each in faults(deck(role=f"core/{role}", conflict=bought))]
    assert found == ([] if limit >= 12 else [limit])


def test_influence_is_not_spent_on_own_and_neutral_cards() -> None:
    costs = [core_pool().cards[key].influence_cost or 0 for key in deck().conflict]
    assert sum(costs) == 48
    assert faults(deck()) == ()


def test_influence_buys_of_no_second_clan() -> None:
    fault = only_fault(deck(conflict=conflict_with("let-go", "sashimono")))
    assert fault.rule == "l5r.deck.influence-one-clan"
    assert fault.because == {"clans": ["dragon", "lion"]}


def test_a_card_without_an_influence_cost_cannot_be_bought() -> None:
    fault = only_fault(deck(conflict=conflict_with("way-of-the-lion")))
    assert fault.rule == "l5r.deck.influence-cost-required"
    assert fault.because == {"card": "core/way-of-the-lion", "copies": 1, "clan": "lion"}


def test_a_conflict_deck_has_at_most_ten_characters() -> None:
    names = ("tattooed-wanderer", "tattooed-wanderer", "togashi-kazue", "togashi-kazue")
    assert faults(deck(conflict=conflict_with(*names))) == ()
    fault = only_fault(deck(conflict=conflict_with("tattooed-wanderer", *names)))
    assert fault.rule == "l5r.deck.conflict-character-cap"
    assert (fault.because, fault.text) == ({"has": 11, "limit": 10}, "The conflict deck holds 11 characters.")


def test_a_fourth_copy_is_one_too_many() -> None:
    fault = only_fault(deck(dynasty=dynasty_with("eager-scout")))
    assert fault.rule == "l5r.deck.three-copies"
    assert fault.because == {"title": "Eager Scout", "copies": 4, "limit": 3}


def test_copies_are_counted_by_title_over_both_decks() -> None:
    pool = own_event(name="eager scout")
    assert only_fault(deck(conflict=(*deck().conflict, "home/e")), pool).rule == "l5r.deck.three-copies"


def test_a_deck_limit_of_one_forbids_the_second_copy() -> None:
    fault = only_fault(deck(conflict=(*deck().conflict, "home/e", "home/e")), own_event(deck_limit=1))
    assert fault.rule == "l5r.deck.limit-x-lower"


@pytest.mark.parametrize(("copies", "rules"), [(5, []), (6, ["l5r.deck.limit-x-higher"])])
def test_a_deck_limit_of_five_permits_five_copies(copies: int, rules: list[str]) -> None:
    cards = (*deck().conflict[: 42 - copies], *("home/e",) * copies)
    assert [each.rule for each in faults(deck(conflict=cards), own_event(deck_limit=5))] == rules


@pytest.mark.parametrize(
    ("role", "has"), [(None, "none"), ("core/seeker-of-air", "seeker"), ("core/keeper-of-air", None)]
)
def test_a_card_for_keepers_needs_a_keeper(role: str | None, has: str | None) -> None:
    found = faults(deck(role=role, dynasty=dynasty_with("keeper-initiate", "keeper-initiate")))
    because = {"card": "core/keeper-initiate", "copies": 2, "needs": "keeper", "role": has}
    assert [(each.rule, each.because) for each in found] == ([("l5r.role.function", because)] if has else [])


@pytest.mark.parametrize("stronghold", ["", "core/keeper-of-air"])
def test_a_deck_needs_a_stronghold(stronghold: str) -> None:
    assert only_fault(deck(stronghold=stronghold)).rule == "l5r.deck.one-stronghold"


def test_without_a_stronghold_no_card_is_of_another_clan() -> None:
    checked = deck(stronghold="", conflict=conflict_with("way-of-the-lion", *BOUGHT, "let-go"))
    assert only_fault(checked).rule == "l5r.deck.one-stronghold"


def test_only_a_role_serves_as_a_role() -> None:
    fault = only_fault(deck(role="core/pilgrimage"))
    assert (fault.rule, fault.text) == ("l5r.deck.role-optional", "Pilgrimage belongs to the province deck.")


@pytest.mark.parametrize(
    ("part", "card", "rule", "text"),
    [
        ("dynasty", "stoic-gunso", "l5r.deck.dynasty-size", "Stoic Gunsō belongs to the conflict deck."),
        ("conflict", "hida-guardian", "l5r.deck.conflict-size", "Hida Guardian belongs to the dynasty deck."),
        ("provinces", "levy", "l5r.deck.five-provinces", "Levy belongs to the conflict deck."),
        ("dynasty", "night-raid", "l5r.deck.dynasty-size", "Night Raid belongs to the province deck."),
    ],
)
def test_a_card_of_another_deck_is_out_of_place(part: str, card: str, rule: str, text: str) -> None:
    fault = only_fault(deck(**{part: (*getattr(deck(), part), f"core/{card}")}))
    assert (fault.rule, fault.text, fault.because["card"]) == (rule, text, f"core/{card}")


@pytest.mark.parametrize("part", ["provinces", "dynasty", "conflict"])
def test_a_card_that_the_pool_lacks_is_named_with_its_copies(part: str) -> None:
    fault = only_fault(deck(**{part: (*getattr(deck(), part), "core/nobody", "core/nobody")}))
    assert (fault.rule, fault.because) == ("deck.unknown-card", {"card": "core/nobody", "copies": 2})


def test_all_faults_are_reported_not_only_the_first() -> None:
    broken = Deck("core/shiro-nishiyama", None, keys(*PROVINCES), keys("moto-youth"), keys("way-of-the-lion"))
    assert [fault.rule for fault in faults(broken)] == [
        "l5r.deck.dynasty-size",
        "l5r.deck.dynasty-affiliation",
        "l5r.deck.conflict-size",
        "l5r.deck.influence-cost-required",
    ]
