"""Changes by hand in words: what was filled in is read again as it was meant."""

import re
from collections.abc import Iterator

import pytest
from msgspec import structs

from domain.games import GAMES
from domain.games.agot_board.state import IMPASSABLE
from domain.kernel.corrections.changes import (
    AnyChange,
    Corrected,
    MoveCard,
    SetCount,
    SetMark,
    SetMarker,
    SetPieces,
    SetPlace,
    SetTrack,
    Show,
    change_name,
    redact_change,
)
from domain.kernel.corrections.forms import NUMBER, ONE, ChangeForm, Value, make_change
from domain.kernel.ids import NO_CARD, NO_SEAT, PUBLIC, Handle, Seat, Viewer, zone
from service.console.case.corrections import choice_words, titles_at
from service.console.words import capitalise, fact_line
from service.present.text.case_lines import entry_lines
from service.present.text.changes import change_words
from service.present.text.names import in_words
from service.present.text.words_of_games import names_for
from tests.api.http.test_console_words import RAW
from tests.builders import opened_from
from tests.unit.domain.kernel.corrections.test_forms import forms_of, played
from tests.unit.domain.kernel.corrections.test_words import EVERY, filled_in

STARK = Seat("stark")
WILDLINGS = zone(NO_SEAT, "wildling-deck")
# names of fields that are also the word for what they hold
WORDS_OF_PEOPLE = {"card", "area", "to", "on", "order", "track", "until", "name", "effect", "top_of"}
# forms for which a random match may have nothing to choose from
SELDOM: dict[str, set[str]] = {"agot_board": {"garrison", "support"}, "agot_lcg": set(), "l5r": {"tokens"}}
OFTEN = 13
MINUS = re.compile(r"(?<![\w-])-7\b")


@pytest.mark.parametrize("game", GAMES)
def test_a_number_below_zero_keeps_its_minus_wherever_a_change_is_said(game: str) -> None:
    """A number of every form, whether the form would take one below 0 or not."""
    seen = set()
    for match in played(game, 3)[::EVERY]:
        names = titles_at(match, match.table, Viewer(PUBLIC))
        for form in forms_of(match):
            numbers = [field.name for field in form.fields if field.kind == NUMBER]
            if not (form.possible and numbers):
                continue
            change = make_change(form, {**filled_in(form), **{key: ["-7"] for key in numbers}})
            told = (change_words(change, names), fact_line(Corrected(change), names))
            assert [len(MINUS.findall(each)) for each in told] == [len(numbers)] * len(told), told
            seen.add(form.name)
    assert len(seen) >= {"agot_board": 3, "agot_lcg": 6, "l5r": 8}[game], seen


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_change_is_told_in_words(game: str) -> None:
    """A change of every form and every choice in it: what is told has no name of a field, of a kind or of the engine.

    It is told to who knows the table, and to who reads the fact alone without it.
    """
    told: dict[str, set[str]] = {}
    for match in played(game, 3, 700)[::OFTEN]:
        known, without = titles_at(match, match.table, Viewer(PUBLIC)), names_for(match.rules)
        for form in (each for each in forms_of(match) if each.possible):
            for change in changes_of(form):
                public = redact_change(change)
                sentences = (change_words(change, known), fact_line(Corrected(public), without))
                told.setdefault(form.name, set()).update(sentences)
                for said in sentences:
                    assert not RAW.search(said), (form.name, said)
                    fields = {*structs.asdict(change), change_name(change)} - WORDS_OF_PEOPLE
                    assert not any(re.search(rf"\b{in_words(each)}\b", said) for each in fields), (form.name, said)
                    assert not re.search(r"\b(none|None|True|False)\b", said), (form.name, said)
    assert {form.name for form in forms_of(match)} - set(told) <= SELDOM[game]


