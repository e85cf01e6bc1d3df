"""Reading decks: lists of deck builders, the JSON of sites, plain lists, faults by line, and the way back to text."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.games.l5r.decks.deck_building import Deck, deck_faults
from domain.games.l5r.decks.website_lists import import_deck, to_text
from domain.games.l5r.pool.card_fields import printed_from_mapping
from domain.games.l5r.pool.pool import core_pool
from domain.games.l5r.pool.printed import Printed
from tests.imported_decks import check_deck_or_faults, check_unreadable, deck_in, documents, fault_in, texts

DECKS = Path(__file__).parents[6] / "tests" / "data" / "decks"
HOLD = "Mine\nShizuka Toshi"


def read(text: str, pool: Pool[Printed] | None = None) -> ImportedDeck[Deck]:
    return import_deck(text, pool or core_pool())


def deck_of(text: str, pool: Pool[Printed] | None = None) -> Deck:
    return deck_in(read(text, pool))


def only_fault(text: str, pool: Pool[Printed] | None = None) -> LineFault:
    return fault_in(read(text, pool))


def stored(name: str) -> str:
    return (DECKS / f"l5r_{name}").read_text(encoding="utf-8")


def counted(deck: Deck) -> tuple[str, str | None, list[Counter[str]]]:
    """A deck without the order of its cards."""
    return deck.stronghold, deck.role, [Counter(each) for each in (deck.provinces, deck.dynasty, deck.conflict)]


def as_json(**changed: Any) -> str:
    return json.dumps({"name": "N", "cards": {"shizuka-toshi": 1, "fine-katana": 2}} | changed)


def two_katanas() -> Pool[Printed]:
    fields = {"id": "fine-katana", "name": "Fine Katana", "type": "event", "cost": 1}
    return core_pool().with_cards([printed_from_mapping(fields, "home")], CardSet(id="home", name="Home Made"))


@pytest.mark.parametrize(
    ("name", "stronghold", "role", "sizes", "boxes"),
    [
        ("crane", "shizuka-toshi", "keeper-of-air", (40, 40), 2),
        ("lion", "yojin-no-shiro", "seeker-of-water", (40, 42), 2),
        ("phoenix", "isawa-mori-seido", "keeper-of-void", (40, 43), 2),
        ("scorpion", "city-of-the-open-hand", None, (30, 30), 1),
    ],
)
def test_the_decks_of_one_or_two_core_sets_are_read_and_legal(
    name: str, stronghold: str, role: str | None, sizes: tuple[int, int], boxes: int
) -> None:
    deck = deck_of(stored(f"{name}.txt"))
    assert (deck.stronghold, deck.role) == (f"core/{stronghold}", f"core/{role}" if role else None)
    assert (len(deck.provinces), len(deck.dynasty), len(deck.conflict)) == (5, *sizes)
    assert deck_faults(deck, core_pool(), single_core=boxes == 1) == ()
    copies = Counter((*deck.provinces, *deck.dynasty, *deck.conflict))
    assert max(-(-n // core_pool().cards[key].quantity) for key, n in copies.items()) == boxes


@pytest.mark.parametrize("name", ["crane", "lion", "phoenix", "scorpion"])
def test_a_written_deck_is_read_back_unchanged(name: str) -> None:
    imported = read(stored(f"{name}.txt"))
    assert imported.deck
    assert to_text(imported.deck, core_pool(), imported.name) == stored(f"{name}.txt")


def test_the_json_of_emeralddb_holds_the_same_deck_as_the_text() -> None:
    imported = read(stored("lion_emerald.json"))
    assert imported.name == "No Step Back"
    assert imported.deck
    assert counted(imported.deck) == counted(deck_of(stored("lion.txt")))


def test_an_answer_of_fiveringsdb_holds_the_same_deck_as_the_text() -> None:
    imported = read(stored("phoenix_fiveringsdb.json"))
    assert imported.name == "Lanterns over Water"
    assert imported.deck
    assert counted(imported.deck) == counted(deck_of(stored("phoenix.txt")))


@pytest.mark.parametrize("envelope", ["record", "record.head", "records", "records.head", "head"])
def test_a_deck_is_read_in_each_envelope_of_a_site(envelope: str) -> None:
    deck: Any = json.loads(stored("lion_emerald.json"))
    for name in reversed(envelope.split(".")):
        deck = {name: [deck] if name == "records" else deck, "success": True}
    imported = read(json.dumps(deck))
    assert imported.name == "No Step Back"
    assert imported.deck
    assert counted(imported.deck) == counted(deck_of(stored("lion.txt")))


def test_a_mapping_of_cards_alone_is_a_deck() -> None:
    document = json.loads(stored("lion_emerald.json"))
    assert counted(deck_of(json.dumps(document["cards"]))) == counted(deck_of(stored("lion.txt")))


def test_a_plain_list_with_labelled_lines_holds_the_same_deck_as_the_sections() -> None:
    listed = read(stored("crane_list.txt"))
    assert listed.name == "Gardens in Bloom"
    assert listed.deck
    assert counted(listed.deck) == counted(deck_of(stored("crane.txt")))


def test_each_fault_of_a_list_is_reported_with_its_line_and_close_titles() -> None:
    imported = read(stored("faulty_list.txt"))
    assert imported.deck is None
    assert imported.faults == (
        LineFault(3, "Stronghold: Shizuka Tochi", "deck.unknown-card", ("Shizuka Toshi (Core Set)",)),
        LineFault(4, "Role: Keeper of Air, Seeker of Air", "l5r.role.max-one"),
        LineFault(6, "3x Doji Whsperer", "deck.unknown-card", ("Doji Whisperer (Core Set)",)),
        LineFault(9, "1x Fine Katana (Some Other Set)", "deck.unknown-card", ("Fine Katana (Core Set)",)),
        LineFault(10, "what is this?", "deck.unreadable-line"),
        LineFault(11, "2x Flying Squirrel", "deck.unknown-card"),
    )


@pytest.mark.parametrize(
    "line",
    [
        "2x Fine Katana",
        "2X  FINE KATANA  ",
        "2 x fine katana",
        "2 Fine Katana",
        "02  fine katana (Core Set)",
        "2× Fine Katana",
        "2x Fine Katana (Core Set)",
        "2x Fine Katana (core)",
        "2x core/fine-katana",
        "2x fine-katana",
        "#153 2x Fine Katana (Core Set)",
        "2x Fine Katana | #01200 Core Set",
    ],
)
def test_a_card_line_is_read_in_each_of_its_spellings(line: str) -> None:
    assert deck_of(f"{HOLD}\n{line}").conflict == ("core/fine-katana", "core/fine-katana")


@pytest.mark.parametrize("line", ["1x Daimyo's Favor", "1 daimyō’s favor", "Daimyo's Favor (Core Set)"])
def test_a_title_needs_no_accents(line: str) -> None:
    assert deck_of(f"{HOLD}\n{line}").conflict == ("core/daimyo-s-favor",)


def test_each_card_goes_to_its_own_deck_whatever_the_heading() -> None:
    lines = ["Conflict Deck (3)", "1x Doji Whisperer", "Dynasty Deck", "1x Voice of Honor", "1x Night Raid"]
    deck = deck_of("\n".join([HOLD, "Keeper of Fire", *lines]))
    assert deck == Deck(
        "core/shizuka-toshi",
        "core/keeper-of-fire",
        ("core/night-raid",),
        ("core/doji-whisperer",),
        ("core/voice-of-honor",),
    )


def test_headings_and_ornaments_are_passed_over() -> None:
    lines = [
        "Mine",
        "Clan: Crane",
        "Format: Standard",
        "Influence: 0/10, 10 remaining",
        "The Crane Clan",
        "Stronghold (1)",
        "1x Shizuka Toshi (Core Set)",
        "Province Deck (0):",
        "Dynasty Holdings",
        "---- Core Set ----",
        "// mine",
        "1x Artisan Academy (Core Set)",
    ]
    assert deck_of("\r\n".join(lines)).dynasty == ("core/artisan-academy",)


@pytest.mark.parametrize("lines", ["1x Fine Katana (Home Made)", "Conflict Events\n1x Fine Katana"])
def test_the_set_or_the_heading_tells_two_cards_of_a_title_apart(lines: str) -> None:
    assert deck_of(f"{HOLD}\n{lines}", two_katanas()).conflict == ("home/fine-katana",)


@pytest.mark.parametrize("id", ["fine-katana", "01-fine-katana"])
def test_an_id_of_a_site_may_have_the_code_of_the_set(id: str) -> None:
    deck = deck_of(json.dumps({"cards": {"01-shizuka-toshi": 1, id: 2}}))
    assert (deck.stronghold, deck.conflict) == ("core/shizuka-toshi", ("core/fine-katana",) * 2)


@pytest.mark.parametrize("id", ["02-fine-katana", "-fine-katana", "01-", "01-core", "fine-katana-01"])
def test_an_id_with_the_code_of_no_set_is_of_no_card(id: str) -> None:
    assert only_fault(as_json(cards={"shizuka-toshi": 1, id: 2})).rule == "deck.unknown-card"


def test_a_second_stronghold_is_a_fault_of_its_line() -> None:
    fault = only_fault(f"{HOLD}\n1x Fine Katana\nShiro Nishiyama")
    assert (fault.line, fault.rule) == (4, "l5r.deck.one-stronghold")


def test_a_second_role_is_a_fault_of_its_line() -> None:
    fault = only_fault(f"{HOLD}\nKeeper of Air\n1x Seeker of Air")
    assert (fault.line, fault.rule) == (4, "l5r.role.max-one")


@pytest.mark.parametrize("text", ["3x Fine Katana", '{"fine-katana": 3}', "{}", '{"cards": []}'])
def test_a_list_without_a_stronghold_is_no_deck(text: str) -> None:
    assert only_fault(text).rule == "l5r.deck.one-stronghold"


def test_an_id_without_a_card_is_reported_at_its_line_of_the_json_with_what_was_meant() -> None:
    text = json.dumps({"cards": {"shizuka-toshi": 1, "doji-whsperer": 3, "flying-squirrel": 1}}, indent=1)
    assert read(text).faults == (
        LineFault(4, "doji-whsperer", "deck.unknown-card", ("Doji Whisperer (Core Set)",)),
        LineFault(5, "flying-squirrel", "deck.unknown-card"),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON: Expecting property name"),
        ('{"cards": {"levy": 2, "levy": 1}}', "the name 'levy' stands twice in one object"),
        (as_json(cards={"levy": "two"}), 'deck.cards[levy]: expected a number of copies from 0 to 99, found "two"'),
        (
            as_json(cards={"banzai": 3, "levy": -1}),
            "deck.cards[levy]: expected a number of copies from 0 to 99, found -1",
        ),
        ('{"record": {"head": {"cards": {"levy": 1.5}}}}', "deck.record.head.cards[levy]: expected a number of copies"),
        (as_json(cards=3), "deck.cards"),
        (as_json(name=3), "deck.name: expected a text"),
        ('{"record": {"name": "N"}}', "deck.record.cards: missing"),
        ('{"records": [], "size": 0}', "deck.records: expected one deck, found 0"),
        ('{"records": [{"cards": {}}, {"cards": {}}]}', "deck.records: expected one deck, found 2"),
        ('{"records": [{"cards": {"levy": 150}}]}', "deck.records[0].cards[levy]: expected a number of copies"),
        ('{"records": [{"name": "N"}]}', "deck.records[0].cards: missing"),
        ('{"slots": {"levy": 1}}', "deck[slots]: expected a card with its copies, where there is no field cards"),
    ],
)
def test_json_of_another_shape_is_refused_with_the_field(text: str, said: str) -> None:
    check_unreadable(read(text), said)


TITLES = [card.title for card in core_pool().cards.values()]
LABELS = ["Stronghold", "Role", "Provinces", "Deck"]


@settings(max_examples=60, deadline=None)
@given(texts(TITLES, LABELS))
def test_no_text_makes_the_import_raise(text: str) -> None:
    check_deck_or_faults(read(text))


@settings(max_examples=60, deadline=None)
@given(documents("name", "cards", "record", "shizuka-toshi"))
def test_no_json_document_makes_the_import_raise(document: dict[str, object]) -> None:
    check_deck_or_faults(read(json.dumps(document)))
