"""Builders for tests in a browser: a served store with simulated matches, browsers of two sizes, pages.

Read `Site` (what is served), then `Desk` (one person's browser window). Screenshots go to the folder that
PRAETOR_SCREENSHOTS names, else to the tests' own. PRAETOR_SEED is the series of the matches, a whole number.
"""

from __future__ import annotations

import json
import os
import shutil
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit
from zlib import crc32

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, sync_playwright

from domain.games import GAMES
from domain.judging.cases.desk import AssignJudge
from domain.match.envelope import Actor
from service.app.case.desks import DeskApplication
from service.app.match.matches import MatchApplication
from service.settings import Settings
from service.tools.simulate import SimulationTask, decisions, player_chance, random_answer
from service.wiring import keys_of, matches_of
from tests.api.serving import Served, issued, serving
from tests.patience import PATIENCE

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    # a process each for a window and for drawing takes a sixth of the time
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
REFUSED = "Failed to load resource: the server responded with a status of 4"
SERIOUS_VIOLATIONS = """async (selectors) => {
  const isSerious = (each) => ["serious", "critical"].includes(each.impact);
  const others = axe._audit.rules.filter((each) => !isSerious(each)).map((each) => [each.id, { enabled: false }]);
  const options = { resultTypes: ["violations"], preload: false, selectors, rules: Object.fromEntries(others) };
  return (await axe.run(options)).violations.filter(isSerious);
}"""
CUT_OFF = """() => [...document.querySelectorAll('.tools a, .chips a, .state, .way li')]
    .filter((each) => each.getBoundingClientRect().right > window.innerWidth).map((each) => each.textContent.trim())"""
TOO_WIDE = """() => {
  const page = document.documentElement;
  const right = page.clientWidth;
  const isBeyond = (each) => each.getBoundingClientRect().right > right + 1;
  const beyond = [...document.querySelectorAll("body *")].filter(isBeyond);
  const out = page.scrollWidth > right ? beyond.map((each) => `${each.tagName}.${each.className}`).slice(0, 5) : [];
  const buttons = [...document.querySelectorAll("button, a.button")].filter((each) => each.checkVisibility());
  const narrow = buttons.filter((each) => each.scrollWidth > each.clientWidth + 1);
  return [...out, ...narrow.map((each) => `wider than its button: ${each.textContent.trim()}`)];
}"""
OVERLAPPING = """() => {
  const controls = [...document.querySelectorAll("input:not([type=hidden]), select, textarea, button, a.button")];
  const shown = controls.filter((each) => each.checkVisibility()).map((each) => [each, each.getBoundingClientRect()]);
  const clash = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const said = (each) => `${each.tagName} ${each.id || each.textContent.trim()}`;
  return shown.flatMap(([one, box], n) => shown.slice(n + 1)
    .filter(([other, beside]) => box.width > 2 && beside.width > 2 && clash(box, beside))
    .map(([other]) => `${said(one)}, ${said(other)}`));
}"""
CARDS, BOARD, L5R = "agot_lcg", "agot_board", "l5r"
SEED = int(os.environ.get("PRAETOR_SEED") or 20261121)
RUNNING = 120
SCOPES = ("judge", "head-judge", "organizer", "admin")


def chromium() -> str:
    """The browser of this machine; `make test` sees to it that there is one."""
    found = next(filter(None, map(shutil.which, BROWSERS)), "")
    assert found, f"none of {', '.join(BROWSERS)} is installed"
    return found


class Simulated(NamedTuple):
    """A match of the store: its id, its game, its last version, whether it still runs, who plays."""

    id: str
    game: str
    version: int
    running: bool
    seats: tuple[str, ...]