def changes_of(form: ChangeForm) -> Iterator[AnyChange]:
    """A change with each choice of each field, the others being filled in as they first can be."""
    yield make_change(form, filled_in(form))
    for field in form.fields:
        if field.kind == ONE:
            for value in field.values:
                yield make_change(form, {**filled_in(form), field.name: [value.id]})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (SetMarker("winterfell", "support", STARK, "attacker"), "the support of Winterfell goes to the attacker"),
        (SetMarker("winterfell", "support", STARK, "refuse"), "the support of Winterfell goes to nobody"),
        (SetMarker("winterfell", "support", STARK), "the support of Winterfell is not decided"),
        (SetMarker("winterfell", "garrison", STARK), "the Garrison of stark lies in Winterfell"),
        (SetMarker("winterfell", "neutral-force", value="0"), "no Neutral Force lies in Winterfell"),
        (SetMarker("winterfell", "order", STARK, "march-plus-1"), "the order March +1* of stark lies in Winterfell"),
        (
            SetPieces("white-harbor", STARK, "siege-engine", 1, "routed"),
            "Siege Engine of stark in White Harbor, routed: 1",
        ),
        (SetTrack("iron_throne", (STARK, Seat("lannister"))), "Iron Throne track: stark, lannister"),
        (SetPlace(STARK, "roose-bolton", "discard"), "Roose Bolton of stark goes to the discard pile"),
        (
            SetPlace(STARK, "roose-bolton", "combat"),
            "Roose Bolton of stark goes to the combat, and the card that was there back to the hand",
        ),
        (SetCount(NO_SEAT, "wildling", 12), "Wildlings track: 12"),
        (
            MoveCard(zone(NO_SEAT, "westeros-3-revealed")),
            "a card goes to the bottom of the revealed Westeros cards III",
        ),
        (
            MoveCard(WILDLINGS, top_of=WILDLINGS),
            "the top card of the Wildling deck goes to the bottom of the Wildling deck",
        ),
        (
            MoveCard(WILDLINGS, top_of=WILDLINGS, place=0),
            "the top card of the Wildling deck goes to the top of the Wildling deck",
        ),
        (MoveCard(WILDLINGS, place=2), "a card goes to the Wildling deck, below the first 2 cards"),
        (MoveCard(zone(STARK, "tides-revealed"), place=0), "a card goes to stark's revealed Tides of Battle card"),
        (SetMark(Handle("melisandre"), "used", on=True), "the text of Melisandre is done with"),
        (SetMark(Handle("melisandre"), "used", on=False), "the text of Melisandre is still to come"),
        (SetMark(Handle("blade"), "used", on=True), "Valyrian Steel Blade is used"),
        (Show(NO_CARD, ("public",)), "a card is shown to everybody"),
        # a draft may have words of no list: it is told, and refused
        (SetMark(Handle("x"), "no-mark", on=False), "x: not no mark"),
        (SetMarker("winterfell", "no-marker", STARK), "no marker stark in Winterfell"),
    ],
)
def test_a_change_of_the_board_is_told_in_words(change: AnyChange, said: str) -> None:
    assert change_words(change, names_for(GAMES["agot_board"].rules)) == said


@pytest.mark.parametrize(
    ("kind", "place", "said"),
    [
        ("deck", 0, "a card goes to the top of bob's draw deck"),
        ("deck", -1, "a card goes to the bottom of bob's draw deck"),
        ("discard", -1, "a card goes to the bottom of bob's discard pile"),
        ("hand", -1, "a card goes to bob's hand"),
        ("play", 0, "a card goes to bob's side in play"),
    ],
)
def test_where_a_card_goes_in_a_pile_is_told(kind: str, place: int, said: str) -> None:
    assert change_words(MoveCard(zone(Seat("bob"), kind), place=place), names_for(GAMES["agot_lcg"].rules)) == said


@pytest.mark.parametrize("game", GAMES)
def test_a_number_is_asked_for_with_what_it_counts_and_what_it_is_now(game: str) -> None:
    """In the forms whose number is of a seat, a card or an area: the present one is beside each of these."""
    counted = set()
    for match in played(game, 3)[::EVERY]:
        for form in forms_of(match):
            numbers = [field for field in form.fields if field.kind == NUMBER]
            assert all(field.hint for field in numbers), form.name
            if any(value.now for field in form.fields for value in field.values):
                counted.add(form.name)
    expected = {
        "agot_lcg": {"gold", "card-power", "limit"},
        "agot_board": {"power", "supply", "units-land", "units-sea"},
        "l5r": {"fate", "honor"},
    }
    assert counted >= expected[game]


def test_a_field_shows_the_present_number_and_what_tells_two_cards_apart() -> None:
    names, table = names_for(GAMES["agot_board"].rules), object()
    shown = [
        choice_words(value, table, names)
        for value in (
            Value("stark", now={"": 3}),
            Value("winterfell", note="stark", now={"footman": 2, "knight/routed": 1}),
            Value("winterfell", note="duplicate"),
            Value("winterfell"),
        )
    ]
    assert shown == [
        "stark (now 3)",
        "Winterfell (stark; now Footman 2, Knight, routed 1)",
        "Winterfell (duplicate)",
        "Winterfell",
    ]


