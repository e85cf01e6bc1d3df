"""What A Game of Thrones LCG brings to the tests: random legal decks, hidden cards, gold, power and tokens.

Read in this order: `random_deck`, `Agreed`, `CardGame`, then what it is made of: what is counted, what is secret.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import yaml
from msgspec import Struct, structs

from domain.families.agot_cards.commands import MarshalCharacter
from domain.families.agot_cards.state import CHALLENGES
from domain.games.agot_lcg import view
from domain.games.agot_lcg.commands import DeckList
from domain.games.agot_lcg.decks.deck_building import Deck, deck_faults
from domain.games.agot_lcg.facts.cards import GoldGained, GoldSpent, PowerPlaced
from domain.games.agot_lcg.pool.pool import core_pool
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import ZONES, AgotTable
from domain.kernel.cards.card_facts import CardsMoved, Learned
from domain.kernel.chance import RandomStream
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.state.fields import field_state
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from tests.builders import (
    ENDLESS,
    POLICIES,
    SEATS,
    Dice,
    Player,
    Talkative,
    begun,
    opened,
    opened_from,
    played,
    seat_texts,
)
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
    tokens_on,
    tokens_said,
)
from tests.games.common_changes import COMMON, COMMON_KINDS, ChangeDraw, a_seat
from tests.properties.twins import Pair

GAME = "agot_lcg"
IMPLEMENTED = ("stark", "lannister", "baratheon")
ALL_FACTIONS = (*IMPLEMENTED, "greyjoy", "martell", "nights-watch", "targaryen", "tyrell")


def deck_list(deck: Deck) -> DeckList:
    return DeckList(deck.faction, deck.agenda or "", deck.plots, deck.cards)


def random_deck(dice: Dice, factions: tuple[str, ...]) -> DeckList:
    """A lawful deck of one of these factions: no agenda, Fealty, or the banner of another of them."""
    faction = dice.pick(factions)
    return random_deck_of(dice, faction, dice.pick([None, agenda_named("fealty"), *banners(factions, faction)]))


def random_deck_of(dice: Dice, faction: str, agenda: Printed | None) -> DeckList:
    """A lawful deck of one faction under one agenda."""
    deck = Deck(
        faction_card(faction).key,
        agenda.key if agenda else None,
        tuple(random_plots(dice, faction)),
        tuple(random_cards(dice, faction, agenda)),
    )
    assert not deck_faults(deck, core_pool())
    return deck_list(deck)


def agenda_named(name: str) -> Printed:
    return core_pool().card(f"core/{name}")


def banners(factions: tuple[str, ...], own: str) -> list[Printed]:
    agendas = (card for card in core_pool().cards.values() if card.type == "agenda" and card.banner_faction)
    return [card for card in agendas if card.banner_faction in factions and card.banner_faction != own]


def faction_card(faction: str) -> Printed:
    cards = core_pool().cards.values()
    return next(card for card in cards if card.type == "faction" and card.faction == faction)


def random_plots(dice: Dice, faction: str) -> list[str]:
    """Seven plots, now and then one of them doubled."""
    known = [card for card in core_pool().cards.values() if card.deck == "plot"]
    plots = [card for card in known if card.faction in (faction, "neutral")]
    dice.random.shuffle(plots)
    doubled = [card for card in plots[:6] if card.deck_limit > 1]
    seventh = dice.pick(doubled) if doubled and dice.chance(50) else plots[6]
    return [card.key for card in (*plots[:6], seventh)]


def random_cards(dice: Dice, faction: str, agenda: Printed | None) -> list[str]:
    """Sixty cards: the banner's twelve, neutral ones as the agenda admits, the rest of the own faction."""
    ally = agenda.banner_faction if agenda else None
    neutral_room = agenda.neutral_maximum if agenda and agenda.neutral_maximum is not None else 60
    chosen: list[str] = []
    if agenda and ally:
        chosen += copies(dice, (ally,), loyal=False)[: agenda.faction_minimum]
    neutral = copies(dice, ("neutral",))[: min(neutral_room, 4 + dice.below(20))]
    own = copies(dice, (faction,))
    return [*chosen, *neutral, *own][:60]


