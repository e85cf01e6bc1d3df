"""Noninterference in the board game: sealed answers, orders face down, Tides cards, what the Raven showed, decks.

Two matches that differ only in what a House must not see give that House, and the public, the same views, logs,
options, sizes, places of facts and waits. A `seen_by` that is made to leak must be found, or the test would be blind.
"""

from collections import Counter
from collections.abc import Iterable

import pytest

from domain.games.agot_board import view
from domain.games.agot_board.facts.board import OrdersAssigned
from domain.games.agot_board.state import BoardTable
from domain.kernel.cards import Learned
from domain.kernel.flow.waits import Sealed
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Viewer
from domain.match.aggregate import Match
from tests.boards import GAME, KINDS, PLAYERS, SHORTAGE, Kind, board_opened, kinds_for, player_of
from tests.builders import ENDLESS, Dice, opened_from, played
from tests.properties.board_twins import BoardPair
from tests.properties.twins import Interference

SAMPLE = 8
MOST = 60  # actions of one pair
LAST = 150  # the last version at which a pair begins where nothing is looked for
# The questions at which pairs begin by turns; a match without the question begins anywhere.
SECRETS = ("", "house-cards", "redraw", "bid", "place-wildling-card", "messenger-raven", "blade")

WITH_TIDES = tuple(kind for kind in KINDS if kind.tides)


def beginning(seed: int, kind: Kind) -> Match:
    """A version of a random match: whatever is under way in it, or for most seeds where one kind of secret is kept."""
    opening = board_opened(seed, kind)
    wanted, secret = Dice(f"begin {seed}").below(LAST), SECRETS[seed % len(SECRETS)]
    found = opening.match
    for step in played(opening.match, player_of(seed // 2, "twin"), ENDLESS):
        match = step.following.match
        if match.table.over is not None:
            break
        if match.table.waiting.question == secret:
            return match
        found = match if match.version <= wanted else found
    return found


def in_shortage(seed: int) -> Match:
    """Some Houses have laid their orders face down, others not yet."""
    match = opened_from(SHORTAGE, game=GAME)
    for step in played(match, player_of(2 * seed, "shortage"), match.version + 1 + seed % 2):
        match = step.following.match
    return match


def check_pair(match: Match, seed: int) -> Counter[str]:
    """Compare a pair that begins at this version; how it ended, and the number of actions compared."""
    viewer = match.table.seats[seed % len(match.table.seats)]
    pair = BoardPair(match, viewer, Dice(f"pair {seed}"))
    return Counter({pair.play(MOST): 1, "actions": pair.actions})


def check_board_pairs(kinds: tuple[Kind, ...], seeds: Iterable[int]) -> Counter[str]:
    """A pair for each seed, of these kinds of match by turns."""
    counts = Counter[str]()
    for seed in seeds:
        counts += check_pair(beginning(seed, kinds[seed % len(kinds)]), seed)
    return counts


def check_shortage(seeds: range) -> Counter[str]:
    return sum((check_pair(in_shortage(seed), seed) for seed in seeds), Counter())


@pytest.mark.parametrize("viewer", [PUBLIC, JUDGE, HEAD_JUDGE, "baratheon", "stark", ADMIN])
def test_which_order_lies_face_down_is_for_its_house_alone(viewer: str) -> None:
    match = in_shortage(1)
    for judging in (False, True):
        seen = match.rules.view(match.table, Viewer(viewer), judging=judging)["areas"]
        laid = {area: each.order for area, each in match.table.areas.items() if each.order}
        assert {each.house for each in laid.values()} == {"baratheon", "stark"}
        read = {area for area in laid if "token" in seen[area]["order"]}
        entitled = {area for area, order in laid.items() if viewer in (order.house, ADMIN) and not judging}
        assert read == entitled


@pytest.mark.parametrize("players", PLAYERS)
def test_a_house_cannot_tell_what_is_hidden_from_it(players: int) -> None:
    counts = check_board_pairs(kinds_for(players), range(SAMPLE))
    assert counts["actions"] > SAMPLE, counts


def test_orders_face_down_look_alike() -> None:
    assert check_shortage(range(SAMPLE))["revealed"] > 0


@pytest.mark.parametrize("leaking", [Sealed, Learned])
def test_a_leaking_redaction_is_found(monkeypatch: pytest.MonkeyPatch, leaking: type) -> None:
    monkeypatch.setattr(leaking, "seen_by", lambda fact, viewer: fact)
    with pytest.raises(Interference):
        check_board_pairs(KINDS, range(40))


def test_orders_that_are_told_face_down_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OrdersAssigned, "seen_by", lambda fact, viewer: fact)
    with pytest.raises(Interference):
        check_shortage(range(20))


def test_orders_that_are_shown_face_down_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "seen_order", lambda area, viewer: {"token": area.order.token})
    with pytest.raises(Interference):
        check_shortage(range(20))


def test_a_tides_card_that_others_see_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardTable, "sees", lambda table, viewer, zone: True)
    with pytest.raises(Interference):
        check_board_pairs(WITH_TIDES, range(SECRETS.index("redraw"), 200, len(SECRETS)))
