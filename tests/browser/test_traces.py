"""What became of a thing, who knew what, chance and its proof, clocks, the record, the timeline, and time."""

import re
from collections.abc import Callable

import pytest

from domain.games import GAMES
from tests.browser.site import BOARD, CARDS, L5R, Desk, Site

Opens = Callable[..., Desk]
# the jump mark for what wins, as the game calls it
WINNING = {CARDS: "Power", BOARD: "Power", L5R: "Honor"}


def looked_at(judge: Desk, name: str) -> None:
    """Held to what every page is held to, and kept."""
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(name)


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_of_the_picture_leads_to_what_became_of_it_action_by_action(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    thing = judge.page.locator(".tile.character h5 a, .board svg a[href*='winterfell']").first
    title = thing.text_content() or ""
    thing.click()
    judge.page.wait_for_url("**/things/**")
    assert judge.page.locator("h1").inner_text() == title
    steps = judge.page.locator(".stages li")
    assert steps.count() > 1
    assert judge.page.locator(".change").count() > 1
    looked_at(judge, f"thing-{game}")
    if game != BOARD:
        copies = judge.page.get_by_role("link", name="Every copy of it")
        address = judge.page.url
        copies.click()
        assert judge.page.locator("h1").inner_text() == title
        assert judge.page.locator(".change").count() > 1
        judge.page.goto(address)
    moment = steps.last.locator("a.v")
    version = moment.inner_text().removeprefix("v")
    moment.click()
    judge.shows(version)


@pytest.mark.parametrize("game", GAMES)
def test_the_story_and_the_facts_of_an_action_lead_to_the_things_that_they_name(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    version = judge.page.locator(".course .entry:has(a.thing) a.v").first.inner_text().removeprefix("v")
    for within in (".course .entry", ".action .facts"):
        judge.opens(f"/matches/{match.id}?at={version}")
        if not judge.page.locator(".action[open]").count():
            judge.page.locator(".action > summary").click()
        named = judge.page.locator(f"{within} a.thing").first
        title = named.inner_text()
        named.click()
        judge.page.wait_for_url("**/things/**")
        assert judge.page.locator("h1").inner_text() == title


@pytest.mark.parametrize("game", GAMES)
def test_things_are_found_by_name_and_an_action_names_those_that_it_is_about(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    judge.page.get_by_role("link", name="Cards and places").click()
    looked_at(judge, f"things-{game}")
    first = judge.page.locator(".chips a").first.inner_text()
    judge.page.locator("input[data-search]").fill(first)
    judge.page.get_by_role("button", name="Search").click()
    shown = judge.page.locator(".chips a").all_inner_texts()
    assert shown
    assert all(first.casefold() in each.casefold() for each in shown)
    judge.page.locator(".chips a").first.click()
    judge.sees("History")


def test_a_seat_reads_nothing_of_a_card_that_it_does_not_see(opens: Opens, served: Site) -> None:
    match = served.match(CARDS, running=True)
    desk = opens("phone")
    desk.logs_in(served.seat_key(match.id, "alice"))
    desk.opens(f"/matches/{match.id}/things")
    headings = desk.page.locator("h2").all_inner_texts()
    assert any(each.startswith("alice, hand") for each in headings)
    assert not any(each.startswith("bob, hand") for each in headings)
    desk.opens(f"/matches/{match.id}/knowledge")
    assert desk.page.locator("summary", has_text="bob, hand").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_what_was_put_in_order_is_told_with_who_chose_it(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}")
    judge.page.get_by_role("link", name="Order", exact=True).click()
    first = judge.page.locator(".stages > li").first
    assert first.locator(".inorder li").count() > 1
    assert first.locator("a.rule").count() >= 1
    looked_at(judge, f"orderings-{game}")
    version = first.locator("a.v").inner_text().removeprefix("v")
    first.locator("a.v").click()
    judge.shows(version)


@pytest.mark.parametrize("game", GAMES)
def test_who_knew_which_hidden_card_is_told_with_since_when(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/knowledge?at={match.version // 2}")
    judge.sees("Hidden cards whose place is known")
    if game != BOARD:
        judge.page.locator("summary", has_text="hand").first.click()
        judge.page.locator("details[open] li", has_text="since v").first.wait_for()
    looked_at(judge, f"knowledge-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_listed_and_proved_against_a_sealed_copy(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/chance")
    assert judge.page.locator("ol.rulelist li").count() > 1
    judge.page.get_by_label("Sealed copy").fill("ab" * 32)
    judge.page.get_by_role("button", name="Check").click()
    judge.sees("This is not the seed of the match")
    judge.page.get_by_label("Sealed copy").fill("xyz")
    judge.page.get_by_role("button", name="Check").click()
    judge.page.locator(".alarm").wait_for()
    judge.page.get_by_label("Sealed copy").fill("")
    judge.page.get_by_role("button", name="Check").click()
    judge.sees("follow from it")
    assert judge.page.get_by_text("does not follow").count() == 0
    looked_at(judge, f"chance-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_clocks_tell_who_took_how_long_for_what(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/clocks")
    assert judge.page.locator("table").first.locator("tbody tr").count() == len(match.seats)
    looked_at(judge, f"clocks-{game}")
    longest = judge.page.locator("ol.rulelist a").first
    version = longest.inner_text().removeprefix("v")
    longest.click()
    judge.shows(version)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_is_found_whole_and_decided_again(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/integrity")
    judge.sees(f"Intact: {match.version} versions")
    judge.page.get_by_role("button", name="Decide all").click()
    judge.sees("Every action has the same result")
    looked_at(judge, f"integrity-{game}")


@pytest.mark.parametrize("game", GAMES)
def test_jump_marks_lead_on_and_back_and_the_timeline_is_filtered(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}?at={match.version // 2}")
    onward = judge.page.get_by_role("link", name=re.compile(f"^{WINNING[game]}: the nearest after"))
    place = (onward.get_attribute("aria-label") or "").rpartition(", ")[2]
    onward.click()
    judge.sees(f"at {place}, as judge")
    judge.keeps(f"jumps-{game}")
    judge.page.locator(".jumps a.all", has_text=WINNING[game]).click()
    assert judge.page.locator(".stages li").count() == judge.page.locator(".stages li:has(.mark.power)").count() > 0
    looked_at(judge, f"timeline-{game}")
    judge.page.get_by_label("Jump mark").select_option("")
    named = "Winterfell" if game == BOARD else judge.page.locator("#things option").first.get_attribute("value")
    judge.page.get_by_label("Card, place, piece").fill(named or "")
    judge.page.get_by_role("button", name="Show").click()
    judge.page.locator(".stages .address").first.click()
    judge.page.locator("#match-page").wait_for()


def test_an_engine_that_agrees_marks_no_disagreement(judge: Desk, served: Site) -> None:
    match = served.match(CARDS)
    judge.opens(f"/matches/{match.id}/timeline?mark=disagreement")
    judge.sees("No such action")


@pytest.mark.parametrize("game", GAMES)
def test_at_time_the_values_are_compared_in_order(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/going-to-time?at={match.version // 2}")
    assert judge.page.locator("tbody tr").count() > 2
    looked_at(judge, f"at-time-{game}")


def test_a_deck_is_checked_with_the_rules_that_it_breaks(judge: Desk) -> None:
    judge.opens("/rules")
    judge.page.get_by_role("link", name="deck check").first.click()
    judge.page.get_by_label("The deck").fill("House Stark\n3x Eddard Stark\n")
    judge.page.get_by_role("button", name="Check").click()
    judge.sees("The deck is not legal")
    looked_at(judge, "deck")