class Site:
    """A server on a store with matches of every game, ended and running, and keys for everybody."""

    def __init__(self, served: Served, matches: dict[tuple[str, bool], Simulated], shots: Path) -> None:
        self.served = served
        self.url = served.url
        self.matches = matches
        self.shots = shots
        self.cookies: dict[str, Any] = {}
        self._drawn: Counter[str] = Counter()
        self.keys = {scope: issued(served.db, scope, f"{scope}-ada") for scope in SCOPES}

    def match(self, game: str, *, running: bool = False) -> Simulated:
        return self.matches[game, running]

    def simulated(self, game: str, *, called: bool = True) -> Simulated:
        """A running match of its own, for a test that changes it; the judges are called to it.

        It is the same one wherever and after whatever else the test runs.
        """
        test = os.environ["PYTEST_CURRENT_TEST"].partition(" ")[0]
        self._drawn[test] += 1
        number = crc32(f"{test} {self._drawn[test]}".encode())
        with closing(matches_of(Settings(db=self.served.db, store_timeout=PATIENCE))) as matches:
            match = simulated(matches, game, number, upto=RUNNING)
            if called:
                calls(matches, match.id)
            return match

    @contextmanager
    def opened(self) -> Iterator[MatchApplication]:
        """The matches of the store."""
        with closing(matches_of(Settings(db=self.served.db, store_timeout=PATIENCE))) as matches:
            yield matches

    def seat_key(self, match_id: str, seat: str) -> str:
        """A key for a seat of a match."""
        key = f"pra_test-{match_id}-{seat}"
        with closing(keys_of(Settings(db=self.served.db, store_timeout=PATIENCE))) as keys:
            keys.issue_seats(match_id, [(seat, key)])
        return key

    def calls(self, match_id: str) -> None:
        """Call the judges to a match, so that they may look at what is hidden."""
        with closing(matches_of(Settings(db=self.served.db, store_timeout=PATIENCE))) as matches:
            calls(matches, match_id)

    def acted(self, match_id: str) -> int:
        """Let a seat that is awaited answer at random; the version after it."""
        with closing(matches_of(Settings(db=self.served.db, store_timeout=PATIENCE))) as matches:
            match = matches.fresh(match_id)
            seat, command = random_answer(
                match, player_chance(SimulationTask(match.rules.name, SEED, 1), match.version)
            )
            key = f"browser-{match.version}"
            return matches.act(match_id, seat, command, wait=match.wait, key=key, actor=seat).version


def calls(matches: MatchApplication, match_id: str) -> None:
    """Call the judge and the head judge to a match."""
    by = Actor("root", "admin")
    for judge in ("judge-ada", "head-judge-ada"):
        DeskApplication(matches).enter(match_id, AssignJudge(judge), by=by, key=f"call-{judge}")


def simulated(matches: MatchApplication, game: str, number: int, upto: int = 0, seats: int = 3) -> Simulated:
    """A simulated match in the store, whole or as far as a version; of the board game with as many seats."""
    task = SimulationTask(game, SEED, number, seats=seats if game == BOARD else 0)
    played = list(islice(decisions(task), upto or None))
    matches.bring_in(task.match_id, task.seed, [(each.payload, each.head) for each in played])
    return Simulated(task.match_id, game, len(played), bool(upto), tuple(played[-1].match.table.seats))


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """A site in a folder."""
    shots = Path(os.environ.get("PRAETOR_SCREENSHOTS") or folder / "screenshots")
    shots.mkdir(parents=True, exist_ok=True)
    environ = {"PRAETOR_SIGNING_KEY": b64encode(bytes(range(32))).decode()}
    with serving(folder / "praetor.db", folder, environ=environ) as served:
        with closing(matches_of(Settings(db=served.db, store_timeout=PATIENCE))) as matches:
            found = [simulated(matches, game, 1) for game in GAMES]
            found += [simulated(matches, game, 2, upto=RUNNING) for game in GAMES]
            for each in found:
                calls(matches, each.id)
        yield Site(served, {(each.game, each.running): each for each in found}, shots)


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser of this machine."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        try:
            yield opened
        finally:
            opened.close()


class Kind(NamedTuple):
    """What a window is like: its size, whether scripts run in it, whether it is dark, in which zone of time it is."""

    size: str
    scripts: bool
    dark: bool
    zone: str | None = None


