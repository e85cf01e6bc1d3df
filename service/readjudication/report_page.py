"""The report of a run as one page, which asks for nothing from outside: numbers first, then each difference.

A row leads to what differs, further down; from there to the match at the version, in the console of a service where
its address is given, else as the command that shows it.
"""

from __future__ import annotations

from importlib.resources import files
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined
from msgspec import Struct

from service.app.rulebooks import all_rules
from service.readjudication.rows import CountedRow, DifferenceRow, compact_json, count_rows

MOST = 5000
TEMPLATES = files("service.readjudication").joinpath("templates")


class ReportHead(Struct, frozen=True):
    """What the report is about: the change in words, the engine, what became of the matches; `url` of a service."""

    changes: tuple[str, ...]
    engine: str
    matches: dict[str, int]
    running: bool
    url: str = ""


def report_page(head: ReportHead, rows: list[DifferenceRow]) -> str:
    """The page (HTML); of very many rows it has the first, and the numbers of all."""
    page = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    text = TEMPLATES.joinpath("report.html").read_text(encoding="utf-8")
    style = TEMPLATES.joinpath("report.css").read_text(encoding="utf-8")
    shown = [(number, row, place_of(head.url, row)) for number, row in enumerate(rows[:MOST], 1)]
    return page.from_string(text).render(
        head=head, counts=count_rows(rows), rows=shown, left_out=len(rows) - len(shown), style=style, title=rule_title
    )


def place_of(url: str, row: DifferenceRow) -> str:
    """The address of the match at the version of a row; empty where no service is known, or no version."""
    return f"{url.rstrip('/')}/console/matches/{quote(row.match)}?at={row.version}" if url and row.version else ""


def rule_title(row: DifferenceRow | CountedRow) -> str:
    """The title of the rule of a row; empty where it has none."""
    book = all_rules()
    return book[row.rule].title if row.rule in book else ""


def changes_in_words(game: str, readings: dict[str, str], cards: list[dict[str, object]]) -> tuple[str, ...]:
    """What was otherwise, a line for each."""
    said = [f"{rule} is read as {word}" for rule, word in readings.items()]
    for card in cards:
        fields = ", ".join(f"{name} {compact_json(value)}" for name, value in card.items() if name != "id")
        said.append(f"{card['id']}: {fields or 'as printed'}")
    return tuple(said) or (f"nothing: {game or 'all games'} by today's engine",)
