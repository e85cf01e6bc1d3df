"""What was missed is done late, above the open question, which is open again afterwards; and what cannot be late."""

import json
from typing import Any

import pytest
import yaml
from msgspec import structs

from domain.cardgame.facts.course import PlayerEliminated
from domain.games.l5r.abilities.keywords import PRIDE_WON
from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.kinds import RemedyOutcome, Situation, facts_shown
from domain.judging.remedies.late_abilities import find_moment, resolve_ability_now, restore_opportunity
from domain.judging.remedies.possible_remedies import missable_abilities, restorable_opportunities
from domain.judging.remedies.used_opportunities import table_at
from domain.kernel.corrections.changes import MoveCard, SetCount, SetMark
from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.flow.waits import StepMended
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.conditions import ConditionsOccurred
from domain.match.aggregate import NewVersion, Refused, decode_event, evolve_table
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch
from domain.match.judge_orders import AnnulAction, CorrectTable, ResolveAbilityNow, RestoreOpportunity
from tests.builders import Dice, acted, begun, options_of
from tests.judging.heard import heard, names
from tests.properties.test_rewinds import RULED

ALICE, BOB = Seat("alice"), Seat("bob")
FAITH = """
at: "4.1"
players:
  alice:
    {plot: a-noble-cause, plots: [supporting-the-faith, filthy-accusations], gold: 3,
     play: [tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 3, deck: {unknown: 9}}
"""
REVEALED = FAITH.replace(
    "plot: a-noble-cause, plots: [supporting-the-faith,", "plot: supporting-the-faith, plots: [", 1
)
MARSHALLING = """
at: marshalling.action
players:
  alice: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight], deck: {unknown: 9}}
"""


DECIDED = """
at: "3.2.3"
contest: {kind: military, ring: air, attacker: alice, attackers: [doji-challenger], province: "1"}
players:
  alice: {honor: 10, play: [doji-challenger, akodo-gunso, matsu-berserker]}
  bob:
    honor: 10
    provinces:
      - {card: ancestral-lands, dynasty: [{card: eager-scout, facedown: true}]}
      - {card: the-art-of-war, facedown: true, dynasty: [{card: eager-scout, facedown: true}]}
      - {card: entrenched-position, facedown: true, dynasty: [{card: eager-scout, facedown: true}]}
      - {card: restoration-of-balance, facedown: true, dynasty: [{card: eager-scout, facedown: true}]}
      - {card: kuroi-mori, facedown: true}
"""
ACTIONS = """
at: challenges.action
players:
  alice: {plot: a-noble-cause, play: [purse-a], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, play: [purse-b], deck: {unknown: 9}}
"""
PURSES = """
- {id: purse-a, type: location, cost: 1, abilities: [{action: {parts: [{gain_gold: {gold: 1}}]}}]}
- {id: purse-b, type: location, cost: 1, abilities: [{action: {parts: [{gain_gold: {gold: 1}}]}}]}
"""


def rule_of(tried: Any, *given: Any, **named: Any) -> str:
    """The rule by which something is refused."""
    with pytest.raises(Refused) as caught:
        tried(*given, **named)
    return caught.value.refusal.rule


class Laid:
    """A match opened from a position, with its stored events."""

    def __init__(self, position: str, own: str = "", game: str = "agot_lcg") -> None:
        self.events: dict[int, Any] = {}
        laid = json.dumps(yaml.safe_load(position))
        cards = json.dumps(yaml.safe_load(own)) if own else ""
        self.take(begun(OpenMatch(game, (), "public", cards=cards, position=laid)))

    def take(self, following: NewVersion) -> None:
        self.match = following.match
        self.events[self.match.version] = decode_event(self.match, following.payload)

    def gives(self, **command: Any) -> None:
        [seat] = self.match.table.waiting.seats
        self.take(acted(self.match, seat, self.match.rules.command(command)))

    def orders(self, carried: Any, command: Any) -> None:
        key = f"j{self.match.version}"
        found = carried(self.match, command, self.events, RULED, Stamp(key, "", key))
        for each in found if isinstance(found, tuple) else (found,):
            self.take(each)

    def refused(self, carried: Any, command: Any) -> str:
        return rule_of(self.orders, carried, command)

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
        found: Handle = next(handle for handle, each in self.match.table.cards.items() if each.key.endswith(key))
        return found

    @property
    def question(self) -> tuple[str, tuple[Seat, ...]]:
        return self.match.table.waiting.question, self.match.table.waiting.seats

    def gold(self) -> list[int]:
        return [self.match.table.players[seat].gold for seat in (ALICE, BOB)]


