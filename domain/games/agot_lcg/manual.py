"""What the changes of the closed list mean at this table, and which of them are possible."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_lcg import happenings
from domain.games.agot_lcg.entering import attachable
from domain.games.agot_lcg.facts import (
    Attached,
    CardsKnelt,
    CardsStood,
    EnteredPlay,
    GoldGained,
    GoldSpent,
    LastingBegan,
    LastingEnded,
    LimitSet,
    PowerPlaced,
    TokensPlaced,
)
from domain.games.agot_lcg.happenings import AgotGame
from domain.games.agot_lcg.state import ZONES, AgotTable, Lasting
from domain.kernel import changes
from domain.kernel.cards import Learned, move, named, shuffle
from domain.kernel.changes import AnyChange
from domain.kernel.conditions import Condition
from domain.kernel.ids import NO_CARD, Handle, Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.refusal import Refusal

IMPOSSIBLE = "manual.impossible-change"
UNTILS = ("challenge", "phase", "round")


def change_refusal(table: AgotTable, change: AnyChange) -> Refusal | None:
    """Why a change cannot be made: it names what is not there, or would change nothing."""
    wrong = WRONG[type(change)](table, change)  # type: ignore[operator]
    if not wrong:
        return None
    return Refusal(IMPOSSIBLE, {"change": str(change.__struct_config__.tag), "wrong": wrong})


def is_area(table: AgotTable, area: ZoneKey) -> bool:
    return zone_owner(area) in table.seats and zone_kind(area) in ZONES


def card_to_move(table: AgotTable, change: changes.MoveCard) -> Handle:
    """The card meant: by its handle, or as the top of an area."""
    if change.card:
        return change.card
    return next(iter(table.top(change.top_of, 1)), NO_CARD)


def wrong_move(table: AgotTable, change: changes.MoveCard) -> str:
    card = card_to_move(table, change)
    if card not in table.cards:
        return "card"
    if not is_area(table, change.to) or zone_kind(change.to) in ("plot", "faction", "agenda", "facedown"):
        return "to"
    if change.host and not table.is_in_play(change.host):
        return "host"
    if zone_kind(change.to) not in ("play",) and zone_owner(change.to) != table.cards[card].owner:
        return "to"
    return "to" if table.cards[card].zone == change.to else ""


def wrong_mark(table: AgotTable, change: changes.SetMark) -> str:
    if change.thing not in table.cards or not table.is_in_play(change.thing):
        return "thing"
    if change.mark != "kneeling":
        return "mark"
    return "on" if table.cards[change.thing].kneeling == change.on else ""


def tokens_on(table: AgotTable, change: changes.SetTokens) -> int:
    card = table.cards[change.thing]
    return int(card.power) if change.kind == "power" else card.tokens.get(change.kind, 0)


def wrong_tokens(table: AgotTable, change: changes.SetTokens) -> str:
    if change.thing not in table.cards or not table.is_in_play(change.thing):
        return "thing"
    if not change.kind:
        return "kind"
    return "n" if change.n < 0 or change.n == tokens_on(table, change) else ""


def wrong_count(table: AgotTable, change: changes.SetCount) -> str:
    if change.seat not in table.seats:
        return "seat"
    if change.counter != "gold":
        return "counter"
    return "n" if change.n < 0 or change.n == table.players[change.seat].gold else ""


def wrong_controller(table: AgotTable, change: changes.SetController) -> str:
    if change.card not in table.cards or zone_kind(table.cards[change.card].zone) != "play":
        return "card"
    return "seat" if change.seat not in table.seats or table.cards[change.card].controller == change.seat else ""


def wrong_attach(table: AgotTable, change: changes.Attach) -> str:
    card = table.cards.get(change.card)
    if card is None or card.type != "attachment" or not table.is_in_play(change.card) or card.host == change.host:
        return "card"
    return "host" if attachable(table, card.controller, card.printed, change.host) else ""


def wrong_effect(table: AgotTable, change: changes.AddEffect) -> str:
    if change.until not in UNTILS:
        return "until"
    if any(card not in table.cards for card in change.on):
        return "on"
    return "on" if not change.on and change.seat not in table.seats else ""


def wrong_end(table: AgotTable, change: changes.EndEffect) -> str:
    return "" if change.effect in table.lasting else "effect"


def wrong_limit(table: AgotTable, change: changes.SetLimit) -> str:
    if change.key.partition(":")[0] not in UNTILS:
        return "key"
    return "n" if change.n < 0 or change.n == table.usage.get(change.key, 0) else ""


def wrong_shuffle(table: AgotTable, change: changes.ShuffleUnknown) -> str:
    return "" if is_area(table, change.zone) and zone_kind(change.zone) == "deck" else "zone"


def wrong_show(table: AgotTable, change: changes.Show) -> str:
    if change.card not in table.cards:
        return "card"
    return "to" if not change.to or any(each not in (*table.seats, "public") for each in change.to) else ""


def carry_out(game: AgotGame, change: AnyChange) -> None:
    """Make a change that was found possible; nothing hears it."""
    DO[type(change)](game, change)  # type: ignore[operator]


def move_card(game: AgotGame, change: changes.MoveCard) -> None:
    """Move a card by hand; what can exist only where it was ends with it."""
    table = game.table
    card = card_to_move(table, change)
    was_in_play = table.is_in_play(card)
    if was_in_play and not ZONES[zone_kind(change.to)].in_play:
        leaving = happenings.leaving("discarded", table, card)
        happenings.leave_play(game, [structs.replace(leaving, kind="moved", instead=zone_kind(change.to))])
        return
    (new,) = move(game, [card], change.to, change.place, change.host)
    if not was_in_play and table.is_in_play(new):
        since = f"{table.round}:{table.phase}"
        game.emit(EnteredPlay(new, "manual", since=since, serial=table.next_serial()))


def set_mark(game: AgotGame, change: changes.SetMark) -> None:
    fact = CardsKnelt if change.on else CardsStood
    game.emit(fact((change.thing,)))


def set_tokens(game: AgotGame, change: changes.SetTokens) -> None:
    more = change.n - tokens_on(game.table, change)
    if change.kind == "power":
        game.emit(PowerPlaced(((change.thing, more),), "manual"))
    else:
        game.emit(TokensPlaced(change.thing, change.kind, more))


def set_count(game: AgotGame, change: changes.SetCount) -> None:
    more = change.n - game.table.players[change.seat].gold
    game.emit(GoldGained(change.seat, more, "manual") if more > 0 else GoldSpent(change.seat, -more, "manual"))


def set_controller(game: AgotGame, change: changes.SetController) -> None:
    happenings.take_control(game, [Condition(0, "control_taken", card=change.card, seat=change.seat)])


def attach(game: AgotGame, change: changes.Attach) -> None:
    game.emit(Attached(change.card, change.host))


def add_effect(game: AgotGame, change: changes.AddEffect) -> None:
    id = game.table.next_serial()
    effect = Lasting(id, "manual", change.what, change.seat, change.until, change.name, change.amount, cards=change.on)
    game.emit(LastingBegan(effect))


def end_effect(game: AgotGame, change: changes.EndEffect) -> None:
    game.emit(LastingEnded((change.effect,)))


def set_limit(game: AgotGame, change: changes.SetLimit) -> None:
    game.emit(LimitSet(change.key, change.n))


def shuffle_area(game: AgotGame, change: changes.ShuffleUnknown) -> None:
    shuffle(game, change.zone)


def show_card(game: AgotGame, change: changes.Show) -> None:
    game.emit(Learned(tuple(Viewer(each) for each in change.to), named(game.table, (change.card,))))


WRONG = {
    changes.MoveCard: wrong_move,
    changes.SetMark: wrong_mark,
    changes.SetTokens: wrong_tokens,
    changes.SetCount: wrong_count,
    changes.SetController: wrong_controller,
    changes.Attach: wrong_attach,
    changes.AddEffect: wrong_effect,
    changes.EndEffect: wrong_end,
    changes.SetLimit: wrong_limit,
    changes.ShuffleUnknown: wrong_shuffle,
    changes.Show: wrong_show,
}

DO = {
    changes.MoveCard: move_card,
    changes.SetMark: set_mark,
    changes.SetTokens: set_tokens,
    changes.SetCount: set_count,
    changes.SetController: set_controller,
    changes.Attach: attach,
    changes.AddEffect: add_effect,
    changes.EndEffect: end_effect,
    changes.SetLimit: set_limit,
    changes.ShuffleUnknown: shuffle_area,
    changes.Show: show_card,
}
