"""What was found as rows: one for each difference, and one for each match that could not be decided.

Read `DifferenceRow`, then `rows_of`; `count_rows` is what the report begins with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from service.files.csv_rows import as_csv
from service.readjudication.deciding import NOT_DECIDED, MatchFindings


class DifferenceRow(Struct, frozen=True):
    """One difference of a match, or why it could not be decided."""

    match: str
    game: str
    kind: Annotated[
        str,
        Meta(
            description="`refused`, `facts`, `wait`, `result`, `offers` or `flow`; `damaged`, `failed`, `died` or"
            " `timed out` for a match that could not be decided."
        ),
    ]
    rule: Annotated[str, Meta(description="The rule that refuses now, or that is read otherwise.")]
    card: Annotated[str, Meta(description="The card that it is about, by key; where cards were changed, one of those.")]
    version: Annotated[int, Meta(description="The version that comes out otherwise; 0 for the whole match.")]
    place: Annotated[str, Meta(description="The first fact that differs, as `42.7`; the version where it is no fact.")]
    line: Annotated[str, Meta(description="`main`, or `undone` where a rewind went back before it.")]
    within: Annotated[str, Meta(description="Round and phase.")]
    step: Annotated[str, Meta(description="The step of the timing chart.")]
    question: Annotated[str, Meta(description="The question that was open.")]
    seat: Annotated[str, Meta(description="Who gave the command, or is offered something else.")]
    command: Annotated[str, Meta(description="The type of the command, or what a judge did.")]
    running: Annotated[bool, Meta(description="Whether the match is not over: the row may tell what seats hide.")]
    recorded: Annotated[str, Meta(description="What is recorded, as JSON.")]
    now: Annotated[str, Meta(description="What comes out now, as JSON; or what is wrong.")]


def rows_of(results: Iterable[MatchFindings]) -> Iterator[DifferenceRow]:
    """Yield the rows of results, in the order of the matches and versions."""
    for result in sorted(results, key=lambda each: each.match):
        if result.what in NOT_DECIDED:
            yield row_of_undecided(result)
        for each in result.differences:
            moment = each.moment
            yield DifferenceRow(
                match=result.match,
                game=result.game,
                kind=each.kind,
                rule=each.rule,
                card=each.card,
                version=each.version,
                place=each.place,
                line=each.line,
                within=moment.within,
                step=moment.step,
                question=moment.question,
                seat=each.seat,
                command=each.command,
                running=result.running,
                recorded=compact_json(each.recorded),
                now=compact_json(each.now),
            )


def row_of_undecided(result: MatchFindings) -> DifferenceRow:
    """The row of a match that could not be decided."""
    blank = dict.fromkeys(("rule", "card", "line", "within", "step", "question", "seat", "command", "recorded"), "")
    return DifferenceRow(
        match=result.match,
        game=result.game,
        kind=result.what,
        version=0,
        place=result.source,
        running=result.running,
        now=result.problem,
        **blank,
    )


def compact_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


class CountedRow(Struct, frozen=True):
    """How many rows, of how many matches, have one kind, rule and card."""

    game: str
    kind: str
    rule: str
    card: str
    rows: int
    matches: int


def count_rows(rows: Iterable[DifferenceRow]) -> list[CountedRow]:
    """The numbers of rows by game, kind, rule and card, the largest first."""
    listed = list(rows)
    keys = [(row.game, row.kind, row.rule, row.card) for row in listed]
    matches = Counter(key for key, _ in {(key, row.match) for key, row in zip(keys, listed, strict=True)})
    found = [CountedRow(*key, rows=n, matches=matches[key]) for key, n in Counter(keys).items()]
    return sorted(found, key=lambda each: (-each.rows, each.game, each.kind, each.rule, each.card))


def ndjson_text(rows: Iterable[DifferenceRow]) -> str:
    """The rows as JSON, one on each line, with what differs as JSON values."""
    return "".join(f"{compact_json(with_values(row))}\n" for row in rows)


def with_values(row: DifferenceRow) -> dict[str, object]:
    """A row as JSON values; a problem is a text."""
    values: dict[str, object] = msgspec.to_builtins(row)
    return values | ({"recorded": raw(row.recorded), "now": raw(row.now)} if row.version else {})


def raw(text: str) -> msgspec.Raw:
    return msgspec.Raw(text.encode())


def csv_text_of(rows: Iterable[DifferenceRow]) -> str:
    """The rows as CSV for spreadsheets; programs read them as JSON, where every text is as it is."""
    return as_csv(DifferenceRow, rows)
