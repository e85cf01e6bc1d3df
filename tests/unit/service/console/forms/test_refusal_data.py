"""The data of a refusal in lines for people."""

from __future__ import annotations

from typing import Any

import pytest

from service.app.rulebooks import rule_of
from service.console.forms.refusal_data import because_words

LABELS = {"worse": "Why leaving it would be worse"}


@pytest.mark.parametrize(
    ("because", "said"),
    [
        ({"cost": "kneel_cost", "have": 0, "needed": 1}, "cost kneel, have 0, needed 1"),
        ({"cost": 3, "gold": 1}, "cost 3, gold 1"),
        ({"needed": "during", "means": "a military challenge"}, "needed a military challenge"),
        (
            {"regulation": "duel", "faults": [{"field": "seats", "number": 2, "known": [3, 4]}]},
            "regulation duel, Seats “2” does not fit; what fits: 3, 4",
        ),
        (
            {"winner": "alice", "how": "power", "rule": "agot_lcg.victory.fifteen-power"},
            f"winner alice, how power, rule {rule_of('agot_lcg.victory.fifteen-power').title}",
        ),
        ({"field": "worse", "missing": "worse"}, "missing Why leaving it would be worse"),
        (
            {"round": 1, "started": "2026-11-24T03:02:53.190617Z"},
            "round 1, started 2026-11-24 03:02:53 UTC",
        ),
        (
            {"belongs": "step 4.2.1", "seat": "alice", "command": "declare_defenders", "question": "mulligan"},
            "it belongs to step 4.2.1, question mulligan",
        ),
        (
            {"learned": ["2.6", "2.6", "3.1"], "revealed": [], "random": 1},
            "learned since 3 cards, at 2.6, 3.1, drawn since 1 random result",
        ),
        ({"learned": [], "revealed": ["5.2"], "random": 0}, "opened since 1 secret answer, at 5.2"),
        (
            {
                "condition": "entered_play",
                "happens_to": "rock",
                "card": "assassin",
                "answers_to": "entered play, by ambush, it happens to this card",
            },
            "it answers entered play, by ambush, where it happens to assassin itself; this was entered play: rock",
        ),
        ({"faults": [{"field": "result", "twice": "win"}]}, "Result “win” stands there twice"),
        (
            {"field": "penalties[0].infraction", "problem": "missing", "penalty": "warning", "seat": "alice"},
            "Infraction is not filled in, penalty warning, seat alice",
        ),
    ],
)
def test_what_was_found_wrong_is_said_without_names_of_the_engine(because: dict[str, Any], said: str) -> None:
    assert ", ".join(f"{name} {value}" for name, value in because_words(because, labels=LABELS)) == said


def test_orders_of_ones_own_that_are_left_are_said_with_their_kind() -> None:
    data = {"area": "port-of-pyke", "order": "consolidate-power", "own": ["pyke", "the-stony-shore"]}
    assert because_words(data)[1:] == [("own consolidate power orders left", "pyke; the-stony-shore")]
    assert because_words({"area": "pyke", "order": "march", "own": []})[1] == ("own march orders left", "none")
    assert because_words({"unit": "pyke", "own": ["winterfell"]})[1] == ("the seat's own", "winterfell")