def with_faith() -> Laid:
    """Another plot lay in the place of Alice's when the phase began; a judge has put hers there."""
    laid = Laid(FAITH)
    assert laid.gold() == [3, 3]
    laid.orders(correct_table, changed_to(laid, "supporting-the-faith"))
    return laid


def changed_to(laid: Laid, plot: str) -> CorrectTable:
    """The correction by which a plot of Alice's lies revealed in the place of the one that does."""
    [revealed] = laid.match.table.zone(zone(ALICE, "plot"))
    return CorrectTable(
        (MoveCard(zone(ALICE, "used"), revealed), MoveCard(zone(ALICE, "plot"), laid.card(plot))),
    )


def test_a_mandatory_ability_is_resolved_late_and_the_question_is_open_again() -> None:
    laid = with_faith()
    before = laid.question
    command = ResolveAbilityNow(laid.card("supporting-the-faith"), 0, laid.place(ConditionsOccurred))
    laid.orders(resolve_ability_now, command)
    assert laid.gold() == [0, 0]
    assert laid.question == before
    assert laid.match.wait == laid.match.version


def test_pride_is_resolved_late_while_its_conflict_is_under_way_and_only_by_who_has_it() -> None:
    """The Gunso and the Berserker were taken for characters at home when skill was compared."""
    laid = Laid(DECIDED, game="l5r")
    before, gunso, berserker = laid.question, laid.card("akodo-gunso"), laid.card("matsu-berserker")
    assert before[0] == "ring-effect"
    won = next(
        f"{version}.{number}"
        for version, event in laid.events.items()
        for number, fact in enumerate(event.facts, 1)
        if isinstance(fact, ConditionsOccurred) and any(each.kind == "conflict_won" for each in fact.conditions)
    )
    command = ResolveAbilityNow(gunso, PRIDE_WON, won)
    assert laid.refused(resolve_ability_now, command) == "judging.missed.needs-its-moment"  # it is at home
    laid.orders(correct_table, CorrectTable((SetMark(gunso, "attacking", True), SetMark(berserker, "attacking", True))))
    found = [each.command for each in missable_abilities(laid.match, laid.events, 20)]
    assert [(each.card, each.ability, each.missed_at) for each in found] == [(gunso, PRIDE_WON, won)]
    assert laid.refused(resolve_ability_now, structs.replace(command, card=berserker)) == "judging.correct.thing-exists"
    laid.orders(resolve_ability_now, command)
    assert (laid.match.table.cards[gunso].honored, laid.question) == (True, before)
    laid.orders(correct_table, CorrectTable((SetMark(gunso, "honored", False),)))
    assert laid.refused(resolve_ability_now, command) == NOT_MISSED


NOT_MISSED = "judging.missed.was-missed"


@pytest.mark.parametrize("missed", [False, True])
def test_an_ability_that_has_begun_on_what_occurred_is_not_resolved_on_it_again(missed: bool) -> None:
    laid = with_faith() if missed else Laid(REVEALED)
    faith, at = laid.card("supporting-the-faith"), laid.place(ConditionsOccurred)
    command = ResolveAbilityNow(faith, 0, at)
    if missed:
        assert [each.command.card for each in missable_abilities(laid.match, laid.events, 20)] == [faith]
        laid.orders(resolve_ability_now, command)
    assert laid.gold() == [0, 0]
    laid.orders(correct_table, CorrectTable((SetCount(ALICE, "gold", 2), SetCount(BOB, "gold", 3))))
    assert list(missable_abilities(laid.match, laid.events, 20)) == []
    assert laid.refused(resolve_ability_now, command) == NOT_MISSED
    assert laid.refused(resolve_ability_now, structs.replace(command, condition=1)) == "judging.missed.needs-its-moment"


