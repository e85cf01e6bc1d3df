"""The words of corrections: what stands where a list is closed is of the list, and what is accepted does something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, get_type_hints

import pytest
from msgspec import structs
from werkzeug.datastructures import MultiDict

from domain.cardgame.corrections.change_lists import lasting_only, names_accepted
from domain.cardgame.in_play import characteristics
from domain.games import GAMES
from domain.games.agot_lcg.words.constants import CARD_CHANGES, CHANGES, SEAT_CHANGES
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections.changes import (
    AddEffect,
    AnyChange,
    Corrected,
    MoveCard,
    SetLimit,
    SetMark,
    SetMarker,
    SetTokens,
)
from domain.kernel.corrections.forms import NUMBER, ChangeForm, make_change
from domain.kernel.corrections.words import lists_of
from domain.kernel.ids import JUDGE, Handle, Seat, zone
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.judge_orders import CorrectTable
from service.console.case.corrections import STILL, read_draft
from tests.properties.test_rewinds import RULED
from tests.unit.domain.kernel.corrections.test_forms import forms_of, played

EVERY = 60
# the markers whose value is a number
COUNTED = ("neutral-force", "ring-fate")
LCG = "agot_lcg"
# What names a card, which is no word; the strength of a Neutral Force token is a number.
HANDLES = {"card", "host", "on"}
NO_WORD = "banana"


def tried(match: Match, change: AnyChange) -> tuple[AnyChange | None, dict[str, Any]]:
    """The change as it was carried out, or None and why it was refused."""
    try:
        found = correct_table(match, CorrectTable((change,)), {}, RULED, Stamp("c", "", "c"))
    except Refused as error:
        return None, {"rule": error.refusal.rule, **error.refusal.because}
    return next(
        each.change for each in decode_event(found.match, found.payload).facts if isinstance(each, Corrected)
    ), {}


def filled_in(form: ChangeForm) -> dict[str, list[str]]:
    """Something for each field of a form that is needed, and for every number: the first choice, or 2."""
    return {
        field.name: ["2"] if field.kind == NUMBER else [each.id for each in field.values][:1]
        for field in form.fields
        if field.needed or field.kind == NUMBER
    }


def words_in(match: Match, change: AnyChange) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The fields of a change that have a closed list, with what may stand there."""
    yield from lists_of(match.rules, match.table, change).items()


def with_word(change: AnyChange, field: str, word: str) -> AnyChange:
    """The change with another word in a field."""
    value = (word,) if isinstance(getattr(change, field), tuple) else word
    return structs.replace(change, **{field: value})


def possible(match: Match) -> list[AnyChange]:
    """A change of each form that is possible, whether it would be carried out or not: no word is missing."""
    return [all_said(match, make_change(form, filled_in(form))) for form in forms_of(match) if form.possible]


def all_said(match: Match, change: AnyChange) -> AnyChange:
    """The change with the first word where its form needs none, and its other words do: which name, of an effect."""
    missing = {
        field: known[0]
        for field, known in words_in(match, change)
        if getattr(change, field) == "" and known and "" not in known
    }
    return structs.replace(change, **missing)


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_change_that_takes_a_word_has_a_closed_list(game: str) -> None:
    seen = set()
    for match in played(game, 3)[::EVERY]:
        for change in possible(match):
            hints, known = get_type_hints(type(change)), dict(words_in(match, change))
            for field in change.__struct_fields__:
                hint, value = hints[field], getattr(change, field)
                is_number = hint in (int, bool) or (isinstance(change, SetMarker) and change.marker in COUNTED)
                if hint is Handle or field in HANDLES or (is_number and field != "area"):
                    continue
                if game == LCG and field == "thing":
                    continue
                assert field in known, (change, field)
                seen.add((type(change), field))
                assert known[field] or not value
    assert len(seen) >= 14


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_no_list_and_an_empty_one_are_refused_and_case_does_not_matter(game: str) -> None:
    counted = {"none": 0, "empty": 0, "capitals": 0, "done": 0}
    for match in played(game, 3)[::EVERY]:
        for change in possible(match):
            as_it_is, why = tried(match, change)
            counted["done"] += as_it_is is not None
            for field, known in words_in(match, change):
                done, refused = tried(match, with_word(change, field, NO_WORD))
                assert (done, refused["wrong"]) == (None, field), change
                assert refused["rule"] == "judging.correct.thing-exists"
                assert repr(NO_WORD) in refused["problem"]
                counted["none"] += 1
                if "" not in known:
                    done, refused = tried(match, with_word(change, field, ""))
                    assert done is None, (change, field)
                    assert refused["wrong"] in dict(words_in(match, change)), (change, field)
                    counted["empty"] += 1
                word = getattr(change, field)
                if isinstance(word, str) and word:
                    capitals, otherwise = tried(match, with_word(change, field, word.upper()))
                    assert (capitals, otherwise) == (as_it_is, why), (change, field)
                    counted["capitals"] += 1
    assert min(counted.values()) > 12, counted


@pytest.mark.parametrize("game", GAMES)
def test_forms_choose_every_word_from_its_list(game: str) -> None:
    for match in played(game, 3)[::EVERY]:
        for form in forms_of(match):
            if not form.possible:
                continue
            known = lists_of(match.rules, match.table, make_change(form, filled_in(form)))
            for field in form.fields:
                if field.name in known and field.name != "name":
                    assert {each.id for each in field.values} <= {*known[field.name]}, (form.name, field.name)


