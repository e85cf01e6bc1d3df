"""The forms of an answer in lines: an ability that a keyword gives is told by the keyword."""

from __future__ import annotations

import pytest

from domain.kernel.spaces.commands import Commands, Form
from service.present.text.facts import field_value
from service.present.text.names import CardTitles
from service.present.text.window import space_lines
from service.present.text.words_of_games import word_of


@pytest.mark.parametrize(
    ("number", "line", "value"),
    [
        (-4, "order_mandatory      ability -4 (sincerity)", "sincerity"),
        (-3, "order_mandatory      ability -3 (courtesy)", "courtesy"),
        (-2, "order_mandatory      ability -2 (pride)", "pride"),
        (1, "order_mandatory      ability 1", "2"),
    ],
)
def test_an_ability_by_a_keyword_is_told_by_the_keyword(number: int, line: str, value: str) -> None:
    names = CardTitles({}, word=word_of("l5r"))
    space = Commands((Form("order_mandatory", {"ability": number}),))
    assert next(space_lines(space, names, {})) == f" 1  {line}"
    assert field_value("ability", number, names) == value
