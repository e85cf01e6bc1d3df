"""Pride, courtesy and sincerity: forced, in the step of their kind, as long as the card has the keyword."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.parts.interrupting import Save
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.l5r.abilities.keywords import rules_of_keyword
from domain.games.l5r.chart.fate_phase import FatePhase
from domain.games.l5r.commands import DiscardFateless
from domain.games.l5r.words.parts.cards import DiscardStatus
from domain.games.l5r.words.select import HOST, Cards
from domain.games.l5r.words.triggers import When
from domain.kernel.ids import Handle
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from tests.builders import acted, options_of
from tests.l5r_cards import ALICE, answers, card, declares, in_conflict, players
from tests.l5r_tables import keys, laid, pools, question

GUNSO, RONIN, ENVOY = "akodo-gunso", "wandering-ronin", "kaiu-envoy"


def compared(alice: list[Any], bob: list[Any], defenders: str = "b-wandering-ronin") -> Match:
    """The match after skill was compared: the Gunso of Alice attacks."""
    return in_conflict("military", f"a-{GUNSO}", defenders, at="3.2.3", alice={"play": alice}, bob={"play": bob})


def test_pride_honors_a_winner_and_dishonors_a_loser() -> None:
    won = compared([GUNSO], [(RONIN, {"bowed": True})])
    assert card(won, "a-akodo-gunso").honored
    lost = compared([(GUNSO, {"bowed": True})], [RONIN])
    assert card(lost, "a-akodo-gunso").dishonored


def test_pride_is_of_participants_who_have_it() -> None:
    match = in_conflict("military", "a-wandering-ronin", at="3.2.3", alice={"play": [RONIN, GUNSO]})
    assert not card(match, "a-akodo-gunso").honored
    assert not card(match, "a-wandering-ronin").honored


def test_without_its_text_a_character_has_no_pride_but_one_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    def blank(c: Declaration) -> None:
        c.constant(Constant("blank", "except-traits", on=HOST))

    def kimono(c: Declaration) -> None:
        c.constant(Constant("keyword", "pride", on=HOST))

    declares(monkeypatch, "cloud-the-mind", blank)
    clouded = ("cloud-the-mind", {"host": Handle("a-akodo-gunso")})
    assert not card(compared([GUNSO, clouded], [], ""), "a-akodo-gunso").honored
    declares(monkeypatch, "magnificent-kimono", kimono)
    dressed = ("magnificent-kimono", {"host": Handle("a-akodo-gunso")})
    assert card(compared([GUNSO, dressed], [], ""), "a-akodo-gunso").honored


def test_nobody_is_proud_of_a_conflict_without_a_winner() -> None:
    match = compared([(GUNSO, {"bowed": True, "fate": 2})], [(RONIN, {"bowed": True, "fate": 2})])
    assert (card(match, "a-akodo-gunso").honored, card(match, "a-akodo-gunso").dishonored) == (False, False)


def leaving(*hand: str, honored: bool = False) -> Match:
    """The Envoy, with courtesy and sincerity, is about to be discarded for want of fate."""
    play: list[Any] = [(ENVOY, {"honored": honored}), (RONIN, {"fate": 2})]
    said = {"alice": {"play": play, "hand": [*hand, "fine-katana"]}}
    match = laid(FatePhase(at="4.2"), "fate", **players(said))
    if question(match)[0] == "fateless":
        match = acted(match, ALICE, DiscardFateless(Handle("a-kaiu-envoy"))).match
    return match


def ordered(match: Match, ability: int) -> Match:
    """The match after the first player has ordered the forced interrupts of the Envoy."""
    happening = match.table.occurrences[max(match.table.occurrences)]
    command = OrderMandatory(Handle("a-kaiu-envoy"), ability, happening.conditions[0].id)
    return acted(match, ALICE, command).match


def test_courtesy_and_sincerity_are_forced_and_the_first_player_orders_them() -> None:
    match = leaving()
    assert question(match) == ("order-forced-interrupt", (ALICE,))
    match = ordered(match, -4)  # sincerity first
    assert (pools(match, "fate")[0], keys(match, ALICE, "hand")) == (6, ["fine-katana", "ornate-fan"])
    assert keys(match, ALICE, "dynasty_discard") == [ENVOY]


def test_abilities_of_keywords_are_told_apart_by_the_keyword() -> None:
    match = leaving()
    about = match.table.occurrences[max(match.table.occurrences)].conditions[0].id
    courtesy, sincerity = options_of(match.rules, match.table, ALICE).forms
    assert (courtesy.fixed["ability"], courtesy.rules[1:]) == (-3, ("l5r.keyword.courtesy",))
    assert (sincerity.fixed["ability"], sincerity.rules[1:]) == (-4, ("l5r.keyword.sincerity",))
    with pytest.raises(Refused) as caught:
        acted(match, ALICE, OrderMandatory(Handle("a-kaiu-envoy"), 1, about))
    told: Any = caught.value.refusal.because["one_of"]
    assert [(each["ability"], each["keyword"]) for each in told] == [(-3, "courtesy"), (-4, "sincerity")]


def test_pride_cites_the_rule_of_what_became_of_the_conflict() -> None:
    assert [rules_of_keyword(each) for each in (-1, -2, 0)] == [
        ("l5r.keyword.pride-win",),
        ("l5r.keyword.pride-lose",),
        (),
    ]


def test_honor_of_a_status_comes_in_the_same_batch_as_leaving() -> None:
    match = ordered(leaving(honored=True), -3)
    assert (pools(match, "honor")[0], pools(match, "fate")[0]) == (11, 6)


def test_what_would_keep_a_card_in_play_is_asked_before_courtesy(monkeypatch: pytest.MonkeyPatch) -> None:
    """B53: forced interrupts come after the optional ones that answer what would happen (Q48)."""

    def stand(c: Declaration) -> None:
        honored = Cards(type=("character",), controller="you", status="honored")
        c.would_interrupt(When((LEAVES_PLAY,), card=honored), Save(), DiscardStatus(on=Cards(answered=True)))

    declares(monkeypatch, "stand-your-ground", stand)
    match = leaving("stand-your-ground", honored=True)
    assert question(match) == ("would-interrupt:discarded", (ALICE,))
    match = answers(match, "a-stand-your-ground", "discarded")
    assert (pools(match, "fate")[0], match.table.is_in_play(Handle("a-kaiu-envoy"))) == (5, True)
    assert keys(match, ALICE, "hand") == ["fine-katana"]
