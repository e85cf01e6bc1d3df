"""Whatever is appended to a stream is appended in one way: lost answers, failures of a moment, other writers."""

from collections.abc import Callable
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError

from domain.judging.cases import commands as m
from domain.judging.cases.desk import AssignJudge
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.regulation import regulations
from service.app.match.seed_reveals import reveal
from service.app.write_loop import TRIES
from service.store.failures import Contended, Unavailable
from service.store.recorded import CASES, DESKS, EVENTS, STREAM
from service.wiring import Services
from tests.integration.store.test_cases import opened, opens, seats_of, services_at

ADMIN = Actor("root", "admin")


def plays(services: Services) -> Any:
    seat = seats_of(services, "m-one")[0]
    wait = services.matches.at("m-one", 1).wait
    concede = services.matches.fresh("m-one").rules.command({"type": "concede"})
    return services.matches.act("m-one", seat, concede, wait=wait, key="again", actor=seat).version


def calls(services: Services) -> Any:
    return services.desks.enter("m-one", AssignJudge("cora"), by=ADMIN, key="again")


def takes(services: Services) -> Any:
    receipt = services.cases.move("c-1", m.Take(), by=Actor("ada", "judge"), key="again")
    return receipt.case.id, receipt.entry


def enrols(services: Services) -> Any:
    command = c.EnrolPlayers(players=("Ann", "Bert"))
    return services.events.enter("e-1", command, asker=Actor("olga", "organizer"), key="again").entry


def reveals(services: Services) -> Any:
    return reveal(services, "m-one", ADMIN, "again").version


def no_more(services: Services) -> None:
    """Nothing needs to have been done before."""


def disputed(services: Services) -> None:
    opens(services, "m-one", "c-1")


def created(services: Services) -> None:
    command = c.CreateEvent(name="Friday", game="agot_lcg", regulation=regulations()["cards-duel"])
    services.events.create("e-1", command, asker=Actor("olga", "organizer"), key="create")


def conceded(services: Services) -> None:
    plays(services)


Appends = Callable[[Services], Any]
# what is done, what must have been done before, and the stream in which it is stored
WRITERS: dict[str, tuple[Appends, Callable[[Services], None], str]] = {
    "match": (plays, no_more, f"{STREAM}m-one"),
    "desk": (calls, no_more, f"{DESKS}m-one"),
    "case": (takes, disputed, f"{CASES}c-1"),
    "tournament": (enrols, created, f"{EVENTS}e-1"),
    "reveal": (reveals, conceded, f"{STREAM}m-one"),
}


class FaultyStore:
    """The writes of a store: how many fail, whether the last of these was stored all the same, and with which error."""

    def __init__(self, monkeypatch: Any, services: Services) -> None:
        self.tried = self.failing = 0
        self.stores_last, self.error = False, OperationalError
        for name in ("append_many", "append_together"):
            real = getattr(services.matches.recorder, name)
            monkeypatch.setattr(services.matches.recorder, name, self.write(real))
        # one that commits for a group has taken its writer along
        monkeypatch.setattr(services.matches._together, "_append_many", services.matches.recorder.append_many)

    def fail(self, times: int, *, error: Any = OperationalError, stores_last: bool = False) -> None:
        self.tried, self.failing, self.error, self.stores_last = 0, times, error, stores_last

    def write(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def tried(*given: Any) -> Any:
            self.tried += 1
            if self.tried > self.failing:
                return real(*given)
            if self.stores_last and self.tried == self.failing:
                real(*given)
            raise self.error("the connection is gone")

        return tried


@pytest.fixture(params=WRITERS)
def writer(request: pytest.FixtureRequest, place: Any, monkeypatch: Any) -> Any:
    appends, prepare, stream = WRITERS[request.param]
    with services_at(place) as services:
        opened(services)
        prepare(services)
        store = FaultyStore(monkeypatch, services)
        yield store, lambda: appends(services), lambda: dict(services.matches.recorder.streams(stream)).get(stream, 0)


@pytest.mark.parametrize("times", [1, TRIES])
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_an_answer_that_was_lost_is_found_in_the_stream_and_stored_once(writer: Any, error: Any, times: int) -> None:
    store, append, version = writer
    before = version()
    store.fail(times, error=error, stores_last=True)
    first = append()
    assert (store.tried, version()) == (times, before + 1)
    store.fail(0)
    assert append() == first
    assert (store.tried, version()) == (0, before + 1)


def test_a_store_that_fails_for_a_moment_is_tried_again(writer: Any) -> None:
    store, append, version = writer
    before = version()
    store.fail(2)
    append()
    assert (store.tried, version()) == (3, before + 1)


def test_a_store_that_always_fails_is_unavailable_and_the_same_again_is_stored_once(writer: Any) -> None:
    store, append, version = writer
    before = version()
    store.fail(99)
    with pytest.raises(Unavailable, match="the connection is gone"):
        append()
    assert (store.tried, version()) == (TRIES, before)
    store.fail(0)
    append()
    assert version() == before + 1


def test_other_writers_first_at_every_try_is_contended(writer: Any) -> None:
    store, append, version = writer
    before = version()
    store.fail(99, error=IntegrityError)
    with pytest.raises(Contended):
        append()
    assert (store.tried, version()) == (TRIES, before)
