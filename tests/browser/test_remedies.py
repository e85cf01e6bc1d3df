"""Every kind of remedy is tried dry from a form: what is chosen is what was done and what lies there."""

import re
from collections.abc import Callable

import pytest

from domain.games import GAMES
from domain.judging.remedies.possible_remedies import restorable_opportunities
from domain.tournaments.regulation import Limits
from service.app.match.chronicles import Chronicles
from service.app.match.matches import MatchApplication
from tests.browser.site import BOARD, CARDS, SIZES, Desk, Site
from tests.browser.test_cases import Opens, Windows


def taken(opens: Opens, served: Site, game: str, size: str) -> Windows:
    windows = Windows(opens, served, game, size)
    windows.has_case()
    return windows


def chooses(desk: Desk, case: str, kind: str) -> None:
    """Unfold the form of a kind of remedy on the case's page."""
    desk.opens(f"/cases/{case}")
    unfolded = desk.page.locator(f'details.card:has(form[action$="/preview-{kind}"])')
    unfolded.locator("summary").click()


def previewed(desk: Desk, kind: str, said: str) -> None:
    """Preview what stands in the form; the entry says it in words."""
    desk.page.locator(f'form[action$="/preview-{kind}"] button').click()
    desk.page.locator(":target, [role=alert]").first.wait_for()
    assert "#entry-" in desk.page.url, desk.page.get_by_role("alert").inner_text()
    desk.page.locator(".preview-made", has_text=said).first.wait_for()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_remedies_are_chosen_and_previewed_in_words(opens: Opens, served: Site, game: str, size: str) -> None:
    windows = taken(opens, served, game, size)
    judge, case, match = windows.judge, windows.case, windows.match
    winner = match.seats[1]
    chooses(judge, case, "ending")
    judge.page.get_by_label("How it ends").select_option(label=f"{winner} wins")
    previewed(judge, "ending", f"end the match: {winner} wins")
    chooses(judge, case, "acceptance")
    previewed(judge, "acceptance", "accept the table as it is")
    chooses(judge, case, "annulment")
    first = judge.page.locator("#preview-annulment-of option[value]:not([value=''])").first
    judge.page.locator("#preview-annulment-of").select_option(first.get_attribute("value"))
    judge.keeps(f"remedy-annulment-{game}")
    previewed(judge, "annulment", f"annul v{match.version}")
    chooses(judge, case, "rewind")
    before = judge.page.locator("#preview-rewind-to").input_value()
    assert before == str(match.version - 6)
    previewed(judge, "rewind", f"go back to v{before}")
    assert judge.violations() == []
    assert judge.too_wide() == []
    judge.keeps(f"remedies-{game}")


def test_an_opportunity_is_chosen_among_those_that_there_were(opens: Opens, served: Site) -> None:
    windows = Windows(opens, served, CARDS, "phone")
    plays_until(served, windows, may_be_restored)
    windows.has_case()
    judge = windows.judge
    chooses(judge, windows.case, "opportunity")
    form = judge.page.locator('form[action$="/preview-opportunity"]')
    choices = form.locator('[name="at"] option:not([value=""])').all_inner_texts()
    assert any("window" in each for each in choices)
    assert all(re.match(r"v[\d.]+: ", each) for each in choices)
    form.locator('[name="seat"]').select_option(windows.match.seats[0])
    form.locator('[name="at"]').select_option(label=choices[0])
    form.locator("button").click()
    judge.page.locator(":target, [role=alert]").first.wait_for()
    assert judge.violations() == []
    assert judge.too_wide() == []
    judge.keeps("remedy-opportunity")


def test_what_the_board_game_has_not_is_not_offered(opens: Opens, served: Site) -> None:
    windows = taken(opens, served, BOARD, "desktop")
    judge = windows.judge
    judge.opens(f"/cases/{windows.case}")
    assert judge.page.locator('form[action$="/preview-rewind"]').count() == 1
    assert judge.page.locator('form[action$="/preview-late-ability"]').count() == 0


def test_the_head_judge_reads_secret_answers_for_a_reason(opens: Opens, served: Site) -> None:
    windows = Windows(opens, served, BOARD, "phone")
    plays_until(served, windows, sealed)
    windows.has_case()
    head = windows.comes("head-judge")
    head.opens(f"/cases/{windows.case}")
    head.page.get_by_role("link", name="Secret answers").click()
    head.page.get_by_label("Reason").fill("Two tokens of one kind lay there.")
    assert head.violations() == []
    head.page.get_by_role("button", name="Read them").click()
    head.sees("Recorded: Two tokens of one kind lay there.")
    assert head.page.locator("dl.pairs dt").count() > 0
    head.keeps("sealed")
    windows.judge.opens(f"/cases/{windows.case}")
    assert windows.judge.page.get_by_role("link", name="Secret answers").count() == 0


def plays_until(served: Site, windows: Windows, holds: Callable[[MatchApplication, str], bool]) -> None:
    """The seats answer at random until something holds of the match."""
    for _ in range(400):
        with served.opened() as matches:
            if holds(matches, windows.match.id):
                return
        served.acted(windows.match.id)
    raise AssertionError(f"{holds.__name__} never held")


def sealed(matches: MatchApplication, match_id: str) -> bool:
    """Whether somebody has answered in secret and others are waited for."""
    return bool(matches.fresh(match_id).table.sealed)


def may_be_restored(matches: MatchApplication, match_id: str) -> bool:
    """Whether a case opened now would find an opportunity that a seat can have again."""
    told = Chronicles(matches).of(match_id)
    return any(restorable_opportunities(told.match, told.events, Limits().rewind_decisions - 1))
