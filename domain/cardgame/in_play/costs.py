"""What a player pays for a card: its cost with all changes, and the changes that this uses up."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play.active_constants import constants, is_at_work, lasting_effects
from domain.cardgame.pool.printed_card import PlayedCard
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.cardgame.words.constants import first_key
from domain.kernel.ids import Handle, Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number


def card_cost(table: CardGameTable, seat: Seat, printed: PlayedCard, deed: str, x: int = 0) -> TracedNumber:
    """What a player pays to play a card, with all reductions. `deed` says how: play, or a word of the game."""
    base = x if printed.cost_x else printed.cost or 0
    lines = [*rules_of_table(table).cost_lines(table, seat, printed, deed)]
    if is_at_work(table, "cost"):
        lines += [TraceLine(source, n, how) for source, n, how, _ in cost_changes(table, seat, printed, deed)]
    return trace_number(base, lines, source=printed.key)


def price(table: CardGameTable, seat: Seat, printed: PlayedCard, deed: str, x: int = 0) -> int:
    """The number that `card_cost` says; no trace is made of a cost that nothing changes."""
    if is_at_work(table, "cost") or rules_of_table(table).cost_lines(table, seat, printed, deed):
        return card_cost(table, seat, printed, deed, x).value
    return x if printed.cost_x else printed.cost or 0


def can_afford(table: CardGameTable, seat: Seat, printed: PlayedCard, deed: str) -> bool:
    """Whether a player can pay what `card_cost` says."""
    return rules_of_table(table).funds(table, seat) >= price(table, seat, printed, deed)


def cost_changes(
    table: CardGameTable, seat: Seat, printed: PlayedCard, deed: str
) -> Iterator[tuple[str, int, str, int]]:
    """The changes of a card's cost: (source, amount, how, the lasting effect that it uses up; 0 for none)."""
    for context, constant in constants(table, "cost"):
        if constant.prices(context, seat, printed, deed):
            yield context.key, constant.value(context), constant.how, 0
    for effect in lasting_effects(table, "cost"):
        if effect.seat == seat and effect.name in ("", deed) and (effect.match is None or effect.match.fits(printed)):
            yield effect.source, effect.amount, effect.how, effect.id if effect.once else 0


def greatest_reduction(table: CardGameTable, deed: str) -> int:
    """The sum of all cost reductions for a card that is played so, whichever card it is."""
    if not is_at_work(table, "cost"):
        return 0
    named = ("", deed)
    constant = (each.value(context) for context, each in constants(table, "cost") if each.name in named)
    lasting = (effect.amount for effect in lasting_effects(table, "cost") if effect.name in named)
    return -sum(min(0, amount) for amount in (*constant, *lasting))


def pay_cost(game: CardGame, seat: Seat, card: Handle, deed: str, x: int = 0) -> None:
    """Pay a card's cost with its trace; reductions for one use are used up.

    Whether it was the first such card in a period is counted for all cards that ask it, in play or not: one that comes
    later asks it too.
    """
    table = game.table
    printed = table.cards[card].printed
    cost = card_cost(table, seat, printed, deed, x)
    ended = tuple(used for _, _, _, used in cost_changes(table, seat, printed, deed) if used)
    if cost.value:
        rules_of_table(table).pay(game, seat, cost, deed)
    if ended:
        game.emit(LastingEnded(ended))
    firsts = tuple(
        first_key(constant.first, key, index, seat)
        for key, index, constant in table.registry.first_prices
        if constant.is_about(printed, deed)
    )
    if uncounted := tuple(each for each in firsts if not table.usage.get(each)):
        game.emit(Counted(uncounted))