def test_what_is_resolved_when_its_plot_is_revealed_is_resolved_once() -> None:
    laid = Laid(FAITH)
    laid.orders(correct_table, changed_to(laid, "filthy-accusations"))
    plot, at = laid.card("filthy-accusations"), str(laid.match.version)
    command = ResolveAbilityNow(plot, 0, at)
    assert [each.command for each in missable_abilities(laid.match, laid.events, 20)] != []
    laid.orders(resolve_ability_now, command)
    assert laid.question == ("targets", (ALICE,))
    # it is not resolved twice while it is under way, nor afterwards
    assert laid.refused(resolve_ability_now, command) == NOT_MISSED
    laid.take(acted(laid.match, ALICE, laid.match.rules.command(first_answer(laid, ALICE))))
    assert laid.question == ("challenge", (ALICE,))
    assert laid.refused(resolve_ability_now, command) == NOT_MISSED
    assert list(missable_abilities(laid.match, laid.events, 20)) == []


def test_what_is_resolved_when_its_plot_is_revealed_is_resolved_once_whatever_occurred_at_the_moment_named() -> None:
    laid = Laid(FAITH)
    laid.orders(correct_table, changed_to(laid, "filthy-accusations"))
    moments = [laid.place(ConditionsOccurred), "1", str(laid.match.version)]
    plot = laid.card("filthy-accusations")
    laid.orders(resolve_ability_now, ResolveAbilityNow(plot, 0, moments[0]))
    assert laid.question == ("targets", (ALICE,))
    [effect] = laid.match.table.effects.values()
    assert (effect.me, effect.about) == (plot, None)
    for under_way in (True, False):
        refused = [laid.refused(resolve_ability_now, ResolveAbilityNow(plot, 0, at)) for at in moments]
        assert refused == [NOT_MISSED] * len(moments)
        if under_way:
            laid.take(acted(laid.match, ALICE, laid.match.rules.command(first_answer(laid, ALICE))))
            assert laid.question == ("challenge", (ALICE,))


def test_an_ability_without_its_condition_or_its_card_is_not_resolved_late() -> None:
    laid = with_faith()
    faith, at = laid.card("supporting-the-faith"), laid.place(ConditionsOccurred)
    late = "judging.missed.needs-its-moment"
    assert laid.refused(resolve_ability_now, ResolveAbilityNow(faith, 0, at, condition=999)) == late
    assert laid.refused(resolve_ability_now, ResolveAbilityNow(faith, 7, at)) == "judging.correct.thing-exists"
    for nowhere in ("99.1", "9" * 5000, f"1.{'9' * 5000}", "\u00b2"):
        assert laid.refused(resolve_ability_now, ResolveAbilityNow(faith, 0, nowhere)) == "judging.case.names-a-moment"


@pytest.mark.parametrize("game", names())
def test_after_the_last_fact_of_an_event_its_table_is_that_of_its_version_after_a_rewind_too(game: str) -> None:
    found = heard(game)
    [(rewound, back)] = found.match.backs
    line = [version for version in found.match.path() if found.events[version].facts and version > back - 3]
    assert rewound in line
    for version in line[:12]:
        event = found.events[version]
        then = find_moment(found.match, found.events, f"{version}.{len(event.facts)}")
        assert then.fact == event.facts[-1]
        evolve_table(then.table, structs.replace(event, facts=()))
        assert then.table == table_at(found.match, found.events, version) == found.states[version].table
        assert rule_of(find_moment, found.match, found.events, f"{version}.{len(event.facts) + 1}") == NO_MOMENT


@pytest.mark.parametrize("game", names())
def test_what_was_undone_is_no_moment_of_the_line_being_played(game: str) -> None:
    found = heard(game)
    undone = sorted({*found.events} - found.main())
    assert undone
    for version in undone:
        for at in (str(version), f"{version}.1"):
            assert rule_of(find_moment, found.match, found.events, at) == NO_MOMENT


NO_MOMENT = "judging.case.names-a-moment"


def passed_over() -> Laid:
    """Alice passed in her marshalling window, with cards that she could have marshalled."""
    laid = Laid(MARSHALLING)
    assert laid.question == ("marshalling.action", (ALICE,))
    laid.gives(type="pass")
    return laid


def test_an_opportunity_is_restored_for_one_seat_alone() -> None:
    laid = passed_over()
    before, depth = laid.question, len(laid.match.table.stack)
    laid.orders(restore_opportunity, RestoreOpportunity(ALICE, laid.place(WindowOpened)))
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
    laid.orders(correct_table, CorrectTable((SetCount(ALICE, "gold", 0),)))
    command = RestoreOpportunity(ALICE, str(laid.match.version))
    assert laid.refused(restore_opportunity, command) in (
        "judging.missed.needs-its-moment",
        "judging.case.names-a-moment",
    )


