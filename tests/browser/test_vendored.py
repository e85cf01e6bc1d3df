"""Files of others are those that were published."""

import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

import service.console
import service.http

HERE = Path(__file__).parent
CONSOLE = Path(service.console.__file__).parent
HTTP = Path(service.http.__file__).parent
SWAGGER_UI = HTTP / "static" / "swagger-ui"
LISTS = {
    CONSOLE / "vendored.toml": CONSOLE / "static",
    HTTP / "vendored.toml": SWAGGER_UI,
    HERE / "vendored.toml": HERE,
}
FILES = [(each, folder) for page, folder in LISTS.items() for each in tomllib.loads(page.read_text())["file"]]


@pytest.mark.parametrize(("file", "folder"), FILES, ids=[each["name"] for each, _ in FILES])
def test_a_vendored_file_is_the_published_one(file: dict[str, str], folder: Path) -> None:
    assert sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"]


def test_every_script_is_our_own_or_listed() -> None:
    listed = {folder / each["name"] for each, folder in FILES}
    scripts = {each for home in (CONSOLE, HTTP) for each in home.rglob("*.js")}
    assert scripts - listed == {
        CONSOLE / "static" / "console.js",
        CONSOLE / "static" / "charts.js",
        HTTP / "static" / "docs.js",
    }


def test_swagger_ui_lies_there_with_its_licence_and_its_notice_and_nothing_that_is_not_listed() -> None:
    names = {each.name for each in SWAGGER_UI.iterdir()}
    assert {"LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"} <= names
    assert names == {each["name"] for each, folder in FILES if folder == SWAGGER_UI}


def test_the_notice_names_every_vendored_package() -> None:
    notice = (HERE.parents[1] / "NOTICE").read_text()
    assert all(f"{each['package']} {each['version']}" in notice for each, _ in FILES)
