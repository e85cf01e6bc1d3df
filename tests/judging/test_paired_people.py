"""Paired reads of what is done to people in a match: other players take its seats, a penalty of a case is withdrawn.

Whoever asks, and whoever reads it afterwards, is told alike of two matches that differ in one secret. What is told is
compared as in `test_paired_reads`. `make test` looks at a sample of the readings, the proof at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from domain.judging.cases import deciding
from domain.judging.cases.case import CaseChange, chain_entry
from domain.judging.cases.commands import CaseContext, WithdrawGivenPenalty
from domain.judging.cases.entries import PenaltyWithdrawn
from domain.judging.remedies import reseating
from domain.judging.remedies.interventions import game_of_judge
from domain.kernel.flow.endings import SeatsTakenOver
from domain.kernel.ids import Seat
from domain.match.aggregate import Match
from domain.match.envelope import Stamp
from domain.match.events import RESEATED
from tests.games import ROWS
from tests.judging.pairs import GameSecrets
from tests.judging.secrets import SECRETS, each_secret
from tests.judging.test_paired_changes import alike
from tests.judging.test_paired_reads import RULED, Asked, Pairs, World, asked_routes, pairs_in, readings_of
from tests.samples import Spread, everything, sample

# how many readings of a secret `make test` looks at, beside those of ACTS
OTHERS = 40
# by what a match and a case tell of an act; everybody asks by each
ACTS = (
    "GET /v1/matches/{match_id}",
    "GET /v1/matches/{match_id}/actions",
    "GET /v1/matches/{match_id}/timeline",
    "GET /v1/matches/{match_id}/view",
    "GET /v1/matches/{match_id}/window",
    "GET /v1/cases/{case_id}",
    "GET /console/matches/{match_id}",
    "GET /console/cases/{case_id}",
)
SEATED_AT = "2026-01-03T00:00:00.000000Z"
PENALTY = {"infraction": "slow-play", "penalty": "warning"}


class ReseatedWorld(World):
    """A match whose seats all get other players before a case is opened: each has the next one's."""

    def made_event(self) -> str:
        # clocks are told too: what is done to the seats is of one time in both matches
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(self.api.services.events, "_clock", lambda: SEATED_AT)
            return self.reseated(super().made_event())

    def reseated(self, event: str) -> str:
        taken = self.match.match.table.seats
        players = [f"Player {number}" for number, _ in enumerate(taken, 1)]
        seats = dict(zip(players, [*taken[1:], taken[0]], strict=True))
        seating = {"type": "seat_match", "round": 1, "table": 1, "match": self.named, "seats": seats}
        self.does("admin", f"/v1/events/{event}/commands", seating)
        for seat in taken:
            key = self.does("admin", f"/v1/matches/{self.named}/seats/{seat}/key", {}, Idempotency_Key=f"key-{seat}")
            self.keys[seat] = key["key"]
        self.newest = self.api.read(f"/v1/matches/{self.named}", self.keys["admin"])["version"]
        return event


@pytest.fixture(scope="module")
def reseated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from pairs_in(tmp_path_factory, ReseatedWorld)