def test_who_is_out_of_the_game_is_offered_no_opportunity_and_gets_none() -> None:
    laid = Laid(ACTIONS, PURSES)
    laid.gives(type="pass")
    laid.gives(type="pass")
    assert set(restorable_places(laid).values()) == {(ALICE, BOB)}
    # with two seats the match would be over: with more the others play on
    table = laid.match.table.branch()
    PlayerEliminated(BOB, "empty-deck").apply(table)
    laid.match = structs.replace(laid.match, table=table)
    for each in restorable_opportunities(laid.match, laid.events, 20):
        assert each.seats == (ALICE,)
        assert laid.refused(restore_opportunity, RestoreOpportunity(BOB, each.at)) == "match.no-such-seat"


def test_an_earlier_action_is_not_annulled_where_another_question_would_be_open() -> None:
    laid = Laid(MARSHALLING)
    laid.gives(type="marshal_character", card=laid.card("tumblestone-knight"))
    marshalled = laid.match.version
    laid.gives(type="pass")
    assert laid.refused(annul_action, AnnulAction(marshalled)) == "judging.annul.last-only"
    assert laid.match.version == marshalled + 1


def test_an_earlier_pass_is_not_annulled_since_a_pass_would_stand_in_its_place() -> None:
    # in a window both may act: alice passes, bob acts, alice passes again
    laid = Laid(ACTIONS, PURSES)
    laid.gives(type="pass")
    passed = laid.match.version
    laid.gives(type="initiate_action", card=laid.card("purse-b"), ability=0)
    with pytest.raises(Refused) as caught:
        laid.orders(annul_action, AnnulAction(passed))
    assert caught.value.refusal.because == {"of": passed, "after": 1, "is": "pass"}
    laid.gives(type="pass")
    assert events_of(laid)[passed] == "pass"
    assert laid.refused(annul_action, AnnulAction(passed)) == "judging.annul.last-only"
    # of the action after it a pass may stand in its place, or not: the pass itself never
    laid.orders(annul_action, AnnulAction(laid.match.version))


def events_of(laid: Laid) -> dict[int, str]:
    return {version: str(event.cmd.__struct_config__.tag) for version, event in laid.events.items()}


def test_the_last_action_is_annulled_by_going_back() -> None:
    laid = Laid(MARSHALLING)
    before = laid.question
    laid.gives(type="marshal_character", card=laid.card("tumblestone-knight"))
    laid.orders(annul_action, AnnulAction(laid.match.version))
    assert laid.question == before
    assert laid.match.path() == [1, laid.match.version]


def test_what_answers_a_question_is_annulled_only_as_the_last() -> None:
    laid = passed_over()
    assert laid.refused(annul_action, AnnulAction(1)) == "judging.annul.last-only"
    assert laid.refused(annul_action, AnnulAction(9)) == "judging.annul.last-only"


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
    laid.orders(restore_opportunity, RestoreOpportunity(BOB, str(opened)))
    laid.gives(type="play_event", card=event)
    while laid.question[0] != "challenges.action" or len(laid.match.table.stack) > 4:
        seat = laid.match.table.waiting.seats[0]
        laid.take(acted(laid.match, seat, laid.match.rules.command(first_answer(laid, seat))))
    assert ("initiation", "ended") in [
        (fact.frame, fact.how) for each in laid.events.values() for fact in each.facts if isinstance(fact, StepMended)
    ]


def first_answer(laid: Laid, seat: Seat) -> Any:
    return options_of(laid.match.rules, laid.match.table, seat).sample(Dice("first answer"))


WON = """
phase: challenges
at: "4.2.2"
first_player: alice
challenge: {kind: %s, attacker: alice, defender: bob, attackers: [%s]}
players:
  alice:
    {faction: lannister, plot: a-noble-cause, gold: 9, hand: [%s], play: [%s], deck: {unknown: 9}}
  bob: {faction: lannister, plot: a-noble-cause, play: [tyrion-lannister, bastard-in-hiding], deck: {unknown: 9}}
"""
HARBOUR = WON % (
    "intrigue",
    "cersei-lannister",
    "tears-of-lys",
    "{card: cersei-lannister, kneeling: true}, lannisport",
)
USED_THERE, ONCE = "judging.missed.optional-consent", "agot_lcg.reactions.once-per-occurrence"


