"""What a scenario can say beside commands and what is found: moments, views, offers, outcomes, names, set-ups."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.scenarios.expectations import agrees
from service.files.scenarios import NOT_CODED
from tests.unit.domain.kernel.scenarios.test_runner import HEAD, run, verdict_of

OPEN = HEAD.replace('at: "4.2"', "at: dominance.action").replace("position:", "policy: open\nposition:")
ATTACK = "- alice: {initiate_challenge: {kind: military, attackers: [scout]}}\n"
NONE_DEFENDS = f"{ATTACK}- bob: {{declare_defenders: {{defenders: []}}}}\n"
BOARD = """\
game: agot_board
title: A board
rules: [agot_board.march.one-at-a-time]
"""


def check(folder: Path, steps: str, outcome: str, said: str, head: str = HEAD) -> None:
    found, reason = verdict_of(folder, steps, head)
    assert (found, said in reason) == (outcome, True), reason


@pytest.mark.parametrize(
    ("until", "outcome", "said"),
    [
        ("taxation.action", "passed", ""),
        ("plot", "passed", ""),
        ("reaction:phase_ended", "passed", ""),
        ("dominance.action", "failed", "dominance.action is open already"),
        ("marshalling.action", "failed", "marshalling.action does not come: 'plot' is asked of alice, bob"),
        (
            "dominance.acton",
            "error",
            "no window or question is called 'dominance.acton'; did you mean dominance.action?",
        ),
    ],
)
def test_all_pass_until_a_window_or_question_comes(tmp_path: Path, until: str, outcome: str, said: str) -> None:
    check(tmp_path, f"- all: pass until {until}\n- expect: {{window: {until}}}\n", outcome, said, OPEN)


@pytest.mark.parametrize(
    ("steps", "outcome", "said"),
    [
        (f"{NONE_DEFENDS}- expect: {{after: command, challenge.winner: none, players.alice.power: 0}}", "passed", ""),
        (f"{NONE_DEFENDS}- expect: {{after: challenge_decided, challenge.winner: alice}}", "passed", ""),
        (f"{NONE_DEFENDS}- expect: {{after: command, not_happened: [challenge_decided]}}", "passed", ""),
        (f"{NONE_DEFENDS}- expect: {{happened: [challenge_decided], players.alice.power: 1}}", "passed", ""),
        (
            f"{NONE_DEFENDS}- expect: {{after: command, challenge.winner: alice}}",
            "failed",
            "expected alice, found none",
        ),
        (f"{NONE_DEFENDS}- expect: {{after: command, window: defenders}}", "error", "nobody is asked at that moment"),
        (f"{NONE_DEFENDS}- expect: {{after: command, can.bob: [pass]}}", "error", "nobody is asked at that moment"),
        (
            f"{NONE_DEFENDS}- expect: {{after: plot_revealed, round: 1}}",
            "error",
            "plot_revealed is no fact of the last action",
        ),
        (f"{NONE_DEFENDS}- expect: {{after: comand, round: 1}}", "error", "did you mean command?"),
        ("- expect: {after: command, round: 1}", "error", "no command has been given yet"),
    ],
)
def test_an_expectation_looks_at_a_moment_within_the_action(
    tmp_path: Path, steps: str, outcome: str, said: str
) -> None:
    check(tmp_path, f"{steps}\n", outcome, said)


def test_the_moment_after_a_command_knows_cards_by_the_handles_that_they_had_then(tmp_path: Path) -> None:
    steps = f"""\
        {ATTACK.strip()}
        - bob: {{declare_defenders: {{defenders: []}}}}
        - bob: {{choose_claim_characters: {{characters: [guard]}}}}
        - expect: {{after: characters_killed, cards.guard.area: dead, happened: [cards_moved]}}
        - expect: {{after: cards_moved, cards.guard.area: dead}}
        - expect: {{cards.guard.area: dead, players.bob.dead: [guard]}}
        """
    check(tmp_path, steps, "passed", "")


@pytest.mark.parametrize(
    ("seen", "outcome", "said"),
    [
        ("bob: {knows: [sword], players.bob.hand.cards: [sword], players.bob.hand.count: 1}", "passed", ""),
        ("alice: {knows_not: [sword], knows: [gate], players.bob.hand.cards: unseen}", "passed", ""),
        ("public: {knows_not: [sword], players.alice.in_play.scout.kneeling: true}", "passed", ""),
        (
            "public: {challenge.attackers: [scout], happened: [cards_knelt], fact.waiting.question: defenders}",
            "passed",
            "",
        ),
        ("alice: {knows: [sword]}", "failed", "alice: expected ['sword'], found []"),
        ("bob: {knows_not: [sword]}", "failed", "bob: expected ['sword'], found []"),
        ("bob: {players.bob.hand.cards: unseen}", "failed", "bob: expected unseen, found ['sword']"),
        ("alice: {players.bob.hnad.cards: unseen}", "error", "no view shows 'hnad' there; did you mean hand?"),
        (
            "alice: {players.bob.hand.cards: unseen, fact.wait.seats: []}",
            "error",
            "no fact of this game is called wait",
        ),
        ("alice: {knows: [swort]}", "error", "the position has no card 'swort'; did you mean sword?"),
        ("alcie: {knows: [sword]}", "error", "no seat is named 'alcie'; did you mean alice?"),
    ],
)
def test_what_a_viewer_may_know_is_looked_up_in_the_viewers_table(
    tmp_path: Path, seen: str, outcome: str, said: str
) -> None:
    head = HEAD.replace("bob: {play", "bob: {hand: [{card: ice, as: sword}], play").replace(
        "[guard, guard]", "[{card: guard, as: gate}, guard]"
    )
    check(tmp_path, f"{ATTACK}- expect: {{sees: {{{seen}}}}}\n", outcome, said, head)


@pytest.mark.parametrize(
    ("expected", "outcome", "said"),
    [
        ("offers.bob: [declare_defenders, {declare_defenders: {defenders: [guard]}}]", "passed", ""),
        ("offers_not.bob: [pass, {declare_defenders: {defenders: [scout]}}]", "passed", ""),
        ("offers_not.alice: [pass, initiate_challenge]", "passed", ""),
        ("offers.alice: [pass]", "failed", "pass is not offered to alice; offered is nothing"),
        ("offers.bob: [pass]", "failed", "pass is not offered to bob; offered is declare_defenders"),
        ("offers_not.bob: [declare_defenders]", "failed", "declare_defenders is offered to bob"),
        ("offers.bob: [declare_defender]", "error", "did you mean declare_defenders?"),
        ("offers_not.bob: [{declare_defenders: {defender: []}}]", "error", "unknown key; did you mean defenders?"),
        ("offers.bbo: [pass]", "error", "no seat is named 'bbo'; did you mean bob? Known are alice, bob"),
    ],
)
def test_what_is_offered_can_be_said_in_part(tmp_path: Path, expected: str, outcome: str, said: str) -> None:
    check(tmp_path, f"{ATTACK}- expect: {{{expected}}}\n", outcome, said)


@pytest.mark.parametrize(
    ("outcomes", "outcome", "said"),
    [
        ("[{round: 2}, {round: 1, phase: challenges}]", "passed", ""),
        ("[{round: 2}, {round: 1, phase: draw}]", "failed", "one_of[0].round: expected 2, found 1; or steps[0].expect"),
        ("[{round: 1}, {rond: 2}]", "error", "unknown key 'rond'; did you mean round?"),
        ("[]", "error", "the expectation names nothing"),
        ("[{after: command, round: 1}]", "error", "the moment is said once, beside all that is expected of it"),
    ],
)
def test_one_of_several_whole_outcomes_is_found(tmp_path: Path, outcomes: str, outcome: str, said: str) -> None:
    check(tmp_path, f"- expect: {{one_of: {outcomes}}}\n", outcome, said)


@pytest.mark.parametrize(
    ("step", "outcome", "said"),
    [
        ("bob: pass\n  refused: [match.not-awaited, match.over]", "passed", ""),
        ("bob: pass\n  refused: [match.paused, match.over]", "failed", "not by match.paused or match.over"),
        ("bob: pass\n  refused: []", "error", "no rule is named"),
        ("bob: pass\n  refused: [match.not-awaitd]", "error", "did you mean match.not-awaited?"),
        ("alice: {declare_war: {}}\n  refused: command.shape", "passed", ""),
        ("alice: {initiate_challenge: {kind: naval, attackers: scout}}\n  refused: command.shape", "passed", ""),
        ("alice: {initiate_challenge: {}}\n  refused: command.shape", "passed", ""),
        ("alice: {initiate_challenge: {whom: bob}}\n  refused: command.shape", "passed", ""),
        ("alice: {initiate_challenge: {}}\n  refused: match.over", "error", "kind: missing"),
        ("alice: decline_challenge\n  refused: command.shape", "failed", "accepted, not refused by command.shape"),
        ("carol: pass\n  refused: match.no-such-seat", "passed", ""),
        (
            "alice: {initiate_challenge: {kind: military, attackers: [ghost]}}\n"
            "  refused: [choice.unknown-card, agot_lcg.step.4-2-declare-attackers-kneel]",
            "passed",
            "",
        ),
    ],
)
def test_a_refusal_by_one_of_several_rules_and_of_what_no_game_knows(
    tmp_path: Path, step: str, outcome: str, said: str
) -> None:
    check(tmp_path, f"- {step}\n", outcome, said)


@pytest.mark.parametrize(
    ("steps", "outcome", "said"),
    [
        ("- expect: {cards.gate.area: play, players.bob.discard: [sword], cards.guard.area: play}", "passed", ""),
        ("- expect: {cards.ice.area: discard}", "error", "the position has no card 'ice'"),
        (
            f"{ATTACK}- bob: {{declare_defenders: {{defenders: [{{card: guard, as: wall}}]}}}}\n"
            "- expect: {after: command, cards.wall.participating: defending, cards.gate.participating: no}",
            "passed",
            "",
        ),
        (
            f"{ATTACK}- bob: {{declare_defenders: {{defenders: [{{card: guard, of: alice, in: play}}]}}}}",
            "error",
            "no guard lies there now",
        ),
        (
            f"{ATTACK}- bob: {{declare_defenders: {{defenders: [{{card: guard, in: plai}}]}}}}",
            "error",
            "nothing lies in an area 'plai' now; did you mean play?",
        ),
        (
            f"{ATTACK}- bob: {{declare_defenders: {{defenders: [{{card: guard, as: gate}}]}}}}",
            "error",
            "'gate' names something else",
        ),
    ],
)
def test_a_card_is_called_by_a_name_of_its_own(tmp_path: Path, steps: str, outcome: str, said: str) -> None:
    head = HEAD.replace(
        "bob: {play: [guard, guard]}",
        "bob: {discard: [{card: ice, as: sword}], play: [{card: guard, as: gate}, guard]}",
    )
    check(tmp_path, f"{steps}\n- expect: {{round: 1}}\n", outcome, said, head)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("alice", "'alice' names something else"),
        ("eddard-stark", "'eddard-stark' names something else"),
        ("other", "'other' names something else"),
        ("The Gate", "'The Gate' is no name for a card"),
        ("4", "expected a string"),
    ],
)
def test_a_name_of_its_own_is_a_word_that_nothing_else_has(tmp_path: Path, name: str, said: str) -> None:
    head = HEAD.replace("[guard, guard]", f"[{{card: guard, as: {name}}}, {{card: guard, as: other}}]")
    check(tmp_path, "- expect: {round: 1}\n", "error", said, head)


DECK = "{faction: stark, plots: [], cards: []}"


@pytest.mark.parametrize(
    ("head", "outcome", "said"),
    [
        ("game: agot_lcg\nseats: 2\n", "passed", ""),
        ("game: agot_lcg\nseats: 3\n", "error", "seats: agot_lcg is played by 2"),
        ("game: agot_lcg\nseats: [{name: ann, deck: stark.txt}, {name: bea, deck: stark.txt}]\n", "passed", ""),
        ("game: agot_lcg\nseats: [{name: ann, deck: gone.txt}]\n", "error", "gone.txt: No such file or directory"),
        ('game: agot_lcg\nseats: [{name: ann, deck: "a\\nb"}]\n', "error", "seats[0].deck: deck.unreadable-line"),
        (
            f"game: agot_lcg\nseats: [{{name: ann, deck: {DECK}}}, {{name: bea, deck: {DECK}}}]\n",
            "error",
            "seats: deck.unknown-card",
        ),
        ("game: agot_lcg\nseats: [ann, bea]\n", "error", "seats: match.seat"),
        ("game: agot_lcg\nseats: [{nam: ann}]\n", "error", "unknown key; did you mean name?"),
        ("game: agot_lcg\nseats: 2\noptions: {tides: true}\n", "error", "options: match.option"),
        ("game: agot_board\nseats: 4\noptions: {rule_set: faq-2.0}\n", "passed", ""),
        (
            "game: agot_board\nseats: [{player: Ann}, {player: Bea}, {player: Cid}]\noptions: {houses: drawn}\n",
            "passed",
            "",
        ),
        ("game: agot_board\nseats: [stark, lannister, baratheon]\noptions: {tides: true}\n", "error", "match.option"),
        ("game: agot_board\nseats: 3\nposition: {players: 3}\n", "error", "seats: a scenario begins with a position"),
        ("game: agot_board\noptions: {}\nposition: {players: 3}\n", "error", "options: a position says them itself"),
        ("game: agot_board\n", "error", "position: missing, and no seats either"),
    ],
)
def test_a_case_begins_with_seats_as_a_match_does(tmp_path: Path, head: str, outcome: str, said: str) -> None:
    deck = Path(__file__).parents[5] / "service" / "demo" / "stark.txt"
    (tmp_path / "stark.txt").write_text(deck.read_text(encoding="utf-8"), encoding="utf-8")
    rules = "title: A set-up\nrules: [match.seat]\n"
    check(tmp_path, "- expect: {one_of: [{round: 0}, {round: 1}]}\n", outcome, said, f"{head}{rules}")


@pytest.mark.parametrize(
    "expected",
    [
        "after: command",
        "sees: {}",
        "sees: {alice: {}}",
        "sees: {alice: {knows: []}}",
        "sees: {alice: {knows_not: []}}",
        "offers.bob: []",
        "offers_not.bob: []",
        "one_of: []",
        "one_of: [{}]",
    ],
)
def test_an_expectation_that_could_not_fail_is_an_error(tmp_path: Path, expected: str) -> None:
    check(tmp_path, f"{ATTACK}- expect: {{{expected}}}\n", "error", "the expectation names nothing")


def test_every_difference_of_a_case_is_told_with_its_line(tmp_path: Path) -> None:
    steps = """\
