"""Lists of decks read line by line: spellings of a line, headings, labels, and faults by line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from domain.cardgame.pool.pool import Pool
from tests.orchard import Orchard, OrchardCard, first_harvest, read_list, with_another_apple


def read(text: str, pool: Pool[OrchardCard] | None = None) -> ImportedDeck[Orchard]:
    return read_list(text, pool or first_harvest())


def deck_of(text: str, pool: Pool[OrchardCard] | None = None) -> Orchard:
    imported = read(text, pool)
    assert imported.faults == ()
    assert imported.deck
    return imported.deck


def only_fault(text: str, pool: Pool[OrchardCard] | None = None) -> LineFault:
    imported = read(text, pool)
    assert imported.deck is None
    (fault,) = imported.faults
    return fault


@pytest.mark.parametrize(
    "line",
    [
        "2x Apple",
        "2X  APPLE  ",
        "2 x apple",
        "2 Apple",
        "02  apple (First Harvest)",
        "2× Apple",
        "2x Apple (first)",
        "#3 2x Apple (First Harvest)",
        "2x Apple | #01003 First Harvest",
        "2x first/apple",
        "2x 01003",
        "Trees: 2x Apple",
        "trees : Apple, Apple",
        "Trees: apple; 1x Apple",
    ],
)
def test_a_card_is_read_in_each_spelling_of_its_line(line: str) -> None:
    assert deck_of(f"Old Marta\n{line}") == Orchard("first/old-marta", ("first/apple", "first/apple"))


@pytest.mark.parametrize(
    "line", ["Old Marta", "marta", "Keeper: Marta", "keeper: old", "1x Old Marta", "Keeper\nMarta"]
)
def test_a_card_is_read_by_what_players_call_it(line: str) -> None:
    assert deck_of(f"My trees\n{line}\nApple").keeper == "first/old-marta"


def test_the_first_line_is_the_name_where_it_says_nothing_else() -> None:
    assert read("My trees\nMarta\n1x Yew").name == "My trees"
    assert read("Marta\nName: My trees\n1x Yew").name == "My trees"
    assert read("Deck: Mine: all\nMarta").name == "Mine: all"
    assert read("2 Pears\nMarta").name == "2 Pears"


def test_the_first_line_of_an_export_is_its_name_even_where_a_card_bears_it() -> None:
    imported = read("Young Tom\n\nMarta\nFrom set: First Harvest\n1x Yew")
    assert (imported.name, imported.deck) == ("Young Tom", Orchard("first/old-marta", ("first/yew",)))
    assert read("1x Yew\nMarta\nFrom set: First Harvest").deck == Orchard("first/old-marta", ("first/yew",))


def test_headings_comments_and_rulers_are_passed_over() -> None:
    lines = ["Mine", "Marta", "---- Trees ----", "Trees (1):", "grove", "// mine", "# mine", "printed on a press"]
    assert deck_of("\r\n".join([*lines, "at https://example.org/1", "1x Yew"])).grove == ("first/yew",)


@pytest.mark.parametrize("lines", ["1x Apple (First Harvest)", "Trees\n1x Apple"])
def test_the_set_or_the_heading_tells_two_cards_of_a_title_apart(lines: str) -> None:
    assert deck_of(f"Marta\n{lines}", with_another_apple()).grove == ("first/apple",)


def test_a_title_of_two_sets_is_ambiguous() -> None:
    assert only_fault("Marta\n1x Apple", with_another_apple()) == LineFault(
        2, "1x Apple", "deck.ambiguous-card", ("Apple (First Harvest)", "apple! (Second Harvest)")
    )


def test_each_fault_has_its_line_and_what_was_meant() -> None:
    assert read("Mine\nKeeper: Martha\n3x Aple\nwhat is this?\n1x Squirrel\n3 Yoo\n").faults == (
        LineFault(2, "Keeper: Martha", "deck.unknown-card"),
        LineFault(3, "3x Aple", "deck.unknown-card", ("Apple (First Harvest)",)),
        LineFault(4, "what is this?", "deck.unreadable-line"),
        LineFault(5, "1x Squirrel", "deck.unknown-card"),
        LineFault(6, "3 Yoo", "deck.unreadable-line"),
    )


def test_a_second_card_where_there_is_one_breaks_the_rule_that_the_game_gave() -> None:
    assert only_fault("Marta\n1x Yew\nTom") == LineFault(3, "Tom", "orchard.one-keeper")
    assert deck_of("Marta\n3x Old Marta\n1x Yew").keeper == "first/old-marta"


def test_a_list_without_a_card_that_is_needed_breaks_the_rule_that_the_game_gave() -> None:
    assert only_fault("Mine\n3x Yew") == LineFault(1, "Mine", "orchard.one-keeper")
    assert only_fault("Mine\n3x You").rule == "deck.unknown-card"


def test_a_list_of_a_thousand_lines_is_read_no_further() -> None:
    fault = only_fault("Marta\n" + "1x Yew\n" * 2000)
    assert (fault.line, fault.rule) == (1001, "deck.unreadable-line")


@pytest.mark.parametrize("line", ["100x Yew", "1x " + "Yew " * 60])
def test_a_line_beyond_its_bounds_is_not_read(line: str) -> None:
    fault = only_fault(f"Marta\n{line}")
    assert (fault.rule, len(fault.text) <= 200) == ("deck.unreadable-line", True)


LINES = st.one_of(
    st.text(max_size=60),
    st.builds("{}x {}".format, st.integers(0, 120), st.sampled_from(["Apple", "Yew", "Tom"])),
    st.builds("{}: {}".format, st.sampled_from(["Keeper", "Trees", "Deck"]), st.text(max_size=9)),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=20).map("\n".join))
def test_no_text_makes_the_reading_raise(text: str) -> None:
    imported = read(text)
    assert (imported.deck is None) == bool(imported.faults)


def test_a_lone_surrogate_does_not_make_the_reading_raise() -> None:
    assert read("\ud800").deck is None
