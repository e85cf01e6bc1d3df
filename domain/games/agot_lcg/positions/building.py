"""Building a table from a position: one fact with all cards, then the frames.

The match goes on like any other. Handles are drawn as in other matches. Hidden areas are in the fact for `admin` only;
each player learns their own.
"""

from __future__ import annotations

from typing import Self

from msgspec import structs

from domain.cardgame.table import LastingEffect
from domain.families.agot_cards.state import Challenge, Player
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.challenges_phase import ChallengesPhase
from domain.games.agot_lcg.chart.marshalling_phase import MarshallingPhase
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.taxation_phase import TaxationPhase
from domain.games.agot_lcg.positions.cards import LaidCard
from domain.games.agot_lcg.positions.reading import Position
from domain.games.agot_lcg.positions.waiting_points import SETUP, begins, time_at
from domain.games.agot_lcg.setup import Setup
from domain.games.agot_lcg.state import ZONES, AgotCard, AgotTable
from domain.kernel.cards import Learned
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure, chart
from domain.kernel.flow.windows import Window, is_asked
from domain.kernel.ids import ADMIN, NO_CARD, NO_SEAT, Handle, Seat, Viewer, zone_kind, zone_owner
from domain.kernel.occurring.conditions import DelayedEffect
from domain.kernel.state.fields import FieldValue, split_state, write_fields


class PositionLaid(Fact, frozen=True, tag="agot_lcg.position_laid"):
    """A table was built from a position; cards are listed area by area, topmost first.

    `fields` are the described fields of the players that are not stored under a name of their own.
    """

    seats: tuple[Seat, ...]
    policy: str
    round: int
    phase: str
    first_player: Seat
    gold: tuple[int, ...]
    cards: tuple[LaidCard, ...]
    active_player: Seat = NO_SEAT
    initiative_winner: Seat = NO_SEAT
    usage: tuple[tuple[str, int], ...] = ()
    challenge: Challenge | None = None
    lasting: tuple[LastingEffect, ...] = ()
    delayed: tuple[DelayedEffect, ...] = ()
    fields: tuple[dict[str, FieldValue], ...] = ()

    def apply(self, table: AgotTable) -> None:
        table.seats, table.policy = self.seats, self.policy
        table.round, table.phase, table.challenge = self.round, self.phase, self.challenge
        table.first_player, table.active_player = self.first_player, self.active_player
        table.initiative_winner = self.initiative_winner
        for seat, gold, others in zip(self.seats, self.gold, self.fields or ({},) * len(self.seats), strict=True):
            player = Player(gold=gold)
            write_fields(player, others)
            table.players.put(seat, player)
        for card in self.cards:
            lay(table, card)
        for key, times in self.usage:
            table.usage.put(key, times)
        for lasting in self.lasting:
            table.lasting.put(lasting.id, lasting)
        for delayed in self.delayed:
            table.delayed.put(delayed.id, delayed)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == ADMIN:
            return self
        return structs.replace(self, cards=tuple(redact_card(each) for each in self.cards))


def redact_card(card: LaidCard) -> LaidCard:
    """A card as the public sees it; in a hidden area it is only counted."""
    if ZONES[zone_kind(card.zone)].sees == "all":
        return card
    return LaidCard(NO_CARD, "", card.owner, card.zone)


def lay(table: AgotTable, laid: LaidCard) -> None:
    """Put a new card into its place, in its state."""
    in_play = ZONES[zone_kind(laid.zone)].in_play
    card = AgotCard(
        laid.handle,
        laid.key,
        laid.owner,
        zone_owner(laid.zone) if in_play else laid.owner,
        laid.zone,
        printed=table.registry.pool.cards[laid.key],
        facedown=laid.facedown,
        duplicate=laid.duplicate,
        host=laid.host,
        tokens=dict(laid.tokens),
        how=laid.how,
        since=laid.since,
    )
    write_fields(card, laid.state)
    table.lay(card)
    if zone_kind(laid.zone) == "faction":
        table.players.writable(zone_owner(laid.zone)).faction = laid.handle