steps:
  - expect:
      round: 2
      phase: challenges
      players.bob.power: 3
  - alice: decline_challenge
  - expect: {round: 4}
"""
    report = run(tmp_path, HEAD + steps)
    (result,) = report.results
    text = (HEAD + steps).splitlines()
    lines = [text[each - 1].strip() for each in (result.line, *result.more)]
    assert lines == ["round: 2", "players.bob.power: 3", "- expect: {round: 4}"]
    assert [line.endswith(f"found {n}]") for line, n in zip(report.lines(), (1, 0, 1), strict=False)] == [True] * 3


DRAWING = "abilities: [{action: {phase: draw, parts: [{draw: {}}]}}]"


def test_the_cards_whose_text_is_not_coded_are_named_once_whatever_comes_out(tmp_path: Path) -> None:
    bard = "{id: bard, type: character, cost: 1, strength: 1, ability: [{kind: action, effect: draw 1 card}]}"
    seer = "{id: seer, type: character, cost: 1, strength: 1, ability: [{kind: action, effect: draw}], %s}"
    own = f"  - {bard}\n  - {seer % DRAWING}\n"
    copies = "[scout, seer, {card: bard, as: minstrel}, bard]"
    head = HEAD.replace("position:", f"{own}position:").replace("[scout]", copies)
    passed, failed = (run(tmp_path, f"{head}steps:\n  - expect: {{round: {n}}}\n") for n in (1, 2))
    for report in (passed, failed):
        (result,) = report.results
        assert result.verdict.by_hand == ("bard",)
        assert report.lines()[1] == f"        {NOT_CODED}: bard"
    assert (passed.has_passed, failed.has_passed) == (True, False)
    assert run(tmp_path, f"{HEAD}steps:\n  - expect: {{round: 1}}\n").results[0].verdict.by_hand == ()


def test_errors_come_before_what_was_found_otherwise_and_keep_nothing_from_being_compared(tmp_path: Path) -> None:
    (result,) = run(tmp_path, HEAD + "steps:\n  - expect: {round: 2, phas: draw, windwo: plot}\n").results
    told = [result.verdict.reason, *(each.reason for each in result.verdict.more)]
    assert result.verdict.outcome == "error"
    assert told == [
        "unknown key 'phas'; did you mean phase?",
        "unknown key 'windwo'; did you mean window?",
        "expected 2, found 1",
    ]


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        ("  - alice:\n      initiate_chalenge: {}\n", "initiate_chalenge: {}"),
        ("  - alice:\n      initiate_challenge:\n        kind: military\n        atackers: []\n", "atackers: []"),
        ("  - expect:\n      round: 1\n      rond: 1\n", "rond: 1"),
        ("  - expect:\n      sees:\n        alice:\n          roudn: 1\n", "roudn: 1"),
        ("  - alice: pass\n    refused:\n      - match.over\n      - match.ovr\n", "- match.ovr"),
    ],
)
def test_the_line_of_an_unknown_word_is_that_of_its_key(tmp_path: Path, steps: str, line: str) -> None:
    text = f"{HEAD}steps:\n{steps}  - expect: {{round: 1}}\n"
    (result,) = run(tmp_path, text).results
    assert text.splitlines()[result.line - 1].strip() == line
    assert "did you mean" in result.verdict.reason


@pytest.mark.parametrize(
    "steps",
    [
        "- expect: {happened: [zzz]}",
        "- expect: {window: zzz}",
        "- expect: {zzz: 1}",
        "- expect: {fact.zzz.seat: 1}",
        "- alice: zzz",
        "- alice: pass\n  refused: zzz",
        "- alice: {use_reaction: {card: scout, condition: zzz}}",
    ],
)
def test_no_error_lists_what_nobody_would_read(tmp_path: Path, steps: str) -> None:
    outcome, said = verdict_of(tmp_path, f"{steps}\n- expect: {{round: 1}}\n")
    assert outcome == "error"
    assert len(said) < 400


def test_a_window_that_no_card_of_the_pool_uses_is_a_known_name(tmp_path: Path) -> None:
    check(tmp_path, "- expect: {window: 'cancel:stood'}\n", "failed", "expected cancel:stood, found challenge")
    check(tmp_path, "- expect: {windows: ['cancel:stod']}\n", "error", "did you mean cancel:stood?")


def test_a_window_goes_by_every_condition_that_it_is_about(tmp_path: Path) -> None:
    """A further card of the pool that listens to what came before does not take its name away."""
    abilities = "abilities: [{reaction: {when: {kinds: [%s]}, parts: [{draw: {}}]}}]"
    head = HEAD.replace("keywords: [stealth]}", f"{abilities % 'killed'}}}").replace('at: "4.2"', "at: '4.2'")
    other = f"  - {{id: other, type: character, cost: 1, strength: 1, {abilities % 'claim_applied'}}}\n"
    steps = f"""\
        {ATTACK.strip()}
        - bob: {{declare_defenders: {{defenders: []}}}}
        - bob: {{choose_claim_characters: {{characters: [guard]}}}}
        - expect: {{window: "reaction:killed"}}
        """
    check(tmp_path, steps, "passed", "", head)
    check(tmp_path, steps, "passed", "", head.replace("position:", f"{other}position:"))


MARCH = f"""\
{BOARD}position:
  houses: [baratheon, lannister, stark]
  at: "3.2"
  areas: {{winterfell: "stark knight, order march-plus-1", karhold: "stark footman, order march-0"}}
