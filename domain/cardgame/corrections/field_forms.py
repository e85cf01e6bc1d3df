"""The forms of changes by hand of the described fields of cards in play and of players."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from domain.cardgame.table import CardGameTable, rules_of_table
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import ChangeField, ChangeForm, Value, plain_values, switch_field, total_field
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.fields import counts_by_hand, field_state, mark_fields


def markable(table: CardGameTable) -> tuple[Handle, ...]:
    """The cards in play that can have marks and hold tokens, and those that do so although they cannot."""
    cards, rules = table.cards, rules_of_table(table)
    return tuple(
        each
        for each in table.in_play()
        if not rules.unmarkable(table, each) or field_state(cards[each]) or cards[each].tokens
    )


def with_count(table: CardGameTable, value: Value, name: str) -> Value:
    return structs.replace(value, now={"": int(getattr(table.cards[Handle(value.id)], name))})


def with_tokens(table: CardGameTable, value: Value) -> Value:
    return structs.replace(value, now={kind: n for kind, n in table.cards[Handle(value.id)].tokens.items() if n})


def forms_of_cards(table: CardGameTable, values: tuple[Value, ...], tokens: tuple[str, ...]) -> Iterator[ChangeForm]:
    """The forms for marks, counts and named tokens of cards; `values` are the cards that can have them."""
    card = ChangeField("thing", "Card", values=values)
    for name, mark in mark_fields(table.new_card).items():
        switch = switch_field("It is", mark.on, mark.opposite)
        yield ChangeForm(f"card-{name}", f"Whether a card is {mark.on}", c.SetMark, (card, switch), {"mark": name})
    for name, count in counts_by_hand(table.new_card).items():
        title = count.title.capitalize()
        holding = ChangeField("thing", "Card", values=tuple(with_count(table, each, name) for each in values))
        fields = (holding, total_field(title))
        yield ChangeForm(f"card-{name}", f"{title} on a card", c.SetTokens, fields, {"kind": name})
    holding = ChangeField("thing", "Card", values=tuple(with_tokens(table, each) for each in values))
    token = ChangeField("kind", "Kind of token", values=plain_values(tokens))
    yield ChangeForm("tokens", "Other tokens on a card", c.SetTokens, (holding, token, total_field("Tokens")))


def forms_of_players(table: CardGameTable) -> Iterator[ChangeForm]:
    """The forms for marks and counts of players."""
    whose = ChangeField("thing", "Player", values=plain_values(table.seats))
    for name, mark in mark_fields(table.new_player).items():
        switch = switch_field("It is so", mark.on, mark.opposite)
        yield ChangeForm(name, f"Whether a player is {mark.on}", c.SetMark, (whose, switch), {"mark": name})
    for name, count in counts_by_hand(table.new_player).items():
        title = count.title.capitalize()
        seats = tuple(Value(seat, now={"": count_of(table, seat, name)}) for seat in table.seats)
        fields = (ChangeField("seat", "Player", values=seats), total_field(title))
        yield ChangeForm(name, f"{title} of a player", c.SetCount, fields, {"counter": name})


def count_of(table: CardGameTable, seat: Seat, name: str) -> int:
    return int(getattr(table.players[seat], name))
