"""Twin matches of the board game: decks in another order, other sealed answers, other orders face down.

Beside what `twins` says: what Houses other than the viewer answer in secret is drawn for each world by itself in half
of the pairs. The comparison ends where what differs is opened: when seals are, when orders are revealed.
"""

from typing import Any

from msgspec import structs

from domain.games.agot_board.commands import AssignOrders
from domain.games.agot_board.facts.board import OrdersRevealed
from domain.games.agot_board.positions.cards import DECK_ZONES
from domain.kernel.chance import RandomStream
from domain.kernel.flow.waits import Sealed, SealsOpened
from domain.kernel.ids import Handle, Seat, ZoneKey, zone
from domain.match.aggregate import Match
from tests.builders import Dice, awaited, options_of
from tests.properties.twins import Pair, World


def board_twin_of(match: Match, viewer: str, dice: Dice) -> Match:
    """The same match but for what the viewer must not see."""
    table = match.table.branch()
    seed = dice.random.randbytes(32)
    names = RandomStream(seed, person=b"test.handles")
    for deck in DECK_ZONES.values():
        redeal(table, dice, names, [deck], shuffled=dice.chance(50))
    drawn = [zone(seat, "tides") for seat in table.seats if seat != viewer]
    redeal(table, dice, names, [*drawn, DECK_ZONES["tides"]], shuffled=dice.chance(50))
    twin = structs.replace(match, seed=seed, table=table)
    for seat in table.seats:
        if seat != viewer:
            orders_anew(table, seat, dice)
            answer_anew(twin, seat, dice)
    return twin


def redeal(table: Any, dice: Dice, names: RandomStream, zones: list[ZoneKey], shuffled: bool) -> None:
    """Deal the cards of some zones among them anew; all get new handles."""
    cards = [table.cards[card] for zone in zones for card in table.zone(zone)]
    keys = [card.key for card in cards]
    if shuffled:
        dice.random.shuffle(keys)
    for each in {card.zone for card in cards}:
        table.zones.put(each, [])
    for card, key in zip(cards, keys, strict=True):
        table.cards.take(card.handle)
        table.lay(structs.replace(card, handle=Handle(names.handle()), key=key))


def orders_anew(table: Any, seat: Seat, dice: Dice) -> None:
    """The orders that a House laid face down lie otherwise in its areas."""
    areas = [id for id, area in table.areas.items() if area.order and area.order.house == seat and not area.order.up]
    orders = [table.area(id).order for id in areas]
    dice.random.shuffle(orders)
    for id, order in zip(areas, orders, strict=True):
        table.writable_area(id).order = order


def answer_anew(match: Match, seat: Seat, dice: Dice) -> None:
    """A House's sealed answer is another one that it could have given; one that has conceded since gives none."""
    if seat in match.table.sealed and match.table.is_asked(seat):
        match.table.sealed.take(seat)
        answer = match.rules.command(options_of(match.rules, match.table, seat).sample(dice))
        match.table.sealed.put(seat, match.rules.command_text(answer))


class BoardWorld(World):
    """A match as a House follows it."""

    def act(self, seat: str, command: Any) -> None:
        self.sealed = dict(self.match.table.sealed)
        super().act(seat, command)
        self.sealed |= {fact.seat: fact.answer for fact in self.event.facts if isinstance(fact, Sealed)}

    def is_told(self, fact: Any) -> str:
        if isinstance(fact, SealsOpened):
            return repr(sorted(self.sealed.items()))
        if isinstance(fact, OrdersRevealed):
            return repr(fact.orders)
        return super().is_told(fact)


class BoardPair(Pair):
    """Two worlds of one House; `apart`: what the others do in secret is drawn for each world by itself."""

    world = BoardWorld

    def __init__(self, match: Match, viewer: str, dice: Dice) -> None:
        self.apart = dice.chance(50)
        super().__init__(match, viewer, dice)

    def twin(self, match: Match) -> Match:
        return board_twin_of(match, self.viewer, self.dice)

    def common_command(self) -> tuple[str, Any, Any] | None:
        seat = self.dice.pick(awaited(self.one.match))
        if self.apart and seat != self.viewer:
            if self.one.match.table.stack[-1].sealed:
                return seat, *(self.drawn(world.match, seat) for world in self.worlds)
            if self.one.match.table.waiting.question == "assign-orders-in-turn":
                mine = self.drawn(self.one.match, seat)
                return seat, mine, self.laid_otherwise(mine)
        return super().common_command()

    def drawn(self, match: Match, seat: Seat) -> Any:
        return match.rules.command(options_of(match.rules, match.table, seat).sample(self.dice))

    def laid_otherwise(self, command: AssignOrders) -> AssignOrders:
        """The same orders in the same areas, which everybody sees, but not each in the same one."""
        tokens = list(command.orders.values())
        self.dice.random.shuffle(tokens)
        return AssignOrders(dict(zip(command.orders, tokens, strict=True)))
