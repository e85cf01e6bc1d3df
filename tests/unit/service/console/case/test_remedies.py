"""The opportunities that a judge can give back, as options: each once, in words, with the card in play it is for."""

from __future__ import annotations

from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.ids import PUBLIC, Viewer
from service.console.case.corrections import titles_at
from service.console.case.remedies import opening_options
from service.present.text.facts import sentence
from service.present.text.names import CardTitles
from tests.unit.domain.judging.remedies.test_late_abilities import HARBOUR, Laid, Won, passed_over


def titles(laid: Laid) -> CardTitles:
    return titles_at(laid.match, laid.match.table, Viewer(PUBLIC))


def test_what_occurred_and_its_window_are_one_opportunity_with_the_card_in_play() -> None:
    laid = Won(HARBOUR)
    # who is asked in a window has it still
    assert opening_options(laid.match, laid.events, titles(laid), 20) == ()
    laid.closes()
    about = "challenge won (intrigue): alice; challenge lost (intrigue): bob"
    # the event in hand could be played as well, and is not told
    said = f"v{laid.window}: reaction window, about {about}; alice could act, with Lannisport"
    assert opening_options(laid.match, laid.events, titles(laid), 20) == ((laid.window, said),)


def test_an_opportunity_of_cards_in_hand_alone_names_none() -> None:
    laid = passed_over()
    said = dict(opening_options(laid.match, laid.events, titles(laid), 20))
    at = laid.place(WindowOpened)
    assert said[at].endswith(" window; alice could act")


def test_a_window_that_opens_is_named_with_its_kind_once() -> None:
    laid = Won(HARBOUR)
    facts = [fact for event in laid.events.values() for fact in event.facts if isinstance(fact, WindowOpened)]
    lines = [sentence(each, titles(laid)) for each in facts]
    assert any(each.startswith("window opens: reaction: challenge won, step 4.2.2, first alice") for each in lines)
    other = WindowOpened("action", "draw.other", "2.1", facts[0].first)
    assert sentence(other, titles(laid)).startswith("window opens: action draw · other, step 2.1")
