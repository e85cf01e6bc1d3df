"""What a refusal says of the abilities of a card."""

from __future__ import annotations

import pytest

from domain.cardgame.commands import InitiateAction
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refused
from tests.builders import acted
from tests.l5r_cards import ALICE, in_phase


def test_an_unknown_ability_is_refused_with_the_numbers_of_those_that_the_card_has() -> None:
    match = in_phase("draw", alice={"play": ["steadfast-witch-hunter", "wandering-ronin"]})
    with pytest.raises(Refused) as caught:
        acted(match, ALICE, InitiateAction(Handle("a-steadfast-witch-hunter"), 1))
    said = caught.value.refusal
    assert (said.rule, said.because["ability"]) == ("choice.unknown-ability", 1)
    assert (said.because["has"], said.because["numbers"]) == (["action"], [0])
