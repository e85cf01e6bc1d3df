"""Refusals say in plain words what is missing: to what a card answers, what must be so, which card is in the way."""

from __future__ import annotations

from typing import Any

import pytest

from domain.families.agot_cards.checks.marshalling import MARSHALLED_IN
from domain.games import GAMES
from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.checks.lists import CHECKS
from domain.kernel.citing import rule_of
from domain.kernel.deciding import refusal_of
from domain.kernel.ids import Seat, zone
from domain.match.aggregate import Match
from tests.builders import opened_from
from tests.unit.domain.judging.remedies.test_corrections import card, give

ACTION = """
at: challenges.action
players:
  alice:
    hand: [put-to-the-sword, tears-of-lys, for-the-north, the-things-i-do-for-love, tumblestone-knight]
    play: [{card: grey-wind, kneeling: true}, littlefinger, casterly-rock]
    gold: 5
  bob: {play: [the-tickler]}
"""
SWORD = "challenge won (military), by you, as the attacker, by 5 or more"
NOBLE = "a Lannister character with the trait Lord or Lady of yours"
STANDING = """
at: "6.1"
players:
  alice:
    play:
      - {card: stannis-baratheon, kneeling: true}
      - {card: robb-stark, kneeling: true}
      - {card: arya-stark, kneeling: true}
  bob: {}
"""


def because(match: Match, **command: Any) -> dict[str, Any]:
    command |= {"ability": 0, "condition": 0} if command["type"] == "use_reaction" else {}
    command |= {"condition": 0} if command["type"] == "play_event" else {}
    refusal = refusal_of(match.rules, match.table, Seat("alice"), match.rules.command(command))
    assert refusal is not None
    return refusal.because


@pytest.mark.parametrize(
    ("type", "thing", "said"),
    [
        ("play_event", "put-to-the-sword", {"answers_to": SWORD}),
        ("play_event", "tears-of-lys", {"answers_to": "challenge won (intrigue), by you, as the attacker"}),
        ("play_event", "for-the-north", {"means": "a military challenge"}),
        ("play_event", "the-things-i-do-for-love", {"means": NOBLE}),
        ("play_event", "tumblestone-knight", {"type": "character", "is": "no event"}),
        ("use_reaction", "grey-wind", {"has_no": "reaction", "has": ["action"]}),
        ("marshal_character", "tumblestone-knight", {"belongs": MARSHALLED_IN}),
    ],
)
def test_who_asks_for_it_in_an_action_window_is_told_what_is_missing(
    type: str, thing: str, said: dict[str, Any]
) -> None:
    match = opened_from(ACTION)
    assert said.items() <= because(match, type=type, card=card(match, thing)).items()


def test_a_kind_of_challenge_that_is_misspelt_is_told_which_was_meant() -> None:
    match = opened_from(ACTION)
    said = because(match, type="initiate_challenge", kind="militray", against="bob", attackers=[], stealth={})
    assert said["meant"] == "military"


def test_stannis_is_named_to_who_would_stand_too_many() -> None:
    match = opened_from(STANDING)
    while match.table.waiting.question != "stand":
        match = give(match, match.table.waiting.seats[0], type="pass")
    cards = [card(match, each) for each in ("stannis-baratheon", "robb-stark", "arya-stark")]
    said = because(match, type="choose_targets", targets=cards)
    assert said == {"standing": 3, "allowed": 2, "because_of": ["core/stannis-baratheon"]}


LURE = """
- {id: heir, type: character, cost: 2, strength: 2, unique: true}
- {id: lure, type: event, cost: 0, abilities: [{action: {targets: [{choose: {cards: {type: [character], controller: opponent}}}], parts: [{take_control: {}}]}}]}
- {id: crypt, type: location, cost: 1, abilities: [{action: {targets: [{choose: {cards: {type: [character], where: [dead]}}}], parts: [{put_into_play: {}}]}}]}
"""  # noqa: E501


def test_what_can_be_no_target_is_named_with_the_rule_and_the_copy_that_keep_it_from_that() -> None:
    match = opened_from(
        "{at: challenges.action, players: {alice: {hand: [lure], play: [heir]}, bob: {play: [heir]}}}", LURE
    )
    (foreign,) = match.table.play_area(Seat("bob"))
    said = because(match, type="play_event", card=card(match, "lure"))
    assert said["held_up"] == [{"card": foreign, "rule": "agot_lcg.unique.no-control-if-copy-in-play"}]


CALL = """
- {id: heir, type: character, cost: 2, strength: 2, unique: true}
- {id: call, type: location, cost: 1, abilities: [{action: {targets: [{choose: {cards: {type: [character], where: [hand]}}}], parts: [{put_into_play: {}}]}}]}
"""  # noqa: E501


def test_of_a_hidden_card_that_can_be_no_target_nothing_is_said() -> None:
    table = "{at: challenges.action, players: {alice: {hand: [heir], dead: [heir], play: [call]}, bob: {}}}"
    match = opened_from(table, CALL)
    said = because(match, type="initiate_action", card=card(match, "call"), ability=0)
    assert (said["eligible"], said["needed"], said.get("held_up")) == (0, 1, None)


def test_of_dead_copies_the_one_is_named_that_blocks_the_other() -> None:
    table = "{at: challenges.action, players: {alice: {dead: [heir, heir, arya-stark], play: [crypt]}, bob: {}}}"
    match = opened_from(table, LURE)
    match = give(match, "alice", type="initiate_action", card=card(match, "crypt"), ability=0)
    first, second = match.table.zone(zone(Seat("alice"), "dead"))[:2]
    said = because(match, type="choose_targets", targets=[first])
    assert said == {"target": first, "title": "Heir", "dead": [second]}


def test_what_every_card_answers_to_and_asks_for_has_words() -> None:
    abilities = [each for listed in DECLARED.values() for each in listed]
    words = [each.when.in_words() for each in abilities if each.when is not None]
    words += [word.in_words() for each in abilities for word in each.requires]
    assert all(words)
    assert not [each for each in words if "_" in each or "  " in each or "None" in each]


def test_of_every_command_with_a_cost_the_cost_is_checked_last_as_step_2_follows_step_1() -> None:
    cost = "agot_lcg.abilities.cost-must-be-payable"
    cites = GAMES["agot_lcg"].rules.cites
    rules = {kind.__name__: [rule_of(cites, each.rule) for each in checks] for kind, checks in CHECKS.items()}
    costly = {name: listed for name, listed in rules.items() if cost in listed}
    assert set(costly) == {
        *("InitiateAction", "UseInterrupt", "UseReaction", "PlayEvent", "AmbushCard"),
        *("MarshalCharacter", "MarshalLocation", "MarshalAttachment"),
    }
    assert all(listed.index(cost) == len(listed) - 1 for listed in costly.values())
