"""What a search of matches finds, word by word."""

import pytest

from service.console.match.headings import has_words

WORDS = "bert\ncleo o'neil\nfriday, round 1, table 12\nm-2abc-40\nboard game"


@pytest.mark.parametrize(
    "search", ["be", "Friday table 12", "m-2a", "m-2abc-40", "40", "round  1", "game", "O’Neil", "o'neil cleo"]
)
def test_a_word_is_found_by_its_beginning_and_a_number_as_a_whole(search: str) -> None:
    assert has_words(search, WORDS)


@pytest.mark.parametrize("search", ["2", "friday 2", "table 1", "table 2", "m-2abc-4", "ert", "bert dora"])
def test_a_number_that_begins_a_part_of_an_id_is_not_that_number(search: str) -> None:
    assert not has_words(search, WORDS)
