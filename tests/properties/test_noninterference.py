"""Noninterference: what a player must not see changes nothing of what that player is shown.

Twin matches (see `twins`) give the viewer the same views, logs, options, sizes, places of facts and waits, byte for
byte after handles are renamed by first appearance. The policy `fast` leaks by design, and so does a `seen_by` that is
made to: both must be found, or the test would be blind.
"""

from collections import Counter

import msgspec
import pytest

from domain.kernel.cards import Learned
from domain.kernel.ids import PUBLIC, Viewer
from domain.match import aggregate as matches
from domain.match.aggregate import Match
from tests.builders import ENDLESS, SEATS, Dice, Player, opened, played
from tests.decks import agenda_named, opened_at_random, random_deck_of
from tests.properties.twins import HANDLE, Interference, Pair, is_quiet

SAMPLE = 24
MOST = 120  # actions of one pair
STARTS = {"public": 260, "open": 900, "fast": 200}  # the last version at which a pair begins


def beginning(seed: int, policy: str) -> Match:
    """A quiet version of a random match."""
    opening = opened_at_random(seed, policy)
    wanted = Dice(f"begin {seed}").below(STARTS[policy])
    found = opening.match
    for step in played(opening.match, Player(Dice(f"twin {seed}")), ENDLESS):
        if is_quiet(step.following.match):
            found = step.following.match
            if found.version > wanted:
                break
    return found


def check_pairs(policy: str, seeds: range) -> Counter[str]:
    """Compare a pair for each seed; returns how they ended, and the number of actions compared."""
    counts = Counter[str]()
    for seed in seeds:
        pair = Pair(beginning(seed, policy), SEATS[seed % 2], Dice(f"pair {seed}"))
        counts[pair.play(MOST)] += 1
        counts["actions"] += pair.actions
    return counts


@pytest.mark.parametrize("policy", ["public", "open"])
def test_a_viewer_cannot_tell_what_is_hidden_from_it(policy: str) -> None:
    counts = check_pairs(policy, range(SAMPLE))
    assert counts["actions"] > 4 * SAMPLE, counts


def test_the_policy_fast_is_found_to_leak() -> None:
    with pytest.raises(Interference):
        check_pairs("fast", range(SAMPLE))


def test_a_leaking_redaction_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Learned, "seen_by", lambda fact, viewer: fact)
    with pytest.raises(Interference):
        check_pairs("public", range(SAMPLE))


def public_opening(seed: int, faction: str, agenda: str) -> str:
    """What the public is told of the opening of a match with random decks of a faction under an agenda."""
    dice = Dice(f"opening {seed}")
    decks = tuple(random_deck_of(dice, faction, agenda_named(agenda)) for _ in SEATS)
    following = opened(3, decks=decks)
    event = matches.decode_event(matches.initial("m-1", following.match.seed), following.payload)
    # The command is whole for nobody but who opened the match; the public reads its type.
    return HANDLE.sub("card", msgspec.json.encode(matches.redact_event(event, 1, PUBLIC)).decode())


def test_the_public_is_told_nothing_of_the_decks_at_the_opening() -> None:
    told = {public_opening(seed, "stark", "fealty") for seed in range(10)}
    assert len(told) == 1


def check_handles(seed: int, policy: str) -> int:
    """Along one match: no viewer is sent the handle of a card that it does not see; returns the handles sent."""
    opening = opened_at_random(seed, policy)
    known: dict[str, set[str]] = {each: set() for each in (*SEATS, PUBLIC)}
    sent = 0
    for step in played(opening.match, Player(Dice(f"handles {seed}")), 500):
        event = matches.decode_event(step.before, step.following.payload)
        for viewer, learned in known.items():
            learned |= {card for fact in event.facts for card in shown_to(fact, viewer)}
            text = msgspec.json.encode(matches.redact_event(event, step.following.match.version, viewer)).decode()
            for handle in HANDLE.findall(text):
                sent += 1
                assert may_know(step.before, step.following.match, viewer, handle, learned), (
                    f"version {step.following.match.version}: {viewer} is sent {handle}: {text}"
                )
    return sent


def shown_to(fact: object, viewer: str) -> list[str]:
    if isinstance(fact, Learned) and {viewer, PUBLIC} & set(fact.to):
        return [str(handle) for handle, _ in fact.cards]
    return []


def may_know(before: Match, after: Match, viewer: str, handle: str, learned: set[str]) -> bool:
    """Whether a viewer sees, or was shown, the card of a handle before or after an action."""
    if handle in learned:
        return True
    cards = [(match.table, match.table.cards.get(handle)) for match in (before, after)]
    there = [(table, card) for table, card in cards if card is not None]
    return not there or any(table.sees(Viewer(viewer), card.zone) for table, card in there)


@pytest.mark.parametrize("policy", ["public", "open"])
def test_the_handle_of_a_hidden_card_is_never_sent(policy: str) -> None:
    for seed in range(4):
        assert check_handles(seed, policy) > 0