class Won(Laid):
    """A challenge that Alice has won; the window for reactions to that, in which she is asked first."""

    def __init__(self, position: str, own: str = "", game: str = "agot_lcg") -> None:
        super().__init__(position, own)
        while self.question != ("reaction:challenge_won", (ALICE,)):
            self.gives(type="pass")
        self.opened = self.match.version
        [self.occurred, self.window] = [
            f"{version}.{number}"
            for version, event in self.events.items()
            for number, fact in enumerate(event.facts, 1)
            if isinstance(fact, WindowOpened | ConditionsOccurred) and "challenge_won" in repr(fact)
        ][-2:]

    def happening(self) -> Any:
        return self.match.table.aftermaths[max(self.match.table.aftermaths)]

    def uses(self, card: Handle) -> None:
        self.gives(type="use_reaction", card=card, ability=0, condition=self.won())
        while self.question[0].startswith("cancel:"):
            self.gives(type="pass")

    def won(self) -> int:
        """The condition that Alice has won."""
        won: int = next(each.id for each in self.happening().conditions if each.kind == "challenge_won")
        return won

    def closes(self) -> None:
        """Everybody passes until the window has closed."""
        while self.question[0] == "reaction:challenge_won":
            self.gives(type="pass")

    def listed(self) -> dict[str, tuple[Seat, ...]]:
        return {each.at: each.seats for each in restorable_opportunities(self.match, self.events, 20)}

    def drawn(self) -> int:
        return 9 - len(self.match.table.zone(zone(ALICE, "deck")))


@pytest.mark.parametrize("closed", [False, True])
def test_a_reaction_that_was_used_is_no_opportunity_whether_its_window_is_open_or_closed(closed: bool) -> None:
    laid = Won(HARBOUR.replace("tears-of-lys", ""))
    assert laid.question == ("reaction:challenge_won", (ALICE,))
    assert laid.listed() == {}
    for at in (laid.occurred, laid.window, str(laid.opened)):
        assert laid.refused(restore_opportunity, RestoreOpportunity(BOB, at)) == "judging.missed.whose"
    laid.uses(laid.card("lannisport"))
    if closed:
        laid.closes()
    assert laid.drawn() == 1
    assert laid.listed() == {}
    for at in (laid.occurred, laid.window, str(laid.opened)):
        assert laid.refused(restore_opportunity, RestoreOpportunity(ALICE, at)) == USED_THERE
        assert laid.refused(restore_opportunity, RestoreOpportunity(BOB, at)) == "judging.missed.needs-its-moment"


def test_a_window_that_is_open_is_listed_for_those_who_have_passed_alone() -> None:
    laid = Laid(ACTIONS, PURSES)
    assert laid.question == ("challenges.action", (ALICE,))
    first = laid.place(WindowOpened)
    assert restorable_places(laid) == {}
    laid.gives(type="pass")
    assert laid.question == ("challenges.action", (BOB,))
    assert restorable_places(laid) == {first: (ALICE,)}
    # who acts asks all again
    laid.gives(type="initiate_action", card=laid.card("purse-b"), ability=0)
    assert laid.question == ("challenges.action", (ALICE,))
    assert restorable_places(laid) == {}
    laid.gives(type="pass")
    laid.gives(type="pass")
    # it has closed, and another of its name is open
    assert laid.question == ("challenges.action", (ALICE,))
    assert restorable_places(laid) == {first: (ALICE, BOB)}


def restorable_places(laid: Laid) -> dict[str, tuple[Seat, ...]]:
    return {each.at: each.seats for each in restorable_opportunities(laid.match, laid.events, 20)}


def test_what_was_let_pass_is_given_back_and_what_was_used_is_not() -> None:
    laid = Won(HARBOUR)
    laid.uses(laid.card("lannisport"))
    laid.closes()
    laid.orders(restore_opportunity, RestoreOpportunity(ALICE, laid.occurred))
    steps = [fact.step for fact in laid.events[laid.match.version].facts if isinstance(fact, WindowOpened)]
    assert steps == ["4.2.2"]
    assert rule_of(laid.uses, laid.card("lannisport")) == ONCE
    laid.gives(type="play_event", card=laid.card("tears-of-lys"), condition=laid.won())
    assert laid.match.table.waiting.seats == (ALICE,)
    assert laid.drawn() == 1


