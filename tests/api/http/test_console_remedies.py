"""What the forms of remedies offer: nothing that its preview would refuse."""

from __future__ import annotations

import pytest

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.kinds import Situation, annul
from domain.match.aggregate import Refused
from domain.match.judge_orders import AnnulAction
from service.console.case.remedies import TRIED, CaseTeller, annulment_fields
from tests.judging.heard import Heard, names

RULED = RulingEnvelope(actor="jan", role="judge", case="c-1")


class Reading(CaseTeller):
    """The words of a match that no case is about."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle


def refused(match: Heard, of: int) -> bool:
    """Whether the annulment of a version is refused."""
    situation = Situation(match.match, match.told.events, match.told.at, 10)
    try:
        annul(situation, AnnulAction(of), RULED, match.stamp())
    except Refused:
        return True
    return False


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("actions", [1, 2, 8, 60])
def test_only_what_could_be_annulled_is_offered(game: str, actions: int) -> None:
    match = Heard(game, 2)
    match.play(actions)
    offered = [int(value) for value, _ in annulment_fields(Reading(match.told))[0].options]
    tried = [each for each in reversed(match.match.path()) if each > match.match.version - TRIED]
    assert offered == [each for each in tried if not refused(match, each)]
    assert 1 not in offered


@pytest.mark.parametrize("game", names())
def test_of_a_match_that_was_just_opened_nothing_can_be_annulled(game: str) -> None:
    assert annulment_fields(Reading(Heard(game, 2).told))[0].options == ()