def effects(match: Match) -> Iterator[AddEffect]:
    """Every effect that a form can begin, with each of its names."""
    table, card = match.table, character_in(match)
    for what in (*lasting_only(CARD_CHANGES), *lasting_only(SEAT_CHANGES)):
        change, names = CHANGES[what], names_accepted(table, CHANGES[what])
        for name in names:
            amount = 2 if change.amount or name in change.counted else 0
            whom: dict[str, Any] = {"on": (card,)} if what in CARD_CHANGES else {"seat": table.seats[0]}
            yield AddEffect(what, "round", name, amount, **whom)


@cache
def with_a_character() -> Match:
    return next(each for each in played(LCG, 5) if each.table.all_characters())


def character_in(match: Match) -> Handle:
    return Handle(match.table.all_characters()[0])


def test_every_effect_that_is_accepted_says_what_the_rules_ask_for() -> None:
    match = with_a_character()
    for effect in effects(match):
        done, why = tried(match, structs.replace(effect, what=effect.what.upper(), name=effect.name.title()))
        assert done == effect, (effect, why)
        assert tried(match, structs.replace(effect, name=NO_WORD))[0] is None, effect
        other = structs.replace(effect, amount=0 if effect.amount else 3)
        assert tried(match, other)[1]["wrong"] == "amount", effect


@pytest.mark.parametrize("word", ["Stealth", "STEALTH", "stealth"])
def test_a_keyword_in_capitals_is_the_keyword(word: str) -> None:
    match = with_a_character()
    card = character_in(match)
    command = CorrectTable((AddEffect("keyword", "round", word, on=(card,)),))
    found = correct_table(match, command, {}, RULED, Stamp("c", "", "c"))
    assert characteristics.has_keyword(found.match.table, found.match.table.cards[card], "stealth")


@pytest.mark.parametrize(
    ("change", "wrong", "said", "meant"),
    [
        (AddEffect("keyword", "round", "steelth", on=(Handle("it"),)), "name", "'steelth' is none of", "stealth"),
        (AddEffect("icon", "round", "banana", on=(Handle("it"),)), "name", "'banana' is none of", ""),
        (AddEffect("icon", "round", on=(Handle("it"),)), "name", "missing", ""),
        (AddEffect("strength", "round", "stealth", 2, on=(Handle("it"),)), "name", "nothing is named", ""),
        (AddEffect("strength", "round", on=(Handle("it"),)), "amount", "missing", ""),
        (AddEffect("blank", "round", amount=2, on=(Handle("it"),)), "amount", "", ""),
        (AddEffect("strength", "round", amount=2), "on", "missing", ""),
        (AddEffect("strength", "round", amount=2, on=(Handle("it"),), seat=Seat("first")), "seat", "", ""),
        (AddEffect("income", "round", amount=2), "seat", "missing", ""),
        (AddEffect("enters-kneeling", "round", on=(Handle("it"),)), "what", "'enters-kneeling' is none of", ""),
        (AddEffect("trait", "round", "Lrod", on=(Handle("it"),)), "name", "'Lrod' is none of", "Lord"),
        (SetTokens(Handle("it"), "betrayal thing", 1), "kind", "'betrayal thing' is none of", "betrayal"),
        (SetTokens(Handle("it"), "", 1), "kind", "missing", ""),
        (SetMark(Handle("it"), "knelling", on=True), "mark", "'knelling' is none of", "kneeling"),
        (SetLimit("round:banana", 1), "key", "'round:banana' is none of", ""),
    ],
)
def test_what_is_wrong_with_a_word_is_said(change: AnyChange, wrong: str, said: str, meant: str) -> None:
    match = with_a_character()
    card = character_in(match)
    if isinstance(change, AddEffect):
        change = structs.replace(
            change, on=(card,) if change.on else (), seat=match.table.seats[0] if change.seat else change.seat
        )
    elif not isinstance(change, SetLimit):
        change = structs.replace(change, thing=card)
    done, refused = tried(match, change)
    assert done is None
    assert refused["wrong"] == wrong
    assert said in refused.get("problem", "")
    assert refused.get("meant", "") == meant


def test_a_card_and_a_pile_are_not_named_together() -> None:
    match = with_a_character()
    seat = match.table.seats[0]
    both = MoveCard(zone(seat, "discard"), match.table.zone(zone(seat, "hand"))[0], zone(seat, "deck"))
    done, refused = tried(match, both)
    assert (done, refused["wrong"]) == (None, "top_of")


@pytest.mark.parametrize(
    ("given", "because"),
    [
        ({"f-what": "icon"}, (STILL, "Which (icon, keyword, trait)")),
        ({"f-what": "strength"}, (STILL, "How much")),
        ({"f-what": "icon", "f-name": "banana"}, ("does not fit", "Which (icon, keyword, trait): 'banana' is none of")),
        ({"f-what": "keyword", "f-name": "steelth"}, ("does not fit", "; did you mean stealth?")),
    ],
)
def test_the_form_says_which_of_its_fields_is_empty_or_wrong(given: dict[str, str], because: tuple[str, str]) -> None:
    match = with_a_character()
    asked = {"form": "effect", "do": "add", "f-until": "round", "f-on": character_in(match), **given}
    draft = read_draft(match, {}, JUDGE, MultiDict(asked))
    assert draft.refused is not None
    ((what, said),) = draft.refused["because"]
    assert what == because[0]
    assert because[1] in said
