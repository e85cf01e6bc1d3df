"""The card pool: the core set's printed values, cards from plain mappings, and what is refused in them."""

from collections import Counter
from contextlib import suppress
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import Keyword, keyword_text
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import AttachTo, CardSet
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping, read_keyword
from domain.games.agot_lcg.pool.pool import core_pool, pool_from_toml
from domain.games.agot_lcg.pool.printed import Printed

HOME_SET = CardSet(id="home", name="Home Made", code="99")
MAIN_FACTIONS = (
    "stark",
    "lannister",
    "baratheon",
    "greyjoy",
    "martell",
    "nights-watch",
    "targaryen",
    "tyrell",
)


def character(**fields: Any) -> dict[str, Any]:
    return {
        "id": "sworn-sword",
        "name": "Sworn Sword",
        "type": "character",
        "cost": 2,
        "strength": 3,
    } | fields


def printed(**fields: Any) -> Printed:
    return printed_from_mapping(character(**fields), "home", where="cards[2]")


def with_home_cards(*cards: dict[str, Any]) -> Pool[Printed]:
    return core_pool().with_cards([printed_from_mapping(card, "home", "99") for card in cards], HOME_SET)


def test_all_cards_of_the_core_set_load() -> None:
    assert len(core_pool().cards) == 219
    assert sum(card.quantity for card in core_pool().cards.values()) == 242


def test_each_type_has_its_number_of_cards() -> None:
    assert Counter(card.type for card in core_pool().cards.values()) == {
        "faction": 8,
        "plot": 26,
        "agenda": 9,
        "title": 6,
        "character": 101,
        "location": 26,
        "attachment": 14,
        "event": 29,
    }


def test_each_faction_has_its_card_and_others() -> None:
    counts = Counter(card.faction for card in core_pool().cards.values())
    assert counts == dict.fromkeys(MAIN_FACTIONS, 20) | {"neutral": 59}


def test_codes_follow_the_set_and_the_position() -> None:
    pool = core_pool()
    assert pool.card("core/eddard-stark").code == "01144"
    assert sorted(pool.by_code) == [f"01{number:03}" for number in range(1, 212)]


def test_every_attachment_says_what_it_attaches_to_and_no_other_card_does() -> None:
    for card in core_pool().cards.values():
        assert (card.attach_to is not None) == (card.type == "attachment"), card.key


def test_only_cards_of_the_draw_deck_have_a_cost() -> None:
    for card in core_pool().cards.values():
        assert (card.cost is not None or card.cost_x) == (card.deck == "draw"), card.key


def test_a_cost_of_x_is_no_number() -> None:
    judgment = core_pool().card("the-hands-judgment")
    assert judgment.cost is None
    assert judgment.cost_x


def test_printed_values_of_a_plot() -> None:
    storm = core_pool().card("A Storm of Swords")
    assert (storm.income, storm.initiative, storm.claim, storm.reserve) == (3, 8, 1, 5)
    assert storm.plot_deck_limit == 2


def test_only_plots_have_a_plot_deck_limit() -> None:
    assert core_pool().card("ice").plot_deck_limit is None


def test_printed_values_of_a_character() -> None:
    tyrion = core_pool().card("tyrion-lannister")
    assert (tyrion.cost, tyrion.strength, tyrion.icons) == (5, 4, ("intrigue", "power"))
    assert tyrion.unique
    assert tyrion.keywords == (Keyword("stealth"),)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("stealth", Keyword("stealth")),
        ("Ambush (2)", Keyword("ambush", x=2)),
        ("no attachments", Keyword("no attachments")),
        ("no attachments except Weapon", Keyword("no attachments", except_=True, traits=("Weapon",))),
        (
            "no attachments except valyrian steel or R'hllor",
            Keyword("no attachments", except_=True, traits=("Valyrian Steel", "R'hllor")),
        ),
    ],
)
def test_a_keyword_is_read_as_it_is_printed(text: str, keyword: Keyword) -> None:
    assert printed(keywords=[text]).keywords == (keyword,)
    assert read_keyword(keyword_text(keyword), "card") == keyword


@pytest.mark.parametrize("type", ["faction", "plot", "agenda", "title", "location", "attachment", "event"])
@pytest.mark.parametrize("name", ["insight", "intimidate", "pillage", "renown", "stealth"])
def test_a_keyword_of_who_participates_is_of_characters_only(name: str, type: str) -> None:
    with pytest.raises(InvalidCard, match=rf"keywords\[0\]: {name} is of characters only"):
        plain(type, keywords=[name])