def copies(dice: Dice, factions: tuple[str, ...], loyal: bool = True) -> list[str]:
    """As many copies as a deck may hold of every draw deck card of these factions, shuffled."""
    cards = [card for card in core_pool().cards.values() if card.deck == "draw" and card.faction in factions]
    keys = [card.key for card in cards if loyal or not card.loyal for _ in range(min(3, card.deck_limit))]
    dice.random.shuffle(keys)
    return keys


def opened_at_random(seed: int, policy: str, factions: tuple[str, ...] = IMPLEMENTED) -> NewVersion:
    """A match with random decks of these factions."""
    return opened(seed, policy, two_decks(seed, factions))


def two_decks(seed: int, factions: tuple[str, ...] = IMPLEMENTED) -> tuple[DeckList, DeckList]:
    dice = Dice(f"decks {seed}")
    return random_deck(dice, factions), random_deck(dice, factions)


def random_seats(seed: int, factions: tuple[str, ...] = IMPLEMENTED) -> tuple[str, ...]:
    """Two seats with random decks, as a match is opened with them."""
    return seat_texts(two_decks(seed, factions))


# --- what is counted


class Counts(NamedTuple):
    """All that is counted on a table."""

    gold: Amounts
    power: Amounts
    tokens: Amounts
    brought: dict[tuple[str, str], int]


def counted(table: AgotTable) -> Counts:
    """Gold of each player, power and named tokens on each card, and which cards each player owns, wherever they are."""
    lying = table.cards.items()
    return Counts(
        {seat: player.gold for seat, player in table.players.items() if player.gold},
        {handle: card.power for handle, card in lying if card.power},
        tokens_on(table),
        cards_brought(table),
    )


def gold_said(fact: Fact) -> Iterable[tuple[str, int]]:
    if isinstance(fact, GoldGained):
        yield fact.seat, fact.gold
    elif isinstance(fact, GoldSpent):
        yield fact.seat, -fact.gold


def power_said(fact: Fact, table: AgotTable) -> Iterable[tuple[str, int]]:
    """What a fact says of power; a card that leaves play loses what it had."""
    if isinstance(fact, PowerPlaced):
        yield from fact.on
    elif isinstance(fact, CardsMoved):
        for move in fact.moves:
            had = table.cards[move.old].power
            yield move.old, -had
            yield move.new, had if stays_in_play(table, move) else 0


def check_places(table: AgotTable) -> None:
    """A card is on a card in play if it is on one, and nothing is below zero."""
    for handle, card in table.cards.items():
        assert card.handle == handle
        assert min(card.power, card.gold, *card.tokens.values(), 0) == 0, handle
        check_host(table, handle)
    assert all(player.gold >= 0 for player in table.players.values())


def check_host(table: AgotTable, handle: Any) -> None:
    """An attachment or duplicate in play is on a card in play; nothing else is on anything."""
    card = table.cards[handle]
    is_on_something = table.is_in_play(handle) and (card.duplicate or card.type == "attachment")
    assert bool(card.host) == bool(is_on_something), f"{card.key} in {card.zone} is on {card.host!r}"
    if card.host:
        assert table.is_in_play(card.host), f"{card.key} is on a card that is not in play"


# --- what is secret

BEGUN_BY = {"public": 260, "open": 900, "fast": 200}  # the last version at which a pair begins


def twin_of(match: Match, viewer: str, dice: Dice) -> Match:
    """The same match but for what the viewer must not see."""
    table = match.table.branch()
    seed = dice.random.randbytes(32)
    names = RandomStream(seed, person=b"test.handles")
    (other,) = (seat for seat in table.seats if seat != viewer)
    others = [card.key for card in core_pool().cards.values() if card.deck == "draw"] if dice.chance(50) else []
    redeal(table, dice, names, [zone(other, "hand"), zone(other, "deck")], others)
    redeal(table, dice, names, [zone(other, "plots")], shuffled=dice.chance(25))
    redeal(table, dice, names, [zone(Seat(viewer), "deck")], shuffled=dice.chance(25))
    if lying := table.zone(zone(other, "facedown")):
        redeal_where_they_lie(table, dice, names, [*lying, *table.zone(zone(other, "hand"))])
    return structs.replace(match, seed=seed, table=table)


