"""Keywords as lines print them: alone, with a number, with traits; and what is refused."""

from __future__ import annotations

import pytest

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.keyword_lines import Keyword, KeywordList, check_keywords, keyword_from, keyword_text

KEYWORDS = KeywordList(
    rule="orchard.keywords",
    types={"evergreen": ("tree",), "yields": ("tree",), "no grafts": ("tree",), "patient": ("keeper", "tree")},
    numbered=frozenset({"yields"}),
    with_traits=frozenset({"no grafts"}),
)


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("evergreen", Keyword("evergreen")),
        (" Evergreen ", Keyword("evergreen")),
        ("Yields  (12)", Keyword("yields", x=12)),
        ("no grafts", Keyword("no grafts")),
        ("No Grafts pome", Keyword("no grafts", traits=("Pome",))),
        ("no grafts except pome, stone fruit or Nut", Keyword("no grafts", None, True, ("Pome", "Stone Fruit", "Nut"))),
    ],
)
def test_a_keyword_is_read_as_it_is_printed(text: str, keyword: Keyword) -> None:
    assert keyword_from(text, "card", KEYWORDS) == keyword
    assert keyword_from(keyword_text(keyword), "card", KEYWORDS) == keyword


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("evergren", "evergreen"),
        ("yields", "yields (X)"),
        ("yeilds (2)", "yields (X)"),
        ("yields (x)", "yields (X)"),
        ("no graft except Pome", "no grafts except pome"),
        ("evergreen (2)", "evergreen"),
        ("thorny", ""),
        (f"yields ({'9' * 5000})", "yields (X)"),
        ("yields (\u0663)", "yields (X)"),
    ],
)
def test_any_other_text_is_refused_with_what_was_meant(text: str, meant: str) -> None:
    with pytest.raises(InvalidCard) as caught:
        keyword_from(text, "yew.keywords", KEYWORDS)
    assert caught.value.message == f"yew.keywords: {text!r} is no keyword (orchard.keywords)"
    assert caught.value.meant == meant


def test_a_game_without_numbers_and_traits_has_plain_keywords() -> None:
    plain = KeywordList("some.rule", {"evergreen": ("tree",)})
    assert keyword_from("Evergreen", "card", plain) == Keyword("evergreen")
    with pytest.raises(InvalidCard, match="'evergreen oak' is no keyword"):
        keyword_from("evergreen oak", "card", plain)


def test_a_keyword_stays_on_the_types_that_it_counts_on() -> None:
    check_keywords((Keyword("patient"),), "keeper", KEYWORDS, "card")
    with pytest.raises(InvalidCard) as caught:
        check_keywords((Keyword("patient"), Keyword("evergreen")), "keeper", KEYWORDS, "card")
    assert caught.value.message == (
        "card.keywords[1]: evergreen is of trees only: on a card of type keeper it would do nothing"
    )