@pytest.fixture
def reseated_anew(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from pairs_in(tmp_path_factory, ReseatedWorld)


@pytest.fixture
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from pairs_in(tmp_path_factory)


def readers(pairs: Pairs, name: str) -> tuple[str, ...]:
    """Everybody from whom a secret is kept."""
    return (*pairs.other_seats(name), "public", *SECRETS[name].kept_from)


def newest_asked(pairs: Pairs, name: str, routes: tuple[str, ...]) -> list[Asked]:
    """Every reading by these routes, by everybody, of the match as it is after the act or of no version."""
    worlds = one, _ = pairs.worlds(name)
    found = list[Asked]()
    for who, route in product(readers(pairs, name), routes):
        for mine, theirs in zip(*(readings_of(world, who, route) for world in worlds), strict=True):
            versions = [mine.query[each] for each in ("at", "from", "left", "to") if each in mine.query]
            if str(one.newest) in versions or not versions:
                found.append((who, mine, theirs))
    return found


def compared(pairs: Pairs, name: str, spread: Spread) -> int:
    """Compare what both matches tell after the act; returns how many readings were answered."""
    others = tuple(each for each in asked_routes() if each not in ACTS)
    asked = [*newest_asked(pairs, name, ACTS), *spread(newest_asked(pairs, name, others), OTHERS)]
    return pairs.check(name, asked)


def deck_and_sealed(game: GameSecrets) -> Iterator[str]:
    """The order of a deck, and the answers under seal; the proof looks at all secrets."""
    yield from (next(iter(game.decks)), *game.sealed)


# --- other players at the seats


@each_secret(deck_and_sealed)
def test_seats_that_get_other_players_tell_no_secret(reseated: Pairs, name: str) -> None:
    for world in reseated.worlds(name):
        act = world.api.read(f"/v1/matches/{world.named}/actions/{world.newest}", world.keys["admin"])
        assert act["kind"] == RESEATED
        assert act["facts"][0]["seats"] == list(world.match.match.table.seats)
    assert compared(reseated, name, sample) > len(ACTS)


@pytest.mark.proof
@each_secret()
def test_seats_that_get_other_players_tell_no_secret_to_anybody(reseated: Pairs, name: str) -> None:
    # in a match in which nothing was done yet there is no act, and its seats have other players all the same
    assert compared(reseated, name, everything) > len(ACTS)


@each_secret(lambda game: game.sealed)
def test_a_seating_that_depends_on_a_sealed_answer_is_found(
    reseated_anew: Pairs, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed = list[Any]()

    def looked_at(match: Match, table: Any) -> Any:
        sealed.append(table.sealed)
        return game_of_judge(match, table)

    def telling(seats: tuple[Seat, ...]) -> SeatsTakenOver:
        return SeatsTakenOver(seats if sealed[-1] == sealed[0] else seats[::-1])

    monkeypatch.setattr(reseating, "game_of_judge", looked_at)
    monkeypatch.setattr(reseating, "SeatsTakenOver", telling)
    assert next(reseated_anew.differing(name, newest_asked(reseated_anew, name, ACTS)), None)


# --- a penalty that is withdrawn


def penalised(world: World) -> None:
    """A case gave a penalty to the seat that knows the secret, or the first, and rules it no more."""
    seats, path = world.match.match.table.seats, "/v1/cases"
    penalty = {"seat": world.pair.seat or seats[0], **PENALTY}
    about = {"match": world.named, "text": "So it was.", "rules": [ROWS[world.match.game].cited], "freeze": False}
    # the judge has no other note that is open: one is closed, the other's author is the head judge
    case = world.does("judge", path, about, Idempotency_Key="penalised")["case"]
    world.values["case_id"], path = case, f"{path}/{case}"
    world.does("judge", f"{path}/take", {}, Idempotency_Key="penalised-take")
    for seat in seats:
        world.does(seat, f"{path}/statements", {"text": "It was so."}, Idempotency_Key="penalised-said")
    rules = {"rules": about["rules"]}
    for number, (move, penalties) in enumerate((("ruling", [penalty]), ("amend", []))):
        ruling = {**RULED, **rules, "finding": f"Seen {number}.", "penalties": penalties}
        world.does("judge", f"{path}/{move}", ruling, Idempotency_Key=f"penalised-{move}")
        for seat in seats:
            world.does(seat, f"{path}/accept", {}, Idempotency_Key=f"penalised-accept-{number}")
        if penalties:
            world.does("judge", f"{path}/penalties", penalty, Idempotency_Key="penalised-given")


def withdrawn_by_all(pairs: Pairs, name: str) -> Iterator[str]:
    """What everybody is answered who withdraws the penalty, those who may do it last; both must be answered alike."""
    worlds = one, _ = pairs.worlds(name)
    for world in worlds:
        penalised(world)
    penalty = {"seat": one.pair.seat or one.match.match.table.seats[0], **PENALTY}
    path = "/v1/cases/{case_id}"
    asking = [who for who in one.keys if who not in ("judge", "head-judge")]
    for who in (*asking, "judge"):
        yield alike(worlds, who, f"{path}/penalties/withdraw", penalty, f"back-{who.replace(' ', '-')}")
    approval = {"number": 2, "reason": "Seen by two."}
    yield alike(worlds, "head-judge", f"{path}/approve", approval, "approved")
    yield alike(worlds, "judge", f"{path}/penalties/withdraw", penalty, "back-once-approved")


@each_secret(deck_and_sealed)
def test_a_penalty_that_is_withdrawn_tells_no_secret(pairs: Pairs, name: str) -> None:
    *refused, approved, done = withdrawn_by_all(pairs, name)
    assert {each[:3] for each in refused} == {"401", "403", "409"}
    assert (approved[:3], done[:3], "penalty_withdrawn" in done) == ("201", "201", True)
    assert compared(pairs, name, sample) > len(ACTS)


@pytest.mark.proof
@each_secret()
def test_a_penalty_that_is_withdrawn_tells_no_secret_to_anybody(pairs: Pairs, name: str) -> None:
    assert [*withdrawn_by_all(pairs, name)][-1].startswith("201")
    assert compared(pairs, name, everything) > len(ACTS)


@each_secret(lambda game: game.sealed)
def test_a_withdrawal_that_depends_on_a_sealed_answer_is_found(
    pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed = list[Any]()

    def telling(context: CaseContext, stamp: Stamp) -> CaseChange:
        sealed.append(context.match.table.sealed)
        player = "Player 1" if sealed[-1] == sealed[0] else "Player 2"
        penalty, said = context.command.penalty, deciding.envelope(context, stamp)
        return chain_entry(context.case, PenaltyWithdrawn(**said, number=2, penalty=penalty, player=player))

    monkeypatch.setitem(deciding.MOVES, WithdrawGivenPenalty, telling)
    with pytest.raises(AssertionError):
        [*withdrawn_by_all(pairs, name)]
    assert len(sealed) == 2
