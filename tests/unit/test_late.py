"""What was missed is done late, above the open question, which is open again afterwards; and what cannot be late."""

import json
from typing import Any

import pytest
import yaml

from domain.events import OpenMatch
from domain.judging.annul import annulled
from domain.judging.commands import AnnulAction, CorrectTable, ResolveAbilityNow, RestoreOpportunity
from domain.judging.corrections import corrected
from domain.judging.interventions import Stamp
from domain.judging.late import resolved_now, restored
from domain.kernel.changes import SetCount
from domain.kernel.conditions import ConditionsOccurred
from domain.kernel.decide import options
from domain.kernel.ids import Handle, Seat
from domain.kernel.waits import StepMended
from domain.kernel.windows import WindowOpened
from domain.match import Following, Refused, decoded
from tests.builders import Dice, acted, begun
from tests.properties.test_rewinds import RULED

ALICE, BOB = Seat("alice"), Seat("bob")
FAITH = """
at: "4.1"
players:
  alice: {plot: supporting-the-faith, gold: 3, deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 3, deck: {unknown: 9}}
"""
MARSHALLING = """
at: marshalling.action
players:
  alice: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight], deck: {unknown: 9}}
"""


class Laid:
    """A match opened from a position, with its stored events."""

    def __init__(self, position: str) -> None:
        self.events: dict[int, Any] = {}
        self.take(begun(OpenMatch("agot_lcg", (), "public", position=json.dumps(yaml.safe_load(position)))))

    def take(self, following: Following) -> None:
        self.match = following.match
        self.events[self.match.version] = decoded(self.match, following.payload)

    def gives(self, **command: Any) -> None:
        [seat] = self.match.table.waiting.seats
        self.take(acted(self.match, seat, self.match.rules.command(command)))

    def orders(self, carried: Any, command: Any) -> None:
        key = f"j{self.match.version}"
        found = carried(self.match, command, self.events, RULED, Stamp(key, "", key))
        for each in found if isinstance(found, tuple) else (found,):
            self.take(each)

    def refused(self, carried: Any, command: Any) -> str:
        with pytest.raises(Refused) as caught:
            self.orders(carried, command)
        return caught.value.refusal.rule

    def place(self, kind: type, n: int = 0) -> str:
        """Where in the record the first fact of a kind stands."""
        found = [
            f"{version}.{number}"
            for version, event in self.events.items()
            for number, fact in enumerate(event.facts, 1)
            if isinstance(fact, kind)
        ]
        return found[n]

    def card(self, key: str) -> Handle:
        return next(handle for handle, each in self.match.table.cards.items() if each.key.endswith(key))

    @property
    def question(self) -> tuple[str, tuple[Seat, ...]]:
        return self.match.table.waiting.question, self.match.table.waiting.seats

    def gold(self) -> list[int]:
        return [self.match.table.players[seat].gold for seat in (ALICE, BOB)]


def with_faith() -> Laid:
    """The forced reaction has taken all gold; a judge has given it back, as if it had been forgotten."""
    laid = Laid(FAITH)
    assert laid.gold() == [0, 0]
    laid.orders(corrected, CorrectTable((SetCount(ALICE, "gold", 2), SetCount(BOB, "gold", 3))))
    return laid


def test_a_mandatory_ability_is_resolved_late_and_the_question_is_open_again() -> None:
    laid = with_faith()
    before = laid.question
    command = ResolveAbilityNow(laid.card("supporting-the-faith"), 0, laid.place(ConditionsOccurred))
    laid.orders(resolved_now, command)
    assert laid.gold() == [0, 0]
    assert laid.question == before
    assert laid.match.wait == laid.match.version


def test_an_ability_without_its_condition_or_its_card_is_not_resolved_late() -> None:
    laid = with_faith()
    faith, at = laid.card("supporting-the-faith"), laid.place(ConditionsOccurred)
    late = "judging.missed.needs-its-moment"
    assert laid.refused(resolved_now, ResolveAbilityNow(faith, 0, at, condition=999)) == late
    assert laid.refused(resolved_now, ResolveAbilityNow(faith, 7, at)) == "judging.correct.thing-exists"
    for nowhere in ("99.1", "9" * 5000, f"1.{'9' * 5000}", "\u00b2"):
        assert laid.refused(resolved_now, ResolveAbilityNow(faith, 0, nowhere)) == "judging.case.names-a-moment"


