"""Lists of decks read line by line: spellings of a line, headings, labels, and faults by line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.pool.pool import Pool
from tests.deck_lists import read_list, with_another_heron
from tests.examples.kites.pool import Deck, Printed, first_wind
from tests.imported_decks import check_deck_or_faults, deck_in, fault_in, texts


def read(text: str, pool: Pool[Printed] | None = None) -> ImportedDeck[Deck]:
    return read_list(text, pool or first_wind())


def deck_of(text: str, pool: Pool[Printed] | None = None) -> Deck:
    return deck_in(read(text, pool))


def only_fault(text: str, pool: Pool[Printed] | None = None) -> LineFault:
    return fault_in(read(text, pool))


@pytest.mark.parametrize(
    "line",
    [
        "2x Heron",
        "2X  HERON  ",
        "2 x heron",
        "2 Heron",
        "02  heron (First Wind)",
        "2× Heron",
        "2x Heron (first)",
        "#3 2x Heron (First Wind)",
        "2x Heron | #01003 First Wind",
        "2x first/heron",
        "2x 01003",
        "Kites: 2x Heron",
        "kites : Heron, Heron",
        "Kites: heron; 1x Heron",
    ],
)
def test_a_card_is_read_in_each_spelling_of_its_line(line: str) -> None:
    assert deck_of(f"Old Marta\n{line}") == Deck("first/old-marta", ("first/heron", "first/heron"))


@pytest.mark.parametrize("line", ["Old Marta", "marta", "Flyer: Marta", "flyer: old", "1x Old Marta", "Flyer\nMarta"])
def test_a_card_is_read_by_what_players_call_it(line: str) -> None:
    assert deck_of(f"My kites\n{line}\nHeron").flyer == "first/old-marta"


def test_the_first_line_is_the_name_where_it_says_nothing_else() -> None:
    assert read("My kites\nMarta\n1x Wren").name == "My kites"
    assert read("Marta\nName: My kites\n1x Wren").name == "My kites"
    assert read("Deck: Mine: all\nMarta").name == "Mine: all"
    assert read("2 Pears\nMarta").name == "2 Pears"


def test_the_first_line_of_an_export_is_its_name_even_where_a_card_bears_it() -> None:
    imported = read("Young Tom\n\nMarta\nFrom set: First Wind\n1x Wren")
    assert (imported.name, imported.deck) == ("Young Tom", Deck("first/old-marta", ("first/wren",)))
    assert read("1x Wren\nMarta\nFrom set: First Wind").deck == Deck("first/old-marta", ("first/wren",))


def test_headings_comments_and_rulers_are_passed_over() -> None:
    lines = ["Mine", "Marta", "---- Kites ----", "Kites (1):", "bag", "// mine", "# mine", "printed on a press"]
    assert deck_of("\r\n".join([*lines, "at https://example.org/1", "1x Wren"])).bag == ("first/wren",)


@pytest.mark.parametrize("lines", ["1x Heron (First Wind)", "Kites\n1x Heron"])
def test_the_set_or_the_heading_tells_two_cards_of_a_title_apart(lines: str) -> None:
    assert deck_of(f"Marta\n{lines}", with_another_heron()).bag == ("first/heron",)


def test_a_title_of_two_sets_is_ambiguous() -> None:
    assert only_fault("Marta\n1x Heron", with_another_heron()) == LineFault(
        2, "1x Heron", "deck.ambiguous-card", ("Heron (First Wind)", "heron! (Second Wind)")
    )


def test_each_fault_has_its_line_and_what_was_meant() -> None:
    assert read("Mine\nFlyer: Martha\n3x Hron\nwhat is this?\n1x Squirrel\n3 Wrun\n").faults == (
        LineFault(2, "Flyer: Martha", "deck.unknown-card"),
        LineFault(3, "3x Hron", "deck.unknown-card", ("Heron (First Wind)",)),
        LineFault(4, "what is this?", "deck.unreadable-line"),
        LineFault(5, "1x Squirrel", "deck.unknown-card"),
        LineFault(6, "3 Wrun", "deck.unreadable-line"),
    )


def test_a_second_card_where_there_is_one_breaks_the_rule_that_the_game_gave() -> None:
    assert only_fault("Marta\n1x Wren\nTom") == LineFault(3, "Tom", "kites.deck.one-flyer")
    assert deck_of("Marta\n1x Old Marta\n1x Wren").flyer == "first/old-marta"
    # copies of it are not one card
    assert only_fault("Marta\n3x Old Marta\n1x Wren") == LineFault(2, "3x Old Marta", "kites.deck.one-flyer")


def test_a_list_without_a_card_that_is_needed_breaks_the_rule_that_the_game_gave() -> None:
    assert only_fault("Mine\n3x Wren") == LineFault(1, "Mine", "kites.deck.one-flyer")
    assert only_fault("Mine\n3x Wrun").rule == "deck.unknown-card"


def test_a_list_of_a_thousand_lines_is_read_no_further() -> None:
    fault = only_fault("Marta\n" + "1x Wren\n" * 2000)
    assert (fault.line, fault.rule) == (1001, "deck.unreadable-line")


@pytest.mark.parametrize("line", ["100x Wren", "1x " + "Wren " * 60])
def test_a_line_beyond_its_bounds_is_not_read(line: str) -> None:
    fault = only_fault(f"Marta\n{line}")
    assert (fault.rule, len(fault.text) <= 200) == ("deck.unreadable-line", True)


@settings(max_examples=60, deadline=None)
@given(texts(["Heron", "Wren", "Tom"], ["Flyer", "Kites", "Deck"]))
def test_no_text_makes_the_reading_raise(text: str) -> None:
    check_deck_or_faults(read(text))


def test_a_lone_surrogate_does_not_make_the_reading_raise() -> None:
    assert read("\ud800").deck is None
