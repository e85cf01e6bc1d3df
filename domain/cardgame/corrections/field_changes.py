"""Changes by hand of what lies on cards in play and of what players have: described fields, and named tokens.

Read `wrong_mark` and `set_mark`; those of tokens and of counts of players are alike. A game says which cards
cannot be marked (`unmarkable`), and by which facts of its own a field is set (`fact_of_field`).
"""

from __future__ import annotations

from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import BELOW_NOTHING, LIMIT, SAME, UNFIT, ChangeFault
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.fields import CountField, FieldValue, MarkField, count_fields, mark_fields

FACEDOWN = "it lies facedown"


def in_play_fault(table: CardGameTable, card: Handle) -> ChangeFault | None:
    """Why a change cannot be of this: it is no card in play."""
    return None if card in table.cards and table.is_in_play(card) else ChangeFault("thing")


def wrong_mark(table: CardGameTable, change: changes.SetMark) -> ChangeFault | None:
    """Why a mark cannot be set: it is of nothing that is there, the thing can have none, or it is so already."""
    player = table.players.get(Seat(change.thing))
    if player is None and (fault := in_play_fault(table, change.thing)):
        return fault
    kind, what = (table.new_card, "card") if player is None else (table.new_player, "player")
    if (mark := mark_fields(kind).get(change.mark)) is None:
        return ChangeFault("mark", UNFIT, f"no {what} has this mark")
    if player is not None:
        return ChangeFault("on", SAME) if getattr(player, change.mark) == change.on else None
    if change.on and (problem := unfit_card(table, change.thing, mark, f"is never {change.mark}")):
        return ChangeFault("thing", UNFIT, problem)
    return ChangeFault("on", SAME) if getattr(table.cards[change.thing], change.mark) == change.on else None


def wrong_tokens(table: CardGameTable, change: changes.SetTokens) -> ChangeFault | None:
    """Why a number of tokens, or a count of a card, cannot be set."""
    if fault := in_play_fault(table, change.thing):
        return fault
    count = count_fields(table.new_card).get(change.kind)
    lacking = f"has no {count.title}" if count else ""
    if change.n > 0 and (problem := unfit_card(table, change.thing, count, lacking)):
        return ChangeFault("thing", UNFIT, problem)
    return wrong_number(change.n, tokens_on(table, change), count)


def unfit_card(table: CardGameTable, card: Handle, said: MarkField | CountField | None, lacking: str) -> str:
    """Why a card in play cannot have a mark or tokens: it can have none, or its type lacks these; empty if it can.

    The type of a facedown card is not told.
    """
    if problem := rules_of_table(table).unmarkable(table, card):
        return problem
    state = table.cards[card]
    if said is None or not said.types or state.type in said.types:
        return ""
    return FACEDOWN if state.facedown else f"it is of the type {state.type}, which {lacking}"


def wrong_count(table: CardGameTable, change: changes.SetCount) -> ChangeFault | None:
    """Why a count of a player cannot be set."""
    before: int = getattr(table.players[change.seat], change.counter)
    return wrong_number(change.n, before, count_fields(table.new_player)[change.counter])


def wrong_number(n: int, before: int, said: CountField | None = None) -> ChangeFault | None:
    """Why a number is invalid: it is below 0, over its limit, or equal to the present one."""
    if n < 0:
        return ChangeFault("n", LIMIT, BELOW_NOTHING)
    if said is not None and said.most is not None and n > said.most:
        return ChangeFault("n", LIMIT, f"{n}, where 0 to {said.most} are possible")
    return ChangeFault("n", SAME) if n == before else None


def tokens_on(table: CardGameTable, change: changes.SetTokens) -> int:
    """The number of tokens of a kind on a card, or its count of this name."""
    card = table.cards[change.thing]
    if change.kind not in count_fields(table.new_card):
        return int(card.tokens.get(change.kind, 0))
    return int(getattr(card, change.kind))


def set_mark(game: CardGame, change: changes.SetMark) -> None:
    """Set or remove a mark of a card or a player."""
    set_field(game, change.thing, change.mark, change.on)


def set_tokens(game: CardGame, change: changes.SetTokens) -> None:
    """Set the number of tokens of a kind on a card, or its count of this name."""
    if change.kind in count_fields(game.table.new_card):
        set_field(game, change.thing, change.kind, change.n)
    else:
        game.emit(TokensPlaced(change.thing, change.kind, change.n - tokens_on(game.table, change)))


def set_count(game: CardGame, change: changes.SetCount) -> None:
    """Set a count of a player."""
    set_field(game, change.seat, change.counter, change.n)


def set_field(game: CardGame, thing: str, field: str, value: FieldValue) -> None:
    """Set a described field, by a fact of the game where it has one."""
    game.emit(rules_of_table(game.table).fact_of_field(game.table, FieldSet(thing, field, value)))
