"""The card table of the console: each card in play lies in one place of it, whosever card it lies on."""

from collections import Counter
from collections.abc import Iterator

from domain.kernel.ids import Seat
from domain.match import Match
from service.console.tables.agot_lcg import laid
from service.console.tables.laid import Laid, Shown
from service.simulate import Task, decisions


def matches() -> Iterator[Match]:
    """Three simulated matches at every fifth version."""
    for number in range(1, 4):
        yield from (each.match for each in decisions(Task("agot_lcg", 20261122, number)) if not each.match.version % 5)


def shown_in_play(table: Laid) -> Iterator[Shown]:
    """Every card of the groups, and what lies on it."""

    def with_attached(card: Shown) -> Iterator[Shown]:
        yield card
        for each in card.attached:
            yield from with_attached(each)

    for side in table.sides:
        for group in side.groups:
            for card in group.cards:
                yield from with_attached(card)


def test_every_card_in_play_is_shown_once() -> None:
    attached = abroad = 0
    for match in matches():
        for viewer in (*match.table.seats, "judge"):
            view = match.rules.view(match.table, Seat(viewer), judging=False)
            shown = list(shown_in_play(laid(view, match.rules.pool.cards)))
            players = view["players"].values()
            told = Counter(card.handle for card in shown if card.shape != "back")
            assert all(told[card["card"]] == 1 for player in players for card in player["in_play"])
            backs = sum(len(player["facedown"]) for player in players)
            assert sum(card.shape == "back" for card in shown) == backs
            attached += sum(len(card.attached) for card in shown)
            abroad += sum(mark.startswith("of ") for card in shown for mark in card.marks)
    assert attached > 0
    assert abroad > 0
