"""Paired reads: two matches that differ in one secret only are told alike to all who may not know it.

Read `World`, then `readings`: every reading of the API and the console about a match,
its cases, branches and event, by the routes of the application, with versions, seats and commands; questions that are
asked with POST, too. What is told is compared byte for byte after times, ids and hashes are blanked and handles are
named by their first appearance. In `make test` somebody looks once for each secret on each route, a seat or somebody
else in turn, and a judge from whom it is kept; the proof compares every reading. Most planted leaks are in the sample.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import chain, count, product
from typing import Any, NamedTuple, TypeAlias
from zlib import crc32

import pytest
from msgspec import structs

from domain.judging.branches.branch import begin_branch, grow_branch
from domain.judging.inquiry import unknown_deck_order
from domain.judging.inquiry.chronicle import Chronicle
from tests.api.http.clients import Api, api_of
from tests.api.http.roles import routes
from tests.builders import Dice
from tests.games import ROWS
from tests.judging.pairs import JUDGES, LOOK, NOTE, OUTSIDE, Pair
from tests.judging.secrets import SECRETS, each_secret, of_game
from tests.properties.twins import rename_handles

# what differs from store to store, whatever the secret is: times, ids, keys of forms, salted hashes
DRAWN = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b\d\d:\d\d:\d\d\b|[0-9a-f]{20,}|\ba-\d{20}-[0-9a-f]{16}")
HASHED = re.compile(r"[0-9a-f]{12}")
TOLD = ("She has a note of her own.", "He reads a book.")
ABOUT = ("/v1/matches", "/v1/cases", "/v1/branches", "/v1/events", "/console")
FORMS = ("/console/login", "/console/{path}", "/console/games")
# pages about no version: they are asked once (tests/api/http/test_console_figures.py has pairs of each figure)
WITHOUT_VERSION = "/console/analytics"
# pages that are about a match where the query names one
OF_A_MATCH = ("/console/positions", "/console/rules", "/console/rules/{rule}", "/console/timing/{game}")
# what asks for a player of an event
OF_A_PLAYER = ("/v1/events/{event_id}/record",)
CASES = ("case_id", "remedied_case_id", "case_anew_id")
RULED = {
    "finding": "Nothing was amiss.",
    "reason": "The log shows it.",
    "to_players": "Play on.",
    "worse": "Both would have played otherwise.",
}
VERSIONS = ("at", "from", "left", "to")
# questions that are asked with POST, and commands to a wait that never was, which are refused with the open window
POSTED = (
    "POST /v1/matches/{match_id}/commands",
    "POST /v1/matches/{match_id}/commands/check",
    "POST /v1/matches/{match_id}/compare",
    "POST /v1/branches/{branch_id}/explain",
)
NEVER = {"If-Match": '"w100000"', "Idempotency-Key": "never"}
FEW = 8


class Reading(NamedTuple):
    """A request that changes nothing, and the route by which it is answered."""

    route: str
    path: str
    query: dict[str, str]
    body: Any = None

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]


class World:
    """One of the two matches in an application, at a table of an event, with a case and a branch; and who asks.

    Everybody with an office has one about this match alone, so that no list of theirs tells of another secret.
    """

    def __init__(self, api: Api, name: str, pair: Pair, number: int) -> None:
        self.api, self.pair, self.match = api, pair, pair.both[number]
        self.thing, self.named = pair.things[number], f"m-{[*SECRETS].index(name)}"
        self.newest = self.match.match.version
        self.names: dict[str, dict[str, str]] = {}
        api.services.matches.bring_in(self.named, self.match.match.seed, self.match.stored)
        seats = [(seat, f"pra_{self.named}-{seat}") for seat in self.match.match.table.seats]
        api.services.keys.issue_seats(self.named, seats)
        scopes = {who: who.removeprefix("other ") for who in (*OUTSIDE, *JUDGES)}
        issued = {who: api.services.keys.issue(scope, self.actor(who)) for who, scope in scopes.items()}
        self.keys = {"public": "", **dict(seats), **issued, "admin": api.keys["admin"]}
        event = self.made_event()
        refusing = [self.refusing(each) for each in pair.refused]
        if pair.refused:
            self.tries(pair.refused[number])
        for who in JUDGES:
            api.calls(self.named, self.actor(who))
        self.values = {
            "match_id": self.named,
            "event_id": event,
            "case_id": self.made_case(TOLD[number] if name.startswith(NOTE) else "So it was."),
            "closed_case_id": self.closed_case(),
            **self.later_cases(),
            "branch_id": self.made_branch(),
            "window": "1.1",
            "what": "strength",
            "thing": self.thing or self.match.match.table.seats[0],
            "player": "Player 1",
            "round": "1",
            "table": "1",
            "form": "csv",
            "game": self.match.game,
            "name": "results",
            "rule": next(iter(refusing), "judging.look.sealed-answers"),
        }
        if name.startswith(LOOK):
            self.does("head-judge", f"/v1/matches/{self.named}/sealed", {"reason": TOLD[number]})

    def actor(self, who: str) -> str:
        return f"{who.replace(' ', '-')}-of-{self.named}"

    @property
    def commands(self) -> list[str]:
        """Commands about the secret, and the last one that was given."""
        given = [json.dumps(each) for each in self.pair.commands]
        return [*given, json.dumps({"type": self.match.raw[-1]["cmd"]["type"]})]

    def does(self, who: str, path: str, body: Any, **more: str) -> Any:
        headers = {"Idempotency_Key": body.get("type", f"{path.rpartition('/')[2]}-{len(body)}"), "If_Match": '"w1"'}
        headers |= more
        answer = self.api.post(path, self.keys[who], body, **headers)
        assert answer.status_code == 201, (path, answer.get_data(as_text=True))
        return answer.get_json()

    def refusing(self, command: Any) -> str:
        """The rule that refuses the seat a command."""
        body, key = command, self.keys[self.pair.seat]
        checked = self.api.post(f"/v1/matches/{self.named}/commands/check", key, body).get_json()
        assert checked["verdict"] == "no", checked
        rule: str = checked["refused_by"]
        return rule

    def tries(self, command: Any) -> None:
        """The seat gives a command that is refused."""
        headers = {"Idempotency_Key": "tried", "If_Match": f'"w{self.match.match.wait}"'}
        answer = self.api.post(f"/v1/matches/{self.named}/commands", self.keys[self.pair.seat], command, **headers)
        assert (answer.status_code, "attempt" in answer.get_json()) == (422, True), answer.get_json()

    def made_event(self) -> str:
        """The event at which the match is played."""
        game, seats = self.match.game, self.match.match.table.seats
        staff = {self.actor(who): who for who in JUDGES}
        new = {"name": "Friday", "game": game, "regulation": ROWS[game].regulation, "staff": staff}
        event: str = self.does("organizer", "/v1/events", new)["event"]
        players = [f"Player {number}" for number, _ in enumerate(seats, 1)]
        tables = [{"table": 1, "players": players, "match": self.named}]
        self.does("organizer", f"/v1/events/{event}/commands", {"type": "enrol_players", "players": players})
        self.does("admin", f"/v1/events/{event}/commands", {"type": "pair_round", "round": 1, "tables": tables})
        return event

    def made_case(self, text: str) -> str:
        """A case that a seat opened without stopping play."""
        seat = self.pair.seat or self.match.match.table.seats[0]
        case: str = self.does(seat, "/v1/cases", {"match": self.named, "text": text, "freeze": False})["case"]
        return case

    def closed_case(self) -> str:
        """A case that a judge opened about the newest action, and closed."""
        rule = ROWS[self.match.game].cited
        newest, opened = str(self.match.match.version), {"match": self.named, "text": "So it was.", "freeze": False}
        case: str = self.does("judge", "/v1/cases", {**opened, "moment": newest, "rules": [rule]})["case"]
        self.does("judge", f"/v1/cases/{case}/take", {})
        self.does("judge", f"/v1/cases/{case}/abandon", {"reason": "A mistake."})
        return case

    def later_cases(self) -> dict[str, str]:
        """A case whose remedy is carried out, and which nobody has closed; and the one that a judge opened since."""
        about = {"match": self.named, "text": "So it was.", "rules": [ROWS[self.match.game].cited]}
        done: str = self.does("judge", "/v1/cases", about | {"moment": str(self.match.match.version)})["case"]
        for seat in self.match.match.table.seats:
            self.does(seat, f"/v1/cases/{done}/statements", {"text": "It was so."})
        self.does("judge", f"/v1/cases/{done}/take", {})
        remedy = {"kind": "acceptance"}
        preview = self.does("judge", f"/v1/cases/{done}/previews", remedy)["preview"]
        self.does("judge", f"/v1/cases/{done}/ruling", {**RULED, "rules": about["rules"], "remedy": remedy})
        for seat in self.match.match.table.seats:
            self.does(seat, f"/v1/cases/{done}/accept", {})
        version = self.api.read(f"/v1/cases/{done}", self.keys["admin"])["newest"]
        carried = self.does(
            "head-judge", f"/v1/cases/{done}/remedies", {"preview": preview, "ruling": 1}, If_Match=f'"v{version}"'
        )
        assert carried["kind"] == "remedy_carried_out"
        # play goes on: what a command is answered with is compared, too
        anew = self.does("head-judge", "/v1/cases", {**about, "freeze": False})["case"]
        return {"remedied_case_id": done, "case_anew_id": anew}

    def made_branch(self) -> str:
        """A branch with what is to be done on it; as its chance is drawn from its id, that is the same for both."""
        told = Chronicle(structs.replace(self.match.match, id=self.named), self.match.events)
        branch, _ = grow_branch(begin_branch(f"b-{crc32(self.named.encode()):024x}", told, 1), told, *self.pair.deeds)
        self.api.services.branches.keep(branch, self.actor("judge"))
        return branch.id

    def told(self, who: str, reading: Reading) -> str:
        """What somebody is told, as it can be compared."""
        names = self.names.setdefault(who, {})
        key = self.keys[who]
        client = self.api.session(key) if reading.path.startswith("/console") else self.api.client
        headers = {"Authorization": f"Bearer {key}"} if key and client is self.api.client else {}
        more: dict[str, Any] = {"json": reading.body} if reading.method == "POST" else {}
        if reading.path.endswith("/commands"):
            headers |= NEVER
        query = {name: value for name, value in reading.query.items() if value}
        answer = client.open(reading.path, method=reading.method, headers=headers, query_string=query, **more)
        assert answer.status_code < 500, (who, reading)
        # a tag is told, too; what it has of a branch is a hash of when that was begun
        tag = HASHED.sub("*", answer.headers.get("ETag", ""))
        text = DRAWN.sub("*", f"{tag} {answer.get_data(as_text=True)}")
        named = rename_handles(text, lambda handle: names.setdefault(handle, f"card{len(names):05}"))
        return f"{answer.status_code} {named}"


@cache
def asked_routes() -> tuple[str, ...]:
    """The routes that are about a match."""
    found = (route.split(" ") for route in routes())
    return tuple(
        f"{method} {path}"
        for method, path in found
        if path.startswith(ABOUT) and not path.startswith(FORMS) and (method == "GET" or f"{method} {path}" in POSTED)
    )


def readings(world: World, who: str) -> Iterator[Reading]:
    """Every reading by somebody of a match that has been stored, in an order that is the same for both matches."""
    return (reading for route in asked_routes() for reading in readings_of(world, who, route))


def readings_of(world: World, who: str, route: str) -> Iterator[Reading]:
    """The readings by one route, of later versions first."""
    path, asked = route.split(" ")[1], parameters(world.api)
    for version in reversed([str(version) for version in range(1, world.newest + 1)]):
        values = {**world.values, "version": version, "place": version}
        if path.endswith("/scenario"):
            values["case_id"] = values["closed_case_id"]
        names = () if path.startswith(WITHOUT_VERSION) else asked.get(route, (*VERSIONS, "as"))
        queries = [*queried(world, who, names, version)]
        for case, query in product(CASES if "{case_id}" in path else CASES[:1], queries):
            there = path.replace("{what}.{form}", "results.csv").format(**{**values, "case_id": values[case]})
            wanted = {**query, "match": world.named} if path in OF_A_MATCH else query
            wanted = {**wanted, "player": world.values["player"]} if path in OF_A_PLAYER else wanted
            yield from bodies(world, Reading(route, there, wanted), asked.get(route, ()))
        if not re.search("version|place", path) and not queries[0].keys() & {*VERSIONS}:
            break


@cache
def parameters(api: Api) -> dict[str, tuple[str, ...]]:
    """The queries of the routes of the API, by its document."""
    paths = api.read("/v1/openapi.json")["paths"]
    return {
        f"{method.upper()} {path}": tuple(
            each["name"] for each in said.get("parameters", ()) if each.get("in") == "query"
        )
        for path, methods in paths.items()
        for method, said in methods.items()
        if method in ("get", "post")
    }


def queried(world: World, who: str, names: tuple[str, ...], version: str) -> Iterator[dict[str, str]]:
    """A version and every pair of eyes that somebody has."""
    first = next((each for each in VERSIONS if each in names), "")
    seen = ["", world.pair.seat] if who in JUDGES and "as" in names else [""]
    for eyes in seen:
        query = {**({first: version} if first else {}), **({"as": eyes} if eyes else {})}
        yield {**query, "seat": world.pair.seat} if "seat" in names and who in JUDGES else query


def bodies(world: World, reading: Reading, names: tuple[str, ...]) -> Iterator[Reading]:
    """The reading with each command that it may be about."""
    if "command" in names:
        yield from (reading._replace(query={**reading.query, "command": each}) for each in world.commands)
    elif reading.path.endswith(("/commands", "/commands/check")):
        yield from (reading._replace(body=json.loads(each)) for each in world.commands)
    elif reading.path.endswith("/compare") and reading.method == "POST":
        yield reading._replace(body={"position": {"players": {}}})
    elif reading.method == "POST":
        yield from (reading._replace(body={"seat": world.pair.seat, "command": json.loads(x)}) for x in world.commands)
    else:
        yield reading


Asked: TypeAlias = tuple[str, Reading, Reading]
"""Who asks, and what of either match."""


class Pairs:
    """The worlds of each pair, each in an application of its own, made when the pair is first asked about.

    Alone, as its lists would grow with each other match.
    """

    def __init__(self, applications: Iterator[Api], world: type[World] = World) -> None:
        self.applications = applications
        self.world = world
        self.made: dict[str, tuple[World, ...]] = {}

    def worlds(self, name: str) -> tuple[World, ...]:
        if name not in self.made:
            pair = SECRETS[name].pair()
            self.made[name] = tuple(self.world(next(self.applications), name, pair, number) for number in range(2))
        return self.made[name]

    def asked(self, name: str) -> Iterator[Asked]:
        """Every reading by everybody from whom the secret is kept, of both matches."""
        worlds = self.worlds(name)
        for who in (*self.other_seats(name), "public", *SECRETS[name].kept_from):
            for mine, theirs in zip(*(readings(world, who) for world in worlds), strict=True):
                yield who, mine, theirs

    def sample(self, name: str) -> Iterator[Asked]:
        """A reading by each route, in turn by another seat and by somebody else; who it is turns with the secret.

        So of secrets that are alike one is asked for by a seat on a route, the next by somebody else.
        """
        worlds, dice = self.worlds(name), Dice(name)
        turns = self.other_seats(name), ("public", *SECRETS[name].kept_from)
        for turn, route in enumerate(asked_routes(), [*SECRETS].index(name)):
            who = turns[turn % 2][turn // 2 % len(turns[turn % 2])]
            found = [*zip(*(readings_of(world, who, route) for world in worlds), strict=True)]
            yield (who, *dice.pick(found))

    def newest(self, name: str) -> Iterator[Asked]:
        """One reading by each route, by everybody from whom the secret is kept."""
        for who, route in product((*SECRETS[name].kept_from, "public", *self.other_seats(name)), asked_routes()):
            mine, theirs = (next(readings_of(world, who, route)) for world in self.worlds(name))
            yield who, mine, theirs

    def judged(self, name: str) -> Iterator[Asked]:
        """The newest reading by every second route by a judge, in turn with their own eyes and as the seat that knows.

        Those by which the sample asks for a seat, so that which ones they are turns with the secret, too.
        """
        worlds = one, _ = self.worlds(name)
        turns = enumerate(asked_routes(), [*SECRETS].index(name))
        for turn, route in ((turn, route) for turn, route in turns if turn % 2 == 0):
            found = [*zip(*(readings_of(world, "judge", route) for world in worlds), strict=True)]
            eyes = ("", one.pair.seat)[turn // 2 % 2]
            yield ("judge", *next((each for each in found if each[0].query.get("as", "") == eyes), found[0]))

    def other_seats(self, name: str) -> tuple[str, ...]:
        """The seats that do not know the secret."""
        one, _ = self.worlds(name)
        return tuple(each for each in one.match.match.table.seats if each != one.pair.seat)

    def told(self, name: str, asked: Iterable[Asked]) -> Iterator[tuple[str, Reading, str, str]]:
        """Who asks what, and what they are told of either match."""
        one, other = self.worlds(name)
        return ((who, mine, one.told(who, mine), other.told(who, theirs)) for who, mine, theirs in asked)

    def differing(self, name: str, asked: Iterable[Asked]) -> Iterator[tuple[str, str]]:
        """Who is told what is kept from them, and where."""
        return ((who, reading.path) for who, reading, one, other in self.told(name, asked) if one != other)

    def check(self, name: str, asked: Iterable[Asked]) -> int:
        """Compare readings of both matches; returns how many were answered."""
        answered = 0
        for who, reading, one, other in self.told(name, asked):
            assert one == other, (who, reading, *parting(one, other))
            answered += one.startswith("200")
        return answered


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    yield from pairs_in(tmp_path_factory)


@pytest.fixture
def fresh_pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    """Applications of their own, which remember no branch that was replayed otherwise."""
    yield from pairs_in(tmp_path_factory)


def pairs_in(tmp_path_factory: pytest.TempPathFactory, world: type[World] = World) -> Iterator[Pairs]:
    with ExitStack() as stack:
        made = (stack.enter_context(api_of(tmp_path_factory.mktemp("pair") / "praetor.db")) for _ in count())
        yield Pairs(made, world)


def parting(one: str, other: str) -> tuple[str, str]:
    """Both texts around the first place where they differ."""
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[max(0, place - 150) : place + 150], other[max(0, place - 150) : place + 150]


@each_secret()
def test_a_secret_changes_nothing_that_others_are_told(pairs: Pairs, name: str) -> None:
    assert pairs.check(name, pairs.sample(name)) > FEW


@each_secret(lambda game: [name for name, secret in game.secrets.items() if "judge" in secret.kept_from])
def test_a_sealed_answer_is_told_to_no_judge_also_not_as_its_seat(pairs: Pairs, name: str) -> None:
    asked = [*pairs.judged(name)]
    assert {reading.query.get("as", "") for _, reading, _ in asked} == {"", pairs.worlds(name)[0].pair.seat}
    assert pairs.check(name, asked) > FEW


@pytest.mark.proof
@each_secret()
def test_a_secret_changes_nothing_that_others_are_told_at_any_version(pairs: Pairs, name: str) -> None:
    answered = pairs.check(name, pairs.asked(name))
    print(f"{name}: {answered} readings answered alike")
    assert answered > FEW


@each_secret(lambda game: game.leaks)
def test_a_leak_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*of_game(name).leaks[name])
    # most are in the sample; some that are told to one office on one route are not
    assert next(pairs.differing(name, chain(pairs.sample(name), pairs.newest(name))), None)


@each_secret(lambda game: game.decks)
def test_a_deck_that_is_written_or_drawn_from_as_it_lies_is_found(
    fresh_pairs: Pairs, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(unknown_deck_order, "rearrange_decks", lambda table, keep, ordered: table)
    worlds = one, other = fresh_pairs.worlds(name)
    for route in of_game(name).decks[name]:
        mine, theirs = (next(readings_of(world, "judge", f"GET {route}")) for world in worlds)
        assert one.told("judge", mine) != other.told("judge", theirs), route


@each_secret(lambda game: game.looked_at)
def test_a_reader_that_forgets_who_looks_is_found(pairs: Pairs, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.kernel.redaction.effective_viewer", lambda facts, viewer, *, judging: viewer)
    assert next(pairs.differing(name, pairs.judged(name)), None)
