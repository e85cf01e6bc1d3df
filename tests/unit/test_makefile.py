"""What the Makefile lists by name is all that there is."""

import re

from tests.unit.test_layout import ROOT, modules

GENERATES = re.compile(r'^if __name__ == "__main__":\n(?:    .*\n)*?.*write_text', re.MULTILINE)
WRITES_BY_A_CALL = {
    "service.tools.command_page",
    "service.tools.analytics_page",
    "service.games.agot_lcg.vocabulary",
    "tests.published_names",
}


def generators() -> list[str]:
    """The modules that `make generated` runs."""
    (listed,) = re.findall(r"^GENERATORS := ((?:.*\\\n)*.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return [each for each in listed.split() if each != "\\"]


def test_every_module_that_writes_a_file_of_the_repository_is_run_by_make_generated() -> None:
    written = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in modules("service", "tests")
        if GENERATES.search(path.read_text(encoding="utf-8"))
    }
    assert written | WRITES_BY_A_CALL == {*generators()}
    assert len(generators()) == len({*generators()})
