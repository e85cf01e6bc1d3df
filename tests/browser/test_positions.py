"""A position from paper: typed and mended line by line, asked about, compared with its match, played on from."""

import re
from collections.abc import Callable

import pytest

from domain.games import GAMES
from tests.browser.site import BOARD, CARDS, L5R, SIZES, Desk, Site

Opens = Callable[..., Desk]
STARTS = {CARDS: "dispute", BOARD: "board", L5R: "provinces"}
# a word of the start and how it is misspelt
SLIPS = {
    CARDS: ("first_player", "frist_player"),
    BOARD: ("winterfell:", "winterfel:"),
    L5R: ("attackers:", "atackers:"),
}
# a version, and a value as it was before it, so that the paper has parted from the record there
EARLIER = {
    CARDS: (30, "round", 1),
    BOARD: (30, "power", "{baratheon: 5, lannister: 5, stark: 5}"),
    L5R: (100, "first_player", "bob"),
}


def text(desk: Desk) -> str:
    return desk.page.locator("#text").input_value()


def types(desk: Desk, written: str, button: str = "Check the position") -> None:
    desk.page.locator("#text").fill(written)
    desk.page.get_by_role("button", name=button).click()
    desk.page.locator("[role=alert], [role=status]").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_a_slip_is_told_by_its_line_with_what_was_meant_and_then_it_holds(judge: Desk, game: str) -> None:
    judge.opens("/matches")
    judge.page.get_by_role("link", name="Position from paper").click()
    judge.page.get_by_label("Begin with").select_option(value=STARTS[game])
    judge.page.wait_for_url("**start=**")
    right, (word, slip) = text(judge), SLIPS[game]
    assert word in right
    types(judge, right.replace(word, slip))
    line = next(n for n, each in enumerate(right.splitlines(), 1) if word in each)
    alert = judge.page.get_by_role("alert")
    assert f"Line {line}" in alert.inner_text()
    assert f"did you mean {word.rstrip(':')}?" in alert.inner_text()
    judge.page.locator(f"#line-{line}.refused").wait_for()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"position-faults-{game}")
    types(judge, right)
    judge.sees("The position is valid.")
    judge.page.locator(".choices li").first.wait_for()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"position-{game}")
    judge.page.get_by_role("button", name="Why is it allowed").first.click()
    judge.sees("Yes: here")
    assert judge.page.locator(".checks li.held").count()
    assert text(judge).strip() == right.strip()


@pytest.mark.parametrize("game", GAMES)
def test_what_may_not_be_done_on_it_is_explained_with_the_rule(judge: Desk, game: str) -> None:
    judge.opens(f"/positions?start={STARTS[game]}")
    types(judge, text(judge))
    judge.page.get_by_text("Would this be lawful?").click()
    judge.page.locator("#type").select_option("accept_draw")
    judge.page.get_by_role("button", name="Choose").click()
    judge.page.get_by_role("button", name="Explain", exact=True).click()
    judge.sees("No: here")
    judge.page.locator(".checks li.refused a.rule").first.wait_for()
    assert judge.violations() == []


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_match_is_edited_and_compared_with_it(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    version, value, before = EARLIER[game]
    judge.opens(f"/matches/{match.id}?at={version}")
    judge.page.get_by_role("link", name="Compare with a table on paper").click()
    judge.page.locator("#text").wait_for()
    written = text(judge)
    assert f"game: {game}" in written
    compare = judge.page.get_by_role("button", name="Compare with v")
    compare.click()
    judge.page.get_by_role("heading", name="What differs from v").wait_for()
    assert not judge.page.locator(".rows tbody tr").count()
    written = re.sub(rf"(?m)^  {value}: .*$", f"  {value}: {before}", written, count=1)
    judge.page.locator("#text").fill(written)
    compare.click()
    row = judge.page.locator(".rows tbody tr", has_text=value.replace("_", " "))
    row.first.wait_for()
    judge.sees("The table first differed from the record at")
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"position-compared-{game}")
    row.locator("td:last-child a").first.click()
    judge.page.locator("#match-page").wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_an_organizer_lets_a_match_go_on_from_it(opens: Opens, game: str, size: str) -> None:
    desk = opens(size)
    desk.logs_in("organizer")
    desk.opens(f"/positions?start={STARTS[game]}")
    types(desk, text(desk))
    desk.page.get_by_text("Open a match from this position").click()
    desk.page.get_by_role("button", name="Open the match").click()
    desk.sees("Give each seat its key.")
    keys = desk.page.locator(".card code").all_inner_texts()
    assert len(keys) >= 2
    assert desk.violations() == []
    address = desk.page.locator(".card h2 a").get_attribute("href") or ""
    seat = opens(size)
    seat.logs_in(keys[0])
    seat.opens(address.removeprefix("/console"))
    seat.page.locator("#match-page").wait_for()


def test_a_set_up_is_a_position_and_judges_open_no_match(judge: Desk) -> None:
    judge.opens("/positions?start=set-up.agot_board.3")
    types(judge, text(judge))
    judge.sees("The position is valid.")
    assert not judge.page.get_by_role("button", name="Open the match").count()
    judge.sees("An organizer can open a match from this position.")
