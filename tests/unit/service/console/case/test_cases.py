"""What the page of a case says of the commands that must wait."""

from __future__ import annotations

from typing import Any, cast

from domain.kernel.refusals import Refusal
from domain.tournaments.own_causes import OWN_CAUSE
from service.console.case.cases import why_not

ANY_CASE = cast("Any", None)


def test_who_has_a_part_in_a_match_is_not_said_to_be_in_charge_of_its_case() -> None:
    because = {"judge": "hana", "interest": False}
    assert why_not(ANY_CASE, Refusal(OWN_CAUSE, because))[0] == ("has a part", "hana")
    assert why_not(ANY_CASE, Refusal("judging.case.judge-in-charge", because))[0] == ("in charge", "hana")
