"""A dispute from call to closing, each at their own window; what is refused is said with its rule."""

import json
import re
from collections.abc import Callable
from contextlib import closing
from functools import cached_property

import pytest

from domain.games import GAMES
from service.tools.client import Service, expected_body
from tests.browser.site import BOARD, CARDS, SIZES, Desk, Site

Opens = Callable[..., Desk]
RULE = "judging.ruling.cites-rules"
PASSES = "seat=SEAT&command=%7B%22type%22%3A%22pass%22%7D"


class Windows:
    """The windows of a dispute about a running match: of its first two seats, of a judge and of a head judge."""

    def __init__(self, opens: Opens, site: Site, game: str, size: str) -> None:
        self.opens, self.site, self.size = opens, site, size
        self.match = site.simulated(game)
        self.case = ""
        self.moved: Desk | None = None

    @cached_property
    def seats(self) -> dict[str, Desk]:
        return {seat: self.comes(self.site.seat_key(self.match.id, seat)) for seat in self.match.seats}

    @cached_property
    def judge(self) -> Desk:
        return self.comes("judge")

    def comes(self, key: str) -> Desk:
        desk = self.opens(self.size)
        desk.logs_in(key)
        return desk

    def has_case(self) -> None:
        """The first seat has opened a case, which the judge has taken: over HTTP, which takes no window."""
        caller = self.site.seat_key(self.match.id, self.match.seats[0])
        asked = {"match": self.match.id, "moment": f"{self.match.version - 5}", "text": "That was not allowed."}
        with closing(Service(self.site.url)) as service:
            opened = expected_body(service.write("/v1/cases", caller, asked, f"case-{self.match.id}"), 201)
            self.case = json.loads(opened)["case"]
            taken = service.write(f"/v1/cases/{self.case}/take", self.site.keys["judge"], {}, f"take-{self.case}")
            expected_body(taken, 201)

    def calls(self) -> None:
        """The first seat opens a case from the match page."""
        desk = next(iter(self.seats.values()))
        desk.opens(f"/matches/{self.match.id}?at={self.match.version - 5}")
        desk.page.get_by_role("link", name="Open a case here").click()
        desk.page.get_by_label("What is in dispute").fill("That was not allowed.")
        assert desk.violations() == []
        desk.page.get_by_role("button", name="Open the case").click()
        desk.page.wait_for_url("**/console/cases/c-*")
        self.case = desk.page.url.rpartition("/")[2]
        desk.sees("match frozen")

    def does(self, desk: Desk, move: str, **fields: str) -> None:
        """Give a move on the page of the case, and wait until it stands there.

        Who moved last has the page as it is now.
        """
        if desk is not self.moved or not desk.page.url.partition("#")[0].endswith(f"/cases/{self.case}"):
            desk.opens(f"/cases/{self.case}")
        form = desk.page.locator(f'form[action$="/{move}"]')
        unfolded = desk.page.locator(f'details.card:has(form[action$="/{move}"])')
        # what the case waits for is unfolded already
        if unfolded.count() and not unfolded.first.evaluate("each => each.open"):
            unfolded.locator("summary").first.click()
        for name, value in fields.items():
            field = form.locator(f'[name="{name}"]')
            if field.evaluate("each => each.tagName") == "SELECT":
                field.select_option(label=value)
            else:
                field.fill(value)
        form.locator("button").click()
        desk.page.locator(":target, [role=alert]").first.wait_for()
        assert "#entry-" in desk.page.url, desk.page.get_by_role("alert").inner_text()
        self.moved = desk


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_dispute_goes_from_call_to_closing(opens: Opens, served: Site, game: str, size: str) -> None:
    windows = Windows(opens, served, game, size)
    windows.calls()
    judge, back = windows.judge, str(windows.match.version - 3)
    windows.does(judge, "take")
    for desk in windows.seats.values():
        windows.does(desk, "statements", text="I saw it otherwise.")
    windows.does(judge, "preview-rewind", to=back)
    judge.sees("Undoes")
    judge.keeps(f"case-preview-{game}")
    # between secret answers a rewind goes to the opening of their choice, and says so
    target = rf"(v{back}|v\d+ \(asked: v{back}\))"
    preview = rf"go back to {target} \(previewed at v{windows.match.version + 1}, entry "
    listed = judge.page.locator('form[action$="/ruling"] [name="remedy"] option').all_text_contents()
    (remedy,) = (each for each in listed if re.match(preview, each))
    said = {"finding": "It was not allowed.", "reason": "The log shows it.", "to_players": "We go back."}
    windows.does(judge, "ruling", **said, rules=RULE, remedy=remedy, worse="The table would stay wrong.")
    assert judge.too_wide() == []
    assert judge.violations() == []
    for desk in windows.seats.values():
        windows.does(desk, "accept")
    if "head judge" in judge.page.locator(".preview-made").inner_text():
        windows.does(windows.comes("head-judge"), "approve", reason="I have read the report.")
    windows.does(judge, "remedies")
    judge.sees("the match goes on")
    judge.keeps(f"case-remedied-{game}")
    windows.does(judge, "close")
    judge.page.get_by_role("link", name="See the moment").click()
    judge.page.locator(".entry.ruling").first.wait_for()
    judge.page.locator(".entry.undone").first.wait_for()
    judge.keeps(f"match-rewound-{game}")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_closed_case_is_printed_exported_replayed_and_compared(
    opens: Opens, served: Site, game: str, size: str
) -> None:
    windows = Windows(opens, served, game, size)
    windows.has_case()
    judge = windows.judge
    judge.opens(f"/matches/{windows.match.id}?as=judge&at={windows.match.version - 3}")
    judge.opens(f"/matches/{windows.match.id}?as=judge&at={windows.match.version - 2}")
    said = {"finding": "Nothing was amiss.", "reason": "The log shows it.", "to_players": "Play on."}
    windows.does(judge, "ruling", **said, rules=RULE)
    for desk in windows.seats.values():
        windows.does(desk, "accept")
    windows.does(judge, "close")
    judge.page.get_by_text("looks at hidden information").click()
    judge.sees("the table at")
    assert judge.violations() == []
    assert judge.too_wide() == []
    judge.keeps(f"case-closed-{game}")
    judge.page.get_by_role("link", name="Cases like this one").click()
    judge.page.wait_for_url("**/like")
    judge.page.get_by_role("heading", name="Cases like this one").wait_for()
    assert judge.violations() == []
    assert judge.too_wide() == []
    judge.keeps(f"case-like-{game}")
    judge.opens(f"/cases/{windows.case}")
    judge.page.get_by_role("link", name="Page to print").click()
    judge.page.wait_for_url("**/print")
    judge.sees("Nothing was amiss.")
    assert judge.violations() == []
    assert judge.too_wide() == []
    assert judge.page.pdf(format="A4").count(b"/Type /Page\n") in (1, 2)
    head = windows.comes("head-judge")
    head.opens(f"/cases/{windows.case}")
    with head.page.expect_download() as kept:
        head.page.get_by_role("link", name="Scenario file").click()
    assert kept.value.suggested_filename == f"{windows.case}.yaml"
    with head.page.expect_download() as kept:
        head.page.get_by_role("link", name="Signed export").click()
    assert json.loads(kept.value.path().read_text())["document"]["case"]["case"] == windows.case


