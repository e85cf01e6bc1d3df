"""Building a table from a position: one fact with all cards, then the frames.

The match goes on like any other. Handles are drawn as in other matches. Hidden areas are in the fact for `admin` only;
each player learns their own. Read `PositionLaid`, then `PositionBuilder`, of both of which a game has its own.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from msgspec import structs

from domain.cardgame.abilities.limit_counters import renamed_counters
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.positions.cards import CardEntry, LaidCard, PlainLaidCard
from domain.cardgame.positions.reading import Position, PositionReader
from domain.cardgame.state_checks import is_misplaced
from domain.cardgame.table import AnyGame, CardGameTable, LastingEffect, rules_of_table
from domain.cardgame.words.faults.choice_names import rename_picks
from domain.kernel.cards.card_facts import Learned
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import rule_of
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Window, is_asked
from domain.kernel.formats.text_forms import CounterKey
from domain.kernel.game import Game
from domain.kernel.ids import ADMIN, NO_CARD, NO_SEAT, Handle, Seat, Viewer, zone_kind, zone_owner
from domain.kernel.occurring.conditions import DelayedEffect
from domain.kernel.state.fields import FieldValue, write_fields


class PositionLaid(Fact, frozen=True):
    """A table was built from a position; cards are listed area by area, topmost first.

    `fields` are the described fields of the players that are not stored under a name of their own. A game declares the
    fields that are not always there, in the order in which it stores them, with those of its own table: `own`.
    """

    zones: ClassVar[Mapping[str, ZoneKind]]
    own: ClassVar[tuple[str, ...]] = ()

    seats: tuple[Seat, ...]
    policy: str
    round: int
    phase: str
    first_player: Seat

    if TYPE_CHECKING:
        cards: tuple[LaidCard, ...]
        active_player: Seat
        usage: tuple[tuple[str, int], ...]
        lasting: tuple[LastingEffect, ...]
        delayed: tuple[DelayedEffect, ...]
        fields: tuple[dict[str, FieldValue], ...]
        eliminated: tuple[Seat, ...]

    def apply(self, table: Any) -> None:
        table.seats, table.policy = self.seats, self.policy
        table.round, table.phase = self.round, self.phase
        table.first_player, table.active_player = self.first_player, self.active_player
        table.eliminated = self.eliminated
        for seat, state in zip(self.seats, self.player_states(), strict=True):
            player = table.new_player()
            write_fields(player, state)
            table.players.put(seat, player)
        for card in self.cards:
            lay(table, card)
        for key, times in self.usage:
            table.usage.put(key, times)
        for lasting in self.lasting:
            table.lasting.put(lasting.id, lasting)
        for delayed in self.delayed:
            table.delayed.put(delayed.id, delayed)
        for name in self.own:
            setattr(table, name, getattr(self, name))

    def player_states(self) -> tuple[dict[str, FieldValue], ...]:
        """The described fields of the players, by seat."""
        return self.fields or ({},) * len(self.seats)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == ADMIN:
            return self
        hidden = {each.handle for each in self.cards if sight_of(self.zones, each) != "all"}
        return structs.replace(self, cards=tuple(self.redact_card(each, hidden) for each in self.cards))

    def redact_card(self, card: LaidCard, hidden: Collection[Handle]) -> LaidCard:
        """A card as the public sees it; one of the hidden ones is only counted, and no other is said to be on it."""
        if card.handle in hidden:
            return type(card)(NO_CARD, "", card.owner, card.zone)
        return structs.replace(card, host=NO_CARD) if card.host in hidden else card


class PlainPositionLaid(PositionLaid, frozen=True):
    """A table was built from a position of a game that has no more than every card game."""

    cards: tuple[PlainLaidCard, ...]
    active_player: Seat = NO_SEAT
    usage: tuple[tuple[CounterKey, int], ...] = ()
    lasting: tuple[LastingEffect, ...] = ()
    delayed: tuple[DelayedEffect, ...] = ()
    fields: tuple[dict[str, FieldValue], ...] = ()
    eliminated: tuple[Seat, ...] = ()


def sight_of(zones: Mapping[str, ZoneKind], card: LaidCard) -> str:
    """Who sees a laid card, by its zone and its face: `all`, `owner` or `nobody`."""
    return zones[zone_kind(card.zone)].sight(card.facedown)


def lay(table: CardGameTable, laid: LaidCard) -> None:
    """Put a new card into its place, in its state."""
    in_play = table.zone_kinds[zone_kind(laid.zone)].in_play
    card = table.new_card(
        laid.handle,
        laid.key,
        laid.owner,
        zone_owner(laid.zone) if in_play else laid.owner,
        laid.zone,
        printed=table.registry.pool.cards[laid.key],
        facedown=laid.facedown,
        host=laid.host,
        tokens=dict(laid.tokens),
        how=laid.how,
        since=laid.since,
    )
    write_fields(card, laid.state)
    table.lay(card)


class PositionBuilder(PositionReader):
    """Builds the table of a position as well: the fact of the game, and the frames at its waiting point."""

    laid: ClassVar[type[PositionLaid]]

    @abstractmethod
    def frames(self, position: Any) -> list[Procedure]:
        """The frames at this waiting point, outermost first, without a window; the last one goes on and asks."""

    def lay(self, game: AnyGame, position: Position, policy: str) -> None:
        """Build the table, let the players learn their own hidden cards, and push the frames."""
        cards = self.lay_cards(game, position, policy)
        for seat in position.seats:
            own = tuple((each.handle, each.key) for each in cards if self.is_known_to(seat, each))
            if own:
                game.emit(Learned((Viewer(seat),), own))
        for frame in self.frames(position):
            game.push(frame)
        if position.point.window:
            game.push(open_window(game, position))

    def lay_cards(self, game: AnyGame, position: Position, policy: str) -> tuple[LaidCard, ...]:
        """Draw handles and build the table. Returns the cards with their handles, in the order of the position."""
        handles = {each.handle: Handle(game.chance.handle()) for each in position.cards}
        cards = tuple(
            structs.replace(each, handle=handles[each.handle], host=handles.get(each.host, NO_CARD))
            for each in position.cards
        )
        game.emit(self.laid(**self.values(game, position, handles), cards=cards, policy=policy))
        return cards

    def check_on_table(self, rules: Any, position: Any, entries: Sequence[CardEntry[Any]]) -> None:
        """Raises Unreadable for an attachment that the first state check would discard, with the rule.

        What is on a card depends on all that lies there: the table is built for it, and nobody goes on with it.
        """
        if not any(each.host >= 0 for each in entries):
            return
        game: AnyGame = Game(rules, rules.blank(), bytes(32), 1)
        laid = self.lay_cards(game, position, "")
        for entry, named, there in zip(entries, position.cards, laid, strict=True):
            card = game.table.cards[there.handle]
            if card.is_attached and is_misplaced(game.table, card):
                refusal = attachable(game.table, card.controller, card.printed, card.host, card.handle)
                assert refusal is not None
                why = f"it may not be on {named.host} ({rule_of(rules.cites, refusal.rule)})"
                raise entry.at.wrong(why)

    def values(self, game: AnyGame, position: Any, handles: dict[Handle, Handle]) -> dict[str, Any]:
        """The values of the fact, with handles in place of names; a game adds to them."""
        round, phase = self.points.time_at(position.at, position.round)
        contest: dict[str, Any] = {}
        if self.contests and position.contest is not None:
            now = self.contests.with_handles(position.contest, game.table.next_serial(), handles)
            contest = {self.contests.key: now}
        return {
            "seats": position.seats,
            "round": round,
            "phase": phase,
            "first_player": position.first_player,
            "active_player": position.active_player,
            "usage": usage_with_handles(game, position, handles),
            **contest,
            "lasting": tuple(laid_lasting(game, each, handles) for each in position.lasting),
            "delayed": tuple(laid_delayed(game, each, handles) for each in position.delayed),
            "fields": position.players if any(position.players) else (),
            "eliminated": position.eliminated,
        }

    def is_known_to(self, seat: Seat, card: LaidCard) -> bool:
        """Whether a player alone sees which card this is."""
        return sight_of(self.table.zone_kinds, card) == "owner" and zone_owner(card.zone) == seat


def usage_with_handles(
    game: AnyGame, position: Any, handles: Mapping[Handle, Handle]
) -> tuple[tuple[CounterKey, int], ...]:
    """The counters of a position, with the handle of a card in place of its name."""
    if not position.usage:
        return ()
    copies = ((each.handle, each.key, each.owner) for each in position.cards)
    counters = renamed_counters(rules_of_table(game.table), position.seats, copies, handles)
    return tuple((counters[key], times) for key, times in position.usage)


def laid_lasting(game: AnyGame, effect: LastingEffect, handles: Mapping[Handle, Handle]) -> LastingEffect:
    return structs.replace(effect, id=game.table.next_serial(), cards=tuple(handles[card] for card in effect.cards))


def laid_delayed(game: AnyGame, effect: DelayedEffect, handles: Mapping[Handle, Handle]) -> DelayedEffect:
    ability = game.table.registry.ability(effect.key, effect.ability)
    chosen = rename_picks(ability, effect.chosen, lambda pick: handles[Handle(pick)])
    return structs.replace(effect, id=game.table.next_serial(), me=handles.get(effect.me, NO_CARD), chosen=chosen)


def open_window(game: AnyGame, position: Position) -> Window:
    """The open window; the seat with the stated priority is asked, else the one that the policy chooses."""
    first, point = game.rules.first_seat(game.table, "action", 0), position.point
    unheld = Window(kind="action", name=position.at, during=point.window, first=first, turn=first, final=point.final)
    if position.priority and point.final:
        return structs.replace(unheld, turn=position.priority, out=position.passed, held=True)
    if position.priority:
        return structs.replace(unheld, turn=position.priority, passes=len(position.passed), held=True)
    any_asked = any(is_asked(game, unheld, seat) for seat in position.remaining)
    return structs.replace(unheld, held=not any_asked)
