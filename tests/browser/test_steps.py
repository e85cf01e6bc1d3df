"""Steps through a match: the reader stays where they read, and no key is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Route

from tests.browser.site import CARDS, SIZES, Desk, Site
from tests.patience import PATIENCE

DOWN = 600


def stays(judge: Desk) -> bool:
    """Whether the page is where it was scrolled to, as far as it is long enough."""
    return bool(judge.page.evaluate(f"window.scrollY >= {DOWN} / 2"))


def test_steps_taps_and_searches_keep_the_place_on_the_page(judge: Desk, served: Site) -> None:
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    judge.page.evaluate(f"window.scrollTo(0, {DOWN})")
    judge.presses("j")
    judge.shows(61)
    assert stays(judge)
    judge.page.evaluate("document.querySelector('.steps a.previous').click()")
    judge.shows(60)
    assert stays(judge)
    told = judge.page.locator(".rounds .entry:not([aria-current]) a.v").first
    version = told.inner_text().removeprefix("v")
    told.evaluate("each => each.click()")
    judge.shows(version)
    assert stays(judge)
    judge.page.locator("[data-search]").evaluate("each => { each.value = 'claim'; each.form.requestSubmit(); }")
    judge.page.wait_for_url("**q=claim**")
    assert stays(judge)


QUICK = "selector => { for (let n = 0; n < 10; n++) document.querySelector(selector)?.click(); }"


def test_ten_quick_keys_or_taps_make_ten_steps(judge: Desk, served: Site) -> None:
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    for key, end in (("j", 70), ("ArrowLeft", 60), ("k", 50), ("ArrowRight", 60)):
        for _ in range(10):
            judge.page.keyboard.press(key)
        judge.shows(end)
    for way, end in (("next", 70), ("previous", 60)):
        judge.page.evaluate(QUICK, f".steps a.{way}")
        judge.shows(end)


LATE = """const now = setTimeout;
window.setTimeout = (work, after = 0, ...more) =>
  now(work, after + (document.readyState == "complete" ? 0 : 400), ...more);
"""
SHOWN = "window.dispatchEvent(new PageTransitionEvent('pageshow'))"
SWAPPED = """document.dispatchEvent(new CustomEvent("htmx:after:swap", {detail: {ctx: {}}}));
document.dispatchEvent(new CustomEvent("htmx:finally:request", {detail: {ctx: {status: "swapped"}}}));"""
ABORTED = "document.querySelector('.steps a.next').dispatchEvent(new Event('htmx:abort'))"


def test_no_key_is_lost_and_none_sticks_where_answers_are_slow(judge: Desk, served: Site) -> None:
    """What comes in between: the page is not ready, it is shown, another part of it is swapped, a step is aborted."""
    held: list[Route] = []
    judge.page.add_init_script(LATE)
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    judge.page.route("**/console/matches/*", lambda route: held.append(route))
    for between in (SHOWN, SWAPPED):
        before = int(judge.version())
        for _ in range(3):
            judge.page.keyboard.press("j")
        judge.page.evaluate(between)
        judge.page.keyboard.press("j")
        for version in range(before + 1, before + 5):
            for _ in range(int(100 * PATIENCE)):
                if not held:
                    judge.page.wait_for_timeout(10)
            (route,) = held
            held.clear()
            route.continue_()
            judge.shows(version)
    judge.page.keyboard.press("j")
    judge.page.evaluate(ABORTED)
    judge.page.unroute_all()
    judge.page.wait_for_function("!document.querySelector('.htmx-request')")
    judge.page.keyboard.press("j")
    judge.shows(69)


@pytest.mark.parametrize("way", [".steps a.next_window", ".jumps a.near[data-way^=after]"])
def test_quick_taps_on_any_way_go_as_far_as_slow_ones(opens: Callable[..., Desk], served: Site, way: str) -> None:
    judge = opens("phone")
    judge.logs_in("judge")
    start = f"/matches/{served.match(CARDS).id}?at=20"
    judge.opens(start)
    for _ in range(3):
        before = judge.page.url
        judge.page.locator(way).first.click()
        judge.page.wait_for_function("before => location.href !== before", arg=before)
        judge.page.wait_for_function("!document.querySelector('.htmx-request')")
    slow = judge.page.url
    judge.opens(start)
    judge.page.evaluate(QUICK.replace("10", "3"), way)
    judge.page.wait_for_url(slow)


def test_without_scripts_a_step_arrives_where_it_was_taken(opens: Callable[..., Desk], served: Site) -> None:
    judge = opens("phone", scripts=False)
    judge.logs_in("judge")
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    for way, heading in ((".steps a.next", "#window-title"), (".rounds .entry a.v", "#course-title")):
        judge.page.locator(way).first.click()
        judge.page.wait_for_url(f"**{heading}")
        top = judge.page.locator(heading).bounding_box()
        assert top
        assert 0 <= top["y"] < SIZES["phone"][1] / 2


ASKS_AS_NOBODY = "each => { each.selectedOptions[0].value = 'nobody'; each.form.requestSubmit(); }"


def test_what_is_refused_is_a_page_with_the_way_back(judge: Desk, served: Site) -> None:
    """A version that there is not, eyes that there are not, a session that has ended."""
    match = served.match(CARDS)
    judge.opens(f"/matches/{match.id}?at=60")
    judge.page.get_by_label("Version", exact=True).fill("9999")
    judge.page.get_by_label("Version", exact=True).press("Enter")
    judge.page.wait_for_url("**at=9999**")
    judge.sees("9999")
    assert judge.violations() == []
    judge.page.get_by_role("link", name="Back to the match").click()
    judge.shows(match.version)
    judge.page.get_by_label("See as").evaluate(ASKS_AS_NOBODY)
    judge.page.wait_for_url("**as=nobody**")
    judge.page.go_back()
    judge.shows(match.version)
    judge.context.clear_cookies()
    judge.page.get_by_role("link", name="One action back").click()
    judge.page.wait_for_url(f"**/login?next=**at%3D{match.version - 1}**")


def test_a_page_that_follows_a_match_asks_for_the_key_where_its_session_ends(judge: Desk, served: Site) -> None:
    match = served.match(CARDS, running=True)
    judge.opens(f"/matches/{match.id}")
    judge.sees("running, live")
    judge.context.clear_cookies()
    judge.page.wait_for_url(f"**/login?next=**{match.id}")
