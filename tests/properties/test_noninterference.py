"""Noninterference: what a seat must not see changes nothing of what that seat, and the public, are shown.

Twin matches (see `twins`) give the viewer the same views, logs, options, sizes, places of facts and waits, byte for
byte after handles are renamed by first appearance. What differs a game says, and what leaks: each leak must be found,
or the test would be blind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest

from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import PUBLIC, Viewer
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from tests.builders import Dice, played
from tests.games import each_case, each_game, each_start, opened
from tests.games.bringing import Beginning, GameTests, PlayTests, SecretTests, Start
from tests.properties.twins import Interference, handles_in, rename_handles

COMMITMENT = re.compile(r"[0-9a-f]{64}")  # to the seed, which differs


def check_pairs(game: SecretTests, beginning: Beginning, seeds: Iterable[int]) -> Counter[str]:
    """Compare a pair for each seed; returns how they ended, and the number of actions compared."""
    counts = Counter[str]()
    for seed in seeds:
        match = beginning.begin(seed)
        viewer = match.table.seats[seed % len(match.table.seats)]
        pair = game.pair(match, viewer, Dice(f"pair {seed}"))
        counts[pair.play(beginning.most)] += 1
        counts["actions"] += pair.actions
    return counts


@each_case("noninterference", lambda game: game.beginnings)
def test_a_viewer_cannot_tell_what_is_hidden_from_it(game: GameTests, case: str) -> None:
    beginning = game.beginnings[case]
    counts = check_pairs(game, beginning, range(beginning.sample))
    assert counts["actions"] >= beginning.least, counts
    assert counts["revealed"] or not beginning.reveals, counts


@each_case("noninterference", lambda game: game.leaks)
def test_a_leak_is_found(game: GameTests, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = game.leaks[case]
    if leak.patch is not None:
        monkeypatch.setattr(*leak.patch)
    with pytest.raises(Interference):
        check_pairs(game, leak.beginning, leak.seeds)


def told_of_opening(opening: NewVersion) -> str:
    """What the public is told of the opening of a match."""
    event = matches.decode_event(matches.initial("m-1", opening.match.seed), opening.payload)
    # The command is whole for nobody but who opened the match; the public reads its type.
    text = msgspec.json.encode(matches.redact_event(event, 1, PUBLIC)).decode()
    return rename_handles(COMMITMENT.sub("commitment", text), lambda handle: "card")


@each_game("noninterference")
def test_the_public_is_told_nothing_hidden_at_the_opening(game: GameTests) -> None:
    openings = list(game.openings())
    assert len({each.payload for each in openings}) == len(openings) > 1
    assert len({told_of_opening(each) for each in openings}) == 1


def check_handles(game: PlayTests, start: Start, cap: int = 500) -> int:
    """Along one match: no viewer is sent the handle of a card that it does not see; returns the handles sent."""
    opening = opened(game, start)
    known: dict[str, set[str]] = {each: set() for each in (*opening.match.table.seats, PUBLIC)}
    sent = 0
    for step in played(opening.match, game.player(start.seed, "handles"), cap):
        event = matches.decode_event(step.before, step.following.payload)
        for viewer, learned in known.items():
            learned |= {card for fact in event.facts for card in shown_to(fact, viewer)}
            text = msgspec.json.encode(matches.redact_event(event, step.following.match.version, viewer)).decode()
            for handle in handles_in(text):
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
    return not there or any(table.sees_card(Viewer(viewer), card) for table, card in there)


@each_start("handles")
def test_the_handle_of_a_hidden_card_is_never_sent(game: GameTests, case: Start) -> None:
    assert check_handles(game, case) > 0


def test_words_with_the_form_of_a_handle_are_no_handles() -> None:
    told = '{"attackers": "defenders", "card": "k3v9x2m7q", "limit": "round:k3v9x2m7q:0"}'
    assert handles_in(told) == ["k3v9x2m7q", "k3v9x2m7q"]
    assert rename_handles(told, lambda handle: "card1") == told.replace("k3v9x2m7q", "card1")