@pytest.mark.parametrize("type", ["faction", "plot", "agenda", "title"])
@pytest.mark.parametrize("name", ["ambush (1)", "limited", "no attachments", "terminal"])
def test_what_never_is_in_a_hand_has_no_keyword(name: str, type: str) -> None:
    with pytest.raises(InvalidCard, match=r"keywords\[0\]: .* only"):
        plain(type, keywords=[name])


@pytest.mark.parametrize(
    ("type", "name"),
    [
        *((type, name) for type in ("character", "location", "attachment") for name in ("ambush (1)", "limited")),
        ("location", "no attachments"),
        ("event", "limited"),
        ("event", "terminal"),
        ("attachment", "terminal"),
    ],
)
def test_a_keyword_stays_on_each_type_that_it_counts_on(type: str, name: str) -> None:
    assert len(plain(type, keywords=[name]).keywords) == 1


def plain(type: str, **fields: Any) -> Printed:
    needed = {"cost": 0} if type in ("character", "location", "attachment", "event") else {}
    strength = {"strength": 1} if type == "character" else {}
    return printed_from_mapping({"id": "card", "name": "Card", "type": type, **needed, **strength, **fields}, "home")


@pytest.mark.parametrize("x", ["9" * 5000, "\u0663", "-1", "x"])
def test_a_keyword_whose_number_is_none_is_refused(x: str) -> None:
    with pytest.raises(InvalidCard):
        printed(keywords=[f"ambush ({x})"])


@pytest.mark.parametrize(
    ("text", "host"),
    [
        (None, AttachTo()),
        ("any character", AttachTo()),
        ("a Night's Watch character", AttachTo(faction="nights-watch")),
        ("an Ironborn character", AttachTo(traits=("Ironborn",))),
        ("a Lord or Lady character", AttachTo(traits=("Lord", "Lady"))),
        ("a unique Stark character", AttachTo(faction="stark", unique=True)),
        ("a location you control", AttachTo(types=("location",), controller="own")),
        ("a character controlled by an opponent", AttachTo(controller="opponent")),
    ],
)
def test_an_attachment_restriction_is_read_from_its_words(text: str | None, host: AttachTo) -> None:
    fields = {"id": "cloak", "name": "Cloak", "type": "attachment", "cost": 1}
    if text:
        fields["attach_to"] = text
    assert printed_from_mapping(fields, "home").attach_to == host


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"strength": "three"}, "cards[2].strength: expected a whole number or nothing, got a text"),
        ({"strength": True}, "cards[2].strength: expected a whole number or nothing, got true or false"),
        ({"cost": -1}, "cards[2].cost: expected a whole number of at least 0"),
        ({"icons": ["military", "gold"]}, "cards[2].icons[1]: 'gold' is none of intrigue, military, power"),
        ({"traits": "Lord"}, "cards[2].traits: expected a list, got a text"),
        ({"colour": "red"}, "cards[2].colour: unknown field"),
        ({"type": "location"}, "cards[2].strength: a card of type location has none, only characters do"),
        (
            {"type": "plot", "strength": None},
            "cards[2].cost: a card of type plot has none, only characters, locations, attachments and events do",
        ),
        (
            {"type": "agenda", "strength": None, "cost": None, "income_bonus": 1},
            "cards[2].income_bonus: a card of type agenda has none, only characters, locations, attachments, events "
            "and titles do",
        ),
        ({"rivals": ["hand"]}, "cards[2].rivals: a card of type character has none, only titles do"),
        (
            {"keywords": ["limited", "terminal"]},
            "cards[2].keywords[1]: terminal is of attachments and events only: on a card of type character it would "
            "do nothing",
        ),
        (
            {"type": "location", "strength": None, "keywords": ["renown"]},
            "cards[2].keywords[0]: renown is of characters only: on a card of type location it would do nothing",
        ),
        (
            {"type": "event", "strength": None, "keywords": ["ambush (1)"]},
            "cards[2].keywords[0]: ambush is of characters, locations and attachments only: on a card of type event "
            "it would do nothing",
        ),
        ({"strength": None}, "cards[2].strength: missing, every character has one"),
        ({"keywords": ["shadow"]}, "cards[2].keywords: 'shadow' is no keyword (agot_lcg.keywords.list)"),
        (
            {"keywords": ["ambush"]},
            "cards[2].keywords: 'ambush' is no keyword (agot_lcg.keywords.list); did you mean ambush (X)?",
        ),
        (
            {"keywords": ["steath"]},
            "cards[2].keywords: 'steath' is no keyword (agot_lcg.keywords.list); did you mean stealth?",
        ),
        (
            {"keywords": ["no atachments except Weapon"]},
            "cards[2].keywords: 'no atachments except Weapon' is no keyword (agot_lcg.keywords.list); "
            "did you mean no attachments except weapon?",
        ),
        (
            {"type": "charcter"},
            "cards[2].type: 'charcter' is none of agenda, attachment, character, event, faction, location, plot, "
            "title; did you mean character?",
        ),
        (
            {"faction": "Stark"},
            "cards[2].faction: 'Stark' is none of baratheon, greyjoy, lannister, martell, neutral, nights-watch, "
            "stark, targaryen, tyrell; did you mean stark?",
        ),
        (
            {"icons": ["millitary"]},
            "cards[2].icons[0]: 'millitary' is none of intrigue, military, power; did you mean military?",
        ),
        ({"strenght": 3}, "cards[2].strenght: unknown field; did you mean strength?"),
        ({"loyal": True}, "cards[2].loyal: a loyal card belongs to a faction"),
        ({"deck": "plot"}, "cards[2].deck: a card of type character does not belong to deck 'plot'"),
        ({"deck_limit": 0}, "cards[2].deck_limit: expected a whole number of at least 1"),
    ],
)
def test_a_fault_names_the_card_and_the_field(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidCard) as fault:
        printed(**fields)
    assert str(fault.value) == message


