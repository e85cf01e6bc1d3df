"""Cards that are resolved by hand, with everybody's consent; and the question that was open meanwhile."""

from typing import Any

from domain.games import GAMES
from domain.kernel.corrections.changes import MoveCard, SetCount
from domain.kernel.corrections.manual_resolution import ResolveManually
from domain.kernel.deciding import carry_out_command, refusal_of
from domain.kernel.flow.waits import StepMended
from domain.kernel.ids import Handle, zone
from domain.match.aggregate import Match, decode_event
from service.games.agot_lcg.layout import lay_out_table as laid_out
from service.games.agot_lcg.table_lines import table_lines
from service.present.text.names import CardTitles
from tests.builders import acted, opened_from
from tests.unit.domain.judging.remedies.test_corrections import ALICE, BOB, card, give

# a card whose text nothing carries out
UNCODED = """
- id: old-salt
  name: Old Salt
  type: character
  faction: greyjoy
  cost: 2
  strength: 2
  ability: [{kind: action, effect: sail}]
"""
POSITION = """
at: challenges.action
first_player: bob
active_player: bob
players:
  alice:
    {faction: lannister, gold: 6, hand: [the-things-i-do-for-love], play: [old-salt, tyrion-lannister]}
  bob: {gold: 2, play: [arya-stark]}
"""


def laid() -> Match:
    match = opened_from(POSITION, UNCODED)
    while match.table.waiting.seats != (ALICE,):
        match = give(match, match.table.waiting.seats[0], type="pass")
    return match


def proposed(match: Match, *changes: Any, thing: str = "old-salt") -> ResolveManually:
    return ResolveManually(card(match, thing), "what it says", changes)


def test_what_all_consent_to_is_done_and_the_question_is_open_again() -> None:
    match = laid()
    asked = match.table.waiting
    proposal = acted(match, ALICE, proposed(match, SetCount(ALICE, "gold", 9))).match
    assert (proposal.table.waiting.question, proposal.table.waiting.seats) == ("consent", (BOB,))
    after = give(proposal, "bob", type="give_consent", consent=True)
    assert after.table.players[ALICE].gold == 9
    assert (after.table.waiting.question, after.table.waiting.seats) == (asked.question, asked.seats)


def test_right_after_the_last_consent_what_was_proposed_is_done() -> None:
    match = laid()
    proposal = acted(match, ALICE, proposed(match, SetCount(ALICE, "gold", 9))).match
    consent = match.rules.command({"type": "give_consent", "consent": True})
    game = carry_out_command(match.rules, proposal.table, match.seed, BOB, consent, proposal.version + 1)
    assert game.table.players[ALICE].gold == 9


def test_what_one_refuses_has_not_happened() -> None:
    match = laid()
    proposal = acted(match, ALICE, proposed(match, SetCount(ALICE, "gold", 9))).match
    after = give(proposal, "bob", type="give_consent", consent=False)
    assert after.table.players[ALICE].gold == 6
    assert after.table.waiting.question == match.table.waiting.question


def test_only_own_cards_that_are_not_implemented_are_resolved_by_hand_and_only_as_changes() -> None:
    match = laid()
    gold = SetCount(ALICE, "gold", 9)
    wrong = {
        "manual.implemented": proposed(match, gold, thing="the-things-i-do-for-love"),
        "manual.not-your-card": ResolveManually(Handle("nothing"), "what it says", (gold,)),
        "manual.says-nothing": proposed(match),
        "manual.impossible-change": proposed(match, SetCount(ALICE, "gold", 6)),
        "manual.names-the-card": proposed(match, MoveCard(zone(ALICE, "play"), top_of=zone(ALICE, "hand"))),
    }
    for rule, command in wrong.items():
        refusal = refusal_of(match.rules, match.table, ALICE, command)
        assert refusal is not None
        assert refusal.rule == rule


def test_cards_whose_text_is_not_coded_are_marked_for_everybody() -> None:
    match = laid()
    view = match.rules.view(match.table, BOB, judging=False)
    salt, tyrion = view["players"]["alice"]["in_play"]
    assert salt["by_hand"] is True
    assert "by_hand" not in tyrion
    names = CardTitles(match.rules.pool.cards)
    names.look_at(match.table, BOB)
    lines = list(table_lines(view, names))
    assert [line for line in lines if "text not coded" in line] == [line for line in lines if "Old Salt" in line]
    sides = laid_out(view, match.rules.pool.cards).sides
    cards = [card for side in sides for group in side.groups for card in group.cards]
    assert [card.title for card in cards if "text not coded" in card.marks] == ["Old Salt"]
    assert GAMES["agot_lcg"].by_hand(match.table) == {"alice": ["greyjoy"]}


def test_an_ability_whose_card_was_taken_away_by_hand_is_given_up() -> None:
    match = laid()
    event = card(match, "the-things-i-do-for-love")
    match = give(match, "alice", type="play_event", card=event)
    assert match.table.waiting.question == "cost"
    match = acted(match, ALICE, proposed(match, MoveCard(zone(ALICE, "discard"), event))).match
    following = acted(match, BOB, match.rules.command({"type": "give_consent", "consent": True}))
    facts = decode_event(following.match, following.payload).facts
    assert ("initiation", "ended") in [(fact.frame, fact.how) for fact in facts if isinstance(fact, StepMended)]
    assert following.match.table.waiting.question in ("challenges.action", "challenge")