def passed_over() -> Laid:
    """Alice passed in her marshalling window, with cards that she could have marshalled."""
    laid = Laid(MARSHALLING)
    assert laid.question == ("marshalling.action", (ALICE,))
    laid.gives(type="pass")
    return laid


def test_an_opportunity_is_restored_for_one_seat_alone() -> None:
    laid = passed_over()
    before, depth = laid.question, len(laid.match.table.stack)
    laid.orders(restored, RestoreOpportunity(ALICE, laid.place(WindowOpened)))
    assert laid.question == ("marshalling.action", (ALICE,))
    assert len(laid.match.table.stack) == depth + 2
    laid.gives(type="marshal_character", card=laid.card("tumblestone-knight"))
    while len(laid.match.table.stack) > depth:
        assert laid.match.table.waiting.seats == (ALICE,)
        laid.gives(type="pass")
    assert laid.question == before
    assert laid.match.wait == laid.match.version


def test_who_has_nothing_to_do_gets_no_opportunity() -> None:
    laid = with_faith()
    laid.orders(corrected, CorrectTable((SetCount(ALICE, "gold", 0),)))
    command = RestoreOpportunity(ALICE, str(laid.match.version))
    assert laid.refused(restored, command) in ("judging.missed.needs-its-moment", "judging.case.names-a-moment")


def test_an_earlier_action_is_not_annulled_where_another_question_would_be_open() -> None:
    laid = Laid(MARSHALLING)
    laid.gives(type="marshal_character", card=laid.card("tumblestone-knight"))
    marshalled = laid.match.version
    laid.gives(type="pass")
    assert laid.refused(annulled, AnnulAction(marshalled)) == "judging.annul.last-only"
    assert laid.match.version == marshalled + 1


def test_the_last_action_is_annulled_by_going_back() -> None:
    laid = Laid(MARSHALLING)
    before = laid.question
    laid.gives(type="marshal_character", card=laid.card("tumblestone-knight"))
    laid.orders(annulled, AnnulAction(laid.match.version))
    assert laid.question == before
    assert laid.match.path() == [1, laid.match.version]


def test_what_answers_a_question_is_annulled_only_as_the_last() -> None:
    laid = passed_over()
    assert laid.refused(annulled, AnnulAction(1)) == "judging.annul.last-only"
    assert laid.refused(annulled, AnnulAction(9)) == "judging.annul.last-only"


TWICE = """
at: challenges.action
first_player: alice
active_player: alice
players:
  alice: {plot: a-noble-cause, gold: 3, play: [arya-stark, robb-stark], deck: {unknown: 9}}
  bob:
    {faction: lannister, plot: a-noble-cause, gold: 6, hand: [the-things-i-do-for-love], play: [tyrion-lannister],
     deck: {unknown: 9}}
"""


def test_what_is_used_in_a_restored_window_is_not_paid_for_once_more_below_it() -> None:
    laid = Laid(TWICE)
    assert laid.question == ("challenges.action", (BOB,))
    opened, event = laid.match.version, laid.card("the-things-i-do-for-love")
    laid.gives(type="play_event", card=event)
    assert laid.question == ("cost", (BOB,))
    laid.orders(restored, RestoreOpportunity(BOB, str(opened)))
    laid.gives(type="play_event", card=event)
    while laid.question[0] != "challenges.action" or len(laid.match.table.stack) > 4:
        seat = laid.match.table.waiting.seats[0]
        laid.take(acted(laid.match, seat, laid.match.rules.command(first_answer(laid, seat))))
    assert ("initiation", "ended") in [
        (fact.frame, fact.how) for each in laid.events.values() for fact in each.facts if isinstance(fact, StepMended)
    ]


def first_answer(laid: Laid, seat: Seat) -> Any:
    return options(laid.match.rules, laid.match.table, seat).sample(Dice("first answer"))
