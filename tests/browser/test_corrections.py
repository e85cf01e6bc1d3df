"""Corrections as forms: changes are chosen from what lies there, one after the other, with and without scripts."""

import re
from collections.abc import Callable

import pytest

from tests.browser.site import BOARD, CARDS, L5R, SIZES, Desk, Site
from tests.browser.test_cases import Opens, Windows

ADD = "Add this change"
# a label has its hint beside it: what the number counts
GOLD, POWER, FATE = (re.compile(rf"^{name}\b(?! o[fn])") for name in ("Gold", "Power", "Fate"))


def begins(opens: Opens, served: Site, game: str, size: str, *, scripts: bool = True) -> tuple[Windows, Desk]:
    """A case that a judge has taken, and the page of its correction."""
    windows = Windows(opens, served, game, size)
    windows.has_case()
    desk = opens(size, scripts=scripts)
    desk.logs_in("judge")
    desk.opens(f"/cases/{windows.case}")
    desk.page.get_by_role("link", name="Preview: correct the table").click()
    return windows, desk


def chooses(desk: Desk, form: str, scripts: bool = True) -> None:
    desk.page.locator("#draft-form").select_option(label=form)
    if not scripts:
        desk.page.get_by_role("button", name="Choose").click()
    desk.page.get_by_role("group", name=form).wait_for()


def adds(desk: Desk, count: int) -> None:
    desk.page.get_by_role("button", name=ADD).click()
    desk.page.locator(".drafted li").nth(count - 1).wait_for()


def adds_another(desk: Desk, count: int, sets: Callable[[str], object], values: tuple[str, str]) -> None:
    """Add a change with the first of two values, or where the table has that already with the other."""
    for value in values:
        sets(value)
        desk.page.get_by_role("button", name=ADD).click()
        desk.page.locator(f".drafted li:nth-child({count}), [role=alert]").first.wait_for()
        if desk.page.locator(".drafted li").count() == count:
            return
    raise AssertionError(f"neither of {values} was another one")


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_several_changes_of_cards_are_one_correction(opens: Opens, served: Site, size: str, scripts: bool) -> None:
    windows, desk = begins(opens, served, CARDS, size, scripts=scripts)
    seat = windows.match.seats[0]
    assert desk.overlapping() == []
    assert desk.too_wide() == []
    chooses(desk, "Gold of a player", scripts)
    desk.page.get_by_label("Player").select_option(seat)
    desk.page.get_by_label(GOLD).fill("17")
    adds(desk, 1)
    chooses(desk, "Power on a card", scripts)
    desk.page.get_by_label("Card", exact=True).select_option(index=1)
    desk.page.get_by_label(POWER).fill("3")
    assert desk.overlapping() == []
    assert desk.too_wide() == []
    if scripts:
        assert desk.violations() == []
        desk.keeps("correction-form")
    adds_another(desk, 2, desk.page.get_by_label(POWER).fill, ("3", "4"))
    assert desk.too_wide() == []
    desk.page.get_by_role("button", name="Preview this correction").click()
    previewed = desk.page.locator(".preview-made")
    previewed.get_by_text(f"correct the table: gold of {seat}: 17").wait_for()
    assert previewed.get_by_text(f"Corrected by a judge: gold of {seat}: 17").count() == 1
    if scripts:
        desk.keeps("correction-previewed")


def test_a_draft_is_there_for_who_comes_back_until_it_is_previewed_or_emptied(opens: Opens, served: Site) -> None:
    _, desk = begins(opens, served, CARDS, "phone")
    drafted, again = desk.page.locator(".drafted li"), desk.page.get_by_role("link", name="Preview: correct the table")
    chooses(desk, "Gold of a player")
    desk.page.get_by_label("Player").select_option(index=1)
    desk.page.get_by_label(GOLD).fill("17")
    adds(desk, 1)
    for leave in ("Case of", "Cases"):
        desk.page.get_by_role("link", name=leave).first.click()
        if leave == "Cases":
            desk.page.go_back()
            desk.page.go_back()
        again.click()
        drafted.wait_for()
    desk.page.get_by_role("button", name="Preview this correction").click()
    desk.page.locator(".preview-made").wait_for()
    again.click()
    desk.sees("What is to be changed?")
    assert drafted.count() == 0
    chooses(desk, "Gold of a player")
    desk.page.get_by_label("Player").select_option(index=1)
    desk.page.get_by_label(GOLD).fill("18")
    adds(desk, 1)
    desk.page.get_by_role("button", name="Remove").click()
    desk.sees("What is to be changed?")
    desk.page.get_by_role("link", name="Case of").click()
    again.click()
    desk.sees("What is to be changed?")
    assert drafted.count() == 0


@pytest.mark.parametrize("size", SIZES)
def test_a_change_of_the_board_that_cannot_be_is_said_with_what_was_filled_in(
    opens: Opens, served: Site, size: str
) -> None:
    _, desk = begins(opens, served, BOARD, size)
    chooses(desk, "Wildlings track")
    adds_another(desk, 1, desk.page.get_by_label("Position").select_option, ("12", "10"))
    chooses(desk, "Iron Throne track")
    desk.keeps("correction-track")
    desk.page.get_by_label("First").select_option(index=1)
    desk.page.get_by_role("button", name=ADD).click()
    desk.page.get_by_role("alert").wait_for()
    assert desk.page.get_by_role("group", name="Iron Throne track").is_visible()
    assert desk.page.locator(".drafted li").count() == 1
    assert desk.violations() == []
    assert desk.too_wide() == []
    desk.keeps("correction-refused")
    desk.page.get_by_role("button", name="Remove").click()
    desk.sees("What is to be changed?")


@pytest.mark.parametrize("size", SIZES)
def test_rings_and_the_favor_are_set_by_who_has_claimed_them(opens: Opens, served: Site, size: str) -> None:
    windows, desk = begins(opens, served, L5R, size)
    alice, bob = windows.match.seats
    chooses(desk, "Fate on a ring")
    desk.page.get_by_label("Ring", exact=True).select_option("void")
    adds_another(desk, 1, desk.page.get_by_label(FATE).fill, ("3", "4"))
    chooses(desk, "Who has claimed a ring")
    ring = desk.page.get_by_label("Ring", exact=True)
    ring.select_option(index=1)
    named = ring.input_value()
    adds_another(desk, 2, desk.page.get_by_label("Claimed by").select_option, (alice, bob))
    chooses(desk, "Imperial Favor")
    desk.page.get_by_label("Of the player").select_option(alice)
    assert desk.violations() == []
    assert desk.too_wide() == []
    desk.keeps("correction-favor")
    adds_another(desk, 3, desk.page.get_by_label("Side up").select_option, ("military", "political"))
    desk.page.get_by_role("button", name="Preview this correction").click()
    previewed = desk.page.locator(".preview-made")
    previewed.get_by_text(re.compile(rf"the ring of {named} is claimed by ")).first.wait_for()
    assert previewed.get_by_text(re.compile("fate on the ring of void: [34]")).count() > 0
    assert previewed.get_by_text(f"{alice} has the Imperial Favor").count() > 0
