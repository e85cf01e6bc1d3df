"""The command line: `praetor`, one group with the commands of `service.commands`.

It has full access to its own store; `--as` looks through somebody's eyes. Errors go to stderr with exit
status 2.
"""

from __future__ import annotations

import gc

import click

from service.commands import analytics, engine, look, opening, play, project, storage
from service.commands.ask import ask
from service.commands.cases import case
from service.commands.events import event
from service.commands.export import export
from service.commands.keys import keys, token
from service.commands.players import player
from service.commands.readjudicate import readjudicate
from service.commands.serve import demo, serve
from service.commands.shared_options import Border


@click.group("main", cls=Border, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option("--db", metavar="FILE", help="The store's file; default PRAETOR_DB, else praetor.db.")
@click.version_option(package_name="praetor", message="praetor %(version)s")
def main(db: str | None) -> None:
    """Replay and adjudicate tabletop games: every action an event, every refusal with its rule."""


@click.group("match")
def match() -> None:
    """One match: open it, look at it, act in it."""


MATCH = (opening.new, look.show, look.board, play.options, play.do, look.window, look.log)
STORE = (storage.migrate, storage.simulate, look.tell_match, storage.verify, readjudicate, export, storage.bring_in)
STUDY = (engine.run_scenarios, engine.perft, engine.rules, engine.bench, demo)

ask.add_command(analytics.ask_analytics)
for command in MATCH:
    match.add_command(command)
for command in (match, ask, case, event, player, project.project, serve, token, keys, *STORE, *STUDY):
    main.add_command(command)

# All this stays to the end; where the collector of garbage need not look at it, a command ends in half the time.
gc.freeze()
