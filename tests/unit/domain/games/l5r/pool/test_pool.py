"""The card pool: the core set's printed values, cards from plain mappings, and what is refused in them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import Keyword, keyword_text
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import AttachTo, CardSet
from domain.games.l5r.pool.card_fields import printed_from_mapping, read_keyword
from domain.games.l5r.pool.pool import core_fields, core_pool, core_text, pool_from_toml
from domain.games.l5r.pool.printed import CLAN_NAMES, ELEMENTS, Printed

HOME_SET = CardSet(id="home", name="Home Made", code="99")


def character(**fields: Any) -> dict[str, Any]:
    return {
        "id": "gate-guard",
        "name": "Gate Guard",
        "type": "character",
        "cost": 2,
        "military": 3,
        "political": "-",
        "glory": 1,
    } | fields


def printed(**fields: Any) -> Printed:
    return printed_from_mapping(character(**fields), "home", where="cards[2]")


NEEDED: dict[str, dict[str, Any]] = {
    "stronghold": {"starting_honor": 10, "fate_value": 7, "influence_value": 10},
    "province": {"strength": 4, "elements": ["air"]},
    "role": {"role": "keeper"},
    "character": {"cost": 0, "military": 1, "political": 1, "glory": 0},
    "attachment": {"cost": 0},
    "event": {"cost": 0},
    "holding": {},
}


def plain(type: str, **fields: Any) -> Printed:
    return printed_from_mapping({"id": "card", "name": "Card", "type": type, **NEEDED[type], **fields}, "home")


def with_home_cards(*cards: dict[str, Any]) -> Pool[Printed]:
    return core_pool().with_cards([printed_from_mapping(card, "home", "99") for card in cards], HOME_SET)


def test_all_cards_of_the_core_set_load() -> None:
    assert len(core_pool().cards) == 223
    assert sum(card.quantity for card in core_pool().cards.values()) == 259


def test_each_type_has_its_number_of_cards() -> None:
    assert Counter(card.type for card in core_pool().cards.values()) == {
        "stronghold": 7,
        "province": 17,
        "role": 10,
        "character": 110,
        "attachment": 24,
        "event": 46,
        "holding": 9,
    }


def test_each_deck_has_its_number_of_cards() -> None:
    assert Counter(card.deck for card in core_pool().cards.values()) == {
        "stronghold": 7,
        "province": 17,
        "role": 10,
        "dynasty": 105,
        "conflict": 84,
    }


def test_each_clan_has_one_stronghold_and_one_province() -> None:
    for type in ("stronghold", "province"):
        clans = Counter(card.clan for card in core_pool().cards.values() if card.type == type)
        assert [clans[clan] for clan in CLAN_NAMES] == [1] * 7  # type: ignore[index]


def test_each_element_has_a_keeper_a_seeker_and_neutral_provinces() -> None:
    cards = core_pool().cards.values()
    roles = {(card.role, *card.elements) for card in cards if card.type == "role"}
    assert roles == {(role, element) for role in ("keeper", "seeker") for element in ELEMENTS}
    neutral = Counter(card.elements for card in cards if card.type == "province" and card.clan == "neutral")
    assert neutral == {(element,): 2 for element in ELEMENTS}


def test_each_card_has_its_number_in_the_set() -> None:
    numbers = [card.number for card in core_pool().cards.values()]
    sides = [f"{number}{side}" for number in range(214, 219) for side in "AB"]
    assert sorted(numbers) == sorted([*map(str, range(1, 214)), *sides])
    assert (core_pool().card("01074").number, core_pool().card("01214B").id) == ("74", "seeker-of-air")


def test_only_characters_have_skills_and_glory() -> None:
    for card in core_pool().cards.values():
        if card.type != "character":
            assert (card.military, card.political, card.glory) == (None, None, 0), card.key


def test_only_played_cards_have_a_cost() -> None:
    for card in core_pool().cards.values():
        assert (card.cost is not None) == (card.type in ("character", "attachment", "event")), card.key


def test_every_attachment_says_what_it_attaches_to_and_no_other_card_does() -> None:
    for card in core_pool().cards.values():
        assert (card.attach_to is not None) == (card.type == "attachment"), card.key


def test_every_conflict_card_of_a_clan_is_bought_or_only_for_its_own_clan() -> None:
    for key, fields in core_fields().items():
        card = core_pool().cards[key]
        if card.deck == "conflict":
            assert ("influence_cost" in fields) != (fields.get("splash") is False), key
    own = [card.id for card in core_pool().cards.values() if card.deck == "conflict" and card.influence_cost is None]
    assert own == [f"way-of-the-{clan}" for clan in CLAN_NAMES]


def test_neutral_cards_need_no_influence() -> None:
    neutral = [card for card in core_pool().cards.values() if card.clan == "neutral"]
    assert not any(card.influence_cost or card.splash for card in neutral)


def test_printed_values_of_a_stronghold() -> None:
    card = core_pool().card("Shizuka Toshi")
    assert (card.starting_honor, card.fate_value, card.influence_value, card.strength_bonus) == (11, 7, 10, 2)
    assert (card.clan, card.faction, card.deck, card.deck_limit) == ("crane", "crane", "stronghold", 1)


def test_printed_values_of_a_province() -> None:
    card = core_pool().card("endless-plains")
    assert (card.strength, card.elements, card.deck_limit, card.quantity) == (2, ("water",), 1, 1)
    assert core_pool().card("night-raid").quantity == 2


def test_printed_values_of_a_role() -> None:
    keeper, seeker = core_pool().card("keeper-of-void"), core_pool().card("seeker-of-void")
    assert (keeper.role, keeper.elements, keeper.influence_bonus) == ("keeper", ("void",), 3)
    assert (seeker.role, seeker.elements, seeker.influence_bonus) == ("seeker", ("void",), 0)


def test_printed_values_of_a_character() -> None:
    toturi = core_pool().card("akodo-toturi")
    assert (toturi.cost, toturi.military, toturi.political, toturi.glory) == (5, 6, 3, 3)
    assert toturi.unique
    assert (toturi.deck, toturi.deck_limit, toturi.influence_cost) == ("dynasty", 3, None)


def test_a_dash_is_no_number_and_a_zero_is_one() -> None:
    soshi, giver = core_pool().card("sinister-soshi"), core_pool().card("doji-gift-giver")
    assert (soshi.military, soshi.political) == (None, None)
    assert (giver.military, giver.political) == (0, 2)
    dashes = [card for card in core_pool().cards.values() if card.type == "character"]
    assert [sum(card.military is None for card in dashes), sum(card.political is None for card in dashes)] == [6, 5]


def test_printed_values_of_an_attachment() -> None:
    fan, daisho = core_pool().card("ornate-fan"), core_pool().card("ancestral-daisho")
    assert (fan.cost, fan.military_bonus, fan.political_bonus) == (0, 0, 2)
    assert daisho.keywords == (Keyword("ancestral"), Keyword("restricted"))
    assert core_pool().card("watch-commander").copies_per_host == 1


def test_a_bonus_of_x_is_no_number() -> None:
    born = core_pool().card("born-in-war")
    assert (born.military_bonus, born.military_bonus_x, born.political_bonus_x) == (0, True, False)
    assert plain("attachment", political_bonus="+X").political_bonus_x


def test_a_cost_of_x_is_no_number() -> None:
    card = plain("event", cost="X")
    assert (card.cost, card.cost_x) == (None, True)


def test_printed_values_of_a_holding() -> None:
    card = core_pool().card("borderlands-fortifications")
    assert (card.type, card.deck, card.strength_bonus, card.cost) == ("holding", "dynasty", 2, None)


def test_a_keeper_is_asked_for_by_print() -> None:
    restricted = {card.id: card.role_restriction for card in core_pool().cards.values() if card.role_restriction}
    assert restricted == {"keeper-initiate": "keeper", "seeker-initiate": "seeker"}


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("covert", Keyword("covert")),
        ("Pride", Keyword("pride")),
        ("no attachments", Keyword("no attachments")),
        ("no attachments except Weapon", Keyword("no attachments", except_=True, traits=("Weapon",))),
        (
            "no attachments except monk or tattoo",
            Keyword("no attachments", except_=True, traits=("Monk", "Tattoo")),
        ),
    ],
)
def test_a_keyword_is_read_as_it_is_printed(text: str, keyword: Keyword) -> None:
    assert printed(keywords=[text]).keywords == (keyword,)
    assert read_keyword(keyword_text(keyword), "card") == keyword


@pytest.mark.parametrize(
    ("type", "name"),
    [
        *((type, "ancestral") for type in NEEDED if type != "attachment"),
        *((type, "restricted") for type in NEEDED if type != "attachment"),
        *((type, name) for type in NEEDED if type != "character" for name in ("covert", "pride")),
        *((type, name) for type in ("stronghold", "province", "role", "event") for name in ("courtesy", "sincerity")),
        *((type, "limited") for type in ("stronghold", "province", "role", "holding")),
        *((type, "no attachments") for type in ("role", "event")),
    ],
)
def test_a_keyword_that_would_do_nothing_is_refused(type: str, name: str) -> None:
    with pytest.raises(InvalidCard, match=rf"keywords\[0\]: {name} is of .* only: on a card of type {type}"):
        plain(type, keywords=[name])


@pytest.mark.parametrize(
    ("text", "host"),
    [
        (None, AttachTo()),
        ("any character", AttachTo()),
        ("a character you control", AttachTo(controller="own")),
        ("a Bushi character you control", AttachTo(traits=("Bushi",), controller="own")),
        ("a unique Crab character", AttachTo(faction="crab", unique=True)),
        ("a holding you control", AttachTo(types=("holding",), controller="own")),
        ("any province", AttachTo(types=("province",))),
    ],
)
def test_an_attachment_restriction_is_read_from_its_words(text: str | None, host: AttachTo) -> None:
    assert plain("attachment", **({"attach_to": text} if text else {})).attach_to == host


@pytest.mark.parametrize(
    ("type", "side", "deck"),
    [
        ("character", None, "dynasty"),
        ("character", "conflict", "conflict"),
        ("event", None, "conflict"),
        ("event", "dynasty", "dynasty"),
        ("attachment", None, "conflict"),
        ("holding", "dynasty", "dynasty"),
        ("province", None, "province"),
        ("role", None, "role"),
        ("stronghold", None, "stronghold"),
    ],
)
def test_the_side_or_the_type_says_in_which_deck_a_card_belongs(type: str, side: str | None, deck: str) -> None:
    assert plain(type, **({"side": side} if side else {})).deck == deck


@pytest.mark.parametrize(("type", "limit"), [("event", 3), ("holding", 3), ("province", 1), ("role", 1)])
def test_a_card_without_a_limit_has_the_usual_one(type: str, limit: int) -> None:
    assert plain(type).deck_limit == limit
    assert plain(type, deck_limit=2).deck_limit == 2


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"military": "three"}, "cards[2].military: 'three' is none of -, and not a whole number"),
        ({"military": "--"}, "cards[2].military: "),
        ({"glory": -1}, "cards[2].glory: expected a whole number of at least 0"),
        ({"glory": None}, "cards[2].glory: missing, every character has one"),
        ({"military": None}, "cards[2].military: missing, every character has one"),
        ({"traits": "Bushi"}, "cards[2].traits: expected a list, got a text"),
        ({"colour": "red"}, "cards[2].colour: unknown field"),
        ({"polical": 3}, "cards[2].polical: unknown field; did you mean political?"),
        (
            {"type": "holding"},
            "cards[2].cost: a card of type holding has none, only characters, attachments and events",
        ),
        ({"elements": ["air"]}, "cards[2].elements: a card of type character has none, only provinces and roles do"),
        ({"strength": 3}, "cards[2].strength: a card of type character has none, only provinces do"),
        ({"fate_value": 7}, "cards[2].fate_value: a card of type character has none, only strongholds do"),
        ({"role": "keeper"}, "cards[2].role: a card of type character has none, only roles do"),
        ({"attach_to": "any character"}, "cards[2].attach_to: a card of type character has none, only attachments do"),
        (
            {"role_restriction": "keepr"},
            "cards[2].role_restriction: 'keepr' is none of keeper, seeker; did you mean keeper?",
        ),
        (
            {"type": "charcter"},
            "cards[2].type: 'charcter' is none of attachment, character, event, holding, province, ",
        ),
        (
            {"clan": "crabb"},
            "cards[2].clan: 'crabb' is none of crab, crane, dragon, lion, neutral, phoenix, scorpion, ",
        ),
        (
            {"keywords": ["covret"]},
            "cards[2].keywords: 'covret' is no keyword (l5r.keyword.core-set-list); did you mean covert?",
        ),
        (
            {"keywords": ["ancestral"]},
            "cards[2].keywords[0]: ancestral is of attachments only: on a card of type character",
        ),
        (
            {"side": "province"},
            "cards[2].side: a card of type character is on the side dynasty or conflict, not province",
        ),
        (
            {"influence_cost": 1},
            "cards[2].influence_cost: a card of the dynasty deck has none, only cards of the conflict",
        ),
        ({"splash": False}, "cards[2].splash: a card of the dynasty deck has none, only cards of the conflict deck do"),
        (
            {"side": "conflict", "splash": True},
            "cards[2].splash: a card has an influence cost, or it is only for decks",
        ),
        (
            {"side": "conflict", "splash": False, "influence_cost": 1},
            "cards[2].splash: a card has an influence cost, or it is only for decks of its own clan",
        ),
        ({"deck_limit": 0}, "cards[2].deck_limit: expected a whole number of at least 1"),
        ({"number": "214AB"}, "cards[2].number: "),
    ],
)
def test_a_fault_names_the_card_and_the_field(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidCard) as fault:
        printed(**fields)
    assert str(fault.value).startswith(message)


@pytest.mark.parametrize(
    ("type", "field"),
    [(type, field) for type, fields in NEEDED.items() for field in fields],
)
def test_what_every_card_of_a_type_has_is_missed(type: str, field: str) -> None:
    with pytest.raises(InvalidCard, match=rf"^card\.{field}: missing, every {type} has one$"):
        plain(type, **{field: None})


def test_an_attachment_restriction_that_cannot_be_read_is_named() -> None:
    with pytest.raises(InvalidCard, match=r"cannot read 'whoever'; expected as 'a unique Crab character'"):
        plain("attachment", attach_to="whoever")


def test_the_data_form_of_abilities_is_left_to_others() -> None:
    assert printed(abilities=[{"when": "anything"}]) == printed()


def test_a_scenarios_card_stands_beside_the_pools() -> None:
    pool = with_home_cards(character(number=7))
    assert (pool.card("home/gate-guard").military, pool.card("99007").title) == (3, "Gate Guard")
    assert len(pool.cards) == len(core_pool().cards) + 1


def test_a_card_is_found_by_title_whatever_its_case_accents_and_apostrophe() -> None:
    assert core_pool().card("mountain’s  ANVIL castle").id == "mountain-s-anvil-castle"
    assert core_pool().card("Hiruma Yojimbo").id == "hiruma-yojimbo"
    assert core_pool().card("for shame").id == "for-shame"


def test_the_pools_id_is_stable_and_follows_the_printed_values() -> None:
    stronger = with_home_cards(character(military=4)).id
    assert core_pool().id == pool_from_toml(core_text()).id
    assert stronger != with_home_cards(character()).id
    assert with_home_cards(character(political=0)).id != with_home_cards(character()).id


def test_a_sets_fault_names_the_cards_id_and_the_field() -> None:
    with pytest.raises(InvalidCard, match=r"^hida-kisada\.military: "):
        pool_from_toml(core_text().replace("military = 7", 'military = "7"'))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5))
def test_no_value_in_any_field_breaks_the_reading_of_a_card(value: object) -> None:
    for field in ("id", "cost", "military", "keywords", "traits", "number", "side", "clan", "elements", "splash"):
        with suppress(InvalidCard):
            printed(**{field: value})
