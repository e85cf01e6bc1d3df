"""Who `seat` and `other` of a condition are: as `OCCASIONS` says it in words, of all that happens in a match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.cardgame.words.condition_kinds import CONTROLLER, OWNER
from domain.games.agot_lcg.abilities.condition_kinds import OCCASIONS
from domain.games.agot_lcg.facts.challenges import ChallengeDecided
from domain.games.agot_lcg.rules import AgotLcg
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_SEAT
from domain.kernel.occurring.conditions import Condition, ConditionsImminent, ConditionsOccurred
from domain.match.aggregate import decode_event
from tests.builders import Dice, Played, Player, played
from tests.games.agot_lcg import opened_at_random

CONDITIONS = (ConditionsImminent, ConditionsOccurred)


def facts_of(each: Played) -> tuple[Fact, ...]:
    facts: tuple[Fact, ...] = decode_event(each.before, each.following.payload).facts
    return facts


def conditions_of(each: Played) -> Iterator[Condition]:
    for fact in facts_of(each):
        if isinstance(fact, CONDITIONS):
            yield from fact.conditions


def player_named(words: str, condition: Condition, each: Played) -> object:
    """The player whom the words mean, read off the table before and after the action; `...` where that cannot be."""
    before, after = each.before.table, each.following.match.table
    if words in (CONTROLLER, OWNER):
        if condition.seen is not None:
            return condition.seen.controller
        card = before.cards.get(condition.card) or after.cards.get(condition.card)
        return ... if card is None else card.controller if words == CONTROLLER else card.owner
    if words in ("the winner", "the loser"):
        decided = [fact for fact in facts_of(each) if isinstance(fact, ChallengeDecided)]
        now = decided[0] if decided else before.challenge
        return (getattr(now, words.removeprefix("the ")) if now is not None else "") or ...
    now = after.challenge
    sides = {} if now is None else {"the attacking player": now.attacker, "the defending player": now.defender}
    return sides.get(words, ...)


def test_seat_and_other_are_the_players_whom_the_words_name() -> None:
    met = Counter[str]()
    for seed in (2, 4):
        for each in played(opened_at_random(seed, "open").match, Player(Dice(f"occasions {seed}")), 300):
            for condition in conditions_of(each):
                occasion = OCCASIONS[condition.kind]
                for field in ("seat", "other"):
                    words, player = getattr(occasion, field), getattr(condition, field)
                    assert bool(player != NO_SEAT) == bool(words), f"{condition.kind}.{field}"
                    named = player_named(words, condition, each)
                    assert named in (..., player) or not words, f"{condition.kind}.{field} is {player}, not {words}"
                    met[condition.kind] += 1
    assert {"challenge_initiated", "challenge_won", "challenge_lost", "claim_applied", "knelt"} <= met.keys()


def test_each_kind_that_is_carried_out_has_its_players_in_words() -> None:
    assert all(OCCASIONS[kind].seat for kind in AgotLcg.executors if "card" in OCCASIONS[kind].about)
