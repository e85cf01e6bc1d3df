"""The forms of corrections: whatever the closed list allows can be chosen, and what is chosen is what is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from msgspec import structs

from domain.families.agot_cards.corrections import changes as lcg_changes
from domain.games import GAMES
from domain.games.agot_board.corrections import changes as board_changes
from domain.games.l5r.corrections import changes as ring_changes
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections.changes import AbandonStep, AnyChange, AskAgain
from domain.kernel.corrections.forms import NUMBER, ORDER, SEVERAL, ChangeField, ChangeForm, make_change
from domain.kernel.ids import JUDGE, PUBLIC, Viewer
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.judge_orders import CorrectTable
from service.tools.simulate import SimulationTask, decisions
from tests.builders import Dice
from tests.properties.changes import random_changes
from tests.properties.test_rewinds import RULED

WRONG: dict[str, Iterable[Any]] = {
    "agot_lcg": lcg_changes.WRONG,
    "agot_board": board_changes.WRONG,
    "l5r": ring_changes.WRONG,
}
EVERY = 9


def played(game: str, seed: int, most: int = 260) -> list[Match]:
    """A random match, at every version as far as one."""
    found = []
    for each in decisions(SimulationTask(game, seed, 1, seats=3 if game == "agot_board" else 0)):
        found.append(each.match)
        if len(found) == most or each.match.table.over:
            break
    return [each for each in found if each.table.over is None and each.version > 5]


def forms_of(match: Match, viewer: Viewer = JUDGE) -> tuple[ChangeForm, ...]:
    return GAMES[match.rules.name].change_forms(match.rules, match.table, viewer)


def filled(field: ChangeField, value: Any) -> list[str]:
    if field.kind in (SEVERAL, ORDER):
        return [str(each) for each in value]
    return [str(value).lower() if isinstance(value, bool) else str(value)]


def chosen(form: ChangeForm, change: AnyChange) -> Mapping[str, list[str]] | None:
    """What to choose in a form for a change; None where it cannot be had there."""
    said = {name: value for name, value in structs.asdict(change).items() if value not in ("", ())}
    given = {field.name: filled(field, said[field.name]) for field in form.fields if field.name in said}
    for field in form.fields:
        known = {value.id for value in field.values}
        if field.kind != NUMBER and not set(given.get(field.name, ())) <= known:
            return None
        if field.needed and field.name not in given:
            return None
    return given


def can_be_made(forms: tuple[ChangeForm, ...], change: AnyChange) -> bool:
    found = ((form, chosen(form, change)) for form in forms if form.makes is type(change))
    return any(given is not None and make_change(form, given) == change for form, given in found)


def hides(match: Match, change: AnyChange) -> bool:
    """Whether a change names a card that no judge sees: forms name none, and of a pile move the top card."""
    card = match.table.cards.get(getattr(change, "card", ""))
    return card is not None and not match.table.sees_card(JUDGE, card)


@pytest.mark.parametrize("game", GAMES)
def test_every_change_of_the_closed_list_has_a_form(game: str) -> None:
    match = played(game, 3)[0]
    assert {each.makes for each in forms_of(match)} == {*WRONG[game], AbandonStep, AskAgain}
    names = [each.name for each in forms_of(match)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("game", GAMES)
def test_every_correction_that_is_carried_out_can_be_chosen_in_forms(game: str) -> None:
    dice, done = Dice(11), 0
    for match in played(game, 5)[::EVERY]:
        for _ in range(12):
            (change,) = random_changes(match, dice)[:1]
            if hides(match, change) or not carried_out(match, change):
                continue
            assert can_be_made(forms_of(match), change), change
            done += 1
    assert done > 40


def carried_out(match: Match, change: AnyChange) -> bool:
    try:
        found = correct_table(match, CorrectTable((change,)), {}, RULED, Stamp("c", "", "c"))
    except (Refused, KeyError):
        return False
    return bool(decode_event(found.match, found.payload).cut)


@pytest.mark.parametrize("game", GAMES)
def test_no_form_names_a_card_that_its_viewer_does_not_see(game: str) -> None:
    for match in played(game, 7)[::20]:
        table = match.table
        for viewer in (Viewer(PUBLIC), *table.seats):
            for form in forms_of(match, viewer):
                named = [value.id for field in form.fields for value in field.values if value.id in table.cards]
                unseen = [each for each in named if not table.sees(viewer, table.cards[each].zone)]
                assert unseen == [], form.name