"""
ORDERS = MARCH.replace("3.2", "2.1").replace(", order march-plus-1", "").replace(", order march-0", "")
ASK = "area: karhold, march: {moves: {castle-black: {footman: 1}}}"


@pytest.mark.parametrize(
    ("head", "step", "outcome", "said"),
    [
        (MARCH, f"offers.stark: [{{resolve_march: {{{ASK}}}}}]", "passed", ""),
        (MARCH, f"offers_not.stark: [{{resolve_march: {{{ASK}}}}}]", "failed", "is offered to stark"),
        (MARCH, "offers.stark: [{resolve_march: {area: karhold, march: {token: false}}}]", "passed", ""),
        (MARCH, "offers_not.stark: [{resolve_march: {march: {moves: {castle-black: {footman: 2}}}}}]", "passed", ""),
        (MARCH, "offers.stark: [{resolve_march: {area: pyke}}]", "failed", "resolve_march is, but not with this area"),
        (
            MARCH,
            "offers.stark: [{resolve_march: {march: {moves: {pyke: {footman: 1}}}}}]",
            "failed",
            "not with this march",
        ),
        (MARCH, "offers.stark: [{resolve_march: {march: {moves: {}, now: 1}}}]", "failed", "not with this march"),
        (ORDERS, "offers.stark: [{assign_orders: {orders: {winterfell: raid}}}]", "passed", ""),
        (ORDERS, "offers_not.stark: [{assign_orders: {orders: {winterfell: raid}}}]", "failed", "is offered to stark"),
        (ORDERS, "offers_not.stark: [{assign_orders: {orders: {moat-cailin: raid}}}]", "passed", ""),
    ],
)
def test_in_part_means_in_part_at_every_depth(tmp_path: Path, head: str, step: str, outcome: str, said: str) -> None:
    check(tmp_path, f"- expect: {{{step}}}\n", outcome, said, head)


@pytest.mark.parametrize(
    ("command", "rule", "said"),
    [
        ("choose_house_card: {card: edard-stark}", "agot_board.card.choose-secretly", "did you mean eddard-stark?"),
        ("resolve_consolidate: {area: winterfell, how: gold}", "match.over", "'gold' is none of muster, power"),
        (
            "resolve_raid: {area: winterfell, target: mote-cailin}",
            "agot_board.raid.effect",
            "did you mean moat-cailin?",
        ),
        ("resolve_march: {area: winterfel, march: {moves: {}}}", "agot_board.order.march", "did you mean winterfell?"),
        (
            "resolve_march: {area: karhold, march: {moves: {karhold: {footmen: 1}}}}",
            "agot_board.order.march",
            "footman?",
        ),
        (
            "resolve_march: {area: karhold, march: {moves: {karhold: footman}}}",
            "agot_board.order.march",
            "moves.karhold: expected named fields; did you mean {footman: 1}?",
        ),
        (
            "resolve_march: {area: karhold, march: {moves: {karhold: 2 footman knight}}}",
            "agot_board.order.march",
            "did you mean {footman: 2, knight: 1}?",
        ),
        (
            "resolve_march: {area: karhold, march: {moves: {karhold: two footmen}}}",
            "agot_board.order.march",
            "moves.karhold: expected named fields",
        ),
        (
            "assign_orders: {orders: winterfell march-0}",
            "agot_board.round.planning-summary",
            "orders: expected named fields; did you mean {winterfell: march-0}?",
        ),
        ("assign_orders: {orders: {winterfell: raids}}", "agot_board.round.planning-summary", "did you mean raid?"),
        ("bid: 3", "agot_board.bid.simultaneous-reveal", "bid: expected named fields; did you mean {power: 3}?"),
        ("order_tied_bids: {houses: [starc]}", "agot_board.bid.ties-iron-throne", "no House is called 'starc'"),
        (
            "wildling_choice: {units: {winterfel/knight: 1}}",
            "agot_board.wildling.step-4-aftermath",
            "winterfell/knight?",
        ),
    ],
)
def test_a_misspelled_name_shows_no_rule(tmp_path: Path, command: str, rule: str, said: str) -> None:
    check(tmp_path, f"- stark: {{{command}}}\n  refused: {rule}\n", "error", said, MARCH)
    wanted = f"{{command: {{{command}}}, rule: {rule}}}"
    check(tmp_path, f"- expect: {{cannot.stark: [{wanted}]}}\n", "error", said, MARCH)


@pytest.mark.parametrize(
    ("head", "step"),
    [
        (MARCH, "- expect: {cannot.stark: [{command: {resolve_marsh: {}}, rule: command.shape}]}\n"),
        (
            ORDERS,
            "- stark: {assign_orders: {orders: {karhold: truce}}}\n  refused: agot_board.component.order-tokens\n",
        ),
    ],
)
def test_what_is_no_name_is_refused_where_that_is_expected(tmp_path: Path, head: str, step: str) -> None:
    check(tmp_path, step, "passed", "", head)


def test_a_game_without_windows_says_that_nobody_passes_in_it(tmp_path: Path) -> None:
    rule = "agot_board.ruling.march-must-resolve"
    check(tmp_path, f"- stark: pass\n  refused: {rule}\n", "error", "nobody passes in this game", MARCH)
    check(tmp_path, "- stark: pass\n  refused: command.shape\n", "passed", "", MARCH)
    leave = "resolve_march: {area: karhold, march: {moves: {}}}"
    check(tmp_path, f"- stark: {{{leave}}}\n- expect: {{areas.karhold: stark footman}}\n", "passed", "", MARCH)


def test_a_seat_that_is_none_shows_no_rule(tmp_path: Path) -> None:
    steps = "- alice: {initiate_challenge: {kind: military, against: carol, attackers: [scout]}}\n"
    check(
        tmp_path, f"{steps}  refused: agot_lcg.step.4-2-1-defender-eligibility\n", "error", "no seat is called 'carol'"
    )


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        ("happened: [march_declared]", "baratheon: expected ['march_declared'], found seed_committed"),
        ("knows: [mammoth-riders]", "the position has no card 'mammoth-riders'"),
    ],
)
def test_what_a_viewer_read_is_told(tmp_path: Path, expected: str, said: str) -> None:
    steps = f"- expect: {{sees: {{baratheon: {{{expected}}}}}}}\n"
    _, reason = verdict_of(tmp_path, steps, MARCH)
    assert said in reason
    assert "found []" not in reason
    assert not reason.endswith("known are ")


def test_a_board_of_a_set_up_is_seen_through_a_screen(tmp_path: Path) -> None:
    steps = """\
        - stark: {assign_orders: {orders: {winterfell: march-0, white-harbor: raid, the-shivering-sea: support}}}
        - expect:
            sees:
              stark: {fact.sealed.seat: stark, waiting.seats: [baratheon, lannister]}
              lannister: {fact.sealed.answer: ""}
            offers_not.stark: [assign_orders]
            offers.lannister: [assign_orders]
        """
    check(tmp_path, steps, "passed", "", f"{BOARD}seats: [stark, lannister, baratheon]\n")


@pytest.mark.parametrize(
    ("expected", "is_so"),
    [
        (["x", "y"], True),
        (["y", "x"], True),
        (["x"], False),
        ([], False),
        (["x", "y", "z"], False),
        (["x", "x"], False),
    ],
)
def test_what_has_no_order_is_named_whole_and_once(expected: list[str], is_so: bool) -> None:
    assert agrees(expected, frozenset(("x", "y"))) is is_so


def test_a_name_twice_is_not_what_there_is_once() -> None:
    assert not agrees(["x", "x"], frozenset(("x",)))
