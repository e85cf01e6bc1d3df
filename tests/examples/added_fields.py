"""Three lines more in the state of the card game, and a match in which they are looked for; run by itself.

`python -m tests.examples.added_fields FOLDER` plays with a store in the folder and prints what it found as JSON. The
lines are added while the module is imported: nothing else of the game is changed.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from click.testing import CliRunner

STATE = "domain.games.agot_lcg.state"
# the line before it, by the line that is added
ADDED = {
    '    wounded: Annotated[bool, MarkField("wounded")] = False\n': "    printed: Printed\n",
    '    doubt: Annotated[int, CountField("doubt", most=3)] = 0\n': "    printed: Printed\n",
    '    favor: Annotated[int, CountField("favor")] = 0\n': "    faction: Handle = NO_CARD\n",
}
POSITION: dict[str, Any] = {
    "round": 2,
    "at": "4.2",
    "first_player": "alice",
    "active_player": "alice",
    "players": {
        "alice": {"favor": 4, "play": [{"card": "eddard-stark", "wounded": True, "doubt": 2}, "arya-stark"]},
        "bob": {"play": [{"card": "tyrion-lannister", "attachments": [{"card": "ice", "facedown": True, "doubt": 1}]}]},
    },
}


class AddedLines(SourceFileLoader):
    """The loader of the state with the lines."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        for line, before in ADDED.items():
            assert source.count(before) == 1, before
            source = source.replace(before, before + line)
        return compile(source, self.path, "exec")


class AddingFinder(MetaPathFinder):
    """Finds the module of the state for this loader."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path) if fullname == STATE else None
        if found is None or found.origin is None:
            return None
        return spec_from_file_location(fullname, found.origin, loader=AddedLines(fullname, found.origin))


def look_everywhere(folder: Path) -> dict[str, Any]:
    """What is found of the fields: in a position, views, a correction, the console and the record."""
    from service.cli import main
    from tests.api.http.clients import api_of
    from tests.api.http.disputes import Dispute, ruling
    from tests.api.http.test_console_rules import at

    with api_of(folder / "praetor.db") as api:
        match = api.opened(seats=[], position=POSITION)
        views = {viewer: match.read(f"/view?as={viewer}", "admin")["view"] for viewer in ("public", "alice", "bob")}
        found: dict[str, Any] = {
            "position": match.read("/position", "admin")["position"],
            "views": {viewer: view["players"] for viewer, view in views.items()},
            "actions": {viewer: match.read(f"/actions?as={viewer}", "admin") for viewer in ("public", "bob")},
        }
        case = Dispute(match).opened().taken()
        judge, page = at(case, "judge"), f"/cases/{case.id}/correction"
        in_play = views["public"]["players"]["alice"]["in_play"]
        arya = next(each["card"] for each in in_play if "arya" in each["key"])
        forms = {
            "card-wounded": {"f-thing": arya, "f-on": "true"},
            "card-doubt": {"f-thing": arya, "f-n": "3"},
            "favor": {"f-seat": "bob", "f-n": "7"},
        }
        changes, shown = list[str](), ""
        for form, fields in forms.items():
            shown = judge.text(page, form=form, do="add", change=changes, **fields)
            changes = list(dict.fromkeys(re.findall(r'name="change" value="(\{.*?\})"', shown)))
        found["draft"] = shown
        over = judge.text(page, form="card-doubt", do="add", **{"f-thing": arya, "f-n": "4"})
        found["over the limit"] = over
        remedy = {"kind": "correction", "changes": [json.loads(each) for each in changes]}
        preview = case.previewed(remedy)
        case.heard().ruled(ruling(remedy=remedy, worse="Both would have played otherwise.")).accepted()
        assert case.carries_out("judge", preview).status_code == 201
        found["corrected"] = match.read("/view?as=public", "admin")["view"]["players"]
        found["console"] = judge.text(f"/matches/{match.id}")
    verified = CliRunner().invoke(main, ["--db", str(folder / "praetor.db"), "verify", "--jobs", "1"])
    return {**found, "verified": verified.output}


if __name__ == "__main__":
    sys.meta_path.insert(0, AddingFinder())
    print(json.dumps(look_everywhere(Path(sys.argv[1]))))