class Windows:
    """The windows of a browser; one that is given back has no cookies and no pages for who takes it next.

    What a tab keeps goes with its page. An empty page stays in each window, else the browser would end the process that
    draws it, and start another for the next.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: defaultdict[Kind, list[BrowserContext]] = defaultdict(list)

    def take(self, kind: Kind) -> BrowserContext:
        return self.free[kind].pop() if self.free[kind] else self.opened(kind)

    def opened(self, kind: Kind) -> BrowserContext:
        width, height = SIZES[kind.size]
        window = self.browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=kind.scripts,
            color_scheme="dark" if kind.dark else "light",
            has_touch=kind.size == "phone",
            timezone_id=kind.zone,
        )
        window.set_default_timeout(1000 * PATIENCE)
        window.new_page()
        return window

    def give_back(self, kind: Kind, window: BrowserContext) -> None:
        """Take a window back; twice would give it to two people."""
        assert window not in self.free[kind]
        empty, *pages = window.pages
        origins = {f"{parts.scheme}://{parts.netloc}" for page in pages if (parts := urlsplit(page.url)).netloc}
        for page in pages:
            page.close()
        session = window.new_cdp_session(empty)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
        session.detach()
        window.clear_cookies()
        self.free[kind].append(window)


class Desk:
    """One browser window of a size, with everything that its console complained of."""

    def __init__(
        self,
        site: Site,
        windows: Windows,
        size: str,
        *,
        scripts: bool = True,
        dark: bool = False,
        zone: str | None = None,
    ) -> None:
        self.site = site
        self.size = size
        self.windows, self.kind = windows, Kind(size, scripts, dark, zone)
        self.context = windows.take(self.kind)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.notes(said.type, said.text))

    def close(self) -> None:
        self.windows.give_back(self.kind, self.context)

    def notes(self, kind: str, text: str) -> None:
        """Note a complaint; that an answer was a refusal is for the tests themselves to see."""
        if kind == "error" and not text.startswith(REFUSED):
            self.complaints.append(text)

    def opens(self, path: str) -> Response:
        response = self.page.goto(f"{self.site.url}/console{path}")
        assert response is not None
        return response

    def logs_in(self, key: str) -> None:
        """Log in with a key; where another window has done so, with its cookies and on no page yet."""
        cookies = self.site.cookies.get(key)
        if cookies:
            self.context.add_cookies(cookies)
            return
        self.shows_key(key)
        self.site.cookies[key] = [
            {"name": each["name"], "value": each["value"], "url": self.site.url} for each in self.context.cookies()
        ]

    def shows_key(self, key: str) -> None:
        """Log in through the form."""
        self.opens("/login")
        self.page.get_by_label("API key").fill(self.site.keys.get(key, key))
        self.page.get_by_role("button", name="Log in").click()
        self.page.wait_for_url("**/console/matches**")

    def finds(self, words: str) -> Locator:
        """The matches that the list shows of some words: the list has pages, and other tests have matches too."""
        if "/console/matches?" not in f"{self.page.url}?":
            self.opens("/matches")
        search = self.page.locator("input[data-search]")
        search.fill(words)
        search.press("Enter")
        self.page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("q") == [words])
        return self.page.locator(".matches li")

    def sees(self, text: str) -> Locator:
        """Something that the page says; fails where it does not say it in time."""
        found = self.page.get_by_text(text).first
        found.wait_for()
        return found

    def version(self) -> str:
        """The version that the match page shows."""
        return self.page.locator("#match-page").get_attribute("data-version") or ""

    def shows(self, version: object) -> None:
        """Wait until the match page shows a version."""
        self.page.locator(f'#match-page[data-version="{version}"]').wait_for()

    def presses(self, key: str) -> None:
        self.page.locator("body").press(key)

    def keeps(self, name: str) -> None:
        """Keep a screenshot."""
        self.page.screenshot(path=self.site.shots / f"{name}-{self.size}.png")

    def too_wide(self) -> list[str]:
        """What reaches beyond the window's right edge, if the page can be scrolled there, or beyond its own button."""
        found: list[str] = self.page.evaluate(TOO_WIDE)
        return found

    def cut_off(self) -> list[str]:
        """The links and buttons of chips that lie beyond the window's right edge, where one scrolls to see them too."""
        found: list[str] = self.page.evaluate(CUT_OFF)
        return found

    def overlapping(self) -> list[str]:
        """The controls that lie over one another, in pairs."""
        found: list[str] = self.page.evaluate(OVERLAPPING)
        return found

    def violations(self) -> list[str]:
        """What axe finds to be serious, each with where; what it would load first, no rule that it runs reads.

        A violation is as serious as its rule: the other rules are not run. Where it is, is told where there is one.
        """
        self.page.evaluate(AXE)
        if not self.page.evaluate(SERIOUS_VIOLATIONS, False):
            return []
        found = self.page.evaluate(SERIOUS_VIOLATIONS, True)
        return [
            f"{each['id']}: {each['help']}: {json.dumps([node['target'] for node in each['nodes']][:4])}"
            for each in found
        ]