def test_what_is_used_in_a_restored_window_is_used_in_the_open_one_below_and_in_the_next() -> None:
    laid = Won(HARBOUR)
    depth = len(laid.match.table.stack)
    laid.orders(restore_opportunity, RestoreOpportunity(ALICE, laid.occurred))
    again = laid.place(WindowOpened, -1)
    laid.uses(laid.card("lannisport"))
    while len(laid.match.table.stack) > depth:
        laid.gives(type="pass")
    assert laid.question == ("reaction:challenge_won", (ALICE,))
    assert rule_of(laid.uses, laid.card("lannisport")) == ONCE
    laid.closes()
    for at in (laid.occurred, again):
        laid.orders(restore_opportunity, RestoreOpportunity(ALICE, at))
        assert rule_of(laid.uses, laid.card("lannisport")) == ONCE
        laid.gives(type="pass")


SPY = """
- {id: spy, name: Spy, type: location, cost: 1, abilities: [{reaction: {when: {kinds: [challenge_won]},
   targets: [{choose: {cards: {type: character}}}], parts: [{kneel: {}}]}}]}
"""


def test_what_is_being_used_is_used_in_a_window_restored_above_it() -> None:
    laid = Won(HARBOUR.replace("lannisport", "spy"), SPY)
    laid.uses(laid.card("spy"))
    assert laid.question == ("targets", (ALICE,))
    laid.orders(restore_opportunity, RestoreOpportunity(ALICE, laid.occurred))
    assert rule_of(laid.uses, laid.card("spy")) == ONCE


SINGER = """
- {id: singer, name: Singer, type: character, cost: 2, strength: 1,
   abilities: [{action: {parts: [{gain_gold: {}}], limits: [{times: 1, per: phase}]}}]}
- {id: mint, name: Mint, type: location, cost: 1, abilities: [{action: {parts: [{gain_gold: {}}]}}]}
"""
LIMITED = """
at: draw.action
phase: draw
players:
  alice: {plot: a-noble-cause, play: [singer, mint], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, deck: {unknown: 9}}
"""


def test_a_limit_that_was_reached_counts_in_a_restored_window_after_its_period_has_ended() -> None:
    for play, rule in (("singer", USED_THERE), ("singer, mint", "")):
        laid = Laid(LIMITED.replace("singer, mint", play), SINGER)
        laid.gives(type="initiate_action", card=laid.card("singer"), ability=0)
        [at] = [laid.place(WindowOpened)]
        while laid.match.table.phase == "draw":
            laid.gives(type="pass")
        if rule:
            assert laid.refused(restore_opportunity, RestoreOpportunity(ALICE, at)) == rule
        else:
            laid.orders(restore_opportunity, RestoreOpportunity(ALICE, at))
            again = {"type": "initiate_action", "card": laid.card("singer"), "ability": 0}
            assert rule_of(laid.gives, **again) == "agot_lcg.limits.limit-x-per-period"
            laid.gives(**{**again, "card": laid.card("mint")})


def test_a_preview_says_how_many_of_the_facts_that_it_shows_are_stated_by_the_ruling() -> None:
    laid = Laid(ACTIONS, PURSES)
    found = correct_table(
        laid.match, CorrectTable((SetCount(ALICE, "gold", 5),)), laid.events, RULED, Stamp("c", "", "c")
    )
    raw = json.loads(found.payload)
    # a fact that judges alone read is stated, too
    raw |= {"facts": [{"fact": "kernel.chance_kept", "counter": 1}, *raw["facts"]], "cut": raw["cut"] + 1}
    other = structs.replace(found, payload=json.dumps(raw).encode())
    situation = Situation(laid.match, laid.events, lambda version: laid.match, 10)
    facts, cut = facts_shown(situation, RemedyOutcome((found,)))
    assert [fact["fact"] for fact in facts][:cut] == ["kernel.corrected", "agot_lcg.gold_gained"]
    assert facts_shown(situation, RemedyOutcome((other,))) == (facts, cut)
