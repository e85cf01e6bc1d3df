"""What if: a branch from the match page, answered, tried with the later decisions, compared, attached, thrown away."""

from collections.abc import Callable
from contextlib import closing, suppress

import pytest

from domain.games import GAMES
from domain.judging.branches.branch import JUDGE, NOW
from domain.judging.remedies.late_abilities import resolve_ability_now, restore_opportunity
from domain.judging.remedies.possible_remedies import missable_abilities, restorable_opportunities
from domain.kernel.flow.priority_windows import WindowOpened
from domain.match.aggregate import Refused
from domain.match.judge_orders import RestoreOpportunity
from service.app.match.chronicles import Chronicles
from service.console.branch.branches import RECENT
from service.settings import Settings
from service.wiring import matches_of
from tests.browser.site import BOARD, CARDS, L5R, SIZES, Desk, Site

Opens = Callable[..., Desk]
COUNTED = {CARDS: "Gold of a player", BOARD: "Supply of a House", L5R: "Fate of a player"}


def begins(judge: Desk, match_id: str, version: int) -> None:
    """Begin a branch from the match page."""
    judge.opens(f"/matches/{match_id}?at={version}")
    judge.page.get_by_role("button", name="Begin a branch here").click()
    judge.page.wait_for_url("**/console/branches/b-*")
    judge.page.get_by_role("heading", name=f"Branch from v{version}", level=1).wait_for()


def done(judge: Desk) -> int:
    """How many things were done on the branch, as its forms know."""
    return int(judge.page.locator('input[name="length"]').first.get_attribute("value") or 0)


def answers(judge: Desk) -> None:
    """Give an answer of those that are offered, one whose form is right as it stands: nothing to tick or to count."""
    before = done(judge)
    plain = judge.page.locator(".choices form:not(:has(fieldset input))")
    plain.last.locator("button").click()
    judge.page.locator(f'input[name="length"][value="{before + 1}"]').first.wait_for(state="attached")


def begins_where_one_answers(judge: Desk, match_id: str, version: int) -> int:
    """Begin a branch at this version, or the next where a form stands right as it is; the version."""
    for each in range(version, version + 30):
        judge.opens(f"/matches/{match_id}?at={each}")
        choices = judge.page.locator(".choices li")
        if choices.count() and choices.last.locator(".detail .field").count() == 0:
            begins(judge, match_id, each)
            return each
    raise AssertionError("every question leaves something to count")


def tries(judge: Desk) -> None:
    """Try the later decisions."""
    judge.page.get_by_role("button", name="Try them").click()
    judge.page.locator(".retrial").first.wait_for()


