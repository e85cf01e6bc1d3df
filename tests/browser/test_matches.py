"""A judge comes in, finds a match, and sees which window was open and who might do what by which rule."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from domain.games.l5r.chart.duel import DuelFrame
from service.app.match.chronicles import Chronicles
from tests.api.serving import issued
from tests.browser.site import BOARD, CARDS, L5R, SIZES, Desk, Site

Opens = Callable[..., Desk]


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_key_is_told_so_and_a_right_one_comes_in_where_it_wanted(opens: Opens, served: Site, size: str) -> None:
    desk, match = opens(size), served.match(CARDS)
    desk.opens(f"/matches/{match.id}?at=100")
    assert "/login?next=" in desk.page.url
    desk.page.get_by_label("API key").fill("pra_nobody")
    desk.page.get_by_role("button", name="Log in").click()
    desk.sees("This key does not exist")
    assert desk.violations() == []
    desk.keeps("login-wrong")
    desk.page.get_by_label("API key").fill(served.keys["judge"])
    desk.page.get_by_role("button", name="Log in").click()
    desk.shows(100)
    desk.page.get_by_role("button", name="Log out").click()
    assert desk.opens("/matches").status == 200
    desk.sees("There is no match")


def test_the_matches_are_listed_with_where_they_stand(judge: Desk, served: Site) -> None:
    judge.opens("/matches")
    judge.sees("last action")
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps("matches")
    for game, running in product(GAMES, (False, True)):
        match = served.match(game, running=running)
        expect(judge.finds(match.id)).to_contain_text([match.id])
        # the list follows the address
        expect(judge.finds(f"board game {match.id}")).to_have_count(1 if game == BOARD else 0)


@pytest.mark.parametrize("asked", ["q", "since"])
def test_a_long_word_of_a_search_is_broken(judge: Desk, asked: str) -> None:
    judge.opens(f"/matches?{asked}={'x' * 500}")
    assert judge.too_wide() == []


@pytest.mark.parametrize("game", GAMES)
def test_a_match_page_shows_table_window_and_story(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    judge.page.locator(".panel .choices li").first.wait_for()
    judge.page.locator(".table .tile, .table .board svg").first.wait_for()
    judge.page.locator(".entry[aria-current]").first.wait_for()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"match-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_keys_step_through_versions_and_windows(opens: Opens, served: Site, game: str) -> None:
    desk = opens()
    desk.logs_in("judge")
    desk.opens(f"/matches/{served.match(game).id}?at=50")
    desk.presses("j")
    desk.shows(51)
    assert desk.page.get_by_label("Version", exact=True).input_value() == "51"
    assert desk.page.locator("input.range").input_value() == "51"
    desk.presses("k")
    desk.shows(50)
    before = desk.page.locator("#window-title").inner_text(), desk.page.locator(".panel .pairs").inner_text()
    desk.presses("w")
    desk.page.locator('#match-page:not([data-version="50"])').wait_for()
    assert before != (desk.page.locator("#window-title").inner_text(), desk.page.locator(".panel .pairs").inner_text())
    assert int(desk.version()) > 50
    desk.presses("/")
    assert desk.page.evaluate("document.activeElement.id") == "search"


def test_a_thumb_steps_and_jumps_too(opens: Opens, served: Site) -> None:
    desk = opens("phone")
    desk.logs_in("judge")
    desk.opens(f"/matches/{served.match(CARDS).id}?at=50")
    desk.page.get_by_role("link", name="One action on").tap()
    desk.shows(51)
    desk.page.get_by_role("link", name="The window before").tap()
    desk.page.locator('#match-page:not([data-version="51"])').wait_for()
    assert int(desk.version()) < 51


def test_a_running_match_follows_itself(opens: Opens, served: Site) -> None:
    match = served.match(CARDS, running=True)
    desk = opens()
    desk.logs_in(served.seat_key(match.id, "alice"))
    desk.opens(f"/matches/{match.id}")
    desk.sees("running, live")
    desk.page.locator(".always summary").click()
    desk.shows(served.acted(match.id))
    assert desk.page.locator(".always[open]").count() == 1, "what was unfolded stays unfolded"


def test_all_of_it_is_read_without_scripts(opens: Opens, served: Site) -> None:
    match = served.match(CARDS)
    desk = opens("phone", scripts=False)
    desk.shows_key("judge")
    desk.finds(match.id).locator(f"a.match[href$='{match.id}']").click()
    desk.page.get_by_label("Version", exact=True).fill("60")
    desk.page.get_by_label("Version", exact=True).press("Enter")
    desk.shows(60)
    desk.page.get_by_label("See as").select_option("alice")
    desk.page.get_by_role("button", name="See", exact=True).click()
    desk.sees("at 60, as alice")
    desk.page.get_by_role("link", name="One action on").click()
    desk.sees("at 61, as alice")


def test_a_seat_sees_its_own_side_only(opens: Opens, served: Site) -> None:
    match = served.match(CARDS, running=True)
    desk = opens("phone")
    desk.shows_key(served.seat_key(match.id, "alice"))
    desk.page.locator("#match-page").wait_for()
    assert desk.page.url.endswith(f"/matches/{match.id}"), "a seat begins at its own match"
    desk.opens("/matches")
    desk.sees(match.id)
    assert desk.page.locator(".matches li").count() == 1
    desk.opens(f"/matches/{match.id}?at=60")
    desk.sees("unknown to you")
    assert desk.page.get_by_label("See as").locator("option").all_inner_texts() == ["alice", "public"]
    assert desk.opens(f"/matches/{match.id}?at=60&as=bob").status == 403
    assert desk.opens(f"/matches/{served.match(BOARD).id}").status == 403


@pytest.mark.parametrize("size", SIZES)
def test_a_judge_who_was_not_called_is_told_so_and_sees_nothing_of_a_private_match(
    opens: Opens, served: Site, size: str
) -> None:
    match, desk = served.match(CARDS, running=True), opens(size)
    desk.logs_in(issued(served.served.db, "judge", "not-called"))
    for path in ("", "?as=alice", "/explain"):
        assert desk.opens(f"/matches/{match.id}{path}").status == 403
        desk.sees("Judges are called")
    assert desk.violations() == []
    desk.keeps("match-not-called")


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_are_both_legible(opens: Opens, served: Site, dark: bool) -> None:
    desk = opens("phone", dark=dark)
    desk.logs_in("judge")
    for game in GAMES:
        desk.opens(f"/matches/{served.match(game).id}?at=100")
        assert desk.violations() == []
        desk.keeps(f"match-{game}-{'dark' if dark else 'light'}")


TOO_SMALL = """() => [...document.querySelectorAll(
    ".top nav a, .who button, .tools a, .jump a, .jumps a, .steps a, .choices .why, summary, .chips a, .names li a, "
    + ".rulelist > li > a:first-child, .entry .v")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5)
  .map((each) => `${each.textContent.trim()} ${each.getBoundingClientRect().height}`)"""


def test_a_thumb_meets_what_is_pressed_on_a_phone(opens: Opens, served: Site) -> None:
    desk, match = opens("phone"), served.match(CARDS, running=True)
    desk.logs_in("head-judge")
    about = f"/matches/{match.id}"
    for path in (f"{about}?at=60&as=judge", *(f"{about}/{page}?at=60" for page in ("explain", "things", "missed"))):
        desk.opens(path)
        assert desk.page.evaluate(TOO_SMALL) == []
        assert desk.page.locator(".who .name").inner_text() == "head-judge-ada"


def version_with_duel(served: Site) -> int:
    """The version of the match of Legend of the Five Rings at which a duel is fought in a conflict."""
    with served.opened() as matches:
        told = Chronicles(matches).of(served.match(L5R).id)
        for version in range(1, served.match(L5R).version):
            table = told.at(version).table
            if table.contest is not None and any(isinstance(each, DuelFrame) for each in table.stack):
                return version
    raise AssertionError("nobody fought a duel")


@pytest.mark.parametrize("viewer", ["judge", "alice", "public"])
@pytest.mark.parametrize("size", SIZES)
def test_a_duel_in_a_conflict_is_drawn_with_provinces_in_a_row_rings_and_both_totals(
    opens: Opens, served: Site, size: str, viewer: str
) -> None:
    match, desk = served.match(L5R), opens(size)
    desk.logs_in("judge")
    desk.opens(f"/matches/{match.id}?at={version_with_duel(served)}&as={viewer}")
    conflict, duel = desk.page.locator(".struggle").all()
    assert re.search(r" conflict for the \w+ ring: \w+ attacks ", conflict.inner_text())
    assert " duel: " in duel.inner_text()
    assert [each.locator(".totals dd b").count() for each in (conflict, duel)] == [2, 2]
    assert desk.page.locator(".markers .marker").count() == 6
    rows = desk.page.locator(".group.in-row > .cards")
    assert [each.locator("> .stack").count() for each in rows.all()] == [5, 5]
    # the seat sees the own facedown provinces, the public none, a judge who is called all
    assert desk.page.locator(".tile.back.province").count() > 0 or viewer == "judge"
    assert desk.too_wide() == []
    assert desk.violations() == []
    assert size != "phone" or desk.page.evaluate(TOO_SMALL) == []
    desk.keeps(f"duel-{viewer}")
