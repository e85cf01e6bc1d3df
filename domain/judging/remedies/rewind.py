"""Going back to an earlier version: what was learned since, and the event that goes back.

Read `report_rewind` (which changes nothing), then `rewind_match`. A rewind carries no position: its parent is the
version gone back to, and its facts are the necessary differences - chance goes on, orders that somebody has seen are
shuffled, hidden cards get new handles, standing orders and offers of a draw end, the open wait has a new id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta, Struct, structs

from domain.judging.inquiry.knowledge import (
    cards_learned_in,
    hidden_cards,
    knowledge_from,
    known_to_somebody,
    origins,
    unseen_cards,
)
from domain.judging.remedies.interventions import RulingEnvelope, game_of_judge, intervention, keep_chance
from domain.judging.remedies.reseating import OTHERS
from domain.kernel.cards.card_facts import Learned, ZoneShuffled
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import redraw_handles, shuffle_among
from domain.kernel.corrections.manual_resolution import end_proposals
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import end_offers
from domain.kernel.flow.frames import Flow, run_flow
from domain.kernel.flow.standing_orders import StandingOrdersEnded
from domain.kernel.flow.waits import RandomResult, SealsOpened
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, ZoneKey, zone_owner
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp
from domain.match.events import RESEATED, StoredEvent, event_kind, path
from domain.match.judge_orders import JudgeOrder

Events = Mapping[int, StoredEvent]
DECISIONS = 10  # more than these take the head judge, unless the regulation of the event says another number


class LearnedCard(Struct, frozen=True):
    """A hidden card that a seat (or everybody) learned since the target; where it lay there, if that is told.

    `card` is empty where it is only counted.
    """

    schema_name: ClassVar[str] = "LearnedCard"

    seat: Viewer
    card: str
    zone_at_target: ZoneKey
    at: str


class RandomDraw(Struct, frozen=True):
    """A random result since the target, and what it was drawn for."""

    schema_name: ClassVar[str] = "RandomDraw"

    at: str
    what: str


class RewindEffects(Struct, frozen=True):
    """What a rewind would undo, and what it cannot undo."""

    schema_name: ClassVar[str] = "RewindReport"

    match: str
    from_: Annotated[int, Meta(description="The newest version.")] = msgspec.field(name="from")
    to: Annotated[int, Meta(description="The version to which the rewind would really go.")] = 0
    asked: int = 0
    decisions: int = 0
    learned: Annotated[
        tuple[LearnedCard, ...], Meta(description="Who learned which hidden card after that version, and where.")
    ] = ()
    revealed: tuple[str, ...] = ()
    random: Annotated[tuple[RandomDraw, ...], Meta(description="The random results that it would undo.")] = ()
    rounds_crossed: int = 0
    zones_to_shuffle: tuple[ZoneKey, ...] = ()
    needs: Annotated[str, Meta(description="The office that must approve: `judge` or `head-judge`.")] = "judge"
    because: tuple[str, ...] = ()


def undone_versions(match: Match, target: int) -> list[int]:
    """The versions that a rewind takes off the line being played, oldest first."""
    kept = set(path(dict(match.backs), target))
    return [version for version in match.path() if version not in kept]


def lawful_target(match: Match, then: Match, events: Events, target: int) -> int:
    """The version to which a rewind really goes. Raises Refused.

    A target between the first sealed answer of a choice and its reveal is the opening of that choice, if the reveal is
    undone.
    """
    if match.flags.revealed:
        raise Refused(Refusal("judging.rewind.not-after-reveal", {"match": match.id}))
    if not 0 < target < match.version or then.table.waiting is None:
        raise Refused(Refusal("judging.rewind.known-version", {"to": target, "newest": match.version}))
    reveals = any(
        isinstance(fact, SealsOpened) for version in undone_versions(match, target) for fact in events[version].facts
    )
    return then.table.waiting.wait if then.table.sealed and reveals else target


def report_rewind(match: Match, then: Match, events: Events, target: int, decisions: int = DECISIONS) -> RewindEffects:
    """What a rewind to the version of `then` would undo; `events` are all of the match by version."""
    gone = [(version, events[version]) for version in undone_versions(match, then.version)]
    learned = learned_cards(then.table, kept_events(then, events), gone)
    found = RewindEffects(
        match=match.id,
        from_=match.version,
        to=then.version,
        asked=target,
        decisions=sum(event_kind(event) == "action" for _, event in gone),
        learned=tuple(learned),
        revealed=tuple(at for at, fact in facts_of(gone) if isinstance(fact, SealsOpened)),
        random=tuple(random_draws(gone)),
        rounds_crossed=max(0, match.table.round - then.table.round),
        zones_to_shuffle=tuple(seen_orders(then.table, learned)),
    )
    because = tuple(name for name, crossed in crossings(found, decisions) if crossed)
    return structs.replace(found, needs="head-judge" if because else "judge", because=because)


def report_for_seat(report: RewindEffects, seat: Seat) -> RewindEffects:
    """The report as a seat may read it: what it learned itself, and where that lay in zones of its own.

    Whether a card of another seat lay in hand or deck at the target would tell when that seat drew it.
    """
    learned = (row_for_seat(each, seat) for each in report.learned if each.seat in (seat, PUBLIC))
    return structs.replace(report, learned=tuple(learned), zones_to_shuffle=())


def without_learned_cards(report: RewindEffects) -> RewindEffects:
    """The report as a dry run tells it: which cards seats learned alone is a look, so they are counted, not named."""
    learned = (row if row.seat == PUBLIC else structs.replace(row, card="") for row in report.learned)
    return structs.replace(report, learned=tuple(learned))


def row_for_seat(row: LearnedCard, seat: Seat) -> LearnedCard:
    """A row with its zone only where that is the seat's own."""
    return row if zone_owner(row.zone_at_target) == seat else structs.replace(row, zone_at_target="")