def beginning(seed: int, policy: str) -> Match:
    """A quiet version of a random match."""
    opening = opened_at_random(seed, policy)
    wanted = Dice(f"begin {seed}").below(BEGUN_BY[policy])
    found = opening.match
    for step in played(opening.match, Player(Dice(f"twin {seed}")), ENDLESS):
        if is_quiet(step.following.match):
            found = step.following.match
            if found.version > wanted:
                break
    return found


HOSTS = {
    "stark": ("arya-stark", "eddard-stark", "bran-stark"),
    "lannister": ("tyrion-lannister", "cersei-lannister", "the-tickler"),
}


def beginning_facedown(seed: int) -> Match:
    """A match from a position in which each player has attachments facedown in play."""
    dice = Dice(f"facedown {seed}")
    players = {seat: player_facedown(dice, faction) for seat, faction in zip(SEATS, HOSTS, strict=True)}
    position = {"phase": "challenges", "at": "challenges.action", "first_player": dice.pick(SEATS), "players": players}
    return begun(OpenMatch(GAME, (), "public", position=json.dumps(position)), seed).match


def player_facedown(dice: Dice, faction: str) -> dict[str, Any]:
    """What a player of a faction has in that position."""
    # what is printed as an attachment may not be allowed on its host
    cards = sorted(
        random_deck_of(dice, faction, None).cards, key=lambda key: core_pool().cards[key].type == "attachment"
    )
    hidden, hand, deck = cards[:3], cards[3:8], cards[8:]
    play = [
        {"card": host, "attachments": [{"card": card, "facedown": True}]}
        for host, card in zip(HOSTS[faction], hidden, strict=True)
    ]
    return {"faction": faction, "play": play, "hand": hand, "deck": deck, "gold": 3}


def marks_of_some(card: Any) -> dict[str, Any]:
    """The state of a card, shown or not by what is printed on it."""
    return field_state(card) if sum(map(ord, card.key)) % 2 else {}


# --- what may be changed by hand


