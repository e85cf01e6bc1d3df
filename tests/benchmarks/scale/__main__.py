"""`python -m tests.benchmarks.scale COMMAND --help` lists what each command takes."""

from __future__ import annotations

import gc
from pathlib import Path

import click

from domain.games import DEFAULT, GAMES
from tests.benchmarks.scale.matches import report_matches

GAME = click.option("--game", default=DEFAULT, type=click.Choice(sorted(GAMES)))
OUT = click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR")


@click.group()
def scale() -> None:
    """What a hundred thousand matches take."""


@scale.command()
@GAME
@OUT
@click.option("--matches", default=100_000, help="Whole batches are written.")
@click.option("--batch", default=500, help="The matches of one file.")
@click.option("--seed", default=1)
@click.option("--jobs", default=1, help="Processes.")
def matches(game: str, out: Path, matches: int, batch: int, seed: int, jobs: int) -> None:
    """Simulated matches straight to Parquet; run again, it goes on."""
    for line in report_matches(game, matches, out, batch, seed, jobs):
        click.echo(line)


# what was imported stays to the end
gc.freeze()
scale()
