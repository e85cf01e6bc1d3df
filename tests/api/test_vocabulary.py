"""The pages that are made from the code say what the code says: the words of cards, the commands of games."""

import re
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.kernel.command_moments import command_tag
from domain.kernel.scenarios.window_names import questions
from projections.analytics.column_types import columns_of
from projections.analytics.schema import all_tables
from service.games.agot_lcg import vocabulary
from service.tools import analytics_page, command_page, game_page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "api_docs"
PAGE = DOCS / "words.md"
COMMANDS = DOCS / "commands.md"
ANALYTICS = DOCS / "analytics.md"
CONCEDING = DOCS / "conceding.md"


def test_the_generators_write_over_the_pages_that_are_read() -> None:
    assert (vocabulary.FILE, command_page.FILE, analytics_page.FILE) == (PAGE, COMMANDS, ANALYTICS)


def test_the_page_of_words_is_the_one_that_the_words_give() -> None:
    assert PAGE.read_text(encoding="utf-8") == vocabulary.page(), "run python -m service.games.agot_lcg.vocabulary"


def test_every_word_of_the_core_set_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"### `{word}`" in text for word in ("kill", "kneel_cost", "choose", "until", "later", "controls"))


# a field of a word: its type, then what it is by default and its closed list
FIELD = re.compile(r"^- `\w+`: (?P<type>.*?)(?:, (?:default|has a default)|; one of|$)", re.MULTILINE)
TYPE = re.compile(
    r"`true` or `false`|(?:text|number|an amount|`\w+`)(?: or (?:text|number|`\w+`))*"
    r"|list of (?:texts|numbers|parts|costs|requirements|`\w+`)"
)


def test_the_type_of_each_field_on_the_page_is_said_in_one_form() -> None:
    words = PAGE.read_text(encoding="utf-8").partition("\n## An ability\n")[2]
    types = [field["type"] for field in FIELD.finditer(words)]
    assert len(types) > 100
    assert sorted({each for each in types if not TYPE.fullmatch(each)}) == []


def test_the_page_of_commands_is_the_one_that_the_games_give() -> None:
    assert COMMANDS.read_text(encoding="utf-8") == command_page.page(), "run python -m service.tools.command_page"


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_is_the_one_that_its_code_gives(game: str) -> None:
    page = DOCS / "games" / f"{game}.md"
    assert page.parent == game_page.FOLDER
    assert page.read_text(encoding="utf-8") == game_page.guide(game), "run python -m service.tools.game_page"


@pytest.mark.parametrize("game", GAMES)
def test_what_the_page_of_a_game_leads_to_is_there(game: str) -> None:
    text = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8")
    for file, anchor in re.findall(r"\]\(\.\./([\w.]+)(?:#(\w+))?\)", text):
        there = (DOCS / file).read_text(encoding="utf-8")
        assert not anchor or f"\n## {anchor}\n" in there, (file, anchor)
    assert (ROOT / "README.md").read_text(encoding="utf-8").count(f"(api_docs/games/{game}.md)") == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_has_every_fact_area_and_reading_of_it(game: str) -> None:
    text, rules = (DOCS / "games" / f"{game}.md").read_text(encoding="utf-8"), GAMES[game].rules
    own = [tag for tag in map(command_tag, rules.facts) if tag.startswith(f"{game}.")]
    assert len(own) > 10
    assert [tag for tag in own if f"\n- `{tag}`" not in text] == []
    assert [kind for kind in rules.blank().zone_kinds if f"\n| `{kind}` | " not in text] == []
    told = [f"- `{rule}`, `{word}`" for rule, each in rules.readings.items() for word in each.readings]
    assert [each for each in told if each not in text] == []


def test_the_page_of_the_tables_for_analysts_is_the_one_that_they_give() -> None:
    assert ANALYTICS.read_text(encoding="utf-8") == analytics_page.page(), "run python -m service.tools.analytics_page"


def test_every_value_at_the_end_of_a_round_is_on_the_page_of_the_tables() -> None:
    text = ANALYTICS.read_text(encoding="utf-8").partition("## Values in `round_measures`")[2]
    told = [(name, *each) for name, game in GAMES.items() for each in game.measures.MEASURES.items()]
    assert [each for each in told if "| {} | `{}` | {} |\n".format(*each) not in text] == []
    assert len(told) > 10


def test_every_table_and_column_for_analysts_is_on_the_page() -> None:
    text = ANALYTICS.read_text(encoding="utf-8")
    for table in all_tables():
        section = text.partition(f"### {table.name}\n")[2].partition("\n### ")[0]
        assert all(f"| `{column.name}` |" in section for column in columns_of(table.row)), table.name


def test_every_command_of_every_game_is_on_the_page() -> None:
    text = COMMANDS.read_text(encoding="utf-8")
    assert all(f"- `{command_tag(kind)}`" in text for game in GAMES.values() for kind in game.rules.commands)


def test_each_question_that_may_be_answered_for_a_house_is_on_the_page_of_conceding() -> None:
    rows = [row.split("|")[1] for row in CONCEDING.read_text(encoding="utf-8").splitlines() if row.startswith("| `")]
    told = sorted(question for row in rows for question in re.findall("`(.*?)`", row))
    assert told == sorted(set(questions(GAMES["agot_board"].rules.frames)))
