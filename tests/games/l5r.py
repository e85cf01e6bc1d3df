"""What Legend of the Five Rings brings to the tests: random legal decks, honor and fate, facedown cards.

Read in this order: `random_deck`, `L5rTests`, then what it is made of: what is counted, what is secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from msgspec import Struct, structs

from domain.cardgame.abilities.limit_counters import is_of_copy
from domain.games.l5r.commands import DeckList, PlayCharacter
from domain.games.l5r.corrections.changes import BY_SIDE
from domain.games.l5r.decks.deck_building import deck_faults
from domain.games.l5r.facts.cards import FateInvested, FatePlaced
from domain.games.l5r.facts.conflicts import RingContested, RingFatePlaced, RingsSwitched
from domain.games.l5r.facts.players import FateGained, FateGiven, FateSpent, HonorGained, HonorGiven, HonorLost
from domain.games.l5r.game import deck_of, rules
from domain.games.l5r.pool.printed import CLAN_NAMES, ELEMENTS, Printed
from domain.games.l5r.state import CONFLICTS, IN_PROVINCES, ROW, SLOTS, L5rTable
from domain.kernel.cards.card_facts import CardsMoved, Learned
from domain.kernel.chance import RandomStream
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from tests.builders import ENDLESS, POLICIES, SEATS, Dice, Player, Talkative, begun, played, seat_texts
from tests.games.bringing import Alike, Beginning, Forgotten, GameTests, Leak, Start, WrittenPositions, WrongCommand
from tests.games.card_changes import OF_CARDS, in_play
from tests.games.card_tables import (
    Amounts,
    cards_brought,
    changed,
    is_quiet,
    redeal,
    redeal_where_they_lie,
    stays_in_play,
    table_seen,
)
from tests.games.common_changes import COMMON, COMMON_KINDS, ChangeDraw, a_seat
from tests.properties.twins import Pair

GAME = "l5r"
CARDS = tuple(rules.pool.cards.values())
LEAST, MOST, CHARACTERS = 40, 45, 10
PROOF = range(20_000, 21_000)
"""The seeds of the proof."""
PAIRS_OF_CLANS = tuple(combinations_with_replacement(CLAN_NAMES, 2))


# --- decks


def random_deck(dice: Dice, clan: str = "") -> DeckList:
    """A lawful deck of a clan, of a random one where none is said, with a role or without one, and cards of another."""
    clan = clan or dice.pick(tuple(CLAN_NAMES))
    stronghold = next(card for card in CARDS if card.type == "stronghold" and card.clan == clan)
    role = dice.pick([None, *(card for card in CARDS if card.type == "role")])
    own = [card for card in CARDS if card.clan in (clan, "neutral") and fits_role(card, role)]
    deck = DeckList(
        stronghold.key,
        role.key if role else "",
        random_provinces(dice, own),
        random_cards(dice, [card for card in own if card.deck == "dynasty"]),
        random_conflict_cards(dice, own, clan, stronghold.influence_value),
    )
    assert not deck_faults(deck_of(deck), rules.pool)
    return deck


def fits_role(card: Printed, role: Printed | None) -> bool:
    return card.role_restriction in (None, role.role if role else None)


def random_provinces(dice: Dice, own: list[Printed]) -> tuple[str, ...]:
    """A province for each ring."""
    provinces = [card for card in own if card.type == "province"]
    return tuple(dice.pick([card for card in provinces if card.elements == (each,)]).key for each in ELEMENTS)


def copies(dice: Dice, cards: Iterable[Printed]) -> list[Printed]:
    """As many copies as a deck may hold of each of these cards, shuffled."""
    found = [card for card in cards for _ in range(min(3, card.deck_limit))]
    dice.random.shuffle(found)
    return found


def random_cards(dice: Dice, cards: Iterable[Printed]) -> tuple[str, ...]:
    return tuple(card.key for card in copies(dice, cards)[: LEAST + dice.below(MOST - LEAST + 1)])


def random_conflict_cards(dice: Dice, own: list[Printed], clan: str, influence: int) -> tuple[str, ...]:
    """Conflict cards with ten characters at most, and of another clan what the influence buys."""
    other = dice.pick([each for each in CLAN_NAMES if each != clan])
    bought, left = [], influence
    for card in copies(dice, (each for each in CARDS if each.clan == other and each.deck == "conflict")):
        if card.influence_cost is not None and card.influence_cost <= left and fits_role(card, None):
            left -= card.influence_cost
            bought.append(card)
    listed = [*bought[: dice.below(6)], *copies(dice, (card for card in own if card.deck == "conflict"))]
    characters = [card for card in listed if card.type == "character"][:CHARACTERS]
    others = [card for card in listed if card.type != "character"]
    return tuple(card.key for card in [*characters, *others][: LEAST + dice.below(MOST - LEAST + 1)])


def random_seats(seed: int) -> tuple[str, ...]:
    """Two seats with random decks, as a match is opened with them; in the proof each pair of clans by turns."""
    dice = Dice(f"decks {seed}")
    first, second = clans_of(seed) if seed in PROOF else ("", "")
    return seat_texts((random_deck(dice, first), random_deck(dice, second)))


def clans_of(seed: int) -> tuple[str, str]:
    """The clans of the decks of a match of the proof, in the order of the seats."""
    pair = PAIRS_OF_CLANS[seed % len(PAIRS_OF_CLANS)]
    return pair if seed // len(PAIRS_OF_CLANS) % 2 else pair[::-1]


def opening(seed: int, policy: str) -> OpenMatch:
    return OpenMatch(GAME, random_seats(seed), policy)


def starts(seeds: Iterable[int], policies: Iterable[str] = POLICIES) -> tuple[Start, ...]:
    return tuple(Start(policy, seed) for policy in policies for seed in seeds)


# --- what is counted


class Counts(NamedTuple):
    """All that is counted on a table."""

    honor: Amounts
    fate: Amounts
    brought: dict[tuple[str, str], int]


def counted(table: L5rTable) -> Counts:
    """Honor of each player, fate of players, on cards and on rings, and which cards each player owns."""
    honor: Amounts = {seat: player.honor for seat, player in table.players.items() if player.honor}
    fate: Amounts = {seat: player.fate for seat, player in table.players.items() if player.fate}
    fate.update({handle: card.fate for handle, card in table.cards.items() if card.fate})
    fate.update({element: ring.fate for element, ring in table.rings.items() if ring.fate})
    return Counts(honor, fate, cards_brought(table))


def honor_said(fact: Fact) -> Iterator[tuple[str, int]]:
    if isinstance(fact, HonorGained):
        yield fact.seat, fact.honor
    elif isinstance(fact, HonorLost):
        yield fact.seat, -fact.honor
    elif isinstance(fact, HonorGiven):
        yield from ((fact.giver, -fact.honor), (fact.taker, fact.honor))


def fate_said(fact: Fact, table: L5rTable) -> Iterator[tuple[str, int]]:
    """What a fact says of fate; a card that leaves play loses what it had."""
    if isinstance(fact, FateGained):
        yield fact.seat, fact.fate
    elif isinstance(fact, FateSpent):
        yield fact.seat, -fact.fate
    elif isinstance(fact, FateInvested):
        yield from ((fact.seat, -fact.fate), (fact.card, fact.fate))
    elif isinstance(fact, FatePlaced):
        yield from fact.fate
    elif isinstance(fact, RingFatePlaced):
        yield from ((ring, fact.fate) for ring in fact.rings)
    elif isinstance(fact, RingContested):
        yield from ((fact.ring, -fact.fate), (fact.seat, fact.fate))
    elif isinstance(fact, RingsSwitched) and fact.seat:
        yield from ((fact.other, -fact.fate), (fact.seat, fact.fate))
    elif isinstance(fact, FateGiven):
        yield from ((fact.giver, -fact.fate), (fact.taker, fact.fate))
    elif isinstance(fact, CardsMoved):
        for move in fact.moves:
            had = table.cards[move.old].fate
            yield move.old, -had
            yield move.new, had if stays_in_play(table, move) else 0


def check_places(table: L5rTable) -> None:
    """Cards in provinces have a slot, others none; nothing is below zero; what is on a card is in play on one."""
    for handle, card in table.cards.items():
        assert (card.slot in SLOTS.values()) == (zone_kind(card.zone) in IN_PROVINCES), f"{card.key} in {card.zone}"
        assert card.fate >= 0
        assert not (card.honored and card.dishonored)
        is_attached = table.is_in_play(handle) and card.type == "attachment"
        assert bool(card.host) == is_attached, f"{card.key} in {card.zone} is on {card.host!r}"
        assert not card.host or table.is_in_play(card.host)
        facedown_in = zone_kind(card.zone) in ("province", "row")
        assert facedown_in or not card.facedown, f"{card.key} in {card.zone} is facedown"
    assert all(min(player.honor, player.fate) >= 0 for player in table.players.values())


def check_row(table: L5rTable) -> None:
    """Each province of the row has one dynasty card, but for those that are still to be refilled, if no card comes."""
    owed = Counter((each.seat, each.slot) for each in table.refills)
    for seat in table.seats if table.phase != "setup" else ():
        filled = Counter(card.slot for card in table.dynasty_cards(seat))
        assert all(filled[slot] <= 1 <= filled[slot] + owed[seat, slot] for slot in ROW), (seat, filled, owed)


# --- what is secret


BEGUN_BY = {"public": 160, "open": 300, "fast": 160}  # the last version at which a pair begins


def beginning(seed: int, policy: str) -> Match:
    """A quiet version of a random match."""
    start = begun(opening(seed, policy), seed)
    wanted = Dice(f"begin {seed}").below(BEGUN_BY[policy])
    found = start.match
    for step in played(start.match, Player(Dice(f"twin {seed}")), ENDLESS):
        if is_quiet(step.following.match) and not step.following.match.table.shows_cards:
            found = step.following.match
            if found.version > wanted:
                break
    return found


def twin_of(match: Match, viewer: str, dice: Dice) -> Match:
    """The same match but for what the viewer must not see: decks, the other hand, facedown cards."""
    table, seed = match.table.branch(), dice.random.randbytes(32)
    names = RandomStream(seed, person=b"test.handles")
    (other,) = (seat for seat in table.seats if seat != viewer)
    others = [card.key for card in CARDS if card.deck == "conflict"] if dice.chance(50) else []
    redeal(table, dice, names, [zone(other, "hand"), zone(other, "deck")], others)
    redeal(table, dice, names, [zone(Seat(viewer), "deck")], shuffled=dice.chance(25))
    for seat in table.seats:
        redeal_dynasty(table, dice, names, seat)
    redeal_facedown(table, dice, names, other, "province")
    return structs.replace(match, seed=seed, table=table)


def redeal_dynasty(table: L5rTable, dice: Dice, names: RandomStream, seat: Seat) -> None:
    """Deal the cards of the dynasty deck and the facedown ones in provinces anew."""
    deck = table.zone(zone(seat, "dynasty_deck"))
    hidden = [card.handle for card in table.dynasty_cards(seat) if card.facedown]
    redeal_where_they_lie(table, dice, names, [*deck, *hidden])


def redeal_facedown(table: L5rTable, dice: Dice, names: RandomStream, seat: Seat, kind: str) -> None:
    redeal_where_they_lie(
        table, dice, names, [card for card in table.zone(zone(seat, kind)) if table.cards[card].facedown]
    )


# --- what may be changed by hand


def mark(table: Any, dice: Dice) -> AnyChange:
    card, which = in_play(table, dice), dice.pick(("bowed", "bowed", "honored", "dishonored", "broken"))
    return changes.SetMark(card, which, not getattr(table.cards[card], which))


def take_part(table: Any, dice: Dice) -> AnyChange:
    now = table.contest
    if now is not None and now.participants and dice.chance(60):
        card = dice.pick(now.participants)
        return changes.SetMark(card, "attacking" if card in now.attackers else "defending", False)
    return changes.SetMark(in_play(table, dice), dice.pick(BY_SIDE), True)


def fate_on(table: Any, dice: Dice) -> AnyChange:
    return changes.SetTokens(in_play(table, dice), dice.pick(("fate", "fate", "slot")), dice.below(4))


def pools(table: Any, dice: Dice) -> AnyChange:
    counter = dice.pick(("honor", "fate", "dial", "opportunities"))
    return changes.SetCount(a_seat(table, dice), counter, dice.below(8))


def move(table: Any, dice: Dice) -> AnyChange:
    card = dice.pick(sorted(table.cards))
    kind = dice.pick(MOVED_TO)
    return changes.MoveCard(zone(table.cards[card].owner, kind), card, host=dice.pick(("", in_play(table, dice))))


def move_from_play(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.MoveCard(zone(table.cards[card].owner, dice.pick(MOVED_TO)), card)


def begin_effect(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    what = "military" if table.cards[card].type == "character" else "strength"
    return changes.AddEffect(what, "phase", amount=dice.below(3), on=(card,))


def ring(table: Any, dice: Dice) -> AnyChange:
    element = dice.pick(ELEMENTS)
    if dice.chance(50):
        return changes.SetMarker(element, "ring", dice.pick((Seat(""), *table.seats)))
    return changes.SetMarker(element, "ring-fate", value=str(dice.below(4)))


def favor(table: Any, dice: Dice) -> AnyChange:
    if dice.chance(30):
        return changes.SetMarker("favor", "favor")
    return changes.SetMarker("favor", "favor", a_seat(table, dice), dice.pick(CONFLICTS))


MOVED_TO = ("deck", "dynasty_deck", "hand", "discard", "dynasty_discard", "play", "play", "removed")
DRAWS: tuple[ChangeDraw, ...] = (
    *(mark, mark, take_part, take_part, fate_on, pools, ring, favor, move, move, move_from_play, begin_effect),
    *OF_CARDS,
    *COMMON,
)
CHANGE_KINDS = (
    *(f"move_card to {kind}" for kind in dict.fromkeys(MOVED_TO)),
    *(f"set_mark {each}" for each in ("bowed", "honored", "dishonored", "broken", *BY_SIDE)),
    "set_tokens named",
    *(f"set_count {each}" for each in ("honor", "fate", "dial", "opportunities")),
    *(f"set_marker {which}" for which in ("ring", "ring-fate", "favor")),
    *("set_controller", "attach", "set_limit", "add_effect", "end_effect", "abandon_step l5r.conflict"),
    *COMMON_KINDS,
)
"""Every kind of change of the closed list that is possible, told apart by what it changes."""

COPIES = """
at: draw.action
first_player: alice
players:
  alice: {honor: 9, fate: 4, hand: [steward-of-law, steward-of-law#2]}
  bob: {honor: 9}
"""
"""Two characters of one title in a hand."""
SAMURAI = """
at: "4.1"
first_player: alice
players:
  alice: {honor: 9, play: [{card: steadfast-samurai, fate: 3}, doji-whisperer, naive-student, brash-samurai]}
  bob: {honor: 9, play: [hida-guardian, eager-scout, doji-gift-giver]}
"""
"""The fate phase begins with a character whose text is for a player with far more honor."""
PAIRS = {policy: Beginning(partial(beginning, policy=policy), 80, 12, 40, changes_hidden=True) for policy in BEGUN_BY}
STATE = (
    *("zones", "players", "first_player", "active_player", "round", "phase", "counter", "over"),
    *("rings", "favor", "favored", "draws"),
)


def far_ahead(table: L5rTable) -> tuple[AnyChange, ...]:
    """The honor that had been counted wrong."""
    return (changes.SetCount(Seat("alice"), "honor", 20),)


def steadfast(table: L5rTable) -> Handle:
    return next(each.handle for each in table.cards.values() if each.key == "core/steadfast-samurai")


def kept(table: L5rTable) -> int:
    """How much lasts on the table."""
    return len(table.lasting)


IN_TEXT = 9
"""No place of an ability in the text of a card is greater."""


def uncounted(card: Any) -> Any:
    """A card without the numbers that count objects: when it entered play, and what gave it its abilities."""
    gained = tuple(structs.replace(each, number=0) for each in card.gained)
    return structs.replace(card, entered=0, gained=gained)


def uses_counted(table: L5rTable) -> Counter[str]:
    """The counters of limits; those of gained abilities without the numbers of these, which count objects."""
    found: Counter[str] = Counter()
    for key, n in table.usage.items():
        parts = key.split(":")
        if is_of_copy(key) and int(parts[2]) > IN_TEXT:
            parts[2] = "gained"
        found[":".join(parts)] += n
    return found


def thousand(size: int) -> Mapping[str, tuple[Start, ...]]:
    """The matches of the proof in parts, the policies by turns."""
    return {
        f"part {part + 1}": tuple(Start(POLICIES[seed % len(POLICIES)], seed) for seed in PROOF[begins : begins + size])
        for part, begins in enumerate(range(0, len(PROOF), size))
    }


class L5rTests(GameTests):
    """Legend of the Five Rings: The Card Game."""

    name = GAME
    book = "domain.games.l5r"
    left_out: Mapping[str, str] = {}
    samples: Mapping[str, tuple[Start, ...]] = {
        "play": starts(range(2)),
        "resume": starts(range(2)),
        "offers": starts(range(1)),
        "conservation": starts(range(2)),
        "ledger": starts(range(2)),
        "policies": starts(range(2), ("public", "fast")),
        "handles": starts(range(2), ("public", "open")),
        "refusals": starts(range(1, 3), ("public",)),
    }
    groups: Mapping[str, tuple[str, ...]] = {policy: (policy,) for policy in POLICIES}
    probed = 9
    proved = 1
    words = (*CONFLICTS, *ELEMENTS, *SLOTS, "home", "conflict")
    parts = thousand(100)
    wrong: Mapping[str, WrongCommand] = {
        "a conflict is declared by its opportunity, not in a window": WrongCommand(
            lambda: begun(opening(1, "public"), 1).match,
            "alice",
            lambda match: {"type": "pass_conflict"},
            "l5r.conflictphase.next-player",
        ),
        "an ability of a card that there is not": WrongCommand(
            lambda: begun(opening(1, "public"), 1).match,
            "bob",
            lambda match: {"type": "initiate_action", "card": "nowhere", "ability": 0},
            "choice.unknown-card",
        ),
    }
    silenced: tuple[type[Fact], ...] = (FateGained, HonorGiven, FateInvested)
    beginnings: Mapping[str, Beginning] = {policy: PAIRS[policy] for policy in ("public", "open")}
    leaks: Mapping[str, Leak] = {
        "what was learned": Leak(PAIRS["public"], range(8), (Learned, "seen_by", lambda fact, viewer: fact)),
    }
    described: Mapping[str, type[Struct]] = {
        "players.*": L5rTable.new_player,
        "players.*.in_play.*": L5rTable.new_card,
    }

    draws = DRAWS
    change_kinds = CHANGE_KINDS
    whole_steps = ("l5r.conflict",)
    forgotten = Forgotten(SAMURAI, far_ahead, steadfast, kept, 0, 2)
    alike = Alike(COPIES, Seat("alice"), zone(Seat("alice"), "hand"), PlayCharacter)
    judged_steps, judged_proved = 120, 200
    judged_often: tuple[str, ...] = ()
    judged_cases: tuple[int, ...] = (4,)
    positions = WrittenPositions(
        {policy: starts(range(2), (policy,)) for policy in POLICIES},
        frozenset({"dynasty.action", "2.2", "3.2"}),
        every=9,
        within=2,
        cap=160,
    )

    def seen(self, match: Match) -> Any:
        return table_seen(match)

    def opening(self, start: Start) -> OpenMatch:
        return opening(start.seed, start.agreed)

    def player(self, seed: int, purpose: str) -> Player:
        return Talkative(Dice(f"{purpose} {seed}"))

    def names(self, match: Match) -> list[str]:
        return sorted(match.table.cards)

    def state(self, table: L5rTable) -> Any:
        cards = {handle: uncounted(card) for handle, card in table.cards.items()}
        contest = table.contest and structs.replace(table.contest, id=0)
        refills = {(each.seat, each.slot) for each in table.refills}
        return cards, contest, refills, uses_counted(table), *(getattr(table, name) for name in STATE)

    def counted(self, table: L5rTable) -> Counts:
        return counted(table)

    def expected(self, table: L5rTable, fact: Fact, before: Counts) -> Counts:
        honor, fate = changed(before.honor, honor_said(fact)), changed(before.fate, fate_said(fact, table))
        return Counts(honor, fate, before.brought)

    def check_counts(self, table: L5rTable, fact: Fact) -> None:
        """All is compared by what is counted."""

    def check_version(self, match: Match) -> None:
        check_places(match.table)
        if match.table.over is None:
            check_row(match.table)

    def said_of_change(self, table: L5rTable, change: AnyChange) -> str | None:
        return None

    def amounts(self, table: L5rTable) -> dict[tuple[str, ...], Any]:
        names = ("honor", "fate", "dial", "opportunities")
        return {(name, seat): getattr(player, name) for seat, player in table.players.items() for name in names}

    def check_given_up(self, table: L5rTable, frame: str) -> None:
        """A conflict that is given up leaves no ring contested, and no effect that lasts as long."""
        if frame == "l5r.conflict":
            assert table.contest is None
            assert not any(ring.contested for ring in table.rings.values())
            assert not any(each.until == "conflict" for each in table.lasting.values())

    def missing_changes(self, table: L5rTable, seat: Seat, dice: Dice) -> tuple[AnyChange, ...]:
        """Somebody who takes part in a conflict that was decided is found to be proud."""
        now = table.contest
        if now is None or not now.decided or not now.own_side(seat):
            return ()
        return (changes.AddEffect("keyword", "conflict", "pride", on=(dice.pick(now.own_side(seat)),)),)

    def judged_opening(self, seed: int) -> OpenMatch:
        return opening(seed, POLICIES[seed % len(POLICIES)])

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        return twin_of(match, viewer, dice)

    def pair(self, match: Match, viewer: str, dice: Dice) -> Pair:
        return Pair(match, twin_of(match, viewer, dice), viewer, dice)

    def openings(self) -> Iterator[NewVersion]:
        """Decks of one size with one stronghold and role, of other cards each."""
        first = random_deck(Dice("opening"))
        clan = rules.pool.cards[first.stronghold].clan
        own = [card for card in CARDS if card.clan in (clan, "neutral") and card.deck == "dynasty"]
        for seed in range(4):
            dice = Dice(f"opening {seed}")
            dynasty = tuple(card.key for card in copies(dice, own) if fits_role(card, None))[: len(first.dynasty)]
            decks = tuple(structs.replace(first, dynasty=dynasty) for _ in SEATS)
            yield begun(OpenMatch(GAME, seat_texts(decks), "public"), 3)


TESTS: GameTests = L5rTests()
