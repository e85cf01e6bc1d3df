"""What other tests of this folder stand on: windows that know nothing of who had them before, faults that are seen."""

from collections.abc import Callable

from tests.browser.site import Desk, Site, Windows

Opens = Callable[..., Desk]


def test_a_window_knows_nothing_of_who_had_it_before(served: Site, windows: Windows) -> None:
    before = Desk(served, windows, "desktop")
    before.shows_key("judge")
    before.page.evaluate("sessionStorage.setItem('kept', 'typed'); localStorage.setItem('kept', 'typed')")
    before.close()
    after = Desk(served, windows, "desktop")
    assert after.context is before.context
    assert after.opens("/events").url.partition("?")[0].endswith("/login")
    assert after.page.evaluate("[sessionStorage.length, localStorage.length]") == [0, 0]
    assert after.context.cookies() == []
    after.close()


def test_what_is_serious_on_a_page_is_told_with_its_place_and_what_is_not_is_not(opens: Opens, served: Site) -> None:
    desk = opens()
    desk.page.goto(f"{served.url}/healthz")
    desk.page.set_content(
        '<html lang="en"><title>A page</title><main><h1>A page</h1><h4>skipped</h4><img id="wordless" src="data:,">'
        '<p id="pale" style="color: #bbb; background: #fff">Pale.</p></main>'
    )
    assert [each.partition(":")[0] for each in desk.violations()] == ["color-contrast", "image-alt"]
    assert ["#pale" in each or "#wordless" in each for each in desk.violations()] == [True, True]