def kneel(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.SetMark(card, "kneeling", not table.cards[card].kneeling)


def take_part(table: Any, dice: Dice) -> AnyChange:
    now = table.challenge
    if now is not None and now.participants and dice.chance(60):
        card = dice.pick(now.participants)
        return changes.SetMark(card, now.side(card), False)
    return changes.SetMark(in_play(table, dice), dice.pick(("attacking", "defending")), True)


def power(table: Any, dice: Dice) -> AnyChange:
    return changes.SetTokens(in_play(table, dice), dice.pick(("power", "power", "stand")), dice.below(4))


def gold(table: Any, dice: Dice) -> AnyChange:
    return changes.SetCount(a_seat(table, dice), "gold", dice.below(8))


def move(table: Any, dice: Dice) -> AnyChange:
    card = dice.pick(sorted(table.cards))
    owner = table.cards[card].owner
    kind = dice.pick(("deck", "hand", "discard", "dead", "play", "play", *ZONES))
    return changes.MoveCard(zone(owner, kind), card, host=dice.pick(("", in_play(table, dice))))


def plot(table: Any, dice: Dice) -> AnyChange:
    whose = a_seat(table, dice)
    kinds = [kind for kind in ("plots", "plot", "used") if table.zone(zone(whose, kind))]
    card = dice.pick(table.zone(zone(whose, dice.pick(kinds))))
    return changes.MoveCard(zone(whose, dice.pick(("plots", "plot", "used"))), card)


def bypass(table: Any, dice: Dice) -> AnyChange:
    now = table.challenge
    card = in_play(table, dice)
    if now is not None and table.characters(now.defender):
        card = dice.pick(table.characters(now.defender))
    return changes.SetMark(card, "bypassed", now is None or card not in now.bypassed)


def move_from_play(table: Any, dice: Dice) -> AnyChange:
    card = in_play(table, dice)
    return changes.MoveCard(zone(table.cards[card].owner, dice.pick(("hand", "discard", "dead", "deck"))), card)


def begin_effect(table: Any, dice: Dice) -> AnyChange:
    return changes.AddEffect("strength", "phase", amount=dice.below(3), on=(in_play(table, dice),))


DRAWS: tuple[ChangeDraw, ...] = (
    kneel,
    take_part,
    take_part,
    power,
    gold,
    move,
    move,
    move_from_play,
    move_from_play,
    plot,
    bypass,
    begin_effect,
    *OF_CARDS,
    *COMMON,
)
# Every kind of change of the closed list that is possible, told apart by what it changes.
CHANGE_KINDS = (
    *(f"move_card to {kind}" for kind in ("deck", "hand", "discard", "dead", "play", "removed")),
    *(f"move_card to {kind}" for kind in ("plots", "plot", "used")),
    *(f"set_mark {mark}" for mark in ("kneeling", "attacking", "defending", "bypassed")),
    "set_tokens power",
    "set_tokens named",
    "set_count gold",
    "set_controller",
    "attach",
    "add_effect",
    "end_effect",
    "set_limit",
    "abandon_step agot_lcg.challenge",
    *COMMON_KINDS,
)


# --- abilities late, cards that are gone

FAITH = """
at: "4.1"
players:
  alice:
    {plot: a-noble-cause, plots: [supporting-the-faith, taxation], gold: 3,
     play: [tumblestone-knight, tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 3, play: [tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
"""
COPIES = """
at: marshalling.action
players:
  alice: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight, tumblestone-knight], deck: {unknown: 9}}
  bob: {plot: a-noble-cause, gold: 9, hand: [tumblestone-knight], deck: {unknown: 9}}
"""


def reveal_the_faith(table: AgotTable) -> tuple[AnyChange, ...]:
    """The plot that should have been revealed lies there; it takes all gold."""
    revealed, [faith, *_] = (table.zone(zone(Seat("alice"), kind)) for kind in ("plot", "plots"))
    moves = (("used", revealed[0]), ("plot", faith))
    return tuple(changes.MoveCard(zone(Seat("alice"), to), card) for to, card in moves)


def revealed_plot(table: AgotTable) -> Handle:
    [plot] = table.zone(zone(Seat("alice"), "plot"))
    return plot


def golds(table: AgotTable) -> list[int]:
    return [each.gold for each in table.players.values()]


# --- what it brings

BLANK = """
at: "1.1"
players: {alice: {}, bob: {}}
"""
STATE = ("zones", "players", "usage", "first_player", "active_player", "round", "phase", "counter", "over")
SAGE = "- {id: sage, type: character, cost: 1, strength: 1, abilities: [{action: {parts: [{draw: {n: 1}}]}}]}"
MARSHALLING = """
at: marshalling.action
players: {bob: {gold: 5, hand: [hear-me-roar, lannisport-merchant], play: [sage], faction: lannister}, alice: {}}
"""


class Agreed(NamedTuple):
    """What was agreed on before a match: who is asked, and the decks; from a position there are none."""

    policy: str
    factions: tuple[str, ...] = IMPLEMENTED
    position: str = ""

    def __str__(self) -> str:
        return f"{self.policy}{' with all factions' if self.factions == ALL_FACTIONS else ''}"


USUAL = tuple(Agreed(policy) for policy in POLICIES)


def starts(seeds: Iterable[int], policies: Iterable[str] = POLICIES) -> tuple[Start, ...]:
    return tuple(Start(Agreed(policy), seed) for policy in policies for seed in seeds)


def in_turn(seeds: Iterable[int], factions: tuple[str, ...] = IMPLEMENTED) -> tuple[Start, ...]:
    """A match of each seed, the policies by turns."""
    return tuple(Start(Agreed(POLICIES[seed % len(POLICIES)], factions), seed) for seed in seeds)


def thousand(first: int, size: int) -> Mapping[str, tuple[Start, ...]]:
    """A thousand matches in parts, the last two of all eight factions."""
    found = {}
    for part in range(1000 // size):
        factions = ALL_FACTIONS if part >= 1000 // size - 2 else IMPLEMENTED
        seeds = range(first + part * size, first + (part + 1) * size)
        found[f"part {part + 1}, {len(factions)} factions"] = in_turn(seeds, factions)
    return found


def wrong_at_marshalling(command: dict[str, Any], rule: str) -> WrongCommand:
    """A wrong command of Bob, who has gold and two cards; cards are named by what is printed on them."""

    def given(match: Match) -> dict[str, Any]:
        handles = {card.key: handle for handle, card in match.table.cards.items()}
        return {**command, "card": handles.get(command["card"], command["card"])}

    return WrongCommand(lambda: opened_from(MARSHALLING, SAGE), "bob", given, rule)


PAIRS = {policy: Beginning(partial(beginning, policy=policy), 120, 24, 97) for policy in BEGUN_BY}


class CardGame(GameTests):
    name = GAME
    book = "domain.games.agot_lcg"
    left_out: Mapping[str, str] = {}
    samples: Mapping[str, tuple[Start, ...]] = {
        "play": (
            *starts(range(3)),
            *(Start(Agreed(policy, ALL_FACTIONS), 1000 + n) for n, policy in enumerate(POLICIES)),
        ),
        "resume": starts(range(4)),
        "offers": starts(range(3)),
        "conservation": starts(range(2)),
        "ledger": in_turn(range(12)),
        "policies": starts(range(4), ("public", "fast")),
        "handles": starts(range(4), ("public", "open")),
        "refusals": (Start(USUAL[0], 1), Start(USUAL[POLICIES.index("open")], 2), Start(USUAL[0], 3)),
    }
    groups: Mapping[str, tuple[Agreed, ...]] = {each.policy: (each,) for each in USUAL}
    parts = thousand(10_000, 50)
    probed = 9
    proved = 1
    words = tuple(CHALLENGES)
    wrong: Mapping[str, WrongCommand] = {
        "an event is an action and answers to nothing": wrong_at_marshalling(
            {"type": "play_event", "card": "core/hear-me-roar", "condition": 7}, "agot_lcg.triggering.definition"
        ),
        "an action is no reaction": wrong_at_marshalling(
            {"type": "use_reaction", "card": "own/sage", "ability": 0, "condition": 0}, "choice.unknown-ability"
        ),
        "an action is no interrupt": wrong_at_marshalling(
            {"type": "use_interrupt", "card": "own/sage", "ability": 0, "condition": 0}, "choice.unknown-ability"
        ),
        "an event that there is not": wrong_at_marshalling(
            {"type": "play_event", "card": "nowhere", "condition": 0}, "choice.unknown-card"
        ),
        "a save by a card that there is not": wrong_at_marshalling(
            {"type": "use_duplicate_save", "card": "nowhere", "condition": 0}, "choice.unknown-card"
        ),
    }
    silenced = (GoldGained, PowerPlaced)
    beginnings: Mapping[str, Beginning] = {
        **{policy: PAIRS[policy] for policy in ("public", "open")},
        "cards face down": Beginning(beginning_facedown, 120, 12, 97, changes_hidden=True),
    }
    change_leaks: Mapping[str, Leak] = {
        "marks": Leak(beginnings["cards face down"], range(8), (view, "field_state", marks_of_some)),
    }
    # the policy `fast` leaks by design
    leaks: Mapping[str, Leak] = {
        "the policy fast": Leak(PAIRS["fast"], range(24)),
        "what was learned": Leak(PAIRS["public"], range(24), (Learned, "seen_by", lambda fact, viewer: fact)),
    }
    described: Mapping[str, type[Struct]] = {
        "players.*": AgotTable.new_player,
        "players.*.faction": AgotTable.new_card,
        "players.*.in_play.*": AgotTable.new_card,
    }
    draws = DRAWS
    change_kinds = CHANGE_KINDS
    whole_steps = ("agot_lcg.challenge",)
    forgotten = Forgotten(FAITH, reveal_the_faith, revealed_plot, golds, [3, 3], [0, 0])
    alike = Alike(COPIES, Seat("alice"), zone(Seat("alice"), "hand"), MarshalCharacter)
    judged_steps = 120
    judged_proved = 220
    judged_often = ("ResolveAbilityNow", "RestoreOpportunity", "GiveStandingOrder")
    judged_cases = (1, 3)
    # most begin where a position can be written soon, one with decks
    positions = WrittenPositions(
        {
            each.policy: (
                Start(each, 0),
                *(Start(each._replace(position=BLANK), seed) for seed in range(7)),
            )
            for each in USUAL
        },
        frozenset({"setup.7", "setup.8", "1.2", "marshalling.action"}),
        every=2,
        within=2,
        cap=150,
    )

    def opening(self, start: Start) -> OpenMatch:
        agreed = start.agreed
        if agreed.position:
            return OpenMatch(GAME, (), agreed.policy, position=json.dumps(yaml.safe_load(agreed.position)))
        return OpenMatch(GAME, random_seats(start.seed, agreed.factions), agreed.policy)

    def player(self, seed: int, purpose: str) -> Player:
        return Talkative(Dice(f"{purpose} {seed}"))

    def names(self, match: Match) -> list[str]:
        return sorted(match.table.cards)

    def state(self, table: AgotTable) -> Any:
        cards = {handle: structs.replace(card, entered=0) for handle, card in table.cards.items()}
        return cards, *(getattr(table, name) for name in STATE)

    def counted(self, table: AgotTable) -> Counts:
        return counted(table)

    def expected(self, table: AgotTable, fact: Fact, before: Counts) -> Counts:
        return Counts(
            changed(before.gold, gold_said(fact)),
            changed(before.power, power_said(fact, table)),
            changed(before.tokens, tokens_said(fact, table)),
            before.brought,
        )

    def check_counts(self, table: AgotTable, fact: Fact) -> None:
        """All is compared by what is counted."""

    def check_version(self, match: Match) -> None:
        check_places(match.table)

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        return twin_of(match, viewer, dice)

    def pair(self, match: Match, viewer: str, dice: Dice) -> Pair:
        return Pair(match, twin_of(match, viewer, dice), viewer, dice)

    def openings(self) -> Iterator[NewVersion]:
        """Other random decks of the same faction and agenda each."""
        for seed in range(10):
            dice = Dice(f"opening {seed}")
            yield opened(3, decks=tuple(random_deck_of(dice, "stark", agenda_named("fealty")) for _ in SEATS))

    def said_of_change(self, table: AgotTable, change: AnyChange) -> str | None:
        return None

    def amounts(self, table: AgotTable) -> dict[tuple[str, ...], Any]:
        return {("gold", seat): player.gold for seat, player in table.players.items()}

    def check_given_up(self, table: AgotTable, frame: str) -> None:
        if frame == "agot_lcg.challenge":
            assert table.challenge is None
            assert not any(each.until == "challenge" for each in table.lasting.values())

    def missing_changes(self, table: AgotTable, seat: Seat, dice: Dice) -> tuple[AnyChange, ...]:
        """Another plot in the place of one that should not have been revealed."""
        revealed, others = (table.zones.get(zone(seat, kind), ()) for kind in ("plot", "plots"))
        if not (revealed and others):
            return ()
        there = changes.MoveCard(zone(seat, "plot"), dice.pick(others))
        return changes.MoveCard(zone(seat, "used"), revealed[0]), there

    def judged_opening(self, seed: int) -> OpenMatch:
        factions = ALL_FACTIONS if seed % 4 == 0 else IMPLEMENTED
        return OpenMatch(GAME, random_seats(seed, factions), ("public", "fast", "public")[seed % 3])

    def seen(self, match: Match) -> Any:
        return table_seen(match)


TESTS: GameTests = CardGame()
