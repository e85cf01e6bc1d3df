"""Steps through a match: the reader stays where they read, and no key is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.site import CARDS, Desk, Site

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


@pytest.mark.parametrize(("key", "end"), [("j", 70), ("k", 50), ("ArrowRight", 70), ("ArrowLeft", 50)])
def test_ten_quick_keys_make_ten_steps(judge: Desk, served: Site, key: str, end: int) -> None:
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    for _ in range(10):
        judge.page.keyboard.press(key)
    judge.shows(end)


QUICK = "selector => { for (let n = 0; n < 10; n++) document.querySelector(selector)?.click(); }"


@pytest.mark.parametrize(("way", "step"), [("next", 1), ("previous", -1)])
def test_ten_quick_taps_make_ten_steps(judge: Desk, served: Site, way: str, step: int) -> None:
    judge.opens(f"/matches/{served.match(CARDS).id}?at=60")
    judge.page.evaluate(QUICK, f".steps a.{way}")
    judge.shows(60 + 10 * step)


@pytest.mark.parametrize("way", [".steps a.next_window", ".jumps a.near[data-way^=after]"])
def test_quick_taps_on_any_way_go_as_far_as_slow_ones(opens: Callable[..., Desk], served: Site, way: str) -> None:
    judge = opens("phone")
    judge.logs_in("judge")
    start = f"/matches/{served.match(CARDS).id}?at=20"
    judge.opens(start)
    for _ in range(3):
        before = judge.page.url
        judge.page.locator(way).first.click()
        judge.page.wait_for_url(lambda url, before=before: url != before)
        judge.page.wait_for_function("!document.querySelector('.htmx-request')")
    slow = judge.page.url
    judge.opens(start)
    judge.page.evaluate(QUICK.replace("10", "3"), way)
    judge.page.wait_for_url(slow)