@pytest.mark.parametrize("game", GAMES)
def test_another_answer_is_given_and_the_later_decisions_are_tried_after_it(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    begins_where_one_answers(judge, match.id, 40)
    answers(judge)
    tries(judge)
    judge.sees("Each decision")
    held = judge.page.locator(".retrial .fates li.held").count()
    refused = judge.page.locator(".retrial .fates li.refused").count()
    assert held + refused > 0
    judge.keeps(f"branch-{game}")
    assert judge.too_wide() == []
    assert judge.violations() == []


@pytest.mark.parametrize("game", GAMES)
def test_without_another_answer_all_that_followed_holds_and_nothing_differs(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    begins(judge, match.id, 90)
    tries(judge)
    judge.sees("No later decision is left to try")
    assert not judge.page.locator(".retrial .fates li.refused").count()
    judge.page.get_by_role("link", name="the last version of its line").click()
    judge.sees("0 differences")


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_breaks_a_rule_is_refused_by_it_and_keeps_what_was_filled_in(
    judge: Desk, served: Site, game: str
) -> None:
    match = served.match(game)
    judge.opens(f"/matches/{match.id}/branches?at=30")
    judge.page.get_by_role("button", name="Begin a branch").click()
    judge.page.wait_for_url("**/console/branches/b-*")
    offered = judge.page.locator("#any-seat")
    judge.page.locator("details:has(#any-seat) > summary").click()
    offered.select_option(index=0)
    judge.page.locator("#any-type").select_option("accept_draw")
    judge.page.get_by_role("button", name="Give the command").click()
    judge.page.get_by_role("alert").wait_for()
    assert judge.page.locator(".alarm a.rule").count()
    assert done(judge) == 0
    assert judge.violations() == []
    judge.keeps(f"branch-refused-{game}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_branch_that_is_evidence_stays_and_another_is_thrown_away(
    opens: Opens, served: Site, game: str, size: str
) -> None:
    match = served.simulated(game)
    judge = opens(size)
    judge.logs_in("judge")
    judge.opens(f"/matches/{match.id}/case?moment=60")
    judge.page.get_by_label("What is in dispute").fill("Was that right?")
    judge.page.get_by_role("button", name="Open the case").click()
    judge.page.wait_for_url("**/console/cases/c-*")
    judge.page.get_by_role("button", name="Take the case").click()
    judge.page.locator(":target").wait_for()
    begins(judge, match.id, 60)
    judge.page.get_by_text("Attach the branch to a case").click()
    judge.page.get_by_role("button", name="Attach the branch").click()
    judge.sees("A case uses the branch")
    assert not judge.page.get_by_role("button", name="Delete the branch").count()
    judge.page.get_by_role("link", name="evidence in a case").click()
    judge.page.locator(".evidence-attached a", has_text="branch b-").click()
    judge.page.get_by_role("heading", name="Branch from v60").wait_for()
    begins(judge, match.id, 50)
    judge.page.get_by_text("Delete the branch").first.click()
    judge.page.get_by_role("button", name="Delete the branch").click()
    judge.page.get_by_role("heading", name="Branches of this match").wait_for()
    assert judge.page.locator(".matches li").count() == 1
    assert judge.page.locator(".matches .state", has_text="evidence").count() == 1
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.keeps(f"branches-{game}")


def test_a_mandatory_ability_that_was_missed_is_resolved_on_a_branch(judge: Desk, served: Site) -> None:
    match = served.match(CARDS)
    version = next(each for each in range(30, match.version) if missed(served, match.id, each))
    begins(judge, match.id, version)
    judge.page.get_by_text("Resolve a missed mandatory ability now").click()
    judge.page.get_by_role("button", name="Resolve it").click()
    judge.page.locator('input[name="length"][value="1"]').first.wait_for(state="attached")
    judge.sees("given on the branch")
    assert judge.violations() == []
    judge.keeps("branch-late")


def missed(served: Site, match_id: str, version: int) -> bool:
    """Whether something could be resolved late at a version, and play would go on."""
    with closing(matches_of(Settings(db=served.served.db))) as matches:
        told = Chronicles(matches).of(match_id)
    match = told.at(version)
    found = next(missable_abilities(match, told.events, RECENT), None) if match.table.over is None else None
    try:
        return found is not None and bool(resolve_ability_now(match, found.command, told.events, JUDGE, NOW))
    except Refused:
        return False


def test_a_window_is_given_again_on_a_branch(judge: Desk, served: Site) -> None:
    match = served.match(CARDS)
    version, seat, at = next(each for n in range(30, match.version) if (each := opening(served, match.id, n)))
    begins(judge, match.id, version)
    judge.page.get_by_text("Give an opportunity back").click()
    judge.page.get_by_label("To whom").select_option(seat)
    judge.page.get_by_label("Which window").select_option(at)
    judge.page.get_by_role("button", name="Give it back").click()
    judge.page.locator('input[name="length"][value="1"]').first.wait_for(state="attached")
    judge.sees(f"{seat} may")
    assert judge.violations() == []


def opening(served: Site, match_id: str, version: int) -> tuple[int, str, str] | None:
    """A version at which a seat can be given a window again: to whom, and which."""
    with closing(matches_of(Settings(db=served.served.db))) as matches:
        told = Chronicles(matches).of(match_id)
    match = told.at(version)
    for found in restorable_opportunities(match, told.events, RECENT) if match.table.over is None else ():
        # the page offers what occurred by the window that opened for it
        if not isinstance(found.fact, WindowOpened):
            continue
        for seat in match.table.remaining_seats():
            with suppress(Refused):
                restore_opportunity(match, RestoreOpportunity(seat, found.at), told.events, JUDGE, NOW)
                return version, seat, found.at
    return None


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_corrected_on_a_branch_and_the_difference_is_shown(judge: Desk, served: Site, game: str) -> None:
    match = served.match(game)
    begins(judge, match.id, 60)
    judge.page.get_by_role("link", name="Correct the table").click()
    judge.page.wait_for_url("**/correction")
    judge.page.get_by_label("Change", exact=True).select_option(label=COUNTED[game])
    judge.page.get_by_role("button", name="Add this change").wait_for()
    judge.keeps(f"branch-correction-{game}")
    fields = judge.page.locator(".blanks")
    for each in fields.locator("select").all():
        each.select_option(index=1)
    fields.locator('input[inputmode="numeric"]').fill("6")
    judge.page.get_by_role("button", name="Add this change").click()
    judge.page.locator(".drafted li").wait_for()
    assert judge.too_wide() == []
    assert judge.violations() == []
    judge.page.get_by_role("button", name="Correct the branch").click()
    judge.page.get_by_role("heading", name="History of the branch").wait_for()
    assert done(judge) == 1
    judge.opens(f"/matches/{match.id}/compare?left=60&right={judge.page.url.rpartition('/')[2]}")
    judge.page.locator(".rows tbody tr").first.wait_for()
    # the id of the branch is read whole, in its field and over its column
    assert judge.page.locator('input[name="right"]').evaluate("each => each.scrollWidth <= each.clientWidth")
    right = judge.page.locator(".differing th").nth(2).bounding_box()
    assert right is not None
    assert right["x"] + right["width"] <= SIZES[judge.size][0]
    judge.page.locator(".rows td:last-child a[href*='/branches/']").first.click()
    judge.page.get_by_role("heading", name="Branch from v60").wait_for()


def test_a_running_match_has_branches_for_judges_who_are_called(judge: Desk, served: Site) -> None:
    match = served.simulated(BOARD, called=False)
    assert judge.opens(f"/matches/{match.id}").status == 403
    assert judge.opens(f"/matches/{match.id}/branches").status == 403
    served.calls(match.id)
    begins(judge, match.id, match.version)


def test_seats_and_the_public_have_no_branches(opens: Opens, served: Site) -> None:
    match = served.match(CARDS, running=True)
    seat = opens("phone")
    seat.logs_in(served.seat_key(match.id, match.seats[0]))
    seat.opens(f"/matches/{match.id}")
    assert not seat.page.get_by_text("Begin a branch").count()
    response = seat.opens(f"/matches/{match.id}/branches")
    assert response.status == 403
