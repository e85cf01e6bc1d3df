"""A few lines more in the state of a game, and a match in which they are looked for; run by itself.

`python -m tests.examples.added_fields ADDED FOLDER` plays with a store in the folder and prints what it found as JSON.
The lines are added while the module of the state is imported: nothing else of the game is changed.
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

import yaml
from click.testing import CliRunner
from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]


class Added(Struct, frozen=True):
    """What is added to a game: lines of its state, each with the line before it; a position; corrections.

    `corrected` are the fields of the forms of the desk by their names, `over` those of one that is refused. Where no
    facedown card has a mark, `facedown` are those of such a card, which the form names by its area, and `barred` is a
    player's section of a position with a mark on one.
    """

    game: str
    state: str
    lines: dict[str, str]
    position: dict[str, Any]
    corrected: dict[str, dict[str, str]]
    over: tuple[str, dict[str, str]]
    facedown: tuple[str, dict[str, str]] | None = None
    barred: dict[str, Any] = {}


CARDS = Added(
    game="agot_lcg",
    state="domain.families.agot_cards.state",
    lines={
        '    wounded: Annotated[bool, MarkField("wounded")] = False\n': "    printed: AgotPrinted\n",
        '    doubt: Annotated[int, CountField("doubt", most=3)] = 0\n': "    printed: AgotPrinted\n",
        '    favor: Annotated[int, CountField("favor")] = 0\n': "    faction: Handle = NO_CARD\n",
        # a card and a player may have marks of one name
        '    sworn: Annotated[bool, MarkField("sworn", "free")] = False\n': "    faction: Handle = NO_CARD\n",
        '    sworn: Annotated[bool, MarkField("sworn in")] = False\n': "    printed: AgotPrinted\n",
    },
    position={
        "round": 2,
        "at": "4.2",
        "first_player": "alice",
        "active_player": "alice",
        "players": {
            "alice": {
                "favor": 4,
                "sworn": True,
                "play": [{"card": "eddard-stark", "wounded": True, "doubt": 2}, "arya-stark"],
            },
            "bob": {
                "play": [
                    {
                        "card": "tyrion-lannister",
                        "attachments": [{"card": "milk-of-the-poppy", "facedown": True, "doubt": 1}],
                    }
                ]
            },
        },
    },
    corrected={
        "card-wounded": {"f-thing": "core/arya-stark", "f-on": "true"},
        "card-doubt": {"f-thing": "core/arya-stark", "f-n": "3"},
        "favor": {"f-seat": "bob", "f-n": "7"},
        "sworn": {"f-thing": "bob", "f-on": "true"},
        "card-sworn": {"f-thing": "core/arya-stark", "f-on": "true"},
    },
    over=("card-doubt", {"f-thing": "core/arya-stark", "f-n": "4"}),
)
OWN = Added(
    game="agot_lcg",
    state="domain.games.agot_lcg.state",
    lines={
        "from typing import Annotated\n": "import msgspec\n",
        "from domain.kernel.state.fields import CountField, MarkField\n": "import msgspec\n",
        "\n\n"
        "class Player(state.Player, omit_defaults=True):\n"
        '    """The state of a player of this game."""\n\n'
        '    debt: Annotated[int, CountField("debt", most=9)] = 2\n'
        '    shunned: Annotated[bool, MarkField("shunned", "welcome")] = False\n': 'AS_ATTACHMENT = "as-attachment"\n',
        "    new_player: ClassVar[type[Player]] = Player\n": "    new_card: ClassVar[type[CardState]] = AgotCard\n",
    },
    position={
        "round": 2,
        "at": "4.2",
        "first_player": "alice",
        "active_player": "alice",
        "players": {"alice": {"debt": 4, "shunned": True, "play": ["arya-stark"]}, "bob": {"play": []}},
    },
    corrected={
        "debt": {"f-seat": "bob", "f-n": "7"},
        "shunned": {"f-thing": "alice", "f-on": "false"},
    },
    over=("debt", {"f-seat": "bob", "f-n": "10"}),
)
BOARD = Added(
    game="agot_board",
    state="domain.games.agot_board.state",
    lines={
        '    razed: Annotated[bool, MarkField("razed")] = False\n': "    garrison: Seat = NO_SEAT\n",
        '    weary: Annotated[bool, MarkField("weary", "rested")] = False\n': "    bid: int = 0\n",
        '    debt: Annotated[int, CountField("debt", most=9)] = 0\n': "    bid: int = 0\n",
        "from domain.kernel.state.fields import MarkField\n": "from domain.kernel.state.fields import CountField\n",
    },
    position={
        **yaml.safe_load((ROOT / "service" / "demo" / "board.yaml").read_text(encoding="utf-8"))["position"],
        "razed": ["moat-cailin"],
        "weary": ["greyjoy"],
        "debt": {"stark": 2},
    },
    corrected={
        "razed": {"f-thing": "winterfell", "f-on": "true"},
        "weary": {"f-thing": "greyjoy", "f-on": "false"},
        "debt": {"f-seat": "lannister", "f-n": "7"},
    },
    over=("debt", {"f-seat": "lannister", "f-n": "10"}),
)
DYNASTY: dict[str, Any] = {"facedown": True, "dynasty": [{"card": "eager-scout", "facedown": True}]}
ROW = ("the-art-of-war", "entrenched-position", "restoration-of-balance")
L5R = Added(
    game="l5r",
    state="domain.games.l5r.state",
    lines={
        '    tainted: Annotated[bool, MarkField("tainted", "pure")] = False\n': "    printed: Printed\n",
        '    jade: Annotated[int, CountField("jade", most=3)] = 0\n': "    printed: Printed\n",
        '    gem: Annotated[int, CountField("gem", types=("character",))] = 0\n': "    printed: Printed\n",
        '    lost: Annotated[bool, MarkField("lost", "found")] = False\n': (
            '    honor: Annotated[int, CountField("honor")] = 0\n'
        ),
        '    koku: Annotated[int, CountField("koku")] = 0\n': '    honor: Annotated[int, CountField("honor")] = 0\n',
        # of a place, as that of a card in a province
        '    place: Annotated[int, CountField("place", most=9, by_hand=False)] = 0\n': (
            '    honor: Annotated[int, CountField("honor")] = 0\n'
        ),
    },
    position={
        "at": "draw.action",
        "first_player": "alice",
        "players": {
            "alice": {
                "honor": 9,
                "koku": 4,
                "lost": True,
                "place": 3,
                "play": [{"card": "doji-whisperer", "tainted": True, "jade": 2}, "brash-samurai"],
                "provinces": [
                    {"card": "ancestral-lands", "jade": 1, "dynasty": ["eager-scout"]},
                    *({"card": each, **DYNASTY} for each in ROW),
                    {"card": "kuroi-mori", "facedown": True},
                ],
            },
            "bob": {"honor": 9, "play": ["doji-challenger"]},
        },
    },
    corrected={
        "card-tainted": {"f-thing": "core/brash-samurai", "f-on": "true"},
        "card-jade": {"f-thing": "core/brash-samurai", "f-n": "3"},
        "card-gem": {"f-thing": "core/brash-samurai", "f-n": "1"},
        "koku": {"f-seat": "bob", "f-n": "7"},
        "lost": {"f-thing": "bob", "f-on": "true"},
    },
    over=("card-jade", {"f-thing": "core/brash-samurai", "f-n": "4"}),
    facedown=("card-tainted", {"f-thing": "alice.province", "f-on": "true"}),
    barred={
        "honor": 9,
        "provinces": [
            {"card": "shameful-display", "tainted": True, **DYNASTY},
            *({"card": each, **DYNASTY} for each in ROW),
            {"card": "kuroi-mori", "facedown": True},
        ],
    },
)
ADDED = {"family": CARDS, "game": OWN, "board": BOARD, "l5r": L5R}


class AddedLines(SourceFileLoader):
    """The loader of the state with the lines."""

    def get_code(self, fullname: str) -> CodeType:
        source = self.get_data(self.path).decode()
        added = next(each for each in ADDED.values() if each.state == fullname)
        for line, before in added.lines.items():
            assert source.count(before) == 1, before
            source = source.replace(before, before + line)
        return compile(source, self.path, "exec")


class AddingFinder(MetaPathFinder):
    """Finds the state of a game for this loader."""

    def __init__(self, added: Added) -> None:
        self.module = added.state

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(fullname, path) if fullname == self.module else None
        if found is None or found.origin is None:
            return None
        return spec_from_file_location(fullname, found.origin, loader=AddedLines(fullname, found.origin))


def handle_of(view: dict[str, Any], name: str) -> str:
    """The handle of a card in play, by its key; any other name unchanged."""
    shown = re.search(rf'"card": "(\w+)", "key": "{name}"', json.dumps(view))
    return shown[1] if shown else name


def look_everywhere(added: Added, folder: Path) -> dict[str, Any]:
    """What is found of the fields: in a position, views, a correction, the console and the record."""
    from service.cli import main
    from tests.api.http.clients import api_of
    from tests.api.http.disputes import Dispute, ruling
    from tests.api.http.test_console_rules import at

    with api_of(folder / "praetor.db") as api:
        match = api.opened(game=added.game, seats=[], position=added.position)
        viewers = ("public", *match.keys)
        views = {viewer: match.read(f"/view?as={viewer}", "admin")["view"] for viewer in viewers}
        found: dict[str, Any] = {
            "position": match.read("/position", "admin")["position"],
            "views": views,
            "actions": {viewer: match.read(f"/actions?as={viewer}", "admin") for viewer in viewers},
        }
        case = Dispute(match).opened("judge").taken()
        judge, page = at(case, "judge"), f"/cases/{case.id}/correction"
        changes, shown = list[str](), ""
        for form, fields in added.corrected.items():
            given = {name: handle_of(views["public"], value) for name, value in fields.items()}
            shown = judge.text(page, form=form, do="add", change=changes, **given)
            changes = list(dict.fromkeys(re.findall(r'name="change" value="(\{.*?\})"', shown)))
        found["draft"] = shown
        form, fields = added.over
        given = {name: handle_of(views["public"], value) for name, value in fields.items()}
        found["over the limit"] = judge.text(page, form=form, do="add", **given)
        if added.facedown:
            form, fields = added.facedown
            table = api.services.matches.fresh(match.id).table
            card = next(each for each in table.zones[fields["f-thing"]] if table.cards[each].facedown)
            given = {**fields, "f-thing": card}
            found["facedown"] = judge.text(page, form=form, do="add", **given)
            players = {**added.position["players"], "bob": added.barred}
            checked = f"/v1/games/{added.game}/positions/check"
            answer = api.ask("POST", checked, "judge", json={**added.position, "players": players}).get_json()
            found["barred"] = [(each["field"], each["problem"]) for each in answer["faults"]]
        remedy = {"kind": "correction", "changes": [json.loads(each) for each in changes]}
        preview = case.previewed(remedy)
        for seat in match.keys:
            case.given(seat, "statements", {"text": "So it was."})
        case.ruled(ruling(remedy=remedy, worse="Both would have played otherwise.")).accepted()
        assert case.carries_out("judge", preview).status_code == 201
        found["corrected"] = match.read("/view?as=public", "admin")["view"]
        found["console"] = judge.text(f"/matches/{match.id}")
    store = ["--db", str(folder / "praetor.db")]
    verified = CliRunner().invoke(main, [*store, "verify", "--jobs", "1"])
    lines = CliRunner().invoke(main, [*store, "match", "show", match.id])
    return {**found, "verified": verified.output, "lines": lines.output}


if __name__ == "__main__":
    given = ADDED[sys.argv[1]]
    sys.meta_path.insert(0, AddingFinder(given))
    print(json.dumps(look_everywhere(given, Path(sys.argv[2]))))
