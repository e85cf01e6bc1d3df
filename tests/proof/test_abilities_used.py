"""Which abilities of a card game its whole matches use; the figures are printed. Run by `make proof` only.

An ability that no match uses is shown by a test of its own, named in tests/data/unused_abilities.toml; so are those
that matches use so rarely that a change of anything else may leave them out.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from domain.games import GAMES
from domain.games.l5r.game import rules as l5r_rules
from tests.abilities_used import Used, abilities_of_pool, uses_in
from tests.builders import ENDLESS, played
from tests.games import BROUGHT, opened
from tests.games.bringing import GameTests
from tests.games.l5r import PROOF, clans_of, random_seats

pytestmark = pytest.mark.proof

TESTS = Path(__file__).parents[1]
UNUSED: dict[str, dict[str, str]] = tomllib.loads(
    (TESTS / "data" / "unused_abilities.toml").read_text(encoding="utf-8")
)


def abilities_of(game: GameTests) -> tuple[Used, ...]:
    rules: Any = GAMES[game.name].rules
    return abilities_of_pool(rules.registry)


@pytest.mark.parametrize("game", [BROUGHT[name] for name in UNUSED], ids=lambda game: game.name)
def test_whole_matches_use_every_ability_but_those_that_have_a_test_of_their_own(game: GameTests) -> None:
    used, matches, versions = Counter[Used](), 0, 0
    for start in (each for part in game.parts.values() for each in part):
        matches += 1
        for step in played(opened(game, start).match, game.player(start.seed, "play"), ENDLESS):
            versions += 1
            used.update(uses_in(step))
    every = abilities_of(game)
    unused = [str(each) for each in every if not used[each]]
    least = sorted((used[each], str(each)) for each in every if used[each])[:5]
    share = f"{len(every) - len(unused)} of {len(every)} abilities used, least {least}"
    print(f"{game.name}: {matches} matches, {versions} versions, {share}, never {unused}")
    assert set(unused) <= {*UNUSED[game.name]}


@pytest.mark.parametrize("game", UNUSED)
def test_each_ability_that_no_match_uses_has_a_test_that_is_there(game: str) -> None:
    for ability, named in UNUSED[game].items():
        path, _, test = named.partition("::")
        assert f"def {test}(" in (TESTS / path).read_text(encoding="utf-8"), ability


def test_each_pair_of_clans_meets_twenty_times_in_the_proof_of_l5r() -> None:
    decks = [json.loads(seat)["deck"] for seed in PROOF[:4] for seat in random_seats(seed)]
    clans = [l5r_rules.pool.cards[each["stronghold"]].clan for each in decks]
    assert clans == [clan for seed in PROOF[:4] for clan in clans_of(seed)]
    met = Counter(tuple(sorted(clans_of(start.seed))) for part in BROUGHT["l5r"].parts.values() for start in part)
    assert (len(met), met.total()) == (28, 1000)
    assert min(met.values()) >= 20
