"""A command whose type does not say what it answers has a title for each answer."""

from __future__ import annotations

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from domain.games import GAMES
from domain.games.agot_board.commands import UseBlade, UseCardText
from domain.kernel.spaces.commands import Form
from service.console.match.course import title_of_command
from service.console.match.window_panel import choice
from service.console.words import command_sentence
from service.present.text.command_titles import command_title
from service.present.text.facts import command_words
from service.present.text.names import in_words
from service.present.text.words_of_games import ANSWERS, names_for

COMMANDS = {
    (game, str(kind.__struct_config__.tag)): kind for game, each in GAMES.items() for kind in each.rules.commands
}


def answers_of(hint: Any) -> tuple[Any, ...]:
    """The values of a field that takes a fixed choice; empty for any other field."""
    if hint is bool:
        return (True, False)
    if get_origin(hint) in (Union, UnionType):
        return tuple(value for each in get_args(hint) for value in answers_of(each))
    return get_args(hint) if get_origin(hint) is Literal else ()


@pytest.mark.parametrize(("game", "type"), sorted(COMMANDS))
def test_each_answer_of_a_command_has_a_title_of_its_own(game: str, type: str) -> None:
    for name, hint in get_type_hints(COMMANDS[game, type]).items():
        values = answers_of(hint)
        if values:
            titles = [command_title(type, {name: value}) for value in values]
            assert len(set(titles)) == len(values), (type, name)


def test_titles_are_of_commands_and_fields_that_there_are() -> None:
    by_type = {type: kind for (_, type), kind in COMMANDS.items()}
    for type, fields in ANSWERS.items():
        assert set(fields) <= set(by_type[type].__struct_fields__), type


def test_a_declined_blade_does_not_read_as_used() -> None:
    assert title_of_command(UseBlade("no")) == "do not use the Valyrian Steel Blade"
    assert title_of_command(UseCardText(use=False)) == "do not use the card's text"
    assert title_of_command(UseCardText(object="iron_throne")) == "use the card's text"


@pytest.mark.parametrize("game", GAMES)
def test_a_command_that_leaves_something_undone_does_not_read_as_if_it_did_it(game: str) -> None:
    for type, (field, value) in GAMES[game].questions.declines.items():
        if field != "type":
            assert command_title(type, {field: value}) != in_words(type), type


def test_an_option_is_called_by_its_answer() -> None:
    names = names_for(GAMES["agot_board"].rules)
    shown = [choice(Form("use_blade", {"how": how}, {}, ()), names, {}) for how in ("no", "plus-one")]
    assert [each.does for each in shown] == [
        "Do not use the Valyrian Steel Blade",
        "Use the Valyrian Steel Blade for +1 strength",
    ]
    assert [each.details for each in shown] == [(), ()]


def test_a_line_says_the_answer_once() -> None:
    names, declined = names_for(GAMES["agot_board"].rules), {"type": "use_blade", "how": "no"}
    assert command_words(declined, names) == command_sentence(declined, names) == "do not use the Valyrian Steel Blade"
    assert command_words(declined, names_for(GAMES["agot_board"].rules, handles=True)) == "use_blade, how no"


@pytest.mark.parametrize("type", ["raven_decline", "raven_look", "raven_replace"])
def test_a_use_of_the_raven_is_titled_by_what_it_does(type: str) -> None:
    assert "Messenger Raven" in command_title(type, {})
