"""`python -m tests.benchmarks.scale COMMAND --help` lists what each command takes."""

from __future__ import annotations

from pathlib import Path

import click

from domain.games import DEFAULT, GAMES
from tests.benchmarks.analytics import report_tables
from tests.benchmarks.scale.copies import copy_matches
from tests.benchmarks.scale.matches import report_matches
from tests.benchmarks.scale.questions import questions as all_questions
from tests.benchmarks.scale.questions import report_questions, tables_read
from tests.benchmarks.scale.readjudicating import report_readjudication

GAME = click.option("--game", default=DEFAULT, type=click.Choice(sorted(GAMES)))
OUT = click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR")


@click.group()
def scale() -> None:
    """What a hundred thousand matches take."""


@scale.command()
@GAME
@OUT
@click.option("--matches", default=100_000, help="Whole batches are written.")
@click.option("--batch", default=250, help="The matches of one file.")
@click.option("--seed", default=1)
@click.option("--jobs", default=1, help="Processes.")
def matches(game: str, out: Path, matches: int, batch: int, seed: int, jobs: int) -> None:
    """Simulated matches straight to Parquet; run again, it goes on."""
    for line in report_matches(game, matches, out, batch, seed, jobs):
        click.echo(line)


@scale.command()
@GAME
@click.option("--files", required=True, type=click.Path(exists=True, path_type=Path), metavar="DIR", help="Matches.")
@OUT
@click.option("--matches", default=100_000)
def copies(game: str, files: Path, out: Path, matches: int) -> None:
    """Rows of some matches as those of many: copies, for their size only."""
    number = copy_matches(files, out, game, matches, tables_read())
    click.echo(f"{game}: {number:,} copies of the matches in {files}, of the tables that the questions read")


@scale.command()
@click.option("--files", required=True, type=click.Path(exists=True, path_type=Path), metavar="DIR")
@click.option("--times", default=5, help="How often each is asked.")
def questions(files: Path, times: int) -> None:
    """The ten questions of analysts over files: seconds and memory."""
    for line in report_questions(files, times, all_questions()):
        click.echo(line)


@scale.command()
@GAME
@click.option("--matches", default=20)
@click.option("--rounds", default=3)
@click.option("--seed", default=1)
def readjudicate(game: str, matches: int, rounds: int, seed: int) -> None:
    """Matches decided again, with one worker and with two by turns."""
    for line in report_readjudication(game, matches, rounds, seed):
        click.echo(line)


@scale.command()
@click.option("--matches", default=10, help="Of each game.")
def tables(matches: int) -> None:
    """The tables for analysts built on both stores, beside raw rows: `tests.benchmarks.analytics`."""
    for line in report_tables(matches):
        click.echo(line)


scale()
