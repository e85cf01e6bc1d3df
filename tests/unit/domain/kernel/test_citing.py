"""Slots: what shared code cites, and the rules of a game that stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import pytest

import domain
from domain.cardgame.slots import NAMED_SLOTS, OPTIONAL_SLOTS
from domain.families.agot_cards.slots import AGOT_NAMED_SLOTS
from domain.games import GAMES
from domain.kernel import citing
from domain.kernel.checks import Check, check
from domain.kernel.citing import CITES_FILE, SLOT, CitesError, cited_rules, enforces, load_cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.deciding import explain_checks_of, refusal_of, seat_options
from domain.kernel.flow.frames import Decision, Procedure, run_flow
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.game import Game
from domain.kernel.ids import JUDGE
from domain.kernel.refusals import Refusal
from domain.kernel.slots import KERNEL_SLOTS
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import AtMost
from domain.kernel.spaces.fields import Pick
from tests.examples.pebbles import ALICE, BOB, DropPebble, PebbleRules, PebbleTable, pebbles

BOOK = ("pebbles.drop.first", "pebbles.drop.second")
TEXT = """
game = "pebbles"
[slots]
drop-allowed = ["drop.first", "drop.second"]
"""


@check("may_drop", "slot.drop-allowed")
def may_drop(context: object) -> Refusal | None:
    """A check of a floor that several games share."""
    return Refusal("slot.drop-allowed", {"pebbles": 0})


class CitingRules(PebbleRules):
    """Pebbles with a shared check of its command and a shared moment."""

    name: ClassVar[str] = "pebbles"
    frames = ()
    checks: ClassVar[dict[type, tuple[Check, ...]]] = {DropPebble: (may_drop,)}
    moments: ClassVar[dict[type, CommandMoment]] = {DropPebble: CommandMoment("slot.drop-allowed", "in a window")}
    cites = load_cites(TEXT, BOOK)

    def command_context(self, table: PebbleTable, seat: object, command: object) -> object:
        return None


CitingRules.__abstractmethods__ = frozenset()
RULES = CitingRules()  # type: ignore[abstract]


def test_a_refusal_of_shared_code_cites_the_first_rule_of_the_game() -> None:
    found = refusal_of(RULES, pebbles().table, ALICE, DropPebble())
    assert found == Refusal("pebbles.drop.first", {"pebbles": 0})


def test_a_command_at_another_moment_cites_the_rule_of_the_game() -> None:
    found = refusal_of(RULES, pebbles().table, BOB, DropPebble())
    assert found is not None
    assert found.rule == "pebbles.drop.first"


def test_an_explanation_names_the_rule_of_the_game() -> None:
    outcomes = explain_checks_of(RULES, pebbles().table, ALICE, DropPebble())
    assert [(each.check, each.rule, each.ok) for each in outcomes][-1] == ("may_drop", "pebbles.drop.first", False)


def drop_space(rules: object, table: PebbleTable, frame: Procedure, seat: object) -> Commands:
    pick = Pick(("flat", "round"), 0, 2, (AtMost("slot.drop-allowed", ("flat", "round"), 1),))
    return Commands((Form("drop_pebble", {}, {"pebbles": pick}, ("slot.drop-allowed",)), Form("pass")))


class Drop(Procedure, frozen=True, tag="citing.drop"):
    """A question of a floor that several games share."""

    steps = (
        Decision(
            "1",
            "drop",
            seats=lambda table, frame: (ALICE,),
            options=drop_space,
            accepts=(DropPebble,),
            on_answer=lambda game, frame, seat, command: None,
            rule="slot.drop-allowed",
        ),
    )


def asked_to_drop() -> PebbleTable:
    """A table whose open question is that of shared code."""
    game = Game(RULES, PebbleTable(seats=(ALICE, BOB)), bytes(32), 1)
    game.push(Drop())
    run_flow(game)
    return game.table


def test_an_open_question_names_the_rule_of_the_game() -> None:
    opened = describe_open_window(RULES, asked_to_drop(), JUDGE)
    assert opened["rule"] == "pebbles.drop.first"
    form, other = opened["options"][ALICE]["forms"]
    assert form["rules"] == ["pebbles.drop.first"]
    assert form["fields"]["pebbles"]["constraints"][0]["rule"] == "pebbles.drop.first"
    assert other["rules"] == []


def test_options_name_the_rules_of_the_game() -> None:
    space = seat_options(RULES, asked_to_drop(), ALICE)
    assert space is not None
    assert [each.rules for each in space.forms] == [("pebbles.drop.first",), ()]


def test_a_space_without_slots_is_left_as_it_is() -> None:
    space = Commands((Form("drop_pebble", {}, {}, ("pebbles.drop.second",)),))
    assert citing.with_rules_of(RULES.cites, space) is space


def test_what_shared_code_cites_counts_for_every_rule_of_the_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "CITATIONS", [])
    enforces("slot.drop-allowed", "slot.nobody-names-it", "others.rule")(pebbles)
    assert cited_rules(RULES) == dict.fromkeys(BOOK, ("pebbles.pebbles", "check may_drop"))


def test_a_slot_that_a_game_leaves_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CitingRules, "cites", {})
    with pytest.raises(LookupError, match=rf"{CITES_FILE} has no slot\.drop-allowed"):
        refusal_of(RULES, pebbles().table, ALICE, DropPebble())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (TEXT.replace("drop.second", "drop.third"), "slot.drop-allowed: no rule pebbles.drop.third"),
        (TEXT.replace('"drop.first", "drop.second"', ""), "slot.drop-allowed names no rule"),
        (TEXT.replace("[slots]", "[slot]"), "not a table of slots: Object contains unknown field `slot`"),
        ("game = ", "not a table of slots: Invalid value"),
    ],
)
def test_a_wrong_table_of_slots_names_the_slot(text: str, fault: str) -> None:
    with pytest.raises(CitesError, match=fault.replace(".", r"\.").replace("[", r"\[")):
        load_cites(text, BOOK)


SLOT_IN_CODE = re.compile(r'"(?:slot\.|\{SLOT\})([a-z-]+)"')


def slots_in(*floors: str) -> set[str]:
    """The slots that the text of the modules of these floors names: in a refusal, a form or a question."""
    paths = (path for each in floors for path in (Path(domain.__path__[0]) / each).rglob("*.py"))
    return {f"{SLOT}{slot}" for path in paths for slot in SLOT_IN_CODE.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", GAMES)
def test_every_slot_of_a_game_is_one_that_shared_code_names(game: str) -> None:
    named = {f"{SLOT}{slot}" for slot in KERNEL_SLOTS} | {each.rule for each in citing.CITATIONS}
    assert sorted(set(GAMES[game].rules.cites) - named - slots_in("kernel", "cardgame", "families")) == []


def test_the_slots_that_card_games_must_have_are_those_that_refusals_questions_and_forms_name() -> None:
    assert {f"{SLOT}{slot}" for slot in (*NAMED_SLOTS, *OPTIONAL_SLOTS)} == slots_in("cardgame")
    assert slots_in("kernel") <= slots_in("cardgame")
    assert {f"{SLOT}{slot}" for slot in (*AGOT_NAMED_SLOTS, *OPTIONAL_SLOTS)} == slots_in("cardgame", "families")
