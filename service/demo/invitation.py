"""The end of the demonstration: keys for its store, and requests to send while it is served.

Read `make_invitation`, then `requests`. The match of the tour is over, so a copy of it is opened that ends at the
dispute and can be played on.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from secrets import token_bytes

import msgspec
from msgspec import Struct

from domain.judging.cases.desk import AssignJudge
from domain.kernel.ids import ADMIN
from domain.match.envelope import Actor
from service.app.keys import Keys, key_text
from service.app.match.matches import MatchApplication
from service.demo.excerpts import excerpt_span, excerpts
from service.demo.moments import passed_windows
from service.demo.tour import MATCH, PlayedMatch, tour_match
from service.games import presentation_of
from service.settings import Settings
from service.wiring import services_of

LIVE = "m-live"
ACTOR = "demo"


class Request(Struct, frozen=True):
    """A request to try: what it shows, the key that it is sent with, and further options of curl."""

    shows: str
    key: str
    path: str
    options: tuple[str, ...] = ()

    def line(self, url: str) -> str:
        """The curl command line that sends the request."""
        words = ["curl", "-H", f"Authorization: Bearer {self.key}", *self.options, f"{url}{self.path}"]
        return shlex.join(words)


class Invitation(Struct, frozen=True):
    """The keys by holder, and the requests to try with them."""

    keys: dict[str, str]
    requests: tuple[Request, ...]

    def lines(self, url: str) -> Iterator[str]:
        """The lines to print once the service listens at `url`."""
        yield f"\nThe store of this tour is served at {url}/v1, described at {url}/v1/docs, until Ctrl-C."
        yield f"{MATCH} is the match that you saw; {LIVE} is the same match, open, as it stood at the first dispute."
        yield f"The judges' console is at {url}/console: log in with the key of the judge.\n"
        yield from (f"  key of {holder:<18} {key}" for holder, key in self.keys.items())
        for request in self.requests:
            yield f"\n{request.shows}\n\n  {request.line(url)}"
        yield ""


def make_invitation(settings: Settings) -> Invitation:
    """Open the second match and issue keys, in the store that the tour left.

    Returns the keys and what to try with them.
    """
    services = services_of(settings)
    try:
        played = tour_match(services.matches)
        dispute = played.disputed
        reopen_match(services.matches, played, dispute.match.version)
        judge = services.keys.issue("judge", ACTOR)
        pictures = tuple(picture_requests(services.matches, judge))
        for match_id in (MATCH, LIVE, *(task.match_id for task, _ in excerpts())):
            services.desks.enter(match_id, AssignJudge(ACTOR), by=Actor(ACTOR, ADMIN), key="call")
        seats = seat_keys(services.keys, dispute.match.table.seats)
    finally:
        services.close()
    keys = {"a judge": judge, **{f"{seat} in {LIVE}": key for seat, key in seats.items()}}
    return Invitation(keys, (*requests(played, judge, seats[dispute.seat]), *pictures))


def picture_requests(matches: MatchApplication, judge: str) -> Iterator[Request]:
    """The requests for pictures: of the first version of each excerpt whose game can be drawn."""
    for task, excerpt in excerpts():
        if presentation_of(task.game).drawing:
            first, _ = excerpt_span(matches, matches.cached_match(task.match_id), excerpt)
            path = f"/v1/matches/{task.match_id}/board.svg?at={first}"
            yield Request(excerpt.picture, judge, path, ("-o", "board.svg"))


def reopen_match(matches: MatchApplication, played: PlayedMatch, upto: int) -> None:
    """Open a copy of the tour's match and replay it up to version `upto`, with the same seed and so the same cards."""
    (_, opening), *actions = played.events[:upto]
    matches.open_match(LIVE, opening.cmd, key="open", actor=ACTOR, seed=matches.seed(MATCH))
    for _, event in actions:
        matches.act(LIVE, event.actor, event.cmd, wait=event.wait, key=event.key, actor=event.actor)


def seat_keys(keys: Keys, seats: tuple[str, ...]) -> dict[str, str]:
    """A key for each seat of the open match."""
    issued = {seat: key_text(token_bytes(32)) for seat in seats}
    keys.issue_seats(LIVE, issued.items())
    return issued


def requests(played: PlayedMatch, judge: str, seat_key: str) -> Iterator[Request]:
    """A window as a judge sees it, the options of a seat, and a command that the rules refuse."""
    dispute = played.disputed
    row, version, seat = passed_windows(played.versions, played.events)[-1]
    yield Request(
        f'"Could {seat} have answered that?" The window {row.id}, as a judge may know it:',
        judge,
        f"/v1/matches/{MATCH}/window?at={version}",
    )
    yield Request(f"What {dispute.seat} may do now:", seat_key, f"/v1/matches/{LIVE}/options")
    command = msgspec.json.encode(msgspec.to_builtins(dispute.command)).decode()
    headers = ("Content-Type: application/json", f'If-Match: "w{dispute.match.wait}"', "Idempotency-Key: may-i")
    yield Request(
        f'"{played.dispute.question}", asked by {dispute.seat}, refused with the rule:',
        seat_key,
        f"/v1/matches/{LIVE}/commands",
        (*(word for header in headers for word in ("-H", header)), "-d", command),
    )