def crossings(report: RewindEffects, decisions: int) -> tuple[tuple[str, bool], ...]:
    """What takes the approval of the head judge (judging.rewind.head-judge)."""
    return (
        ("random result", bool(report.random)),
        ("hidden information learned", bool(report.learned or report.revealed)),
        ("end of a round", report.rounds_crossed > 0),
        ("more decisions than the regulation allows", report.decisions > decisions),
    )


def facts_of(events: list[tuple[int, StoredEvent]]) -> list[tuple[str, Fact]]:
    return [(f"{version}.{n}", fact) for version, event in events for n, fact in enumerate(event.facts, 1)]


def random_draws(events: list[tuple[int, StoredEvent]]) -> list[RandomDraw]:
    """The random results of these events."""
    found = []
    for at, fact in facts_of(events):
        if isinstance(fact, RandomResult):
            found.append(RandomDraw(at, fact.purpose))
        elif isinstance(fact, ZoneShuffled):
            found.append(RandomDraw(at, f"shuffle of {fact.zone}"))
    return found


def kept_events(then: Match, events: Events) -> list[tuple[int, StoredEvent]]:
    """The events up to the version of `then`, without the lines that were undone before it."""
    return [(version, events[version]) for version in path(dict(then.backs), then.version)]


def learned_cards(
    table: CardTable, kept: list[tuple[int, StoredEvent]], gone: list[tuple[int, StoredEvent]]
) -> list[LearnedCard]:
    """What seats learned in the events that go of cards that they neither saw at the table nor knew by then.

    A card that a viewer, or everybody before, was told more than once is told where it was first.
    """
    home = origins(table, gone)
    learned = ((each, table.cards.get(home.get(each.card, Handle("")))) for each in cards_learned_in(gone))
    unseen = [(each, card) for each, card in learned if card is not None and not table.sees_card(each.viewer, card)]
    before = knowledge_from(kept) if unseen else {}
    found = dict[tuple[Viewer, Handle], LearnedCard]()
    for each, card in unseen:
        if {each.viewer, PUBLIC} & before.get(card.handle, {}).keys() or not found.keys().isdisjoint(
            {(each.viewer, card.handle), (PUBLIC, card.handle)}
        ):
            continue
        found[each.viewer, card.handle] = LearnedCard(each.viewer, each.key, card.zone, each.at)
    return list(found.values())


