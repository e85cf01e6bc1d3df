"""Values of expectations that nothing can have: told with what was meant, for the line of their key, in both games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from domain.kernel.formats.reading import DocumentNode
from domain.kernel.scenarios.expectations import FACTS, LAWFUL, WHOLE, ExpectationChecker, plain_result
from domain.kernel.scenarios.scenario import AFTER
from service.files.scenarios import run_files
from tests.unit.domain.kernel.scenarios.test_runner import BOARD, HEAD, examples

ATTACK = "- alice: {initiate_challenge: {kind: military, attackers: [scout]}}\n"


def check(folder: Path, head: str, steps: str, expected: str, outcome: str, said: str) -> None:
    """One scenario whose last step expects this: how it comes out, what is said first, and that its line is named."""
    path = folder / "case.yaml"
    text = f"{head}steps:\n{indent(steps, '  ')}  - expect:\n      {expected}\n"
    path.write_text(text, encoding="utf-8")
    (result,) = run_files([path]).results
    found = f"{result.verdict.place}: {result.verdict.reason}"
    assert (result.verdict.outcome, said in found) == (outcome, True), found
    if outcome == "error":
        assert result.line == len(text.splitlines())


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("phase: actoin", "'actoin' is none of action, planning, westeros; did you mean action?"),
        ("step: '3.7'", "'3.7' is none of"),
        ("step: 3.7", "'3.7' is none of"),
        ("kind: choise", "did you mean choice?"),
        ("over: strak", "'strak' is none of baratheon, draw, lannister, none, stark; did you mean stark?"),
        ("over_how: seven-castle", "did you mean seven-castles?"),
        ("waiting_for: [starck]", "waiting_for[0]: 'starck' is none of baratheon, lannister, stark"),
        ("options.stark: [resolve_marche]", "did you mean resolve_march?"),
        ("throne: tyrell", "'tyrell' is none of baratheon, lannister, stark"),
        ("blade_holder: baratheno", "did you mean baratheon?"),
        ("raven: unsued", "did you mean unused?"),
        ("bans: [defence]", "did you mean defense?"),
        ("tracks.fiefdoms: [stark, baratheon, lanister]", "fiefdoms[2]: 'lanister' is none of"),
        ("tracks.fiefdoms: [stark, baratheon]", "fiefdoms: expected all of baratheon, lannister, stark: each House"),
        ("areas.winterfell.order: march-plus1", "did you mean march-plus-1?"),
        ("areas.winterfell.controller: strak", "did you mean stark?"),
        ("areas.kings-landing.neutral: impasable", "did you mean impassable?"),
        ("houses.stark.areas: [winterfel]", "did you mean winterfell?"),
        ("houses.stark.hand: [eddard-starck]", "did you mean eddard-stark?"),
        ("houses.stark.discard: [tywin-lannister]", "'tywin-lannister' is none of"),
        ("combat: some", "'some' is none of a combat"),
        ("combat.stage: chosing", "did you mean choosing?"),
        ("combat.area: winterfel", "did you mean winterfell?"),
        ("combat.winner: strak", "did you mean stark?"),
        ("combat.card.stark: rob-stark", "did you mean robb-stark?"),
        ("combat.stark.initial: 3", "unknown key 'combat.stark.initial'; did you mean combat.initial.stark?"),
        ("combat.card.strak: none", "unknown key 'combat.card.strak'; did you mean combat.card.stark?"),
        ("combat.support: {winterfel: attacker}", "did you mean winterfell?"),
        ("combat.support: {winterfell: atacker}", "did you mean attacker?"),
        ("bids: {strak: 3}", "did you mean stark?"),
        ("mustering: {winterfel: 1}", "did you mean winterfell?"),
        ("decks.westeros-1.top: mustring", "did you mean mustering?"),
        ("revealed.westeros-2: [clash-of-king]", "did you mean clash-of-kings?"),
        ("fact.phase_began.phase: actoin", "did you mean action?"),
        ("fact.combat_won.house: strak", "did you mean stark?"),
        ("fact.combat_won.by: strenght", "did you mean strength?"),
        ("fact.units_destroyed.area: winterfel", "did you mean winterfell?"),
        ("fact.units_destroyed.units: {footmen: 1}", "did you mean footman?"),
        ("fact.house_cards_revealed.cards.strak: none", "nothing is called 'strak' there; did you mean stark?"),
        ("fact.final_strength_counted.attacker.valeu: none", "did you mean value?"),
        ("sees: {public: {fact.combat_won.house: strak}}", "did you mean stark?"),
        ("one_of: [{phase: actoin}, {phase: action}]", "did you mean action?"),
    ],
)
def test_a_value_that_no_board_has_is_an_error(tmp_path: Path, expected: str, said: str) -> None:
    check(tmp_path, BOARD, "", expected, "error", said)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("cant.stark: [pass]", "unknown key 'cant.stark'; did you mean cannot.stark?"),
        ("can't.stark: [pass]", "did you mean cannot.stark?"),
        ("can_not.stark: [pass]", "did you mean cannot.stark?"),
        ("dont_offer.strak: [pass]", "did you mean offers_not.stark?"),
        ("happened_not: [combat_won]", "did you mean not_happened?"),
        ("didnt_happen: [combat_won]", "did you mean not_happened?"),
        ("isnt_over: stark", "unknown key 'isnt_over'; over has no negative form: say what is found there instead"),
        ("not_areas.winterfell.units: none", "areas.winterfell.units has no negative form"),
        ("cna.stark: [pass]", "did you mean can.stark?"),
        ("sees: {stark: {not_knows: [a]}}", "no view shows 'not_knows' there; did you mean knows_not?"),
        ("sees: {stark: {didnt_happen: [combat_won]}}", "did you mean not_happened?"),
        ("sees: {stark: {isnt_round: 1}}", "round has no negative form"),
    ],
)
def test_a_key_that_says_no_is_never_answered_with_one_that_says_yes(tmp_path: Path, expected: str, said: str) -> None:
    check(tmp_path, BOARD, "", expected, "error", said)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("phase: chalenges", "did you mean challenges?"),
        ("step: '4.2.9'", "did you mean"),
        ("kind: interupt", "did you mean interrupt?"),
        ("waiting_for: [bbo]", "'bbo' is none of alice, bob"),
        ("over: alcie", "did you mean alice?"),
        ("over_how: empty-dekc", "did you mean empty-deck?"),
        ("first_player: alcie", "did you mean alice?"),
        ("players.bob.discard: [gaurd]", "did you mean guard?"),
        ("players.bob.holds: [gaurd]", "did you mean guard?"),
        ("cards.scout.area: hnad", "did you mean hand?"),
        ("cards.scout.controller: alcie", "did you mean alice?"),
        ("cards.scout.participating: atacking", "did you mean attacking?"),
        ("cards.scout.icons: [militray]", "did you mean military?"),
        ("cards.scout.keywords: [stelth]", "did you mean stealth?"),
        ("cards.scout.keywords: [no attachments exept weapon]", "did you mean no attachments except Weapon?"),
        ("cards.scout.keywords: [no attachments except weapn]", "did you mean no attachments except Weapon?"),
        ("cards.scout.keywords: stealth", "expected a list, or not in play; did you mean [stealth]?"),
        ("cards.scout.traits: [Knihgt]", "did you mean Knight?"),
        ("cards.scout.attachments: [gaurd]", "did you mean guard?"),
        ("cards.scout.host: gaurd", "did you mean guard?"),
        ("challenge: one", "'one' is none of a challenge"),
        ("challenge: non", "did you mean none?"),
        ("round: one", "expect.round: expected a whole number"),
        ("cards.scout.strength: '2'", "expected a whole number, or not in play: write 2 without quotes"),
        ("cards.scout.strength: not in ply", "expected a whole number, or not in play; did you mean not in play?"),
        ("cards.scout.kneeling: 'yes'", "expected true or false, or not in play"),
        ("challenge.kind: militray", "did you mean military?"),
        ("challenge.winner: alcie", "did you mean alice?"),
        ("challenge.attackers: [scuot]", "did you mean scout?"),
        ("fact.cards_knelt.cards: [scuot]", "did you mean scout?"),
        ("fact.waiting.seats: [bbo]", "'bbo' is none of alice, bob"),
        ("sees: {bob: {fact.cards_knelt.cards: [scuot]}}", "did you mean scout?"),
    ],
)
def test_a_value_that_no_card_table_has_is_an_error(tmp_path: Path, expected: str, said: str) -> None:
    check(tmp_path, HEAD, ATTACK, expected, "error", said)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("waiting_for: stark", "waiting_for: expected a list; did you mean [stark]?"),
        ("waiting_for: starck", "waiting_for: expected a list; did you mean [stark]?"),
        ("waiting_for: [[stark]]", "waiting_for[0]: expected a word; did you mean stark?"),
        ("waiting_for: {stark: true}", "waiting_for: expected a list"),
        ("options.stark: resolve_marche", "expected a list; did you mean [resolve_march]?"),
        ("happened: combat_wno", "happened: expected a list; did you mean [combat_won]?"),
        ("not_happened: combat_won", "expected a list; did you mean [combat_won]?"),
        ("windows: marhc", "expected a list; did you mean [march]?"),
        ("window: [march]", "window: expected a word; did you mean march?"),
        ("kind: [choise]", "expected a word; did you mean choice?"),
        ("step: ['3.1']", "step: expected a word"),
        ("phase: [action, planning]", "phase: expected a word"),
        ("phase: true", "phase: expected a word"),
        ("phase: {action: 1}", "phase: expected a word"),
        ("throne: [strak]", "expected a word; did you mean stark?"),
        ("throne: none", "'none' is none of baratheon, lannister, stark"),
        ("over: [stark]", "expected a word; did you mean stark?"),
        ("over_how: [conceded]", "expected a word; did you mean conceded?"),
        ("round: [1]", "round: expected a whole number; did you mean 1?"),
        ("round: none", "round: expected a whole number"),
        ("round: 1.5", "round: expected a whole number"),
        ("bans: defence", "expected a list; did you mean [defense]?"),
        ("tracks.fiefdoms: stark", "expected a list; did you mean [stark]?"),
        ("areas.winterfell.order: [march-0]", "expected a word; did you mean march-0?"),
        ("areas.winterfell.units: [stark knight]", "areas.winterfell.units: expected a string"),
        ("areas.winterfell.neutral: impasable", "number, or impassable, or none; did you mean impassable?"),
        ("houses.stark.areas: winterfel", "expected a list; did you mean [winterfell]?"),
        ("houses.stark.hand: eddard-stark", "expected a list; did you mean [eddard-stark]?"),
        ("houses.stark.armies: 2", "expected a list; did you mean [2]?"),
        ("houses.stark.armies: ['2']", "armies[0]: expected a whole number: write 2 without quotes"),
        ("houses.stark.power: five", "expected a whole number"),
        ("houses.stark.castles: none", "expected a whole number"),
        ("houses.stark.retired: none", "expected true or false"),
        ("houses.stark.unused.knight: [1]", "expected a whole number; did you mean 1?"),
        ("combat: false", "combat: expected a word"),
        ("combat.blade.stark: 0", "expected true or false, or none"),
        ("combat.strength.stark: nnoe", "expected a whole number, or none; did you mean none?"),
        ("combat.support: [winterfell]", "expected named fields, or none"),
        ("bids: 3", "expected named fields, or none"),
        ("bids: {stark: three}", "bids.stark: expected a whole number"),
        ("decks.tides.size: full", "expected a whole number"),
        ("revealed.westeros-2: clash-of-king", "expected a list; did you mean [clash-of-kings]?"),
        ("fact.combat_won.house: [strak]", "expected a word; did you mean stark?"),
        ("fact.units_destroyed.units: [footman]", "expected named fields, or none"),
        ("fact.units_destroyed.units: {footman: one}", "units.footman: expected a whole number"),
        ("sees: {public: {round: one}}", "expected a whole number, or none, or unseen"),
        ("sees: {public: {waiting.seats: stark}}", "expected a list, or none, or unseen"),
        ("sees: {stark: {happened: combat_won}}", "expected a list; did you mean [combat_won]?"),
    ],
)
def test_a_value_of_another_form_is_told_the_form_on_a_board(tmp_path: Path, expected: str, said: str) -> None:
    check(tmp_path, BOARD, "", expected, "error", said)


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("waiting_for: bob", "expected a list; did you mean [bob]?"),
        ("waiting_for: bbo", "expected a list; did you mean [bob]?"),
        ("players.bob.dead: gaurd", "expected a list; did you mean [guard]?"),
        ("players.bob.holds: gaurd", "expected a list; did you mean [guard]?"),
        ("players.bob.used: guard", "expected a list; did you mean [guard]?"),
        ("players.bob.used: none", "expected a list"),
        ("options.bob: declare_defender", "expected a list; did you mean [declare_defenders]?"),
        ("challenge.attackers: scuot", "expected a list, or none; did you mean [scout]?"),
        ("challenge.defenders: [[guard]]", "defenders[0]: expected a word; did you mean guard?"),
        ("challenge.margin: two", "expected a whole number, or none"),
        ("challenge.unopposed: 'yes'", "expected true or false, or none"),
        ("challenge: yes", "'yes' is none of a challenge, none"),
        ("challenge: [a challenge]", "expected a word; did you mean a challenge?"),
        ("cards.scout.icons: power", "expected a list, or not in play; did you mean [power]?"),
        ("cards.scout.icons: powre", "expected a list, or not in play; did you mean [power]?"),
        ("cards.scout.traits: Knihgt", "expected a list, or not in play; did you mean [Knight]?"),
        ("cards.scout.attachments: gaurd", "expected a list, or not in play; did you mean [guard]?"),
        ("cards.scout.attachments: none", "expected a list, or not in play"),
        ("cards.scout.kneeling: 1", "expected true or false, or not in play"),
        ("cards.scout.kneeling: [true]", "expected true or false, or not in play; did you mean true?"),
        ("cards.scout.strength: [2]", "expected a whole number, or not in play; did you mean 2?"),
        ("cards.scout.strength: true", "expected a whole number, or not in play"),
        ("cards.scout.duplicates: none", "expected a whole number, or not in play"),
        ("cards.scout.duplicates: one", "expected a whole number, or not in play"),
        ("cards.scout.duplicates: [scout]", "expected a whole number, or not in play"),
        ("cards.scout.tokens: 1", "expected named fields, or not in play"),
        ("cards.scout.tokens: {gold: one}", "tokens.gold: expected a whole number"),
        ("cards.scout.area: [play]", "expected a word; did you mean play?"),
        ("cards.scout.host: [gaurd]", "expected a word; did you mean guard?"),
        ("players.alice.eliminated: nope", "players.alice.eliminated: expected true or false"),
        ("players.alice.eliminated: none", "players.alice.eliminated: expected true or false"),
        ("players.alice.plot: [guard]", "expected a word; did you mean guard?"),
        ("players.alice.gold: [1]", "expected a whole number; did you mean 1?"),
        ("players.alice.gold: none", "expected a whole number"),
        ("first_player: [alcie]", "expected a word; did you mean alice?"),
        ("phase: [challenges]", "expected a word; did you mean challenges?"),
        ("fact.cards_knelt.cards: scuot", "expected a list, or none; did you mean [scout]?"),
        ("sees: {bob: {challenge.attackers: scout}}", "expected a list, or none, or unseen"),
        ("sees: {bob: {challenge.kind: [military]}}", "expected a word; did you mean military?"),
    ],
)
def test_a_value_of_another_form_is_told_the_form_at_a_card_table(tmp_path: Path, expected: str, said: str) -> None:
    check(tmp_path, HEAD, ATTACK, expected, "error", said)


@pytest.mark.parametrize(
    "expected",
    [
        "can.bob: []",
        "cannot.bob: []",
        "offers.bob: []",
        "offers_not.bob: []",
        "happened: []",
        "not_happened: []",
        "players.bob.holds: []",
        "sees: {bob: {knows: []}}",
        "sees: {bob: {knows_not: []}}",
        "sees: {bob: {happened: []}}",
        "sees: {bob: {not_happened: []}}",
        "one_of: []",
    ],
)
def test_an_empty_list_that_could_not_fail_is_an_error(tmp_path: Path, expected: str) -> None:
    check(tmp_path, HEAD, ATTACK, expected, "error", "the expectation names nothing")


COMBAT = f"{BOARD.partition('position:')[0]}position:\n{indent(examples('positions_board.md')[2], '  ')}"
SET_UP = "game: agot_lcg\ntitle: t\nrules: [agot_lcg.joust.two-players]\nseats: 2\n"
DRAWN = "game: agot_board\ntitle: t\nrules: [agot_board.setup.step-6-houses]\nseats: 3\n"


@pytest.mark.parametrize(
    ("head", "steps"),
    [(HEAD, ""), (HEAD, ATTACK), (SET_UP, ""), (BOARD, ""), (COMBAT, ""), (DRAWN, "")],
)
def test_what_a_key_finds_is_of_the_type_of_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, head: str, steps: str
) -> None:
    """Every key has a type; one that did not fit would make an error of what is so."""
    path = tmp_path / "case.yaml"
    path.write_text(f"{head}steps:\n{indent(steps, '  ')}  - expect: {{round: 1}}\n", encoding="utf-8")
    seen: list[ExpectationChecker] = []

    def differences(self: ExpectationChecker, at: Any) -> Iterator[Any]:
        seen.append(self)
        return iter(())

    with monkeypatch.context() as patched:
        patched.setattr(ExpectationChecker, "differences", differences)
        (result,) = run_files([path]).results
    assert result.verdict.outcome == "passed", result.verdict
    (now,) = seen
    keys = [each.split(".") for each in ExpectationChecker.keys(now)]
    looked_at = [(root, tuple(rest)) for root, *rest in keys if root not in (*LAWFUL, *WHOLE, *FACTS, AFTER)]
    for root, rest in looked_at:
        place = ".".join((root, *rest))
        found = now.look_up(root, rest, DocumentNode(place, [] if root == "windows" else "none"))
        kind = now.type_of(root, rest, DocumentNode(place, found))
        assert kind is not None, place
        now.check_value(root, kind, DocumentNode(place, plain_result(found)))
    assert len(looked_at) > 80


@pytest.mark.parametrize(
    ("head", "expected", "said"),
    [
        (BOARD, "phase: westeros", "expected westeros, found action"),
        (BOARD, "throne: stark", "expected stark, found baratheon"),
        (BOARD, "over: draw", "expected draw, found none"),
        (BOARD, "combat: a combat", "expected a combat, found none"),
        (BOARD, "areas.winterfell.order: none", "expected none, found march-0"),
        (BOARD, "areas.winterfell.neutral: 3", "expected 3, found none"),
        (BOARD, "fact.combat_won.house: stark", "expected stark, found none"),
        (HEAD, "cards.scout.traits: [Knight]", "expected ['Knight'], found []"),
        (HEAD, "cards.scout.host: not in play", "expected not in play, found none"),
        (HEAD, "cards.scout.strength: not in play", "expected not in play, found"),
        (HEAD, "cards.scout.kneeling: not in play", "expected not in play, found False"),
        (HEAD, "round: 7", "expected 7, found 1"),
        (HEAD, "step: 4.1", "expected 4.1, found"),
    ],
)
def test_a_value_that_is_only_not_so_is_a_failure(tmp_path: Path, head: str, expected: str, said: str) -> None:
    check(tmp_path, head, "", expected, "failed", said)


def test_no_and_none_are_values_as_yaml_reads_them(tmp_path: Path) -> None:
    check(tmp_path, HEAD, "", "{cards.scout.participating: no, cards.scout.host: none, step: 4.2}", "passed", "")


def test_who_has_one_opponent_need_not_name_the_player_challenged(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    said = "initiate_challenge: {kind: militray, attackers: [scout]}"
    steps = f"steps:\n  - alice: {{{said}}}\n    refused: agot_lcg.step.4-2-declare-type\n"
    path.write_text(HEAD + steps, encoding="utf-8")
    (result,) = run_files([path]).results
    assert result.verdict.outcome == "passed", result.verdict


def test_a_seat_of_no_lawful_name_is_told_at_its_place(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    text = "game: agot_lcg\ntitle: t\nrules: [agot_lcg.joust.two-players]\nposition:\n  at: '4.2'\n  players:\n"
    path.write_text(f"{text}    bob: {{}}\n    Alice: {{}}\nsteps: [expect: {{round: 1}}]\n", encoding="utf-8")
    (result,) = run_files([path]).results
    assert (result.verdict.outcome, result.line) == ("error", 8)
    assert result.verdict.place == "position.players.Alice"


def test_a_hand_holds_a_copy_once(tmp_path: Path) -> None:
    """The other copy has a name of its own; one name that stands twice does not say that there are two."""
    head = HEAD.replace("play: [guard, guard]", "hand: [guard]")
    check(tmp_path, head, "", "players.bob.holds: [guard]", "passed", "")
    check(tmp_path, head, "", "players.bob.holds: [guard, guard]", "failed", "found ['guard']")