def lay_position(game: AgotGame, position: Position, policy: str) -> None:
    """Draw handles, build the table, let the players learn their own hidden cards, and push the frames."""
    handles = {each.handle: Handle(game.chance.handle()) for each in position.cards}
    cards = tuple(
        structs.replace(each, handle=handles[each.handle], host=handles.get(each.host, NO_CARD))
        for each in position.cards
    )
    own, others = zip(*(split_state({"gold": 0} | each, ("gold",)) for each in position.players), strict=True)
    game.emit(
        PositionLaid(
            position.seats,
            policy,
            *time_at(position.at, position.round),
            position.first_player,
            tuple(each["gold"] for each in own),
            cards,
            position.active_player if position.at != "3.2" else NO_SEAT,
            position.initiative_winner,
            tuple((with_handle(key, handles), times) for key, times in position.usage),
            laid_challenge(game, position.challenge, handles),
            tuple(laid_lasting(game, each, handles) for each in position.lasting),
            tuple(laid_delayed(game, each, handles) for each in position.delayed),
            tuple(others) if any(others) else (),
        )
    )
    for seat in position.seats:
        own = tuple((each.handle, each.key) for each in cards if is_known_to(seat, each))
        if own:
            game.emit(Learned((Viewer(seat),), own))
    for frame in frames(position):
        game.push(frame)
    if position.moment.window:
        game.push(window(game, position))


def is_known_to(seat: Seat, card: LaidCard) -> bool:
    return ZONES[zone_kind(card.zone)].sees == "owner" and zone_owner(card.zone) == seat


def with_handle(key: str, handles: dict[Handle, Handle]) -> str:
    """A counter that names a card, with the card's handle in place of the name."""
    return ":".join(handles.get(Handle(part), part) for part in key.split(":"))


def laid_challenge(game: AgotGame, now: Challenge | None, handles: dict[Handle, Handle]) -> Challenge | None:
    if now is None:
        return None
    named = {
        name: tuple(handles[card] for card in getattr(now, name)) for name in ("attackers", "defenders", "bypassed")
    }
    return structs.replace(now, id=game.table.next_serial(), **named)


def laid_lasting(game: AgotGame, effect: LastingEffect, handles: dict[Handle, Handle]) -> LastingEffect:
    return structs.replace(effect, id=game.table.next_serial(), cards=tuple(handles[card] for card in effect.cards))


def laid_delayed(game: AgotGame, effect: DelayedEffect, handles: dict[Handle, Handle]) -> DelayedEffect:
    chosen = tuple((name, tuple(handles.get(Handle(pick), pick) for pick in picks)) for name, picks in effect.chosen)
    return structs.replace(effect, id=game.table.next_serial(), me=handles.get(effect.me, NO_CARD), chosen=chosen)


def frames(position: Position) -> list[Procedure]:
    """The frames of this moment, outermost first, without an open window; the last frame goes on and asks."""
    moment = position.moment
    if moment.phase == SETUP:
        return [Setup(at=moment.label, turn=len(position.done or ()))]
    stack: list[Procedure] = [Round(at=chart(Round)[f"/{moment.phase}"][1]), phase_frame(position)]
    if moment.challenge:
        stack.append(ChallengeFrame(at=moment.label))
    return stack


def phase_frame(position: Position) -> Procedure:
    """The phase's procedure with the turns taken; after a challenge it continues with its action window."""
    moment, kind = position.moment, PHASE_FRAMES[position.phase]
    label = "/actions" if moment.challenge else moment.label
    if kind is TaxationPhase:
        return TaxationPhase(at=label, checked=position.done or ())
    if kind is MarshallingPhase:
        return MarshallingPhase(at=label, were_active=seats_done(position))
    if kind is ChallengesPhase:
        return ChallengesPhase(at=label, were_active=seats_done(position))
    return kind(at=label)


def seats_done(position: Position) -> tuple[Seat, ...]:
    """The seats that have been active: by default all up to the active player, who is not included at 3.2."""
    if position.done is not None or begins(position.at):
        return position.done or ()
    start = position.seats.index(position.first_player)
    order = position.seats[start:] + position.seats[:start]
    return order[: order.index(position.active_player) + (position.at != "3.2")]


def window(game: AgotGame, position: Position) -> Window:
    """The open window; the seat with the stated priority is asked, else the one that the policy chooses."""
    first = position.first_player
    unheld = Window(kind="action", name=position.at, during=position.moment.window, first=first, turn=first)
    if position.priority:
        return structs.replace(unheld, turn=position.priority, passes=len(position.passed), held=True)
    any_asked = any(is_asked(game, unheld, seat) for seat in position.seats)
    return structs.replace(unheld, held=not any_asked)
