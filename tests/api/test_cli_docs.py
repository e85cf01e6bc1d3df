"""api_docs/cli.md names every command, option and setting."""

from __future__ import annotations

from collections.abc import Iterator

import click

from service.cli import main
from service.settings import READERS
from tests.api.cli import ROOT

PAGE = (ROOT / "api_docs" / "cli.md").read_text()


def leaves(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from leaves(command, f"{path}{name} ")
        else:
            yield f"{path}{name}", command


def test_every_command_stands_on_the_page() -> None:
    assert [path for path, _ in leaves(main) if f"`{path}" not in PAGE] == []


def test_every_option_stands_on_the_page() -> None:
    options = {option for _, command in leaves(main) for each in command.params for option in each.opts}
    named = {option for option in options if option.startswith("--")}
    assert sorted(option for option in named if option not in PAGE) == []


def test_every_setting_stands_on_the_page() -> None:
    assert [name for name in READERS if f"`{name}`" not in PAGE] == []