def test_a_missing_field_is_named() -> None:
    with pytest.raises(InvalidCard, match=r"^cards\[2\]\.name: missing$"):
        printed_from_mapping({"id": "nameless", "type": "event", "cost": 0}, "home", where="cards[2]")


def test_an_attachment_restriction_that_cannot_be_read_is_named() -> None:
    fields = {"id": "cloak", "name": "Cloak", "type": "attachment", "cost": 1, "attach_to": "whoever"}
    with pytest.raises(InvalidCard, match=r"^card\.attach_to: cannot read 'whoever'"):
        printed_from_mapping(fields, "home")


def test_the_data_form_of_abilities_is_left_to_others() -> None:
    assert printed(abilities=[{"when": "anything"}]) == printed()


def test_a_scenarios_card_stands_beside_the_pools() -> None:
    pool = with_home_cards(character(number=7))
    assert pool.card("home/sworn-sword").strength == 3
    assert pool.card("99007").title == "Sworn Sword"
    assert len(pool.cards) == len(core_pool().cards) + 1


def test_a_card_is_found_by_title_whatever_its_case_and_apostrophe() -> None:
    assert core_pool().card("the hand’s  JUDGMENT").id == "the-hands-judgment"
    assert core_pool().card("Hear me roar").id == "hear-me-roar"


def test_the_pools_id_is_stable_and_follows_the_printed_values() -> None:
    stronger = with_home_cards(character(strength=4)).id
    assert core_pool().id == pool_from_toml(_toml()).id
    assert core_pool().id.startswith("core@")
    assert stronger.startswith("core+home@")
    assert stronger != with_home_cards(character()).id


def test_abilities_are_noted_in_our_own_words() -> None:
    (note,) = core_pool().card("eddard-stark").ability_notes
    assert note.kind == "reaction"
    assert note.words == "a challenge has been initiated against you; stand this character"


def test_a_packs_fault_names_the_cards_id_and_the_field() -> None:
    with pytest.raises(InvalidCard, match=r"^the-red-viper\.strength: expected a whole number or nothing, got a text$"):
        pool_from_toml(_toml().replace("strength = 7", 'strength = "7"'))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5))
def test_no_value_in_any_field_breaks_the_reading_of_a_card(value: object) -> None:
    for field in ("id", "cost", "strength", "keywords", "traits", "ability", "attach_to", "faction"):
        with suppress(InvalidCard):
            printed(**{field: value})


def _toml() -> str:
    return (files("domain.games.agot_lcg") / "cards" / "core.toml").read_text(encoding="utf-8")
