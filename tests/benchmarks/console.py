"""The judge's figures: first paint of a match page, a window's answer, an explanation, each beside an empty one.

`python -m tests.benchmarks.console` serves a match of a thousand actions with two workers, opens its page in Chromium
in a phone's and a desktop's window by turns with an empty page of the same server, and asks the API for windows and
explanations at random versions by turns with `/healthz`. Medians and 99th percentiles are printed beside what they are
to reach.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser

from domain.games import GAMES
from domain.judging.cases.desk import AssignJudge
from domain.match.aggregate import NewVersion, decode_event
from domain.match.envelope import Actor
from service.app.case.desks import DeskApplication
from service.commands.engine import figure_words
from service.settings import Settings
from service.tools.bench import Figure
from service.tools.client import Service
from service.tools.simulate import SimulationTask, decisions
from service.wiring import matches_of
from tests.api.serving import Served, issued, serving
from tests.browser.site import SIZES, browser

ACTIONS = 1000
JUDGE = "jo"
SEED = 20261121
PAINTED = """() => new Promise((painted) => new PerformanceObserver((entries) => {
  for (const each of entries.getEntriesByName("first-contentful-paint")) painted(each.startTime);
}).observe({ type: "paint", buffered: true }))"""
EMPTY_PAGE, EMPTY_ANSWER = "/healthz", "an empty answer of the same server"


class Played(NamedTuple):
    """A served match: its id, and its commands by the version at which each was given."""

    id: str
    commands: list[tuple[int, str, str]]


def longest(game: str, actions: int) -> list[NewVersion]:
    """The first actions of a match in which every window is asked; of shorter matches the longest of twenty."""
    best: list[NewVersion] = []
    for number in range(1, 21):
        task = SimulationTask(game, SEED, number, policy="open")
        played = list(islice(decisions(task), actions))
        best = max(best, played, key=len)
        if len(best) == actions:
            break
    return best


def brought_in(served: Served, game: str, actions: int) -> Played:
    """A long match in the store."""
    played = longest(game, actions)
    match = played[-1].match
    events = [(version, decode_event(match, each.payload)) for version, each in enumerate(played, 1)]
    with closing(matches_of(Settings(db=served.db))) as matches:
        matches.bring_in(match.id, match.seed, [(each.payload, each.head) for each in played])
        DeskApplication(matches).enter(match.id, AssignJudge(JUDGE), by=Actor("root", "admin"), key="call")
    commands = [(version - 1, event.actor, match.rules.command_text(event.cmd)) for version, event in events[1:]]
    return Played(match.id, commands)


# --- pages


def paints(
    chrome: Browser, served: Served, key: str, path: str, rounds: int, size: str
) -> tuple[list[float], list[float]]:
    """First contentful paint of a page and of an empty page, in ms, by turns."""
    width, height = SIZES[size]
    pages: list[float] = []
    empty: list[float] = []
    with closing(chrome.new_context(viewport={"width": width, "height": height})) as context:
        page = context.new_page()
        page.goto(f"{served.url}/console/login")
        page.get_by_label("API key").fill(key)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_url("**/console/matches")
        for found, address in ((pages, path), (empty, EMPTY_PAGE)) * (rounds + 1):
            page.goto(served.url + address)
            found.append(float(page.evaluate(PAINTED)))
    return pages[1:], empty[1:]


def painted(chrome: Browser, served: Served, key: str, game: str, match: Played, rounds: int) -> Iterator[Figure]:
    for size in SIZES:
        pages, empty = paints(chrome, served, key, f"/console/matches/{match.id}", rounds, size)
        note = f"{len(match.commands)} actions, p90 {quantiles(pages, n=10)[-1]:.0f} ms, {rounds} rounds by turns"
        name = f"{game}: first paint, {size}"
        yield Figure(name, median(pages), "ms", median(empty), "an empty page", "< 300", note)


# --- answers


def asked(served: Served, key: str, paths: list[str]) -> tuple[list[float], list[float]]:
    """How long each answer takes and as many empty ones, in ms, by turns."""
    answers: list[float] = []
    empty: list[float] = []
    with closing(Service(served.url)) as service:
        for path in paths:
            for found, address in ((answers, path), (empty, EMPTY_PAGE)):
                started = perf_counter()
                answer = service.request("GET", address, key)
                found.append((perf_counter() - started) * 1000)
                assert answer.status == 200, (address, answer)
    return answers, empty


def answered(name: str, served: Served, key: str, paths: list[str], aim: str) -> Figure:
    answers, empty = asked(served, key, paths)
    note = f"p99 {quantiles(answers, n=100)[-1]:.1f} ms, {len(paths)} at random versions by turns"
    return Figure(name, median(answers), "ms", median(empty), EMPTY_ANSWER, aim, note)


def windows(match: Played, chance: random.Random, n: int) -> list[str]:
    versions = [version for version, _, _ in match.commands]
    return [f"/v1/matches/{match.id}/window?at={chance.choice(versions)}" for _ in range(n)]


def explanations(match: Played, chance: random.Random, n: int) -> list[str]:
    """Commands of the match, each explained where it was given and the same some versions away."""
    found = []
    for _ in range(n):
        version, seat, command = chance.choice(match.commands)
        query = {"at": max(1, version - chance.choice((0, 0, 1, 20))), "as": seat, "command": command}
        found.append(f"/v1/matches/{match.id}/explain?{urlencode(query)}")
    return found


def run(rounds: int = 15, asked_for: int = 300, actions: int = ACTIONS) -> Iterator[Figure]:
    """All figures; half a minute a game."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        served = stack.enter_context(serving(folder / "praetor.db", folder, workers=2))
        key = issued(served.db, "head-judge", JUDGE)
        chrome = stack.enter_context(browser())
        for game in GAMES:
            chance, match = random.Random(SEED), brought_in(served, game, actions)
            yield from painted(chrome, served, key, game, match, rounds)
            at_windows, of_commands = windows(match, chance, asked_for), explanations(match, chance, asked_for)
            yield answered(f"{game}: a window", served, key, at_windows, "< 10")
            yield answered(f"{game}: an explanation", served, key, of_commands, "< 50")


if __name__ == "__main__":
    for figure in run():
        print(figure_words(figure), flush=True)
