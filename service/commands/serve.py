"""`praetor serve|demo`: the service for one machine, on a store of its own or on that of the demonstration."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import click
from msgspec import structs

from service.commands.problems import CommandProblem
from service.commands.shared_options import current_settings
from service.settings import Settings, read_settings

host_option = click.option("--host", help="The address to listen at; default PRAETOR_HOST, else 127.0.0.1.")
port_option = click.option(
    "--port", type=click.IntRange(0, 65_535), help="Default PRAETOR_PORT, else 8000; 0 is any that is free."
)


@click.command("serve")
@host_option
@port_option
def serve(host: str | None, port: int | None) -> None:
    """Serve the HTTP API and project beside it, until SIGTERM or Ctrl-C; the log goes to standard output."""
    from service.server.serving import check_ready, url_of
    from service.server.serving import serve as served

    settings = at_address(current_settings(), host, port)
    check_ready(settings)
    listener = listening_at(settings)
    url = url_of(listener)
    served(settings, listener, lambda: click.echo(f"praetor at {url}, Ctrl-C ends it", err=True))


@click.command("demo")
@click.option("--no-serve", is_flag=True, help="End after the verification.")
@host_option
@port_option
def demo(no_serve: bool, host: str | None, port: int | None) -> None:
    """A match played, disputed, replayed and verified in a passing store, then served until Ctrl-C."""
    from service.demo.tour import tour

    with own_folder() as folder:
        settings = at_address(read_settings({**os.environ, "PRAETOR_DB": str(folder / "demo.db")}), host, port)
        listener = None if no_serve else listening_at(settings, anywhere=port is None)
        for line in tour(settings):
            click.echo(line)
        if listener:
            serve_demo(settings, listener)


def serve_demo(settings: Settings, listener: socket.socket) -> None:
    from service.demo.invitation import make_invitation
    from service.server.serving import serve as served
    from service.server.serving import url_of

    invitation, url = make_invitation(settings), url_of(listener)
    # the invitation stays on the screen
    logging.disable(logging.INFO)
    served(settings, listener, lambda: click.echo("\n".join(invitation.lines(url))))


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that goes with the process that made it, not with a process forked from it."""
    folder, maker = mkdtemp(prefix="praetor-"), os.getpid()
    try:
        yield Path(folder)
    finally:
        if os.getpid() == maker:
            rmtree(folder)


def at_address(settings: Settings, host: str | None, port: int | None) -> Settings:
    """The settings with what the options say."""
    return structs.replace(settings, host=host or settings.host, port=settings.port if port is None else port)


def listening_at(settings: Settings, *, anywhere: bool = False) -> socket.socket:
    """A socket at the address of the settings, with `anywhere` at a free port where that one is taken.

    Raises CommandProblem, which names the option, where the address cannot be had.
    """
    from service.server.serving import PortTaken, listen

    try:
        return listen(settings.host, settings.port)
    except PortTaken as error:
        if anywhere:
            return listen(settings.host, 0)
        raise CommandProblem(f"--port: {error} is in use; --port or PRAETOR_PORT name another") from error
    except OSError as error:
        raise CommandProblem(f"--host: cannot listen at {settings.host}:{settings.port}: {error.strerror}") from error