def test_a_ruling_that_may_not_be_given_keeps_what_was_written(opens: Opens, served: Site) -> None:
    windows = Windows(opens, served, CARDS, "phone")
    windows.has_case()
    judge = windows.judge
    judge.opens(f"/cases/{windows.case}")
    judge.page.locator('details.card:has(form[action$="/ruling"]) summary').click()
    form = judge.page.locator('form[action$="/ruling"]')
    for name in ("finding", "reason", "to_players"):
        form.locator(f'[name="{name}"]').fill("So it was.")
    form.locator('[name="rules"]').fill("no.such-rule")
    form.locator("button").click()
    judge.page.get_by_role("alert").wait_for()
    assert form.locator('[name="finding"]').input_value() == "So it was."
    assert judge.violations() == []
    judge.keeps("case-refused")


class RulingForm:
    """The form of a ruling on a judge's page of a case, unfolded."""

    def __init__(self, windows: Windows) -> None:
        self.page = windows.judge.page
        self.form = self.page.locator('form[action$="/ruling"]')
        self.fold = self.page.locator('details.card:has(form[action$="/ruling"])')

    def fill(self, **fields: str) -> None:
        if not self.fold.evaluate("each => each.open"):
            self.fold.locator("summary").first.click()
        for name, value in fields.items():
            self.form.locator(f'[name="{name}"]').fill(value)

    def finding(self) -> str:
        return self.form.locator('[name="finding"]').input_value()

    def send(self) -> None:
        self.form.locator("button").click()
        self.page.get_by_role("alert").wait_for()


def at_the_ruling(opens: Opens, served: Site) -> tuple[Windows, RulingForm]:
    windows = Windows(opens, served, CARDS, "phone")
    windows.has_case()
    windows.judge.opens(f"/cases/{windows.case}")
    return windows, RulingForm(windows)


WHOLE = {"finding": "So it was.", "reason": "The log shows it.", "to_players": "Play on.", "rules": RULE}


