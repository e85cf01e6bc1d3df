"""Files of others are those that were published."""

import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

import service.console

HERE = Path(__file__).parent
CONSOLE = Path(service.console.__file__).parent
LISTS = {CONSOLE / "vendored.toml": CONSOLE / "static", HERE / "vendored.toml": HERE}
FILES = [(each, folder) for page, folder in LISTS.items() for each in tomllib.loads(page.read_text())["file"]]


@pytest.mark.parametrize(("file", "folder"), FILES, ids=[each["name"] for each, _ in FILES])
def test_a_vendored_file_is_the_published_one(file: dict[str, str], folder: Path) -> None:
    assert sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"]


def test_every_script_is_our_own_or_listed() -> None:
    listed = {each["name"] for each, _ in FILES}
    assert {each.name for each in (CONSOLE / "static").glob("*.js")} - listed == {"console.js"}


def test_the_notice_names_every_vendored_package() -> None:
    notice = (HERE.parents[1] / "NOTICE").read_text()
    assert all(f"{each['package']} {each['version']}" in notice for each, _ in FILES)
