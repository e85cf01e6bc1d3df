"""What Kites brings to the tests: matches with random decks, tokens that are counted, hands that are hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from msgspec import Struct, structs

from domain.cardgame.facts.cards import TokensPlaced
from domain.kernel.cards.card_facts import Learned
from domain.kernel.chance import RandomStream
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from tests.builders import ENDLESS, POLICIES, SEATS, Dice, Player, Talkative, begun, played, seat_texts
from tests.examples.kites.game import rules
from tests.examples.kites.positions import POINTS
from tests.examples.kites.table import CORD, RIBBON, KitesCard, KitesTable
from tests.games.bringing import (
    Beginning,
    ChangeTests,
    CountedTests,
    JudgedTests,
    LateTests,
    Leak,
    PlayTests,
    PositionTests,
    SecretTests,
    Start,
    ViewTests,
    WrittenPositions,
    WrongCommand,
)
from tests.games.card_changes import control, end_effect, in_play
from tests.games.card_tables import (
    Amounts,
    cards_brought,
    changed,
    is_quiet,
    redeal,
    table_seen,
    tokens_on,
    tokens_said,
)
from tests.games.common_changes import COMMON, COMMON_KINDS, ChangeDraw, a_seat
from tests.properties.twins import Pair

BAG = [card.key for card in rules.pool.cards.values() if card.deck == "bag" for _ in range(card.deck_limit)]
FLYERS = [card.key for card in rules.pool.cards.values() if card.deck == "flyer"]
STATE = ("zones", "players", "usage", "first_player", "round", "phase", "counter", "over")


def random_deck(dice: Dice) -> dict[str, Any]:
    """A lawful deck: a flyer, and a bag of twenty cards or more."""
    bag = [*BAG]
    dice.random.shuffle(bag)
    return {"flyer": dice.pick(FLYERS), "bag": bag[: 20 + dice.below(len(BAG) - 19)]}


def opening(seed: int, policy: str = "public") -> OpenMatch:
    dice = Dice(f"decks {seed}")
    return OpenMatch("kites", seat_texts((random_deck(dice), random_deck(dice))), policy)


def starts(seeds: Iterable[int], policies: Iterable[str] = POLICIES) -> tuple[Start, ...]:
    return tuple(Start(policy, seed) for policy in policies for seed in seeds)


def beginning(seed: int, policy: str) -> Match:
    """A quiet version of a random match."""
    found, wanted = begun(opening(seed, policy), seed).match, Dice(f"begin {seed}").below(60)
    for step in played(found, Player(Dice(f"twin {seed}")), ENDLESS):
        if is_quiet(step.following.match):
            found = step.following.match
            if found.version > wanted:
                break
    return found


class Counts(NamedTuple):
    """All that is counted on a table."""

    tokens: Amounts
    brought: dict[tuple[str, str], int]


def at_launch() -> Match:
    """The first launch phase of a match in which chance names Alice the first player."""
    matches = (begun(opening(1), seed).match for seed in count())
    return next(each for each in matches if each.table.first_player == SEATS[0])


def laid(**cards: str) -> Match:
    """Alice acts first in the first launch phase; these cards lie beside those that were drawn: `alice_hand="calm"`.

    A card has its id as its handle, behind the first letter of its seat.
    """
    match = at_launch()
    table = match.table.branch()
    for area, ids in cards.items():
        seat, _, kind = area.partition("_")
        for id in ids.split():
            table.lay_new_card(Seat(seat), kind, Handle(f"{seat[0]}-{id}"), f"first/{id}")
    return structs.replace(match, table=table)


def wrong_at_launch(command: dict[str, Any], rule: str) -> WrongCommand:
    """A wrong command of Alice, who acts first in the first launch phase."""
    return WrongCommand(at_launch, SEATS[0], lambda match: command, rule)


def move(table: Any, dice: Dice) -> AnyChange:
    card = table.cards[dice.pick(sorted(table.cards))]
    to, host = zone(card.owner, dice.pick([*table.zone_kinds])), in_play(table, dice) if dice.chance(20) else NO_CARD
    return changes.MoveCard(to, card.handle, host=host)


def launch(table: Any, dice: Dice) -> AnyChange:
    """A card of a hand into play, on a card if it is a tail."""
    seat = a_seat(table, dice)
    card = table.cards[dice.pick(table.zone(zone(seat, "hand")) or table.in_play())]
    return changes.MoveCard(
        zone(seat, table.entry_zone), card.handle, host=in_play(table, dice) if card.type == "tail" else NO_CARD
    )


def tangle(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.SetMark(card, "tangled", not table.cards[card].tangled)


def put_tokens(table: Any, dice: Dice) -> AnyChange:
    return changes.SetTokens(in_play(table, dice), dice.pick((CORD, RIBBON)), dice.below(4))


def tie(table: Any, dice: Dice) -> AnyChange:
    tails = [card for card in table.in_play() if table.cards[card].type == "tail"]
    return changes.Attach(dice.pick(tails or table.in_play()), in_play(table, dice))


def begin_effect(table: Any, dice: Dice) -> AnyChange:
    return changes.AddEffect("lift", "phase", amount=dice.below(3), on=(in_play(table, dice),))


class KitesTests(PlayTests, CountedTests, SecretTests, PositionTests, ViewTests, ChangeTests, LateTests, JudgedTests):
    """Random play, what is counted, what is hidden, what is written as a position, what judges do."""

    name = "kites"
    book = "tests.examples.kites"
    left_out: Mapping[str, str] = {
        "forgotten abilities": "it needs a position and a correction written for it, and Kites brings none",
        "alike cards": "it needs a position with copies and a command that means one, and Kites brings none",
    }
    forgotten = alike = None
    judged_steps, judged_proved = 150, 150
    judged_often: tuple[str, ...] = ()
    judged_cases: tuple[int, ...] = (1,)
    samples: Mapping[str, tuple[Start, ...]] = {
        "play": starts(range(8)),
        "resume": starts(range(3)),
        "offers": starts(range(2)),
        "ledger": starts(range(3)),
        "policies": starts(range(3), ("public", "fast")),
        "conservation": starts(range(4)),
        "handles": starts(range(3), ("public", "open")),
    }
    groups: Mapping[str, tuple[str, ...]] = {policy: (policy,) for policy in POLICIES}
    parts: Mapping[str, tuple[Start, ...]] = {
        f"part {part + 1} of 4": tuple(
            Start(POLICIES[seed % len(POLICIES)], 10_000 + seed) for seed in range(part * 50, part * 50 + 50)
        )
        for part in range(4)
    }
    probed = 5
    proved = 1
    words: tuple[str, ...] = ("sky", "lift")
    wrong: Mapping[str, WrongCommand] = {
        "a card that there is not": wrong_at_launch({"type": "launch_card", "card": "nowhere"}, "choice.unknown-card"),
        "kites out of time": wrong_at_launch({"type": "send_kites", "kites": []}, "kites.contest.send"),
    }
    silenced: tuple[type[Fact], ...] = (TokensPlaced,)
    beginnings: Mapping[str, Beginning] = {
        policy: Beginning(partial(beginning, policy=policy), 80, 6, 30) for policy in ("public", "open")
    }
    # the policy `fast` leaks by design
    leaks: Mapping[str, Leak] = {
        "the policy fast": Leak(Beginning(partial(beginning, policy="fast"), 80, 12, 60), range(24)),
        "what was learned": Leak(beginnings["public"], range(12), (Learned, "seen_by", lambda fact, viewer: fact)),
    }

    described: Mapping[str, type[Struct]] = {"players.*": KitesTable.new_player, "players.*.in_play.*": KitesCard}
    draws: tuple[ChangeDraw, ...] = (
        *(move, move, launch, tangle, put_tokens, control, tie, begin_effect, end_effect),
        *COMMON,
    )
    change_kinds = (
        *(f"move_card to {kind}" for kind in KitesTable.zone_kinds if kind != "playing"),
        *("set_mark tangled", "set_tokens named", "set_controller", "attach", "add_effect", "end_effect"),
        *COMMON_KINDS,
    )
    whole_steps = ()

    positions = WrittenPositions(
        {policy: starts(range(4), (policy,)) for policy in POLICIES}, frozenset(POINTS), every=4, within=2, cap=90
    )

    def judged_opening(self, seed: int) -> OpenMatch:
        return opening(seed, POLICIES[seed % len(POLICIES)])

    def missing_changes(self, table: Any, seat: Seat, dice: Dice) -> tuple[AnyChange, ...]:
        """None is written for Kites: abilities are resolved late at places drawn at random alone."""
        return ()

    def opening(self, start: Start) -> OpenMatch:
        return opening(start.seed, start.agreed)

    def player(self, seed: int, purpose: str) -> Player:
        return Talkative(Dice(f"{purpose} {seed}"))

    def names(self, match: Match) -> list[str]:
        return sorted(match.table.cards)

    def state(self, table: KitesTable) -> Any:
        cards = {handle: structs.replace(card, entered=0) for handle, card in table.cards.items()}
        contest = table.contest and structs.replace(table.contest, id=0)
        return cards, contest, *(getattr(table, name) for name in STATE)

    def seen(self, match: Match) -> Any:
        """What lies there, with no effects on cards that are gone; a contest that was laid has another number."""
        table = match.table.branch()
        for id in [each.id for each in table.lasting.values() if not set(each.cards) & table.cards.keys()]:
            table.lasting.take(id)
        table.contest = table.contest and structs.replace(table.contest, id=0)
        return table_seen(structs.replace(match, table=table))

    def said_of_change(self, table: KitesTable, change: AnyChange) -> str | None:
        return None

    def amounts(self, table: KitesTable) -> dict[tuple[str, ...], Any]:
        """Of players nothing is counted: tokens lie on cards."""
        return {}

    def check_given_up(self, table: KitesTable, frame: str) -> None:
        """None of its steps is given up as a whole."""

    def counted(self, table: KitesTable) -> Counts:
        return Counts(tokens_on(table), cards_brought(table))

    def expected(self, table: KitesTable, fact: Fact, before: Counts) -> Counts:
        return Counts(changed(before.tokens, tokens_said(fact, table)), before.brought)

    def check_counts(self, table: KitesTable, fact: Fact) -> None:
        """No token is owed, and nothing but a tail in play is on another card."""
        for card in table.cards.values():
            assert min(card.tokens.values(), default=0) >= 0
            assert bool(card.host) == (table.is_in_play(card.handle) and card.type == "tail")

    def check_version(self, match: Match) -> None:
        """A kite has one tail at most, and takes part in a contest only while it is in play."""
        table = match.table
        assert all(len(table.on(card)) <= 1 for card in table.in_play())
        assert table.contest is None or all(map(table.is_in_play, table.contest.participants))

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        """The same match with other cards in the hand of the other player and in both decks."""
        table, seed = match.table.branch(), dice.random.randbytes(32)
        names = RandomStream(seed, person=b"test.handles")
        (other,) = table.opponents(Seat(viewer))
        redeal(table, dice, names, [zone(other, "hand"), zone(other, "deck")], BAG if dice.chance(50) else ())
        redeal(table, dice, names, [zone(Seat(viewer), "deck")], shuffled=dice.chance(25))
        return structs.replace(match, seed=seed, table=table)

    def openings(self) -> Iterator[NewVersion]:
        """Other cards in bags of the same size."""
        for seed in range(4):
            decks = [{"flyer": FLYERS[0], "bag": random_deck(Dice(f"{seat} {seed}"))["bag"][:20]} for seat in SEATS]
            yield begun(OpenMatch("kites", seat_texts(tuple(decks)), "public"), 3)

    def pair(self, match: Match, viewer: str, dice: Dice) -> Pair:
        return Pair(match, self.twin_of(match, viewer, dice), viewer, dice)


TESTS = KitesTests()