def test_what_was_typed_into_a_ruling_is_there_after_another_form_was_sent(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(finding="So it was.")
    ruling.form.locator('[name="hold"]').check()
    windows.does(windows.judge, "evidence", links="v1")
    assert ruling.finding() == "So it was."
    assert ruling.form.locator('[name="hold"]').is_checked()
    # and after a look at another page
    windows.judge.opens("/matches")
    windows.judge.opens(f"/cases/{windows.case}")
    assert ruling.finding() == "So it was."
    ruling.fill(finding="")
    ruling.form.locator('[name="hold"]').uncheck()
    windows.judge.opens("/matches")
    assert kept_in(windows.judge) == []


def kept_in(desk: Desk) -> list[str]:
    """What the tab of a window keeps of forms."""
    found: list[str] = desk.page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('kept '))")
    return found


def test_what_was_sent_is_no_draft_for_who_goes_back(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(finding="So it was.")
    page = windows.judge.page
    links = page.locator('form[action$="/evidence"] [name="links"]')
    windows.does(windows.judge, "evidence", links="v1", text="See there.")
    page.go_back()
    page.wait_for_url(lambda url: "#entry" not in url)
    # what was typed and not sent is there still
    assert (links.input_value(), ruling.finding()) == ("", "So it was.")
    for path in ("/matches", f"/cases/{windows.case}"):
        windows.judge.opens(path)
    assert (links.input_value(), ruling.finding()) == ("", "So it was.")


def test_a_ruling_that_was_refused_is_there_after_another_form_was_sent(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(**{**WHOLE, "rules": "no such rule"})
    ruling.send()
    assert ruling.finding() == "So it was."
    for links in ("v1", "v2"):
        windows.does(windows.judge, "evidence", links=links)
        assert ruling.finding() == "So it was."
    ruling.fill(rules=RULE)
    ruling.form.locator("button").click()
    windows.judge.page.locator(":target").wait_for()
    assert kept_in(windows.judge) == []
    windows.judge.page.locator(".caseentries").get_by_text("So it was.").first.wait_for()


def test_a_ruling_that_cannot_be_given_any_more_is_shown_to_be_copied(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(**WHOLE)
    windows.does(windows.comes("head-judge"), "take")
    ruling.send()
    left = windows.judge.page.get_by_text("What you had written")
    left.wait_for()
    assert "So it was." in windows.judge.page.locator(".moves .note dl").inner_text()
    assert windows.judge.violations() == []


def test_a_ruling_is_there_after_the_session_has_ended(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(**WHOLE)
    windows.judge.page.context.clear_cookies()
    ruling.form.locator("button").click()
    windows.judge.sees("Your session has ended")
    windows.judge.page.get_by_role("link", name="Log in").last.click()
    windows.judge.page.get_by_label("API key").fill(served.keys["judge"])
    windows.judge.page.get_by_role("button", name="Log in").click()
    windows.judge.page.wait_for_url(f"**/cases/{windows.case}")
    assert ruling.finding() == "So it was."


def test_a_call_is_there_after_the_session_has_ended(opens: Opens, served: Site) -> None:
    match, desk = served.simulated(CARDS), opens("phone")
    key = served.seat_key(match.id, match.seats[0])
    desk.logs_in(key)
    desk.opens(f"/matches/{match.id}/case?moment=3")
    text = desk.page.get_by_label("What is in dispute")
    text.fill("That was not allowed.")
    desk.page.context.clear_cookies()
    desk.page.get_by_role("button", name="Open the case").click()
    desk.sees("What you typed is kept in this tab")
    desk.page.get_by_role("link", name="Log in").last.click()
    desk.page.get_by_label("API key").fill(served.keys.get(key, key))
    desk.page.get_by_role("button", name="Log in").click()
    desk.page.wait_for_url("**/case?moment=3")
    assert text.input_value() == "That was not allowed."
    desk.page.get_by_role("button", name="Open the case").click()
    desk.page.wait_for_url("**/console/cases/c-*")
    assert kept_in(desk) == []


def test_an_open_page_of_a_case_says_that_there_is_news_and_keeps_what_is_being_written(
    opens: Opens, served: Site
) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(finding="So it was.")
    other = windows.match.seats[1]
    with closing(Service(served.url)) as service:
        path, key = f"/v1/cases/{windows.case}/statements", served.seat_key(windows.match.id, other)
        expected_body(service.write(path, key, {"text": "It was otherwise."}, f"news-{windows.case}"), 201)
    news = windows.judge.sees("There is news in this case")
    assert ruling.finding() == "So it was."
    assert windows.judge.violations() == []
    # it is seen where the judge writes
    ruling.form.locator('[name="to_players"]').scroll_into_view_if_needed()
    box = news.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 740
    windows.judge.keeps("case-news")
    news.get_by_role("link").click()
    windows.judge.page.locator(".caseentries").get_by_text("It was otherwise.").first.wait_for()
    assert ruling.finding() == "So it was."


def test_a_refused_call_is_there_for_who_goes_back_and_opens_the_form_elsewhere(opens: Opens, served: Site) -> None:
    match, desk = served.simulated(CARDS), opens("phone")
    desk.logs_in(served.seat_key(match.id, match.seats[0]))
    desk.opens(f"/matches/{match.id}/case?moment=3")
    text, rules = desk.page.get_by_label("What is in dispute"), desk.page.locator("#rules")
    text.fill("That was not allowed.")
    rules.fill("no such rule")
    send = desk.page.get_by_role("button", name="Open the case")
    send.click()
    desk.page.get_by_role("alert").wait_for()
    desk.page.get_by_role("link", name="Cases").click()
    desk.page.wait_for_url("**/console/cases")
    desk.page.go_back()
    text.wait_for()
    assert text.input_value() == "That was not allowed."
    desk.opens(f"/matches/{match.id}?at=5")
    desk.page.get_by_role("link", name="Open a case here").click()
    text.wait_for()
    assert (text.input_value(), rules.input_value()) == ("That was not allowed.", "no such rule")
    rules.fill("")
    send.click()
    desk.page.wait_for_url("**/console/cases/c-*")
    # what was sent is no draft, also on the page that came back refused
    for _ in range(10):
        desk.page.go_back()
        if desk.page.locator("[data-refused]").count():
            break
    assert desk.page.locator("[data-refused] textarea").input_value() == ""
    desk.opens("/matches")
    assert kept_in(desk) == []


def test_what_a_judge_typed_is_not_given_to_who_logs_in_next_in_the_same_tab(opens: Opens, served: Site) -> None:
    windows, ruling = at_the_ruling(opens, served)
    ruling.fill(finding="So it was.")
    windows.judge.page.get_by_role("button", name="Log out").click()
    windows.judge.page.wait_for_url("**/console/login**")
    # it is said that there is something, and not what
    kept = windows.judge.page.locator("[data-kept]")
    kept.wait_for()
    assert "It is given back to its writer alone" in kept.inner_text()
    assert "So it was." not in windows.judge.page.content()
    # the session of other windows, too, has ended
    del served.cookies["judge"]
    windows.judge.logs_in("head-judge")
    windows.judge.opens(f"/cases/{windows.case}")
    assert "So it was." not in windows.judge.page.content()
    assert kept_in(windows.judge) == []


def test_an_appeal_is_answered_by_the_head_judge(opens: Opens, served: Site) -> None:
    windows = Windows(opens, served, CARDS, "desktop")
    windows.has_case()
    said = {"finding": "Nothing was amiss.", "reason": "The log shows it.", "to_players": "Play on."}
    windows.does(windows.judge, "ruling", **said, rules=RULE)
    loser = windows.comes(served.seat_key(windows.match.id, windows.match.seats[0]))
    windows.does(loser, "appeal", text="It was amiss.")
    head = windows.comes("head-judge")
    windows.does(head, "confirm", text="It was not.")
    windows.does(windows.judge, "publish", text="Nothing was amiss.")
    windows.does(windows.judge, "close")
    head.opens("/cases?state=closed&text=amiss")
    head.page.locator(".matches li").first.wait_for()
    assert head.violations() == []
    head.keeps("cases")


@pytest.mark.parametrize("game", GAMES)
def test_while_a_case_freezes_the_match_a_phone_shows_what_it_took_so_far_and_what_turned_a_verdict(
    opens: Opens, served: Site, game: str
) -> None:
    windows = Windows(opens, served, game, "phone")
    windows.has_case()
    judge, match = windows.judge, windows.match
    pages = {
        "clocks-frozen": (f"/matches/{match.id}/clocks", "so far"),
        "clocks-earlier": (f"/matches/{match.id}/clocks?at={match.version - 3}", "Time used"),
        "case-owed": (f"/cases/{windows.case}", "Owed for the time of cases so far"),
    }
    if game != BOARD:  # nobody passes there
        pages["explain-turned"] = (f"/matches/{match.id}/explain?at={match.version - 5}&{PASSES}", "turned it:")
    for name, (address, said) in pages.items():
        judge.opens(address.replace("SEAT", match.seats[0]))
        judge.page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
        judge.sees(said)
        assert judge.too_wide() == []
        assert judge.violations() == []
        judge.page.get_by_text(said).first.scroll_into_view_if_needed()
        judge.keeps(f"{name}-{game}")