def seen_orders(table: CardTable, learned: Iterable[LearnedCard]) -> list[ZoneKey]:
    """The zones of hidden order of which somebody has learned cards."""
    seen = {each.zone_at_target for each in learned}
    return [zone for zone in unseen_cards(table) if zone in seen]


def rewind_match(
    match: Match,
    then: Match,
    events: Events,
    report: RewindEffects,
    ruled: RulingEnvelope,
    stamp: Stamp,
    kind: str = "rewound",
    command: JudgeOrder | None = None,
) -> NewVersion:
    """The version that goes back to that of `then`, the target of `report`. Raises Refused.

    `kind` and `command` are those of another remedy that goes back.
    """
    if report.from_ != match.version:
        because: dict[str, object] = {"report": report.from_, "newest": match.version}
        raise Refused(Refusal("judging.rewind.report-seen", because))
    game = game_of_judge(match, then.table)
    keep_chance(game)
    hide_again(game, then, events, report)
    end_orders_and_offers(game)
    # who proposed something, or has consented to it, may sit there no more
    reseated = any(event_kind(events[each]) == RESEATED for each in undone_versions(match, then.version))
    if reseated and end_proposals(game, OTHERS):
        run_flow(game)
    game.emit(structs.replace(game.waiting_fact(), wait=match.version + 1))
    keep = game.count_kept_frames()
    flow = Flow(keep, tuple(game.table.stack[keep:]), game.chance.counter, game.table.serial)
    game.table.counter = game.chance.counter
    return intervention(match, kind, ruled, stamp, game.table, tuple(game.facts), flow, back=then.version, cmd=command)


def end_orders_and_offers(game: Game[CardTable]) -> None:
    """End what seats gave unasked: it may have been withdrawn, declined or have lapsed since, and is given anew."""
    if game.table.orders:
        game.emit(StandingOrdersEnded(tuple(game.table.orders)))
    end_offers(game)


def hide_again(game: Game[CardTable], then: Match, events: Events, report: RewindEffects) -> None:
    """Shuffle hidden orders that were seen, and give all other hidden cards new handles."""
    table = game.table
    before = kept_events(then, events)
    knowledge, named = known_to_somebody(knowledge_from(before)), named_handles(table)
    recipients = told_handles(before)
    for zone in dict.fromkeys(hidden_cards(table).values()):
        if zone in report.zones_to_shuffle:
            shuffle_among(game, zone, [card for card in table.zone(zone) if card in knowledge])
        else:
            renew_handles(game, zone, recipients, named)


def told_handles(events: list[tuple[int, StoredEvent]]) -> dict[Handle, dict[Viewer, None]]:
    """The viewers to whom each handle was told in these events, in the order in which they learned it."""
    found: dict[Handle, dict[Viewer, None]] = {}
    for each in cards_learned_in(events):
        found.setdefault(each.card, {})[each.viewer] = None
    return found


def renew_handles(
    game: Game[CardTable], zone: ZoneKey, recipients: Mapping[Handle, Iterable[Viewer]], named: set[Handle]
) -> None:
    """New handles for what nothing names; who was told a card there that the zone does not show is told it again."""
    table = game.table
    before = tuple(table.zone(zone))
    hidden = hidden_cards(table)
    redraw_handles(game, zone, [card for card in before if card in hidden and card not in named])
    for old, new in zip(before, table.zone(zone), strict=True):
        viewers = tuple(each for each in recipients.get(old, ()) if not table.sees_card(each, table.cards[new]))
        if viewers and old != new:
            game.emit(Learned(viewers, ((new, table.cards[new].key),)))


def named_handles(table: CardTable) -> set[Handle]:
    """The handles of hidden cards that something on the table names beside zones: effects, sealed answers, frames."""
    shown = ("cards", "zones", "listens", "registry")
    others = [getattr(table, name) for name in table.__struct_fields__ if name not in shown]
    text = msgspec.json.encode(others).decode()
    return {card for card in hidden_cards(table) if card in text}
