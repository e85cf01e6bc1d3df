"""What is stored, hashed or published keeps its name whatever its class or function is called."""

import ast
import json
from pathlib import Path

import pytest
from msgspec import defstruct

from domain.games import GAMES
from domain.judging.cases import commands
from domain.judging.cases.entries import Ruling, StoredCaseEntry
from domain.kernel.citing import question_citations
from domain.kernel.flow.frames import Decision, Procedure
from domain.match.envelope import command_digest
from domain.match.events import Action
from domain.tournaments.commands import EndEvent, TournamentEntry
from service.http.components import component_name
from service.web.match.play_replies import WindowReply
from tests.published_names import FILE, import_domain, is_of_module, kinds_of, published, written

SPACES = str.maketrans("-_", "  ")


def test_no_published_name_goes_or_changes() -> None:
    kept, today = json.loads(FILE.read_text(encoding="utf-8")), published()
    gone = {kind: sorted({*names} - {*today.get(kind, ())}) for kind, names in kept.items()}
    assert {kind: names for kind, names in gone.items() if names} == {}


def test_the_file_lists_what_there_is() -> None:
    assert FILE.read_text(encoding="utf-8") == written(published()), "python -m tests.published_names"


def test_no_title_of_a_step_is_a_name_of_the_code() -> None:
    """A judge reads the titles in the timing chart: none is the name of a function or of a question, in words."""
    import_domain()
    kinds = [each for each in kinds_of(Procedure) if is_of_module(each)]
    steps = [each for kind in kinds for each in kind.steps]
    named_after = {
        each.title
        for each in steps
        if each.title == (each.question if isinstance(each, Decision) else each.do.__name__).translate(SPACES)
        or each.title.endswith(".")
    }
    assert len(steps) > len(GAMES)
    assert named_after == set()


def test_a_command_is_digested_under_its_tag_alone() -> None:
    renamed = type("Rename", (commands.Take,), {})
    assert command_digest(renamed()) == command_digest(commands.Take())
    tags = [each.tag for each in kinds_of(commands.CaseCommand) if is_of_module(each)]
    assert len(tags) == len(set(tags))


COMMANDS = Path(__file__).resolve().parents[2] / "service"


def test_every_command_of_the_command_line_says_its_name() -> None:
    nameless = [
        (path.name, node.lineno)
        for path in (COMMANDS / "cli.py", *(COMMANDS / "commands").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for each in node.decorator_list
        if isinstance(each, ast.Call)
        and isinstance(each.func, ast.Attribute)
        and each.func.attr in ("command", "group")
        if not (each.args and isinstance(each.args[0], ast.Constant))
    ]
    assert nameless == []


def test_a_schema_of_the_document_is_named_by_its_tag_or_by_itself_and_never_by_its_class() -> None:
    assert component_name(type("Rename", (commands.Take,), {})) == component_name(commands.Take) == "Take"
    assert component_name(commands.TagPrecedent) == "TagPrecedent"
    assert component_name(Ruling) == "Ruling"
    with pytest.raises(LookupError, match="Nameless"):
        component_name(defstruct("Nameless", []))
    with pytest.raises(LookupError, match="Nameless"):
        component_name(type("Nameless", (WindowReply,), {}))
    assert component_name(WindowReply) == "Window"


@pytest.mark.parametrize("game", GAMES)
def test_a_cited_question_is_named_by_the_tag_of_its_frame(game: str) -> None:
    frames = GAMES[game].rules.frames
    tags = {str(each.__struct_config__.tag) for each in frames}
    assert {each.name.partition(":")[0] for each in question_citations(frames)} <= tags


def test_digests_and_the_order_of_the_fields_of_envelopes_are_those_of_what_is_stored() -> None:
    assert command_digest(commands.Take()) == "2a2d700478254cf6ce16b6dc7b69241f"
    assert command_digest(EndEvent()) == "50efa87fc708dca553c6f2783b602e7b9dfc263db068b1727600702fd2ac9b61"
    assert Action.__struct_fields__[:4] == ("id", "key", "actor", "at")
    assert TournamentEntry.__struct_fields__ == ("id", "key", "actor", "office", "at", "cmd", "asked")
    entries = [kind.__struct_fields__[:6] for kind in kinds_of(StoredCaseEntry)]
    assert set(entries) == {("id", "key", "actor", "role", "at", "asked")}
