"""`praetor scenario|perft|rules|bench`: what is asked of the engine beside single matches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click
import msgspec

from domain.games import DEFAULT, GAMES, game_rules
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import ADMIN
from domain.kernel.rulebook import Rule
from service.app.rulebooks import shared_rules
from service.commands.problems import CommandProblem, fail_field
from service.commands.shared_options import GAME, json_option, names_of, print_json
from service.present.text.facts import command_words

if TYPE_CHECKING:
    from service.tools.bench import Figure


@click.command("scenario")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@json_option
def run_scenarios(files: tuple[str, ...], as_json: bool) -> None:
    """Run scenario files; one line for each scenario, the sums last, exit status 1 if one fails."""
    from service.files.scenarios import run_files

    report = run_files(files)
    if as_json:
        print_json(report)
    else:
        for line in report.lines():
            click.echo(line)
    if not report.has_passed:
        sys.exit(1)


@click.command("perft")
@click.argument("position", metavar="POSITION-FILE")
@click.option("--depth", type=click.IntRange(min=1), default=2, show_default=True, help="How many answers deep.")
@click.option("--divide", is_flag=True, help="Split the last number by the first answer.")
@json_option
def perft(position: str, depth: int, divide: bool, as_json: bool) -> None:
    """Count the sequences of legal answers that a position allows, by depth."""
    from service.files.positions import match_from
    from service.tools.perft import TooMany, perft_divide
    from service.tools.perft import perft as counted

    match = match_from(position)
    try:
        numbers = [counted(match, each) for each in range(1, depth + 1)]
        split = [
            {"seat": seat, "command": command, "count": number}
            for seat, command, number in (perft_divide(match, depth) if divide else ())
        ]
    except TooMany as error:
        raise CommandProblem(f"--depth: {error}") from error
    if as_json:
        print_json({"counts": numbers, **({"divided": split} if divide else {})})
        return
    for each, number in enumerate(numbers, 1):
        click.echo(f"depth {each}  {number}")
    names = names_of(match, ADMIN)
    for part in split:
        said = command_words(msgspec.to_builtins(part["command"]), names)
        click.echo(f"  {part['count']:>8}  {part['seat']}: {said}")


@click.command("rules")
@click.argument("game", type=GAME)
@click.option("--about", metavar="PREFIX", default="", help="Only the rule with this id, or rules whose ids begin so.")
@click.option("--coverage", is_flag=True, help="How each rule is enforced or covered instead of its text.")
@click.option("--readings", is_flag=True, help="The rules that can be read in several ways, with what each way says.")
@json_option
def rules(game: str, about: str, coverage: bool, readings: bool, as_json: bool) -> None:
    """The rules of a game with their ids, or how each of them is covered."""
    listed = rules_about(game, about) if about else list(game_rules(game))
    if not listed:
        close = rule_meant(game, about.removeprefix(f"{game}."))
        suggested = f"; did you mean {close}?" if close else ""
        raise CommandProblem(
            f"--about: no rule of {game}, and none that all games share, begins with {about!r}{suggested}"
        )
    if coverage:
        print_coverage(game, as_json, frozenset(rule.id for rule in listed))
        return
    if readings:
        print_readings(game, as_json, frozenset(rule.id for rule in listed))
        return
    if as_json:
        print_json(listed)
        return
    for rule in listed:
        click.echo(f"{rule.id}: {rule.title} ({rule.kind})")
        if about:
            click.echo(f"    {rule.text}")
    click.echo(f"{len(listed)} rules")


def rules_about(game: str, about: str) -> list[Rule]:
    """The rule with this id, with or without the game; else those whose ids begin so, of the game and those shared."""
    book = game_rules(game).merge(shared_rules())
    named = [book[each] for each in (f"{game}.{about}", about) if each in book]
    return named[:1] or [rule for rule in book if rule.id.startswith((about, f"{game}.{about}"))]


def rule_meant(game: str, about: str) -> str:
    """The beginning of ids that may be meant by one word, else the id without the game; nothing where none is close."""
    ids = [rule.id.removeprefix(f"{game}.") for rule in game_rules(game).merge(shared_rules())]
    return meant_by(about, {id.partition(".")[0] for id in ids} if "." not in about else ids)


def print_readings(game: str, as_json: bool, about: frozenset[str]) -> None:
    """Print how these rules of a game can be read, the default first."""
    found = {rule: each for rule, each in GAMES[game].rules.readings.items() if rule in about}
    if as_json:
        print_json(found)
        return
    for rule, each in found.items():
        click.echo(rule)
        for word in sorted(each.readings, key=lambda word: word != each.default):
            click.echo(f"    {word}{' (default)' if word == each.default else ''}: {each.readings[word]}")


def print_coverage(game: str, as_json: bool, about: frozenset[str]) -> None:
    """Print how these rules of a game's book are covered; rules that all games share are in no game's book.

    Raises Exit, with status 1, where a scenario failed.
    """
    from service.tools.rule_coverage import report

    found = report(game).about(about)
    if as_json:
        print_json(found)
    else:
        for line in found.lines():
            click.echo(line)
    if not found.has_passed:
        raise click.exceptions.Exit(1)


@click.command("bench")
@click.option("--game", default=DEFAULT, show_default=True, type=GAME)
@click.option("--full", is_flag=True, help="All rounds; the quick form takes less than a minute, some with --http.")
@click.option("--http", is_flag=True, help="Over HTTP, and of the read models, on each kind of store.")
@click.option("--postgres", metavar="ADDRESS", help="With --http: a server where databases may be created.")
@json_option
def bench(game: str, full: bool, http: bool, postgres: str | None, as_json: bool) -> None:
    """The benchmarks, each figure beside its floor."""
    if http and game != DEFAULT:
        fail_field("--game", f"--http measures with matches of {DEFAULT}")
    figures: list[Figure] = []
    for figure in figures_by_http(postgres, full) if http else figures_in_memory(game, full):
        figures.append(figure)
        if not as_json:
            click.echo(figure_words(figure))
    if as_json:
        print_json(figures)


def figures_in_memory(game: str, full: bool) -> Iterator[Figure]:
    from service.tools.bench import engine_figures

    yield from engine_figures(not full, game)


def figures_by_http(postgres: str | None, full: bool) -> Iterator[Figure]:
    """The figures of each kind of store, as they come; PostgreSQL's where an address is given."""
    from service.settings import Address, read_settings
    from service.tools.bench_http.figures import fresh_database, fresh_file, store_figures

    yield from store_figures("SQLite", fresh_file, quick=not full)
    if postgres is None:
        click.echo("PostgreSQL: not measured, --postgres names no server", err=True)
        return
    address = read_settings({"PRAETOR_DB": postgres}).db
    if not isinstance(address, Address):
        fail_field("--postgres", f"{postgres!r} is no address of the form postgresql://user@host:port/database")
    yield from store_figures("PostgreSQL", fresh_database(address), quick=not full)


def figure_words(figure: Figure) -> str:
    """A figure beside its floor, what it is to reach, and what it was measured on."""
    floor = "" if figure.floor is None else f"  floor {figure.floor:.1f} ({figure.floor_is})"
    target = f"  target {figure.target}" if figure.target else ""
    note = f"  ({figure.note})" if figure.note else ""
    return f"{figure.name:<46} {figure.value:>10.1f} {figure.unit:<5}{floor}{target}{note}"
