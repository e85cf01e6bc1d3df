"""Noninterference: what a seat must not see changes nothing of what that seat, and the public, are shown.

Twin matches (see `twins`) give the viewer the same views, logs, options, sizes, places of facts and waits, byte for
byte after handles are renamed by first appearance. What differs a game says, and what leaks: each leak must be found,
or the test would be blind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import pytest

from domain.judging.remedies.corrections import correct_table
from domain.kernel import redaction
from domain.kernel.cards.card_facts import Learned
from domain.kernel.cards.unseen_handles import HandlesUnseen, is_searched, named_handles
from domain.kernel.corrections.changes import AddEffect, AnyChange, SetCount, SetMark, SetTokens
from domain.kernel.facts import Fact
from domain.kernel.ids import PUBLIC, Handle, Viewer
from domain.kernel.refusals import Refused
from domain.kernel.state.fields import mark_fields
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from domain.match.envelope import Stamp
from domain.match.events import StoredEvent
from domain.match.judge_orders import CorrectTable
from tests.builders import Dice, played
from tests.games import each_case, each_game, each_start, games_with, opened
from tests.games.bringing import Beginning, GameTests, PlayTests, SecretTests, Start
from tests.properties.changes import DRAWN, random_changes
from tests.properties.test_rewinds import RULED, Judged
from tests.properties.twins import Interference, Pair, handles_in, rename_handles

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
    sent = HandlesSent(opening.match)
    for step in played(opening.match, game.player(start.seed, "handles"), cap):
        sent.take(step.before, step.following)
    return sent.handles


class HandlesSent:
    """The handles that the viewers of a match are sent, each of a card that its viewer sees or was shown."""

    def __init__(self, match: Match) -> None:
        self.handles = 0
        self.known: dict[str, set[str]] = {each: set() for each in (*match.table.seats, PUBLIC)}

    def take(self, before: Match, following: NewVersion) -> StoredEvent:
        """Check what is sent of the next event. Returns the event."""
        after = following.match
        event = matches.decode_event(before, following.payload)
        check_unsearched(event.facts, {*before.table.cards, *after.table.cards})
        for viewer, learned in self.known.items():
            learned |= {card for fact in event.facts for card in shown_to(fact, viewer)}
            text = msgspec.json.encode(matches.redact_event(event, after.version, viewer)).decode()
            for handle in handles_in(text):
                self.handles += 1
                assert may_know(before, after, viewer, handle, learned), (
                    f"version {after.version}: {viewer} is sent {handle}: {text}"
                )
        return event


def check_unsearched(facts: Iterable[Fact], cards: Collection[str]) -> None:
    """A fact that is not searched for hidden cards names none, or says itself who sees which."""
    for fact in facts:
        if not (is_searched(type(fact)) or vars(type(fact)).get("says_who_sees")):
            assert not named_handles(fact).intersection(cards), fact


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


def check_handles_by_hand(game: str, seeds: Iterable[int], steps: int = 150) -> Counter[str]:
    """Along matches of play and corrections by hand: no viewer is sent the handle of a card that it does not see.

    Returns the number of corrections, and of the actions that name a card which not everybody sees.
    """
    counts = Counter[str]()
    for seed in seeds:
        corrected = Corrected(game, seed)
        for _ in range(steps):
            corrected.step()
        counts += corrected.counts
    return counts


class Corrected(Judged):
    """A match that is played and corrected, with the handles that are sent of it."""

    def __init__(self, game: str, seed: int) -> None:
        self.counts = Counter[str]()
        self.sent: HandlesSent | None = None
        super().__init__(game, seed)
        self.sent = HandlesSent(self.match)

    def take(self, following: NewVersion) -> None:
        if self.sent is not None:
            event = self.sent.take(self.match, following)
            self.counts["unseen"] += any(isinstance(fact, HandlesUnseen) for fact in event.facts)
        super().take(following)

    def step(self) -> None:
        if self.match.table.over is not None:
            return
        if not self.dice.chance(25):
            self.play()
            return
        made = changes_on_hidden(self.match, self.dice) if self.dice.chance(50) else ()
        command = CorrectTable(made or random_changes(self.match, self.dice))
        key = f"c{self.match.version}"
        try:
            self.take(correct_table(self.match, command, self.events, RULED, Stamp(key, "", key)))
        except Refused:
            return
        self.counts["corrections"] += 1


def check_pairs_by_hand(game: SecretTests, beginning: Beginning, seeds: Iterable[int]) -> Counter[str]:
    """Compare a pair for each seed, in which a judge makes the same changes by hand in both worlds now and then.

    Returns the number of actions compared, of corrections among them, and of those of a card hidden from the viewer.
    """
    counts = Counter[str]()
    for seed in seeds:
        match = beginning.begin(seed)
        dice = Dice(f"corrected pair {seed}")
        pair = game.pair(match, match.table.seats[seed % len(match.table.seats)], dice)
        while pair.actions < beginning.most and pair.one.match.table.over is None:
            if dice.chance(30):
                before = pair.one.match
                made = corrected_alike(pair, dice)
                counts["corrections"] += bool(made)
                counts["hidden"] += names_hidden(before, Viewer(pair.viewer), made)
            elif pair.play(pair.actions + 1) != "long enough":
                break
        counts["actions"] += pair.actions
    return counts


def corrected_alike(pair: Pair, dice: Dice) -> tuple[AnyChange, ...]:
    """Make a change of a hidden card in play, or of cards that the viewer knows, in both worlds, and compare them.

    Returns the changes; none if none of those drawn was allowed in both worlds: a game may refuse every change of a
    hidden card.
    """
    match = pair.one.match
    for n in range(DRAWN):
        made = (changes_on_hidden(match, dice) if n % 2 == 0 else ()) or random_changes(match, dice)
        if all(handle in pair.one.names for handle in hidden_in(match, made)) and changed_in_both(pair, made):
            pair.compared()
            return made
    return ()


def names_hidden(match: Match, viewer: Viewer, made: tuple[AnyChange, ...]) -> bool:
    """Whether changes name a card that a viewer does not see."""
    table = match.table
    named = (table.find_card(Handle(each)) for each in handles_in(msgspec.json.encode(made).decode()))
    return any(card is not None and not table.sees_card(viewer, card) for card in named)


def changed_in_both(pair: Pair, made: tuple[AnyChange, ...]) -> bool:
    """Make changes in both worlds: a card of one is that of the other in its place. Returns whether both allow them."""
    one, other = pair.one.match, pair.other.match
    translated = [place_in(other, one, msgspec.to_builtins(each)) for each in made]
    theirs = msgspec.convert(translated, tuple[AnyChange, ...])
    try:
        followings = [
            correct_table(match, CorrectTable(changes), {}, RULED, Stamp(f"c{match.version}", "", "c"))
            for match, changes in ((one, made), (other, theirs))
        ]
    except Refused:
        return False
    for world, following in zip(pair.worlds, followings, strict=True):
        world.event = matches.decode_event(world.match, following.payload)
        world.match = following.match
    return True


def hidden_in(match: Match, made: tuple[AnyChange, ...]) -> list[str]:
    """The cards out of play that changes name, and the changes that draw: of them a world may tell what it must."""
    named = handles_in(msgspec.json.encode(made).decode())
    return [each for each in named if not match.table.is_in_play(Handle(each))] + [
        "" for each in made if not isinstance(each, SetMark | SetTokens | SetCount | AddEffect)
    ]


def place_in(there: Match, here: Match, value: Any) -> Any:
    """A value of one world in the other: each card is the one in its place."""
    if isinstance(value, str) and value in here.table.cards:
        zone = here.table.cards[value].zone
        return there.table.zone(zone)[here.table.zone(zone).index(value)]
    if isinstance(value, dict):
        return {name: place_in(there, here, each) for name, each in value.items()}
    return [place_in(there, here, each) for each in value] if isinstance(value, (list, tuple)) else value


@each_case("noninterference", lambda game: game.beginnings if "corrections" not in game.left_out else ())
def test_corrections_tell_a_viewer_nothing_hidden(game: GameTests, case: str) -> None:
    beginning = game.beginnings[case]
    counts = check_pairs_by_hand(game, beginning, range(min(8, beginning.sample)))
    assert counts["corrections"] > 0
    assert (counts["hidden"] > 0) == beginning.changes_hidden, counts


def changes_on_hidden(match: Match, dice: Dice) -> tuple[AnyChange, ...]:
    """A mark is set or removed, or an effect begun, on a card in play that not everybody sees, if there is one."""
    table = match.table
    hidden = [card for card in table.cards.values() if table.is_in_play(card.handle) and table.sight(card) != "all"]
    card = dice.pick(hidden) if hidden else None
    if card is None:
        return ()
    marks = [*mark_fields(table.new_card)]
    if not marks or dice.chance(30):
        return (AddEffect("strength", "phase", amount=2, on=(card.handle,)),)
    mark = dice.pick(marks)
    return (SetMark(card.handle, mark, not getattr(card, mark)),)


@each_game("corrections")
def test_a_correction_sends_no_handle_of_a_hidden_card(game: GameTests) -> None:
    counts = check_handles_by_hand(game.name, range(4))
    assert counts["corrections"] > 4
    assert (counts["unseen"] > 0) == has_hidden(game), "no correction names a hidden card"


def has_hidden(game: GameTests) -> bool:
    """Whether a game has cards in play that not everybody sees and that a judge can change."""
    return any(each.changes_hidden for each in game.beginnings.values())


@pytest.mark.parametrize("game", [each.name for each in games_with("corrections") if has_hidden(each)])
def test_a_handle_that_a_correction_leaks_is_found(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "unseen_by", lambda facts, viewer: frozenset())
    with pytest.raises(AssertionError, match="is sent"):
        check_handles_by_hand(game, range(4))


@each_case("noninterference", lambda game: game.change_leaks)
def test_what_a_change_tells_of_a_hidden_card_is_found(
    game: GameTests, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak = game.change_leaks[case]
    assert leak.patch is not None
    monkeypatch.setattr(*leak.patch)
    with pytest.raises(Interference):
        check_pairs_by_hand(game, leak.beginning, leak.seeds)


def test_words_with_the_form_of_a_handle_are_no_handles() -> None:
    told = '{"attackers": "defenders", "card": "k3v9x2m7q", "limit": "round:k3v9x2m7q:0"}'
    assert handles_in(told) == ["k3v9x2m7q", "k3v9x2m7q"]
    assert rename_handles(told, lambda handle: "card1") == told.replace("k3v9x2m7q", "card1")
