"""Reading decks: ThronesDB's text and JSON, plain lists, faults by line, and the way back to text."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.games.agot_lcg.decks.deck_building import Deck, deck_faults
from domain.games.agot_lcg.decks.website_lists import import_deck, to_thronesdb_text
from domain.games.agot_lcg.pool.card_fields import printed_from_mapping
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.pool.printed import Printed
from tests.imported_decks import check_deck_or_faults, check_unreadable, deck_in, documents, fault_in, texts

ROOT = Path(__file__).parents[6]
DECKS = ROOT / "tests" / "data" / "decks"
DEMO = ROOT / "service" / "demo"


def read(text: str, pool: Pool[Printed] | None = None) -> ImportedDeck[Deck]:
    return import_deck(text, pool or core_pool())


def deck_of(text: str, pool: Pool[Printed] | None = None) -> Deck:
    return deck_in(read(text, pool))


def only_fault(text: str, pool: Pool[Printed] | None = None) -> LineFault:
    return fault_in(read(text, pool))


def demo(name: str) -> str:
    return (DEMO / f"{name}.txt").read_text(encoding="utf-8")


def as_json(**changed: Any) -> str:
    return json.dumps({"name": "N", "faction_code": "stark", "slots": {"01153": 2}, "agendas": []} | changed)


def two_ices() -> Pool[Printed]:
    fields = {"id": "ice", "name": "Ice", "type": "location", "cost": 1}
    return core_pool().with_cards([printed_from_mapping(fields, "home")], CardSet(id="home", name="Home Made"))


@pytest.mark.parametrize(("name", "agenda", "size"), [("stark", "fealty", 64), ("lannister", "banner-of-the-stag", 66)])
def test_the_demos_decks_are_read_and_legal(name: str, agenda: str, size: int) -> None:
    deck = deck_of(demo(name))
    assert (deck.faction, deck.agenda) == (f"core/house-{name}", f"core/{agenda}")
    assert (len(deck.plots), len(deck.cards)) == (7, size)
    assert deck_faults(deck, core_pool()) == ()


@pytest.mark.parametrize("name", ["stark", "lannister"])
def test_an_exported_deck_is_read_back_unchanged(name: str) -> None:
    imported = read(demo(name))
    assert imported.deck
    assert to_thronesdb_text(imported.deck, core_pool(), imported.name) == demo(name)


def test_an_export_needs_no_agenda_and_names_each_set_of_the_deck() -> None:
    deck = Deck("core/house-stark", None, ("core/summons",), ("core/ice", "home/ice"))
    text = to_thronesdb_text(deck, two_ices(), "Two Ices")
    assert "Packs: From Core Set to Home Made" in text
    assert deck_of(text, two_ices()) == Deck(deck.faction, None, deck.plots, ("home/ice", "core/ice"))


def test_the_json_form_holds_the_same_deck_as_the_text() -> None:
    from_json = deck_of((DECKS / "stark.json").read_text(encoding="utf-8"))
    from_text = deck_of(demo("stark"))
    assert (from_json.faction, from_json.agenda) == (from_text.faction, from_text.agenda)
    assert sorted(from_json.plots) == sorted(from_text.plots)
    assert sorted(from_json.cards) == sorted(from_text.cards)


def test_a_plain_list_with_labelled_lines_holds_the_same_deck_as_the_export() -> None:
    listed = read((DECKS / "lannister_list.txt").read_text(encoding="utf-8"))
    assert listed.name == "The Stag's Debts"
    assert listed.deck
    assert sorted(listed.deck.plots) == sorted(deck_of(demo("lannister")).plots)
    assert listed.deck.cards == deck_of(demo("lannister")).cards


def test_each_fault_of_a_list_is_reported_with_its_line_and_close_titles() -> None:
    imported = read((DECKS / "faulty_list.txt").read_text(encoding="utf-8"))
    assert imported.deck is None
    assert imported.faults == (
        LineFault(3, "Fealtey", "deck.unreadable-line", ("Fealty (Core Set)",)),
        LineFault(5, "3x Edard Stark", "deck.unknown-card", ("Eddard Stark (Core Set)", "Arya Stark (Core Set)")),
        LineFault(8, "1x Ice (Some Other Set)", "deck.unknown-card", ("Ice (Core Set)",)),
        LineFault(9, "what is this?", "deck.unreadable-line"),
        LineFault(10, "2x Flying Squirrel", "deck.unknown-card"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "2x Ice",
        "2X  ICE  ",
        "2 x ice",
        "2 Ice",
        "02  ice (Core Set)",
        "2× Ice",
        "2x Ice (Core Set)",
        "2x Ice (core)",
        "#153 2x Ice (Core Set)",
        "2x Ice | #01153 Core Set",
        "2x core/ice",
        "2x 01153",
    ],
)
def test_a_card_line_is_read_in_each_of_its_spellings(line: str) -> None:
    assert deck_of(f"House Stark\n{line}").cards == ("core/ice", "core/ice")


@pytest.mark.parametrize(
    "line", ["The Night's Watch", "the nights watch", "Faction: Night’s Watch", "House: thenightswatch"]
)
def test_a_faction_is_known_by_each_of_its_names(line: str) -> None:
    assert deck_of(f"Some deck\n{line}").faction == "core/the-nights-watch"


def test_headings_and_ornaments_are_passed_over() -> None:
    lines = [
        "Mine",
        "House Stark",
        "Packs: From Core Set (3) to Core Set",
        "---- Core Set ----",
        "Events (1):",
    ]
    assert deck_of("\r\n".join([*lines, "// mine", "1x Winter Is Coming"])).cards == ("core/winter-is-coming",)


def test_an_exports_first_line_is_its_name_even_where_a_card_bears_it() -> None:
    imported = read("House Lannister\n\nHouse Stark\nFealty\n\nPacks: Core Set\n\n1x Ice (Core Set)")
    assert imported.name == "House Lannister"
    assert imported.deck == Deck("core/house-stark", "core/fealty", (), ("core/ice",))


@pytest.mark.parametrize("lines", ["1x Ice (Home Made)", "Locations\n1x Ice"])
def test_the_set_or_the_heading_tells_two_cards_of_a_title_apart(lines: str) -> None:
    assert deck_of(f"House Stark\n{lines}", two_ices()).cards == ("home/ice",)


def test_a_second_faction_is_a_fault_of_its_line() -> None:
    fault = only_fault("House Stark\n1x Ice\nHouse Tyrell")
    assert (fault.line, fault.rule) == (3, "agot_lcg.deckbuilding.one-faction-card")


def test_several_copies_of_the_faction_are_a_fault_of_their_line() -> None:
    fault = only_fault("3x House Stark (Core Set)\n3x Ice")
    assert (fault.line, fault.rule) == (1, "agot_lcg.deckbuilding.one-faction-card")
    fault = only_fault("House Stark\n2x Fealty\n3x Ice")
    assert (fault.line, fault.rule) == (2, "agot_lcg.agenda.at-most-one")


def test_a_second_agenda_is_a_fault_of_its_line() -> None:
    fault = only_fault("House Stark\nFealty\n1x Banner of the Stag")
    assert (fault.line, fault.rule) == (3, "agot_lcg.agenda.at-most-one")


def test_a_list_without_a_faction_is_no_deck() -> None:
    assert only_fault("3x Ice").rule == "agot_lcg.deckbuilding.one-faction-card"


def test_a_faction_that_nobody_knows_is_named() -> None:
    fault = only_fault("Mine\nFaction: House Stork")
    assert fault == LineFault(2, "Faction: House Stork", "deck.unknown-card", ("House Stark (Core Set)",))


def test_codes_without_a_card_are_reported_at_their_line_of_the_json() -> None:
    text = json.dumps({"faction_code": "stark", "slots": {"01153": 2, "77001": 1}}, indent=1)
    assert only_fault(text) == LineFault(5, "77001", "deck.unknown-card")


def test_an_agenda_in_the_slots_and_in_the_agendas_is_one_agenda() -> None:
    deck = deck_of(as_json(slots={"01153": 2, "01027": 1}, agendas=["01027"]))
    assert deck == Deck("core/house-stark", "core/fealty", (), ("core/ice", "core/ice"))


def test_an_empty_deck_has_an_empty_list_of_slots() -> None:
    assert deck_of(as_json(slots=[])) == Deck("core/house-stark", None, (), ())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON: Expecting property name"),
        ('{"faction_code": "stark", "slots": {"01153": 2, "01153": 1}}', "the name '01153' stands twice in one object"),
        ("{}", "deck.faction_code: missing"),
        (as_json(slots={"01153": "two"}), "deck.slots"),
        (as_json(slots={"01153": -1}), "deck.slots"),
        (as_json(agendas="01027"), "deck.agendas: expected a list"),
    ],
)
def test_json_of_another_shape_is_refused_with_the_field(text: str, said: str) -> None:
    check_unreadable(read(text), said)


TITLES = [card.title for card in core_pool().cards.values()]
LABELS = ["Faction", "Agenda", "Plots", "Deck"]


@settings(max_examples=60, deadline=None)
@given(texts(TITLES, LABELS))
def test_no_text_makes_the_import_raise(text: str) -> None:
    check_deck_or_faults(read(text))


@settings(max_examples=60, deadline=None)
@given(documents("name", "faction_code", "slots", "agendas"))
def test_no_json_document_makes_the_import_raise(document: dict[str, object]) -> None:
    check_deck_or_faults(read(json.dumps(document)))