def test_an_area_with_units_says_whose_they_are() -> None:
    match = played("agot_board", 3)[0]
    areas = [each for form in forms_of(match) if form.name.startswith("units-") for each in form.fields[0].values]
    held = [each for each in areas if each.now]
    assert {each.id for each in held} == {id for id, area in match.table.areas.items() if area.units or area.routed}
    assert all(each.note == match.table.areas[each.id].house for each in held)
    assert {each.note for each in areas if not each.now} == {""}


def test_the_place_in_a_pile_is_asked_for_where_a_card_goes_to_a_pile() -> None:
    match = played("agot_lcg", 3)[0]
    form = next(each for each in forms_of(match) if each.name == "move")
    seat, place = match.table.seats[0], next(each for each in form.fields if each.name == "place")
    due = {kind: place.is_due({"to": [zone(seat, kind)]}) for kind in ("deck", "discard", "dead", "hand", "play")}
    assert due == {"deck": True, "discard": True, "dead": True, "hand": False, "play": False}
    card = form.fields[0].values[0].id
    to_hand = make_change(form, {"card": [card], "to": [zone(seat, "hand")], "place": ["0"]})
    assert to_hand == MoveCard(zone(seat, "hand"), Handle(card))


def test_no_token_is_offered_for_a_duplicate_and_elsewhere_it_is_called_one() -> None:
    match = opened_from(
        """
        at: marshalling.action
        players: {alice: {play: [{card: core/eddard-stark, duplicates: [core/eddard-stark]}]}, bob: {}}
        """
    )
    duplicate = next(each for each in match.table.in_play() if match.table.cards[each].duplicate)
    for form in forms_of(match):
        for field in form.fields:
            named = [value for value in field.values if value.id == duplicate]
            assert not named or form.name not in ("card-power", "tokens", "card-kneeling")
            if form.name in ("attach", "effect", "control"):
                assert all(value.note == "duplicate" for value in named)


def test_an_entry_of_a_case_tells_its_changes_in_words() -> None:
    change = {"change": "set_pieces", "area": "white-harbor", "seat": "stark", "kind": "knight", "n": 1}
    lines = dict(entry_lines({"remedy": {"kind": "correction", "changes": [change]}}, "agot_board", {}))
    assert lines == {"remedy": "kind: correction, changes: Knight of stark in White Harbor: 1"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("-5", "-5"),
        ("how_much -5", "how much -5"),
        ("killed-at-zero", "killed at zero"),
        ("march-plus-1", "march plus 1"),
        ("consolidate-power", "consolidate power"),
        ("setup.7-mulligan", "setup · 7 mulligan"),
        ("2026-11-23 12:59", "2026-11-23 12:59"),
    ],
)
def test_a_name_in_words_has_no_hyphens_and_a_number_has_its_own(name: str, words: str) -> None:
    assert in_words(name) == words
    assert capitalise(name).casefold() == words.casefold()


def test_no_neutral_force_is_offered_where_nobody_ever_enters() -> None:
    match = opened_from('players: 3\nat: "2.1"', game="agot_board")
    [force] = [each for each in forms_of(match) if each.name == "neutral-force"]
    offered = {value.id for value in force.fields[0].values}
    closed = {id for id, area in match.table.areas.items() if area.neutral == IMPASSABLE}
    assert closed
    assert offered
    assert not closed & offered
    assert all(now >= 0 for value in force.fields[0].values for now in value.now.values())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (SetMarker("air", "ring", Seat("bob")), "the ring of air is claimed by bob"),
        (SetMarker("air", "ring"), "the ring of air is unclaimed"),
        (SetMarker("void", "ring-fate", value="2"), "fate on the ring of void: 2"),
        (
            SetMarker("favor", "favor", Seat("bob"), "military"),
            "bob has the Imperial Favor, military side up",
        ),
        (SetMarker("favor", "favor"), "the Imperial Favor is unclaimed"),
    ],
)
def test_a_change_of_rings_and_favor_is_told_in_words(change: AnyChange, said: str) -> None:
    assert change_words(change, names_for(GAMES["l5r"].rules)) == said
