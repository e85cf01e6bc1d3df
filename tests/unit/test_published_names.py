"""What is stored, hashed or published keeps its name whatever its class or function is called."""

import json

from domain.judging.cases import commands
from tests.published_names import FILE, is_of_module, kinds_of, published, written


def test_no_published_name_goes_or_changes() -> None:
    kept, today = json.loads(FILE.read_text(encoding="utf-8")), published()
    gone = {kind: sorted({*names} - {*today.get(kind, ())}) for kind, names in kept.items()}
    assert {kind: names for kind, names in gone.items() if names} == {}


def test_the_file_lists_what_there_is() -> None:
    assert FILE.read_text(encoding="utf-8") == written(published()), "python -m tests.published_names"


def test_a_command_is_digested_under_its_tag_alone() -> None:
    renamed = type("Rename", (commands.Take,), {})
    assert commands.command_digest(renamed()) == commands.command_digest(commands.Take())
    tags = [each.tag for each in kinds_of(commands.CaseCommand) if is_of_module(each)]
    assert len(tags) == len(set(tags))
