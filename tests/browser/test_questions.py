"""The judge's questions about a moment: lawful or not, how a number came about, what differs, what was missed."""

import pytest

from domain.games import GAMES
from tests.browser.conftest import Opens
from tests.browser.site import BOARD, CARDS, L5R, Desk, Site

SOUGHT = {CARDS: "claim", BOARD: "supply", L5R: "province"}


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_done_is_explained_with_each_check(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    judge.page.get_by_role("link", name="Why is it allowed").first.click()
    judge.sees("Yes: at v")
    assert judge.page.locator(".checks li.held").count()
    assert not judge.page.locator(".checks li.refused").count()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"explain-lawful-{game}")


def test_what_was_not_lawful_names_the_rule_and_is_composed_field_by_field(judge: Desk, served: Site) -> None:
    match = served.match(CARDS)
    judge.opens(f"/matches/{match.id}/explain?at=100&type=marshal_character")
    card = judge.page.locator("#things option").first.get_attribute("value") or ""
    judge.page.locator("#f-card").fill(card)
    judge.page.get_by_role("button", name="Explain").first.click()
    judge.sees("No: at v100")
    judge.page.locator(".checks li.refused a.rule").first.click()
    judge.sees(f"In {match.seats[0]}")
    assert judge.violations() == []
    judge.keeps("rule")


@pytest.mark.parametrize("game", GAMES)
def test_numbers_have_their_traces(judge: Desk, served: Site, game: str) -> None:
    judge.opens(f"/matches/{served.match(game).id}/numbers?at=100")
    assert judge.page.locator(".rows tbody tr").count() > 2
    judge.sees("If everybody passed")
    # all columns are seen at once
    assert judge.page.locator(".scrolls").first.evaluate("(each) => each.scrollWidth <= each.clientWidth")
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"numbers-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_two_versions_are_compared_with_what_touched_each_difference(judge: Desk, served: Site, game: str) -> None:
    judge.opens(f"/matches/{served.match(game).id}/compare?left=80&right=100")
    place = judge.page.locator(".rows td:last-child a").first
    where = place.inner_text()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"compare-{game}")
    place.click()
    judge.sees(f"at {where}, as judge")


def test_what_was_missed_is_told_of_a_seat(judge: Desk, served: Site) -> None:
    match = served.match(CARDS)
    judge.opens(f"/matches/{match.id}/missed?at={match.version}&from=1&kind=all")
    judge.page.locator(".rulelist li").first.wait_for()
    assert judge.violations() == []
    judge.keeps("missed")


@pytest.mark.parametrize("game", GAMES)
def test_the_rule_book_is_searched_and_the_chart_says_where_the_match_is(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens("/rules")
    judge.page.locator("input[data-search]").fill(SOUGHT[game])
    judge.page.get_by_role("button", name="Search").click()
    judge.page.locator(".rulelist li").first.wait_for()
    assert judge.violations() == []
    judge.keeps(f"rules-{game}")
    judge.opens(f"/timing/{game}?match={match.id}&at={match.version // 2}")
    judge.sees("you are here")
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"timing-{game}")


def test_without_scripts_no_form_reaches_beyond_a_phone_or_lies_over_another(opens: Opens, served: Site) -> None:
    desk = opens("phone", scripts=False)
    desk.logs_in("judge")
    for page in ("explain?type=initiate_challenge", "compare", "timeline", "going-to-time"):
        desk.opens(f"/matches/{served.match(CARDS).id}/{page}")
        assert (desk.too_wide(), desk.overlapping()) == ([], []), page
