"""The page of card words says what the words are."""

from pathlib import Path

from service.vocabulary import page

PAGE = Path(__file__).parents[2] / "api_docs" / "words.md"


def test_the_page_of_words_is_the_one_that_the_words_give() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m service.vocabulary"


def test_every_word_of_the_core_set_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"### `{word}`" in text for word in ("kill", "kneel_cost", "choose", "until", "later", "controls"))
